import type { Reader } from "#src/kernel/db/client.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { type FollowDeps, followJob } from "#src/record/events/index.ts";
import { foldStatsJob } from "./fold-stats.ts";
import { STATISTICS } from "./follow-payments.ts";
import { analyticsRoutes } from "./routes.ts";

export { type DateRange, eachDay, readDateRange } from "./date-range.ts";
export { type DaySums, readSums } from "./read-sums.ts";
export { STATISTICS } from "./follow-payments.ts";
export { scopeFor } from "./routes.ts";

export function composeAnalytics(
  deps: Needs<typeof foldStatsJob | typeof analyticsRoutes> & FollowDeps & { reads: Reader },
): Part {
  const jobs = [followJob(deps, STATISTICS), foldStatsJob(deps)];
  return { routes: [analyticsRoutes({ ...deps, db: deps.reads })], jobs };
}
