import type { Tx } from "#src/kernel/db/client.ts";
import { Money } from "@corridor/base/money.ts";
import {
  type AccountState,
  type AppliedBatch,
  causeKey,
  type ChainState,
  decimalText,
  holdKey,
  type HoldState,
  type LedgerState,
  type LineContent,
} from "./apply-transactions.ts";
import { GENESIS_HASH } from "./chain.ts";
import { openingsOf } from "./sandbox-balance.ts";
import {
  accountKeyOf,
  type AccountPurpose,
  type AccountStatus,
  type LedgerTransaction,
  type Line,
  MAX_POSTINGS,
} from "./ledger.ts";

/**
 * Takes the ledger's lock and reads everything a batch needs, pipelined. Each statement takes its snapshot when it
 * runs, so those after the lock see the commits of the previous holder.
 */
export async function lockLedgerState(
  tx: Tx,
  orgIds: readonly string[],
  transactions: readonly LedgerTransaction[],
  linesOfEach: readonly Line[][],
): Promise<LedgerState> {
  const accountRefs = new Map<string, { orgId: string; line: Line }>();
  const holdRefs = new Map<string, { orgId: string; holdId: string }>();
  for (const [index, { orgId }] of transactions.entries()) {
    for (const line of linesOfEach[index]!) {
      accountRefs.set(line.accountKey, { orgId, line });
      if (line.holdId !== null) holdRefs.set(holdKey(orgId, line.holdId), { orgId, holdId: line.holdId });
    }
  }
  const wantedAccounts = [...accountRefs.values()];
  const wantedHolds = [...holdRefs.values()];
  const wantedCauses = [
    ...new Map(transactions.map(({ orgId, cause }) => [causeKey(orgId, cause), { orgId, cause }])).values(),
  ];
  const causes = [column(wantedCauses, (ref) => ref.orgId), wantedCauses.map((ref) => ref.cause)];
  const accounts = [
    column(wantedAccounts, (ref) => ref.orgId),
    column(wantedAccounts, (ref) => ref.line.purpose),
    wantedAccounts.map((ref) => ref.line.ownerId),
    column(wantedAccounts, (ref) => ref.line.currency),
  ];
  const holds = [column(wantedHolds, (ref) => ref.orgId), column(wantedHolds, (ref) => ref.holdId)];

  for (;;) {
    const [chainRows, causeRows, accountRows, holdRows] = await Promise.all([
      tx.query<ChainRow>(LOCK_CHAINS, [orgIds]),
      tx.query<CauseRow>(SELECT_CAUSES, causes),
      tx.query<AccountRow>(SELECT_ACCOUNTS, accounts),
      holdRefs.size === 0 ? [] : tx.query<HoldRow>(SELECT_HOLDS, holds),
    ]);
    if (chainRows.length === orgIds.length) {
      const known = new Map(
        accountRows.map((row) => [
          accountKeyOf(row.org_id, row.purpose, row.owner_id, row.currency),
          accountState(row),
        ]),
      );
      const unopened = wantedAccounts.filter(
        ({ line }) => line.purpose === "settlement" && !known.has(line.accountKey),
      );
      return {
        chains: new Map(chainRows.map((row) => [row.org_id, chainState(row)])),
        accounts: known,
        openings: await openingsOf(
          tx,
          unopened.map(({ line }) => line.currency),
        ),
        holds: new Map(holdRows.map((row) => [holdKey(row.org_id, row.hold_id), holdState(row)])),
        causes: postedContents(causeRows),
      };
    }
    // An organization has no chain yet: it is inserted, and the loop reads the rows again under its lock.
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

// LATERAL ... LIMIT 1 leaves the planner one order: our few rows first, then an index probe for each. With plain joins,
// a plan made while the tables were small scanned all accounts for every batch.
const SELECT_CAUSES = `
  SELECT t.org_id, t.cause, p.currency, p.amount, p.held_change, p.hold_id, p.account_status, p.floor, a.purpose,
    a.owner_id
  FROM unnest($1::uuid[], $2::text[]) AS r(org_id, cause)
  CROSS JOIN LATERAL (
    SELECT org_id, cause, position FROM ledger_transactions WHERE org_id = r.org_id AND cause = r.cause LIMIT 1
  ) t
  CROSS JOIN LATERAL (
    SELECT index, account_id, currency, amount, held_change, hold_id, account_status, floor FROM ledger_postings
    WHERE org_id = t.org_id AND position = t.position ORDER BY index LIMIT ${MAX_POSTINGS}
  ) p
  CROSS JOIN LATERAL (
    SELECT purpose, owner_id FROM ledger_accounts WHERE org_id = t.org_id AND account_id = p.account_id LIMIT 1
  ) a
  ORDER BY t.org_id, t.position, p.index`;

const SELECT_ACCOUNTS = `
  SELECT a.*
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS r(org_id, purpose, owner_id, currency)
  CROSS JOIN LATERAL (
    SELECT org_id, account_id, purpose, owner_id, currency, balance, held, status, floor, overdrawn, created_at
      FROM ledger_accounts
    WHERE org_id = r.org_id AND purpose = r.purpose AND owner_id = r.owner_id AND currency = r.currency LIMIT 1
  ) a`;

const SELECT_HOLDS = `
  SELECT h.*
  FROM unnest($1::uuid[], $2::uuid[]) AS r(org_id, hold_id)
  CROSS JOIN LATERAL (
    SELECT org_id, hold_id, account_id, currency, amount, captured, released, created_at FROM ledger_holds
    WHERE org_id = r.org_id AND hold_id = r.hold_id LIMIT 1
  ) h`;

type ChainRow = { org_id: string; length: number; head_hash: string };
type CauseRow = {
  org_id: string;
  cause: string;
  currency: string;
  amount: string;
  held_change: string;
  hold_id: string | null;
  account_status: AccountStatus | null;
  floor: string | null;
  purpose: AccountPurpose;
  owner_id: string;
};
type AccountRow = {
  org_id: string;
  account_id: string;
  purpose: AccountPurpose;
  owner_id: string;
  currency: string;
  balance: string;
  held: string;
  status: AccountStatus;
  floor: string | null;
  overdrawn: boolean;
  created_at: Date;
};
type HoldRow = {
  org_id: string;
  hold_id: string;
  account_id: string;
  currency: string;
  amount: string;
  captured: string;
  released: string;
  created_at: Date;
};

function chainState(row: ChainRow): ChainState {
  return { orgId: row.org_id, length: row.length, headHash: row.head_hash };
}

function minorOf(text: string, currency: string): bigint {
  return Money.fromDatabase(text, currency).minor;
}

function accountState(row: AccountRow): AccountState {
  return {
    orgId: row.org_id,
    accountId: row.account_id,
    purpose: row.purpose,
    ownerId: row.owner_id,
    currency: row.currency,
    createdAt: row.created_at,
    balance: minorOf(row.balance, row.currency),
    held: minorOf(row.held, row.currency),
    status: row.status,
    floor: row.floor === null ? null : minorOf(row.floor, row.currency),
    overdrawn: row.overdrawn,
  };
}

function holdState(row: HoldRow): HoldState {
  const minor = (text: string): bigint => minorOf(text, row.currency);
  return {
    orgId: row.org_id,
    holdId: row.hold_id,
    accountId: row.account_id,
    currency: row.currency,
    createdAt: row.created_at,
    amount: minor(row.amount),
    captured: minor(row.captured),
    released: minor(row.released),
  };
}

function postedContents(rows: readonly CauseRow[]): Map<string, LineContent[]> {
  const contents = new Map<string, LineContent[]>();
  for (const row of rows) {
    const key = causeKey(row.org_id, row.cause);
    const lines = contents.get(key) ?? [];
    lines.push({
      purpose: row.purpose,
      ownerId: row.owner_id,
      currency: row.currency,
      holdId: row.hold_id,
      accountStatus: row.account_status,
      floor: row.floor === null ? null : minorOf(row.floor, row.currency),
      amount: minorOf(row.amount, row.currency),
      heldChange: minorOf(row.held_change, row.currency),
    });
    contents.set(key, lines);
  }
  return contents;
}

/**
 * Writes everything a batch changed. INSERT ... ON CONFLICT probes its key whatever the planner believes about the
 * table's size; UPDATE ... FROM would keep a plan made while it was empty. Rows travel as one array per column: as
 * JSON, reading them cost the server a third of the statement, and writing them cost us more than the hashes.
 */
export async function writeBatch(tx: Tx, batch: AppliedBatch, chains: Iterable<ChainState>): Promise<void> {
  const { transactions, postings } = batch;
  if (transactions.length > 0) {
    const accounts = [...batch.changedAccounts];
    const holds = [...batch.changedHolds];
    const changedChains = [...batch.changedChains];
    await tx.query(WRITE_BATCH, [
      column(transactions, (row) => row.org_id),
      column(transactions, (row) => row.position),
      transactions.map((row) => row.cause),
      transactions.map((row) => row.description),
      column(transactions, (row) => instantText(row.at)),
      column(transactions, (row) => String(row.has_happened)),
      column(transactions, (row) => row.previous_hash),
      column(transactions, (row) => row.hash),

      column(postings, (row) => row.org_id),
      column(postings, (row) => row.position),
      column(postings, (row) => row.index),
      column(postings, (row) => row.account_id),
      column(postings, (row) => row.currency),
      column(postings, (row) => row.amount),
      column(postings, (row) => row.held_change),
      column(postings, (row) => row.hold_id),
      column(postings, (row) => row.account_status),
      column(postings, (row) => row.floor),
      column(postings, (row) => row.balance_after),
      column(postings, (row) => row.held_after),

      column(accounts, ([account]) => account.orgId),
      column(accounts, ([account]) => account.accountId),
      column(accounts, ([account]) => account.purpose),
      accounts.map(([account]) => account.ownerId),
      column(accounts, ([account]) => account.currency),
      column(accounts, ([account]) => decimalText(account.balance, account.currency)),
      column(accounts, ([account]) => decimalText(account.held, account.currency)),
      column(accounts, ([account]) => (account.floor === null ? null : decimalText(account.floor, account.currency))),
      column(accounts, ([account]) => String(account.overdrawn)),
      column(accounts, ([account]) => account.status),
      column(accounts, ([account]) => instantText(account.createdAt)),
      column(accounts, ([, updatedAt]) => instantText(updatedAt)),

      column(holds, ([hold]) => hold.orgId),
      column(holds, ([hold]) => hold.holdId),
      column(holds, ([hold]) => hold.accountId),
      column(holds, ([hold]) => hold.currency),
      column(holds, ([hold]) => decimalText(hold.amount, hold.currency)),
      column(holds, ([hold]) => decimalText(hold.captured, hold.currency)),
      column(holds, ([hold]) => decimalText(hold.released, hold.currency)),
      column(holds, ([hold]) => instantText(hold.createdAt)),
      column(holds, ([, updatedAt]) => instantText(updatedAt)),

      column(changedChains, (chain) => chain.orgId),
      column(changedChains, (chain) => chain.length),
      column(changedChains, (chain) => chain.headHash),
    ]);
  }
  // A chain row of a fully refused batch goes: a chain without transactions looks like tampering to `verify`.
  const empty = [...chains].filter((chain) => chain.length === 0).map((chain) => chain.orgId);
  if (empty.length > 0)
    await tx.query("DELETE FROM ledger_chains WHERE org_id = ANY($1::uuid[]) AND length = 0", [empty]);
}

let lastInstant = { ms: Number.NaN, text: "" };

/** ISO 8601. The rows of a batch mostly share one instant, and formatting it for each row was a tenth of our time. */
function instantText(instant: Date): string {
  const ms = instant.getTime();
  if (ms !== lastInstant.ms) lastInstant = { ms, text: instant.toISOString() };
  return lastInstant.text;
}

/** An array literal of values that need no quoting: ids, numbers, instants, hex, our words; never free text. */
function column<T>(rows: readonly T[], valueOf: (row: T) => string | number | null): string {
  let literal = "{";
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) literal += ",";
    literal += valueOf(rows[i]!) ?? "NULL";
  }
  return `${literal}}`;
}

const WRITE_BATCH = `
  WITH transactions AS (
    INSERT INTO ledger_transactions (org_id, position, cause, description, at, has_happened, previous_hash, hash)
    SELECT org_id, position, cause, description, at, has_happened, decode(previous_hash, 'hex'), decode(hash, 'hex')
    FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[],
      $8::text[])
      AS r(org_id, position, cause, description, at, has_happened, previous_hash, hash)
  ), postings AS (
    INSERT INTO ledger_postings
      (org_id, position, index, account_id, currency, amount, held_change, hold_id, account_status, floor,
        balance_after, held_after)
    SELECT * FROM unnest($9::uuid[], $10::bigint[], $11::smallint[], $12::uuid[], $13::text[], $14::numeric[],
      $15::numeric[], $16::uuid[],
      $17::text[], $18::numeric[], $19::numeric[], $20::numeric[])
  ), accounts AS (
    INSERT INTO ledger_accounts (org_id, account_id, purpose, owner_id, currency, balance, held, floor, overdrawn,
      status, created_at, updated_at)
    SELECT * FROM unnest($21::uuid[], $22::uuid[], $23::text[], $24::text[], $25::text[], $26::numeric[],
      $27::numeric[], $28::numeric[],
      $29::boolean[], $30::text[], $31::timestamptz[], $32::timestamptz[])
    ON CONFLICT (org_id, account_id) DO UPDATE
    SET balance = excluded.balance, held = excluded.held, floor = excluded.floor, overdrawn = excluded.overdrawn,
      status = excluded.status,
      updated_at = excluded.updated_at
  ), holds AS (
    INSERT INTO ledger_holds (org_id, hold_id, account_id, currency, amount, captured, released, created_at, updated_at)
    SELECT * FROM unnest($33::uuid[], $34::uuid[], $35::uuid[], $36::text[], $37::numeric[], $38::numeric[],
      $39::numeric[],
      $40::timestamptz[], $41::timestamptz[])
    ON CONFLICT (org_id, hold_id) DO UPDATE
    SET captured = excluded.captured, released = excluded.released, updated_at = excluded.updated_at
  )
  INSERT INTO ledger_chains (org_id, length, head_hash)
  SELECT org_id, length, decode(head_hash, 'hex')
    FROM unnest($42::uuid[], $43::bigint[], $44::text[]) AS r(org_id, length, head_hash)
  ON CONFLICT (org_id) DO UPDATE SET length = excluded.length, head_hash = excluded.head_hash`;
