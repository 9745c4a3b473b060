import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { STATISTICS } from "@corridor/server/back-office/analytics/index.ts";
import { oneCell } from "@corridor/server/kernel/db/cells-in-use.ts";
import { listenForInvalidations } from "@corridor/server/kernel/db/invalidation.ts";
import { createOutcomeWindow } from "@corridor/server/pricing/routing/read-window.ts";
import { createProviderHealth } from "@corridor/server/pricing/routing/provider-health.ts";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { silentLog } from "#test/harness/database.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/** Providers are judged by how payments end, by corridor and network. */
const MINUTE_MS = 60_000;
const PLATFORM = "00000000-0000-0000-0000-000000000000";
const LANE = { country: "GH", paymentMethod: "mobile_money", direction: "inbound" } as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function pay(ending: string, network = "MTN") {
  const mobile_money_details =
    network === "MTN" ? {} : { mobile_money_details: { provider: network, phone_number: `+23320123${ending}` } };
  const request = mobileMoneyPayin(ending, mobile_money_details);
  const { status, body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", request);
  expect([status, body]).toEqual([200, expect.anything()]);
  const { body: payment } = await app.request(
    app.callers.apiKey,
    "GET",
    `/payments/transaction/${body.response.transaction_id}`,
  );
  return payment as { provider: string; route: { provider: string; reason: string }[] };
}
async function judge(): Promise<void> {
  await app.followed();
  await app.run("provider-lanes");
}
/** Counts are kept by five minutes, and what came before a change does not count after it. */
async function goToNextBucket(): Promise<void> {
  await app.advance(5 * MINUTE_MS - (app.clock.now().getTime() % (5 * MINUTE_MS)));
}
const health = async (provider = "fiat") => {
  const { body } = await app.request(app.callers.staff, "GET", "/payments/provider-health");
  return body.data.find((one: { provider: string }) => one.provider === provider);
};
const stateOf = async (network: string) =>
  (await health())?.corridors.find((one: { network: string }) => one.network === network)?.state;
const events = async (type: string) =>
  (await app.request(app.callers.admin, "GET", `/events?type=${type}&org_id=${PLATFORM}`)).body.data;

describe("a network that is down at one provider", () => {
  test("puts that provider last there, and leaves its other networks alone", async () => {
    for (let n = 0; n < 10; n++) await pay("0019");
    for (let n = 0; n < 3; n++) await pay("4567", "Telecel");
    await app.advance(MINUTE_MS);
    await judge();
    expect(await stateOf("MTN")).toBe("failing");
    const again = await pay("4567");
    expect(again.provider).toBe("hybrid");
    expect(again.route.map(({ provider, reason }) => `${provider}: ${reason}`)).toEqual([
      "hybrid: first in order",
      "fiat: most payments fail at this provider at present, so it is tried after the others",
    ]);
    expect((await pay("4567", "Telecel")).provider).toBe("fiat");
  });

  test("is shown with its numbers, and told to the platform once", async () => {
    await judge();
    const { corridors, state } = await health();
    expect(state).toBe("closed");
    expect(corridors).toContainEqual(expect.objectContaining({ ...laneOf("MTN"), succeeded: 0, failed: 10 }));
    expect(corridors).toContainEqual(
      expect.objectContaining({ ...laneOf("MTN"), state: "failing", reason: "10 of 10 payments failed by its fault" }),
    );
    const told = await events("corridor.degraded");
    expect(told).toHaveLength(1);
    expect(told[0].data).toMatchObject({
      provider: "fiat",
      ...laneOf("MTN"),
      state: "failing",
      succeeded: 0,
      failed: 10,
    });
  });

  test("is seen by another process, at its start and as it changes", async () => {
    const invalidations = listenForInvalidations({
      url: app.databaseUrl,
      db: app.db,
      applicationName: "another process",
      log: silentLog,
    });
    const deps = { db: app.db, clock: app.clock, log: silentLog, cells: oneCell(app.db), invalidations };
    const window = createOutcomeWindow(deps);
    await window.refreshed();
    expect(window.of("fiat", { ...LANE, network: "MTN" })).toMatchObject({ succeeded: 0, failed: 10 });
    expect(window.of("fiat", { ...LANE, network: null })).toMatchObject({ succeeded: 3, failed: 10 });
    const there = createProviderHealth(deps);
    expect((await there.now()).weaknessOf({ provider: "fiat", lane: { ...LANE, network: "MTN" } })).toBe("failing");
    expect((await there.now()).weaknessOf({ provider: "fiat", lane: { ...LANE, network: "Telecel" } })).toBeNull();
    await invalidations.close();
  });

  test("gets one payment a minute, and is first again once probes succeed", async () => {
    await goToNextBucket();
    for (let n = 0; n < 3; n++) {
      await app.advance(MINUTE_MS);
      expect((await pay("4567")).provider).toBe("fiat");
      expect((await pay("4567")).provider).toBe("hybrid");
    }
    await app.advance(MINUTE_MS);
    await judge();
    expect(await stateOf("MTN")).toBe("healthy");
    expect((await pay("4567")).provider).toBe("fiat");
    expect((await pay("4567")).provider).toBe("fiat");
    expect(await events("corridor.recovered")).toHaveLength(1);
  });

  test("is the same after the counts are made again from the payments", async () => {
    await app.followed();
    const counted = () =>
      app.db.query("SELECT * FROM provider_outcomes ORDER BY at, provider, network, result, duration");
    const before = await counted();
    expect(before.length).toBeGreaterThan(2);
    await STATISTICS.rebuild(app.db);
    expect(await counted()).toEqual(before);
  });

  test("is in the history", async () => {
    const path = "/payments/provider-health/history?provider=fiat&hours=3";
    const { body } = await app.request(app.callers.staff, "GET", path);
    const mtn = body.data.filter((one: { network: string }) => one.network === "MTN");
    expect(mtn.reduce((sum: number, one: { failed: number }) => sum + one.failed, 0)).toBe(10);
  });
});

function laneOf(network: string) {
  return { country: "GH", payment_method: "mobile_money", direction: "inbound", network };
}

describe("maintenance of a provider", () => {
  const plan = (change: object) => {
    const starts_at = new Date(app.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
    const ends_at = new Date(app.clock.now().getTime() + 20 * MINUTE_MS).toISOString();
    const body = { provider: "fiat", country: "GH", starts_at, ends_at, reason: "new core", ...change };
    return app.request(app.callers.admin, "POST", "/payments/maintenance-windows", body);
  };

  test("sends payments around it for its time", async () => {
    const planned = await plan({});
    expect(planned.status).toBe(201);
    expect((await pay("4567")).provider).toBe("fiat");
    await app.advance(10 * MINUTE_MS);
    const around = await pay("4567");
    expect(around.provider).toBe("hybrid");
    expect(around.route.at(-1)!.reason).toMatch(/^this provider is under maintenance until .* \(new core\)$/);
    expect((await health()).maintenance).toHaveLength(1);
    await app.advance(10 * MINUTE_MS);
    expect((await pay("4567")).provider).toBe("fiat");
  });

  test("ends at once when it is removed", async () => {
    const { body } = await plan({ starts_at: app.clock.now().toISOString() });
    expect((await pay("4567")).provider).toBe("hybrid");
    const path = `/payments/maintenance-windows/${body.response?.window_id ?? body.data?.window_id ?? body.window_id}`;
    expect((await app.request(app.callers.admin, "DELETE", path)).status).toBe(204);
    expect((await pay("4567")).provider).toBe("fiat");
    expect((await app.request(app.callers.admin, "DELETE", path)).status).toBe(404);
  });

  test("is refused for the past, backwards, or for longer than a week", async () => {
    const at = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 60 * MINUTE_MS).toISOString();
    for (const [starts_at, ends_at] of [
      [at(-2), at(-1)],
      [at(2), at(1)],
      [at(0), at(8)],
    ]) {
      const { status, body } = await plan({ starts_at, ends_at });
      expect([status, body.message]).toEqual([400, expect.stringContaining("ends_at")]);
    }
  });
});
