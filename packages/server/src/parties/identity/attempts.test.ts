import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  TEST_PASSWORD,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";

let database: TestDatabase;
let server: IdentityServer;
const clock = new SteppedClock();
let attempts: Attempts;
let orgId: string;
let people = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startIdentityServer({ databaseUrl: database.url, clock });
  attempts = createAttempts({ db: database.db, clock, tellGuessed: async () => undefined });
  orgId = await createTestOrganization(database.db, clock.now());
});

afterAll(async () => {
  await server.close();
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  server.mails.length = 0;
  clock.advance(60 * 60_000);
  await database.db.query("DELETE FROM identity.attempts");
});

async function newPerson(): Promise<string> {
  const email = `guessed${++people}@ours.test`;
  await createTestUser(database.db, clock.now(), { email, memberships: [[orgId, "org-admin"]] });
  return email;
}

type From = { address: string; cookie?: string };
const headersOf = ({ address, cookie }: From) => ({
  "x-forwarded-for": address,
  ...(cookie === undefined ? {} : { cookie }),
});
const signIn = (email: string, password: string, from: From) =>
  server.request("POST", "/identity/token", { body: { email, password }, headers: headersOf(from) });
const forgot = (email: string, from: From) =>
  server.request("POST", "/identity/password/forgot", { body: { email }, headers: headersOf(from) });
const rows = async () =>
  (await database.db.query<{ count: number }>("SELECT count(*)::int AS count FROM identity.attempts"))[0]!.count;

const HOME = "198.51.100.1";
const STRANGER = "203.0.113.9";

/** The cookie that a browser keeps after signing in. */
async function knownDevice(email: string): Promise<string> {
  const answer = await signIn(email, TEST_PASSWORD, { address: HOME });
  return /corridor_device=[^;]+/.exec(answer.headers.get("set-cookie") ?? "")![0];
}

/** Attempts made through another process of the deployment. Returns how many were allowed. */
async function guess(email: string, times: number): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < times; i++) {
    const attempt = attempts.takeSignIn({ email, address: addressOf(i % 1_000), device: null });
    allowed += await attempt.then(
      () => 1,
      () => 0,
    );
  }
  return allowed;
}

const addressOf = (n: number): string => `10.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;

describe("limits on guessing", () => {
  it("let a known device in while a stranger makes 10,000 guesses from 1,000 addresses", async () => {
    const email = await newPerson();
    const cookie = await knownDevice(email);
    const before = await rows();
    expect(await guess(email, 10_000)).toBe(100);
    // For each allowed attempt: its address, and its address with the account. The account alone was counted before.
    expect((await rows()) - before).toBe(200);
    expect((await signIn(email, TEST_PASSWORD, { address: HOME })).status).toBe(429);
    expect((await signIn(email, TEST_PASSWORD, { address: HOME, cookie })).status).toBe(200);
    expect((await signIn(email, TEST_PASSWORD, { address: addressOf(1), cookie })).status).toBe(200);
  });

  it("do not let one address lock an account for others", async () => {
    const email = await newPerson();
    for (let guess = 0; guess < 150; guess++) await signIn(email, "a wrong guess", { address: STRANGER });
    expect((await signIn(email, TEST_PASSWORD, { address: STRANGER })).status).toBe(429);
    expect((await signIn(email, TEST_PASSWORD, { address: HOME })).status).toBe(200);
  });

  it("write nothing for attempts that they refuse", async () => {
    for (let person = 0; person < 200; person++)
      await attempts.takeSignIn({ email: `nobody${person}@ours.test`, address: STRANGER, device: null });
    const before = await rows();
    for (let person = 0; person < 100; person++)
      expect((await signIn(`another${person}@ours.test`, "a guess", { address: STRANGER })).status).toBe(429);
    expect(await rows()).toBe(before);
  });

  it("count the addresses of one IPv6 network as one", async () => {
    const email = await newPerson();
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn(email, "a wrong guess", { address: `2001:db8:7:7::${guess + 1}` })).status).toBe(401);
    expect((await signIn(email, TEST_PASSWORD, { address: "2001:db8:7:7:ffff::1" })).status).toBe(429);
    expect((await signIn(email, TEST_PASSWORD, { address: "2001:db8:7:8::1" })).status).toBe(200);
  });

  it("stop a known device that guesses itself, and take no device's word for another account or from a forged cookie", async () => {
    const [email, other] = [await newPerson(), await newPerson()];
    const cookie = await knownDevice(email);
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn(email, "a wrong guess", { address: HOME, cookie })).status).toBe(401);
    expect((await signIn(email, TEST_PASSWORD, { address: HOME, cookie })).status).toBe(429);
    for (const worthless of [cookie, `${cookie.slice(0, -4)}AAAA`, "corridor_device=rubbish"]) {
      for (let guess = 0; guess < 10; guess++) await signIn(other, "a wrong guess", { address: STRANGER });
      expect((await signIn(other, TEST_PASSWORD, { address: STRANGER, cookie: worthless })).status).toBe(429);
    }
  });

  it("let nobody block the owner's password reset", async () => {
    const email = await newPerson();
    const cookie = await knownDevice(email);
    for (let request = 0; request < 40; request++)
      expect((await forgot(email, { address: addressOf(request) })).status).toBe(202);
    await expect.poll(() => server.mails.length).toBe(3);
    const links = server.mails.map(({ text }) => /token=([A-Za-z0-9_-]+)/.exec(text)![1]!);
    // From an unknown browser: no fourth e-mail, but the links of the earlier e-mails work.
    expect((await forgot(email, { address: HOME })).status).toBe(202);
    expect((await forgot(email, { address: HOME, cookie })).status).toBe(202);
    await expect.poll(() => server.mails.length).toBe(4);
    const reset = await server.request("POST", "/identity/password/reset", {
      body: { token: links[2], password: "a new and longer one" },
    });
    expect(reset.status).toBe(200);
    // The account is still under attack, and the browser that reset the password can sign in.
    expect(await guess(email, 1_000)).toBe(100);
    const device = /corridor_device=[^;]+/.exec(reset.headers.get("set-cookie")!)![0];
    expect((await signIn(email, "a new and longer one", { address: "192.0.2.1" })).status).toBe(429);
    expect((await signIn(email, "a new and longer one", { address: "192.0.2.1", cookie: device })).status).toBe(200);
  });
});
