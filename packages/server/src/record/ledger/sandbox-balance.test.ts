import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { postTransactions, type PostingOutcome } from "./index.ts";
import { setSandboxBalance } from "./set-sandbox-balance.ts";
import { verifyLedger } from "./verify-ledger.ts";

let database: TestDatabase;
let orgId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    `INSERT INTO currency_rates (currency, per_usd, source, updated_at)
      VALUES ('NGN', 1550, 'table', now()), ('BTC', 0.0000104, 'table', now())`,
  );
});
afterAll(async () => {
  expect((await verifyLedger(database.db)).broken).toBeNull();
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  orgId = newId();
  await setSandboxBalance(database.db, 1_000_000, new Date());
});

function payout(amount: Money): LedgerTransaction {
  const postings = [
    { account: { purpose: "settlement" } as const, amount: amount.negate() },
    { account: { purpose: "in_transit" } as const, amount },
  ];
  return { orgId, cause: `${newId()}:reserved`, description: "payout", at: new Date(), postings };
}
const post = (...transactions: LedgerTransaction[]): Promise<PostingOutcome[]> =>
  database.db.transaction((tx) => postTransactions(tx, transactions));
const settlements = (): Promise<{ currency: string; balance: string }[]> =>
  database.db.query(
    "SELECT currency, balance FROM ledger_accounts WHERE org_id = $1 AND purpose = 'settlement' ORDER BY currency",
    [orgId],
  );

test("the first use of a currency finds a million dollars' worth of it, and no more", async () => {
  expect(await post(payout(Money.parse("1550000000.01", "NGN")))).toEqual(["insufficient_funds"]);
  expect(await post(payout(Money.parse("1550000000.00", "NGN")))).toEqual(["posted"]);
  expect(await post(payout(Money.parse("10.40000000", "BTC")), payout(Money.parse("0.00000001", "BTC")))).toEqual([
    "posted",
    "insufficient_funds",
  ]);
  expect(await post(payout(Money.parse("1000000.00", "USD")))).toEqual(["posted"]);
  expect(await settlements()).toEqual([
    { currency: "BTC", balance: "0.00000000" },
    { currency: "NGN", balance: "0.00" },
    { currency: "USD", balance: "0.00" },
  ]);
});

test("it is a posting of its own, given once for each currency", async () => {
  await post(payout(Money.parse("1.00", "NGN")), payout(Money.parse("1.00", "NGN")));
  await post(payout(Money.parse("1.00", "NGN")));
  const causes = await database.db.query<{ cause: string }>(
    "SELECT cause FROM ledger_transactions WHERE org_id = $1 ORDER BY position",
    [orgId],
  );
  expect(causes.map(({ cause }) => cause).filter((cause) => cause.includes("sandbox"))).toEqual([
    `${orgId}:sandbox_balance:NGN`,
  ]);
  expect(causes[0]!.cause).toBe(`${orgId}:sandbox_balance:NGN`);
  expect(await settlements()).toEqual([{ currency: "NGN", balance: "1549999997.00" }]);
});

test("a currency without a rate starts empty, and so does every currency where the setting is zero", async () => {
  expect(await post(payout(Money.parse("0.01", "GHS")))).toEqual(["insufficient_funds"]);
  await setSandboxBalance(database.db, 0, new Date());
  expect(await post(payout(Money.parse("0.01", "USD")))).toEqual(["insufficient_funds"]);
  expect(await settlements()).toEqual([]);
});

test("an account that was opened without it gets it when the setting is given, once", async () => {
  await setSandboxBalance(database.db, 0, new Date());
  const deposit = { ...payout(Money.parse("-5.00", "NGN")), description: "payin" };
  expect(await post(deposit)).toEqual(["posted"]);
  await setSandboxBalance(database.db, 1_000_000, new Date());
  await Promise.all([
    setSandboxBalance(database.db, 1_000_000, new Date()),
    setSandboxBalance(database.db, 1_000_000, new Date()),
  ]);
  expect(await settlements()).toEqual([{ currency: "NGN", balance: "1550000005.00" }]);
});
