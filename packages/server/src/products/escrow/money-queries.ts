import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import type { Disbursement, Funding } from "./escrow.ts";
import type { ProjectKey } from "./queries.ts";

/* ---- fundings ---- */

type FundingRow = {
  org_id: string;
  escrow_id: string;
  funding_id: string;
  source: Funding["source"];
  account_id: string | null;
  amount: string;
  refunded: string;
  status: Funding["status"];
  created_by: string;
  created_at: Date;
  updated_at: Date;
  currency: string;
};

/** Amounts are in the project's currency. */
const SELECT_FUNDINGS = `
  SELECT f.org_id, f.escrow_id, f.funding_id, f.source, f.account_id, f.amount, f.refunded, f.status, f.created_by,
    f.created_at, f.updated_at, p.currency
  FROM escrow_fundings f JOIN escrow_projects p ON p.org_id = f.org_id AND p.escrow_id = f.escrow_id`;

function fundingOf(row: FundingRow): Funding & ProjectKey {
  return {
    orgId: row.org_id,
    escrowId: row.escrow_id,
    fundingId: row.funding_id,
    source: row.source,
    accountId: row.account_id,
    amount: Money.fromDatabase(row.amount, row.currency),
    refunded: Money.fromDatabase(row.refunded, row.currency),
    status: row.status,
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** False when this funding was inserted before: the request is being repeated. */
export async function insertFunding(tx: Tx, key: ProjectKey, funding: Funding): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO escrow_fundings (org_id, escrow_id, funding_id, source, account_id, amount, refunded, status,
     created_by, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT DO NOTHING RETURNING funding_id`,
    [
      key.orgId,
      key.escrowId,
      funding.fundingId,
      funding.source,
      funding.accountId,
      funding.amount.toDatabase(),
      funding.refunded.toDatabase(),
      funding.status,
      funding.createdBy,
      funding.createdAt,
      funding.updatedAt,
    ],
  );
  return rows.length === 1;
}

export async function findFunding(
  db: Queryable,
  key: ProjectKey,
  fundingId: string,
): Promise<(Funding & ProjectKey) | undefined> {
  const rows = await db.query<FundingRow>(
    `${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.funding_id = $3`,
    [key.orgId, key.escrowId, fundingId],
  );
  return rows[0] === undefined ? undefined : fundingOf(rows[0]);
}

/** Newest first. */
export async function listFundings(
  db: Queryable,
  key: ProjectKey,
  beforeId: string | null,
  limit: number,
): Promise<Funding[]> {
  const rows = await db.query<FundingRow>(
    `${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND ($3::uuid IS NULL OR f.funding_id < $3)
      ORDER BY f.funding_id DESC LIMIT $4`,
    [key.orgId, key.escrowId, beforeId, limit],
  );
  return rows.map(fundingOf);
}

/** The completed fundings of a project that are not wholly refunded, newest first. */
export async function refundableFundings(tx: Tx, key: ProjectKey): Promise<Funding[]> {
  const rows = await tx.query<FundingRow>(
    `${SELECT_FUNDINGS} WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.status = 'completed' AND f.refunded < f.amount
      ORDER BY f.funding_id DESC`,
    [key.orgId, key.escrowId],
  );
  return rows.map(fundingOf);
}

/** False when the funding was settled before. */
export async function settleFunding(
  tx: Queryable,
  key: ProjectKey,
  fundingId: string,
  status: Funding["status"],
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE escrow_fundings SET status = $4, updated_at = $5
      WHERE org_id = $1 AND escrow_id = $2 AND funding_id = $3 AND status = 'pending' RETURNING funding_id`,
    [key.orgId, key.escrowId, fundingId, status, at],
  );
  return rows.length === 1;
}

export async function reopenFunding(tx: Tx, key: ProjectKey, fundingId: string, at: Date): Promise<void> {
  await tx.query(
    `UPDATE escrow_fundings SET status = 'pending', updated_at = $4
      WHERE org_id = $1 AND escrow_id = $2 AND funding_id = $3 AND status = 'failed'`,
    [key.orgId, key.escrowId, fundingId, at],
  );
}

export async function addRefunded(
  tx: Tx,
  key: ProjectKey,
  refunds: readonly { fundingId: string; amount: Money }[],
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE escrow_fundings f SET refunded = f.refunded + r.amount, updated_at = $5
     FROM unnest($3::uuid[], $4::numeric[]) AS r(funding_id, amount)
     WHERE f.org_id = $1 AND f.escrow_id = $2 AND f.funding_id = r.funding_id`,
    [
      key.orgId,
      key.escrowId,
      refunds.map((refund) => refund.fundingId),
      refunds.map((refund) => refund.amount.toDatabase()),
      at,
    ],
  );
}

/** Announced payins that never became payments: the process died in between. */
export async function failAbandonedFundings(db: Queryable, olderThan: Date, at: Date): Promise<number> {
  const rows = await db.query(
    `UPDATE escrow_fundings f SET status = 'failed', updated_at = $2
     WHERE f.status = 'pending' AND f.updated_at < $1
       AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.org_id = f.org_id AND p.payment_id = f.funding_id)
     RETURNING funding_id`,
    [olderThan, at],
  );
  return rows.length;
}

/* ---- disbursements ---- */

type DisbursementRow = {
  org_id: string;
  escrow_id: string;
  disbursement_id: string;
  kind: Disbursement["kind"];
  method: Disbursement["method"];
  milestone_id: string | null;
  party_id: string | null;
  funding_id: string | null;
  account_id: string | null;
  beneficiary_id: string | null;
  payment_id: string | null;
  amount: string;
  status: Disbursement["status"];
  failure_reason: string | null;
  due_at: Date | null;
  tries: number;
  requested_by: string;
  key_made_by: string | null;
  created_at: Date;
  updated_at: Date;
  currency: string;
};
const COLUMNS = `org_id, escrow_id, disbursement_id, kind, method, milestone_id, party_id, funding_id, account_id,
  beneficiary_id, payment_id, amount, status,
  failure_reason, due_at, tries, requested_by, key_made_by, created_at, updated_at`;
const SELECT_DISBURSEMENTS = `
  SELECT ${COLUMNS.split(",")
    .map((column) => `d.${column.trim()}`)
    .join(", ")}, p.currency
  FROM escrow_disbursements d JOIN escrow_projects p ON p.org_id = d.org_id AND p.escrow_id = d.escrow_id`;

export type StoredDisbursement = Disbursement & ProjectKey & { readonly tries: number };

function disbursementOf(row: DisbursementRow): StoredDisbursement {
  return {
    orgId: row.org_id,
    escrowId: row.escrow_id,
    disbursementId: row.disbursement_id,
    kind: row.kind,
    method: row.method,
    milestoneId: row.milestone_id,
    partyId: row.party_id,
    fundingId: row.funding_id,
    accountId: row.account_id,
    beneficiaryId: row.beneficiary_id,
    paymentId: row.payment_id,
    amount: Money.fromDatabase(row.amount, row.currency),
    status: row.status,
    failureReason: row.failure_reason,
    dueAt: row.due_at,
    tries: row.tries,
    requestedBy: row.requested_by,
    keyMadeBy: row.key_made_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

export async function insertDisbursements(
  tx: Tx,
  disbursements: readonly { key: ProjectKey; one: Disbursement }[],
): Promise<void> {
  if (disbursements.length === 0) return;
  await tx.query(
    `INSERT INTO escrow_disbursements (${COLUMNS})
     SELECT ${COLUMNS} FROM json_to_recordset($1::json) AS r(org_id uuid, escrow_id uuid, disbursement_id uuid,
       kind text, method text, milestone_id uuid,
       party_id uuid, funding_id uuid, account_id uuid, beneficiary_id uuid, payment_id uuid, amount numeric,
         status text, failure_reason text,
       due_at timestamptz, tries integer, requested_by uuid, key_made_by uuid, created_at timestamptz,
         updated_at timestamptz)`,
    [
      JSON.stringify(
        disbursements.map(({ key, one }) => ({
          org_id: key.orgId,
          escrow_id: key.escrowId,
          disbursement_id: one.disbursementId,
          kind: one.kind,
          method: one.method,
          milestone_id: one.milestoneId,
          party_id: one.partyId,
          funding_id: one.fundingId,
          account_id: one.accountId,
          beneficiary_id: one.beneficiaryId,
          payment_id: one.paymentId,
          amount: one.amount.toDatabase(),
          status: one.status,
          failure_reason: one.failureReason,
          due_at: one.dueAt,
          tries: 0,
          requested_by: one.requestedBy,
          key_made_by: one.keyMadeBy,
          created_at: one.createdAt,
          updated_at: one.updatedAt,
        })),
      ),
    ],
  );
}

/** Newest first. */
export async function listDisbursements(
  db: Queryable,
  key: ProjectKey,
  filter: { milestoneId: string | null; status: string | null },
  beforeId: string | null,
  limit: number,
): Promise<StoredDisbursement[]> {
  const rows = await db.query<DisbursementRow>(
    `${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND ($3::uuid IS NULL OR d.milestone_id = $3)
       AND ($4::text IS NULL OR d.status = $4)
       AND ($5::uuid IS NULL OR d.disbursement_id < $5) ORDER BY d.disbursement_id DESC LIMIT $6`,
    [key.orgId, key.escrowId, filter.milestoneId, filter.status, beforeId, limit],
  );
  return rows.map(disbursementOf);
}

export async function findDisbursements(
  db: Queryable,
  key: ProjectKey,
  ids: readonly string[],
): Promise<StoredDisbursement[]> {
  const rows = await db.query<DisbursementRow>(
    `${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND d.disbursement_id = ANY($3::uuid[])`,
    [key.orgId, key.escrowId, ids],
  );
  return rows.map(disbursementOf);
}

export async function findDisbursementOfPayment(
  tx: Tx,
  key: ProjectKey,
  paymentId: string,
): Promise<StoredDisbursement | undefined> {
  const rows = await tx.query<DisbursementRow>(
    `${SELECT_DISBURSEMENTS} WHERE d.org_id = $1 AND d.escrow_id = $2 AND d.payment_id = $3`,
    [key.orgId, key.escrowId, paymentId],
  );
  return rows[0] === undefined ? undefined : disbursementOf(rows[0]);
}

/**
 * Claims the disbursements that are due now. They are postponed until `leaseUntil`, so that no other worker starts
 * them.
 */
export async function claimDueDisbursements(
  tx: Tx,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<StoredDisbursement[]> {
  const rows = await tx.query<DisbursementRow>(
    `WITH due AS (
       SELECT org_id, escrow_id, disbursement_id FROM escrow_disbursements WHERE due_at <= $1 ORDER BY due_at LIMIT $3
         FOR UPDATE SKIP LOCKED
     ), claimed AS (
       UPDATE escrow_disbursements d SET due_at = $2, tries = d.tries + 1 FROM due
       WHERE d.org_id = due.org_id AND d.escrow_id = due.escrow_id AND d.disbursement_id = due.disbursement_id
       RETURNING d.*
     )
     SELECT d.*, p.currency FROM claimed d JOIN escrow_projects p ON p.org_id = d.org_id AND p.escrow_id = d.escrow_id`,
    [now, leaseUntil, limit],
  );
  return rows.map(disbursementOf);
}

type Settlement = { status: Disbursement["status"]; failureReason: string | null; dueAt: Date | null };

/**
 * Only rows still pending with this payment are changed: an earlier attempt's outcome must not overwrite a later one's.
 */
export async function settleDisbursement(
  tx: Queryable,
  key: ProjectKey,
  disbursementId: string,
  paymentId: string,
  settled: Settlement,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE escrow_disbursements SET status = $5, failure_reason = $6, due_at = $7, updated_at = $8
     WHERE org_id = $1 AND escrow_id = $2 AND disbursement_id = $3 AND payment_id = $4 AND status = 'pending'
       RETURNING disbursement_id`,
    [key.orgId, key.escrowId, disbursementId, paymentId, settled.status, settled.failureReason, settled.dueAt, at],
  );
  return rows.length === 1;
}

/**
 * How a failed disbursement continues: its destination, its payment, or its return. The project's lock keeps it failed
 * until then.
 */
export async function replaceFailed(tx: Tx, key: ProjectKey, one: Disbursement): Promise<void> {
  const rows = await tx.query(
    `UPDATE escrow_disbursements SET status = $4, method = $5, account_id = $6, beneficiary_id = $7, payment_id = $8,
       due_at = $9, updated_at = $10,
       failure_reason = $11, tries = 0, requested_by = $12, key_made_by = $13
     WHERE org_id = $1 AND escrow_id = $2 AND disbursement_id = $3 AND status = 'failed' RETURNING disbursement_id`,
    [
      key.orgId,
      key.escrowId,
      one.disbursementId,
      one.status,
      one.method,
      one.accountId,
      one.beneficiaryId,
      one.paymentId,
      one.dueAt,
      one.updatedAt,
      one.failureReason,
      one.requestedBy,
      one.keyMadeBy,
    ],
  );
  if (rows.length !== 1)
    throw new Error(`escrow ${key.escrowId}: the disbursement ${one.disbursementId} is no longer failed`);
}

/** False when the disbursement does not wait for this payment: it was given up, or continues in another way. */
export async function markStarted(tx: Tx, key: ProjectKey, paymentId: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE escrow_disbursements SET due_at = NULL
      WHERE org_id = $1 AND escrow_id = $2 AND payment_id = $3 AND status = 'pending' RETURNING disbursement_id`,
    [key.orgId, key.escrowId, paymentId],
  );
  return rows.length === 1;
}

/** Gives up a payout that could not be started. False when it has been started meanwhile: then its payment decides. */
export async function giveUpDisbursement(
  db: Queryable,
  one: StoredDisbursement,
  reason: string,
  at: Date,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE escrow_disbursements SET status = 'failed', failure_reason = $5, due_at = NULL, updated_at = $6
     WHERE org_id = $1 AND escrow_id = $2 AND disbursement_id = $3 AND payment_id = $4 AND status = 'pending'
       AND due_at IS NOT NULL
     RETURNING disbursement_id`,
    [one.orgId, one.escrowId, one.disbursementId, one.paymentId, reason, at],
  );
  return rows.length === 1;
}
