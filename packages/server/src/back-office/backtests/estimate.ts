import type { Money } from "@corridor/base/money.ts";

/**
 * What past payments say about a program that would have sent some of them elsewhere. A payment counts for the provider
 * that got it first, whoever carried it in the end. Of the payments that the program would send to a provider, some did
 * go there first; they stand for the others of their stratum: the same hour, lane (with its currency) and size of
 * amount. So an hour in which a provider was down is judged by that hour, and large payments are not by small ones.
 * Strata with too few are put together, first of all sizes, then of all hours. Where none went there, nothing is known.
 *
 * Rejected: to judge by all payments that a provider got. A program that learns chooses whoever was lucky a moment ago,
 * and would be judged by that luck again. The outcome of a payment that it would have sent there says nothing that the
 * program knew.
 *
 * The intervals hold what another period of as many payments may bring: the error of each share, with Wilson's variance,
 * which keeps 3 of 3 from being certain, and the chance of the payments themselves.
 */
export type PastPayment = {
  /** Strata end with it. */ hour: number;
  lane: string;
  amount: Money;
  first: string;
  /** Whom the program would send it to first. */
  chosen: string;
  succeeded: boolean;
  /** What the chosen provider would charge for it, and the one that carried it does; null: not known. */
  cost: Money | null;
  paid: Money | null;
};

/** Fewer in a stratum say too little. */
const MIN_SEEN = 20;
const Z = 1.96;

/** Payments that the program sends to one provider; `seen` went there, and `won` of these. Costs are in minor units. */
type Wish = { lane: string; chosen: string } & Record<(typeof SUMMED)[number], number>;
const SUMMED = ["count", "succeeded", "seen", "won", "priced", "cost", "squares", "paid"] as const;
type Sum = { count: number; actual: number; expected: number; variance: number };
export type LaneSums = {
  payments: number;
  changed: number;
  /** Of the payments that can be judged, and of those whose costs are known. */
  success: Sum;
  cost: Sum;
  /** By provider, how many payments it would get that nothing says anything about. */
  unknown: Map<string, number>;
};

const newSum = (): Sum => ({ count: 0, actual: 0, expected: 0, variance: 0 });
export function newSums(): LaneSums {
  return { payments: 0, changed: 0, success: newSum(), cost: newSum(), unknown: new Map() };
}

export function createTally() {
  const lanes = new Map<string, LaneSums>();
  const ofPeriod = new Map<string, Wish>();
  let wishes = new Map<string, Wish>();
  let hour = Number.NaN;

  function judgeAll(asked: ReadonlyMap<string, Wish>, least: number, rest: Map<string, Wish>): void {
    for (const wish of asked.values())
      if (wish.seen >= least) judge(lanes.get(wish.lane)!, wish);
      else addWish(rest, `${wish.lane}\n${wish.chosen}`, wish);
  }

  function endHour(): void {
    const ofAllSizes = new Map<string, Wish>();
    judgeAll(wishes, MIN_SEEN, ofAllSizes);
    judgeAll(ofAllSizes, MIN_SEEN, ofPeriod);
    wishes = new Map();
  }

  return {
    add({ lane, amount, first, chosen, succeeded, cost, paid, ...past }: PastPayment): void {
      if (past.hour !== hour) endHour();
      hour = past.hour;
      const sums = lanes.get(lane) ?? newSums();
      if (sums.payments === 0) lanes.set(lane, sums);
      sums.payments += 1;
      const isSeen = first === chosen;
      if (!isSeen) sums.changed += 1;
      const isPriced = cost !== null && (paid !== null || !succeeded);
      const units = isPriced ? unitsOf(cost) : 0;
      addWish(wishes, `${lane}\n${chosen}\n${amount.minor.toString().length}`, {
        lane,
        chosen,
        count: 1,
        succeeded: Number(succeeded),
        seen: Number(isSeen),
        won: Number(isSeen && succeeded),
        priced: Number(isPriced),
        cost: units,
        squares: units * units,
        paid: isPriced && succeeded ? unitsOf(paid!) : 0,
      });
    },
    /** The sums of each lane. Nothing is added after it. */
    finish(): Map<string, LaneSums> {
      endHour();
      const unknown = new Map<string, Wish>();
      judgeAll(ofPeriod, 1, unknown);
      for (const { lane, chosen, count } of unknown.values()) lanes.get(lane)!.unknown.set(chosen, count);
      return lanes;
    },
  };
}

function judge({ success, cost }: LaneSums, { seen, won, ...wish }: Wish): void {
  const share = won / seen;
  const cautious = (won + (Z * Z) / 2) / (seen + Z * Z);
  const chance = cautious * (1 - cautious);
  success.count += wish.count;
  success.actual += wish.succeeded;
  success.expected += wish.count * share;
  success.variance += chance * (wish.count + wish.count ** 2 / seen);
  cost.count += wish.priced;
  cost.actual += wish.paid;
  cost.expected += wish.cost * share;
  cost.variance += chance * (wish.squares + wish.cost ** 2 / seen);
}

const unitsOf = (money: Money): number => Number(money.minor);

function addWish(to: Map<string, Wish>, key: string, wish: Wish): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, { ...wish });
  else for (const name of SUMMED) known[name] += wish[name];
}

/** Of 100 periods like this one, 95 lie between low and high. */
export function between({ expected, variance }: Pick<Sum, "expected" | "variance">) {
  const spread = Z * Math.sqrt(variance);
  return { low: Math.max(expected - spread, 0), expected, high: expected + spread };
}
