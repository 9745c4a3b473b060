import type { Needs, Part } from "#src/kernel/part.ts";
import { fetchStatementsJob } from "./fetch-statements.ts";
import { findCostsJob } from "./find-costs.ts";
import { settlementJob } from "./match-account.ts";
import { measureExceptions } from "./measure-exceptions.ts";
import { purgeSettlementFilesJob } from "./purge-files.ts";
import { settlementRoutes } from "./routes.ts";

type SettlementsDeps = Needs<
  | typeof fetchStatementsJob
  | typeof findCostsJob
  | typeof settlementJob
  | typeof purgeSettlementFilesJob
  | typeof settlementRoutes
  | typeof measureExceptions,
  "matches"
> & { isFirst: boolean };

export function composeSettlements(deps: SettlementsDeps): Part {
  return {
    routes: [settlementRoutes(deps)],
    jobs: [
      settlementJob({ ...deps, matches: deps.isFirst }),
      ...(deps.isFirst ? [fetchStatementsJob(deps), findCostsJob(deps), purgeSettlementFilesJob(deps)] : []),
    ],
    measures: deps.isFirst ? [measureExceptions(deps)] : [],
  };
}
