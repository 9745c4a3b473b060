import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ACCESS } from "#src/access.ts";
import { revokeKeysOfMember } from "#src/parties/api-keys/write-api-key.ts";
import { createNotifyOrganization, notifyPlatform } from "#src/parties/notifications/notify-organization.ts";
import { oneCell } from "#src/kernel/db/cells-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createTestOrganization } from "@corridor/test/harness/identity-server.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import type { KybProvider } from "./kyb/kyb-provider.ts";
import { createSandboxKyb } from "./kyb/sandbox.ts";
import { createSumsub, parseSumsubCallback } from "./kyb/sumsub.ts";
import { organizationRoutes } from "./routes.ts";

const SECRET = "the webhook secret";
const clock = new SteppedClock();
const secrets = createSecretBox({ masterSecret: "a secret for tests that is long enough" });
const root = callerOf({ platformRole: "admin" });
let database: TestDatabase;
let servers: ModuleServer[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    `INSERT INTO users (user_id, email, name, platform_role, created_at, updated_at)
      VALUES ($1, 'root@example.com', 'Root', 'admin', $2, $2)`,
    [root.userId, clock.now()],
  );
});
afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  servers = [];
});
afterAll(() => database[Symbol.asyncDispose]());

function signSandboxCallback(webhookSecret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex")}`;
}

async function serverWith(kyb: KybProvider | null): Promise<ModuleServer> {
  const server = await startModuleServer({
    db: database.db,
    clock,
    routes: [
      organizationRoutes({
        cells: oneCell(database.db),
        db: database.db,
        clock,
        log: silentLog,
        queueMail: async () => undefined,
        limitMailTo: async () => undefined,
        revokeKeysOfMember,
        publicBaseUrl: "http://127.0.0.1",
        environment: "development",
        settings: {
          payoutDestinations: "any",
          holdPayoutsUntilKyb: false,
          apiKeysMayAdminister: true,
          rateMarginBps: 50,
          rateLockDriftBps: 0,
        },
        notifyPlatform: (tx, notice) => notifyPlatform(tx, { clock, secrets }, notice),
        notifyOrganization: createNotifyOrganization({ clock, secrets }),
        access: ACCESS,
        askSecondPerson: async () => undefined,
        kyb: () => kyb,
      }),
    ],
  });
  servers.push(server);
  return server;
}

const newOrganization = () => createTestOrganization(database.db, clock.now(), "Applicant");
const statusOf = async (orgId: string) =>
  (
    await database.db.query<{ kyb_status: string }>("SELECT kyb_status FROM organizations WHERE org_id = $1", [orgId])
  )[0]!.kyb_status;
const eventsOf = async (orgId: string) =>
  (
    await database.db.query<{ type: string }>(
      "SELECT unnest(types) AS type FROM events WHERE org_id = $1 ORDER BY event_id",
      [orgId],
    )
  ).map(({ type }) => type);

const auditOf = async (orgId: string) =>
  (
    await database.db.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE org_id = $1 AND action LIKE 'kyb.%' ORDER BY audit_id",
      [orgId],
    )
  ).map(({ action }) => action);
const told = async (orgId: string) =>
  (
    await database.db.query<{ type: string; title: string }>(
      "SELECT type, title FROM notifications WHERE data ->> 'org_id' = $1 AND user_id = $2 ORDER BY notification_id",
      [orgId, root.userId],
    )
  ).map(({ type, title }) => [type, title]);

async function post(server: ModuleServer, body: string, headers: Record<string, string>) {
  const response = await fetch(`${server.url}/organizations/webhook/kyb`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
  return response.status;
}

describe("business verification", () => {
  function callback(orgId: string, change: Record<string, unknown> = {}): string {
    return JSON.stringify({
      event_id: newId(),
      customer_id: `sandbox-${orgId}`,
      status: "approved",
      occurred_at: clock.now().toISOString(),
      ...change,
    });
  }
  const send = (server: ModuleServer, body: string, signedAt = clock.now()) =>
    post(server, body, { "x-kyb-signature": signSandboxCallback(SECRET, body, signedAt) });

  async function started() {
    const server = await serverWith(createSandboxKyb({ webhookSecret: SECRET }));
    const orgId = await newOrganization();
    const answer = await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`);
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { kyb_status: "pending", kyb_customer_id: `sandbox-${orgId}`, verification_url: null } },
    });
    return { server, orgId };
  }

  it("is approved by a signed callback, with one event and one audit entry", async () => {
    const { server, orgId } = await started();
    clock.advance(1_000);
    const body = callback(orgId);
    expect(await send(server, body)).toBe(200);
    expect(await statusOf(orgId)).toBe("approved");
    expect(await send(server, body)).toBe(200);
    expect(await eventsOf(orgId)).toEqual(["kyb.approved"]);
    const [event] = await database.db.query<{ data: string }>("SELECT payload AS data FROM events WHERE org_id = $1", [
      orgId,
    ]);
    expect(JSON.parse(event!.data)).toMatchObject({
      org_id: orgId,
      kyb_status: "approved",
      previous_status: "pending",
    });
    const audit = await database.db.query("SELECT 1 FROM audit_log WHERE org_id = $1 AND action = 'kyb.approved'", [
      orgId,
    ]);
    expect(audit).toHaveLength(1);
  });

  it("makes the name the platform's: the organization that was approved under it cannot take another", async () => {
    const { server, orgId } = await started();
    const rename = (caller: ReturnType<typeof callerOf>, name: string) =>
      server.request(caller, "PATCH", `/organizations/${orgId}`, { name });
    expect((await rename(callerOf({ orgId }), "Applicant Ltd")).status).toBe(200);
    clock.advance(1_000);
    await send(server, callback(orgId));
    expect(await rename(callerOf({ orgId }), "Bank of Ghana")).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("verified under its name") },
    });
    // The same name is no change.
    expect((await rename(callerOf({ orgId }), " Applicant Ltd ")).status).toBe(200);
    expect((await rename(root, "Applicant Holdings")).body.data.name).toBe("Applicant Holdings");
  });

  it("is applied once when the callback comes many times at the same moment", async () => {
    const { server, orgId } = await started();
    const body = callback(orgId, { status: "rejected", reason: "a forged document" });
    expect(await Promise.all(Array.from({ length: 8 }, () => send(server, body)))).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
    expect(await eventsOf(orgId)).toEqual(["kyb.rejected"]);
  });

  it("ignores an older decision that comes late", async () => {
    const { server, orgId } = await started();
    const older = callback(orgId, { status: "rejected", occurred_at: clock.now().toISOString() });
    clock.advance(60_000);
    expect(await send(server, callback(orgId, { status: "approved" }))).toBe(200);
    expect(await send(server, older)).toBe(200);
    expect(await statusOf(orgId)).toBe("approved");
    expect(await eventsOf(orgId)).toEqual(["kyb.approved"]);
  });

  it("follows a provider that changes its mind later", async () => {
    const { server, orgId } = await started();
    await send(server, callback(orgId));
    clock.advance(60_000);
    await send(server, callback(orgId, { status: "rejected", reason: "sanctions" }));
    expect(await statusOf(orgId)).toBe("rejected");
    expect(await eventsOf(orgId)).toEqual(["kyb.approved", "kyb.rejected"]);
  });

  it.each<[string, (body: string) => Record<string, string>]>([
    ["no signature", () => ({})],
    ["another secret", (body) => ({ "x-kyb-signature": signSandboxCallback("not the secret", body, clock.now()) })],
    ["the signature of another body", () => ({ "x-kyb-signature": signSandboxCallback(SECRET, "{}", clock.now()) })],
    [
      "an old signature",
      (body) => ({ "x-kyb-signature": signSandboxCallback(SECRET, body, new Date(clock.now().getTime() - 301_000)) }),
    ],
    [
      "a signature from the future",
      (body) => ({ "x-kyb-signature": signSandboxCallback(SECRET, body, new Date(clock.now().getTime() + 301_000)) }),
    ],
    [
      "a signature in capitals",
      (body) => ({ "x-kyb-signature": signSandboxCallback(SECRET, body, clock.now()).toUpperCase() }),
    ],
    ["no digest", () => ({ "x-kyb-signature": `t=${Math.floor(clock.now().getTime() / 1_000)},v1=` })],
  ])("refuses a callback with %s", async (_name, headers) => {
    const { server, orgId } = await started();
    const body = callback(orgId);
    expect(await post(server, body, headers(body))).toBe(401);
    expect(await statusOf(orgId)).toBe("pending");
  });

  it.each([
    "",
    "[]",
    "null",
    "nonsense",
    "{}",
    '{"event_id": "1"}',
    '{"event_id":"1","customer_id":"c","status":"maybe","occurred_at":"2026-01-01T00:00:00Z"}',
  ])("refuses the signed nonsense %s with a 400", async (body) => {
    const { server } = await started();
    expect(await send(server, body)).toBe(400);
  });

  it("accepts and ignores a callback about nobody we know", async () => {
    const { server } = await started();
    expect(await send(server, callback(newId()))).toBe(200);
  });

  it("is not started twice: the open case goes on, and a verified organization is a 409", async () => {
    const { server, orgId } = await started();
    expect((await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`)).status).toBe(201);
    const entries = await database.db.query("SELECT 1 FROM audit_log WHERE org_id = $1 AND action = 'kyb.started'", [
      orgId,
    ]);
    expect(entries).toHaveLength(1);
    await send(server, callback(orgId));
    expect((await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`)).status).toBe(409);
  });

  describe("is told to the organization's admins, by bell and mail, with its reason in the record", () => {
    async function withAdmin() {
      const { server, orgId } = await started();
      const admin = newId();
      await database.db.query(
        `WITH person AS (
           INSERT INTO users (user_id, email, name, created_at, updated_at)
           VALUES ($2::uuid, $2::uuid || '@example.com', 'Ada', $3, $3)
         ) INSERT INTO members (org_id, user_id, role, permissions, created_at, updated_at)
           VALUES ($1, $2, 'org-admin', '{}', $3, $3)`,
        [orgId, admin, clock.now()],
      );
      const bells = () =>
        database.db.query<{ type: string; body: string; recipient: string }>(
          `SELECT n.type, n.body, e.recipient FROM notifications n JOIN email_outbox e USING (org_id, email_id)
           WHERE n.org_id = $1 ORDER BY notification_id`,
          [orgId],
        );
      const reason = async () =>
        (await server.request(callerOf({ orgId }), "GET", `/organizations/${orgId}`)).body.data.kyb_reason;
      return { server, orgId, bells, reason, recipient: `${admin}@example.com` };
    }

    it("when the verifier asks for more, rejects, or approves", async () => {
      const { server, orgId, bells, reason, recipient } = await withAdmin();
      await send(server, callback(orgId, { status: "pending", reason: "the registration is unreadable" }));
      const rejection = callback(orgId, { status: "rejected", reason: "a forged document" });
      await send(server, rejection);
      await send(server, rejection);
      expect(await reason()).toBe("a forged document");
      expect(await bells()).toEqual([
        { type: "kyb.pending", body: expect.stringContaining("the registration is unreadable"), recipient },
        { type: "kyb.rejected", body: expect.stringContaining("a forged document"), recipient },
      ]);
      await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`);
      expect(await reason()).toBeNull();
      await send(server, callback(orgId));
      expect((await bells()).map(({ type }) => type)).toEqual(["kyb.pending", "kyb.rejected", "kyb.approved"]);
    });

    it("when a person decides", async () => {
      const { server, orgId, bells, reason, recipient } = await withAdmin();
      const said = { decision: "rejected", reason: "no such company" };
      const path = `/organizations/${orgId}/kyb/decision`;
      expect((await server.request(root, "POST", path, said)).body.data.kyb_reason).toBe("no such company");
      await server.request(root, "POST", path, said);
      expect(await reason()).toBe("no such company");
      expect(await bells()).toEqual([
        { type: "kyb.rejected", body: expect.stringMatching(/no such company.*\/settings\/kyb/s), recipient },
      ]);
    });
  });

  it("may be tried again after a rejection", async () => {
    const { server, orgId } = await started();
    await send(server, callback(orgId, { status: "rejected" }));
    expect(
      (await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`)).body.data.kyb_status,
    ).toBe("pending");
  });

  it("is decided by an admin where there is no provider, and callbacks are then refused", async () => {
    const server = await serverWith(null);
    const orgId = await newOrganization();
    const decide = (caller: ReturnType<typeof callerOf>) =>
      server.request(caller, "POST", `/organizations/${orgId}/kyb/decision`, {
        decision: "approved",
        reason: "papers seen",
      });
    expect((await decide(root)).status).toBe(409);
    await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`);
    expect((await decide(callerOf({ orgId }))).status).toBe(403);
    expect((await decide(root)).body.data.kyb_status).toBe("approved");
    expect(await eventsOf(orgId)).toEqual(["kyb.approved"]);
    expect(await send(server, callback(orgId))).toBe(401);
  });

  describe("decided by a person", () => {
    const decide = (
      server: ModuleServer,
      orgId: string,
      decision: "approved" | "rejected",
      reason = "a person looked at it",
    ) => server.request(root, "POST", `/organizations/${orgId}/kyb/decision`, { decision, reason });
    const readBy = async (server: ModuleServer, caller: ReturnType<typeof callerOf>, orgId: string) =>
      (await server.request(caller, "GET", `/organizations/${orgId}`)).body.data;

    it("stands against a later approval of the verifier, which opens an item for the platform instead", async () => {
      const { server, orgId } = await started();
      clock.advance(1_000);
      expect((await decide(server, orgId, "rejected", "a forged document")).body.data.kyb_status).toBe("rejected");
      clock.advance(60_000);
      const late = callback(orgId, { status: "approved", reason: "all green" });
      expect([await send(server, late), await send(server, late)]).toEqual([200, 200]);
      expect(await statusOf(orgId)).toBe("rejected");
      expect(await eventsOf(orgId)).toEqual(["kyb.rejected"]);
      expect(await readBy(server, root, orgId)).toMatchObject({
        kyb_status: "rejected",
        kyb_decided_by: root.userId,
        kyb_review: { status: "approved", reason: "all green", occurred_at: clock.now().toISOString() },
      });
      // The organization does not see the verifier's result.
      const own = await readBy(server, callerOf({ orgId }), orgId);
      expect([own.kyb_status, "kyb_review" in own, "kyb_decided_by" in own]).toEqual(["rejected", false, false]);
      expect(await told(orgId)).toEqual([
        ["kyb.contradicted", "The verifier reports approved for Applicant, but a person decided rejected"],
      ]);
      expect(await auditOf(orgId)).toEqual(["kyb.started", "kyb.rejected", "kyb.contradicted"]);
    });

    it("stands against a later rejection, and against an open question, just the same", async () => {
      const { server, orgId } = await started();
      await decide(server, orgId, "approved");
      for (const status of ["rejected", "pending"]) {
        clock.advance(60_000);
        await send(server, callback(orgId, { status }));
        expect(await statusOf(orgId)).toBe("approved");
        expect((await readBy(server, root, orgId)).kyb_review).toMatchObject({ status });
      }
    });

    it("is found by the platform while a contradiction is open, and no longer when a person has decided again", async () => {
      const { server, orgId } = await started();
      await decide(server, orgId, "rejected");
      clock.advance(60_000);
      await send(server, callback(orgId));
      const open = async () =>
        (await server.request(root, "GET", "/organizations?kyb_review=open&limit=100")).body.data.map(
          (row: { org_id: string }) => row.org_id,
        );
      expect(await open()).toContain(orgId);
      expect((await decide(server, orgId, "rejected", "looked again")).body.data).toMatchObject({
        kyb_status: "rejected",
        kyb_review: null,
      });
      expect(await open()).not.toContain(orgId);
      expect(await eventsOf(orgId)).toEqual(["kyb.rejected"]);
      clock.advance(60_000);
      await send(server, callback(orgId));
      expect(await statusOf(orgId)).toBe("rejected");
      expect((await decide(server, orgId, "approved")).body.data).toMatchObject({
        kyb_status: "approved",
        kyb_review: null,
      });
      expect(await eventsOf(orgId)).toEqual(["kyb.rejected", "kyb.approved"]);
    });

    it("has nothing to review once the verifier agrees", async () => {
      const { server, orgId } = await started();
      await decide(server, orgId, "rejected");
      for (const status of ["approved", "rejected"]) {
        clock.advance(60_000);
        await send(server, callback(orgId, { status }));
      }
      expect(await readBy(server, root, orgId)).toMatchObject({ kyb_status: "rejected", kyb_review: null });
    });

    it("counts although the verifier's clock is ahead of ours", async () => {
      const { server, orgId } = await started();
      await send(server, callback(orgId, { occurred_at: new Date(clock.now().getTime() + 60_000).toISOString() }));
      expect((await decide(server, orgId, "rejected")).body.data.kyb_status).toBe("rejected");
    });

    it("is not started anew by the organization that was rejected, but by the platform; the verifier then decides again", async () => {
      const { server, orgId } = await started();
      await decide(server, orgId, "rejected");
      const start = (caller: ReturnType<typeof callerOf>) =>
        server.request(caller, "POST", `/organizations/${orgId}/kyb`);
      expect([(await start(callerOf({ orgId }))).status, await statusOf(orgId)]).toEqual([409, "rejected"]);
      expect([(await start(root)).status, await statusOf(orgId)]).toEqual([201, "pending"]);
      clock.advance(1_000);
      await send(server, callback(orgId));
      expect(await statusOf(orgId)).toBe("approved");
    });
  });

  it("of another organization is a 404", async () => {
    const { server, orgId } = await started();
    expect((await server.request(callerOf({ orgId: newId() }), "POST", `/organizations/${orgId}/kyb`)).status).toBe(
      404,
    );
  });
});

describe("Sumsub", () => {
  const settings = {
    kybAppToken: "sbx:token",
    kybSecretKey: "the secret key",
    kybWebhookSecret: SECRET,
    kybLevelName: "company level",
  };
  const sign = (body: string, algorithm = "sha256") => createHmac(algorithm, SECRET).update(body).digest("hex");

  /** Answers like Sumsub, and records the requests. */
  async function startSumsub() {
    const calls: { method: string; path: string; body: string; headers: Record<string, unknown> }[] = [];
    let applicant: string | null = null;
    const http = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        calls.push({ method: request.method!, path: request.url!, body, headers: request.headers });
        const answer = (status: number, json: object): void =>
          void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json));
        if (request.method === "GET")
          return answer(
            applicant === null ? 404 : 200,
            applicant === null ? { description: "not found" } : { id: applicant },
          );
        if (request.url!.startsWith("/resources/applicants?")) return answer(201, { id: (applicant = "applicant-1") });
        answer(200, { url: "https://in.sumsub.test/websdk/p/abc" });
      });
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const outbound = createOutbound();
    const kybUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const close = async (): Promise<void> => {
      await outbound.close();
      await new Promise((resolve) => http.close(resolve));
    };
    return { calls, provider: createSumsub({ settings: { ...settings, kybUrl }, outbound, clock }), close };
  }

  it("opens one applicant per organization, by signed requests", async () => {
    const sumsub = await startSumsub();
    try {
      const server = await serverWith(sumsub.provider);
      const orgId = await newOrganization();
      for (let i = 0; i < 2; i++) {
        const { body } = await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`);
        expect(body.data).toEqual({
          kyb_status: "pending",
          kyb_customer_id: "applicant-1",
          verification_url: "https://in.sumsub.test/websdk/p/abc",
        });
      }
      expect(sumsub.calls.filter(({ path }) => path.startsWith("/resources/applicants?"))).toHaveLength(1);
      const created = sumsub.calls[1]!;
      expect(created.path).toBe("/resources/applicants?levelName=company%20level");
      expect(JSON.parse(created.body)).toEqual({
        externalUserId: orgId,
        type: "company",
        fixedInfo: { companyInfo: { companyName: "Applicant", country: "GHA" } },
      });
      for (const { method, path, body, headers } of sumsub.calls) {
        const expected = createHmac("sha256", settings.kybSecretKey)
          .update(`${String(headers["x-app-access-ts"])}${method}${path}${body}`)
          .digest("hex");
        expect(headers).toMatchObject({ "x-app-token": settings.kybAppToken, "x-app-access-sig": expected });
      }
    } finally {
      await sumsub.close();
    }
  });

  it("that cannot be reached is a 503 and leaves the organization as it was", async () => {
    const outbound = createOutbound();
    const server = await serverWith(
      createSumsub({ settings: { ...settings, kybUrl: "http://127.0.0.1:9" }, outbound, clock }),
    );
    const orgId = await newOrganization();
    expect((await server.request(callerOf({ orgId }), "POST", `/organizations/${orgId}/kyb`)).status).toBe(503);
    expect(await statusOf(orgId)).toBe("not_started");
    await outbound.close();
  });

  it("is believed by its digest only, and each callback once", async () => {
    const sumsub = await startSumsub();
    try {
      const server = await serverWith(sumsub.provider);
      const orgId = await newOrganization();
      await database.db.query(
        `UPDATE organizations SET kyb_status = 'pending', kyb_provider = 'sumsub', kyb_customer_id = $2
          WHERE org_id = $1`,
        [orgId, `applicant of ${orgId}`],
      );
      const body = JSON.stringify({
        type: "applicantReviewed",
        applicantId: `applicant of ${orgId}`,
        createdAtMs: "2026-01-05 09:00:00.000",
        reviewStatus: "completed",
        reviewResult: { reviewAnswer: "GREEN" },
      });
      const digest = (value: string, algorithm: string) => ({
        "x-payload-digest": value,
        "x-payload-digest-alg": algorithm,
      });
      expect(await post(server, body, {})).toBe(401);
      expect(await post(server, body, digest(sign(body), "HMAC_SHA512_HEX"))).toBe(401);
      expect(await post(server, body, digest(sign(body, "sha1"), "HMAC_SHA1_HEX"))).toBe(401);
      expect(await post(server, body, digest(sign(`${body} `), "HMAC_SHA256_HEX"))).toBe(401);
      expect(await post(server, body, digest("", "HMAC_SHA256_HEX"))).toBe(401);
      expect(await statusOf(orgId)).toBe("pending");
      expect(await post(server, body, digest(sign(body), "HMAC_SHA256_HEX"))).toBe(200);
      expect(await post(server, body, digest(sign(body), "HMAC_SHA256_HEX"))).toBe(200);
      expect(await statusOf(orgId)).toBe("approved");
      expect(await eventsOf(orgId)).toEqual(["kyb.approved"]);
    } finally {
      await sumsub.close();
    }
  });

  it.each([
    [{ reviewAnswer: "GREEN" }, "approved", null],
    [
      { reviewAnswer: "RED", reviewRejectType: "FINAL", rejectLabels: ["FORGERY", "FRAUDULENT_PATTERNS"] },
      "rejected",
      "FORGERY, FRAUDULENT_PATTERNS",
    ],
    [{ reviewAnswer: "RED", reviewRejectType: "RETRY", rejectLabels: ["LOW_QUALITY"] }, "pending", "LOW_QUALITY"],
  ])("says by %j: %s", (reviewResult, status, reason) => {
    const body = Buffer.from(
      JSON.stringify({
        type: "applicantReviewed",
        applicantId: "a",
        createdAtMs: "2026-01-05 09:00:00.123",
        reviewResult,
      }),
    );
    expect(parseSumsubCallback(body)).toEqual({
      customerId: "a",
      status,
      reason,
      occurredAt: new Date("2026-01-05T09:00:00.123Z"),
    });
  });

  it("says nothing of a decision in other callbacks, and nonsense is called nonsense", () => {
    expect(parseSumsubCallback(Buffer.from(JSON.stringify({ type: "applicantCreated", applicantId: "a" })))).toBeNull();
    expect(() => parseSumsubCallback(Buffer.from("nonsense"))).toThrow("JSON");
    expect(() =>
      parseSumsubCallback(Buffer.from(JSON.stringify({ type: "applicantReviewed", applicantId: "a" }))),
    ).toThrow("createdAtMs");
    expect(() =>
      parseSumsubCallback(
        Buffer.from(
          JSON.stringify({
            type: "applicantReviewed",
            applicantId: "a",
            createdAtMs: "2026-01-05 09:00:00.123",
            reviewResult: { reviewAnswer: "BLUE" },
          }),
        ),
      ),
    ).toThrow("reviewAnswer");
  });
});
