import { valuesOf } from "#src/kernel/fields.ts";
import type { Queryable, Tx } from "#src/kernel/db/client.ts";
import { columnsOf, inCamelCase, listsOf, rowSource, sourceOf } from "#src/kernel/db/row-source.ts";
import { writesOf } from "#src/kernel/db/write-together.ts";
import { inMoney } from "#src/kernel/db/money-rows.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { orgIdIn, type Scope } from "#src/kernel/http/caller.ts";
import type { Page } from "#src/kernel/http/pagination.ts";
import { claimHolds } from "#src/kernel/http/claim-over.ts";
import { isId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { reachOf } from "@corridor/base/networks/account-format.ts";
import type { VirtualAccountDetails } from "@corridor/provider-kit/provider.ts";
import type { VirtualAccount, VirtualAccountStatus, VirtualTransaction } from "./virtual-account.ts";

/** The ledger has the balance; an account without postings has none yet. */
const ACCOUNT_COLUMNS = `org_id, account_id, user_id, customer_id, currency, country, status, provider, account_number,
  account_name, bank_name, bank_code, reach, event_sequence, created_at, updated_at`;
const SELECT_ACCOUNTS = `
  SELECT ${inCamelCase("v", ACCOUNT_COLUMNS)}, v.virtual_account_name AS name, l.balance, l.held
  FROM virtual_accounts v
  LEFT JOIN ledger_accounts l ON l.org_id = v.org_id AND l.purpose = 'virtual_account'
    AND l.owner_id = v.account_id::text AND l.currency = v.currency`;

function accountOf(row: Row<"virtual-accounts.FIND_ACCOUNT">): VirtualAccount {
  const { balance, held, accountNumber, accountName, bankName, bankCode, reach, ...account } = row;
  const { name, currency } = account;
  return {
    ...account,
    balance: Money.fromDatabase(balance ?? "0", currency),
    held: Money.fromDatabase(held ?? "0", currency),
    number:
      accountNumber === null
        ? null
        : {
            accountNumber,
            accountName: accountName ?? name,
            bankName: bankName ?? "",
            bankCode,
            reach: reachOf({ account_number: accountNumber, bank_code: bankCode, ...reach }),
          },
  };
}

type NewAccount = VirtualAccount & { numberDueAt: Date | null };
const NEW_ACCOUNTS = sourceOf<NewAccount>({
  uuid: ["orgId", "accountId", "userId"],
  text: ["customerId", "currency", "country", "status", "provider"],
  integer: ["eventSequence"],
  timestamptz: ["numberDueAt", "createdAt", "updatedAt"],
  others: { virtual_account_name: ["text", (one) => one.name] },
});

const INSERT_ACCOUNT = statement("virtual-accounts.INSERT_ACCOUNT")`
  INSERT INTO virtual_accounts (${NEW_ACCOUNTS.names}) SELECT ${NEW_ACCOUNTS.names} FROM ${NEW_ACCOUNTS.source}
    ON CONFLICT DO NOTHING RETURNING account_id`;

/** False when the same organization, user and currency have an open account, or this account was inserted before. */
export async function insertAccount(tx: Tx, account: VirtualAccount, numberDueAt: Date | null): Promise<boolean> {
  const rows = await tx.query(INSERT_ACCOUNT, NEW_ACCOUNTS.values([{ ...account, numberDueAt }]));
  return rows.length === 1;
}

const FIND_ACCOUNT = statement("virtual-accounts.FIND_ACCOUNT")`${SELECT_ACCOUNTS} WHERE v.account_id = $1`;

export async function findAccount(db: Queryable, scope: Scope, accountId: string): Promise<VirtualAccount | undefined> {
  if (!isId(accountId)) return undefined;
  if ("orgId" in scope) return (await findAccounts(db, [{ ...scope, accountId }])).get(accountId.toLowerCase());
  const [row] = await db.query(FIND_ACCOUNT, [accountId]);
  return row && accountOf(row);
}

export type AccountFilter = {
  userId: string | undefined;
  /** All ids that mean one customer. */ customerIds: readonly string[] | undefined;
  currency: string | undefined;
  status: string | undefined;
};

const LIST_ACCOUNTS = statement("virtual-accounts.LIST_ACCOUNTS")`${SELECT_ACCOUNTS}
  WHERE ($1::uuid IS NULL OR v.org_id = $1) AND ($2::uuid IS NULL OR v.user_id = $2)
    AND ($3::text IS NULL OR v.currency = $3)
    AND ($4::text IS NULL OR v.status = $4) AND ($5::uuid IS NULL OR v.account_id < $5)
      AND ($6::text[] IS NULL OR v.customer_id = ANY($6))
  ORDER BY v.account_id DESC LIMIT $7`;

export async function listAccounts(
  db: Queryable,
  scope: Scope,
  filter: AccountFilter,
  page: Page,
): Promise<VirtualAccount[]> {
  const wanted = valuesOf(filter, "userId", "currency", "status");
  const [after, limit] = [page.after?.[0], page.limit + 1];
  const rows = await db.query(LIST_ACCOUNTS, [orgIdIn(scope), ...wanted, after, filter.customerIds, limit]);
  return rows.map(accountOf);
}

export type AccountKey = { orgId: string; accountId: string };

const FIND_ACCOUNTS = statement("virtual-accounts.FIND_ACCOUNTS")`
  SELECT a.* FROM unnest($1::uuid[], $2::uuid[]) AS k(org_id, account_id)
    CROSS JOIN LATERAL (${SELECT_ACCOUNTS} WHERE v.org_id = k.org_id AND v.account_id = k.account_id LIMIT 1) a`;

/** Accounts by their id. Keys of several organizations may name one account: only its own finds it. */
export async function findAccounts(db: Queryable, asked: readonly AccountKey[]): Promise<Map<string, VirtualAccount>> {
  const keys = [...new Map(asked.map((key) => [`${key.orgId} ${key.accountId.toLowerCase()}`, key])).values()];
  const rows = await db.query(FIND_ACCOUNTS, listsOf(keys, "orgId", "accountId"));
  return new Map(rows.map((row) => [row.accountId, accountOf(row)]));
}

const SET_STATUS = statement("virtual-accounts.SET_STATUS")`UPDATE virtual_accounts SET status = $4, updated_at = $5
  WHERE org_id = $1 AND account_id = $2 AND status = ANY($3::text[]) RETURNING account_id`;

export async function setStatus(
  tx: Tx,
  key: AccountKey,
  from: readonly VirtualAccountStatus[],
  to: VirtualAccountStatus,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(SET_STATUS, [key.orgId, key.accountId, from, to, at]);
  return rows.length === 1;
}

const COUNT_EVENTS = statement("virtual-accounts.COUNT_EVENTS")`
  UPDATE virtual_accounts v SET event_sequence = v.event_sequence +
      (SELECT c.events FROM unnest($1::uuid[], $2::uuid[], $3::integer[]) AS c(org_id, account_id, events)
        WHERE c.org_id = v.org_id AND c.account_id = v.account_id)
    WHERE v.account_id = ANY($2::uuid[]) RETURNING v.account_id, v.event_sequence`;

/**
 * No join: whatever the planner believes about the table's size, it can only probe the ids, and it does so in their
 * order, so that two callers never deadlock.
 */
export async function countEvents(
  tx: Tx,
  counts: readonly (AccountKey & { events: number })[],
): Promise<Map<string, number>> {
  const rows = await tx.query(COUNT_EVENTS, listsOf(counts, "orgId", "accountId", "events"));
  return new Map(rows.map((row) => [row.account_id, row.event_sequence]));
}

const HAS_UNFINISHED_TRANSACTIONS = statement("virtual-accounts.HAS_UNFINISHED_TRANSACTIONS")`
  SELECT 1 FROM virtual_transactions WHERE org_id = $1 AND account_id = $2 AND status = 'pending' LIMIT 1`;

export async function hasUnfinishedTransactions(tx: Tx, key: AccountKey): Promise<boolean> {
  const rows = await tx.query(HAS_UNFINISHED_TRANSACTIONS, [key.orgId, key.accountId]);
  return rows.length > 0;
}

export type DueNumber = AccountKey & Pick<VirtualAccount, "currency" | "country" | "name" | "provider">;

const CLAIM_DUE_NUMBERS = statement("virtual-accounts.CLAIM_DUE_NUMBERS")`
  UPDATE virtual_accounts SET number_due_at = $2, number_tries = number_tries + 1
    WHERE (org_id, account_id) IN (
      SELECT org_id, account_id FROM virtual_accounts WHERE number_due_at <= $1 AND status <> 'closed'
        ORDER BY number_due_at LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
    RETURNING org_id AS "orgId", account_id AS "accountId", currency, country, virtual_account_name AS name, provider,
      number_tries AS tries`;

/** Accounts that wait for a number, postponed until `leaseUntil`, so that no other worker requests one meanwhile. */
export function claimDueNumbers(
  tx: Tx,
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<(DueNumber & { tries: number })[]> {
  return tx.query(CLAIM_DUE_NUMBERS, [now, leaseUntil, limit]);
}

const CHANGE_VIRTUAL_ACCOUNT_NUMBERS = statement("virtual-accounts.CHANGE_VIRTUAL_ACCOUNT_NUMBERS")`WITH inserted AS (
    INSERT INTO virtual_account_numbers (provider, account_number, org_id, account_id)
      VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING account_id)
  SELECT account_id /* not null */ FROM inserted UNION ALL SELECT account_id FROM virtual_account_numbers
    WHERE provider = $1 AND account_number = $2`;

const UPDATE_VIRTUAL_ACCOUNTS = statement("virtual-accounts.UPDATE_VIRTUAL_ACCOUNTS")`
  UPDATE virtual_accounts SET provider = $3, account_number = $4, account_name = $5, bank_name = $6, bank_code = $7,
    reach = $8, number_due_at = NULL, updated_at = $9
    WHERE org_id = $1 AND account_id = $2`;

/** False when another account has the number: then the provider cannot be trusted, and nothing is stored. */
export async function assignNumber(
  tx: Tx,
  { orgId, accountId }: AccountKey,
  provider: string,
  { account_number, account_name, bank_name, bank_code, ...reach }: VirtualAccountDetails,
  at: Date,
): Promise<boolean> {
  const owners = await tx.query(CHANGE_VIRTUAL_ACCOUNT_NUMBERS, [provider, account_number, orgId, accountId]);
  if (owners[0]?.account_id !== accountId) return false;
  const number = [provider, account_number, account_name, bank_name, bank_code] as const;
  await tx.query(UPDATE_VIRTUAL_ACCOUNTS, [orgId, accountId, ...number, reach, at]);
  return true;
}

const SCHEDULE_NUMBER = statement("virtual-accounts.SCHEDULE_NUMBER")`
  UPDATE virtual_accounts SET provider = $3, number_due_at = $4
    WHERE org_id = $1 AND account_id = $2 AND account_number IS NULL`;

export async function scheduleNumber(db: Queryable, key: AccountKey, provider: string, at: Date | null): Promise<void> {
  await db.query(SCHEDULE_NUMBER, [key.orgId, key.accountId, provider, at]);
}

const FIND_BY_NUMBERS = statement("virtual-accounts.FIND_BY_NUMBERS")`
  SELECT n.provider AS number_provider, n.account_number AS number, a.*
    FROM unnest($1::text[], $2::text[]) AS r(provider, account_number)
    CROSS JOIN LATERAL (SELECT * FROM virtual_account_numbers
      WHERE provider = r.provider AND account_number = r.account_number LIMIT 1) n
    CROSS JOIN LATERAL (${SELECT_ACCOUNTS} WHERE v.org_id = n.org_id AND v.account_id = n.account_id LIMIT 1) a`;

export async function findByNumbers(
  db: Queryable,
  asked: readonly { provider: string; accountNumber: string }[],
): Promise<Map<string, VirtualAccount>> {
  const numbers = [...new Map(asked.map((one) => [numberKey(one.provider, one.accountNumber), one])).values()];
  const rows = await db.query(FIND_BY_NUMBERS, listsOf(numbers, "provider", "accountNumber"));
  return new Map(rows.map((row) => [numberKey(row.number_provider, row.number), accountOf(row)]));
}

export function numberKey(provider: string, accountNumber: string): string {
  return `${provider} ${accountNumber}`;
}

/** `commitBy`: when the claim of the `Idempotency-Key` is over. */
export type NewTransaction = VirtualTransaction & { commitBy?: Date | undefined };

const TRANSACTION = columnsOf<VirtualTransaction>({
  uuid: ["orgId", "transactionId", "accountId", "userId", "paymentId"],
  text: ["type", "status", "description", "paymentRail", "reference", "counterparty"],
  numeric: ["amount", "fee"],
  timestamptz: ["createdAt", "updatedAt"],
  others: { currency: ["text", (one) => one.amount.currency] },
});
const TRANSACTION_NAMES = Object.keys(TRANSACTION).join(", ");
const SELECTED = inCamelCase("t", TRANSACTION);

const transactionOf = (row: Row<"virtual-accounts.FIND_TRANSACTION">) => inMoney(row, "amount", "fee");

const NEW_TRANSACTIONS = rowSource<NewTransaction>({
  ...TRANSACTION,
  commit_by: ["timestamptz", (one) => one.commitBy ?? null],
});
const INSERT_TRANSACTIONS = statement("virtual-accounts.INSERT_TRANSACTIONS")`
  INSERT INTO virtual_transactions (${TRANSACTION_NAMES}) SELECT ${TRANSACTION_NAMES} FROM ${NEW_TRANSACTIONS.source}
  WHERE ${claimHolds("r.commit_by")} RETURNING transaction_id`;

/** Returns a row for each transaction that was written: one whose Idempotency-Key claim is over is not. */
export const transactionInserts = writesOf(INSERT_TRANSACTIONS, NEW_TRANSACTIONS);

export type TransactionKey = { orgId: string; transactionId: string };

const SETTLE_TRANSACTIONS = statement("virtual-accounts.SETTLE_TRANSACTIONS")`
  UPDATE virtual_transactions t SET updated_at = $4, status =
      (SELECT s.status FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS s(org_id, transaction_id, status)
        WHERE s.org_id = t.org_id AND s.transaction_id = t.transaction_id)
    WHERE t.transaction_id = ANY($2::uuid[]) AND t.status = 'pending' RETURNING ${SELECTED}`;

/** Settles pending transactions; a settled one stays as it is and is not returned. */
export async function settleTransactions(
  tx: Tx,
  settled: readonly (TransactionKey & { status: VirtualTransaction["status"] })[],
  at: Date,
): Promise<VirtualTransaction[]> {
  const rows = await tx.query(SETTLE_TRANSACTIONS, [...listsOf(settled, "orgId", "transactionId", "status"), at]);
  return rows.map(transactionOf);
}

const FIND_TRANSACTION = statement("virtual-accounts.FIND_TRANSACTION")`
  SELECT ${SELECTED} FROM virtual_transactions t WHERE transaction_id = $1`;

export async function findTransaction(
  db: Queryable,
  scope: Scope,
  transactionId: string,
): Promise<VirtualTransaction | undefined> {
  if (!isId(transactionId)) return undefined;
  if ("orgId" in scope) {
    const found = await findTransactions(db, [{ ...scope, transactionId }]);
    return found.get(transactionId.toLowerCase());
  }
  const [row] = await db.query(FIND_TRANSACTION, [transactionId]);
  return row && transactionOf(row);
}

const FIND_TRANSACTIONS = statement("virtual-accounts.FIND_TRANSACTIONS")`
  SELECT a.* FROM unnest($1::uuid[], $2::uuid[]) AS k(org_id, transaction_id)
    CROSS JOIN LATERAL (SELECT ${SELECTED} FROM virtual_transactions t
      WHERE t.org_id = k.org_id AND t.transaction_id = k.transaction_id LIMIT 1) a`;

export async function findTransactions(
  db: Queryable,
  keys: readonly TransactionKey[],
): Promise<Map<string, VirtualTransaction>> {
  if (keys.length === 0) return new Map();
  const rows = await db.query(FIND_TRANSACTIONS, listsOf(keys, "orgId", "transactionId"));
  return new Map(rows.map((row) => [row.transactionId, transactionOf(row)]));
}

const LIST_TRANSACTIONS = statement("virtual-accounts.LIST_TRANSACTIONS")`
  SELECT ${SELECTED} FROM virtual_transactions t
    WHERE org_id = $1 AND account_id = $2 AND ($3::text IS NULL OR type = $3) AND ($4::text IS NULL OR status = $4)
      AND ($5::uuid IS NULL OR transaction_id < $5)
    ORDER BY transaction_id DESC LIMIT $6`;

export async function listTransactions(
  db: Queryable,
  key: AccountKey,
  filter: { type?: string; status?: string },
  page: Page,
): Promise<VirtualTransaction[]> {
  const wanted = [key.orgId, key.accountId, filter.type, filter.status] as const;
  const rows = await db.query(LIST_TRANSACTIONS, [...wanted, page.after?.[0], page.limit + 1]);
  return rows.map(transactionOf);
}

export type DepositRow = {
  provider: string;
  depositId: string;
  accountNumber: string;
  amount: Money;
  outcome: "credited" | "suspense" | "unknown_account";
  orgId: string | null;
  transactionId: string | null;
  receivedAt: Date;
};

const DEPOSITS = sourceOf<DepositRow>({
  uuid: ["orgId", "transactionId"],
  text: ["provider", "depositId", "accountNumber", "outcome"],
  numeric: ["amount"],
  timestamptz: ["receivedAt"],
  others: { currency: ["text", (one) => one.amount.currency] },
});
const INSERT_DEPOSITS = statement("virtual-accounts.INSERT_DEPOSITS")`
  INSERT INTO virtual_deposits (${DEPOSITS.names}) SELECT ${DEPOSITS.names} FROM ${DEPOSITS.source}
  ORDER BY provider, deposit_id ON CONFLICT DO NOTHING RETURNING provider, deposit_id`;

/** The keys of the deposits that were new. Sorted, so that two batches with the same deposits never deadlock. */
export async function insertDeposits(tx: Tx, deposits: readonly DepositRow[]): Promise<Set<string>> {
  const rows = await tx.query(INSERT_DEPOSITS, DEPOSITS.values(deposits));
  return new Set(rows.map((row) => depositKey(row.provider, row.deposit_id)));
}

export function depositKey(provider: string, depositId: string): string {
  return `${provider} ${depositId}`;
}

const MARK_IN_SUSPENSE = statement("virtual-accounts.MARK_IN_SUSPENSE")`
  UPDATE virtual_deposits d SET outcome = 'suspense', transaction_id = NULL
    FROM unnest($1::text[], $2::text[]) AS k(provider, deposit_id)
    WHERE d.provider = k.provider AND d.deposit_id = k.deposit_id`;

export async function markInSuspense(tx: Tx, keys: readonly { provider: string; depositId: string }[]): Promise<void> {
  await tx.query(MARK_IN_SUSPENSE, listsOf(keys, "provider", "depositId"));
}
