import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCESS } from "#src/access.ts";
import { revokeKeysOfMember } from "#src/parties/api-keys/write-api-key.ts";
import { oneCell } from "#src/kernel/db/cells-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createTestKey, createTestOrganization, createTestUser } from "@corridor/test/harness/identity-server.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import { localGuard } from "@corridor/test/harness/receiver.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { findEndpoint } from "#src/record/webhooks/queries.ts";
import { registerEndpoint } from "#src/record/webhooks/register-endpoint.ts";
import { organizationRoutes } from "./routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const clock = new SteppedClock();
const notices: { orgId: string; subject: string; text: string }[] = [];
let ours: string;
let theirs: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({
    db: database.db,
    clock,
    routes: [
      organizationRoutes({
        cells: oneCell(database.db),
        db: database.db,
        clock,
        log: silentLog,
        queueMail: async () => undefined,
        publicBaseUrl: "http://127.0.0.1",
        environment: "production",
        settings: {
          payoutDestinations: "any",
          holdPayoutsUntilKyb: false,
          apiKeysMayAdminister: true,
          rateMarginBps: 50,
          rateLockDriftBps: 40,
        },
        notifyPlatform: async () => undefined,
        notifyOrganization: async (_tx, orgId, { subject, text }) => void notices.push({ orgId, subject, text }),
        access: ACCESS,
        askSecondPerson: async () => undefined,
        kyb: () => null,
        limitMailTo: async () => undefined,
        revokeKeysOfMember,
      }),
    ],
  });
  ours = await createTestOrganization(database.db, clock.now(), "Ours");
  theirs = await createTestOrganization(database.db, clock.now(), "Theirs");
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const root = callerOf({ platformRole: "admin" });
const staff = callerOf({ platformRole: "staff" });
const orgAdmin = () => callerOf({ orgId: ours });
const patch = (caller: ReturnType<typeof callerOf>, body: object, orgId = ours) =>
  server.request(caller, "PATCH", `/organizations/${orgId}`, body);

describe("reading an organization", () => {
  it("shows it with its verification and its settings complete", async () => {
    const { status, body } = await server.request(orgAdmin(), "GET", `/organizations/${ours}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      org_id: ours,
      name: "Ours",
      country: "GH",
      status: "active",
      kyb_status: "not_started",
      kyb_customer_id: null,
      settings: { payout_review_above: {}, margin_bps: 0 },
    });
  });

  it("of somebody else is a 404, for platform people it is not", async () => {
    expect((await server.request(orgAdmin(), "GET", `/organizations/${theirs}`)).status).toBe(404);
    expect((await server.request(staff, "GET", `/organizations/${theirs}`)).status).toBe(200);
    expect((await server.request(staff, "GET", `/organizations/${newId()}`)).status).toBe(404);
    expect((await server.request(orgAdmin(), "GET", "/organizations/nonsense")).status).toBe(404);
  });
});

describe("changing an organization", () => {
  it("writes what changed into the audit log", async () => {
    const orgId = await createTestOrganization(database.db, clock.now(), "Old name");
    const { body } = await patch(callerOf({ orgId }), { name: "New name" }, orgId);
    expect(body.data.name).toBe("New name");
    const [entry] = await database.db.query<{ changes: unknown }>(
      "SELECT changes FROM audit_log WHERE org_id = $1 AND action = 'organization.updated'",
      [orgId],
    );
    expect(entry!.changes).toEqual({ name: { before: "Old name", after: "New name" } });
  });

  it.each([
    [1_000, '"payout_review_above":{"*":1000.00}'],
    [{ "*": 99.5, JPY: 50_000, USD: 1_000 }, '"payout_review_above":{"*":99.50,"JPY":50000.0,"USD":1000.00}'],
    [null, '"payout_review_above":{}'],
  ])("understands payout_review_above %j", async (payout_review_above, expected) => {
    // Lowering or removing an existing limit needs a second person.
    await database.db.query("UPDATE organizations SET settings = '{}' WHERE org_id = $1", [ours]);
    const { status, text } = await patch(orgAdmin(), { settings: { payout_review_above } });
    expect(status).toBe(200);
    expect(text).toContain(expected);
    expect((await server.request(orgAdmin(), "GET", `/organizations/${ours}`)).text).toContain(expected);
  });

  it.each([0, -1, "1000", 10.005, { USD: 0 }, { USD: "5" }, { XYZ: 5 }, { JPY: 0.5 }, []])(
    "refuses payout_review_above %j",
    async (payout_review_above) => {
      expect((await patch(orgAdmin(), { settings: { payout_review_above } })).status).toBe(400);
    },
  );

  it.each([
    { features: ["ramps"] },
    { status: "suspended" },
    { country: "NG" },
    { settings: { margin_bps: 60 } },
    { settings: { tags: ["vip"] } },
  ])("%j is for the platform's admin alone", async (change) => {
    const orgId = await createTestOrganization(database.db, clock.now(), "Modest");
    const refused = await patch(callerOf({ orgId }), change, orgId);
    expect(refused).toMatchObject({ status: 403, body: { message: expect.stringContaining("admin") } });
    expect((await patch(root, change, orgId)).status).toBe(200);
  });

  it("keeps one setting when another is changed", async () => {
    const orgId = await createTestOrganization(database.db, clock.now(), "Set");
    await patch(root, { settings: { margin_bps: 75 } }, orgId);
    const { body } = await patch(callerOf({ orgId }), { settings: { payout_review_above: { GHS: 10 } } }, orgId);
    expect(body.data.settings.margin_bps).toBe(75);
  });

  it.each([
    { name: "" },
    { name: " " },
    { name: 1 },
    { features: ["teleport"] },
    { settings: { margin_bps: -1 } },
    { settings: { tags: ["V I P"] } },
    { settings: { tags: ["vip", "vip"] } },
    { settings: { margin_bps: 2.5 } },
    { settings: { margin_bps: 39 } },
    { settings: { margin_bps: 2_001 } },
    { status: "closed" },
  ])("refuses %j", async (change) => {
    expect((await patch(root, change)).status).toBe(400);
  });

  it.each(["Acme\n\nYour account is locked", "Acme\u2028Your account is locked", "Acme https://evil.test/unlock"])(
    "refuses the name %j, which would stand in mails as our own words",
    async (name) => {
      expect(await patch(orgAdmin(), { name })).toMatchObject({
        status: 400,
        body: { message: "name: must not be blank, and be one line without a link" },
      });
    },
  );

  it("is not for members and viewers, nor for others", async () => {
    expect((await patch(callerOf({ orgId: ours, role: "org-member" }), { name: "Mine" })).status).toBe(403);
    expect((await patch(callerOf({ orgId: ours, role: "org-viewer" }), { name: "Mine" })).status).toBe(403);
    expect((await patch(callerOf({ orgId: theirs }), { name: "Mine" })).status).toBe(404);
    expect((await patch(staff, { name: "Mine" })).status).toBe(403);
  });
});

describe("listing organizations", () => {
  it("pages by lastEvaluatedKey to the end, while organizations are added", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/organizations?limit=2${cursor === null ? "" : `&lastEvaluatedKey=${cursor}`}`;
      const { body } = await server.request(root, "GET", path);
      expect(body.meta.lastEvaluatedKey).toBe(body.lastEvaluatedKey);
      seen.push(...body.data.map((organization: { org_id: string }) => organization.org_id));
      cursor = body.lastEvaluatedKey;
      if (cursor !== null) await createTestOrganization(database.db, clock.now(), "Added");
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toContain(ours);
    expect(seen.at(-1)).toBe(ours);
  });

  it("filters, and keeps the filter in the cursor", async () => {
    const orgId = await createTestOrganization(database.db, clock.now(), "Barred");
    await patch(root, { status: "suspended" }, orgId);
    const { body } = await server.request(root, "GET", "/organizations?status=suspended&limit=1");
    expect(body.data[0].org_id).toBe(orgId);
    expect((await server.request(root, "GET", `/organizations?lastEvaluatedKey=${body.lastEvaluatedKey}`)).status).toBe(
      400,
    );
  });

  it("is for platform people", async () => {
    expect((await server.request(staff, "GET", "/organizations")).status).toBe(200);
    expect((await server.request(orgAdmin(), "GET", "/organizations")).status).toBe(403);
  });

  it("they are created by the platform's admin", async () => {
    const created = await server.request(root, "POST", "/organizations", {
      name: "Fresh",
      country: "KE",
      features: ["payments"],
    });
    expect(created).toMatchObject({
      status: 201,
      body: {
        data: {
          name: "Fresh",
          country: "KE",
          features: ["payments"],
          kyb_status: "not_started",
          settings: { margin_bps: 50 },
        },
      },
    });
    expect((await server.request(orgAdmin(), "POST", "/organizations", { name: "Fresh", country: "KE" })).status).toBe(
      403,
    );
  });
});

describe("members", () => {
  async function organizationWith(...roles: ("org-admin" | "org-member" | "org-viewer")[]) {
    const orgId = await createTestOrganization(database.db, clock.now(), "Team");
    const userIds: string[] = [];
    for (const role of roles) {
      clock.advance(1);
      userIds.push(
        await createTestUser(database.db, clock.now(), { email: `${newId()}@team.test`, memberships: [[orgId, role]] }),
      );
    }
    const path = (userId: string) => `/organizations/${orgId}/members/${userId}`;
    const as = (index: number) => callerOf({ orgId, userId: userIds[index]!, role: roles[index]! });
    return { orgId, userIds, path, as };
  }

  it("are listed newest first and paged", async () => {
    const { orgId, userIds, as } = await organizationWith("org-admin", "org-member", "org-viewer");
    const one = await server.request(as(2), "GET", `/organizations/${orgId}/members?limit=2`);
    expect(one.body.data.map((member: { user_id: string }) => member.user_id)).toEqual([userIds[2], userIds[1]]);
    const two = await server.request(
      as(2),
      "GET",
      `/organizations/${orgId}/members?limit=2&lastEvaluatedKey=${one.body.lastEvaluatedKey}`,
    );
    expect(two.body).toMatchObject({ data: [{ user_id: userIds[0], role: "org-admin" }], lastEvaluatedKey: null });
  });

  it("get another role, and the last org-admin keeps theirs", async () => {
    const { userIds, path, as } = await organizationWith("org-admin", "org-member");
    expect((await server.request(as(0), "PATCH", path(userIds[0]!), { role: "org-member" })).status).toBe(409);
    expect(await server.request(as(0), "DELETE", path(userIds[0]!))).toMatchObject({
      status: 409,
      body: { code: "LAST_ORG_ADMIN" },
    });
    expect((await server.request(as(0), "PATCH", path(userIds[1]!), { role: "org-admin" })).body.data.role).toBe(
      "org-admin",
    );
    expect((await server.request(as(0), "DELETE", path(userIds[0]!))).status).toBe(204);
    expect((await server.request(as(0), "GET", path(userIds[0]!))).status).toBe(404);
  });

  describe("who leave API keys and webhooks", () => {
    async function leaving() {
      const team = await organizationWith("org-admin", "org-member", "org-viewer");
      const { orgId, userIds } = team;
      const userId = userIds[1]!;
      await createTestKey(database.db, clock.now(), { orgId, userId });
      const { endpoint } = await registerEndpoint(
        {
          db: database.db,
          guard: localGuard(),
          secrets: createSecretBox({ masterSecret: "a secret for these tests" }),
        },
        {
          orgId,
          endpointUrl: "https://shop.example/events",
          events: null,
          actor: { type: "user", id: userId, userId },
          requestId: "test",
          at: clock.now(),
        },
      );
      const madeBy = async () => (await findEndpoint(database.db, { orgId }, endpoint.webhook_id))!.made_by;
      expect(await madeBy()).toBe(userId);
      return { ...team, userId, madeBy };
    }

    it("lose the keys and hand the webhooks to the remover, and the admins are told which", async () => {
      const { orgId, userIds, userId, path, as, madeBy } = await leaving();
      expect((await server.request(as(0), "DELETE", path(userId))).status).toBe(204);
      expect(await madeBy()).toBe(userIds[0]);
      expect(notices.filter((notice) => notice.orgId === orgId)).toEqual([
        expect.objectContaining({
          text: expect.stringMatching(/API keys that ended: test\..*handed over: https:\/\/shop\.example\/events\./s),
        }),
      ]);
      const [entry] = await database.db.query<{ changes: object }>(
        "SELECT changes FROM audit_log WHERE org_id = $1 AND action = 'member.removed'",
        [orgId],
      );
      expect(entry!.changes).toMatchObject({ webhooks: ["https://shop.example/events"] });
    });

    it("hand the webhooks to the member who is named, and stay if that is nobody of the organization", async () => {
      const { orgId, userIds, userId, path, as, madeBy } = await leaving();
      for (const nobody of [userId, newId(), "nonsense"]) {
        expect((await server.request(as(0), "DELETE", `${path(userId)}?hand_over_to=${nobody}`)).status).toBe(400);
        expect((await server.request(as(0), "GET", path(userId))).status).toBe(200);
      }
      expect(await madeBy()).toBe(userId);
      const named = `${path(userId)}?hand_over_to=${userIds[2]!}`;
      expect((await server.request(as(0), "DELETE", named)).status).toBe(204);
      expect(await madeBy()).toBe(userIds[2]);
      expect(notices.filter((notice) => notice.orgId === orgId)).toHaveLength(1);
    });

    it("leave webhooks to nobody when the platform removes them", async () => {
      const { userId, path, madeBy } = await leaving();
      expect((await server.request(root, "DELETE", path(userId))).status).toBe(204);
      expect(await madeBy()).toBeNull();
    });
  });

  it("keep an org-admin when two remove each other at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const { orgId, userIds, path, as } = await organizationWith("org-admin", "org-admin");
      const statuses = await Promise.all([
        server.request(as(0), "DELETE", path(userIds[1]!)).then(({ status }) => status),
        server
          .request(
            as(1),
            round % 2 === 0 ? "DELETE" : "PATCH",
            path(userIds[0]!),
            round % 2 === 0 ? undefined : { role: "org-viewer" },
          )
          .then(({ status }) => status),
      ]);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      const [row] = await database.db.query<{ count: number }>(
        "SELECT count(*) AS count FROM members WHERE org_id = $1 AND role = 'org-admin'",
        [orgId],
      );
      expect(row!.count).toBe(1);
    }
  });

  it("of another organization are a 404", async () => {
    const { userIds, path } = await organizationWith("org-admin");
    for (const [method, body] of [["GET"], ["PATCH", { role: "org-viewer" }], ["DELETE"]] as const) {
      expect((await server.request(orgAdmin(), method, path(userIds[0]!), body)).status).toBe(404);
    }
  });

  it("are added by the platform's admin, once", async () => {
    const { orgId, userIds } = await organizationWith("org-admin");
    const body = {
      user_id: await createTestUser(database.db, clock.now(), { email: `${newId()}@team.test` }),
      role: "org-viewer",
    };
    expect((await server.request(root, "POST", `/organizations/${orgId}/members`, body)).status).toBe(201);
    expect((await server.request(root, "POST", `/organizations/${orgId}/members`, body)).status).toBe(409);
    expect(
      (await server.request(root, "POST", `/organizations/${orgId}/members`, { user_id: newId(), role: "org-viewer" }))
        .status,
    ).toBe(404);
    expect(
      (await server.request(callerOf({ orgId, userId: userIds[0]! }), "POST", `/organizations/${orgId}/members`, body))
        .status,
    ).toBe(403);
  });

  describe("permissions", () => {
    const permissionsOf = async (team: Awaited<ReturnType<typeof organizationWith>>, index: number) =>
      (await server.request(team.as(0), "GET", team.path(team.userIds[index]!))).body.data.permissions;

    it("are granted, replaced, revoked and checked", async () => {
      const team = await organizationWith("org-admin", "org-viewer");
      const path = `${team.path(team.userIds[1]!)}/permissions`;
      const check = async (permission: string) =>
        (await server.request(team.as(1), "GET", `${path}/check?permission=${permission}`)).body.data;
      expect(await check("payments:write")).toMatchObject({ allowed: false, source: null });
      expect((await server.request(team.as(0), "POST", path, { permission: "payments:write" })).status).toBe(201);
      expect(
        (await server.request(team.as(0), "POST", path, { permissions: ["payments:write", "webhooks:write"] })).status,
      ).toBe(201);
      expect(await permissionsOf(team, 1)).toEqual(["payments:write", "webhooks:write"]);
      expect(await check("payments:write")).toMatchObject({ allowed: true, source: "grant" });

      expect(
        (await server.request(team.as(0), "PUT", path, { permissions: ["api-keys:write", "payments:write"] })).status,
      ).toBe(200);
      expect(await permissionsOf(team, 1)).toEqual(["api-keys:write", "payments:write"]);
      expect((await server.request(team.as(0), "DELETE", `${path}?permission=payments:write`)).status).toBe(204);
      expect(await permissionsOf(team, 1)).toEqual(["api-keys:write"]);
      expect((await server.request(team.as(0), "DELETE", path, { permissions: ["api-keys:write"] })).status).toBe(204);
      expect(await permissionsOf(team, 1)).toEqual([]);
    });

    it("all go when none is named", async () => {
      const team = await organizationWith("org-admin", "org-viewer");
      const path = `${team.path(team.userIds[1]!)}/permissions`;
      await server.request(team.as(0), "PUT", path, { permissions: ["api-keys:write", "payments:write"] });
      expect((await server.request(team.as(0), "DELETE", path)).status).toBe(204);
      expect(await permissionsOf(team, 1)).toEqual([]);
    });

    it("come with a role where the access table says so", async () => {
      const team = await organizationWith("org-admin", "org-member");
      const check = async (index: number, permission: string) =>
        (
          await server.request(
            team.as(0),
            "GET",
            `${team.path(team.userIds[index]!)}/permissions/check?permission=${permission}`,
          )
        ).body.data.source;
      expect(await check(0, "api-keys:write")).toBe("role");
      expect(await check(1, "payments:write")).toBe("role");
      expect(await check(1, "api-keys:write")).toBeNull();
    });

    it.each([
      {},
      { permissions: [] },
      { permissions: ["everything"] },
      { permission: "everything" },
      { permissions: "payments:write" },
    ])("are not granted by %j", async (body) => {
      const team = await organizationWith("org-admin", "org-viewer");
      expect(
        (await server.request(team.as(0), "POST", `${team.path(team.userIds[1]!)}/permissions`, body)).status,
      ).toBe(400);
    });

    it("are checked only by a name that exists", async () => {
      const team = await organizationWith("org-admin");
      expect(
        (
          await server.request(
            team.as(0),
            "GET",
            `${team.path(team.userIds[0]!)}/permissions/check?permission=everything`,
          )
        ).status,
      ).toBe(400);
      expect((await server.request(team.as(0), "GET", `${team.path(team.userIds[0]!)}/permissions/check`)).status).toBe(
        400,
      );
    });
  });

  describe("in the hands of somebody who merely holds members:write", () => {
    async function delegated() {
      const team = await organizationWith("org-admin", "org-viewer", "org-viewer");
      const deputy = { ...team.as(1), permissions: new Set(["members:write", "webhooks:write"] as const) };
      return { ...team, deputy };
    }

    it("nobody is lifted above the deputy", async () => {
      const { deputy, path, userIds, orgId } = await delegated();
      const [admin, self, colleague] = userIds as [string, string, string];
      expect((await server.request(deputy, "PATCH", path(colleague), { role: "org-admin" })).status).toBe(403);
      expect((await server.request(deputy, "PATCH", path(self), { role: "org-member" })).status).toBe(403);
      expect((await server.request(deputy, "PATCH", path(admin), { role: "org-viewer" })).status).toBe(403);
      expect((await server.request(deputy, "DELETE", path(admin))).status).toBe(403);
      expect(
        (
          await server.request(deputy, "POST", `/organizations/${orgId}/invites`, {
            email: "boss@team.test",
            role: "org-admin",
          })
        ).status,
      ).toBe(403);
      expect((await server.request(deputy, "PATCH", path(colleague), { role: "org-member" })).status).toBe(403);
      expect(
        (
          await server.request(deputy, "POST", `/organizations/${orgId}/invites`, {
            email: "myself@team.test",
            role: "org-member",
          })
        ).status,
      ).toBe(403);
      expect(
        (
          await server.request(deputy, "POST", `/organizations/${orgId}/invites`, {
            email: "looks@team.test",
            role: "org-viewer",
          })
        ).status,
      ).toBe(201);
      expect(
        (await server.request(deputy, "POST", `${path(self)}/permissions`, { permission: "webhooks:write" })).status,
      ).toBe(403);
      expect(
        (await server.request(deputy, "POST", `${path(colleague)}/permissions`, { permission: "payouts:approve" }))
          .status,
      ).toBe(403);
    });

    it("what the deputy is may be given", async () => {
      const team = await organizationWith("org-admin", "org-member", "org-viewer");
      const deputy = { ...team.as(1), permissions: new Set(["members:write"] as const) };
      expect((await server.request(deputy, "PATCH", team.path(team.userIds[2]!), { role: "org-member" })).status).toBe(
        200,
      );
      expect(
        (
          await server.request(deputy, "POST", `/organizations/${team.orgId}/invites`, {
            email: "new@team.test",
            role: "org-member",
          })
        ).status,
      ).toBe(201);
    });

    it("what the deputy has may be handed on", async () => {
      const { deputy, path, userIds } = await delegated();
      expect(
        (await server.request(deputy, "POST", `${path(userIds[2]!)}/permissions`, { permission: "webhooks:write" }))
          .status,
      ).toBe(201);
      expect((await server.request(deputy, "DELETE", path(userIds[2]!))).status).toBe(204);
    });
  });
});
