import { afterEach, beforeEach, expect, test } from "vitest";
import { appendEvents } from "./append-events.ts";
import { startReceiver, type Receiver } from "@corridor/test/harness/receiver.ts";
import { startWebhookBench, type WebhookBench } from "@corridor/test/harness/webhooks.ts";
import { TEST_CELL } from "@corridor/test/harness/test-cell.ts";
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

/** The end of the month that the ids of new deliveries are in. */
const monthEndMs = (): number => Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1);
const retention = () => createRetentionJob({ ...bench.deps, cells: { every: bench.database.db }, cell: TEST_CELL });

test("what was delivered is forgotten 90 days after its month, all of the month at once; the event itself never is", async () => {
  const job = retention();
  const endpoint = await bench.endpoint(receiver.url);
  await bench.events(endpoint.orgId, 3);
  await bench.job.runOnce();
  bench.clock.set(new Date(monthEndMs() + DELIVERY_RETENTION_DAYS * DAY_MS - 60_000));
  expect(await job.runOnce()).toBe(0);
  await bench.events(endpoint.orgId, 2);
  await bench.job.runOnce();
  bench.clock.advance(DELIVERY_RETENTION_DAYS * DAY_MS);
  await job.runOnce();
  expect(await bench.deliveries(endpoint)).toHaveLength(5);
  bench.clock.advance(60_000);
  expect(await job.runOnce()).toBeGreaterThan(0);
  expect(await bench.deliveries(endpoint)).toEqual([]);
  expect(await bench.database.db.query("SELECT FROM events")).toHaveLength(5);
});

test("what waits is never forgotten, however old", async () => {
  receiver.answerWith(() => ({ status: 500 }));
  const endpoint = await bench.endpoint(receiver.url);
  await bench.events(endpoint.orgId, 1);
  await bench.job.runOnce();
  bench.clock.set(new Date(monthEndMs() + DELIVERY_RETENTION_DAYS * DAY_MS));
  expect(await retention().runOnce()).toBe(0);
  expect((await bench.deliveries(endpoint))[0]!.status).toBe("pending");
});

test("what is held for a disabled endpoint is canceled after 30 days", async () => {
  const job = retention();
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
  expect(await retention().runOnce()).toBe(1);
  expect((await bench.deliveries(endpoint)).map(({ status }) => status)).toEqual(["canceled"]);
});

test("an endpoint that only fails for an hour is told to its organization, once for each outage", async () => {
  const job = retention();
  const endpoint = await bench.endpoint(receiver.url);
  const attempt = async (status: number, minutes: number) => {
    receiver.answerWith(() => ({ status }));
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    bench.clock.advance(minutes * 60_000);
    await job.runOnce();
    return bench.notices.length;
  };
  expect(await attempt(500, 59)).toBe(0);
  expect(await attempt(500, 1)).toBe(1);
  expect(bench.notices[0]).toMatchObject({
    orgId: endpoint.orgId,
    subject: "A webhook endpoint has failed for an hour",
    text: expect.stringMatching(`${receiver.url} fails.*\\n\\nAfter five days`),
  });
  expect(await attempt(500, 600)).toBe(1);
  expect(await attempt(200, 600)).toBe(1);
  expect(await attempt(500, 59)).toBe(1);
  expect(await attempt(500, 1)).toBe(2);
  await retention().runOnce();
  expect(bench.notices).toHaveLength(2);
});
