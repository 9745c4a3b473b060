import { countDeadLetters } from "#src/record/webhooks/index.ts";
import { PAYMENT_STATUSES, phaseOf } from "#src/payments/core/index.ts";
import { countOpenItems } from "#src/payments/store/index.ts";
import type { CircuitBreaker } from "#src/pricing/routing/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { addDays, periodsOf } from "./date-range.ts";
import { attemptsOf, rateOf, totalsOf } from "./figures.ts";
import { dayOf, type StatStatus } from "./payment-stats.ts";
import { readStats, readStatsOfAllTime, statsOwnerOf } from "./queries.ts";

/** Finds what needs somebody's attention. */
export type AttentionDeps = { db: Queryable; clock: Clock; breaker: Pick<CircuitBreaker, "states"> };

export const MAX_COUNTED = 1_000;
/** A provider fails when its circuit is open, or it accepted less than half of this many attempts since yesterday. */
const MIN_ATTEMPTS = 10;
const LEAST_ACCEPTANCE = 0.5;

const UNDER_REVIEW: readonly StatStatus[] = [
  "awaiting_review",
  ...PAYMENT_STATUSES.filter((status) => phaseOf(status) === "review"),
];

export async function readAttention({ db, clock, breaker }: AttentionDeps, scope: Scope) {
  const owner = statsOwnerOf(scope);
  const today = dayOf(clock.now());
  const recent = { from: addDays(today, -1), to: today };
  const [statuses, attempts, reconciliation_items, dead_letters] = await Promise.all([
    readStatsOfAllTime(db, owner, "status"),
    readStats(db, { owner, range: recent, daily: [], total: ["attempt"], ...periodsOf(recent) }),
    countOpenItems(db, scope, MAX_COUNTED),
    countDeadLetters(db, scope, MAX_COUNTED),
  ]);
  const byStatus = totalsOf(statuses).get("status");
  const circuits = new Map(breaker.states().map(({ provider, state }) => [provider as string, state]));
  const counted = attemptsOf(totalsOf(attempts).get("attempt"));
  const failing_providers = [...new Set([...counted.keys(), ...circuits.keys()])].flatMap((provider) => {
    const { attempts: tried, accepted } = counted.get(provider) ?? { attempts: 0, accepted: 0 };
    const circuit = circuits.get(provider) ?? "closed";
    const acceptance_rate = rateOf(accepted, tried);
    const isFailing = circuit === "open" || (tried >= MIN_ATTEMPTS && acceptance_rate! < LEAST_ACCEPTANCE);
    return isFailing ? [{ provider, attempts: tried, accepted, acceptance_rate, circuit }] : [];
  });
  return {
    payouts_to_review: UNDER_REVIEW.reduce((sum, status) => sum + (byStatus?.get(status)?.count ?? 0), 0),
    reconciliation_items,
    dead_letters,
    failing_providers,
  };
}
