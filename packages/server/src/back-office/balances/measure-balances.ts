import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { MAX_COUNTED, type Measure } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";

const COUNT_BELOW = statement("balances.COUNT_BELOW")`SELECT count(*)::int AS count /* not null */
  FROM (SELECT FROM ledger_accounts WHERE overdrawn AND balance - held < floor LIMIT $1) AS below`;

/** Floors bind what we start (decision 20); a refund or dispute that happened at a provider is booked below them. */
export function measureBalances({ db, metrics, cell }: { db: Db; metrics: Metrics; cell: number }): Measure {
  const below = metrics.gauge("balances_below_floor", "Balances of organizations below their floor", ["cell"]);
  return async () => below.set({ cell }, (await db.query(COUNT_BELOW, [MAX_COUNTED]))[0]!.count);
}
