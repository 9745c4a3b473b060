import { expect, test } from "vitest";
import { connect, planByKey } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { reportMissing } from "./missing-queries.ts";

const MOVEMENTS = 1_000;

test("payments that no statement shows are found by key, however many exceptions are open", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const writer = connect({ url: database.url, maxConnections: 1, applicationName: "missing", log: silentLog });
  await db.query("INSERT INTO settlement_accounts (account, needs_matching) VALUES ('paystack', false)");
  await db.query(
    `INSERT INTO settlement_totals (account, day, currency, lines, gross, fee, net)
      VALUES ('paystack', '2026-01-05', 'NGN', 0, 0, 0, 0), ('paystack', '2026-01-20', 'NGN', 0, 0, 0, 0)`,
  );
  await db.query(
    `INSERT INTO settlement_movements (org_id, position, index, account, currency, kind, amount, at)
     SELECT $1, n, 0, 'paystack', 'NGN', 'charge', n, '2026-01-06' FROM generate_series(1, $2::int) n`,
    [newId(), MOVEMENTS],
  );
  // The server last looked at the table when there were none, so every index of it looks equally cheap.
  await db.query("ANALYZE settlement_exceptions");
  await db.query(
    `INSERT INTO settlement_exceptions (exception_id, account, currency, kind, amount, movement_id, value_date, status,
     created_at)
     SELECT gen_random_uuid(), 'paystack', 'NGN', 'amount_differs', n, 1000000 + n, '2026-01-06', 'open', now()
       FROM generate_series(1, $1::int) n`,
    [MOVEMENTS],
  );
  const rowsRead = async (): Promise<number> => {
    await writer.query("SELECT pg_stat_force_next_flush()");
    const [row] = await writer.query<{ read: number }>(
      `SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_user_tables
        WHERE relname = 'settlement_exceptions'`,
    );
    return Number(row!.read);
  };

  const before = await rowsRead();
  await writer.transaction(async (tx) => {
    await planByKey(tx); // As the job that matches does.
    await reportMissing(tx, "paystack", new Date("2026-01-20T12:00:00.000Z"));
  });
  expect((await rowsRead()) - before).toBeLessThan(2 * MOVEMENTS);
  const [found] = await db.query<{ missing: number }>(
    "SELECT count(*)::int AS missing FROM settlement_exceptions WHERE kind = 'missing'",
  );
  expect(found!.missing).toBe(MOVEMENTS);
  await writer.close();
});
