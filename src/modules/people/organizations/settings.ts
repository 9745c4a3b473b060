import { scaleOf } from "#src/platform/currencies.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import { readMoney } from "#src/platform/http/schemas.ts";
import { Money } from "#src/platform/money.ts";

/** `registered`: payouts go to the beneficiary's own account only. */
export const PAYOUT_DESTINATIONS = ["registered", "any"] as const;
export type PayoutDestinations = (typeof PAYOUT_DESTINATIONS)[number];

/**
 * What an organization can be set to, as it is stored: money as decimal text, an absent field meaning its default.
 */
export type StoredSettings = {
  /** Currency, or `*` for all that are not named, to the amount from which a second person must look at a payout. */
  readonly payout_review_above?: Readonly<Record<string, string>>;
  /** What is added to a rate quoted to this organisation, in hundredths of a percent. */
  readonly margin_bps?: number;
  /** It can only be stricter than the platform's own rule, never looser. */
  readonly payout_destinations?: PayoutDestinations;
};

const EVERY_OTHER_CURRENCY = "*";
export const MAX_MARGIN_BPS = 2_000;
const DEFAULT_MARGIN_BPS = 0;
const MAX_REVIEW_CURRENCIES = 50;
/** An amount without a currency is kept and shown at two decimals and compared at face value. */
const SCALE_OF_PLAIN_AMOUNT = "USD";

export function marginBps(settings: StoredSettings): number {
  return settings.margin_bps ?? DEFAULT_MARGIN_BPS;
}

/** The stricter of the platform's rule and the organization's own. */
export function strictestDestinations(platform: PayoutDestinations, settings: StoredSettings): PayoutDestinations {
  return platform === "registered" ? "registered" : (settings.payout_destinations ?? "any");
}

/** Reads the wire form: one number for every currency, an amount per currency, or null for no review at all. */
export function readPayoutReview(input: number | Record<string, number> | null): Record<string, string> {
  const path = "settings.payout_review_above";
  if (input === null) return {};
  if (typeof input === "number") return { [EVERY_OTHER_CURRENCY]: readMoney(input, SCALE_OF_PLAIN_AMOUNT, path).toDatabase() };
  const entries = Object.entries(input);
  if (entries.length > MAX_REVIEW_CURRENCIES) throw invalidField(path, `names more than ${MAX_REVIEW_CURRENCIES} currencies`);
  return Object.fromEntries(
    entries.map(([currency, amount]) => {
      if (currency !== EVERY_OTHER_CURRENCY && scaleOf(currency) === undefined) throw invalidField(`${path}.${currency}`, "is no currency");
      const scale = currency === EVERY_OTHER_CURRENCY ? SCALE_OF_PLAIN_AMOUNT : currency;
      return [currency, readMoney(amount, scale, `${path}.${currency}`).toDatabase()];
    }),
  );
}

/** The settings as every reader gets them: complete, money as Money. */
export function showSettings(settings: StoredSettings): {
  payout_review_above: Record<string, Money>;
  margin_bps: number;
  payout_destinations: PayoutDestinations;
} {
  const review = Object.entries(settings.payout_review_above ?? {});
  return {
    payout_review_above: Object.fromEntries(
      review.map(([currency, amount]) => [currency, Money.fromDatabase(amount, currency === EVERY_OTHER_CURRENCY ? SCALE_OF_PLAIN_AMOUNT : currency)]),
    ),
    margin_bps: marginBps(settings),
    payout_destinations: settings.payout_destinations ?? "any",
  };
}
