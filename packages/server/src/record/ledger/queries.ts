import type { Tx } from "#src/kernel/db/client.ts";
import { inCamelCase, listsOf } from "#src/kernel/db/row-source.ts";
import { statement } from "#src/kernel/db/statement.ts";
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
import { accountKeyOf, type LedgerTransaction, type Line, MAX_POSTINGS } from "./ledger.ts";

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
  const causes = [column(wantedCauses, (ref) => ref.orgId), wantedCauses.map((ref) => ref.cause)] as const;
  const accounts = [
    column(wantedAccounts, (ref) => ref.orgId),
    column(wantedAccounts, (ref) => ref.line.purpose),
    wantedAccounts.map((ref) => ref.line.ownerId),
    column(wantedAccounts, (ref) => ref.line.currency),
  ] as const;
  const holds = [column(wantedHolds, (ref) => ref.orgId), column(wantedHolds, (ref) => ref.holdId)] as const;

  for (;;) {
    const [chainRows, causeRows, accountRows, holdRows] = await Promise.all([
      tx.query(LOCK_CHAINS, [orgIds]),
      tx.query(SELECT_CAUSES, causes),
      tx.query(SELECT_ACCOUNTS, accounts),
      holdRefs.size === 0 ? [] : tx.query(SELECT_HOLDS, holds),
    ]);
    if (chainRows.length === orgIds.length) {
      const known = new Map(accountRows.map((row) => [accountKeyIn(row), accountState(row)]));
      const isUnopened = ({ line }: { line: Line }): boolean =>
        line.purpose === "settlement" && !known.has(line.accountKey);
      const unopened = wantedAccounts.filter(isUnopened).map(({ line }) => line.currency);
      return {
        chains: new Map(chainRows.map((chain) => [chain.orgId, chain])),
        accounts: known,
        openings: await openingsOf(tx, unopened),
        holds: new Map(holdRows.map((row) => [holdKey(row.orgId, row.holdId), holdState(row)])),
        causes: postedContents(causeRows),
      };
    }
    // An organization has no chain yet: it is inserted, and the loop reads the rows again under its lock.
    const locked = new Set(chainRows.map((chain) => chain.orgId));
    await tx.query(INSERT_CHAINS, [orgIds.filter((orgId) => !locked.has(orgId)), `\\x${GENESIS_HASH}`]);
  }
}

const LOCK_CHAINS = statement("ledger.LOCK_CHAINS")`
  SELECT org_id AS "orgId", length, encode(head_hash, 'hex') AS "headHash" /* not null */
  FROM ledger_chains WHERE org_id = ANY($1::uuid[]) ORDER BY org_id FOR UPDATE`;

const INSERT_CHAINS = statement("ledger.INSERT_CHAINS")`
  INSERT INTO ledger_chains (org_id, length, head_hash)
  SELECT org_id, 0, $2::bytea FROM unnest($1::uuid[]) AS org_id ORDER BY org_id
  ON CONFLICT (org_id) DO NOTHING`;

// LATERAL ... LIMIT 1 leaves the planner one order: our few rows first, then an index probe for each. With plain joins,
// a plan made while the tables were small scanned all accounts for every batch.
const SELECT_CAUSES = statement("ledger.SELECT_CAUSES")`
  SELECT ${inCamelCase("t", "org_id, cause")}, ${inCamelCase("a", "purpose, owner_id")},
    ${inCamelCase("p", "currency, amount, held_change, hold_id, account_status, floor")}
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

const ACCOUNT_COLUMNS =
  "org_id, account_id, purpose, owner_id, currency, balance, held, status, floor, overdrawn, created_at";
const SELECT_ACCOUNTS = statement("ledger.SELECT_ACCOUNTS")`
  SELECT ${inCamelCase("a", ACCOUNT_COLUMNS)}
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) AS r(org_id, purpose, owner_id, currency)
  CROSS JOIN LATERAL (
    SELECT ${ACCOUNT_COLUMNS} FROM ledger_accounts
    WHERE org_id = r.org_id AND purpose = r.purpose AND owner_id = r.owner_id AND currency = r.currency LIMIT 1
  ) a`;

const HOLD_COLUMNS = "org_id, hold_id, account_id, currency, amount, captured, released, created_at";
const SELECT_HOLDS = statement("ledger.SELECT_HOLDS")`
  SELECT ${inCamelCase("h", HOLD_COLUMNS)}
  FROM unnest($1::uuid[], $2::uuid[]) AS r(org_id, hold_id)
  CROSS JOIN LATERAL (
    SELECT ${HOLD_COLUMNS} FROM ledger_holds
    WHERE org_id = r.org_id AND hold_id = r.hold_id LIMIT 1
  ) h`;

/** The same fields, with amounts as decimal text. */
type AsText<T> = {
  [Name in keyof T]: T[Name] extends bigint ? string : T[Name] extends bigint | null ? string | null : T[Name];
};
type CauseRow = AsText<LineContent> & { orgId: string; cause: string };
type AccountRow = AsText<AccountState>;

function minorOf(text: string, currency: string): bigint {
  return Money.fromDatabase(text, currency).minor;
}

function floorOf({ floor, currency }: { floor: string | null; currency: string }): bigint | null {
  return floor === null ? null : minorOf(floor, currency);
}

function accountKeyIn({ orgId, purpose, ownerId, currency }: AccountRow): string {
  return accountKeyOf(orgId, purpose, ownerId, currency);
}

function accountState(row: AccountRow): AccountState {
  const { orgId, accountId, purpose, ownerId, currency, createdAt, status, overdrawn } = row;
  const [balance, held, floor] = [minorOf(row.balance, currency), minorOf(row.held, currency), floorOf(row)];
  return { orgId, accountId, purpose, ownerId, currency, createdAt, balance, held, status, floor, overdrawn };
}

function holdState(row: AsText<HoldState>): HoldState {
  const { orgId, holdId, accountId, currency, createdAt } = row;
  const minor = (text: string): bigint => minorOf(text, currency);
  const [amount, captured, released] = [minor(row.amount), minor(row.captured), minor(row.released)];
  return { orgId, holdId, accountId, currency, createdAt, amount, captured, released };
}

function postedContents(rows: readonly CauseRow[]): Map<string, LineContent[]> {
  const contents = new Map<string, LineContent[]>();
  for (const { orgId, cause, ...line } of rows) {
    const key = causeKey(orgId, cause);
    const lines = contents.get(key) ?? [];
    const amount = minorOf(line.amount, line.currency);
    lines.push({ ...line, amount, heldChange: minorOf(line.heldChange, line.currency), floor: floorOf(line) });
    contents.set(key, lines);
  }
  return contents;
}

const DELETE_UNUSED_CHAINS = statement("ledger.DELETE_UNUSED_CHAINS")`
  DELETE FROM ledger_chains WHERE org_id = ANY($1::uuid[]) AND length = 0`;

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
      ...listsOf(transactions, "cause", "description"),
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
  if (empty.length > 0) await tx.query(DELETE_UNUSED_CHAINS, [empty]);
}

let lastInstant = { ms: Number.NaN, text: "" };

/** ISO 8601. The rows of a batch mostly share one instant, and formatting it for each row was a tenth of our time. */
function instantText(instant: Date): string {
  const ms = instant.getTime();
  if (ms !== lastInstant.ms) lastInstant = { ms, text: instant.toISOString() };
  return lastInstant.text;
}

/** An array literal of values that need no quoting: ids, numbers, instants, hex, our words; never free text. */
function column<T>(rows: readonly T[], valueOf: (row: T) => string | number | null): `{${string}}` {
  let literal = "";
  for (let i = 0; i < rows.length; i++) {
    if (i > 0) literal += ",";
    literal += valueOf(rows[i]!) ?? "NULL";
  }
  return `{${literal}}`;
}

const WRITE_BATCH = statement("ledger.WRITE_BATCH")`
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
