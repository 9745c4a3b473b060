import { describe, expect, test } from "vitest";
import { ApiFailure, isRefusal } from "./client.ts";

describe("the idempotency key of a payment", () => {
  test.each([400, 403, 404, 422])("is replaced after a refusal (%i)", (status) => expect(isRefusal(new ApiFailure(status, "no"))).toBe(true));

  test("is replaced when every provider refused, which is the end of that payment", () =>
    expect(isRefusal(new ApiFailure(502, "no", "ALL_PROVIDERS_FAILED"))).toBe(true));

  test.each([0, 408, 409, 429, 500, 502, 503, 504])("stays after %i, which leaves open whether the money moves", (status) =>
    expect(isRefusal(new ApiFailure(status, "?"))).toBe(false),
  );
});
