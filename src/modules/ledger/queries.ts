import type { Tx } from "#src/platform/db/client.ts";
import { Money } from "#src/platform/money.ts";
import {
  type AccountState, accountKey, type AppliedBatch, causeKey, type ChainState, contentOf, decimalText, holdKey, type HoldState, type LedgerState,
} from "./apply-transactions.ts";
import { GENESIS_HASH } from "./chain.ts";
import { hasFloor, type AccountPurpose, type AccountStatus, type LedgerTransaction, type Line } from "./ledger.ts";

/**
 * The lock of the ledger and all that a batch needs to know, in one round trip: the statements travel together, and each takes its
 * snapshot when it runs, so the ones after the lock see what the holder before us committed.
 */
export async function lockLedgerState(
  tx: Tx, orgIds: readonly string[], transactions: readonly LedgerTransaction[], linesOfEach: readonly Line[][],
): Promise<LedgerState> {
  const accountRefs = new Map<string, { org_id: string; purpose: string; owner_id: string; currency: string }>();
  const holdRefs = new Map<string, { org_id: string; hold_id: string }>();
  for (const [index, { orgId }] of transactions.entries()) {
    for (const line of linesOfEach[index]!) {
      accountRefs.set(accountKey(orgId, line), { org_id: orgId, purpose: line.purpose, owner_id: line.ownerId, currency: line.currency });
      if (line.holdId !== null) holdRefs.set(holdKey(orgId, line.holdId), { org_id: orgId, hold_id: line.holdId });
    }
  }
  const causeRefs = new Map(transactions.map(({ orgId, cause }) => [causeKey(orgId, cause), { org_id: orgId, cause }]));
  const causes = JSON.stringify([...causeRefs.values()]);
  const accounts = JSON.stringify([...accountRefs.values()]);
  const holds = JSON.stringify([...holdRefs.values()]);

  for (;;) {
    const [chainRows, causeRows, accountRows, holdRows] = await Promise.all([
      tx.query<ChainRow>(LOCK_CHAINS, [orgIds]),
      tx.query<CauseRow>(SELECT_CAUSES, [causes]),
      tx.query<AccountRow>(SELECT_ACCOUNTS, [accounts]),
      holdRefs.size === 0 ? [] : tx.query<HoldRow>(SELECT_HOLDS, [holds]),
    ]);
    if (chainRows.length === orgIds.length) {
      return {
        chains: new Map(chainRows.map((row) => [row.org_id, chainState(row)])),
        accounts: new Map(accountRows.map((row) => [accountKey(row.org_id, { ...row, ownerId: row.owner_id }), accountState(row)])),
        holds: new Map(holdRows.map((row) => [holdKey(row.org_id, row.hold_id), holdState(row)])),
        causes: postedContents(causeRows),
      };
    }
    // The first transaction of an organisation: what was read without its lock is read again with it.
    const locked = new Set(chainRows.map((row) => row.org_id));
    await tx.query(INSERT_CHAINS, [orgIds.filter((orgId) => !locked.has(orgId)), `\\x${GENESIS_HASH}`]);
  }
}

const LOCK_CHAINS = `
  SELECT org_id, length, encode(head_hash, 'hex') AS head_hash
  FROM ledger_chains WHERE org_id = ANY($1::uuid[]) ORDER BY org_id FOR UPDATE`;

const INSERT_CHAINS = `
  INSERT INTO ledger_chains (org_id, length, head_hash)
  SELECT org_id, 0, $2::bytea FROM unnest($1::uuid[]) AS org_id ORDER BY org_id
  ON CONFLICT (org_id) DO NOTHING`;

// The lines are gathered only for causes that were posted before, so the usual case pays for one index probe per cause and nothing more.
const SELECT_CAUSES = `
  SELECT t.org_id, t.cause, p.currency, p.amount, p.held_change, p.hold_id, p.account_status, a.purpose, a.owner_id
  FROM json_to_recordset($1::json) AS r(org_id uuid, cause text)
  JOIN ledger_transactions t ON t.org_id = r.org_id AND t.cause = r.cause
  JOIN ledger_postings p ON p.org_id = t.org_id AND p.position = t.position
  JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
  ORDER BY t.org_id, t.position, p.index`;

const SELECT_ACCOUNTS = `
  SELECT a.org_id, a.account_id, a.purpose, a.owner_id, a.currency, a.balance, a.held, a.status, a.created_at
  FROM json_to_recordset($1::json) AS r(org_id uuid, purpose text, owner_id text, currency text)
  JOIN ledger_accounts a ON a.org_id = r.org_id AND a.purpose = r.purpose AND a.owner_id = r.owner_id AND a.currency = r.currency`;

const SELECT_HOLDS = `
  SELECT h.org_id, h.hold_id, h.account_id, h.currency, h.amount, h.captured, h.released, h.created_at
  FROM json_to_recordset($1::json) AS r(org_id uuid, hold_id uuid)
  JOIN ledger_holds h ON h.org_id = r.org_id AND h.hold_id = r.hold_id`;

type ChainRow = { org_id: string; length: number; head_hash: string };
type CauseRow = {
  org_id: string; cause: string; currency: string; amount: string; held_change: string; hold_id: string | null;
  account_status: AccountStatus | null; purpose: AccountPurpose; owner_id: string;
};
type AccountRow = {
  org_id: string; account_id: string; purpose: AccountPurpose; owner_id: string; currency: string; balance: string; held: string;
  status: AccountStatus; created_at: Date;
};
type HoldRow = {
  org_id: string; hold_id: string; account_id: string; currency: string; amount: string; captured: string; released: string; created_at: Date;
};

function chainState(row: ChainRow): ChainState {
  return { orgId: row.org_id, length: row.length, headHash: row.head_hash };
}

function minorOf(text: string, currency: string): bigint {
  return Money.fromDatabase(text, currency).minor;
}

function accountState(row: AccountRow): AccountState {
  return {
    orgId: row.org_id, accountId: row.account_id, purpose: row.purpose, ownerId: row.owner_id, currency: row.currency, createdAt: row.created_at,
    balance: minorOf(row.balance, row.currency), held: minorOf(row.held, row.currency), status: row.status,
  };
}

function holdState(row: HoldRow): HoldState {
  const minor = (text: string): bigint => minorOf(text, row.currency);
  return {
    orgId: row.org_id, holdId: row.hold_id, accountId: row.account_id, currency: row.currency, createdAt: row.created_at,
    amount: minor(row.amount), captured: minor(row.captured), released: minor(row.released),
  };
}

function postedContents(rows: readonly CauseRow[]): Map<string, string> {
  const linesOfCause = Map.groupBy(rows, (row) => causeKey(row.org_id, row.cause));
  const contents = new Map<string, string>();
  for (const [key, lines] of linesOfCause) {
    contents.set(
      key,
      contentOf(
        lines.map((line) => ({
          purpose: line.purpose, ownerId: line.owner_id, currency: line.currency, holdId: line.hold_id, accountStatus: line.account_status,
          amount: decimalText(minorOf(line.amount, line.currency), line.currency),
          heldChange: decimalText(minorOf(line.held_change, line.currency), line.currency),
        })),
      ),
    );
  }
  return contents;
}

/**
 * Everything a batch changed, in one statement. The mutable tables are written by INSERT ... ON CONFLICT, which probes its key whatever the
 * planner believes about the table's size; UPDATE ... FROM would keep a plan made while the table was empty.
 */
export async function writeBatch(tx: Tx, batch: AppliedBatch, chains: Iterable<ChainState>): Promise<void> {
  if (batch.transactions.length > 0) {
    await tx.query(WRITE_BATCH, [
      JSON.stringify(batch.transactions.map((row) => ({ ...row, previous_hash: `\\x${row.previous_hash}`, hash: `\\x${row.hash}` }))),
      JSON.stringify(batch.postings),
      JSON.stringify([...batch.changedAccounts].map(([account, at]) => accountRow(account, at))),
      JSON.stringify([...batch.changedHolds].map(([hold, at]) => holdRow(hold, at))),
      JSON.stringify([...batch.changedChains].map((chain) => ({ org_id: chain.orgId, length: chain.length, head_hash: `\\x${chain.headHash}` }))),
    ]);
  }
  // A chain row that was made for a batch which was refused altogether: a row without transactions would look like tampering to `verify`.
  const empty = [...chains].filter((chain) => chain.length === 0).map((chain) => chain.orgId);
  if (empty.length > 0) await tx.query("DELETE FROM ledger_chains WHERE org_id = ANY($1::uuid[]) AND length = 0", [empty]);
}

const WRITE_BATCH = `
  WITH transactions AS (
    INSERT INTO ledger_transactions (org_id, position, cause, description, at, previous_hash, hash)
    SELECT org_id, position, cause, description, at, previous_hash, hash FROM json_to_recordset($1::json)
      AS r(org_id uuid, position bigint, cause text, description text, at timestamptz, previous_hash bytea, hash bytea)
  ), postings AS (
    INSERT INTO ledger_postings
      (org_id, position, index, account_id, currency, amount, held_change, hold_id, account_status, balance_after, held_after)
    SELECT org_id, position, index, account_id, currency, amount, held_change, hold_id, account_status, balance_after, held_after
    FROM json_to_recordset($2::json)
      AS r(org_id uuid, position bigint, index smallint, account_id uuid, currency text, amount numeric, held_change numeric, hold_id uuid,
           account_status text, balance_after numeric, held_after numeric)
  ), accounts AS (
    INSERT INTO ledger_accounts (org_id, account_id, purpose, owner_id, currency, balance, held, floor, status, created_at, updated_at)
    SELECT org_id, account_id, purpose, owner_id, currency, balance, held, floor, status, created_at, updated_at FROM json_to_recordset($3::json)
      AS r(org_id uuid, account_id uuid, purpose text, owner_id text, currency text, balance numeric, held numeric, floor numeric, status text,
           created_at timestamptz, updated_at timestamptz)
    ON CONFLICT (org_id, account_id) DO UPDATE
    SET balance = excluded.balance, held = excluded.held, status = excluded.status, updated_at = excluded.updated_at
  ), holds AS (
    INSERT INTO ledger_holds (org_id, hold_id, account_id, currency, amount, captured, released, created_at, updated_at)
    SELECT org_id, hold_id, account_id, currency, amount, captured, released, created_at, updated_at FROM json_to_recordset($4::json)
      AS r(org_id uuid, hold_id uuid, account_id uuid, currency text, amount numeric, captured numeric, released numeric,
           created_at timestamptz, updated_at timestamptz)
    ON CONFLICT (org_id, hold_id) DO UPDATE
    SET captured = excluded.captured, released = excluded.released, updated_at = excluded.updated_at
  )
  INSERT INTO ledger_chains (org_id, length, head_hash)
  SELECT org_id, length, head_hash FROM json_to_recordset($5::json) AS r(org_id uuid, length bigint, head_hash bytea)
  ON CONFLICT (org_id) DO UPDATE SET length = excluded.length, head_hash = excluded.head_hash`;

function accountRow(account: AccountState, updatedAt: Date): object {
  const { orgId, accountId, purpose, ownerId, currency, balance, held, status, createdAt } = account;
  return {
    org_id: orgId, account_id: accountId, purpose, owner_id: ownerId, currency, balance: decimalText(balance, currency),
    held: decimalText(held, currency), floor: hasFloor(purpose) ? "0" : null, status, created_at: createdAt, updated_at: updatedAt,
  };
}

function holdRow(hold: HoldState, updatedAt: Date): object {
  const { orgId, holdId, accountId, currency, amount, captured, released, createdAt } = hold;
  return {
    org_id: orgId, hold_id: holdId, account_id: accountId, currency, amount: decimalText(amount, currency),
    captured: decimalText(captured, currency), released: decimalText(released, currency), created_at: createdAt, updated_at: updatedAt,
  };
}
