import { expect, test } from "vitest";
import { anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { type ContinueRampDeps, createRampContinuation } from "./continue-ramp.ts";
import { aRamp } from "./ramp.fixtures.ts";
import { withRamp } from "./ramp.ts";

const STARTED = new Date("2026-01-05T10:00:00.000Z");
const after = (ms: number): Date => new Date(STARTED.getTime() + ms);
const held = anAttempt({ leg: "settle", outcome: "accepted", started_at: STARTED.toISOString() });

test("money to be given back by a provider that is not set up any more waits until it is: nothing is given up", async () => {
  const ramp = withRamp(
    aRamp({ status: "processing", attempts: [{ ...held, leg: "collect", provider: "mtn_momo" }] }),
    { step: "refunding" },
  );
  // Has no store, so any write would fail.
  const deps = { clock: { now: () => after(60_000) }, providers: new Map() } as unknown as ContinueRampDeps;
  expect(await createRampContinuation(deps)(ramp)).toEqual(after(120_000));
});
