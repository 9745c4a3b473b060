import { systemClock } from "@corridor/base/clock.ts";
import { describeSettings, listSettings, startSettings } from "#src/config.ts";
import { changeSettings, type Changes, listRunSettings } from "#src/pricing/platform-settings/index.ts";
import { readSettingsFile } from "#src/setting-sources.ts";
import { migrate } from "#src/kernel/db/migrate.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import { print, printJson } from "./client/output.ts";
import type { JsonFlags } from "./maintain.ts";
import { secretsOf } from "./parts.ts";
import { withDatabase } from "./with-database.ts";

/** Settings from the server: before the first start, and while nothing answers. */
export type SettingsFlags = JsonFlags & { effective?: true };
const ACTOR = { type: "system", id: "command-line" } as const;

export async function settingsCommand(assignments: readonly string[], flags: SettingsFlags): Promise<void> {
  if (flags.effective === true) return printEffective(assignments, flags);
  if (flags.json === true) return printJson(listSettings());
  print(`Read at the start:\n\n${describeSettings("at_start")}\n\nSet while the service runs:\n`);
  print(describeSettings("while_running"));
}

async function printEffective(assignments: readonly string[], { json }: JsonFlags): Promise<void> {
  const running = await withDatabase(assignments, (_url, db, config) =>
    listRunSettings({ db, secrets: secretsOf(config), environment: config.environment }),
  );
  const all = [...startSettings({ environment: process.env, assignments }), ...running];
  if (json === true) return printJson(all);
  for (const { name, value, is_secret, source } of all) {
    const shown = is_secret && source !== "default" ? "(secret)" : (value ?? "(unset)");
    print(`${name}=${shown}  ${source}`);
  }
}

export type SetFlags = { file?: string };

/** From a file, because the arguments of a command can be read by other users of the machine. */
export async function setSettingsCommand(assignments: readonly string[], given: readonly string[], flags: SetFlags) {
  const problems: string[] = [];
  const fromFile = flags.file === undefined ? {} : readSettingsFile(flags.file, problems);
  const pairs = given.map((one) => [one.slice(0, one.indexOf("=")), one.slice(one.indexOf("=") + 1)] as const);
  const all = [...Object.entries(fromFile), ...pairs].filter(([name, text]) => name !== "" && text !== "");
  if (!given.every((one) => /^\w+=./s.test(one)) || all.length === 0) problems.push("write each as NAME=value");
  if (problems.length > 0) throw new OperatorError(problems.join("; "));
  await change(assignments, Object.fromEntries(all));
}

export async function unsetSettingsCommand(assignments: readonly string[], names: readonly string[]): Promise<void> {
  await change(assignments, Object.fromEntries(names.map((name) => [name, null])));
}

async function change(assignments: readonly string[], changes: Changes): Promise<void> {
  await withDatabase(assignments, async (url, db, config) => {
    await migrate({ url });
    const deps = { db, clock: systemClock, secrets: secretsOf(config), environment: config.environment };
    await changeSettings(deps, changes, ACTOR);
  });
  print(`Every process follows within a second: ${Object.keys(changes).join(", ")}.`);
}
