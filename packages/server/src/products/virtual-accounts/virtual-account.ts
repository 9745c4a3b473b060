import { inSnakeCase, present } from "#src/kernel/fields.ts";
import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import type { AccountRef, AccountStatus } from "#src/record/ledger/index.ts";
import type { TextPieces } from "#src/record/events/index.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountReach } from "@corridor/base/networks/account-format.ts";

/**
 * active <--freeze / unfreeze--> frozen        active, frozen --close (empty, nothing in progress)--> closed
 * Frozen: no money can be taken out; deposits still arrive. Closed: forever.
 */
export const VIRTUAL_ACCOUNT_STATUSES = ["active", "frozen", "closed"] as const satisfies readonly AccountStatus[];
export type VirtualAccountStatus = (typeof VIRTUAL_ACCOUNT_STATUSES)[number];

/** Accounts without a bank account number: money reaches them only from other accounts. */
export const NO_NUMBER_PROVIDER = "manual";

export type VirtualAccount = {
  readonly orgId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly customerId: string | null;
  readonly name: string;
  readonly currency: string;
  /** Of the organization: it decides who is asked for a number. The account itself may be in another one. */
  readonly country: string;
  readonly status: VirtualAccountStatus;
  readonly provider: string;
  readonly number: {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly bankName: string;
    readonly bankCode: string | null;
    readonly reach: AccountReach;
  } | null;
  readonly balance: Money;
  readonly held: Money;
  readonly eventSequence: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export const TRANSACTION_TYPES = ["credit", "debit"] as const;
export const TRANSACTION_STATUSES = ["pending", "completed", "failed", "reversed"] as const;

/** `counterparty`: the other side: a sender's name, another account, a beneficiary. */
export type VirtualTransaction = InMoney<Row<"virtual-accounts.FIND_TRANSACTION">, "amount" | "fee">;

type Movement = Pick<
  VirtualTransaction,
  "transactionId" | "type" | "amount" | "description" | "paymentRail" | "reference" | "counterparty"
>;

/** A movement on an account. Unless it says otherwise, it is completed, costs nothing and belongs to no payment. */
export function movementOf(
  { orgId, accountId, userId }: VirtualAccount,
  at: Date,
  movement: Movement & Partial<VirtualTransaction>,
): VirtualTransaction {
  const fee = Money.zero(movement.amount.currency);
  const common = { status: "completed", fee, paymentId: null, createdAt: at, updatedAt: at } as const;
  return { orgId, accountId, userId, ...common, ...movement };
}

export function ledgerAccountOf(accountId: string): AccountRef {
  return { purpose: "virtual_account", ownerId: accountId };
}

export function accountRecordOf(account: VirtualAccount) {
  return {
    ...present(inSnakeCase(account, "accountId", "orgId", "userId", "customerId")),
    virtual_account_name: account.name,
    ...inSnakeCase(account, "currency", "country"),
    ...account.number?.reach,
    balance: account.balance,
    available_balance: account.balance.minus(account.held),
    status: account.status,
    account_type: "currency" as const,
    provider: account.provider,
    account_number: account.number?.accountNumber,
    account_name: account.number?.accountName,
    bank_name: account.number?.bankName,
    bank_code: account.number?.bankCode ?? undefined,
    ...inSnakeCase(account, "createdAt", "updatedAt"),
  };
}

export function transactionRecordOf(transaction: VirtualTransaction) {
  return {
    ...inSnakeCase(transaction, "transactionId", "accountId", "orgId", "userId", "type", "status", "amount", "fee"),
    currency: transaction.amount.currency,
    ...inSnakeCase(transaction, "description", "paymentRail", "reference"),
    ...present(inSnakeCase(transaction, "counterparty", "paymentId")),
    ...inSnakeCase(transaction, "createdAt", "updatedAt"),
  };
}

/** Amounts and times are written here: one `Money` or `Date` makes `JSON.stringify` three times as slow. */
export function movementTextOf(transaction: VirtualTransaction, accountText: string): TextPieces {
  const { amount, fee, ...others } = transactionRecordOf(transaction);
  const rest = textWithTimes(others);
  return [`{"amount":${amount.toWire()},"fee":${fee.toWire()},`, rest.slice(1, -1), `,"account":`, accountText, "}"];
}

function textWithTimes(record: { created_at: Date; updated_at: Date }): string {
  return JSON.stringify({ ...record, created_at: isoOf(record.created_at), updated_at: isoOf(record.updated_at) });
}

export function accountTextOf(account: VirtualAccount): string {
  const { balance, available_balance, ...others } = accountRecordOf(account);
  const rest = textWithTimes(others);
  return `{"balance":${balance.toWire()},"available_balance":${available_balance.toWire()},${rest.slice(1)}`;
}
