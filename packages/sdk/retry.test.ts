import { describe, expect, test } from "vitest";
import { CorridorError } from "./error.ts";
import { isRepeatable, isTransient, pauseMs, readRetryAfter } from "./retry.ts";

const failure = (status: number, code: string | null = null) =>
  new CorridorError({ status, code, message: "no", idempotencyKey: null });

describe("a call may be made again", () => {
  test.each([429, 502, 503, 504])("after %i", (status) => expect(isTransient(failure(status), null)).toBe(true));
  test.each(["NETWORK", "TIMEOUT"])("when no answer came (%s)", (code) =>
    expect(isTransient(failure(0, code), null)).toBe(true),
  );
  test("while the first request with its key is at work, which says when to ask again", () =>
    expect(isTransient(failure(409, "IDEMPOTENCY_CONFLICT"), 1_000)).toBe(true));
});

describe("a call is not made again", () => {
  test.each([400, 401, 403, 404, 409, 422, 500])("after %i", (status) =>
    expect(isTransient(failure(status), null)).toBe(false),
  );
  test.each(["ABORTED", "NO_TOKEN"])("when its own side gave up (%s)", (code) =>
    expect(isTransient(failure(0, code), null)).toBe(false),
  );
  test.each(["ALL_PROVIDERS_FAILED", "REFUND_REFUSED"])("when a 502 is the last word (%s)", (code) =>
    expect(isTransient(failure(502, code), null)).toBe(false),
  );
  test("when its key was used for another request", () =>
    expect(isTransient(failure(409, "IDEMPOTENCY_CONFLICT"), null)).toBe(false));
});

test("only a read and a request with a key can be repeated without harm", () => {
  expect(isRepeatable("get", null)).toBe(true);
  expect(isRepeatable("post", "a key")).toBe(true);
  for (const method of ["post", "put", "patch", "delete"]) expect(isRepeatable(method, null)).toBe(false);
});

describe("the pause before the next try", () => {
  test("doubles with every failure up to eight seconds, and half of it is chance", () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((failures) => pauseMs(failures, null, 1))).toEqual([
      250, 500, 1_000, 2_000, 4_000, 8_000, 8_000,
    ]);
    expect([1, 2, 3].map((failures) => pauseMs(failures, null, 0))).toEqual([125, 250, 500]);
  });

  test("is never shorter than the service asks for", () => {
    expect(pauseMs(1, 30_000, 1)).toBe(30_000);
    expect(pauseMs(7, 1_000, 1)).toBe(8_000);
  });

  test("is asked for in seconds or by a date", () => {
    const nowMs = Date.parse("2026-01-05T09:00:00Z");
    expect(readRetryAfter("7", nowMs)).toBe(7_000);
    expect(readRetryAfter("Mon, 05 Jan 2026 09:00:30 GMT", nowMs)).toBe(30_000);
    expect(readRetryAfter("Mon, 05 Jan 2026 08:00:00 GMT", nowMs)).toBe(0);
    expect(readRetryAfter("soon", nowMs)).toBeNull();
    expect(readRetryAfter(null, nowMs)).toBeNull();
  });
});
