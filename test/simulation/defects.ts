/**
 * Defects that can be planted, to show what the simulation would find. Each is a mistake that a payment service has
 * really made.
 */
export const DEFECTS = [
  /** The provider is called before the payment is committed. */
  "sent_before_stored",
  /** A repeated request creates a second payment. */
  "key_forgotten",
  /** A missing answer counts as a refusal, and another provider is called. */
  "silence_is_refusal",
  /** The first "not found" is believed. */
  "absence_believed_at_once",
  /** Two processes decide on the same payment, and the later write overwrites the earlier one. */
  "lost_update",
  /** The status is committed first, and its postings afterwards. */
  "ledger_in_second_commit",
  /** The status is committed first, and its events afterwards. */
  "events_in_second_commit",
  /** A payment is checked again only when its own process schedules the check. */
  "no_check_at_creation",
  /** A worker that claims a check never releases it. */
  "lease_without_end",
  /** A payout is sent whether the balance covers it or not. */
  "floor_ignored",
  /** A delayed process sends a request that another process has taken over. */
  "deadline_ignored",
  /** Expired payments are ended without canceling at the provider. */
  "expired_without_asking",
  /** A provider update is applied even if the payment has changed meanwhile. */
  "late_update_believed",
  /** Every retry of a dispatch uses a new reference at the provider. */
  "reference_changes",
  /** A payment is sent, whatever has become of its locked rate. */
  "drift_ignored",
] as const;
export type Defect = (typeof DEFECTS)[number];
