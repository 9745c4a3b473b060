import type { Needs, Part } from "#src/kernel/part.ts";
import { backtestRoutes } from "./routes.ts";
import { backtestsJob } from "./run-backtests.ts";

export function composeBacktests(
  deps: Needs<typeof backtestRoutes | typeof backtestsJob> & { isFirst: boolean },
): Part {
  return { routes: [backtestRoutes(deps)], jobs: deps.isFirst ? [backtestsJob(deps)] : [] };
}
