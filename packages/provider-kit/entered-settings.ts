import { randomBytes } from "node:crypto";
import type { TSchema } from "typebox";

/** A provider's settings as an admin entered them: a flat object. Secrets in it are never returned. */
export type Settings = Readonly<Record<string, unknown>>;

const GENERATED_BYTES = 32;
/** The most characters of a setting: longer than any key or certificate. */
const MAX_LENGTH = 10_000;

/** `x-generate`: a secret that only this service needs, so it is generated once. */
export type Property = {
  type?: string;
  "x-secret"?: boolean;
  "x-generate"?: boolean;
  format?: string;
  default?: unknown;
};

export function propertiesOf(schema: TSchema): [name: string, property: Property][] {
  return Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {});
}

export function secretsOf(schema: TSchema): string[] {
  return propertiesOf(schema).flatMap(([name, property]) => (property["x-secret"] === true ? [name] : []));
}

export function addressesOf(schema: TSchema): string[] {
  return propertiesOf(schema).flatMap(([name, { format }]) => (format === "uri" ? [name] : []));
}

/** What must appear in no log, no stored answer and no recording. */
export function secretValuesOf(schema: TSchema, settings: Settings): string[] {
  return secretsOf(schema)
    .map((name) => settings[name])
    .filter((value) => typeof value === "string");
}

/** Given values, else defaults; secrets stay, as nobody can read them to give them again. `null` removes a value. */
export function mergedSettings(schema: TSchema, before: Settings | undefined, given: Settings): Settings {
  const defaults = propertiesOf(schema).flatMap(([name, property]) => {
    const value =
      property["x-generate"] === true ? randomBytes(GENERATED_BYTES).toString("base64url") : property.default;
    return value === undefined ? [] : [[name, value] as const];
  });
  const kept = secretsOf(schema).flatMap((name) =>
    before?.[name] === undefined ? [] : [[name, before[name]] as const],
  );
  // As everywhere, an unknown field is ignored. A misspelled name is noticed because its own field is then missing.
  const known = propertiesOf(schema).flatMap(([name]) =>
    given[name] === undefined ? [] : [[name, withoutLastLineBreak(given[name])] as const],
  );
  const all = Object.fromEntries([...defaults, ...kept, ...known]);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
}

/** A PEM file ends in a line break. */
function withoutLastLineBreak(value: unknown): unknown {
  return typeof value === "string" && value.startsWith("-----BEGIN ") ? value.trimEnd() : value;
}

/** What the schema does not say, and holds for the settings of every provider. */
export function faultsIn(
  schema: TSchema,
  settings: Settings,
  secureOnly: boolean,
): { path: string; message: string }[] {
  const addresses = new Set(addressesOf(schema));
  return Object.entries(settings).flatMap(([path, value]) => {
    if (typeof value !== "string") return [];
    const rules: readonly (readonly [isRight: boolean, message: string])[] = [
      [value.length <= MAX_LENGTH, `must be at most ${MAX_LENGTH} characters long`],
      [value === value.trim(), "must not begin or end with a blank"],
      [
        !addresses.has(path) || isUsable(value, secureOnly),
        `must be an ${secureOnly ? "" : "http or "}https URL without credentials, query and fragment`,
      ],
    ];
    return rules.flatMap(([isRight, message]) => (isRight ? [] : [{ path, message }]));
  });
}

function isUsable(address: string, secureOnly: boolean): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") return false;
  return url.protocol === "https:" || (!secureOnly && url.protocol === "http:");
}

export function shownSettings(schema: TSchema, settings: Settings): Settings {
  const shown = propertiesOf(schema).filter(
    ([name, property]) => property["x-secret"] !== true && settings[name] !== undefined,
  );
  return Object.fromEntries(shown.map(([name]) => [name, settings[name]]));
}
