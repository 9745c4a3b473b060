/**
 * Writes the table of settings into README.md, between its two marks. With --check nothing is written: the command
 * fails when the table differs from packages/server/src/config.ts.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSettings } from "@corridor/server/config.ts";

const README = join(import.meta.dirname, "..", "README.md");
const START = "<!-- settings: written by scripts/generate-settings-table.ts -->";
const END = "<!-- end of settings -->";

const current = readFileSync(README, "utf8");
const [before, rest] = current.split(START);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error(`README.md must hold ${START} and, below it, ${END}`);

const wanted = `${before}${START}\n\n${describeSettings()}\n\n${END}${after}`;
if (!process.argv.includes("--check")) {
  writeFileSync(README, wanted);
} else if (current !== wanted) {
  console.error(
    "README.md does not show the settings of packages/server/src/config.ts: run node scripts/generate-settings-table.ts",
  );
  process.exitCode = 1;
}
