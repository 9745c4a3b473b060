import type { NewEvent } from "#src/record/events/index.ts";
import { appendEvents } from "#src/record/webhooks/index.ts";
import { PLATFORM_ORGANIZATION } from "#src/parties/notifications/index.ts";
import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import { judgeLane, type LaneHealth, type LaneState } from "./judge-lane.ts";
import { ALWAYS, HEALTH_TOPIC, laneRecordOf, readLanes, writeLane } from "./lanes.ts";
import { DELETE_OLD_OUTCOMES, readOutcomesSince } from "./outcome-queries.ts";
import { BUCKET_MS, laneKey, type OutcomeRow, sumOf, WINDOW_MS } from "./outcome-window.ts";

/** Judges all lanes, for all cells and processes: a change is one row, its event, and a notification. */
const INTERVAL_MS = 10_000;
const PURGE_INTERVAL_MS = 60 * 60_000;

type WatchDeps = { db: Db; cells: Pick<CellsInUse, "every">; clock: Clock; log: Logger; metrics: Metrics };

export function watchLanesJob({ db, cells, clock, log, metrics }: WatchDeps): Job {
  const help = "In how many corridors and networks a provider is slow or failing, by the outcomes of its payments";
  const degraded = metrics.gauge("provider_lanes_degraded", help, ["provider"]);

  async function change(after: LaneHealth, before: LaneState, rows: readonly OutcomeRow[]): Promise<void> {
    await db.transaction(async (tx) => {
      const sequence = await writeLane(tx, after, before);
      if (sequence === undefined) return;
      tx.notify(HEALTH_TOPIC, "all");
      await appendEvents(tx, [eventOf(after, rows, sequence)]);
    });
    const { provider, lane, state, reason } = after;
    log.warn({ provider, ...lane, state, reason }, "a provider's health in a corridor changed");
  }

  return {
    name: "provider-lanes",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      const now = clock.now();
      const rows = await readOutcomesSince(cells.every, new Date(now.getTime() - WINDOW_MS - BUCKET_MS));
      const used = rows.map(
        ({ provider, lane }) => ({ provider, lane, state: "healthy", reason: "", since: ALWAYS }) as const,
      );
      const lanes = new Map<string, LaneHealth>([...used, ...(await readLanes(db))].map((one) => [laneKey(one), one]));
      const byLane = Map.groupBy(rows, laneKey);
      const counts = new Map<string, number>();
      for (const [key, before] of lanes) {
        const ofLane = byLane.get(key) ?? [];
        const judged = judgeLane(before, before.lane, ofLane, now);
        if (judged !== null) await change({ ...before, ...judged, since: now }, before.state, ofLane);
        const isBad = (judged ?? before).state !== "healthy";
        // An organization's own account concerns it alone, and no label grows with organizations.
        if (accountOf(before.provider).orgId === null)
          counts.set(before.provider, (counts.get(before.provider) ?? 0) + Number(isBad));
      }
      for (const [provider, count] of counts) degraded.set({ provider }, count);
      return 0;
    },
  };
}

/** For the platform alone: an organization's payments go around a provider, whose accounts are the platform's. */
function eventOf(after: LaneHealth, rows: readonly OutcomeRow[], sequence: number): NewEvent {
  return {
    orgId: PLATFORM_ORGANIZATION,
    type: after.state === "healthy" ? "corridor.recovered" : "corridor.degraded",
    resourceType: "corridor",
    resourceId: laneKey(after),
    sequence,
    data: laneRecordOf(after, sumOf(rows)),
    at: after.since,
  };
}

export function purgeOutcomesJob({ db }: { db: Db }): Job {
  return {
    name: "outcome-retention",
    intervalMs: PURGE_INTERVAL_MS,
    runOnce: async () => (await db.query(DELETE_OLD_OUTCOMES)).length,
  };
}
