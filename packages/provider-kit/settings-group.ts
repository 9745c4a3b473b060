import { InvalidSetting } from "./errors.ts";

/**
 * Settings that are only meaningful together: returns all of them, or null when none was given. A part of them is a
 * mistake, which would otherwise appear as a silently missing operation.
 */
export function settingsGroup<Name extends string>(
  given: Readonly<Partial<Record<Name, string>>>,
  names: readonly Name[],
): Record<Name, string> | null {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0) return null;
  const missing = names.find((name) => given[name] === undefined);
  if (missing !== undefined) throw new InvalidSetting(missing, `is needed beside ${present[0]!}`);
  return Object.fromEntries(names.map((name) => [name, given[name]!])) as Record<Name, string>;
}
