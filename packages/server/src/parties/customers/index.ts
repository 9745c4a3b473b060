export { customerOfPayer } from "./customer-of-payer.ts";
export type { Customer } from "./customer.ts";
export { type ErasingCustomer, findErasing, noteErased } from "./erasing-customers.ts";
export { idsMeaning } from "./find-customer.ts";
