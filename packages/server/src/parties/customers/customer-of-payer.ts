import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { newId } from "@corridor/base/ids.ts";
import { type Customer, NO_CONTENT } from "./customer.ts";
import { findActiveByContact, insertCustomers, lockContacts } from "./queries.ts";
import type { CustomerDeps } from "./write-customer.ts";

export type UnknownPayer = {
  readonly name: string;
  readonly email?: string;
  readonly phone?: string;
  readonly country: string;
};

/**
 * The customer of somebody who pays on a public page: the newest active one with the payer's e-mail address (without
 * one: phone number), otherwise a new one. So the erasure of a customer reaches payments for which no caller named a
 * customer. Null for a payer without either.
 *
 * Nobody has verified the address: it never changes a customer, and nothing of a customer is copied into the payment.
 * Of two first payments at the same moment one creates the customer and the other one finds it: a lock on the payer's
 * contacts and a second look. No unique index: callers may create several customers with one address.
 */
export async function customerOfPayer(
  { db, clock }: CustomerDeps,
  who: { orgId: string; actor: AuditActor; requestId: string },
  payer: UnknownPayer,
): Promise<string | null> {
  const { name, email, phone, country } = payer;
  if (email === undefined && phone === undefined) return null;
  const contact = email === undefined ? { phone: phone! } : { email };
  const known = await findActiveByContact(db, who.orgId, contact);
  if (known !== undefined) return known;
  const [customerId, at] = [newId(), clock.now()];
  const content = { ...NO_CONTENT, name, email: email ?? null, phone: phone ?? null, country };
  const customer: Customer = {
    ...content,
    orgId: who.orgId,
    customerId,
    status: "active",
    mergedInto: null,
    createdAt: at,
    updatedAt: at,
  };
  return db.transaction(async (tx) => {
    await lockContacts(
      tx,
      who.orgId,
      [email, phone].filter((one) => one !== undefined),
    );
    const createdMeanwhile = await findActiveByContact(tx, who.orgId, contact);
    if (createdMeanwhile !== undefined) return createdMeanwhile;
    await insertCustomers(tx, [customer]);
    await appendAudit(tx, [
      { ...who, action: "customer.created", resourceType: "customer", resourceId: customerId, at },
    ]);
    return customerId;
  });
}
