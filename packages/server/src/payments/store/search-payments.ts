import type { Reader } from "#src/kernel/db/client.ts";
import { type Sql, sql } from "#src/kernel/db/sql.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { CRYPTO_CURRENCIES, FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import { isId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { toE164 } from "@corridor/base/phone.ts";
import type { FailureCause as ProviderCause } from "@corridor/provider-kit/failures.ts";
import { idsOfShortReference } from "@corridor/base/short-reference.ts";
import type { FailureCause } from "#src/payments/rules/index.ts";
import { findByReferenceRange } from "./queries.ts";
import { causeKey, contactKey, customerKey, metadataKey, payerKey, providerCauseKey } from "./search-keys.ts";

/** The search conditions for a payment. Each condition matches an index. */
export type PaymentHints = {
  client_reference?: string;
  beneficiary_id?: string;
  currency?: string;
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
  provider_cause?: ProviderCause;
};

/** What an index finds: the ids, and the same as a condition on a row, for when there are too many of them. */
export type Hint = { readonly ids: Sql; readonly row: Sql };

/** Beyond this, ids are not named one by one: enough of the newest rows match. */
const NARROW = 5_000;

/** Null: too many. */
export async function idsOf(db: Reader, { ids }: Hint): Promise<string[] | null> {
  const rows = await db.ask<{ payment_id: string }>(sql`${ids} LIMIT ${NARROW + 1}`);
  return rows.length > NARROW ? null : rows.map((row) => row.payment_id);
}

export function hintsOf(
  scope: Scope,
  {
    payer,
    email,
    phone,
    reference_prefix,
    metadata,
    customerIds,
    failure_cause,
    provider_cause,
    ...columns
  }: PaymentHints,
): Hint[] {
  const { client_reference, beneficiary_id, currency, amount_from, amount_to } = columns;
  return [
    ...(payer === undefined ? [] : [named(scope, payer)]),
    ...(email === undefined ? [] : [keyed(scope, reachedBy(email))]),
    ...(phone === undefined ? [] : [keyed(scope, reachedBy(phone))]),
    ...(client_reference === undefined ? [] : [column(scope, sql`client_reference = ${client_reference}`)]),
    ...(reference_prefix === undefined ? [] : [column(scope, referenceLike(reference_prefix))]),
    ...(beneficiary_id === undefined ? [] : [column(scope, sql`beneficiary_id = ${beneficiary_id}`)]),
    ...((currency ?? amount_from ?? amount_to) === undefined ? [] : [worth(scope, currency, amount_from, amount_to)]),
    ...(metadata === undefined ? [] : [keyed(scope, sql`key = ${metadataKey(metadata.name, metadata.value)}`)]),
    ...(failure_cause === undefined ? [] : [keyed(scope, sql`key = ${causeKey(failure_cause)}`)]),
    ...(provider_cause === undefined ? [] : [keyed(scope, sql`key = ${providerCauseKey(provider_cause)}`)]),
    ...(customerIds === undefined ? [] : [keyed(scope, sql`key = ANY(${customerIds.map(customerKey)}::text[])`)]),
  ];
}

/**
 * Any id of ours, the short reference of a bank transfer, the caller's reference, an e-mail address or a phone number;
 * otherwise the beginning of a reference or name. An exact match wins: order 4 is not lost among 40 to 49.
 */
export async function namedBy(db: Reader, scope: Scope, text: string): Promise<Hint> {
  if (isId(text)) return namedById(db, scope, text);
  const short = idsOfShortReference(text);
  const referenced = short === null ? [] : await findByReferenceRange(db, short);
  if (referenced.length > 0)
    return column(scope, sql`payment_id = ANY (${referenced.map(({ paymentId }) => paymentId)}::uuid[])`);
  const exact = either(column(scope, sql`client_reference = ${text}`), keyed(scope, reachedBy(text)));
  const [found] = await db.ask<{ any: boolean }>(sql`SELECT EXISTS (${exact.ids}) AS any`);
  return found!.any ? exact : either(column(scope, referenceLike(text)), named(scope, text));
}

/** Each half uses its own index; as alternatives in one condition neither index would be used. */
function either(one: Hint, other: Hint): Hint {
  return { ids: sql`${one.ids} UNION ALL ${other.ids}`, row: sql`(${one.row} OR ${other.row})` };
}

function column(scope: Scope, row: Sql): Hint {
  return { ids: sql`SELECT payment_id FROM payments WHERE ${row}${ownedBy(scope)}`, row };
}

/** SQL makes small letters of ASCII alone on some servers, so other beginnings are always found by their keys. */
function named(scope: Scope, beginning: string): Hint {
  const { ids } = keyed(scope, sql`key LIKE ${prefixOf(payerKey(beginning))}`);
  const row = sql`lower(details #>> '{payer_details,name}') LIKE ${prefixOf(beginning.toLowerCase())}`;
  return { ids, row: /^[\x20-\x7e]*$/.test(beginning) ? row : sql`payment_id IN (${ids})` };
}

/** The pairs with which the index of amounts begins, from one to the next: without a pair it would be read as a whole. */
const PAIRS = sql`WITH RECURSIVE pair AS (
    (SELECT currency, org_id FROM payments ORDER BY currency, org_id LIMIT 1) UNION ALL
    SELECT next.* FROM pair, LATERAL (SELECT currency, org_id FROM payments
      WHERE (currency, org_id) > (pair.currency, pair.org_id) ORDER BY currency, org_id LIMIT 1) AS next)`;

/** The row of one currency is also a part of the index that sorts by amount, of which only a page is read then. */
export function worth(scope: Scope, currency: string | undefined, from = "0", to = "Infinity"): Hint {
  const amount = sql`amount BETWEEN ${from}::numeric AND ${to}::numeric`;
  const currencies = currency === undefined ? IN_ANY_CURRENCY : sql`currency = ${currency}`;
  const row = sql`${currencies} AND ${amount}`;
  if ("orgId" in scope) return column(scope, row);
  const ids = sql`${PAIRS} SELECT found.payment_id FROM pair, LATERAL (SELECT payment_id FROM payments AS p WHERE
    p.currency = pair.currency AND p.org_id = pair.org_id AND ${amount} LIMIT ${NARROW + 1}) AS found WHERE ${currencies}`;
  return { ids, row };
}

const IN_ANY_CURRENCY = sql`currency = ANY(${[...FIAT_CURRENCIES, ...CRYPTO_CURRENCIES]}::text[])`;

function keyed(scope: Scope, key: Sql): Hint {
  const ids = sql`SELECT payment_id FROM payment_search_keys WHERE ${key}${ownedBy(scope)}`;
  const row = sql`EXISTS (SELECT FROM payment_search_keys AS k WHERE ${key} AND k.org_id = payments.org_id
    AND k.payment_id = payments.payment_id)`;
  return { ids, row };
}

function ownedBy(scope: Scope): Sql {
  return "orgId" in scope ? sql` AND org_id = ${scope.orgId}` : sql``;
}

const NAMED_BY_ID = statement("store.NAMED_BY_ID")`SELECT payment_id FROM payment_references WHERE reference = $1`;

async function namedById(db: Reader, scope: Scope, id: string): Promise<Hint> {
  // A separate statement: as a subquery among the alternatives it would prevent the use of indexes.
  const referenced = await db.query(NAMED_BY_ID, [id]);
  const ids = [id, otherIdOfPayment(id), ...referenced.map((row) => row.payment_id)];
  return column(scope, sql`(payment_id = ANY (${ids}::uuid[]) OR client_reference = ${id}::text)`);
}

function referenceLike(beginning: string): Sql {
  return sql`client_reference LIKE ${prefixOf(beginning)}`;
}

/** Matches contacts in their stored form: a phone number in E.164, an e-mail address in lower case. */
function reachedBy(contact: string): Sql {
  return sql`key = ${contactKey(toE164(contact) ?? contact)}`;
}

function prefixOf(text: string): string {
  return `${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
}
