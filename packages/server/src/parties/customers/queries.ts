import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { rowSource } from "#src/kernel/db/row-source.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Customer, CustomerStatus } from "./customer.ts";

const CUSTOMERS = rowSource<Customer>({
  org_id: ["uuid", (one) => one.orgId],
  customer_id: ["uuid", (one) => one.customerId],
  reference: ["text", (one) => one.reference],
  name: ["text", (one) => one.name],
  email: ["text", (one) => one.email],
  phone: ["text", (one) => one.phone],
  country: ["text", (one) => one.country],
  metadata: ["jsonb", (one) => JSON.stringify(one.metadata)],
  status: ["text", (one) => one.status],
  merged_into: ["uuid", (one) => one.mergedInto],
  created_at: ["timestamptz", (one) => one.createdAt],
  updated_at: ["timestamptz", (one) => one.updatedAt],
});
const COLUMNS = CUSTOMERS.names;

type Row = {
  org_id: string;
  customer_id: string;
  reference: string | null;
  name: string | null;
  email: string | null;
  phone: string | null;
  country: string | null;
  metadata: Record<string, unknown>;
  status: CustomerStatus;
  merged_into: string | null;
  created_at: Date;
  updated_at: Date;
};

function customerOf(row: Row): Customer {
  const { org_id, customer_id, merged_into, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    orgId: org_id,
    customerId: customer_id,
    mergedInto: merged_into,
    createdAt: created_at,
    updatedAt: updated_at,
  };
}

/**
 * Returns the ids of the customers that were new. The others exist already, because their requests are being repeated.
 */
export async function insertCustomers(tx: Tx, customers: readonly Customer[]): Promise<Set<string>> {
  const rows = await tx.query<{ customer_id: string }>(
    `INSERT INTO customers (${COLUMNS}) SELECT ${COLUMNS} FROM ${CUSTOMERS.source} ORDER BY customer_id
     ON CONFLICT (org_id, customer_id) DO NOTHING RETURNING customer_id`,
    CUSTOMERS.values(customers),
  );
  return new Set(rows.map((row) => row.customer_id));
}

export async function updateCustomer(tx: Tx, customer: Customer, eraseAt: Date | null = null): Promise<void> {
  await tx.query(
    `UPDATE customers AS c SET (${COLUMNS}, erase_at) = (SELECT ${COLUMNS}, $14::timestamptz FROM ${CUSTOMERS.source})
     WHERE c.org_id = ($1::uuid[])[1] AND c.customer_id = ($2::uuid[])[1]`,
    [...CUSTOMERS.values([customer]), eraseAt],
  );
}

export async function selectCustomer(db: Queryable, scope: Scope, customerId: string): Promise<Customer | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM customers WHERE customer_id = $1 AND ($2::uuid IS NULL OR org_id = $2)`,
    [customerId, "orgId" in scope ? scope.orgId : null],
  );
  return row === undefined ? undefined : customerOf(row);
}

/** Locks the customers, and those that were merged into them. */
export async function lockCustomers(tx: Tx, orgId: string, customerIds: readonly string[]): Promise<Customer[]> {
  const rows = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM customers WHERE org_id = $1
      AND (customer_id = ANY($2::uuid[]) OR merged_into = ANY($2::uuid[])) ORDER BY customer_id FOR UPDATE`,
    [orgId, customerIds],
  );
  return rows.map(customerOf);
}

/**
 * All ids by which payments and accounts refer to this customer: its own, and those of customers that were merged into
 * it.
 */
export async function idsOfCustomer(db: Queryable, customerId: string): Promise<string[]> {
  const rows = await db.query<{ customer_id: string }>(`SELECT customer_id FROM customers WHERE merged_into = $1`, [
    customerId,
  ]);
  return [customerId, ...rows.map((row) => row.customer_id)];
}

const BY_EMAIL = `SELECT customer_id FROM customers WHERE org_id = $1 AND lower(email) = lower($2) AND status = 'active'
  ORDER BY customer_id DESC LIMIT 1`;
const BY_PHONE = `SELECT customer_id FROM customers WHERE org_id = $1 AND phone = $2 AND status = 'active'
  ORDER BY customer_id DESC LIMIT 1`;

/** The newest active customer with this contact. Two statements, so that each uses its index under a generic plan. */
export async function findActiveByContact(
  db: Queryable,
  orgId: string,
  contact: { email: string } | { phone: string },
): Promise<string | undefined> {
  const [row] =
    "email" in contact
      ? await db.query<{ customer_id: string }>(BY_EMAIL, [orgId, contact.email])
      : await db.query<{ customer_id: string }>(BY_PHONE, [orgId, contact.phone]);
  return row?.customer_id;
}

/** An arbitrary number that every version of this code must share. */
const CONTACT_LOCK = 7_305_394;

/**
 * Lets one payer at a time use each contact. Locks are always taken in the same order, so that two payers never
 * deadlock; the sort is materialized for that.
 */
export async function lockContacts(tx: Tx, orgId: string, contacts: readonly string[]): Promise<void> {
  await tx.query(
    `WITH wanted AS MATERIALIZED (SELECT DISTINCT hashtext(lower(contact)) AS lock FROM unnest($1::text[]) AS contact
     ORDER BY lock)
     SELECT pg_advisory_xact_lock(${CONTACT_LOCK}, lock) FROM wanted`,
    [contacts.map((contact) => `${orgId} ${contact}`)],
  );
}

export type CustomerFilters = { status?: CustomerStatus; email?: string; phone?: string; reference?: string };

export async function listCustomers(
  db: Queryable,
  scope: Scope,
  filters: CustomerFilters,
  page: Page,
): Promise<Customer[]> {
  const { status, email, phone, reference } = filters;
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM customers
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR customer_id < $2)
       AND ($3::text IS NULL OR status = $3)
       AND ($4::text IS NULL OR lower(email) = lower($4)) AND ($5::text IS NULL OR phone = $5)
         AND ($6::text IS NULL OR reference = $6)
     ORDER BY customer_id DESC LIMIT $7`,
    ["orgId" in scope ? scope.orgId : null, page.after?.[0], status, email, phone, reference, page.limit + 1],
  );
  return rows.map(customerOf);
}
