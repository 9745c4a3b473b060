import { type Expression, type RawBuilder, sql, type SqlBool } from "kysely";
import type { Reader } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { idsOfShortReference } from "@corridor/base/short-reference.ts";
import type { FailureCause } from "#src/payments/rules/index.ts";
import { findByReferenceRange } from "./queries.ts";
import { causeKey, contactKey, customerKey, metadataKey, payerKey } from "./search-keys.ts";

/** The search conditions for a payment. Each condition matches an index. */
export type PaymentHints = {
  payer?: string;
  email?: string;
  phone?: string;
  reference_prefix?: string;
  amount_from?: string;
  amount_to?: string;
  metadata?: { name: string; value: string };
  /** All ids of one customer. */
  customerIds?: readonly string[];
  failure_cause?: FailureCause;
};

type Condition = Expression<SqlBool>;

export function conditionsOf(
  scope: Scope,
  { payer, email, phone, reference_prefix, amount_from, amount_to, metadata, customerIds, failure_cause }: PaymentHints,
): Condition[] {
  const keyed = (condition: Condition): Condition => within(keyedIds(scope, condition));
  return [
    ...(payer === undefined ? [] : [keyed(namedLike(payer))]),
    ...(email === undefined ? [] : [keyed(reachedBy(email))]),
    ...(phone === undefined ? [] : [keyed(reachedBy(phone))]),
    ...(reference_prefix === undefined ? [] : [referenceLike(reference_prefix)]),
    ...(amount_from === undefined ? [] : [sql<SqlBool>`amount >= ${amount_from}::numeric`]),
    ...(amount_to === undefined ? [] : [sql<SqlBool>`amount <= ${amount_to}::numeric`]),
    ...(metadata === undefined
      ? []
      : [
          keyed(sql`key = ${metadataKey(metadata.name, metadata.value)}`),
          sql<SqlBool>`details -> 'metadata' ->> ${metadata.name} = ${metadata.value}`,
        ]),
    ...(failure_cause === undefined ? [] : [keyed(sql`key = ${causeKey(failure_cause)}`)]),
    ...(customerIds === undefined ? [] : [keyed(sql`key = ANY(${customerIds.map(customerKey)}::text[])`)]),
  ];
}

/**
 * Any id of ours, the short reference of a bank transfer, the caller's reference, an e-mail address or a phone number;
 * otherwise the beginning of a reference or name. An exact match wins: order 4 is not lost among 40 to 49.
 */
export async function namedBy(db: Reader, scope: Scope, text: string): Promise<Condition> {
  if (isId(text)) return namedById(db, text);
  const short = idsOfShortReference(text);
  const referenced = short === null ? [] : await findByReferenceRange(db, short);
  if (referenced.length > 0)
    return sql<SqlBool>`payment_id IN (${sql.join(referenced.map(({ paymentId }) => paymentId))})`;
  const exact = idsBy(scope, sql`client_reference = ${text}`, reachedBy(text));
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (${exact}) AS any`.execute(db.kysely);
  return within(rows[0]!.any ? exact : idsBy(scope, referenceLike(text), namedLike(text)));
}

/** Each half uses its own index; as alternatives in one condition neither index would be used. */
function idsBy(scope: Scope, reference: Condition, key: Condition): RawBuilder<unknown> {
  return sql`SELECT payment_id FROM payments WHERE ${reference}${ownedBy(scope)} UNION ALL ${keyedIds(scope, key)}`;
}

function keyedIds(scope: Scope, key: Condition): RawBuilder<unknown> {
  return sql`SELECT payment_id FROM payment_search_keys WHERE ${key}${ownedBy(scope)}`;
}

function ownedBy(scope: Scope): RawBuilder<unknown> {
  return "orgId" in scope ? sql` AND org_id = ${scope.orgId}` : sql``;
}

function within(ids: RawBuilder<unknown>): Condition {
  return sql<SqlBool>`payment_id IN (${ids})`;
}

async function namedById(db: Reader, id: string): Promise<Condition> {
  // A separate statement: as a subquery among the alternatives it would prevent the use of indexes.
  const referenced = await db.query<{ payment_id: string }>(
    `SELECT payment_id FROM payment_references WHERE reference = $1`,
    [id],
  );
  const ids = [id, ...referenced.map((row) => row.payment_id)];
  return sql<SqlBool>`(payment_id IN (${sql.join(ids)}) OR transaction_id = ${id} OR client_reference = ${id})`;
}

function referenceLike(beginning: string): Condition {
  return sql<SqlBool>`client_reference LIKE ${prefixOf(beginning)}`;
}

function namedLike(beginning: string): Condition {
  return sql<SqlBool>`key LIKE ${prefixOf(payerKey(beginning))}`;
}

/** Matches contacts in their stored form: a phone number in E.164, an e-mail address in lower case. */
function reachedBy(contact: string): Condition {
  return sql<SqlBool>`key = ${contactKey(toE164(contact) ?? contact)}`;
}

function prefixOf(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
