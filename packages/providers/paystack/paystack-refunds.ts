import type {
  IncidentNotice,
  Provider,
  RefundAnswer,
  RefundElsewhereUpdate,
  RefundQuery,
  RefundRequest,
  RefundResult,
} from "@corridor/provider-kit/provider.ts";
import { asking, moving, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  idOf,
  type Json,
  MalformedAnswer,
  moneyOfMinor,
  objectOf,
  optionalTextOf,
  textOf,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { type Get, minorOf, type Post } from "./paystack-requests.ts";
import { type Answer, type Clean, dataOf, filledTextOf, readAnswer, REFUND_STATUS } from "./paystack-wire.ts";

/**
 * Paystack accepts no reference for a refund. Ours is in the merchant's note, which comes back with the refund: it
 * finds a refund whose answer was lost among those made since.
 */
const PAGE_ROWS = 100;
const MAX_PAGES = 10;
const DAY_MS = 24 * 60 * 60_000;

export function createPaystackRefunds({
  post,
  get,
  clean,
}: {
  post: Post;
  get: Get;
  clean: Clean;
}): Required<Pick<Provider, "refund" | "fetchRefund" | "fetchIncidents">> {
  async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    return moving<RefundResult>(async () => {
      const answer = readAnswer(await post({ path: "/refund", body: bodyOf(request) }, signal));
      const data = objectOf(dataOf(answer, clean), "data");
      if (textOf(objectOf(data["transaction"], "transaction"), "reference") !== request.paymentReference)
        throw new MalformedAnswer("reference");
      if (!moneyOfMinor(data["amount"], textOf(data, "currency")).equals(request.amount))
        throw new MalformedAnswer("amount");
      const status = wordIn(REFUND_STATUS, data, "status");
      if (status === "failed") throw new Refusal("failed", "the refund failed");
      return { outcome: "accepted", status, providerRefundId: idOf(data, "id") };
    });
  }

  async function fetchRefund({ reference, providerRefundId }: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    return asking<RefundAnswer>(async () => {
      if (providerRefundId === null) return findByNote(reference, signal);
      const data = objectOf(
        dataOf(readAnswer(await get(`/refund/${encodeURIComponent(providerRefundId)}`, signal)), clean),
        "data",
      );
      if (!isNoted(data, reference)) throw new MalformedAnswer("merchant_note");
      return { outcome: "found", status: wordIn(REFUND_STATUS, data, "status") };
    });
  }

  /**
   * Only a list that was read to its end proves that the refund is missing. A missing refund is requested again, so
   * this must be certain.
   */
  async function findByNote(reference: string, signal: AbortSignal): Promise<RefundAnswer> {
    const { rows, isWhole } = await list(sinceOf(reference), (row) => isNoted(row, reference), signal);
    const found = rows.find((row) => isNoted(row, reference));
    if (found !== undefined) return { outcome: "found", status: wordIn(REFUND_STATUS, found, "status") };
    return isWhole
      ? { outcome: "not_found" }
      : { outcome: "unknown", reason: "the list of refunds could not be read to its end" };
  }

  /** Lists refunds, newest first, up to the wanted one. */
  async function list(
    filter: Record<string, string>,
    isLast: (row: Json) => boolean,
    signal: AbortSignal,
  ): Promise<{ rows: Json[]; isWhole: boolean }> {
    const rows: Json[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ ...filter, perPage: String(PAGE_ROWS), page: String(page) });
      const answer = readAnswer(await get(`/refund?${query.toString()}`, signal));
      const data = dataOf(answer, clean);
      if (!Array.isArray(data)) throw new MalformedAnswer("data");
      const more = data.map((row) => objectOf(row, "a refund"));
      rows.push(...more);
      if (rows.length >= totalOf(answer)) return { rows, isWhole: true };
      if (more.length === 0 || more.some(isLast)) break;
    }
    return { rows, isWhole: false };
  }

  /**
   * `refund.*` names the payment, and not the refund. Refunds without a reference of ours were made on Paystack's
   * dashboard. A refund that belongs to a dispute is the dispute's own money, which is posted with the dispute.
   */
  async function fetchElsewhere(
    { reference }: IncidentNotice,
    signal: AbortSignal,
  ): Promise<RefundElsewhereUpdate[] | null> {
    const answer = readAnswer(await get(`/transaction/verify/${encodeURIComponent(reference!)}`, signal));
    if (answer.says === "no" && answer.notFound) return [];
    const transaction = objectOf(dataOf(answer, clean), "data");
    const { rows, isWhole } = await list({ transaction: idOf(transaction, "id") }, () => false, signal);
    const made = rows.filter((row) => row["transaction_reference"] === reference);
    if (made.length === 0 && !isWhole) return null;
    return made.flatMap((row) => elsewhereIn(row, reference!));
  }

  return {
    refund,
    fetchRefund,
    fetchIncidents: (notice, signal) =>
      asking(async () => {
        const incidents = await fetchElsewhere(notice, signal);
        if (incidents === null)
          return { outcome: "unknown" as const, reason: "the list of refunds could not be read to its end" };
        return { outcome: "found" as const, incidents };
      }),
  };
}

function elsewhereIn(row: Json, reference: string): RefundElsewhereUpdate[] {
  if (
    wordIn(REFUND_STATUS, row, "status") !== "completed" ||
    row["dispute"] != null ||
    OUR_NOTE.test(filledTextOf(row, "merchant_note") ?? "")
  )
    return [];
  const amount = moneyOfMinor(row["amount"], textOf(row, "currency"));
  if (!amount.isPositive()) throw new MalformedAnswer("amount");
  return [
    { kind: "refund_elsewhere", providerRefundId: idOf(row, "id"), reference, providerPaymentId: reference, amount },
  ];
}

const OUR_NOTE = /^Refund [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function bodyOf({ paymentReference, amount, reference, reason }: RefundRequest): object {
  const merchant_note = `Refund ${reference}`;
  return {
    transaction: paymentReference,
    amount: minorOf(amount),
    currency: amount.currency,
    customer_note: reason,
    merchant_note,
  };
}

function isNoted(refund: Json, reference: string): boolean {
  return optionalTextOf(refund, "merchant_note")?.includes(reference) === true;
}

function totalOf(answer: Answer): number {
  const total = answer.says === "yes" ? objectOf(answer.meta, "meta")["total"] : undefined;
  if (typeof total !== "number" || !Number.isSafeInteger(total) || total < 0) throw new MalformedAnswer("total");
  return total;
}

/**
 * Our references are version 7 UUIDs, which contain their creation time. The search begins a day earlier, which is more
 * than two clocks differ by.
 */
function sinceOf(reference: string): { from: string } | Record<string, never> {
  if (reference[14] !== "7") return {};
  const madeAtMs = Number.parseInt(reference.replace("-", "").slice(0, 12), 16);
  return { from: new Date(madeAtMs - DAY_MS).toISOString() };
}
