import { exportJWK, generateKeyPair, type JSONWebKeySet } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createLogger } from "../log.ts";
import { ApiError } from "./errors.ts";
import { KeysUnavailable } from "./issuer-keys.ts";
import { createTokenVerifier, type Issuer } from "./verify-token.ts";

/** Tests claims and headers one by one. hostile-credentials.test.ts tests attacks over the network. */
const START = "2026-01-05T09:00:00.000Z";
const NOW = new Date(START).getTime() / 1_000;
const USER = "018f3c1e-0000-7000-8000-0000000000aa";
const ORG = "018f3c1e-0000-7000-8000-0000000000bb";
const SESSION = "018f3c1e-0000-7000-8000-0000000000cc";
const OWN: Issuer = {
  issuer: "https://own.example",
  audience: "corridor",
  algorithms: ["ES256"],
  subjects: "user-id",
  linkByVerifiedEmail: false,
  jwksUri: "https://own.example/keys",
};
const LINKED: Issuer = { ...OWN, issuer: "https://linked.example", subjects: "linked", secondFactorAcr: ["gold"] };
const log = createLogger({ level: "silent" });

let privateKey: CryptoKey;
let keySet: JSONWebKeySet;
let reads = 0;
beforeAll(async () => {
  const pair = await generateKeyPair("ES256", { extractable: true });
  privateKey = pair.privateKey;
  keySet = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "key-1", alg: "ES256" }] };
});

function setUp(change: Partial<Issuer> = {}) {
  const clock = new SteppedClock(START);
  const readKeys = async (): Promise<JSONWebKeySet> => {
    reads += 1;
    return keySet;
  };
  const verify = createTokenVerifier({
    issuers: [OWN, LINKED].map((issuer) => ({ ...issuer, readKeys, ...change })),
    clock,
    log,
  });
  return { clock, verify };
}

type Fields = Record<string, unknown>;
const encoded = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const CLAIMS: Fields = { iss: OWN.issuer, aud: "corridor", sub: USER, iat: NOW, exp: NOW + 600 };

/** Written by hand, because no library writes such headers. An undefined field is left out. */
async function signed(claims: Fields = {}, header: Fields = {}): Promise<string> {
  const input = `${encoded({ alg: "ES256", kid: "key-1", ...header })}.${encoded({ ...CLAIMS, ...claims })}`;
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

describe("a valid token", () => {
  test("of our own issuer says who, where, and in which session", async () => {
    const claims = {
      jti: "token-1",
      org_id: ORG.toUpperCase(),
      sid: SESSION,
      generation: 3,
      email: "ama@example.com",
      second_factor_at: NOW - 5,
    };
    expect(await setUp().verify(await signed(claims))).toEqual({
      issuer: expect.objectContaining({ issuer: OWN.issuer }),
      subject: USER,
      orgId: ORG,
      tokenId: "token-1",
      sessionId: SESSION,
      generation: 3,
      verifiedEmail: null,
      expiresAtMs: (NOW + 600) * 1_000,
      secondFactorAtMs: (NOW - 5) * 1_000,
      signedInElsewhereAtMs: null,
    });
  });

  test("may say nothing but who", async () => {
    expect(
      await setUp().verify(await signed({ iat: undefined, generation: "3", sid: "no id", org_id: null })),
    ).toMatchObject({
      orgId: null,
      tokenId: null,
      sessionId: null,
      generation: null,
      verifiedEmail: null,
      secondFactorAtMs: null,
    });
  });

  test("of another issuer names a verified address, and no session of ours", async () => {
    const { verify } = setUp();
    const of = async (claims: Fields) => verify(await signed({ iss: LINKED.issuer, sid: SESSION, ...claims }));
    expect(await of({ email: "Ama@Example.com", email_verified: true })).toMatchObject({
      verifiedEmail: "ama@example.com",
      sessionId: null,
    });
    expect(await of({ email: "ama@example.com", email_verified: "true" })).toMatchObject({ verifiedEmail: null });
    expect(await of({ email: 7, email_verified: true })).toMatchObject({ verifiedEmail: null });
  });

  test.each<[string, Fields, number | null]>([
    ["by a method", { amr: ["pwd", "otp"], auth_time: NOW }, NOW],
    ["by a key", { amr: ["hwk"], auth_time: NOW }, NOW],
    ["by a smart card", { amr: ["sc"], auth_time: NOW }, NOW],
    ["by FIDO", { amr: ["fido"], auth_time: NOW }, NOW],
    ["by a class of the issuer's", { acr: "gold", auth_time: NOW - 60 }, NOW - 60],
    ["at an unknown time", { amr: ["mfa"] }, 0],
    ["at a time that has not come", { amr: ["mfa"], auth_time: NOW + 60 }, 0],
    ["not by a password", { amr: ["pwd"], acr: "silver" }, null],
    ["not by text", { amr: "otp" }, null],
    ["not by our own claim", { second_factor_at: NOW }, null],
    ["not without any", {}, null],
  ])("of another issuer tells of a second factor %s", async (_, claims, seconds) => {
    const token = await setUp().verify(await signed({ iss: LINKED.issuer, ...claims }));
    expect(token?.secondFactorAtMs).toBe(seconds === null ? null : seconds * 1_000);
  });

  test.each<[string, Fields, number, number]>([
    ["that time", { auth_time: NOW - 60 }, NOW - 60, 0],
    ["that time with a second factor", { auth_time: NOW - 60, amr: ["otp"] }, NOW - 60, NOW - 60],
    ["no time if it names none", { iat: NOW }, 0, 0],
    ["no time that has not come", { auth_time: NOW + 60 }, 0, 0],
  ])(
    "of another issuer signed in at %s, and only with the factor where one is configured",
    async (_, claims, plain, configured) => {
      const token = await signed({ iss: LINKED.issuer, ...claims });
      expect((await setUp({ secondFactorAcr: [] }).verify(token))?.signedInElsewhereAtMs).toBe(plain * 1_000);
      expect((await setUp().verify(token))?.signedInElsewhereAtMs).toBe(configured * 1_000);
    },
  );

  test.each<[string, Fields, Fields?]>([
    ["of a usual type", {}, { typ: "JWT" }],
    ["of the type of access tokens", {}, { typ: "application/at+jwt" }],
    ["of their short type", {}, { typ: "at+jwt" }],
    ["of the long usual type", {}, { typ: "application/jwt" }],
    ["without the name of its key", {}, { kid: undefined }],
    ["that expired within the leeway", { exp: NOW - 29 }],
    ["that was made within the leeway", { iat: NOW + 30 }],
    ["with a long subject", { sub: "s".repeat(255) }],
    ["with a long id", { jti: "j".repeat(100) }],
    ["that ends when time does", { exp: 8.64e12 }],
  ])("may be one %s", async (_, claims, header = {}) => {
    expect(await setUp().verify(await signed(claims, header))).not.toBeNull();
  });
});

describe("a token is refused", () => {
  test.each<[string, Fields, Fields?]>([
    ["of a stranger", { iss: "https://stranger.example" }],
    ["without an issuer", { iss: undefined }],
    ["whose issuer is no text", { iss: 7 }],
    ["for another audience", { aud: "other" }],
    ["without an audience", { aud: undefined }],
    ["without an end", { exp: undefined }],
    ["without a subject", { sub: undefined }],
    ["with an empty subject", { sub: "" }],
    ["whose subject is no text", { sub: 7 }],
    ["with a subject that is too long", { sub: "s".repeat(256) }],
    ["with a subject that cannot be stored", { sub: "a\u0000b" }],
    ["with a subject of half a character", { sub: "a\ud800b" }],
    ["with an address that cannot be stored", { email: "a\u0000b@example.com" }],
    ["that does not hold yet", { nbf: NOW + 31 }],
    ["that was made in the future", { iat: NOW + 31 }],
    ["that ends after all time", { exp: 8.64e12 + 1 }],
    ["with an organization that is no id", { org_id: "ours" }],
    ["with an id that is no text", { jti: 7 }],
    ["with an id that is too long", { jti: "j".repeat(101) }],
    ["with an id that cannot be stored", { jti: "\u0000" }],
    ["of another algorithm", {}, { alg: "ES384" }],
    ["of no algorithm", {}, { alg: "none" }],
    ["of another type", {}, { typ: "secevent+jwt" }],
    ["whose type is no text", {}, { typ: 7 }],
    ["whose key's name is no text", {}, { kid: 7 }],
    ["whose key's name is too long", {}, { kid: "k".repeat(201) }],
    ["of a key that nobody knows", {}, { kid: "key-2" }],
    ...["jwk", "jku", "x5u", "x5c", "crit", "b64", "zip", "cty", "enc"].map((name): [string, Fields, Fields] => [
      `that brings ${name}`,
      {},
      { [name]: "x" },
    ]),
  ])("%s", async (_, claims, header = {}) => {
    expect(await setUp().verify(await signed(claims, header))).toBeNull();
  });

  test("that is none, is too long, or is signed by another", async () => {
    const { verify } = setUp();
    const token = await signed();
    for (const text of [
      "",
      "a.b.c",
      "a.b",
      `${token}.x`,
      `${token}.x.y`,
      token.slice(0, -4),
      await signed({ padding: "x".repeat(8_192) }),
    ])
      expect(await verify(text)).toBeNull();
    const { privateKey: theirs } = await generateKeyPair("ES256");
    const input = token.slice(0, token.lastIndexOf("."));
    const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, theirs, Buffer.from(input));
    const forged = `${input}.${Buffer.from(signature).toString("base64url")}`;
    expect(await verify(forged)).toBeNull();
    expect(await verify(forged)).toBeNull();
    expect(await verify(token)).not.toBeNull();
  });
});

describe("a token that was verified", () => {
  test("is not verified again for five minutes, and ends in time all the same", async () => {
    const { clock, verify } = setUp();
    const token = await signed();
    const first = await verify(token);
    clock.advance(5 * 60_000 - 1);
    expect(await verify(token)).toBe(first);
    clock.advance(1);
    const second = await verify(token);
    expect(second).not.toBe(first);
    expect(second).toEqual(first);
    const short = await signed({ exp: NOW + 301 });
    expect(await verify(short)).not.toBeNull();
    clock.advance(30_999);
    expect(await verify(short)).not.toBeNull();
    clock.advance(1);
    await expect(verify(short)).rejects.toMatchObject({ statusCode: 401, code: "CREDENTIALS_EXPIRED" });
    const ended = await signed({ exp: NOW - 30 });
    await expect(verify(ended)).rejects.toMatchObject({ code: "CREDENTIALS_EXPIRED" });
    expect(await verify(`${ended.slice(0, -8)}AAAAAAAA`)).toBeNull();
  });

  test("costs the keys of its issuer once", async () => {
    const { verify } = setUp();
    const before = reads;
    await verify(await signed());
    await verify(await signed({ jti: "another" }));
    expect(reads - before).toBe(1);
  });
});

test("while an issuer's keys cannot be read, its tokens are not called invalid", async () => {
  const unavailable = setUp({ readKeys: () => Promise.reject(new KeysUnavailable("down")) });
  const refusal = await unavailable.verify(await signed()).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({ statusCode: 503, headers: { "retry-after": "5" } });
  const broken = setUp({ readKeys: () => Promise.reject(new RangeError("a bug")) });
  await expect(broken.verify(await signed())).rejects.toThrow("a bug");
});

test("an issuer must name asymmetric algorithms", () => {
  const withAlgorithms = (algorithms: readonly string[]) => () =>
    setUp({ algorithms: algorithms as Issuer["algorithms"] });
  expect(withAlgorithms([])).toThrow("an empty list");
  expect(withAlgorithms(["ES256", "HS256"])).toThrow("HS256");
  for (const family of ["ES", "PS", "RS"])
    expect(withAlgorithms(["256", "384", "512"].map((bits) => family + bits))).not.toThrow();
  expect(withAlgorithms(["EdDSA", "Ed25519"])).not.toThrow();
});
