import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Recording } from "@corridor/provider-kit/certification/recording.ts";
import { type CertifyFlags, runCertification } from "@corridor/provider-kit/certification/run-certification.ts";
import { closedPort } from "@corridor/provider-kit/conformance/faults.ts";
import type { ProviderKind } from "@corridor/provider-kit/provider.ts";
import { type FixtureServer, THIRD_PARTY_FIXTURES } from "./third-parties.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";

const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "paystack")!;
const kind = THIRD_PARTIES.find(({ name }) => name === "paystack")!;
const folder = mkdtempSync(join(tmpdir(), "corridor-certify-"));
const keys = join(folder, "keys.json");
let server: FixtureServer;
beforeAll(async () => void (server = await fixture.start(new SteppedClock())));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

let said: string;
beforeEach(() => {
  said = "";
  const hear = (chunk: unknown): boolean => ((said += String(chunk)), true);
  vi.spyOn(process.stdout, "write").mockImplementation(hear);
  vi.spyOn(process.stderr, "write").mockImplementation(hear);
});
afterEach(() => void (process.exitCode = 0));

const environment = (): Record<string, string> => ({
  PAYSTACK_BASE_URL: server.url,
  PAYSTACK_SECRET_KEY: String(fixture.settings("")["secret_key"]),
  PAYSTACK_DIRECT_CARD_CHARGES: "false",
});
type Run = { flags?: Partial<CertifyFlags>; given?: Record<string, string>; of?: ProviderKind };
const run = ({ flags = {}, given = environment(), of = kind }: Run = {}) =>
  runCertification(of, { port: 0, ...flags }, given).then(
    () => process.exitCode,
    ({ message }: Error) => message,
  );

test("the keys come from the environment by the provider's name, and the recording has none of them", async () => {
  const record = join(folder, "recording.json");
  expect(await run({ flags: { record, by: "Ama" } })).toBe(0);
  expect(said).toMatch(/^Paystack answers as its adapter expects\.$/m);
  expect(said).toMatch(/certified: \{"at":"[^"]+","by":"Ama","kit":"1\.0\.0"\}$/m);
  const text = readFileSync(record, "utf8");
  expect((JSON.parse(text) as Recording).exchanges.length).toBeGreaterThan(5);
  expect(text).not.toContain(environment()["PAYSTACK_SECRET_KEY"]);
});

test("a file of keys that others can read is refused, with the command that mends it", async () => {
  writeFileSync(keys, JSON.stringify(fixture.settings(server.url)));
  chmodSync(keys, 0o640);
  expect(await run({ flags: { settings: keys }, given: {} })).toBe(
    `Others can read the keys in ${keys}. Run: chmod 600 ${keys}`,
  );
  chmodSync(keys, 0o600);
  expect(await run({ flags: { settings: keys }, given: {} })).toBe(0);
});

test("a wrong key and a dead host are named as such, by an exit code of 1", async () => {
  const wrong = "sk_test_0000000000000000000000000000000000000000";
  expect(await run({ given: { ...environment(), PAYSTACK_SECRET_KEY: wrong } })).toBe(1);
  expect(said).toContain("the keys or the account are wrong, so nothing else was tried");
  expect(await run({ given: { ...environment(), PAYSTACK_BASE_URL: await closedPort() } })).toBe(1);
  expect(said).toContain("the host does not answer, so nothing else was tried");
});

test("a success that the adapter reads as a failure, and a wrong key that it reads as a decline, are differences", async () => {
  const create: ProviderKind["create"] = (...given) => {
    const provider = kind.create(...given);
    const fetchStatus: typeof provider.fetchStatus = async (...query) => {
      const answer = await provider.fetchStatus(...query);
      return answer.outcome === "found" ? { ...answer, update: { ...answer.update, status: "failed" } } : answer;
    };
    return { ...provider, fetchStatus };
  };
  expect(await run({ of: { ...kind, create } })).toBe(1);
  expect(said).toMatch(/payin status +differs: a payment that must succeed is read as failed/);
  const dispatch = async () => ({ outcome: "refused", code: "unauthorized", reason: "no" }) as const;
  const journey: ProviderKind["journey"] = (settings) => {
    const { payin } = kind.journey!(settings);
    return { payin: payin!, declined: { payin: payin! } };
  };
  const locked: ProviderKind["create"] = (...given) => ({ ...kind.create(...given), dispatch });
  expect(await run({ of: { ...kind, create: locked, journey } })).toBe(1);
  expect(said).toMatch(/payin declined +differs: expected a decline, got refused unauthorized/);
});

test("settings that are missing or wrong are named before anything is sent, and so is a provider without test payments", async () => {
  expect(await run({ given: {} })).toBe(
    "The settings in the environment (PAYSTACK_SECRET_KEY, PAYSTACK_DIRECT_CARD_CHARGES, PAYSTACK_BASE_URL) are not " +
      "what paystack needs: must have required properties secret_key",
  );
  expect(await run({ given: { ...environment(), PAYSTACK_BASE_URL: "ftp://a.example" } })).toMatch(
    /base_url must be an http or https URL without credentials, query and fragment$/,
  );
  for (const [text, says] of [
    ["[]", "must be a JSON object"],
    ["{", "cannot be read: "],
  ] as const) {
    writeFileSync(keys, text);
    expect(await run({ flags: { settings: keys } })).toContain(`The settings in ${keys} ${says}`);
  }
  expect(await run({ of: { ...kind, journey: undefined } })).toBe(
    "paystack names no test payments. Add `journey` to its manifest.",
  );
});
