import { urlOnThisMachine } from "@corridor/base/local-url.ts";
import type { AsymmetricAlgorithm } from "#src/kernel/http/verify-token.ts";
import { RUN_SETTINGS } from "./run-settings.ts";
import { collectValues, type ConfigSources } from "./setting-sources.ts";
import {
  byEnvironment,
  bytesSecret,
  choice,
  defaultOf,
  type Environment,
  flag,
  httpOrigin,
  httpUrl,
  insecureDatabase,
  integer,
  isLoopback,
  listOf,
  MIN_TOKEN_BITS,
  optional,
  type Parse,
  postgresUrl,
  proxies,
  readValues,
  remotePostgresUrl,
  setting,
  type Setting,
  showSetting,
  smtpUrl,
  text,
  textOf,
  unlessHttps,
  type ValuesOf,
  weakSecret,
} from "./setting-types.ts";

export type { Environment } from "./setting-types.ts";

/**
 * Every setting that a start reads; no other code reads the environment. An unknown name, a value that does not parse
 * and, in production, a default that is only safe on a developer's machine stop the start, with one message for all
 * faults. What an operator changes while the service runs stands in run-settings.ts.
 */

const MIN_SECRET_BITS = 80;
const ALGORITHMS = "EdDSA ES256 ES384 ES512 PS256 PS384 PS512 RS256 RS384 RS512".split(" ") as AsymmetricAlgorithm[];
const USUAL_ALGORITHMS: readonly AsymmetricAlgorithm[] = ["EdDSA", "ES256", "RS256", "PS256"];
const perMinute = integer(1, 100_000_000);

const SETTINGS = {
  environment: setting("ENVIRONMENT", choice("development", "production"), "development"),
  host: setting("HOST", text(), "127.0.0.1"),
  port: setting("PORT", integer(1, 65_535), 3000),
  publicBaseUrl: optional("PUBLIC_BASE_URL", httpOrigin(), {
    defaultText: "`http://HOST:PORT`",
    unsafeInProduction: (value, given) =>
      given ? unlessHttps()(value) : "must be set: providers and customers are sent there",
  }),
  trustedProxies: setting("TRUSTED_PROXIES", proxies, [], {
    unsafeInProduction: (_value, given) =>
      given
        ? undefined
        : "must be set: name the proxies, or say `none`; behind a proxy that is not named all clients share one " +
          "address and one limit",
  }),
  corsOrigins: setting("CORS_ORIGINS", listOf(httpOrigin()), []),
  apiProcesses: setting("API_PROCESSES", integer(1, 64), 1),
  shutdownGraceMs: setting("SHUTDOWN_GRACE_MS", integer(0, 300_000), byEnvironment(1_000, 5_000)),
  shutdownTimeoutSeconds: setting("SHUTDOWN_TIMEOUT_SECONDS", integer(1, 300), 10),

  dataDir: setting("DATA_DIR", text(), ".data"),
  databaseUrl: setting("DATABASE_URL", postgresUrl, "embedded", {
    secret: true,
    unsafeInProduction: (value, given) =>
      given
        ? insecureDatabase(value)
        : "must be set: name a PostgreSQL server, or say `embedded` to keep the data on this machine",
  }),
  databaseOwnerUrl: optional("DATABASE_OWNER_URL", postgresUrl, {
    secret: true,
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databaseOwnerMayServe: setting("DATABASE_OWNER_MAY_SERVE", flag, byEnvironment(true, false)),
  databaseReadUrl: optional("DATABASE_READ_URL", remotePostgresUrl, {
    secret: true,
    unsafeInProduction: (value) => (value === undefined ? undefined : insecureDatabase(value)),
  }),
  databasePoolSize: setting("DATABASE_POOL_SIZE", integer(2, 500), 10),
  secret: optional("CORRIDOR_SECRET", bytesSecret(32), {
    defaultText: "generated under `DATA_DIR` in development",
    secret: true,
    unsafeInProduction: (value, given) =>
      given
        ? weakSecret(value!, MIN_SECRET_BITS)
        : "must be set: a generated secret is lost with the machine, and with it every stored credential",
  }),
  previousSecrets: setting("CORRIDOR_PREVIOUS_SECRETS", listOf(bytesSecret(32)), [], { secret: true }),

  cells: setting("CELLS", listOf(integer(0, 4_095)), []),
  backupTo: optional("BACKUP_TO", text()),
  backupKeyFile: optional("BACKUP_KEY_FILE", text()),
  backupPassphrase: optional("BACKUP_PASSPHRASE", bytesSecret(16), {
    secret: true,
    unsafeInProduction: (value) => (value === undefined ? undefined : weakSecret(value, MIN_TOKEN_BITS)),
  }),
  backupS3Endpoint: optional("BACKUP_S3_ENDPOINT", httpUrl(), {
    unsafeInProduction: (value) =>
      value === undefined || value.startsWith("https://") || isLoopback(new URL(value).hostname)
        ? undefined
        : "must be an https URL",
  }),
  backupS3Region: setting("BACKUP_S3_REGION", text(), "us-east-1"),
  backupS3AccessKeyId: optional("BACKUP_S3_ACCESS_KEY_ID", text()),
  backupS3SecretAccessKey: optional("BACKUP_S3_SECRET_ACCESS_KEY", text(), { secret: true }),

  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", httpUrl()),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", listOf(headerPair), [], { secret: true }),
  otelServiceName: setting("OTEL_SERVICE_NAME", text(), "corridor"),
  traceShare: setting("OTEL_TRACES_SAMPLER_ARG", share, 1),
  workerPort: optional("WORKER_PORT", integer(1, 65_535)),
  evidenceHeads: optional("EVIDENCE_HEADS", text(), { defaultText: "`DATA_DIR/chain-heads.jsonl`" }),

  logLevel: setting("LOG_LEVEL", choice("fatal", "error", "warn", "info", "debug", "trace", "silent"), "info"),
  logFormat: setting("LOG_FORMAT", choice("auto", "json", "text"), "auto"),
  metricsToken: optional("METRICS_TOKEN", bytesSecret(16), {
    secret: true,
    unsafeInProduction: (value) => (value === undefined ? undefined : weakSecret(value, MIN_TOKEN_BITS)),
  }),

  identityIssuer: optional("IDENTITY_ISSUER", text(), { defaultText: "`PUBLIC_BASE_URL/identity`" }),
  identityAudience: setting("IDENTITY_AUDIENCE", text(), "corridor"),
  identityJwksUrl: optional("IDENTITY_JWKS_URL", httpUrl(), {
    defaultText: "the embedded provider's",
    unsafeInProduction: unlessHttps("must be an https URL: whoever changes the keys on the way can sign in as anybody"),
  }),
  identityAlgorithms: setting("IDENTITY_ALGORITHMS", listOf(choice(...ALGORITHMS)), USUAL_ALGORITHMS),

  identitySecondFactorAcr: setting("IDENTITY_SECOND_FACTOR_ACR", listOf(text()), []),
  platformSecondFactor: setting("PLATFORM_SECOND_FACTOR", flag, byEnvironment(false, true)),
  platformSecondPerson: setting("PLATFORM_SECOND_PERSON", flag, byEnvironment(false, true), {
    unsafeInProduction: (on) => (on ? undefined : "must not be false: one platform admin alone could create money"),
  }),
  oidcClientId: optional("OIDC_CLIENT_ID", text()),
  oidcClientSecret: optional("OIDC_CLIENT_SECRET", text(), { secret: true }),

  rateLimitPerMinute: setting("RATE_LIMIT_PER_MINUTE", perMinute, byEnvironment(6_000_000, 12_000)),
  organizationRateLimitPerMinute: setting(
    "ORGANIZATION_RATE_LIMIT_PER_MINUTE",
    perMinute,
    byEnvironment(6_000_000, 60_000),
  ),
  failedAuthLimitPerMinute: setting("FAILED_AUTH_LIMIT_PER_MINUTE", perMinute, byEnvironment(600_000, 120)),

  providers: setting("PROVIDERS", listOf(packageName), []),
  sandbox: setting("SANDBOX", flag, byEnvironment(true, false), {
    unsafeInProduction: (value) =>
      value ? "must be false: the sandbox accepts payments that move no money" : undefined,
  }),
  sandboxPort: setting("SANDBOX_PORT", integer(0, 65_535), 3001),
  sandboxSettlesWithinMs: setting("SANDBOX_SETTLES_WITHIN_MS", integer(0, 3_600_000), 10_000),
  sandboxDelayMs: setting("SANDBOX_DELAY_MS", integer(0, 3_600_000), 1000),
  sandboxBalanceUsd: setting("SANDBOX_BALANCE_USD", integer(0, 1_000_000_000), byEnvironment(1_000_000, 0), {
    unsafeInProduction: (value) =>
      value === 0 ? undefined : "must be 0: organizations would start with money that nobody paid in",
  }),
  allowInsecureWebhooks: setting("ALLOW_INSECURE_WEBHOOKS", flag, false, {
    unsafeInProduction: (value) =>
      value ? "must be false: otherwise a registered URL can reach the internal network" : undefined,
  }),

  smtpUrl: optional("SMTP_URL", smtpUrl, {
    secret: true,
    unsafeInProduction: (value) =>
      value !== undefined && new URL(value).searchParams.has("ignoreTLS") && !isLoopback(new URL(value).hostname)
        ? "must not set ignoreTLS: e-mails contain links that sign their reader in"
        : undefined,
  }),
  mailFrom: setting("MAIL_FROM", text(), "Corridor <no-reply@localhost>"),
} as const;

type Values = ValuesOf<typeof SETTINGS>;

export type Config = Omit<Values, "publicBaseUrl" | "secret" | "identityIssuer"> & {
  readonly publicBaseUrl: string;
  /** Undefined in development only: the command line then generates one under `dataDir`. */
  readonly secret: string | undefined;
  readonly identityIssuer: string;
  /** True when tokens come from our own identity provider. */
  readonly embeddedIdentity: boolean;
  readonly embeddedDatabase: boolean;
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
  const { texts, environment } = given(sources, problems);
  const values = readValues(SETTINGS, texts, environment, problems);
  if ((values.identityIssuer === undefined) !== (values.identityJwksUrl === undefined))
    problems.push("IDENTITY_ISSUER and IDENTITY_JWKS_URL go together: set both for an external issuer, or neither");
  if (values.oidcClientId !== undefined && values.identityIssuer === undefined)
    problems.push("OIDC_CLIENT_ID needs IDENTITY_ISSUER: single sign-on goes to an external issuer");
  if (problems.length > 0) throw new InvalidConfiguration(problems);
  return complete(values);
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
    isExposedDevelopment,
    sandboxHost: isExposedDevelopment ? "127.0.0.1" : values.host,
  });
}

function given(sources: ConfigSources, problems: string[]) {
  const { texts, places } = collectValues(sources, NAMES, problems);
  const environment: Environment = texts.get("ENVIRONMENT") === "production" ? "production" : "development";
  return { texts, places, environment };
}

/** What each setting of a start is now, and where that comes from. */
export function startSettings(sources: ConfigSources) {
  const { texts, places, environment } = given(sources, []);
  return Object.values<Setting<any>>(SETTINGS).map((definition) => ({
    ...showSetting(definition, texts.get(definition.name), environment),
    source: places.get(definition.name) ?? "default",
  }));
}

type Described = { name: string; default: string; description: string };

export function listSettings(): Record<"at_start" | "while_running", Described[]> {
  return { at_start: describe(SETTINGS), while_running: describe(RUN_SETTINGS) };
}

function describe(definitions: Readonly<Record<string, Setting<any>>>): Described[] {
  return Object.values(definitions).map((definition) => ({
    name: definition.name,
    default: describeDefault(definition),
    description: definition.description,
  }));
}

/** A Markdown table of docs/settings.md; `npm run check:generated` compares it with the file. */
export function describeSettings(which: keyof ReturnType<typeof listSettings>): string {
  const rows = listSettings()[which].map(
    (setting) => `| \`${setting.name}\` | ${setting.default} | ${setting.description} |`,
  );
  return ["| Setting | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function describeDefault(definition: Setting<unknown>): string {
  if (definition.defaultText !== undefined) return definition.defaultText;
  const [development, production] = (["development", "production"] as const).map((environment) => {
    const text = textOf(defaultOf(definition, environment));
    return text === null ? "unset" : `\`${text}\``;
  });
  return development === production ? development! : `${development}; in production ${production}`;
}

function packageName(raw: string): ReturnType<Parse<string>> {
  return /^(?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*$/.test(raw)
    ? { value: raw }
    : { problem: "must be the name of an npm package" };
}

function headerPair(raw: string): ReturnType<Parse<string>> {
  return /^[\w-]+=.+$/.test(raw) ? { value: raw } : { problem: "must be a header as name=value" };
}

function share(raw: string): ReturnType<Parse<number>> {
  const value = /^(?:0|1|[01]?\.\d+)$/.test(raw) ? Number(raw) : Number.NaN;
  return value >= 0 && value <= 1 ? { value } : { problem: "must be a number from 0 to 1" };
}
