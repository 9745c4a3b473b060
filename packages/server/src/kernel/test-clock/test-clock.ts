import type { MovedClock } from "@corridor/base/clock.ts";
import type { Db, Queryable } from "../db/client.ts";
import { unavailable } from "../http/errors.ts";
import type { Logger } from "../log.ts";
import { OperatorError } from "../operator-error.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import { addShift, selectShift } from "./queries.ts";

/**
 * The movable time of a development deployment.
 * - The shift is stored, so every process, and every statement that reads `service_time()`, uses one time.
 * - The sandbox learns of a move, and has sent the callbacks of the skipped time, before the request is answered.
 * - A process that learns of a move wakes its jobs, which do the work that has become due.
 * - Only a new database undoes a move: no stored time may lie in the future.
 */
export type TestClock = {
  shiftMs(): number;
  advance(ms: number): Promise<void>;
  /** Reads how far any process has moved the time; never throws. */
  follow(): Promise<void>;
};

export const TEST_CLOCK_TOPIC = "test-clock";
const NOT_READ = "the shift of the test clock could not be read; this process uses the last known shift";
const SANDBOX_TIMEOUT_MS = 30_000;
const RETRY_AFTER_SECONDS = 1;

export type TestClockDeps = {
  db: Db;
  clock: MovedClock;
  log: Logger;
  outbound: Outbound;
  /** Null when this deployment has no sandbox. */
  sandbox: { url: string; key: string } | null;
  wakeJobs(): void;
};

export async function openTestClock(deps: TestClockDeps): Promise<TestClock> {
  const { db, clock, log, wakeJobs } = deps;
  clock.moveTo(await selectShift(db));
  // A restarted sandbox has forgotten the move. One that is not running yet learns of it with the next move.
  if (clock.shiftMs > 0)
    await tellSandbox(deps).catch((error: unknown) =>
      log.warn({ err: error }, "the sandbox could not be informed of the shift of the test clock"),
    );
  return {
    shiftMs: () => clock.shiftMs,
    async follow() {
      try {
        if (clock.moveTo(await selectShift(db))) wakeJobs();
      } catch (error) {
        log.warn({ err: error }, NOT_READ);
      }
    },
    async advance(ms) {
      const shiftMs = await db.transaction((tx) => {
        tx.notify(TEST_CLOCK_TOPIC, "moved");
        return addShift(tx, ms);
      });
      clock.moveTo(shiftMs);
      try {
        await tellSandbox(deps);
      } catch (error) {
        log.warn({ err: error }, "the sandbox could not be informed of a move of the test clock");
        throw unavailable(
          "The time has moved, but the sandbox could not be reached; the next move informs it",
          RETRY_AFTER_SECONDS,
        );
      } finally {
        wakeJobs();
      }
    },
  };
}

async function tellSandbox({ sandbox, outbound, clock }: TestClockDeps): Promise<void> {
  if (sandbox === null) return;
  const { statusCode } = await outbound.request({
    method: "POST",
    url: `${sandbox.url}/clock`,
    timeoutMs: SANDBOX_TIMEOUT_MS,
    headers: { "content-type": "application/json", authorization: `Bearer ${sandbox.key}` },
    body: JSON.stringify({ shift_ms: clock.shiftMs }),
  });
  if (statusCode !== 200) throw new Error(`the sandbox answered ${statusCode}`);
}

/** A database whose times lie in the future must not become a production database. */
export async function assertNeverMoved(db: Queryable): Promise<void> {
  if ((await selectShift(db)) > 0)
    throw new OperatorError(
      "the time of this database was moved by POST /sandbox/clock in development; use a separate database for " +
        "production",
    );
}
