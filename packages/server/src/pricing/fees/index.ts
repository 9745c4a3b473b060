import type { Needs } from "#src/kernel/part.ts";
import { createFees } from "./charge-fee.ts";
import { feeRoutes } from "./routes.ts";

export type { Fees } from "./charge-fee.ts";

export function composeFees(deps: Needs<typeof createFees | typeof feeRoutes>) {
  return { routes: [feeRoutes(deps)], fees: createFees(deps) };
}
