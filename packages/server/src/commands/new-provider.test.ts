import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const CACHE = join(ROOT, "node_modules/.cache");
mkdirSync(CACHE, { recursive: true });
/** The kit as it is packed, and what it runs on from the repository: nothing is fetched. */
const folder = mkdtempSync(join(CACHE, "corridor-new-provider-"));
afterAll(() => rmSync(folder, { recursive: true }));
const KIT = join(folder, "node_modules/@corridor/provider-kit");
const COMMAND = join(KIT, "provider-kit/conformance/command.js");
const CERTIFY = join(KIT, "provider-kit/certification/command.js");
execFileSync(process.execPath, [join(ROOT, "scripts/build-kit.ts"), KIT]);

const environment: Record<string, string | undefined> = { ...process.env };
const run = async (cwd: string, ...given: string[]): Promise<{ code: number; said: string }> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, given, { cwd, env: environment });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
};
const make = (name: string) => run(folder, join(ROOT, "packages/server/src/main.js"), "provider", "new", name);

test("a new provider's package passes the rules of the packed kit, by its command", async () => {
  expect(await make("@acme/corridor-provider-volta")).toMatchObject({ code: 0 });
  const made = join(folder, "corridor-provider-volta");
  expect(JSON.parse(readFileSync(join(made, "package.json"), "utf8"))).toMatchObject({
    name: "@acme/corridor-provider-volta",
  });
  expect(await run(made, COMMAND, ".")).toEqual({ code: 0, said: expect.stringMatching(/^All \d+ rules hold\.\n$/) });
});

test("the packed kit certifies it at its provider, and names a wrong key and a dead host", async () => {
  await make("@acme/corridor-provider-kano");
  const made = join(folder, "corridor-provider-kano");
  const { startServer } = (await import(pathToFileURL(join(made, "conformance.js")).href)) as {
    startServer(): Promise<{ url: string; close(): Promise<void> }>;
  };
  const server = await startServer();
  const [key, secret] = ["key_0123456789abcdef", "whsec_0123456789abcdef0123456789abcdef"];
  const certify = (url: string, api_key: string) => {
    Object.assign(environment, { KANO_BASE_URL: url, KANO_API_KEY: api_key, KANO_WEBHOOK_SECRET: secret });
    return run(made, CERTIFY, ".", "--record", "recording.json");
  };
  expect(await certify(server.url, key)).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^Kano answers as its adapter expects\.\n(?: .*\n)+ {2}payin declined +as expected\n/),
  });
  const recording = readFileSync(join(made, "recording.json"), "utf8");
  expect(JSON.parse(recording)).toMatchObject({ provider: "kano", exchanges: expect.anything() });
  for (const one of [key, secret]) expect(recording).not.toContain(one);
  expect(await certify(server.url, "key_another")).toMatchObject({
    code: 1,
    said: expect.stringContaining("the keys or the account are wrong, so nothing else was tried: answered 401"),
  });
  await server.close();
  expect(await certify(server.url, key)).toMatchObject({
    code: 1,
    said: expect.stringContaining("the host does not answer, so nothing else was tried"),
  });
});

test.each([
  ["believes every callback", "isSame(headers[", "true || isSame(headers[", "a callback is refused when what makes it"],
  [
    "takes an unknown word for paid",
    "wordIn(STATUSES, payment,",
    '(STATUSES[payment.status] ?? "completed") || (',
    "a status that is not documented ends no payment",
  ],
  ["refuses on a server's fault", "throw undecided(answer)", 'throw new Refusal("down", "down")', "500 without a body"],
  [
    "repeats what the provider quotes",
    'clean(textOf(said, "message"))',
    'textOf(said, "message")',
    "cannot make us repeat them",
  ],
  ["takes every name for the holder's", 'NO_MATCH: "no_match"', 'NO_MATCH: "match"', "no other name matches"],
  ["has no hosts", 'hosts: ["api.example.com"]', "hosts: []", "the service loads it"],
])("an adapter that %s breaks the rule against it", async (what, right, wrong, rule) => {
  const name = `wrong-${what.replaceAll(/[^a-z]+/g, "-").slice(0, 10)}x`;
  await make(name);
  const made = join(folder, `corridor-provider-${name}`);
  const text = readFileSync(join(made, "index.js"), "utf8");
  expect(text).toContain(right);
  writeFileSync(join(made, "index.js"), text.replace(right, wrong));
  const { code, said } = await run(made, COMMAND, ".");
  expect([code, said]).toEqual([1, expect.stringContaining(rule)]);
});

test.each(["paystack", "Acme", "daraja", "@acme/", "../x"])("%s is no name for a new provider", async (name) => {
  expect(await make(name)).toEqual({ code: 1, said: expect.stringContaining("is no name for a provider") });
});
