import type { Money } from "@corridor/base/money.ts";
import type { Provider, SettledLine } from "@corridor/provider-kit/provider.ts";
import {
  byMeaning,
  entryOf,
  formOf,
  type Json,
  optionalTextOf,
  partOf,
  requireSame,
  signedMoneyOf,
  textOf,
  unixTimeOf,
} from "@corridor/provider-kit/wire.ts";
import { moneyOfCount } from "./stripe-amount.ts";
import { readList, referenceOf } from "./stripe-wire.ts";

/** Every movement of the balance, payouts to our bank included. They never change, and are listed newest first. */
const MAX_LISTED = 100;
const PAGES_PER_CALL = 10;
const DAY_SECONDS = 86_400;

/** Stripe's own grouping for reports, as its exported files have it. */
const KINDS = byMeaning<SettledLine["kind"]>({
  charge: "charge",
  refund: "refund",
  chargeback: "dispute",
  reversal: "dispute_reversal charge_failure refund_failure",
  transfer: "payout payout_reversal topup",
  fee: "fee network_cost tax",
});

export function createStripeSettlements(
  get: (path: string, signal: AbortSignal) => Promise<Json>,
): NonNullable<Provider["fetchSettlements"]> {
  return async ({ day, cursor }, signal) => {
    const from = Date.parse(`${day}T00:00:00Z`) / 1_000;
    const lines: SettledLine[] = [];
    let after = cursor;
    for (let page = 0; page < PAGES_PER_CALL; page++) {
      const query = formOf({
        "created[gte]": from,
        "created[lt]": from + DAY_SECONDS,
        limit: MAX_LISTED,
        "expand[]": "data.source",
        starting_after: after ?? undefined,
      });
      const { items, isWhole } = readList(await get(`/v1/balance_transactions?${query}`, signal), "list");
      lines.push(...items.map(lineOf));
      after = lines.at(-1)?.id ?? null;
      if (isWhole || items.length === 0) return { outcome: "found", lines, cursor: null };
    }
    return { outcome: "found", lines, cursor: after };
  };
}

function lineOf(json: Json): SettledLine {
  requireSame("object", json["object"], "balance_transaction");
  const currency = textOf(json, "currency").toUpperCase();
  const signed = (name: string): Money => signedMoneyOf(json[name], currency, moneyOfCount);
  const [gross, fee] = [signed("amount"), signed("fee")];
  requireSame("net", gross.minus(fee), signed("net"));
  const source = typeof json["source"] === "object" && json["source"] !== null ? partOf(json, "source") : null;
  return {
    id: textOf(json, "id"),
    day: unixTimeOf(json, "created").toISOString().slice(0, 10),
    kind: entryOf(KINDS, textOf(json, "reporting_category")) ?? "adjustment",
    gross,
    fee,
    providerReference: source === null ? (optionalTextOf(json, "source") ?? null) : providerReferenceOf(source),
    ourReference: source === null ? null : referenceOf(source),
    original: source === null ? undefined : originalOf(source, gross),
  };
}

/** We know a charge by its PaymentIntent; refunds, disputes and payouts by their own ids. */
function providerReferenceOf(source: Json): string {
  const intent = source["object"] === "charge" ? source["payment_intent"] : null;
  return typeof intent === "string" ? intent : textOf(source, "id");
}

/** The amount that the customer paid or got back, if the balance is in another currency. */
function originalOf(source: Json, gross: Money): Money | undefined {
  const currency = optionalTextOf(source, "currency")?.toUpperCase();
  if (currency === undefined || currency === gross.currency || typeof source["amount"] !== "number") return undefined;
  const amount = signedMoneyOf(source["amount"], currency, moneyOfCount);
  return amount.isNegative() === gross.isNegative() ? amount : amount.negate();
}
