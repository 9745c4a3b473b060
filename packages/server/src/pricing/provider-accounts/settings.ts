import { randomBytes } from "node:crypto";
import type { TSchema } from "typebox";
import { AddressError, type AddressGuard } from "#src/kernel/address-guard.ts";
import { type ErrorDetail, invalidField } from "#src/kernel/http/errors.ts";
import { compileValidator, validationError } from "#src/kernel/http/validation.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { ProviderKind, ProviderName } from "@corridor/provider-kit/provider.ts";

/** A provider's settings as an admin gave them: a flat object. Secrets in it are never returned. */
export type Settings = Readonly<Record<string, unknown>>;

const GENERATED_BYTES = 32;
/** The most characters of a setting: longer than any key or certificate. */
const MAX_LENGTH = 10_000;

/** `x-generate`: a secret that only this service needs, so it is generated once. */
type Property = { "x-secret"?: boolean; "x-generate"?: boolean; format?: string; default?: unknown };

function propertiesOf(schema: TSchema): [name: string, property: Property][] {
  return Object.entries((schema as { properties?: Record<string, Property> }).properties ?? {});
}

export function secretsOf(schema: TSchema): string[] {
  return propertiesOf(schema)
    .filter(([, property]) => property["x-secret"] === true)
    .map(([name]) => name);
}

function addressesOf(schema: TSchema): string[] {
  return propertiesOf(schema)
    .filter(([, property]) => property.format === "uri")
    .map(([name]) => name);
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

/**
 * A person who changes the host could have a stored secret sent to their own. So a new host requires all secrets again,
 * except those that never leave us.
 */
export function checkHosts(schema: TSchema, before: Settings | undefined, given: Settings, after: Settings): void {
  const moved = addressesOf(schema).find((name) => hostOf(before?.[name]) !== hostOf(after[name]));
  if (before === undefined || moved === undefined) return;
  const faults = propertiesOf(schema)
    .filter(
      ([name, property]) =>
        property["x-secret"] === true &&
        property["x-generate"] !== true &&
        before[name] !== undefined &&
        given[name] === undefined,
    )
    .map(([name]): ErrorDetail => ({
      path: name,
      message: `must be given again, because ${moved} names another host`,
    }));
  if (faults.length > 0) throw validationError(faults);
}

function hostOf(address: unknown): string | null {
  return typeof address === "string" ? (URL.parse(address)?.origin ?? null) : null;
}

export function checkSettings(kind: ProviderKind, settings: Settings, options: { secureOnly: boolean }): void {
  const checked = compileValidator({ schema: kind.settings, httpPart: "body", method: "PUT", url: "" })(settings);
  if (typeof checked === "object" && checked !== null && "error" in checked && checked.error !== undefined)
    throw checked.error;
  const faults: ErrorDetail[] = [];
  const addresses = new Set(addressesOf(kind.settings));
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== "string") continue;
    if (value.length > MAX_LENGTH)
      faults.push({ path: name, message: `must be at most ${MAX_LENGTH} characters long` });
    if (value !== value.trim()) faults.push({ path: name, message: "must not begin or end with a blank" });
    if (addresses.has(name) && !isUsable(value, options.secureOnly))
      faults.push({
        path: name,
        message: `must be an ${options.secureOnly ? "" : "http or "}https URL without credentials, query and fragment`,
      });
  }
  if (faults.length > 0) throw validationError(faults);
}

/** An address that an organization chose must not lead into our network. */
export function checkPublic({ settings: schema }: ProviderKind, settings: Settings, guard: AddressGuard): void {
  for (const name of addressesOf(schema)) {
    const address = settings[name];
    if (typeof address !== "string") continue;
    try {
      guard.checkUrl(address);
    } catch (error) {
      throw error instanceof AddressError ? invalidField(name, error.message) : error;
    }
  }
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

/** Stored settings in this version's form: without obsolete fields, and with the defaults of new ones. */
export function knownSettings(schema: TSchema, stored: Settings): Settings {
  const known = propertiesOf(schema).map(([name, property]) => [name, stored[name] ?? property.default] as const);
  return Object.fromEntries(known.filter(([, value]) => value !== undefined));
}

const placeOf = (provider: ProviderName): string => `provider_settings/${provider}`;

export function sealSettings(secrets: SecretBox, provider: ProviderName, settings: Settings): string {
  return secrets.seal(JSON.stringify(settings), placeOf(provider));
}

export function openSettings(secrets: SecretBox, provider: ProviderName, sealed: string): Settings {
  return JSON.parse(secrets.open(sealed, placeOf(provider))) as Settings;
}
