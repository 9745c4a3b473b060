import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { type DatabaseTime, takeOverDatabaseTime } from "@corridor/test/harness/database-time.ts";
import { RECOVERY_AFTER_MS } from "#src/payments/core/check-schedule.ts";
import { type AbsenceJudge, createAbsenceJudge, NOT_FOUND_PAUSE_MS } from "./proof-of-absence.ts";

const DAY_MS = 86_400_000;
const SETTLES_WITHIN_MS = 10 * 60_000;
/** Counted from the first "not found". */
const WAIT_MS = RECOVERY_AFTER_MS + SETTLES_WITHIN_MS;
const BEGIN = new Date("2026-01-05T09:00:00.000Z");
const provider = { settlesWithinMs: SETTLES_WITHIN_MS };

let database: TestDatabase;
let time: DatabaseTime;
beforeAll(async () => {
  database = await createTestDatabase();
  time = await takeOverDatabaseTime(database.url);
});
afterAll(async () => {
  await time.close();
  await database[Symbol.asyncDispose]();
});

/** Real time passes for all clocks; the database's clock is real time plus its offset. */
let passedMs: number;
let databaseStepMs: number;
let request: Parameters<AbsenceJudge["recordNotFound"]>[0];
beforeEach(() => {
  passedMs = 0;
  databaseStepMs = 0;
  request = { orgId: newId(), paymentId: newId(), reference: newId(), kind: "payment", sentAt: BEGIN };
});

type Process = { judge: AbsenceJudge; clock: SteppedClock; bornMs: number };

function start(): Process {
  const clock = new SteppedClock();
  return { clock, bornMs: passedMs, judge: createAbsenceJudge({ db: database.db, clock }) };
}

async function ask({ judge, clock, bornMs }: Process, answerTookMs = 0): Promise<boolean> {
  clock.advance(passedMs - bornMs - clock.monotonicMs());
  const askedAtMs = clock.monotonicMs();
  passedMs += answerTookMs;
  clock.advance(answerTookMs);
  await time.set(new Date(BEGIN.getTime() + passedMs + databaseStepMs));
  return judge.recordNotFound(request, provider, askedAtMs);
}

test("a first 'not found' proves nothing, nor does any before the provider's time has passed, nor the first after it; the second a pause later does", async () => {
  const worker = start();
  expect(await ask(worker)).toBe(false);
  passedMs = WAIT_MS - 1;
  expect(await ask(worker)).toBe(false);
  passedMs = WAIT_MS;
  expect(await ask(worker)).toBe(false);
  passedMs = WAIT_MS + NOT_FOUND_PAUSE_MS - 1;
  expect(await ask(worker)).toBe(false);
  passedMs = WAIT_MS + NOT_FOUND_PAUSE_MS;
  expect(await ask(worker)).toBe(true);
});

test("whoever asked is told when it is worth asking again", async () => {
  const worker = start();
  await ask(worker);
  const inMs = (): number => worker.judge.askAgainAt(request.reference)!.getTime() - worker.clock.now().getTime();
  expect(inMs()).toBe(WAIT_MS);
  passedMs = WAIT_MS;
  await ask(worker);
  expect(inMs()).toBe(NOT_FOUND_PAUSE_MS);
  expect(worker.judge.askAgainAt(newId())).toBeUndefined();
});

test("an answer counts from when it was asked for, not from when it came", async () => {
  const worker = start();
  await ask(worker);
  passedMs = WAIT_MS - 5_000;
  await ask(worker, 9_000);
  passedMs += NOT_FOUND_PAUSE_MS;
  expect(await ask(worker)).toBe(false); // The first "not found" that counts.
});

test.each([1_000, 60_000, 600_000, DAY_MS])(
  "a database clock that is set forward by %i ms makes nothing older",
  async (stepMs) => {
    const worker = start();
    await ask(worker);
    databaseStepMs = stepMs;
    for (passedMs = 0; passedMs < WAIT_MS; passedMs += 30_000) expect(await ask(worker)).toBe(false);
    passedMs = WAIT_MS;
    expect(await ask(worker)).toBe(false);
    passedMs += NOT_FOUND_PAUSE_MS;
    expect(await ask(worker)).toBe(true);
  },
);

test.each([1_000, 60_000, 600_000, DAY_MS])(
  "a database clock that is set back by %i ms delays by no more than the time that has to pass anyway",
  async (stepMs) => {
    const worker = start();
    await ask(worker);
    passedMs = WAIT_MS / 2;
    await ask(worker);
    databaseStepMs = -stepMs;
    await ask(worker);
    passedMs = 1.5 * WAIT_MS;
    await ask(worker);
    passedMs += NOT_FOUND_PAUSE_MS;
    expect(await ask(worker)).toBe(true);
  },
);

test("what was waited for survives the process that waited", async () => {
  const first = start();
  await ask(first);
  passedMs = WAIT_MS;
  expect(await ask(first)).toBe(false);
  const second = start();
  passedMs += NOT_FOUND_PAUSE_MS;
  expect(await ask(second)).toBe(false); // This process has not waited for a pause yet.
  passedMs += NOT_FOUND_PAUSE_MS;
  expect(await ask(second)).toBe(true);
});

test("workers that take turns add up what they waited for", async () => {
  const workers = [start(), start(), start()];
  let asked = 0;
  while (!(await ask(workers[asked++ % 3]!))) passedMs += 20_000;
  expect(passedMs).toBeLessThan(WAIT_MS + 200_000);
});

test("'not found' proves nothing about requests that were sent with earlier settings: they may have gone to another account", async () => {
  const { judge } = start();
  for (const setUpAt of [new Date(BEGIN.getTime() + 1), BEGIN, new Date(BEGIN.getTime() - 4_000)])
    expect(await judge.recordNotFound(request, { settlesWithinMs: -WAIT_MS, setUpAt }, 0)).toBe(false);
  expect(await database.db.query("SELECT 1 FROM missing_requests WHERE reference = $1", [request.reference])).toEqual(
    [],
  );
});

test("whatever is done to the database's clock, and whoever dies, it is never believed before the time has really passed", async () => {
  const event = fc.record({
    afterMs: fc.nat(240_000),
    worker: fc.nat(2),
    restarts: fc.boolean(),
    stepMs: fc.oneof(fc.constant(0), fc.integer({ min: -DAY_MS, max: DAY_MS })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
      request = { ...request, reference: newId() };
      passedMs = 0;
      databaseStepMs = 0;
      const workers = [start(), start(), start()];
      await ask(workers[0]!);
      for (const { afterMs, worker, restarts, stepMs } of events) {
        passedMs += afterMs;
        databaseStepMs += stepMs;
        if (restarts) workers[worker] = start();
        if (!(await ask(workers[worker]!))) continue;
        expect(passedMs).toBeGreaterThanOrEqual(WAIT_MS + NOT_FOUND_PAUSE_MS);
        return;
      }
    }),
    { numRuns: 60 },
  );
});
