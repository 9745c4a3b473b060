import { isDeepStrictEqual } from "node:util";
import { actorIn, audit, type AuditActor } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Call } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { newId } from "@corridor/base/ids.ts";
import { contentAfter, contentOfBoth, type Customer, type CustomerContent, NO_CONTENT } from "./customer.ts";
import {
  findActiveByContact,
  insertCustomer,
  lockContacts,
  lockCustomers,
  selectCustomer,
  updateCustomer,
} from "./queries.ts";

/** The audit log is kept forever: it records which fields changed, never their values, which an erasure removes. */
export type CustomerDeps = { db: Db; clock: Clock };
type Key = Pick<Customer, "orgId" | "customerId">;

/** A payment that was being read when its customer was erased is written within this time or not at all. */
const ERASE_AFTER_MS = 10 * 60_000;

export async function createCustomer(
  { db, clock }: CustomerDeps,
  call: Call,
  key: Key,
  content: Partial<CustomerContent>,
): Promise<Customer> {
  const customer = newCustomer(key, contentAfter(NO_CONTENT, content), clock.now());
  const by = { orgId: key.orgId, actor: actorIn(call), at: customer.createdAt };
  return db
    .transaction(async (tx) => {
      // The same id again is the same request, repeated after a crash: the stored row is its answer.
      if (!(await insertCustomer(tx, customer))) return (await selectCustomer(tx, key, key.customerId))!;
      await audit(tx, by, "customer.created", key.customerId, { fields: fieldsOf(NO_CONTENT, customer) });
      return customer;
    })
    .catch(refuseUsedReference);
}

export type UnknownPayer = {
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly country: string;
};

/**
 * Somebody who pays on a public page is the newest active customer with their e-mail address (without one: phone
 * number), otherwise a new one; null without either. So an erasure reaches payments for which no caller named a
 * customer. Nobody has verified the address: it never changes a customer, and nothing of a customer is copied into the
 * payment. Of two first payments at once one creates the customer and the other finds it: a lock on the contacts and a
 * second look. No unique index: callers may create several customers with one address.
 */
export async function customerOfPayer(
  { db, clock }: CustomerDeps,
  { orgId, actor }: { orgId: string; actor: AuditActor },
  { name, email, phone, country }: UnknownPayer,
): Promise<string | null> {
  if (email === undefined && phone === undefined) return null;
  const contact = email === undefined ? { phone: phone! } : { email };
  const known = await findActiveByContact(db, orgId, contact);
  if (known !== undefined) return known;
  const [customerId, at] = [newId(), clock.now()];
  const content = { ...NO_CONTENT, name, email: email ?? null, phone: phone ?? null, country };
  const contacts = [email, phone].filter((one) => one !== undefined);
  return db.transaction(async (tx) => {
    await lockContacts(tx, orgId, contacts);
    const createdMeanwhile = await findActiveByContact(tx, orgId, contact);
    if (createdMeanwhile !== undefined) return createdMeanwhile;
    await insertCustomer(tx, newCustomer({ orgId, customerId }, content, at));
    await audit(tx, { orgId, actor, at }, "customer.created", customerId);
    return customerId;
  });
}

function newCustomer({ orgId, customerId }: Key, content: CustomerContent, at: Date): Customer {
  return { ...content, orgId, customerId, status: "active", mergedInto: null, createdAt: at, updatedAt: at };
}

export async function changeCustomer(
  { db, clock }: CustomerDeps,
  call: Call,
  { orgId, customerId }: Key,
  change: Partial<CustomerContent>,
): Promise<Customer> {
  const at = clock.now();
  return db.transaction(async (tx) => {
    const before = mustBeActive(await lockCustomers(tx, orgId, [customerId]), customerId);
    const content = contentAfter(before, change);
    const fields = fieldsOf(before, content);
    if (fields.length === 0) return before;
    const after: Customer = { ...before, ...content, updatedAt: at };
    await updateCustomer(tx, after).catch(refuseUsedReference);
    await audit(tx, { orgId, actor: actorIn(call), at }, "customer.changed", customerId, { fields });
    return after;
  });
}

/** After the merge, `customerId` refers to `into`, with all payments and accounts; `into` takes the fields it lacks. */
export async function mergeCustomer(
  { db, clock }: CustomerDeps,
  call: Call,
  { orgId, customerId }: Key,
  into: string,
): Promise<Customer> {
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
    await audit(tx, { orgId, actor: actorIn(call), at }, "customer.merged", customerId, { into });
    return after;
  });
}

/** The commit erases the customer's data; a job then clears payments and events (payments/records/erase-payers.ts). */
export async function eraseCustomer(
  { db, clock }: CustomerDeps,
  call: Call,
  { orgId, customerId }: Key,
): Promise<void> {
  const at = clock.now();
  const eraseAt = new Date(at.getTime() + ERASE_AFTER_MS);
  await db.transaction(async (tx) => {
    const locked = await lockCustomers(tx, orgId, [customerId]);
    const customer = mustBeActive(locked, customerId);
    for (const merged of locked.filter(({ mergedInto }) => mergedInto === customerId))
      await updateCustomer(tx, { ...merged, ...NO_CONTENT, updatedAt: at });
    await updateCustomer(tx, { ...customer, ...NO_CONTENT, status: "erasing", updatedAt: at }, eraseAt);
    await audit(tx, { orgId, actor: actorIn(call), at }, "customer.erased", customerId, {});
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
