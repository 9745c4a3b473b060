import type { Needs, Part } from "#src/kernel/part.ts";
import { bankValidationRoutes } from "./bank-validation-routes.ts";
import { networkRoutes } from "./network-routes.ts";

export type { AccountResolver } from "./resolve-account.ts";

export function composeReference(deps: Needs<typeof networkRoutes>): Part {
  return { routes: [networkRoutes(deps), bankValidationRoutes()] };
}
