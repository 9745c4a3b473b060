import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isMember, organizationsOfUser, rolesOfMembers } from "#src/parties/organizations/membership.ts";
import { updateUser } from "#src/parties/users/update-user.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  newDevicesOf,
  startIdentityServer,
  TEST_AUDIENCE,
  TEST_PASSWORD,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";
import { type IndependentIssuer, startIndependentIssuer } from "@corridor/test/harness/independent-issuer.ts";
import { callerOf } from "@corridor/test/harness/module-server.ts";
import { resealTotp } from "./second-factor.ts";
import { stepOfCode, totpAt } from "./totp.ts";

let database: TestDatabase;
let server: IdentityServer;
let external: IndependentIssuer;
const clock = new SteppedClock();
let ours: string;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  external = await startIndependentIssuer();
  const { issuer, jwksUri } = external;
  const trust = {
    issuer,
    jwksUri,
    audience: TEST_AUDIENCE,
    algorithms: ["RS256"],
    subjects: "linked",
    linkByVerifiedEmail: false,
  } as const;
  const issuers = [{ ...trust, secondFactorAcr: ["urn:example:gold"] }];
  server = await startIdentityServer({ databaseUrl: database.url, clock, platformSecondFactor: true, issuers });
  ours = await createTestOrganization(database.db, clock.now());
});

afterAll(async () => {
  await server.close();
  await external.close();
  await database[Symbol.asyncDispose]();
});

const PAGE = { "x-requested-with": "corridor", "sec-fetch-site": "same-origin" };
const NEXT_CODE_MS = 30_000;

async function newPerson(orgId = ours): Promise<{ email: string; userId: string }> {
  const email = `factor${++people}@ours.test`;
  return {
    email,
    userId: await createTestUser(database.db, clock.now(), { email, memberships: [[orgId, "org-admin"]] }),
  };
}

const signIn = (email: string, more: object = {}, address = "198.51.100.1") =>
  server.request("POST", "/identity/token", {
    body: { email, password: TEST_PASSWORD, ...more },
    headers: { "x-forwarded-for": address },
  });

/** A browser: calls our own pages' routes and keeps the cookies. */
async function openBrowser(email: string, code?: string) {
  const cookies = new Map<string, string>();
  const keep = (headers: Headers): void => {
    for (const cookie of headers.getSetCookie()) {
      const [name, value] = cookie.split(";")[0]!.split("=") as [string, string];
      cookies.set(name, value);
    }
  };
  async function call(method: string, path: string, body?: object) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await server.request(method, path, {
      headers: { ...PAGE, cookie },
      ...(body === undefined ? {} : { body }),
    });
    keep(answer.headers);
    return answer;
  }
  const signedIn = await call("POST", "/identity/session", {
    email,
    password: TEST_PASSWORD,
    ...(code === undefined ? {} : { code }),
  });
  expect(signedIn.status).toBe(200);
  return { call, makeKey: () => call("POST", "/dashboard-api/public/api-keys", { name: "a key" }) };
}

async function enroll(email: string) {
  const browser = await openBrowser(email);
  const { secret, uri } = (await browser.call("POST", "/identity/factors/totp", { password: TEST_PASSWORD })).body.data;
  const confirmed = await browser.call("POST", "/identity/factors/totp/confirm", { code: totpAt(secret, clock.now()) });
  expect(confirmed.status).toBe(200);
  clock.advance(NEXT_CODE_MS);
  return {
    browser,
    secret: secret as string,
    uri: uri as string,
    codes: confirmed.body.data.recovery_codes as string[],
    code: () => totpAt(secret, clock.now()),
  };
}

describe("a code of an authenticator app", () => {
  // RFC 6238, appendix B, the last six digits.
  const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_234_567_890, "005924"],
    [20_000_000_000, "353130"],
  ])("at %i seconds is %s", (seconds, code) => {
    expect(totpAt(SECRET, new Date(seconds * 1_000))).toBe(code);
    expect(stepOfCode(SECRET, code, new Date(seconds * 1_000))).toBe(Math.floor(seconds / 30));
  });

  it("is good one step early or late, and not two", () => {
    const at = new Date(1_234_567_890_000);
    const ok = (offMs: number) => stepOfCode(SECRET, totpAt(SECRET, at), new Date(at.getTime() + offMs)) !== null;
    expect([ok(-60_000), ok(-30_000), ok(0), ok(30_000), ok(60_000)]).toEqual([false, true, true, true, false]);
  });
});

describe("a person with a second factor", () => {
  it("signs in with a code, never without one or with a wrong one, and with no code twice", async () => {
    const { email } = await newPerson();
    const { code } = await enroll(email);
    expect(await signIn(email)).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_REQUIRED" } });
    const wrong = code() === "000000" ? "000001" : "000000";
    expect(await signIn(email, { code: wrong })).toMatchObject({ status: 401, body: { code: "SECOND_FACTOR_WRONG" } });
    const good = code();
    expect((await signIn(email, { code: good })).status).toBe(200);
    expect((await signIn(email, { code: good })).status).toBe(401);
    expect((await signIn(email, { code: good, password: "a wrong guess" })).status).toBe(401);
  });

  it("is not guessed from many addresses by somebody who knows the password", async () => {
    const { email } = await newPerson();
    const { browser, code } = await enroll(email);
    const statuses = new Set<number>();
    for (let guess = 0; guess < 12; guess++)
      statuses.add((await signIn(email, { code: "000000" }, `203.0.113.${guess}`)).status);
    expect(statuses).toEqual(new Set([401, 429]));
    expect((await signIn(email, { code: code() }, "203.0.113.99")).status).toBe(429);
    // The owner's browser has its own limits.
    expect(
      (await browser.call("POST", "/identity/session", { email, password: TEST_PASSWORD, code: code() })).status,
    ).toBe(200);
  });

  it("is not guessed through password resets, and its owner is told and still gets in", async () => {
    const { email, userId } = await newPerson();
    const { browser, codes, code } = await enroll(email);
    let judged = 0;
    // A hash that costs less to compare than that of a new password.
    const readHash = "SELECT password_hash FROM identity.accounts WHERE user_id = $1";
    const cheap = (await database.db.query<{ password_hash: string }>(readHash, [userId]))[0]!.password_hash;
    /** Whoever reads the mailbox resets the password, which makes a new browser known, and guesses in that browser. */
    async function resetAndGuess(round: number): Promise<void> {
      server.mails.length = 0;
      const headers = { "x-forwarded-for": `203.0.113.${round + 1}` };
      await server.request("POST", "/identity/password/forgot", { body: { email }, headers });
      await expect.poll(() => server.mails.length).toBe(1);
      const token = /token=([A-Za-z0-9_-]+)/.exec(server.mails[0]!.text)![1]!;
      const body = { token, password: "a new password" };
      const reset = await server.request("POST", "/identity/password/reset", { body, headers });
      const cookie = /corridor_device=[^;]+/.exec(reset.headers.get("set-cookie")!)![0];
      await database.db.query("UPDATE identity.accounts SET password_hash = $2 WHERE user_id = $1", [userId, cheap]);
      for (let guess = 0; guess < 12; guess++) {
        const body = { email, password: TEST_PASSWORD, code: "000000" };
        const answer = await server.request("POST", "/identity/token", { body, headers: { ...headers, cookie } });
        if (answer.body.code === "SECOND_FACTOR_WRONG") judged++;
      }
    }
    for (let round = 0; round < 3; round++) {
      await resetAndGuess(round);
      clock.advance(10 * 60_000);
    }
    expect(judged).toBe(10);
    for (let round = 3; round < 6; round++) {
      clock.advance(60 * 60_000);
      await resetAndGuess(round);
    }
    expect(judged).toBe(30);

    const told = await database.db.query(
      `SELECT n.org_id, n.type, e.recipient FROM notifications n JOIN email_outbox e USING (org_id, email_id)
       WHERE n.user_id = $1 AND n.type <> 'user.new_device'`,
      [userId],
    );
    expect(told).toEqual([{ org_id: ours, type: "user.codes_guessed", recipient: email }]);
    clock.advance(60 * 60_000);
    const enter = (given: string) =>
      browser.call("POST", "/identity/session", { email, password: TEST_PASSWORD, code: given });
    expect((await enter(code())).status).toBe(429);
    expect((await enter(codes[0]!)).status).toBe(200);
    clock.advance(24 * 60 * 60_000);
    expect((await enter(code())).status).toBe(200);
  });

  it("recovers by each code once, and may have new ones", async () => {
    const { email } = await newPerson();
    const { browser, codes, code } = await enroll(email);
    expect(codes).toHaveLength(10);
    expect((await signIn(email, { code: codes[0]!.toUpperCase().replaceAll("-", " ") })).status).toBe(200);
    expect((await signIn(email, { code: codes[0] })).status).toBe(401);
    expect((await browser.call("GET", "/identity/factors")).body.data.recovery_codes_left).toBe(9);
    const renewed = (await browser.call("POST", "/identity/factors/recovery-codes", { code: code() })).body.data
      .recovery_codes;
    expect((await signIn(email, { code: codes[1] })).status).toBe(401);
    expect((await signIn(email, { code: renewed[0] })).status).toBe(200);
    const stored = await database.db.query<{ row: string }>(
      "SELECT row_to_json(c)::text AS row FROM identity.recovery_codes c",
    );
    for (const { row } of stored) expect(row).not.toContain(renewed[1].replaceAll("-", ""));
  });

  it("gives it afresh for what cannot be taken back, also by a token", async () => {
    const { email } = await newPerson();
    const { browser, code } = await enroll(email);
    expect((await browser.makeKey()).status).toBe(201);
    clock.advance(5 * 60_000);
    expect(await browser.makeKey()).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
    expect((await browser.call("GET", "/dashboard-api/public/api-keys")).status).toBe(200);
    expect((await browser.call("POST", "/identity/session/step-up", { code: "000000" })).status).toBe(400);
    expect((await browser.call("POST", "/identity/session/step-up", { code: code() })).status).toBe(200);
    expect((await browser.makeKey()).status).toBe(201);

    clock.advance(NEXT_CODE_MS);
    const { token } = (await signIn(email, { code: code() })).body;
    const makeKey = () =>
      server.request("POST", "/v1/public/api-keys", {
        headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
        body: { name: "by token" },
      });
    expect((await makeKey()).status).toBe(201);
    clock.advance(5 * 60_000 + 1_000);
    expect(await makeKey()).toMatchObject({ status: 403, body: { code: "STEP_UP_REQUIRED" } });
  });

  it("removes it with a code, unless it is required", async () => {
    const orgId = await createTestOrganization(database.db, clock.now());
    const { email } = await newPerson(orgId);
    const { browser, code } = await enroll(email);
    await requireFactor(orgId, true);
    await expect
      .poll(async () => (await browser.call("POST", "/identity/factors/remove", { code: "000000" })).status)
      .toBe(409);
    await requireFactor(orgId, false);
    await expect
      .poll(async () => (await browser.call("POST", "/identity/factors/remove", { code: "000000" })).status)
      .toBe(400);
    expect((await browser.call("POST", "/identity/factors/remove", { code: code() })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });

  it("starts one only with the password, and replaces none that is confirmed", async () => {
    const { email } = await newPerson();
    const { browser, uri } = await enroll(email);
    expect(uri).toContain(`otpauth://totp/Corridor:${encodeURIComponent(email)}?secret=`);
    expect((await browser.call("POST", "/identity/factors/totp", { password: "a wrong guess" })).status).toBe(400);
    expect((await browser.call("POST", "/identity/factors/totp", { password: TEST_PASSWORD })).status).toBe(409);
  });

  it("is kept sealed, and sealed anew under a new master secret", async () => {
    const { email, userId } = await newPerson();
    const { secret } = await enroll(email);
    const stored = async () =>
      (
        await database.db.query<{ secret_sealed: string }>(
          "SELECT secret_sealed FROM identity.totp WHERE user_id = $1",
          [userId],
        )
      )[0]!;
    const before = await stored();
    expect(before.secret_sealed).not.toContain(secret);
    const masterSecret = "another master secret for tests, long enough";
    const secrets = createSecretBox({
      masterSecret,
      previousMasterSecrets: ["a master secret for tests that is long enough"],
    });
    expect(await resealTotp({ db: database.db, secrets })).toBeGreaterThan(0);
    expect(secrets.open((await stored()).secret_sealed, `totp:${userId}`)).toBe(secret);
    expect(await resealTotp({ db: database.db, secrets })).toBe(0);
  });
});

async function requireFactor(orgId: string, isRequired: boolean): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.query("UPDATE organizations SET settings = $2 WHERE org_id = $1", [
      orgId,
      { require_second_factor: isRequired },
    ]);
    tx.notify("organizations", orgId);
  });
}

describe("where a second factor is required", () => {
  it("members of the organization can only set one up until they have it, and its keys work on", async () => {
    const orgId = await createTestOrganization(database.db, clock.now());
    await requireFactor(orgId, true);
    const { email } = await newPerson(orgId);
    const browser = await openBrowser(email);
    expect(await browser.call("GET", "/dashboard-api/public/api-keys")).toMatchObject({
      status: 403,
      body: { code: "SECOND_FACTOR_REQUIRED" },
    });
    expect((await browser.call("GET", "/identity/session")).body.data.second_factor).toEqual({
      is_set_up: false,
      must_set_up: true,
      has_passkey: false,
    });
    const { secret } = (await browser.call("POST", "/identity/factors/totp", { password: TEST_PASSWORD })).body.data;
    await browser.call("POST", "/identity/factors/totp/confirm", { code: totpAt(secret, clock.now()) });
    expect((await browser.call("GET", "/identity/session")).body.data.second_factor).toEqual({
      is_set_up: true,
      must_set_up: false,
      has_passkey: false,
    });
    const made = await browser.makeKey();
    expect(made.status).toBe(201);
    const byKey = await server.request("GET", "/v1/public/api-keys", {
      headers: { authorization: "NONE", "x-api-key": made.body.data.api_key },
    });
    expect(byKey.status).toBe(200);
  });

  it("so it is for people of the platform", async () => {
    const email = `root${++people}@platform.test`;
    await createTestUser(database.db, clock.now(), { email, platformRole: "admin" });
    const { token } = (await signIn(email)).body;
    const read = (bearer: string) =>
      server.request("GET", "/v1/public/api-keys", {
        headers: { authorization: `Bearer ${bearer}`, "x-api-key": "NONE" },
      });
    expect(await read(token)).toMatchObject({ status: 403, body: { code: "SECOND_FACTOR_REQUIRED" } });
    const { code } = await enroll(email);
    expect((await read((await signIn(email, { code: code() })).body.token)).status).toBe(200);
  });
});

describe("a sign-in", () => {
  type Trace = { action: string; actor_type: string; changes: Record<string, unknown> };
  const tracesOf = (userId: string) =>
    database.db.query<Trace>(
      `SELECT action, actor_type, changes FROM audit_log WHERE resource_id = $1 AND action LIKE 'user.sign%'
        AND org_id = '00000000-0000-0000-0000-000000000000'
        ORDER BY audit_id`,
      [userId],
    );

  it("leaves a trace with address and browser, and so does one that is refused", async () => {
    const { email, userId } = await newPerson();
    await signIn(email, { password: "a wrong guess" }, "203.0.113.50");
    await expect.poll(() => tracesOf(userId)).toHaveLength(1);
    const answer = await server.request("POST", "/identity/token", {
      body: { email, password: TEST_PASSWORD },
      headers: { "x-forwarded-for": "198.51.100.9", "user-agent": "shop/1.0" },
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => tracesOf(userId)).toHaveLength(2);
    expect(await tracesOf(userId)).toMatchObject([
      {
        action: "user.sign_in_refused",
        actor_type: "system",
        changes: { address: "203.0.113.50", reason: "password", known_device: false },
      },
      {
        action: "user.signed_in",
        actor_type: "user",
        changes: { address: "198.51.100.9", user_agent: "shop/1.0", second_factor: false },
      },
    ]);
  });

  it("to the dashboard from a new browser is told by bell and mail, once for each browser", async () => {
    const { email, userId } = await newPerson();
    const told = () => newDevicesOf(database.db, userId);
    const browser = await openBrowser(email);
    await expect.poll(told).toEqual([{ recipient: email, body: expect.stringContaining("127.0.0.1") }]);
    expect((await browser.call("POST", "/identity/session", { email, password: TEST_PASSWORD })).status).toBe(200);
    await openBrowser(email);
    await expect.poll(told).toHaveLength(2);
  });

  it("of a disabled user is refused like that of a stranger, and their tokens and keys stop on every process", async () => {
    const { email, userId } = await newPerson();
    const { token } = (await signIn(email)).body;
    const { key } = await createTestKey(database.db, clock.now(), { orgId: ours, userId });
    const byToken = async () =>
      (
        await server.request("GET", "/v1/public/api-keys", {
          headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" },
        })
      ).status;
    const byKey = async () =>
      (await server.request("GET", "/v1/public/api-keys", { headers: { authorization: "NONE", "x-api-key": key } }))
        .status;
    expect([await byToken(), await byKey()]).toEqual([200, 200]);
    const admin = await createTestUser(database.db, clock.now(), {
      email: `root${++people}@platform.test`,
      platformRole: "admin",
    });
    const memberships = { isMember, organizationsOfUser, rolesOfMembers };
    const deps = { db: database.db, clock, memberships, askSecondPerson: async () => undefined };
    const caller = callerOf({ userId: admin, platformRole: "admin" });
    const call = { caller, id: "test", method: "PATCH", url: "", body: null, approval: undefined };
    const change = (disabled: boolean) => updateUser(deps, call, userId, { disabled });
    expect((await change(true)).disabled_at).toEqual(clock.now());
    await expect.poll(async () => [await byToken(), await byKey()]).toEqual([401, 401]);
    const refused = await signIn(email);
    expect([refused.status, refused.body]).toEqual([401, (await signIn("nobody@ours.test")).body]);
    await change(false);
    await expect.poll(async () => [await byToken(), await byKey()]).toEqual([200, 200]);
    expect((await signIn(email)).status).toBe(200);
    await expect(updateUser(deps, call, admin, { disabled: true })).rejects.toThrow("You cannot disable yourself");
  });
});

describe("a second factor that an external issuer vouches for", () => {
  it.each([
    [403, "a password alone", { amr: ["pwd"] }],
    [403, "nothing", {}],
    [403, "an amr that is no list", { amr: "mfa" }],
    [403, "an acr that is not on the list", { acr: "urn:example:silver" }],
    [403, "the claim of our own issuer", { second_factor_at: 4_000_000_000 }],
    [200, "mfa", { amr: ["pwd", "mfa"] }],
    [200, "a one-time code", { amr: ["pwd", "otp"] }],
    [200, "a security key", { amr: ["hwk"] }],
    [200, "an acr that is on the list", { acr: "urn:example:gold" }],
  ])("counts for somebody of the platform: %i with %s", async (status, what, claimed) => {
    const headers = await signedInElsewhere(`person with ${what}`, { platformRole: "admin" }, claimed);
    expect((await server.request("GET", "/v1/public/api-keys", { headers })).status).toBe(status);
  });

  it.each([
    [403, "an old sign-in with it", { acr: "urn:example:gold" }, 301],
    [403, "a new sign-in without it", {}, 0],
    [403, "no time of the sign-in", { acr: "urn:example:gold" }, null],
    [201, "a new sign-in with it", { acr: "urn:example:gold" }, 299],
  ])("is asked for again by a token: %i with %s", async (status, what, claimed, agoSeconds) => {
    const at = Math.floor(clock.now().getTime() / 1_000);
    const claims = { ...claimed, ...(agoSeconds === null ? {} : { auth_time: at - agoSeconds }) };
    const headers = await signedInElsewhere(what, { memberships: [[ours, "org-admin"]] }, claims);
    const body = { name: "by token" };
    expect((await server.request("POST", "/v1/public/api-keys", { headers, body })).status).toBe(status);
  });

  type Person = Omit<Parameters<typeof createTestUser>[2], "email">;
  async function signedInElsewhere(sub: string, person: Person, claimed: object): Promise<Record<string, string>> {
    const userId = await createTestUser(database.db, clock.now(), { email: `there${++people}@ours.test`, ...person });
    await database.db.query(
      "INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4)",
      [external.issuer, sub, userId, clock.now()],
    );
    const iat = Math.floor(clock.now().getTime() / 1_000);
    const claims = { iss: external.issuer, aud: TEST_AUDIENCE, sub, iat, exp: iat + 600, ...claimed };
    return { authorization: `Bearer ${await external.sign(claims)}`, "x-api-key": "NONE" };
  }
});
