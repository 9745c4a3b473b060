import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isWellFormed, newApiKey, prefixOf, statusAt } from "./api-key.ts";

describe("the form of an API key", () => {
  it("says which environment it is for and ends in a checksum", () => {
    expect(newApiKey("development")).toMatch(/^ck_test_[0-9A-Za-z]{49}$/);
    expect(newApiKey("production")).toMatch(/^ck_live_[0-9A-Za-z]{49}$/);
  });

  it("is never the same twice", () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newApiKey("development"))).size).toBe(1_000);
  });

  it("is recognised by its checksum", () => {
    expect(isWellFormed(newApiKey("development"))).toBe(true);
  });

  it("is refused when any one character differs", () => {
    const key = newApiKey("development");
    fc.assert(
      fc.property(fc.nat(key.length - 1), fc.constantFrom("a", "Z", "0", "_", "-", "é"), (at, character) => {
        fc.pre(key[at] !== character);
        expect(isWellFormed(key.slice(0, at) + character + key.slice(at + 1))).toBe(false);
      }),
    );
  });

  it("shows twelve characters as its prefix", () => {
    const key = newApiKey("development");
    expect(prefixOf(key)).toBe(key.slice(0, 12));
  });
});

describe("the status of an API key", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  it.each([
    ["active", null, "active"],
    ["active", new Date(now.getTime() + 1), "active"],
    ["active", now, "expired"],
    ["revoked", null, "revoked"],
    ["revoked", new Date(now.getTime() - 1), "revoked"],
  ] as const)("%s until %s reads %s", (status, expires_at, expected) => {
    expect(statusAt({ status, expires_at }, now)).toBe(expected);
  });
});
