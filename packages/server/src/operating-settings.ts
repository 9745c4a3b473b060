import {
  byEnvironment,
  bytesSecret,
  httpUrl,
  integer,
  isLoopback,
  listOf,
  MIN_TOKEN_BITS,
  optional,
  type Parse,
  setting,
  text,
  unlessHttps,
  weakSecret,
} from "./setting-types.ts";

/** Settings for operating the service, which no code that moves money reads; config.ts has them in its table. */
export const OPERATING_SETTINGS = {
  settlementFileRetentionDays: setting("SETTLEMENT_FILE_RETENTION_DAYS", integer(1, 3_650), 90, {
    description: "How long the text of a settlement file is kept after it was read. Its lines stay.",
  }),
  receiptSmsUrl: optional("RECEIPT_SMS_URL", httpUrl(), {
    description:
      "Address of your own sender of text messages: receipts for payers without an e-mail address are posted to it " +
      "as signed JSON. Unset: these payers get none.",
    unsafeInProduction: unlessHttps("must be an https URL: phone numbers are sent to it"),
  }),
  receiptSmsSecret: optional("RECEIPT_SMS_SECRET", signingSecret, {
    secret: true,
    description:
      "Secret that signs the requests to `RECEIPT_SMS_URL`, in the way of webhooks: `whsec_` and at least 24 bytes " +
      "in base64.",
  }),
  checkoutTriesPerInstrument: setting(
    "CHECKOUT_TRIES_PER_INSTRUMENT",
    integer(1, 1_000_000),
    byEnvironment(10_000, 10),
    {
      description:
        "How many payments strangers may begin with one phone or card within an hour, at the links and payment pages " +
        "of all organizations together.",
    },
  ),
  checkoutChallengeUrl: optional("CHECKOUT_CHALLENGE_URL", httpUrl(), {
    description:
      "Where tokens of a challenge (Turnstile, hCaptcha, reCAPTCHA) are verified. After many card attempts, the " +
      "checkout then accepts cards only with a solved challenge. Unset: each address has a few attempts left.",
    unsafeInProduction: unlessHttps(),
  }),
  checkoutChallengeSecret: optional("CHECKOUT_CHALLENGE_SECRET", text(), {
    secret: true,
    description: "Secret that belongs to `CHECKOUT_CHALLENGE_URL`.",
  }),
  checkoutChallengeScript: optional("CHECKOUT_CHALLENGE_SCRIPT", httpUrl(), {
    description:
      "Script that shows the challenge, such as `https://challenges.cloudflare.com/turnstile/v0/api.js`. The hosted " +
      "page loads it when a challenge is required.",
    unsafeInProduction: unlessHttps(),
  }),
  checkoutChallengeSiteKey: optional("CHECKOUT_CHALLENGE_SITE_KEY", text(), {
    description: "Public key of the site that belongs to `CHECKOUT_CHALLENGE_SCRIPT`.",
  }),
  cells: setting("CELLS", listOf(integer(0, 4_095)), [], {
    description:
      "Numbers of the cells whose background jobs this process runs, such as `0,2`. Unset: all. Requests of every " +
      "cell are answered by every process.",
  }),
  backupTo: optional("BACKUP_TO", text(), {
    description:
      "Where `backup` writes, and where `restore` and `drill` look for the newest backup: a folder, or " +
      "`s3://bucket/folder`.",
  }),
  backupKeyFile: optional("BACKUP_KEY_FILE", text(), {
    description:
      "File with the key that encrypts backups, at least 32 characters. A backup cannot be read without it: store a " +
      "copy elsewhere.",
  }),
  backupPassphrase: optional("BACKUP_PASSPHRASE", bytesSecret(16), {
    secret: true,
    description: "Passphrase for backups, at least 16 characters, instead of `BACKUP_KEY_FILE`.",
    unsafeInProduction: (value) => (value === undefined ? undefined : weakSecret(value, MIN_TOKEN_BITS)),
  }),
  backupS3Endpoint: optional("BACKUP_S3_ENDPOINT", httpUrl(), {
    description:
      "S3-compatible store for `s3://` addresses, such as `https://s3.eu-central-1.amazonaws.com`. Buckets are " +
      "addressed by path.",
    unsafeInProduction: (value) =>
      value === undefined || value.startsWith("https://") || isLoopback(new URL(value).hostname)
        ? undefined
        : "must be an https URL",
  }),
  backupS3Region: setting("BACKUP_S3_REGION", text(), "us-east-1", {
    description: "Region that requests to the store are signed for.",
  }),
  backupS3AccessKeyId: optional("BACKUP_S3_ACCESS_KEY_ID", text(), {
    description: "Access key of the store.",
  }),
  backupS3SecretAccessKey: optional("BACKUP_S3_SECRET_ACCESS_KEY", text(), {
    secret: true,
    description: "Secret that belongs to `BACKUP_S3_ACCESS_KEY_ID`.",
  }),

  otlpEndpoint: optional("OTEL_EXPORTER_OTLP_ENDPOINT", httpUrl(), {
    description:
      "OpenTelemetry collector that traces are sent to (OTLP as JSON over HTTP, such as `http://127.0.0.1:4318`). " +
      "Unset: no traces.",
  }),
  otlpHeaders: setting("OTEL_EXPORTER_OTLP_HEADERS", listOf(headerPair), [], {
    secret: true,
    description: "Comma-separated `name=value` headers for the collector, such as its key.",
  }),
  otelServiceName: setting("OTEL_SERVICE_NAME", text(), "corridor", {
    description: "Name of this service in traces.",
  }),
  traceShare: setting("OTEL_TRACES_SAMPLER_ARG", share, 1, {
    description: "Share of traces that are sent, from 0 to 1. All processes choose the same ones.",
  }),
  workerPort: optional("WORKER_PORT", integer(1, 65_535), {
    description: "Port on which a `worker` process answers `/healthz`, `/readyz` and `/metrics`. Unset: none.",
  }),
} as const;

function headerPair(raw: string): ReturnType<Parse<string>> {
  return /^[\w-]+=.+$/.test(raw) ? { value: raw } : { problem: "must be a header as name=value" };
}

function share(raw: string): ReturnType<Parse<number>> {
  const value = /^(?:0|1|[01]?\.\d+)$/.test(raw) ? Number(raw) : Number.NaN;
  return value >= 0 && value <= 1 ? { value } : { problem: "must be a number from 0 to 1" };
}

function signingSecret(raw: string): ReturnType<Parse<string>> {
  return /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(raw)
    ? { value: raw }
    : { problem: "must be whsec_ and at least 24 random bytes in base64" };
}
