import type { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { DirectedVolume, Volume } from "./figures.ts";
import type { readTrends } from "./read-trends.ts";

type Trends = Awaited<ReturnType<typeof readTrends>>;
export type RatesTo = { base: string; rates: ReadonlyMap<string, Decimal | null> };

/** The figures with the volumes of all currencies together, at one rate each. A currency without a rate is named. */
export function trendsInBase(trends: Trends, to: RatesTo): Trends {
  const directed = <T extends { volume: DirectedVolume[] }>(one: T): T => ({
    ...one,
    volume: directedInBase(one.volume, to),
  });
  const plain = <T extends { volume: Volume[] }>(one: T): T => ({ ...one, volume: volumeInBase(one.volume, to) });
  return {
    ...trends,
    base: to.base,
    without_rate: trends.totals.volume.map(({ currency }) => currency).filter((one) => to.rates.get(one) == null),
    totals: directed(trends.totals),
    days: trends.days.map(directed),
    providers: trends.providers.map(plain),
    methods: trends.methods.map(plain),
  };
}

function directedInBase(volume: readonly DirectedVolume[], to: RatesTo): DirectedVolume[] {
  const sum = (side: Exclude<keyof DirectedVolume, "currency">): Money =>
    sumIn(
      volume.map((one) => one[side]),
      to,
    );
  if (volume.length === 0) return [];
  const sides = { inbound: sum("inbound"), outbound: sum("outbound"), external: sum("external"), total: sum("total") };
  return [{ currency: to.base, ...sides }];
}

function volumeInBase(volume: readonly Volume[], to: RatesTo): Volume[] {
  const amounts = volume.map(({ amount }) => amount);
  return amounts.length === 0 ? [] : [{ currency: to.base, amount: sumIn(amounts, to) }];
}

function sumIn(amounts: readonly Money[], { base, rates }: RatesTo): Money {
  return amounts.reduce((sum, amount) => {
    const rate = rates.get(amount.currency);
    return rate == null ? sum : sum.plus(amount.convert(rate, base));
  }, Money.zero(base));
}
