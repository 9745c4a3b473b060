/** A value that a JSON schema allows: with exactly the required fields, or as a whole, with every field. */
type Schema = Readonly<Record<string, any>>;

const BY_FORMAT: Readonly<Record<string, string>> = {
  email: "someone@example.com",
  uri: "https://example.com/hook",
  "date-time": "2026-01-05T09:00:00.000Z",
  date: "2026-01-05",
  "date-or-date-time": "2026-01-05",
  uuid: "018f0000-0000-7000-8000-000000000000",
  "country-code": "GH",
  "currency-code": "USD",
};

/** Texts that satisfy the patterns in use, tried in turn. */
const CANDIDATES = [
  "text",
  "GH",
  "USD",
  "4242424242424242",
  "12",
  "2030",
  "123",
  "10-20-30",
  "12345678",
  "424242",
  "018f0000-0000-7000-8000-000000000000",
  "+233241234567",
  "a",
];

export function sampleOf(schema: Schema, isWhole = false): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return sampleOf(union.find((one: Schema) => one.type !== "null") ?? union[0], isWhole);
  const type = Array.isArray(schema.type) ? schema.type.find((one: string) => one !== "null") : schema.type;
  switch (type) {
    case "object":
      if (schema.minProperties !== undefined)
        return {
          key: sampleOf(Object.values<Schema>(schema.patternProperties ?? [schema.additionalProperties])[0]!, isWhole),
        };
      return Object.fromEntries(
        (isWhole ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])).map((name: string) => [
          name,
          sampleOf(schema.properties[name], isWhole),
        ]),
      );
    case "array":
      return Array.from({ length: schema.minItems ?? (isWhole ? 1 : 0) }, () => sampleOf(schema.items, isWhole));
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1);
    case "boolean":
      return true;
    case "string":
      return sampleText(schema);
    default:
      return {};
  }
}

function sampleText(schema: Schema): string {
  if (schema.format !== undefined) return BY_FORMAT[schema.format] ?? "text";
  const fits = (text: string): boolean =>
    (schema.pattern === undefined || new RegExp(schema.pattern).test(text)) &&
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? 1_000);
  return CANDIDATES.find(fits) ?? "text".padEnd(schema.minLength ?? 4, "x");
}
