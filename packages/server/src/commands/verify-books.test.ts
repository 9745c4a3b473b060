import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { appendAudit } from "#src/record/audit/append-audit.ts";
import { sealAuditJob } from "#src/record/audit/seal-audit.ts";
import { postTransactions } from "#src/record/ledger/index.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { verifyBooks, verifySince } from "./verify-books.ts";

const DAY_MS = 86_400_000;
const secrets = createSecretBox({ masterSecret: "the secret that the database never sees, whoever owns it" });
const clock = new SteppedClock();
const orgIds = Array.from({ length: 20 }, () => newId());
let database: TestDatabase;
let directory: string;
let place: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), "corridor-verified-"));
  place = join(directory, "verified.jsonl");
  for (let n = 0; n < 3; n++) await work();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await database[Symbol.asyncDispose]();
});

/** A deposit and an audit entry of each organization. */
async function work(): Promise<void> {
  const amount = Money.ofMinor(100n, "USD");
  const at = clock.now();
  const transactions = orgIds.map((orgId) => ({
    orgId,
    cause: `${newId()}:deposit`,
    description: "deposit",
    at,
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" } as const, amount: amount.negate() },
      { account: { purpose: "settlement" } as const, amount },
    ],
  }));
  const actor = { type: "system", id: "test" } as const;
  const entry = { actor, action: "money.moved", resourceType: "thing", resourceId: "7", at };
  await database.db.transaction((tx) => postTransactions(tx, transactions));
  await database.db.transaction((tx) =>
    appendAudit(
      tx,
      orgIds.map((orgId) => ({ ...entry, orgId })),
    ),
  );
  await sealAuditJob(database).runOnce();
}

const verify = (source: string, night: Date | null) =>
  verifySince({ db: database.db, secrets }, source, night, (starts) => verifyBooks(database.db, starts));

async function nextNight() {
  clock.advance(DAY_MS);
  await work();
  return verify(place, clock.now());
}

/** As the owner of the tables, past the triggers. */
async function tamper(table: string, statement: string, orgId: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await tx.query(`UPDATE ${table} SET ${statement} AND org_id = $1`, [orgId]);
    await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}

test("the first night verifies all, and each later one what is new and a seventh of the organizations whole", async () => {
  expect((await nextNight()).since).toEqual({ checked: 0, broken: null, chains: 40, whole: 40, all_whole_since: null });
  const first = clock.now();
  const wholeOf = new Map<string, number>();
  for (let night = 1; night <= 7; night++) {
    const { books, since } = await nextNight();
    expect(books.sound).toBe(true);
    for (const { orgId, since: from } of books.ledger.heads) if (from === 0) wholeOf.set(orgId, night);
    expect(books.ledger.transactions).toBe(
      books.ledger.heads.reduce((sum, head) => sum + (head.since === 0 ? head.length : 1), 0),
    );
    const oldest = Math.min(...orgIds.map((orgId) => wholeOf.get(orgId) ?? 0));
    const allWholeSince = new Date(first.getTime() + oldest * DAY_MS).toISOString();
    expect(since).toMatchObject({ all_whole_since: allWholeSince, broken: null });
  }
  expect(wholeOf.size).toBe(orgIds.length);
  expect(new Set(wholeOf.values()).size).toBeGreaterThan(3);
});

test.each([
  [
    "ledger_transactions",
    "description = description || 'x' WHERE position = 2",
    "description = 'deposit' WHERE position = 2",
  ],
  [
    "ledger_postings",
    "amount = amount + 1 WHERE position = 1 AND index = 0",
    "amount = amount - 1 WHERE position = 1 AND index = 0",
  ],
  ["audit_log", "action = 'harmless' WHERE position = 1", "action = 'money.moved' WHERE position = 1"],
])("a row of %s that was changed before the heads is found within seven nights", async (table, change, undo) => {
  await tamper(table, change, orgIds[4]!);
  let nights = 1;
  while (nights <= 7 && (await nextNight()).books.sound) nights += 1;
  expect(nights).toBeLessThanOrEqual(7);
  await tamper(table, undo, orgIds[4]!);
  expect((await nextNight()).books).toMatchObject({ ledger: { broken: null }, audit: { broken: null } });
});

test.each([
  [
    "ledger_accounts",
    "balance = balance + 1 WHERE purpose = 'settlement'",
    "balance = balance - 1 WHERE purpose = 'settlement'",
  ],
  ["audit_log", "action = 'harmless' WHERE position = 99", "action = 'money.moved' WHERE position = 99"],
])("a row of %s that was changed behind the heads is found the next night", async (table, change, undo) => {
  const [head] = await database.db.query<{ position: number }>("SELECT position FROM audit_heads LIMIT 1");
  const at = (statement: string): string => statement.replace("99", String(head!.position + 1));
  clock.advance(DAY_MS);
  await work();
  for (const orgId of orgIds.slice(0, 7)) {
    await tamper(table, at(change), orgId);
    expect((await verify(place, null)).books.sound).toBe(false);
    await tamper(table, at(undo), orgId);
  }
  expect((await verify(place, clock.now())).books.sound).toBe(true);
});

test("balances that were rewritten together with their past are not those that the head signed", async () => {
  for (const [table, statement] of [
    ["ledger_accounts", "balance = balance + 1 WHERE purpose = 'settlement'"],
    ["ledger_accounts", "balance = balance - 1 WHERE purpose = 'provider'"],
    ["ledger_postings", "balance_after = balance_after + 1 WHERE index = 1"],
    ["ledger_postings", "balance_after = balance_after - 1 WHERE index = 0"],
  ] as const)
    await tamper(table, statement, orgIds[0]!);
  const { books } = await verify(place, null);
  expect(books.ledger.broken).toMatchObject({ table: "ledger_accounts", orgId: orgIds[0] });
  expect(books.ledger.broken?.problem).toContain("not as the head signed them");
});

test("a head that is not ours, was changed, or is no longer there is reported, and all is verified from its start", async () => {
  const [line] = readFileSync(place, "utf8").split("\n");
  const head = JSON.parse(line!);
  const own = join(directory, "own.jsonl");
  for (const changed of [
    { ...head, org_id: newId() },
    { ...head, position: head.position + 1 },
    { ...head, balances: "0".repeat(64) },
    { ...head, whole_at: clock.now().toISOString() },
    { ...head, version: undefined },
  ]) {
    writeFileSync(own, `${JSON.stringify(changed)}\n`);
    const { since } = await verify(own, null);
    expect(since).toMatchObject({ whole: since.chains, broken: { line: 1 } });
    expect(since.broken!.reason).toContain("not signed with");
  }
});
