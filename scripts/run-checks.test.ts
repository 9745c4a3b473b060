import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const SCRIPT = join(import.meta.dirname, "run-checks.ts");
const FOR_EVER = "setInterval(() => undefined, 1_000)";
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "checks-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the check for dead code, played by a program that ends with this exit code, beside the given program. */
function run(exitCode: number, ...beside: readonly string[]) {
  writeFileSync(join(folder, "knip"), `#!/bin/sh\necho what it found\nexit ${exitCode}\n`, { mode: 0o755 });
  return spawnSync(process.execPath, [SCRIPT, "dead-code", ...beside], { env: { PATH: folder }, encoding: "utf8" });
}
const besideNode = (code: string): string[] => ["--beside", process.execPath, "-e", code];

test("a check that passes is named, and one that fails is shown and fails the command", () => {
  expect(run(0)).toMatchObject({ status: 0, stdout: expect.stringMatching(/^dead-code: \d+ s\n$/) });
  expect(run(1)).toMatchObject({ status: 1, stdout: "dead-code failed:\nwhat it found\n\n" });
});

test("a check that fails ends the tests beside it", () => {
  expect(run(1, ...besideNode(FOR_EVER))).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("what it found"),
  });
});

test("tests fail the command by their exit code, or killed by a signal; otherwise it succeeds", () => {
  expect(run(0, ...besideNode("process.exit(3)")).status).toBe(1);
  expect(run(0, ...besideNode("process.kill(process.pid, 'SIGKILL')")).status).toBe(1);
  expect(run(0, ...besideNode("")).status).toBe(0);
});

test("an unknown check is an error", () => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, "nothing"], { encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toContain("there are check:generated, typecheck, lint");
});
