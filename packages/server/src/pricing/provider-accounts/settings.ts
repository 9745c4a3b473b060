import type { TSchema } from "typebox";
import { AddressError, type AddressGuard } from "#src/kernel/address-guard.ts";
import { type ErrorDetail, invalidField } from "#src/kernel/http/errors.ts";
import { compileValidator, validationError } from "#src/kernel/http/validation.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { addressesOf, faultsIn, propertiesOf, type Settings } from "@corridor/provider-kit/entered-settings.ts";
import type { ProviderKind, ProviderName } from "@corridor/provider-kit/provider.ts";

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
  const faults = faultsIn(kind.settings, settings, options.secureOnly);
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
