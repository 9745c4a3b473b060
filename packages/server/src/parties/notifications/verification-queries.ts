import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";

/** `registrar`: the member who registered the beneficiary. */
export const WRITTEN_TO = ["beneficiary", "sender", "registrar"] as const;
export type WrittenTo = (typeof WRITTEN_TO)[number];

/** A request with its outcome: answered by the organization's people, closed by the platform's. */
export type VerificationState = Row<"notifications.FIND_VERIFICATION_REQUEST">;

type Outcome = "answer" | "answer_note" | "answered_by" | "answered_at" | "close_note" | "closed_by" | "closed_at";
export type VerificationRow = Omit<VerificationState, Outcome>;

const SELECT_VERIFICATION_REQUESTS = statement("notifications.SELECT_VERIFICATION_REQUESTS")`
  SELECT r.*, n.user_id AS reader_id
    FROM verification_requests r LEFT JOIN notifications n ON n.org_id = r.org_id
      AND n.notification_id = r.notification_id
    WHERE r.org_id = $1 AND r.request_id = ANY ($2::uuid[]) ORDER BY r.target`;

export async function selectVerificationRequests(
  db: Queryable,
  orgId: string,
  requestIds: readonly string[],
): Promise<(VerificationRow & { reader_id: string | null })[]> {
  return db.query(SELECT_VERIFICATION_REQUESTS, [orgId, requestIds]);
}

const INSERT_VERIFICATION_REQUEST = statement("notifications.INSERT_VERIFICATION_REQUEST")`
  INSERT INTO verification_requests
    SELECT * FROM json_populate_record(NULL::verification_requests, $1::json)`;

export async function insertVerificationRequest(tx: Tx, row: VerificationRow): Promise<void> {
  await tx.query(INSERT_VERIFICATION_REQUEST, [JSON.stringify(row)]);
}

export const ANSWERS = ["provided", "declined"] as const;
export const REQUEST_STATUSES = ["open", "answered", "closed"] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

export function statusOf({
  answered_at,
  closed_at,
}: Pick<VerificationState, "answered_at" | "closed_at">): RequestStatus {
  if (closed_at !== null) return "closed";
  return answered_at === null ? "open" : "answered";
}

const IN_SCOPE = "request_id = $1 AND ($2::uuid IS NULL OR org_id = $2)";

const FIND_VERIFICATION_REQUEST = statement("notifications.FIND_VERIFICATION_REQUEST")`
  SELECT * FROM verification_requests WHERE ${IN_SCOPE}`;

export async function findVerificationRequest(
  db: Queryable,
  scope: Scope,
  requestId: string,
): Promise<VerificationState | undefined> {
  return (await db.query(FIND_VERIFICATION_REQUEST, [requestId, orgIdIn(scope)]))[0];
}

const LOCK_VERIFICATION_REQUEST = statement("notifications.LOCK_VERIFICATION_REQUEST")`
  SELECT * FROM verification_requests WHERE ${IN_SCOPE} FOR UPDATE`;

/** Reads a request and locks it until the transaction ends, so that a concurrent answer and closing see each other. */
export async function lockVerificationRequest(
  tx: Tx,
  scope: Scope,
  requestId: string,
): Promise<VerificationState | undefined> {
  return (await tx.query(LOCK_VERIFICATION_REQUEST, [requestId, orgIdIn(scope)]))[0];
}

const LIST_VERIFICATION_REQUESTS = statement("notifications.LIST_VERIFICATION_REQUESTS")`
  SELECT * FROM verification_requests
    WHERE ($1::uuid IS NULL OR org_id = $1) AND ($2::uuid IS NULL OR request_id < $2)
      AND ($3::uuid IS NULL OR transaction_id = $3)
      AND ($4::text IS NULL OR $4 = CASE WHEN closed_at IS NOT NULL THEN 'closed'
        WHEN answered_at IS NOT NULL THEN 'answered' ELSE 'open' END)
    ORDER BY request_id DESC LIMIT $5`;

export async function listVerificationRequests(
  db: Queryable,
  scope: Scope,
  { status, transactionId }: { status: RequestStatus | undefined; transactionId: string | undefined },
  page: Page,
): Promise<VerificationState[]> {
  return db.query(LIST_VERIFICATION_REQUESTS, [orgIdIn(scope), page.after?.[0], transactionId, status, page.limit + 1]);
}

const UPDATE_VERIFICATION_REQUEST = statement("notifications.UPDATE_VERIFICATION_REQUEST")`
  UPDATE verification_requests SET answer = $3, answer_note = $4, answered_by = $5, answered_at = $6,
    close_note = $7, closed_by = $8, closed_at = $9
    WHERE org_id = $1 AND request_id = $2`;

export async function updateVerificationRequest(tx: Tx, row: VerificationState): Promise<void> {
  const answer = valuesOf(row, "org_id", "request_id", "answer", "answer_note", "answered_by", "answered_at");
  await tx.query(UPDATE_VERIFICATION_REQUEST, [...answer, row.close_note, row.closed_by, row.closed_at]);
}
