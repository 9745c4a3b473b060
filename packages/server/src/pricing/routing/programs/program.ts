import Type, { type Static, type TSchema } from "typebox";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { type ErrorDetail, invalidFields } from "#src/kernel/http/errors.ts";
import { Closed, CountryCode, CurrencyCode, MoneyInput, Name, Named, OneOf, Tag } from "#src/kernel/http/schemas.ts";
import { faultsOf, MAX_ERROR_DETAILS } from "#src/kernel/http/validation.ts";
import { PaymentMethodSchema, ProviderNameSchema } from "#src/pricing/provider-accounts/index.ts";
import { RECORD_DIRECTIONS } from "@corridor/provider-kit/provider.ts";

/**
 * A routing program: rules in order, of which the first that matches a payment orders the providers that the configs
 * allow. This file says what a program may be, and refuses with the rule's place what could never work as meant.
 */
export const MAX_RULES = 200;
/** Values of one condition, such as customers. */
const MAX_VALUES = 100;
const MAX_METADATA_KEYS = 10;
const MAX_TEXT = 200;

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
const CARD_BRANDS = [
  ...(["visa", "mastercard", "amex", "verve", "discover", "jcb"] as const),
  ...(["diners", "unionpay", "unknown"] as const),
] as const;
const OUTCOMES = ["order", "split", "success", "cost", "expected_value"] as const;

const may = Type.Optional;
const anyOf = <T extends TSchema>(item: T) =>
  may(Type.Array(item, { minItems: 1, maxItems: MAX_VALUES, uniqueItems: true }));
const matching = (pattern: string, message: string) => Type.String({ pattern, "x-pattern-message": message });
const Id = matching("^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "must be an id, as the API writes it");
const Bin = matching("^[0-9]{6}$", "must be the first six digits of a card");
const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT });
const Percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 });
const Hour = Type.Integer({ minimum: 0, maximum: 24 });
const Values = Type.Array(Text, { minItems: 1, maxItems: MAX_VALUES });
const ByKey = Type.Record(Type.String(), Values, { minProperties: 1, maxProperties: MAX_METADATA_KEYS });
const Range = Closed({
  currency: CurrencyCode,
  min: [may(MoneyInput), "The lowest amount, inclusive"],
  max: [may(MoneyInput), "The highest amount, inclusive"],
});

const BinRange = Closed({ from: [Bin, "The lowest"], to: [Bin, "The highest"] });
const Hours = Closed({ from: [Hour, "The first hour"], to: [Hour, "The hour that it ends before"] });

const When = Closed({
  amount: [may(Range), "What the payer pays, in this currency"],
  currency: [anyOf(CurrencyCode), "The payer's currencies"],
  country: [anyOf(CountryCode), "Countries of the payment"],
  network: [anyOf(Text), "Of mobile money, a name from POST /externals/networks; of a ramp, the chain"],
  payment_method: [anyOf(PaymentMethodSchema), "Payment methods"],
  direction: [anyOf(OneOf(RECORD_DIRECTIONS)), "inbound: payins; outbound: payouts; external: ramps"],
  card_brand: [anyOf(OneOf(CARD_BRANDS)), "Brands of cards"],
  card_bin: [anyOf(BinRange), "Ranges of the first six digits, both ends inclusive"],
  customer_id: [anyOf(Id), "Ids of customers"],
  beneficiary_id: [anyOf(Id), "Ids of beneficiaries"],
  org_id: [anyOf(Id), "Ids of organizations"],
  org_tag: [anyOf(Tag), "Tags of organizations (`settings.tags`)"],
  metadata: [may(ByKey), "By key of the payment's metadata, the values of which one must be there"],
  hours: [may(Hours), "From this hour until before that one; 22 to 6 goes over midnight"],
  weekday: [anyOf(OneOf(WEEKDAYS)), "Days of the week"],
  time_zone: [may(Text), "Of hours and weekday, such as Africa/Accra"],
});

const Share = Closed({ provider: ProviderNameSchema, percent: [Percent, "Its share of the payments"] });
const Limit = Closed({ amount: [MoneyInput, "The highest amount"], currency: CurrencyCode });
const Explore = Closed({
  percent: [Percent, "The share of payments that explore"],
  up_to: [
    Type.Array(Limit, { minItems: 1, maxItems: MAX_VALUES }),
    "The highest amounts; other currencies never explore",
  ],
});
const ByMeaning =
  "order: as listed; split: by `shares`; success: who succeeded most; cost: who costs least; expected_value: success " +
  "times margin less cost";
const Then = Closed({
  by: [OneOf(OUTCOMES), ByMeaning],
  providers: [anyOf(ProviderNameSchema), "Absent: every one that may take the payment, except manual"],
  shares: [may(Type.Array(Share, { minItems: 2 })), "Of a split. They sum to 100"],
  only: [may(Type.Boolean()), "Nobody else follows as a fallback"],
  explore: [may(Explore), "A share of payments goes to one of the others, so that they are measured too"],
  margin_percent: [may(Percent), "Of expected_value: what a success earns, in percent of the amount"],
});

const RULE = {
  name: [may(Name), "What the reason calls the rule"],
  when: [When, "All of these must hold; a list holds if one of its values does. Empty: every payment"],
  then: [Then, "How the providers are ordered"],
} as const;
const Meaning = "A rule of a routing program: for which payments it orders the providers, and how";
const RuleSchema = Named(["RoutingRule", Meaning], RULE, { additionalProperties: false });
export const RulesSchema = Type.Array(RuleSchema, { minItems: 1, maxItems: MAX_RULES });
const ProgramSchema = Closed({ rules: RulesSchema });

export type Program = Static<typeof ProgramSchema>;
export type Rule = Program["rules"][number];
type Conditions = Rule["when"];

const shapeFaults = faultsOf(ProgramSchema);

/** Throws everything that is wrong, each with the rule's place and what to mend. */
export function readProgram(json: unknown): Program {
  const faults = shapeFaults(json);
  if (faults.length > 0) throw invalidFields(faults.map(withPlace));
  const { rules } = json as Program;
  const problems: ErrorDetail[] = [];
  for (const [index, rule] of rules.entries()) {
    const refuse = (path: string, message: string) =>
      problems.push(withPlace({ path: `rules.${index}.${path}`, message }));
    checkConditions(rule.when, refuse);
    checkOutcome(rule, refuse);
    const cover = rules.findIndex((earlier, place) => place < index && covers(earlier.when, rule.when));
    if (cover !== -1)
      refuse("when", `never matches, because rule ${cover + 1} matches all of its payments; move it up or remove it`);
  }
  if (problems.length > 0) throw invalidFields(problems.slice(0, MAX_ERROR_DETAILS));
  return { rules };
}

/** People count rules from 1, paths from 0. */
function withPlace({ path, message }: ErrorDetail): ErrorDetail {
  const index = /^rules\.(\d+)/.exec(path)?.[1];
  return { path, message: index === undefined ? message : `${message} (rule ${Number(index) + 1})` };
}

type Refuse = (path: string, message: string) => void;

function checkConditions(when: Conditions, refuse: Refuse): void {
  const { amount, payment_method: methods, direction, hours, weekday, time_zone: zone } = when;
  if (amount !== undefined) checkAmount(when, refuse);
  for (const [place, { from, to }] of (when.card_bin ?? []).entries())
    if (from > to) refuse(`when.card_bin.${place}`, "never matches: `from` must not be above `to`");
  const isOf = (...wanted: string[]): boolean => methods === undefined || methods.some((one) => wanted.includes(one));
  for (const name of ["card_brand", "card_bin"] as const)
    if (when[name] !== undefined && !isOf("card"))
      refuse(`when.${name}`, "never matches: only cards have it, and payment_method has no card");
  if (when.network !== undefined && !isOf("mobile_money", "crypto"))
    refuse("when.network", "never matches: only mobile_money and crypto have it, and payment_method has neither");
  if (!isOf("crypto") && direction?.every((one) => one === "external") === true)
    refuse("when.direction", "never matches: only crypto is external, and payment_method has no crypto");
  if (hours !== undefined && hours.from === hours.to)
    refuse("when.hours", "never matches: `from` and `to` are the same hour; leave hours out for the whole day");
  const needsZone = hours !== undefined || weekday !== undefined;
  if (needsZone && zone === undefined) refuse("when.time_zone", "is required with hours or weekday");
  if (!needsZone && zone !== undefined) refuse("when.time_zone", "must be left out without hours and weekday");
  if (zone !== undefined && !isTimeZone(zone)) refuse("when.time_zone", "must be a time zone such as Africa/Accra");
}

function checkAmount({ amount, currency }: Conditions, refuse: Refuse): void {
  const { min, max, currency: own } = amount!;
  if (min === undefined && max === undefined) refuse("when.amount", "needs min, max or both; use currency without");
  checkMoney("when.amount.min", min, own, refuse);
  checkMoney("when.amount.max", max, own, refuse);
  if (min !== undefined && max !== undefined && min > max)
    refuse("when.amount", "never matches: min must not be above max");
  if (currency !== undefined && (currency.length !== 1 || currency[0] !== own))
    refuse("when.currency", `contradicts the amount, which is in ${own}; leave currency out`);
}

function checkOutcome({ then }: Rule, refuse: Refuse): void {
  const { by, providers, shares, explore, margin_percent: margin } = then;
  const learns = by !== "order" && by !== "split";
  if (by === "order" && providers === undefined) refuse("then.providers", "is required for order");
  if (by === "split" && providers !== undefined) refuse("then.providers", "must be left out: shares name providers");
  if (!learns && explore !== undefined) refuse("then.explore", `must be left out: ${by} measures nothing`);
  if ((by === "split") !== (shares !== undefined)) refuse("then.shares", "must be there for split, and only then");
  if ((by === "expected_value") !== (margin !== undefined))
    refuse("then.margin_percent", "must be there for expected_value, and only then");
  const sum = (shares ?? []).reduce((total, { percent }) => total + percent, 0);
  if (shares !== undefined && Math.abs(sum - 100) > 1e-9)
    refuse("then.shares", `sum to ${Number(sum.toFixed(6))} and must sum to 100`);
  if (new Set(shares?.map(({ provider }) => provider)).size < (shares ?? []).length)
    refuse("then.shares", "must name each provider once");
  for (const [place, { amount, currency }] of (explore?.up_to ?? []).entries())
    checkMoney(`then.explore.up_to.${place}.amount`, amount, currency, refuse);
}

function checkMoney(path: string, amount: number | undefined, currency: string, refuse: Refuse): void {
  try {
    if (amount !== undefined) Money.fromWire(amount, currency);
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    refuse(path, error.message);
  }
}

function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const LISTS = [
  ...(["country", "network", "payment_method", "direction"] as const),
  ...(["card_brand", "customer_id", "beneficiary_id", "org_id", "org_tag"] as const),
];

/**
 * Whether every payment that `later` matches is matched by `earlier` already. Only one rule is compared with one other:
 * a rule that several earlier ones cover together is not found.
 */
function covers(earlier: Conditions, later: Conditions): boolean {
  const bins = later.card_bin;
  const isIn = (one: { from: string; to: string }) =>
    earlier.card_bin!.some(({ from, to }) => from <= one.from && one.to <= to);
  return (
    LISTS.every((name) => includesAll(earlier[name], later[name])) &&
    includesAll(currenciesOf(earlier), currenciesOf(later)) &&
    (earlier.amount === undefined || isWithin(later.amount, earlier.amount)) &&
    (earlier.card_bin === undefined || (bins !== undefined && bins.every(isIn))) &&
    Object.entries(earlier.metadata ?? {}).every(([key, values]) => includesAll(values, later.metadata?.[key])) &&
    coversTime(earlier, later)
  );
}

function includesAll(wide: readonly string[] | undefined, narrow: readonly string[] | undefined): boolean {
  return wide === undefined || (narrow !== undefined && narrow.every((value) => wide.includes(value)));
}

export function currenciesOf({ amount, currency }: Conditions): readonly string[] | undefined {
  return amount === undefined ? currency : [amount.currency];
}

type AmountRange = NonNullable<Conditions["amount"]>;
/** Their currencies are compared apart. */
function isWithin(narrow: AmountRange | undefined, { min = 0, max = Infinity }: AmountRange): boolean {
  return narrow !== undefined && (narrow.min ?? 0) >= min && (narrow.max ?? Infinity) <= max;
}

function coversTime(earlier: Conditions, later: Conditions): boolean {
  if (earlier.time_zone === undefined) return true;
  const wide = hoursOfWeek(earlier);
  const isWide = (open: boolean, hour: number): boolean => !open || wide[hour] === true;
  return later.time_zone === earlier.time_zone && hoursOfWeek(later).every(isWide);
}

/** From Monday, 0:00. */
export function hoursOfWeek({ hours: { from, to } = { from: 0, to: 24 }, weekday = [...WEEKDAYS] }: Conditions) {
  const isOpen = (hour: number): boolean => (from < to ? hour >= from && hour < to : hour >= from || hour < to);
  return WEEKDAYS.flatMap((day) => Array.from({ length: 24 }, (_, hour) => weekday.includes(day) && isOpen(hour)));
}
