import type { Queryable } from "#src/kernel/db/client.ts";
import { type DatedTable, datedTable, idsOfDates } from "#src/kernel/db/ids-of-dates.ts";
import { statement } from "#src/kernel/db/statement.ts";
import { WALKED } from "#src/kernel/db/walk.ts";
import { positionsOf } from "#src/record/ledger/index.ts";
import { idTimeMs } from "@corridor/base/ids.ts";
import type { Column, Export, ExportKind, Row } from "./export.ts";

/**
 * Oldest first, one page at a time: $1 the organization, $2 the cursor, $3 to $4 the time, $5 a currency, $6 a status
 * (of the audit log $5 the changed resource, $6 an action), $7 to $8 the ids or positions of that time, $9 the number
 * of rows. Each row carries its own cursor.
 */
type Source = {
  columns: readonly Column[];
  page: string;
  count: string;
  /** Null: sorted by position. */
  dated: DatedTable | null;
};

/** `name type, name type`, as a table is declared. */
function columnsOf(text: string): Column[] {
  return text.split(/,\s*/).map((one) => one.split(" ") as unknown as Column);
}

const DATED_PAYMENTS = datedTable("payments", "payment_id");
const DATED_ENTRIES = datedTable("audit_log", "audit_id");
/** The bounds of a walk are its last two values. */
const among = (walk: string): string => walk.replace("$3", "$7").replace("$4", "$8");
const WALK = `FROM payments WHERE org_id = $1 AND ($2::uuid IS NULL OR payment_id > $2)
  AND payment_id >= $3 AND payment_id <= $4 ORDER BY payment_id`;
const PAYMENTS = `FROM (SELECT * ${among(WALK)} LIMIT ${WALKED}) AS p
  WHERE p.created_at >= $3 AND p.created_at < $4
    AND ($5::text IS NULL OR p.currency = $5) AND ($6::text IS NULL OR p.status = $6)`;
const LAST_PAYMENT_WALKED = statement("exports.LAST_PAYMENT_WALKED")`
  SELECT payment_id::text AS cursor /* not null */ ${WALK} LIMIT 1 OFFSET ${WALKED - 1}`;
const FEES = `${PAYMENTS} AND p.total_fees > 0`;
const WALK_POSTINGS = `FROM ledger_postings WHERE org_id = $1 AND ($2::text IS NULL OR (position, index) >
    (split_part($2, ':', 1)::bigint, split_part($2, ':', 2)::bigint))
  AND position >= $3 AND position < $4 ORDER BY position, index`;
const POSTINGS = `FROM (SELECT * ${among(WALK_POSTINGS)} LIMIT ${WALKED}) AS p
  JOIN ledger_transactions t ON t.org_id = p.org_id AND t.position = p.position
  JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
  WHERE t.at >= $3 AND t.at < $4 AND ($5::text IS NULL OR p.currency = $5) AND $6::text IS NULL`;
const LAST_POSTING_WALKED = statement("exports.LAST_POSTING_WALKED")`
  SELECT position || ':' || index AS cursor /* not null */ ${WALK_POSTINGS} LIMIT 1 OFFSET ${WALKED - 1}`;
const AUDIT = `FROM audit_log l
  WHERE l.org_id = $1 AND ($2::uuid IS NULL OR l.audit_id > $2) AND l.created_at >= $3 AND l.created_at < $4
    AND l.audit_id >= $7 AND l.audit_id <= $8
    AND ($5::text IS NULL OR l.resource_id = $5) AND ($6::text IS NULL OR l.action = $6)`;

export const SOURCES: Readonly<Record<ExportKind, Source>> = {
  transactions: {
    columns: columnsOf(`payment_id text, transaction_id text, created_at time, updated_at time, kind text, status text,
      direction text, payment_method text, country text, amount number, currency text, target_amount number,
      target_currency text, total_fees number, refunded_amount number, provider text, provider_payment_id text,
      client_reference text, customer_id text, beneficiary_id text, description text, failure_reason text,
      failure_code text, failure_cause text`),
    page: `SELECT p.payment_id AS cursor, p.payment_id, p.transaction_id, p.created_at, p.updated_at, p.kind, p.status,
        p.direction, p.payment_method, p.country,
        p.amount::text, p.currency, p.target_amount::text, p.target_currency, p.total_fees::text,
          p.refunded_amount::text, split_part(p.provider, '.', 1) AS provider, p.provider_payment_id,
        p.client_reference, p.details ->> 'customer_id' AS customer_id, p.beneficiary_id,
          p.details ->> 'description' AS description,
        p.progress ->> 'failure_reason' AS failure_reason,
        CASE p.status WHEN 'failed' THEN p.progress -> 'attempts' -> -1 ->> 'code' END AS failure_code,
        CASE p.status WHEN 'failed' THEN p.progress -> 'attempts' -> -1 ->> 'cause' END AS failure_cause
      ${PAYMENTS} ORDER BY p.payment_id LIMIT $9`,
    count: `SELECT count(*) AS n, min(p.payment_id::text) AS first ${PAYMENTS}`,
    dated: DATED_PAYMENTS,
  },
  fees: {
    columns: columnsOf(`payment_id text, created_at time, status text, direction text, payment_method text,
      country text, amount number, total_fees number, currency text, fee_ids text`),
    page: `SELECT p.payment_id AS cursor, p.payment_id, p.created_at, p.status, p.direction, p.payment_method,
        p.country, p.amount::text, p.total_fees::text, p.currency,
        array_to_string(p.fee_ids, ' ') AS fee_ids
      ${FEES} ORDER BY p.payment_id LIMIT $9`,
    count: `SELECT count(*) AS n, min(p.payment_id::text) AS first ${FEES}`,
    dated: DATED_PAYMENTS,
  },
  ledger: {
    columns: columnsOf(`position integer, line integer, at time, cause text, description text, account_id text,
      purpose text, owner_id text, currency text, amount number, held_change number, balance_after number,
      held_after number`),
    page: `SELECT p.position || ':' || p.index AS cursor, p.position::text, p.index::text AS line, t.at, t.cause,
        t.description, p.account_id, a.purpose, a.owner_id, p.currency,
        p.amount::text, p.held_change::text, p.balance_after::text, p.held_after::text
      ${POSTINGS} ORDER BY p.position, p.index LIMIT $9`,
    count: `SELECT count(*) AS n, min(p.position)::text AS first ${POSTINGS}`,
    dated: null,
  },
  audit: {
    columns: columnsOf(`audit_id text, created_at time, actor_type text, actor_id text, action text,
      resource_type text, resource_id text, changes json, request_id text, position integer, hash text`),
    page: `SELECT l.audit_id AS cursor, l.audit_id, l.created_at, l.actor_type, l.actor_id, l.action, l.resource_type,
        l.resource_id, l.changes::text AS changes, l.request_id,
        l.position::text, encode(l.hash, 'hex') AS hash
      ${AUDIT} ORDER BY l.audit_id LIMIT $9`,
    count: `SELECT count(*) AS n ${AUDIT}`,
    dated: DATED_ENTRIES,
  },
};

const BEGINNING = new Date(0);

async function questionOf(db: Queryable, { kind, orgId, cursor, filters, until }: Export): Promise<unknown[]> {
  // `until` is inclusive and has milliseconds; the query's end is exclusive.
  const end = until.getTime() + 1;
  const to = new Date(filters.date_to === undefined ? end : Math.min(new Date(filters.date_to).getTime(), end));
  const from = filters.date_from === undefined ? undefined : new Date(filters.date_from);
  const { currency, resource_id, status, action } = filters;
  const named = [currency ?? resource_id ?? null, status ?? action ?? null];
  const question = [orgId, cursor, from ?? BEGINNING, to, ...named];
  const { dated } = SOURCES[kind];
  if (dated === null) return [...question, ...(await positionsOf(db, orgId, { from, to }))];
  const { first, last } = await idsOfDates(db, dated, { from, to }, orgId);
  return [...question, first, last];
}

/** `next`: the cursor of the next page; null after the last. */
export async function readPageOf(db: Queryable, one: Export, limit: number) {
  const question = await questionOf(db, one);
  const rows = await db.query<Row & { cursor: string }>(SOURCES[one.kind].page, [...question, limit]);
  return { rows, next: rows.length < limit ? await walkedTo(db, one, question) : rows.at(-1)!.cursor };
}

/** The last row that one statement looks at, if there may be more. */
async function walkedTo(db: Queryable, { kind, orgId, cursor }: Export, question: unknown[]): Promise<string | null> {
  if (kind === "audit") return null;
  const values = [orgId, cursor, ...(question.slice(-2) as [string, string])] as const;
  const [row] = await (kind === "ledger"
    ? db.query(LAST_POSTING_WALKED, values)
    : db.query(LAST_PAYMENT_WALKED, values));
  return row?.cursor ?? null;
}

/** An estimate beyond the rows that one statement looks at: as many in the same time, or positions, as among these. */
export async function countRows(db: Queryable, one: Export): Promise<number> {
  const question = await questionOf(db, one);
  const [row] = await db.query<{ n: number; first: string }>(SOURCES[one.kind].count, question);
  const { n, first } = row!;
  const last = n === 0 ? null : await walkedTo(db, one, question);
  if (last === null) return n;
  const placeOf = one.kind === "ledger" ? Number.parseFloat : idTimeMs;
  // Ids end some time behind the dates; a position is less than any time.
  const end = Math.min(placeOf(String(question.at(-1) as string | number)), one.until.getTime());
  return Math.ceil((n * (end - placeOf(first))) / Math.max(placeOf(last) - placeOf(first), 1));
}
