import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_ATTEMPTS, nextDelayMs, readRetryAfterMs, RETRY_DELAYS_MS } from "./retry-schedule.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = new Date("2026-01-05T09:00:00.000Z");

describe("the retry schedule", () => {
  test("is immediate, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h, 24 h, and then over", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((tries) => nextDelayMs(tries, 0, null));
    expect(delays).toEqual([
      MINUTE_MS,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      2 * HOUR_MS,
      6 * HOUR_MS,
      12 * HOUR_MS,
      24 * HOUR_MS,
    ]);
    expect(nextDelayMs(MAX_ATTEMPTS, 0, null)).toBeNull();
    expect(MAX_ATTEMPTS).toBe(8);
  });

  test("varies only from the fifth attempt on, by at most a tenth, and never beyond its delay", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 7 }),
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        (tries, random) => {
          const delayMs = nextDelayMs(tries, random, null)!;
          const plainMs = RETRY_DELAYS_MS[tries]!;
          if (tries < 4) expect(delayMs).toBe(plainMs);
          expect(delayMs).toBeLessThanOrEqual(plainMs);
          expect(delayMs).toBeGreaterThanOrEqual(plainMs * 0.9);
        },
      ),
    );
  });

  test("is stretched by the receiver's wish, to at most its longest delay, and never shortened by it", () => {
    expect(nextDelayMs(1, 0, 10 * MINUTE_MS)).toBe(10 * MINUTE_MS);
    expect(nextDelayMs(1, 0, 1_000)).toBe(MINUTE_MS);
    expect(nextDelayMs(1, 0, 1_000 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(nextDelayMs(MAX_ATTEMPTS, 0, MINUTE_MS)).toBeNull();
  });
});

describe("Retry-After", () => {
  test.each([
    ["120", 120_000],
    [" 5 ", 5_000],
    ["0", 0],
    ["Mon, 05 Jan 2026 09:10:00 GMT", 10 * MINUTE_MS],
    ["Mon, 05 Jan 2026 08:00:00 GMT", 0],
    ["soon", null],
    ["-5", null],
    ["1.5", null],
    ["99999999999999", null],
    ["", null],
  ])("%j is %j ms", (header, expected) => {
    expect(readRetryAfterMs(header, NOW)).toBe(expected);
  });

  test("may be absent", () => {
    expect(readRetryAfterMs(undefined, NOW)).toBeNull();
  });
});
