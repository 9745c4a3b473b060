import type { Reader } from "#src/kernel/db/client.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { operatorRoutes } from "./operator-routes.ts";
import { balanceRoutes } from "./routes.ts";
import { settlePayinsJob } from "./settle-payins.ts";
import { measureBalances } from "./measure-balances.ts";
import { watchFloatsJob } from "./watch-floats.ts";

export { notePendingSettlements } from "./settle-payins.ts";
export { createFloats } from "./watch-floats.ts";

type BalancesDeps = Needs<
  typeof balanceRoutes | typeof operatorRoutes | typeof settlePayinsJob | typeof watchFloatsJob | typeof measureBalances
> & { reads: Reader; isFirst: boolean };

export function composeBalances(deps: BalancesDeps): Part {
  return {
    routes: [balanceRoutes({ ...deps, db: deps.reads }), operatorRoutes(deps)],
    jobs: [settlePayinsJob(deps), ...(deps.isFirst ? [watchFloatsJob(deps)] : [])],
    measures: [measureBalances(deps)],
  };
}
