import { urlOnThisMachine } from "@corridor/base/local-url.ts";
import { isMerchantCode } from "@corridor/provider-kit/emv-code.ts";
import type { ManualAccount } from "@corridor/providers/manual/manual.ts";
import { MONEY_SETTINGS } from "./money-settings.ts";
import { OPERATING_SETTINGS } from "./operating-settings.ts";
import { collectValues, type ConfigSources } from "./setting-sources.ts";
import {
  bytesSecret,
  choice,
  flag,
  httpOrigin,
  httpUrl,
  insecureDatabase,
  isLoopback,
  integer,
  jsonObjects,
  listOf,
  MIN_TOKEN_BITS,
  optional,
  postgresUrl,
  remotePostgresUrl,
  proxies,
  type Setting,
  setting,
  smtpUrl,
  text,
  type Parse,
  weakSecret,
} from "./setting-types.ts";

/**
 * Every setting of the product is in this one table, and no other code reads the environment. An unknown name, a value
 * that does not parse and, in production, a default that is only safe on a developer's machine all stop the start. One
 * message lists every fault, so that nobody fixes them one restart at a time.
 */
export type Environment = "development" | "production";

const MIN_SECRET_BITS = 80;

const SETTINGS = {
  environment: setting<Environment>({
    name: "ENVIRONMENT",
    parse: choice("development", "production"),
    default: "development",
    description:
      "What this deployment is for. Development brings demo data, sandbox providers and generated secrets; " +
      "production refuses all of them.",
  }),
  host: setting({ name: "HOST", parse: text(), default: "127.0.0.1", description: "Address the API listens on." }),
  port: setting({ name: "PORT", parse: integer(1, 65_535), default: 3000, description: "Port the API listens on." }),
  publicBaseUrl: setting<string | undefined>({
    name: "PUBLIC_BASE_URL",
    parse: httpOrigin(),
    default: undefined,
    defaultText: "`http://HOST:PORT`",
    description:
      "Origin under which clients and providers reach the service, without `/v1`. Payment pages, callbacks and the " +
      "identity issuer are built from it.",
    unsafeInProduction: (value, given) =>
      !given
        ? "must be set: providers and customers are sent there"
        : value?.startsWith("https://")
          ? undefined
          : "must be an https URL",
  }),
  trustedProxies: setting<readonly string[]>({
    name: "TRUSTED_PROXIES",
    parse: proxies,
    default: [],
    description:
      "Comma-separated addresses or networks of the proxies whose `X-Forwarded-For` is trusted, or `none`. Must be " +
      "set in production.",
    unsafeInProduction: (_value, given) =>
      given
        ? undefined
        : "must be set: name the proxies, or say `none`; behind a proxy that is not named all clients share one " +
          "address and one limit",
  }),
  corsOrigins: setting<readonly string[]>({
    name: "CORS_ORIGINS",
    parse: listOf(httpOrigin()),
    default: [],
    description: "Comma-separated origins whose pages may call the API from a browser. The dashboard needs none.",
  }),
  apiProcesses: setting({
    name: "API_PROCESSES",
    parse: integer(1, 64),
    default: 1,
    description: "How many API processes one `start` or `api` command runs, sharing the port.",
  }),
  shutdownGraceMs: setting({
    name: "SHUTDOWN_GRACE_MS",
    parse: integer(0, 300_000),
    default: { development: 1_000, production: 5_000 },
    description:
      "How long a stopping process keeps answering new requests while `/readyz` answers 503: longer than a load " +
      "balancer needs to notice. Answers carry `Connection: close` meanwhile.",
  }),
  shutdownTimeoutSeconds: setting({
    name: "SHUTDOWN_TIMEOUT_SECONDS",
    parse: integer(1, 300),
    default: 10,
    description: "How long a stopping process waits, after `SHUTDOWN_GRACE_MS`, for running requests and jobs.",
  }),

  dataDir: setting({
    name: "DATA_DIR",
    parse: text(),
    default: ".data",
    description: "Folder of the embedded database, the development secret and `demo.json`.",
  }),
  databaseUrl: setting<string>({
    name: "DATABASE_URL",
    parse: postgresUrl,
    default: "embedded",
    secret: true,
    description: "PostgreSQL 15 or newer as `postgres://...`, or `embedded` for a server under `DATA_DIR`.",
    unsafeInProduction: (value, given) =>
      given
        ? insecureDatabase(value)
        : "must be set: name a PostgreSQL server, or say `embedded` to keep the data on this machine",
  }),
  databaseOwnerUrl: setting<string | undefined>({
    name: "DATABASE_OWNER_URL",
    parse: optional(postgresUrl),
    default: undefined,
    secret: true,
    description:
      "The same database as the role that owns its tables, for `migrate`, `restore`, `drill` and `cells`: they " +
      "create tables as this role, create the role of `DATABASE_URL` if there is none, and grant it the rights " +
      "that " +
      "the service needs. The service then owns no table and cannot disable a trigger.",
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databaseReadUrl: setting<string | undefined>({
    name: "DATABASE_READ_URL",
    parse: optional(remotePostgresUrl),
    default: undefined,
    secret: true,
    description:
      "A streaming replica. Lists, analytics and exports read from it while it is up to date, and otherwise from " +
      "`DATABASE_URL`.",
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databasePoolSize: setting({
    name: "DATABASE_POOL_SIZE",
    parse: integer(2, 500),
    default: 10,
    description:
      "Connections each process may open to PostgreSQL, besides up to nine that it always needs: seven that write " +
      "payments, one for notifications, one for the clock.",
  }),
  secret: setting<string | undefined>({
    name: "CORRIDOR_SECRET",
    parse: bytesSecret(32),
    default: undefined,
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
  previousSecrets: setting<readonly string[]>({
    name: "CORRIDOR_PREVIOUS_SECRETS",
    parse: listOf(bytesSecret(32)),
    default: [],
    secret: true,
    description:
      "Comma-separated earlier values of `CORRIDOR_SECRET`: secrets that they encrypted can still be decrypted, " +
      "until `reseal` has encrypted them again.",
  }),

  ...OPERATING_SETTINGS,
  evidenceHeads: setting<string | undefined>({
    name: "EVIDENCE_HEADS",
    parse: optional(text()),
    default: undefined,
    defaultText: "`DATA_DIR/chain-heads.jsonl`",
    description:
      "Where the worker writes the signed heads of the ledger and the audit log every hour: a file, an http(s) " +
      "address that takes lines of JSON by POST, or `s3://bucket/folder` (with `BACKUP_S3_*`). Keep them where " +
      "nobody who can write to the database can; `corridor verify --against` reads the file or the folder of the " +
      "store.",
  }),

  logLevel: setting({
    name: "LOG_LEVEL",
    parse: choice("fatal", "error", "warn", "info", "debug", "trace", "silent"),
    default: "info",
    description: "The lowest level of log lines that are written.",
  }),
  logFormat: setting<"auto" | "json" | "text">({
    name: "LOG_FORMAT",
    parse: choice("auto", "json", "text"),
    default: "auto",
    description: "Form of log lines. `auto`: readable text on a terminal, otherwise one JSON object a line.",
  }),
  metricsToken: setting<string | undefined>({
    name: "METRICS_TOKEN",
    parse: optional(bytesSecret(16)),
    default: undefined,
    secret: true,
    description:
      "Bearer token that `GET /metrics` requires. Unset: closed in production, and in development unless `HOST` is a " +
      "loopback address.",
    unsafeInProduction: (value) => (value === undefined ? undefined : weakSecret(value, MIN_TOKEN_BITS)),
  }),

  identityIssuer: setting<string | undefined>({
    name: "IDENTITY_ISSUER",
    parse: optional(text()),
    default: undefined,
    defaultText: "`PUBLIC_BASE_URL/identity`",
    description: "Issuer (`iss`) of the tokens that are accepted. Setting it replaces the embedded identity provider.",
  }),
  identityAudience: setting({
    name: "IDENTITY_AUDIENCE",
    parse: text(),
    default: "corridor",
    description: "Audience (`aud`) that a token must name.",
  }),
  identityJwksUrl: setting<string | undefined>({
    name: "IDENTITY_JWKS_URL",
    parse: optional(httpUrl()),
    default: undefined,
    defaultText: "the embedded provider's",
    description: "Where the issuer publishes its keys. Needed with `IDENTITY_ISSUER`.",
    unsafeInProduction: (value) =>
      value === undefined || value.startsWith("https://")
        ? undefined
        : "must be an https URL: whoever changes the keys on the way can sign in as anybody",
  }),
  identityAlgorithms: setting<readonly SignatureAlgorithm[]>({
    name: "IDENTITY_ALGORITHMS",
    parse: listOf(choice("EdDSA", "ES256", "ES384", "ES512", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512")),
    default: ["EdDSA", "ES256", "RS256", "PS256"],
    description: "Comma-separated signature algorithms that are accepted; asymmetric ones only.",
  }),

  identitySecondFactorAcr: setting<readonly string[]>({
    name: "IDENTITY_SECOND_FACTOR_ACR",
    parse: listOf(text()),
    default: [],
    description:
      "Comma-separated values of `acr` by which an external issuer says that a second factor was given. `amr` with " +
      "`mfa`, `otp`, `hwk`, `sc` or `fido` counts anyway.",
  }),
  platformSecondFactor: setting({
    name: "PLATFORM_SECOND_FACTOR",
    parse: flag,
    default: { development: false, production: true },
    description:
      "Whether platform admins and staff must sign in with a second factor. Organizations choose for their members " +
      "by `settings.require_second_factor`.",
  }),
  oidcClientId: setting<string | undefined>({
    name: "OIDC_CLIENT_ID",
    parse: optional(text()),
    default: undefined,
    description: "Client id of this deployment at the external issuer, for single sign-on to the dashboard.",
  }),
  oidcClientSecret: setting<string | undefined>({
    name: "OIDC_CLIENT_SECRET",
    parse: optional(text()),
    default: undefined,
    secret: true,
    description: "Secret of `OIDC_CLIENT_ID`, if the issuer gave one.",
  }),
  signUp: setting<"open" | "closed">({
    name: "SIGN_UP",
    parse: choice("open", "closed"),
    default: { development: "open", production: "closed" },
    description:
      "Whether anybody may create an account at the embedded identity provider. `closed`: by invite only. In " +
      "production an address must be confirmed first.",
  }),

  rateLimitPerMinute: setting({
    name: "RATE_LIMIT_PER_MINUTE",
    parse: integer(1, 100_000_000),
    default: { development: 6_000_000, production: 12_000 },
    description: "Requests one credential may make in a minute, over all processes.",
  }),
  organizationRateLimitPerMinute: setting({
    name: "ORGANIZATION_RATE_LIMIT_PER_MINUTE",
    parse: integer(1, 100_000_000),
    default: { development: 6_000_000, production: 60_000 },
    description: "Requests all credentials of one organization together may make in a minute, over all processes.",
  }),
  failedAuthLimitPerMinute: setting({
    name: "FAILED_AUTH_LIMIT_PER_MINUTE",
    parse: integer(1, 100_000_000),
    default: { development: 600_000, production: 120 },
    description: "Unauthenticated or refused requests one address may make in a minute, over all processes.",
  }),

  sandbox: setting({
    name: "SANDBOX",
    parse: flag,
    default: { development: true, production: false },
    description: "Serve the sandbox providers, which move no money.",
    unsafeInProduction: (value) =>
      value ? "must be false: the sandbox accepts payments that move no money" : undefined,
  }),
  sandboxPort: setting({
    name: "SANDBOX_PORT",
    parse: integer(0, 65_535),
    default: 3001,
    description: "Port of the sandbox providers.",
  }),
  sandboxSettlesWithinMs: setting({
    name: "SANDBOX_SETTLES_WITHIN_MS",
    parse: integer(0, 3_600_000),
    default: 10_000,
    description:
      'How long a request to the sandbox providers may still take effect after it was sent: until then their "not ' +
      'found" is not believed.',
  }),
  sandboxDelayMs: setting({
    name: "SANDBOX_DELAY_MS",
    parse: integer(0, 3_600_000),
    default: 1000,
    description: "How long the sandbox takes to complete an accepted payment.",
  }),
  sandboxBalanceUsd: setting({
    name: "SANDBOX_BALANCE_USD",
    parse: integer(0, 1_000_000_000),
    default: { development: 1_000_000, production: 0 },
    description: "The opening balance of every organization in each currency, in US dollars. It is not real money.",
    unsafeInProduction: (value) =>
      value === 0 ? undefined : "must be 0: organizations would start with money that nobody paid in",
  }),
  allowInsecureWebhooks: setting({
    name: "ALLOW_INSECURE_WEBHOOKS",
    parse: flag,
    default: false,
    description: "Let webhooks go to plain http and to private addresses, for local work only.",
    unsafeInProduction: (value) =>
      value ? "must be false: otherwise a registered URL can reach the internal network" : undefined,
  }),

  manualAccounts: setting<readonly ManualAccount[] | undefined>({
    name: "MANUAL_ACCOUNTS",
    parse: optional(receivingAccounts),
    default: undefined,
    defaultText: "unset; with the sandbox, an invented account",
    description:
      "Bank accounts that payers of the provider `manual` are told to pay into, as a JSON array: " +
      '`[{"currency":"GHS","account_name":"...","account_number":"...","bank_name":"...","bank_code":null}]`; ' +
      '`"*"` ' +
      "is for any other currency. `qr_code` may hold the static EMVCo code that the bank gave for the account; the " +
      "page then shows it with amount and reference. Without an account the provider refuses payins.",
  }),

  smtpUrl: setting<string | undefined>({
    name: "SMTP_URL",
    parse: optional(smtpUrl),
    default: undefined,
    secret: true,
    description:
      "Mail server as `smtp://user:password@host:port` or `smtps://...`. Unset: development writes e-mail to files " +
      "under `DATA_DIR/mail`; production sends none, and each e-mail's status says so.",
    unsafeInProduction: (value) =>
      value !== undefined && new URL(value).searchParams.has("ignoreTLS") && !isLoopback(new URL(value).hostname)
        ? "must not set ignoreTLS: e-mails contain links that sign their reader in"
        : undefined,
  }),
  mailFrom: setting({
    name: "MAIL_FROM",
    parse: text(),
    default: "Corridor <no-reply@localhost>",
    description: "Sender of e-mail.",
  }),

  ...MONEY_SETTINGS,
} as const;

type SettingKey = keyof typeof SETTINGS;
type SignatureAlgorithm =
  | "EdDSA"
  | "ES256"
  | "ES384"
  | "ES512"
  | "PS256"
  | "PS384"
  | "PS512"
  | "RS256"
  | "RS384"
  | "RS512";
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
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.name = "InvalidConfiguration";
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
  if ((values.identityIssuer === undefined) !== (values.identityJwksUrl === undefined)) {
    problems.push("IDENTITY_ISSUER and IDENTITY_JWKS_URL go together: set both for an external issuer, or neither");
  }
  if ((values.kybAppToken === undefined) !== (values.kybSecretKey === undefined))
    problems.push("KYB_APP_TOKEN and KYB_SECRET_KEY go together: set both or neither");
  if (values.kybAppToken !== undefined && values.kybWebhookSecret === undefined)
    problems.push("KYB_WEBHOOK_SECRET must be set with KYB_APP_TOKEN: without it no decision can be believed");
  if ((values.checkoutChallengeUrl === undefined) !== (values.checkoutChallengeSecret === undefined))
    problems.push("CHECKOUT_CHALLENGE_URL and CHECKOUT_CHALLENGE_SECRET go together: set both or neither");
  if ((values.checkoutChallengeScript === undefined) !== (values.checkoutChallengeSiteKey === undefined))
    problems.push("CHECKOUT_CHALLENGE_SCRIPT and CHECKOUT_CHALLENGE_SITE_KEY go together: set both or neither");
  if (values.checkoutChallengeScript !== undefined && values.checkoutChallengeUrl === undefined)
    problems.push("CHECKOUT_CHALLENGE_SCRIPT needs CHECKOUT_CHALLENGE_URL: a solved challenge must be verified");
  if ((values.receiptSmsUrl === undefined) !== (values.receiptSmsSecret === undefined))
    problems.push("RECEIPT_SMS_URL and RECEIPT_SMS_SECRET go together: set both or neither");
  if (values.oidcClientId !== undefined && values.identityIssuer === undefined)
    problems.push("OIDC_CLIENT_ID needs IDENTITY_ISSUER: single sign-on goes to an external issuer");
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
