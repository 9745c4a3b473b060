import { isId } from "@corridor/base/ids.ts";
import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import { multipartOf } from "@corridor/provider-kit/evidence.ts";
import type {
  DisputeActionResult,
  DisputeStatus,
  DisputeUpdate,
  Evidence,
  IncidentNotice,
  Provider,
  RefundElsewhereUpdate,
} from "@corridor/provider-kit/provider.ts";
import { asking, moving, preparing, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMajor,
  objectOf,
  optionalTextOf,
  textOf,
  timeOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { type Answer, dataOf, listOf, readAnswer, readRefund, type Transaction } from "./flutterwave-wire.ts";

/**
 * Money that Flutterwave takes back: chargebacks, and refunds that were made on its dashboard. Its callbacks are
 * unsigned, so they only make us poll: the chargebacks of a transaction are listed by its `flw_ref`, the refunds by its
 * id. A chargeback names no currency; its transaction does.
 */
const STATUSES: Readonly<Record<string, DisputeStatus>> = {
  initiated: "needs_response",
  pending: "needs_response",
  declined: "under_review",
  accepted: "accepted",
  won: "won",
  lost: "lost",
};

/** `/upload_image` accepts pictures, and a chargeback accepts one link to a picture. */
const EVIDENCE_FILES = { contentTypes: ["image/jpeg", "image/png"], maxFiles: 1 } as const;
const MAX_COMMENT = 2_000;

type Clean = (text: string) => string;
type Tools = {
  get(path: string, signal: AbortSignal): Promise<Answer>;
  send(call: {
    method: "PUT" | "POST";
    path: string;
    headers: Readonly<Record<string, string>>;
    body: string | Buffer;
    signal: AbortSignal;
  }): Promise<OutboundResponse>;
  headers: Readonly<Record<string, string>>;
  clean: Clean;
  noOf(answer: Extract<Answer, { said: "error" }>, clean: Clean): Exclude<DisputeActionResult, { outcome: "done" }>;
  /** Null when there is no such transaction. */
  findTransaction(path: string, signal: AbortSignal): Promise<Transaction | null>;
};
type Chargebacks = Required<Pick<Provider, "fetchIncidents" | "submitEvidence" | "evidenceFiles" | "acceptDispute">>;

export function createChargebacks({ get, send, headers, clean, noOf, findTransaction }: Tools): Chargebacks {
  /**
   * A chargeback event may name only the `flw_ref`. The list of chargebacks by `flw_ref` then names the transaction.
   */
  async function fetchDisputes(
    { reference, providerPaymentId }: IncidentNotice,
    signal: AbortSignal,
  ): Promise<DisputeUpdate[]> {
    const known = reference === null ? null : await findTransaction(byReference(reference), signal);
    const flwRef = reference === null ? providerPaymentId : known?.flwRef;
    if (flwRef == null) return [];
    const rows = (await listed(`/chargebacks?flw_ref=${encodeURIComponent(flwRef)}`, signal)).filter(
      (row) => row["flw_ref"] === flwRef,
    );
    if (rows.length === 0) return [];
    const transaction =
      known ?? (await findTransaction(`/transactions/${idOf(rows[0]!, "transaction_id")}/verify`, signal));
    if (transaction === null || !isId(transaction.reference)) return [];
    if (transaction.flwRef !== flwRef) throw new MalformedAnswer("flw_ref");
    return rows.map((row) => readChargeback(row, transaction, clean));
  }

  /** Refunds without a reference of ours, once the money is on its way back. */
  async function fetchRefunds(
    { reference, providerPaymentId }: IncidentNotice,
    signal: AbortSignal,
  ): Promise<RefundElsewhereUpdate[]> {
    const path =
      reference === null ? `/transactions/${encodeURIComponent(providerPaymentId!)}/verify` : byReference(reference);
    const transaction = await findTransaction(path, signal);
    if (transaction === null || !isId(transaction.reference)) return [];
    const rows = await listed(`/refunds?id=${transaction.id}`, signal);
    return rows.flatMap((row): RefundElsewhereUpdate[] => {
      const { id, transactionId, status, comments } = readRefund(row);
      if (transactionId !== transaction.id) throw new MalformedAnswer("tx_id");
      if (status !== "completed" || OUR_REFERENCE.test(comments)) return [];
      const amount = moneyOfMajor(row["amount_refunded"], transaction.amount.currency);
      if (!amount.isPositive()) throw new MalformedAnswer("amount_refunded");
      return [
        {
          kind: "refund_elsewhere",
          providerRefundId: id,
          reference: transaction.reference,
          providerPaymentId: transaction.id,
          amount,
        },
      ];
    });
  }

  async function listed(path: string, signal: AbortSignal): Promise<Json[]> {
    const answer = await get(path, signal);
    if (answer.said === "error")
      throw new Refusal("not_listed", `Flutterwave answered ${answer.statusCode} with an error`);
    return listOf(answer.json);
  }

  async function answerChargeback(id: string, body: object, signal: AbortSignal): Promise<DisputeActionResult> {
    const answer = readAnswer(
      await send({
        method: "PUT",
        path: `/chargebacks/${encodeURIComponent(id)}`,
        headers,
        body: JSON.stringify(body),
        signal,
      }),
    );
    if (answer.said === "error") return noOf(answer, clean);
    const data = dataOf(answer.json);
    if (idOf(data, "id") !== id) throw new MalformedAnswer("id");
    return { outcome: "done", status: wordIn(STATUSES, data, "status"), providerStatus: textOf(data, "status") };
  }

  /** The address under which Flutterwave stores the picture. */
  async function upload(file: EvidenceFile, signal: AbortSignal): Promise<string> {
    const form = multipartOf({}, "image", file);
    const formHeaders = { ...headers, ...form.headers };
    const answer = readAnswer(
      await send({ method: "POST", path: "/upload_image", headers: formHeaders, body: form.body, signal }),
    );
    if (answer.said === "error") throw new Refusal("evidence_refused", clean(answer.message));
    return textOf(answer.json, "data");
  }

  return {
    fetchIncidents: (notice, signal) =>
      asking(async () => ({
        outcome: "found" as const,
        incidents:
          notice.incident === "dispute" ? await fetchDisputes(notice, signal) : await fetchRefunds(notice, signal),
      })),
    evidenceFiles: EVIDENCE_FILES,
    submitEvidence: ({ disputeId, evidence }, signal) =>
      moving<DisputeActionResult>(async () => {
        const comment = commentOf(evidence);
        const file = evidence.find(isFile);
        const prooflink = file === undefined ? undefined : await preparing(() => upload(file, signal));
        return answerChargeback(disputeId, { action: "decline", comment, prooflink }, signal);
      }),
    acceptDispute: ({ disputeId }, signal) =>
      moving<DisputeActionResult>(() =>
        answerChargeback(disputeId, { action: "accept", comment: "Accepted by the merchant" }, signal),
      ),
  };
}

type EvidenceFile = Extract<Evidence, { content: Buffer }>;

function isFile(piece: Evidence): piece is EvidenceFile {
  return "content" in piece;
}

/** Flutterwave requires a comment, even with a picture. */
function commentOf(evidence: readonly Evidence[]): string {
  const comment = evidence.map((piece) => (isFile(piece) ? piece.name : `${piece.name}: ${piece.text}`)).join("\n");
  if (comment.length > MAX_COMMENT)
    throw new Refusal("evidence_too_long", `Flutterwave accepts at most ${MAX_COMMENT} characters of evidence`);
  return comment;
}

function byReference(reference: string): string {
  return `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(reference)}`;
}

/** Our refunds begin their comment with our reference. */
const OUR_REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;

function readChargeback(
  row: Json,
  { reference, id: transactionId, amount: paid }: Transaction,
  clean: Clean,
): DisputeUpdate {
  const word = textOf(row, "status");
  const stage = optionalTextOf(row, "stage");
  const amount = moneyOfMajor(row["amount"], paid.currency);
  if (!amount.isPositive()) throw new MalformedAnswer("amount");
  const reason = optionalTextOf(row, "comment");
  return {
    kind: "dispute",
    disputeId: idOf(row, "id"),
    reference,
    providerPaymentId: transactionId,
    providerStatus: stage === undefined ? word : `${word} (${stage})`,
    status: wordIn(STATUSES, row, "status"),
    amount,
    ...(reason === undefined ? {} : { reason: clean(reason) }),
    ...(row["due_date"] == null ? {} : { respondBy: timeOf(row, "due_date") }),
    occurredAt: lastChangeOf(row),
  };
}

/** If answers arrive out of order, the one whose history has the latest entry counts. */
function lastChangeOf(row: Json): Date {
  const meta = row["meta"] == null ? {} : objectOf(row["meta"], "meta");
  const history = Array.isArray(meta["history"]) ? meta["history"] : [];
  const times = history.map((entry: unknown) => timeOf(objectOf(entry, "history"), "date").getTime());
  return new Date(Math.max(timeOf(row, "created_at").getTime(), ...times));
}
