import { expect, test } from "vitest";
import { proveClock } from "#test/clock/clock-proof.ts";
import { createTestDatabase } from "#test/harness/database.ts";

const PAYMENTS = 50;

test(
  "whatever is done to the clocks of API, workers and database, while providers take requests up late, nobody is paid twice and every payment ends",
  { timeout: 300_000 },
  async () => {
    await using database = await createTestDatabase();
    const proof = await proveClock({ databaseUrl: database.url, payments: PAYMENTS, seed: 20_260_105 });
    expect(proof).toMatchObject({ turnedAway: 0, paidTwice: [], untrue: [], unfinished: 0, items: 0 });
    expect((proof.statuses["completed"] ?? 0) + (proof.statuses["failed"] ?? 0)).toBe(PAYMENTS);
    // The test proves something only if all of these faults occurred.
    expect(proof.givenUp).toBeGreaterThan(0);
    expect(Object.keys(proof.steps).toSorted()).toEqual([
      "a machine stood still",
      "a machine's clock was set",
      "a worker was replaced",
      "the database's clock was set",
    ]);
  },
);
