import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Manifest, ProviderTools } from "./provider.ts";
import { addressSecret, address, secret, settingsOf } from "./settings.ts";
import { toolsFor } from "./tools.ts";

const MANIFEST = {
  name: "acme_pay",
  hosts: ["api.acme.example", "*.eu.acme.example"],
  settings: settingsOf({
    base_url: address("Address"),
    api_key: secret("Key"),
    callback_secret: addressSecret("Secret"),
  }),
} as unknown as Manifest;
const SETTINGS = { base_url: "http://127.0.0.1:9000/v1", api_key: "key-of-acme", callback_secret: "s".repeat(32) };

function given() {
  const called: string[] = [];
  const lines: [string, object, string][] = [];
  const write = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message]);
  /** What the service's own parts hold: nothing of it may be reached by a provider. */
  const database = { password: "of the database", settings: { stripe: "key-of-stripe" } };
  const outbound = {
    database,
    request: async ({ url }: { url: string }) => (
      called.push(url),
      { statusCode: 200, headers: {}, body: Buffer.of() }
    ),
    close: async () => undefined,
  };
  const log = { database, warn: write("warn"), error: write("error"), fatal: write("fatal") };
  const clock = Object.assign(new SteppedClock(), { database });
  return { called, lines, database, tools: toolsFor(MANIFEST, SETTINGS, { outbound, log, clock }) };
}

const call = (tools: ProviderTools, url: string) => tools.outbound.request({ method: "GET", url, timeoutMs: 1_000 });

test("a provider reaches the hosts of its manifest by https, and the addresses in its settings", async () => {
  const { tools, called } = given();
  const urls = ["https://api.acme.example/a", "https://x.eu.acme.example/b", "http://127.0.0.1:9000/v1/c"];
  for (const url of urls) await call(tools, url);
  expect(called).toEqual(urls);
});

test.each([
  "https://evil.example/",
  "http://api.acme.example/",
  "https://api.acme.example:8443/",
  "https://api.acme.example.evil.example/",
  "https://eu.acme.example/",
  "https://xeu.acme.example/",
  "http://127.0.0.1:9001/",
  "https://api.acme.example@evil.example/",
])("a call of %s is stopped before anything is sent, and says what to mend", async (url) => {
  const { tools, called, lines } = given();
  await expect(call(tools, url)).rejects.toMatchObject({
    sent: "not_sent",
    message: expect.stringContaining("neither in the settings nor among the `hosts` of the package's manifest"),
  });
  expect(called).toEqual([]);
  expect(lines).toMatchObject([["error", { host: new URL(url).host, provider: "acme_pay" }, expect.any(String)]]);
});

test("what a provider logs has its name, and no secret or card number", () => {
  const { tools, lines } = given();
  const fields = {
    answer: { note: "for key-of-acme", api_key: "abc" },
    card: "x",
    err: new Error("4242 4242 4242 4242"),
  };
  tools.log.warn(fields, "sent key-of-acme");
  expect(lines).toEqual([
    [
      "warn",
      {
        answer: { note: "for [redacted]", api_key: "[redacted]" },
        card: "[redacted]",
        err: "Error: [redacted]",
        provider: "acme_pay",
      },
      "sent [redacted]",
    ],
  ]);
});

test("from what a provider is given, neither the database nor another provider's secrets can be reached or changed", () => {
  const { tools, database } = given();
  const reached = new Set<unknown>();
  const visit = (value: unknown): void => {
    const isBuiltIn = value === Object.prototype || value === Function.prototype;
    if ((typeof value !== "object" && typeof value !== "function") || value === null || isBuiltIn) return;
    if (reached.has(value)) return;
    reached.add(value);
    for (const key of Reflect.ownKeys(value)) visit(Object.getOwnPropertyDescriptor(value, key)?.value);
    visit(Object.getPrototypeOf(value));
  };
  visit(tools);
  expect([...reached]).not.toContain(database);
  expect(JSON.stringify([...reached])).not.toMatch(/of-stripe|of the database/);
  for (const part of [tools, tools.outbound, tools.clock, tools.log]) expect(Object.isFrozen(part)).toBe(true);
});
