import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { text } from "node:stream/consumers";

/**
 * `node scripts/run-checks.ts <npm script>...`: runs these scripts side by side, as many at a time as there are
 * processors, in the given order. What a script printed is shown only if it failed; all failures are shown, not just
 * the first one.
 */
const waiting = process.argv.slice(2);
const failed: string[] = [];

async function work(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const startedMs = performance.now();
    const child = spawn("npm", ["run", "--silent", name], { stdio: ["ignore", "pipe", "pipe"] });
    const exited = new Promise<number | null>((resolve, reject) => child.once("exit", resolve).once("error", reject));
    const [output, complaints, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(exitCode === 0 ? `${name}: ${seconds} s\n` : `${name} failed:\n${output}${complaints}\n`);
    if (exitCode !== 0) failed.push(name);
  }
}

await Promise.all(Array.from({ length: availableParallelism() }, work));
if (failed.length > 0) process.exitCode = 1;
