import { idTimeMs } from "@corridor/base/ids.ts";
import type { Provider, RefundAnswer, RefundElsewhereUpdate, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { Refusal, type Speaker } from "@corridor/provider-kit/speak.ts";
import {
  filledTextOf,
  formOf,
  idOf,
  type Json,
  listOf,
  MalformedAnswer,
  moneyOfMinor,
  optionalTextOf,
  partOf,
  positive,
  requireSame,
  textOf,
  Undecided,
  wordIn,
} from "@corridor/provider-kit/wire.ts";
import { minorOf } from "./paystack-requests.ts";
import { readAnswer, REFUND_STATUS, yesOf } from "./paystack-wire.ts";

/** Paystack accepts no reference for a refund. Ours in the merchant's note finds a refund whose answer was lost. */
const PAGE_ROWS = 100;
const MAX_PAGES = 10;
const DAY_MS = 24 * 60 * 60_000;

const NOT_WHOLE = "the list of refunds could not be read to its end";

export function createPaystackRefunds(
  { get, post, clean }: Speaker,
  ask: (path: string, signal: AbortSignal) => Promise<Json>,
): Required<Pick<Provider, "refund" | "fetchRefund" | "fetchIncidents">> {
  /** A missing refund is requested again, so only a list that was read to its end proves that it is missing. */
  async function findByNote(reference: string, signal: AbortSignal): Promise<RefundAnswer> {
    const { rows, isWhole } = await list(sinceOf(reference), (row) => isNoted(row, reference), signal);
    const found = rows.find((row) => isNoted(row, reference));
    if (found !== undefined) return { outcome: "found", status: wordIn(REFUND_STATUS, found, "status") };
    if (isWhole) return { outcome: "not_found" };
    throw new Undecided(NOT_WHOLE);
  }

  async function list(
    filter: Record<string, string>,
    isLast: (row: Json) => boolean,
    signal: AbortSignal,
  ): Promise<{ rows: Json[]; isWhole: boolean }> {
    const rows: Json[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const json = await ask(`/refund?${formOf({ ...filter, perPage: PAGE_ROWS, page })}`, signal);
      const more = listOf(json, "data");
      rows.push(...more);
      if (rows.length >= totalOf(json)) return { rows, isWhole: true };
      if (more.length === 0 || more.some(isLast)) break;
    }
    return { rows, isWhole: false };
  }

  return {
    async refund(request, signal) {
      const response = await post("/refund", bodyOf(request), signal);
      const data = partOf(yesOf(readAnswer(response), clean), "data");
      requireSame("reference", textOf(partOf(data, "transaction"), "reference"), request.paymentReference);
      requireSame("amount", moneyOfMinor(data["amount"], textOf(data, "currency")), request.amount);
      const status = wordIn(REFUND_STATUS, data, "status");
      if (status === "failed") throw new Refusal("failed", "the refund failed");
      return { outcome: "accepted", status, providerRefundId: idOf(data, "id") };
    },
    async fetchRefund({ reference, providerRefundId: id }, signal) {
      if (id === null) return findByNote(reference, signal);
      const data = partOf(await ask(`/refund/${encodeURIComponent(id)}`, signal), "data");
      if (!isNoted(data, reference)) throw new MalformedAnswer("merchant_note");
      return { outcome: "found", status: wordIn(REFUND_STATUS, data, "status") };
    },
    /**
     * `refund.*` names the payment only. Refunds without our reference were made on Paystack's dashboard. A refund of a
     * dispute is the dispute's own money, posted with the dispute.
     */
    async fetchIncidents({ reference }, signal) {
      const answer = readAnswer(await get(`/transaction/verify/${encodeURIComponent(reference!)}`, signal));
      if (answer.says === "no" && answer.notFound) return { outcome: "found", incidents: [] };
      const transaction = idOf(partOf(yesOf(answer, clean), "data"), "id");
      const { rows, isWhole } = await list({ transaction }, () => false, signal);
      const made = rows.filter((row) => row["transaction_reference"] === reference);
      if (made.length === 0 && !isWhole) throw new Undecided(NOT_WHOLE);
      return { outcome: "found", incidents: made.flatMap((row) => elsewhereIn(row, reference!)) };
    },
  };
}

function elsewhereIn(row: Json, reference: string): RefundElsewhereUpdate[] {
  if (
    wordIn(REFUND_STATUS, row, "status") !== "completed" ||
    row["dispute"] != null ||
    OUR_NOTE.test(filledTextOf(row, "merchant_note") ?? "")
  )
    return [];
  const amount = positive(moneyOfMinor(row["amount"], textOf(row, "currency")), "amount");
  return [
    { kind: "refund_elsewhere", providerRefundId: idOf(row, "id"), reference, providerPaymentId: reference, amount },
  ];
}

const OUR_NOTE = /^Refund [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function bodyOf({ paymentReference, amount, reference, reason }: RefundRequest): object {
  const note = { customer_note: reason, merchant_note: `Refund ${reference}` };
  return { transaction: paymentReference, amount: minorOf(amount), currency: amount.currency, ...note };
}

function isNoted(refund: Json, reference: string): boolean {
  return optionalTextOf(refund, "merchant_note")?.includes(reference) === true;
}

function totalOf(json: Json): number {
  const { total } = partOf(json, "meta");
  if (typeof total !== "number" || !Number.isSafeInteger(total) || total < 0) throw new MalformedAnswer("total");
  return total;
}

/** Our references are version 7 UUIDs: they contain their time. A day earlier is more than two clocks differ by. */
function sinceOf(reference: string): { from: string } | Record<string, never> {
  return reference[14] === "7" ? { from: new Date(idTimeMs(reference) - DAY_MS).toISOString() } : {};
}
