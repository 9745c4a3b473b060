import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { rebuild } from "#src/record/events/index.ts";
import { SEARCH_KEYS } from "./search-keys.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const keys = () => app.db.query("SELECT key, org_id, payment_id FROM payment_search_keys ORDER BY 1, 2, 3");
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

test("a follower that is cut off anywhere, goes on or begins again gives the same read model", async () => {
  for (let n = 0; n < 20; n++) {
    const { body } = await initiate({ metadata: { order: n, shop: `shop-${n % 3}` } });
    if (n % 4 === 0) await changeMetadata(body.response.payment_id, { order: `changed-${n}` });
  }
  await app.wait(60_000);
  await app.followed();
  const whole = await keys();
  expect(whole.length).toBeGreaterThan(60);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 5 }), async (nth) => {
      const db = failing(app.db, nth);
      await rebuild(db, SEARCH_KEYS).catch(() => undefined);
      await app.followed();
      expect(await keys()).toEqual(whole);
    }),
    { numRuns: 4 },
  );
});
