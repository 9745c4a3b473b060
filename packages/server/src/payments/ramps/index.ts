import type { Needs, Part } from "#src/kernel/part.ts";
import { rampRoutes } from "./routes.ts";

export { createRampContinuation } from "./continue-ramp.ts";
export { priceRamp } from "./price-ramp.ts";
export { rampKind } from "./ramp-kind.ts";
export function composeRamps(deps: Needs<typeof rampRoutes>): Part {
  return { routes: [rampRoutes(deps)] };
}
