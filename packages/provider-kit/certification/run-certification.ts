import { readFileSync, statSync, writeFileSync } from "node:fs";
import { Value } from "typebox/value";
import { faultsIn, mergedSettings, propertiesOf, type Settings } from "../entered-settings.ts";
import { InvalidSetting, NotCertifiable } from "../errors.ts";
import { originsIn } from "../manifest.ts";
import type { ProviderKind } from "../provider.ts";
import { certify } from "./certify.ts";
import { reportOf } from "./certify-provider.ts";

/** One command for the provider of any package: `corridor provider certify`, and the kit's `corridor-certify`. */
export type CertifyFlags = {
  settings?: string;
  record?: string;
  by?: string;
  publicUrl?: string;
  port: number;
  json?: boolean;
};
type Environment = Readonly<Record<string, string | undefined>>;

const say = (text: string): boolean => process.stderr.write(`${text}\n`);

export async function runCertification(
  kind: ProviderKind,
  { settings: file, record, by, publicUrl, port, json }: CertifyFlags,
  environment: Environment,
): Promise<void> {
  if (kind.journey === undefined)
    throw new NotCertifiable(`${kind.name} names no test payments. Add \`journey\` to its manifest.`);
  const settings = settingsFor(kind, file, environment);
  const places = originsIn(kind.settings, settings);
  say(`Test payments are made at ${[...(places.size > 0 ? places : kind.hosts)].join(", ")}.`);
  const recording = await certify(kind, settings, {
    by,
    ...(publicUrl !== undefined && { callbacks: { publicUrl, port } }),
    onWaiting: ({ direction }) =>
      say(`Waiting for the callback of the ${direction === "inbound" ? "payin" : "payout"}...`),
  }).catch((error: unknown) => {
    throw error instanceof InvalidSetting ? new NotCertifiable(`${error.setting} ${error.message}`) : error;
  });
  const { steps, started_at: at, kit } = recording;
  const report = json === true ? JSON.stringify({ provider: kind.name, steps }) : reportOf(kind.displayName, steps);
  process.stdout.write(`${report}\n`);
  if (record !== undefined) {
    writeFileSync(record, `${JSON.stringify(recording, null, 2)}\n`);
    say(`The conversation is in ${record}, without secrets. Read it before you share it.`);
  }
  const isWhole = steps.every(({ verdict }) => verdict !== "differs");
  if (isWhole && by !== undefined)
    say(`Put it into the manifest, so that everybody sees it: certified: ${JSON.stringify({ at, by, kit })}`);
  process.exitCode = isWhole ? 0 : 1;
}

/** Keys are no arguments of a command, which other people of the machine can read, nor is a file that they can. */
function settingsFor(kind: ProviderKind, file: string | undefined, environment: Environment): Settings {
  const { name, settings: schema } = kind;
  const variables = propertiesOf(schema).map(
    ([setting, { type }]) => [setting, `${name}_${setting}`.toUpperCase(), type] as const,
  );
  const place = file ?? `the environment (${variables.map(([, variable]) => variable).join(", ")})`;
  const fromEnvironment = (): Settings =>
    Object.fromEntries(
      variables.flatMap(([setting, variable, type]) => {
        const text = environment[variable];
        return text === undefined || text === "" ? [] : [[setting, type === "boolean" ? text === "true" : text]];
      }),
    );
  const settings = mergedSettings(schema, undefined, file === undefined ? fromEnvironment() : readSettings(file));
  const faults = [
    ...Value.Errors(schema, settings).map(({ instancePath: at, message }) => `${at.slice(1)} ${message}`.trim()),
    ...faultsIn(schema, settings, false).map(({ path, message }) => `${path} ${message}`),
  ];
  if (faults.length > 0)
    throw new NotCertifiable(`The settings in ${place} are not what ${name} needs: ${faults.join("; ")}`);
  return settings;
}

function readSettings(file: string): Settings {
  let given: unknown;
  try {
    if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0)
      throw new NotCertifiable(`Others can read the keys in ${file}. Run: chmod 600 ${file}`);
    given = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof NotCertifiable) throw error;
    throw new NotCertifiable(`The settings in ${file} cannot be read: ${(error as Error).message}`);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw new NotCertifiable(`The settings in ${file} must be a JSON object.`);
  return given as Settings;
}
