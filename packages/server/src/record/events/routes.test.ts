import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendEvents } from "#src/record/webhooks/append-events.ts";
import { notifyRoutes } from "#src/record/webhooks/notify-routes.ts";
import { organizationExists } from "#src/parties/organizations/membership.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import { startReceiver } from "@corridor/test/harness/receiver.ts";
import { startWebhookBench } from "@corridor/test/harness/webhooks.ts";
import type { NewEvent } from "./write-events.ts";
import { eventRoutes } from "./routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const clock = new SteppedClock();
const staff = callerOf({ platformRole: "staff" });
const admin = callerOf({ platformRole: "admin" });
let orgId: string;
let viewer = callerOf({});
let owner = callerOf({});
let stranger = callerOf({});

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({
    db: database.db,
    clock,
    routes: [eventRoutes({ db: database.db, clock }), notifyRoutes({ db: database.db, clock, organizationExists })],
  });
});

beforeEach(async () => {
  orgId = newId();
  owner = callerOf({ orgId });
  viewer = callerOf({ orgId, role: "org-viewer" });
  stranger = callerOf({ orgId: newId() });
  await database.db.query(
    "INSERT INTO organizations (org_id, name, country, created_at, updated_at) VALUES ($1, 'Org', 'GH', $2, $2)",
    [orgId, clock.now()],
  );
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function append(event: Partial<NewEvent> = {}): Promise<string> {
  const whole: NewEvent = {
    orgId,
    type: "payment.completed",
    resourceType: "payment",
    resourceId: newId(),
    sequence: 1,
    data: {},
    at: clock.now(),
    ...event,
  };
  return (await database.db.transaction((tx) => appendEvents(tx, [whole])))[0]!;
}

const idsOf = (body: { data: { event_id: string }[] }): string[] => body.data.map(({ event_id }) => event_id);
const feed = (query = "", caller = viewer) => server.request(caller, "GET", `/events${query}`);

describe("an event", () => {
  test("is shown as the text that is signed and sent, to the last digit", async () => {
    const eventId = await append({
      data: {
        amount: Money.parse("1500", "USD"),
        tiny: Money.parse("0.00000001", "BTC"),
        previous_status: "processing",
      },
      sequence: 3,
    });
    const text =
      `{"event_id":"${eventId}","event_type":"payment.completed","org_id":"${orgId}",` +
      `"created_at":"${clock.now().toISOString()}","data":{"amount":1500.00,"tiny":0.00000001,` +
      `"previous_status":"processing","sequence":3}}`;
    const one = await server.request(viewer, "GET", `/events/${eventId}`);
    expect(one.status).toBe(200);
    expect(one.headers.get("content-type")).toContain("application/json");
    expect(one.text).toBe(`{"status":"success","message":"Event","data":${text}}\n`);
    expect(one.body.data).toMatchObject({
      event_id: eventId,
      event_type: "payment.completed",
      org_id: orgId,
      created_at: clock.now().toISOString(),
      data: { sequence: 3, previous_status: "processing" },
    });
    expect((await feed()).text).toContain(text);
  });

  test("has the data of its change, which several events share as one stored row", async () => {
    const whole = {
      orgId,
      resourceType: "payment",
      resourceId: newId(),
      data: ['{"note":"\\"data\\":{ \\u00e9 é",', '"amount":1.50}'],
      at: clock.now(),
    };
    const types = ["payment.processing", "payment.pending", "transaction.updated"] as const;
    const ids = await database.db.transaction((tx) =>
      appendEvents(
        tx,
        types.map((type, index) => ({ ...whole, type, sequence: index + 9 })),
      ),
    );
    const texts = ids.map(
      (id, index) =>
        `{"event_id":"${id}","event_type":"${types[index]}","org_id":"${orgId}","created_at":"${clock.now().toISOString()}","data":{${whole.data.join("").slice(1, -1)},"sequence":${index + 9}}}`,
    );
    for (const [index, id] of ids.entries())
      expect((await server.request(viewer, "GET", `/events/${id}`)).text).toContain(`"data":${texts[index]}}`);
    clock.advance(10_001);
    for (const order of ["asc", "desc"])
      for (const text of texts) expect((await feed(`?order=${order}`)).text).toContain(text);
    expect(await database.db.query("SELECT types FROM events WHERE org_id = $1", [orgId])).toEqual([{ types }]);
    for (const type of types) expect(idsOf((await feed(`?type=${type}`)).body)).toEqual([ids[types.indexOf(type)]]);
    const pages: string[] = [];
    for (const order of ["asc", "desc"])
      for (let key = ""; ;) {
        const { body } = await feed(`?order=${order}&limit=1${key}`);
        pages.push(...idsOf(body));
        if (!body.meta.has_more) break;
        key = `&last_evaluated_key=${body.meta.last_evaluated_key}`;
      }
    expect(pages).toEqual([...ids, ...ids.toReversed()]);
    expect((await server.request(viewer, "GET", `/events/${ids[0]!.slice(0, -1)}f`)).status).toBe(404);
  });

  test("keeps a resource's own sequence beside its own", async () => {
    const eventId = await append({
      type: "escrow.milestone.funded",
      resourceType: "milestone",
      sequence: 7,
      data: { milestone_id: "m", sequence: 2 },
    });
    expect((await server.request(viewer, "GET", `/events/${eventId}`)).body.data.data).toEqual({
      milestone_id: "m",
      sequence: 7,
      resource_sequence: 2,
    });
  });

  test("holds any text of a caller", async () => {
    const strange = '\u0000 \ud800 \u{1f600} " \\ </script> \u2028';
    const eventId = await append({ data: { description: strange } });
    const { data } = (await server.request(viewer, "GET", `/events/${eventId}`)).body.data;
    expect(data.description).toBe(strange);
  });

  test("of another organization does not exist, nor one whose id is none", async () => {
    const eventId = await append();
    expect((await server.request(stranger, "GET", `/events/${eventId}`)).status).toBe(404);
    expect((await server.request(owner, "GET", `/events/${newId()}`)).status).toBe(404);
    expect((await server.request(owner, "GET", "/events/none")).status).toBe(404);
    expect((await server.request(staff, "GET", `/events/${eventId}?org_id=${orgId}`)).status).toBe(200);
    expect((await server.request(staff, "GET", `/events/${eventId}`)).status).toBe(400);
  });

  test("can be neither changed nor deleted, in the database itself", async () => {
    await append();
    await expect(database.db.query("UPDATE events SET payload = ''")).rejects.toThrow("append-only");
    await expect(database.db.query("DELETE FROM events")).rejects.toThrow("append-only");
    await expect(database.db.query("TRUNCATE events")).rejects.toThrow("append-only");
  });

  test("cannot share its sequence with another of the same resource", async () => {
    const resourceId = newId();
    await append({ resourceId, sequence: 1 });
    await append({ resourceId, sequence: 2 });
    await expect(append({ resourceId, sequence: 2 })).rejects.toThrow(/events_\d{4}_\d{2}_org_id_resource_id_sequence/);
  });
});

describe("the feed", () => {
  test("is newest first, page by page, and new events neither repeat nor skip older ones", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      ids.unshift(await append());
      if (i % 2 === 0) clock.advance(1_000);
    }
    const first = (await feed("?limit=2")).body;
    await append();
    const second = (await feed(`?limit=2&last_evaluated_key=${first.last_evaluated_key}`)).body;
    await append();
    const third = (await feed(`?limit=2&last_evaluated_key=${second.last_evaluated_key}`)).body;
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)]).toEqual(ids);
    expect(first.meta).toMatchObject({ count: 2, has_more: true, last_evaluated_key: first.last_evaluated_key });
    expect(third.last_evaluated_key).toBeNull();
    expect((await feed(`?limit=2&last_evaluated_key=${first.last_evaluated_key}`, stranger)).status).toBe(400);
    expect((await feed(`?limit=2&type=kyb.approved&last_evaluated_key=${first.last_evaluated_key}`)).status).toBe(400);
  });

  test("filters by type, resource and time", async () => {
    const resourceId = newId();
    const early = await append({ resourceId, sequence: 1, type: "payment.processing" });
    clock.advance(60_000);
    const middle = clock.now().toISOString();
    const late = await append({ resourceId, sequence: 2 });
    const verified = await append({ type: "kyb.approved", resourceType: "organization" });
    expect(idsOf((await feed("?type=kyb.approved")).body)).toEqual([verified]);
    expect(idsOf((await feed("?type=kyb.approved,payment.processing")).body)).toEqual([verified, early]);
    expect(idsOf((await feed(`?resource_id=${resourceId}`)).body)).toEqual([late, early]);
    expect(idsOf((await feed(`?resource_type=organization`)).body)).toEqual([verified]);
    expect(idsOf((await feed(`?from=${middle}`)).body)).toEqual([verified, late]);
    expect(idsOf((await feed(`?to=${middle}`)).body)).toEqual([early]);
    expect(idsOf((await feed(`?resource_id=${resourceId}&type=payment.completed&from=${middle}`)).body)).toEqual([
      late,
    ]);
    for (const query of ["?type=payment.exploded", "?from=yesterday", "?order=random", "?limit=0", "?limit=101"])
      expect((await feed(query)).status, query).toBe(400);
  });

  test("can be followed oldest first, without events that are too young to be sure that none is missing", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) {
      ids.push(await append());
      clock.advance(1_000);
    }
    expect((await feed("?order=asc")).body.data).toEqual([]);
    clock.advance(9_001);
    const first = (await feed("?order=asc&limit=2")).body;
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(idsOf((await feed(`?order=asc&limit=2&last_evaluated_key=${first.last_evaluated_key}`)).body)).toEqual(
      ids.slice(2),
    );
    expect(idsOf((await feed(`?order=asc&from=${first.data[1].created_at}`)).body)).toEqual(ids.slice(1));
  });

  test("is for everybody of the organization, and for platform people who name one", async () => {
    await append();
    expect((await feed("", stranger)).body.data).toEqual([]);
    expect((await feed("", staff)).status).toBe(400);
    expect((await feed(`?org_id=${orgId}`, staff)).body.data).toHaveLength(1);
    expect((await feed(`?org_id=${orgId}`, stranger)).status).toBe(404);
    expect((await server.request(null, "GET", "/events")).status).toBe(401);
  });
});

describe("a test notification", () => {
  const transaction_data = {
    transaction_id: "t-1",
    status: "completed",
    amount: 1500,
    currency: "USD",
    updated_at: "2026-01-01T00:00:00Z",
    extra: { kept: true },
  };

  test("reaches every active endpoint, whatever it subscribed to, signed like any other", async () => {
    const bench = await startWebhookBench();
    const receiver = await startReceiver();
    const own = await startModuleServer({
      db: bench.database.db,
      clock: bench.clock,
      routes: [notifyRoutes({ db: bench.database.db, clock: bench.clock, organizationExists })],
    });
    try {
      const all = await bench.endpoint(`${receiver.url}/all`);
      await bench.endpoint(`${receiver.url}/kyb`, { orgId: all.orgId, events: ["kyb.approved"] });
      await bench.endpoint(`${receiver.url}/stranger`);
      const answer = await own.request(callerOf({ orgId: all.orgId }), "POST", "/public/webhooks/notify", {
        org_id: all.orgId,
        transaction_data,
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        status: "success",
        message: expect.any(String),
        data: { event_id: expect.any(String) },
      });
      expect(answer.body.data.deliveries).toHaveLength(2);
      expect(answer.body.data.deliveries[0]).toEqual({
        webhook_id: expect.any(String),
        delivery_id: expect.any(String),
      });
      await bench.job.runOnce();
      expect(receiver.received.map(({ path }) => path).sort()).toEqual(["/all", "/kyb"]);
      const { body } = receiver.received[0]!;
      expect(JSON.parse(body)).toMatchObject({
        event_id: answer.body.data.event_id,
        event_type: "transaction.updated",
        org_id: all.orgId,
        data: { ...transaction_data, test: true },
      });
      expect(body).toContain('"amount":1500.00');
    } finally {
      await own[Symbol.asyncDispose]();
      await bench.close();
      await receiver.close();
    }
  });

  test("may be sent any number of times, with any transaction data", async () => {
    for (const data of [
      transaction_data,
      transaction_data,
      {},
      { amount: 0.1 + 0.2, currency: "???" },
      { amount: -5, currency: "USD" },
    ]) {
      expect(
        (await server.request(owner, "POST", "/public/webhooks/notify", { org_id: orgId, transaction_data: data }))
          .status,
        JSON.stringify(data),
      ).toBe(200);
    }
    const entries = await database.db.query(
      "SELECT FROM audit_log WHERE org_id = $1 AND action = 'webhook.test_sent'",
      [orgId],
    );
    expect(entries).toHaveLength(5);
  });

  test("may be sent in a list, and each is answered in its order", async () => {
    const { status, body } = await server.request(owner, "POST", "/public/webhooks/notify", [
      { org_id: orgId, transaction_data: { transaction_id: "first" } },
      { org_id: newId(), transaction_data },
      { transaction_data: { transaction_id: "last" } },
    ]);
    expect([status, body.data.map((one: any) => one.status_code)]).toEqual([207, [200, 404, 200]]);
    const sent = await database.db.query(
      `SELECT payload::json ->> 'transaction_id' AS id FROM events WHERE org_id = $1 AND event_id = ANY($2::uuid[])
        ORDER BY id`,
      [orgId, [body.data[0].data.event_id, body.data[2].data.event_id]],
    );
    expect(sent).toEqual([{ id: "first" }, { id: "last" }]);
  });

  test("is refused for an organization that is not the caller's or does not exist, and with wrong types", async () => {
    const notify = (caller: typeof owner, body: object) =>
      server.request(caller, "POST", "/public/webhooks/notify", body);
    expect((await notify(stranger, { org_id: orgId, transaction_data })).status).toBe(404);
    expect((await notify(viewer, { org_id: orgId, transaction_data })).status).toBe(403);
    expect((await notify(admin, { org_id: newId(), transaction_data })).status).toBe(404);
    expect((await notify(admin, { org_id: orgId, transaction_data })).status).toBe(200);
    expect((await notify(owner, { org_id: orgId })).status).toBe(400);
    expect((await notify(owner, { org_id: orgId, transaction_data: "x" })).status).toBe(400);
    expect((await notify(owner, { org_id: orgId, transaction_data: { amount: "5" } })).status).toBe(400);
    expect((await notify(owner, { org_id: "none", transaction_data })).status).toBe(404);
  });
});
