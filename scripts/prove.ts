import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { listProvers, PROVERS } from "./provers.ts";

/** `npm run prove -- <name> [arguments]`: runs one prover in this process; without a name it lists them. */
const [name, ...given] = process.argv.slice(2);
const prover = Object.hasOwn(PROVERS, name ?? "") ? PROVERS[name!] : undefined;
if (prover === undefined) {
  console.error(name === undefined ? listProvers() : `There is no prover ${name}.\n\n${listProvers()}`);
  process.exit(2);
}
const missing = (prover.needs ?? []).filter(({ isMet }) => !isMet());
if (missing.length > 0) {
  for (const { hint } of missing) console.error(hint);
  process.exit(2);
}

const file = join(import.meta.dirname, "..", prover.file);
Object.assign(process.env, { ...prover.environment, ...process.env });
if (file.endsWith(".test.ts")) {
  process.exitCode = spawnSync("vitest", ["run", file, ...given], { stdio: "inherit" }).status ?? 1;
} else {
  process.argv.splice(1, 2, file);
  await import(file);
}
