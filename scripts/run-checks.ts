import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";

/**
 * `npm run checks [-- <name>...]`: runs these checks, or all of them, side by side, as many at a time as there are
 * processors. What a check printed is shown only if it failed; all failures are shown, not just the first one.
 */
const CHECKS: Readonly<Record<string, string>> = {
  "check:generated": "npm run -s check:generated",
  typecheck: "npm run -s typecheck",
  lint: "npm run -s lint",
  "dead-code": "knip",
  api: "node scripts/lint-openapi.ts && node scripts/check-released-api.ts",
  "format:check": "npm run -s format:check",
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  console.error(`There is no check ${unknown.join(", ")}; there are ${Object.keys(CHECKS).join(", ")}.`);
  process.exit(2);
}
const waiting = asked.length > 0 ? asked : Object.keys(CHECKS);
const failed: string[] = [];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedMs = performance.now();
    const child = spawn(CHECKS[name]!, { shell: true, stdio: ["ignore", "pipe", "pipe"] });
    const exited = new Promise<number | null>((resolve, reject) => child.once("exit", resolve).once("error", reject));
    const [output, complaints, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(exitCode === 0 ? `${name}: ${seconds} s\n` : `${name} failed:\n${output}${complaints}\n`);
    if (exitCode !== 0) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) process.exitCode = 1;
