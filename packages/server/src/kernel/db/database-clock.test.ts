import fc from "fast-check";
import { expect, test } from "vitest";
import { createTestDatabase, silentLog } from "@corridor/test/harness/database.ts";
import { takeOverDatabaseTime } from "@corridor/test/harness/database-time.ts";
import type { Queryable } from "./client.ts";
import { followDatabaseClock, type MachineTime } from "./database-clock.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGIN_MS = Date.parse("2026-01-05T09:00:00.000Z");

/** A machine and a database whose clocks the test sets; a round trip takes no time. */
async function world() {
  const machine = { monotonic: 5_000, wall: BEGIN_MS };
  const database = { ms: BEGIN_MS };
  const time: MachineTime = { monotonicMs: () => machine.monotonic, wallMs: () => machine.wall };
  const db = { query: async () => [{ ms: String(database.ms) }] } as unknown as Queryable;
  const clock = await followDatabaseClock({ db, log: silentLog, machine: time });
  const pass = (ms: number): void => {
    machine.monotonic += ms;
    machine.wall += ms;
    database.ms += ms;
  };
  return { machine, database, clock, pass, elapsed: () => clock.now().getTime() - BEGIN_MS };
}

test("it begins with the database's time, however wrong this machine's clock is", async () => {
  await using database = await createTestDatabase();
  const time = await takeOverDatabaseTime(database.url);
  await time.set(new Date(BEGIN_MS));
  const clock = await followDatabaseClock({
    db: database.db,
    log: silentLog,
    machine: { monotonicMs: () => 1, wallMs: () => BEGIN_MS + 2 * HOUR_MS },
  });
  expect(clock.now().getTime()).toBe(BEGIN_MS);
  clock.stop();
  await time.close();
});

test("a step of this machine's clock, forward or back, moves nothing, measured or not", async () => {
  for (const stepMs of [1_000, 600_000, DAY_MS, -1_000, -600_000, -DAY_MS]) {
    const { machine, clock, pass, elapsed } = await world();
    pass(100);
    machine.wall += stepMs;
    expect(elapsed()).toBe(100);
    pass(5_000);
    await clock.correct();
    pass(1_000);
    expect(elapsed()).toBe(6_100);
    clock.stop();
  }
});

test("a step of the database's clock is followed slowly: ten seconds never take less than nine, nor more than eleven", async () => {
  for (const stepMs of [1_500, 600_000, DAY_MS, -1_500, -600_000, -DAY_MS]) {
    const { database, clock, pass, elapsed } = await world();
    database.ms += stepMs;
    await clock.correct();
    expect(elapsed()).toBe(0);
    for (let round = 1; round <= 20; round++) {
      const before = elapsed();
      pass(10_000);
      await clock.correct();
      expect(Math.abs(elapsed() - before - 10_000)).toBeLessThanOrEqual(1_000);
    }
    clock.stop();
  }
});

test("what it is off by is worked off", async () => {
  const { database, clock, pass, elapsed } = await world();
  database.ms += 700;
  await clock.correct();
  pass(7_000);
  expect(elapsed()).toBe(7_700);
  database.ms -= 900;
  await clock.correct();
  pass(9_000);
  expect(elapsed()).toBe(database.ms - BEGIN_MS);
  clock.stop();
});

test("after a time in which the machine stood still it goes on from the database's time at once", async () => {
  const { machine, database, clock, pass, elapsed } = await world();
  pass(1_000);
  machine.wall += HOUR_MS;
  database.ms += HOUR_MS; // The monotonic clock did not count this hour.
  await clock.correct();
  expect(elapsed()).toBe(HOUR_MS + 1_000);
  clock.stop();
});

test("it never jumps ahead of the database: a clock that is ahead already has nothing to catch up with", async () => {
  const { machine, database, clock, pass } = await world();
  database.ms -= DAY_MS; // By now this process's clock is a day ahead.
  await clock.correct();
  pass(1_000);
  machine.wall += DAY_MS;
  database.ms += DAY_MS;
  await clock.correct();
  expect(clock.now().getTime()).toBe(database.ms);
  clock.stop();
});

test("it never runs backwards, whatever happens to any clock", async () => {
  const event = fc.record({
    passMs: fc.nat(60_000),
    wallStepMs: fc.integer({ min: -DAY_MS, max: DAY_MS }),
    databaseStepMs: fc.integer({ min: -DAY_MS, max: DAY_MS }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const { machine, database, clock, pass } = await world();
      let before = clock.now().getTime();
      for (const { passMs, wallStepMs, databaseStepMs } of events) {
        pass(passMs);
        machine.wall += wallStepMs;
        database.ms += databaseStepMs;
        for (const measured of [false, true]) {
          if (measured) await clock.correct();
          expect(clock.now().getTime()).toBeGreaterThanOrEqual(before);
          before = clock.now().getTime();
        }
      }
      clock.stop();
    }),
  );
});

test("a measurement that took too long, or failed, leaves the last correction", async () => {
  let monotonic = 0;
  let answer: () => Promise<unknown[]> = async () => [{ ms: String(BEGIN_MS) }];
  const machine: MachineTime = { monotonicMs: () => monotonic, wallMs: () => 0 };
  const clock = await followDatabaseClock({ db: { query: () => answer() } as Queryable, log: silentLog, machine });
  answer = async () => ((monotonic += 5_000), [{ ms: "0" }]);
  await clock.correct();
  answer = () => Promise.reject(new Error("no connection"));
  await clock.correct();
  expect(clock.now().getTime()).toBe(BEGIN_MS + monotonic);
  clock.stop();
});

test("of several measurements the quickest is believed: opening the connection does not set the clock ahead", async () => {
  let monotonic = 0;
  const trips = [400, 30, 2, 90];
  const query = async (): Promise<unknown[]> => {
    monotonic += trips.shift()!;
    return [{ ms: String(BEGIN_MS + monotonic) }]; // The time was read at the end of the round trip.
  };
  const machine: MachineTime = { monotonicMs: () => monotonic, wallMs: () => 0 };
  const clock = await followDatabaseClock({ db: { query } as unknown as Queryable, log: silentLog, machine });
  expect(clock.now().getTime()).toBe(BEGIN_MS + monotonic + 1);
  expect(trips).toEqual([90]);
  clock.stop();
});

test("a process begins with the first answer of the database, and not without one", async () => {
  const machine: MachineTime = { monotonicMs: () => 7, wallMs: () => BEGIN_MS + HOUR_MS };
  let failuresLeft = 3;
  const query = async (): Promise<unknown[]> =>
    failuresLeft-- > 0 ? Promise.reject(new Error("not yet")) : [{ ms: String(BEGIN_MS) }];
  const clock = await followDatabaseClock({ db: { query } as unknown as Queryable, log: silentLog, machine });
  expect(clock.now().getTime()).toBe(BEGIN_MS);
  clock.stop();
  failuresLeft = 100;
  await expect(followDatabaseClock({ db: { query } as unknown as Queryable, log: silentLog, machine })).rejects.toThrow(
    "not yet",
  );
});
