import { Money } from "@corridor/base/money.ts";
import type { BacktestResult } from "./backtest.ts";
import { between, type LaneSums, newSums } from "./estimate.ts";

const MAX_CORRIDORS = 200;
/** Sentences about what nothing is known of. */
const MAX_GAPS = 5;

type Lanes = readonly (readonly [string, LaneSums])[];

export function resultOf(lanes: ReadonlyMap<string, LaneSums>, leftOut: number): BacktestResult {
  const largest = [...lanes].toSorted(([, a], [, b]) => b.payments - a.payments);
  const total = totalOf(lanes.values());
  return {
    ...countsOf(total),
    left_out: leftOut,
    words: wordsOf(total, largest),
    corridors: largest.slice(0, MAX_CORRIDORS).map(([lane, sums]) => {
      const [country = "", payment_method = "", direction = "", network = "", currency = ""] = lane.split("\t");
      return {
        country,
        payment_method,
        direction,
        network: network === "" ? null : network,
        currency,
        ...countsOf(sums),
        cost: costOf(sums, currency),
        unknown: [...sums.unknown].map(([provider, payments]) => ({ provider, payments })),
      };
    }),
  };
}

function totalOf(lanes: Iterable<LaneSums>): LaneSums {
  const total = newSums();
  for (const { payments, changed, success } of lanes) {
    total.payments += payments;
    total.changed += changed;
    for (const name of ["count", "actual", "expected", "variance"] as const) total.success[name] += success[name];
  }
  return total;
}

function countsOf({ payments, changed, success: { count: covered, ...sums } }: LaneSums) {
  const { low, expected, high } = between(sums);
  const share = (sum: number): number => Math.round(Math.min(sum / covered, 1) * 10_000) / 10_000;
  const shares = { actual: share(sums.actual), expected: share(expected), low: share(low), high: share(high) };
  return { payments, changed, covered, success: covered === 0 ? null : shares };
}

function costOf({ cost }: LaneSums, currency: string) {
  if (cost.count === 0) return null;
  const { low, expected, high } = between(cost);
  const text = (units: number): string => Money.ofMinor(BigInt(Math.round(units)), currency).toDatabase();
  const sums = { actual: text(cost.actual), expected: text(expected), low: text(low), high: text(high) };
  return { payments: cost.count, ...sums };
}

function wordsOf(total: LaneSums, lanes: Lanes): string[] {
  const { payments, changed, covered, success } = countsOf(total);
  if (payments === 0) return ["No payment of this time has ended, so there is nothing to compare."];
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const words = [
    `${changed} of ${payments} payments (${percent(changed / payments)}) would go to another provider first.`,
  ];
  if (success !== null)
    words.push(
      `Of the ${covered} that the history can judge, ${percent(success.actual)} succeeded. By the program ` +
        `${percent(success.expected)} would; 95 of 100 periods like this one lie between ${percent(success.low)} and ` +
        `${percent(success.high)}.`,
    );
  const { low = 0, high = 0 } = success ?? {};
  const unknown = payments - covered;
  if (unknown > 0)
    words.push(
      `It cannot judge ${unknown}. Whether they all failed or all succeeded, the whole lies between ` +
        `${percent((low * covered) / payments)} and ${percent((high * covered + unknown) / payments)}.`,
    );
  const gaps = lanes.flatMap(([lane, sums]) =>
    [...sums.unknown].map(([provider, count]) => ({ lane, provider, count })),
  );
  for (const { lane, provider, count } of gaps.toSorted((a, b) => b.count - a.count).slice(0, MAX_GAPS))
    words.push(
      `${count} payments of ${lane.split("\t").filter(Boolean).join(" ")} would go to ${provider}, which got none ` +
        "there first: payments that only others saw say nothing about it.",
    );
  words.push(
    "A payment counts for the provider that got it first; other fallbacks are not judged. Within an hour, a lane and a " +
      "size of amounts, chance must have decided who got which payment. Costs are at today's prices.",
  );
  return words;
}
