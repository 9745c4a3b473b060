import type { Clock } from "@corridor/base/clock.ts";
import { createLatestReading } from "@corridor/provider-kit/kept-reading.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Logger } from "#src/kernel/log.ts";
import { readOutcomesSince } from "./outcome-queries.ts";
import { type Lane, laneKey, type LaneOf, type OutcomeRow, sumOf, WINDOW_MS } from "./outcome-window.ts";

const REFRESH_AFTER_MS = 5_000;
/** A process that cannot read goes by this old a reading at most. */
const COUNTS_FOR_MS = 15 * 60_000;
const NONE = sumOf([]);
const wholeCorridor = ({ lane, ...row }: OutcomeRow): OutcomeRow => ({ ...row, lane: { ...lane, network: null } });

type WindowDeps = { cells: Pick<CellsInUse, "every">; clock: Clock; log: Logger };

/** Read again in the background as it is used: no payment waits for it. */
export function createOutcomeWindow({ cells, clock, log }: WindowDeps) {
  async function read() {
    try {
      const rows = await readOutcomesSince(cells.every, new Date(clock.now().getTime() - WINDOW_MS));
      const all = [...Map.groupBy(rows, laneKey), ...Map.groupBy(rows.map(wholeCorridor), laneKey)];
      return { rows, sums: new Map(all.map(([key, ofLane]) => [key, sumOf(ofLane)])) };
    } catch (error) {
      log.warn({ err: error }, "the outcomes of payments at providers could not be read; they are read again");
      throw error;
    }
  }
  const reading = createLatestReading(read, clock, { refreshAfterMs: REFRESH_AFTER_MS, countsForMs: COUNTS_FOR_MS });
  reading.latest();
  return {
    of: (provider: ProviderName, lane: Lane) => reading.latest()?.sums.get(laneKey({ provider, lane })) ?? NONE,
    /** Where payments ended lately; a lane may be there more than once. */
    used: (): readonly LaneOf[] => reading.latest()?.rows ?? [],
    settled: reading.settled,
    /** For people, who see the latest; a payment does not wait. */
    async refreshed(): Promise<void> {
      reading.latest();
      await reading.settled();
    },
  };
}
