import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";
import type { Priority } from "./notification.ts";
import type { MailBrand } from "./render-mail.ts";

export type OutboxRow = {
  org_id: string;
  email_id: string;
  recipient: string;
  subject: string;
  content: string;
  brand: MailBrand | null;
  priority: Priority;
  created_at: Date;
};

const INSERT_EMAILS = statement("notifications.INSERT_EMAILS")`
  INSERT INTO email_outbox (org_id, email_id, recipient, subject, content, brand, priority, status, due_at,
    created_at)
    SELECT org_id, email_id, recipient, subject, content, brand, priority, 'pending', created_at, created_at
    FROM json_to_recordset($1::json)
      AS r(org_id uuid, email_id uuid, recipient text, subject text, content text, brand jsonb, priority text,
        created_at timestamptz)`;

export async function insertEmails(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  await tx.query(INSERT_EMAILS, [JSON.stringify(rows)]);
}

export type ClaimedEmail = Omit<OutboxRow, "created_at"> & { attempts: number };

const CLAIM_EMAILS = statement("notifications.CLAIM_EMAILS")`
  UPDATE email_outbox o SET due_at = $2, lease_token = $3, attempts = o.attempts + 1
    FROM (SELECT org_id, email_id FROM email_outbox WHERE status = 'pending' AND due_at <= $1 ORDER BY due_at LIMIT $4
      FOR UPDATE SKIP LOCKED) due
    WHERE o.org_id = due.org_id AND o.email_id = due.email_id
    RETURNING o.org_id, o.email_id, o.recipient, o.subject, o.content /* not null */, o.brand, o.priority, o.attempts`;

/** The most urgent due e-mails. The claim is a lease: due again at `leaseUntil` if nobody records a result before. */
export async function claimEmails(
  db: Queryable,
  request: { at: Date; leaseUntil: Date; leaseToken: string; limit: number },
): Promise<ClaimedEmail[]> {
  return db.query(CLAIM_EMAILS, [request.at, request.leaseUntil, request.leaseToken, request.limit]);
}

const OLDEST_DUE = statement("notifications.OLDEST_DUE")`
  SELECT min(due_at) AS at FROM email_outbox WHERE status = 'pending'`;

export async function findOldestEmail(db: Queryable): Promise<Date | null> {
  return (await db.query(OLDEST_DUE))[0]!.at;
}

export type EmailResult = {
  org_id: string;
  email_id: string;
  status: "pending" | "sent" | "failed";
  due_at: Date | null;
  error: string | null;
};

const RECORD_EMAILS = statement("notifications.RECORD_EMAILS")`
  UPDATE email_outbox o SET status = r.status, due_at = r.due_at, last_error = r.error, lease_token = NULL,
      content = CASE WHEN r.status = 'pending' THEN o.content END, finished_at = CASE
        WHEN r.status <> 'pending' THEN $2::timestamptz END
    FROM json_to_recordset($3::json) AS r(org_id uuid, email_id uuid, status text, due_at timestamptz, error text)
    WHERE o.org_id = r.org_id AND o.email_id = r.email_id AND o.lease_token = $1 AND o.status = 'pending'`;

/** Records results while the lease is valid; later the next claim owns the row. Finished e-mails lose their content. */
export async function recordEmails(
  db: Queryable,
  leaseToken: string,
  at: Date,
  results: readonly EmailResult[],
): Promise<void> {
  await db.query(RECORD_EMAILS, [leaseToken, at, JSON.stringify(results)]);
}

const DELETE_FINISHED_EMAILS = statement("notifications.DELETE_FINISHED_EMAILS")`
  DELETE FROM email_outbox o USING (SELECT org_id, email_id FROM email_outbox
    WHERE status <> 'pending' AND finished_at < $1 LIMIT $2) old
    WHERE o.org_id = old.org_id AND o.email_id = old.email_id RETURNING 1`;

export async function deleteFinishedEmails(db: Queryable, before: Date, limit: number): Promise<number> {
  const rows = await db.query(DELETE_FINISHED_EMAILS, [before, limit]);
  return rows.length;
}
