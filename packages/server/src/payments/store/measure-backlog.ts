import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { ageInSeconds, MAX_COUNTED, type Measure, measureQueue } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { countOpenItems } from "./reconciliation-items.ts";

/** Payments are looked at in the order of their checks; one in doubt is polled often, so it is among the first. */
const MAX_LOOKED_AT = 2_000;
const OLDEST_CHECK = statement("store.OLDEST_CHECK")`SELECT min(due_at) AS at FROM payment_checks`;
/** A dispatch in progress is in doubt only if it should have ended long ago. */
const IN_DOUBT = statement("store.IN_DOUBT")`
  SELECT count(*)::int AS count /* not null */, min(payment.updated_at) AS since
  FROM (SELECT org_id, payment_id FROM payment_checks ORDER BY due_at LIMIT ${MAX_LOOKED_AT}) AS next
  JOIN payments AS payment USING (org_id, payment_id)
  WHERE payment.progress -> 'attempts' -> -1 ->> 'outcome' IN ('unknown', 'dispatching')
    AND payment.updated_at < $1::timestamptz - interval '1 minute'`;

type Measured = { db: Db; clock: Clock; metrics: Metrics; cell: number };

export function measureChecks({ db, ...deps }: Measured): Measure {
  return measureQueue("payment-checks", deps, async () => (await db.query(OLDEST_CHECK))[0]!.at);
}

/** For alerts: what waits for a provider or a person. */
export function measureBacklog({ db, clock, metrics, cell }: Measured): Measure {
  const items = metrics.gauge("reconciliation_items_open", "Contradictions that wait for a person", ["cell"]);
  const doubt = metrics.gauge("payments_in_doubt", "Payments that a provider may or may not have accepted", ["cell"]);
  const doubtSeconds = metrics.gauge("payments_in_doubt_seconds", "How long the oldest of them is in doubt", ["cell"]);
  return async () => {
    const now = clock.now();
    const [[inDoubt], open] = await Promise.all([
      db.query(IN_DOUBT, [now]),
      countOpenItems(db, { every: true }, MAX_COUNTED),
    ]);
    items.set({ cell }, open);
    doubt.set({ cell }, inDoubt!.count);
    doubtSeconds.set({ cell }, ageInSeconds(inDoubt!.since, now));
  };
}
