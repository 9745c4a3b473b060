import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  type IdentityServer,
  newDevicesOf,
  startIdentityServer,
  TEST_PASSWORD,
} from "@corridor/test/harness/identity-server.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";

let database: TestDatabase;
let server: IdentityServer;
/** Another process of the same deployment. */
let other: IdentityServer;
const clock = new SteppedClock();
let ours: string;
let ann: string;
let bob: string;

beforeAll(async () => {
  database = await createTestDatabase();
  [server, other] = (await Promise.all(
    [0, 1].map(() =>
      startIdentityServer({ databaseUrl: database.url, clock, routes: (deps) => [ownSessionRoutes(deps)] }),
    ),
  )) as [IdentityServer, IdentityServer];
  ours = await createTestOrganization(database.db, clock.now(), "Ours");
  ann = await createTestUser(database.db, clock.now(), { email: "ann@ours.test", memberships: [[ours, "org-viewer"]] });
  bob = await createTestUser(database.db, clock.now(), { email: "bob@ours.test", memberships: [[ours, "org-admin"]] });
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await database[Symbol.asyncDispose]();
});

const page = { "x-requested-with": "corridor", "sec-fetch-site": "same-origin" };

async function browserOf(email: string, from: { address: string; agent: string }): Promise<Record<string, string>> {
  const answer = await server.request("POST", "/identity/session", {
    headers: { ...page, "x-forwarded-for": from.address, "user-agent": from.agent },
    body: { email, password: TEST_PASSWORD },
  });
  expect(answer.status).toBe(200);
  return { ...page, cookie: answer.headers.getSetCookie()[0]!.split(";")[0]! };
}
async function tokenOf(email: string): Promise<Record<string, string>> {
  const { body } = await server.request("POST", "/identity/token", {
    headers: { "user-agent": "script/1" },
    body: { email, password: TEST_PASSWORD },
  });
  return { authorization: `Bearer ${body.token}`, "x-api-key": "NONE" };
}
const LIST = "/dashboard-api/users/me/sessions";
const sessionsOf = async (headers: Record<string, string>) =>
  (await server.request("GET", LIST, { headers })).body.data;

test("a person sees where they are signed in, with device, address and last use, and which of them is asking", async () => {
  const home = await browserOf("ann@ours.test", { address: "203.0.113.7", agent: "Firefox/140 at home" });
  const phone = await browserOf("ann@ours.test", { address: "198.51.100.9", agent: "Chrome/150 Android" });
  const script = await tokenOf("ann@ours.test");
  await browserOf("bob@ours.test", { address: "192.0.2.1", agent: "Bob's" });
  clock.advance(120_000);
  await server.request("GET", "/dashboard-api/users/me/sessions", {
    headers: { ...phone, "x-forwarded-for": "198.51.100.77", "user-agent": "Chrome/151 Android" },
  });
  await server.flushLastUsed();

  const seen = await sessionsOf(home);
  expect(seen).toMatchObject([
    { kind: "token", current: false, user_agent: "script/1" },
    {
      kind: "dashboard",
      current: false,
      address: "198.51.100.77",
      user_agent: "Chrome/151 Android",
      last_seen_at: clock.now().toISOString(),
    },
    { kind: "dashboard", current: true, address: "203.0.113.7", user_agent: "Firefox/140 at home" },
  ]);
  expect((await server.request("GET", "/v1/users/me/sessions", { headers: script })).body.data[0]).toMatchObject({
    kind: "token",
    current: true,
  });
});

test("a person sees every sign-in to the account, refused ones too, and its organizations have them in their audit logs", async () => {
  const carl = await createTestUser(database.db, clock.now(), {
    email: "carl@ours.test",
    memberships: [[ours, "org-viewer"]],
  });
  const from = { "x-forwarded-for": "203.0.113.9", "user-agent": "Firefox/140" };
  const wrong = { email: "carl@ours.test", password: "not the password" };
  const refused = await server.request("POST", "/identity/session", { headers: { ...page, ...from }, body: wrong });
  expect(refused.status).toBe(401);
  clock.advance(1_000);
  const carls = await browserOf("carl@ours.test", { address: "203.0.113.9", agent: "Firefox/140" });
  const trace = { address: "203.0.113.9", user_agent: "Firefox/140", known_device: false };
  const list = async (filter = "") =>
    (await server.request("GET", `/dashboard-api/users/me/sign-ins${filter}`, { headers: carls })).body.data;
  await expect
    .poll(() => list())
    .toMatchObject([
      { outcome: "user.signed_in", reason: null, ...trace },
      { outcome: "user.sign_in_refused", reason: "password", ...trace },
    ]);
  const refusals = await list("?outcome=user.sign_in_refused");
  expect(refusals).toMatchObject([{ outcome: "user.sign_in_refused" }]);
  expect(await list(`?to=${refusals[0].created_at}`)).toEqual([]);
  expect(await list(`?from=${refusals[0].created_at}`)).toHaveLength(2);
  const logs = () =>
    database.db.query(
      "SELECT org_id, action FROM audit_log WHERE resource_id = $1 AND action LIKE 'user.sign%' ORDER BY org_id, audit_id",
      [carl],
    );
  const twice = (org_id: string) => ["user.sign_in_refused", "user.signed_in"].map((action) => ({ org_id, action }));
  await expect.poll(logs).toEqual([...twice("00000000-0000-0000-0000-000000000000"), ...twice(ours)]);
});

test("a session that is ended is refused in every process, with all tokens that followed from it, and the others go on", async () => {
  const keeper = await browserOf("ann@ours.test", { address: "203.0.113.7", agent: "keeper" });
  const lost = await browserOf("ann@ours.test", { address: "198.51.100.9", agent: "lost" });
  const switched = await server.request("POST", "/identity/session/organization", {
    headers: lost,
    body: { org_id: ours },
  });
  const after = { ...page, cookie: switched.headers.getSetCookie()[0]!.split(";")[0]! };
  expect((await other.request("GET", LIST, { headers: after })).status).toBe(200);
  const [target] = (await sessionsOf(keeper)).filter(
    (session: { user_agent: string }) => session.user_agent === "lost",
  );

  const bobs = await browserOf("bob@ours.test", { address: "192.0.2.1", agent: "Bob's" });
  expect((await server.request("DELETE", `${LIST}/${target.session_id}`, { headers: bobs })).status).toBe(404);
  expect((await server.request("DELETE", `${LIST}/nonsense`, { headers: keeper })).status).toBe(404);
  expect((await server.request("DELETE", `${LIST}/${target.session_id}`, { headers: keeper })).status).toBe(204);
  expect((await server.request("GET", LIST, { headers: after })).status).toBe(401);
  await expect.poll(async () => (await other.request("GET", LIST, { headers: after })).status).toBe(401);
  expect((await other.request("GET", LIST, { headers: keeper })).status).toBe(200);
  expect((await server.request("DELETE", `${LIST}/${target.session_id}`, { headers: keeper })).status).toBe(404);

  const script = await tokenOf("ann@ours.test");
  const before = (await sessionsOf(keeper)).length;
  expect((await server.request("DELETE", LIST, { headers: keeper })).status).toBe(204);
  expect((await server.request("GET", "/v1/users/me/sessions", { headers: script })).status).toBe(401);
  expect(await sessionsOf(keeper)).toMatchObject([{ current: true, user_agent: "keeper" }]);
  const trace = await database.db.query(
    "SELECT action FROM audit_log WHERE resource_type = 'session' AND actor_user_id = $1",
    [ann],
  );
  expect(trace).toHaveLength(before);
});

test("signing out, a new password and time take sessions off the list; the one that changed the password stays", async () => {
  const first = await browserOf("bob@ours.test", { address: "192.0.2.1", agent: "first" });
  const second = await browserOf("bob@ours.test", { address: "192.0.2.2", agent: "second" });
  await server.request("DELETE", "/identity/session", { headers: second });
  expect((await sessionsOf(first)).map((session: { user_agent: string }) => session.user_agent)).not.toContain(
    "second",
  );
  const changed = await server.request("POST", "/identity/password", {
    headers: first,
    body: { current_password: TEST_PASSWORD, new_password: "another long password" },
  });
  const renewed = { ...page, cookie: changed.headers.getSetCookie()[0]!.split(";")[0]! };
  expect(await sessionsOf(renewed)).toMatchObject([{ current: true, user_agent: "first" }]);
  clock.advance(13 * 3_600_000);
  expect((await server.request("GET", LIST, { headers: renewed })).status).toBe(401);
});

test("an API key sees and ends no sessions of the person who made it", async () => {
  const { key } = await createTestKey(database.db, clock.now(), { orgId: ours, userId: bob });
  const headers = { authorization: "NONE", "x-api-key": key };
  for (const method of ["GET", "DELETE"])
    expect((await server.request(method, "/v1/users/me/sessions", { headers })).status).toBe(403);
});

test("signing out ends every token of the session, also one that another tab got at the same moment", async () => {
  const first = await browserOf("ann@ours.test", { address: "203.0.113.8", agent: "two tabs" });
  const switched = await server.request("POST", "/identity/session/organization", {
    headers: first,
    body: { org_id: ours },
  });
  const second = { ...page, cookie: switched.headers.getSetCookie()[0]!.split(";")[0]! };
  // Simulates two tokens that were created from the same earlier token.
  await database.db.transaction(async (tx) => {
    await tx.query("DELETE FROM identity.revoked_tokens WHERE user_id = $1", [ann]);
    tx.notify("users", ann);
  });
  await expect.poll(async () => (await server.request("GET", LIST, { headers: first })).status).toBe(200);
  expect((await server.request("DELETE", "/identity/session", { headers: second })).status).toBe(204);
  for (const headers of [first, second]) expect((await server.request("GET", LIST, { headers })).status).toBe(401);
});

test("a token for an address that was never used before is told to its person once, and the first of all is not", async () => {
  const email = "carla@ours.test";
  const userId = await createTestUser(database.db, clock.now(), { email });
  const count = async () =>
    (
      await database.db.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM audit_log WHERE resource_id = $1 AND action = 'user.signed_in'",
        [userId],
      )
    )[0]!.n;
  for (const [index, address] of ["198.51.100.1", "198.51.100.1", "203.0.113.9", "203.0.113.9"].entries()) {
    const headers = { "x-forwarded-for": address, "user-agent": "script/1" };
    const { status } = await server.request("POST", "/identity/token", {
      headers,
      body: { email, password: TEST_PASSWORD },
    });
    expect(status).toBe(200);
    await expect.poll(count).toBe(index + 1);
    await expect.poll(() => newDevicesOf(database.db, userId)).toHaveLength(index < 2 ? 0 : 1);
  }
  const [told] = await newDevicesOf(database.db, userId);
  expect(told).toMatchObject({ recipient: email, body: expect.stringContaining("by a program, from an address") });
  expect(told!.body).toContain("203.0.113.9");
});
