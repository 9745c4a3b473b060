import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, rowSource, columnsOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { isId } from "@corridor/base/ids.ts";
import type { Customer, CustomerStatus } from "./customer.ts";

const COLUMNS = columnsOf<Customer>({
  uuid: ["orgId", "customerId", "mergedInto"],
  text: ["reference", "name", "email", "phone", "country", "status"],
  jsonb: ["metadata"],
  timestamptz: ["createdAt", "updatedAt"],
});
const { names: NAMES, source: SOURCE, values } = rowSource<Customer>(COLUMNS);
const SELECT_CUSTOMERS = `SELECT ${inCamelCase("c", COLUMNS)} FROM customers c`;

const INSERT_CUSTOMER = statement("customers.INSERT_CUSTOMER")`
  INSERT INTO customers (${NAMES}) SELECT ${NAMES} FROM ${SOURCE}
    ON CONFLICT (org_id, customer_id) DO NOTHING RETURNING customer_id`;

/** False when the customer exists already: its request is being repeated. */
export async function insertCustomer(tx: Tx, customer: Customer): Promise<boolean> {
  const rows = await tx.query(INSERT_CUSTOMER, values([customer]));
  return rows.length === 1;
}

const UPDATE_CUSTOMER = statement("customers.UPDATE_CUSTOMER")`
  UPDATE customers AS c SET (${NAMES}, erase_at) = (SELECT ${NAMES}, $14::timestamptz FROM ${SOURCE})
    WHERE c.org_id = ($1::uuid[])[1] AND c.customer_id = ($2::uuid[])[1]`;

export async function updateCustomer(tx: Tx, customer: Customer, eraseAt: Date | null = null): Promise<void> {
  await tx.query(UPDATE_CUSTOMER, [...values([customer]), eraseAt]);
}

const SELECT_CUSTOMER = statement("customers.SELECT_CUSTOMER")`
  ${SELECT_CUSTOMERS} WHERE customer_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`;

export async function selectCustomer(db: Queryable, scope: Scope, customerId: string): Promise<Customer | undefined> {
  return (await db.query(SELECT_CUSTOMER, [customerId, orgIdIn(scope)]))[0];
}

/** The customer that an id refers to now: itself, or the one that it was merged into. Undefined when it was erased. */
export async function findCustomer(db: Queryable, orgId: string, customerId: string): Promise<Customer | undefined> {
  const named = isId(customerId) ? await selectCustomer(db, { orgId }, customerId.toLowerCase()) : undefined;
  const customer = named?.status === "merged" ? await selectCustomer(db, { orgId }, named.mergedInto!) : named;
  return customer?.status === "active" ? customer : undefined;
}

const LOCK_CUSTOMERS = statement("customers.LOCK_CUSTOMERS")`${SELECT_CUSTOMERS} WHERE org_id = $1
  AND (customer_id = ANY($2::uuid[]) OR merged_into = ANY($2::uuid[])) ORDER BY customer_id FOR UPDATE`;

export async function lockCustomers(tx: Tx, orgId: string, customerIds: readonly string[]): Promise<Customer[]> {
  return tx.query(LOCK_CUSTOMERS, [orgId, customerIds]);
}

const IDS_MEANING = statement("customers.IDS_MEANING")`SELECT customer_id FROM customers WHERE merged_into = $1`;

/** All ids by which payments and accounts refer to this customer: its own, and those that were merged into it. */
export async function idsMeaning(db: Queryable, customerId: string): Promise<string[]> {
  if (!isId(customerId)) return [customerId];
  const own = customerId.toLowerCase();
  const rows = await db.query(IDS_MEANING, [own]);
  return [own, ...rows.map((row) => row.customer_id)];
}

const BY_EMAIL = statement(
  "customers.BY_EMAIL",
)`SELECT customer_id FROM customers WHERE org_id = $1 AND lower(email) = lower($2) AND status = 'active'
  ORDER BY customer_id DESC LIMIT 1`;
const BY_PHONE = statement(
  "customers.BY_PHONE",
)`SELECT customer_id FROM customers WHERE org_id = $1 AND phone = $2 AND status = 'active'
  ORDER BY customer_id DESC LIMIT 1`;

/** The newest active customer with this contact. Two statements, so that each uses its index under a generic plan. */
export async function findActiveByContact(
  db: Queryable,
  orgId: string,
  contact: { email: string } | { phone: string },
): Promise<string | undefined> {
  const [row] =
    "email" in contact
      ? await db.query(BY_EMAIL, [orgId, contact.email])
      : await db.query(BY_PHONE, [orgId, contact.phone]);
  return row?.customer_id;
}

/** An arbitrary number that every version of this code must share. */
const CONTACT_LOCK = 7_305_394;

const LOCK_CONTACTS = statement("customers.LOCK_CONTACTS")`
  WITH wanted AS MATERIALIZED (SELECT DISTINCT hashtext(lower(contact)) AS lock FROM unnest($1::text[]) AS contact
    ORDER BY lock)
    SELECT pg_advisory_xact_lock(${CONTACT_LOCK}, lock) FROM wanted`;

/** Lets one payer at a time use each contact. The sort is materialized: locks in one order never deadlock. */
export async function lockContacts(tx: Tx, orgId: string, contacts: readonly string[]): Promise<void> {
  await tx.query(LOCK_CONTACTS, [contacts.map((contact) => `${orgId} ${contact}`)]);
}

export type CustomerFilters = { status?: CustomerStatus; email?: string; phone?: string; reference?: string };

const LIST_CUSTOMERS = statement("customers.LIST_CUSTOMERS")`${SELECT_CUSTOMERS}
  WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR customer_id < $2)
    AND ($3::text IS NULL OR status = $3)
    AND ($4::text IS NULL OR lower(email) = lower($4)) AND ($5::text IS NULL OR phone = $5)
      AND ($6::text IS NULL OR reference = $6)
  ORDER BY customer_id DESC LIMIT $7`;

export async function listCustomers(
  db: Queryable,
  scope: Scope,
  { status, email, phone, reference }: CustomerFilters,
  page: Page,
): Promise<Customer[]> {
  return db.query(LIST_CUSTOMERS, [orgIdIn(scope), page.after?.[0], status, email, phone, reference, page.limit + 1]);
}

/** A customer whose payments may still hold erased data, with all of its ids. */
export type ErasingCustomer = { orgId: string; customerId: string; ids: string[]; isLast: boolean };

const FIND_ERASING = statement("customers.FIND_ERASING")`
  SELECT c.org_id AS "orgId", c.customer_id AS "customerId", c.erase_at <= $1 AS "isLast" /* not null */,
      array_prepend(c.customer_id, ARRAY(SELECT m.customer_id FROM customers m WHERE m.org_id = c.org_id AND
        m.merged_into = c.customer_id))::text[] AS ids /* not null */
    FROM customers c WHERE c.status = 'erasing' ORDER BY c.erase_at LIMIT $2`;

/** `isLast`: no write that began before the erasure can still happen, so this pass is the last one. */
export async function findErasing(db: Queryable, now: Date, limit: number): Promise<ErasingCustomer[]> {
  return db.query(FIND_ERASING, [now, limit]);
}

const NOTE_ERASED = statement("customers.NOTE_ERASED")`
  UPDATE customers SET status = 'erased', erase_at = NULL, updated_at = $3
    WHERE org_id = $1 AND customer_id = $2 AND status = 'erasing'`;

export async function noteErased(db: Queryable, { orgId, customerId }: ErasingCustomer, at: Date): Promise<void> {
  await db.query(NOTE_ERASED, [orgId, customerId, at]);
}
