/** What can be planted, so that it is known what the simulation would find. Each is a mistake that a payment service has really made. */
export const DEFECTS = [
  /** The provider is asked before the payment is committed. */
  "sent_before_stored",
  /** A repeated request makes another payment. */
  "key_forgotten",
  /** No answer counts as a refusal, and somebody else is asked. */
  "silence_is_refusal",
  /** The first "not found" is believed. */
  "absence_believed_at_once",
  /** Two decide on the same payment, and the later one overwrites the other. */
  "lost_update",
  /** The status is committed first, and its postings afterwards. */
  "ledger_in_second_commit",
  /** The status is committed first, and its events afterwards. */
  "events_in_second_commit",
  /** A payment is looked at again only when its process says so. */
  "no_check_at_creation",
  /** Whoever takes up a check keeps it. */
  "lease_without_end",
  /** A payout is sent whether the balance covers it or not. */
  "floor_ignored",
  /** A process that was held up sends what another one has taken over. */
  "deadline_ignored",
  /** Expired payments are ended without a word to the provider. */
  "expired_without_asking",
  /** A provider update is applied whatever has happened meanwhile. */
  "late_update_believed",
  /** Every try of a dispatch has a reference of its own at the provider. */
  "reference_changes",
] as const;
export type Defect = (typeof DEFECTS)[number];
