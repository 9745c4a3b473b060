import type { Needs, Part } from "#src/kernel/part.ts";
import { customerRoutes } from "./routes.ts";

export { findCustomer } from "./find-customer.ts";
export { customerOfPayer } from "./customer-of-payer.ts";
export type { Customer } from "./customer.ts";
export { type ErasingCustomer, findErasing, noteErased } from "./erasing-customers.ts";
export { idsMeaning } from "./find-customer.ts";

export function composeCustomers(deps: Needs<typeof customerRoutes>): Part {
  return { routes: [customerRoutes(deps)] };
}
