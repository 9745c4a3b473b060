import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { nearestName } from "./nearest-name.ts";
import { RUN_NAMES } from "./run-settings.ts";

/** The sources of the settings' texts. */
export type ConfigSources = {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Each `NAME=value`, from `--set`. They win over the environment, which wins over the file. */
  readonly assignments?: readonly string[];
};

const OWN_PREFIX = "CORRIDOR_";
/** Read by clients (`corridor listen`, the examples): in a shared shell they must not stop the service's start. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set(["CORRIDOR_URL", "CORRIDOR_API_KEY", "CORRIDOR_WEBHOOK_SECRET"]);
const FILE_VARIABLE = "CONFIG_FILE";

/** From file, environment and assignments. An empty variable counts as unset: shells and compose files make them. */
export function collectValues(sources: ConfigSources, names: ReadonlySet<string>, problems: string[]) {
  const texts = new Map<string, string>();
  const places = new Map<string, string>();
  const file = sources.environment[FILE_VARIABLE];
  if (file !== undefined && file !== "") {
    for (const [name, value] of Object.entries(readSettingsFile(file, problems))) take(name, value, `in ${file}`);
  }
  for (const [name, value] of Object.entries(sources.environment)) {
    if (value === undefined || value === "") continue;
    if (names.has(name) || RUN_NAMES.has(name) || (name.startsWith(OWN_PREFIX) && !CLIENT_VARIABLES.has(name)))
      take(name, value, "in the environment");
  }
  for (const assignment of sources.assignments ?? []) {
    const equals = assignment.indexOf("=");
    if (equals < 1) problems.push(`--set ${assignment}: write it as NAME=value`);
    else take(assignment.slice(0, equals), assignment.slice(equals + 1), "in --set");
  }
  return { texts, places };

  function take(name: string, value: string, where: string): void {
    if (!names.has(name)) problems.push(unknownName(name, where, names));
    else if (value !== "") {
      texts.set(name, value);
      places.set(name, where);
    }
  }
}

export function readSettingsFile(path: string, problems: string[]): Record<string, string> {
  try {
    return parseEnv(readFileSync(path, "utf8")) as Record<string, string>;
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    problems.push(`${path} cannot be read (${reason})`);
    return {};
  }
}

function unknownName(name: string, where: string, names: ReadonlySet<string>): string {
  if (RUN_NAMES.has(name))
    return `${name} (${where}) is set while the service runs: remove it, and run \`corridor settings set ${name}=...\``;
  const nearest = nearestName(name.toUpperCase(), names);
  return `${name} (${where}) is no setting${nearest === undefined ? "" : `; did you mean ${nearest}?`}`;
}
