import { expect, test } from "vitest";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { connect } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { listHistory } from "./queries.ts";

const DAY_MS = 86_400_000;
const DAYS = 1_000;
const ENTRIES_A_DAY = 4;
const START = Date.parse("2024-01-01T00:00:00.000Z");

test("a page of the history of one day reads that day, however long the books are", async () => {
  await using database = await createTestDatabase();
  const reader = connect({ url: database.url, maxConnections: 1, applicationName: "reader", log: silentLog });
  const orgId = newId();
  const entries = Array.from({ length: DAYS * ENTRIES_A_DAY }, (_, n) => ({
    orgId,
    cause: `${newId()}:payin`,
    description: "payin",
    // Adjacent times are out of order by a minute, as the clocks of two processes may write them.
    at: new Date(START + (n * DAY_MS) / ENTRIES_A_DAY + (n % 2) * 60_000),
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" } as const, amount: Money.parse("-1.00", "USD") },
      { account: { purpose: "settlement" } as const, amount: Money.parse("1.00", "USD") },
    ],
  }));
  await database.db.transaction((tx) => postTransactions(tx, entries));
  await database.db.query("ANALYZE ledger_transactions, ledger_postings, ledger_accounts, ledger_chains");
  const rowsRead = async (): Promise<number> => {
    await reader.query("SELECT pg_stat_force_next_flush()");
    const [row] = await reader.query<{ read: number }>(
      "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables WHERE relname LIKE " +
        "'ledger\\_%'",
    );
    return Number(row!.read);
  };
  const day = new Date(START + 20 * DAY_MS);

  const before = await rowsRead();
  const found = await listHistory(reader, orgId, {
    currency: "USD",
    from: day,
    to: new Date(day.getTime() + DAY_MS),
    before: null,
    limit: 10,
  });
  expect(found.map(({ position }) => position)).toEqual([84, 83, 82, 81]);
  expect((await rowsRead()) - before).toBeLessThan(200);
  await reader.close();
});
