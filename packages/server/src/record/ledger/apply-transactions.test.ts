import { describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { applyTransactions, type LedgerState } from "./apply-transactions.ts";
import { chainHash, GENESIS_HASH } from "./chain.ts";
import {
  accountKeyOf,
  type AccountPurpose,
  type AccountRef,
  type AccountStatus,
  type LedgerTransaction,
  linesOf,
  type PostingOutcome,
} from "./ledger.ts";
import { atProvider, FEES, move, SETTLEMENT } from "./postings.ts";

/**
 * The rules of the ledger without a database. How batches of them are stored is tested in post-transactions.test.ts.
 */
const ORG = "018f3c1e-0000-7000-8000-000000000001";
const OTHER_ORG = "018f3c1e-0000-7000-8000-000000000002";
const HOLD = "018f3c1e-0000-7000-8000-0000000000bb";
const AT = new Date("2026-01-05T09:00:00.000Z");
const LATER = new Date("2026-01-05T10:00:00.000Z");
const CUSTOMER: AccountRef = { purpose: "virtual_account", ownerId: "customer" };
const FIAT = atProvider("fiat");
const usd = (text: string): Money => Money.parse(text, "USD");

/** A ledger in memory. `post` numbers the causes, so that each transaction is a new one. */
class Books {
  readonly state: LedgerState;
  #posted = 0;

  constructor(openings?: ReadonlyMap<string, Money>) {
    this.state = {
      accounts: new Map(),
      holds: new Map(),
      chains: new Map(),
      causes: new Map(),
      ...(openings === undefined ? {} : { openings }),
    };
  }

  apply(...transactions: LedgerTransaction[]) {
    return applyTransactions(this.state, transactions, transactions.map(linesOf));
  }

  make(change: Partial<LedgerTransaction>): LedgerTransaction {
    this.#posted += 1;
    return { orgId: ORG, cause: `${ORG}:${this.#posted}`, description: "Something", at: AT, postings: [], ...change };
  }

  post(change: Partial<LedgerTransaction>): PostingOutcome {
    return this.apply(this.make(change)).outcomes[0]!;
  }

  pay(from: AccountRef, to: AccountRef, amount: string, more: Partial<LedgerTransaction> = {}): PostingOutcome {
    return this.post({ postings: move(from, to, usd(amount)), ...more });
  }

  reserve(amount: string, holdId = HOLD, account = SETTLEMENT): PostingOutcome {
    return this.post({ reserves: [{ holdId, account, amount: usd(amount) }] });
  }

  release(amount: string, holdId = HOLD, account = SETTLEMENT): PostingOutcome {
    return this.post({ releases: [{ holdId, account, amount: usd(amount) }] });
  }

  capture(amount: string, holdId = HOLD, account = SETTLEMENT): PostingOutcome {
    return this.post({
      postings: [
        { account, amount: usd(amount).negate(), captures: holdId },
        { account: FIAT, amount: usd(amount) },
      ],
    });
  }

  become(status: AccountStatus, account = SETTLEMENT): PostingOutcome {
    return this.post({ accountStatus: { account, currency: "USD", status } });
  }

  account({ purpose, ownerId = "" }: AccountRef = SETTLEMENT) {
    return this.state.accounts.get(accountKeyOf(ORG, purpose, ownerId, "USD"));
  }
}

describe("a floor", () => {
  test("lets everything be spent and not a cent more", () => {
    const books = new Books();
    expect(books.pay(FIAT, SETTLEMENT, "10.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "10.01")).toBe("insufficient_funds");
    expect(books.account()).toMatchObject({ balance: 1_000n, overdrawn: false });
    expect(books.pay(SETTLEMENT, FIAT, "10.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "0.01")).toBe("insufficient_funds");
  });

  test("does not stand under the accounts that mirror the outside world", () => {
    const books = new Books();
    expect(books.pay(FIAT, SETTLEMENT, "10.00")).toBe("posted");
    expect(books.account(FIAT)).toMatchObject({ balance: -1_000n, floor: null, overdrawn: false });
  });

  test("is judged at the end of a transaction: money may pass through an empty account", () => {
    const books = new Books();
    const postings = [...move(SETTLEMENT, FEES, usd("0.10")), ...move(FIAT, SETTLEMENT, usd("1.00"))];
    expect(books.post({ postings })).toBe("posted");
    expect(books.account()?.balance).toBe(90n);
  });

  test("counts held money as spent", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "10.00");
    expect(books.reserve("10.01")).toBe("insufficient_funds");
    expect(books.reserve("6.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "4.01")).toBe("insufficient_funds");
    expect(books.pay(SETTLEMENT, FIAT, "4.00")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: 600n, held: 600n });
  });

  test("yields to what has happened, and then lets nothing out until it is covered", () => {
    const books = new Books();
    expect(books.pay(SETTLEMENT, FEES, "5.00", { hasHappened: true })).toBe("posted");
    expect(books.account()).toMatchObject({ balance: -500n, overdrawn: true });
    expect(books.pay(SETTLEMENT, FEES, "0.01")).toBe("insufficient_funds");
    expect(books.pay(FIAT, SETTLEMENT, "4.99")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: -1n, overdrawn: true });
    expect(books.pay(FIAT, SETTLEMENT, "0.01")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: 0n, overdrawn: false });
  });

  test("of a customer's account yields to nothing", () => {
    const books = new Books();
    expect(books.pay(CUSTOMER, FIAT, "0.01", { hasHappened: true })).toBe("insufficient_funds");
  });

  test("falls with a credit line; a line that is withdrawn after its use leaves the account overdrawn", () => {
    const books = new Books();
    const setFloor = (floor: string) => books.post({ floorChange: { account: SETTLEMENT, floor: usd(floor) } });
    expect(setFloor("-5.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "5.01")).toBe("insufficient_funds");
    expect(books.pay(SETTLEMENT, FIAT, "5.00")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: -500n, floor: -500n, overdrawn: false });
    expect(setFloor("-4.00")).toBe("posted");
    expect(books.account()).toMatchObject({ floor: -400n, overdrawn: true });
    expect(books.pay(FIAT, SETTLEMENT, "0.50")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: -450n, overdrawn: true });
    expect(books.pay(SETTLEMENT, FIAT, "0.01")).toBe("insufficient_funds");
  });

  test("of an account that is below it without having been overdrawn stays as it is when money comes", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "1.00");
    books.account()!.balance = -1_000n; // Books from before floors existed.
    expect(books.pay(FIAT, SETTLEMENT, "1.00")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: -900n, overdrawn: false });
  });

  test("lets money in from below, though some of the account is held", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "1.00");
    Object.assign(books.account()!, { balance: -1_000n, held: 200n });
    expect(books.pay(FIAT, SETTLEMENT, "1.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "0.01")).toBe("insufficient_funds");
  });
});

describe("a hold", () => {
  const funded = (): Books => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "10.00");
    books.reserve("6.00");
    return books;
  };

  test("is captured and released up to what it has, together", () => {
    const books = funded();
    expect(books.capture("4.00")).toBe("posted");
    expect(books.account()).toMatchObject({ balance: 600n, held: 200n });
    expect(books.release("2.01")).toBe("hold_exceeded");
    expect(books.release("1.50")).toBe("posted");
    expect(books.capture("0.51")).toBe("hold_exceeded");
    expect(books.capture("0.50")).toBe("posted");
    expect([...books.state.holds.values()]).toMatchObject([
      { orgId: ORG, holdId: HOLD, currency: "USD", amount: 600n, captured: 450n, released: 150n, createdAt: AT },
    ]);
    expect(books.account()).toMatchObject({ balance: 550n, held: 0n });
  });

  test("is counted within one transaction, too", () => {
    const books = funded();
    const twice = { holdId: HOLD, account: SETTLEMENT, amount: usd("3.01") };
    expect(books.post({ releases: [twice, twice] })).toBe("hold_exceeded");
    expect(
      books.post({
        releases: [
          { ...twice, amount: usd("3.00") },
          { ...twice, amount: usd("3.00") },
        ],
      }),
    ).toBe("posted");
    expect([...books.state.holds.values()]).toMatchObject([{ released: 600n }]);
  });

  test("is of one account and one organization", () => {
    const books = funded();
    books.pay(FIAT, CUSTOMER, "10.00");
    expect(books.capture("1.00", HOLD, CUSTOMER)).toBe("hold_exceeded");
    expect(books.capture("1.00", "018f3c1e-0000-7000-8000-0000000000cc")).toBe("hold_exceeded");
    expect(
      books.post({ orgId: OTHER_ORG, releases: [{ holdId: HOLD, account: SETTLEMENT, amount: usd("1.00") }] }),
    ).toBe("hold_exceeded");
    // Another organization may use the same id.
    expect(books.pay(FIAT, SETTLEMENT, "1.00", { orgId: OTHER_ORG })).toBe("posted");
    expect(
      books.post({ orgId: OTHER_ORG, reserves: [{ holdId: HOLD, account: SETTLEMENT, amount: usd("1.00") }] }),
    ).toBe("posted");
  });

  test("is reserved once", () => {
    expect(() => funded().reserve("1.00")).toThrow(`hold ${HOLD} was reserved before`);
  });

  test("is left alone by a transaction that is refused", () => {
    const books = funded();
    const outcome = books.post({
      postings: [
        { account: SETTLEMENT, amount: usd("-1.00"), captures: HOLD },
        { account: FIAT, amount: usd("1.00") },
        ...move(SETTLEMENT, FIAT, usd("100.00")),
      ],
    });
    expect(outcome).toBe("insufficient_funds");
    expect([...books.state.holds.values()]).toMatchObject([{ captured: 0n, released: 0n }]);
    expect(books.account()).toMatchObject({ balance: 1_000n, held: 600n });
  });
});

describe("an account", () => {
  test("that is frozen takes money, gives what was held, and lets nothing else out", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "10.00");
    books.reserve("5.00");
    expect(books.become("frozen")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "1.00")).toBe("frozen");
    expect(books.reserve("1.00", "018f3c1e-0000-7000-8000-0000000000cc")).toBe("frozen");
    expect(books.pay(FIAT, SETTLEMENT, "1.00")).toBe("posted");
    expect(books.capture("2.00")).toBe("posted");
    expect(books.release("3.00")).toBe("posted");
    expect(books.become("active")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "1.00")).toBe("posted");
  });

  test("is closed only when it is empty, and then takes nothing", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "1.00");
    books.reserve("1.00");
    expect(books.become("closed")).toBe("not_empty");
    books.release("1.00");
    expect(books.become("closed")).toBe("not_empty");
    books.pay(SETTLEMENT, FIAT, "1.00");
    expect(books.become("closed")).toBe("posted");
    expect(books.account()?.status).toBe("closed");
    expect(books.pay(FIAT, SETTLEMENT, "1.00")).toBe("closed");
    expect(books.become("active")).toBe("closed");
  });

  test("with nothing left but held money is not empty", () => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "1.00");
    books.account()!.held = 100n;
    books.account()!.balance = 0n;
    expect(books.become("closed")).toBe("not_empty");
  });

  test("is opened by its first posting, and not in a currency that nobody knows", () => {
    const books = new Books();
    books.pay(FIAT, CUSTOMER, "1.00", { at: LATER });
    expect(books.account(CUSTOMER)).toMatchObject({
      orgId: ORG,
      purpose: "virtual_account",
      ownerId: "customer",
      currency: "USD",
      status: "active",
      createdAt: LATER,
    });
    const unknown = { account: SETTLEMENT, currency: "XYZ", status: "frozen" as const };
    expect(() => books.post({ accountStatus: unknown })).toThrow('unknown currency "XYZ"');
  });
});

describe("a cause", () => {
  const transaction = (books: Books, change: Partial<LedgerTransaction> = {}): LedgerTransaction =>
    books.make({ cause: `${ORG}:completed`, postings: move(FIAT, SETTLEMENT, usd("1.00")), ...change });

  test("is posted once, however often it comes", () => {
    const books = new Books();
    expect(books.apply(transaction(books), transaction(books)).outcomes).toEqual(["posted", "already_posted"]);
    expect(books.apply(transaction(books)).outcomes).toEqual(["already_posted"]);
    expect(books.account()?.balance).toBe(100n);
    expect(books.state.chains.get(ORG)?.length).toBe(1);
  });

  test("is another one in another organization", () => {
    const books = new Books();
    expect(books.apply(transaction(books), transaction(books, { orgId: OTHER_ORG })).outcomes).toEqual([
      "posted",
      "posted",
    ]);
  });

  test("of a transaction that was refused may come again", () => {
    const books = new Books();
    const payout = transaction(books, { postings: move(SETTLEMENT, FIAT, usd("1.00")) });
    expect(books.apply(payout).outcomes).toEqual(["insufficient_funds"]);
    expect(books.state.chains.size).toBe(0);
    books.pay(FIAT, SETTLEMENT, "1.00");
    expect(books.apply(payout).outcomes).toEqual(["posted"]);
  });

  const hold = { holdId: HOLD, account: SETTLEMENT, amount: usd("1.00") };
  test.each<[string, Partial<LedgerTransaction>, Partial<LedgerTransaction>?]>([
    ["amount", { postings: move(FIAT, SETTLEMENT, usd("1.01")) }],
    ["purpose", { postings: move(FIAT, { purpose: "suspense" }, usd("1.00")) }],
    ["owner", { postings: move(atProvider("hybrid"), SETTLEMENT, usd("1.00")) }],
    ["currency", { postings: move(FIAT, SETTLEMENT, Money.parse("1.00", "EUR")) }],
    ["order", { postings: move(FIAT, SETTLEMENT, usd("1.00")).toReversed() }],
    ["number of lines", { postings: [...move(FIAT, SETTLEMENT, usd("1.00")), ...move(FIAT, SETTLEMENT, usd("1.00"))] }],
    ["held amount", { postings: [], reserves: [{ ...hold, amount: usd("2.00") }] }, { postings: [], reserves: [hold] }],
    ["hold", { postings: [], reserves: [{ ...hold, holdId: ORG }] }, { postings: [], reserves: [hold] }],
    [
      "status",
      { postings: [], accountStatus: { account: SETTLEMENT, currency: "USD", status: "active" } },
      { postings: [], accountStatus: { account: SETTLEMENT, currency: "USD", status: "frozen" } },
    ],
    [
      "floor",
      { postings: [], floorChange: { account: SETTLEMENT, floor: usd("-2.00") } },
      { postings: [], floorChange: { account: SETTLEMENT, floor: usd("-1.00") } },
    ],
  ])("that was used before with another %s is a bug, and not a repeat", (_, second, first = {}) => {
    const books = new Books();
    books.pay(FIAT, SETTLEMENT, "10.00");
    expect(books.apply(transaction(books, first)).outcomes).toEqual(["posted"]);
    expect(() => books.apply(transaction(books, second))).toThrow("was posted before with other lines");
  });
});

describe("the rows to write", () => {
  test("chain every transaction of an organization to the one before it", () => {
    const books = new Books();
    const first = books.make({ postings: move(FIAT, SETTLEMENT, usd("10.00")), hasHappened: true });
    const second = books.make({
      at: LATER,
      description: "a\u0000b",
      reserves: [{ holdId: HOLD, account: SETTLEMENT, amount: usd("2.50") }],
    });
    const foreign = books.make({ orgId: OTHER_ORG, postings: move(FIAT, SETTLEMENT, usd("1.00")) });
    const batch = books.apply(first, second, foreign);
    const [one, two, three] = batch.transactions;
    expect(one).toMatchObject({
      org_id: ORG,
      position: 1,
      cause: first.cause,
      description: "Something",
      at: AT,
      has_happened: true,
      previous_hash: GENESIS_HASH,
    });
    expect(two).toMatchObject({
      position: 2,
      description: "ab",
      at: LATER,
      has_happened: false,
      previous_hash: one!.hash,
    });
    expect(three).toMatchObject({ org_id: OTHER_ORG, position: 1, previous_hash: GENESIS_HASH });
    expect(books.state.chains.get(ORG)).toEqual({ orgId: ORG, length: 2, headHash: two!.hash });
    const line = batch.postings.find(({ org_id, position }) => org_id === ORG && position === 2)!;
    expect(line).toEqual({
      org_id: ORG,
      position: 2,
      index: 0,
      account_id: books.account()!.accountId,
      currency: "USD",
      amount: "0.00",
      held_change: "2.50",
      hold_id: HOLD,
      account_status: null,
      floor: null,
      balance_after: "10.00",
      held_after: "2.50",
    });
    const chained = { orgId: ORG, position: 2, cause: second.cause, description: "ab", at: LATER, hasHappened: false };
    const own = {
      accountId: line.account_id,
      purpose: "settlement",
      ownerId: "",
      currency: "USD",
      amount: "0.00",
      heldChange: "2.50",
    };
    expect(two!.hash).toBe(
      chainHash(one!.hash, chained, [
        { ...own, holdId: HOLD, accountStatus: null, floor: null, balanceAfter: "10.00", heldAfter: "2.50" },
      ]),
    );
  });

  test("name each line's place, balance and floor", () => {
    const books = new Books();
    const batch = books.apply(
      books.make({ postings: [...move(FIAT, SETTLEMENT, usd("1.00")), ...move(FIAT, SETTLEMENT, usd("2.00"))] }),
      books.make({ floorChange: { account: SETTLEMENT, floor: usd("-5.00") } }),
      books.make({ floorChange: { account: SETTLEMENT, floor: usd("0.00") } }),
    );
    expect(
      batch.postings.map(({ position, index, amount, balance_after, floor }) => [
        position,
        index,
        amount,
        balance_after,
        floor,
      ]),
    ).toEqual([
      [1, 0, "-1.00", "-1.00", null],
      [1, 1, "1.00", "1.00", null],
      [1, 2, "-2.00", "-3.00", null],
      [1, 3, "2.00", "3.00", null],
      [2, 0, "0.00", "3.00", "-5.00"],
      [3, 0, "0.00", "3.00", "0.00"],
    ]);
  });

  test("are of what has changed, with the time of its last change, and of nothing that was refused", () => {
    const books = new Books();
    const batch = books.apply(
      books.make({ postings: move(FIAT, SETTLEMENT, usd("1.00")) }),
      books.make({ at: LATER, reserves: [{ holdId: HOLD, account: SETTLEMENT, amount: usd("1.00") }] }),
      books.make({ at: new Date("2026-01-06T09:00:00.000Z"), postings: move(CUSTOMER, FIAT, usd("1.00")) }),
    );
    expect(batch.outcomes).toEqual(["posted", "posted", "insufficient_funds"]);
    expect([...batch.changedAccounts].map(([account, at]) => [account.purpose, at])).toEqual([
      ["provider", AT],
      ["settlement", LATER],
    ]);
    expect([...batch.changedHolds].map(([hold, at]) => [hold.holdId, at])).toEqual([[HOLD, LATER]]);
    expect([...batch.changedChains]).toEqual([books.state.chains.get(ORG)]);
    expect(books.account(CUSTOMER)).toBeUndefined();
    // A hold that was there before is changed, not copied.
    const [hold] = books.state.holds.values();
    expect([
      ...books
        .apply(books.make({ at: LATER, releases: [{ holdId: HOLD, account: SETTLEMENT, amount: usd("1.00") }] }))
        .changedHolds.keys(),
    ]).toEqual([hold]);
    expect(hold).toMatchObject({ released: 100n });
  });
});

describe("in development", () => {
  const openings = new Map([["USD", usd("1000.00")]]);

  test("the first use of a settlement account is preceded by its opening balance, once", () => {
    const books = new Books(openings);
    expect(books.pay(SETTLEMENT, FIAT, "400.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "600.00")).toBe("posted");
    expect(books.pay(SETTLEMENT, FIAT, "0.01")).toBe("insufficient_funds");
    expect([...books.state.causes.keys()].filter((key) => key.includes("sandbox_balance"))).toEqual([
      `${ORG} ${ORG}:sandbox_balance:USD`,
    ]);
    expect(books.account({ purpose: "sandbox" as AccountPurpose })?.balance).toBe(-100_000n);
  });

  test("other accounts and other currencies start with nothing", () => {
    const books = new Books(openings);
    expect(books.pay(CUSTOMER, FIAT, "1.00")).toBe("insufficient_funds");
    expect(books.post({ postings: move(SETTLEMENT, FIAT, Money.parse("1.00", "EUR")) })).toBe("insufficient_funds");
    expect(books.state.chains.size).toBe(0);
  });
});
