import { Money } from "@corridor/base/money.ts";
import { FAILURES } from "@corridor/provider-kit/failures.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import { aboutOf } from "#src/payments/core/index.ts";
import { type CompiledProgram, type CostOf, decide, type Facts, laneKey } from "#src/pricing/routing/index.ts";
import type { BacktestResult } from "./backtest.ts";
import { createTally } from "./estimate.ts";
import type { PastRow } from "./queries.ts";
import { createRecentOutcomes } from "./recent-outcomes.ts";
import { resultOf } from "./result.ts";

/**
 * Plays stored payments, oldest first, with the facts and providers of their time. A program that learns sees as many
 * outcomes of each provider as it would have sent payments there, known when they were known. If it saw all, it would
 * keep watching a provider that it had left, and would be judged too well. Memory grows with lanes alone.
 */
const HOUR_MS = 60 * 60_000;

/** Of organizations as they are now: what they were is not known. */
type Tags = ReadonlyMap<string, readonly string[]>;
export type Replay = ReturnType<typeof createReplay>;

export function createReplay(program: CompiledProgram, costOf: CostOf, tags: Tags = new Map()) {
  const tally = createTally();
  const recent = createRecentOutcomes();
  const outcomesFor = createThinning();
  let nowMs = 0;
  let leftOut = 0;

  return {
    add(row: PastRow): void {
      const facts = factsOf(row, tags);
      nowMs = facts.at.getTime();
      const { route, attempts } = row.progress;
      const first = attempts[0]?.provider;
      const succeeded = row.status === "completed" || row.status === "refunded";
      if (row.kind !== "payment" || first === undefined || !(succeeded || row.status === "failed")) {
        leftOut += 1;
        return;
      }
      const eligible = route.filter(({ taken }) => taken).map(({ provider }) => provider as ProviderName);
      const decision = decide(program, facts, eligible, {
        success: (provider, lane) => recent.of(laneKey({ provider, lane }), nowMs),
        cost: costOf,
      });
      const chosen = decision?.order[0] ?? first;
      const { country, paymentMethod, direction, network, amount } = facts;
      const lane = [country, paymentMethod, direction, network ?? "", amount.currency].join("\t");
      tally.add({
        hour: Math.floor(nowMs / HOUR_MS),
        lane,
        amount,
        first,
        chosen,
        succeeded,
        cost: costOf(chosen, facts, amount),
        paid: row.provider === null ? null : costOf(row.provider, facts, amount),
      });
      const weight = outcomesFor(lane, first, chosen);
      if (weight === 0) return;
      for (const { provider, outcome, cause, finished_at } of attempts) {
        const won = outcome === "accepted" && succeeded;
        const isFault = outcome !== "accepted" && cause !== undefined && FAILURES[cause].against === "provider";
        const endedMs = won ? row.updated_at.getTime() : isFault ? Date.parse(finished_at ?? "") : Number.NaN;
        if (endedMs > 0) recent.add(laneKey({ provider, lane: facts }), nowMs, endedMs, won, weight);
      }
    },
    finish: (): BacktestResult => resultOf(tally.finish(), leftOut),
  };
}

/** Of the latest payments of a lane; each before counts a little less. */
const KEPT = 1 - 1 / 300;
/** One outcome stands for at most so many. */
const MAX_WEIGHT = 20;

/** How many outcomes of its provider the program would have seen where a payment was seen: a share becomes whole ones. */
function createThinning(): (lane: string, first: string, chosen: string) => number {
  type Flow = { got: number; sent: number; due: number };
  const lanes = new Map<string, Map<string, Flow>>();
  return (lane, first, chosen) => {
    const flows = lanes.get(lane) ?? new Map<string, Flow>();
    lanes.set(lane, flows);
    for (const provider of [first, chosen]) if (!flows.has(provider)) flows.set(provider, { got: 0, sent: 0, due: 0 });
    for (const flow of flows.values()) {
      flow.got *= KEPT;
      flow.sent *= KEPT;
    }
    flows.get(chosen)!.sent += 1;
    const own = flows.get(first)!;
    own.got += 1;
    own.due += Math.min(own.sent / own.got, MAX_WEIGHT);
    const whole = Math.floor(own.due);
    own.due -= whole;
    return whole;
  };
}

function factsOf(row: PastRow, tags: Tags): Facts {
  return {
    ...aboutOf({ paymentId: row.payment_id, beneficiaryId: row.beneficiary_id, details: row.details }),
    orgId: row.org_id,
    orgTags: tags.get(row.org_id) ?? [],
    amount: Money.fromDatabase(row.amount, row.currency),
    country: row.country,
    paymentMethod: row.payment_method,
    direction: row.direction,
    at: row.created_at,
  };
}
