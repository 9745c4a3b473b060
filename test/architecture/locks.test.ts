import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Tx } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "#test/harness/database.ts";
import { createLockWatch, GUARDED, LOCK_ORDER, LockOrderViolated } from "#test/harness/lock-order.ts";
import { CalledInTransaction, takeViolations } from "#test/harness/watch-transactions.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { fileAt, ROOT } from "./source.ts";
import { collectStatements } from "./statements.ts";
import { tablesOf } from "./tables-of-sql.ts";

/** Every transaction locks rows in one order (ARCHITECTURE.md, "Locks"), so that no two can deadlock. */
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

const ranked = LOCK_ORDER.flat();
const LOCK_PAYMENT = "SELECT FROM payments WHERE org_id = $1 AND payment_id = $2 FOR UPDATE";
const LOCK_LEDGER = "SELECT FROM ledger_chains WHERE org_id = $1 FOR UPDATE";

async function runs(...statements: readonly [text: string, values?: readonly unknown[]][]): Promise<void> {
  await database.db.transaction(async (tx: Tx) => {
    for (const [text, values] of statements) await tx.query(text, values);
  });
}

describe("a transaction", () => {
  test("that locks rows in the order may go on", async () => {
    await expect(runs([LOCK_PAYMENT, [newId(), newId()]], [LOCK_LEDGER, [newId()]])).resolves.toBeUndefined();
  });

  test("that locks a lower rank after a higher one fails, and is kept for the test to fail even if nobody listens", async () => {
    const wrong = runs([LOCK_LEDGER, [newId()]], [LOCK_PAYMENT, [newId(), newId()]]);
    await expect(wrong).rejects.toThrow("payments is locked after ledger_chains, against the order of locks");
    expect(takeViolations()).toEqual([expect.any(LockOrderViolated)]);
  });

  test("that calls a provider fails, also by way of other functions, and is kept for the test to fail", async () => {
    const outbound = createOutbound();
    const call = () => outbound.request({ method: "POST", url: "http://127.0.0.1:9/pay", timeoutMs: 1_000 });
    const wrong = database.db.transaction(async () => {
      await Promise.resolve();
      return call();
    });
    await expect(wrong).rejects.toThrow("POST 127.0.0.1:9 is called inside of a transaction");
    expect(takeViolations()).toEqual([expect.any(CalledInTransaction)]);
    await expect(call()).rejects.toThrow("nothing was sent");
    await outbound.close();
  });

  test("may write rows that it has locked, and lock them again, at any time", async () => {
    const [orgId, paymentId] = [newId(), newId()];
    const update = "UPDATE payments SET updated_at = now() WHERE org_id = $1 AND payment_id = $2";
    const again = runs(
      [LOCK_PAYMENT, [orgId, paymentId]],
      [LOCK_LEDGER, [orgId]],
      [update, [orgId, paymentId]],
      [LOCK_PAYMENT, [orgId, paymentId]],
    );
    await expect(again).resolves.toBeUndefined();
  });

  test("that locks further rows of a table in a second statement fails", async () => {
    const wrong = runs([LOCK_LEDGER, [newId()]], [LOCK_LEDGER, [newId()]]);
    await expect(wrong).rejects.toThrow("rows of ledger_chains are locked by two statements");
    expect(takeViolations()).toHaveLength(1);
  });

  test.each<[what: string, before: string, text: string]>([
    ["an UPDATE", "ledger_chains", "UPDATE payments SET updated_at = now() WHERE org_id = $1"],
    ["a DELETE", "members", "DELETE FROM invites WHERE org_id = $1"],
    [
      "a key that others may be inserting",
      "ledger_chains",
      "INSERT INTO provider_callbacks (provider) SELECT 'x' ON CONFLICT DO NOTHING",
    ],
    ["an advisory lock", "members", "SELECT pg_advisory_xact_lock(1)"],
    [
      "a part of a statement",
      "ledger_chains",
      "WITH a AS (SELECT 1), b AS (UPDATE refunds SET reason = '' WHERE org_id = $1) SELECT 1",
    ],
    [
      "the table that OF names",
      "ledger_chains",
      "SELECT FROM members m JOIN payments p ON true WHERE p.org_id = $1 FOR NO KEY UPDATE OF p",
    ],
  ])("is seen to lock by %s", (_, before, text) => {
    const hear = createLockWatch();
    hear(`SELECT FROM ${before} WHERE org_id = $1 FOR UPDATE`, [newId()]);
    expect(() => hear(text, [newId()])).toThrow(LockOrderViolated);
  });

  test.each<[what: string, text: string]>([
    ["new rows", "INSERT INTO payments (org_id) VALUES ($1)"],
    ["rows that it skips when they are locked", "SELECT FROM payments WHERE org_id = $1 FOR UPDATE SKIP LOCKED"],
    [
      "rows that it picked this way",
      `WITH due AS (SELECT payment_id FROM payments LIMIT 1 FOR UPDATE SKIP LOCKED) UPDATE payments p SET status = $1
        FROM due`,
    ],
    ["rows behind another lock", "UPDATE payment_checks SET due_at = now() WHERE org_id = $1"],
    ["rows that it only reads", "SELECT FROM payments WHERE org_id = $1"],
  ])("does not wait for %s", (_, text) => {
    const hear = createLockWatch();
    hear(LOCK_LEDGER, [newId()]);
    expect(() => hear(text, [newId()])).not.toThrow();
  });
});

describe("the order of locks", () => {
  const { constant } = collectStatements();

  test("has a place for every table that a statement locks", () => {
    const locked = constant.flatMap(({ text }) =>
      tablesOf(text)
        .locks.filter(({ by, waits }) => by !== "insert" && waits)
        .map(({ table }) => table),
    );
    expect([...new Set(locked)].filter((table) => !ranked.includes(table) && !(table in GUARDED))).toEqual([]);
    expect(ranked.length).toBe(new Set(ranked).size);
    expect(Object.values(GUARDED).filter((guard) => !ranked.includes(guard))).toEqual([]);
  });

  test("is the one that ARCHITECTURE.md describes", () => {
    const section = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").split("\n## Locks\n")[1]!.split("\n## ")[0]!;
    const written = [...section.matchAll(/^\| \d+ \| ([^|]+) \|/gm)].map((match) =>
      match[1]!.split(",").map((name) => name.trim().replaceAll("`", "")),
    );
    expect(written).toEqual(LOCK_ORDER);
  });

  /**
   * An insert with a foreign key also locks the referenced row against deletion, which the statement does not show. It
   * waits only for FOR UPDATE.
   */
  test("is not broken by foreign keys: rows that others refer to are locked FOR NO KEY UPDATE", () => {
    const directory = fileAt("kernel/db/migrations");
    const migrations = readdirSync(directory, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".sql"))
      .map((name) => readFileSync(join(directory, name), "utf8"));
    const referred = new Set(
      migrations.flatMap((text) => [...text.matchAll(/\bREFERENCES ([\w.]+)/g)].map((match) => match[1]!)),
    );
    expect(referred.size).toBeGreaterThan(0);
    const wrong = constant.filter(({ text }) =>
      tablesOf(text).locks.some(({ table, mode }) => mode === "UPDATE" && referred.has(table)),
    );
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });
});
