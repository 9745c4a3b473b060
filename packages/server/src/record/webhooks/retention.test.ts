import { afterEach, beforeEach, expect, test } from "vitest";
import { appendEvents } from "./append-events.ts";
import { startReceiver, type Receiver } from "@corridor/test/harness/receiver.ts";
import { startWebhookBench, type WebhookBench } from "@corridor/test/harness/webhooks.ts";
import { changeEndpoint, deleteEndpoint } from "./change-endpoint.ts";
import { createRetentionJob, DELIVERY_RETENTION_DAYS, HELD_DAYS } from "./retention.ts";

const DAY_MS = 24 * 60 * 60_000;
let bench: WebhookBench;
let receiver: Receiver;

beforeEach(async () => {
  bench = await startWebhookBench();
  receiver = await startReceiver();
});

afterEach(async () => {
  await bench.close();
  await receiver.close();
});

test("what was delivered is forgotten after 90 days; the event itself never is", async () => {
  const job = createRetentionJob({ db: bench.database.db, clock: bench.clock });
  const endpoint = await bench.endpoint(receiver.url);
  await bench.events(endpoint.orgId, 3);
  await bench.job.runOnce();
  bench.clock.advance(DELIVERY_RETENTION_DAYS * DAY_MS - 60_000);
  expect(await job.runOnce()).toBe(0);
  await bench.events(endpoint.orgId, 2);
  await bench.job.runOnce();
  bench.clock.advance(120_000);
  expect(await job.runOnce()).toBe(3);
  expect(await bench.deliveries(endpoint)).toHaveLength(2);
  expect(await bench.database.db.query("SELECT FROM events")).toHaveLength(5);
});

test("what waits is never forgotten, however old", async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const endpoint = await bench.endpoint(receiver.url);
  await bench.events(endpoint.orgId, 1);
  await bench.job.runOnce();
  bench.clock.advance(2 * DELIVERY_RETENTION_DAYS * DAY_MS);
  expect(await createRetentionJob({ db: bench.database.db, clock: bench.clock }).runOnce()).toBe(0);
  expect((await bench.deliveries(endpoint))[0]!.status).toBe("pending");
});

test("what is held for a disabled endpoint is canceled after 30 days", async () => {
  const job = createRetentionJob({ db: bench.database.db, clock: bench.clock });
  const endpoint = await bench.endpoint(receiver.url);
  await bench.events(endpoint.orgId, 2);
  await changeEndpoint(
    bench.deps,
    {
      scope: { orgId: endpoint.orgId },
      webhookId: endpoint.webhookId,
      actor: { type: "system", id: "test" },
      requestId: "test",
      at: bench.clock.now(),
    },
    { status: "disabled" },
  );
  bench.clock.advance(HELD_DAYS * DAY_MS - 1);
  expect(await job.runOnce()).toBe(0);
  bench.clock.advance(1);
  expect(await job.runOnce()).toBe(2);
  expect((await bench.deliveries(endpoint)).map(({ status }) => status)).toEqual(["canceled", "canceled"]);
});

test("an event that was being written while its endpoint was deleted leaves nothing waiting", async () => {
  const endpoint = await bench.endpoint(receiver.url);
  const action = {
    scope: { orgId: endpoint.orgId },
    webhookId: endpoint.webhookId,
    actor: { type: "system", id: "test" },
    requestId: "test",
  } as const;
  await bench.database.db.transaction(async (tx) => {
    await appendEvents(tx, [
      {
        orgId: endpoint.orgId,
        type: "payment.completed",
        resourceType: "payment",
        resourceId: "01900000-0000-7000-8000-000000000001",
        sequence: 1,
        data: {},
        at: bench.clock.now(),
      },
    ]);
    await deleteEndpoint(bench.deps, { ...action, at: bench.clock.now() });
  });
  expect((await bench.deliveries(endpoint)).map(({ status }) => status)).toEqual(["pending"]);
  expect(await createRetentionJob({ db: bench.database.db, clock: bench.clock }).runOnce()).toBe(1);
  expect((await bench.deliveries(endpoint)).map(({ status }) => status)).toEqual(["canceled"]);
});
