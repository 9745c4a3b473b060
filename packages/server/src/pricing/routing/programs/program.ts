import Type, { type Static } from "typebox";
import { scaleOf } from "@corridor/base/currencies.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { type ErrorDetail, invalidFields } from "#src/kernel/http/errors.ts";
import { Closed, CountryCode, CurrencyCode, Id, MoneyInput, Name, OneOf } from "#src/kernel/http/schemas.ts";
import { faultsOf } from "#src/kernel/http/validation.ts";
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
export const CARD_BRANDS = [
  "visa",
  "mastercard",
  "amex",
  "verve",
  "discover",
  "jcb",
  "diners",
  "unionpay",
  "unknown",
] as const;
export const OUTCOMES = ["order", "split", "success", "cost", "expected_value"] as const;

function anyOf<T extends Type.TSchema>(schema: T) {
  return Type.Optional(Type.Array(schema, { minItems: 1, maxItems: MAX_VALUES, uniqueItems: true }));
}
const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT });
const Bin = Type.String({ pattern: "^[0-9]{6}$", "x-pattern-message": "must be the first six digits of a card" });
const Percent = Type.Number({ exclusiveMinimum: 0, maximum: 100 });

const When = Closed({
  amount: [
    Type.Optional(
      Closed({
        currency: CurrencyCode,
        min: [Type.Optional(MoneyInput), "The lowest amount, inclusive"],
        max: [Type.Optional(MoneyInput), "The highest amount, inclusive"],
      }),
    ),
    "What the payer pays, in this currency",
  ],
  currency: anyOf(CurrencyCode),
  country: anyOf(CountryCode),
  network: [anyOf(Text), "Of mobile money, a name from POST /externals/networks; of a ramp, the chain"],
  payment_method: anyOf(PaymentMethodSchema),
  direction: anyOf(OneOf(RECORD_DIRECTIONS)),
  card_brand: anyOf(OneOf(CARD_BRANDS)),
  card_bin: [anyOf(Closed({ from: Bin, to: Bin })), "Ranges of the first six digits, both ends inclusive"],
  customer_id: anyOf(Id),
  beneficiary_id: anyOf(Id),
  org_id: anyOf(Id),
  metadata: [
    Type.Optional(
      Type.Record(Type.String({ maxLength: MAX_TEXT }), Type.Array(Text, { minItems: 1, maxItems: MAX_VALUES }), {
        minProperties: 1,
        maxProperties: MAX_METADATA_KEYS,
      }),
    ),
    "By key of the payment's metadata, the values of which one must be there",
  ],
  hours: [
    Type.Optional(
      Closed({
        from: Type.Integer({ minimum: 0, maximum: 23 }),
        to: Type.Integer({ minimum: 1, maximum: 24 }),
      }),
    ),
    "From this hour until before that one; from 22 to 6 goes over midnight",
  ],
  weekday: anyOf(OneOf(WEEKDAYS)),
  time_zone: [Type.Optional(Text), "Of hours and weekday, such as Africa/Accra"],
});

const Then = Closed({
  by: [
    OneOf(OUTCOMES),
    "order: as listed; split: by `shares`; success: who succeeded most; cost: who costs least; expected_value: " +
      "success times margin less cost",
  ],
  providers: [
    anyOf(ProviderNameSchema),
    "Which providers, for order in this order; absent: every one that may take the payment, except manual",
  ],
  shares: [
    Type.Optional(Type.Array(Closed({ provider: ProviderNameSchema, percent: Percent }), { minItems: 2 })),
    "Of a split. They sum to 100",
  ],
  only: [Type.Optional(Type.Boolean()), "Nobody else follows as a fallback"],
  explore: [
    Type.Optional(
      Closed({
        percent: Percent,
        up_to: [
          Type.Array(Closed({ amount: MoneyInput, currency: CurrencyCode }), { minItems: 1, maxItems: MAX_VALUES }),
          "The highest amount that explores, by currency; other currencies never do",
        ],
      }),
    ),
    "A share of payments goes to one of the others, so that they are measured too",
  ],
  margin_percent: [
    Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
    "Of expected_value: what a payment that succeeds earns, in percent of its amount",
  ],
});

export const RuleSchema = Closed({
  name: Type.Optional(Name),
  when: [When, "All of these must hold; a list holds if one of its values does. Empty: every payment"],
  then: Then,
});
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
  if (problems.length > 0) throw invalidFields(problems);
  return { rules };
}

/** People count rules from 1, paths from 0. */
function withPlace({ path, message }: ErrorDetail): ErrorDetail {
  const index = /^rules\.(\d+)/.exec(path)?.[1];
  return { path, message: index === undefined ? message : `${message} (rule ${Number(index) + 1})` };
}

type Refuse = (path: string, message: string) => void;

const OF_CARDS = ["card_brand", "card_bin"] as const;

function checkConditions(when: Conditions, refuse: Refuse): void {
  const { amount, currency, payment_method: methods, direction, hours, weekday, time_zone: zone } = when;
  if (amount !== undefined) checkAmount(when, refuse);
  for (const [place, { from, to }] of (when.card_bin ?? []).entries())
    if (from > to) refuse(`when.card_bin.${place}`, "never matches: `from` must not be above `to`");
  for (const name of OF_CARDS)
    if (when[name] !== undefined && methods?.includes("card") === false)
      refuse(`when.${name}`, "never matches: only cards have it, and payment_method has no card");
  if (when.network !== undefined && methods?.some((one) => one === "mobile_money" || one === "crypto") === false)
    refuse("when.network", "never matches: only mobile_money and crypto have it, and payment_method has neither");
  if (methods?.includes("crypto") === false && direction?.every((one) => one === "external") === true)
    refuse("when.direction", "never matches: only crypto is external, and payment_method has no crypto");
  if (currency?.some((one) => scaleOf(one) === undefined)) refuse("when.currency", "must be known currencies");
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
  for (const name of ["min", "max"] as const) {
    const fault = amount![name] === undefined ? null : faultOfMoney(amount![name], own);
    if (fault !== null) refuse(`when.amount.${name}`, fault);
  }
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
  if (by === "split" && shares === undefined) refuse("then.shares", "is required for split");
  if (by !== "split" && shares !== undefined) refuse("then.shares", "must be left out: only a split has shares");
  if (!learns && explore !== undefined) refuse("then.explore", `must be left out: ${by} measures nothing`);
  if (by === "expected_value" && margin === undefined)
    refuse("then.margin_percent", "is required for expected_value: what a payment that succeeds earns");
  if (by !== "expected_value" && margin !== undefined)
    refuse("then.margin_percent", "must be left out: only expected_value has a margin");
  if (shares !== undefined) checkShares(shares, refuse);
  for (const [place, { amount, currency }] of (explore?.up_to ?? []).entries()) {
    const fault = faultOfMoney(amount, currency);
    if (fault !== null) refuse(`then.explore.up_to.${place}.amount`, fault);
  }
}

function checkShares(shares: NonNullable<Rule["then"]["shares"]>, refuse: Refuse): void {
  const sum = shares.reduce((total, { percent }) => total + percent, 0);
  if (Math.abs(sum - 100) > 1e-9) refuse("then.shares", `sum to ${Number(sum.toFixed(6))} and must sum to 100`);
  if (new Set(shares.map(({ provider }) => provider)).size < shares.length)
    refuse("then.shares", "must name each provider once");
}

function faultOfMoney(amount: number, currency: string): string | null {
  try {
    Money.fromWire(amount, currency);
    return null;
  } catch (error) {
    if (error instanceof InvalidMoney) return error.message;
    throw error;
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

const LISTS = ["country", "network", "payment_method", "direction", "card_brand", "customer_id"] as const;
const MORE_LISTS = ["beneficiary_id", "org_id"] as const;

/**
 * Whether every payment that `later` matches is matched by `earlier` already. Only one rule is compared with one other:
 * a rule that several earlier ones cover together is not found.
 */
function covers(earlier: Conditions, later: Conditions): boolean {
  return (
    [...LISTS, ...MORE_LISTS].every((name) => includesAll(earlier[name], later[name])) &&
    includesAll(currenciesOf(earlier), currenciesOf(later)) &&
    (earlier.amount === undefined || isWithin(later.amount, earlier.amount)) &&
    (earlier.card_bin === undefined ||
      later.card_bin?.every((one) => earlier.card_bin!.some(({ from, to }) => from <= one.from && one.to <= to)) ===
        true) &&
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
function isWithin(narrow: AmountRange | undefined, wide: AmountRange): boolean {
  return (
    narrow !== undefined &&
    narrow.currency === wide.currency &&
    (narrow.min ?? 0) >= (wide.min ?? 0) &&
    (narrow.max ?? Infinity) <= (wide.max ?? Infinity)
  );
}

function coversTime(earlier: Conditions, later: Conditions): boolean {
  if (earlier.time_zone === undefined) return true;
  if (later.time_zone !== earlier.time_zone) return false;
  const wide = hoursOfWeek(earlier);
  return hoursOfWeek(later).every((open, hour) => !open || wide[hour] === true);
}

/** From Monday, 0:00. */
export function hoursOfWeek({ hours, weekday }: Conditions): boolean[] {
  return WEEKDAYS.flatMap((day) => {
    const ofDay = weekday === undefined || weekday.includes(day);
    return Array.from({ length: 24 }, (_, hour) => ofDay && isWithinHours(hours, hour));
  });
}

function isWithinHours(hours: Conditions["hours"], hour: number): boolean {
  if (hours === undefined) return true;
  const { from, to } = hours;
  return from < to ? hour >= from && hour < to : hour >= from || hour < to;
}
