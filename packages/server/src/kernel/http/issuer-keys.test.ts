import { generateKeyPairSync } from "node:crypto";
import type { JWK } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { silentLog } from "@corridor/test/harness/database.ts";
import { startIndependentIssuer, type IndependentIssuer } from "@corridor/test/harness/independent-issuer.ts";
import { createTokenVerifier, type Issuer } from "./verify-token.ts";

let issuer: IndependentIssuer;
const clock = new SteppedClock();
const seconds = () => clock.now().getTime() / 1_000;

beforeEach(async () => {
  issuer = await startIndependentIssuer("RS256");
});
afterEach(() => issuer.close());

const trusted = (change: Partial<Issuer> = {}): Issuer => ({
  issuer: issuer.issuer,
  audience: "corridor",
  algorithms: ["RS256"],
  jwksUri: issuer.jwksUri,
  subjects: "linked",
  linkByVerifiedEmail: false,
  ...change,
});
const verifierOf = (change: Partial<Issuer> = {}) =>
  createTokenVerifier({ issuers: [trusted(change)], clock, log: silentLog });
const token = (subject: string) =>
  issuer.sign({ iss: issuer.issuer, aud: "corridor", sub: subject, exp: seconds() + 600 });

describe("the keys of an issuer", () => {
  it("are fetched once for any number of tokens", async () => {
    const verify = verifierOf();
    for (let i = 0; i < 20; i++) expect(await verify(await token(`user ${i}`))).not.toBeNull();
    expect(issuer.keyRequests()).toBe(1);
  });

  it("are not fetched again for every unknown kid", async () => {
    const verify = verifierOf();
    await verify(await token("ann"));
    for (let i = 0; i < 20; i++)
      expect(
        await verify(
          await issuer.sign(
            { iss: issuer.issuer, aud: "corridor", sub: "ann", exp: seconds() + 600 },
            { kid: `invented ${i}` },
          ),
        ),
      ).toBeNull();
    expect(issuer.keyRequests()).toBe(1);
  });

  it("that cannot be fetched make a 503 and not a 401: nothing is known against the token", async () => {
    issuer.breakKeys(500);
    await expect(verifierOf()(await token("ann"))).rejects.toMatchObject({ statusCode: 503 });
    await expect(verifierOf({ jwksUri: "http://127.0.0.1:9/keys" })(await token("ann"))).rejects.toMatchObject({
      statusCode: 503,
    });
  });

  it("are asked for once in a while only, as long as they cannot be fetched", async () => {
    issuer.breakKeys(500);
    const verify = verifierOf();
    for (let i = 0; i < 20; i++)
      await expect(verify(await token(`user ${i}`))).rejects.toMatchObject({ statusCode: 503 });
    expect(issuer.keyRequests()).toBe(1);
  });

  it("that come by a redirect are none", async () => {
    issuer.breakKeys(302);
    await expect(verifierOf()(await token("ann"))).rejects.toMatchObject({ statusCode: 503 });
  });

  it.each<[string, JWK]>([
    [
      "too short",
      { ...generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" }), kty: "RSA" },
    ],
    ["incomplete", { kty: "RSA", e: "AQAB" }],
    ["no number at all", { kty: "RSA", e: "AQAB", n: "!!!" }],
  ])("let nobody in by one that is %s, and go on with the others", async (_name, jwk) => {
    issuer.publish({ ...jwk, kid: "odd" });
    const verify = verifierOf();
    expect(
      await verify(
        await issuer.sign({ iss: issuer.issuer, aud: "corridor", sub: "ann", exp: seconds() + 600 }, { kid: "odd" }),
      ),
    ).toBeNull();
    expect(await verify(await token("ann"))).not.toBeNull();
  });

  it("must be asymmetric ones, or the process does not start", () => {
    expect(() => verifierOf({ algorithms: ["HS256" as never] })).toThrow("HS256");
    expect(() => verifierOf({ algorithms: [] })).toThrow("asymmetric");
  });
});

describe("a verified token", () => {
  it.each([
    { sub: "a\u0000b" },
    { sub: "\ud800" },
    { jti: "\u0000" },
    { email: "a\u0000@ours.test", email_verified: true },
  ])("is none with %j, which cannot be looked up", async (odd) => {
    expect(
      await verifierOf()(
        await issuer.sign({ iss: issuer.issuer, aud: "corridor", sub: "ann", exp: seconds() + 600, ...odd }),
      ),
    ).toBeNull();
  });

  it("is remembered, and its end is still looked at on every call", async () => {
    const verify = verifierOf();
    const good = await token("ann");
    expect(await verify(good)).toMatchObject({ subject: "ann" });
    clock.advance(629_000);
    expect(await verify(good)).toMatchObject({ subject: "ann" });
    clock.advance(1_000);
    await expect(verify(good)).rejects.toMatchObject({ statusCode: 401, code: "CREDENTIALS_EXPIRED" });
  });
});
