import { findEventText } from "#src/record/events/index.ts";
import { createHmac } from "node:crypto";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { localGuard, type Receiver, startReceiver } from "@corridor/test/harness/receiver.ts";
import { startWebhookBench, type WebhookBench } from "@corridor/test/harness/webhooks.ts";
import { AddressError } from "#src/kernel/address-guard.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { changeEndpoint, deleteEndpoint } from "./change-endpoint.ts";
import { findDeadLetters } from "./delivery-queries.ts";
import { findEndpoint } from "./queries.ts";
import { replayEvents, replayOne } from "./replay-deliveries.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

const action = (endpoint: { orgId: string; webhookId: string }) => ({
  scope: { orgId: endpoint.orgId },
  webhookId: endpoint.webhookId,
  actor: { type: "system", id: "test" } as const,
  requestId: "test",
  at: bench.clock.now(),
});
const endpointRow = async (endpoint: { orgId: string; webhookId: string }) =>
  (await findEndpoint(bench.database.db, { orgId: endpoint.orgId }, endpoint.webhookId))!;

describe("a delivery", () => {
  test("is the stored text of the event, signed so that the packages and plain HMAC verify it", async () => {
    bench = await replaceBench({ clock: systemClock as never }); // The verification packages use the machine's clock.
    const { orgId, webhookId, secretKey } = await bench.endpoint(`${receiver.url}/hook?tenant=1`);
    const [eventId] = await bench.events(orgId, 1, {
      data: { amount: Money.parse("1500", "USD"), name: "Zoë" },
      at: new Date(),
    });
    expect(await bench.job.runOnce()).toBe(1);

    expect(receiver.received).toHaveLength(1);
    const { headers, body, path } = receiver.received[0]!;
    expect(path).toBe("/hook?tenant=1");
    expect(headers["content-type"]).toBe("application/json");
    expect(body).toBe(await findEventText(bench.database.db, orgId, eventId!));
    expect(body).toContain('"amount":1500.00');
    expect(JSON.parse(body)).toMatchObject({
      event_id: eventId,
      event_type: "payment.completed",
      org_id: orgId,
      data: { sequence: 1 },
    });
    expect(headers["x-service-event-id"]).toBe(eventId);
    expect(headers["x-service-signature"]).toBe(createHmac("sha256", secretKey).update(body).digest("hex"));
    expect(() => new StandardWebhook(secretKey).verify(body, headers)).not.toThrow();
    expect(() => new SvixWebhook(secretKey).verify(body, headers)).not.toThrow();

    const [delivery] = await bench.deliveries({ orgId, webhookId });
    expect(delivery).toMatchObject({
      status: "delivered",
      attempt_count: 1,
      next_attempt_at: null,
      attempts: [{ attempt: 1, status_code: 200, fault: null, reason: null }],
    });
  });

  test("goes to the endpoints that subscribed to its type, and to no other organization", async () => {
    const all = await bench.endpoint(`${receiver.url}/all`);
    await bench.endpoint(`${receiver.url}/failed`, { orgId: all.orgId, events: ["payment.failed", "kyb.approved"] });
    await bench.endpoint(`${receiver.url}/completed`, { orgId: all.orgId, events: ["payment.completed"] });
    await bench.endpoint(`${receiver.url}/stranger`);
    await bench.events(all.orgId, 1);
    await bench.job.runOnce();
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/all", "/completed"]);
  });

  test("exists if and only if the change that caused it was committed", async () => {
    const { orgId } = await bench.endpoint(receiver.url);
    await expect(
      bench.database.db.transaction(async (tx) => {
        const { appendEvents } = await import("./append-events.ts");
        await appendEvents(tx, [
          {
            orgId,
            type: "payment.completed",
            resourceType: "payment",
            resourceId: "1",
            sequence: 1,
            data: {},
            at: bench.clock.now(),
          },
        ]);
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    expect(await bench.job.runOnce()).toBe(0);
    expect(receiver.received).toHaveLength(0);
  });
});

async function replaceBench(overrides: Parameters<typeof startWebhookBench>[0]): Promise<WebhookBench> {
  await bench.close();
  return startWebhookBench(overrides);
}

describe("retries", () => {
  test("come 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h after the attempt before, then the delivery is a dead letter, and a replay arrives", async () => {
    receiver.answerWith(() => ({ status: 500, body: "down" }));
    const endpoint = await bench.endpoint(receiver.url);
    const start = bench.clock.now().getTime();
    await bench.events(endpoint.orgId, 1);
    const attemptsAt: number[] = [];
    // Three days in steps of half a minute would be 8640 runs; nothing can happen between due times, so the clock goes
    // from one to the next.
    while (bench.clock.now().getTime() < start + 3 * DAY_MS) {
      const before = receiver.received.length;
      await bench.job.runOnce();
      if (receiver.received.length > before) attemptsAt.push(bench.clock.now().getTime());
      const [delivery] = await bench.deliveries(endpoint);
      const due = delivery!.next_attempt_at?.getTime();
      if (due === undefined) {
        bench.clock.set(new Date(start + 3 * DAY_MS));
        continue;
      }
      bench.clock.set(new Date(due - 1));
      await bench.job.runOnce();
      bench.clock.advance(1);
    }
    expect(await bench.job.runOnce()).toBe(0);
    const delays = attemptsAt.slice(1).map((at, index) => at - attemptsAt[index]!);
    expect(attemptsAt[0]).toBe(start);
    expect(delays.slice(0, 3)).toEqual([MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS]);
    for (const [index, hours] of [2, 6, 12, 24].entries()) {
      expect(delays[3 + index]).toBeGreaterThanOrEqual(hours * HOUR_MS * 0.9);
      expect(delays[3 + index]).toBeLessThanOrEqual(hours * HOUR_MS);
    }
    expect(attemptsAt).toHaveLength(8);

    const [dead] = await findDeadLetters(
      bench.database.db,
      endpoint.orgId,
      { webhookId: null, fault: null },
      { afterId: null, limit: 10 },
    );
    expect(dead).toMatchObject({ status: "dead", attempt_count: 8 });
    expect(
      dead!.attempts.map(({ attempt, status_code, fault, response_body }) => [
        attempt,
        status_code,
        fault,
        response_body,
      ]),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, 500, "receiver", "down"]));
    expect(dead!.attempts.map(({ attempted_at }) => (attempted_at as Date).getTime())).toEqual(attemptsAt);

    receiver.answerWith(() => ({}));
    await replayOne(bench.deps, {
      orgId: endpoint.orgId,
      deliveryId: dead!.delivery_id,
      actor: { type: "system", id: "test" },
      requestId: "test",
      at: bench.clock.now(),
    });
    expect(await bench.job.runOnce()).toBe(1);
    expect(receiver.received).toHaveLength(9);
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "delivered", attempt_count: 9 });
    expect(
      await findDeadLetters(
        bench.database.db,
        endpoint.orgId,
        { webhookId: null, fault: null },
        { afterId: null, limit: 10 },
      ),
    ).toEqual([]);
  });

  test("wait as long as the receiver asks, within the schedule's bounds", async () => {
    const wishes = ["600", "1", "999999999"];
    receiver.answerWith((_request, count) => ({ status: 503, headers: { "retry-after": wishes[count - 1]! } }));
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    for (const expectedMs of [10 * MINUTE_MS, 5 * MINUTE_MS, DAY_MS]) {
      await bench.job.runOnce();
      const dueMs = (await bench.deliveries(endpoint))[0]!.next_attempt_at!.getTime();
      expect(dueMs - bench.clock.now().getTime()).toBe(expectedMs);
      bench.clock.set(new Date(dueMs));
    }
  });

  test("a replay of one that waits is tried at once, and goes on with its own schedule", async () => {
    receiver.answerWith((_request, count) => ({ status: count < 3 ? 500 : 200 }));
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    const [waiting] = await bench.deliveries(endpoint);
    await replayOne(bench.deps, {
      orgId: endpoint.orgId,
      deliveryId: waiting!.delivery_id,
      actor: { type: "system", id: "test" },
      requestId: "test",
      at: bench.clock.now(),
    });
    expect(await bench.job.runOnce()).toBe(1);
    const [again] = await bench.deliveries(endpoint);
    expect(again!.next_attempt_at!.getTime() - bench.clock.now().getTime()).toBe(5 * MINUTE_MS);
  });

  test("only keep so many attempts of a delivery that is replayed for ever", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    for (let i = 0; i < 55; i++) {
      const [delivery] = await bench.deliveries(endpoint);
      await replayOne(bench.deps, {
        orgId: endpoint.orgId,
        deliveryId: delivery!.delivery_id,
        actor: { type: "system", id: "test" },
        requestId: "test",
        at: bench.clock.now(),
      });
      await bench.job.runOnce();
    }
    const [delivery] = await bench.deliveries(endpoint);
    expect(delivery!.attempt_count).toBe(56);
    expect(delivery!.attempts).toHaveLength(51);
    expect(delivery!.attempts.at(-1)!.attempt).toBe(56);
  });
});

describe("faults of our own side", () => {
  test("are kept apart from the receiver's in the dead letters, and are not held against the endpoint", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    const cutOff = bench.startWorker({
      guard: localGuard({
        resolve: async () => {
          throw new AddressError("lookup_failed", "no answer");
        },
      }),
    });
    for (let i = 0; i < 8; i++) {
      await cutOff.runOnce();
      bench.clock.advance(DAY_MS);
    }
    const ours = await findDeadLetters(
      bench.database.db,
      endpoint.orgId,
      { webhookId: null, fault: "system" },
      { afterId: null, limit: 10 },
    );
    expect(ours).toHaveLength(1);
    expect(ours[0]!.attempts[0]).toMatchObject({ fault: "system", reason: "name_lookup", status_code: null });
    expect(
      await findDeadLetters(
        bench.database.db,
        endpoint.orgId,
        { webhookId: null, fault: "receiver" },
        { afterId: null, limit: 10 },
      ),
    ).toEqual([]);
    expect(await endpointRow(endpoint)).toMatchObject({ status: "active", failing_since: null });
    expect(receiver.received).toHaveLength(0);
  });

  test("a secret that cannot be read sends nothing unsigned", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    const stranger = bench.startWorker({
      secrets: createSecretBox({ masterSecret: "another master secret than before, long enough" }),
    });
    await stranger.runOnce();
    expect(receiver.received).toHaveLength(0);
    expect((await bench.deliveries(endpoint))[0]!.attempts[0]).toMatchObject({
      fault: "system",
      reason: "secret_unreadable",
    });
    bench.clock.advance(MINUTE_MS);
    await bench.job.runOnce();
    expect(receiver.received).toHaveLength(1);
  });

  test("a name that came to point inside is not connected to", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    const guarded = bench.startWorker({ guard: localGuard({ isAllowed: () => false }) });
    await guarded.runOnce();
    expect(receiver.connections()).toBe(0);
    expect((await bench.deliveries(endpoint))[0]!.attempts[0]).toMatchObject({
      fault: "system",
      reason: "address_refused",
    });
  });
});

describe("an endpoint", () => {
  test("that answers 410 is disabled at once, and its organization is told", async () => {
    receiver.answerWith(() => ({ status: 410 }));
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    expect(await endpointRow(endpoint)).toMatchObject({ status: "disabled", disabled_reason: "gone" });
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "dead" });
    expect(bench.notices).toEqual([
      { orgId: endpoint.orgId, subject: "A webhook endpoint was disabled", text: expect.stringContaining("410") },
    ]);
    await bench.events(endpoint.orgId, 1);
    expect(await bench.deliveries(endpoint)).toHaveLength(1);
  });

  test("that only fails for five days is disabled and its organization is told, once", async () => {
    receiver.answerWith(() => ({ status: 500 }));
    const endpoint = await bench.endpoint(receiver.url);
    for (let day = 0; day < 7; day++) {
      await bench.events(endpoint.orgId, 2);
      await bench.job.runOnce();
      expect((await endpointRow(endpoint)).status).toBe(day < 5 ? "active" : "disabled");
      bench.clock.advance(DAY_MS);
    }
    expect((await endpointRow(endpoint)).disabled_reason).toBe("failing");
    expect(bench.notices).toHaveLength(1);
    expect(bench.notices[0]!.text).toContain("5 days");
    const audit = await bench.database.db.query(
      "SELECT action FROM audit_log WHERE org_id = $1 AND action = 'webhook.disabled'",
      [endpoint.orgId],
    );
    expect(audit).toHaveLength(1);
  });

  test("that succeeds once in a while is never disabled", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    for (let day = 0; day < 12; day++) {
      receiver.answerWith(() => ({ status: day % 4 === 3 ? 200 : 500 }));
      await bench.events(endpoint.orgId, 1);
      await bench.job.runOnce();
      bench.clock.advance(DAY_MS);
    }
    expect((await endpointRow(endpoint)).status).toBe("active");
    expect(bench.notices).toEqual([]);
  });

  test("that is disabled keeps what waits, and gets it when it is active again; a replay brings what it missed", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    const from = bench.clock.now();
    const held = await bench.events(endpoint.orgId, 2);
    await changeEndpoint(bench.deps, action(endpoint), { status: "disabled" });
    const missed = await bench.events(endpoint.orgId, 3);
    expect(await bench.job.runOnce()).toBe(0);
    bench.clock.advance(HOUR_MS);
    await changeEndpoint(bench.deps, action(endpoint), { status: "active" });
    expect(await bench.job.runOnce()).toBe(2);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"]!).sort()).toEqual([...held].sort());
    expect(await replayEvents(bench.deps, action(endpoint), { from, to: bench.clock.now(), only_missing: true })).toBe(
      3,
    );
    await bench.job.runOnce();
    expect(receiver.received.map(({ headers }) => headers["webhook-id"]!).sort()).toEqual([...held, ...missed].sort());
    expect(await replayEvents(bench.deps, action(endpoint), { from, to: bench.clock.now(), only_missing: true })).toBe(
      0,
    );
  });

  test("that is deleted gets nothing more, not even what was claimed already", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    await bench.events(endpoint.orgId, 5);
    let deletion: Promise<unknown> | undefined;
    receiver.answerWith(async () => {
      await (deletion ??= deleteEndpoint(bench.deps, action(endpoint)));
      return {};
    });
    await bench.job.runOnce();
    bench.clock.advance(DAY_MS);
    expect(await bench.job.runOnce()).toBe(0);
    const statuses = await bench.database.db.query<{ status: string; count: number }>(
      "SELECT status, count(*) AS count FROM webhook_deliveries GROUP BY status",
    );
    expect(statuses).toEqual([{ status: "canceled", count: 5 }]);
    const [row] = await bench.database.db.query<{ secret_sealed: string }>(
      "SELECT secret_sealed FROM webhook_endpoints",
    );
    expect(row!.secret_sealed).toBe("");
  });
});

describe("an answer", () => {
  test("is kept up to 2 KiB, without the secret that a receiver echoed", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    receiver.answerWith(() => ({ status: 400, body: `${"x".repeat(2_040)} ${endpoint.secretKey} Bearer abc.def` }));
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    const body = (await bench.deliveries(endpoint))[0]!.attempts[0]!.response_body;
    expect(Buffer.byteLength(body)).toBe(2_048);
    expect(body).not.toContain(endpoint.secretKey.slice(0, 10));
  });

  test("with bytes that the database cannot hold does not stop the others from being recorded", async () => {
    const endpoint = await bench.endpoint(receiver.url);
    receiver.answerWith((_request, count) => ({
      status: 200,
      body: count % 2 === 0 ? Buffer.from([0, 0xff, 0xfe, 0xd8, 0, 0xed, 0xa0, 0x80]) : "ok",
    }));
    await bench.events(endpoint.orgId, 40);
    await bench.job.runOnce();
    expect((await bench.deliveries(endpoint)).every(({ status }) => status === "delivered")).toBe(true);
  });
});
