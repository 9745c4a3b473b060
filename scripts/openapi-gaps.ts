type Operation = {
  readonly operationId?: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly responses?: object;
};
type Paths = Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** Operations that a reader could not use: without a summary, a tag, a success answer or a unique id. */
export function describeGaps({ paths = {} }: { readonly paths?: object }): string[] {
  const gaps: string[] = [];
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(paths as Paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const lacks = [
        ...(operation.summary === undefined ? ["summary"] : []),
        ...((operation.tags ?? []).length === 0 ? ["tag"] : []),
        ...(Object.keys(operation.responses ?? {}).some((status) => /^[23]/.test(status)) ? [] : ["success response"]),
        ...(operation.operationId === undefined ? ["operation id"] : []),
        ...(ids.has(operation.operationId!) ? [`operation id of its own (${operation.operationId})`] : []),
      ];
      if (operation.operationId !== undefined) ids.add(operation.operationId);
      if (lacks.length > 0) gaps.push(`${method.toUpperCase()} ${path} has no ${lacks.join(", no ")}`);
    }
  }
  return gaps;
}

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
