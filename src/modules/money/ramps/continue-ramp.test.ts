import { describe, expect, test } from "vitest";
import { RECOVERY_AFTER_MS } from "#src/modules/money/payments/rules/check-schedule.ts";
import { anAttempt } from "#src/modules/money/payments/payment.fixtures.ts";
import { type ContinueRampDeps, createRampContinuation, nextLookAt } from "./continue-ramp.ts";
import { aRamp } from "./ramp.fixtures.ts";
import { withRamp } from "./ramp.ts";

const STARTED = new Date("2026-01-05T10:00:00.000Z");
const after = (ms: number): Date => new Date(STARTED.getTime() + ms);
const held = anAttempt({ leg: "settle", outcome: "accepted", started_at: STARTED.toISOString() });

describe("the next look at a ramp", () => {
  test("waits for the process that is still sending, until it surely no longer is", () => {
    const ramp = aRamp({ attempts: [anAttempt({ leg: "settle", outcome: "dispatching", started_at: STARTED.toISOString() })] });
    expect(nextLookAt(ramp, after(1_000))).toEqual(after(RECOVERY_AFTER_MS));
  });

  test("comes with pauses that grow with the age of the attempt, up to five minutes", () => {
    const ramp = aRamp({ status: "processing", attempts: [held] });
    expect(nextLookAt(ramp, after(0))).toEqual(after(3_000));
    expect(nextLookAt(ramp, after(3_000))).toEqual(after(6_000));
    expect(nextLookAt(ramp, after(60_000))).toEqual(after(120_000));
    expect(nextLookAt(ramp, after(3_600_000))).toEqual(after(3_600_000 + 300_000));
  });

  test("comes when the time to pay runs out, not later", () => {
    const ramp = aRamp({ status: "pending", attempts: [{ ...held, leg: "collect" }], expiresAt: after(1_800_000) });
    expect(nextLookAt(ramp, after(1_700_000))).toEqual(after(1_800_000));
    expect(nextLookAt(ramp, after(1_800_000))).toEqual(after(2_100_000));
  });
});

test("money to be given back by a provider that is not set up any more waits until it is: nothing is given up", async () => {
  const ramp = withRamp(aRamp({ status: "processing", attempts: [{ ...held, leg: "collect", provider: "mtn_momo" }] }), { step: "refunding" });
  // Without a store: whoever wrote anything would fail.
  const deps = { clock: { now: () => after(60_000) }, providers: new Map() } as unknown as ContinueRampDeps;
  expect(await createRampContinuation(deps)(ramp)).toEqual(after(120_000));
});
