import { describe, expect, it } from "vitest";
import { assertAcceptablePassword, hashPassword, pretendToVerify, verifyPassword } from "./password.ts";

describe("passwords", () => {
  it("are recognised by their hash, and others are not", async () => {
    const stored = await hashPassword("correct horse battery");
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword("correct horse battery", stored)).toBe(true);
    expect(await verifyPassword("correct horse batterz", stored)).toBe(false);
    expect(await verifyPassword("", stored)).toBe(false);
  });

  it("are as much work to refuse when no password could be that long, as when there is no account", async () => {
    const stored = await hashPassword("correct horse battery");
    const workOf = async (verify: () => Promise<boolean>): Promise<number> => {
      const before = process.cpuUsage();
      expect(await verify()).toBe(false);
      return process.cpuUsage(before).user;
    };
    const withoutAccount = await workOf(() => pretendToVerify("x".repeat(257)));
    // Without hashing, the work is a thousandth.
    expect(await workOf(() => verifyPassword("x".repeat(257), stored))).toBeGreaterThan(withoutAccount / 10);
  });

  it("hash differently each time", async () => {
    expect(await hashPassword("correct horse battery")).not.toBe(await hashPassword("correct horse battery"));
  });

  it("are the same however their letters are composed", async () => {
    expect(await verifyPassword("pa\u0308sswort lang", await hashPassword("p\u00e4sswort lang"))).toBe(true);
  });

  it("agree with a reference vector of Argon2id", async () => {
    // From the test vectors of the reference implementation: "password" with the salt "somesalt".
    expect(
      await verifyPassword(
        "password",
        "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
      ),
    ).toBe(true);
  });

  it.each(["short", "aaaaaaaaaaaaaaa", "x".repeat(257), "ANN@ours.test"])("%s is not accepted", (password) => {
    expect(() => assertAcceptablePassword(password, "ann@ours.test")).toThrow("password");
  });

  it.each(["correct horse battery", "ten chars!", "пароль из слов"])("%s is accepted", (password) => {
    expect(() => assertAcceptablePassword(password, "ann@ours.test")).not.toThrow();
  });
});

it.each([
  "Password123!",
  "1234567890",
  "9876543210",
  "P@ssw0rd2024",
  "qwertyuiop",
  "abcabcabcabc",
  "iloveyou!!2026",
  "12341234123412",
  "christopher1",
  "!!Terminator99",
  "1q2w3e4r5t6y",
])("refuses %s, which is easy to guess", (password) => {
  expect(() => assertAcceptablePassword(password, "ann@ours.test")).toThrow("easy to guess");
});

it.each(["correct horse battery", "a long enough one", "8675309428571", "kumasi-tro-tro-at-dawn"])(
  "takes %s",
  (password) => {
    expect(() => assertAcceptablePassword(password, "ann@ours.test")).not.toThrow();
  },
);
