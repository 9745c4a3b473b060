import type { Tx } from "#src/kernel/db/client.ts";
import { statement, type ValuesGiven } from "#src/kernel/db/statement.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { type AppliedBatch, decimalText } from "./apply-transactions.ts";

/**
 * Writes a batch that was applied to remembered state: everything if the chains still have the heads it was applied to
 * and none of its causes was posted, otherwise nothing (false). It must be sent after `lockChains`, and may be
 * pipelined with it: the statement starts when we hold the lock, so its snapshot shows every earlier holder's commits.
 * Repeated ids travel once: parsing an id costs the server more than an array lookup. Only existing accounts without
 * holds and without changes of status or floor are written this way.
 */
export async function writeIfUnmoved(
  tx: Tx,
  headsBefore: ReadonlyMap<string, string>,
  batch: AppliedBatch,
): Promise<boolean> {
  const [written] = await tx.query(WRITE_IF_UNMOVED, valuesOf(batch, headsBefore));
  if (written!.unmoved && written!.accounts !== batch.changedAccounts.size) {
    throw new Error(`${batch.changedAccounts.size - written!.accounts} accounts of the ledger are missing`);
  }
  return written!.unmoved;
}

const TAKE_CHAINS = statement("ledger.TAKE_CHAINS")`
  SELECT 1 FROM ledger_chains WHERE org_id = ANY($1::uuid[]) ORDER BY org_id FOR UPDATE`;

/** The ledger's only lock, taken in the same order everywhere. */
export async function lockChains(tx: Tx, orgIds: readonly string[]): Promise<void> {
  await tx.query(TAKE_CHAINS, [orgIds]);
}

/** Indexes begin at one, like those of the server's arrays. */
class Places {
  readonly #places = new Map<string, number>();
  literal = "";

  of(value: string): number {
    const known = this.#places.get(value);
    if (known !== undefined) return known;
    this.literal += this.literal === "" ? value : `,${value}`;
    this.#places.set(value, this.#places.size + 1);
    return this.#places.size;
  }
}

type Values = ValuesGiven<typeof WRITE_IF_UNMOVED>;

function valuesOf(batch: AppliedBatch, headsBefore: ReadonlyMap<string, string>): Values {
  const orgs = new Places();
  const instants = new Places();
  let lengths = "";
  let heads = "";
  for (const { orgId, length, headHash } of batch.changedChains) {
    lengths += lengths === "" ? length : `,${length}`;
    heads += headsBefore.get(orgId)! + headHash;
    orgs.of(orgId);
  }

  let transactionOrgs = "";
  let positions = "";
  let causes = "";
  let descriptions = "";
  let times = "";
  let facts = "";
  let hashes = "";
  for (const row of batch.transactions) {
    const comma = transactionOrgs === "" ? "" : ",";
    transactionOrgs += comma + orgs.of(row.org_id);
    positions += comma + row.position;
    causes += comma + quoted(row.cause);
    descriptions += comma + quoted(row.description);
    times += comma + instants.of(isoOf(row.at));
    facts += comma + row.has_happened;
    hashes += row.previous_hash + row.hash;
  }

  const accountIds = new Places();
  let accountOrgs = "";
  let balances = "";
  let held = "";
  let overdrawn = "";
  let updatedAt = "";
  for (const [account, at] of batch.changedAccounts) {
    const comma = accountOrgs === "" ? "" : ",";
    accountIds.of(account.accountId);
    accountOrgs += comma + orgs.of(account.orgId);
    balances += comma + decimalText(account.balance, account.currency);
    held += comma + decimalText(account.held, account.currency);
    overdrawn += comma + account.overdrawn;
    updatedAt += comma + instants.of(isoOf(at));
  }

  let postingTransactions = "";
  let indexes = "";
  let postingAccounts = "";
  let currencies = "";
  let amounts = "";
  let balancesAfter = "";
  let heldAfter = "";
  let transaction = 0;
  for (const row of batch.postings) {
    const comma = postingTransactions === "" ? "" : ",";
    // Postings are in the order of their transactions, and each transaction starts at index 0.
    if (row.index === 0) transaction += 1;
    postingTransactions += comma + transaction;
    indexes += comma + row.index;
    postingAccounts += comma + accountIds.of(row.account_id);
    currencies += comma + row.currency;
    amounts += comma + row.amount;
    balancesAfter += comma + row.balance_after;
    heldAfter += comma + row.held_after;
  }

  const arrays = [
    [orgs.literal, lengths, instants.literal],
    [transactionOrgs, positions, causes, descriptions, times, facts],
    [accountIds.literal, accountOrgs, balances, held, overdrawn, updatedAt],
    [postingTransactions, indexes, postingAccounts, currencies, amounts, balancesAfter, heldAfter],
  ];
  const literals: unknown[] = arrays.flat().map((elements) => `{${elements}}`);
  return [...literals, Buffer.from(heads, "hex"), Buffer.from(hashes, "hex")] as unknown as Values;
}

const NEEDS_ESCAPE = /["\\]/;

function quoted(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replaceAll(/["\\]/g, "\\$&")}"` : `"${text}"`;
}

// The parameters are cast at every use: array access takes constant time only in arrays that are not part of a row.
const ORGS = "$1::uuid[]";
const INSTANTS = "$3::timestamptz[]";
const TRANSACTION_ORGS = "$4::integer[]";
const POSITIONS = "$5::bigint[]";
const ACCOUNT_IDS = "$10::uuid[]";
/** Pairs of hashes of 32 bytes each, one pair after another. */
const firstOfPair = (parameter: string): string =>
  `substring(${parameter}::bytea FROM (place::integer - 1) * 64 + 1 FOR 32)`;
const secondOfPair = (parameter: string): string =>
  `substring(${parameter}::bytea FROM (place::integer - 1) * 64 + 33 FOR 32)`;

// Rows are found by key through LATERAL ... LIMIT 1 and updated by INSERT ... ON CONFLICT, which leave the planner no
// choice (see queries.ts). UPDATE ... FROM was no faster here. Every given row exists.
const WRITE_IF_UNMOVED = statement("ledger.WRITE_IF_UNMOVED")`
  WITH chains AS MATERIALIZED (
    SELECT r.org_id, r.length, ${secondOfPair("$23")} AS head_hash
    FROM unnest(${ORGS}, $2::bigint[]) WITH ORDINALITY AS r(org_id, length, place)
    CROSS JOIN LATERAL (SELECT 1 FROM ledger_chains WHERE org_id = r.org_id AND head_hash = ${firstOfPair("$23")}
      LIMIT 1) c
  ), known AS (
    SELECT 1 FROM unnest(${TRANSACTION_ORGS}, $6::text[]) AS r(org, cause)
    CROSS JOIN LATERAL (SELECT 1 FROM ledger_transactions WHERE org_id = (${ORGS})[r.org] AND cause = r.cause LIMIT 1) t
    LIMIT 1
  ), state AS MATERIALIZED (
    SELECT (SELECT count(*) FROM chains) = cardinality(${ORGS}) AND NOT EXISTS (SELECT
    FROM known) AS unmoved
  ), written_chains AS (
    INSERT INTO ledger_chains (org_id, length, head_hash) SELECT org_id, length, head_hash FROM chains
      WHERE (SELECT unmoved FROM state)
    ON CONFLICT (org_id) DO UPDATE SET length = excluded.length, head_hash = excluded.head_hash
  ), written_transactions AS (
    INSERT INTO ledger_transactions (org_id, position, cause, description, at, has_happened, previous_hash, hash)
    SELECT (${ORGS})[r.org], r.position, r.cause, r.description, (${INSTANTS})[r.at], r.has_happened,
      ${firstOfPair("$24")}, ${secondOfPair("$24")}
    FROM unnest(${TRANSACTION_ORGS}, ${POSITIONS}, $6::text[], $7::text[], $8::integer[], $9::boolean[])
      WITH ORDINALITY AS r(org, position, cause, description, at, has_happened, place)
    WHERE (SELECT unmoved FROM state)
  ), written_accounts AS (
    INSERT INTO ledger_accounts (org_id, account_id, purpose, owner_id, currency, floor, created_at, balance, held,
      overdrawn, updated_at)
    SELECT found.*, r.balance, r.held, r.overdrawn, (${INSTANTS})[r.updated_at]
    FROM unnest(${ACCOUNT_IDS}, $11::integer[], $12::numeric[], $13::numeric[], $14::boolean[], $15::integer[])
      AS r(account_id, org, balance, held, overdrawn, updated_at)
    CROSS JOIN LATERAL (
      SELECT org_id, account_id, purpose, owner_id, currency, floor, created_at FROM ledger_accounts
      WHERE org_id = (${ORGS})[r.org] AND account_id = r.account_id LIMIT 1
    ) found
    WHERE (SELECT unmoved FROM state)
    ON CONFLICT (org_id, account_id) DO UPDATE
    SET balance = excluded.balance, held = excluded.held, overdrawn = excluded.overdrawn,
      updated_at = excluded.updated_at
    RETURNING 1
  ), written_postings AS (
    INSERT INTO ledger_postings (org_id, position, index, account_id, currency, amount, held_change, balance_after,
      held_after)
    SELECT (${ORGS})[(${TRANSACTION_ORGS})[r.transaction]], (${POSITIONS})[r.transaction], r.index,
      (${ACCOUNT_IDS})[r.account], r.currency, r.amount, 0, r.balance_after, r.held_after
    FROM unnest($16::integer[], $17::smallint[], $18::integer[], $19::text[], $20::numeric[], $21::numeric[],
      $22::numeric[])
      AS r(transaction, index, account, currency, amount, balance_after, held_after)
    WHERE (SELECT unmoved FROM state)
  )
  SELECT unmoved /* not null */, (SELECT count(*) FROM written_accounts) AS accounts /* not null */ FROM state`;
