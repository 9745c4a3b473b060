import { expect, test } from "vitest";
import { createTestDatabase, silentLog } from "#test/harness/database.ts";
import type { Queryable } from "./client.ts";
import { followDatabaseClock } from "./database-clock.ts";

const TOLERANCE_MS = 1_000;
const HOUR_MS = 3_600_000;

test("processes whose machines disagree by hours agree on the time, and go on agreeing when one drifts", async () => {
  await using database = await createTestDatabase();
  let drift = -3 * HOUR_MS;
  const ahead = await followDatabaseClock({ db: database.db, log: silentLog, localNow: () => Date.now() + 2 * HOUR_MS });
  const behind = await followDatabaseClock({ db: database.db, log: silentLog, localNow: () => Date.now() + drift });
  const apart = () => Math.abs(ahead.now().getTime() - behind.now().getTime());
  expect(apart()).toBeLessThan(TOLERANCE_MS);
  expect(Math.abs(ahead.now().getTime() - Date.now())).toBeLessThan(TOLERANCE_MS);
  drift += 5_000;
  expect(apart()).toBeGreaterThan(TOLERANCE_MS);
  await behind.correct();
  expect(apart()).toBeLessThan(TOLERANCE_MS);
  ahead.stop();
  behind.stop();
});

test("a measurement that took too long, or failed, leaves the last correction", async () => {
  let local = 1_000_000;
  let answer: () => Promise<unknown[]> = async () => [{ ms: "1060000" }];
  const clock = await followDatabaseClock({ db: { query: () => answer() } as Queryable, log: silentLog, localNow: () => local });
  expect(clock.now().getTime()).toBe(1_060_000);
  answer = async () => ((local += 5_000), [{ ms: "0" }]);
  await clock.correct();
  answer = () => Promise.reject(new Error("no connection"));
  await clock.correct();
  expect(clock.now().getTime() - local).toBe(60_000);
  clock.stop();
});

test("of several measurements the quickest is believed: opening the connection does not set the clock ahead", async () => {
  let local = 1_000_000;
  const trips = [400, 30, 2, 90];
  const query = async (): Promise<unknown[]> => {
    local += trips.shift()!;
    return [{ ms: String(local + 60_000) }]; // The time was read at the end of the trip.
  };
  const clock = await followDatabaseClock({ db: { query } as unknown as Queryable, log: silentLog, localNow: () => local });
  expect(clock.now().getTime() - local).toBe(60_001);
  expect(trips).toEqual([90]);
  clock.stop();
});
