import type { Needs, Part } from "#src/kernel/part.ts";
import { customerRoutes } from "./routes.ts";

export type { Customer } from "./customer.ts";
export { type ErasingCustomer, findCustomer, findErasing, idsMeaning, noteErased } from "./queries.ts";
export { customerOfPayer } from "./write-customer.ts";

export function composeCustomers(deps: Needs<typeof customerRoutes>): Part {
  return { routes: [customerRoutes(deps)] };
}
