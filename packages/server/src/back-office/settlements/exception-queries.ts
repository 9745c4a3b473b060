import { valuesOf } from "#src/kernel/fields.ts";
import { inMoney, type InMoney } from "#src/kernel/db/money-rows.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase } from "#src/kernel/db/row-source.ts";
import { type Row, type RowOf, statement } from "#src/kernel/db/statement.ts";
import { IS_OPEN } from "./line-queries.ts";
import type { LineKind, Resolution } from "./settlement.ts";

/** `lineKind`: from here on, fields of the exception's line or movement. */
export type SettlementException = InMoney<Row<"settlements.FIND_EXCEPTION">, "amount">;

const exceptionOf = (row: Row<"settlements.FIND_EXCEPTION">): SettlementException => inMoney(row, "amount");

const COLUMNS = `exception_id, account, currency, kind, amount, line_key, movement_id, owner, comment, status,
  resolution, reason, resolved_by, created_at, resolved_at`;
const SELECT = `SELECT ${inCamelCase("e", COLUMNS)}, e.value_date::text AS "valueDate" /* not null */, e.due_on::text AS "dueOn",
    coalesce(l.kind, m.kind)::text AS "lineKind" /* like line_kinds */,
    coalesce(l.provider_reference, m.provider_reference) AS "providerReference",
      coalesce(l.our_reference, m.our_reference) AS "ourReference"
  FROM settlement_exceptions e LEFT JOIN settlement_lines l ON l.line_key = e.line_key LEFT
    JOIN settlement_movements m ON m.movement_id = e.movement_id`;

const LIST_EXCEPTIONS = statement("settlements.LIST_EXCEPTIONS")`
  ${SELECT} WHERE e.status = $1 AND ($2::text IS NULL OR e.account = $2) AND ($3::uuid IS NULL OR e.owner = $3)
      AND ($4::numeric IS NULL OR (abs(e.amount), e.exception_id) < ($4, $5::uuid))
    ORDER BY abs(e.amount) DESC, e.exception_id DESC LIMIT $6`;

/** The largest amount at stake first, because a person should look at it first. */
export async function listExceptions(
  db: Queryable,
  filter: { account: string | null; status: "open" | "resolved"; owner: string | null },
  after: { size: string; id: string } | null,
  limit: number,
): Promise<SettlementException[]> {
  const rows = await db.query(LIST_EXCEPTIONS, [
    filter.status,
    filter.account,
    filter.owner,
    after?.size ?? null,
    after?.id ?? null,
    limit,
  ]);
  return rows.map(exceptionOf);
}

const FIND_EXCEPTION = statement("settlements.FIND_EXCEPTION")`${SELECT} WHERE e.exception_id = $1`;
const COUNT_OPEN = statement("settlements.COUNT_OPEN")`
  SELECT count(*)::int AS count /* not null */, min(created_at) AS since
  FROM (SELECT created_at FROM settlement_exceptions WHERE status = 'open' LIMIT $1) AS waiting`;

export async function countOpenExceptions(db: Queryable, limit: number): Promise<RowOf<typeof COUNT_OPEN>> {
  return (await db.query(COUNT_OPEN, [limit]))[0]!;
}

export async function findException(db: Queryable, exceptionId: string): Promise<SettlementException | undefined> {
  const [row] = await db.query(FIND_EXCEPTION, [exceptionId]);
  return row === undefined ? undefined : exceptionOf(row);
}

const UPDATE_EXCEPTION = statement("settlements.UPDATE_EXCEPTION")`
  UPDATE settlement_exceptions SET owner = $2, comment = $3, due_on = $4, status = $5, resolution = $6, reason = $7,
    resolved_by = $8, resolved_at = $9
    WHERE exception_id = $1`;

export async function updateException(tx: Tx, one: SettlementException): Promise<void> {
  const work = valuesOf(one, "exceptionId", "owner", "comment", "dueOn", "status", "resolution", "reason");
  await tx.query(UPDATE_EXCEPTION, [...work, one.resolvedBy, one.resolvedAt]);
}

type OpenLine = { currency: string; kind: LineKind; gross: string; fee: string; net: string };

const FIND_OPEN_LINE = statement("settlements.FIND_OPEN_LINE")`
  SELECT currency, kind, gross, fee, net FROM settlement_lines WHERE line_key = $1 AND match IS NULL`;

export async function findOpenLine(tx: Tx, lineKey: string): Promise<OpenLine | undefined> {
  return (await tx.query(FIND_OPEN_LINE, [lineKey]))[0];
}

const END_LINE = statement("settlements.END_LINE")`
  UPDATE settlement_lines SET match = $2, movement_id = $3 WHERE line_key = $1`;

export async function endLine(tx: Tx, lineKey: string, match: Resolution, movementId: number | null): Promise<void> {
  await tx.query(END_LINE, [lineKey, match, movementId]);
}

const FIND_OPEN_MOVEMENT = statement("settlements.FIND_OPEN_MOVEMENT")`
  SELECT m.movement_id, m.currency, m.amount FROM settlement_movements m
    WHERE m.account = $1 AND ($2::bigint IS NULL OR m.movement_id = $2)
      AND ($3::text IS NULL OR m.provider_reference = $3 OR m.our_reference = $3) AND ${IS_OPEN} LIMIT 2`;

export async function findOpenMovement(
  tx: Tx,
  account: string,
  by: { movementId: number } | { reference: string },
): Promise<{ movement_id: number; currency: string; amount: string }[]> {
  return tx.query(FIND_OPEN_MOVEMENT, [
    account,
    "movementId" in by ? by.movementId : null,
    "reference" in by ? by.reference : null,
  ]);
}

const END_MOVEMENT = statement("settlements.END_MOVEMENT")`
  UPDATE settlement_movements SET merged_into = $2 WHERE movement_id = $1`;

/** A movement that a person booked away is no longer expected: a later line for it is a duplicate, for a person. */
export async function endMovement(tx: Tx, movementId: number, exceptionId: string): Promise<void> {
  await tx.query(END_MOVEMENT, [movementId, exceptionId]);
}
