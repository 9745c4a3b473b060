import type { Row } from "@corridor/shared/operations.ts";
import { wordsOf } from "../../../components/status-badge.tsx";

export type ListedProvider = Row<"/payments/providers">;

/** One setting of a provider, as its schema describes the input. */
export type SettingField = {
  name: string;
  label: string;
  description: string;
  kind: "text" | "secret" | "choice" | "lines" | "switch";
  choices: readonly string[];
  required: boolean;
  /** Whether a value is stored, for a secret, which is never shown. */
  stored: boolean;
  initial: string | boolean;
};

type Property = {
  description?: string;
  type?: string;
  enum?: readonly string[];
  anyOf?: readonly { const?: string }[];
  default?: unknown;
  maxLength?: number;
  "x-secret"?: boolean;
  /** The service generates this secret, so nobody has to enter it. */
  "x-generate"?: boolean;
};
type Schema = { properties?: Record<string, Property>; required?: readonly string[] };

/**
 * A setting that may be this long gets a field of several lines: it is a certificate, because no key of one line is
 * that long.
 */
const LINES_FROM_LENGTH = 1_000;

export function fieldsOf(provider: ListedProvider): SettingField[] {
  const schema = (provider.settings_schema ?? {}) as Schema;
  const asked = Object.entries(schema.properties ?? {}).filter(([, property]) => property["x-generate"] !== true);
  return asked.map(([name, property]) => {
    const choices =
      property.enum ?? (property.anyOf ?? []).flatMap((one) => (one.const === undefined ? [] : [one.const]));
    const value = provider.settings?.[name] ?? property.default;
    return {
      name,
      label: labelOf(name),
      description: property.description ?? "",
      kind: kindOf(property, choices),
      choices,
      required: (schema.required ?? []).includes(name) && property.default === undefined,
      stored: provider.secrets_set.includes(name),
      initial: property.type === "boolean" ? value === true : typeof value === "string" ? value : "",
    };
  });
}

/** "collection_api_key": Collection API key. */
function labelOf(name: string): string {
  return wordsOf(name).replaceAll(/\b(api|url|id|otp|hmac)\b/gi, (word) => word.toUpperCase());
}

function kindOf(property: Property, choices: readonly string[]): SettingField["kind"] {
  if (property.type === "boolean") return "switch";
  if (choices.length > 0) return "choice";
  if ((property.maxLength ?? 0) >= LINES_FROM_LENGTH) return "lines";
  return property["x-secret"] === true ? "secret" : "text";
}

/** What is sent: an empty secret is omitted, so the stored one stays. */
export function settingsFrom(
  fields: readonly SettingField[],
  values: Readonly<Record<string, string | boolean>>,
): Record<string, string | boolean> {
  return Object.fromEntries(
    fields.flatMap(({ name }) => {
      const value = values[name]!;
      const given = typeof value === "string" ? value.trim() : value;
      return given === "" ? [] : [[name, given] as const];
    }),
  );
}

export function lackOf(field: SettingField, value: string | boolean): string | null {
  return field.required && !field.stored && typeof value === "string" && value.trim() === ""
    ? `${field.label} is needed`
    : null;
}
