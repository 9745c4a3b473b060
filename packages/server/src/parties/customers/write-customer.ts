import { isDeepStrictEqual } from "node:util";
import { actorOf, appendAudit, type AuditEntry } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { combine } from "#src/kernel/combine.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { contentAfter, contentOfBoth, type Customer, type CustomerContent, NO_CONTENT } from "./customer.ts";
import { insertCustomers, lockCustomers, selectCustomer, updateCustomer } from "./queries.ts";

/**
 * The audit log is kept forever, so it records which fields changed and never their values: an erasure removes those.
 */
export type CustomerDeps = { db: Db; clock: Clock };
type Request = { caller: Caller; requestId: string; orgId: string; customerId: string };

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };
/** A payment that was being read when its customer was erased is written within this time or not at all. */
const ERASE_AFTER_MS = 10 * 60_000;

type Order = { request: Request; customer: Customer };

/** Customers that are created at the same time share a commit. */
export function createCustomerWriter({
  db,
  clock,
}: CustomerDeps): (request: Request, content: Partial<CustomerContent>) => Promise<Customer> {
  const write = combine<Order, Customer>({
    ...LIMITS,
    name: "write customer",
    run: (orders) => db.transaction((tx) => createIn(tx, orders)),
  });
  return (request, content) => {
    const { orgId, customerId } = request;
    const at = clock.now();
    const customer: Customer = {
      ...contentAfter(NO_CONTENT, content),
      orgId,
      customerId,
      status: "active",
      mergedInto: null,
      createdAt: at,
      updatedAt: at,
    };
    return write({ request, customer }).catch(refuseUsedReference);
  };
}

async function createIn(tx: Tx, orders: readonly Order[]): Promise<Customer[]> {
  const created = await insertCustomers(
    tx,
    orders.map(({ customer }) => customer),
  );
  const isNew = ({ customer }: Order): boolean => created.has(customer.customerId);
  await appendAudit(
    tx,
    orders
      .filter(isNew)
      .map(({ request, customer }) =>
        entryOf(request, "customer.created", { fields: fieldsOf(NO_CONTENT, customer) }, customer.createdAt),
      ),
  );
  // Repeated requests are few: they come after a crash.
  return Promise.all(
    orders.map(async (order) =>
      isNew(order) ? order.customer : (await selectCustomer(tx, order.customer, order.customer.customerId))!,
    ),
  );
}

export async function changeCustomer(
  { db, clock }: CustomerDeps,
  request: Request,
  change: Partial<CustomerContent>,
): Promise<Customer> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const before = mustBeActive(await lockCustomers(tx, request.orgId, [request.customerId]), request.customerId);
    const content = contentAfter(before, change);
    const fields = fieldsOf(before, content);
    if (fields.length === 0) return before;
    const after: Customer = { ...before, ...content, updatedAt: at };
    await updateCustomer(tx, after).catch(refuseUsedReference);
    await note(tx, request, "customer.changed", { fields }, at);
    return after;
  });
}

/**
 * After the merge, `customerId` refers to `into`, with all of its payments and accounts. `into` takes over the fields
 * that it lacks.
 */
export async function mergeCustomer({ db, clock }: CustomerDeps, request: Request, into: string): Promise<Customer> {
  const { orgId, customerId } = request;
  if (into === customerId) throw invalidField("into", "must name another customer");
  const at = clock.now();
  return db.transaction(async (tx) => {
    const locked = await lockCustomers(tx, orgId, [customerId, into]);
    const merged = mustBeActive(locked, customerId);
    if (!locked.some((one) => one.customerId === into))
      throw invalidField("into", "is not a customer of this organization");
    const survivor = mustBeActive(locked, into);
    const after: Customer = { ...survivor, ...contentOfBoth(survivor, merged), updatedAt: at };
    // Customers that were merged into this one earlier move along, so that a lookup never follows more than one step.
    for (const one of locked.filter(({ mergedInto }) => mergedInto === customerId))
      await updateCustomer(tx, { ...one, mergedInto: into, updatedAt: at });
    await updateCustomer(tx, { ...merged, status: "merged", mergedInto: into, updatedAt: at });
    await updateCustomer(tx, after);
    await note(tx, request, "customer.merged", { into }, at);
    return after;
  });
}

/**
 * The commit erases the customer's data; a job then removes it from payments and events
 * (payments/records/erase-payers.ts). The books stay.
 */
export async function eraseCustomer({ db, clock }: CustomerDeps, request: Request): Promise<void> {
  const { orgId, customerId } = request;
  const at = clock.now();
  await db.transaction(async (tx) => {
    const locked = await lockCustomers(tx, orgId, [customerId]);
    const customer = mustBeActive(locked, customerId);
    for (const merged of locked.filter(({ mergedInto }) => mergedInto === customerId))
      await updateCustomer(tx, { ...merged, ...NO_CONTENT, updatedAt: at });
    await updateCustomer(
      tx,
      { ...customer, ...NO_CONTENT, status: "erasing", updatedAt: at },
      new Date(at.getTime() + ERASE_AFTER_MS),
    );
    await note(tx, request, "customer.erased", {}, at);
  });
}

function mustBeActive(locked: readonly Customer[], customerId: string): Customer {
  const customer = locked.find((one) => one.customerId === customerId);
  if (customer === undefined) throw notFound("Customer");
  if (customer.status === "merged") throw conflict(`The customer was merged into ${customer.mergedInto}; use that one`);
  if (customer.status !== "active") throw conflict("The customer was erased");
  return customer;
}

function fieldsOf(before: CustomerContent, after: CustomerContent): string[] {
  return (Object.keys(NO_CONTENT) as (keyof CustomerContent)[]).filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  );
}

function refuseUsedReference(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code === "23505" && constraint === "customers_by_reference")
    throw conflict("Another customer has this reference", "REFERENCE_USED");
  throw error;
}

function note(tx: Tx, request: Request, action: string, changes: object, at: Date): Promise<void> {
  return appendAudit(tx, [entryOf(request, action, changes, at)]);
}

function entryOf(
  { caller, requestId, orgId, customerId }: Request,
  action: string,
  changes: object,
  at: Date,
): AuditEntry {
  return {
    orgId,
    actor: actorOf(caller),
    action,
    resourceType: "customer",
    resourceId: customerId,
    requestId,
    at,
    changes,
  };
}
