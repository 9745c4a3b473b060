import { hash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestOrganization,
  createTestUser,
  newDevicesOf,
  startIdentityServer,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";
import { startIndependentIssuer, type IndependentIssuer } from "@corridor/test/harness/independent-issuer.ts";

const CLIENT_ID = "corridor-dashboard";
const CLIENT_SECRET = "s3cret:with/odd chars";
const clock = new SteppedClock();
let database: TestDatabase;
let issuer: IndependentIssuer;
let server: IdentityServer;
let ann: string;

beforeAll(async () => {
  database = await createTestDatabase();
  issuer = await startIndependentIssuer("EdDSA");
  server = await startIdentityServer({
    databaseUrl: database.url,
    clock,
    passwords: false,
    oidc: {
      issuer: issuer.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      algorithms: ["EdDSA"],
      linkByVerifiedEmail: true,
    },
  });
  const ours = await createTestOrganization(database.db, clock.now());
  ann = await createTestUser(database.db, clock.now(), { email: "ann@ours.test", memberships: [[ours, "org-admin"]] });
});

afterAll(async () => {
  await server.close();
  await issuer.close();
  await database[Symbol.asyncDispose]();
});

async function start(next = "/payments", stepUp?: { cookie: string }) {
  const query = `next=${encodeURIComponent(next)}${stepUp === undefined ? "" : "&step_up=true"}`;
  const answer = await server.request("GET", `/identity/oidc/start?${query}`, { headers: { ...stepUp } });
  expect(answer.status).toBe(302);
  const url = new URL(answer.headers.get("location")!);
  const cookie = answer.headers.getSetCookie()[0]!;
  return { query: url.searchParams, url, cookie: cookie.split(";")[0]!, attributes: cookie };
}

type Journey = Awaited<ReturnType<typeof start>>;

/** The token response of an honest issuer, with a test's changes. */
function answerWith(journey: Journey, change: Record<string, unknown> = {}): void {
  const seconds = clock.now().getTime() / 1_000;
  issuer.onToken(async () => ({
    status: 200,
    body: {
      id_token: await issuer.sign({
        iss: issuer.issuer,
        aud: CLIENT_ID,
        sub: "ann-there",
        email: "ann@ours.test",
        email_verified: true,
        nonce: journey.query.get("nonce"),
        iat: seconds,
        exp: seconds + 300,
        ...change,
      }),
    },
  }));
}

async function comeBack(journey: Journey, change: { state?: string; cookie?: string | null } = {}) {
  const cookie = change.cookie === undefined ? journey.cookie : change.cookie;
  return server.request(
    "GET",
    `/identity/oidc/callback?code=the-code&state=${encodeURIComponent(change.state ?? journey.query.get("state")!)}`,
    {
      headers: cookie === null ? {} : { cookie },
    },
  );
}

describe("single sign-on", () => {
  it("sends the browser to the issuer with PKCE, state and nonce", async () => {
    const { url, query, attributes } = await start();
    expect(url.origin + url.pathname).toBe(`${issuer.issuer}/authorize`);
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: "code",
      client_id: CLIENT_ID,
      code_challenge_method: "S256",
      redirect_uri: "http://127.0.0.1/identity/oidc/callback",
    });
    expect(query.get("scope")).toContain("openid");
    expect(attributes).toMatch(/HttpOnly; SameSite=Lax; Max-Age=600/);
    expect(attributes).not.toContain(query.get("state"));
  });

  it("on an unknown device is told to the person by bell and mail, and recorded each time", async () => {
    const eve = await createTestUser(database.db, clock.now(), { email: "eve@ours.test" });
    const signIn = async (device: string[]) => {
      const journey = await start();
      answerWith(journey, { sub: "eve-there", email: "eve@ours.test" });
      const answer = await comeBack(journey, { cookie: [journey.cookie, ...device].join("; ") });
      return answer.headers.getSetCookie().find((cookie) => cookie.startsWith("corridor_device="))!;
    };
    const told = () => newDevicesOf(database.db, eve);
    const device = await signIn([]);
    // The issuer is another site: a strict cookie would not come back from there.
    expect(device).toContain("SameSite=Lax");
    await expect.poll(told).toMatchObject([{ recipient: "eve@ours.test" }]);
    await signIn([device.split(";")[0]!]);
    await signIn([]);
    await expect.poll(told).toHaveLength(2);
    const known = () =>
      database.db.query(
        `SELECT changes ->> 'known_device' AS known FROM audit_log WHERE resource_id = $1
         AND org_id = '00000000-0000-0000-0000-000000000000' AND action = 'user.signed_in' ORDER BY audit_id`,
        [eve],
      );
    await expect.poll(known).toEqual([{ known: "false" }, { known: "true" }, { known: "false" }]);
  });

  it("signs the linked user in and leads back to where they were", async () => {
    const journey = await start("/payments?status=failed");
    let posted: URLSearchParams | undefined;
    let authorization: string | undefined;
    const token = await issuer.sign({
      iss: issuer.issuer,
      aud: CLIENT_ID,
      sub: "ann-there",
      email: "ann@ours.test",
      email_verified: true,
      nonce: journey.query.get("nonce"),
      exp: clock.now().getTime() / 1_000 + 300,
    });
    issuer.onToken(async (form, header) => {
      [posted, authorization] = [form, header];
      return { status: 200, body: { id_token: token } };
    });
    const answer = await comeBack(journey);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/dashboard/payments?status=failed");
    expect(hash("sha256", posted!.get("code_verifier")!, "base64url")).toBe(journey.query.get("code_challenge"));
    expect(authorization).toBe(
      `Basic ${Buffer.from(`${CLIENT_ID}:${encodeURIComponent(CLIENT_SECRET)}`).toString("base64")}`,
    );

    const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("corridor_session="))!;
    const { body } = await server.request("GET", "/identity/session", {
      headers: { cookie: session.split(";")[0]!, "x-requested-with": "corridor" },
    });
    expect(body.data.user.user_id).toBe(ann);
  });

  it.each([
    ["//evil.test", "/dashboard/"],
    ["https://evil.test", "/dashboard/"],
    ["/\\evil.test", "/dashboard/"],
    ["/a\r\nset-cookie: x", "/dashboard/"],
    ["/../v1/returns/their-organization/their-payment", "/dashboard/"],
    ["/a/%2e%2e/.%2E/v1/docs", "/dashboard/"],
  ])("does not lead to %s", async (next, expected) => {
    const journey = await start(next);
    answerWith(journey);
    expect((await comeBack(journey)).headers.get("location")).toBe(expected);
  });

  it("is refused without the cookie, with another's cookie and with another state", async () => {
    const journey = await start();
    const another = await start();
    answerWith(journey);
    expect((await comeBack(journey, { cookie: null })).status).toBe(401);
    expect((await comeBack(journey, { cookie: another.cookie })).status).toBe(401);
    expect((await comeBack(journey, { cookie: `${journey.cookie.slice(0, -4)}AAAA` })).status).toBe(401);
    expect((await comeBack(journey, { state: another.query.get("state")! })).status).toBe(401);
  });

  it("is refused when the journey took too long", async () => {
    const journey = await start();
    clock.advance(601_000);
    answerWith(journey);
    expect((await comeBack(journey)).status).toBe(401);
  });

  it.each<[string, Record<string, unknown>]>([
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["another audience", { aud: "another-client" }],
    ["another issuer", { iss: "https://elsewhere.test" }],
    ["an expired token", { exp: 1 }],
    ["no subject", { sub: undefined }],
  ])("is refused with %s", async (_name, change) => {
    const journey = await start();
    answerWith(journey, change);
    expect((await comeBack(journey)).status).toBe(401);
  });

  it("leads somebody without an account back to the sign-in", async () => {
    const journey = await start();
    answerWith(journey, { sub: "stranger", email: "stranger@elsewhere.test" });
    const answer = await comeBack(journey);
    expect(answer.headers.get("location")).toBe("/dashboard/sign-in?reason=no-account");
    expect(answer.headers.getSetCookie().some((cookie) => cookie.startsWith("corridor_session="))).toBe(false);
  });

  it("does not hand a user over to a second subject of the same issuer", async () => {
    const journey = await start();
    answerWith(journey, { sub: "somebody who owns the address today" });
    expect((await comeBack(journey)).headers.get("location")).toBe("/dashboard/sign-in?reason=no-account");
  });

  it("hands a user to one of two subjects that come with the same address at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const email = `twice${round}@ours.test`;
      await createTestUser(database.db, clock.now(), { email });
      const journeys = [await start(), await start()];
      const tokens = new Map<string, string>();
      for (const [index, { query }] of journeys.entries()) {
        const claims = {
          iss: issuer.issuer,
          aud: CLIENT_ID,
          sub: `twice ${round} ${index}`,
          email,
          email_verified: true,
          nonce: query.get("nonce"),
        };
        tokens.set(
          query.get("code_challenge")!,
          await issuer.sign({ ...claims, exp: clock.now().getTime() / 1_000 + 300 }),
        );
      }
      issuer.onToken(async (form) => ({
        status: 200,
        body: { id_token: tokens.get(hash("sha256", form.get("code_verifier")!, "base64url")) },
      }));
      const places = await Promise.all(
        journeys.map(async (journey) => (await comeBack(journey)).headers.get("location")),
      );
      expect(places.toSorted()).toEqual(["/dashboard/payments", "/dashboard/sign-in?reason=no-account"]);
    }
  });

  const sessionOf = (answer: { headers: Headers }): string =>
    answer.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith("corridor_session="))!
      .split(";")[0]!;
  const page = (cookie: string) => ({ cookie, "x-requested-with": "corridor", "sec-fetch-site": "same-origin" });
  const makeKey = (cookie: string) =>
    server.request("POST", "/dashboard-api/public/api-keys", { headers: page(cookie), body: { name: "a key" } });
  const agoSeconds = (seconds: number) => Math.floor(clock.now().getTime() / 1_000) - seconds;
  const sessionsOf = async (cookie: string) =>
    (await database.db.query<{ n: number }>("SELECT count(*)::int AS n FROM identity.sessions"))[0]!.n +
    Number((await server.request("GET", "/identity/session", { headers: page(cookie) })).body.data === null);

  it.each([
    ["a month ago", { auth_time: -30 * 86_400 }],
    ["a month ago with a second factor", { auth_time: -30 * 86_400, amr: ["pwd", "otp"] }],
    ["at a time that the issuer does not say", {}],
  ])("of somebody who signed in %s creates no key until they sign in again", async (_when, said) => {
    const given = "auth_time" in said ? { ...said, auth_time: agoSeconds(-said.auth_time) } : said;
    const journey = await start();
    answerWith(journey, given);
    const cookie = sessionOf(await comeBack(journey));
    expect(await makeKey(cookie)).toMatchObject({
      status: 403,
      body: {
        code: "STEP_UP_REQUIRED",
        message: expect.stringContaining("signing in again at your identity provider"),
      },
    });

    const before = await sessionsOf(cookie);
    const again = await start("/settings", { cookie });
    expect(Object.fromEntries(again.query)).toMatchObject({ prompt: "login", max_age: "0" });
    answerWith(again, { ...said, auth_time: agoSeconds(0) });
    const back = await comeBack(again);
    expect(back.headers.get("location")).toBe("/dashboard/settings");
    const fresh = sessionOf(back);
    expect((await makeKey(fresh)).status).toBe(201);
    expect(await sessionsOf(fresh)).toBe(before);
    clock.advance(5 * 60_000 + 1_000);
    expect((await makeKey(fresh)).status).toBe(403);
  });

  it("is not stepped up by an issuer that asks nobody, nor for one person by another", async () => {
    const journey = await start();
    answerWith(journey, { auth_time: agoSeconds(3_600) });
    const cookie = sessionOf(await comeBack(journey));
    for (const claims of [{ auth_time: agoSeconds(3_600) }, {}, { auth_time: agoSeconds(-3_600) }]) {
      const again = await start("/", { cookie });
      answerWith(again, claims);
      expect(await comeBack(again)).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
    }
    const bob = await createTestUser(database.db, clock.now(), { email: "bob@ours.test" });
    const again = await start("/", { cookie });
    answerWith(again, { auth_time: agoSeconds(0), sub: "bob-there", email: "bob@ours.test" });
    const other = sessionOf(await comeBack(again));
    const { body } = await server.request("GET", "/identity/session", { headers: page(other) });
    expect(body.data.user.user_id).toBe(bob);
    expect((await makeKey(cookie)).status).toBe(403);
  });

  it("says so when the issuer refuses the code or does not answer", async () => {
    const journey = await start();
    issuer.onToken(async () => ({ status: 400, body: { error: "invalid_grant" } }));
    expect((await comeBack(journey)).status).toBe(401);
    issuer.onToken(async () => ({ status: 500, body: {} }));
    expect((await comeBack(journey)).status).toBe(503);
    expect((await server.request("GET", "/identity/oidc/callback?error=access_denied")).headers.get("location")).toBe(
      "/dashboard/sign-in?reason=refused",
    );
  });
});
