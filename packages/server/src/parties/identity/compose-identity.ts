import type { Config } from "#src/config.ts";
import type { RunSettings } from "#src/run-settings.ts";
import { createAttempts, createLimitInstrument } from "./attempts.ts";
import { createCallerSources } from "./caller-sources.ts";
import { createIssueToken, embeddedIssuer } from "./issue-token.ts";
import { createOidcClient, type OidcClient } from "./oidc.ts";
import { ownSessionRoutes } from "./own-session-routes.ts";
import { deleteExpired } from "./queries.ts";
import { NOTICE_OF_GUESSING } from "./record-sign-in.ts";
import { identityRoutes } from "./routes.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { isApiKeyGood } from "#src/parties/api-keys/index.ts";
import type { Notice } from "#src/parties/notifications/index.ts";
import type { SendMail } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import {
  type CallerSources,
  createAuthenticate,
  createCallerAgain,
  createIdentify,
  type Person,
} from "#src/kernel/http/authenticate.ts";
import { createLocateCaller } from "#src/kernel/http/locate-caller.ts";
import { createTokenVerifier, type Issuer } from "#src/kernel/http/verify-token.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";

const CLEANUP_INTERVAL_MS = 10 * 60_000;
const ROTATION_INTERVAL_MS = 60 * 60_000;

type IdentityParts = {
  config: Config;
  settings: RunSettings;
  db: Db;
  cells: CellsInUse;
  /** The database of the first cell, which stores people. */
  directory: Db;
  isFirst: boolean;
  /** In a deployment with several cells: the facts from all of them. */
  shared?: Pick<CallerSources, "findApiKey" | "findUserOf" | "findPerson" | "findOrganization"> | undefined;
  clock: Clock;
  log: Logger;
  invalidations: Invalidations;
  secrets: SecretBox;
  outbound: Outbound;
  sendMail: SendMail;
  notifyPerson: (userId: string, notice: Notice) => Promise<void>;
};

/** Who may issue tokens, and everything that turns a request's headers into a caller. */
export function composeIdentity(deps: IdentityParts) {
  const { config, settings, db, clock, log } = deps;
  const issuer = `${config.publicBaseUrl}/identity`;
  const audience = config.identityAudience;
  const keys = createSigningKeys(deps);
  const { sources: own, lastUsedJobs, flushLastUsed } = createCallerSources(deps);
  const sources = { ...own, ...deps.shared };
  const issuers = [embeddedIssuer({ keys, issuer, audience }), ...externalIssuers(deps)];
  const identify = createIdentify({ sources, verifyToken: createTokenVerifier({ issuers, clock, log }) });
  return {
    authenticate: createAuthenticate({
      sources,
      identify,
      clock,
      publicOrigin: config.publicBaseUrl,
      platformSecondFactor: config.platformSecondFactor,
      settings,
    }),
    sources,
    limitInstrument: createLimitInstrument(deps),
    callerAgain: createCallerAgain(sources, (orgId, apiKeyId) => isApiKeyGood(db, orgId, apiKeyId, clock.now())),
    locate: createLocateCaller({ sources, identify }),
    routes: [ownSessionRoutes(deps)],
    pages: [
      identityRoutes({
        db,
        cells: deps.cells,
        clock,
        log,
        secrets: deps.secrets,
        attempts: createAttempts({ db, clock, tellGuessed: (id) => deps.notifyPerson(id, NOTICE_OF_GUESSING) }),
        keys,
        identify,
        sources,
        issuer,
        publicBaseUrl: config.publicBaseUrl,
        sendMail: deps.sendMail,
        notifyPerson: deps.notifyPerson,
        requiresFactor: createRequiresFactor(sources, config.platformSecondFactor),
        issueToken: createIssueToken({ keys, clock, issuer, audience }),
        passwords: config.embeddedIdentity,
        settings,
        // Without confirmation, anybody could create an account with another person's address.
        confirmEmail: config.environment === "production",
        isLive: config.environment === "production",
        platformSecondPerson: config.platformSecondPerson,
        oidc: singleSignOn(deps),
      }),
    ],
    jobs: deps.isFirst
      ? [
          { name: "identity-cleanup", intervalMs: CLEANUP_INTERVAL_MS, runOnce: () => deleteExpired(db, clock.now()) },
          { name: "rotate-signing-keys", intervalMs: ROTATION_INTERVAL_MS, runOnce: () => keys.rotate() },
        ]
      : [],
    // A process whose master secret differs from its deployment's could sign nobody in, so it must get no traffic.
    readiness: { name: "signing keys", check: async () => void (await keys.current()) },
    serverJobs: lastUsedJobs,
    close: async () => void (await flushLastUsed()),
  };
}

export function createRequiresFactor(
  sources: Pick<CallerSources, "findOrganization">,
  platformSecondFactor: boolean,
): (person: Person) => Promise<boolean> {
  return async (person) => {
    if (platformSecondFactor && person.platformRole !== null) return true;
    const organizations = await Promise.all(
      [...person.memberships.keys()].map((orgId) => sources.findOrganization(orgId)),
    );
    return organizations.some((organization) => organization?.requiresSecondFactor === true);
  };
}

function externalIssuers({ config }: IdentityParts): Issuer[] {
  if (config.embeddedIdentity) return [];
  return [
    {
      issuer: config.identityIssuer,
      audience: config.identityAudience,
      algorithms: config.identityAlgorithms,
      jwksUri: config.identityJwksUrl!,
      subjects: "linked",
      linkByVerifiedEmail: true,
      secondFactorAcr: config.identitySecondFactorAcr,
    },
  ];
}

function singleSignOn({ config, outbound, secrets, clock, log }: IdentityParts): OidcClient | null {
  if (config.embeddedIdentity || config.oidcClientId === undefined) return null;
  return createOidcClient({
    config: {
      issuer: config.identityIssuer,
      clientId: config.oidcClientId,
      ...(config.oidcClientSecret === undefined ? {} : { clientSecret: config.oidcClientSecret }),
      algorithms: config.identityAlgorithms,
      linkByVerifiedEmail: true,
      secondFactorAcr: config.identitySecondFactorAcr,
    },
    redirectUri: `${config.publicBaseUrl}/identity/oidc/callback`,
    outbound,
    secrets,
    clock,
    log,
  });
}
