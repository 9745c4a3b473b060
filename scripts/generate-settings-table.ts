/**
 * Writes docs/settings.md, the table of all settings. With --check nothing is written: the command fails when the page
 * differs from packages/server/src/config.ts.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeSettings } from "@corridor/server/config.ts";

const PAGE = join(import.meta.dirname, "..", "docs/settings.md");

const wanted = `<!-- Written by scripts/generate-settings-table.ts from packages/server/src/config.ts, run-settings.ts and setting-descriptions.json. Do not edit. -->
# Settings

A setting comes from \`--set NAME=value\`, from the environment, or from the file that \`CONFIG_FILE\` names (lines of
\`NAME=value\`). The first of these that has it wins. An unknown name or an invalid value stops the start; the message
names it. "Default" shows where production differs from development. \`corridor settings\` prints these tables, with
\`--effective\` what each setting is now and where that comes from.

${describeSettings("at_start")}

## While the service runs

Set by \`corridor settings set NAME=value\`, also before the first start, or by a platform admin on the dashboard
(\`PATCH /platform/settings\`). Every process follows within a second, and the audit log has each change. Where a change
decides what money costs, where it goes or who may act, a second platform admin approves it, except on the server.

${describeSettings("while_running")}
`;

if (!process.argv.includes("--check")) {
  writeFileSync(PAGE, wanted);
} else if (!existsSync(PAGE) || readFileSync(PAGE, "utf8") !== wanted) {
  console.error(
    "docs/settings.md does not show the settings of config.ts: run node scripts/generate-settings-table.ts",
  );
  process.exitCode = 1;
}
