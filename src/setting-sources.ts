import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/** Where the texts of the settings come from. */
export type ConfigSources = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `NAME=value` each, from `--set`. They win over the environment, which wins over the file. */
  readonly assignments?: readonly string[];
};

const OWN_PREFIX = "CORRIDOR_";
const FILE_VARIABLE = "CONFIG_FILE";

/** Name to raw text from file, environment and assignments. An empty variable counts as unset, as shells and compose files produce them. */
export function collectValues(sources: ConfigSources, names: ReadonlySet<string>, problems: string[]): Map<string, string> {
  const values = new Map<string, string>();
  const file = sources.environment[FILE_VARIABLE];
  if (file !== undefined && file !== "") {
    for (const [name, value] of Object.entries(readSettingsFile(file, problems))) take(name, value, `in ${file}`);
  }
  for (const [name, value] of Object.entries(sources.environment)) {
    if (value === undefined || value === "") continue;
    if (names.has(name)) values.set(name, value);
    else if (name.startsWith(OWN_PREFIX)) problems.push(unknownName(name, "in the environment", names));
  }
  for (const assignment of sources.assignments ?? []) {
    const equals = assignment.indexOf("=");
    if (equals < 1) problems.push(`--set ${assignment}: write it as NAME=value`);
    else take(assignment.slice(0, equals), assignment.slice(equals + 1), "in --set");
  }
  return values;

  function take(name: string, value: string, where: string): void {
    if (!names.has(name)) problems.push(unknownName(name, where, names));
    else if (value !== "") values.set(name, value);
  }
}

function readSettingsFile(path: string, problems: string[]): Record<string, string> {
  try {
    return parseEnv(readFileSync(path, "utf8")) as Record<string, string>;
  } catch (error) {
    problems.push(`${FILE_VARIABLE}=${path}: cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
    return {};
  }
}

const MAX_SUGGESTION_DISTANCE = 4;

function unknownName(name: string, where: string, names: ReadonlySet<string>): string {
  let nearest: string | undefined;
  let nearestDistance = MAX_SUGGESTION_DISTANCE + 1;
  for (const known of names) {
    const distance = editDistance(name.toUpperCase(), known);
    if (distance < nearestDistance) [nearest, nearestDistance] = [known, distance];
  }
  return `${name} (${where}) is no setting${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
