/**
 * Writes every object of the document once, under components, so that generated clients have one `Payment` type. Its
 * name is its `title`; without one, it is named after its operation, or its parent and field. Routes keep whole
 * schemas, so validation and serialization know nothing of references.
 */
type Node = Record<string, unknown>;
type ObjectNode = { readonly required: readonly string[]; readonly properties: Node };
type Operation = {
  operationId?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
};

export function nameSchemas(operations: readonly Operation[]): Record<string, Node> {
  const names = createNames();
  for (const operation of operations) {
    const place = capitalized(operation.operationId ?? "");
    for (const parameter of operation.parameters ?? []) {
      replaceSchema(parameter, (schema) => names.place(schema, place));
      // JSON Schema's default for keywords that are absent.
      if (isNode(parameter) && parameter["required"] === false) delete parameter["required"];
    }
    eachContent(operation.requestBody, (schema) => names.place(schema, `${place}Request`));
    for (const response of Object.values(operation.responses ?? {}))
      // Not `Response`: generators give an operation a type of that name.
      eachContent(response, (schema) => names.place(schema, `${place}Answer`));
  }
  return names.schemas();
}

function createNames() {
  const named = new Map<string, { schema: Node; text: string }>();

  /** The schema, or a reference if it has a name. What a titled schema means at this place stays here. */
  function place(node: unknown, byPlace: string): unknown {
    if (!isNode(node) || node["$ref"] !== undefined) return node;
    const { title, "x-meaning": meaning, "x-envelope": envelope, ...schema } = node;
    const name = typeof title === "string" ? title : isObject(schema) ? byPlace : undefined;
    const parts = withParts(schema, name ?? byPlace);
    if (name === undefined) return parts;
    const inner = envelope === undefined ? parts : enveloped(parts as ObjectNode, envelope as [string, string]);
    if (title === undefined) return reference(name, inner);
    const named = Object.entries(inner).filter(([key]) => !OF_PLACE.has(key));
    const here = Object.entries(inner).filter(([key]) => OF_PLACE.has(key));
    const about = meaning === undefined ? {} : { description: meaning };
    return { ...reference(name, { ...Object.fromEntries(named), ...about }), ...Object.fromEntries(here) };
  }

  /** An answer refers to its envelope, and adds its own `data`. Generators turn such an answer into one flat type. */
  function enveloped({ required, properties }: ObjectNode, [name, description]: [string, string]): Node {
    const { data, ...beside } = properties;
    const shared = { type: "object", required: required.filter((field) => field !== "data"), properties: beside };
    const own = { type: "object", required: ["data"], properties: { data } };
    return { allOf: [reference(name, { ...shared, description }), own] };
  }

  function reference(name: string, schema: Node): Node {
    if (/^New[A-Z]/.test(name))
      throw new Error(`${name} is the constructor of ${name.slice(3)} in generated Go: call it ${name.slice(3)}Input`);
    const text = JSON.stringify(schema);
    const known = named.get(name);
    if (known === undefined) named.set(name, { schema, text });
    else if (known.text !== text)
      throw new Error(`Two schemas of the OpenAPI document are called ${name}: give one of them another title`);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** Without `format: double`, generators give amounts a single precision float, which holds seven digits. */
  function withParts(schema: Node, name: string): Node {
    const shown = Object.fromEntries(Object.entries(schema).filter(([key]) => !OURS.has(key)));
    if (shown["type"] === "number") return { ...shown, format: "double" };
    const orNull = nullablePart(shown);
    if (orNull !== undefined) return withType(withParts(orNull, name));
    const parts = Object.entries(shown).map(([key, value]) => [key, partOf(key, value, name)]);
    return hoisted(Object.fromEntries(parts) as Node);
  }

  function partOf(key: string, value: unknown, name: string): unknown {
    if (key === "items") return place(value, `${name}Item`);
    if (key === "additionalProperties") return place(value, `${name}Value`);
    if (["anyOf", "oneOf", "allOf"].includes(key) && Array.isArray(value)) return placeAll(value, name);
    if (key !== "properties" || !isNode(value)) return value;
    const fields = Object.entries(value).map(([field, one]) => [field, place(one, name + capitalized(field))]);
    return Object.fromEntries(fields) as Node;
  }

  /** Of several objects without titles, the first gets the name and the others get a number. */
  function placeAll(alternatives: readonly unknown[], name: string): unknown[] {
    let objects = 0;
    return alternatives.map((one) => {
      if (isNode(one) && one["title"] === undefined && isObject(one)) objects += 1;
      return place(one, objects > 1 ? `${name}${objects}` : name);
    });
  }

  const inOrder = (): [string, Node][] =>
    [...named].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, { schema }]) => [name, schema]);
  return { place, schemas: (): Record<string, Node> => Object.fromEntries(inOrder()) };
}

/** Keywords that only the service uses: how it writes and reads a number, and its message about an invalid value. */
const OURS = new Set(["x-money", "x-any-precision", "x-pattern-message"]);
/** Keywords of a titled schema that belong to the field, not to the name. */
const OF_PLACE = new Set(["description", "default"]);
const PLAIN_TYPES = ["string", "number", "integer", "boolean"];

/** A plain value or null, and nothing more. No texts with a format: Go generators would make a date a plain text. */
function nullablePart({ anyOf, ...here }: Node): Node | undefined {
  const [value, nothing, ...more] = Array.isArray(anyOf) ? (anyOf as unknown[]) : [];
  const isNullable = more.length === 0 && isNode(nothing) && nothing["type"] === "null";
  if (!isNullable || !isNode(value) || !PLAIN_TYPES.includes(String(value["type"]))) return undefined;
  if (value["enum"] !== undefined || value["format"] !== undefined) return undefined;
  const { title: _, "x-meaning": description, ...plain } = value;
  return { ...(description === undefined ? {} : { description }), ...plain, ...here };
}

/** Moves the description of a nullable value from the value to the field. */
function hoisted(schema: Node): Node {
  const [value, nothing, ...more] = Array.isArray(schema["anyOf"]) ? (schema["anyOf"] as Node[]) : [];
  if (more.length > 0 || nothing?.["type"] !== "null" || value!["description"] === undefined) return schema;
  const { description, ...inner } = value!;
  return { description, ...schema, anyOf: [inner, nothing] };
}

/** Two types, shorter than `anyOf`: generators make it an optional value and no separate type. */
function withType(schema: Node): Node {
  return { ...schema, type: [schema["type"], "null"] };
}

function eachContent(part: unknown, change: (schema: unknown) => unknown): void {
  if (!isNode(part) || !isNode(part["content"])) return;
  for (const content of Object.values(part["content"])) replaceSchema(content, change);
}

function replaceSchema(part: unknown, change: (schema: unknown) => unknown): void {
  if (isNode(part) && part["schema"] !== undefined) part["schema"] = change(part["schema"]);
}

function isObject(schema: Node): boolean {
  return schema["type"] === "object" && isNode(schema["properties"]) && Object.keys(schema["properties"]).length > 0;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Turns `payment_id` into `PaymentId`. */
function capitalized(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join("");
}
