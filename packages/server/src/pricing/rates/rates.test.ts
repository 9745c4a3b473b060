import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, OutboundError } from "@corridor/provider-kit/outbound.ts";
import { silentLog } from "@corridor/test/harness/database.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { purgeRatesJob } from "./purge-rates.ts";
import { createFeedJob, FeedUnusable, ratesOfFeed, timeOfFeed } from "./read-feed.ts";

const outbound = createOutbound();
let app: TestApp;
let feed: Server;
let document: unknown = {};
beforeAll(async () => {
  app = await startTestApp({ settings: { RATE_FEED_STALE_SECONDS: "900" } });
  feed = createServer((_request, response) => response.end(JSON.stringify(document)));
  await new Promise<void>((resolve) => feed.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  feed.closeAllConnections();
  await new Promise((resolve) => feed.close(resolve));
  await outbound.close();
  await app.close();
});

/** Sends an endless answer, and counts the bytes sent. */
async function startEndlessFeed(): Promise<{ url: string; sentBytes: () => number; close: () => Promise<unknown> }> {
  const part = Buffer.alloc(64 * 1024, " ");
  let sent = 0;
  function* parts() {
    for (;;) {
      sent += part.length;
      yield part;
    }
  }
  const server = createServer(
    (_request, response) => void pipeline(Readable.from(parts()), response).catch(() => undefined),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, sentBytes: () => sent, close: () => new Promise((resolve) => server.close(resolve)) };
}

const quote = (from: string, to: string, caller = app.callers.apiKey) =>
  app.request(caller, "GET", `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`);
const feedJob = (mapping = {}) =>
  createFeedJob({
    db: app.db,
    clock: app.clock,
    log: silentLog,
    outbound,
    settings: {
      rateFeedUrl: `http://127.0.0.1:${(feed.address() as AddressInfo).port}`,
      rateFeedMapping: mapping,
      rateFeedRefreshSeconds: 60,
    },
  });

describe("a quote", () => {
  test("is locked for the organization for 15 minutes, with its inverse, source and margin", async () => {
    const { status, body } = await quote("USD", "NGN");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      fromCurrency: "USD",
      toCurrency: "NGN",
      rate: 1550,
      source: "table",
      margin_bps: 0,
    });
    expect(new Date(body.data.expires_at).getTime() - new Date(body.data.created_at).getTime()).toBe(15 * 60_000);
  });
  test("carries the organization's margin", async () => {
    const orgId = app.demo.organizations[1]!.org_id;
    await app.db.transaction(async (tx) => {
      await tx.query(`UPDATE organizations SET settings = '{"margin_bps":100}' WHERE org_id = $1`, [orgId]);
      tx.notify("organizations", orgId);
    });
    expect((await quote("USD", "NGN", app.callers.otherApiKey)).body.data).toMatchObject({
      rate: 1534.5,
      margin_bps: 100,
    });
  });
  test("takes crypto codes on either side", async () => {
    expect((await quote("NGN", "USDT")).status).toBe(200);
    expect((await quote("BTC", "KES")).status).toBe(200);
  });
  test("for a currency without a rate is 404, for a code that is none 400, for a missing one 400, for a pair of one 400", async () => {
    expect((await quote("USD", "AFN")).status).toBe(404);
    expect((await quote("USD", "ABC")).status).toBe(400);
    expect((await quote("USD", "usd")).status).toBe(400);
    expect((await quote("USD", "USD")).status).toBe(400);
    expect(
      (await app.request(app.callers.apiKey, "GET", "/organizations/admin/exchange-rate?fromCurrency=USD")).status,
    ).toBe(400);
  });
});

test("a locked rate is kept for 90 days after it expired, and then deleted", async () => {
  const { org_rate_id: orgRateId, expires_at: expiresAt } = (await quote("USD", "GHS")).body.data;
  const isKept = async () =>
    (await app.db.query(`SELECT 1 FROM org_rates WHERE org_rate_id = $1`, [orgRateId])).length === 1;
  const retentionEnd = new Date(expiresAt).getTime() + 90 * 24 * 60 * 60_000;
  await purgeRatesJob({ db: app.db, clock: new SteppedClock(new Date(retentionEnd)) }).runOnce();
  expect(await isKept()).toBe(true);
  expect(
    await purgeRatesJob({ db: app.db, clock: new SteppedClock(new Date(retentionEnd + 1)) }).runOnce(),
  ).toBeGreaterThan(0);
  expect(await isKept()).toBe(false);
});

describe("the rate table", () => {
  test("is written by admins only, all of it or nothing, and quoted at once", async () => {
    const put = (caller: TestApp["callers"]["admin"], rates: unknown) =>
      app.request(caller, "PUT", "/organizations/admin/rates", { rates });
    expect((await put(app.callers.orgAdmin, [{ currency: "AFN", per_usd: 70 }])).status).toBe(403);
    expect(
      (
        await put(app.callers.admin, [
          { currency: "AFN", per_usd: 70 },
          { currency: "ABC", per_usd: 1 },
        ])
      ).status,
    ).toBe(400);
    expect((await quote("USD", "AFN")).status).toBe(404);
    expect((await put(app.callers.admin, [{ currency: "AFN", per_usd: 70.25 }])).status).toBe(200);
    expect((await quote("USD", "AFN")).body.data.rate).toBe(70.25);
  });
});

describe("the feed", () => {
  test("is read through its mapping, in whatever currency it counts, and quoted as feed", async () => {
    document = { data: { base: "EUR", table: { USD: 1.25, NGN: 2000, XYZ: 5 } } };
    await feedJob({ base: "data.base", rates: "data.table" }).runOnce();
    expect((await quote("USD", "NGN")).body.data).toMatchObject({ rate: 1600, source: "feed" });
    expect((await quote("EUR", "USD")).body.data.rate).toBe(1.25);
  });
  test("that never ends is given up after a megabyte", async () => {
    const endless = await startEndlessFeed();
    const job = createFeedJob({
      db: app.db,
      clock: app.clock,
      log: silentLog,
      outbound,
      settings: { rateFeedUrl: endless.url, rateFeedMapping: {}, rateFeedRefreshSeconds: 60 },
    });
    await expect(job.runOnce()).rejects.toThrow(OutboundError);
    await endless.close();
    // Plus the bytes in the sockets' own buffers.
    expect(endless.sentBytes()).toBeLessThan(32 * 1024 * 1024);
  });
  test("that has gone stale is not quoted: 503 with Retry-After", async () => {
    app.clock.advance(900_001);
    const answer = await quote("USD", "NGN");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(answer.body.message).toContain("too old to quote");
  });
  test("that answers but has stopped counting goes stale by its own time", async () => {
    const madeAt = new Date(app.clock.now().getTime() - 900_001);
    document = { base: "USD", rates: { NGN: 1600 }, timestamp: madeAt.getTime() / 1000 };
    await feedJob().runOnce();
    expect((await quote("USD", "NGN")).status).toBe(503);
    document = { base: "USD", rates: { NGN: 1601 }, timestamp: app.clock.now().getTime() / 1000 };
    await feedJob().runOnce();
    expect((await quote("USD", "NGN")).body.data).toMatchObject({ rate: 1601, source: "feed" });
  });
  test.each([
    ["Unix seconds", { timestamp: 1_767_603_600 }, {}],
    ["Unix seconds as text", { timestamp: "1767603600" }, {}],
    ["Unix milliseconds", { timestamp: 1_767_603_600_000 }, {}],
    ["an ISO time where the mapping says", { meta: { as_of: "2026-01-05T09:00:00Z" } }, { at: "meta.as_of" }],
  ])("tells its time as %s", (_name, said, mapping) => {
    expect(timeOfFeed(said, mapping, new Date("2026-01-05T10:00:00Z"))).toEqual(new Date("2026-01-05T09:00:00Z"));
  });
  test("without a time, or with one ahead of ours, is of the moment it was read; with one that is none it is unusable", () => {
    const now = new Date("2026-01-05T10:00:00Z");
    expect(timeOfFeed({}, {}, now)).toEqual(now);
    expect(timeOfFeed({ timestamp: "2027-01-01T00:00:00Z" }, {}, now)).toEqual(now);
    expect(() => timeOfFeed({ timestamp: "yesterday" }, {}, now)).toThrow(FeedUnusable);
    expect(() => timeOfFeed({ timestamp: true }, {}, now)).toThrow(FeedUnusable);
  });
  test.each([
    ["no table", { base: "USD" }],
    ["a base that is no text", { base: 5, rates: {} }],
    ["a rate that is no number", { base: "USD", rates: { NGN: "x" } }],
    ["a rate of zero", { base: "USD", rates: { NGN: 0 } }],
    ["no dollar", { base: "EUR", rates: { NGN: 3 } }],
  ])("with %s is unusable and changes nothing", (_name, rubbish) => {
    expect(() => ratesOfFeed(rubbish, {})).toThrow(FeedUnusable);
  });
});
