import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import { conflict, invalidField } from "../http/errors.ts";
import { Closed, Named, Timestamp, TimestampInput } from "../http/schemas.ts";
import { ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "../http/typed-app.ts";
import type { Part } from "../part.ts";
import type { TestClock } from "./test-clock.ts";

const TAG = "Sandbox";
/** The largest move, which is more than a leap year. Due work is done once for each move, however far the move goes. */
const MAX_MOVE_SECONDS = 400 * 24 * 60 * 60;
/** The latest time on which JavaScript and PostgreSQL still agree; every card has expired by then. */
const MAX_SHIFT_MS = 50 * 366 * 24 * 60 * 60_000;

const SandboxClock = Named(["SandboxClock", "The clock of a development deployment"], {
  now: [Timestamp, "The current time of the deployment"],
  shift_seconds: Type.Integer({ description: "How far the deployment's time is ahead of the real time" }),
});

export function composeTestClock(deps: {
  clock: Clock;
  testClock?: TestClock | undefined;
  environment: "development" | "production";
}): Part {
  return deps.environment === "development"
    ? { routes: [testClockRoutes({ ...deps, testClock: deps.testClock ?? null })] }
    : {};
}

function testClockRoutes(deps: { clock: Clock; testClock: TestClock | null }): (app: App) => void {
  const shown = () => ({ now: deps.clock.now(), shift_seconds: Math.round((deps.testClock?.shiftMs() ?? 0) / 1_000) });
  return (app) => {
    const on = operations(app, TAG);
    on("GET /sandbox/clock", {
      id: "getSandboxClock",
      summary: "Read the time of a development deployment",
      answer: ok("Clock", SandboxClock),
      handle: async () => shown(),
    });

    on("POST /sandbox/clock", {
      id: "advanceSandboxClock",
      summary: "Move the time of a development deployment ahead",
      description:
        "Payments, expiries, retries, rate locks, settlement delays and webhooks of the whole deployment follow, " +
        "and sign-ins end. Before the response, the sandbox has sent its callbacks; the worker then does the " +
        "work that has become due, once for each move. The time only moves forward. Not in production.",
      body: Closed({
        advance_seconds: [
          Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MOVE_SECONDS })),
          "By how many seconds the time moves ahead",
        ],
        advance_to: [Type.Optional(TimestampInput), "The new time, which must lie ahead of the current one"],
      }),
      answer: ok("Clock moved", SandboxClock),
      errors: { 503: "The time has moved, but the sandbox could not be reached; the next move informs it" },
      handle: async (request) => {
        const ms = readMove(request.body, deps.clock.now());
        if (deps.testClock === null) throw conflict("The time of this deployment cannot be moved");
        if (deps.testClock.shiftMs() + ms > MAX_SHIFT_MS)
          throw conflict("The time cannot be moved any further; start with a new database");
        await deps.testClock.advance(ms);
        return shown();
      },
    });
  };
}

function readMove(
  { advance_seconds: seconds, advance_to: to }: { advance_seconds?: number; advance_to?: string },
  now: Date,
): number {
  if ((seconds === undefined) === (to === undefined))
    throw invalidField("advance_seconds", "is required, or advance_to instead");
  if (seconds !== undefined) return seconds * 1_000;
  const ms = new Date(to!).getTime() - now.getTime();
  if (!(ms > 0 && ms <= MAX_MOVE_SECONDS * 1_000))
    throw invalidField("advance_to", `must lie ahead of ${now.toISOString()}, by ${MAX_MOVE_SECONDS} s at most`);
  return Math.ceil(ms);
}
