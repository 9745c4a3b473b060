type Node = Record<string, unknown>;
type Schemas = Record<string, Node>;

/** The fields that nothing describes, as `Schema.field`. A field that holds a described schema needs no words. */
export function undescribedIn(schemas: Schemas): string[] {
  const isDescribed = ({ description, $ref }: Node): boolean =>
    description !== undefined ||
    (typeof $ref === "string" && schemas[$ref.split("/").at(-1)!]?.["description"] !== undefined);
  return Object.entries(schemas).flatMap(([name, schema]) =>
    propertiesOf(schema).flatMap(([field, property]) => (isDescribed(property) ? [] : [`${name}.${field}`])),
  );
}

function propertiesOf(schema: Node): [field: string, property: Node][] {
  const { properties = {}, allOf = [] } = schema as { properties?: Schemas; allOf?: Node[] };
  return [...Object.entries(properties), ...allOf.flatMap(propertiesOf)];
}
