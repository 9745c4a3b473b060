import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startReceiver, type Receiver } from "@corridor/test/harness/receiver.ts";
import { startWebhookBench, type WebhookBench } from "@corridor/test/harness/webhooks.ts";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { systemClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { DELIVERY_SETTINGS } from "./deliver-webhooks.ts";
import { replayEvents } from "./replay-deliveries.ts";
import { rotateSecret } from "./rotate-secret.ts";

/** The promised maximum wait for the deliveries of a crashed worker. */
const TAKE_OVER_LIMIT_MS = 30_000;

let bench: WebhookBench;
const receivers: Receiver[] = [];

beforeEach(async () => {
  bench = await startWebhookBench();
});

afterEach(async () => {
  await bench.close();
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});

async function receiver(): Promise<Receiver> {
  const started = await startReceiver();
  receivers.push(started);
  return started;
}

const idsOf = ({ received }: Receiver): string[] => received.map(({ headers }) => headers["webhook-id"]!);
const statusCounts = () =>
  bench.database.db.query<{ status: string; count: number }>(
    "SELECT status, count(*) AS count FROM webhook_deliveries GROUP BY status ORDER BY status",
  );

describe("claims", () => {
  test("of a worker that vanished are taken over when their lease ends, and not before", async () => {
    const silent = await receiver();
    const held = Promise.withResolvers<void>();
    silent.answerWith(async (_request, count) => {
      if (count === 1) await held.promise;
      return {};
    });
    const endpoint = await bench.endpoint(silent.url);
    await bench.events(endpoint.orgId, 1);
    const vanished = bench.job.runOnce();
    await expect.poll(() => silent.received.length).toBe(1);

    const second = bench.startWorker();
    bench.clock.advance(DELIVERY_SETTINGS.leaseMs - 1);
    expect(await second.runOnce()).toBe(0);
    bench.clock.advance(1);
    expect(DELIVERY_SETTINGS.leaseMs).toBeLessThan(TAKE_OVER_LIMIT_MS);
    expect(await second.runOnce()).toBe(1);
    expect(silent.received).toHaveLength(2);
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "delivered", attempt_count: 1 });

    held.resolve();
    await vanished;
    const lost = await bench.deps.metrics.registry.getSingleMetric("webhook_leases_lost_total")!.get();
    expect(lost.values[0]!.value).toBe(1);
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "delivered", attempt_count: 1 });
  });

  test("of a worker that lost them change nothing, even when the delivery waits for its next attempt", async () => {
    const silent = await receiver();
    const held = Promise.withResolvers<void>();
    silent.answerWith(async (_request, count) => {
      if (count > 1) return { status: 500 };
      await held.promise;
      return {};
    });
    const endpoint = await bench.endpoint(silent.url);
    await bench.events(endpoint.orgId, 1);
    const loser = bench.job.runOnce();
    await expect.poll(() => silent.received.length).toBe(1);
    bench.clock.advance(DELIVERY_SETTINGS.leaseMs);
    await bench.startWorker().runOnce();
    held.resolve();
    await loser;
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({
      status: "pending",
      attempt_count: 1,
      attempts: [{ status_code: 500 }],
    });
  });

  test("of several workers at once never meet in one delivery", async () => {
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    const other = await bench.endpoint(`${target.url}/other`, { orgId: endpoint.orgId });
    const ids = await bench.events(endpoint.orgId, 300);
    const workers = [bench.job, bench.startWorker(), bench.startWorker()];
    const worked = await Promise.all(workers.map((worker) => worker.runOnce()));
    expect(worked.reduce((sum, count) => sum + count)).toBe(600);
    expect(idsOf(target).sort()).toEqual([...ids, ...ids].sort());
    expect(await statusCounts()).toEqual([{ status: "delivered", count: 600 }]);
    expect(await bench.database.db.query("SELECT FROM webhook_claims")).toHaveLength(0);
    expect(other.webhookId).not.toBe(endpoint.webhookId);
  });

  test("of a worker on standby are only what the leading one has left for a second", async () => {
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    const standby = bench.startWorker({ isStandby: () => true });
    await bench.events(endpoint.orgId, 3);
    expect(await standby.runOnce()).toBe(0);
    bench.clock.advance(999);
    await bench.events(endpoint.orgId, 2);
    expect(await standby.runOnce()).toBe(0);
    bench.clock.advance(1);
    expect(await standby.runOnce()).toBe(3);
    expect(await bench.job.runOnce()).toBe(2);
    expect(target.received).toHaveLength(5);
  });

  test("are given back by a worker that stops, so that another goes on at once", async () => {
    const target = await receiver();
    const held = Promise.withResolvers<void>();
    target.answerWith(async () => {
      await held.promise;
      return {};
    });
    const endpoint = await bench.endpoint(target.url);
    const ids = await bench.events(endpoint.orgId, 20);
    // Claims as many as it may hold, but can send only two at a time.
    const stopping = bench.startWorker({ delivery: { maxSending: 2 } });
    const running = stopping.runOnce();
    await expect.poll(() => target.received.length).toBe(2);
    const closed = stopping.close();
    held.resolve();
    await closed;
    await running;
    expect(target.received).toHaveLength(2);
    await bench.job.runOnce();
    expect(idsOf(target).sort()).toEqual([...ids].sort());
  });

  test("are given back by a worker that stops while a receiver keeps silent, and nothing is held against the receiver", async () => {
    const target = await receiver();
    target.answerWith((_request, count) => (count === 1 ? new Promise(() => undefined) : {}));
    const endpoint = await bench.endpoint(target.url);
    await bench.events(endpoint.orgId, 1);
    const stopping = bench.startWorker();
    const running = stopping.runOnce();
    await expect.poll(() => target.received.length).toBe(1);
    await stopping.close();
    await running;
    await stopping.close();
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "pending", attempt_count: 0 });
    expect(await bench.job.runOnce()).toBe(1);
    expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "delivered", attempt_count: 1 });
  });

  test("that waited too long to be begun are given back, not sent into the end of their lease", async () => {
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    await bench.events(endpoint.orgId, 3);
    const slow = bench.startWorker({ delivery: { maxSending: 1 } });
    target.answerWith((_request, count) => {
      if (count === 1)
        bench.clock.advance(
          DELIVERY_SETTINGS.leaseMs - DELIVERY_SETTINGS.attemptLimitMs - DELIVERY_SETTINGS.recordSlackMs + 1,
        );
      return {};
    });
    await slow.runOnce();
    expect(target.received).toHaveLength(3);
    expect(await statusCounts()).toEqual([{ status: "delivered", count: 3 }]);
    const lost = await bench.deps.metrics.registry.getSingleMetric("webhook_leases_lost_total")!.get();
    expect(lost.values[0]?.value ?? 0).toBe(0);
  });
});

describe("a slow endpoint", () => {
  test("never delays another one, however much waits for it", async () => {
    const slow = await receiver();
    const quick = await receiver();
    const orgs = await bench.endpoint(slow.url);
    await bench.endpoint(quick.url, { orgId: orgs.orgId });
    const ids = await bench.events(orgs.orgId, 150);
    const quickIsDone = Promise.withResolvers<void>();
    quick.answerWith((_request, count) => {
      if (count === ids.length) quickIsDone.resolve();
      return {};
    });
    // Does not answer before the other worker has everything: if the other waited for this one, both would run into
    // their limits.
    slow.answerWith(async () => {
      await quickIsDone.promise;
      return {};
    });
    await bench.job.runOnce();
    expect(await statusCounts()).toEqual([{ status: "delivered", count: 300 }]);
    expect(idsOf(quick).sort()).toEqual([...ids].sort());
  });

  test("is one of very many: together they leave connections for those that answer", async () => {
    const DEAD = 30;
    const dead = await receiver();
    const quick = await receiver();
    const delivery = { maxSending: 20, maxSendingCareful: 10, attemptLimitMs: 20_000 };
    const worker = bench.startWorker({ delivery });
    const { orgId } = await bench.endpoint(`${dead.url}/0`);
    for (let i = 1; i < DEAD; i++) await bench.endpoint(`${dead.url}/${i}`, { orgId });
    // These endpoints are known to fail, as after their first hours.
    await bench.database.db.query("UPDATE webhook_endpoints SET failing_since = $1", [bench.clock.now()]);
    const healthy = await bench.endpoint(quick.url, { orgId });
    const ids = await bench.events(orgId, 60);
    const quickIsDone = Promise.withResolvers<void>();
    quick.answerWith((_request, count) => {
      if (count === ids.length) quickIsDone.resolve();
      return {};
    });
    dead.answerWith(async () => {
      await quickIsDone.promise;
      return { status: 410 };
    });
    await worker.runOnce();
    expect((await bench.deliveries(healthy)).every(({ status }) => status === "delivered")).toBe(true);
    expect(idsOf(quick).sort()).toEqual([...ids].sort());
    const timeouts = await bench.database.db.query("SELECT FROM webhook_deliveries WHERE reason = 'timeout'");
    expect(timeouts).toHaveLength(0);
  });
});

describe("an endpoint that is back after a day", () => {
  const HOUR_MS = 3_600_000;
  const DAY_MS = 24 * HOUR_MS;
  /**
   * Enough for its window to have grown to all connections that one endpoint may use, with claimed deliveries behind
   * them.
   */
  const RESOURCES = 20;
  const CHANGES = 24;

  /**
   * Each resource changes once an hour while the receiver is down. Returns the events in the order in which they
   * happened.
   */
  async function dayOff(
    target: Receiver,
  ): Promise<{ endpoint: Awaited<ReturnType<WebhookBench["endpoint"]>>; ids: string[] }> {
    target.answerWith(() => ({ status: 502 }));
    const endpoint = await bench.endpoint(target.url);
    const resources = Array.from({ length: RESOURCES }, newId);
    const ids: string[] = [];
    for (let sequence = 1; sequence <= CHANGES; sequence++) {
      for (const resourceId of resources)
        ids.push(
          ...(await bench.events(endpoint.orgId, 1, { resourceId, sequence, data: { id: resourceId, sequence } })),
        );
      await bench.job.runOnce();
      bench.clock.advance(HOUR_MS);
    }
    await bench.job.runOnce();
    target.received.length = 0;
    return { endpoint, ids };
  }

  test("gets everything at its next attempt, within another day and without being asked", async () => {
    const target = await receiver();
    const { ids } = await dayOff(target);
    target.answerWith(() => ({}));
    for (let hour = 0; hour < 24; hour++) {
      bench.clock.advance(HOUR_MS);
      await bench.job.runOnce();
    }
    expect(idsOf(target).sort()).toEqual([...ids].sort());
    expect(await statusCounts()).toEqual([{ status: "delivered", count: ids.length }]);
  });

  test("gets all that it missed at once by a replay, in an order that can be restored, and keeps nobody waiting", async () => {
    const target = await receiver();
    const other = await receiver();
    const { endpoint, ids } = await dayOff(target);
    const healthy = await bench.endpoint(other.url);
    const otherIsServed = Promise.withResolvers<void>();
    other.answerWith(() => {
      otherIsServed.resolve();
      return {};
    });
    // In the middle of it the receiver keeps all of its connections, until another endpoint got an event that happened
    // only then.
    target.answerWith(async (_request, count) => {
      if (count === ids.length / 2) await bench.events(healthy.orgId, 1);
      if (count >= ids.length / 2) await otherIsServed.promise;
      return {};
    });
    const action = {
      scope: { orgId: endpoint.orgId },
      webhookId: endpoint.webhookId,
      actor: { type: "system", id: "test" },
      requestId: "test",
    } as const;
    const now = bench.clock.now();
    const replayed = await replayEvents(
      bench.deps,
      { ...action, at: now },
      { from: new Date(now.getTime() - DAY_MS), to: now, only_missing: true },
    );
    expect(replayed).toBe(ids.length);
    await bench.job.runOnce();
    expect(await statusCounts()).toEqual([{ status: "delivered", count: ids.length + 1 }]);
    expect(idsOf(target).sort()).toEqual([...ids].sort());
    const events = target.received.map(({ body }) => JSON.parse(body) as { data: { id: string; sequence: number } });
    for (const own of Map.groupBy(events, ({ data }) => data.id).values()) {
      const sequences = own.map(({ data }) => data.sequence).toSorted((one, next) => one - next);
      expect(sequences).toEqual(Array.from({ length: CHANGES }, (_, index) => index + 1));
    }
  });
});

describe("a rotation under load", () => {
  test("sends nothing that neither secret verifies, and each receiver can change over when it likes", async () => {
    await bench.close();
    bench = await startWebhookBench({ clock: systemClock as never });
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    const OVERLAP_SECONDS = 3_600;
    const rotation = {
      scope: { orgId: endpoint.orgId },
      webhookId: endpoint.webhookId,
      actor: { type: "system", id: "test" } as const,
      requestId: "test",
    };
    let newSecret = "";
    const rotated = Promise.withResolvers<void>();
    target.answerWith(async (_request, count) => {
      if (count !== 100) return {};
      newSecret = (await rotateSecret(bench.deps, { ...rotation, at: new Date() }, OVERLAP_SECONDS)).secretKey;
      rotated.resolve();
      return {};
    });
    const COUNT = 600;
    await bench.events(endpoint.orgId, COUNT / 2, { at: new Date() });
    const running = bench.job.runOnce();
    await rotated.promise;
    await bench.events(endpoint.orgId, COUNT / 2, { at: new Date() });
    await running;
    await bench.job.runOnce();

    expect(target.received).toHaveLength(COUNT);
    const oldSecret = endpoint.secretKey;
    let verifiedByNew = 0;
    for (const { headers, body } of target.received) {
      const digests = [oldSecret, newSecret].map((secret) => createHmac("sha256", secret).update(body).digest("hex"));
      expect(digests).toContain(headers["x-service-signature"]);
      // A receiver that only has the old secret can verify every delivery, by either signature.
      expect(headers["x-service-signature"]).toBe(digests[0]);
      expect(() => new StandardWebhook(oldSecret).verify(body, headers)).not.toThrow();
      if (headers["x-service-signature-other"] === digests[1]) {
        verifiedByNew += 1;
        expect(() => new StandardWebhook(newSecret).verify(body, headers)).not.toThrow();
      }
    }
    expect(verifiedByNew).toBeGreaterThanOrEqual(COUNT / 2);
  });

  test("with no overlap drops the old secret at once", async () => {
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    const { secretKey } = await rotateSecret(
      bench.deps,
      {
        scope: { orgId: endpoint.orgId },
        webhookId: endpoint.webhookId,
        actor: { type: "system", id: "test" },
        requestId: "test",
        at: bench.clock.now(),
      },
      0,
    );
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    const { headers, body } = target.received[0]!;
    expect(headers["x-service-signature"]).toBe(createHmac("sha256", secretKey).update(body).digest("hex"));
    expect(headers["x-service-signature-other"]).toBeUndefined();
  });

  test("ends with its overlap", async () => {
    const target = await receiver();
    const endpoint = await bench.endpoint(target.url);
    await rotateSecret(
      bench.deps,
      {
        scope: { orgId: endpoint.orgId },
        webhookId: endpoint.webhookId,
        actor: { type: "system", id: "test" },
        requestId: "test",
        at: bench.clock.now(),
      },
      60,
    );
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    bench.clock.advance(60_000);
    await bench.events(endpoint.orgId, 1);
    await bench.job.runOnce();
    expect(target.received.map(({ headers }) => headers["x-service-signature-other"] !== undefined)).toEqual([
      true,
      false,
    ]);
  });
});
