import { loadPackages } from "#src/pricing/provider-accounts/index.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { type CertifyFlags, runCertification } from "@corridor/provider-kit/certification/run-certification.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";
import { readConfig } from "./parts.ts";

/** Needs no database. */
export async function certifyCommand(assignments: readonly string[], name: string, flags: CertifyFlags): Promise<void> {
  const named = (kind: { name: string }): boolean => kind.name === name;
  const installed = THIRD_PARTIES.some(named) ? [] : await loadPackages(readConfig(assignments).providers);
  const all = [...THIRD_PARTIES, ...installed];
  const kind = all.find(named);
  if (kind === undefined)
    throw new OperatorError(`There is no provider ${name}; there are ${all.map((one) => one.name).join(", ")}.`);
  await runCertification(kind, flags, process.env);
}
