import { describe, expect, test } from "vitest";
import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, stepOfCode, totpAt, totpUri } from "./totp.ts";

/** The secret of RFC 6238's test vectors, "12345678901234567890", in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe("a one-time code", () => {
  test.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i is %s, as RFC 6238 says", (seconds, code) => {
    expect(totpAt(SECRET, at(seconds))).toBe(code);
  });

  test("is good in its own step, one early and one late, and its step is told", () => {
    const [step, code] = [41_152_263, "005924"]; // 1,234,567,890 s, by 30.
    const during = (offset: number) => stepOfCode(SECRET, code, at((step + offset) * 30));
    expect([-2, -1, 0, 1, 2].map(during)).toEqual([null, step, step, step, null]);
    expect(stepOfCode(SECRET, code, at((step + 2) * 30 - 0.001))).toBe(step);
    expect(stepOfCode(SECRET, code, at((step - 1) * 30 - 0.001))).toBeNull();
  });

  test.each(["", "5924", "05924", "0005924", "00592a", " 005924", "005924 ", "５９２４００"])("%j is none", (code) => {
    expect(stepOfCode(SECRET, code, at(1_234_567_890))).toBeNull();
  });

  test("of another secret is not good", () => {
    expect(stepOfCode("JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP", "005924", at(1_234_567_890))).toBeNull();
  });
});

test("a new secret is 160 random bits in base32, which an app reads from its address", () => {
  const secret = newTotpSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(secret);
  expect(totpAt(secret, at(59))).toMatch(/^\d{6}$/);
  expect(totpUri(SECRET, "ama owusu@example.com", "Corridor & Co")).toBe(
    `otpauth://totp/Corridor%20%26%20Co:ama%20owusu%40example.com?secret=${SECRET}&issuer=Corridor%20%26%20Co&digits=6&period=30`,
  );
});

describe("a recovery code", () => {
  test("is one of ten, of eighty random bits in groups of four", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  });

  test("is the same in any case and with any groups", () => {
    // Computed with sha256sum over abcdefgh234567ab.
    const hash = "30e0731088fbe56bab350f28ea320d37c7498e39eb0c30a42a0a7310695c9575";
    for (const text of ["abcd-efgh-2345-67ab", "ABCD-EFGH-2345-67AB", "abcdefgh234567ab", " abcd efgh 2345 67ab\n"])
      expect(hashOfRecoveryCode(text)?.toString("hex")).toBe(hash);
  });

  test.each(["", "abcd-efgh-2345-67a", "abcd-efgh-2345-67abc", "abcd-efgh-2345-61ab", "abcd.efgh.2345.67ab"])(
    "is not %j",
    (text) => {
      expect(hashOfRecoveryCode(text)).toBeNull();
    },
  );
});
