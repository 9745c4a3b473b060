import { type Expression, sql, type SqlBool } from "kysely";
import type { Db } from "#src/platform/db/client.ts";
import type { Scope } from "#src/platform/http/caller.ts";
import { isId } from "#src/platform/ids.ts";
import { toE164 } from "#src/platform/phone.ts";
import { idsOfShortReference } from "#src/platform/short-reference.ts";
import { findByReferenceRange } from "./queries.ts";

/** What a person has at hand when looking for a payment. Each condition is written as its index in the migration `payment-search` is. */
export type PaymentHints = {
  payer?: string;
  email?: string;
  phone?: string;
  reference_prefix?: string;
  amount_from?: string;
  amount_to?: string;
  metadata?: { name: string; value: string };
  /** All ids that mean one customer. */
  customerIds?: readonly string[];
};

type Condition = Expression<SqlBool>;

export function conditionsOf({ payer, email, phone, reference_prefix, amount_from, amount_to, metadata, customerIds }: PaymentHints): Condition[] {
  return [
    ...(payer === undefined ? [] : [namedLike(payer)]),
    ...(email === undefined ? [] : [reachedBy(contactOf(email))]),
    ...(phone === undefined ? [] : [reachedBy(contactOf(phone))]),
    ...(reference_prefix === undefined ? [] : [referenceLike(reference_prefix)]),
    ...(amount_from === undefined ? [] : [sql<SqlBool>`amount >= ${amount_from}::numeric`]),
    ...(amount_to === undefined ? [] : [sql<SqlBool>`amount <= ${amount_to}::numeric`]),
    ...(metadata === undefined ? [] : [carrying(metadata)]),
    ...(customerIds === undefined ? [] : [sql<SqlBool>`details ->> 'customer_id' = ANY(${customerIds}::text[])`]),
  ];
}

/**
 * Whatever the text may be: any id of ours, the short reference of a bank transfer, the caller's own reference, an e-mail address or a phone number; and where it is none of them, the beginning
 * of a reference or of a payer's name. An order 4 is not lost among the orders 40 to 49.
 */
export async function namedBy(db: Db, scope: Scope, text: string): Promise<Condition> {
  if (isId(text)) return anyOf(await idsNamed(db, text));
  const short = idsOfShortReference(text);
  const referenced = short === null ? [] : await findByReferenceRange(db, short);
  if (referenced.length > 0) return sql<SqlBool>`payment_id IN (${sql.join(referenced.map(({ paymentId }) => paymentId))})`;
  const exact = anyOf([referenceIs(text), reachedBy(contactOf(text))]);
  const [found] = await db.query<{ any: boolean }>(
    `SELECT EXISTS (SELECT FROM payments WHERE (client_reference = $1 OR payment_contacts(details) @> ARRAY[$2::text]) AND ($3::uuid IS NULL OR org_id = $3)) AS any`,
    [text, contactOf(text), "orgId" in scope ? scope.orgId : null],
  );
  return found!.any ? exact : anyOf([referenceLike(text), namedLike(text)]);
}

function anyOf(conditions: readonly Condition[]): Condition {
  return sql<SqlBool>`(${sql.join(conditions, sql` OR `)})`;
}

async function idsNamed(db: Db, id: string): Promise<Condition[]> {
  // Looked up apart: a subquery among the alternatives would keep all of them from their indexes, and read every payment there is.
  const referenced = await db.query<{ payment_id: string }>(`SELECT payment_id FROM payment_references WHERE reference = $1`, [id]);
  return [sql<SqlBool>`payment_id IN (${sql.join([id, ...referenced.map((row) => row.payment_id)])})`, sql<SqlBool>`transaction_id = ${id}`, referenceIs(id)];
}

function referenceIs(reference: string): Condition {
  return sql<SqlBool>`client_reference = ${reference}`;
}

function referenceLike(beginning: string): Condition {
  return sql<SqlBool>`client_reference LIKE ${prefixOf(beginning)}`;
}

function namedLike(beginning: string): Condition {
  return sql<SqlBool>`(details #>> '{payer_details,name}' IS NOT NULL AND lower(details #>> '{payer_details,name}') LIKE ${prefixOf(beginning.toLowerCase())})`;
}

/** As it is kept: a phone number in E.164, an address in lower case. */
function contactOf(text: string): string {
  return toE164(text) ?? text.toLowerCase();
}

function reachedBy(contact: string): Condition {
  return sql<SqlBool>`payment_contacts(details) @> ARRAY[${contact}]`;
}

/** The value as text, and as the number or truth value that the same text means. */
function carrying({ name, value }: { name: string; value: string }): Condition {
  const plain = /^(true|false|-?(0|[1-9]\d{0,14})(\.\d{1,15})?)$/.test(value) ? [JSON.parse(value) as unknown] : [];
  const forms = [value, ...plain].map((one) => sql<SqlBool>`(details -> 'metadata')::jsonb @> ${JSON.stringify({ [name]: one })}::jsonb`);
  return sql<SqlBool>`(details -> 'metadata' IS NOT NULL AND ${anyOf(forms)})`;
}

function prefixOf(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
