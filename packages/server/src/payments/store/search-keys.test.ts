import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { TEST_CELL } from "@corridor/test/harness/test-cell.ts";
import { STATISTICS } from "#src/back-office/analytics/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { schemaOfCell } from "#src/kernel/db/cells.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { followJob } from "#src/record/events/index.ts";
import { SEARCH_KEYS } from "./search-keys.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const FOLLOWERS = [SEARCH_KEYS, STATISTICS];
async function readModels(): Promise<unknown[]> {
  await app.followed();
  await app.run("payment-stats");
  return [
    await app.db.query("SELECT key, org_id, payment_id FROM payment_search_keys ORDER BY 1, 2, 3"),
    await app.db.query("SELECT * FROM payment_stats ORDER BY org_id, grain, dimension, period"),
  ];
}
const initiate = (change: Record<string, unknown>) =>
  app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin("4567", change));
const changeMetadata = (paymentId: string, metadata: object) =>
  app.request(app.callers.orgAdmin, "PATCH", `/payments/${paymentId}`, { metadata });

/** A database on which every nth transaction is cut off before its commit. */
function failing(db: Db, nth: number): Db {
  let count = 0;
  return Object.assign(Object.create(db), {
    transaction: <T>(work: (tx: never) => Promise<T>) =>
      db.transaction(async (tx) => {
        const answer = await work(tx as never);
        if (++count % nth === 0) throw new Error("cut off");
        return answer;
      }),
  }) as Db;
}

test("a payment is found by what it says, and no longer by what it said before", async () => {
  const payer_details = { name: "Afua Boateng", phone: "+233241234567" };
  const { status, body, text } = await initiate({ metadata: { order: "first" }, payer_details });
  expect(status, text).toBe(200);
  await app.followed();
  const found = async (query: string) =>
    (await app.request(app.callers.orgViewer, "GET", `/transactions?${query}`)).body.data.length;
  expect([await found("payer=afua"), await found("metadata=order:first")]).toEqual([1, 1]);
  expect((await changeMetadata(body.response.payment_id, { order: "second" })).status).toBe(200);
  await app.followed();
  expect([await found("metadata=order:first"), await found("metadata=order:second")]).toEqual([0, 1]);
});

test("a follower that is cut off anywhere, goes on or is rebuilt makes what the payments say", async () => {
  const stepOf = fc.constantFrom("follow", "follow, cut off", "rebuild", "rebuild, cut off", "pay", "change");
  await fc.assert(
    fc.asyncProperty(
      fc.array(stepOf, { minLength: 4, maxLength: 10 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, nth) => {
        const cut = failing(app.db, nth);
        const { body } = await initiate({ metadata: { order: "first", shop: nth } });
        for (const [n, step] of steps.entries()) {
          const db = step.endsWith("cut off") ? cut : app.db;
          const deps = { db, clock: app.clock, metrics: createMetrics(), cell: 0 };
          const isCut = (error: Error): void => expect(error.message).toBe("cut off");
          if (step === "pay") await initiate({ metadata: { order: n } });
          else if (step === "change") await changeMetadata(body.response.payment_id, { order: `changed-${n}` });
          else if (step.startsWith("rebuild")) for (const one of FOLLOWERS) await one.rebuild(db).catch(isCut);
          else for (const one of FOLLOWERS) await followJob(deps, one).runOnce().catch(isCut);
        }
        await app.wait(20_000);
        const followed = await readModels();
        await app.db.query("DELETE FROM payment_search_keys");
        for (const one of FOLLOWERS) await one.rebuild(app.db);
        expect(await readModels()).toEqual(followed);
      },
    ),
    { numRuns: 8 },
  );
});

test("a follower says how long a change waits, also for a transaction that is open", async () => {
  await app.followed();
  const metrics = createMetrics();
  const job = followJob({ db: app.db, clock: app.clock, metrics, cell: 0 }, SEARCH_KEYS);
  const lag = async (): Promise<number> => {
    await job.runOnce();
    return Number(/^\S*follower_lag_seconds\{.*\} (.*)$/m.exec(await metrics.read())![1]);
  };
  expect(await lag()).toBe(0);
  const other = new pg.Client(app.databaseUrl);
  await other.connect();
  await other.query("BEGIN");
  await other.query(`SELECT FROM ${schemaOfCell(TEST_CELL)}.organizations FOR KEY SHARE`);
  await initiate({});
  await app.advance(30_000);
  expect(await lag()).toBeGreaterThanOrEqual(30);
  expect(await lag()).toBeGreaterThanOrEqual(30);
  await other.end();
  await app.followed();
  expect(await lag()).toBe(0);
});
