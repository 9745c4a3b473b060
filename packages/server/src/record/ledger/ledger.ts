import type { Money } from "@corridor/base/money.ts";
import { storableText } from "@corridor/base/storable-text.ts";

/**
 * A transaction belongs to one organization and touches only its accounts. A positive amount increases the account, and
 * per currency amounts sum to zero: what customers own on one side is what providers owe us on the other.
 */
export const ACCOUNT_PURPOSES = [
  /** Money that the organization itself has earned and may pay out. */
  "settlement",
  /** Completed payins that their provider has not settled yet. */
  "pending_settlement",
  /** Mirrors the outside world: money in from a provider (negative) or out to it (positive). Owner: its name. */
  "provider",
  "fees",
  /** Both currencies of a conversion pass through this account. */
  "fx",
  /** Payouts sent to a provider and not yet confirmed. */
  "in_transit",
  "refunds_in_transit",
  /** Disputed money and dispute fees, until the dispute is decided. */
  "disputes",
  /** Owner: the virtual account's id. */
  "virtual_account",
  /** Owner: the escrow project's id. */
  "escrow",
  "ramp_clearing",
  /** Money that no account can be credited with (a closed account, a wrong currency). A person decides. */
  "suspense",
  /**
   * The counter-account of prefunding and corrections that an operator books without naming a provider. Owner
   * `own_accounts`: of what moves on the organization's own accounts at providers.
   */
  "adjustments",
  /** The counter-account of the balances that organizations start with in development. */
  "sandbox",
  /** The platform's bank accounts: what providers handed over (negative: the bank holds it). Owner: its name. */
  "bank",
  /** What providers and banks kept for themselves, in the platform's own books. */
  "provider_costs",
] as const;
export type AccountPurpose = (typeof ACCOUNT_PURPOSES)[number];

/**
 * The lowest balance, without held money: zero for accounts of an organization and its customers, none for the
 * platform's own, which mirror the outside world. A floor limits what we start, never what has happened: a payin that a
 * provider has collected is posted with its fee whatever the balance, because a refusal would not undo it. Then nothing
 * can be started until it is covered. Only a settlement account can be overdrawn like this; from a customer's account
 * only money set aside before is taken.
 */
export function firstFloorOf(purpose: AccountPurpose): bigint | null {
  return purpose === "settlement" || purpose === "virtual_account" || purpose === "escrow" ? 0n : null;
}

export function yieldsToFacts(purpose: AccountPurpose): boolean {
  return purpose === "settlement";
}

/** `frozen`: nothing may be taken or reserved; credits arrive, earlier holds still end. `closed`: no postings. */
export const ACCOUNT_STATUSES = ["active", "frozen", "closed"] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export type AccountRef = { readonly purpose: AccountPurpose; readonly ownerId?: string };

/** `captures` spends money that was reserved before: the amount is negative, and the hold shrinks by it. */
export type Posting = { readonly account: AccountRef; readonly amount: Money; readonly captures?: string };

/** Reserves or releases money of an account. The caller creates `holdId`; a hold is reserved once. */
export type HoldChange = { readonly holdId: string; readonly account: AccountRef; readonly amount: Money };

/** Grants a credit line: `floor` is zero, or minus the line. Only for a settlement account. */
export type FloorChange = { readonly account: AccountRef; readonly floor: Money };

export type StatusChange = { readonly account: AccountRef; readonly currency: string; readonly status: AccountStatus };

export type LedgerTransaction = {
  readonly orgId: string;
  /**
   * Posted at most once per organization. `<id of the resource>:<what happened to it>`, such as
   * `<payment_id>:completed`: the leading id finds a payment's transactions.
   */
  readonly cause: string;
  readonly description: string;
  readonly at: Date;
  readonly postings: readonly Posting[];
  readonly reserves?: readonly HoldChange[];
  readonly releases?: readonly HoldChange[];
  readonly accountStatus?: StatusChange;
  readonly floorChange?: FloorChange;
  /** Money has already moved, at a provider or by an operator: no settlement account's floor refuses it. */
  readonly hasHappened?: boolean;
};

export type PostingOutcome =
  | "posted"
  /** The same cause with the same content was applied before; nothing changed this time. */
  | "already_posted"
  | "insufficient_funds"
  | "frozen"
  | "closed"
  /** A capture or release of more than the hold still has, or of a hold that does not exist on this account. */
  | "hold_exceeded"
  /** An account can be closed only when its balance and its held money are zero. */
  | "not_empty";

/** A bug of the caller, not a refusal: unbalanced, a malformed cause, or a cause that was used for other content. */
export class InvalidLedgerTransaction extends Error {
  /** A SQLSTATE of the class "raised by our own rules", so that write-combining fails only this row. */
  readonly code = "P0001";

  constructor(transaction: { orgId: string; cause: string }, problem: string) {
    super(`ledger transaction ${JSON.stringify(transaction.cause)} of organization ${transaction.orgId}: ${problem}`);
    this.name = "InvalidLedgerTransaction";
  }
}

export const MAX_POSTINGS = 250;
export const MAX_DESCRIPTION_LENGTH = 500;
const CAUSE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:[\x21-\x7e]{1,160}$/;
const LOWER_UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OWNER = /^[\x21-\x7e]{0,64}$/;

/** One line as it will be stored, before balances are known. */
export type Line = {
  /** Unique over all organizations. */
  readonly accountKey: string;
  readonly purpose: AccountPurpose;
  readonly ownerId: string;
  readonly currency: string;
  readonly amount: bigint;
  readonly heldChange: bigint;
  readonly holdId: string | null;
  readonly accountStatus: AccountStatus | null;
  /** The account's new floor, if this line changes it. */
  readonly floor: bigint | null;
};

/** Blanks separate the parts: none of the first three parts contains one. */
export function accountKeyOf(orgId: string, purpose: string, ownerId: string, currency: string): string {
  return `${orgId} ${purpose} ${currency} ${ownerId}`;
}

/** Checks a transaction's own rules and turns it into lines. Zero postings are dropped, such as a fee of zero. */
export function linesOf(transaction: LedgerTransaction): Line[] {
  const fail = (problem: string): never => {
    throw new InvalidLedgerTransaction(transaction, problem);
  };
  if (!LOWER_UUID.test(transaction.orgId)) fail("the organization id is not a lower-case UUID");
  if (!CAUSE.test(transaction.cause)) fail("the cause must be <resource id>:<what happened>");
  if (Number.isNaN(transaction.at.getTime())) fail("the time is not valid");

  const lines: Line[] = [];
  const add = (
    account: AccountRef,
    currency: string,
    amount: bigint,
    heldChange: bigint,
    holdId: string | null,
    accountStatus: AccountStatus | null,
    floor: bigint | null = null,
  ): void => {
    const { purpose, ownerId = "" } = account;
    if (!OWNER.test(ownerId)) fail(`the owner ${JSON.stringify(ownerId)} is not a short plain name`);
    const accountKey = accountKeyOf(transaction.orgId, purpose, ownerId, currency);
    lines.push({ accountKey, purpose, ownerId, currency, amount, heldChange, holdId, accountStatus, floor });
  };
  const addHoldChange = (change: HoldChange, sign: 1n | -1n): void => {
    if (!change.amount.isPositive()) fail("a hold changes by a positive amount");
    if (!LOWER_UUID.test(change.holdId)) fail("a hold id is not a lower-case UUID");
    add(change.account, change.amount.currency, 0n, sign * change.amount.minor, change.holdId, null);
  };

  const sums = new Map<string, bigint>();
  for (const { account, amount, captures } of transaction.postings) {
    if (amount.isZero()) continue;
    sums.set(amount.currency, (sums.get(amount.currency) ?? 0n) + amount.minor);
    if (captures === undefined) {
      add(account, amount.currency, amount.minor, 0n, null, null);
      continue;
    }
    if (!amount.isNegative()) fail("a capture takes money from the account, so its amount is negative");
    if (!LOWER_UUID.test(captures)) fail("a hold id is not a lower-case UUID");
    add(account, amount.currency, amount.minor, amount.minor, captures, null);
  }
  for (const [currency, sum] of sums) if (sum !== 0n) fail(`the postings in ${currency} do not sum to zero`);
  for (const change of transaction.reserves ?? []) addHoldChange(change, 1n);
  for (const change of transaction.releases ?? []) addHoldChange(change, -1n);
  if (transaction.accountStatus !== undefined) {
    const { account, currency, status } = transaction.accountStatus;
    add(account, currency, 0n, 0n, null, status);
  }
  if (transaction.floorChange !== undefined) {
    const { account, floor } = transaction.floorChange;
    if (!yieldsToFacts(account.purpose)) fail(`the floor of a ${account.purpose} account does not change`);
    if (floor.isPositive()) fail("a floor is zero or negative");
    add(account, floor.currency, 0n, 0n, null, null, floor.minor);
  }
  if (lines.length === 0) fail("it changes nothing");
  if (lines.length > MAX_POSTINGS) fail(`the transaction has more than ${MAX_POSTINGS} lines`);
  return lines;
}

/** One odd character in a customer's text must not fail the whole batch. */
export function storableDescription(description: string): string {
  return storableText(description, MAX_DESCRIPTION_LENGTH);
}
