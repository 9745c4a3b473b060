import type { Queryable } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import { toE164 } from "@corridor/base/phone.ts";

/**
 * Finds everything except payments: by the beginning of a name or id, or a whole e-mail address, phone or account
 * number. Each condition matches its index (migration `find-anything`), and no branch reads a whole table.
 */
export const FOUND_TYPES = [
  "payment",
  "customer",
  "beneficiary",
  "payment_link",
  "escrow",
  "payout_batch",
  "virtual_account",
] as const;
export type Found = Row<"search.FIND_ANYTHING">;

/** The maximum number of results of each kind. */
export const FOUND_LIMIT = 5;
/** Without this inner limit the newest five matches of a name that nobody has would walk back through all ids. */
const LOOKED_AT = 500;

/** Payments only by the beginning of an id: `GET /transactions` finds them by everything else. */
const PAYMENTS = `(SELECT 'payment' AS type, payment_id AS id, org_id, amount::text || ' ' || currency AS title,
  client_reference AS detail, status, created_at
  FROM payments WHERE ($1::uuid IS NULL OR org_id = $1) AND payment_id BETWEEN $5 AND $6 ORDER BY payment_id DESC
    LIMIT ${FOUND_LIMIT})`;
/** `$1` organization or null, `$2` beginning of a name as a pattern, `$3` e-mail, `$4` number, `$5`-`$6` id range. */
const CUSTOMERS = `(SELECT 'customer' AS type, customer_id AS id, org_id,
  coalesce(name, email, phone, reference, 'Customer') AS title, coalesce(email, phone) AS detail, status, created_at
  FROM (SELECT * FROM customers WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(name) LIKE $2 OR lower(email) = $3 OR phone = $4 OR customer_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY customer_id DESC LIMIT ${FOUND_LIMIT})`;
const BENEFICIARIES = `(SELECT 'beneficiary' AS type, beneficiary_id AS id, org_id,
    fname || coalesce(' ' || lname, '') AS title,
    coalesce(bank_details ->> 'account_number', momo_details ->> 'phone_number', phone_number) AS detail,
      NULL AS status, created_at
  FROM (SELECT * FROM beneficiaries WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(fname || ' ' || coalesce(lname, '')) LIKE $2 OR lower(lname) LIKE $2 OR lower(email) = $3
      OR coalesce(bank_details ->> 'account_number', momo_details ->> 'phone_number', phone_number) = $4
        OR beneficiary_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY beneficiary_id DESC LIMIT ${FOUND_LIMIT})`;
const LINKS = `(SELECT 'payment_link' AS type, link_id AS id, org_id,
  coalesce(description, email, 'Payment link') AS title, email AS detail, status, created_at
  FROM (SELECT * FROM payment_links WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(description) LIKE $2 OR lower(email) = $3 OR link_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY link_id DESC LIMIT ${FOUND_LIMIT})`;
const PROJECTS = `(SELECT 'escrow' AS type, escrow_id AS id, org_id, title, currency AS detail, status, created_at
  FROM (SELECT * FROM escrow_projects WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(title) LIKE $2 OR escrow_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY escrow_id DESC LIMIT ${FOUND_LIMIT})`;
const BATCHES = `(SELECT 'payout_batch' AS type, batch_id AS id, org_id, name AS title, row_count || ' rows' AS detail,
  status, created_at
  FROM (SELECT * FROM payout_batches WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(name) LIKE $2 OR batch_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY batch_id DESC LIMIT ${FOUND_LIMIT})`;
const ACCOUNTS = `(SELECT 'virtual_account' AS type, account_id AS id, org_id, virtual_account_name AS title,
  concat_ws(' ', currency, account_number) AS detail, status, created_at
  FROM (SELECT * FROM virtual_accounts WHERE ($1::uuid IS NULL OR org_id = $1)
    AND (lower(virtual_account_name) LIKE $2 OR account_number = $4 OR account_id BETWEEN $5 AND $6)
    LIMIT ${LOOKED_AT}) AS t ORDER BY account_id DESC LIMIT ${FOUND_LIMIT})`;
export const FIND_ANYTHING = statement("search.FIND_ANYTHING")`
  SELECT type /* not null, like found_types */, id /* not null */, org_id /* not null */, title /* not null */, detail,
    status, created_at /* not null */ FROM (${PAYMENTS} UNION ALL ${CUSTOMERS} UNION ALL ${BENEFICIARIES}
  UNION ALL ${LINKS} UNION ALL ${PROJECTS} UNION ALL ${BATCHES} UNION ALL ${ACCOUNTS}) AS found`;

/** A partial UUID needs at least these digits, which all ids of one second share. */
const ID_BEGINNING = /^[0-9a-f]{8}[0-9a-f-]*$/i;
const NO_ID = "00000000-0000-0000-0000-000000000000";

export async function findAnything(db: Queryable, scope: Scope, text: string): Promise<Found[]> {
  const { from, to } = idRangeOf(text);
  const pattern = `${text.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`;
  const number = toE164(text) ?? text.replaceAll(/[\s-]/g, "");
  const orgId = orgIdIn(scope);
  return db.query(FIND_ANYTHING, [orgId, pattern, text.toLowerCase(), number, from, to]);
}

/** An empty range when the text is not the beginning of an id. */
export function idRangeOf(text: string): { from: string; to: string } {
  const digits = text.replaceAll("-", "");
  if (!ID_BEGINNING.test(text) || digits.length > 32) return { from: NO_ID, to: NO_ID };
  const full = (filler: string): string =>
    digits
      .toLowerCase()
      .padEnd(32, filler)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { from: full("0"), to: full("f") };
}
