import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMember, organizationsOfUser, rolesOfMembers } from "#src/parties/organizations/membership.ts";
import { oneCell } from "#src/kernel/db/cells-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { createTestOrganization, createTestUser } from "@corridor/test/harness/identity-server.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import { UNKNOWN_ID } from "@corridor/test/harness/unknown-id.ts";
import { userRoutes } from "./routes.ts";

const clock = new SteppedClock();
const root = callerOf({ platformRole: "admin" });
const staff = callerOf({ platformRole: "staff" });
let database: TestDatabase;
let server: ModuleServer;
let ours: string;
let theirs: string;
let ann: string;
let ben: string;
let eve: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({
    db: database.db,
    clock,
    routes: [
      userRoutes({
        cells: oneCell(database.db),
        db: database.db,
        clock,
        memberships: { isMember, organizationsOfUser, rolesOfMembers },
        askSecondPerson: async () => undefined,
      }),
    ],
  });
  ours = await createTestOrganization(database.db, clock.now(), "Ours");
  theirs = await createTestOrganization(database.db, clock.now(), "Theirs");
  ann = await createTestUser(database.db, clock.now(), { email: "ann@ours.test", memberships: [[ours, "org-admin"]] });
  ben = await createTestUser(database.db, clock.now(), {
    email: "ben@ours.test",
    memberships: [
      [ours, "org-viewer"],
      [theirs, "org-viewer"],
    ],
  });
  eve = await createTestUser(database.db, clock.now(), {
    email: "eve@theirs.test",
    memberships: [[theirs, "org-admin"]],
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const asAnn = () => callerOf({ orgId: ours, userId: ann });
const emailsOf = (body: { data: { email: string }[] }) => body.data.map(({ email }) => email);

describe("GET /users/list", () => {
  it("shows an organization its own members, with their roles, and nobody else", async () => {
    const { body } = await server.request(asAnn(), "GET", "/users/list");
    expect(emailsOf(body)).toEqual(["ben@ours.test", "ann@ours.test"]);
    expect(body.data[1]).toMatchObject({ user_id: ann, role: "org-admin", kyc_status: "not_started" });
    expect((await server.request(asAnn(), "GET", `/users/list?org_id=${theirs}`)).status).toBe(404);
  });

  it("shows platform people everybody, or one organization", async () => {
    expect(emailsOf((await server.request(staff, "GET", "/users/list")).body)).toEqual([
      "eve@theirs.test",
      "ben@ours.test",
      "ann@ours.test",
    ]);
    expect(emailsOf((await server.request(staff, "GET", `/users/list?org_id=${theirs}`)).body)).toEqual([
      "eve@theirs.test",
      "ben@ours.test",
    ]);
  });

  it("pages by last_evaluated_key, in the response and in meta", async () => {
    const one = await server.request(staff, "GET", "/users/list?limit=2");
    expect(one.body.meta).toMatchObject({ count: 2, has_more: true, last_evaluated_key: one.body.last_evaluated_key });
    await createTestUser(database.db, clock.now(), { email: `${newId()}@new.test` });
    const two = await server.request(
      staff,
      "GET",
      `/users/list?limit=2&last_evaluated_key=${one.body.last_evaluated_key}`,
    );
    expect(emailsOf(two.body)).toEqual(["ann@ours.test"]);
    expect(two.body.last_evaluated_key).toBeNull();
  });

  it("filters by address and status", async () => {
    expect(emailsOf((await server.request(staff, "GET", "/users/list?email=BEN@ours.test")).body)).toEqual([
      "ben@ours.test",
    ]);
    expect((await server.request(staff, "GET", "/users/list?kyc_status=maybe")).status).toBe(400);
  });
});

describe("a profile", () => {
  it("is one's own to read and change", async () => {
    const changed = await server.request(asAnn(), "PATCH", "/users/me", {
      name: "Ann A.",
      phone: "024 123 4567",
      country: "GH",
      default_org_id: ours,
    });
    expect(changed.body.data).toMatchObject({
      user_id: ann,
      name: "Ann A.",
      phone: "+233241234567",
      country: "GH",
      default_org_id: ours,
    });
    expect((await server.request(asAnn(), "GET", "/users/me")).body.data.name).toBe("Ann A.");
    const [entry] = await database.db.query<{ changes: object }>(
      "SELECT changes FROM audit_log WHERE resource_id = $1 AND action = 'user.updated'",
      [ann],
    );
    expect(entry!.changes).toMatchObject({ phone: { before: null, after: "+233241234567" } });
  });

  it.each([
    { phone: "hello" },
    { country: "Ghana" },
    { name: "" },
    { name: " " },
    { default_org_id: UNKNOWN_ID },
    { default_org_id: "nonsense" },
  ])("refuses %j", async (change) => {
    expect((await server.request(asAnn(), "PATCH", "/users/me", change)).status).toBe(400);
  });

  it("does not take somebody else's organization as one's default", async () => {
    expect((await server.request(asAnn(), "PATCH", "/users/me", { default_org_id: theirs })).status).toBe(400);
  });

  it("never gives power over the platform to its owner", async () => {
    await server.request(asAnn(), "PATCH", "/users/me", { platform_role: "admin" });
    expect((await server.request(asAnn(), "GET", "/users/me")).body.data.platform_role).toBeNull();
    expect((await server.request(asAnn(), "PATCH", `/users/${ann}`, { platform_role: "admin" })).status).toBe(403);
    expect(
      (await server.request(root, "PATCH", `/users/${ben}`, { platform_role: "staff" })).body.data.platform_role,
    ).toBe("staff");
    expect(
      (await server.request(root, "PATCH", `/users/${ben}`, { platform_role: null })).body.data.platform_role,
    ).toBeNull();
    expect(
      (
        await server.request(callerOf({ platformRole: "admin", userId: ben }), "PATCH", `/users/${ben}`, {
          platform_role: null,
        })
      ).status,
    ).toBe(409);
  });

  it("is visible to colleagues, who do not see where else one works, and a 404 to others", async () => {
    await server.request(root, "PATCH", `/users/${ben}`, { default_org_id: theirs });
    expect((await server.request(asAnn(), "GET", `/users/${ben}`)).body.data).toMatchObject({
      user_id: ben,
      default_org_id: null,
    });
    expect((await server.request(staff, "GET", `/users/${ben}`)).body.data.default_org_id).toBe(theirs);
    expect((await server.request(asAnn(), "GET", `/users/${eve}`)).status).toBe(404);
    expect((await server.request(asAnn(), "GET", "/users/nonsense")).status).toBe(404);
  });
});

describe("KYC", () => {
  it("is set by an admin and told to every organization of the person", async () => {
    const set = (caller: ReturnType<typeof callerOf>, kyc_status: string) =>
      server.request(caller, "PATCH", `/users/${ben}/kyc`, { kyc_status, reason: "seen" });
    expect((await set(asAnn(), "approved")).status).toBe(403);
    expect((await set(staff, "approved")).status).toBe(403);
    expect((await set(root, "pending")).body.data.kyc_status).toBe("pending");
    expect((await set(root, "approved")).body.data.kyc_status).toBe("approved");
    expect((await set(root, "approved")).status).toBe(200);
    const events = await database.db.query<{ org_id: string; types: string[]; data: string }>(
      "SELECT org_id, types, payload AS data FROM events WHERE resource_id = $1 AND sequence = 2",
      [ben],
    );
    expect(events.map(({ org_id }) => org_id).toSorted()).toEqual([ours, theirs].toSorted());
    for (const { types, data } of events) {
      expect(types).toEqual(["kyc.approved"]);
      expect(JSON.parse(data)).toMatchObject({ user_id: ben, kyc_status: "approved", previous_status: "pending" });
      expect(data).not.toContain("default_org_id");
    }
  });
});

describe("an external identity", () => {
  it("is linked by an admin to one user only", async () => {
    const link = (userId: string, caller = root) =>
      server.request(caller, "POST", `/users/${userId}/identities`, {
        issuer: "https://issuer.test",
        subject: "subject-1",
      });
    expect((await link(ann, asAnn())).status).toBe(403);
    expect((await link(ann)).status).toBe(201);
    expect((await link(ann)).status).toBe(201);
    expect((await link(eve)).status).toBe(409);
    expect((await link(newId())).status).toBe(404);
  });
});
