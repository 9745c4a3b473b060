import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { Money } from "@corridor/base/money.ts";
import type { DisputeStatus, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Dispute } from "./dispute.ts";

type Row = {
  org_id: string;
  dispute_id: string;
  payment_id: string;
  provider: ProviderName;
  provider_dispute_id: string;
  reference: string;
  status: DisputeStatus;
  provider_status: string;
  currency: string;
  amount: string;
  fee: string;
  reason: string | null;
  respond_by: Date | null;
  responded_at: Date | null;
  reminded_at: Date | null;
  last_word_at: Date | null;
  event_sequence: number;
  created_at: Date;
  updated_at: Date;
};

const COLUMNS = `org_id, dispute_id, payment_id, provider, provider_dispute_id, reference, status, provider_status,
  currency, amount, fee, reason, respond_by,
  responded_at, reminded_at, last_word_at, event_sequence, created_at, updated_at`;

function disputeOf(row: Row): Dispute {
  return {
    orgId: row.org_id,
    disputeId: row.dispute_id,
    paymentId: row.payment_id,
    provider: row.provider,
    providerDisputeId: row.provider_dispute_id,
    reference: row.reference,
    status: row.status,
    providerStatus: row.provider_status,
    amount: Money.fromDatabase(row.amount, row.currency),
    fee: Money.fromDatabase(row.fee, row.currency),
    reason: row.reason,
    respondBy: row.respond_by,
    respondedAt: row.responded_at,
    remindedAt: row.reminded_at,
    lastWordAt: row.last_word_at,
    eventSequence: row.event_sequence,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** False when another transaction created this dispute first. */
export async function insertDispute(tx: Tx, dispute: Dispute): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO disputes (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
     $17, $18, $19)
     ON CONFLICT (org_id, provider, provider_dispute_id) DO NOTHING RETURNING 1`,
    [
      dispute.orgId,
      dispute.disputeId,
      dispute.paymentId,
      dispute.provider,
      dispute.providerDisputeId,
      dispute.reference,
      dispute.status,
      dispute.providerStatus,
      dispute.amount.currency,
      dispute.amount.toDatabase(),
      dispute.fee.toDatabase(),
      dispute.reason,
      dispute.respondBy,
      dispute.respondedAt,
      dispute.remindedAt,
      dispute.lastWordAt,
      dispute.eventSequence,
      dispute.createdAt,
      dispute.updatedAt,
    ],
  );
  return rows.length > 0;
}

export async function lockByProviderId(
  tx: Tx,
  orgId: string,
  provider: ProviderName,
  providerDisputeId: string,
): Promise<Dispute | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM disputes WHERE org_id = $1 AND provider = $2 AND provider_dispute_id = $3
      FOR NO KEY UPDATE`,
    [orgId, provider, providerDisputeId],
  );
  return row === undefined ? undefined : disputeOf(row);
}

export async function lockDispute(tx: Tx, orgId: string, disputeId: string): Promise<Dispute | undefined> {
  const [row] = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM disputes WHERE org_id = $1 AND dispute_id = $2 FOR NO KEY UPDATE`,
    [orgId, disputeId],
  );
  return row === undefined ? undefined : disputeOf(row);
}

export async function updateDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.query(
    `UPDATE disputes SET status = $3, provider_status = $4, amount = $5, fee = $6, reason = $7, respond_by = $8,
       responded_at = $9, reminded_at = $10,
       last_word_at = $11, event_sequence = $12, updated_at = $13
     WHERE org_id = $1 AND dispute_id = $2`,
    [
      dispute.orgId,
      dispute.disputeId,
      dispute.status,
      dispute.providerStatus,
      dispute.amount.toDatabase(),
      dispute.fee.toDatabase(),
      dispute.reason,
      dispute.respondBy,
      dispute.respondedAt,
      dispute.remindedAt,
      dispute.lastWordAt,
      dispute.eventSequence,
      dispute.updatedAt,
    ],
  );
}

export async function findDispute(db: Queryable, scope: Scope, disputeId: string): Promise<Dispute | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM disputes WHERE ($1::uuid IS NULL OR org_id = $1) AND dispute_id = $2`,
    ["every" in scope ? null : scope.orgId, disputeId],
  );
  return row === undefined ? undefined : disputeOf(row);
}

export type DisputeFilter = { status: DisputeStatus | null; provider: ProviderName | null; paymentId: string | null };

/** Disputes, newest first; one row more than requested. */
export async function findDisputes(
  db: Queryable,
  query: DisputeFilter & { scope: Scope; afterId: string | null; limit: number },
): Promise<Dispute[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM disputes
     WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
       AND ($3::text IS NULL OR provider = $3) AND ($4::uuid IS NULL OR payment_id = $4)
       AND ($5::uuid IS NULL OR dispute_id < $5)
     ORDER BY dispute_id DESC LIMIT $6`,
    [
      "every" in query.scope ? null : query.scope.orgId,
      query.status,
      query.provider,
      query.paymentId,
      query.afterId,
      query.limit + 1,
    ],
  );
  return rows.map(disputeOf);
}

/** Open disputes whose deadline is before `before`, without a reminder yet or past the deadline. */
export async function findNearDeadline(
  db: Queryable,
  before: Date,
  now: Date,
  limit: number,
): Promise<{ orgId: string; disputeId: string }[]> {
  const rows = await db.query<{ org_id: string; dispute_id: string }>(
    `SELECT org_id, dispute_id FROM disputes
     WHERE status = 'needs_response' AND responded_at IS NULL AND respond_by <= $1
       AND (reminded_at IS NULL OR respond_by <= $2) ORDER BY respond_by LIMIT $3`,
    [before, now, limit],
  );
  return rows.map((row) => ({ orgId: row.org_id, disputeId: row.dispute_id }));
}

/* ---- evidence ---- */

export type EvidenceRow = {
  evidence_id: string;
  name: string;
  body_text: string | null;
  content_type: string | null;
  size: number;
  created_by: string;
  created_at: Date;
};

export async function insertEvidence(
  tx: Tx,
  dispute: Pick<Dispute, "orgId" | "disputeId">,
  evidence: Omit<EvidenceRow, "size"> & { content: Buffer | null },
): Promise<void> {
  await tx.query(
    `INSERT INTO dispute_evidence (org_id, dispute_id, evidence_id, name, body_text, content_type, content, created_by,
     created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      dispute.orgId,
      dispute.disputeId,
      evidence.evidence_id,
      evidence.name,
      evidence.body_text,
      evidence.content_type,
      evidence.content,
      evidence.created_by,
      evidence.created_at,
    ],
  );
}

/** The evidence of a dispute in the order of its creation, without the files themselves. */
export async function findEvidence(
  db: Queryable,
  dispute: Pick<Dispute, "orgId" | "disputeId">,
): Promise<EvidenceRow[]> {
  return db.query<EvidenceRow>(
    `SELECT evidence_id, name, body_text, content_type,
     coalesce(octet_length(content), octet_length(body_text)) AS size, created_by, created_at
     FROM dispute_evidence WHERE org_id = $1 AND dispute_id = $2 ORDER BY evidence_id`,
    [dispute.orgId, dispute.disputeId],
  );
}

export async function findEvidenceContents(
  db: Queryable,
  dispute: Pick<Dispute, "orgId" | "disputeId">,
): Promise<{ name: string; body_text: string | null; content_type: string | null; content: Buffer | null }[]> {
  return db.query(
    `SELECT name, body_text, content_type, content FROM dispute_evidence WHERE org_id = $1 AND dispute_id = $2
      ORDER BY evidence_id`,
    [dispute.orgId, dispute.disputeId],
  );
}
