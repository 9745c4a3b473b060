import { expect, test } from "vitest";
import type { LedgerTransaction } from "#src/record/ledger/ledger.ts";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { connect } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { readDailyBalances } from "./read-daily-balances.ts";

const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;
const START = Date.parse("2024-01-01T00:00:00.000Z");
const SETTLEMENT = { purpose: "settlement" } as const;

test("every day has what was available, pending, reserved and lent at its end", async () => {
  await using database = await createTestDatabase();
  const orgId = newId();
  const usd = (text: string): Money => Money.parse(text, "USD");
  const holdId = newId();
  const onDay = (day: number, change: Partial<LedgerTransaction>): LedgerTransaction => ({
    orgId,
    cause: `${newId()}:test`,
    description: "test",
    at: new Date(START + day * DAY_MS + NOON_MS),
    postings: [],
    ...change,
  });
  const from = { purpose: "provider", ownerId: "fiat" } as const;
  const outcomes = await database.db.transaction((tx) =>
    postTransactions(tx, [
      onDay(0, {
        postings: [
          { account: from, amount: usd("-100.00") },
          { account: SETTLEMENT, amount: usd("70.00") },
          { account: { purpose: "pending_settlement" }, amount: usd("30.00") },
        ],
      }),
      onDay(1, { floorChange: { account: SETTLEMENT, floor: usd("-500.00") } }),
      onDay(2, { reserves: [{ holdId, account: SETTLEMENT, amount: usd("20.00") }] }),
      onDay(3, { floorChange: { account: SETTLEMENT, floor: usd("-50.00") } }),
      onDay(3, { releases: [{ holdId, account: SETTLEMENT, amount: usd("20.00") }] }),
      onDay(4, {
        postings: [
          { account: SETTLEMENT, amount: usd("-110.00") },
          { account: { purpose: "in_transit" }, amount: usd("110.00") },
        ],
      }),
      onDay(5, { floorChange: { account: SETTLEMENT, floor: usd("0.00") } }),
    ]),
  );
  expect(outcomes).toEqual(Array.from({ length: 7 }, () => "posted"));

  const days = await readDailyBalances(database.db, orgId, "USD", 7, new Date(START + 5 * DAY_MS + NOON_MS));
  expect(
    days.map(({ date, available, pending, reserved, credit_line }) => [
      date,
      ...[available, pending, reserved, credit_line].map((money) => money.toDatabase()),
    ]),
  ).toEqual([
    ["2023-12-31", "0.00", "0.00", "0.00", "0.00"],
    ["2024-01-01", "70.00", "30.00", "0.00", "0.00"],
    ["2024-01-02", "70.00", "30.00", "0.00", "500.00"],
    ["2024-01-03", "50.00", "30.00", "20.00", "500.00"],
    ["2024-01-04", "70.00", "30.00", "0.00", "50.00"],
    ["2024-01-05", "-40.00", "30.00", "110.00", "50.00"],
    ["2024-01-06", "-40.00", "30.00", "110.00", "0.00"],
  ]);
});

test("the days of a quarter read a few rows each, however long the books are", async () => {
  await using database = await createTestDatabase();
  const reader = connect({ url: database.url, maxConnections: 1, applicationName: "reader", log: silentLog });
  const orgId = newId();
  const days = 1_000;
  const payins = Array.from({ length: 4 * days }, (_, n) => ({
    orgId,
    cause: `${newId()}:payin`,
    description: "payin",
    at: new Date(START + (n * DAY_MS) / 4),
    postings: [
      { account: { purpose: "provider", ownerId: "fiat" } as const, amount: Money.parse("-1.00", "USD") },
      { account: SETTLEMENT, amount: Money.parse("1.00", "USD") },
    ],
  }));
  await database.db.transaction((tx) => postTransactions(tx, payins));
  await database.db.query("ANALYZE ledger_transactions, ledger_postings, ledger_accounts, ledger_chains");
  const rowsRead = async (): Promise<number> => {
    await reader.query("SELECT pg_stat_force_next_flush()");
    const [row] = await reader.query<{ read: number }>(
      "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) AS read FROM pg_stat_user_tables WHERE relname LIKE " +
        "'ledger\\_%'",
    );
    return Number(row!.read);
  };

  const before = await rowsRead();
  const found = await readDailyBalances(reader, orgId, "USD", 92, new Date(START + (days - 1) * DAY_MS + NOON_MS));
  expect(found.map(({ available }) => Number(available.toDatabase())).slice(-3)).toEqual([
    4 * days - 8,
    4 * days - 4,
    4 * days,
  ]);
  expect((await rowsRead()) - before).toBeLessThan(92 * 20);
  await reader.close();
});
