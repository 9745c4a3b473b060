import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf, rowSource, columnsOf } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Disbursement, Funding, ProjectKey } from "./escrow.ts";

const FUNDING = columnsOf<Funding>({
  uuid: ["orgId", "escrowId", "fundingId", "accountId", "createdBy"],
  text: ["source", "status"],
  numeric: ["amount", "refunded"],
  timestamptz: ["createdAt", "updatedAt"],
});
const FUNDINGS = rowSource<Funding>(FUNDING);

/** Amounts are in the project's currency. */
const SELECT_FUNDINGS = `SELECT ${inCamelCase("f", FUNDING)}, p.currency
  FROM escrow_fundings f JOIN escrow_projects p ON p.org_id = f.org_id AND p.escrow_id = f.escrow_id`;

const fundingOf = (row: Row<"escrow.FIND_FUNDING">): Funding => inMoney(row, "amount", "refunded");

const INSERT_FUNDING = statement("escrow.INSERT_FUNDING")`
  INSERT INTO escrow_fundings (${FUNDINGS.names}) SELECT ${FUNDINGS.names} FROM ${FUNDINGS.source}
    ON CONFLICT DO NOTHING`;

/** A repeated request inserts nothing. */
export async function insertFunding(tx: Tx, funding: Funding): Promise<void> {
  await tx.query(INSERT_FUNDING, FUNDINGS.values([funding]));
}

const FIND_FUNDING = statement("escrow.FIND_FUNDING")`
  ${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.funding_id = $3`;

export async function findFunding(db: Queryable, key: ProjectKey, fundingId: string): Promise<Funding | undefined> {
  const [row] = await db.query(FIND_FUNDING, [key.orgId, key.escrowId, fundingId]);
  return row && fundingOf(row);
}

const LIST_FUNDINGS = statement("escrow.LIST_FUNDINGS")`
  ${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND ($3::uuid IS NULL OR f.funding_id < $3)
    ORDER BY f.funding_id DESC LIMIT $4`;

export async function listFundings(db: Queryable, key: ProjectKey, page: Page): Promise<Funding[]> {
  const rows = await db.query(LIST_FUNDINGS, [key.orgId, key.escrowId, page.after?.[0], page.limit + 1]);
  return rows.map(fundingOf);
}

const REFUNDABLE_FUNDINGS = statement("escrow.REFUNDABLE_FUNDINGS")`
  ${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.status = 'completed' AND f.refunded < f.amount
    ORDER BY f.funding_id DESC`;

/** The completed fundings of a project that are not wholly refunded, newest first. */
export async function refundableFundings(tx: Tx, { orgId, escrowId }: ProjectKey): Promise<Funding[]> {
  const rows = await tx.query(REFUNDABLE_FUNDINGS, [orgId, escrowId]);
  return rows.map(fundingOf);
}

const PAYIN_FUNDINGS = statement("escrow.PAYIN_FUNDINGS")`
  ${SELECT_FUNDINGS} JOIN unnest($1::uuid[], $2::uuid[]) AS k (org_id, escrow_id)
      ON k.org_id = f.org_id AND k.escrow_id = f.escrow_id
    WHERE f.source = 'payin' AND f.status = 'completed' AND f.refunded < f.amount`;

/** The payins whose money is in these projects. */
export async function payinFundings(tx: Tx, projects: readonly ProjectKey[]): Promise<Funding[]> {
  const rows = await tx.query(PAYIN_FUNDINGS, listsOf(projects, "orgId", "escrowId"));
  return rows.map(fundingOf);
}

const SETTLE_FUNDING = statement("escrow.SETTLE_FUNDING")`UPDATE escrow_fundings SET status = $4, updated_at = $5
  WHERE org_id = $1 AND escrow_id = $2 AND funding_id = $3 AND status = 'pending'`;

export async function settleFunding(
  db: Queryable,
  { orgId, escrowId }: ProjectKey,
  fundingId: string,
  status: Funding["status"],
  at: Date,
): Promise<void> {
  await db.query(SETTLE_FUNDING, [orgId, escrowId, fundingId, status, at]);
}

const REOPEN_FUNDING = statement("escrow.REOPEN_FUNDING")`
  UPDATE escrow_fundings SET status = 'pending', updated_at = $4
    WHERE org_id = $1 AND escrow_id = $2 AND funding_id = $3 AND status = 'failed'`;

export async function reopenFunding(tx: Tx, { orgId, escrowId, fundingId }: Funding, at: Date): Promise<void> {
  await tx.query(REOPEN_FUNDING, [orgId, escrowId, fundingId, at]);
}

const ADD_REFUNDED = statement("escrow.ADD_REFUNDED")`
  UPDATE escrow_fundings f SET refunded = f.refunded + r.amount, updated_at = $5
    FROM unnest($3::uuid[], $4::numeric[]) AS r(funding_id, amount)
    WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.funding_id = r.funding_id`;

export async function addRefunded(tx: Tx, key: ProjectKey, refunds: readonly Disbursement[], at: Date): Promise<void> {
  const [ids, amounts] = [refunds.map(({ fundingId }) => fundingId), refunds.map(({ amount }) => amount.toDatabase())];
  await tx.query(ADD_REFUNDED, [key.orgId, key.escrowId, ids, amounts, at]);
}

const FAIL_ABANDONED_FUNDINGS = statement("escrow.FAIL_ABANDONED_FUNDINGS")`
  UPDATE escrow_fundings f SET status = 'failed', updated_at = $2
    WHERE f.status = 'pending' AND f.updated_at < $1
      AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = f.org_id AND p.payment_id = f.funding_id)`;

/** Announced payins that never became payments: the process died in between. */
export async function failAbandonedFundings(db: Queryable, olderThan: Date, at: Date): Promise<void> {
  await db.query(FAIL_ABANDONED_FUNDINGS, [olderThan, at]);
}

const OF_DISBURSEMENT = [
  "disbursementId",
  "milestoneId",
  "partyId",
  "fundingId",
  "accountId",
  "beneficiaryId",
] as const;
const DISBURSEMENT = columnsOf<Disbursement>({
  uuid: ["orgId", "escrowId", ...OF_DISBURSEMENT, "paymentId", "requestedBy", "keyMadeBy"],
  text: ["kind", "method", "status", "failureReason"],
  numeric: ["amount"],
  integer: ["tries"],
  timestamptz: ["dueAt", "createdAt", "updatedAt"],
});
const DISBURSEMENTS = rowSource<Disbursement>(DISBURSEMENT);
const SELECTED = `${inCamelCase("d", DISBURSEMENT)}, p.currency`;
const SELECT_DISBURSEMENTS = `SELECT ${SELECTED}
  FROM escrow_disbursements d JOIN escrow_projects p ON p.org_id = d.org_id AND p.escrow_id = d.escrow_id`;

const disbursementOf = (row: Row<"escrow.CLAIM_DUE_DISBURSEMENTS">): Disbursement => inMoney(row, "amount");

const INSERT_DISBURSEMENTS = statement("escrow.INSERT_DISBURSEMENTS")`
  INSERT INTO escrow_disbursements (${DISBURSEMENTS.names})
    SELECT ${DISBURSEMENTS.names} FROM ${DISBURSEMENTS.source}`;

export async function insertDisbursements(tx: Tx, disbursements: readonly Disbursement[]): Promise<void> {
  if (disbursements.length === 0) return;
  await tx.query(INSERT_DISBURSEMENTS, DISBURSEMENTS.values(disbursements));
}

const LIST_DISBURSEMENTS = statement("escrow.LIST_DISBURSEMENTS")`
  ${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND ($3::uuid IS NULL OR d.milestone_id = $3)
    AND ($4::text IS NULL OR d.status = $4)
    AND ($5::uuid IS NULL OR d.disbursement_id < $5) ORDER BY d.disbursement_id DESC LIMIT $6`;

export async function listDisbursements(
  db: Queryable,
  key: ProjectKey,
  filter: { milestone_id?: string; status?: string },
  page: Pick<Page, "after" | "limit">,
): Promise<Disbursement[]> {
  const wanted = [key.orgId, key.escrowId, filter.milestone_id, filter.status] as const;
  const rows = await db.query(LIST_DISBURSEMENTS, [...wanted, page.after?.[0], page.limit + 1]);
  return rows.map(disbursementOf);
}

const COUNT_EVENTS = statement("escrow.COUNT_EVENTS")`
  UPDATE escrow_disbursements d SET event_sequence = d.event_sequence + 1
    FROM ${DISBURSEMENTS.source} WHERE d.org_id = r.org_id AND d.escrow_id = r.escrow_id
      AND d.disbursement_id = r.disbursement_id RETURNING d.disbursement_id, d.event_sequence`;

/** The numbers of the next events about these disbursements, which are in one or more projects. */
export async function countEvents(tx: Tx, disbursements: readonly Disbursement[]): Promise<Map<string, number>> {
  const rows = await tx.query(COUNT_EVENTS, DISBURSEMENTS.values(disbursements));
  return new Map(rows.map((row) => [row.disbursement_id, row.event_sequence]));
}

const FIND_DISBURSEMENTS = statement("escrow.FIND_DISBURSEMENTS")`
  ${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND d.disbursement_id = ANY($3::uuid[])
    ORDER BY d.disbursement_id`;

export async function findDisbursements(
  db: Queryable,
  { orgId, escrowId }: ProjectKey,
  ids: readonly string[],
): Promise<Disbursement[]> {
  const rows = await db.query(FIND_DISBURSEMENTS, [orgId, escrowId, ids]);
  return rows.map(disbursementOf);
}

const FIND_DISBURSEMENT_OF_PAYMENT = statement("escrow.FIND_DISBURSEMENT_OF_PAYMENT")`
  ${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND d.payment_id = $3`;

export async function findDisbursementOfPayment(
  tx: Tx,
  { orgId, escrowId }: ProjectKey,
  paymentId: string,
): Promise<Disbursement | undefined> {
  const [row] = await tx.query(FIND_DISBURSEMENT_OF_PAYMENT, [orgId, escrowId, paymentId]);
  return row && disbursementOf(row);
}

const CLAIM_DUE_DISBURSEMENTS = statement("escrow.CLAIM_DUE_DISBURSEMENTS")`WITH due AS (
    SELECT org_id, escrow_id, disbursement_id FROM escrow_disbursements WHERE due_at <= $1 ORDER BY due_at LIMIT $3
      FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE escrow_disbursements d SET due_at = $2, tries = d.tries + 1 FROM due
    WHERE d.org_id = due.org_id AND d.escrow_id = due.escrow_id AND d.disbursement_id = due.disbursement_id
    RETURNING d.*
  )
  SELECT ${SELECTED} FROM claimed d JOIN escrow_projects p ON p.org_id = d.org_id AND p.escrow_id = d.escrow_id`;

/** Disbursements that are due, postponed `until` then, so that no other worker starts them. */
export async function claimDueDisbursements(tx: Tx, now: Date, until: Date, limit: number): Promise<Disbursement[]> {
  const rows = await tx.query(CLAIM_DUE_DISBURSEMENTS, [now, until, limit]);
  return rows.map(disbursementOf);
}

export type Settlement = Pick<Disbursement, "status" | "failureReason" | "dueAt">;

const SETTLE_DISBURSEMENT = statement("escrow.SETTLE_DISBURSEMENT")`
  UPDATE escrow_disbursements SET status = $5, failure_reason = $6, due_at = $7, updated_at = $8
    WHERE org_id = $1 AND escrow_id = $2 AND disbursement_id = $3 AND payment_id = $4 /* or null */
    AND status = 'pending'
      AND (due_at IS NOT NULL OR NOT $9) RETURNING disbursement_id`;

/**
 * Only a row still pending with this payment changes: an earlier attempt's outcome must not overwrite a later one's.
 * `isGivenUp`: it could not be started. If it has been started meanwhile, its payment decides.
 */
export async function settleDisbursement(
  tx: Tx,
  disbursement: Disbursement,
  settlement: Settlement,
  at: Date,
  isGivenUp = false,
): Promise<boolean> {
  const which = valuesOf(disbursement, "orgId", "escrowId", "disbursementId", "paymentId");
  const settled = valuesOf(settlement, "status", "failureReason", "dueAt");
  const rows = await tx.query(SETTLE_DISBURSEMENT, [...which, ...settled, at, isGivenUp]);
  return rows.length === 1;
}

const REPLACE_FAILED = statement("escrow.REPLACE_FAILED")`
  UPDATE escrow_disbursements d SET status = r.status, method = r.method, account_id = r.account_id,
      beneficiary_id = r.beneficiary_id, payment_id = r.payment_id, due_at = r.due_at, updated_at = r.updated_at,
      failure_reason = r.failure_reason, tries = 0, requested_by = r.requested_by, key_made_by = r.key_made_by
    FROM ${DISBURSEMENTS.source} WHERE d.org_id = r.org_id AND d.escrow_id = r.escrow_id
      AND d.disbursement_id = r.disbursement_id AND d.status = 'failed' RETURNING d.disbursement_id`;

/** How a failed disbursement continues: its destination, its payment, or its return. The project's lock keeps it failed. */
export async function replaceFailed(tx: Tx, one: Disbursement): Promise<void> {
  const rows = await tx.query(REPLACE_FAILED, DISBURSEMENTS.values([one]));
  if (rows.length !== 1)
    throw new Error(`escrow ${one.escrowId}: the disbursement ${one.disbursementId} is no longer failed`);
}

const MARK_STARTED = statement("escrow.MARK_STARTED")`UPDATE escrow_disbursements SET due_at = NULL
  WHERE org_id = $1 AND escrow_id = $2 AND payment_id = $3 AND status = 'pending' RETURNING disbursement_id`;

/** False when the disbursement does not wait for this payment: it was given up, or continues in another way. */
export async function markStarted(tx: Tx, { orgId, escrowId }: ProjectKey, paymentId: string): Promise<boolean> {
  const rows = await tx.query(MARK_STARTED, [orgId, escrowId, paymentId]);
  return rows.length === 1;
}
