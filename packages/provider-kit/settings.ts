import Type, { type TProperties, type TStringOptions } from "typebox";
import { InvalidSetting } from "./errors.ts";

const NOT_EMPTY: TStringOptions = { minLength: 1 };

export const settingsOf = <Fields extends TProperties>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });

export const text = (description: string, options = NOT_EMPTY) => Type.String({ ...options, description });

/** Goes in, and never comes out again. */
export const secret = (description: string, options = NOT_EMPTY) =>
  Type.String({ ...options, description, "x-secret": true });

/** The secret in callback addresses, which the service generates when it is not given. */
export const addressSecret = (description: string) =>
  Type.String({ minLength: 32, description, "x-secret": true, "x-generate": true });

export const address = (description: string, preset?: string) =>
  Type.String({ format: "uri", ...(preset !== undefined && { default: preset }), description });

export const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

export const optional = Type.Optional;

/** All of them, or null when none was given. A part is a mistake, which would silently miss an operation. */
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
