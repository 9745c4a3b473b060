import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { IS_ON_CITUS } from "@corridor/test/harness/citus.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { ledgerHeads, ledgerHeadsWithBalances } from "./chain-heads.ts";
import type { AccountRef, LedgerTransaction } from "./ledger.ts";
import { postTransactions } from "./post-transactions.ts";
import { describeLedger, verifyLedger } from "./verify-ledger.ts";

/**
 * A ledger of three organizations is damaged one row at a time, as somebody with full access to the database could do
 * it: past the triggers and past the checks of the tables. Each damage must be found, and the mended ledger must pass
 * again.
 */
const ORGANIZATIONS = 3;
const STEPS = 40;
const TAMPERINGS = 60;
const at = new Date("2026-01-05T09:00:00.123Z");
const provider: AccountRef = { purpose: "provider", ownerId: "fiat" };
const settlement: AccountRef = { purpose: "settlement" };
const usd = (minor: number): Money => Money.ofMinor(BigInt(minor), "USD");

/** Where each organization's head was signed, and the rows that verification since then reads. */
const HEAD = 60;
const SINCE_HEAD: Record<string, string> = {
  ledger_transactions: `position > ${HEAD}`,
  ledger_postings: `position > ${HEAD}`,
  ledger_holds: `hold_id IN (SELECT hold_id FROM ledger_postings WHERE position > ${HEAD})`,
};
let starts = new Map<string, Awaited<ReturnType<typeof ledgerHeads>>[number]>();

let database: TestDatabase;
/** A session of the tables' owner, who can switch their guards off and on again. */
let owner: pg.Client;
const intruder = {
  async query<R extends pg.QueryResultRow>(statement: string, values: unknown[] = []): Promise<pg.QueryResult<R>> {
    await owner.query("BEGIN");
    for (const table of Object.keys(TABLES)) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    const result = await owner.query<R>(statement, values);
    for (const table of Object.keys(TABLES)) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    await owner.query("COMMIT");
    return result;
  },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const histories = Array.from({ length: ORGANIZATIONS }, () => history(newId()));
  const post = async (from: number, to?: number): Promise<void> => {
    for (const transactions of histories.map((all) => all.slice(from, to))) {
      const outcomes = await database.db.transaction((tx) => postTransactions(tx, transactions));
      expect(new Set(outcomes)).toEqual(new Set(["posted"]));
    }
  };
  await post(0, HEAD);
  const heads = await ledgerHeadsWithBalances(database.db, await ledgerHeads(database.db, null, ORGANIZATIONS));
  starts = new Map(heads.map((head) => [head.orgId, head]));
  await post(HEAD);
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const { rows } = await owner.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement FROM pg_constraint
     WHERE contype IN ('c', 'u') AND conrelid::regclass::text = ANY ($1)`,
    [Object.keys(TABLES)],
  );
  for (const { statement } of rows) await owner.query(statement);
});

afterAll(async () => {
  await owner.end();
  await database[Symbol.asyncDispose]();
});

/** Transfers, fees, a conversion, holds in every state, and a freeze, at times that differ. */
function history(orgId: string): LedgerTransaction[] {
  const accounts = Array.from({ length: 4 }, (): AccountRef => ({ purpose: "virtual_account", ownerId: newId() }));
  let step = 0;
  const make = (change: Partial<LedgerTransaction>): LedgerTransaction => {
    step += 1;
    return {
      orgId,
      cause: `${newId()}:step`,
      description: `step ${step}`,
      at: new Date(at.getTime() + step * 1000),
      postings: [],
      ...change,
    };
  };
  const move = (from: AccountRef, to: AccountRef, amount: Money): LedgerTransaction =>
    make({
      postings: [
        { account: from, amount: amount.negate() },
        { account: to, amount },
      ],
    });
  const transactions = accounts.map((account) => move(provider, account, usd(1_000_00)));
  for (let n = 0; n < STEPS; n++) {
    const [from, to] = [accounts[n % 4]!, accounts[(n + 1 + (n % 3)) % 4]!];
    const holdId = newId();
    transactions.push(move(from, to, usd(100 + n)), make({ reserves: [{ holdId, account: to, amount: usd(50) }] }));
    if (n % 4 > 0)
      transactions.push(
        make({
          postings: [
            { account: to, amount: usd(-20), captures: holdId },
            { account: provider, amount: usd(20) },
          ],
        }),
      );
    if (n % 4 > 1) transactions.push(make({ releases: [{ holdId, account: to, amount: usd(30) }] }));
  }
  transactions.push(
    make({
      postings: [
        { account: accounts[0]!, amount: usd(-1000) },
        { account: { purpose: "fx" }, amount: usd(1000) },
        { account: { purpose: "fx" }, amount: Money.parse("-9.10", "EUR") },
        { account: accounts[0]!, amount: Money.parse("9.10", "EUR") },
      ],
    }),
    make({ accountStatus: { account: accounts[3]!, currency: "USD", status: "frozen" } }),
    // A credit line that is used, a fact that goes below it, a credit that covers the account again, and a second line
    // that stays unused.
    make({ floorChange: { account: settlement, floor: usd(-500) } }),
    move(settlement, provider, usd(400)),
    { ...move(settlement, { purpose: "fees" }, usd(300)), hasHappened: true },
    move(provider, settlement, usd(50)),
    make({ floorChange: { account: settlement, floor: Money.parse("-70.00", "EUR") } }),
  );
  return transactions;
}

/** For each table: its key, and how each column is changed to another value of its kind (as SQL over the old row). */
const otherAmount = (column: string): string => `${column} + (1 + floor(random() * 500)) * 0.01`;
const otherId = "gen_random_uuid()";
const otherHash = "sha256(gen_random_uuid()::text::bytea)";
const otherTime = (column: string): string => `${column} + interval '1 millisecond'`;
const otherWord = (column: string, words: readonly string[]): string =>
  `(SELECT word FROM unnest(ARRAY[${words.map((word) => `'${word}'`).join(", ")}]) AS word
    WHERE word IS DISTINCT FROM ${column} ORDER BY random() LIMIT 1)`;
const statuses = ["active", "frozen", "closed"];

const TABLES: Record<string, { key: string[]; columns: Record<string, string> }> = {
  ledger_transactions: {
    key: ["org_id", "position"],
    columns: {
      org_id: otherId,
      position: "position + 1000",
      cause: "cause || 'x'",
      description: "description || ' '",
      at: otherTime("at"),
      has_happened: "CASE WHEN has_happened THEN NULL ELSE NOT has_happened END",
      previous_hash: otherHash,
      hash: otherHash,
    },
  },
  ledger_postings: {
    key: ["org_id", "position", "index"],
    columns: {
      org_id: otherId,
      position: "position + 1000",
      index: "index + 10",
      account_id: otherId,
      currency: otherWord("currency", ["USD", "EUR", "XYZ"]),
      amount: otherAmount("amount"),
      held_change: otherAmount("held_change"),
      hold_id: otherId,
      account_status: otherWord("account_status", statuses),
      floor: "coalesce(floor, 0) - 1",
      balance_after: otherAmount("balance_after"),
      held_after: otherAmount("held_after"),
    },
  },
  ledger_accounts: {
    key: ["org_id", "account_id"],
    columns: {
      org_id: otherId,
      account_id: otherId,
      purpose: otherWord("purpose", ["settlement", "fees", "escrow", "virtual_account", "nonsense"]),
      owner_id: "owner_id || 'x'",
      currency: otherWord("currency", ["USD", "EUR", "XYZ"]),
      balance: otherAmount("balance"),
      held: otherAmount("held"),
      floor: "coalesce(floor, 0) - 1",
      overdrawn: "NOT overdrawn",
      status: otherWord("status", statuses),
      created_at: otherTime("created_at"),
      updated_at: otherTime("updated_at"),
    },
  },
  ledger_holds: {
    key: ["org_id", "hold_id"],
    columns: {
      org_id: otherId,
      hold_id: otherId,
      account_id: otherId,
      currency: otherWord("currency", ["USD", "EUR", "XYZ"]),
      amount: otherAmount("amount"),
      captured: otherAmount("captured"),
      released: otherAmount("released"),
      created_at: otherTime("created_at"),
      updated_at: otherTime("updated_at"),
    },
  },
  ledger_chains: { key: ["org_id"], columns: { org_id: otherId, length: "length + 1", head_hash: otherHash } },
};

type Damage = { what: string; undo: () => Promise<void> };

async function pickRow(table: string, where = "true"): Promise<string> {
  const { rows } = await owner.query<{ ctid: string }>(
    `SELECT ctid::text AS ctid FROM ${table} WHERE ${where} ORDER BY random() LIMIT 1`,
  );
  return rows[0]!.ctid;
}

/** Deletes a row, and returns a function that inserts it again unchanged. */
async function takeRow(table: string, ctid: string): Promise<{ row: string; restore: () => Promise<void> }> {
  const { rows } = await intruder.query<{ row: string }>(
    `DELETE FROM ${table} AS t WHERE ctid = $1::tid RETURNING t::text AS row`,
    [ctid],
  );
  const { row } = rows[0]!;
  return {
    row,
    restore: async () => void (await intruder.query(`INSERT INTO ${table} SELECT ($1::${table}).*`, [row])),
  };
}

async function changeColumn(table: string, column: string, where?: string): Promise<Damage> {
  const { row, restore } = await takeRow(table, await pickRow(table, where));
  const { columns } = TABLES[table]!;
  const list = Object.keys(columns).join(", ");
  const values = Object.keys(columns)
    .map((name) => (name === column ? columns[name] : name))
    .join(", ");
  const all = await columnsOf(table);
  expect(new Set(all)).toEqual(new Set(Object.keys(columns)));
  const { rows } = await intruder.query<{ ctid: string }>(
    `INSERT INTO ${table} (${list}) SELECT ${values} FROM (SELECT ($1::${table}).*) AS old
      RETURNING ctid::text AS ctid`,
    [row],
  );
  return {
    what: `${table}.${column} changed`,
    undo: async () => {
      await takeRow(table, rows[0]!.ctid);
      await restore();
    },
  };
}

async function columnsOf(table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'cell_0' AND table_name = $1",
    [table],
  );
  return rows.map(({ name }) => name);
}

async function deleteRow(table: string, where?: string): Promise<Damage> {
  const { restore } = await takeRow(table, await pickRow(table, where));
  return { what: `a row of ${table} deleted`, undo: restore };
}

/** A copy of a row under a new key. */
async function insertRow(table: string): Promise<Damage> {
  const { key, columns } = TABLES[table]!;
  const changed = new Set([
    key.at(-1)!,
    ...(table === "ledger_transactions" ? ["cause"] : []),
    ...(table === "ledger_accounts" ? ["owner_id"] : []),
  ]);
  const list = Object.keys(columns).join(", ");
  const values = Object.keys(columns)
    .map((name) => (changed.has(name) ? columns[name] : name))
    .join(", ");
  const { rows } = await intruder.query<{ ctid: string }>(
    `INSERT INTO ${table} (${list}) SELECT ${values} FROM ${table} WHERE ctid = $1::tid RETURNING ctid::text AS ctid`,
    [await pickRow(table)],
  );
  return { what: `a row of ${table} inserted`, undo: async () => void (await takeRow(table, rows[0]!.ctid)) };
}

async function expectFound(damage: Damage): Promise<void> {
  const report = await verifyLedger(database.db);
  expect(report.broken, damage.what).not.toBeNull();
  await damage.undo();
}

test("an honest ledger passes, and the report counts it and names the head of each chain", async () => {
  const progress = { done: 0, total: 0 };
  const report = await verifyLedger(database.db, progress);
  expect(report.broken).toBeNull();
  expect(progress).toEqual({ done: report.transactions, total: report.transactions });
  const lines = describeLedger(report);
  expect(lines[0]).toMatch(/^ledger: 3 organizations, \d+ transactions, \d+ postings, \d+ accounts, 120 holds$/);
  expect(
    lines.filter((line) => /^ {2}chain [0-9a-f-]{36}: \d+ transactions, head [0-9a-f]{64}$/.test(line)),
  ).toHaveLength(ORGANIZATIONS);
  expect(lines.at(-1)).toBe("ledger: every hash, sum, balance, floor, credit line and hold is correct");
});

test.skipIf(IS_ON_CITUS)("a change of any single column of any table is found", async () => {
  for (const [table, { columns }] of Object.entries(TABLES)) {
    for (const column of Object.keys(columns)) await expectFound(await changeColumn(table, column));
  }
  expect((await verifyLedger(database.db)).broken).toBeNull();
});

test.skipIf(IS_ON_CITUS)(
  "a change of any single column is found since a signed head, and so is a lost row",
  async () => {
    const expectFoundSince = async ({ what, undo }: Damage): Promise<void> => {
      expect((await verifyLedger(database.db, undefined, starts)).broken, what).not.toBeNull();
      await undo();
    };
    for (const [table, { columns }] of Object.entries(TABLES)) {
      for (const column of Object.keys(columns))
        await expectFoundSince(await changeColumn(table, column, SINCE_HEAD[table]));
      await expectFoundSince(await deleteRow(table, SINCE_HEAD[table]));
    }
    const report = await verifyLedger(database.db, undefined, starts);
    expect(report.broken).toBeNull();
    expect(report.heads).toEqual((await verifyLedger(database.db)).heads.map((head) => ({ ...head, since: HEAD })));
    expect(report.transactions).toBe(report.heads.reduce((sum, { length }) => sum + length - HEAD, 0));
  },
);

test.skipIf(IS_ON_CITUS)(
  `each of ${TAMPERINGS} random single-row changes, deletions and insertions is found`,
  { timeout: 180_000 },
  async () => {
    const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!;
    for (let n = 0; n < TAMPERINGS; n++) {
      const table = pick(Object.keys(TABLES));
      const kind = pick(["change", "change", "delete", "insert"]);
      if (kind === "change") await expectFound(await changeColumn(table, pick(Object.keys(TABLES[table]!.columns))));
      else await expectFound(await (kind === "delete" ? deleteRow(table) : insertRow(table)));
    }
    expect((await verifyLedger(database.db)).broken).toBeNull();
  },
);

test.skipIf(IS_ON_CITUS)("the last transaction cut off, with its postings, is found by the chain row", async () => {
  const { rows } = await owner.query<{ ctid: string; org_id: string; position: string }>(
    "SELECT ctid::text AS ctid, org_id, position FROM ledger_transactions ORDER BY org_id, position DESC LIMIT 1",
  );
  const { ctid, org_id: orgId, position } = rows[0]!;
  const transaction = await takeRow("ledger_transactions", ctid);
  const postings = await owner.query<{ ctid: string }>(
    "SELECT ctid::text AS ctid FROM ledger_postings WHERE org_id = $1 AND position = $2",
    [orgId, position],
  );
  const taken: { restore: () => Promise<void> }[] = [];
  for (const row of postings.rows) taken.push(await takeRow("ledger_postings", row.ctid));
  expect((await verifyLedger(database.db)).broken).toMatchObject({ table: "ledger_chains", orgId });
  for (const { restore } of [transaction, ...taken]) await restore();
  expect((await verifyLedger(database.db)).broken).toBeNull();
});

test.skipIf(IS_ON_CITUS)("the first broken row is named, with what is wrong with it", async () => {
  const { rows } = await owner.query<{ org_id: string; account_id: string }>(
    "SELECT org_id, account_id FROM ledger_accounts WHERE purpose = 'fx' AND currency = 'EUR' LIMIT 1",
  );
  const { org_id: orgId, account_id: accountId } = rows[0]!;
  await intruder.query("UPDATE ledger_accounts SET balance = balance + 0.01 WHERE org_id = $1 AND account_id = $2", [
    orgId,
    accountId,
  ]);
  const lines = describeLedger(await verifyLedger(database.db));
  expect(lines.at(-1)).toBe(
    `ledger: BROKEN at ledger_accounts ${accountId} of organization ${orgId}: the balance is not the sum of the ` +
      "account's postings",
  );
  await intruder.query("UPDATE ledger_accounts SET balance = balance - 0.01 WHERE org_id = $1 AND account_id = $2", [
    orgId,
    accountId,
  ]);
  expect((await verifyLedger(database.db)).broken).toBeNull();
});

test.skipIf(IS_ON_CITUS)("a guard that was switched off is found, though no row was touched", async () => {
  await owner.query("ALTER TABLE ledger_postings DISABLE TRIGGER ledger_postings_append_only");
  expect((await verifyLedger(database.db)).broken).toMatchObject({
    table: "pg_trigger",
    row: "ledger_postings_append_only",
  });
  await owner.query("ALTER TABLE ledger_postings ENABLE TRIGGER ledger_postings_append_only");
  expect((await verifyLedger(database.db)).broken).toBeNull();
});

test("postings that arrive while it runs do not look like damage", async () => {
  const orgId = newId();
  const saver: AccountRef = { purpose: "virtual_account", ownerId: newId() };
  const deposit = (): LedgerTransaction => ({
    orgId,
    cause: `${newId()}:deposit`,
    description: "deposit",
    at,
    postings: [
      { account: provider, amount: usd(-1) },
      { account: saver, amount: usd(1) },
    ],
  });
  let posting = true;
  const writer = (async () => {
    while (posting) await database.db.transaction((tx) => postTransactions(tx, [deposit(), deposit()]));
  })();
  for (let n = 0; n < 5; n++) expect((await verifyLedger(database.db)).broken).toBeNull();
  posting = false;
  await writer;
});
