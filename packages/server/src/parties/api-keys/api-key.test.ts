import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEY_SCOPES } from "#src/kernel/http/key-scopes.ts";
import {
  type ApiKey,
  defaultExpiry,
  hashOf,
  isWellFormed,
  newApiKey,
  prefixOf,
  SCOPE_PRESETS,
  showApiKey,
  statusAt,
} from "./api-key.ts";

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

  it("has the checksum that secret scanners compute: CRC-32 in base62", () => {
    const body = `ck_test_${"0".repeat(42)}1`;
    // Computed by another program over the body.
    expect(isWellFormed(`${body}0kssci`)).toBe(true);
  });

  it.each(["before", "behind"])("is refused with something %s it", (where) => {
    const key = newApiKey("production");
    expect(isWellFormed(where === "before" ? `x${key}` : `${key}\n`)).toBe(false);
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

it("of a key the hash is stored, which is its SHA-256", () => {
  // Computed with sha256sum.
  expect(hashOf("ck_test_abc")).toBe("9988c3392ae90fea2213f30a535aaf1dba10b6dd52e0a6733a9a537b993d9fef");
});

describe("the expiry of an API key that names none", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  it("is a year ahead in production, and none in development", () => {
    expect(defaultExpiry("production", now)).toEqual(new Date("2027-01-05T09:00:00.000Z"));
    expect(defaultExpiry("development", now)).toBeNull();
  });
});

describe("the presets of scopes", () => {
  it("collect without paying out, pay out without choosing whom, and read without changing anything", () => {
    expect(SCOPE_PRESETS.payins.filter((scope) => scope.endsWith(":write"))).toEqual([
      "payins:write",
      "payment-links:write",
    ]);
    expect(SCOPE_PRESETS.payouts.filter((scope) => scope.endsWith(":write"))).toEqual(["payouts:write"]);
    expect(SCOPE_PRESETS.read).toEqual(KEY_SCOPES.filter((scope) => !scope.endsWith(":write")));
  });

  it("name only scopes that there are", () => {
    for (const scope of Object.values(SCOPE_PRESETS).flat()) expect(KEY_SCOPES).toContain(scope);
  });
});

it("an API key is shown without the fields that are not set, and as expired when its time is over", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  const key: ApiKey = {
    api_key_id: "key",
    org_id: "org",
    user_id: "user",
    name: "server",
    prefix: "ck_test_0000",
    status: "active",
    expires_at: null,
    last_used_at: null,
    last_used_address: null,
    last_used_user_agent: null,
    scopes: null,
    allowed_addresses: [],
    created_at: now,
    updated_at: now,
  };
  expect(Object.values(showApiKey(key, now))).not.toContain(null);
  const used: Partial<ApiKey> = {
    expires_at: now,
    last_used_at: now,
    last_used_address: "192.0.2.1",
    last_used_user_agent: "curl",
    scopes: ["payments:read"],
  };
  expect(showApiKey({ ...key, ...used }, now)).toEqual({ ...key, ...used, status: "expired" });
});
