import { Money } from "@corridor/base/money.ts";
import type { PaymentMethod, ProviderName, RecordDirection } from "@corridor/provider-kit/provider.ts";
import { BY_PEOPLE } from "../by-people.ts";
import type { Lane } from "../outcome-window.ts";
import { currenciesOf, hoursOfWeek, type Program, type Rule } from "./program.ts";

/**
 * Which rule of a program a payment matches, and the order that it gives to the providers. Pure, and the same for one
 * payment id however often it is asked: preview, payment and backtest agree. Each condition on a value is a map from
 * the value to a set of bits, one for each rule; their intersection has the rules that match, the first of which wins
 * once its ranges hold too. So 200 rules cost little more than one.
 */
export type Facts = {
  paymentId: string;
  orgId: string;
  orgTags: readonly string[];
  amount: Money;
  country: string;
  paymentMethod: PaymentMethod;
  direction: RecordDirection;
  /** Of mobile money, the network's name; of a ramp, the chain. */
  network: string | null;
  /** Known only of a card that was entered here, not on the provider's page. */
  cardBrand: string | null;
  /** The first six digits. */
  cardBin: string | null;
  customerId: string | null;
  beneficiaryId: string | null;
  metadata: Readonly<Record<string, unknown>>;
  at: Date;
};

/** What a payment has beside its corridor and amount. */
export type Traits = Pick<Facts, "network" | "cardBrand" | "cardBin" | "customerId" | "beneficiaryId" | "metadata">;
const NO_CARD = { cardBrand: null, cardBin: null };
export const NO_TRAITS: Traits = { network: null, ...NO_CARD, customerId: null, beneficiaryId: null, metadata: {} };

/** What is known of providers when a payment is routed. */
export type Knowledge = {
  success(provider: ProviderName, lane: Lane): { succeeded: number; failed: number };
  cost(provider: ProviderName, lane: Lane, amount: Money): Money | null;
};

export type Decision = { order: ProviderName[]; /** From 1. */ rule: number; name: string | null; words: string };

/** A provider without outcomes counts as if so many payments had succeeded there, so that it is tried. */
const OPTIMISM = 10;

type Bits = Uint32Array;
type Dimension = { read(facts: Facts): string | null; byValue: ReadonlyMap<string, Bits>; otherwise: Bits };
type CompiledRule = { rule: Rule; index: number; fits: readonly ((facts: Facts) => boolean)[]; choose: Choose };
type Choose = (facts: Facts, eligible: readonly ProviderName[], knowledge: Knowledge) => Choice;
type Choice = { named: ProviderName[]; why: string };
export type CompiledProgram = {
  readonly rules: readonly CompiledRule[];
  readonly dimensions: readonly Dimension[];
  /** Written anew by every decision, which is never interrupted. */
  readonly matching: Bits;
};

type Reader = (facts: Facts) => string | null;
type Values = (when: Rule["when"]) => readonly string[] | undefined;
const READERS: readonly (readonly [Reader, Values])[] = [
  [({ country }) => country, (when) => when.country],
  [({ amount }) => amount.currency, currenciesOf],
  [({ paymentMethod }) => paymentMethod, (when) => when.payment_method],
  [({ direction }) => direction, (when) => when.direction],
  [({ network }) => network, (when) => when.network],
  [({ orgId }) => orgId, (when) => when.org_id],
  [({ cardBrand }) => cardBrand, (when) => when.card_brand],
  [({ customerId }) => customerId, (when) => when.customer_id],
  [({ beneficiaryId }) => beneficiaryId, (when) => when.beneficiary_id],
];

export function compileProgram({ rules }: Program): CompiledProgram {
  const words = (rules.length + 31) >>> 5;
  const clocks = new Map<string, Clock>();
  const dimensions = READERS.flatMap(([read, of]) => {
    const values = new Set(rules.flatMap(({ when }) => of(when) ?? []));
    const bitsOf = (isIn: (given: readonly string[] | undefined) => boolean): Bits => {
      const bits = new Uint32Array(words);
      for (const [index, { when }] of rules.entries()) if (isIn(of(when))) bits[index >>> 5]! |= 1 << (index & 31);
      return bits;
    };
    const byValue = new Map([...values].map((value) => [value, bitsOf((given) => given?.includes(value) ?? true)]));
    return values.size === 0 ? [] : [{ read, byValue, otherwise: bitsOf((given) => given === undefined) }];
  });
  const compiled = rules.map((rule, index) => ({ rule, index, fits: rangesOf(rule, clocks), choose: chooserOf(rule) }));
  return { rules: compiled, dimensions, matching: new Uint32Array(words) };
}

/** The order among the eligible providers, which rule decided and why in words; null where no rule matches. */
export function decide(
  program: CompiledProgram,
  facts: Facts,
  eligible: readonly ProviderName[],
  knowledge: Knowledge,
): Decision | null {
  const found = firstMatch(program, facts);
  if (found === undefined) return null;
  const { rule, index } = found;
  const { named, why } = found.choose(facts, eligible, knowledge);
  const order = rule.then.only === true ? named : [...named, ...eligible.filter((one) => !named.includes(one))];
  const name = rule.name ?? null;
  return { order, rule: index + 1, name, words: `rule ${index + 1}${name === null ? "" : `, ${name}`}; ${why}` };
}

function firstMatch({ rules, dimensions, matching }: CompiledProgram, facts: Facts): CompiledRule | undefined {
  matching.fill(0xffffffff);
  for (const { read, byValue, otherwise } of dimensions) {
    const value = read(facts);
    const bits = (value === null ? undefined : byValue.get(value)) ?? otherwise;
    for (let word = 0; word < matching.length; word++) matching[word]! &= bits[word]!;
  }
  for (let word = 0; word < matching.length; word++)
    for (let left = matching[word]!; left !== 0; left &= left - 1) {
      const rule = rules[(word << 5) + 31 - Math.clz32(left & -left)];
      if (rule?.fits.every((fits) => fits(facts)) === true) return rule;
    }
  return undefined;
}

type Clock = (at: Date) => number;
/** The conditions that are no plain values. */
function rangesOf({ when }: Rule, clocks: Map<string, Clock>): ((facts: Facts) => boolean)[] {
  const { amount: range, card_bin: bins, metadata: wanted = {}, org_tag: tags, time_zone: zone } = when;
  const fits: ((facts: Facts) => boolean)[] = [];
  if (range !== undefined) {
    const minorOf = (amount?: number) => (amount === undefined ? null : Money.fromWire(amount, range.currency).minor);
    const [least, most] = [minorOf(range.min), minorOf(range.max)];
    fits.push(({ amount: { minor } }) => (least === null || minor >= least) && (most === null || minor <= most));
  }
  if (bins !== undefined)
    fits.push(({ cardBin }) => cardBin !== null && bins.some(({ from, to }) => from <= cardBin && cardBin <= to));
  if (tags !== undefined) fits.push(({ orgTags }) => orgTags.some((tag) => tags.includes(tag)));
  for (const [key, values] of Object.entries(wanted))
    fits.push(({ metadata }) => Object.hasOwn(metadata, key) && values.includes(String(metadata[key])));
  if (zone !== undefined) {
    const open = hoursOfWeek(when);
    const clock = clocks.get(zone) ?? hourOfWeekIn(zone);
    clocks.set(zone, clock);
    fits.push(({ at }) => open[clock(at)]!);
  }
  return fits;
}

const QUARTER_MS = 15 * 60_000;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The last answer is kept: a formatter takes microseconds, and no zone changes its hour within a quarter of one. */
function hourOfWeekIn(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat("en", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
  let [quarter, hourOfWeek] = [Number.NaN, 0];
  return (at) => {
    const now = Math.floor(at.getTime() / QUARTER_MS);
    if (now === quarter) return hourOfWeek;
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    quarter = now;
    return (hourOfWeek = DAYS.indexOf(parts.get("weekday")!) * 24 + Number(parts.get("hour")));
  };
}

function chooserOf({ then }: Rule): Choose {
  const { by, shares = [], explore } = then;
  const providers = by === "split" ? shares.map(({ provider }) => provider) : then.providers;
  const choose = by === "order" ? inOrder : by === "split" ? splitBy(shares) : ranked(then);
  const limits = new Map(explore?.up_to.map(({ amount, currency }) => [currency, Money.fromWire(amount, currency)]));
  return (facts, eligible, knowledge) => {
    const named =
      providers?.filter((provider) => eligible.includes(provider)) ?? eligible.filter((one) => one !== BY_PEOPLE);
    if (named.length === 0) return { named, why: "none of its providers can take the payment" };
    const choice = choose(named, facts, knowledge);
    const limit = limits.get(facts.amount.currency);
    if (explore === undefined || limit === undefined || facts.amount.minor > limit.minor) return choice;
    return explored(choice, explore.percent, facts.paymentId);
  };
}

type ChooseNamed = (named: ProviderName[], facts: Facts, knowledge: Knowledge) => Choice;
const inOrder: ChooseNamed = (named) => ({ named, why: "in its order" });

function splitBy(shares: NonNullable<Rule["then"]["shares"]>): ChooseNamed {
  const percentOf = new Map(shares.map(({ provider, percent }) => [provider, percent]));
  return (named, { paymentId }) => {
    const total = named.reduce((sum, provider) => sum + percentOf.get(provider)!, 0);
    let left = shareOf(paymentId, "split") * total;
    const drawn = named.find((provider) => (left -= percentOf.get(provider)!) < 0) ?? named.at(-1)!;
    const others = named.filter((one) => one !== drawn).toSorted((a, b) => percentOf.get(b)! - percentOf.get(a)!);
    return { named: [drawn, ...others], why: `the split gives ${percentOf.get(drawn)} % to ${drawn}` };
  };
}

type Known = { provider: ProviderName; succeeded: number; count: number; cost: number | null; score: number };

/** No words say what a provider costs: organizations read them, and the operator's prices are the operator's. */
function ranked({ by, margin_percent: margin = 0 }: Rule["then"]): ChooseNamed {
  return (named, facts, knowledge) => {
    const { country, paymentMethod, direction, network, amount } = facts;
    const lane = { country, paymentMethod, direction, network };
    const value = amountOf(amount);
    const known = named.map((provider): Known => {
      const { succeeded, failed } = knowledge.success(provider, lane);
      const cost = by === "success" ? null : knowledge.cost(provider, lane, amount);
      const count = succeeded + failed;
      return { provider, succeeded, count, cost: cost?.currency === amount.currency ? amountOf(cost) : null, score: 0 };
    });
    const least = known.reduce((low, { cost }) => (cost === null ? low : Math.min(low, cost)), Infinity);
    for (const one of known) {
      const likely = (one.succeeded + OPTIMISM) / (one.count + OPTIMISM);
      if (by === "success") one.score = likely;
      else if (by === "cost") one.score = one.cost === null ? -Infinity : -one.cost;
      else one.score = (likely * value * margin) / 100 - (one.cost ?? (least === Infinity ? 0 : least));
    }
    known.sort((a, b) => (b.score > a.score ? 1 : b.score < a.score ? -1 : 0));
    return { named: known.map(({ provider }) => provider), why: wordsOf(by, known) };
  };
}

function wordsOf(by: Rule["then"]["by"], known: readonly Known[]): string {
  const [first, second] = known as [Known, ...Known[]];
  if (by === "cost") return first.cost === null ? "no cost is known" : "lowest known cost";
  const success = `success ${ratioOf(first)}${second === undefined ? "" : ` against ${ratioOf(second)}`}`;
  if (by === "success") return success;
  return `expected value, ${success}${known.some(({ cost }) => cost === null) ? ", not every cost is known" : ""}`;
}

function ratioOf({ succeeded, count }: Known): string {
  return count === 0 ? "unknown" : `${(succeeded / count).toFixed(2)} of ${count}`;
}

function explored({ named, why }: Choice, percent: number, paymentId: string): Choice {
  const drawn = shareOf(paymentId, "explore") / (percent / 100);
  if (drawn >= 1 || named.length < 2) return { named, why };
  const probe = named[1 + Math.floor(drawn * (named.length - 1))]!;
  return { named: [probe, ...named.filter((one) => one !== probe)], why: `${probe} is explored; otherwise ${why}` };
}

/** To compare, not to pay: a double is near enough. */
function amountOf({ minor, scale }: Money): number {
  return Number(minor) / 10 ** scale;
}

/** Where a payment falls between 0 and 1 (FNV-1a, mixed): evenly, and always the same for one id and purpose. */
export function shareOf(paymentId: string, purpose: string): number {
  let hash = 0x811c9dc5;
  for (const text of [purpose, paymentId])
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
