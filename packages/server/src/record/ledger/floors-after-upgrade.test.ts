import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IS_ON_CITUS } from "@corridor/test/harness/citus.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { migrate, MIGRATIONS_DIRECTORY } from "#src/kernel/db/migrate.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { chainHash, GENESIS_HASH } from "./chain.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { postTransactions, type PostingOutcome } from "./index.ts";
import { verifyLedger } from "./verify-ledger.ts";

const FLOORS = "0210-balances.sql";
const at = new Date("2026-01-05T09:00:00.123Z");

async function migrateUntilFloors(url: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-upgrade-"));
  for (const name of readdirSync(MIGRATIONS_DIRECTORY))
    if (name < FLOORS) cpSync(join(MIGRATIONS_DIRECTORY, name), join(directory, name));
  await migrate({ url, directory });
  rmSync(directory, { recursive: true });
}

/** A row as the version before floors wrote it: an organization that paid out 40.00 USD without any balance. */
async function writeOldBooks({ db }: TestDatabase, orgId: string): Promise<void> {
  const lines = [
    { accountId: newId(), purpose: "settlement", ownerId: "", amount: "-40.00" },
    { accountId: newId(), purpose: "provider", ownerId: "fiat", amount: "40.00" },
  ];
  const cause = `${newId()}:completed`;
  const chained = lines.map((line) => ({
    ...line,
    currency: "USD",
    heldChange: "0.00",
    holdId: null,
    accountStatus: null,
    floor: null,
    balanceAfter: line.amount,
    heldAfter: "0.00",
  }));
  const hash = chainHash(
    GENESIS_HASH,
    { orgId, position: 1, cause, description: "payout", at, hasHappened: null },
    chained,
  );
  await db.transaction(async (tx) => {
    await tx.query("INSERT INTO ledger_chains VALUES ($1, 1, decode($2, 'hex'))", [orgId, hash]);
    await tx.query(
      `INSERT INTO ledger_transactions (org_id, position, cause, description, at, previous_hash, hash)
       VALUES ($1, 1, $2, 'payout', $3, decode($4, 'hex'), decode($5, 'hex'))`,
      [orgId, cause, at, GENESIS_HASH, hash],
    );
    for (const [index, { accountId, purpose, ownerId, amount }] of lines.entries()) {
      await tx.query(
        `INSERT INTO ledger_accounts (org_id, account_id, purpose, owner_id, currency, balance, created_at, updated_at)
          VALUES ($1, $2, $3, $4, 'USD', $5, $6, $6)`,
        [orgId, accountId, purpose, ownerId, amount, at],
      );
      await tx.query(
        `INSERT INTO ledger_postings (org_id, position, index, account_id, currency, amount, held_change, balance_after,
          held_after) VALUES ($1, 1, $2, $3, 'USD', $4, 0, $4, 0)`,
        [orgId, index, accountId, amount],
      );
    }
  });
}

test.skipIf(IS_ON_CITUS)(
  "books from before floors still verify; a negative balance stays, takes credits, and starts nothing until it is covered",
  async () => {
    await using database = await createTestDatabase("nothing");
    await migrateUntilFloors(database.url);
    const orgId = newId();
    await writeOldBooks(database, orgId);
    await migrate({ url: database.url });
    expect((await verifyLedger(database.db)).broken).toBeNull();

    const move = (amount: string, change: Partial<LedgerTransaction> = {}): LedgerTransaction => {
      const money = Money.parse(amount, "USD");
      const postings = [
        { account: { purpose: "settlement" } as const, amount: money },
        { account: { purpose: "provider", ownerId: "fiat" } as const, amount: money.negate() },
      ];
      return { orgId, cause: `${newId()}:test`, description: "test", at, postings, ...change };
    };
    const post = (...transactions: LedgerTransaction[]): Promise<PostingOutcome[]> =>
      database.db.transaction((tx) => postTransactions(tx, transactions));
    expect(await post(move("-0.01"))).toEqual(["insufficient_funds"]);
    expect(await post(move("30.00"), move("-0.01"), move("-1.00", { hasHappened: true }))).toEqual([
      "posted",
      "insufficient_funds",
      "posted",
    ]);
    expect(await post(move("11.01"), move("-0.01"), move("-0.01"))).toEqual(["posted", "posted", "insufficient_funds"]);
    expect((await verifyLedger(database.db)).broken).toBeNull();
  },
);

test("a transaction that no longer says whether floors bound it is found", async () => {
  await using database = await createTestDatabase();
  const orgId = newId();
  const deposit = {
    orgId,
    cause: `${newId()}:test`,
    description: "test",
    at,
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" } as const, amount: Money.parse("-1.00", "USD") },
      { account: { purpose: "settlement" } as const, amount: Money.parse("1.00", "USD") },
    ],
  };
  await database.db.transaction((tx) => postTransactions(tx, [deposit]));
  await database.db.transaction(async (tx) => {
    await tx.query("ALTER TABLE ledger_transactions DISABLE TRIGGER USER");
    await tx.query("UPDATE ledger_transactions SET has_happened = NULL");
    await tx.query("ALTER TABLE ledger_transactions ENABLE TRIGGER USER");
  });
  expect((await verifyLedger(database.db)).broken).toMatchObject({ table: "ledger_transactions", row: "position 1" });
});

test("a payout that passed its floor is found, also by who recomputed every hash after it", async () => {
  await using database = await createTestDatabase();
  const orgId = newId();
  const payout = {
    orgId,
    cause: `${newId()}:reserved`,
    description: "test",
    at,
    hasHappened: true,
    postings: [
      { account: { purpose: "settlement" } as const, amount: Money.parse("-9.00", "USD") },
      { account: { purpose: "in_transit" } as const, amount: Money.parse("9.00", "USD") },
    ],
  };
  await database.db.transaction((tx) => postTransactions(tx, [payout]));
  // Marks the posting as started by us, and recomputes the hash to fit.
  const [row] = await database.db.query<{ lines: { account_id: string; purpose: string; amount: string }[] }>(
    `SELECT json_agg(json_build_object('account_id', p.account_id, 'purpose', a.purpose, 'amount', p.amount::text)
     ORDER BY p.index) AS lines
     FROM ledger_postings p JOIN ledger_accounts a USING (org_id, account_id) WHERE p.org_id = $1`,
    [orgId],
  );
  const chained = row!.lines.map(({ account_id, purpose, amount }) => ({
    accountId: account_id,
    purpose,
    ownerId: "",
    currency: "USD",
    amount,
    heldChange: "0.00",
    holdId: null,
    accountStatus: null,
    floor: null,
    balanceAfter: amount,
    heldAfter: "0.00",
  }));
  const hash = chainHash(
    GENESIS_HASH,
    { orgId, position: 1, cause: payout.cause, description: "test", at, hasHappened: false },
    chained,
  );
  await database.db.transaction(async (tx) => {
    for (const table of ["ledger_transactions", "ledger_chains"])
      await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await tx.query("UPDATE ledger_transactions SET has_happened = false, hash = decode($1, 'hex')", [hash]);
    await tx.query("UPDATE ledger_chains SET head_hash = decode($1, 'hex')", [hash]);
    for (const table of ["ledger_transactions", "ledger_chains"])
      await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
  expect((await verifyLedger(database.db)).broken).toMatchObject({
    table: "ledger_postings",
    problem: "this posting takes the account below its floor",
  });
});
