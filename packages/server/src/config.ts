import { urlOnThisMachine } from "@corridor/base/local-url.ts";
import { isMerchantCode } from "@corridor/provider-kit/emv-code.ts";
import type { ManualAccount } from "@corridor/providers/manual/manual.ts";
import type { AsymmetricAlgorithm } from "#src/kernel/http/verify-token.ts";
import { MONEY_SETTINGS } from "./money-settings.ts";
import { OPERATING_SETTINGS } from "./operating-settings.ts";
import { collectValues, type ConfigSources } from "./setting-sources.ts";
import {
  byEnvironment,
  bytesSecret,
  choice,
  flag,
  httpOrigin,
  httpUrl,
  insecureDatabase,
  integer,
  isLoopback,
  jsonObjects,
  listOf,
  MIN_TOKEN_BITS,
  optional,
  type Parse,
  postgresUrl,
  proxies,
  remotePostgresUrl,
  setting,
  type Setting,
  smtpUrl,
  text,
  unlessHttps,
  weakSecret,
} from "./setting-types.ts";

/**
 * Every setting of the product; no other code reads the environment. An unknown name, a value that does not parse and,
 * in production, a default that is only safe on a developer's machine stop the start, with one message for all faults.
 */
export type Environment = "development" | "production";

const MIN_SECRET_BITS = 80;
const ALGORITHMS = "EdDSA ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512".split(" ") as AsymmetricAlgorithm[];

const SETTINGS = {
  environment: setting("ENVIRONMENT", choice("development", "production"), "development", {
    description:
      "What this deployment is for. Development brings demo data, sandbox providers and generated secrets; " +
      "production refuses all of them.",
  }),
  host: setting("HOST", text(), "127.0.0.1", { description: "Address the API listens on." }),
  port: setting("PORT", integer(1, 65_535), 3000, { description: "Port the API listens on." }),
  publicBaseUrl: optional("PUBLIC_BASE_URL", httpOrigin(), {
    defaultText: "`http://HOST:PORT`",
    description:
      "Origin under which clients and providers reach the service, without `/v1`. Payment pages, callbacks and the " +
      "identity issuer are built from it.",
    unsafeInProduction: (value, given) =>
      given ? unlessHttps()(value) : "must be set: providers and customers are sent there",
  }),
  trustedProxies: setting("TRUSTED_PROXIES", proxies, [], {
    description:
      "Comma-separated addresses or networks of the proxies whose `X-Forwarded-For` is trusted, or `none`. No network " +
      "is wider than 10.0.0.0/8 or fc00::/7. Must be set in production.",
    unsafeInProduction: (_value, given) =>
      given
        ? undefined
        : "must be set: name the proxies, or say `none`; behind a proxy that is not named all clients share one " +
          "address and one limit",
  }),
  corsOrigins: setting("CORS_ORIGINS", listOf(httpOrigin()), [], {
    description: "Comma-separated origins whose pages may call the API from a browser. The dashboard needs none.",
  }),
  apiProcesses: setting("API_PROCESSES", integer(1, 64), 1, {
    description: "How many API processes one `start` or `api` command runs, sharing the port.",
  }),
  shutdownGraceMs: setting("SHUTDOWN_GRACE_MS", integer(0, 300_000), byEnvironment(1_000, 5_000), {
    description:
      "How long a stopping process keeps answering new requests while `/readyz` answers 503: longer than a load " +
      "balancer needs to notice. Answers carry `Connection: close` meanwhile.",
  }),
  shutdownTimeoutSeconds: setting("SHUTDOWN_TIMEOUT_SECONDS", integer(1, 300), 10, {
    description: "How long a stopping process waits, after `SHUTDOWN_GRACE_MS`, for running requests and jobs.",
  }),

  dataDir: setting("DATA_DIR", text(), ".data", {
    description: "Folder of the embedded database, the development secret and `demo.json`.",
  }),
  databaseUrl: setting("DATABASE_URL", postgresUrl, "embedded", {
    secret: true,
    description: "PostgreSQL 15 or newer as `postgres://...`, or `embedded` for a server under `DATA_DIR`.",
    unsafeInProduction: (value, given) =>
      given
        ? insecureDatabase(value)
        : "must be set: name a PostgreSQL server, or say `embedded` to keep the data on this machine",
  }),
  databaseOwnerUrl: optional("DATABASE_OWNER_URL", postgresUrl, {
    secret: true,
    description:
      "The same database as the role that owns its tables, for `migrate`, `restore`, `drill` and `cells`: they " +
      "create tables as this role, create the role of `DATABASE_URL` if there is none, and grant it the rights " +
      "that the service needs. The service then owns no table and cannot disable a trigger.",
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databaseOwnerMayServe: setting("DATABASE_OWNER_MAY_SERVE", flag, byEnvironment(true, false), {
    description:
      "Whether the service may run as a superuser of the database or as the owner of its tables, who could switch off " +
      "the triggers that keep the books. The embedded database is always the service's own.",
  }),
  databaseReadUrl: optional("DATABASE_READ_URL", remotePostgresUrl, {
    secret: true,
    description:
      "A streaming replica. Lists, analytics and exports read from it while it is up to date, and otherwise from " +
      "`DATABASE_URL`.",
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databasePoolSize: setting("DATABASE_POOL_SIZE", integer(2, 500), 10, {
    description:
      "Connections each process may open to PostgreSQL, besides up to twelve that it always needs: ten that write " +
      "payments, one for notifications, one for the clock.",
  }),
  secret: optional("CORRIDOR_SECRET", bytesSecret(32), {
    defaultText: "generated under `DATA_DIR` in development",
    secret: true,
    description:
      "Master secret, at least 32 characters. It encrypts stored secrets and signs cursors; every process of a " +
      "deployment needs the same one.",
    unsafeInProduction: (value, given) =>
      given
        ? weakSecret(value!, MIN_SECRET_BITS)
        : "must be set: a generated secret is lost with the machine, and with it every stored credential",
  }),
  previousSecrets: setting("CORRIDOR_PREVIOUS_SECRETS", listOf(bytesSecret(32)), [], {
    secret: true,
    description:
      "Comma-separated earlier values of `CORRIDOR_SECRET`: secrets that they encrypted can still be decrypted, " +
      "until `reseal` has encrypted them again.",
  }),

  ...OPERATING_SETTINGS,
  evidenceHeads: optional("EVIDENCE_HEADS", text(), {
    defaultText: "`DATA_DIR/chain-heads.jsonl`",
    description:
      "Where the worker writes the signed heads of the ledger and the audit log every hour: a file, an http(s) " +
      "address that takes lines of JSON by POST, or `s3://bucket/folder` (with `BACKUP_S3_*`). Keep them where " +
      "nobody who can write to the database can; `corridor verify --against` reads the file or the folder of the " +
      "store.",
  }),

  logLevel: setting("LOG_LEVEL", choice("fatal", "error", "warn", "info", "debug", "trace", "silent"), "info", {
    description: "The lowest level of log lines that are written.",
  }),
  logFormat: setting("LOG_FORMAT", choice("auto", "json", "text"), "auto", {
    description: "Form of log lines. `auto`: readable text on a terminal, otherwise one JSON object a line.",
  }),
  metricsToken: optional("METRICS_TOKEN", bytesSecret(16), {
    secret: true,
    description:
      "Bearer token that `GET /metrics` requires. Unset: closed in production, and in development unless `HOST` is a " +
      "loopback address.",
    unsafeInProduction: (value) => (value === undefined ? undefined : weakSecret(value, MIN_TOKEN_BITS)),
  }),

  identityIssuer: optional("IDENTITY_ISSUER", text(), {
    defaultText: "`PUBLIC_BASE_URL/identity`",
    description: "Issuer (`iss`) of the tokens that are accepted. Setting it replaces the embedded identity provider.",
  }),
  identityAudience: setting("IDENTITY_AUDIENCE", text(), "corridor", {
    description: "Audience (`aud`) that a token must name.",
  }),
  identityJwksUrl: optional("IDENTITY_JWKS_URL", httpUrl(), {
    defaultText: "the embedded provider's",
    description: "Where the issuer publishes its keys. Needed with `IDENTITY_ISSUER`.",
    unsafeInProduction: unlessHttps("must be an https URL: whoever changes the keys on the way can sign in as anybody"),
  }),
  identityAlgorithms: setting(
    "IDENTITY_ALGORITHMS",
    listOf(choice(...ALGORITHMS)),
    ["EdDSA", "ES256", "RS256", "PS256"],
    {
      description: "Comma-separated signature algorithms that are accepted; asymmetric ones only.",
    },
  ),

  identitySecondFactorAcr: setting("IDENTITY_SECOND_FACTOR_ACR", listOf(text()), [], {
    description:
      "Comma-separated values of `acr` by which an external issuer says that a second factor was given. `amr` with " +
      "`mfa`, `otp`, `hwk`, `sc` or `fido` counts anyway. If set, people who must sign in again are asked for it.",
  }),
  platformSecondFactor: setting("PLATFORM_SECOND_FACTOR", flag, byEnvironment(false, true), {
    description:
      "Whether platform admins and staff must sign in with a second factor. Organizations choose for their members " +
      "by `settings.require_second_factor`.",
  }),
  platformSecondPerson: setting("PLATFORM_SECOND_PERSON", flag, byEnvironment(false, true), {
    description:
      "Whether a second platform admin approves what creates, revalues or redirects money or makes somebody a decider. " +
      "Always so in production; in development one person can try everything unless it is set.",
    unsafeInProduction: (on) => (on ? undefined : "must not be false: one platform admin alone could create money"),
  }),
  oidcClientId: optional("OIDC_CLIENT_ID", text(), {
    description: "Client id of this deployment at the external issuer, for single sign-on to the dashboard.",
  }),
  oidcClientSecret: optional("OIDC_CLIENT_SECRET", text(), {
    secret: true,
    description: "Secret of `OIDC_CLIENT_ID`, if the issuer gave one.",
  }),
  signUp: setting("SIGN_UP", choice("open", "closed"), byEnvironment("open", "closed"), {
    description:
      "Whether anybody may create an account at the embedded identity provider. `closed`: by invite only. In " +
      "production an address must be confirmed first.",
  }),

  rateLimitPerMinute: setting("RATE_LIMIT_PER_MINUTE", integer(1, 100_000_000), byEnvironment(6_000_000, 12_000), {
    description: "Requests one credential may make in a minute, over all processes.",
  }),
  organizationRateLimitPerMinute: setting(
    "ORGANIZATION_RATE_LIMIT_PER_MINUTE",
    integer(1, 100_000_000),
    byEnvironment(6_000_000, 60_000),
    {
      description: "Requests all credentials of one organization together may make in a minute, over all processes.",
    },
  ),
  failedAuthLimitPerMinute: setting(
    "FAILED_AUTH_LIMIT_PER_MINUTE",
    integer(1, 100_000_000),
    byEnvironment(600_000, 120),
    {
      description: "Unauthenticated or refused requests one address may make in a minute, over all processes.",
    },
  ),

  sandbox: setting("SANDBOX", flag, byEnvironment(true, false), {
    description: "Serve the sandbox providers, which move no money.",
    unsafeInProduction: (value) =>
      value ? "must be false: the sandbox accepts payments that move no money" : undefined,
  }),
  sandboxPort: setting("SANDBOX_PORT", integer(0, 65_535), 3001, {
    description: "Port of the sandbox providers.",
  }),
  sandboxSettlesWithinMs: setting("SANDBOX_SETTLES_WITHIN_MS", integer(0, 3_600_000), 10_000, {
    description:
      'How long a request to the sandbox providers may still take effect after it was sent: until then their "not ' +
      'found" is not believed.',
  }),
  sandboxDelayMs: setting("SANDBOX_DELAY_MS", integer(0, 3_600_000), 1000, {
    description: "How long the sandbox takes to complete an accepted payment.",
  }),
  sandboxBalanceUsd: setting("SANDBOX_BALANCE_USD", integer(0, 1_000_000_000), byEnvironment(1_000_000, 0), {
    description: "The opening balance of every organization in each currency, in US dollars. It is not real money.",
    unsafeInProduction: (value) =>
      value === 0 ? undefined : "must be 0: organizations would start with money that nobody paid in",
  }),
  allowInsecureWebhooks: setting("ALLOW_INSECURE_WEBHOOKS", flag, false, {
    description: "Let webhooks go to plain http and to private addresses, for local work only.",
    unsafeInProduction: (value) =>
      value ? "must be false: otherwise a registered URL can reach the internal network" : undefined,
  }),

  manualAccounts: optional("MANUAL_ACCOUNTS", receivingAccounts, {
    defaultText: "unset; with the sandbox, an invented account",
    description:
      "Bank accounts that payers of the provider `manual` are told to pay into, as a JSON array: " +
      '`[{"currency":"GHS","account_name":"...","account_number":"...","bank_name":"...","bank_code":null}]`; ' +
      '`"*"` is for any other currency. `qr_code` may hold the static EMVCo code that the bank gave for the account; ' +
      "the page then shows it with amount and reference. Without an account the provider refuses payins.",
  }),

  smtpUrl: optional("SMTP_URL", smtpUrl, {
    secret: true,
    description:
      "Mail server as `smtp://user:password@host:port` or `smtps://...`. Unset: development writes e-mail to files " +
      "under `DATA_DIR/mail`; production sends none, and each e-mail's status says so.",
    unsafeInProduction: (value) =>
      value !== undefined && new URL(value).searchParams.has("ignoreTLS") && !isLoopback(new URL(value).hostname)
        ? "must not set ignoreTLS: e-mails contain links that sign their reader in"
        : undefined,
  }),
  mailFrom: setting("MAIL_FROM", text(), "Corridor <no-reply@localhost>", {
    description: "Sender of e-mail.",
  }),

  ...MONEY_SETTINGS,
} as const;

type SettingKey = keyof typeof SETTINGS;
type Values = { readonly [K in SettingKey]: (typeof SETTINGS)[K] extends Setting<infer T> ? T : never };

export type Config = Omit<Values, "publicBaseUrl" | "secret" | "identityIssuer"> & {
  readonly publicBaseUrl: string;
  /** Undefined in development only: the command line then generates one under `dataDir`. */
  readonly secret: string | undefined;
  readonly identityIssuer: string;
  /** True when tokens come from our own identity provider. */
  readonly embeddedIdentity: boolean;
  readonly embeddedDatabase: boolean;
  readonly checkoutChallenge: { readonly url: string; readonly secret: string } | null;
  readonly challengeWidget: { readonly scriptUrl: string; readonly siteKey: string } | null;
  /** Development that others can reach: metrics need their token, and the sandbox stays on this machine. */
  readonly isExposedDevelopment: boolean;
  readonly sandboxHost: string;
};

/** One message for all faults, for a person at a terminal. */
export class InvalidConfiguration extends Error {
  override name = "InvalidConfiguration";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const NAMES: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ name }) => name));

export function loadConfig(sources: ConfigSources): Config {
  const problems: string[] = [];
  const given = collectValues(sources, NAMES, problems);
  const environment = given.get("ENVIRONMENT") === "production" ? "production" : "development";
  const values: Record<string, unknown> = {};
  for (const [key, definition] of Object.entries(SETTINGS) as [SettingKey, Setting<unknown>][]) {
    const raw = given.get(definition.name);
    let value = defaultOf(definition, environment);
    if (raw !== undefined) {
      const parsed = definition.parse(raw);
      if ("problem" in parsed) {
        problems.push(`${definition.name}${definition.secret ? "" : `=${raw}`}: ${parsed.problem}`);
        continue;
      }
      value = parsed.value;
    }
    values[key] = value;
    const unsafe = environment === "production" ? definition.unsafeInProduction?.(value, raw !== undefined) : undefined;
    if (unsafe !== undefined) problems.push(`${definition.name} ${unsafe}`);
  }
  const has = (key: SettingKey): boolean => values[key] !== undefined;
  const demand = (isMet: boolean, problem: string): void => void (isMet || problems.push(problem));
  const pair = (one: SettingKey, other: SettingKey, otherwise = "set both or neither"): void =>
    demand(has(one) === has(other), `${SETTINGS[one].name} and ${SETTINGS[other].name} go together: ${otherwise}`);
  pair("identityIssuer", "identityJwksUrl", "set both for an external issuer, or neither");
  pair("kybAppToken", "kybSecretKey");
  demand(
    !has("kybAppToken") || has("kybWebhookSecret"),
    "KYB_WEBHOOK_SECRET must be set with KYB_APP_TOKEN: without it no decision can be believed",
  );
  const { rateMarginBps: margin, rateLockDriftBps: drift } = values as Values;
  demand(
    environment === "development" || !(margin < drift),
    `RATE_MARGIN_BPS (${margin}) must not be below RATE_LOCK_DRIFT_BPS (${drift}): whoever waits for the market would ` +
      "earn the difference",
  );
  pair("checkoutChallengeUrl", "checkoutChallengeSecret");
  pair("checkoutChallengeScript", "checkoutChallengeSiteKey");
  demand(
    !has("checkoutChallengeScript") || has("checkoutChallengeUrl"),
    "CHECKOUT_CHALLENGE_SCRIPT needs CHECKOUT_CHALLENGE_URL: a solved challenge must be verified",
  );
  pair("receiptSmsUrl", "receiptSmsSecret");
  demand(
    !has("oidcClientId") || has("identityIssuer"),
    "OIDC_CLIENT_ID needs IDENTITY_ISSUER: single sign-on goes to an external issuer",
  );
  if (problems.length > 0) throw new InvalidConfiguration(problems);
  return complete(values as Values);
}

function complete(values: Values): Config {
  const isExposedDevelopment = values.environment === "development" && !isLoopback(values.host);
  const publicBaseUrl = values.publicBaseUrl ?? urlOnThisMachine(values.host, values.port);
  return Object.freeze({
    ...values,
    publicBaseUrl,
    identityIssuer: values.identityIssuer ?? `${publicBaseUrl}/identity`,
    embeddedIdentity: values.identityIssuer === undefined,
    embeddedDatabase: values.databaseUrl === "embedded",
    checkoutChallenge:
      values.checkoutChallengeUrl === undefined
        ? null
        : { url: values.checkoutChallengeUrl, secret: values.checkoutChallengeSecret! },
    challengeWidget:
      values.checkoutChallengeScript === undefined
        ? null
        : { scriptUrl: values.checkoutChallengeScript, siteKey: values.checkoutChallengeSiteKey! },
    isExposedDevelopment,
    sandboxHost: isExposedDevelopment ? "127.0.0.1" : values.host,
  });
}

function defaultOf<T>(definition: Setting<T>, environment: Environment): T {
  const value = definition.default;
  if (typeof value === "object" && value !== null && "development" in value) return value[environment];
  return value as T;
}

function receivingAccounts(raw: string): ReturnType<Parse<readonly ManualAccount[]>> {
  const accounts = jsonObjects(raw)?.map(({ bank_code, ...account }) => ({
    ...account,
    bank_code: bank_code ?? null,
  })) as ManualAccount[] | undefined;
  const isText = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";
  const isComplete = (account: ManualAccount): boolean =>
    /^([A-Z]{3}|\*)$/.test(account.currency) &&
    [account.account_name, account.account_number, account.bank_name].every(isText) &&
    (account.bank_code === null || isText(account.bank_code)) &&
    (account.qr_code === undefined ||
      (account.currency !== "*" && typeof account.qr_code === "string" && isMerchantCode(account.qr_code)));
  if (accounts?.every(isComplete) && new Set(accounts.map(({ currency }) => currency)).size === accounts.length)
    return { value: accounts };
  return {
    problem:
      "must be a JSON array with one account for each currency: currency, account_name, account_number, bank_name " +
      "and, if it has them, bank_code and qr_code (of one currency, complete and unchanged)",
  };
}

export function listSettings(): { name: string; default: string; description: string }[] {
  return (Object.values(SETTINGS) as Setting<unknown>[]).map((definition) => ({
    name: definition.name,
    default: describeDefault(definition),
    description: definition.description,
  }));
}

/** The Markdown table of docs/settings.md; `npm run check:generated` compares it with the file. */
export function describeSettings(): string {
  const rows = listSettings().map((setting) => `| \`${setting.name}\` | ${setting.default} | ${setting.description} |`);
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function describeDefault(definition: Setting<unknown>): string {
  if (definition.defaultText !== undefined) return definition.defaultText;
  const development = showValue(defaultOf(definition, "development"));
  const production = showValue(defaultOf(definition, "production"));
  return development === production ? development : `${development}; in production ${production}`;
}

function showValue(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return "unset";
  if (Array.isArray(value)) return `\`${value.join(",")}\``;
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
