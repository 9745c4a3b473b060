import {
  byEnvironment,
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

const USUAL_FEED: FeedMapping = { base: "base", rates: "rates", at: "timestamp" };

/** Settings that decide what money costs, when it moves and where it goes; config.ts has them in its table. */
export const MONEY_SETTINGS = {
  rateFeedUrl: optional("RATE_FEED_URL", httpUrl(), {
    description: "HTTP feed of live exchange rates. Unset: the rate table that admins maintain.",
  }),
  rateFeedMapping: setting("RATE_FEED_MAPPING", feedMapping, USUAL_FEED, {
    description:
      "JSON object that names the fields of the feed's answer with the base currency, the rates and their time (Unix " +
      "or ISO 8601; absent: the time of reading).",
  }),
  rateFeedRefreshSeconds: setting("RATE_FEED_REFRESH_SECONDS", integer(1, 86_400), 60, {
    description: "How often the feed is read.",
  }),
  rateFeedStaleSeconds: setting("RATE_FEED_STALE_SECONDS", integer(1, 604_800), 900, {
    description: "Age from which the feed's rates are no longer quoted.",
  }),

  rateMarginBps: setting("RATE_MARGIN_BPS", integer(0, 2_000), byEnvironment(0, 50), {
    description:
      "Margin on quoted rates of a new organization, in hundredths of a percent; an admin can change it for each " +
      "organization.",
  }),
  payoutBatchPerSecond: setting("PAYOUT_BATCH_PER_SECOND", integer(1, 100_000), byEnvironment(5_000, 50), {
    description: "How many payouts of batches are sent to each provider per second, over all workers.",
  }),
  payoutBatchRetentionDays: setting("PAYOUT_BATCH_RETENTION_DAYS", integer(1, 3_650), 90, {
    description: "How long a finished payout batch keeps the names, accounts, references and texts of its rows.",
  }),
  rateLockDriftBps: setting("RATE_LOCK_DRIFT_BPS", integer(0, 10_000), byEnvironment(500, 50), {
    description:
      "How far the live rate may have moved from a locked rate when the lock is used, in hundredths of a percent. A " +
      "smaller margin can be exploited: docs/guides/fx.md.",
  }),
  rateLockMaxOpen: setting("RATE_LOCK_MAX_OPEN", integer(1, 1_000_000), 10_000, {
    description: "Unused rate locks that one organization may hold at a time.",
  }),
  rateLockHourlyUsd: setting(
    "RATE_LOCK_HOURLY_USD",
    integer(1, 1_000_000_000_000),
    byEnvironment(1_000_000_000, 1_000_000),
    {
      description:
        "Amount in US dollars that one organization may lock or convert in one direction of a currency pair within a " +
        "clock hour.",
    },
  ),
  rateOpenUsd: setting("RATE_OPEN_USD", integer(1, 1_000_000_000_000), byEnvironment(1_000_000_000, 1_000_000), {
    description:
      "Value in US dollars of payins and ramps of one organization, in one direction of a currency pair, that may " +
      "wait at a time for their customers' money at a locked rate.",
  }),

  kybUrl: setting("KYB_URL", httpUrl(), "https://api.sumsub.com", {
    description: "API of the business verification provider (Sumsub).",
  }),
  kybAppToken: optional("KYB_APP_TOKEN", text(), {
    secret: true,
    description:
      "App token at the verification provider. Unset: verification is decided by an admin, in development by the " +
      "sandbox.",
  }),
  kybSecretKey: optional("KYB_SECRET_KEY", text(), {
    secret: true,
    description: "Secret key that belongs to `KYB_APP_TOKEN`.",
  }),
  kybLevelName: setting("KYB_LEVEL_NAME", text(), "basic-kyb-level", {
    description: "Verification level for companies, as named at the verification provider.",
  }),
  kybWebhookSecret: optional("KYB_WEBHOOK_SECRET", bytesSecret(16), {
    secret: true,
    description: "Secret with which the verification provider signs its callbacks. Unset: its callbacks are refused.",
  }),
  holdPayoutsUntilKyb: setting("HOLD_PAYOUTS_UNTIL_KYB", flag, byEnvironment(false, true), {
    description: "Refuse payouts of organizations whose business verification is not approved.",
  }),
  apiKeysMayAdminister: setting("API_KEYS_MAY_ADMINISTER", flag, byEnvironment(true, false), {
    description:
      "Whether an API key without scopes may change people, keys, controls and approvals as its member may. " +
      "Otherwise only a signed-in person may.",
  }),
  payoutDestinations: setting("PAYOUT_DESTINATIONS", choice("registered", "any"), byEnvironment("any", "registered"), {
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
