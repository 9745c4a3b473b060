import { describe, expect, test } from "vitest";
import { isRefusal } from "./refusal.ts";

describe("the idempotency key of a payment", () => {
  test.each([400, 403, 404, 409, 422])("is replaced after a refusal (%i)", (status) =>
    expect(isRefusal(status, null)).toBe(true),
  );

  test("is replaced when every provider refused, which is the end of that payment", () =>
    expect(isRefusal(502, "ALL_PROVIDERS_FAILED")).toBe(true));

  test("is replaced when the provider refused the refund: the same key would only repeat that answer, and nobody would be asked again", () =>
    expect(isRefusal(502, "REFUND_REFUSED")).toBe(true));

  test("stays when an earlier attempt is open, whatever the next one was refused for, until the last word on it comes", () => {
    expect(isRefusal(403, "FORBIDDEN", true)).toBe(false);
    expect(isRefusal(502, "ALL_PROVIDERS_FAILED", true)).toBe(true);
  });

  test("stays while its first request is still running", () =>
    expect(isRefusal(409, "IDEMPOTENCY_CONFLICT")).toBe(false));

  test.each([0, 401, 408, 429, 500, 502, 503, 504])(
    "stays after %i, which leaves open whether the money moves",
    (status) => expect(isRefusal(status, null)).toBe(false),
  );
});
