import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
execFileSync(process.execPath, [join(ROOT, "scripts/build-kit.ts"), KIT]);

const run = async (cwd: string, ...given: string[]): Promise<{ code: number; said: string }> => {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, given, { cwd });
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
};
const make = (name: string) => run(folder, join(ROOT, "packages/server/src/main.ts"), "provider", "new", name);

test("a new provider's package passes the rules of the packed kit, by its command", async () => {
  expect(await make("@acme/corridor-provider-volta")).toMatchObject({ code: 0 });
  const made = join(folder, "corridor-provider-volta");
  expect(JSON.parse(readFileSync(join(made, "package.json"), "utf8"))).toMatchObject({
    name: "@acme/corridor-provider-volta",
  });
  expect(await run(made, COMMAND, ".")).toEqual({ code: 0, said: expect.stringMatching(/^All \d+ rules hold\.\n$/) });
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
