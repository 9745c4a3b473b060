import { ACCOUNT_LABEL, accountOf } from "@corridor/provider-kit/accounts.ts";
import type { AccountRef } from "#src/record/ledger/index.ts";
import type { SettledLine } from "@corridor/provider-kit/provider.ts";
import { isProviderName } from "#src/pricing/provider-accounts/index.ts";

/**
 * A **line** is an entry of a provider's or bank's statement. A **movement** is a ledger posting on that account, which
 * is expected in a statement. What cannot be paired without doubt becomes an **exception**, which a person decides.
 * Amounts are signed from our side: positive adds to what is ours in the account.
 *
 *   file -> parts -> rows --mapping--> lines --matched--> fees, transfers and differences in the platform's own books
 *                              --not matched--> exception --a person--> matched by hand, suspense, written off
 */
export const LINE_KINDS = [
  "charge",
  "payout",
  "refund",
  "fee",
  "chargeback",
  "reversal",
  "fx",
  "adjustment",
  "transfer",
] as const satisfies readonly SettledLine["kind"][];
export type LineKind = (typeof LINE_KINDS)[number];

export const IMPORT_STATUSES = ["receiving", "reading", "matching", "finished", "failed"] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

export const EXCEPTION_KINDS = [
  "unknown",
  "amount_differs",
  "currency_differs",
  "duplicate",
  "ambiguous",
  "changed",
  "missing",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** The decisions that a person may take about an exception; `matched` is set by the job. */
export const RESOLUTIONS = ["matched", "by_hand", "suspense", "written_off"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export type SettlementLine = {
  readonly row: number;
  readonly lineKey: string;
  readonly currency: string;
  readonly kind: LineKind;
  /** Decimal text; net = gross - fee. */
  readonly gross: string;
  readonly fee: string;
  readonly net: string;
  readonly providerReference: string | null;
  readonly ourReference: string | null;
  readonly valueDate: string;
  readonly originalAmount: string | null;
  readonly originalCurrency: string | null;
};

/**
 * A closed day: its sums, and a digest over all its lines, signed with a key that the database never sees. The database
 * accepts no further line for that day or an earlier one. Reopening takes two people.
 */
export type DayHead = {
  account: string;
  day: string;
  totals: readonly { currency: string; lines: number; gross: string; fee: string; net: string }[];
  unexplained: readonly { currency: string; expected: string; stated: string; exceptions: number }[];
  lines_digest: string;
  previous: string | null;
  closed_at: string;
  closed_by: string;
  signature: string;
};

const BANK = "bank:";
const BANK_NAME = /^[a-z0-9][a-z0-9_-]{0,39}$/;

/** An account of the platform at a provider, or `bank:` and a name that the operator chose. */
export function isAccount(account: string): boolean {
  if (account.startsWith(BANK)) return BANK_NAME.test(account.slice(BANK.length));
  const { provider, label, orgId } = accountOf(account);
  return orgId === null && new RegExp(ACCOUNT_LABEL).test(label) && isProviderName(provider);
}

export function isBank(account: string): boolean {
  return account.startsWith(BANK);
}

export function ledgerAccountOf(account: string): AccountRef {
  return isBank(account)
    ? { purpose: "bank", ownerId: account.slice(BANK.length) }
    : { purpose: "provider", ownerId: account };
}

/** References are compared in one spelling: providers change the case of ids and drop their hyphens. */
export function plainReference(text: string): string {
  const trimmed = text.trim();
  const compact = trimmed.replaceAll("-", "").toLowerCase();
  return /^[0-9a-f]{32}$/.test(compact) ? compact : trimmed;
}
