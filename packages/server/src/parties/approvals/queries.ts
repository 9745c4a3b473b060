import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type RowOf, statement } from "#src/kernel/db/statement.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import type { Approval, ApprovalDecision } from "./approval.ts";

const APPROVAL_COLUMNS = `org_id, approval_id, kind, subject, title, request, reasons, approvers_needed,
  approver_role, status, requested_by, requested_with,
  excluded, eligible, call, answer, event_sequence, created_at, decided_at`;

const INSERT_APPROVALS = statement("approvals.INSERT_APPROVALS")`INSERT INTO approvals (${APPROVAL_COLUMNS})
  SELECT ${APPROVAL_COLUMNS} FROM json_to_recordset($1::json) AS r (org_id uuid, approval_id uuid, kind text,
    subject text, title text, request jsonb, reasons text[],
    approvers_needed int, approver_role text, status text, requested_by uuid, requested_with uuid, excluded uuid[],
      eligible uuid[], call text, answer text, event_sequence int,
    created_at timestamptz, decided_at timestamptz)`;

export async function insertApprovals(tx: Tx, approvals: readonly Approval[]): Promise<void> {
  if (approvals.length === 0) return;
  await tx.query(INSERT_APPROVALS, [JSON.stringify(approvals)]);
}

/** Null: of every organization. */
export type ApprovalOwners = readonly string[] | null;

const FIND_APPROVAL = statement("approvals.FIND_APPROVAL")`
  SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE ($1::uuid[] IS NULL OR org_id = ANY($1)) AND approval_id = $2`;

export async function findApproval(
  db: Queryable,
  scope: ApprovalOwners,
  approvalId: string,
): Promise<Approval | undefined> {
  return (await db.query(FIND_APPROVAL, [scope, approvalId]))[0];
}

const LOCK_APPROVAL = statement("approvals.LOCK_APPROVAL")`
  SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE org_id = $1 AND approval_id = $2 FOR NO KEY UPDATE`;

export async function lockApproval(tx: Tx, orgId: string, approvalId: string): Promise<Approval | undefined> {
  return (await tx.query(LOCK_APPROVAL, [orgId, approvalId]))[0];
}

const FIND_APPROVAL_OF = statement("approvals.FIND_APPROVAL_OF")`
  SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE org_id = $1 AND subject = $2 AND kind = $3
    ORDER BY approval_id DESC LIMIT 1`;

export async function findApprovalOf(
  db: Queryable,
  kind: Approval["kind"],
  orgId: string,
  subject: string,
): Promise<Approval | undefined> {
  return (await db.query(FIND_APPROVAL_OF, [orgId, subject, kind]))[0];
}

const COUNT_PENDING = statement("approvals.COUNT_PENDING")`
  SELECT count(*)::int AS count /* not null */, min(created_at) AS since
  FROM (SELECT created_at FROM approvals WHERE status = 'pending' LIMIT $1) AS waiting`;

export async function countPending(db: Queryable, limit: number): Promise<RowOf<typeof COUNT_PENDING>> {
  return (await db.query(COUNT_PENDING, [limit]))[0]!;
}

/** An arbitrary number that every version of this code must share. */
const CHANGE_LOCK = 7_305_470;

const TAKE_CHANGE_LOCK = statement("approvals.TAKE_CHANGE_LOCK")`
  SELECT pg_advisory_xact_lock(${CHANGE_LOCK}, hashtext($1))`;

const LOCK_APPROVALS = statement("approvals.LOCK_APPROVALS")`
  SELECT ${APPROVAL_COLUMNS} FROM approvals WHERE org_id = $1 AND kind = 'change' AND subject = $2
    AND status IN ('pending', 'approved') FOR NO KEY UPDATE`;

/** Requests for the same change take turns until they commit: one asks for the approval and the others find it. */
export async function lockOpenChange(tx: Tx, orgId: string, subject: string): Promise<Approval | undefined> {
  await tx.query(TAKE_CHANGE_LOCK, [`${orgId} ${subject}`]);
  const [row] = await tx.query(LOCK_APPROVALS, [orgId, subject]);
  return row;
}

const UPDATE_APPROVAL = statement("approvals.UPDATE_APPROVAL")`
  UPDATE approvals SET status = $3, decided_at = $4, event_sequence = $5 WHERE org_id = $1 AND approval_id = $2`;

export async function updateApproval(tx: Tx, approval: Approval): Promise<void> {
  const state = valuesOf(approval, "org_id", "approval_id", "status", "decided_at", "event_sequence");
  await tx.query(UPDATE_APPROVAL, state);
}

const INSERT_DECISION = statement("approvals.INSERT_DECISION")`
  INSERT INTO approval_decisions (org_id, approval_id, user_id, decision, comment, decided_at)
    VALUES ($1, $2, $3, $4, $5, $6)`;

export async function insertDecision(tx: Tx, approval: Approval, decision: ApprovalDecision): Promise<void> {
  const made = valuesOf(decision, "user_id", "decision", "comment", "decided_at");
  await tx.query(INSERT_DECISION, [approval.org_id, approval.approval_id, ...made]);
}

const FIND_DECISIONS = statement("approvals.FIND_DECISIONS")`
  SELECT d.approval_id, d.user_id, d.decision, d.comment, d.decided_at FROM approval_decisions d
    JOIN json_to_recordset($1::json) AS wanted (org_id uuid, approval_id uuid) ON d.org_id = wanted.org_id
      AND d.approval_id = wanted.approval_id
    ORDER BY d.decided_at, d.user_id`;

export async function findDecisions(
  db: Queryable,
  approvals: readonly Pick<Approval, "org_id" | "approval_id">[],
): Promise<Map<string, ApprovalDecision[]>> {
  const decisions = new Map<string, ApprovalDecision[]>(approvals.map(({ approval_id }) => [approval_id, []]));
  if (approvals.length === 0) return decisions;
  const rows = await db.query(FIND_DECISIONS, [
    JSON.stringify(approvals.map(({ org_id, approval_id }) => ({ org_id, approval_id }))),
  ]);
  for (const { approval_id, ...decision } of rows) decisions.get(approval_id)!.push(decision);
  return decisions;
}

const FIND_APPROVALS = statement("approvals.FIND_APPROVALS")`SELECT ${APPROVAL_COLUMNS} FROM approvals
  WHERE ($1::uuid[] IS NULL OR org_id = ANY($1)) AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL
    OR kind = $3)
    AND ($4::uuid IS NULL OR approval_id < $4)
  ORDER BY approval_id DESC LIMIT $5`;

export async function findApprovals(
  db: Queryable,
  scope: ApprovalOwners,
  { status, kind }: Partial<Pick<Approval, "status" | "kind">>,
  page: Page,
): Promise<Approval[]> {
  return db.query(FIND_APPROVALS, [scope, status, kind, page.after?.[0], page.limit + 1]);
}

const SETTLE_APPROVAL = statement("approvals.SETTLE_APPROVAL")`
  UPDATE approvals SET status = 'used', call = NULL, answer = $3
    WHERE org_id = $1 AND approval_id = $2 AND status = 'approved' RETURNING 1`;

/** The approval has carried out its request. Of two that did so at the same moment, one writes the answer. */
export async function settleApproval(tx: Tx, { org_id, approval_id }: Approval, answer: string): Promise<boolean> {
  const rows = await tx.query(SETTLE_APPROVAL, [org_id, approval_id, answer]);
  return rows.length === 1;
}

const FORGET_ANSWERS = statement("approvals.FORGET_ANSWERS")`
  UPDATE approvals SET answer = NULL WHERE answer IS NOT NULL AND created_at < $1`;

/** An answer may hold a secret, which its requester has read by then. */
export async function forgetAnswers(db: Queryable, createdBefore: Date): Promise<void> {
  await db.query(FORGET_ANSWERS, [createdBefore]);
}

const EXPIRE_APPROVALS = statement("approvals.EXPIRE_APPROVALS")`
  UPDATE approvals SET status = 'expired', decided_at = $2, call = NULL
    WHERE (org_id, approval_id) IN (SELECT org_id, approval_id FROM approvals
      WHERE kind = 'change' AND status IN ('pending', 'approved') AND created_at < $1 ORDER BY created_at LIMIT $3
        FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING 1`;

export async function expireApprovals(db: Queryable, createdBefore: Date, now: Date, limit: number): Promise<number> {
  const rows = await db.query(EXPIRE_APPROVALS, [createdBefore, now, limit]);
  return rows.length;
}
