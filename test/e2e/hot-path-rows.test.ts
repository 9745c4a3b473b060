import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * What a payment leaves behind. Every row and every index entry of it is written by the commit of each payment, kept
 * for years, and read past by everybody else.
 */
const PAYMENTS = 10;
const MAX_ROWS = 9;
const MAX_ENTRIES = 25;
/** Queues, accounts that are opened once, and what follows the log. */
const LEFT_OUT = ["payment_search_keys", "payment_stat_changes", "provider_callbacks", "ledger_accounts"];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** Rows by table, and entries by index: a partial index has only the rows that it is for, and a month has its own. */
async function sizes(): Promise<Map<string, number>> {
  const tables = await app.db.query<{ name: string; condition: string | null; index: string | null }>(
    `SELECT class.relname AS name, pg_get_expr(entry.indpred, entry.indrelid) AS condition,
       index.relname AS index
     FROM pg_class class LEFT JOIN pg_class pattern ON pattern.relname = class.relname || '_default'
     LEFT JOIN pg_index entry ON entry.indrelid = class.oid OR entry.indrelid = pattern.oid
       AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = entry.indexrelid)
     LEFT JOIN pg_class index ON index.oid = entry.indexrelid
     LEFT JOIN pg_am method ON method.oid = index.relam
     WHERE class.relkind IN ('r', 'p') AND NOT class.relispartition AND class.relnamespace = 'cell_0'::regnamespace AND method.amname IS DISTINCT FROM 'brin'
       AND NOT class.relname = ANY($1) AND index.relname !~ 'out_of_step|unsealed'`,
    [LEFT_OUT],
  );
  const parts = tables.map(
    ({ name, condition, index }) =>
      `SELECT '${name}:${index ?? ""}' AS key, count(*)::int AS count FROM ${name} WHERE ${condition ?? "true"}`,
  );
  const rows = tables.map(({ name }) => `SELECT '${name}' AS key, count(*)::int AS count FROM ${name}`);
  const found = await app.db.query<{ key: string; count: number }>(
    [...new Set([...parts, ...rows])].join(" UNION ALL "),
  );
  return new Map(found.map(({ key, count }) => [key, count]));
}

test("a payin that completes leaves few rows and index entries behind", async () => {
  const before = await sizes();
  for (let n = 0; n < PAYMENTS; n++) {
    const { status } = await app.request(
      app.callers.apiKey,
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayin("4567", { client_reference: `row-${n}` }),
      { "Idempotency-Key": `row-${n}` },
    );
    expect(status).toBe(200);
  }
  await app.wait(60_000);
  const [completed] = await app.db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM payments WHERE client_reference LIKE 'row-%' AND status = 'completed'",
  );
  expect(completed).toEqual({ count: PAYMENTS });
  const added = [...(await sizes())]
    .map(([key, count]) => ({ key, each: Math.round((count - before.get(key)!) / PAYMENTS) }))
    .filter(({ each }) => each > 0);
  const sum = (isEntry: boolean): number =>
    added.filter(({ key }) => key.includes(":") === isEntry).reduce((total, { each }) => total + each, 0);
  const shown = added.map(({ key, each }) => `${key} ${each}`).join("\n");
  expect(sum(false), shown).toBeLessThanOrEqual(MAX_ROWS);
  expect(sum(true), shown).toBeLessThanOrEqual(MAX_ENTRIES);
});
