import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OperatorError } from "#src/kernel/operator-error.ts";

export type ProveFlags = { faults: number; minutes: number; rounds: number; seed?: number; json?: true };

const ROOT = join(import.meta.dirname, "../../../..");
const PROVER = join(ROOT, "test/prove-faults.ts");

/** The prover uses code of the tests, so it is among them and started as a separate program. */
export async function proveCommand({ faults, minutes, rounds, seed, json }: ProveFlags): Promise<void> {
  if (!existsSync(PROVER))
    throw new OperatorError("`prove` runs from a source tree: this installation has no `test/` folder.");
  const numbers = Object.entries({ faults, minutes, rounds, seed }).filter(([, value]) => value !== undefined);
  const given = [
    ...numbers.flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(json === true ? ["--json"] : []),
  ];
  const child = spawn(process.execPath, ["--enable-source-maps", PROVER, ...given], { cwd: ROOT, stdio: "inherit" });
  const [exitCode] = (await once(child, "exit")) as [number | null];
  process.exitCode = exitCode ?? 1;
}
