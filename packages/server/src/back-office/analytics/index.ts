import type { Reader } from "#src/kernel/db/client.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { foldStatsJob } from "./fold-stats.ts";
import { analyticsRoutes } from "./routes.ts";

export { countPayments } from "./stat-queries.ts";
export { type DateRange, eachDay, readDateRange } from "./date-range.ts";
export { type DaySums, readSums } from "./read-sums.ts";
export { rebuildStats } from "./rebuild-stats.ts";
export { scopeFor } from "./routes.ts";

export function composeAnalytics(deps: Needs<typeof foldStatsJob | typeof analyticsRoutes> & { reads: Reader }): Part {
  return { routes: [analyticsRoutes({ ...deps, db: deps.reads })], jobs: [foldStatsJob(deps)] };
}
