import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { type AccountRef, InvalidLedgerTransaction, type LedgerTransaction, type PostingOutcome } from "./ledger.ts";
import { postTransactions } from "./post-transactions.ts";
import { verifyLedger } from "./verify-ledger.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  const report = await verifyLedger(database.db);
  await database[Symbol.asyncDispose]();
  // Whatever the tests above did, refusals and races included, the books must hold.
  expect(report.broken).toBeNull();
});

const at = new Date("2026-01-05T09:00:00.123Z");
const usd = (text: string): Money => Money.parse(text, "USD");
const eur = (text: string): Money => Money.parse(text, "EUR");
const provider: AccountRef = { purpose: "provider", ownerId: "fiat" };
const settlement: AccountRef = { purpose: "settlement" };
const fees: AccountRef = { purpose: "fees" };
const customer = (ownerId = newId()): AccountRef => ({ purpose: "virtual_account", ownerId });

function transaction(orgId: string, change: Partial<LedgerTransaction>): LedgerTransaction {
  return { orgId, cause: `${newId()}:test`, description: "a test", at, postings: [], ...change };
}

function transfer(
  orgId: string,
  from: AccountRef,
  to: AccountRef,
  amount: Money,
  change: Partial<LedgerTransaction> = {},
): LedgerTransaction {
  return transaction(orgId, {
    postings: [
      { account: from, amount: amount.negate() },
      { account: to, amount },
    ],
    ...change,
  });
}

function post(...transactions: LedgerTransaction[]): Promise<PostingOutcome[]> {
  return database.db.transaction((tx) => postTransactions(tx, transactions));
}

type AccountRow = { balance: string; held: string; floor: string | null; overdrawn: boolean; status: string };

async function account(orgId: string, ref: AccountRef, currency = "USD"): Promise<AccountRow | undefined> {
  const [row] = await database.db.query<AccountRow>(
    `SELECT balance, held, floor, overdrawn, status FROM ledger_accounts
      WHERE org_id = $1 AND purpose = $2 AND owner_id = $3 AND currency = $4`,
    [orgId, ref.purpose, ref.ownerId ?? "", currency],
  );
  return row;
}

async function funded(orgId: string, amount: Money): Promise<AccountRef> {
  const owner = customer();
  expect(await post(transfer(orgId, provider, owner, amount))).toEqual(["posted"]);
  return owner;
}

describe("a transaction", () => {
  test("moves money between two accounts, and every balance of the currency sums to zero", async () => {
    const orgId = newId();
    const alice = await funded(orgId, usd("100.00"));
    const bob = customer();
    expect(await post(transfer(orgId, alice, bob, usd("30.25")))).toEqual(["posted"]);
    expect(await account(orgId, alice)).toMatchObject({ balance: "69.75" });
    expect(await account(orgId, bob)).toMatchObject({ balance: "30.25" });
    expect(await account(orgId, provider)).toMatchObject({ balance: "-100.00" });
  });

  test("is applied at most once by its cause, within a batch and across batches", async () => {
    const orgId = newId();
    const owner = customer();
    const deposit = transfer(orgId, provider, owner, usd("10.00"));
    expect(await post(deposit, deposit)).toEqual(["posted", "already_posted"]);
    expect(await post({ ...deposit, at: new Date(), description: "told again, later" }, deposit)).toEqual([
      "already_posted",
      "already_posted",
    ]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "10.00" });
  });

  test("whose cause stands for something else already is an error, so that no money is silently left unbooked", async () => {
    const orgId = newId();
    const owner = customer();
    const deposit = transfer(orgId, provider, owner, usd("10.00"));
    await post(deposit);
    await expect(post(transfer(orgId, provider, owner, usd("11.00"), { cause: deposit.cause }))).rejects.toThrow(
      /posted before with other lines/,
    );
    await expect(post(transfer(orgId, provider, customer(), usd("10.00"), { cause: deposit.cause }))).rejects.toThrow(
      InvalidLedgerTransaction,
    );
    expect(await account(orgId, owner)).toMatchObject({ balance: "10.00" });
  });

  test("has the same cause in two organizations without harm", async () => {
    const owner = customer();
    const first = transfer(newId(), provider, owner, usd("10.00"));
    expect(await post(first, { ...first, orgId: newId() })).toEqual(["posted", "posted"]);
  });

  test("that is refused does not harm the others of its batch, and may be tried again", async () => {
    const orgId = newId();
    const poor = await funded(orgId, usd("5.00"));
    const rich = await funded(orgId, usd("50.00"));
    const shop = customer();
    const refused = transfer(orgId, poor, shop, usd("5.01"));
    expect(
      await post(transfer(orgId, rich, shop, usd("1.00")), refused, transfer(orgId, rich, poor, usd("0.01")), refused),
    ).toEqual(["posted", "insufficient_funds", "posted", "posted"]);
    expect(await account(orgId, poor)).toMatchObject({ balance: "0.00" });
    expect(await account(orgId, shop)).toMatchObject({ balance: "6.01" });
  });

  test("crosses currencies through the fx account, each currency summing to zero by itself", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const fx: AccountRef = { purpose: "fx" };
    const conversion = transaction(orgId, {
      postings: [
        { account: owner, amount: usd("-100.00") },
        { account: fx, amount: usd("100.00") },
        { account: fx, amount: eur("-91.30") },
        { account: owner, amount: eur("91.30") },
      ],
    });
    expect(await post(conversion)).toEqual(["posted"]);
    expect(await account(orgId, fx, "USD")).toMatchObject({ balance: "100.00" });
    expect(await account(orgId, fx, "EUR")).toMatchObject({ balance: "-91.30" });
    expect(await account(orgId, owner, "EUR")).toMatchObject({ balance: "91.30" });
  });

  test("keeps eighteen decimals and amounts beyond any float", async () => {
    const orgId = newId();
    const owner = customer();
    const amount = Money.parse("123456789012345678.000000000000000001", "ETH");
    expect(await post(transfer(orgId, provider, owner, amount))).toEqual(["posted"]);
    expect(await account(orgId, owner, "ETH")).toMatchObject({ balance: "123456789012345678.000000000000000001" });
  });

  test("drops postings of zero, and describes itself in any text a person may write", async () => {
    const orgId = newId();
    const owner = customer();
    const description = `odd \u0000 \ud800 "quotes" \\ {braces}, 'and' 💶 ${"x".repeat(600)}`;
    const deposit = transfer(orgId, provider, owner, usd("10.00"), { description });
    const withFee = {
      ...deposit,
      postings: [...deposit.postings, { account: { purpose: "fees" as const }, amount: usd("0.00") }],
    };
    expect(await post(withFee)).toEqual(["posted"]);
    expect(await account(orgId, { purpose: "fees" })).toBeUndefined();
    const [row] = await database.db.query<{ description: string }>(
      "SELECT description FROM ledger_transactions WHERE org_id = $1",
      [orgId],
    );
    expect(row!.description).toContain(`"quotes" \\ {braces}, 'and' 💶 xxx`);
  });

  test.each<[string, (orgId: string) => LedgerTransaction]>([
    ["does not sum to zero", (orgId) => transaction(orgId, { postings: [{ account: provider, amount: usd("1.00") }] })],
    ["changes nothing", (orgId) => transaction(orgId, {})],
    [
      "has a cause without a resource",
      (orgId) => transfer(orgId, provider, customer(), usd("1.00"), { cause: "deposit" }),
    ],
    ["names an owner that is no plain name", (orgId) => transfer(orgId, provider, customer("a b"), usd("1.00"))],
    ["names no organization", () => transfer("somewhere", provider, customer(), usd("1.00"))],
    ["happens at no time", (orgId) => transfer(orgId, provider, customer(), usd("1.00"), { at: new Date(Number.NaN) })],
    [
      "captures by adding money",
      (orgId) =>
        transaction(orgId, {
          postings: [
            { account: customer(), amount: usd("1.00"), captures: newId() },
            { account: provider, amount: usd("-1.00") },
          ],
        }),
    ],
    [
      "reserves a negative amount",
      (orgId) => transaction(orgId, { reserves: [{ holdId: newId(), account: customer(), amount: usd("-1.00") }] }),
    ],
  ])("that %s is the caller's mistake and fails the call", async (_rule, build) => {
    await expect(post(build(newId()))).rejects.toThrow(InvalidLedgerTransaction);
  });

  test("may come in a batch of any size, in which its order and its neighbours count as ever", async () => {
    const [first, second] = [newId(), newId()];
    const owner = customer();
    const deposits = Array.from({ length: 1_203 }, (_, n) =>
      transfer(n % 400 === 399 ? second : first, provider, owner, usd("1.00")),
    );
    const tooMuch = transfer(first, owner, provider, usd("1201.00"));
    const enough = transfer(first, owner, provider, usd("1200.00"));
    const outcomes = await post(tooMuch, ...deposits, deposits[7]!, tooMuch, enough);
    expect(outcomes).toEqual([
      "insufficient_funds",
      ...deposits.map(() => "posted"),
      "already_posted",
      "insufficient_funds",
      "posted",
    ]);
    expect(await account(second, owner)).toMatchObject({ balance: "3.00" });
    expect(await post()).toEqual([]);
  });
});

describe("a floor", () => {
  test("refuses what a customer does not have, while the platform's side may go below zero", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    expect(await post(transfer(orgId, owner, provider, usd("10.01")))).toEqual(["insufficient_funds"]);
    expect(await post(transfer(orgId, owner, provider, usd("10.00")))).toEqual(["posted"]);
    expect(await post(transfer(orgId, { purpose: "fees" }, provider, usd("99.00")))).toEqual(["posted"]);
    expect(await account(orgId, { purpose: "fees" })).toMatchObject({ balance: "-99.00" });
  });

  test("refuses what an organization does not have, from its first cent on", async () => {
    const orgId = newId();
    expect(await post(transfer(orgId, settlement, provider, usd("0.01")))).toEqual(["insufficient_funds"]);
    expect(
      await post(
        transfer(orgId, provider, settlement, usd("10.00")),
        transfer(orgId, settlement, provider, usd("10.01")),
      ),
    ).toEqual(["posted", "insufficient_funds"]);
    expect(await post(transfer(orgId, settlement, provider, usd("10.00")))).toEqual(["posted"]);
  });

  test("never refuses what has happened: the account is overdrawn, takes credits, and starts nothing until it is covered", async () => {
    const orgId = newId();
    expect(await post(transfer(orgId, settlement, fees, usd("3.00"), { hasHappened: true }))).toEqual(["posted"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "-3.00", overdrawn: true });
    expect(await post(transfer(orgId, provider, settlement, usd("2.00")))).toEqual(["posted"]);
    expect(await post(transfer(orgId, settlement, provider, usd("0.01")))).toEqual(["insufficient_funds"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "-1.00", overdrawn: true });
    expect(await post(transfer(orgId, provider, settlement, usd("2.00")))).toEqual(["posted"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "1.00", overdrawn: false });
    expect(await post(transfer(orgId, settlement, provider, usd("1.00")))).toEqual(["posted"]);
  });

  test("of a customer's account yields to nothing, not even to what has happened", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    expect(await post(transfer(orgId, owner, provider, usd("10.01"), { hasHappened: true }))).toEqual([
      "insufficient_funds",
    ]);
  });

  test("is lowered by a credit line and raised again when the line is taken back, also from who has used it", async () => {
    const orgId = newId();
    const credit = (floor: string): LedgerTransaction =>
      transaction(orgId, { floorChange: { account: settlement, floor: usd(floor) } });
    expect(await post(credit("-50.00"))).toEqual(["posted"]);
    expect(await post(transfer(orgId, settlement, provider, usd("50.01")))).toEqual(["insufficient_funds"]);
    expect(await post(transfer(orgId, settlement, provider, usd("40.00")))).toEqual(["posted"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "-40.00", floor: "-50.00", overdrawn: false });
    expect(await post(credit("-20.00"))).toEqual(["posted"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "-40.00", floor: "-20.00", overdrawn: true });
    expect(await post(transfer(orgId, settlement, provider, usd("0.01")))).toEqual(["insufficient_funds"]);
    expect(
      await post(
        transfer(orgId, provider, settlement, usd("25.00")),
        transfer(orgId, settlement, provider, usd("5.00")),
      ),
    ).toEqual(["posted", "posted"]);
    expect(await post(credit("0.00"))).toEqual(["posted"]);
    expect(await account(orgId, settlement)).toMatchObject({ balance: "-20.00", floor: "0.00", overdrawn: true });
  });

  test("changes for a settlement account only, and never above zero", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    await expect(post(transaction(orgId, { floorChange: { account: owner, floor: usd("-1.00") } }))).rejects.toThrow(
      InvalidLedgerTransaction,
    );
    await expect(
      post(transaction(orgId, { floorChange: { account: settlement, floor: usd("1.00") } })),
    ).rejects.toThrow(InvalidLedgerTransaction);
  });

  test("holds in the database too, for who is not overdrawn", async () => {
    const orgId = newId();
    expect(await post(transfer(orgId, provider, settlement, usd("1.00")))).toEqual(["posted"]);
    const update = database.db.query(
      "UPDATE ledger_accounts SET balance = -0.01 WHERE org_id = $1 AND purpose = 'settlement'",
      [orgId],
    );
    await expect(update).rejects.toThrow(/ledger_accounts_floor/);
    const owner = await funded(orgId, usd("1.00"));
    const overdraw = database.db.query(
      "UPDATE ledger_accounts SET balance = -0.01, overdrawn = true WHERE org_id = $1 AND owner_id = $2",
      [orgId, owner.ownerId],
    );
    await expect(overdraw).rejects.toThrow(/ledger_accounts_floor/);
  });

  test("looks at where a transaction ends, not at its single lines", async () => {
    const orgId = newId();
    const owner = customer();
    const through = transaction(orgId, {
      postings: [
        { account: owner, amount: usd("-10.00") },
        { account: { purpose: "fees" }, amount: usd("10.00") },
        { account: owner, amount: usd("10.00") },
        { account: provider, amount: usd("-10.00") },
      ],
    });
    expect(await post(through)).toEqual(["posted"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "0.00" });
  });

  test("of a refused first transaction leaves no account and no chain behind", async () => {
    const orgId = newId();
    const owner = customer();
    expect(await post(transfer(orgId, owner, provider, usd("1.00")))).toEqual(["insufficient_funds"]);
    expect(await account(orgId, owner)).toBeUndefined();
    expect(await database.db.query("SELECT 1 FROM ledger_chains WHERE org_id = $1", [orgId])).toEqual([]);
  });

  test("lets exactly as many of 100 concurrent withdrawals through as the balance covers", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, () => post(transfer(orgId, owner, provider, usd("10.00")))),
    );
    expect(outcomes.flat().filter((outcome) => outcome === "posted")).toHaveLength(10);
    expect(outcomes.flat().filter((outcome) => outcome === "insufficient_funds")).toHaveLength(90);
    expect(await account(orgId, owner)).toMatchObject({ balance: "0.00" });
  });
});

describe("a hold", () => {
  const reserve = (orgId: string, owner: AccountRef, holdId: string, amount: Money): LedgerTransaction =>
    transaction(orgId, { reserves: [{ holdId, account: owner, amount }] });
  const capture = (orgId: string, owner: AccountRef, holdId: string, amount: Money): LedgerTransaction =>
    transaction(orgId, {
      postings: [
        { account: owner, amount: amount.negate(), captures: holdId },
        { account: provider, amount },
      ],
    });
  const release = (orgId: string, owner: AccountRef, holdId: string, amount: Money): LedgerTransaction =>
    transaction(orgId, { releases: [{ holdId, account: owner, amount }] });

  test("keeps money for its purpose: nobody else can spend it, the holder can", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const holdId = newId();
    expect(await post(reserve(orgId, owner, holdId, usd("80.00")))).toEqual(["posted"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "100.00", held: "80.00" });
    expect(await post(transfer(orgId, owner, provider, usd("20.01")))).toEqual(["insufficient_funds"]);
    expect(
      await post(capture(orgId, owner, holdId, usd("80.00")), transfer(orgId, owner, provider, usd("20.00"))),
    ).toEqual(["posted", "posted"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "0.00", held: "0.00" });
  });

  test("cannot reserve more than is there, counting what is held already", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    expect(
      await post(reserve(orgId, owner, newId(), usd("6.00")), reserve(orgId, owner, newId(), usd("4.01"))),
    ).toEqual(["posted", "insufficient_funds"]);
  });

  test("is captured and released in parts, never over what was reserved", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const holdId = newId();
    await post(reserve(orgId, owner, holdId, usd("50.00")));
    expect(
      await post(
        capture(orgId, owner, holdId, usd("50.01")),
        capture(orgId, owner, holdId, usd("20.00")),
        release(orgId, owner, holdId, usd("30.01")),
        release(orgId, owner, holdId, usd("29.99")),
        capture(orgId, owner, holdId, usd("0.02")),
        capture(orgId, owner, holdId, usd("0.01")),
        release(orgId, owner, holdId, usd("0.01")),
      ),
    ).toEqual(["hold_exceeded", "posted", "hold_exceeded", "posted", "hold_exceeded", "posted", "hold_exceeded"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "79.99", held: "0.00" });
    const [hold] = await database.db.query("SELECT amount, captured, released FROM ledger_holds WHERE org_id = $1", [
      orgId,
    ]);
    expect(hold).toEqual({ amount: "50.00", captured: "20.01", released: "29.99" });
  });

  test("is captured and its rest released in one transaction, or not at all", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const holdId = newId();
    await post(reserve(orgId, owner, holdId, usd("50.00")));
    const both = (rest: string): LedgerTransaction => ({
      ...capture(orgId, owner, holdId, usd("45.00")),
      releases: [{ holdId, account: owner, amount: usd(rest) }],
    });
    expect(await post(both("5.01"))).toEqual(["hold_exceeded"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "100.00", held: "50.00" });
    expect(await post(both("5.00"))).toEqual(["posted"]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "55.00", held: "0.00" });
  });

  test("belongs to its account: no other account, organization or unknown id can use it", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    const other = await funded(orgId, usd("10.00"));
    const holdId = newId();
    await post(reserve(orgId, owner, holdId, usd("10.00")));
    const stranger = newId();
    const strangers = await funded(stranger, usd("10.00"));
    expect(
      await post(
        capture(orgId, other, holdId, usd("1.00")),
        release(orgId, other, holdId, usd("1.00")),
        capture(orgId, owner, newId(), usd("1.00")),
        capture(stranger, strangers, holdId, usd("1.00")),
      ),
    ).toEqual(["hold_exceeded", "hold_exceeded", "hold_exceeded", "hold_exceeded"]);
  });

  test("is reserved once: its id cannot be used for a second one", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("10.00"));
    const holdId = newId();
    await post(reserve(orgId, owner, holdId, usd("1.00")));
    await expect(post(reserve(orgId, owner, holdId, usd("1.00")))).rejects.toThrow(/reserved before/);
  });
});

describe("an account's status", () => {
  const status = (orgId: string, owner: AccountRef, value: "active" | "frozen" | "closed"): LedgerTransaction =>
    transaction(orgId, { accountStatus: { account: owner, currency: "USD", status: value } });

  test("frozen refuses what takes or reserves money, and lets credits and earlier holds through", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("100.00"));
    const holdId = newId();
    await post(transaction(orgId, { reserves: [{ holdId, account: owner, amount: usd("40.00") }] }));
    expect(await post(status(orgId, owner, "frozen"))).toEqual(["posted"]);
    expect(
      await post(
        transfer(orgId, owner, provider, usd("1.00")),
        transaction(orgId, { reserves: [{ holdId: newId(), account: owner, amount: usd("1.00") }] }),
        transfer(orgId, provider, owner, usd("5.00")),
        transaction(orgId, {
          postings: [
            { account: owner, amount: usd("-30.00"), captures: holdId },
            { account: provider, amount: usd("30.00") },
          ],
        }),
        transaction(orgId, { releases: [{ holdId, account: owner, amount: usd("10.00") }] }),
      ),
    ).toEqual(["frozen", "frozen", "posted", "posted", "posted"]);
    expect(await post(status(orgId, owner, "active"), transfer(orgId, owner, provider, usd("1.00")))).toEqual([
      "posted",
      "posted",
    ]);
    expect(await account(orgId, owner)).toMatchObject({ balance: "74.00", held: "0.00", status: "active" });
  });

  test("closed needs an empty account, and then refuses everything", async () => {
    const orgId = newId();
    const owner = await funded(orgId, usd("1.00"));
    expect(await post(status(orgId, owner, "closed"))).toEqual(["not_empty"]);
    expect(await post(transfer(orgId, owner, provider, usd("1.00")), status(orgId, owner, "closed"))).toEqual([
      "posted",
      "posted",
    ]);
    expect(await post(transfer(orgId, provider, owner, usd("1.00")), status(orgId, owner, "active"))).toEqual([
      "closed",
      "closed",
    ]);
  });
});

describe("the database", () => {
  test.each([
    "UPDATE ledger_transactions SET description = 'changed'",
    "DELETE FROM ledger_transactions",
    "TRUNCATE ledger_transactions",
    "UPDATE ledger_postings SET amount = 0",
    "DELETE FROM ledger_postings",
    "TRUNCATE ledger_postings",
    "DELETE FROM ledger_accounts",
    "TRUNCATE ledger_accounts",
    "UPDATE ledger_accounts SET owner_id = owner_id || 'x'",
    "UPDATE ledger_accounts SET floor = -1 WHERE purpose = 'virtual_account'",
    "DELETE FROM ledger_holds",
    "TRUNCATE ledger_holds",
    "DELETE FROM ledger_chains",
    "UPDATE ledger_chains SET length = length",
    "TRUNCATE ledger_chains",
  ])("refuses %s", async (statement) => {
    await funded(newId(), usd("1.00"));
    await expect(database.db.query(statement)).rejects.toThrow(/append-only/);
  });
});

describe("concurrent callers", () => {
  test("that lock several organizations in any order never deadlock, and lose nothing", async () => {
    const orgIds = Array.from({ length: 6 }, () => newId());
    const owner = customer();
    const shuffled = (seed: number): string[] =>
      orgIds
        .map((id, index) => ({ id, key: (index * 7 + seed * 13) % 11 }))
        .sort((a, b) => a.key - b.key)
        .map(({ id }) => id);
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, (_, seed) =>
        post(
          ...shuffled(seed)
            .slice(0, 2 + (seed % 5))
            .map((orgId) => transfer(orgId, provider, owner, usd("1.00"))),
        ),
      ),
    );
    expect(new Set(outcomes.flat())).toEqual(new Set(["posted"]));
    const [total] = await database.db.query<{ sum: string }>(
      "SELECT sum(balance) AS sum FROM ledger_accounts WHERE org_id = ANY($1::uuid[]) AND purpose = 'virtual_account'",
      [orgIds],
    );
    expect(total!.sum).toBe(`${outcomes.flat().length}.00`);
  });

  test("that post one cause at the same time apply it once", async () => {
    const orgId = newId();
    const owner = customer();
    const deposit = transfer(orgId, provider, owner, usd("7.00"));
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(deposit)));
    expect(outcomes.flat().filter((outcome) => outcome === "posted")).toHaveLength(1);
    expect(await account(orgId, owner)).toMatchObject({ balance: "7.00" });
  });
});
