import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_STORED_ANSWER_BYTES, redactAnswer } from "./redact-answer.ts";

const SECRET = "whsec_Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2FuYXJ5Q2E=";

describe("a stored answer", () => {
  test.each([
    [`you sent ${SECRET}`, SECRET],
    ["key whsec_AAAAbbbbCCCC is wrong", "AAAAbbbbCCCC"],
    ["Authorization: Bearer abc.def-ghi", "abc.def-ghi"],
    ["authorization: basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
    ["token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF expired", "eyJzdWIiOiIxIn0"],
    ["ck_live_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"],
    ["sk_test_4eC39HqLyjWDarjtT1zdp7dc", "4eC39HqLyjWDarjtT1zdp7dc"],
    ['{"password":"hunter2"}', "hunter2"],
    ['{"api_key": "s3cr3t-value"}', "s3cr3t-value"],
    ["secret=topsecret&x=1", "topsecret"],
    ["card 4242 4242 4242 4242 declined", "4242 4242"],
    ["card 4242424242424242", "424242"],
    ["card 4242424242424242 12/27 declined", "424242"],
    ['{"password"  :\n          "pin: 1234"}', "1234"],
  ])("does not show the secret of %j", (body, hidden) => {
    const stored = redactAnswer(body, [SECRET]);
    expect(stored).not.toContain(hidden);
    expect(stored).toContain("[redacted]");
  });

  test.each([
    "ok",
    '{"received":true}',
    "order 1234567890123 queued",
    "event 1eb90c98-3622-4392-8648-76bbda6c43dd",
    "<html><body>Bad gateway</body></html>",
    "Zoë \u{1f600}",
  ])("shows %j as it is", (body) => {
    expect(redactAnswer(body, [SECRET])).toBe(body);
  });

  test.each(["key ", "bearer ", "password = ", "password", "pin:"])(
    "is made in time that grows with its length, also of %j and blanks behind it",
    (word) => {
      const startedMs = performance.now();
      redactAnswer(word.padEnd(30_000), [SECRET]);
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    },
  );

  test("never shows a secret of the endpoint, wherever it stands and however long the answer is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3_000 }), fc.string({ maxLength: 100 }), (before, behind) => {
        expect(redactAnswer(before + SECRET + behind, [SECRET])).not.toContain(SECRET);
      }),
    );
  });

  test("has at most 2 KiB, cut between characters, and nothing that the database cannot hold", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 4_000 }), (body) => {
        const stored = redactAnswer(Buffer.from(body).toString("utf8"), []);
        expect(Buffer.byteLength(stored)).toBeLessThanOrEqual(MAX_STORED_ANSWER_BYTES);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toContain("\0");
      }),
    );
  });
});
