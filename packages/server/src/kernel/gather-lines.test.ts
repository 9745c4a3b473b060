import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";

const LOG = join(import.meta.dirname, "log.ts");

function start(script: string, stdio: StdioOptions): ChildProcess {
  const program =
    `const { createLogger } = await import(${JSON.stringify(LOG)}); const log = createLogger({ level: ` +
    `"info" }); ${script}`;
  return spawn(process.execPath, ["--input-type=module", "-e", program], { stdio });
}

const run = (script: string): Promise<Ended> => ended(start(script, ["ignore", "pipe", "ignore"]));

type Ended = { lines: string[]; code: number | null };

/** Collects the output of the process from now on, and its exit. */
async function ended(child: ChildProcess): Promise<Ended> {
  let text = "";
  child.stdout!.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  return { lines: text.split("\n").filter((line) => line !== ""), code };
}

const messages = (lines: readonly string[]): unknown[] =>
  lines.map((line) => (JSON.parse(line) as { msg: unknown }).msg);

test.each([
  ["that ends by itself", `log.info("one"); log.info("two");`, 0],
  ["that is told to exit", `log.info("one"); log.info("two"); process.exit(3);`, 3],
  ["that fails", `log.info("one"); log.info("two"); setImmediate(() => { throw new Error("unexpected"); });`, 1],
  ["that logs while it exits", `log.info("one"); process.on("exit", () => log.info("two"));`, 0],
])("a process %s has written all of its lines, in order", async (_, script, code) => {
  const process = await run(script);
  expect(messages(process.lines)).toEqual(["one", "two"]);
  expect(process.code).toBe(code);
});

test("a fatal line is written before the next statement runs, whatever comes then", async () => {
  const { lines } = await run(`log.info("one"); log.fatal("two"); process.kill(process.pid, "SIGKILL");`);
  expect(messages(lines)).toEqual(["one", "two"]);
});

test("many lines arrive whole and in order", async () => {
  const { lines } = await run(`for (let i = 0; i < 20_000; i++) log.info({ filler: "x".repeat(i % 300) }, String(i));`);
  expect(messages(lines)).toEqual(Array.from({ length: 20_000 }, (_, i) => String(i)));
});

test("a reader that does not read loses lines beyond 16 MB, and those it gets are whole, in order and from the first on", async () => {
  const script =
    `for (let i = 0; i < 40_000; i++) { log.info({ filler: "x".repeat(1_000) }, String(i)); if (i % 100 ` +
    `=== 0) await new Promise(setImmediate); } process.send("logged");`;
  const child = start(script, ["ignore", "pipe", "ignore", "ipc"]);
  await once(child, "message");
  const { lines, code } = await ended(child);
  expect(code).toBe(0);
  const numbers = messages(lines).map(Number);
  expect(numbers.slice(0, 1_000)).toEqual(Array.from({ length: 1_000 }, (_, i) => i));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b)); // A short line may still fit where a long one did not.
  const megabytes = lines.join("\n").length / 2 ** 20;
  expect(megabytes).toBeGreaterThan(15);
  expect(megabytes).toBeLessThan(18);
});

test("lines of a process that goes on are there soon", async () => {
  const { lines } = await run(`log.info("one"); setTimeout(() => process.kill(process.pid, "SIGKILL"), 1_000);`);
  expect(messages(lines)).toEqual(["one"]);
});
