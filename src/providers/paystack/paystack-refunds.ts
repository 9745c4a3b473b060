import type { Provider, RefundAnswer, RefundQuery, RefundRequest, RefundResult } from "../provider.ts";
import { asking, moving, Refusal } from "../speak.ts";
import { idOf, type Json, MalformedAnswer, moneyOfMinor, objectOf, optionalTextOf, textOf, wordIn } from "../wire.ts";
import { type Get, minorOf, type Post } from "./paystack-requests.ts";
import { type Answer, type Clean, dataOf, readAnswer, REFUND_STATUS } from "./paystack-wire.ts";

/**
 * Paystack takes no reference for a refund. Ours stands in the merchant's note, which comes back with the refund: by it a refund whose answer was
 * lost is found again among those made since.
 */
const PAGE_ROWS = 100;
const MAX_PAGES = 10;
const DAY_MS = 24 * 60 * 60_000;

export function createPaystackRefunds({ post, get, clean }: { post: Post; get: Get; clean: Clean }): Required<Pick<Provider, "refund" | "fetchRefund">> {
  async function refund(request: RefundRequest, signal: AbortSignal): Promise<RefundResult> {
    return moving<RefundResult>(async () => {
      const answer = readAnswer(await post({ path: "/refund", body: bodyOf(request) }, signal));
      const data = objectOf(dataOf(answer, clean), "data");
      if (textOf(objectOf(data["transaction"], "transaction"), "reference") !== request.paymentReference) throw new MalformedAnswer("reference");
      if (!moneyOfMinor(data["amount"], textOf(data, "currency")).equals(request.amount)) throw new MalformedAnswer("amount");
      const status = wordIn(REFUND_STATUS, data, "status");
      if (status === "failed") throw new Refusal("failed", "the refund failed");
      return { outcome: "accepted", status, providerRefundId: idOf(data, "id") };
    });
  }

  async function fetchRefund({ reference, providerRefundId }: RefundQuery, signal: AbortSignal): Promise<RefundAnswer> {
    return asking<RefundAnswer>(async () => {
      if (providerRefundId === null) return findByNote(reference, signal);
      const data = objectOf(dataOf(readAnswer(await get(`/refund/${encodeURIComponent(providerRefundId)}`, signal)), clean), "data");
      if (!isNoted(data, reference)) throw new MalformedAnswer("merchant_note");
      return { outcome: "found", status: wordIn(REFUND_STATUS, data, "status") };
    });
  }

  /** Only a list that was read to its end may say that the refund is not there: it is asked for again then, and must not exist twice. */
  async function findByNote(reference: string, signal: AbortSignal): Promise<RefundAnswer> {
    const since = sinceOf(reference);
    for (let page = 1, seen = 0; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ ...since, perPage: String(PAGE_ROWS), page: String(page) });
      const answer = readAnswer(await get(`/refund?${query.toString()}`, signal));
      const rows = dataOf(answer, clean);
      if (!Array.isArray(rows)) throw new MalformedAnswer("data");
      const refunds = rows.map((row) => objectOf(row, "a refund"));
      const found = refunds.find((row) => isNoted(row, reference));
      if (found !== undefined) return { outcome: "found", status: wordIn(REFUND_STATUS, found, "status") };
      seen += refunds.length;
      if (seen >= totalOf(answer)) return { outcome: "not_found" };
      if (refunds.length === 0) break;
    }
    return { outcome: "unknown", reason: "the list of refunds could not be read to its end" };
  }

  return { refund, fetchRefund };
}

function bodyOf({ paymentReference, amount, reference, reason }: RefundRequest): object {
  const merchant_note = `Refund ${reference}`;
  return { transaction: paymentReference, amount: minorOf(amount), currency: amount.currency, customer_note: reason, merchant_note };
}

function isNoted(refund: Json, reference: string): boolean {
  return optionalTextOf(refund, "merchant_note")?.includes(reference) === true;
}

function totalOf(answer: Answer): number {
  const total = answer.says === "yes" ? objectOf(answer.meta, "meta")["total"] : undefined;
  if (typeof total !== "number" || !Number.isSafeInteger(total) || total < 0) throw new MalformedAnswer("total");
  return total;
}

/** Our references are UUIDs of version 7, which bear the time they were made at. A day is more than two clocks differ by. */
function sinceOf(reference: string): { from: string } | Record<string, never> {
  if (reference[14] !== "7") return {};
  const madeAtMs = Number.parseInt(reference.replace("-", "").slice(0, 12), 16);
  return { from: new Date(madeAtMs - DAY_MS).toISOString() };
}
