import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  initialWindow,
  MAX_SIZE,
  SLOW_ANSWER_MS,
  SLOW_SIZE,
  windowAfter,
  type EndpointWindow,
} from "./endpoint-window.ts";

const quick = { statusCode: 200, failure: null, latencyMs: 5 };
const slow = { statusCode: 200, failure: null, latencyMs: 5_000 };
const refusedQuickly = {
  statusCode: 500,
  failure: { fault: "receiver", reason: "status", detail: "" },
  latencyMs: 5,
} as const;
const silent = {
  statusCode: null,
  failure: { fault: "receiver", reason: "timeout", detail: "" },
  latencyMs: 10_000,
} as const;
const tooMany = {
  statusCode: 429,
  failure: { fault: "receiver", reason: "status", detail: "" },
  latencyMs: 5,
} as const;

function after(
  answers: readonly Parameters<typeof windowAfter>[1][],
  from: EndpointWindow = initialWindow(false),
): EndpointWindow {
  return answers.reduce(windowAfter, from);
}

describe("an endpoint's window", () => {
  test("grows with every quick acknowledgement, up to its limit", () => {
    expect(after([quick, quick]).size).toBe(initialWindow(false).size + 2);
    expect(after(Array(MAX_SIZE).fill(quick)).size).toBe(MAX_SIZE);
  });

  test("shrinks to one while nobody answers, and its endpoint is handled with care", () => {
    expect(after(Array(20).fill(silent), { size: MAX_SIZE, careful: false })).toEqual({ size: 1, careful: true });
  });

  test("is small from the start for an endpoint that is known to fail", () => {
    expect(initialWindow(true)).toEqual({ size: 1, careful: true });
  });

  test("settles where a slow receiver still makes progress, from either side", () => {
    expect(after(Array(50).fill(slow), { size: MAX_SIZE, careful: false })).toEqual({ size: SLOW_SIZE, careful: true });
    expect(after(Array(50).fill(slow), { size: 1, careful: true })).toEqual({ size: SLOW_SIZE, careful: true });
  });

  test("is not held against a receiver that refuses quickly: it costs no time of others", () => {
    expect(after([refusedQuickly], { size: 40, careful: false })).toEqual({ size: 40, careful: false });
  });

  test("is halved when the receiver says it is too much", () => {
    expect(after([tooMany], { size: 40, careful: false })).toEqual({ size: 20, careful: false });
  });

  test("recovers quickly when the receiver does", () => {
    expect(after([quick], { size: 1, careful: true })).toEqual({ size: 2, careful: false });
  });

  test("stays within its bounds whatever happens", () => {
    const answer = fc.constantFrom<Parameters<typeof windowAfter>[1]>(quick, slow, refusedQuickly, silent, tooMany);
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 500 }), fc.boolean(), (answers, isFailing) => {
        let window = initialWindow(isFailing);
        for (const each of answers) {
          window = windowAfter(window, each);
          expect(window.size).toBeGreaterThanOrEqual(1);
          expect(window.size).toBeLessThanOrEqual(MAX_SIZE);
          if (each.latencyMs >= SLOW_ANSWER_MS) expect(window.careful).toBe(true);
        }
      }),
    );
  });
});
