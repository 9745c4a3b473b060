import type { Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { DateRange } from "./date-range.ts";
import { readStats, type Stats, statsOwnerOf } from "./queries.ts";
import { cellsOf, type Dimension, partsOf, readCells, type Sums } from "./stat-cells.ts";

export type DaySums = Sums & { day: string; value: string; currency: string };

/** The sums of each day along one dimension. A day, value and currency may come twice; they are to be added up. */
export async function readSums(db: Queryable, scope: Scope, range: DateRange, dimension: Dimension) {
  const owner = statsOwnerOf(scope);
  const stats = await readStats(db, { owner, range, daily: [dimension], total: [], days: [], months: [] });
  return daySumsOf(stats, dimension);
}

export function daySumsOf({ sheets, unfolded }: Stats, dimension: Dimension): DaySums[] {
  const ofDimension = sheets.filter((sheet) => sheet.dimension === dimension);
  return [
    ...ofDimension.flatMap(({ period, cells }) =>
      [...readCells(cells)].map(([key, sums]) => ({ day: period, ...partsOf(key), ...sums })),
    ),
    ...unfolded.flatMap((change) =>
      cellsOf(change)
        .filter((cell) => cell.dimension === dimension)
        .map(({ key, sums }) => ({ day: change.day, ...partsOf(key), ...sums })),
    ),
  ];
}
