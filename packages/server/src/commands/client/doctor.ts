import { styleText } from "node:util";
import { print, printJson } from "./output.ts";
import { machineChecks } from "./doctor-machine.ts";
import { serviceChecks } from "./doctor-service.ts";
import type { Check, Finding } from "./doctor-checks.ts";
import type { ServiceFlags } from "./service.ts";

/** `corridor doctor`: every check that changes nothing, and the remedy for each that fails. */
export type DoctorFlags = ServiceFlags;

export async function doctorCommand(flags: DoctorFlags): Promise<void> {
  const findings = await diagnose(flags, process.env);
  if (flags.json === true) printJson(findings);
  else for (const finding of findings) print(describeFinding(finding));
  process.exitCode = findings.some(({ status }) => status === "problem") ? 1 : 0;
}

export async function diagnose(flags: DoctorFlags, variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  const checks: readonly Check[] = [...machineChecks(variables), ...serviceChecks(flags, variables)];
  const findings: Finding[] = [];
  for (const { name, run } of checks) {
    const found = await run();
    findings.push(...found.map((one) => ({ check: name, ...one })));
  }
  return findings;
}

const MARKS = {
  ok: styleText("green", "ok     "),
  warning: styleText("yellow", "warning"),
  problem: styleText("red", "problem"),
};

function describeFinding({ check, status, detail, remedy }: Finding): string {
  const line = `${MARKS[status]}  ${check}: ${detail}`;
  return remedy === undefined ? line : `${line}\n         ${styleText("bold", "→")} ${remedy}`;
}
