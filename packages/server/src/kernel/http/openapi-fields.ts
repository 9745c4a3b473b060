/**
 * Describes the properties of the document's schemas, and writes shared descriptions once. A plain value that several
 * schemas describe in the same words becomes its own schema; generators still treat it as the plain type. Nullable
 * values stay where they are, because some generators create a type for such a schema.
 */
type Node = Record<string, unknown>;
type Schemas = Record<string, Node>;

export type Glossary = {
  /** Descriptions by the name of a schema, or as `Schema.field`. */
  readonly schemas: Readonly<Record<string, string>>;
  /** Descriptions by the name of a field, in any schema. */
  readonly fields: Readonly<Record<string, string>>;
};

/** The schemas with every description that the glossary has for them. A description in a schema itself wins. */
export function describeSchemas(schemas: Schemas, { schemas: ofSchemas, fields }: Glossary): Schemas {
  const described = mapValues(schemas, (schema, name) => withDescription(schema, ofSchemas[name]));
  return mapValues(described, (schema, name) =>
    mapProperties(schema, (property, field) => {
      const known = withDescription(hoisted(property), ofSchemas[`${name}.${field}`]);
      if (isDescribed(known, described) || fields[field] === undefined) return known;
      const isAlwaysThere = isRequired(schema, field) && !isNullable(known);
      return withDescription(known, isAlwaysThere ? withoutNull(fields[field]) : fields[field]);
    }),
  );
}

/** Removes the last part of a description if it is about null or absence, for a field that can be neither. */
function withoutNull(text: string): string {
  return text.replace(/[;.] (null|absent)\b.*$/i, "");
}

function isRequired(schema: Node, field: string): boolean {
  return ((schema["required"] ?? []) as string[]).includes(field);
}

function isNullable({ type, anyOf }: Node): boolean {
  return [type].flat().includes("null") || ((anyOf ?? []) as Node[]).some((one) => one["type"] === "null");
}

/** The properties that nothing describes, as `Schema.field`. */
export function undescribedIn(schemas: Schemas): string[] {
  return Object.entries(schemas).flatMap(([name, schema]) =>
    propertiesOf(schema)
      .filter(([, property]) => !isDescribed(property, schemas))
      .map(([field]) => `${name}.${field}`),
  );
}

/** Glossary entries that no schema shows, because the field is gone or describes itself. */
export function unusedIn({ schemas: ofSchemas, fields }: Glossary, schemas: Schemas): string[] {
  const shown = new Set(
    Object.values(schemas).flatMap((schema) =>
      [schema, ...propertiesOf(schema).map(([, property]) => property)].map(descriptionOf),
    ),
  );
  const isKnown = (key: string): boolean => {
    const [name, field] = key.split(".") as [string, string?];
    const schema = schemas[name];
    return schema !== undefined && (field === undefined || propertiesOf(schema).some(([one]) => one === field));
  };
  return [
    ...Object.entries(ofSchemas).flatMap(([key, text]) => (isKnown(key) && shown.has(text) ? [] : [key])),
    ...Object.entries(fields).flatMap(([field, text]) =>
      shown.has(text) || shown.has(withoutNull(text)) ? [] : [field],
    ),
  ];
}

const PLAIN_TYPES: readonly unknown[] = ["string", "number", "integer", "boolean"];

/** The schemas with references to shared properties, and the schemas that they refer to. */
export function shareProperties(schemas: Schemas): Schemas {
  const uses = new Map<string, string[]>();
  for (const schema of Object.values(schemas))
    for (const [field, property] of propertiesOf(schema)) {
      if (
        !PLAIN_TYPES.includes(property["type"]) ||
        property["enum"] !== undefined ||
        property["description"] === undefined
      )
        continue;
      const text = JSON.stringify(property);
      uses.set(text, [...(uses.get(text) ?? []), field]);
    }
  const shared: Schemas = {};
  const references = new Map<string, Node>();
  for (const [text, fields] of [...uses].toSorted(
    ([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1),
  )) {
    const name = freeName(mostFrequent(fields), { ...schemas, ...shared });
    const reference = { $ref: `#/components/schemas/${name}` };
    const saved = fields.length * (text.length - JSON.stringify(reference).length) - text.length - name.length;
    if (saved <= 0) continue;
    shared[name] = JSON.parse(text) as Node;
    references.set(text, reference);
  }
  return {
    ...mapValues(schemas, (schema) =>
      mapProperties(schema, (property) => references.get(JSON.stringify(property)) ?? property),
    ),
    ...shared,
  };
}

/** A name that no schema has. A field may have the same name as a resource. */
function freeName(field: string, taken: Schemas): string {
  const plain = field
    .split("_")
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join("");
  const names = [plain, `${plain}Field`, ...Array.from({ length: 20 }, (_, index) => `${plain}Field${index + 2}`)];
  return names.find((name) => taken[name] === undefined)!;
}

function mostFrequent(fields: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const field of fields) counts.set(field, (counts.get(field) ?? 0) + 1);
  return [...counts].toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))[0]![0];
}

function withDescription(schema: Node, description: string | undefined): Node {
  return description === undefined || schema["description"] !== undefined ? schema : { ...schema, description };
}

function isDescribed(property: Node, schemas: Schemas): boolean {
  if (descriptionOf(property) !== undefined) return true;
  const reference = property["$ref"];
  return typeof reference === "string" && descriptionOf(schemas[reference.split("/").at(-1)!] ?? {}) !== undefined;
}

/** Moves the description of a nullable value to its property. */
function hoisted(property: Node): Node {
  const [value, nothing, ...more] = Array.isArray(property["anyOf"]) ? (property["anyOf"] as Node[]) : [];
  if (more.length > 0 || nothing?.["type"] !== "null" || descriptionOf(value!) === undefined) return property;
  const { description, ...inner } = value!;
  return { ...property, anyOf: [inner, nothing], description: descriptionOf(property) ?? description };
}

function descriptionOf({ description }: Node): string | undefined {
  return description as string | undefined;
}

type Change = (property: Node, field: string) => Node;

/** Changes every property. The data of an event is its resource and, in `allOf`, the fields that the event adds. */
function mapProperties(schema: Node, change: Change): Node {
  const { properties, allOf } = schema as { properties?: Schemas; allOf?: Node[] };
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: mapValues(properties, change) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map((part) => mapProperties(part, change)) }),
  };
}

function propertiesOf(schema: Node): [field: string, property: Node][] {
  const { properties = {}, allOf = [] } = schema as { properties?: Schemas; allOf?: Node[] };
  return [...Object.entries(properties), ...allOf.flatMap(propertiesOf)];
}

function mapValues(values: Schemas, change: (value: Node, name: string) => Node): Schemas {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value, name)]));
}
