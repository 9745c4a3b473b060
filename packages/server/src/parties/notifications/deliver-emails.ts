import { randomUUID } from "node:crypto";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { storableText } from "@corridor/base/storable-text.ts";
import type { MailLogo, MailTransport } from "./mail-transport.ts";
import {
  type ClaimedEmail,
  claimEmails,
  deleteFinishedEmails,
  type EmailResult,
  recordEmails,
} from "./outbox-queries.ts";
import { placeOf } from "./queue-email.ts";

/**
 * pending --claimed, sent--> sent
 *   |  ^--claimed, failed: due again later---|
 *   |--permanently refused, or out of attempts--> failed
 *
 * Claim under a lease, send outside any transaction, record. After a crash in between, the batch is sent again: an
 * e-mail twice is better than none, and both carry one Message-ID.
 */
const BATCH = 20;
const POLL_INTERVAL_MS = 1_000;
/** How long a worker owns the e-mails that it claimed: longer than all timeouts of the transport together. */
const LEASE_MS = 5 * 60_000;
const MINUTE_MS = 60_000;
/** The pause after the first, second, ... failed attempt. When all are used up, the e-mail has failed. */
const RETRY_AFTER_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const MAX_ERROR_LENGTH = 500;

export type DeliverEmailsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly secrets: SecretBox;
  readonly transport: MailTransport;
  findLogo(hash: string): Promise<MailLogo | undefined>;
};

export function deliverEmailsJob(deps: DeliverEmailsDeps): Job {
  return {
    name: "deliver-emails",
    intervalMs: POLL_INTERVAL_MS,
    async runOnce() {
      const at = deps.clock.now();
      const leaseToken = randomUUID();
      const leaseUntil = new Date(at.getTime() + LEASE_MS);
      const emails = await claimEmails(deps.db, { at, leaseUntil, leaseToken, limit: BATCH });
      if (emails.length === 0) return 0;
      const results = await Promise.all(emails.map((email) => attempt(deps, email, at)));
      await recordEmails(deps.db, leaseToken, deps.clock.now(), results);
      return emails.length;
    },
  };
}

async function attempt(deps: DeliverEmailsDeps, email: ClaimedEmail, at: Date): Promise<EmailResult> {
  const key = { org_id: email.org_id, email_id: email.email_id };
  try {
    const text = deps.secrets.open(email.content, placeOf(email.email_id));
    const { email_id: emailId, recipient, subject, brand, priority } = email;
    // A logo that was replaced meanwhile is left out.
    const logo = brand?.logo_hash == null ? null : ((await deps.findLogo(brand.logo_hash)) ?? null);
    const result = await deps.transport.send({ emailId, recipient, subject, text, brand, logo, priority });
    if (result.outcome === "sent") return { ...key, status: "sent", due_at: null, error: null };
    deps.log.warn({ email_id: email.email_id, reason: result.reason }, "an e-mail was permanently refused");
    return { ...key, status: "failed", due_at: null, error: storableText(result.reason, MAX_ERROR_LENGTH) };
  } catch (error) {
    const reason = storableText((error as Error).message, MAX_ERROR_LENGTH);
    const retryAfterMs = RETRY_AFTER_MS[email.attempts - 1];
    deps.log.warn(
      { err: error, email_id: email.email_id, attempts: email.attempts },
      retryAfterMs === undefined
        ? "an e-mail could not be sent; it is given up"
        : "an e-mail could not be sent; it is tried again",
    );
    if (retryAfterMs === undefined) return { ...key, status: "failed", due_at: null, error: reason };
    return { ...key, status: "pending", due_at: new Date(at.getTime() + retryAfterMs), error: reason };
  }
}

const KEPT_FOR_MS = 90 * 24 * 60 * MINUTE_MS;
const PURGE_BATCH = 1_000;
const PURGE_INTERVAL_MS = 60 * MINUTE_MS;

/** A recipient is personal data: the record is deleted after 90 days. */
export function purgeEmailsJob(deps: { db: Db; clock: Clock }): Job {
  return {
    name: "purge-emails",
    intervalMs: PURGE_INTERVAL_MS,
    runOnce: () => deleteFinishedEmails(deps.db, new Date(deps.clock.now().getTime() - KEPT_FOR_MS), PURGE_BATCH),
  };
}
