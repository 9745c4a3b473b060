import { createHmac } from "node:crypto";
import {
  CompactEncrypt,
  CompactSign,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  SignJWT,
  UnsecuredJWT,
  type CryptoKey,
  type JWTPayload,
} from "jose";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  TEST_AUDIENCE,
  TEST_ISSUER,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";
import { startIndependentIssuer, type IndependentIssuer } from "@corridor/test/harness/independent-issuer.ts";
import { rawRequest } from "@corridor/test/harness/raw-request.ts";

/**
 * Credentials that must not work. Each case differs in one detail from a request that is allowed, and that detail must
 * be enough for a 401.
 */
let database: TestDatabase;
let server: IdentityServer;
let external: IndependentIssuer;
let foreign: IndependentIssuer;
let world: Awaited<ReturnType<typeof createWorld>>;
const CLOCK = "2026-01-05T09:00:00.000Z";
const NOW = new Date(CLOCK).getTime() / 1_000;
beforeAll(async () => {
  database = await createTestDatabase();
  external = await startIndependentIssuer("RS256");
  foreign = await startIndependentIssuer("RS256");
  server = await startIdentityServer({
    databaseUrl: database.url,
    issuers: [
      {
        issuer: external.issuer,
        audience: TEST_AUDIENCE,
        algorithms: ["RS256"],
        jwksUri: external.jwksUri,
        subjects: "linked",
        linkByVerifiedEmail: true,
      },
    ],
  });
  world = await createWorld();
});
afterAll(async () => {
  await server.close();
  await external.close();
  await foreign.close();
  await database[Symbol.asyncDispose]();
});
async function createWorld() {
  const at = server.clock.now();
  const db = database.db;
  const ours = await createTestOrganization(db, at, "Ours");
  const theirs = await createTestOrganization(db, at, "Theirs");
  const ann = await createTestUser(db, at, { email: "ann@ours.test", memberships: [[ours, "org-admin"]] });
  const ben = await createTestUser(db, at, { email: "ben@ours.test", memberships: [[ours, "org-member"]] });
  const eve = await createTestUser(db, at, { email: "eve@theirs.test", memberships: [[theirs, "org-admin"]] });
  const gone = await createTestUser(db, at, { email: "gone@ours.test", memberships: [[ours, "org-member"]] });
  const root = await createTestUser(db, at, { email: "root@platform.test", platformRole: "admin" });
  const { key: annKey } = await createTestKey(db, at, { orgId: ours, userId: ann });
  const { key: benKey } = await createTestKey(db, at, { orgId: ours, userId: ben });
  const { key: eveKey } = await createTestKey(db, at, { orgId: theirs, userId: eve });
  const { key: goneKey } = await createTestKey(db, at, { orgId: ours, userId: gone });
  await db.query("DELETE FROM members WHERE user_id = $1", [gone]);
  const revoked = await createTestKey(db, at, { orgId: ours, userId: ann });
  await db.query("UPDATE api_keys SET status = 'revoked', revoked_at = $2 WHERE api_key_id = $1", [
    revoked.apiKeyId,
    at,
  ]);
  const { key: expiredKey } = await createTestKey(db, at, {
    orgId: ours,
    userId: ann,
    expiresAt: new Date(at.getTime() - 1),
  });
  const attacker = await generateKeyPair("ES256", { extractable: true });
  return {
    ours,
    theirs,
    ann,
    eve,
    root,
    annKey,
    benKey,
    eveKey,
    goneKey,
    revokedKey: revoked.key,
    expiredKey,
    attacker,
  };
}

function claims(change: JWTPayload = {}): JWTPayload {
  return {
    iss: TEST_ISSUER,
    aud: TEST_AUDIENCE,
    sub: world.ann,
    org_id: world.ours,
    generation: 1,
    iat: NOW,
    exp: NOW + 600,
    jti: "a-token",
    ...change,
  };
}

function without(...names: string[]): JWTPayload {
  return Object.fromEntries(Object.entries(claims()).filter(([name]) => !names.includes(name)));
}

/** Signed by the real key of our issuer. */
async function signed(payload: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
  const { keyId, privateKey } = await server.keys.current();
  return new SignJWT(payload)
    .setProtectedHeader({ alg: "ES256", kid: keyId, typ: "JWT", ...header } as never)
    .sign(privateKey);
}

/** Signed by somebody else under our key's name. */
async function forged(
  payload: JWTPayload,
  header: Record<string, unknown> = {},
  key: CryptoKey = world.attacker.privateKey,
): Promise<string> {
  const { keyId } = await server.keys.current();
  return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: keyId, ...header } as never).sign(key);
}

/** Signed by the real key, for headers that no library would agree to write. */
async function signedBytes(header: Record<string, unknown>, payload: string): Promise<string> {
  const { keyId, privateKey } = await server.keys.current();
  const input = `${base64url({ alg: "ES256", kid: keyId, ...header })}.${payload}`;
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

function base64url(value: unknown): string {
  return Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
}

async function ask(
  headers: readonly (readonly [string, string])[],
): Promise<{ status: number; body: { status?: string; message?: string } }> {
  return rawRequest(`${server.origin}/v1/public/api-keys`, headers);
}

const bearing = (token: string): [string, string][] => [
  ["authorization", `Bearer ${token}`],
  ["x-api-key", "NONE"],
];
const keyed = (key: string): [string, string][] => [
  ["authorization", "NONE"],
  ["x-api-key", key],
];

describe("good credentials are let in", () => {
  it.each<[string, () => Promise<[string, string][]>]>([
    ["an API key", async () => keyed(world.annKey)],
    ["a token of our own issuer", async () => bearing(await signed(claims()))],
    ["a token without an organization, whose user has only one", async () => bearing(await signed(without("org_id")))],
    ["a token that expired within the leeway", async () => bearing(await signed(claims({ exp: NOW - 29 })))],
    ["a token that starts within the leeway", async () => bearing(await signed(claims({ nbf: NOW + 29 })))],
    [
      "a token among whose audiences we are",
      async () => bearing(await signed(claims({ aud: ["other", TEST_AUDIENCE] }))),
    ],
    [
      "an independent issuer's token, linked by its verified address",
      async () =>
        bearing(
          await external.sign({
            iss: external.issuer,
            aud: TEST_AUDIENCE,
            sub: "ann-there",
            email: "Ann@ours.test",
            email_verified: true,
            exp: NOW + 600,
          }),
        ),
    ],
    [
      "a key and a token of the same person in the same organization",
      async () => [
        ["authorization", `Bearer ${await signed(claims())}`],
        ["x-api-key", world.annKey],
      ],
    ],
    [
      "headers whose names are written in another case",
      async () => [
        ["AUTHORIZATION", "NONE"],
        ["X-API-KEY", world.annKey],
      ],
    ],
  ])("%s", async (_name, headers) => {
    expect(await ask(await headers())).toMatchObject({ status: 200 });
  });
});

type Case = [name: string, headers: () => Promise<[string, string][]> | [string, string][]];

const HEADER_CASES: Case[] = [
  ["no headers at all", () => []],
  ["only Authorization", async () => [["authorization", `Bearer ${await signed(claims())}`]]],
  ["only X-Api-Key", () => [["x-api-key", world.annKey]]],
  [
    "NONE and NONE",
    () => [
      ["authorization", "NONE"],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "none in lower case for NONE",
    () => [
      ["authorization", "none"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "None in mixed case for NONE",
    () => [
      ["authorization", "None"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "Bearer NONE for NONE",
    () => [
      ["authorization", "Bearer NONE"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "NONE in quotes",
    () => [
      ["authorization", '"NONE"'],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "NONE with a no-break space around it",
    () => [
      ["authorization", "\u00a0NONE\u00a0"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "NONE,NONE",
    () => [
      ["authorization", "NONE,NONE"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "an empty Authorization",
    () => [
      ["authorization", ""],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "an empty X-Api-Key",
    async () => [
      ["authorization", `Bearer ${await signed(claims())}`],
      ["x-api-key", ""],
    ],
  ],
  [
    "null for NONE",
    () => [
      ["authorization", "null"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "Authorization twice, NONE and NONE",
    () => [
      ["authorization", "NONE"],
      ["authorization", "NONE"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "Authorization twice, NONE first and a forged token second",
    () => [
      ["authorization", "NONE"],
      ["authorization", "Bearer a.b.c"],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "X-Api-Key twice, the same key",
    () => [
      ["authorization", "NONE"],
      ["x-api-key", world.annKey],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "X-Api-Key twice, NONE and a key",
    () => [
      ["authorization", "NONE"],
      ["x-api-key", "NONE"],
      ["X-API-KEY", world.annKey],
    ],
  ],
  [
    "the token without Bearer",
    async () => [
      ["authorization", await signed(claims())],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "another scheme than Bearer",
    async () => [
      ["authorization", `Basic ${await signed(claims())}`],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "Bearer and nothing",
    () => [
      ["authorization", "Bearer "],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "Bearer and two spaces",
    async () => [
      ["authorization", `Bearer  ${await signed(claims())}`],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "two tokens in one header",
    async () => [
      ["authorization", `Bearer ${await signed(claims())} ${await signed(claims())}`],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "the API key as a bearer token",
    () => [
      ["authorization", `Bearer ${world.annKey}`],
      ["x-api-key", "NONE"],
    ],
  ],
  [
    "the token as an API key",
    async () => [
      ["authorization", "NONE"],
      ["x-api-key", await signed(claims())],
    ],
  ],
  [
    "a session cookie on the API's own path",
    async () => [
      ["cookie", `corridor_session=${await signed(claims())}`],
      ["x-requested-with", "corridor"],
    ],
  ],
];

const KEY_CASES: Case[] = [
  [
    "a key with one character changed",
    () => keyed(`${world.annKey.slice(0, 20)}${world.annKey[20] === "x" ? "y" : "x"}${world.annKey.slice(21)}`),
  ],
  ["a key cut short", () => keyed(world.annKey.slice(0, -1))],
  ["a key with a character more", () => keyed(`${world.annKey}0`)],
  ["only the prefix of a key", () => keyed(world.annKey.slice(0, 12))],
  ["a key in upper case", () => keyed(world.annKey.toUpperCase())],
  ["a live key's prefix on a test key", () => keyed(world.annKey.replace("ck_test_", "ck_live_"))],
  [
    "the stored hash of a key",
    async () => {
      const [row] = await database.db.query<{ hash: string }>(
        "SELECT encode(key_hash, 'hex') AS hash FROM api_keys LIMIT 1",
      );
      return keyed(row!.hash);
    },
  ],
  ["SQL in place of a key", () => keyed("' OR '1'='1")],
  ["a wildcard in place of a key", () => keyed("ck_test_%")],
  ["a revoked key", () => keyed(world.revokedKey)],
  ["an expired key", () => keyed(world.expiredKey)],
  ["a key whose maker is no longer a member", () => keyed(world.goneKey)],
  ["a key of ten thousand characters", () => keyed(`ck_test_${"a".repeat(10_000)}`)],
];

const PAIR_CASES: Case[] = [
  [
    "a key and a token of different organizations",
    async () => [
      ["authorization", `Bearer ${await signed(claims())}`],
      ["x-api-key", world.eveKey],
    ],
  ],
  [
    "a key and a token of different people in one organization",
    async () => [
      ["authorization", `Bearer ${await signed(claims())}`],
      ["x-api-key", world.benKey],
    ],
  ],
  [
    "a good key beside a forged token",
    async () => [
      ["authorization", `Bearer ${await forged(claims())}`],
      ["x-api-key", world.annKey],
    ],
  ],
  [
    "a good token beside a revoked key",
    async () => [
      ["authorization", `Bearer ${await signed(claims())}`],
      ["x-api-key", world.revokedKey],
    ],
  ],
  [
    "a good token beside an invented key",
    async () => [
      ["authorization", `Bearer ${await signed(claims())}`],
      ["x-api-key", "ck_test_invented"],
    ],
  ],
];

const TIME_AND_CLAIM_CASES: Case[] = [
  ["an expired token", async () => bearing(await signed(claims({ exp: NOW - 30 })))],
  ["a token that is not valid yet", async () => bearing(await signed(claims({ nbf: NOW + 31 })))],
  ["a token issued in the future", async () => bearing(await signed(claims({ iat: NOW + 31 })))],
  ["a token without exp", async () => bearing(await signed(without("exp")))],
  ["exp as text", async () => bearing(await signed(claims({ exp: `${NOW + 600}` as never })))],
  ["exp beyond all time", async () => bearing(await signed(claims({ exp: 1e300 })))],
  ["a token without sub", async () => bearing(await signed(without("sub")))],
  ["an empty sub", async () => bearing(await signed(claims({ sub: "" })))],
  ["a sub that is no user", async () => bearing(await signed(claims({ sub: "00000000-0000-7000-8000-000000000000" })))],
  ["a sub that is SQL", async () => bearing(await signed(claims({ sub: "x' OR 1=1 --" })))],
  ["a sub that is a list", async () => bearing(await signed(claims({ sub: [world.ann] as never })))],
  ["a sub of a thousand characters", async () => bearing(await signed(claims({ sub: "a".repeat(1_000) })))],
  ["a token without aud", async () => bearing(await signed(without("aud")))],
  ["another audience", async () => bearing(await signed(claims({ aud: "somebody-else" })))],
  [
    "an audience that only begins like ours",
    async () => bearing(await signed(claims({ aud: `${TEST_AUDIENCE}-admin` }))),
  ],
  ["a token without iss", async () => bearing(await signed(without("iss")))],
  [
    "a foreign issuer with keys of its own",
    async () => bearing(await foreign.sign({ ...claims(), iss: foreign.issuer })),
  ],
  ["a foreign issuer's signature under our issuer's name", async () => bearing(await foreign.sign(claims()))],
  ["our issuer's name with a slash behind it", async () => bearing(await signed(claims({ iss: `${TEST_ISSUER}/` })))],
  ["our issuer's name in upper case", async () => bearing(await signed(claims({ iss: TEST_ISSUER.toUpperCase() })))],
  [
    "an organization of which the user is no member",
    async () => bearing(await signed(claims({ org_id: world.theirs }))),
  ],
  ["an organization that is no id", async () => bearing(await signed(claims({ org_id: "ours" })))],
  ["an organization as an object", async () => bearing(await signed(claims({ org_id: { id: world.ours } })))],
  [
    "an organization for a platform admin who belongs to none",
    async () => bearing(await signed(claims({ sub: world.root }))),
  ],
  ["a generation of before the last password change", async () => bearing(await signed(claims({ generation: 0 })))],
  ["no generation at all", async () => bearing(await signed(without("generation")))],
  [
    "a signed-out token",
    async () => {
      const token = await signed(claims({ jti: "signed-out" }));
      expect(
        (await server.request("POST", "/identity/sign-out", { headers: { authorization: `Bearer ${token}` } })).status,
      ).toBe(204);
      return bearing(token);
    },
  ],
  [
    "an independent issuer's subject that nobody linked",
    async () =>
      bearing(await external.sign({ iss: external.issuer, aud: TEST_AUDIENCE, sub: "nobody", exp: NOW + 600 })),
  ],
  [
    "an independent issuer's address that it did not verify",
    async () =>
      bearing(
        await external.sign({
          iss: external.issuer,
          aud: TEST_AUDIENCE,
          sub: "ben-there",
          email: "ben@ours.test",
          email_verified: false,
          exp: NOW + 600,
        }),
      ),
  ],
  [
    "an independent issuer's verified address of a platform admin",
    async () =>
      bearing(
        await external.sign({
          iss: external.issuer,
          aud: TEST_AUDIENCE,
          sub: "root-there",
          email: "root@platform.test",
          email_verified: true,
          exp: NOW + 600,
        }),
      ),
  ],
  [
    "an independent issuer that names our user id as its subject",
    async () => bearing(await external.sign({ ...claims(), iss: external.issuer })),
  ],
  ["an independent issuer that speaks in our issuer's name", async () => bearing(await external.sign(claims()))],
];

const SIGNATURE_CASES: Case[] = [
  ["alg none", () => bearing(new UnsecuredJWT(claims()).encode())],
  ["alg None in mixed case", async () => bearing(`${base64url({ alg: "None", typ: "JWT" })}.${base64url(claims())}.`)],
  [
    "alg none with our real signature behind it",
    async () => {
      const [, payload, signature] = (await signed(claims())).split(".");
      return bearing(`${base64url({ alg: "none" })}.${payload}.${signature}`);
    },
  ],
  [
    "HS256 with our public key as the secret (PEM)",
    async () => {
      const { keys } = await server.keys.publicKeys();
      const pem = await exportSPKI((await importJWK(keys[0]!, "ES256")) as CryptoKey);
      return bearing(hmacToken("HS256", pem));
    },
  ],
  [
    "HS256 with our public key as the secret (JWK)",
    async () => bearing(hmacToken("HS256", JSON.stringify((await server.keys.publicKeys()).keys[0]))),
  ],
  ["HS512 with an empty secret", () => bearing(hmacToken("HS512", ""))],
  [
    "an algorithm the issuer did not pin (EdDSA)",
    async () => {
      const pair = await generateKeyPair("EdDSA");
      return bearing(await forged(claims(), { alg: "EdDSA" }, pair.privateKey));
    },
  ],
  ["the right algorithm with another key", async () => bearing(await forged(claims()))],
  [
    "a changed payload under the old signature",
    async () => {
      const [header, , signature] = (await signed(claims())).split(".");
      return bearing(`${header}.${base64url(claims({ sub: world.eve, org_id: world.theirs }))}.${signature}`);
    },
  ],
  [
    "a changed header under the old signature",
    async () => {
      const [header, payload, signature] = (await signed(claims())).split(".");
      const changed = { ...JSON.parse(Buffer.from(header!, "base64url").toString()), extra: true };
      return bearing(`${base64url(changed)}.${payload}.${signature}`);
    },
  ],
  ["a signature with its last byte gone", async () => bearing((await signed(claims())).slice(0, -2))],
  ["an empty signature", async () => bearing((await signed(claims())).replace(/[^.]+$/, ""))],
  [
    "a signature of zeros (r = s = 0)",
    async () => bearing((await signed(claims())).replace(/[^.]+$/, Buffer.alloc(64).toString("base64url"))),
  ],
  ["a token cut in the middle", async () => bearing((await signed(claims())).slice(0, 60))],
  ["a token of two parts", async () => bearing((await signed(claims())).split(".").slice(0, 2).join("."))],
  ["a token of four parts", async () => bearing(`${await signed(claims())}.more`)],
  [
    "an encrypted token (JWE)",
    async () => {
      const pair = await generateKeyPair("RSA-OAEP-256");
      return bearing(
        await new CompactEncrypt(Buffer.from(await signed(claims())))
          .setProtectedHeader({ alg: "RSA-OAEP-256", enc: "A256GCM", cty: "JWT" })
          .encrypt(pair.publicKey),
      );
    },
  ],
  [
    "a token inside a token",
    async () => {
      const { keyId, privateKey } = await server.keys.current();
      return bearing(
        await new CompactSign(Buffer.from(await signed(claims())))
          .setProtectedHeader({ alg: "ES256", kid: keyId, cty: "JWT" })
          .sign(privateKey),
      );
    },
  ],
  [
    "a payload that is a JSON list",
    async () => {
      const { keyId, privateKey } = await server.keys.current();
      return bearing(
        await new CompactSign(Buffer.from(JSON.stringify([claims()])))
          .setProtectedHeader({ alg: "ES256", kid: keyId })
          .sign(privateKey),
      );
    },
  ],
  [
    "a payload that is no JSON",
    async () => {
      const { keyId, privateKey } = await server.keys.current();
      return bearing(
        await new CompactSign(Buffer.from("{")).setProtectedHeader({ alg: "ES256", kid: keyId }).sign(privateKey),
      );
    },
  ],
  ["a token of nine thousand characters", async () => bearing(await signed(claims({ padding: "x".repeat(9_000) })))],
];

const HEADER_PARAMETER_CASES: Case[] = [
  ["kid that is unknown", async () => bearing(await forged(claims(), { kid: "unknown" }))],
  ["kid that is a path", async () => bearing(await forged(claims(), { kid: "../../../../dev/null" }))],
  ["kid that is SQL", async () => bearing(await forged(claims(), { kid: "x' UNION SELECT 'secret' --" }))],
  ["kid that is a URL", async () => bearing(await forged(claims(), { kid: foreign.jwksUri }))],
  ["kid of a thousand characters", async () => bearing(await signed(claims(), { kid: "k".repeat(1_000) }))],
  ["kid that is no text", async () => bearing(await signed(claims(), { kid: 1 }))],
  [
    "jwk: the attacker's key inside the token",
    async () => bearing(await forged(claims(), { jwk: await exportJWK(world.attacker.publicKey) })),
  ],
  [
    "jwk inside a token that is signed well",
    async () => bearing(await signed(claims(), { jwk: await exportJWK(world.attacker.publicKey) })),
  ],
  ["jku: the attacker's key set", async () => bearing(await forged(claims(), { jku: foreign.jwksUri }))],
  ["jku in a token that is signed well", async () => bearing(await signed(claims(), { jku: foreign.jwksUri }))],
  ["x5u: the attacker's certificate", async () => bearing(await forged(claims(), { x5u: `${foreign.issuer}/cert` }))],
  ["x5c: a certificate inside the token", async () => bearing(await signed(claims(), { x5c: ["MIIB"] }))],
  [
    "crit: an extension that we do not know",
    async () => bearing(await signedBytes({ crit: ["exp"], exp: NOW + 600 }, base64url(claims()))),
  ],
  [
    "b64: a payload that is not encoded",
    async () =>
      bearing(await signedBytes({ crit: ["b64"], b64: false }, JSON.stringify(claims()).replaceAll(".", "%"))),
  ],
  ["zip: a compressed payload", async () => bearing(await signed(claims(), { zip: "DEF" }))],
  ["typ of another kind of token", async () => bearing(await signed(claims(), { typ: "dpop+jwt" }))],
  ["typ of a logout token", async () => bearing(await signed(claims(), { typ: "logout+jwt" }))],
  ["typ that is no text", async () => bearing(await signed(claims(), { typ: ["JWT"] }))],
];

function hmacToken(algorithm: "HS256" | "HS512", secret: string): string {
  const input = `${base64url({ alg: algorithm, typ: "JWT" })}.${base64url(claims())}`;
  return `${input}.${createHmac(algorithm === "HS256" ? "sha256" : "sha512", secret)
    .update(input)
    .digest("base64url")}`;
}

describe.each([
  ["headers", HEADER_CASES],
  ["API keys", KEY_CASES],
  ["two credentials", PAIR_CASES],
  ["claims and time", TIME_AND_CLAIM_CASES],
  ["signatures", SIGNATURE_CASES],
  ["token headers", HEADER_PARAMETER_CASES],
])("refused with 401: %s", (_group, cases) => {
  it.each(cases)("%s", async (_name, headers) => {
    const sent = await headers();
    expect(await ask(sent)).toMatchObject({ status: 401, body: { status: "error" } });
    // Repeated, so that cached lookups are used: still refused.
    expect((await ask(sent)).status).toBe(401);
  });
});

it.each<[string, [string, string][], string]>([
  ["absent", [["authorization", "NONE"]], "CREDENTIALS_MISSING"],
  ["both NONE", [...keyed("NONE")], "CREDENTIALS_MISSING"],
  ["doubled", [...keyed("NONE"), ["x-api-key", "NONE"]], "CREDENTIALS_MALFORMED"],
  [
    "not a bearer token",
    [
      ["authorization", "Basic YTpi"],
      ["x-api-key", "NONE"],
    ],
    "CREDENTIALS_MALFORMED",
  ],
  ["unknown", [...keyed("ck_test_nobody")], "UNAUTHORIZED"],
])("headers that are %s are told so by their code", async (_name, headers, code) => {
  expect((await ask(headers)).body).toMatchObject({ code });
});

describe("whatever the bytes", () => {
  it("a mutated token is refused with 401 and never with a 500", async () => {
    const good = await signed(claims());
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.constantFrom("A", "z", "0", "-", "_", ".", "=", "+", "/", "%"),
        fc.constantFrom("replace", "insert", "remove"),
        async (at, character, kind) => {
          const rest = kind === "insert" ? good.slice(at) : good.slice(at + 1);
          const token = `${good.slice(0, at)}${kind === "remove" ? "" : character}${rest}`;
          fc.pre(token !== good && !sameBytes(token, good));
          expect((await ask(bearing(token))).status).toBe(401);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("arbitrary parts are refused with 401 and never with a 500", async () => {
    const part = fc.oneof(
      fc.base64String({ maxLength: 60 }).map((text) => text.replaceAll("=", "")),
      fc.json().map((text) => base64url(text)),
      fc.constant(""),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
        expect((await ask(bearing(parts.join(".")))).status).toBe(401);
      }),
      { numRuns: 300 },
    );
  });
});

/** Base64url lets the last character of a part differ without changing a byte; then it is the same token. */
function sameBytes(a: string, b: string): boolean {
  const [left, right] = [a.split("."), b.split(".")];
  return (
    left.length === right.length &&
    left.every(
      (part, index) =>
        part.length === right[index]!.length &&
        Buffer.from(part, "base64url").equals(Buffer.from(right[index]!, "base64url")),
    )
  );
}
