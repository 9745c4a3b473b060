import type { Needs, Part } from "#src/kernel/part.ts";
import { reportRoutes } from "./routes.ts";

export function composeReports(deps: Needs<typeof reportRoutes>): Part {
  return { routes: [reportRoutes(deps)] };
}
