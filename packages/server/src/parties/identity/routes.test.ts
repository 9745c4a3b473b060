import { createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  TEST_AUDIENCE,
  TEST_ISSUER,
  TEST_PASSWORD,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";

let database: TestDatabase;
let server: IdentityServer;
let second: IdentityServer;
const clock = new SteppedClock();
let ours: string;
let other: string;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startIdentityServer({ databaseUrl: database.url, clock });
  second = await startIdentityServer({ databaseUrl: database.url, clock, confirmEmail: false });
  ours = await createTestOrganization(database.db, clock.now(), "Ours");
  other = await createTestOrganization(database.db, clock.now(), "Other");
});

afterAll(async () => {
  await server.close();
  await second.close();
  await database[Symbol.asyncDispose]();
});

beforeEach(() => {
  server.mails.length = 0;
});

/** All tests sign in from one address, so each test uses its own person. */
async function newPerson(orgIds: readonly string[] = [ours]): Promise<{ email: string; userId: string }> {
  const email = `person${++people}@ours.test`;
  const userId = await createTestUser(database.db, clock.now(), {
    email,
    memberships: orgIds.map((orgId) => [orgId, "org-admin"]),
  });
  return { email, userId };
}

const signIn = (email: string, password: string, extra: object = {}) =>
  server.request("POST", "/identity/token", { body: { email, password, ...extra } });
const callApi = (token: string, on: IdentityServer = server) =>
  on.request("GET", "/v1/public/api-keys", { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" } });

describe("POST /identity/token", () => {
  it("gives a token that the API takes and that any verifier can check by the published keys", async () => {
    const { email, userId } = await newPerson();
    const { status, body } = await signIn(email, TEST_PASSWORD);
    expect(status).toBe(200);
    expect(new Date(body.expires_at).getTime()).toBe(clock.now().getTime() + 3_600_000);
    expect((await callApi(body.token)).status).toBe(200);

    const keys = createLocalJWKSet((await server.request("GET", "/identity/jwks")).body);
    const { payload, protectedHeader } = await jwtVerify(body.token, keys, {
      issuer: TEST_ISSUER,
      audience: TEST_AUDIENCE,
      currentDate: clock.now(),
    });
    expect(payload).toMatchObject({ sub: userId, org_id: ours });
    expect(protectedHeader.alg).toBe("ES256");
  });

  it("publishes no private key", async () => {
    await server.keys.current();
    const { body, headers } = await server.request("GET", "/identity/jwks");
    expect(body.keys.length).toBeGreaterThan(0);
    for (const key of body.keys) expect(key).not.toHaveProperty("d");
    expect(headers.get("cache-control")).toContain("max-age");
    const rows = await database.db.query<{ row: string }>(
      "SELECT row_to_json(k)::text AS row FROM identity.signing_keys k",
    );
    for (const { row } of rows) expect(row).not.toMatch(/"d"\s*:/);
  });

  it("does not care about the case of the address", async () => {
    const { email } = await newPerson();
    expect((await signIn(email.toUpperCase(), TEST_PASSWORD)).status).toBe(200);
  });

  it("acts in the organization that is asked for, if the user belongs to it", async () => {
    const { email } = await newPerson([ours, other]);
    expect((await signIn(email, TEST_PASSWORD)).body.org_id).toBeNull();
    const chosen = await signIn(email, TEST_PASSWORD, { org_id: other });
    expect(chosen.body.org_id).toBe(other);
    const { email: stranger } = await newPerson([ours]);
    expect((await signIn(stranger, TEST_PASSWORD, { org_id: other })).status).toBe(403);
    expect((await signIn(stranger, TEST_PASSWORD, { org_id: "nonsense" })).status).toBe(403);
  });

  it("answers an unknown address and a wrong password alike", async () => {
    const { email } = await newPerson();
    const wrong = await signIn(email, "not the password");
    const unknown = await signIn("nobody@ours.test", "not the password");
    expect(wrong).toMatchObject({ status: 401, body: { status: "error", code: "SIGN_IN_REFUSED" } });
    expect(unknown.body).toEqual(wrong.body);
  });

  it("stops guessing after ten wrong passwords, even for the right one, until the window is over", async () => {
    const { email } = await newPerson();
    for (let i = 0; i < 10; i++) expect((await signIn(email, "a wrong guess")).status).toBe(401);
    const blocked = await signIn(email, TEST_PASSWORD);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get("retry-after"))).toBeGreaterThan(0);
    const { email: neighbour } = await newPerson();
    expect((await signIn(neighbour, TEST_PASSWORD)).status).toBe(200);
    clock.advance(15 * 60_000);
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(200);
  });

  it("lets no more than ten guesses through when they come at once, over two processes", async () => {
    const { email } = await newPerson();
    const guesses = Array.from({ length: 24 }, (_, i) =>
      (i % 2 === 0 ? server : second).request("POST", "/identity/token", {
        body: { email, password: "a wrong guess" },
      }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(14);
  });

  it("forgets wrong guesses once the right password was given", async () => {
    const { email } = await newPerson();
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) await signIn(email, "a wrong guess");
      expect((await signIn(email, TEST_PASSWORD)).status).toBe(200);
    }
  });

  it.each([{}, { email: "a@b.test" }, { email: "a@b.test", password: 5 }, { email: 5, password: "x" }])(
    "refuses %j with a 400",
    async (body) => {
      expect((await server.request("POST", "/identity/token", { body })).status).toBe(400);
    },
  );

  it("gives tokens that end on the clock", async () => {
    const { email } = await newPerson();
    const { body } = await signIn(email, TEST_PASSWORD);
    clock.advance(3_600_000 + 29_000);
    expect((await callApi(body.token)).status).toBe(200);
    clock.advance(1_000);
    expect(await callApi(body.token)).toMatchObject({
      status: 401,
      body: { code: "CREDENTIALS_EXPIRED", message: expect.stringContaining("POST /identity/token") },
    });
  });
});

describe("signing out", () => {
  it("ends the token on every process", async () => {
    const { email } = await newPerson();
    const { token } = (await signIn(email, TEST_PASSWORD)).body;
    const still = (await signIn(email, TEST_PASSWORD)).body.token;
    expect((await callApi(token, second)).status).toBe(200);
    expect(
      (await server.request("POST", "/identity/sign-out", { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(204);
    expect((await callApi(token)).status).toBe(401);
    await expect.poll(async () => (await callApi(token, second)).status, { interval: 10 }).toBe(401);
    expect((await callApi(still)).status).toBe(200);
  });
});

function tokenIn(mail: { text: string } | undefined): string {
  return /token=([A-Za-z0-9_-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

describe("resetting a password", () => {
  async function requestLink(email: string): Promise<string> {
    expect((await server.request("POST", "/identity/password/forgot", { body: { email } })).status).toBe(202);
    await expect.poll(() => server.mails.length).toBe(1);
    return tokenIn(server.mails.pop());
  }

  it("works once, by the mailed link, and ends every session of before", async () => {
    const { email } = await newPerson();
    const { token: before } = (await signIn(email, TEST_PASSWORD)).body;
    const link = await requestLink(email);
    const reset = { token: link, password: "a new and longer one" };
    expect((await server.request("POST", "/identity/password/reset", { body: reset })).status).toBe(200);
    expect((await callApi(before)).status).toBe(401);
    expect((await signIn(email, TEST_PASSWORD)).status).toBe(401);
    expect((await signIn(email, "a new and longer one")).status).toBe(200);
    expect(
      (await server.request("POST", "/identity/password/reset", { body: { ...reset, password: "yet another one" } }))
        .status,
    ).toBe(400);
  });

  it("with one link of two makes the other worthless", async () => {
    const { email } = await newPerson();
    const one = await requestLink(email);
    const two = await requestLink(email);
    expect(
      (
        await server.request("POST", "/identity/password/reset", {
          body: { token: two, password: "a new and longer one" },
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await server.request("POST", "/identity/password/reset", {
          body: { token: one, password: "the attacker's word" },
        })
      ).status,
    ).toBe(400);
  });

  it("is done once when the link is used twice at the same moment", async () => {
    const { email } = await newPerson();
    const token = await requestLink(email);
    const statuses = await Promise.all(
      ["first password", "second password"].map(
        async (password) =>
          (await server.request("POST", "/identity/password/reset", { body: { token, password } })).status,
      ),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it("is too late after an hour", async () => {
    const { email } = await newPerson();
    const token = await requestLink(email);
    clock.advance(3_600_000);
    expect(
      (await server.request("POST", "/identity/password/reset", { body: { token, password: "a new and longer one" } }))
        .status,
    ).toBe(400);
  });

  it("answers an unknown address like a known one and sends it nothing", async () => {
    const answer = await server.request("POST", "/identity/password/forgot", {
      body: { email: "nobody-at-all@ours.test" },
    });
    const { email } = await newPerson();
    const known = await server.request("POST", "/identity/password/forgot", { body: { email } });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual(known.body);
    await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([email]);
  });

  it("can be asked for three times an hour", async () => {
    const { email } = await newPerson();
    for (let i = 0; i < 3; i++)
      expect((await server.request("POST", "/identity/password/forgot", { body: { email } })).status).toBe(202);
    expect((await server.request("POST", "/identity/password/forgot", { body: { email } })).status).toBe(429);
    await expect.poll(() => server.mails.length).toBe(3);
  });

  it.each(["short", "aaaaaaaaaaaa", "x".repeat(300)])("refuses %s as a password", async (password) => {
    const { email } = await newPerson();
    clock.advance(3_600_000);
    const token = await requestLink(email);
    const answer = await server.request("POST", "/identity/password/reset", { body: { token, password } });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: "password" }] } });
  });

  it("keeps only a digest of the link and of the password", async () => {
    const { email } = await newPerson();
    const token = await requestLink(email);
    const rows = await database.db.query<{ row: string }>(
      `SELECT row_to_json(r)::text AS row FROM identity.password_resets r UNION ALL SELECT row_to_json(a)::text
        FROM identity.accounts a`,
    );
    for (const { row } of rows) {
      expect(row).not.toContain(token);
      expect(row).not.toContain(TEST_PASSWORD);
    }
  });
});

describe("signing up", () => {
  const application = () => ({
    email: `founder${++people}@new.test`,
    password: "a long enough one",
    name: "Fay",
    country: "KE",
    organization_name: "New Venture",
  });

  it("makes nothing before the address is confirmed, then a person with an organization of their own", async () => {
    const form = application();
    expect((await server.request("POST", "/identity/sign-up", { body: form })).status).toBe(202);
    expect((await signIn(form.email, form.password)).status).toBe(401);
    const token = tokenIn(server.mails[0]);
    const confirmed = await server.request("POST", "/identity/sign-up/confirm", { body: { token } });
    expect(confirmed.status).toBe(201);
    const { body } = await signIn(form.email, form.password);
    expect(body.org_id).toBe(confirmed.body.data.org_id);
    expect(await database.db.query("SELECT settings FROM organizations WHERE org_id = $1", [body.org_id])).toEqual([
      { settings: { margin_bps: 50 } },
    ]);
    expect((await callApi(body.token)).status).toBe(200);
    expect(await server.request("POST", "/identity/sign-up/confirm", { body: { token } })).toMatchObject({
      status: 400,
      body: { code: "LINK_EXPIRED" },
    });
  });

  it("with a known address answers the same and only mails its owner", async () => {
    const { email } = await newPerson();
    const fresh = await server.request("POST", "/identity/sign-up", { body: application() });
    const known = await server.request("POST", "/identity/sign-up", { body: { ...application(), email } });
    expect(known.status).toBe(202);
    expect(known.body).toEqual(fresh.body);
    expect(server.mails.find(({ to }) => to === email)?.subject).toBe("You already have an account");
  });

  it("mails one address three times an hour, whether or not it is known", async () => {
    for (const email of [(await newPerson()).email, application().email]) {
      server.mails.length = 0;
      const signUp = async () =>
        (await server.request("POST", "/identity/sign-up", { body: { ...application(), email } })).status;
      expect([await signUp(), await signUp(), await signUp(), await signUp()]).toEqual([202, 202, 202, 429]);
      expect(server.mails).toHaveLength(3);
    }
  });

  it("cannot be confirmed after a day", async () => {
    await server.request("POST", "/identity/sign-up", { body: application() });
    clock.advance(24 * 3_600_000);
    expect(
      (await server.request("POST", "/identity/sign-up/confirm", { body: { token: tokenIn(server.mails[0]) } })).status,
    ).toBe(400);
  });

  it("is at once where addresses need no confirmation", async () => {
    const form = application();
    const created = await second.request("POST", "/identity/sign-up", { body: form });
    expect(created.status).toBe(201);
    expect((await signIn(form.email, form.password)).body.org_id).toBe(created.body.data.org_id);
    expect((await second.request("POST", "/identity/sign-up", { body: form })).status).toBe(409);
  });

  it.each([
    { email: "no-address" },
    { password: "short" },
    { name: " " },
    { name: "Ann\nLee" },
    { country: "Kenya" },
    { organization_name: "" },
    { organization_name: "see http://evil.test" },
  ])("refuses %j", async (change) => {
    expect((await server.request("POST", "/identity/sign-up", { body: { ...application(), ...change } })).status).toBe(
      400,
    );
  });
});

it("describes its routes in an OpenAPI document of its own, with what they take and who calls them", async () => {
  const { openapi, servers, paths } = (await server.request("GET", "/identity/openapi.json")).body as any;
  expect([openapi, servers]).toEqual(["3.1.0", [{ url: "/identity" }]]);
  expect(Object.values<object>(paths).flatMap(Object.keys)).toHaveLength(31);
  const { post } = paths["/token"];
  expect(Object.keys(post.requestBody.content["application/json"].schema.properties)).toContain("password");
  expect([post.security, paths["/session"].delete.security]).toEqual([[], [{ cookie: [], page: [] }]]);
  expect(Object.keys(paths["/sign-out"].post.responses)).toEqual(["204", "4XX"]);
  expect(paths["/invites/{token}/accept"].post.parameters).toMatchObject([
    { name: "token", in: "path", required: true },
  ]);
});

it("answers what its document says, field by field", async () => {
  const { paths } = (await server.request("GET", "/identity/openapi.json")).body as any;
  const { email } = await newPerson();
  const keys = { email, password: TEST_PASSWORD };
  const page = { "x-requested-with": "corridor", origin: "http://127.0.0.1", "sec-fetch-site": "same-origin" };
  const opened = await server.request("POST", "/identity/session", { headers: page, body: keys });
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const calls: [method: string, path: string, body?: object][] = [
    ["GET", "/jwks"],
    ["GET", "/.well-known/openid-configuration"],
    ["GET", "/options"],
    ["POST", "/token", keys],
    ["GET", "/session"],
    ["POST", "/session", keys],
    ["POST", "/session/passkey/options"],
    ["GET", "/factors"],
    ["POST", "/factors/totp", { password: TEST_PASSWORD }],
    ["POST", "/factors/passkeys/options", { password: TEST_PASSWORD }],
    ["POST", "/password/forgot", { email }],
    // The last: it sets another cookie.
    ["POST", "/session/organization", { org_id: ours }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await server.request(method, `/identity${path}`, { headers: { ...page, cookie }, body });
    expect(answer.status, path).toBeLessThan(300);
    const { schema } = paths[path][method.toLowerCase()].responses["2XX"].content["application/json"];
    expect(differences(answer.body, schema), path).toEqual([]);
  }
});

/** Where a value has other fields than its schema; options of WebAuthn may have more. */
function differences(value: any, { anyOf, items, properties, type }: any, at = ""): string[] {
  if (anyOf !== undefined) return value === null ? [] : differences(value, anyOf[0], at);
  if (items !== undefined) return value.flatMap((one: unknown) => differences(one, items, `${at}[]`));
  if (properties === undefined) {
    const kind = value === null ? "null" : typeof value === "number" ? "integer" : typeof value;
    return [type].flat().includes(kind) ? [] : [`${at} is ${kind}`];
  }
  const described = Object.entries(properties).flatMap(([name, one]) => differences(value[name], one, `${at}.${name}`));
  const more = Object.keys(value).filter((name) => !(name in properties) && !("challenge" in properties));
  return [...described, ...more.map((name) => `${at}.${name} is not described`)];
}

describe("where an external provider replaces passwords", () => {
  it("there are none here", async () => {
    const external = await startIdentityServer({ databaseUrl: database.url, clock, passwords: false });
    try {
      const { email } = await newPerson();
      expect(
        (await external.request("POST", "/identity/token", { body: { email, password: TEST_PASSWORD } })).status,
      ).toBe(403);
      expect((await external.request("POST", "/identity/password/forgot", { body: { email } })).body.code).toBe(
        "SIGN_IN_CLOSED",
      );
      expect((await external.request("GET", "/identity/options")).body.data).toEqual({
        external_sign_in_url: null,
        passwords: false,
        sign_up: false,
        environment: "test",
        second_person: false,
      });
    } finally {
      await external.close();
    }
  });
});
