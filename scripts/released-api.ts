/** An OpenAPI document as facts that clients may rely on, one per line, and which of them a newer document breaks. */
type Node = { readonly [key: string]: any };

/**
 * `<who> requires <field>`: a caller must send it. Such a line may be removed but not added; every other line may be
 * added but not removed.
 */
const REQUIRES = " requires ";

export function factsOf(shown: Node): string[] {
  const document = withoutShared(shown);
  const { schemas } = document["components"] as Node;
  const sent = sentSchemas(document);
  return [
    ...Object.entries(document["paths"] as Node).flatMap(([path, methods]) =>
      Object.entries(methods as Node).flatMap(([method, operation]) =>
        operationFacts(
          `${method.toUpperCase()} ${path}`,
          operation as Node,
          (document["components"]?.parameters ?? {}) as Node,
        ),
      ),
    ),
    ...Object.keys(document["webhooks"] as Node).map(
      (type) =>
        `webhook ${type} ${typeOf(document["webhooks"][type].post.requestBody.content["application/json"].schema)}`,
    ),
    ...Object.entries(schemas as Node).flatMap(([name, schema]) => schemaFacts(name, schema as Node, sent.has(name))),
  ].toSorted();
}

/**
 * To clients, a plain value that many fields share is the plain value, and an object that is made of parts has the
 * fields of all of them.
 */
function withoutShared(document: Node): Node {
  const schemas = Object.entries(document["components"].schemas as Record<string, Node>);
  const plain = new Map<unknown, Node>(
    schemas.filter(([, schema]) => isPlain(schema)).map(([name, schema]) => [`#/components/schemas/${name}`, schema]),
  );
  const { components, ...rest } = JSON.parse(
    JSON.stringify(document),
    (_key, value: Node | null) => plain.get(value?.["$ref"]) ?? value,
  ) as Node;
  const named = components.schemas as Record<string, Node>;
  const whole = (schema: Node): Node => {
    const parts = ((schema["allOf"] ?? []) as Node[]).map((part) => whole(named[nameOf(part) ?? ""] ?? part));
    const all = [schema, ...parts];
    return {
      ...schema,
      properties: Object.assign({}, ...all.map(({ properties }) => properties)),
      required: [...new Set(all.flatMap(({ required }) => (required ?? []) as string[]))],
    };
  };
  const objects = Object.entries(named).filter(([, schema]) => !isPlain(schema));
  return {
    ...rest,
    components: { ...components, schemas: Object.fromEntries(objects.map(([name, schema]) => [name, whole(schema)])) },
  };
}

function isPlain(schema: Node): boolean {
  return schema["enum"] === undefined && ["string", "number", "integer", "boolean"].includes(String(schema["type"]));
}

/** Lines that break a client of the released document. */
export function breaksOf(released: readonly string[], current: readonly string[]): string[] {
  const [before, now] = [new Set(released), new Set(current)];
  const known = new Set(released.map((line) => line.split(" requires ")[0]!));
  const gone = released
    .filter(
      (line) => !line.includes(REQUIRES) && !now.has(line) && !isWidened(line, current) && !isNamed(line, current),
    )
    .map((line) => `gone: ${line}`);
  const demanded = current
    .filter((line) => line.includes(REQUIRES) && !before.has(line) && known.has(line.split(REQUIRES)[0]!))
    .map((line) => `newly required: ${line}`);
  return [...gone, ...demanded];
}

const TAKES = " takes body: ";

/** Whether the operation takes all that it took, and more besides. */
function isWidened(line: string, current: readonly string[]): boolean {
  const [key, type] = line.split(TAKES);
  if (type === undefined) return false;
  const taken = current
    .find((one) => one.startsWith(`${key}${TAKES}`))
    ?.split(TAKES)[1]
    ?.split(" | ");
  return taken !== undefined && type.split(" | ").every((alternative) => taken.includes(alternative));
}

/** Whether an object or a list of words that was written out has a name by now. */
function isNamed(line: string, current: readonly string[]): boolean {
  const [field, type] = line.split(": ");
  const name = current.find((one) => one.startsWith(`${field}: `))?.split(": ")[1];
  if (type === "string") return current.some((one) => one.startsWith(`${name} knows `));
  return type === "object" && current.some((one) => one.startsWith(`${name}.`));
}

function operationFacts(key: string, operation: Node, shared: Node): string[] {
  const named = ((operation["parameters"] ?? []) as Node[]).map(
    (one) => (shared[String(one["$ref"]).split("/").at(-1)!] as Node | undefined) ?? one,
  );
  const parameters = named.filter((one) => one["in"] !== "header");
  const body = operation["requestBody"]?.content?.["application/json"]?.schema as Node | undefined;
  return [
    key,
    `${key} is ${operation["operationId"]}`,
    ...parameters.map((one) => `${key} takes ${one["in"]} ${one["name"]}: ${typeOf(one["schema"])}`),
    ...parameters.filter((one) => one["required"] === true).map((one) => `${key}${REQUIRES}${one["name"]}`),
    ...(body === undefined ? [] : [`${key} takes body: ${typeOf(body)}`]),
    ...Object.entries(operation["responses"] as Node)
      .filter(([status]) => status.startsWith("2"))
      .map(
        ([status, response]) =>
          `${key} answers ${status}: ${typeOf((response as Node)["content"]?.["application/json"]?.schema)}`,
      ),
  ];
}

function schemaFacts(name: string, schema: Node, isSent: boolean): string[] {
  const required = (schema["required"] ?? []) as string[];
  return [
    ...(isSent ? [name] : []),
    ...Object.entries((schema["properties"] ?? {}) as Node).map(
      ([field, property]) => `${name}.${field}: ${typeOf(property as Node)}`,
    ),
    ...required.map((field) => (isSent ? `${name}${REQUIRES}${field}` : `${name} always has ${field}`)),
    ...((schema["enum"] ?? []) as string[]).map((word) => `${name} knows ${word}`),
  ];
}

/** The schemas that callers send, with those inside of them. */
function sentSchemas(document: Node): Set<string> {
  const sent = new Set<string>();
  const collect = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(collect);
    if (typeof node !== "object" || node === null) return;
    const name = nameOf(node as Node);
    if (name !== undefined && !sent.has(name)) {
      sent.add(name);
      collect(document["components"].schemas[name]);
    }
    Object.values(node).forEach(collect);
  };
  for (const methods of Object.values(document["paths"] as Node))
    for (const operation of Object.values(methods as Node)) collect((operation as Node)["requestBody"]);
  return sent;
}

function nameOf(schema: Node): string | undefined {
  const reference = schema["$ref"] as unknown;
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
}

function typeOf(schema: Node | undefined): string {
  if (schema === undefined) return "nothing";
  const name = nameOf(schema);
  if (name !== undefined) return name;
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as Node[] | undefined;
  if (alternatives !== undefined) return alternatives.map(typeOf).join(" | ");
  if (schema["type"] === "array") return `${typeOf(schema["items"])}[]`;
  return [schema["type"] ?? "anything"].flat().join(" | ");
}
