import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { appendEvents } from "./append-events.ts";
import { notifyEndpoints } from "./notify-endpoints.ts";
import { organizationExists } from "#src/parties/organizations/membership.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import { localGuard } from "@corridor/test/harness/receiver.ts";
import { sealingPlace } from "./endpoint.ts";
import { EVENT_TYPES } from "#src/record/events/event-types.ts";
import { resealWebhookSecrets } from "./reseal-secrets.ts";
import { webhookRoutes } from "./routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const clock = new SteppedClock();
const MASTER_SECRET = "a master secret for tests, long enough";
const secrets = createSecretBox({ masterSecret: MASTER_SECRET });
const admin = callerOf({ platformRole: "admin" });
const staff = callerOf({ platformRole: "staff" });
let orgId: string;
let owner = callerOf({});
let viewer = callerOf({});
let stranger = callerOf({});

beforeAll(async () => {
  database = await createTestDatabase();
  const guard = localGuard({
    isAllowed: (address) => address !== "10.0.0.1",
    resolve: async (hostname) => [hostname === "inside.example.com" ? "10.0.0.1" : "93.184.216.34"],
  });
  server = await startModuleServer({
    db: database.db,
    clock,
    routes: [webhookRoutes({ db: database.db, clock, organizationExists, secrets, guard })],
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
  clock.advance(60_000);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const register = (body: object = { endpoint_url: "https://hooks.example.com/in" }, caller = owner) =>
  server.request(caller, "POST", "/public/webhooks", body);

async function registered(): Promise<string> {
  return (await register()).body.data.webhook_id;
}

async function event(type: (typeof EVENT_TYPES)[number] = "payment.completed"): Promise<string> {
  const [eventId] = await database.db.transaction((tx) =>
    appendEvents(tx, [
      { orgId, type, resourceType: "payment", resourceId: newId(), sequence: 1, data: {}, at: clock.now() },
    ]),
  );
  return eventId!;
}

/** Recorded the way a worker records it. */
async function finish(status: "delivered" | "dead"): Promise<void> {
  await database.db.query(
    `UPDATE webhook_deliveries SET status = $2::text, due_at = NULL, finished_at = $3, tries = 1, attempt_count = 1,
       attempted_at = $3, latency_ms = 12, status_code = 500,
       response_body = 'no', fault = CASE WHEN $2::text = 'dead' THEN 'receiver' END, reason = CASE
         WHEN $2::text = 'dead' THEN 'status' END
     WHERE org_id = $1 AND status = 'pending'`,
    [orgId, status, clock.now()],
  );
}

describe("registering", () => {
  test("answers 201 with the secret, which is shown this once and stored sealed", async () => {
    const answer = await register();
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: "success",
      message: expect.any(String),
      data: {
        org_id: orgId,
        endpoint_url: "https://hooks.example.com/in",
        events: EVENT_TYPES,
        status: "active",
        created_at: clock.now().toISOString(),
      },
    });
    const { webhook_id, secret_key } = answer.body.data;
    expect(secret_key).toMatch(/^whsec_/);
    const [row] = await database.db.query<{ text: string; secret_sealed: string }>(
      "SELECT row_to_json(e)::text AS text, secret_sealed FROM webhook_endpoints e WHERE webhook_id = $1",
      [webhook_id],
    );
    expect(row!.text).not.toContain(secret_key.slice(6, 20));
    expect(secrets.open(row!.secret_sealed, sealingPlace({ org_id: orgId, webhook_id }))).toBe(secret_key);
    for (const path of ["/public/webhooks", `/public/webhooks/${webhook_id}`]) {
      const read = await server.request(viewer, "GET", path);
      expect(read.status).toBe(200);
      expect(read.text).not.toContain("secret_key");
      expect(read.text).not.toContain(secret_key);
    }
  });

  test("takes a subscription, and null or * for all", async () => {
    expect(
      (await register({ endpoint_url: "https://a.example.com", events: ["payment.failed", "payment.failed"] })).body
        .data.events,
    ).toEqual(["payment.failed"]);
    expect((await register({ endpoint_url: "https://a.example.com", events: null })).body.data.events).toEqual(
      EVENT_TYPES,
    );
    expect((await register({ endpoint_url: "https://a.example.com", events: ["*"] })).body.data.events).toEqual(
      EVENT_TYPES,
    );
  });

  test.each([
    [{}, "endpoint_url"],
    [{ endpoint_url: 7 }, "endpoint_url"],
    [{ endpoint_url: "" }, "endpoint_url"],
    [{ endpoint_url: "http://hooks.example.com/in" }, "endpoint_url: must be an https URL"],
    [{ endpoint_url: "https://localhost/in" }, "endpoint_url"],
    [
      { endpoint_url: "https://inside.example.com/in" },
      "endpoint_url: inside.example.com resolves to an address that is not public",
    ],
    [{ endpoint_url: "not a url" }, "endpoint_url"],
    [{ endpoint_url: "https://a.example.com", events: [] }, "events"],
    [
      { endpoint_url: "https://a.example.com", events: ["payment.exploded"] },
      'events: "payment.exploded" is not an event type',
    ],
    [{ endpoint_url: "https://a.example.com", events: "payment.failed" }, "events"],
  ])("refuses %j and says why", async (body, message) => {
    const answer = await register(body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: "error", details: [{ path: expect.any(String) }] });
    expect(answer.body.message).toContain(message);
  });

  test("stops at 50 endpoints, under concurrency too, and goes on when one is deleted", async () => {
    // On a slow machine the last in the queue are told to come back (503), as every client does.
    const insist = async (): ReturnType<typeof register> => {
      const answer = await register();
      return answer.status === 503 ? insist() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 60 }, insist));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(
      refused.every(
        ({ status, body }) =>
          status === 409 && body.code === "WEBHOOK_LIMIT_REACHED" && body.message.includes("at most 50"),
      ),
    ).toBe(true);
    const gone = answers.find(({ status }) => status === 201)!.body.data.webhook_id;
    expect((await server.request(owner, "DELETE", `/public/webhooks/${gone}`)).status).toBe(204);
    expect((await register()).status).toBe(201);
  });

  test("is for org-admins, and for platform admins who name an organization", async () => {
    expect((await register(undefined, viewer)).status).toBe(403);
    expect((await register(undefined, callerOf({ orgId, role: "org-member" }))).status).toBe(403);
    expect((await register(undefined, staff)).status).toBe(403);
    expect((await register(undefined, admin)).status).toBe(400);
    expect((await register({ endpoint_url: "https://a.example.com", org_id: newId() }, admin)).status).toBe(404);
    expect((await register({ endpoint_url: "https://a.example.com", org_id: orgId }, admin)).body.data.org_id).toBe(
      orgId,
    );
    expect((await register({ endpoint_url: "https://a.example.com", org_id: orgId }, stranger)).status).toBe(404);
  });
});

describe("endpoints", () => {
  test("are listed newest first, page by page, without those of others", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await registered());
    await register(undefined, stranger);
    const first = await server.request(viewer, "GET", "/public/webhooks?limit=2");
    expect(first.body).toMatchObject({ status: "success", meta: { count: 2, total_count: 5, has_more: true } });
    const second = await server.request(
      viewer,
      "GET",
      `/public/webhooks?limit=2&last_evaluated_key=${first.body.last_evaluated_key}`,
    );
    const third = await server.request(
      viewer,
      "GET",
      `/public/webhooks?limit=2&last_evaluated_key=${second.body.meta.last_evaluated_key}`,
    );
    expect(
      [first, second, third].flatMap(({ body }) =>
        body.data.map((endpoint: { webhook_id: string }) => endpoint.webhook_id),
      ),
    ).toEqual(ids);
    expect(third.body.last_evaluated_key).toBeNull();
    expect(
      (
        await server.request(
          stranger,
          "GET",
          `/public/webhooks?limit=2&last_evaluated_key=${first.body.last_evaluated_key}`,
        )
      ).status,
    ).toBe(400);
    expect((await server.request(staff, "GET", `/public/webhooks?org_id=${orgId}&limit=100`)).body.data).toHaveLength(
      5,
    );
  });

  test("change their URL, events and status, each alone", async () => {
    const id = await registered();
    const patch = (body: object) => server.request(owner, "PATCH", `/public/webhooks/${id}`, body);
    expect((await patch({ endpoint_url: "https://new.example.com/x" })).body.data).toMatchObject({
      endpoint_url: "https://new.example.com/x",
      events: EVENT_TYPES,
      status: "active",
    });
    expect((await patch({ events: ["kyb.approved"] })).body.data).toMatchObject({
      endpoint_url: "https://new.example.com/x",
      events: ["kyb.approved"],
    });
    expect((await patch({ status: "disabled" })).body.data).toMatchObject({
      status: "disabled",
      disabled_reason: "requested",
      disabled_at: clock.now().toISOString(),
      events: ["kyb.approved"],
    });
    const enabled = (await patch({ status: "active", events: null })).body.data;
    expect(enabled).toMatchObject({ status: "active", events: EVENT_TYPES });
    expect(["disabled_reason" in enabled, "disabled_at" in enabled]).toEqual([false, false]);
    expect((await patch({ endpoint_url: "https://localhost" })).status).toBe(400);
    expect((await patch({ status: "deleted" })).status).toBe(400);
    const entries = await database.db.query<{ changes: object }>(
      "SELECT changes FROM audit_log WHERE org_id = $1 AND action = 'webhook.updated'",
      [orgId],
    );
    expect(entries).toHaveLength(4);
  });

  test("are gone when deleted", async () => {
    const id = await registered();
    await event();
    expect((await server.request(owner, "DELETE", `/public/webhooks/${id}`)).status).toBe(204);
    for (const [method, path, body] of [
      ["GET", ""],
      ["PATCH", "", {}],
      ["DELETE", ""],
      ["GET", "/deliveries"],
      ["POST", "/rotate-secret", {}],
      ["POST", "/replay", { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }],
    ] as const) {
      expect(
        (await server.request(owner, method, `/public/webhooks/${id}${path}`, body)).status,
        `${method} ${path}`,
      ).toBe(404);
    }
    expect((await server.request(owner, "GET", "/public/webhooks")).body.data).toEqual([]);
  });

  test("of another organization do not exist, nor do ids that are none", async () => {
    const id = await registered();
    for (const path of [id, newId(), "7", "x'; DROP TABLE webhook_endpoints; --"]) {
      const caller = path === id ? stranger : owner;
      for (const [method, suffix, body] of [
        ["GET", ""],
        ["PATCH", "", { status: "disabled" }],
        ["DELETE", ""],
        ["GET", "/deliveries"],
        ["POST", "/rotate-secret", {}],
      ] as const) {
        expect(
          (await server.request(caller, method, `/public/webhooks/${encodeURIComponent(path)}${suffix}`, body)).status,
          `${method} ${suffix}`,
        ).toBe(404);
      }
    }
    expect((await server.request(owner, "GET", `/public/webhooks/${id}`)).body.data.status).toBe("active");
  });
});

describe("rotating a secret", () => {
  const rotate = (id: string, body?: object) =>
    server.request(owner, "POST", `/public/webhooks/${id}/rotate-secret`, body);

  test("shows the new one once, and the time until which both sign", async () => {
    const { webhook_id: id, secret_key: old } = (await register()).body.data;
    const answer = await rotate(id, { overlap_seconds: 60 });
    expect(answer.status).toBe(200);
    expect(answer.body.data.secret_key).toMatch(/^whsec_/);
    expect(answer.body.data.secret_key).not.toBe(old);
    expect(answer.body.data.previous_secret_expires_at).toBe(new Date(clock.now().getTime() + 60_000).toISOString());
    expect((await rotate(id, {})).status).toBe(409);
    expect((await rotate(id, { overlap_seconds: 0 })).body.data).not.toHaveProperty("previous_secret_expires_at");
    expect((await rotate(id)).body.data.previous_secret_expires_at).toBe(
      new Date(clock.now().getTime() + 86_400_000).toISOString(),
    );
  });

  test.each([
    { overlap_seconds: -1 },
    { overlap_seconds: 604_801 },
    { overlap_seconds: 1.5 },
    { overlap_seconds: "60" },
  ])("refuses %j", async (body) => {
    expect((await rotate(await registered(), body)).status).toBe(400);
  });
});

describe("deliveries", () => {
  test("are listed with their attempts and filtered", async () => {
    const id = await registered();
    const first = await event("payment.failed");
    await finish("dead");
    clock.advance(1_000);
    const second = await event();
    const list = async (query = "") =>
      (await server.request(viewer, "GET", `/public/webhooks/${id}/deliveries${query}`)).body;
    expect((await list()).data.map((delivery: { event_id: string }) => delivery.event_id)).toEqual([second, first]);
    expect((await list("?status=pending")).data).toMatchObject([
      { event_id: second, status: "pending", attempts: [], next_attempt_at: clock.now().toISOString() },
    ]);
    expect((await list("?event_type=payment.failed")).data).toMatchObject([
      {
        event_id: first,
        attempts: [
          { attempt: 1, latency_ms: 12, status_code: 500, fault: "receiver", reason: "status", response_body: "no" },
        ],
      },
    ]);
    expect((await list(`?event_id=${first}`)).data).toHaveLength(1);
    const page = await list("?limit=1");
    expect((await list(`?limit=1&last_evaluated_key=${page.last_evaluated_key}`)).data[0].event_id).toBe(first);
    expect((await server.request(viewer, "GET", `/public/webhooks/${id}/deliveries?status=lost`)).status).toBe(400);
  });

  test("that died are in the dead letters of their organization alone, and can be replayed", async () => {
    const id = await registered();
    await event();
    await finish("dead");
    const letters = (await server.request(viewer, "GET", "/public/webhooks/dead-letters?fault=receiver")).body;
    expect(letters.data).toMatchObject([{ webhook_id: id, status: "dead" }]);
    expect((await server.request(viewer, "GET", "/public/webhooks/dead-letters?fault=system")).body.data).toEqual([]);
    expect((await server.request(stranger, "GET", "/public/webhooks/dead-letters")).body.data).toEqual([]);
    expect((await server.request(staff, "GET", "/public/webhooks/dead-letters")).status).toBe(400);
    const deliveryId = letters.data[0].delivery_id;
    expect(
      (await server.request(viewer, "GET", `/public/webhooks/deliveries/${deliveryId}`)).body.data.delivery_id,
    ).toBe(deliveryId);
    expect((await server.request(stranger, "GET", `/public/webhooks/deliveries/${deliveryId}`)).status).toBe(404);
    const replay = (caller = owner) =>
      server.request(caller, "POST", `/public/webhooks/deliveries/${deliveryId}/replay`);
    expect((await replay(viewer)).status).toBe(403);
    expect((await replay(stranger)).status).toBe(404);
    expect((await server.request(owner, "PATCH", `/public/webhooks/${id}`, { status: "disabled" })).status).toBe(200);
    expect((await replay()).status).toBe(409);
    expect((await server.request(owner, "PATCH", `/public/webhooks/${id}`, { status: "active" })).status).toBe(200);
    expect((await replay()).body.data).toMatchObject({
      status: "pending",
      attempt_count: 1,
      next_attempt_at: clock.now().toISOString(),
    });
    expect((await server.request(viewer, "GET", "/public/webhooks/dead-letters")).body.data).toEqual([]);
  });

  test("of a time range are replayed: all of it, some types, or what is missing", async () => {
    const id = await registered();
    const from = clock.now().toISOString();
    await event("payment.failed");
    await event("payment.completed");
    await finish("delivered");
    clock.advance(1_000);
    await event("kyb.approved");
    await finish("dead");
    clock.advance(1_000);
    const to = clock.now().toISOString();
    await event("payment.completed");
    const replay = async (body: object) =>
      (await server.request(owner, "POST", `/public/webhooks/${id}/replay`, { from, to, ...body })).body;
    expect((await replay({ only_missing: true })).data).toEqual({ webhook_id: id, replayed: 1 });
    await finish("delivered");
    expect((await replay({ only_missing: true })).data.replayed).toBe(0);
    expect((await replay({ event_types: ["payment.failed"] })).data.replayed).toBe(1);
    expect((await replay({})).data.replayed).toBe(3);
    expect((await replay({ to: from })).message).toContain("to: must be later than from");
    expect((await replay({ from: "2020-01-01T00:00:00Z" })).message).toContain("90 days");
    expect((await replay({ event_types: ["nothing"] })).status).toBe("error");
    expect((await replay({ event_types: [] })).status).toBe("error");
  });

  test("never bring a type that the endpoint did not subscribe to", async () => {
    const id = (await register({ endpoint_url: "https://a.example.com", events: ["kyb.approved"] })).body.data
      .webhook_id;
    const from = clock.now().toISOString();
    await event("payment.failed");
    await event("kyb.approved");
    clock.advance(1);
    const to = clock.now().toISOString();
    const replay = async (body: object) =>
      (await server.request(owner, "POST", `/public/webhooks/${id}/replay`, { from, to, ...body })).body.data.replayed;
    expect(await replay({})).toBe(1);
    expect(await replay({ event_types: ["payment.failed"] })).toBe(0);
  });

  test("bring a test notification again to whom it was sent, subscribed or not, and to nobody else", async () => {
    const subscribed = await registered();
    const kybOnly = (await register({ endpoint_url: "https://a.example.com", events: ["kyb.approved"] })).body.data
      .webhook_id;
    const from = clock.now().toISOString();
    await notifyEndpoints(database.db, {
      orgId,
      transactionData: {},
      actor: { type: "system", id: "test" },
      at: clock.now(),
    });
    await event("transaction.updated");
    await finish("dead");
    clock.advance(1);
    const to = clock.now().toISOString();
    const later = await registered();
    const replay = async (id: string, body: object = {}) =>
      (await server.request(owner, "POST", `/public/webhooks/${id}/replay`, { from, to, ...body })).body.data.replayed;
    expect(await replay(subscribed, { only_missing: true })).toBe(2);
    expect(await replay(subscribed, { only_missing: true })).toBe(0);
    expect(await replay(subscribed)).toBe(2);
    expect(await replay(kybOnly, { event_types: ["kyb.approved"] })).toBe(0);
    expect(await replay(kybOnly, { event_types: ["transaction.updated"] })).toBe(1);
    expect(await replay(kybOnly, { only_missing: true })).toBe(0);
    expect(await replay(later, { only_missing: true })).toBe(1);
  });
});

test("sealing anew lets go of the earlier master secret, keeps both secrets of a rotation, and is done once", async () => {
  const { webhook_id, secret_key: first } = (await register()).body.data;
  const { secret_key: second } = (
    await server.request(owner, "POST", `/public/webhooks/${webhook_id}/rotate-secret`, {})
  ).body.data;
  const place = sealingPlace({ org_id: orgId, webhook_id });
  const masterSecret = "another master secret that is long enough";
  const fresh = createSecretBox({ masterSecret });
  const both = createSecretBox({ masterSecret, previousMasterSecrets: [MASTER_SECRET] });

  expect(await resealWebhookSecrets({ db: database.db, secrets: both })).toBeGreaterThanOrEqual(1);
  const [row] = await database.db.query<{ secret_sealed: string; previous_secret_sealed: string }>(
    "SELECT secret_sealed, previous_secret_sealed FROM webhook_endpoints WHERE webhook_id = $1",
    [webhook_id],
  );
  expect([fresh.open(row!.secret_sealed, place), fresh.open(row!.previous_secret_sealed, place)]).toEqual([
    second,
    first,
  ]);
  expect(await resealWebhookSecrets({ db: database.db, secrets: fresh })).toBe(0);
});
