import { randomBytes } from "node:crypto";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import { type AccountRef, type LedgerTransaction, type PostingOutcome } from "@corridor/server/record/ledger/ledger.ts";
import { combine } from "@corridor/server/kernel/combine.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { Environment } from "./environment.ts";
import { alternate, type Form, type Sample } from "./rounds.ts";
import { cpuMicrosecondsOf } from "./usage.ts";

/**
 * Transfers between two accounts, through the ledger with all its rules (idempotency, floors, hash chain) and as bare
 * rows: the same columns of the same four tables with the same indexes and checks, every value that differs between
 * rows (hashes too, here random bytes) sent for each row, as many rows a commit, as many commits in flight and as many
 * connections, with nothing read, checked or hashed before. Chains and accounts are updated by key, which is cheaper
 * than the upsert that a first transaction needs. Each form has organizations of its own, since bare rows break a
 * chain. `own` in the CPU time is the process that calls the ledger.
 */

const TRANSFERS = 20_000;
const QUICK_TRANSFERS = 6_000;
const WARM_UP_TRANSFERS = 1_000;
const ORGANIZATIONS = 20;
const ACCOUNTS_EACH = 500;
const CALLERS = 256;
const BATCH = 64;
const IN_FLIGHT = 2;
const CURRENCY = "USD";
const FUNDS = "1000000.00";
const HOT_FUNDS = "1000000000.00";
const HOT_FUNDS_CENTS = 100_000_000_000;
const HASH_BYTES = 32;
const AMOUNT = Money.parse("0.01", CURRENCY);
const PROVIDER: AccountRef = { purpose: "provider", ownerId: "bench" };
const HOT: AccountRef = { purpose: "virtual_account", ownerId: "hot" };

type Transfer = { org: number; from: number; to: number };
/** The numbers of a transfer's organization and accounts. Account 0 is the hot one. */
type Choose = () => Transfer;
type Run = (transfers: number, choose: Choose) => Promise<void>;

const below = (limit: number): number => Math.floor(Math.random() * limit);

const spreadOut: Choose = () => {
  const from = 1 + below(ACCOUNTS_EACH);
  return { org: below(ORGANIZATIONS), from, to: 1 + ((from + below(ACCOUNTS_EACH - 1)) % ACCOUNTS_EACH) };
};
const oneHot: Choose = () => ({ org: 0, from: 0, to: 1 + below(ACCOUNTS_EACH) });

export async function measureLedger(
  environment: Environment,
  options: { rounds: number; quick: boolean },
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const transfers = options.quick ? QUICK_TRANSFERS : TRANSFERS;
  const db = connect({
    url: environment.databaseUrl,
    maxConnections: IN_FLIGHT + 1,
    applicationName: "bench-ledger",
    log: environment.log,
    purpose: "writer",
  });
  try {
    const corridor = await openLedger(db);
    const bare = await openBareTables(db);
    await db.query("ANALYZE ledger_chains, ledger_accounts, ledger_transactions, ledger_postings");
    const form = (name: string, run: Run, choose: Choose): Form => ({
      name,
      run: () => measureRun(environment, run, transfers, choose),
    });
    for (const run of [corridor, bare]) await run(WARM_UP_TRANSFERS, spreadOut);
    return await alternate(
      [
        form("corridor, spread", corridor, spreadOut),
        form("bare SQL, spread", bare, spreadOut),
        form("corridor, one hot account", corridor, oneHot),
        form("bare SQL, one hot account", bare, oneHot),
      ],
      options.rounds,
    );
  } finally {
    await db.close();
  }
}

async function measureRun(environment: Environment, run: Run, transfers: number, choose: Choose): Promise<Sample> {
  const before = { own: process.cpuUsage(), postgres: cpuMicrosecondsOf(environment.database.pid) };
  const beganMs = performance.now();
  await run(transfers, choose);
  const seconds = (performance.now() - beganMs) / 1_000;
  const own = process.cpuUsage(before.own);
  return {
    perSecond: transfers / seconds,
    cpuMicroseconds: {
      own: (own.user + own.system) / transfers,
      postgres: (cpuMicrosecondsOf(environment.database.pid) - before.postgres) / transfers,
    },
  };
}

async function openLedger(db: Db): Promise<Run> {
  const orgIds = Array.from({ length: ORGANIZATIONS }, newId);
  const accounts = orgIds.map(() => [
    HOT,
    ...Array.from({ length: ACCOUNTS_EACH }, (): AccountRef => ({ purpose: "virtual_account", ownerId: newId() })),
  ]);
  const transactionOf = (orgId: string, from: AccountRef, to: AccountRef, amount: Money): LedgerTransaction => ({
    orgId,
    cause: `${newId()}:transfer`,
    description: "Transfer of the bench",
    at: new Date(),
    postings: [
      { account: from, amount: amount.negate() },
      { account: to, amount },
    ],
  });
  const post = (batch: readonly LedgerTransaction[]): Promise<PostingOutcome[]> =>
    db.transaction((tx) => postTransactions(tx, batch));

  for (const [org, orgId] of orgIds.entries()) {
    await post(
      accounts[org]!.map((account) =>
        transactionOf(orgId, PROVIDER, account, Money.parse(account === HOT ? HOT_FUNDS : FUNDS, CURRENCY)),
      ),
    );
  }
  const postOne = combine<LedgerTransaction, PostingOutcome>({
    run: post,
    maxBatch: BATCH,
    maxInFlight: IN_FLIGHT,
    maxQueued: CALLERS,
  });

  return async (transfers, choose) => {
    let left = transfers;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (left > 0) {
          left -= 1;
          const { org, from, to } = choose();
          const outcome = await postOne(
            transactionOf(orgIds[org]!, accounts[org]![from]!, accounts[org]![to]!, AMOUNT),
          );
          // A refusal is cheaper than a posting, and no transfer here may be refused.
          if (outcome !== "posted") throw new Error(`a transfer of the bench was not posted: ${outcome}`);
        }
      }),
    );
  };
}

type BareOrganization = { orgId: string; accountIds: string[]; ownerIds: string[]; cents: number[]; length: number };

async function openBareTables(db: Db): Promise<Run> {
  const organizations = Array.from({ length: ORGANIZATIONS }, (): BareOrganization => {
    const accountIds = Array.from({ length: ACCOUNTS_EACH + 1 }, newId);
    return {
      orgId: newId(),
      accountIds,
      ownerIds: accountIds.map((id, index) => (index === 0 ? "hot" : id)),
      cents: accountIds.map(() => HOT_FUNDS_CENTS),
      length: 0,
    };
  });
  for (const { orgId, accountIds, ownerIds } of organizations) {
    await db.query(INSERT_BARE_CHAIN, [orgId, randomBytes(HASH_BYTES)]);
    await db.query(INSERT_BARE_ACCOUNTS, [
      orgId,
      literal(accountIds),
      literal(ownerIds),
      HOT_FUNDS,
      CURRENCY,
      new Date(),
    ]);
  }
  return async (transfers, choose) => {
    let left = transfers;
    await Promise.all(
      Array.from({ length: IN_FLIGHT }, async () => {
        while (left > 0) {
          const count = Math.min(left, BATCH);
          left -= count;
          await writeBare(db, organizations, Array.from({ length: count }, choose));
        }
      }),
    );
  };
}

/**
 * The chain rows come first and in order, so that two batches cannot wait for each other. What is added is added by the
 * server: nothing is read.
 */
async function writeBare(
  db: Db,
  organizations: readonly BareOrganization[],
  transfers: readonly Transfer[],
): Promise<void> {
  const at = new Date().toISOString();
  const amount = AMOUNT.toDatabase();
  const chains = new Map<string, number>();
  const changes = new Map<string, { orgId: string; cents: number }>();
  const transactions: { orgId: string; position: number; cause: string }[] = [];
  const postings: {
    orgId: string;
    position: number;
    index: number;
    accountId: string;
    amount: string;
    balanceAfter: string;
  }[] = [];
  for (const { org: number, from, to } of transfers) {
    const org = organizations[number]!;
    const { orgId } = org;
    const position = (org.length += 1);
    chains.set(orgId, (chains.get(orgId) ?? 0) + 1);
    transactions.push({ orgId, position, cause: `${newId()}:transfer` });
    const post = (index: number, account: number, cents: number, text: string): void => {
      const accountId = org.accountIds[account]!;
      const known = changes.get(accountId);
      if (known === undefined) changes.set(accountId, { orgId, cents });
      else known.cents += cents;
      const balance = (org.cents[account]! += cents);
      postings.push({ orgId, position, index, accountId, amount: text, balanceAfter: (balance / 100).toFixed(2) });
    };
    post(0, from, -1, `-${amount}`);
    post(1, to, 1, amount);
  }
  const chainRows = [...chains].sort(([one], [other]) => (one < other ? -1 : 1));
  const accountRows = [...changes];
  await db.transaction((tx) =>
    Promise.all([
      tx.query(WRITE_BARE_CHAINS, [
        literal(chainRows.map(([orgId]) => orgId)),
        literal(chainRows.map(([, count]) => count)),
        randomBytes(chainRows.length * HASH_BYTES),
      ]),
      tx.query(WRITE_BARE_TRANSACTIONS, [
        literal(transactions.map((row) => row.orgId)),
        literal(transactions.map((row) => row.position)),
        literal(transactions.map((row) => row.cause)),
        literal(transactions.map(() => '"Transfer of the bench"')),
        literal(transactions.map(() => at)),
        randomBytes(transactions.length * HASH_BYTES * 2),
      ]),
      tx.query(WRITE_BARE_POSTINGS, [
        literal(postings.map((row) => row.orgId)),
        literal(postings.map((row) => row.position)),
        literal(postings.map((row) => row.index)),
        literal(postings.map((row) => row.accountId)),
        literal(postings.map((row) => row.amount)),
        literal(postings.map((row) => row.balanceAfter)),
        literal(postings.map(() => CURRENCY)),
      ]),
      tx.query(WRITE_BARE_ACCOUNTS, [
        literal(accountRows.map(([, { orgId }]) => orgId)),
        literal(accountRows.map(([accountId]) => accountId)),
        literal(accountRows.map(([, { cents }]) => (cents / 100).toFixed(2))),
        at,
      ]),
    ]),
  );
}

function literal(values: readonly (string | number)[]): string {
  return `{${values.join(",")}}`;
}

const INSERT_BARE_CHAIN = "INSERT INTO ledger_chains (org_id, length, head_hash) VALUES ($1, 0, $2)";

const INSERT_BARE_ACCOUNTS = `
  INSERT INTO ledger_accounts (org_id, account_id, purpose, owner_id, currency, balance, floor, created_at, updated_at)
  SELECT $1::uuid, account_id, 'virtual_account', owner_id, $5::text, $4::numeric, 0, $6::timestamptz, $6::timestamptz
  FROM unnest($2::uuid[], $3::text[]) AS r(account_id, owner_id)`;

const WRITE_BARE_CHAINS = `
  UPDATE ledger_chains c SET length = c.length + r.length,
    head_hash = substring($3::bytea FROM (r.place::integer - 1) * 32 + 1 FOR 32)
  FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS r(org_id, length, place) WHERE c.org_id = r.org_id`;

const WRITE_BARE_TRANSACTIONS = `
  INSERT INTO ledger_transactions (org_id, position, cause, description, at, previous_hash, hash)
  SELECT org_id, position, cause, description, at,
    substring($6::bytea FROM (place::integer - 1) * 64 + 1 FOR 32),
      substring($6::bytea FROM (place::integer - 1) * 64 + 33 FOR 32)
  FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[]) WITH ORDINALITY AS r(org_id,
    position, cause, description, at, place)`;

const WRITE_BARE_POSTINGS = `
  INSERT INTO ledger_postings (org_id, position, index, account_id, currency, amount, held_change, balance_after,
    held_after)
  SELECT org_id, position, index, account_id, currency, amount, 0, balance_after, 0
  FROM unnest($1::uuid[], $2::bigint[], $3::smallint[], $4::uuid[], $5::numeric[], $6::numeric[], $7::text[])
    AS r(org_id, position, index, account_id, amount, balance_after, currency)`;

const WRITE_BARE_ACCOUNTS = `
  UPDATE ledger_accounts a SET balance = a.balance + r.change, held = 0, updated_at = $4::timestamptz
  FROM unnest($1::uuid[], $2::uuid[], $3::numeric[]) AS r(org_id, account_id, change)
    WHERE a.org_id = r.org_id AND a.account_id = r.account_id`;
