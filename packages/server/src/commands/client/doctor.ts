import { styleText } from "node:util";
import { print, printJson } from "./output.ts";
import { databaseChecks } from "./doctor-database.ts";
import { machineChecks, readSettings } from "./doctor-machine.ts";
import { serviceChecks } from "./doctor-service.ts";
import type { Check, Finding } from "./doctor-checks.ts";
import type { ServiceFlags } from "./service.ts";

/** `corridor doctor`: every check that changes nothing, and the remedy for each that fails. */
export type DoctorFlags = ServiceFlags;

export async function doctorCommand(flags: DoctorFlags, assignments: readonly string[]): Promise<void> {
  const findings = await diagnose(flags, process.env, assignments);
  if (flags.json === true) printJson(findings);
  else for (const finding of findings) print(describeFinding(finding));
  process.exitCode = findings.some(({ status }) => status === "problem") ? 1 : 0;
}

export async function diagnose(
  flags: DoctorFlags,
  variables: NodeJS.ProcessEnv,
  assignments: readonly string[] = [],
): Promise<Finding[]> {
  const settings = readSettings(variables, assignments);
  const own = "config" in settings ? settings.config : undefined;
  const checks: readonly Check[] = [
    ...machineChecks(settings),
    ...(own === undefined ? [] : databaseChecks(own)),
    ...serviceChecks(flags, variables, own),
  ];
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
