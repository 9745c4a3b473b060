#!/usr/bin/env node
import { checkConformance } from "./check-conformance.ts";

/** `npx corridor-conformance .`: prints each rule that does not hold. The exit code is 1 when there is one. */
const [folder = "."] = process.argv.slice(2);
let held = 0;
let broken = 0;
for await (const { title, rule, fault } of checkConformance(folder)) {
  if (fault === null) held++;
  else {
    broken++;
    process.stderr.write(`${title}: ${rule}\n  ${fault.replaceAll("\n", "\n  ")}\n`);
  }
}
process.stdout.write(broken === 0 ? `All ${held} rules hold.\n` : `${broken} of ${held + broken} rules do not hold.\n`);
process.exitCode = broken === 0 ? 0 : 1;
