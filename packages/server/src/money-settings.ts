import {
  bytesSecret,
  choice,
  flag,
  httpUrl,
  integer,
  jsonObject,
  optional,
  type Parse,
  setting,
  text,
} from "./setting-types.ts";

/** Dotted paths into the feed's answer. */
export type FeedMapping = { readonly base?: string; readonly rates?: string; readonly at?: string };

/** Settings that decide what money costs, when it moves and where it goes; config.ts has them in its table. */
export const MONEY_SETTINGS = {
  rateFeedUrl: setting<string | undefined>({
    name: "RATE_FEED_URL",
    parse: optional(httpUrl()),
    default: undefined,
    description: "HTTP feed of live exchange rates. Unset: the rate table that admins maintain.",
  }),
  rateFeedMapping: setting<FeedMapping>({
    name: "RATE_FEED_MAPPING",
    parse: feedMapping,
    default: { base: "base", rates: "rates", at: "timestamp" },
    description:
      "JSON object that names the fields of the feed's answer with the base currency, the rates and their time (Unix " +
      "or ISO 8601; absent: the time of reading).",
  }),
  rateFeedRefreshSeconds: setting({
    name: "RATE_FEED_REFRESH_SECONDS",
    parse: integer(1, 86_400),
    default: 60,
    description: "How often the feed is read.",
  }),
  rateFeedStaleSeconds: setting({
    name: "RATE_FEED_STALE_SECONDS",
    parse: integer(1, 604_800),
    default: 900,
    description: "Age from which the feed's rates are no longer quoted.",
  }),

  rateMarginBps: setting({
    name: "RATE_MARGIN_BPS",
    parse: integer(0, 2_000),
    default: { development: 0, production: 50 },
    description:
      "Margin on quoted rates of a new organization, in hundredths of a percent; an admin can change it for each " +
      "organization.",
  }),
  payoutBatchPerSecond: setting({
    name: "PAYOUT_BATCH_PER_SECOND",
    parse: integer(1, 100_000),
    default: { development: 5_000, production: 50 },
    description: "How many payouts of batches are sent to each provider per second, over all workers.",
  }),
  payoutBatchRetentionDays: setting({
    name: "PAYOUT_BATCH_RETENTION_DAYS",
    parse: integer(1, 3_650),
    default: 90,
    description: "How long a finished payout batch keeps the names, accounts, references and texts of its rows.",
  }),
  rateLockDriftBps: setting({
    name: "RATE_LOCK_DRIFT_BPS",
    parse: integer(0, 10_000),
    default: { development: 500, production: 50 },
    description:
      "How far the live rate may have moved from a locked rate when the lock is used, in hundredths of a percent. A " +
      "smaller margin can be exploited: docs/guides/fx.md.",
  }),
  rateLockMaxOpen: setting({
    name: "RATE_LOCK_MAX_OPEN",
    parse: integer(1, 1_000_000),
    default: 10_000,
    description: "Unused rate locks that one organization may hold at a time.",
  }),
  rateLockHourlyUsd: setting({
    name: "RATE_LOCK_HOURLY_USD",
    parse: integer(1, 1_000_000_000_000),
    default: { development: 1_000_000_000, production: 1_000_000 },
    description:
      "Amount in US dollars that one organization may lock or convert in one direction of a currency pair within a " +
      "clock hour.",
  }),

  kybUrl: setting({
    name: "KYB_URL",
    parse: httpUrl(),
    default: "https://api.sumsub.com",
    description: "API of the business verification provider (Sumsub).",
  }),
  kybAppToken: setting<string | undefined>({
    name: "KYB_APP_TOKEN",
    parse: optional(text()),
    default: undefined,
    secret: true,
    description:
      "App token at the verification provider. Unset: verification is decided by an admin, in development by the " +
      "sandbox.",
  }),
  kybSecretKey: setting<string | undefined>({
    name: "KYB_SECRET_KEY",
    parse: optional(text()),
    default: undefined,
    secret: true,
    description: "Secret key that belongs to `KYB_APP_TOKEN`.",
  }),
  kybLevelName: setting({
    name: "KYB_LEVEL_NAME",
    parse: text(),
    default: "basic-kyb-level",
    description: "Verification level for companies, as named at the verification provider.",
  }),
  kybWebhookSecret: setting<string | undefined>({
    name: "KYB_WEBHOOK_SECRET",
    parse: optional(bytesSecret(16)),
    default: undefined,
    secret: true,
    description: "Secret with which the verification provider signs its callbacks. Unset: its callbacks are refused.",
  }),
  holdPayoutsUntilKyb: setting({
    name: "HOLD_PAYOUTS_UNTIL_KYB",
    parse: flag,
    default: { development: false, production: true },
    description: "Refuse payouts of organizations whose business verification is not approved.",
  }),
  apiKeysMayAdminister: setting({
    name: "API_KEYS_MAY_ADMINISTER",
    parse: flag,
    default: { development: true, production: false },
    description:
      "Whether an API key without scopes may change people, keys, controls and approvals as its member may. " +
      "Otherwise only a signed-in person may.",
  }),
  payoutDestinations: setting<"registered" | "any">({
    name: "PAYOUT_DESTINATIONS",
    parse: choice("registered", "any"),
    default: { development: "any", production: "registered" },
    description:
      "Where payouts and off-ramps may go. `registered`: only to the beneficiary's own account. `any`: also to an " +
      "account in the request, which the record, events and review then show. An organization may choose " +
      "`registered` for itself.",
  }),
};

const FEED_FIELDS: ReadonlySet<string> = new Set<keyof FeedMapping>(["base", "rates", "at"]);

function feedMapping(raw: string): ReturnType<Parse<FeedMapping>> {
  const parsed = jsonObject(raw);
  const isPath = ([field, path]: [string, unknown]): boolean =>
    FEED_FIELDS.has(field) && typeof path === "string" && path !== "";
  if ("value" in parsed && Object.entries(parsed.value).every(isPath)) return { value: parsed.value };
  return { problem: 'must be a JSON object of base, rates and at, each a path such as "data.rates"' };
}
