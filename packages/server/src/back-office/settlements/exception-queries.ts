import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import { IS_OPEN } from "./line-queries.ts";
import type { ExceptionKind, LineKind, Resolution } from "./settlement.ts";

export type SettlementException = {
  readonly exceptionId: string;
  readonly account: string;
  readonly kind: ExceptionKind;
  readonly amount: Money;
  readonly lineKey: string | null;
  readonly movementId: number | null;
  readonly valueDate: string;
  readonly owner: string | null;
  readonly comment: string | null;
  readonly dueOn: string | null;
  readonly status: "open" | "resolved";
  readonly resolution: Resolution | null;
  readonly reason: string | null;
  readonly askedBy: string | null;
  readonly resolvedBy: string | null;
  readonly createdAt: Date;
  readonly resolvedAt: Date | null;
  /** From here on, fields of the exception's line or movement. */
  readonly lineKind: LineKind | null;
  readonly providerReference: string | null;
  readonly ourReference: string | null;
};

type Row = {
  exception_id: string;
  account: string;
  currency: string;
  kind: ExceptionKind;
  amount: string;
  line_key: string | null;
  movement_id: number | null;
  value_date: string;
  owner: string | null;
  comment: string | null;
  due_on: string | null;
  status: "open" | "resolved";
  resolution: Resolution | null;
  reason: string | null;
  asked_by: string | null;
  resolved_by: string | null;
  created_at: Date;
  resolved_at: Date | null;
  line_kind: LineKind | null;
  provider_reference: string | null;
  our_reference: string | null;
};

function exceptionOf(row: Row): SettlementException {
  return {
    exceptionId: row.exception_id,
    account: row.account,
    kind: row.kind,
    amount: Money.fromDatabase(row.amount, row.currency),
    lineKey: row.line_key,
    movementId: row.movement_id,
    valueDate: row.value_date,
    owner: row.owner,
    comment: row.comment,
    dueOn: row.due_on,
    status: row.status,
    resolution: row.resolution,
    reason: row.reason,
    askedBy: row.asked_by,
    resolvedBy: row.resolved_by,
    createdAt: row.created_at,
    resolvedAt: row.resolved_at,
    lineKind: row.line_kind,
    providerReference: row.provider_reference,
    ourReference: row.our_reference,
  };
}

const SELECT = `SELECT e.exception_id, e.account, e.currency, e.kind, e.amount, e.line_key, e.movement_id,
    e.value_date::text, e.owner, e.comment, e.due_on::text, e.status,
    e.resolution, e.reason, e.asked_by, e.resolved_by, e.created_at, e.resolved_at,
      coalesce(l.kind, m.kind)::text AS line_kind,
    coalesce(l.provider_reference, m.provider_reference) AS provider_reference,
      coalesce(l.our_reference, m.our_reference) AS our_reference
  FROM settlement_exceptions e LEFT JOIN settlement_lines l ON l.line_key = e.line_key LEFT
    JOIN settlement_movements m ON m.movement_id = e.movement_id`;

/** The largest amount at stake first, because a person should look at it first. */
export async function listExceptions(
  db: Queryable,
  filter: { account: string | null; status: "open" | "resolved"; owner: string | null },
  after: { size: string; id: string } | null,
  limit: number,
): Promise<SettlementException[]> {
  const rows = await db.query<Row>(
    `${SELECT} WHERE e.status = $1 AND ($2::text IS NULL OR e.account = $2) AND ($3::uuid IS NULL OR e.owner = $3)
       AND ($4::numeric IS NULL OR (abs(e.amount), e.exception_id) < ($4, $5::uuid))
     ORDER BY abs(e.amount) DESC, e.exception_id DESC LIMIT $6`,
    [filter.status, filter.account, filter.owner, after?.size ?? null, after?.id ?? null, limit],
  );
  return rows.map(exceptionOf);
}

export async function findException(db: Queryable, exceptionId: string): Promise<SettlementException | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE e.exception_id = $1`, [exceptionId]);
  return row === undefined ? undefined : exceptionOf(row);
}

export async function updateException(tx: Tx, one: SettlementException): Promise<void> {
  await tx.query(
    `UPDATE settlement_exceptions SET owner = $2, comment = $3, due_on = $4, status = $5, resolution = $6, reason = $7,
     asked_by = $8, resolved_by = $9, resolved_at = $10
     WHERE exception_id = $1`,
    [
      one.exceptionId,
      one.owner,
      one.comment,
      one.dueOn,
      one.status,
      one.resolution,
      one.reason,
      one.askedBy,
      one.resolvedBy,
      one.resolvedAt,
    ],
  );
}

type OpenLine = { currency: string; kind: LineKind; gross: string; fee: string; net: string };

export async function findOpenLine(tx: Tx, lineKey: string): Promise<OpenLine | undefined> {
  const [row] = await tx.query<OpenLine>(
    "SELECT currency, kind, gross, fee, net FROM settlement_lines WHERE line_key = $1 AND match IS NULL",
    [lineKey],
  );
  return row;
}

export async function endLine(
  tx: Tx,
  lineKey: string,
  match: "by_hand" | "suspense" | "written_off",
  movementId: number | null,
): Promise<void> {
  await tx.query("UPDATE settlement_lines SET match = $2, movement_id = $3 WHERE line_key = $1", [
    lineKey,
    match,
    movementId,
  ]);
}

export async function findOpenMovement(
  tx: Tx,
  account: string,
  by: { movementId: number } | { reference: string },
): Promise<{ movement_id: number; currency: string; amount: string }[]> {
  return tx.query(
    `SELECT m.movement_id, m.currency, m.amount FROM settlement_movements m
     WHERE m.account = $1 AND ($2::bigint IS NULL OR m.movement_id = $2)
       AND ($3::text IS NULL OR m.provider_reference = $3 OR m.our_reference = $3) AND ${IS_OPEN} LIMIT 2`,
    [account, "movementId" in by ? by.movementId : null, "reference" in by ? by.reference : null],
  );
}

/** A movement that a person booked away is no longer expected: a later line for it is a duplicate, for a person. */
export async function endMovement(tx: Tx, movementId: number, exceptionId: string): Promise<void> {
  await tx.query("UPDATE settlement_movements SET merged_into = $2 WHERE movement_id = $1", [movementId, exceptionId]);
}
