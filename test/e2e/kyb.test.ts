import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test("verification is started from the public API, decided by the provider's signed callback, and told by an event", async () => {
  const { orgId } = app.callers.orgAdmin;
  const started = await app.request(app.callers.orgAdmin, "POST", `/organizations/${orgId}/kyb`);
  expect(started.status).toBe(201);
  const read = async () => (await app.request(app.callers.orgAdmin, "GET", `/organizations/${orgId}`)).body.data;
  expect(await read()).toMatchObject({ kyb_status: "pending", kyb_customer_id: expect.any(String) });
  await app.advance(1_000);
  expect(await read()).toMatchObject({ kyb_status: "approved" });
  expect(await app.db.query(`SELECT unnest(types) AS type FROM events WHERE resource_id = $1`, [orgId])).toEqual([
    { type: "kyb.approved" },
  ]);
});
