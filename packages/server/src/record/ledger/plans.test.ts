import { expect, test } from "vitest";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { connect } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { LedgerTransaction } from "./ledger.ts";
import { postTransactions } from "./post-transactions.ts";

/** After this many executions PostgreSQL keeps one plan for a prepared statement. */
const EXECUTIONS_UNTIL_PLAN_IS_KEPT = 6;
const ACCOUNTS = 4_000;

test("a plan that was kept while the ledger was almost empty still goes by key when it has grown", async () => {
  await using database = await createTestDatabase();
  const writer = connect({
    url: database.url,
    maxConnections: 1,
    applicationName: "writer",
    log: silentLog,
    purpose: "writer",
  });
  const orgId = newId();
  const deposit = (ownerId = newId()): LedgerTransaction => ({
    orgId,
    cause: `${newId()}:deposit`,
    description: "deposit",
    at: new Date(),
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" }, amount: Money.parse("-1.00", "USD") },
      { account: { purpose: "virtual_account", ownerId }, amount: Money.parse("1.00", "USD") },
    ],
  });
  const known = newId();
  // A new account is read first, and a known one is written from memory. Each path has its own statements.
  const post = async (count: number): Promise<void> => {
    await writer.transaction((tx) =>
      postTransactions(
        tx,
        Array.from({ length: count }, () => deposit()),
      ),
    );
    await writer.transaction((tx) => postTransactions(tx, [deposit(known)]));
  };
  const rowsRead = async (): Promise<number> => {
    await writer.query("SELECT pg_stat_force_next_flush()");
    const [row] = await writer.query<{ read: number }>(
      "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables WHERE relname LIKE " +
        "'ledger\\_%'",
    );
    return Number(row!.read);
  };

  for (let n = 0; n < EXECUTIONS_UNTIL_PLAN_IS_KEPT; n++) await post(1);
  await database.db.query("ANALYZE ledger_accounts, ledger_transactions, ledger_postings, ledger_chains");
  for (let n = 0; n < EXECUTIONS_UNTIL_PLAN_IS_KEPT; n++) await post(1);
  await post(ACCOUNTS);

  const before = await rowsRead();
  for (let n = 0; n < 10; n++) await post(1);
  // A handful of rows per transaction. A scan of the accounts, or of an index over them, would read thousands for each.
  expect((await rowsRead()) - before).toBeLessThan(300);
  await writer.close();
});
