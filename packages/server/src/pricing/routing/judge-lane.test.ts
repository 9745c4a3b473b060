import { describe, expect, test } from "vitest";
import { judgeLane, type LaneState } from "./judge-lane.ts";
import { type Lane, type Outcome, outcomeRowsOf } from "./outcome-window.ts";

const LANE: Lane = { country: "GH", paymentMethod: "mobile_money", direction: "outbound", network: "MTN" };
const NOW = new Date("2026-05-01T12:00:00Z");
const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);

const outcomes = (count: number, result: Outcome["result"], minutes: number, tookSeconds = 20): Outcome[] =>
  Array.from({ length: count }, () => ({
    provider: "fiat",
    lane: LANE,
    result,
    startedAt: new Date(minutesAgo(minutes).getTime() - tookSeconds * 1_000),
    endedAt: minutesAgo(minutes),
  }));
const judge = (state: LaneState, since: number, all: Outcome[], lane = LANE) =>
  judgeLane({ state, since: minutesAgo(since) }, lane, outcomeRowsOf(all), NOW);

describe("a healthy lane", () => {
  test("fails when more than half of ten outcomes of half an hour are its faults", () => {
    expect(judge("healthy", 900, [...outcomes(4, "succeeded", 8), ...outcomes(6, "failed", 3)])).toEqual({
      state: "failing",
      reason: "6 of 10 payments failed by its fault",
    });
    expect(judge("healthy", 900, [...outcomes(5, "succeeded", 8), ...outcomes(5, "failed", 3)])).toBeNull();
    expect(judge("healthy", 900, outcomes(9, "failed", 3))).toBeNull();
    expect(judge("healthy", 900, outcomes(10, "failed", 40))).toBeNull();
  });

  test("is not judged again by what it failed before it recovered", () => {
    expect(judge("healthy", 10, outcomes(20, "failed", 20))).toBeNull();
  });

  test("is slow when half of its payments take a quarter of an hour, unless banks carry them", () => {
    const late = [...outcomes(4, "succeeded", 3), ...outcomes(8, "succeeded", 3, 3_700)];
    expect(judge("healthy", 900, late)).toEqual({
      state: "slow",
      reason: expect.stringMatching(/^half of 12 payments took \d+ minutes or more$/),
    });
    expect(judge("healthy", 900, late, { ...LANE, paymentMethod: "bank_transfer" })).toBeNull();
  });
});

describe("a lane that fails", () => {
  test("is healthy again once two of three probes succeed, all of them after it began to fail", () => {
    const probes = [...outcomes(2, "succeeded", 3), ...outcomes(1, "failed", 3)];
    expect(judge("failing", 20, probes)).toEqual({ state: "healthy", reason: "2 of 3 payments succeeded" });
    expect(judge("failing", 20, probes.slice(0, 2))).toBeNull();
    expect(judge("failing", 20, [...probes, ...outcomes(1, "failed", 3)])).toBeNull();
    expect(judge("failing", 2, probes)).toBeNull();
  });

  test("stays so without evidence, for a day", () => {
    expect(judge("failing", 23 * 60, [])).toBeNull();
    expect(judge("failing", 25 * 60, [])).toEqual({ state: "healthy", reason: "nothing was tried for a day" });
  });

  test("by being slow stays so while it is, and may come to fail", () => {
    expect(judge("slow", 20, outcomes(5, "succeeded", 3, 3_700))).toBeNull();
    expect(judge("slow", 20, outcomes(5, "succeeded", 3))).toMatchObject({ state: "healthy" });
    expect(judge("slow", 20, outcomes(10, "failed", 3))).toMatchObject({ state: "failing" });
  });
});
