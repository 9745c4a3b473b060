import { isMerchantCode } from "@corridor/provider-kit/emv-code.ts";
import type { ManualAccount } from "@corridor/providers/manual/manual.ts";
import {
  byEnvironment,
  bytesSecret,
  choice,
  type Environment,
  flag,
  httpUrl,
  integer,
  jsonObject,
  jsonObjects,
  optional,
  type Parse,
  readValues,
  setting,
  type Setting,
  text,
  unlessHttps,
  type ValuesOf,
} from "./setting-types.ts";

/** Dotted paths into the feed's answer. */
export type FeedMapping = { readonly base?: string; readonly rates?: string; readonly at?: string };

const dollars = integer(1, 1_000_000_000_000);
const USUAL_FEED: FeedMapping = { base: "base", rates: "rates", at: "timestamp" };

/** What an operator changes while the service runs. Stored, audited, and followed by every process within a second. */
export const RUN_SETTINGS = {
  ...byTwo("it changes what payments cost", {
    rateFeedUrl: optional("RATE_FEED_URL", httpUrl()),
    rateFeedMapping: setting("RATE_FEED_MAPPING", feedMapping, USUAL_FEED),
    rateFeedRefreshSeconds: setting("RATE_FEED_REFRESH_SECONDS", integer(1, 86_400), 60),
    rateFeedStaleSeconds: setting("RATE_FEED_STALE_SECONDS", integer(1, 604_800), 900),
    rateMarginBps: setting("RATE_MARGIN_BPS", integer(0, 2_000), byEnvironment(0, 50)),
    rateLockDriftBps: setting("RATE_LOCK_DRIFT_BPS", integer(0, 10_000), byEnvironment(500, 50)),
    rateLockMaxOpen: setting("RATE_LOCK_MAX_OPEN", integer(1, 1_000_000), 10_000),
    rateLockHourlyUsd: setting("RATE_LOCK_HOURLY_USD", dollars, byEnvironment(1_000_000_000, 1_000_000)),
    rateOpenUsd: setting("RATE_OPEN_USD", dollars, byEnvironment(1_000_000_000, 1_000_000)),
  }),
  ...byTwo("it lets somebody act, or an organization pay", {
    kybUrl: setting("KYB_URL", httpUrl(), "https://api.sumsub.com"),
    kybAppToken: optional("KYB_APP_TOKEN", text(), { secret: true }),
    kybSecretKey: optional("KYB_SECRET_KEY", text(), { secret: true }),
    kybLevelName: setting("KYB_LEVEL_NAME", text(), "basic-kyb-level"),
    kybWebhookSecret: optional("KYB_WEBHOOK_SECRET", bytesSecret(16), { secret: true }),
    holdPayoutsUntilKyb: setting("HOLD_PAYOUTS_UNTIL_KYB", flag, byEnvironment(false, true)),
    apiKeysMayAdminister: setting("API_KEYS_MAY_ADMINISTER", flag, byEnvironment(true, false)),
    signUp: setting("SIGN_UP", choice("open", "closed"), byEnvironment("open", "closed")),
  }),
  ...byTwo("it says where money, secrets or people's data go", {
    payoutDestinations: setting("PAYOUT_DESTINATIONS", choice("registered", "any"), byEnvironment("any", "registered")),
    manualAccounts: optional("MANUAL_ACCOUNTS", receivingAccounts, {
      defaultText: "unset; with the sandbox, an invented account",
    }),
    receiptSmsUrl: optional("RECEIPT_SMS_URL", httpUrl(), {
      unsafeInProduction: unlessHttps("must be an https URL: phone numbers are sent to it"),
    }),
    receiptSmsSecret: optional("RECEIPT_SMS_SECRET", signingSecret, { secret: true }),
    checkoutChallengeUrl: optional("CHECKOUT_CHALLENGE_URL", httpUrl(), { unsafeInProduction: unlessHttps() }),
    checkoutChallengeSecret: optional("CHECKOUT_CHALLENGE_SECRET", text(), { secret: true }),
    checkoutChallengeScript: optional("CHECKOUT_CHALLENGE_SCRIPT", httpUrl(), { unsafeInProduction: unlessHttps() }),
    checkoutChallengeSiteKey: optional("CHECKOUT_CHALLENGE_SITE_KEY", text()),
  }),
  statusPage: setting("STATUS_PAGE", flag, false),
  checkoutTriesPerInstrument: setting(
    "CHECKOUT_TRIES_PER_INSTRUMENT",
    integer(1, 1_000_000),
    byEnvironment(10_000, 10),
  ),
  payoutBatchPerSecond: setting("PAYOUT_BATCH_PER_SECOND", integer(1, 100_000), byEnvironment(5_000, 50)),
  payoutBatchRetentionDays: setting("PAYOUT_BATCH_RETENTION_DAYS", integer(1, 3_650), 90),
  settlementFileRetentionDays: setting("SETTLEMENT_FILE_RETENTION_DAYS", integer(1, 3_650), 90),
} as const;

export type RunSettings = ValuesOf<typeof RUN_SETTINGS>;
export const RUN_NAMES: ReadonlyMap<string, Setting<any>> = new Map(
  Object.values<Setting<any>>(RUN_SETTINGS).map((definition) => [definition.name, definition]),
);

const TOGETHER = [
  ["KYB_APP_TOKEN", "KYB_SECRET_KEY", "KYB_WEBHOOK_SECRET"],
  ["CHECKOUT_CHALLENGE_URL", "CHECKOUT_CHALLENGE_SECRET"],
  ["CHECKOUT_CHALLENGE_SCRIPT", "CHECKOUT_CHALLENGE_SITE_KEY"],
  ["RECEIPT_SMS_URL", "RECEIPT_SMS_SECRET"],
];

/** The values that these texts give, and what is wrong with them. */
export function readRunSettings(texts: ReadonlyMap<string, string>, environment: Environment) {
  const problems: string[] = [];
  const values = readValues(RUN_SETTINGS, texts, environment, problems);
  for (const names of TOGETHER) {
    const given = names.filter((name) => texts.has(name)).length;
    if (given > 0 && given < names.length) problems.push(`${names.join(", ")} go together: set all or none`);
  }
  if (texts.has("CHECKOUT_CHALLENGE_SCRIPT") && !texts.has("CHECKOUT_CHALLENGE_URL"))
    problems.push("CHECKOUT_CHALLENGE_SCRIPT needs CHECKOUT_CHALLENGE_URL: a solved challenge must be verified");
  const { rateMarginBps: margin, rateLockDriftBps: drift } = values;
  if (environment === "production" && margin < drift)
    problems.push(
      `RATE_MARGIN_BPS (${margin}) must not be below RATE_LOCK_DRIFT_BPS (${drift}): whoever waits for the market ` +
        "would earn the difference",
    );
  return { values, problems };
}

/** One platform admin alone must not change these. */
function byTwo<D extends Readonly<Record<string, Setting<any>>>>(secondPerson: string, definitions: D): D {
  return Object.fromEntries(
    Object.entries(definitions).map(([key, definition]) => [key, { ...definition, secondPerson }]),
  ) as D;
}

const FEED_FIELDS: ReadonlySet<string> = new Set<keyof FeedMapping>(["base", "rates", "at"]);

function feedMapping(raw: string): ReturnType<Parse<FeedMapping>> {
  const parsed = jsonObject(raw);
  const isPath = ([field, path]: [string, unknown]): boolean =>
    FEED_FIELDS.has(field) && typeof path === "string" && path !== "";
  if ("value" in parsed && Object.entries(parsed.value).every(isPath)) return { value: parsed.value };
  return { problem: 'must be a JSON object of base, rates and at, each a path such as "data.rates"' };
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

function signingSecret(raw: string): ReturnType<Parse<string>> {
  return /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(raw)
    ? { value: raw }
    : { problem: "must be whsec_ and at least 24 random bytes in base64" };
}
