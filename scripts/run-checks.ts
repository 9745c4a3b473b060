import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism, setPriority } from "node:os";
import { text } from "node:stream/consumers";

/**
 * `npm run checks [-- <name>...]`: runs these checks, or all of them, as many at a time as there are processors. What a
 * check printed is shown only if it failed; all failures are shown, not just the first one.
 *
 * `... --beside <command>` runs them one after another beside that command, with the processor time that it leaves, and
 * ends it when one fails. That is how `npm test` runs the tests: they often wait, and no check writes what they read.
 */
const CHECKS: Readonly<Record<string, string>> = {
  "check:generated": "npm run -s check:generated",
  typecheck: "npm run -s typecheck",
  lint: "npm run -s lint",
  "dead-code": "knip",
  api: "node scripts/lint-openapi.ts && node scripts/check-released-api.ts",
  "format:check": "npm run -s format:check",
};
const LOW_PRIORITY = 10;

const given = process.argv.slice(2);
const names = given.includes("--beside") ? given.slice(0, given.indexOf("--beside")) : given;
const [program, ...args] = given.slice(names.length + 1);
const unknown = names.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}; there are ${Object.keys(CHECKS).join(", ")}.`);
  process.exit(2);
}

const exitOf = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));

// A group of its own: its processes are ended together, as a terminal does it.
const tests = program === undefined ? undefined : spawn(program, args, { stdio: "inherit", detached: true });
const tested = tests === undefined ? undefined : exitOf(tests);
function endTests(signal: NodeJS.Signals): void {
  if (tests?.exitCode === null && tests.signalCode === null) process.kill(-tests.pid!, signal);
}
if (tests !== undefined) for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, endTests);

const waiting = names.length > 0 ? names : Object.keys(CHECKS);
const passed: string[] = [];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedMs = performance.now();
    const child = spawn(CHECKS[name]!, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    if (tests !== undefined) setPriority(child.pid!, LOW_PRIORITY);
    const [output, complaints, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)]);
    if (exitCode === 0) passed.push(`${name}: ${Math.round((performance.now() - startedMs) / 1_000)} s`);
    else {
      process.exitCode = 1;
      endTests("SIGINT");
      process.stdout.write(`${name} failed:\n${output}${complaints}\n`);
    }
  }
}

await Promise.all(Array.from({ length: tests === undefined ? availableParallelism() : 1 }, work));
if (tested !== undefined && (await tested) !== 0) process.exitCode = 1;
process.stdout.write(passed.map((line) => `${line}\n`).join(""));
