import type { Queryable } from "#src/kernel/db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Customer } from "./customer.ts";
import { idsOfCustomer, selectCustomer } from "./queries.ts";

/**
 * The customer that an id refers to now: itself, or the one that it was merged into. Undefined when it does not exist
 * or was erased.
 */
export async function findCustomer(db: Queryable, orgId: string, customerId: string): Promise<Customer | undefined> {
  const named = isId(customerId) ? await selectCustomer(db, { orgId }, customerId.toLowerCase()) : undefined;
  const customer = named?.status === "merged" ? await selectCustomer(db, { orgId }, named.mergedInto!) : named;
  return customer?.status === "active" ? customer : undefined;
}

/** All ids of a customer, for lists that are filtered by customer. */
export async function idsMeaning(db: Queryable, customerId: string): Promise<string[]> {
  return isId(customerId) ? idsOfCustomer(db, customerId.toLowerCase()) : [customerId];
}
