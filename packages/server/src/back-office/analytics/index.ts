export { type DateRange, eachDay, readDateRange } from "./date-range.ts";
export { type DaySums, readSums } from "./read-sums.ts";
export { rebuildStats } from "./rebuild-stats.ts";
