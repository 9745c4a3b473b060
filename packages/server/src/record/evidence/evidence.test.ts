import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appendAudit } from "#src/record/audit/append-audit.ts";
import { sealAuditJob } from "#src/record/audit/seal-audit.ts";
import { verifyAudit } from "#src/record/audit/verify-audit.ts";
import { type LedgerTransaction, postTransactions } from "#src/record/ledger/index.ts";
import { verifyLedger } from "#src/record/ledger/verify-ledger.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { startS3Server } from "#src/kernel/db/backup/s3-server.fixtures.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { signHead } from "./signed-head.ts";
import { verifyHeads } from "./verify-heads.ts";
import { writeHeadsJob } from "./write-heads.ts";

const metrics = createMetrics();
const secrets = createSecretBox({ masterSecret: "the secret that the database never sees, whoever owns it" });
const clock = new SteppedClock();
const outbound = createOutbound();
const orgId = newId();
const savings = newId();
const causes = Array.from({ length: 5 }, () => `${newId()}:deposit`);
let database: TestDatabase;
let directory: string;
let file: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = mkdtempSync(join(tmpdir(), "corridor-heads-"));
  file = join(directory, "heads.jsonl");
  await post(deposits(100));
  await record("first", "second", "third");
  await writeHeadsJob({ db: database.db, clock, outbound, secrets, metrics, target: file }).runOnce();
});
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await outbound.close();
  await database[Symbol.asyncDispose]();
});

function deposits(cents: number): LedgerTransaction[] {
  const amount = Money.ofMinor(BigInt(cents), "USD");
  return causes.map((cause) => ({
    orgId,
    cause,
    description: "deposit",
    at: new Date("2026-01-05T09:00:00Z"),
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" }, amount: amount.negate() },
      { account: { purpose: "virtual_account", ownerId: savings }, amount },
    ],
  }));
}
async function post(transactions: LedgerTransaction[]): Promise<void> {
  await database.db.transaction((tx) => postTransactions(tx, transactions));
}
async function record(...actions: string[]): Promise<void> {
  const entry = {
    orgId,
    actor: { type: "system", id: "test" } as const,
    resourceType: "thing",
    resourceId: "7",
    at: clock.now(),
  };
  await database.db.transaction((tx) =>
    appendAudit(
      tx,
      actions.map((action) => ({ ...entry, action })),
    ),
  );
  await sealAuditJob(database).runOnce();
}

/** As the tables' owner, who can switch off their guards and rebuild the hash chain over what is left. */
async function asOwner(tables: readonly string[], ...statements: string[]): Promise<void> {
  await database.db.transaction(async (tx) => {
    for (const table of tables) await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    for (const statement of statements) await tx.query(statement);
    for (const table of tables) await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}
const LEDGER = ["ledger_transactions", "ledger_postings", "ledger_accounts", "ledger_chains"];
const rewriteLedger = async (cents: number): Promise<void> => {
  await asOwner(LEDGER, ...LEDGER.map((table) => `DELETE FROM ${table}`));
  await post(deposits(cents));
};

test("a rewritten ledger whose chain was made anew passes every other check, and is found against the heads", async () => {
  expect(await verifyHeads({ db: database.db, secrets }, file)).toEqual({ checked: 2, broken: null });
  await rewriteLedger(1);
  expect((await verifyLedger(database.db)).broken).toBeNull();
  const { broken } = await verifyHeads({ db: database.db, secrets }, file);
  expect(broken?.reason).toContain(`position 5 of the ledger chain of organization ${orgId}`);
  expect(broken?.reason).toContain("was rewritten");

  await asOwner(LEDGER, ...LEDGER.map((table) => `DELETE FROM ${table}`));
  expect((await verifyHeads({ db: database.db, secrets }, file)).broken?.reason).toContain("was cut off");
  await post(deposits(100)); // Account ids differ, so these are different books.
  expect((await verifyHeads({ db: database.db, secrets }, file)).broken).not.toBeNull();
});

test("a rewritten audit log that was sealed anew is found against the heads", async () => {
  const target = join(directory, "audit.jsonl");
  await writeHeadsJob({ db: database.db, clock, outbound, secrets, metrics, target }).runOnce();
  expect((await verifyHeads({ db: database.db, secrets }, target)).broken).toBeNull();
  await asOwner(
    ["audit_log"],
    `UPDATE audit_log SET action = CASE action WHEN 'second' THEN 'harmless' ELSE action
      END, position = NULL, previous_hash = NULL, hash = NULL`,
    "DELETE FROM audit_heads",
  );
  await sealAuditJob(database).runOnce();
  expect((await verifyAudit(database.db)).broken).toBeNull();
  expect((await verifyHeads({ db: database.db, secrets }, target)).broken?.reason).toContain(
    "position 3 of the audit chain",
  );
});

test("a head that somebody without the secret wrote, changed or moved to another chain is refused, and one of an earlier secret is good", async () => {
  const own = join(directory, "forged.jsonl");
  const head = {
    chain: "audit",
    org_id: orgId,
    position: 3,
    hash: "0".repeat(64),
    at: "2026-01-05T09:00:00.000Z",
  } as const;
  const strange = signHead(createSecretBox({ masterSecret: "whatever somebody else uses as theirs" }), head);
  const ours = signHead(secrets, head);
  for (const line of [
    strange,
    { ...ours, position: 4 },
    { ...ours, chain: "ledger" },
    { ...ours, hash: "1".repeat(64) },
  ]) {
    writeFileSync(own, `${JSON.stringify(line)}\n`);
    expect((await verifyHeads({ db: database.db, secrets }, own)).broken).toMatchObject({
      line: 1,
      reason: expect.stringContaining("not signed with"),
    });
  }
  writeFileSync(own, "\nnonsense\n");
  expect((await verifyHeads({ db: database.db, secrets }, own)).broken).toEqual({ line: 2, reason: "it is not JSON" });

  const later = createSecretBox({
    masterSecret: "the next one",
    previousMasterSecrets: ["the secret that the database never sees, whoever owns it"],
  });
  const fresh = join(directory, "fresh.jsonl");
  await writeHeadsJob({ db: database.db, clock, outbound, secrets, metrics, target: fresh }).runOnce();
  expect(await verifyHeads({ db: database.db, secrets: later }, fresh)).toEqual({ checked: 2, broken: null });
});

test("an empty file proves nothing, and a missing one is named", async () => {
  const empty = join(directory, "empty.jsonl");
  writeFileSync(empty, "\n");
  expect((await verifyHeads({ db: database.db, secrets }, empty)).broken).toMatchObject({
    reason: expect.stringContaining("proves nothing"),
  });
  await expect(verifyHeads({ db: database.db, secrets }, join(directory, "none"))).rejects.toThrow("There is no file");
});

test("the first head of a new deployment is written as soon as something moved, not an hour later", async () => {
  await using fresh = await createTestDatabase();
  const target = join(directory, "new.jsonl");
  const job = writeHeadsJob({ db: fresh.db, clock, outbound, secrets, metrics, target });
  await job.runOnce();
  const entry = {
    orgId,
    actor: { type: "system", id: "test" } as const,
    action: "first",
    resourceType: "thing",
    resourceId: "7",
    at: clock.now(),
  };
  await fresh.db.transaction((tx) => appendAudit(tx, [entry]));
  await sealAuditJob(fresh).runOnce();
  clock.advance(60_000);
  await job.runOnce();
  expect(readFileSync(target, "utf8").split("\n")).toHaveLength(2);
});

test("heads go to an address every hour, only those that moved, and once more when it did not take them", async () => {
  const bodies: string[] = [];
  let status = 503;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      bodies.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/heads`;
  const job = writeHeadsJob({ db: database.db, clock, outbound, secrets, metrics, target });
  expect(job.readiness.isOurs!()).toBe(false);
  await expect(job.runOnce()).rejects.toThrow("answered 503");
  expect(job.readiness.isOurs!()).toBe(true);
  await expect(job.readiness.check()).rejects.toThrow("answered 503");
  status = 204;
  await job.runOnce();
  await job.readiness.check();
  // First the two heads of the ledger, then the head of the audit log.
  expect(bodies.splice(0).map((body) => body.split("\n").length - 1)).toEqual([1, 1, 1]);
  await record("fourth");
  await job.runOnce();
  expect(bodies).toEqual([]);
  clock.advance(3_600_000);
  await job.runOnce();
  expect(bodies).toHaveLength(1);
  expect(JSON.parse(bodies[0]!)).toMatchObject({ chain: "audit", org_id: orgId, position: 4 });
  await new Promise((resolve) => server.close(resolve));
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(3);
});

test("heads go to an object store, each write as an object of its own, and the chains are held against all of them", async () => {
  const credentials = {
    region: "eu-central-1",
    accessKeyId: "corridor",
    secretAccessKey: "only the store knows it too",
  };
  const store = await startS3Server(credentials);
  const s3 = { ...credentials, endpoint: store.url };
  const target = "s3://evidence/of corridor";
  const job = writeHeadsJob({ db: database.db, clock, outbound, secrets, metrics, target, s3 });
  await job.runOnce();
  await record("fifth");
  clock.advance(3_600_000);
  await job.runOnce();
  expect(store.objects.size).toBe(3);
  expect(await verifyHeads({ db: database.db, secrets, s3 }, target)).toEqual({ checked: 3, broken: null });
  await rewriteLedger(2);
  expect((await verifyHeads({ db: database.db, secrets, s3 }, target)).broken).not.toBeNull();
  await store.close();
});
