import { expect, test } from "vitest";
import { atProvider, move, SETTLEMENT, transaction } from "#src/record/ledger/postings.ts";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { settlementJob } from "./match-account.ts";

const clock = new SteppedClock();

async function book(db: Db, orgId: string): Promise<void> {
  const movement = move(atProvider("fiat"), SETTLEMENT, Money.parse("1.00", "GHS"));
  const posted = {
    ...transaction({ orgId, paymentId: newId() }, "completed", "Test", clock.now(), movement),
    hasHappened: true,
  };
  await db.transaction((tx) => postTransactions(tx, [posted]));
}

test("a ledger that grows all the time is followed as far as it was, and holds up no other", async () => {
  await using database = await createTestDatabase();
  const { db } = database;
  const [busy, ...others] = [newId(), newId(), newId()] as [string, string, string];
  for (const orgId of [busy, ...others]) {
    await db.query(
      `INSERT INTO organizations (org_id, name, country, created_at, updated_at)
        VALUES ($1, 'Settled', 'GH', now(), now())`,
      [orgId],
    );
    await book(db, orgId);
  }
  const growing: Db = {
    ...db,
    async transaction(work) {
      const result = await db.transaction(work);
      await book(db, busy);
      return result;
    },
  };
  expect(await settlementJob({ db: growing, clock, matches: false }).runOnce()).toBe(0);
  const behind = await db.query<{ org_id: string }>(
    `SELECT org_id FROM ledger_chains c LEFT JOIN settlement_cursors s USING (org_id)
      WHERE c.length > coalesce(s.position, 0)`,
  );
  expect(behind).toEqual([{ org_id: busy }]);
});
