import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  TEST_PASSWORD,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";

let database: TestDatabase;
let server: IdentityServer;
const clock = new SteppedClock();
let ours: string;
let other: string;
let ann: string;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startIdentityServer({ databaseUrl: database.url, clock });
  const at = clock.now();
  ours = await createTestOrganization(database.db, at, "Ours");
  other = await createTestOrganization(database.db, at, "Other");
  ann = await createTestUser(database.db, at, {
    email: "ann@ours.test",
    memberships: [
      [ours, "org-admin"],
      [other, "org-viewer"],
    ],
  });
});

afterAll(async () => {
  await server.close();
  await database[Symbol.asyncDispose]();
});

/** The headers that our own page sends. */
const page = (cookie?: string): Record<string, string> => ({
  "x-requested-with": "corridor",
  "sec-fetch-site": "same-origin",
  ...(cookie === undefined ? {} : { cookie }),
});

async function signIn(orgId = ours): Promise<string> {
  const answer = await server.request("POST", "/identity/session", {
    headers: page(),
    body: { email: "ann@ours.test", password: TEST_PASSWORD, org_id: orgId },
  });
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

function cookieOf(answer: { headers: Headers }): string {
  return answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith("corridor_session="))!
    .split(";")[0]!;
}

/** The session that the dashboard sees behind this cookie. */
async function sessionBehind(cookie: string): Promise<unknown> {
  const { status, body } = await server.request("GET", "/identity/session", { headers: page(cookie) });
  expect(status).toBe(200);
  return body.data;
}

describe("the dashboard's session", () => {
  it("is null for whoever brings no cookie, or one that is worth nothing, which is left alone: a newer one may be on its way", async () => {
    const without = await server.request("GET", "/identity/session", { headers: page() });
    expect([without.status, without.body.data]).toEqual([200, null]);
    const worthless = await server.request("GET", "/identity/session", { headers: page("corridor_session=planted") });
    expect([worthless.status, worthless.body.data]).toEqual([200, null]);
    expect([...without.headers.getSetCookie(), ...worthless.headers.getSetCookie()]).toEqual([]);
  });

  it("is told to our own pages alone", async () => {
    expect(
      (
        await server.request("GET", "/identity/session", {
          headers: { cookie: await signIn(), "sec-fetch-site": "cross-site" },
        })
      ).status,
    ).toBe(401);
    expect((await server.request("GET", "/identity/session")).status).toBe(401);
  });

  it("is a cookie that no script reads and no other site sends", async () => {
    const answer = await server.request("POST", "/identity/session", {
      headers: page(),
      body: { email: "ann@ours.test", password: TEST_PASSWORD },
    });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^corridor_session=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(JSON.stringify(answer.body)).not.toContain(cookie!.split("=")[1]!.split(";")[0]!);
  });

  it("tells who is signed in, where they belong and where they act", async () => {
    const { body } = await server.request("GET", "/identity/session", { headers: page(await signIn()) });
    expect(body.data.user).toMatchObject({ user_id: ann, email: "ann@ours.test", platform_role: null });
    expect(body.data.memberships.map((membership: { org_id: string }) => membership.org_id).toSorted()).toEqual(
      [ours, other].toSorted(),
    );
    expect(body.data.organization).toMatchObject({ org_id: ours, name: "Ours", role: "org-admin", permissions: [] });
    expect(body.data.organization.features).toContain("payments");
  });

  it("opens the API under the dashboard's own path, and nowhere else", async () => {
    const cookie = await signIn();
    expect((await server.request("GET", "/dashboard-api/public/api-keys", { headers: page(cookie) })).status).toBe(200);
    expect((await server.request("GET", "/v1/public/api-keys", { headers: page(cookie) })).status).toBe(401);
  });

  it("makes the two headers worthless there", async () => {
    const { key } = await createTestKey(database.db, clock.now(), { orgId: ours, userId: ann });
    expect(
      (
        await server.request("GET", "/dashboard-api/public/api-keys", {
          headers: { ...page(), authorization: "NONE", "x-api-key": key },
        })
      ).status,
    ).toBe(401);
  });

  it("switches the organization, and the old cookie is worth nothing afterwards", async () => {
    const before = await signIn();
    const switched = await server.request("POST", "/identity/session/organization", {
      headers: page(before),
      body: { org_id: other },
    });
    expect(switched.body.data.organization).toMatchObject({ org_id: other, role: "org-viewer" });
    const after = cookieOf(switched);
    expect(
      (await server.request("GET", "/identity/session", { headers: page(after) })).body.data.organization.org_id,
    ).toBe(other);
    expect(await sessionBehind(before)).toBeNull();
    expect(
      (
        await server.request("POST", "/dashboard-api/public/api-keys", {
          headers: page(after),
          body: { name: "viewer's" },
        })
      ).status,
    ).toBe(403);
  });

  it("refuses a page that shows another organization or person than the session, and does nothing for it", async () => {
    const cookie = await signIn();
    const make = (shown: string) =>
      server.request("POST", "/dashboard-api/public/api-keys", {
        headers: { ...page(cookie), "x-shown-session": shown },
        body: { name: `shown ${shown}` },
      });
    for (const shown of [`${ann} ${other}`, `${ann} none`, `${other} ${ours}`, ""]) {
      const refused = await make(shown);
      expect(refused).toMatchObject({ status: 409, body: { code: "SESSION_SWITCHED" } });
    }
    expect((await make(`${ann} ${ours}`)).status).toBe(201);
    const { body } = await server.request("GET", "/dashboard-api/public/api-keys", { headers: page(cookie) });
    expect(
      body.data.map((key: { name: string }) => key.name).filter((name: string) => name.startsWith("shown")),
    ).toEqual([`shown ${ann} ${ours}`]);
  });

  it("does not switch to an organization one does not belong to", async () => {
    const foreign = await createTestOrganization(database.db, clock.now(), "Foreign");
    expect(
      (
        await server.request("POST", "/identity/session/organization", {
          headers: page(await signIn()),
          body: { org_id: foreign },
        })
      ).status,
    ).toBe(403);
  });

  it("is not prolonged by switching", async () => {
    const cookie = await signIn();
    clock.advance(11 * 3_600_000);
    const switched = await server.request("POST", "/identity/session/organization", {
      headers: page(cookie),
      body: { org_id: other },
    });
    expect(switched.headers.getSetCookie()[0]).toContain("Max-Age=3600");
  });

  it("ends by signing out, on the server and not only in the browser", async () => {
    const cookie = await signIn();
    const out = await server.request("DELETE", "/identity/session", { headers: page(cookie) });
    expect(out.status).toBe(204);
    expect(out.headers.getSetCookie()[0]).toContain("corridor_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    expect(await sessionBehind(cookie)).toBeNull();
    expect((await server.request("DELETE", "/identity/session", { headers: page(cookie) })).status).toBe(204);
  });

  it("ends after a working day", async () => {
    const cookie = await signIn();
    clock.advance(12 * 3_600_000 + 30_000);
    expect(await sessionBehind(cookie)).toBeNull();
  });

  it("survives a change of one's own password, and no other session does", async () => {
    const [mine, elsewhere] = [await signIn(), await signIn()];
    const wrong = await server.request("POST", "/identity/password", {
      headers: page(mine),
      body: { current_password: "not this one", new_password: "a second password" },
    });
    expect([wrong.status, wrong.body.code]).toEqual([400, "PASSWORD_WRONG"]);
    const changed = await server.request("POST", "/identity/password", {
      headers: page(mine),
      body: { current_password: TEST_PASSWORD, new_password: "a second password" },
    });
    expect(changed.status).toBe(200);
    expect((await server.request("GET", "/identity/session", { headers: page(cookieOf(changed)) })).status).toBe(200);
    expect(await sessionBehind(elsewhere)).toBeNull();
    const back = await server.request("POST", "/identity/password", {
      headers: page(cookieOf(changed)),
      body: { current_password: "a second password", new_password: TEST_PASSWORD },
    });
    expect(back.status).toBe(200);
  });
});

describe("a forged call with the cookie", () => {
  const forgeries: [string, string, Record<string, string>][] = [
    ["GET", "without the dashboard's header", { "sec-fetch-site": "same-origin" }],
    [
      "GET",
      "with another value in the dashboard's header",
      { "x-requested-with": "XMLHttpRequest", "sec-fetch-site": "same-origin" },
    ],
    ["GET", "from another site", { "x-requested-with": "corridor", "sec-fetch-site": "cross-site" }],
    ["GET", "from another origin of the same site", { "x-requested-with": "corridor", "sec-fetch-site": "same-site" }],
    ["GET", "from another origin", { "x-requested-with": "corridor", origin: "https://evil.test" }],
    ["POST", "that does not say where it comes from", { "x-requested-with": "corridor" }],
    ["POST", "whose origin is null", { "x-requested-with": "corridor", origin: "null" }],
    ["POST", "from another origin", { "x-requested-with": "corridor", origin: "https://evil.test" }],
    [
      "POST",
      "whose origin only begins like ours",
      { "x-requested-with": "corridor", origin: "http://127.0.0.1.evil.test" },
    ],
    ["DELETE", "from another site", { "x-requested-with": "corridor", "sec-fetch-site": "cross-site" }],
  ];

  it.each(forgeries)("%s %s is refused", async (method, _name, headers) => {
    const cookie = await signIn();
    const path =
      method === "DELETE"
        ? "/dashboard-api/public/api-keys/00000000-0000-7000-8000-000000000000"
        : "/dashboard-api/public/api-keys";
    const body = method === "POST" ? { name: "forged" } : undefined;
    expect((await server.request(method, path, { headers: { ...headers, cookie }, body })).status).toBe(401);
  });

  it("to sign somebody in is refused as well", async () => {
    const body = { email: "ann@ours.test", password: TEST_PASSWORD };
    expect(
      (
        await server.request("POST", "/identity/session", {
          headers: { origin: "https://evil.test", "x-requested-with": "corridor" },
          body,
        })
      ).status,
    ).toBe(401);
    expect((await server.request("POST", "/identity/session", { body })).status).toBe(401);
  });

  it("two session cookies are none", async () => {
    const cookie = await signIn();
    expect(await sessionBehind(`corridor_session=planted; ${cookie}`)).toBeNull();
  });

  it("an own page is recognised by its origin when the browser sends nothing else", async () => {
    const cookie = await signIn();
    const answer = await server.request("POST", "/dashboard-api/public/api-keys", {
      headers: { "x-requested-with": "corridor", origin: server.origin, cookie },
      body: { name: "from our page" },
    });
    expect(answer.status).toBe(201);
  });
});
