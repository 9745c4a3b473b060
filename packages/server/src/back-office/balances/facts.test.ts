import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LedgerTransaction } from "#src/record/ledger/ledger.ts";
import { postTransactions, type PostingOutcome } from "#src/record/ledger/index.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import type { Payment } from "#src/payments/core/payment.ts";
import { aPayment } from "#src/payments/core/payment.fixtures.ts";
import { SETTLEMENT } from "#src/record/ledger/postings.ts";
import * as paymentLedger from "#src/payments/core/payment-ledger.ts";
import * as rampLedger from "#src/payments/ramps/ramp-ledger.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";

/**
 * A floor limits what we start, never what has already happened. This test makes every posting of payments and ramps
 * for an organization without money: new outgoing money is refused, and everything that a provider may have done is
 * booked.
 */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  const { broken } = await verifyLedger(database.db);
  await database[Symbol.asyncDispose]();
  expect(broken).toBeNull();
});

const now = new Date("2026-01-05T10:00:00.000Z");
const naira = (text: string): Money => Money.parse(text, "NGN");
const post = (...transactions: LedgerTransaction[]): Promise<PostingOutcome[]> =>
  database.db.transaction((tx) => postTransactions(tx, transactions));
const fee_funding = { purpose: "settlement" } as const;
const refund = { refundId: newId(), amount: naira("1500.00") };

const payin = (change: Partial<Payment> = {}): Payment => aPayment({ provider: "fiat", ...change });
const payout = (): Payment => aPayment({ direction: "outbound", provider: "fiat" });
const ramp = (details: Payment["details"]): Payment =>
  aPayment({
    kind: "ramp",
    direction: "external",
    targetAmount: Money.parse("1.000000", "USDT"),
    provider: "fiat",
    details,
  });
const refundOf = (payment: Payment, step: "reserved" | "completed" | "failed", from = SETTLEMENT): LedgerTransaction =>
  paymentLedger.ledgerOfRefund(payment, refund, step, from, "fiat", now);

describe("what we start is refused without a balance", () => {
  test.each([
    ["a payout with its fee", () => paymentLedger.ledgerOfCreation(payout(), now)],
    ["the fee of a ramp", () => paymentLedger.ledgerOfCreation(ramp({ fee_funding }), now)],
    ["a refund", () => [refundOf(payin(), "reserved")]],
  ])("%s", async (_, ledger) => {
    expect(await post(...ledger())).toEqual(["insufficient_funds"]);
  });
});

describe("what has happened is booked without a balance", () => {
  const inAnotherCurrency = { targetAmount: Money.parse("1.00", "USD") };
  const FACTS: [string, () => LedgerTransaction[]][] = [
    ["a payin with its fee", () => paymentLedger.ledgerOfCompletion(payin(), now)],
    [
      "a payin whose fee is more than it brings",
      () => paymentLedger.ledgerOfCompletion(payin({ totalFees: naira("9000.00") }), now),
    ],
    ["a payin in another currency than its fee", () => paymentLedger.ledgerOfCompletion(payin(inAnotherCurrency), now)],
    ["a payout that was delivered", () => paymentLedger.ledgerOfCompletion(payout(), now)],
    ["a payout that came back", () => paymentLedger.ledgerOfReversal(payout(), now)],
    [
      "money that nobody asked for",
      () => [paymentLedger.ledgerOfUnexpectedMoney(payin(), "fiat", naira("5.00"), naira("5.00"), now)],
    ],
    ["a refund that reached the payer", () => [refundOf(payin(), "completed")]],
    ["a refund that failed", () => [refundOf(payin(), "failed")]],
    [
      "a refund that was made at the provider",
      () => [paymentLedger.ledgerOfRefundElsewhere(payin(), { ...refund, from: "fiat" }, now)],
    ],
    [
      "a payin that its provider has handed over",
      () => [paymentLedger.ledgerOfSettlement(payin(), naira("5.00"), now)],
    ],
    ["the first leg of a ramp", () => [paymentLedger.ledgerOfCollection(ramp({ fee_funding }), "fiat", now)]],
    ["the second leg of a ramp", () => [rampLedger.ledgerOfSettlement(ramp({ fee_funding }), "crypto", now)]],
    [
      "the second leg of a ramp that pays its fee only then",
      () => [rampLedger.ledgerOfSettlement(ramp({}), "crypto", now)],
    ],
    ["the fee of a ramp that ended undelivered", () => rampLedger.ledgerOfFeeReturn(ramp({ fee_funding }), now)],
    ["a ramp that a person gives back", () => [paymentLedger.ledgerOfHandOver(ramp({ fee_funding }), now)]],
    ["a ramp whose first leg goes back", () => [refundOf(ramp({ fee_funding }), "reserved", paymentLedger.CLEARING)]],
  ];

  test.each(FACTS)("%s", async (_, ledger) => {
    expect(await post(...ledger())).toEqual(["posted"]);
  });

  test("and no posting of payments or ramps is missing above", () => {
    const known = ["ledgerOfCreation", ...FACTS.map(([, ledger]) => ledger.toString()), refundOf.toString()].join(" ");
    const postings = [...Object.keys(paymentLedger), ...Object.keys(rampLedger)].filter((name) =>
      name.startsWith("ledgerOf"),
    );
    expect(postings.filter((name) => !known.includes(name))).toEqual([]);
    expect(postings.length).toBeGreaterThan(8);
  });
});
