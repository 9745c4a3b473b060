import Type, { type Static } from "typebox";
import { scaleOf } from "@corridor/base/currencies.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { Closed, MoneyInput, OneOf, readMoney } from "#src/kernel/http/schemas.ts";
import { Money } from "@corridor/base/money.ts";
import {
  type Controls,
  LIMIT_SCOPES,
  POLICY_CONDITIONS,
  NO_CONTROLS,
  type PayoutDestinations,
  type PlatformRules,
  type PolicyCondition,
  type SettingSource,
  type StoredSettings,
} from "./controls.ts";

const MAX_POLICIES = 20;
const MAX_APPROVERS = 5;
const MAX_COOL_OFF_HOURS = 720;

export const LimitScopeSchema = OneOf(LIMIT_SCOPES, {
  title: "LimitScope",
  description: "Whose payments a limit counts together",
});
export const PolicyConditionSchema = OneOf(POLICY_CONDITIONS, {
  title: "PolicyCondition",
  description: "The condition under which a payout waits for approval",
});
/** Unknown fields are refused: a misspelled control would protect nothing. */
export const ControlsSchema = Closed({
  policies: [
    Type.Optional(
      Type.Array(
        Closed({
          when: [PolicyConditionSchema, "What makes a payout wait; daily conditions count the last 24 hours"],
          currency: Type.Optional(Type.String({ description: "`*`, the default: every currency, at face value" })),
          above: [Type.Optional(MoneyInput), "The amount from which on the rule applies"],
          approvers: [
            Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_APPROVERS })),
            "How many other people must approve; 1 when absent",
          ],
          role: [Type.Optional(OneOf(["org-admin"] as const)), "The role that an approver must have"],
        }),
        { maxItems: MAX_POLICIES },
      ),
    ),
    "Rules that make payouts wait for the approval of other people",
  ],
  limits: [
    Type.Optional(
      Type.Array(
        Closed({
          per: [
            LimitScopeSchema,
            "Whose payouts are counted together. `customer` counts payins and payouts of one payer, by each of " +
              "`payer_details.email`, `payer_details.phone` and, for a payin, `mobile_money_details.phone_number`",
          ],
          window: [OneOf(["hour", "day"] as const), "Payouts of the last hour or of the last 24 hours are counted"],
          currency: [
            Type.Optional(Type.String()),
            "The currency that is counted; `*`, the default: every one at face value",
          ],
          count: [Type.Optional(Type.Integer({ minimum: 1 })), "The highest number of payouts"],
          amount: [Type.Optional(MoneyInput), "The highest total of payouts; absent: any"],
          action: [
            OneOf(["refuse", "review"] as const),
            "refuse: by 409 LIMIT_EXCEEDED; review: a person must approve",
          ],
        }),
        { maxItems: MAX_POLICIES },
      ),
    ),
    "How much may be paid within a period",
  ],
  beneficiary_cool_off_hours: [
    Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_COOL_OFF_HOURS })),
    "How many hours must pass before a new beneficiary, or one whose account was changed, can be paid",
  ],
  escrow_separation: Type.Optional(
    Type.Boolean({ description: "Whether different people must submit, approve and release a milestone" }),
  ),
});

const EVERY_OTHER_CURRENCY = "*";
export const MAX_MARGIN_BPS = 2_000;
export const MAX_TAGS = 20;
const DEFAULT_MARGIN_BPS = 0;
const MAX_REVIEW_CURRENCIES = 50;
/** An amount without a currency is stored and shown with two decimals and compared at face value. */
const SCALE_OF_PLAIN_AMOUNT = "USD";
const scaledAs = (currency: string): string => (currency === EVERY_OTHER_CURRENCY ? SCALE_OF_PLAIN_AMOUNT : currency);

export function marginBps(settings: StoredSettings): number {
  return settings.margin_bps ?? DEFAULT_MARGIN_BPS;
}

export function strictestDestinations(platform: PayoutDestinations, settings: StoredSettings): PayoutDestinations {
  return platform === "registered" ? "registered" : (settings.payout_destinations ?? "any");
}

/** The settings of a new organization. A margin of zero is the default, and is not stored. */
export function firstSettings(firstMarginBps: number): StoredSettings {
  return firstMarginBps === DEFAULT_MARGIN_BPS ? {} : { margin_bps: firstMarginBps };
}

/** Reads the API's form: one number for every currency, an amount per currency, or null for no review at all. */
export function readPayoutReview(input: number | Record<string, number> | null): Record<string, string> {
  const path = "settings.payout_review_above";
  if (input === null) return {};
  if (typeof input === "number") return { [EVERY_OTHER_CURRENCY]: amountText(input, EVERY_OTHER_CURRENCY, path) };
  const entries = Object.entries(input);
  if (entries.length > MAX_REVIEW_CURRENCIES)
    throw invalidField(path, `names more than ${MAX_REVIEW_CURRENCIES} currencies`);
  return Object.fromEntries(
    entries.map(([currency, amount]) => {
      if (currency !== EVERY_OTHER_CURRENCY && scaleOf(currency) === undefined)
        throw invalidField(`${path}.${currency}`, "is no currency");
      return [currency, amountText(amount, currency, `${path}.${currency}`)];
    }),
  );
}

/** The values that are enforced, and where each comes from. */
export function showSettings(settings: StoredSettings, platform: PlatformRules) {
  const review = Object.entries(settings.payout_review_above ?? {});
  const shown = {
    payout_review_above: Object.fromEntries(
      review.map(([currency, amount]) => [currency, Money.fromDatabase(amount, scaledAs(currency))]),
    ),
    margin_bps: marginBps(settings),
    payout_destinations: strictestDestinations(platform.payoutDestinations, settings),
    hold_payouts_until_kyb: platform.holdPayoutsUntilKyb,
    api_keys_may_administer: platform.apiKeysMayAdminister,
    unique_client_reference: settings.unique_client_reference ?? false,
    require_second_factor: settings.require_second_factor ?? false,
    tags: [...(settings.tags ?? [])],
  };
  const controls = showControls(settings.controls ?? NO_CONTROLS);
  const stored: Readonly<Record<string, unknown>> = { ...settings, ...settings.controls };
  const sources = Object.keys({ ...shown, ...controls }).map((name) => [name, sourceOf(name, stored[name], platform)]);
  return { ...shown, controls, sources: Object.fromEntries(sources) as Record<string, SettingSource> };
}

const PLATFORM_ONLY: ReadonlySet<string> = new Set(["hold_payouts_until_kyb", "api_keys_may_administer"]);

function sourceOf(name: string, stored: unknown, platform: PlatformRules): SettingSource {
  if (PLATFORM_ONLY.has(name)) return "platform";
  if (name === "payout_destinations" && (stored === undefined || platform.payoutDestinations === "registered"))
    return "platform";
  const isSet = typeof stored === "object" && stored !== null ? Object.keys(stored).length > 0 : stored !== undefined;
  return isSet ? "organization" : "default";
}

export type ControlsInput = Static<typeof ControlsSchema>;

const MONEY_CONDITIONS: ReadonlySet<PolicyCondition> = new Set(["amount", "daily_total", "daily_beneficiary_total"]);

export function readControls(input: ControlsInput | null): Controls {
  if (input === null) return NO_CONTROLS;
  const { policies = [], limits = [], ...rest } = input;
  return {
    ...rest,
    policies: policies.map(({ above, currency = EVERY_OTHER_CURRENCY, approvers = 1, ...policy }, index) => {
      const path = `settings.controls.policies.${index}`;
      if (MONEY_CONDITIONS.has(policy.when) !== (above !== undefined))
        throw invalidField(
          `${path}.above`,
          above === undefined
            ? `is required when the condition is ${policy.when}`
            : `must be omitted when the condition is ${policy.when}`,
        );
      return {
        ...policy,
        currency: readCurrency(currency, path),
        approvers,
        ...(above === undefined ? {} : { above: amountText(above, currency, `${path}.above`) }),
      };
    }),
    limits: limits.map(({ amount, currency = EVERY_OTHER_CURRENCY, ...limit }, index) => {
      const path = `settings.controls.limits.${index}`;
      if (amount === undefined && limit.count === undefined)
        throw invalidField(path, "needs a count, an amount or both");
      return {
        ...limit,
        currency: readCurrency(currency, path),
        ...(amount === undefined ? {} : { amount: amountText(amount, currency, `${path}.amount`) }),
      };
    }),
  };
}

function readCurrency(currency: string, path: string): string {
  if (currency !== EVERY_OTHER_CURRENCY && scaleOf(currency) === undefined)
    throw invalidField(`${path}.currency`, "is no currency");
  return currency;
}

function amountText(amount: number, currency: string, path: string): string {
  return readMoney(amount, scaledAs(currency), path).toDatabase();
}

function showControls({ policies, limits, ...rest }: Controls) {
  const money = (amount: string | undefined, currency: string) =>
    amount === undefined ? undefined : Money.fromDatabase(amount, scaledAs(currency));
  return {
    policies: policies.map(({ above, ...policy }) => ({ ...policy, above: money(above, policy.currency) })),
    limits: limits.map(({ amount, ...limit }) => ({ ...limit, amount: money(amount, limit.currency) })),
    beneficiary_cool_off_hours: rest.beneficiary_cool_off_hours ?? 0,
    escrow_separation: rest.escrow_separation ?? false,
  };
}
