import type { Needs } from "#src/kernel/part.ts";
import { createGate } from "./change-stops.ts";
import { stopRoutes } from "./routes.ts";

export { type Gate, listStops, start, stop } from "./change-stops.ts";
export { describeScope, type Flow, type StopScope } from "./stop.ts";

export function composeStops(deps: Needs<typeof createGate | typeof stopRoutes, "gate">) {
  const gate = createGate(deps);
  return { routes: [stopRoutes({ ...deps, gate })], gate };
}
