import { describe, expect, test } from "vitest";
import { checkAfter, nextCheckAt, nextPollAt, RECOVERY_AFTER_MS } from "./check-schedule.ts";
import { aPayment, anAttempt } from "./payment.fixtures.ts";

const BEGAN = new Date("2026-01-05T10:00:00.000Z");
const after = (ms: number): Date => new Date(BEGAN.getTime() + ms);
const dispatching = anAttempt({ outcome: "dispatching", started_at: BEGAN.toISOString() });
const created = aPayment({ status: "initiated", attempts: [dispatching] });
const processing = aPayment({ status: "processing", attempts: [{ ...dispatching, outcome: "accepted" }] });

describe("the first check", () => {
  test("comes 3 seconds after the first attempt began", () => {
    expect(nextCheckAt(created, BEGAN)).toEqual(after(3_000));
  });

  test("is left as it is when the provider answers before it", () => {
    expect(checkAfter(created, processing, after(20))).toBeNull();
  });

  test("is set again by every change after the answer: a worker may have taken it meanwhile", () => {
    expect(checkAfter(processing, { ...processing, status: "pending" }, after(40))).toEqual(after(3_040));
  });

  test("is set again when the provider answers after it", () => {
    expect(checkAfter(created, processing, after(3_000))).toEqual(after(6_000));
  });

  test("is set earlier when the time to pay ends before it", () => {
    const pending = aPayment({ ...processing, status: "pending", expiresAt: after(1_000) });
    expect(checkAfter(created, pending, after(20))).toEqual(after(1_000));
  });

  test("is set when a review lets the first attempt begin", () => {
    const reviewed = aPayment({ status: "reviewed", attempts: [] });
    expect(checkAfter(reviewed, { ...created, status: "confirmed" }, BEGAN)).toEqual(after(3_000));
  });
});

test("a payment that came to its end is not looked at again", () => {
  expect(checkAfter(processing, aPayment({ status: "completed" }), after(20))).toBeNull();
  expect(nextCheckAt(aPayment({ status: "failed" }), BEGAN)).toBeNull();
});

test("an attempt that is found still dispatching is looked at again when recovery may begin", () => {
  expect(nextPollAt(created, after(3_000))).toEqual(after(RECOVERY_AFTER_MS));
});

test("a later attempt is looked at when its own recovery may begin", () => {
  const second = anAttempt({ outcome: "dispatching", started_at: after(5_000).toISOString() });
  const fallback = aPayment({ status: "initiated", attempts: [{ ...dispatching, outcome: "refused" }, second] });
  expect(checkAfter(created, fallback, after(5_000))).toEqual(after(5_000 + RECOVERY_AFTER_MS));
});

test("a provider is asked with pauses that grow with the age of the attempt, up to a quarter of an hour", () => {
  expect(nextPollAt(processing, after(0))).toEqual(after(3_000));
  expect(nextPollAt(processing, after(3_000))).toEqual(after(6_000));
  expect(nextPollAt(processing, after(60_000))).toEqual(after(120_000));
  expect(nextPollAt(processing, after(3_600_000))).toEqual(after(3_600_000 + 900_000));
});

test("a payment is looked at when its time to pay runs out, not later", () => {
  const pending = aPayment({ ...processing, status: "pending", expiresAt: after(1_800_000) });
  expect(nextPollAt(pending, after(1_700_000))).toEqual(after(1_800_000));
  expect(nextPollAt(pending, after(1_800_000))).toEqual(after(2_700_000));
});

test("what reached nobody is sent again with pauses that grow with the age of the leg, up to two minutes, and ended when its time is over", () => {
  const again = anAttempt({ outcome: "unreachable", started_at: after(50_000).toISOString() });
  const postponed = aPayment({
    status: "pending",
    attempts: [{ ...dispatching, outcome: "unreachable" }, again],
    expiresAt: after(1_800_000),
  });
  expect(nextCheckAt(postponed, after(0))).toEqual(after(3_000));
  expect(nextCheckAt(postponed, after(50_000))).toEqual(after(100_000));
  // A provider has it: the first poll of a new state comes soon.
  expect(nextCheckAt(processing, after(50_000))).toEqual(after(53_000));
  expect(nextPollAt(postponed, after(50_000))).toEqual(after(100_000));
  expect(nextPollAt(postponed, after(600_000))).toEqual(after(720_000));
  expect(nextPollAt(postponed, after(1_790_000))).toEqual(after(1_800_000));
});

test("recovery begins 17 seconds after an attempt: by then no live process can still be sending it", () => {
  expect(RECOVERY_AFTER_MS).toBe(17_000);
  expect(nextPollAt(created, after(16_999))).toEqual(after(17_000));
  expect(nextPollAt(created, after(17_000))).toEqual(after(34_000)); // A poll by now, with the pause of its age.
});

test("a payment without an attempt waits for a person, and is not looked at by itself", () => {
  const reviewed = aPayment({ status: "reviewed", attempts: [] });
  expect(nextCheckAt(reviewed, BEGAN)).toBeNull();
  expect(nextPollAt(reviewed, BEGAN)).toEqual(after(3_000));
});

test("a ramp between its legs is looked at when its own next step is due", () => {
  const withStep = (next_step_at: string | null) => ({
    ...processing,
    progress: {
      ...processing.progress,
      ramp: {
        step: "settling" as const,
        next_step_at,
        collection_under_way: false,
        settle_round: 0,
        settle_route: [],
        round_starts_at: 0,
        failed_attempts: [],
        refund_id: null,
        refund_tries: 0,
      },
    },
  });
  expect(nextCheckAt(withStep(after(90_000).toISOString()), after(0))).toEqual(after(90_000));
  expect(nextCheckAt(withStep(null), after(0))).toEqual(after(3_000));
});

test("only a pending payment runs out of time, and only once", () => {
  const expiresAt = after(1_000);
  expect(nextCheckAt(aPayment({ ...processing, expiresAt }), after(0))).toEqual(after(3_000));
  expect(nextCheckAt(aPayment({ ...processing, status: "pending", expiresAt }), after(0))).toEqual(expiresAt);
  expect(nextCheckAt(aPayment({ ...processing, status: "pending", expiresAt }), after(1_000))).toEqual(after(4_000));
  expect(nextCheckAt(aPayment({ ...processing, status: "pending", expiresAt: after(9_000) }), after(0))).toEqual(
    after(3_000),
  );
});

test("the first check serves a change that needs one at the same moment", () => {
  const pending = aPayment({ ...processing, status: "pending", expiresAt: after(3_000) });
  expect(checkAfter(created, pending, after(20))).toBeNull();
  const second = anAttempt({ outcome: "dispatching", started_at: BEGAN.toISOString() });
  const twice = aPayment({ status: "initiated", attempts: [dispatching, second] });
  expect(checkAfter(twice, processing, after(20))).toEqual(after(3_020)); // Only one that is still the first serves.
});

test("what reached nobody pauses by the age of its own leg, not of the leg before it", () => {
  const collected = anAttempt({ leg: "collect", outcome: "accepted", started_at: after(-600_000).toISOString() });
  const missed = anAttempt({ leg: "settle", outcome: "unreachable", started_at: BEGAN.toISOString() });
  expect(nextPollAt(aPayment({ status: "processing", attempts: [collected, missed] }), after(20_000))).toEqual(
    after(40_000),
  );
});
