import { argon2Sync } from "node:crypto";
import { ACCESS } from "@corridor/server/access.ts";
import { apiKeyRoutes } from "@corridor/server/parties/api-keys/routes.ts";
import { createApiKey } from "@corridor/server/parties/api-keys/write-api-key.ts";
import { createAttempts } from "@corridor/server/parties/identity/attempts.ts";
import { createCallerSources } from "@corridor/server/parties/identity/caller-sources.ts";
import { createRequiresFactor } from "@corridor/server/parties/identity/compose-identity.ts";
import { createUserWithPassword } from "@corridor/server/parties/identity/create-user.ts";
import { createIssueToken, embeddedIssuer } from "@corridor/server/parties/identity/issue-token.ts";
import { createOidcClient, type OidcConfig } from "@corridor/server/parties/identity/oidc.ts";
import { NOTICE_OF_GUESSING } from "@corridor/server/parties/identity/record-sign-in.ts";
import { identityRoutes } from "@corridor/server/parties/identity/routes.ts";
import { createSigningKeys } from "@corridor/server/parties/identity/signing-keys.ts";
import { createMail } from "@corridor/server/parties/notifications/index.ts";
import { addMember } from "@corridor/server/parties/organizations/add-member.ts";
import { createOrganization } from "@corridor/server/parties/organizations/create-organization.ts";
import { oneCell } from "@corridor/server/kernel/db/cells-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { listenForInvalidations } from "@corridor/server/kernel/db/invalidation.ts";
import { createAuthenticate, createIdentify } from "@corridor/server/kernel/http/authenticate.ts";
import { FEATURES, type OrganizationRole, type PlatformRole } from "@corridor/server/kernel/http/caller.ts";
import { createServer } from "@corridor/server/kernel/http/server.ts";
import type { Routes } from "@corridor/server/kernel/http/typed-app.ts";
import { createTokenVerifier, type Issuer } from "@corridor/server/kernel/http/verify-token.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { silentLog } from "./database.ts";

/**
 * One API process that really authenticates: the identity provider, API keys and a test's own routes, over real HTTP on
 * a free port. Several may use one database, like the processes of a deployment.
 */
export type SentMail = { to: string; subject: string; text: string };
export type IdentityServer = Awaited<ReturnType<typeof startIdentityServer>>;

const MASTER_SECRET = "a master secret for tests that is long enough";
export const TEST_AUDIENCE = "corridor";
/** Fixed, so that several servers of a test accept each other's tokens, like processes behind one address. */
export const TEST_ISSUER = "http://identity.test/identity";
const SYSTEM = { type: "system", id: "test" } as const;

export async function startIdentityServer(options: {
  databaseUrl: string;
  clock?: SteppedClock;
  issuers?: readonly Issuer[];
  routes?: (deps: { db: Db; clock: SteppedClock; sendMail: (mail: SentMail) => Promise<void> }) => readonly Routes[];
  passwords?: boolean;
  platformSecondFactor?: boolean;
  confirmEmail?: boolean;
  signUpAllowed?: boolean;
  oidc?: OidcConfig;
}) {
  const clock = options.clock ?? new SteppedClock();
  const db = connect({ url: options.databaseUrl, maxConnections: 5, applicationName: "identity test", log: silentLog });
  const invalidations = listenForInvalidations({
    url: options.databaseUrl,
    db,
    applicationName: "identity test listener",
    log: silentLog,
  });
  const secrets = createSecretBox({ masterSecret: MASTER_SECRET });
  const { notifyPerson } = createMail({ db, clock, secrets, cells: oneCell(db) });
  const outbound = createOutbound();
  const keys = createSigningKeys({ db, secrets, clock });
  const issueToken = createIssueToken({ keys, clock, issuer: TEST_ISSUER, audience: TEST_AUDIENCE });
  const verifyToken = createTokenVerifier({
    issuers: [embeddedIssuer({ keys, issuer: TEST_ISSUER, audience: TEST_AUDIENCE }), ...(options.issuers ?? [])],
    clock,
    log: silentLog,
  });
  const { sources, lastUsedJobs, flushLastUsed } = createCallerSources({
    db,
    directory: db,
    cells: oneCell(db),
    invalidations,
    clock,
  });
  const identify = createIdentify({ sources, verifyToken });
  const publicBaseUrl = "http://127.0.0.1";
  const mails: SentMail[] = [];
  const sendMail = async (mail: SentMail): Promise<void> => void mails.push(mail);
  const oidc =
    options.oidc === undefined
      ? null
      : createOidcClient({
          config: options.oidc,
          redirectUri: `${publicBaseUrl}/identity/oidc/callback`,
          outbound,
          secrets,
          clock,
          log: silentLog,
        });

  const app = await createServer({
    config: {
      publicBaseUrl,
      // Tests set a request's address by `X-Forwarded-For`.
      trustedProxies: ["127.0.0.1"],
      corsOrigins: [],
      rateLimitPerMinute: 1_000_000,
      organizationRateLimitPerMinute: 1_000_000,
      failedAuthLimitPerMinute: 1_000_000,
      metricsToken: undefined,
      environment: "development",
      secret: MASTER_SECRET,
    },
    log: silentLog,
    metrics: createMetrics(),
    clock,
    db,
    authenticate: createAuthenticate({
      sources,
      identify,
      clock,
      publicOrigin: publicBaseUrl,
      platformSecondFactor: options.platformSecondFactor ?? false,
    }),
    access: ACCESS,
    routes: [
      apiKeyRoutes({
        db,
        clock,
        environment: "development",
        askSecondPerson: async () => undefined,
      }),
      ...(options.routes?.({ db, clock, sendMail }) ?? []),
    ],
    pages: [
      identityRoutes({
        cells: oneCell(db),
        db,
        clock,
        attempts: createAttempts({ db, clock, tellGuessed: (id) => notifyPerson(id, NOTICE_OF_GUESSING) }),
        secrets,
        log: silentLog,
        sendMail,
        notifyPerson,
        publicBaseUrl,
        issuer: TEST_ISSUER,
        keys,
        issueToken,
        identify,
        sources,
        requiresFactor: createRequiresFactor(sources, options.platformSecondFactor ?? false),
        passwords: options.passwords ?? true,
        settings: { signUp: options.signUpAllowed === false ? "closed" : "open", rateMarginBps: 50 },
        confirmEmail: options.confirmEmail ?? true,
        isLive: false,
        platformSecondPerson: false,
        oidc,
      }),
    ],
  });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });

  return {
    origin,
    db,
    clock,
    keys,
    issueToken,
    mails,
    lastUsedJob: lastUsedJobs[0]!,
    flushLastUsed,
    invalidations,
    async request(method: string, path: string, call: { headers?: Record<string, string>; body?: unknown } = {}) {
      const response = await fetch(`${origin}${path}`, {
        method,
        redirect: "manual",
        headers: { ...(call.body === undefined ? {} : { "content-type": "application/json" }), ...call.headers },
        body: call.body === undefined ? undefined : JSON.stringify(call.body),
      });
      const text = await response.text();
      // oxlint-disable-next-line typescript/no-explicit-any
      const body: any = text.startsWith("{") ? JSON.parse(text) : text;
      return { status: response.status, headers: response.headers, body };
    },
    async close() {
      await app.close();
      await invalidations.close();
      await outbound.close();
      await db.close();
    },
  };
}

export const TEST_PASSWORD = "correct horse battery";
/** A real hash at the lowest cost: tests sign in hundreds of times. */
const CHEAP_PASSWORD_HASH = cheapHash(TEST_PASSWORD);

function cheapHash(password: string): string {
  const nonce = Buffer.alloc(16, "salt");
  const key = argon2Sync("argon2id", { message: password, nonce, parallelism: 1, tagLength: 32, memory: 8, passes: 1 });
  return `$argon2id$v=19$m=8,t=1,p=1$${nonce.toString("base64").replaceAll("=", "")}$${key.toString("base64").replaceAll("=", "")}`;
}

export async function createTestOrganization(db: Db, at: Date, name = "Acme"): Promise<string> {
  const organization = await db.transaction((tx) =>
    createOrganization(tx, { name, country: "GH", features: FEATURES, actor: SYSTEM, at }),
  );
  return organization.org_id;
}

export async function createTestUser(
  db: Db,
  at: Date,
  user: {
    email: string;
    platformRole?: PlatformRole;
    memberships?: readonly (readonly [orgId: string, role: OrganizationRole])[];
  },
): Promise<string> {
  return db.transaction(async (tx) => {
    const created = await createUserWithPassword(tx, {
      email: user.email,
      name: user.email,
      platformRole: user.platformRole,
      passwordHash: CHEAP_PASSWORD_HASH,
      at,
    });
    for (const [orgId, role] of user.memberships ?? [])
      await addMember(tx, { orgId, userId: created.user_id, role, actor: SYSTEM, at });
    return created.user_id;
  });
}

/** The notices of sign-ins on unknown devices: each is on the bell, and has an e-mail. */
export const newDevicesOf = (db: Db, userId: string): Promise<{ body: string; recipient: string }[]> =>
  db.query(
    `SELECT n.body, e.recipient FROM notifications n JOIN email_outbox e USING (org_id, email_id)
     WHERE n.user_id = $1 AND n.type = 'user.new_device' ORDER BY n.notification_id`,
    [userId],
  );

export async function createTestKey(
  db: Db,
  at: Date,
  key: { orgId: string; userId: string; expiresAt?: Date },
): Promise<{ key: string; apiKeyId: string }> {
  const created = await db.transaction((tx) =>
    createApiKey(tx, { ...key, name: "test", environment: "development", actor: SYSTEM, at }),
  );
  return { key: created.key, apiKeyId: created.apiKey.api_key_id };
}
