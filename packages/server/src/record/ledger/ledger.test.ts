import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import {
  ACCOUNT_PURPOSES,
  accountKeyOf,
  firstFloorOf,
  InvalidLedgerTransaction,
  type LedgerTransaction,
  linesOf,
  MAX_POSTINGS,
  storableDescription,
  yieldsToFacts,
} from "./ledger.ts";
import { atProvider, FEES, FX, move, SETTLEMENT, SUSPENSE, transaction } from "./postings.ts";

const ORG = "018f3c1e-0000-7000-8000-000000000001";
const PAYMENT = "018f3c1e-0000-7000-8000-0000000000aa";
const HOLD = "018f3c1e-0000-7000-8000-0000000000bb";
const AT = new Date("2026-01-05T09:00:00.000Z");
const usd = (text: string): Money => Money.parse(text, "USD");
const of = (change: Partial<LedgerTransaction> = {}): LedgerTransaction => ({
  ...transaction(
    { orgId: ORG, paymentId: PAYMENT },
    "completed",
    "Payin received",
    AT,
    move(atProvider("fiat"), SETTLEMENT, usd("1.50")),
  ),
  ...change,
});
const problemOf = (change: Partial<LedgerTransaction>): string => {
  try {
    linesOf(of(change));
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidLedgerTransaction);
    expect(error).toMatchObject({ name: "InvalidLedgerTransaction", code: "P0001" });
    return (error as Error).message;
  }
  throw new Error("it was accepted");
};

const NO_CHANGE = { amount: 0n, heldChange: 0n, holdId: null, accountStatus: null, floor: null };
const settlement = {
  accountKey: `${ORG} settlement USD `,
  purpose: "settlement",
  ownerId: "",
  currency: "USD",
  ...NO_CHANGE,
};

describe("a transaction's lines", () => {
  test("are its postings, each of one account, and none for zero", () => {
    const postings = [
      ...move(atProvider("fiat"), SETTLEMENT, usd("1.50")),
      { account: FEES, amount: usd("0") },
      ...move(SETTLEMENT, FEES, usd("0.00")),
    ];
    expect(linesOf(of({ postings }))).toEqual([
      {
        accountKey: `${ORG} provider USD fiat`,
        purpose: "provider",
        ownerId: "fiat",
        currency: "USD",
        ...NO_CHANGE,
        amount: -150n,
      },
      { ...settlement, amount: 150n },
    ]);
  });

  test("of a capture shrink the hold by what they take", () => {
    const postings = [
      { account: SETTLEMENT, amount: usd("-1.50"), captures: HOLD },
      { account: FEES, amount: usd("1.50") },
    ];
    expect(linesOf(of({ postings }))[0]).toEqual({ ...settlement, amount: -150n, heldChange: -150n, holdId: HOLD });
  });

  test("of holds reserve and release without moving money", () => {
    const hold = { holdId: HOLD, account: SETTLEMENT, amount: usd("2.00") };
    expect(linesOf(of({ postings: [], reserves: [hold], releases: [hold] }))).toEqual([
      { ...settlement, heldChange: 200n, holdId: HOLD },
      { ...settlement, heldChange: -200n, holdId: HOLD },
    ]);
  });

  test("of a status and of a floor change nothing but these", () => {
    const change = { postings: [], accountStatus: { account: SETTLEMENT, currency: "USD", status: "frozen" as const } };
    expect(linesOf(of(change))).toEqual([{ ...settlement, accountStatus: "frozen" }]);
    expect(linesOf(of({ postings: [], floorChange: { account: SETTLEMENT, floor: usd("-5.00") } }))).toEqual([
      { ...settlement, floor: -500n },
    ]);
    expect(linesOf(of({ postings: [], floorChange: { account: SETTLEMENT, floor: usd("0.00") } }))).toEqual([
      { ...settlement, floor: 0n },
    ]);
  });

  test("may be as many as the limit, and one more is refused", () => {
    const pairs = (count: number) => Array.from({ length: count }, () => move(FX, SUSPENSE, usd("0.01"))).flat();
    expect(linesOf(of({ postings: pairs(MAX_POSTINGS / 2) }))).toHaveLength(MAX_POSTINGS);
    expect(problemOf({ postings: pairs(MAX_POSTINGS / 2 + 1) })).toContain("more than 250 lines");
  });
});

describe("a transaction is refused", () => {
  const held = (amount: string, holdId = HOLD) => [{ holdId, account: SETTLEMENT, amount: usd(amount) }];
  const capture = (amount: string, captures = HOLD) => [
    { account: SETTLEMENT, amount: usd(amount), captures },
    { account: FEES, amount: usd(amount).negate() },
  ];
  const upper = HOLD.toUpperCase();
  test.each<[string, Partial<LedgerTransaction>, string]>([
    ["whose organization is no lower-case id", { orgId: upper }, "organization id"],
    ["whose organization has something behind its id", { orgId: `${ORG}0` }, "organization id"],
    ["whose organization has something before its id", { orgId: `0${ORG}` }, "organization id"],
    ["without a cause", { cause: "" }, "the cause"],
    ["whose cause names no resource", { cause: "payment:completed" }, "the cause"],
    ["whose cause has something before the resource", { cause: `x${PAYMENT}:completed` }, "the cause"],
    ["whose cause says nothing", { cause: `${PAYMENT}:` }, "the cause"],
    ["whose cause has a blank", { cause: `${PAYMENT}:two words` }, "the cause"],
    ["whose cause is too long", { cause: `${PAYMENT}:${"x".repeat(161)}` }, "the cause"],
    ["at no time", { at: new Date(Number.NaN) }, "the time"],
    [
      "whose postings do not sum to zero",
      { postings: [{ account: SETTLEMENT, amount: usd("0.01") }] },
      "in USD do not sum to zero",
    ],
    [
      "whose postings sum to zero over two currencies only",
      {
        postings: [
          { account: SETTLEMENT, amount: usd("1.00") },
          { account: FX, amount: Money.parse("-1.00", "EUR") },
        ],
      },
      "in USD do not sum to zero",
    ],
    ["that changes nothing", { postings: [] }, "changes nothing"],
    [
      "with an owner of two words",
      { postings: move({ purpose: "provider", ownerId: "two words" }, SETTLEMENT, usd("1.00")) },
      'the owner "two words"',
    ],
    [
      "with an owner that is too long",
      { postings: move(atProvider("x".repeat(65)), SETTLEMENT, usd("1.00")) },
      "the owner",
    ],
    ["that reserves nothing", { reserves: held("0.00") }, "positive amount"],
    ["that releases a negative amount", { releases: held("-1.00") }, "positive amount"],
    ["that reserves under no lower-case id", { reserves: held("1.00", upper) }, "hold id"],
    ["that captures into the account", { postings: capture("1.00") }, "its amount is negative"],
    ["that captures from no lower-case id", { postings: capture("-1.00", upper) }, "hold id"],
    [
      "that gives a customer's account a floor",
      { floorChange: { account: { purpose: "escrow" }, floor: usd("-1.00") } },
      "of a escrow account",
    ],
    ["whose floor is above zero", { floorChange: { account: SETTLEMENT, floor: usd("0.01") } }, "zero or negative"],
  ])("%s", (_, change, problem) => {
    expect(problemOf(change)).toContain(problem);
  });

  test("under its name, so that the row is found", () => {
    expect(problemOf({ postings: [] })).toBe(
      `ledger transaction "${PAYMENT}:completed" of organization ${ORG}: it changes nothing`,
    );
  });

  test("but not for a long cause, a long owner or an owner of any plain sign", () => {
    expect(linesOf(of({ cause: `${PAYMENT}:${"x".repeat(160)}` }))).toHaveLength(2);
    expect(linesOf(of({ postings: move(atProvider("~".repeat(64)), SETTLEMENT, usd("1.00")) }))).toHaveLength(2);
  });
});

test("accounts of an organization and its customers start with a floor of zero, and only its own may be overdrawn by facts", () => {
  expect(ACCOUNT_PURPOSES.filter((purpose) => firstFloorOf(purpose) === 0n)).toEqual([
    "settlement",
    "virtual_account",
    "escrow",
  ]);
  expect(ACCOUNT_PURPOSES.filter((purpose) => firstFloorOf(purpose) !== 0n && firstFloorOf(purpose) !== null)).toEqual(
    [],
  );
  expect(ACCOUNT_PURPOSES.filter(yieldsToFacts)).toEqual(["settlement"]);
});

test("accounts are told apart by organization, purpose, owner and currency", () => {
  const keys = [
    accountKeyOf("a", "provider", "fiat", "USD"),
    accountKeyOf("b", "provider", "fiat", "USD"),
    accountKeyOf("a", "fees", "fiat", "USD"),
    accountKeyOf("a", "provider", "hybrid", "USD"),
    accountKeyOf("a", "provider", "fiat", "EUR"),
    accountKeyOf("a", "provider", "", "USD"),
  ];
  expect(new Set(keys).size).toBe(keys.length);
});

test("the account of a provider is that of people where no provider is named", () => {
  expect(atProvider("fiat")).toEqual({ purpose: "provider", ownerId: "fiat" });
  expect(atProvider(null)).toEqual({ purpose: "provider", ownerId: "manual" });
  expect([SETTLEMENT, FEES, FX, SUSPENSE].map(({ purpose }) => purpose)).toEqual([
    "settlement",
    "fees",
    "fx",
    "suspense",
  ]);
});

test("a description is stored whole up to its limit, without what a database cannot hold", () => {
  expect(storableDescription("Payin received")).toBe("Payin received");
  expect(storableDescription("x".repeat(501))).toBe("x".repeat(500));
  expect(storableDescription("a\u0000b\u0000\ud800c")).toBe("ab\ufffdc");
});
