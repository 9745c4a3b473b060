import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { movedToCell, newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { TEST_CELL } from "@corridor/test/harness/test-cell.ts";
import { isFinal, mayMove, PAYMENT_STATUSES, type PaymentStatus } from "./payment-status.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const quotedWords = (text: string): string[] => [...text.matchAll(/'([a-z_]+)'/g)].map((match) => match[1]!);

describe("the database agrees with the table of statuses:", () => {
  test("it stores exactly these statuses", async () => {
    const [domain] = await database.db.query<{ rule: string }>(
      `SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE contypid = 'payment_status'::regtype`,
    );
    expect(quotedWords(domain!.rule).toSorted()).toEqual(PAYMENT_STATUSES.toSorted());
  });

  test("it lets a payment move exactly as the table does", async () => {
    const { db } = database;
    const moves = PAYMENT_STATUSES.flatMap((before) => PAYMENT_STATUSES.map((after) => [before, after] as const));
    const rows = await db.query<{ payment_id: string; status: PaymentStatus; wanted: PaymentStatus }>(
      `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, country,
         amount, currency, target_amount,
         target_currency, fee_ids, total_fees, details, progress, created_at, updated_at, event_sequence, status,
           client_reference)
       SELECT gen_random_uuid(), id, gen_random_uuid(), gen_random_uuid(), 'payment', 'inbound', 'card',
         'GH', 1, 'GHS', 1,
         'GHS', '{}', 0, '{}', '{}', now(), now(), 1, before, after
       FROM unnest($1::uuid[], $2::text[], $3::text[]) AS move (id, before, after)
       RETURNING payment_id, status, client_reference AS wanted`,
      [
        moves.map(() => movedToCell(newId(), TEST_CELL)),
        moves.map(([before]) => before),
        moves.map(([, after]) => after),
      ],
    );
    expect(rows).toHaveLength(PAYMENT_STATUSES.length ** 2);
    for (const { payment_id, status, wanted } of rows) {
      const isAllowed = await db
        .query(`UPDATE payments SET status = $2 WHERE payment_id = $1`, [payment_id, wanted])
        .then(
          () => true,
          (error: { code?: string }) => (error.code === "23514" ? false : Promise.reject(error)),
        );
      expect([status, wanted, isAllowed]).toEqual([status, wanted, status === wanted || mayMove(status, wanted)]);
    }
  });
});

/** A module below this one cannot import the table, and writes the statuses into its SQL. */
test("every list of statuses in SQL is the finished or the unfinished ones, or those that ended without success", () => {
  const root = join(import.meta.dirname, "../..");
  const isStatus = (word: string): boolean => (PAYMENT_STATUSES as readonly string[]).includes(word);
  const lists = globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/status (?:NOT )?IN \(([^)]*)\)/g)].map((match) =>
      quotedWords(match[1]!).toSorted(),
    ),
  );
  const ofPayments = lists.filter((words) => words.length > 2 && words.every(isStatus));
  const finished = PAYMENT_STATUSES.filter(isFinal);
  const known = [
    finished,
    PAYMENT_STATUSES.filter((status) => !isFinal(status)),
    finished.filter((status) => status !== "completed" && status !== "refunded"),
  ];
  for (const words of ofPayments) expect(known.map((list) => list.toSorted())).toContainEqual(words);
});
