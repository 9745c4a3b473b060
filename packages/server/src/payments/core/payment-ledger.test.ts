import { describe, expect, test } from "vitest";
import { linesOf, type LedgerTransaction } from "#src/record/ledger/ledger.ts";
import { Money } from "@corridor/base/money.ts";
import { aPayment, anAttempt } from "./payment.fixtures.ts";
import type { Payment, RouteCandidate } from "./payment.ts";
import {
  ledgerOfCompletion,
  ledgerOfCreation,
  ledgerOfRefund,
  ledgerOfRefundElsewhere,
  ledgerOfReversal,
  ledgerOfSettlement,
  ledgerOfUnexpectedMoney,
  pendingSettlementOf,
  setsAside,
} from "./payment-ledger.ts";

const AT = new Date("2026-01-05T10:00:00.000Z");
const ngn = (text: string): Money => Money.parse(text, "NGN");
const ESCROW = { purpose: "escrow", ownerId: "project" } as const;
const ACCOUNT = { purpose: "virtual_account", ownerId: "account" } as const;
const payout = (change: Partial<Payment> = {}): Payment => aPayment({ direction: "outbound", ...change });

/** `from -> to amount` for each pair of postings; the ledger itself must accept them. */
function movesOf(transactions: readonly LedgerTransaction[]): string[] {
  return transactions.flatMap((one) => {
    linesOf(one);
    expect(one.at).toBe(AT);
    return one.postings.flatMap(({ account, amount }, index) => {
      if (index % 2 === 1) return [];
      const { account: to, amount: gained } = one.postings[index + 1]!;
      expect(gained.plus(amount).isZero()).toBe(true);
      const name = ({ purpose, ownerId }: typeof account) =>
        ownerId === undefined ? purpose : `${purpose}:${ownerId}`;
      return [`${name(account)} -> ${name(to)} ${gained.toString()}`];
    });
  });
}
const causesOf = (payment: Payment, transactions: readonly LedgerTransaction[]): string[] =>
  transactions.map(({ orgId, cause }) => {
    expect(orgId).toBe(payment.orgId);
    return cause.replace(payment.paymentId, "id");
  });

describe("a payout", () => {
  test("sets its amount and fee aside when it is created, from where its money comes", () => {
    const plain = payout();
    expect(movesOf(ledgerOfCreation(plain, AT))).toEqual([
      "settlement -> in_transit 1500.00 NGN",
      "settlement -> fees 15.00 NGN",
    ]);
    expect(causesOf(plain, ledgerOfCreation(plain, AT))).toEqual(["id:reserved"]);
    expect(ledgerOfCreation(plain, AT)[0]!.hasHappened).toBeUndefined();
    expect(movesOf(ledgerOfCreation(payout({ details: { funding: ESCROW } }), AT))).toEqual([
      "escrow:project -> in_transit 1500.00 NGN",
      "escrow:project -> fees 15.00 NGN",
    ]);
    expect(movesOf(ledgerOfCreation(payout({ details: { funding: ESCROW, fee_funding: ACCOUNT } }), AT))).toEqual([
      "escrow:project -> in_transit 1500.00 NGN",
      "virtual_account:account -> fees 15.00 NGN",
    ]);
    expect(movesOf(ledgerOfCreation(payout({ totalFees: ngn("0.00") }), AT))).toEqual([
      "settlement -> in_transit 1500.00 NGN",
    ]);
  });

  test("hands its money to the provider when it is delivered, through fx where the currencies differ", () => {
    const plain = payout();
    expect(movesOf(ledgerOfCompletion(plain, AT))).toEqual(["in_transit -> provider:fiat 1500.00 NGN"]);
    expect(causesOf(plain, ledgerOfCompletion(plain, AT))).toEqual(["id:completed"]);
    expect(movesOf(ledgerOfCompletion(payout({ targetAmount: Money.parse("1.00", "USD") }), AT))).toEqual([
      "in_transit -> fx 1500.00 NGN",
      "fx -> provider:fiat 1.00 USD",
    ]);
  });

  test("that ended otherwise gives everything back to where it came from", () => {
    const plain = payout();
    expect(movesOf(ledgerOfReversal(plain, AT))).toEqual([
      "in_transit -> settlement 1500.00 NGN",
      "fees -> settlement 15.00 NGN",
    ]);
    expect(causesOf(plain, ledgerOfReversal(plain, AT))).toEqual(["id:reversed"]);
    expect(movesOf(ledgerOfReversal(payout({ details: { funding: ESCROW, fee_funding: ACCOUNT } }), AT))).toEqual([
      "in_transit -> escrow:project 1500.00 NGN",
      "fees -> virtual_account:account 15.00 NGN",
    ]);
    expect(ledgerOfReversal(aPayment(), AT)).toEqual([]);
  });
});

describe("a payin", () => {
  test("sets nothing aside, unless it names the source of its fee", () => {
    expect(setsAside(aPayment())).toBe(false);
    expect(ledgerOfCreation(aPayment(), AT)).toEqual([]);
    const ramp = aPayment({ details: { fee_funding: ACCOUNT } });
    expect(setsAside(ramp)).toBe(true);
    expect(movesOf(ledgerOfCreation(ramp, AT))).toEqual(["virtual_account:account -> fees 15.00 NGN"]);
    expect(setsAside(payout())).toBe(true);
  });

  test("that is completed has happened: it reaches the settlement account, and its fee leaves it", () => {
    const [transaction, ...others] = ledgerOfCompletion(aPayment(), AT);
    expect(others).toEqual([]);
    expect(transaction!.hasHappened).toBe(true);
    expect(movesOf([transaction!])).toEqual([
      "provider:fiat -> settlement 1500.00 NGN",
      "settlement -> fees 15.00 NGN",
    ]);
  });

  test("in another currency goes through fx", () => {
    const foreign = aPayment({ targetAmount: Money.parse("1.00", "USD"), totalFees: Money.parse("0.10", "USD") });
    expect(movesOf(ledgerOfCompletion(foreign, AT))).toEqual([
      "provider:fiat -> fx 1500.00 NGN",
      "fx -> settlement 1.00 USD",
      "settlement -> fees 0.10 USD",
    ]);
  });
});

describe("a payin whose provider settles later", () => {
  const route = (config_id: string, settlement_delay_hours?: number): RouteCandidate => ({
    provider: "fiat",
    config_id,
    priority: 1,
    scope: "global",
    taken: true,
    reason: "",
    ...(settlement_delay_hours === undefined ? {} : { settlement_delay_hours }),
  });
  const attempts = [
    anAttempt({ config_id: "first", outcome: "accepted" }),
    anAttempt({ config_id: "second", outcome: "accepted" }),
  ];
  const later = (change: Partial<Payment> = {}): Payment => {
    const payment = aPayment(change);
    return { ...payment, progress: { ...payment.progress, attempts, route: [route("first", 1), route("second", 24)] } };
  };

  test("is pending less its fee, by the delay of the config that carried it last", () => {
    expect(pendingSettlementOf(later())).toEqual({ amount: ngn("1485.00"), delayMs: 24 * 3_600_000 });
    expect(movesOf(ledgerOfCompletion(later(), AT))).toEqual([
      "provider:fiat -> pending_settlement 1500.00 NGN",
      "pending_settlement -> fees 15.00 NGN",
    ]);
  });

  test("pays a fee in another currency from its settlement account", () => {
    const payment = later({ totalFees: Money.parse("0.10", "USD") });
    expect(pendingSettlementOf(payment)?.amount).toEqual(ngn("1500.00"));
    expect(movesOf(ledgerOfCompletion(payment, AT))).toEqual([
      "provider:fiat -> pending_settlement 1500.00 NGN",
      "settlement -> fees 0.10 USD",
    ]);
  });

  test("is not pending where nothing would be left, where it goes out, or where its provider settles at once", () => {
    expect(pendingSettlementOf(later({ totalFees: ngn("1500.00") }))).toBeNull();
    expect(pendingSettlementOf(later({ totalFees: ngn("1499.99") }))?.amount).toEqual(ngn("0.01"));
    expect(pendingSettlementOf(later({ direction: "outbound" }))).toBeNull();
    const payment = later();
    expect(
      pendingSettlementOf({
        ...payment,
        progress: { ...payment.progress, route: [route("first", 1), route("second")] },
      }),
    ).toBeNull();
    const refused = attempts.map((attempt) => ({ ...attempt, outcome: "refused" as const }));
    expect(pendingSettlementOf({ ...payment, progress: { ...payment.progress, attempts: refused } })).toBeNull();
    expect(movesOf(ledgerOfCompletion(later({ totalFees: ngn("1500.00") }), AT))[0]).toBe(
      "provider:fiat -> settlement 1500.00 NGN",
    );
  });

  test("becomes available once, as a fact", () => {
    const settled = ledgerOfSettlement(later(), ngn("1485.00"), AT);
    expect(settled.hasHappened).toBe(true);
    expect(settled.cause).toMatch(/:available$/);
    expect(movesOf([settled])).toEqual(["pending_settlement -> settlement 1485.00 NGN"]);
  });
});

test("money beyond the amount is kept apart once for each total", () => {
  const payment = aPayment();
  const transaction = ledgerOfUnexpectedMoney(payment, "hybrid", ngn("100.00"), ngn("1600.00"), AT);
  expect(movesOf([transaction])).toEqual(["provider:hybrid -> suspense 100.00 NGN"]);
  expect(causesOf(payment, [transaction])).toEqual(["id:unexpected:1600.00"]);
});

test("a refund is reserved, and then reaches the provider or comes back", () => {
  const payment = aPayment();
  const refund = { refundId: "refund", amount: ngn("10.00") };
  const step = (name: "reserved" | "completed" | "failed") =>
    ledgerOfRefund(payment, refund, name, ACCOUNT, "fiat", AT);
  expect(movesOf([step("reserved"), step("completed"), step("failed")])).toEqual([
    "virtual_account:account -> refunds_in_transit 10.00 NGN",
    "refunds_in_transit -> provider:fiat 10.00 NGN",
    "refunds_in_transit -> virtual_account:account 10.00 NGN",
  ]);
  expect(causesOf(payment, [step("reserved"), step("failed")])).toEqual([
    "id:refund:refund:reserved",
    "id:refund:refund:failed",
  ]);
  expect(step("completed").description).toBe("Refund completed");
  const elsewhere = ledgerOfRefundElsewhere(payment, { ...refund, from: "hybrid" }, AT);
  expect(elsewhere.hasHappened).toBe(true);
  expect(movesOf([elsewhere])).toEqual(["settlement -> provider:hybrid 10.00 NGN"]);
  expect(causesOf(payment, [elsewhere])).toEqual(["id:refund:refund:elsewhere"]);
});
