import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PROVERS } from "./provers.ts";

const ROOT = join(import.meta.dirname, "..");

function prove(args: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  return spawnSync(process.execPath, ["scripts/prove.ts", ...args], {
    cwd: ROOT,
    env: { PATH: "", ...environment },
    encoding: "utf8",
  });
}

test("every program that proves something has a name, and every name a program", () => {
  const files = Object.values(PROVERS).map(({ file }) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(globSync("test/prove-*.ts", { cwd: ROOT })));
});

test.each([[[]], [["nothing"]], [["constructor"]]])("asked for %j, it lists every prover and fails", (args) => {
  const { status, stderr } = prove(args);
  expect(status).toBe(2);
  const lines = stderr.split("\n");
  for (const [name, { shows }] of Object.entries(PROVERS))
    expect(lines.filter((line) => line.startsWith(`  ${name} `) && line.includes(shows))).toHaveLength(1);
});

test.each([
  ["alerts", "apt install prometheus"],
  ["citus", "CITUS_URLS=postgres://"],
])("%s says how to get what it needs before it starts", (name, hint) => {
  const { status, stdout, stderr } = prove([name]);
  expect(status).toBe(2);
  expect(stderr).toContain(hint);
  expect(stdout).toBe("");
});

test("a prover gets the arguments that follow its name, and its exit code is passed on", () => {
  const short = prove(["simulation", "--payments", "50", "--seed", "7"]);
  expect(short.stdout).toContain("50 payments in 1 rounds");
  expect(short.status).toBe(0);
  const broken = prove(["simulation", "--payments", "500", "--seed", "7", "--defect", "key_forgotten"]);
  expect(broken.status).toBe(1);
});
