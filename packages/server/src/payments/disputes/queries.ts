import { snakeCase, valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf } from "#src/kernel/db/row-source.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { DisputeStatus, ProviderName } from "@corridor/provider-kit/provider.ts";
import type { PaymentKey } from "#src/payments/store/index.ts";
import type { Dispute } from "./dispute.ts";
import { DISPUTE_STATUS } from "./dispute-status.ts";

export type DisputeKey = Pick<Dispute, "orgId" | "disputeId">;

const KEY = ["orgId", "disputeId"] as const;
const CHANGING = [
  ...(["status", "providerStatus", "amount", "fee", "reason", "respondBy", "respondedAt", "remindedAt"] as const),
  ...(["lastWordAt", "eventSequence", "updatedAt"] as const),
] as const;
const FIXED = ["paymentId", "provider", "providerDisputeId", "reference", "currency", "createdAt"] as const;
const COLUMNS = [...KEY, ...FIXED, ...CHANGING] as const;
const NAMES = COLUMNS.map(snakeCase).join(", ");
const SELECTED = inCamelCase("disputes", NAMES);

const rowOf = ({ amount, fee, ...dispute }: Dispute) => ({
  ...dispute,
  amount: amount.toDatabase(),
  fee: fee.toDatabase(),
  currency: amount.currency,
});
const disputeOf = (row: Row<"disputes.FIND_DISPUTE">): Dispute => inMoney(row, "amount", "fee");

const INSERT_DISPUTE = statement("disputes.INSERT_DISPUTE")`
  INSERT INTO disputes (${NAMES}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(", ")})
    ON CONFLICT (org_id, provider, provider_dispute_id) DO NOTHING RETURNING 1`;

/** False when another transaction created this dispute first. */
export async function insertDispute(tx: Tx, dispute: Dispute): Promise<boolean> {
  return (await tx.query(INSERT_DISPUTE, valuesOf(rowOf(dispute), ...COLUMNS))).length > 0;
}

const LOCK_BY_PROVIDER_ID = statement("disputes.LOCK_BY_PROVIDER_ID")`
  SELECT ${SELECTED} FROM disputes WHERE org_id = $1 AND provider = $2 AND provider_dispute_id = $3
    FOR NO KEY UPDATE`;

export async function lockByProviderId(tx: Tx, orgId: string, provider: ProviderName, providerDisputeId: string) {
  const [row] = await tx.query(LOCK_BY_PROVIDER_ID, [orgId, provider, providerDisputeId]);
  return row === undefined ? undefined : disputeOf(row);
}

const LOCK_DISPUTE = statement("disputes.LOCK_DISPUTE")`
  SELECT ${SELECTED} FROM disputes WHERE org_id = $1 AND dispute_id = $2 FOR NO KEY UPDATE`;

export async function lockDispute(tx: Tx, orgId: string, disputeId: string): Promise<Dispute | undefined> {
  const [row] = await tx.query(LOCK_DISPUTE, [orgId, disputeId]);
  return row === undefined ? undefined : disputeOf(row);
}

const UPDATE_DISPUTE = statement("disputes.UPDATE_DISPUTE")`
  UPDATE disputes SET ${CHANGING.map((name, index) => `${snakeCase(name)} = $${index + 3}`).join(", ")}
    WHERE org_id = $1 AND dispute_id = $2`;

export async function updateDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.query(UPDATE_DISPUTE, valuesOf(rowOf(dispute), ...KEY, ...CHANGING));
}

const FIND_DISPUTE = statement("disputes.FIND_DISPUTE")`
  SELECT ${SELECTED} FROM disputes WHERE ($1::uuid IS NULL OR org_id = $1) AND dispute_id = $2`;

export async function findDispute(db: Queryable, scope: Scope, disputeId: string): Promise<Dispute | undefined> {
  const [row] = await db.query(FIND_DISPUTE, [orgIdIn(scope), disputeId]);
  return row === undefined ? undefined : disputeOf(row);
}

const HOLDING = Object.entries(DISPUTE_STATUS).flatMap(([status, { money }]) => (money === "held" ? [status] : []));

const FIND_DISPUTED = statement("disputes.FIND_DISPUTED")`
  SELECT d.payment_id FROM unnest($1::uuid[], $2::uuid[]) AS k (org_id, payment_id)
    JOIN disputes d ON d.org_id = k.org_id AND d.payment_id = k.payment_id WHERE d.status = ANY($3::text[])`;

/** The ids of those payments whose money a dispute holds. */
export async function findDisputed(db: Queryable, payments: readonly PaymentKey[]): Promise<Set<string>> {
  if (payments.length === 0) return new Set();
  const rows = await db.query(FIND_DISPUTED, [...listsOf(payments, "orgId", "paymentId"), HOLDING]);
  return new Set(rows.map((row) => row.payment_id));
}

export type DisputeFilter = { status: DisputeStatus | null; provider: ProviderName | null; paymentId: string | null };

const FIND_DISPUTES = statement("disputes.FIND_DISPUTES")`SELECT ${SELECTED} FROM disputes
  WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::text IS NULL OR status = $2)
    AND ($3::text IS NULL OR split_part(provider, '.', 1) = $3) AND ($4::uuid IS NULL OR payment_id = $4)
    AND ($5::uuid IS NULL OR dispute_id < $5)
  ORDER BY dispute_id DESC LIMIT $6`;

/** Disputes, newest first; one row more than requested. */
export async function findDisputes(db: Queryable, scope: Scope, filter: DisputeFilter, page: Page): Promise<Dispute[]> {
  const wanted = [orgIdIn(scope), ...valuesOf(filter, "status", "provider", "paymentId")] as const;
  const rows = await db.query(FIND_DISPUTES, [...wanted, page.after?.[0], page.limit + 1]);
  return rows.map(disputeOf);
}

const FIND_NEAR_DEADLINE = statement("disputes.FIND_NEAR_DEADLINE")`SELECT org_id, dispute_id FROM disputes
  WHERE status = 'needs_response' AND responded_at IS NULL AND respond_by <= $1
    AND (reminded_at IS NULL OR respond_by <= $2) ORDER BY respond_by LIMIT $3`;

/** Open disputes whose deadline is before `before`, without a reminder yet or past the deadline. */
export async function findNearDeadline(db: Queryable, before: Date, now: Date, limit: number) {
  const rows = await db.query(FIND_NEAR_DEADLINE, [before, now, limit]);
  return rows.map((row) => ({ orgId: row.org_id, disputeId: row.dispute_id }));
}

export type EvidenceRow = Row<"disputes.FIND_EVIDENCE">;

type NewEvidence = Omit<EvidenceRow, "size"> & { content: Buffer | null };

const INSERT_EVIDENCE = statement("disputes.INSERT_EVIDENCE")`
  INSERT INTO dispute_evidence (org_id, dispute_id, evidence_id, name, body_text, content_type, content, created_by,
    created_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

export async function insertEvidence(tx: Tx, { orgId, disputeId }: DisputeKey, evidence: NewEvidence): Promise<void> {
  const written = valuesOf(evidence, "evidence_id", "name", "body_text", "content_type", "content", "created_by");
  await tx.query(INSERT_EVIDENCE, [orgId, disputeId, ...written, evidence.created_at]);
}

const FIND_EVIDENCE = statement("disputes.FIND_EVIDENCE")`SELECT evidence_id, name, body_text, content_type,
  coalesce(octet_length(content), octet_length(body_text)) AS size /* not null */, created_by, created_at
  FROM dispute_evidence WHERE org_id = $1 AND dispute_id = $2 ORDER BY evidence_id`;

/** The evidence of a dispute in the order of its creation, without the files themselves. */
export async function findEvidence(db: Queryable, dispute: DisputeKey): Promise<EvidenceRow[]> {
  return db.query(FIND_EVIDENCE, [dispute.orgId, dispute.disputeId]);
}

type EvidenceContents = Pick<NewEvidence, "name" | "body_text" | "content_type" | "content">;

const FIND_EVIDENCE_CONTENTS = statement("disputes.FIND_EVIDENCE_CONTENTS")`
  SELECT name, body_text, content_type, content FROM dispute_evidence WHERE org_id = $1 AND dispute_id = $2
    ORDER BY evidence_id`;

export async function findEvidenceContents(db: Queryable, dispute: DisputeKey): Promise<EvidenceContents[]> {
  return db.query(FIND_EVIDENCE_CONTENTS, [dispute.orgId, dispute.disputeId]);
}
