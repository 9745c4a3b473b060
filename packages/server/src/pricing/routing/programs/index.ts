import type { Needs } from "#src/kernel/part.ts";
import { createPrograms } from "./follow-programs.ts";
import { programRoutes } from "./routes.ts";

export { type Program, readProgram } from "./program.ts";
export {
  type CompiledProgram,
  compileProgram,
  decide,
  type Decision,
  type Facts,
  type Knowledge,
  NO_TRAITS,
  type Traits,
} from "./decide.ts";
export { type CountArms } from "./compare.ts";
export { type OrderByProgram, type Programs, type RoutedBy, RoutedBySchema } from "./follow-programs.ts";
export { type StoredProgram } from "./queries.ts";
export { mustFind as findProgram } from "./write-program.ts";

export function composePrograms(deps: Needs<typeof createPrograms | typeof programRoutes>) {
  return { routes: [programRoutes(deps)], programs: createPrograms(deps) };
}
