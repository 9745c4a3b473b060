import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { canonicalJson, fateOf, readKey, uuidOf } from "./idempotency-rules.ts";

describe("an idempotency key", () => {
  it.each(["k", "~", "!", "two words", "a".repeat(255)])("may be %j", (key) => {
    expect(readKey(key)).toBe(key);
  });

  it.each(
    ["", " ", " padded", "padded ", "a".repeat(256), "é", "line\nbreak", "a\u007f", ["one", "two"]].map((key) => [key]),
  )("is refused as %j", (key) => {
    expect(() => readKey(key)).toThrow(ApiError);
    expect(() => readKey(key)).toThrow(
      expect.objectContaining({ statusCode: 400, details: [{ path: "Idempotency-Key", message: expect.any(String) }] }),
    );
  });
});

describe("an answer", () => {
  const fate = (statusCode: number, failureCode?: string, isRepeat = false) =>
    fateOf({ statusCode, failureCode, isRepeat });

  it.each([200, 201, 204, 400, 402, 403, 404, 409, 422, 498, 502])(
    "of %i says how the request ended, and is kept",
    (status) => {
      expect(fate(status, status < 400 ? undefined : "SOME_RULE")).toBe("answered");
    },
  );

  it.each([401, 408, 429, 499, 500, 501, 503, 504])("of %i leaves the key free to be tried again", (status) => {
    expect(fate(status, "SOME_CODE")).toBe("released");
  });

  it("of a provider that did not answer leaves the key free, though a refusal by every provider has the same status", () => {
    expect(fate(502, "PROVIDER_UNAVAILABLE")).toBe("released");
    expect(fate(502, "PAYMENT_REFUSED")).toBe("answered");
  });

  it("about the shape of the body leaves no trace, unless an earlier run may have created something", () => {
    expect(fate(400, "VALIDATION_ERROR")).toBe("forgotten");
    expect(fate(400, "VALIDATION_ERROR", true)).toBe("released");
    expect(fate(200, undefined, true)).toBe("answered");
  });
});

it("the fingerprint of a body depends on its value alone", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const reversed = JSON.parse(JSON.stringify(value), (_key, node: unknown) =>
        typeof node === "object" && node !== null && !Array.isArray(node)
          ? Object.fromEntries(Object.entries(node).reverse())
          : node,
      ) as unknown;
      expect(canonicalJson(reversed)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(canonicalJson({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}');
  expect(canonicalJson(undefined)).toBe("");
});

it("a text has one id, of a version that no other id has", () => {
  // Computed with sha256sum over "/v1/checkout/links/abc/pay".
  expect(uuidOf("/v1/checkout/links/abc/pay")).toBe("baa59d4b-c769-8c6c-83c1-6be7a645362a");
  expect(uuidOf("/v1/checkout/links/abd/pay")).not.toBe(uuidOf("/v1/checkout/links/abc/pay"));
});
