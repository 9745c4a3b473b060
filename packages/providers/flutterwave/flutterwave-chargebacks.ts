import { isId } from "@corridor/base/ids.ts";
import { evidenceText, type EvidenceFile, filesIn, multipartOf } from "@corridor/provider-kit/evidence.ts";
import type {
  DisputeActionResult,
  DisputeStatus,
  DisputeUpdate,
  IncidentNotice,
  Provider,
  RefundElsewhereUpdate,
} from "@corridor/provider-kit/provider.ts";
import { type Clean, preparing, Refusal, type Speaker } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  listOf,
  moneyOfMajor,
  optionalPartOf,
  optionalTextOf,
  optionalTimeOf,
  positive,
  requireSame,
  statusIn,
  textOf,
  timeOf,
} from "@corridor/provider-kit/wire.ts";
import { type Answer, byReference, dataOf, readAnswer, readRefund, type Transaction } from "./flutterwave-wire.ts";

/**
 * Money that Flutterwave takes back: chargebacks, listed by a transaction's `flw_ref`, and its dashboard's refunds, by
 * the transaction's id. Callbacks are unsigned and only make us poll. A chargeback's currency is its transaction's.
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

type Tools = {
  speaker: Speaker;
  ask(path: string, signal: AbortSignal): Promise<Json>;
  doneBy(answer: Answer, clean: Clean): Json;
  /** Null when there is no such transaction. */
  findTransaction(path: string, signal: AbortSignal): Promise<Transaction | null>;
};
type Chargebacks = Required<Pick<Provider, "fetchIncidents" | "submitEvidence" | "evidenceFiles" | "acceptDispute">>;

export function createChargebacks({ speaker, ask, doneBy, findTransaction }: Tools): Chargebacks {
  const { send, clean } = speaker;

  /** A chargeback event may name only the `flw_ref`: the list of its chargebacks then names the transaction. */
  async function fetchDisputes(
    { reference, providerPaymentId }: IncidentNotice,
    signal: AbortSignal,
  ): Promise<DisputeUpdate[]> {
    const known = reference === null ? null : await findTransaction(byReference(reference), signal);
    const flwRef = reference === null ? providerPaymentId : known?.flwRef;
    if (flwRef == null) return [];
    const listed = listOf(await ask(`/chargebacks?flw_ref=${encodeURIComponent(flwRef)}`, signal), "data");
    const rows = listed.filter((row) => row["flw_ref"] === flwRef);
    if (rows.length === 0) return [];
    const transaction =
      known ?? (await findTransaction(`/transactions/${idOf(rows[0]!, "transaction_id")}/verify`, signal));
    if (transaction === null || !isId(transaction.update.reference)) return [];
    requireSame("flw_ref", transaction.flwRef, flwRef);
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
    if (transaction === null || !isId(transaction.update.reference)) return [];
    const { update, booked } = transaction;
    const payment = { reference: update.reference, providerPaymentId: update.providerPaymentId };
    const rows = listOf(await ask(`/refunds?id=${payment.providerPaymentId}`, signal), "data");
    return rows.flatMap((row): RefundElsewhereUpdate[] => {
      const { id: providerRefundId, transactionId, status, comments } = readRefund(row);
      requireSame("tx_id", transactionId, payment.providerPaymentId);
      if (status !== "completed" || OUR_REFERENCE.test(comments)) return [];
      const amount = moneyOfMajor(row["amount_refunded"], booked.currency);
      return [{ kind: "refund_elsewhere", providerRefundId, ...payment, amount: positive(amount, "amount_refunded") }];
    });
  }

  async function answerChargeback(id: string, answer: object, signal: AbortSignal): Promise<DisputeActionResult> {
    const path = `/chargebacks/${encodeURIComponent(id)}`;
    const response = await send({ method: "PUT", path, body: JSON.stringify(answer), signal });
    const data = dataOf(doneBy(readAnswer(response), clean));
    requireSame("id", idOf(data, "id"), id);
    return { outcome: "done", ...statusIn(STATUSES, data) };
  }

  async function upload(file: EvidenceFile, signal: AbortSignal): Promise<string> {
    const form = multipartOf({}, "image", file);
    const answer = readAnswer(await send({ method: "POST", path: "/upload_image", ...form, signal }));
    if (answer.said === "error") throw new Refusal("evidence_refused", clean(answer.message));
    return textOf(answer.json, "data");
  }

  return {
    fetchIncidents: async (notice, signal) => ({
      outcome: "found",
      incidents:
        notice.incident === "dispute" ? await fetchDisputes(notice, signal) : await fetchRefunds(notice, signal),
    }),
    evidenceFiles: EVIDENCE_FILES,
    async submitEvidence({ disputeId, evidence }, signal) {
      // Flutterwave requires a comment, even with a picture.
      const comment = evidenceText(evidence, MAX_COMMENT, "Flutterwave");
      const [file] = filesIn(evidence);
      const prooflink = file && (await preparing(() => upload(file, signal)));
      return answerChargeback(disputeId, { action: "decline", comment, prooflink }, signal);
    },
    acceptDispute: ({ disputeId }, signal) =>
      answerChargeback(disputeId, { action: "accept", comment: "Accepted by the merchant" }, signal),
  };
}

/** Our refunds begin their comment with our reference. */
const OUR_REFERENCE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/;

function readChargeback(row: Json, { update, booked }: Transaction, clean: Clean): DisputeUpdate {
  const { providerStatus: word, status } = statusIn(STATUSES, row);
  const stage = optionalTextOf(row, "stage");
  const reason = optionalTextOf(row, "comment");
  return {
    kind: "dispute",
    disputeId: idOf(row, "id"),
    reference: update.reference,
    providerPaymentId: update.providerPaymentId,
    providerStatus: stage === undefined ? word : `${word} (${stage})`,
    status,
    amount: positive(moneyOfMajor(row["amount"], booked.currency), "amount"),
    reason: reason && clean(reason),
    respondBy: optionalTimeOf(row, "due_date"),
    occurredAt: lastChangeOf(row),
  };
}

/** If answers arrive out of order, the one whose history has the latest entry counts. */
function lastChangeOf(row: Json): Date {
  const meta = optionalPartOf(row, "meta");
  const history = Array.isArray(meta["history"]) ? listOf(meta, "history") : [];
  return new Date(
    Math.max(timeOf(row, "created_at").getTime(), ...history.map((one) => timeOf(one, "date").getTime())),
  );
}
