import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestOrganization,
  createTestUser,
  newDevicesOf,
  type IdentityServer,
  startIdentityServer,
  TEST_PASSWORD,
} from "@corridor/test/harness/identity-server.ts";
import { createAuthenticator, type Wrongly } from "./passkey.fixtures.ts";
import { relyingPartyOf } from "./passkeys.ts";
import { totpAt } from "./totp.ts";

let database: TestDatabase;
let server: IdentityServer;
const clock = new SteppedClock();
let ours: string;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startIdentityServer({ databaseUrl: database.url, clock });
  ours = await createTestOrganization(database.db, clock.now());
});
afterAll(async () => {
  await server.close();
  await database[Symbol.asyncDispose]();
});

/** A browser on our own pages that keeps its cookies. */
function openBrowser(address = `198.51.100.${(people % 250) + 1}`) {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = {
      "x-requested-with": "corridor",
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": address,
      cookie,
    };
    const answer = await server.request(method, path, { headers, ...(body === undefined ? {} : { body }) });
    for (const set of answer.headers.getSetCookie())
      cookies.set(...(set.split(";")[0]!.split(/=(.*)/s).slice(0, 2) as [string, string]));
    return answer;
  };
}
type Browser = ReturnType<typeof openBrowser>;

async function newPerson() {
  const email = `passkey${++people}@ours.test`;
  const userId = await createTestUser(database.db, clock.now(), { email, memberships: [[ours, "org-admin"]] });
  const browser = openBrowser();
  expect((await browser("POST", "/identity/session", { email, password: TEST_PASSWORD })).status).toBe(200);
  return { email, userId, browser };
}
async function enroll(browser: Browser, authenticator = createAuthenticator(), wrongly: Wrongly = {}) {
  const { body } = await browser("POST", "/identity/factors/passkeys/options", { password: TEST_PASSWORD });
  const added = await browser("POST", "/identity/factors/passkeys", {
    name: "Laptop",
    passkey: authenticator.create(body.data, wrongly),
  });
  return { authenticator, added, codes: added.body.data?.recovery_codes as string[] };
}
const askSignIn = async (browser: Browser) => (await browser("POST", "/identity/session/passkey/options")).body.data;

describe("a passkey", () => {
  it("is added with the password, signs in without one, and counts as the second factor", async () => {
    const { browser, userId } = await newPerson();
    expect((await browser("POST", "/identity/factors/passkeys/options", { password: "not the password" })).status).toBe(
      400,
    );
    const { authenticator, added, codes } = await enroll(browser);
    expect(added.status).toBe(201);
    expect(codes).toHaveLength(10);
    const other = openBrowser();
    const answer = await other("POST", "/identity/session/passkey", {
      passkey: authenticator.sign(await askSignIn(other)),
    });
    expect(answer.body.data).toMatchObject({
      user: { user_id: userId },
      second_factor: { is_set_up: true, has_passkey: true },
    });
    // The browser of the password, then that of the passkey.
    await expect.poll(() => newDevicesOf(database.db, userId)).toHaveLength(2);
    expect((await other("POST", "/dashboard-api/public/api-keys", { name: "at once" })).status).toBe(201);
    expect((await other("GET", "/identity/factors")).body.data.passkeys).toMatchObject([
      { name: "Laptop", last_used_at: clock.now().toISOString() },
    ]);
  });

  it.each<[string, Wrongly]>([
    ["for another site's page", { origin: "https://evil.example" }],
    ["for another site", { rpId: "evil.example" }],
    ["without having verified its person", { unverified: true }],
    ["with another signature", { forged: true }],
    ["with a counter that went backwards, as a copy's does", { counter: 1 }],
  ])("that answers %s lets nobody in and confirms nothing", async (_what, wrongly) => {
    const { browser } = await newPerson();
    const { authenticator } = await enroll(browser);
    const good = openBrowser();
    expect(
      (await good("POST", "/identity/session/passkey", { passkey: authenticator.sign(await askSignIn(good)) })).status,
    ).toBe(200);
    const other = openBrowser();
    const answer = await other("POST", "/identity/session/passkey", {
      passkey: authenticator.sign(await askSignIn(other), wrongly),
    });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []]);
    const { data } = (await good("POST", "/identity/session/step-up/options")).body;
    expect(
      (await good("POST", "/identity/session/step-up", { passkey: authenticator.sign(data, wrongly) })).status,
    ).toBe(400);
  });

  it("signs each challenge once, in its time, and for its purpose and person", async () => {
    const [ann, bob] = [await newPerson(), await newPerson()];
    const [{ authenticator }, { authenticator: bobs }] = [await enroll(ann.browser), await enroll(bob.browser)];
    const other = openBrowser();
    const signIn = (passkey: object) => other("POST", "/identity/session/passkey", { passkey });
    const used = await askSignIn(other);
    expect((await signIn(authenticator.sign(used))).status).toBe(200);
    expect((await signIn(authenticator.sign(used))).status).toBe(401);

    const stepUp = (await ann.browser("POST", "/identity/session/step-up/options")).body.data;
    expect(stepUp.allowCredentials).toMatchObject([{ id: authenticator.id }]);
    expect((await signIn(authenticator.sign(stepUp))).status).toBe(401);
    const answer = await ann.browser("POST", "/identity/session/step-up", { passkey: bobs.sign(stepUp) });
    expect(answer.status).toBe(400);
    expect(
      (await ann.browser("POST", "/identity/session/step-up", { passkey: authenticator.sign(stepUp) })).status,
    ).toBe(200);

    const late = await askSignIn(other);
    clock.advance(5 * 60_000 + 1);
    expect((await signIn(authenticator.sign(late))).status).toBe(401);
    expect((await signIn({ ...createAuthenticator().sign(await askSignIn(other)) })).status).toBe(401);
  });

  it("that was made for another site, or without verifying its person, is not added; nor is one twice", async () => {
    const { browser } = await newPerson();
    for (const wrongly of [
      { origin: "https://evil.example" },
      { rpId: "evil.example" },
      { unverified: true },
    ] satisfies Wrongly[])
      expect((await enroll(browser, createAuthenticator(), wrongly)).added.status).toBe(400);
    const { authenticator } = await enroll(browser);
    expect((await enroll(browser, authenticator)).added.status).toBe(409);
  });

  it("makes a password alone too little, and a recovery code stands in for it once", async () => {
    const { email, browser } = await newPerson();
    const { codes } = await enroll(browser);
    const signIn = (code?: string) =>
      openBrowser()("POST", "/identity/session", {
        email,
        password: TEST_PASSWORD,
        ...(code === undefined ? {} : { code }),
      });
    expect((await signIn()).body).toMatchObject({ code: "SECOND_FACTOR_REQUIRED" });
    expect((await signIn("000000")).status).toBe(401);
    expect((await signIn(codes[0])).status).toBe(200);
    expect((await signIn(codes[0])).status).toBe(401);
  });

  it("is asked for afresh before another is added or one removed, is renamed, and lets nobody in once it is gone", async () => {
    const { email, browser } = await newPerson();
    const { authenticator } = await enroll(browser);
    const path = `/identity/factors/passkeys/${authenticator.id}`;
    clock.advance(6 * 60_000);
    expect((await browser("DELETE", path)).body).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect(
      (await browser("POST", "/identity/factors/passkeys/options", { password: TEST_PASSWORD })).body,
    ).toMatchObject({ code: "STEP_UP_REQUIRED" });
    expect((await browser("POST", "/identity/factors/totp", { password: TEST_PASSWORD })).body).toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
    const { data } = (await browser("POST", "/identity/session/step-up/options")).body;
    expect((await browser("POST", "/identity/session/step-up", { passkey: authenticator.sign(data) })).status).toBe(
      200,
    );
    expect((await browser("POST", `${path}/name`, { name: "Old laptop" })).status).toBe(200);
    const stranger = await newPerson();
    expect((await stranger.browser("POST", `${path}/name`, { name: "Mine" })).status).toBe(404);
    expect((await stranger.browser("DELETE", path)).status).toBe(404);
    expect((await browser("GET", "/identity/factors")).body.data.passkeys).toMatchObject([{ name: "Old laptop" }]);
    expect((await browser("DELETE", path)).status).toBe(200);
    const other = openBrowser();
    expect(
      (await other("POST", "/identity/session/passkey", { passkey: authenticator.sign(await askSignIn(other)) }))
        .status,
    ).toBe(401);
    expect((await browser("GET", "/identity/factors")).body.data).toMatchObject({
      passkeys: [],
      recovery_codes_left: 0,
    });
    expect((await openBrowser()("POST", "/identity/session", { email, password: TEST_PASSWORD })).status).toBe(200);
  });

  it("is not outflanked by an app that was begun before it", async () => {
    const { browser } = await newPerson();
    const { secret } = (await browser("POST", "/identity/factors/totp", { password: TEST_PASSWORD })).body.data;
    await enroll(browser);
    clock.advance(6 * 60_000);
    const code = totpAt(secret, clock.now());
    expect((await browser("POST", "/identity/factors/totp/confirm", { code })).body).toMatchObject({
      code: "STEP_UP_REQUIRED",
    });
  });

  it("of a disabled user lets nobody in", async () => {
    const { browser, userId } = await newPerson();
    const { authenticator } = await enroll(browser);
    await database.db.query("UPDATE users SET disabled_at = $2 WHERE user_id = $1", [userId, clock.now()]);
    const other = openBrowser();
    expect(
      (await other("POST", "/identity/session/passkey", { passkey: authenticator.sign(await askSignIn(other)) }))
        .status,
    ).toBe(401);
  });

  it("belongs to the host of the deployment, and to localhost where that is a bare address", () => {
    expect(relyingPartyOf("https://pay.example.com")).toEqual({
      id: "pay.example.com",
      origin: "https://pay.example.com",
    });
    expect(relyingPartyOf("http://127.0.0.1:3000")).toEqual({ id: "localhost", origin: "http://localhost:3000" });
    expect(relyingPartyOf("http://[::1]:3000")).toEqual({ id: "localhost", origin: "http://localhost:3000" });
  });
});
