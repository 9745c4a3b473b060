import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRunSettings } from "@corridor/server/run-settings.ts";
import { scaleOf } from "@corridor/base/currencies.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { payerAmountOf } from "@corridor/server/products/links/quote-link.ts";
import { decideUses, exposureKeyOf, type LockUse } from "@corridor/server/pricing/rates/consume-locks.ts";
import type { HeldLock } from "@corridor/server/pricing/rates/queries.ts";
import { convertAt, crossRate, lockHolds, type LockTerms, withMargin } from "@corridor/server/pricing/rates/rate.ts";
import { seededRandom } from "#test/ledger/random-operations.ts";

/**
 * An adversary who knows every future rate, and has any number of locks, accounts and payments, against the rules alone
 * (docs/guides/fx.md). The adversary's gain is the operator's loss from converting at a lock instead of at the current
 * live rate: an operator who covers each conversion at once loses exactly that. Profit from holding a currency that rises
 * does not come from the operator, and is not counted.
 */
const CURRENCIES = ["USD", "NGN", "GHS", "UGX", "JPY", "KWD"] as const;
type Currency = (typeof CURRENCIES)[number];
const MINUTES = 120;
const LOCK_MINUTES = 15;
const PAY_WITHIN_MINUTES = 30;
const PLANS = 250;
const ORG = "018f0000-0000-7000-8000-000000000000";

type Terms = { marginBps: number; driftBps: number; maxHourlyUsd: number };
type World = {
  terms: Terms;
  /** Units per US dollar, by minute. */ perUsd: Record<Currency, Decimal[]>;
  live: Map<string, Decimal>;
};
type Ways = "payment" | "transfer" | "fixed_link";
/**
 * One lock and its use by the adversary. `patience`: the number of minutes of the lock's lifetime among which the
 * adversary chooses the best.
 */
type Plan = { from: Currency; to: Currency; minute: number; patience: number; minor: bigint; way: Ways };

const FIRST: Record<Currency, string> = {
  USD: "1",
  NGN: "1550",
  GHS: "12.4",
  UGX: "3650",
  JPY: "151.37",
  KWD: "0.307",
};

/** Mostly small steps, within which locks stay valid, and sometimes a jump. */
function pathOf(first: string, random: () => number): Decimal[] {
  let rate = Decimal.parse(first);
  return Array.from({ length: MINUTES }, () => {
    const bps = random() < 0.92 ? Math.round(random() * 120 - 60) : Math.round(random() * 4_500 - 2_000);
    return (rate = rate.multiply(Decimal.of(BigInt(10_000 + bps), 4)).round(9));
  });
}

function worldOf(terms: Terms, random: () => number): World {
  const paths = CURRENCIES.map((currency) => [
    currency,
    currency === "USD" ? Array.from({ length: MINUTES }, () => Decimal.ONE) : pathOf(FIRST[currency], random),
  ]);
  return { terms, perUsd: Object.fromEntries(paths) as World["perUsd"], live: new Map() };
}

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)]!;

function planOf(random: () => number): Plan {
  const from = pick(CURRENCIES, random);
  return {
    from,
    to: pick(
      CURRENCIES.filter((currency) => currency !== from),
      random,
    ),
    minute: Math.floor(random() * (MINUTES - LOCK_MINUTES)),
    patience: 1 + Math.floor(random() * LOCK_MINUTES),
    // In tiny amounts rounding dominates, in large ones it does not matter.
    minor: BigInt(1 + Math.floor(random() * pick([10, 1_000, 100_000, 1e9, 1e12], random))),
    way: pick(["payment", "transfer", "fixed_link"] as const, random),
  };
}

/** One random world and its operations, from a seed. */
function scene(terms: Terms, seed: number): { world: World; plans: Plan[] } {
  const random = seededRandom(seed);
  const world = worldOf(terms, random);
  return { world, plans: Array.from({ length: PLANS }, () => planOf(random)) };
}

/** Computed once for each pair and minute. */
function liveAt({ perUsd, live }: World, from: Currency, to: Currency, minute: number): Decimal {
  const key = `${from} ${to} ${minute}`;
  let rate = live.get(key);
  if (rate === undefined) live.set(key, (rate = crossRate(perUsd[from][minute]!, perUsd[to][minute]!)));
  return rate;
}

const decimalOf = (money: Money): Decimal => Decimal.of(money.minor, money.scale);
const atMinute = (minute: number): Date => new Date(minute * 60_000);

/** The amounts that are paid and received. Null: the product refuses the conversion. */
function convert(plan: Plan, lock: LockTerms): { given: Money; got: Money } | null {
  if (plan.way === "fixed_link") {
    const got = Money.ofMinor(plan.minor, plan.to);
    return { given: payerAmountOf(got, lock, plan.from), got };
  }
  const given = Money.ofMinor(plan.minor, plan.from);
  const down = given.convertDown(lock.rate, plan.to);
  if (!down.isPositive()) return null;
  return { given, got: plan.way === "transfer" ? down : convertAt(given, lock.rate, plan.to) };
}

type Use = {
  hour: string;
  /** The amount as the limit counts it. */ usd: Decimal;
  gainUsd: Decimal;
  minute: number;
  plan: Plan;
  given: Money;
  got: Money;
  lock: HeldLock;
};

/** Every plan is tried at its best minute; the limit of each hour then lets some through. */
function play(world: World, played: readonly Plan[]): Use[] {
  const { terms } = world;
  const spent = new Map<string, Decimal>();
  return played
    .flatMap((plan, index) => bestUse(world, plan, index) ?? [])
    .toSorted((a, b) => a.minute - b.minute)
    .filter((use) => {
      const asked: LockUse = {
        orgId: ORG,
        orgRateId: use.lock.orgRateId,
        usedBy: use.lock.orgRateId,
        amount: use.given,
        toCurrency: use.plan.to,
        at: atMinute(use.minute),
      };
      const key = exposureKeyOf({ orgId: ORG, fromCurrency: use.plan.from, toCurrency: use.plan.to }, asked.at);
      const usd = spent.get(use.hour) ?? Decimal.ZERO;
      const refusals = decideUses([asked], [use.lock], [{ ...key, usd }], {
        rateLockHourlyUsd: terms.maxHourlyUsd,
        rateOpenUsd: 1,
      });
      if (refusals.size > 0) return false;
      spent.set(use.hour, usd.plus(use.usd));
      return true;
    });
}

const NOTHING = { countedUsd: Decimal.ZERO, openUsd: Decimal.ZERO };

function bestUse(world: World, plan: Plan, index: number): Use | null {
  const { terms } = world;
  const lock: LockTerms = {
    rate: withMargin(liveAt(world, plan.from, plan.to, plan.minute), terms.marginBps),
    marginBps: terms.marginBps,
    toCurrency: plan.to,
  };
  const usdPerUnit = liveAt(world, plan.from, "USD", plan.minute);
  const held: HeldLock = { orgId: ORG, orgRateId: `lock ${index}`, usedBy: null, usdPerUnit, ...NOTHING };
  let best: Use | null = null;
  for (let minute = plan.minute; minute < plan.minute + plan.patience; minute++) {
    const live = liveAt(world, plan.from, plan.to, minute);
    if (!lockHolds(lock, live, terms.driftBps)) continue;
    const converted = convert(plan, lock);
    if (converted === null) continue;
    const gainUsd = gainOf(converted, live, usdPerUnit);
    if (best !== null && gainUsd.compare(best.gainUsd) <= 0) continue;
    const usd = decimalOf(converted.given).multiply(usdPerUnit);
    best = {
      hour: `${plan.from} ${plan.to} ${Math.floor(minute / 60)}`,
      usd,
      gainUsd,
      minute,
      plan,
      ...converted,
      lock: held,
    };
  }
  return best;
}

function gainOf({ given, got }: { given: Money; got: Money }, live: Decimal, usdPerUnit: Decimal): Decimal {
  return decimalOf(got).divide(live, 30).minus(decimalOf(given)).multiply(usdPerUnit);
}

/** (1 - margin)(1 + drift)(1 + move) - 1, or nothing. */
function shareOf({ marginBps, driftBps }: Terms, move = Decimal.ZERO): Decimal {
  const share = Decimal.of(BigInt(10_000 - marginBps), 4)
    .multiply(Decimal.of(BigInt(10_000 + driftBps), 4))
    .multiply(Decimal.ONE.plus(move))
    .minus(Decimal.ONE);
  return share.isPositive() ? share : Decimal.ZERO;
}

/**
 * The most that rounding gives: the value of half a minor unit of the received currency at the time of the conversion,
 * and of a payment or transfer at most 0.1 percent of its value then.
 */
function roundingOf(world: World, { plan, minute, lock, got }: Use): Decimal {
  const half = Decimal.of(5n, scaleOf(plan.to)! + 1);
  const share = decimalOf(got).multiply(Decimal.parse("0.001"));
  return (plan.way === "fixed_link" || half.compare(share) < 0 ? half : share)
    .divide(liveAt(world, plan.from, plan.to, minute), 30)
    .multiply(lock.usdPerUnit);
}

const sum = (values: readonly Decimal[]): Decimal => values.reduce((total, value) => total.plus(value), Decimal.ZERO);
/** Rates have twelve digits. */
const hairOf = (usd: Decimal): Decimal => usd.multiply(Decimal.parse("1e-10"));

const anyTerms: fc.Arbitrary<Terms> = fc.record({
  marginBps: fc.constantFrom(0, 10, 50, 100),
  driftBps: fc.constantFrom(0, 10, 50, 100, 500),
  maxHourlyUsd: fc.constantFrom(1, 1_000, 1_000_000),
});
const anySeed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const { values: production } = readRunSettings(new Map(), "production");
const productionTerms: Terms = {
  marginBps: production.rateMarginBps,
  driftBps: production.rateLockDriftBps,
  maxHourlyUsd: production.rateLockHourlyUsd,
};

describe("an adversary who knows the rates to come", () => {
  test("gains nothing but rounding under the production defaults: at most 0.1 percent of a tiny conversion", () => {
    let conversions = 0;
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { world, plans } = scene(productionTerms, seed);
        const uses = play(world, plans);
        conversions += uses.length;
        for (const use of uses) {
          const isRounded = use.plan.way === "payment";
          const most = isRounded ? roundingOf(world, use) : Decimal.ZERO;
          expect(use.gainUsd.compare(most) <= 0).toBe(true);
        }
      }),
      { numRuns: 100 },
    );
    expect(conversions).toBeGreaterThan(10_000);
  });

  test("gains within an hour of a pair at most the limit times what drift leaves of the margin, and rounding", () => {
    fc.assert(
      fc.property(anyTerms, anySeed, (terms, seed) => {
        const { world, plans } = scene(terms, seed);
        const uses = play(world, plans);
        for (const hour of new Set(uses.map((use) => use.hour))) {
          const ofHour = uses.filter((use) => use.hour === hour);
          const converted = sum(ofHour.map(({ usd }) => usd));
          expect(converted.compare(Decimal.parse(terms.maxHourlyUsd)) <= 0).toBe(true);
          const rounding = sum(ofHour.map((use) => roundingOf(world, use)));
          const allowed = Decimal.parse(terms.maxHourlyUsd)
            .multiply(shareOf(terms))
            .plus(rounding)
            .plus(hairOf(converted));
          expect(sum(ofHour.map(({ gainUsd }) => gainUsd)).compare(allowed) <= 0).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("who pays a payin only if the rate has moved its way gains at most the limit times that move besides", () => {
    fc.assert(
      fc.property(anyTerms, anySeed, (terms, seed) => {
        const { world, plans } = scene(terms, seed);
        for (const use of play(world, plans)) {
          const { from, to } = use.plan;
          const made = liveAt(world, from, to, use.minute);
          for (let minute = use.minute; minute < Math.min(MINUTES, use.minute + PAY_WITHIN_MINUTES); minute++) {
            const paid = liveAt(world, from, to, minute);
            const move = made.divide(paid, 30).minus(Decimal.ONE);
            const gain = gainOf(use, paid, use.lock.usdPerUnit);
            const rounding = roundingOf(world, { ...use, minute });
            expect(gain.compare(use.usd.multiply(shareOf(terms, move)).plus(rounding).plus(hairOf(use.usd))) <= 0).toBe(
              true,
            );
          }
        }
      }),
      { numRuns: 15 },
    );
  });
});
