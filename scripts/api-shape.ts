/** What an OpenAPI document must have in one shape everywhere: errors with a code, answers with an example, instants, rates, lists. */
type Node = { readonly [key: string]: any };

export function shapeFaultsIn(document: Node): string[] {
  const { schemas, responses } = document["components"] as { schemas: Record<string, Node>; responses: Node };
  const resolved = (schema: Node): Node => schemas[nameOf(schema) ?? ""] ?? schema;
  const partsOf = (schema: Node): Node[] => {
    const whole = resolved(schema);
    return [whole, ...((whole["allOf"] ?? []) as Node[]).flatMap(partsOf)];
  };
  const fieldsOf = (schema: Node): Record<string, Node> =>
    Object.assign({}, ...partsOf(schema).map(({ properties }) => properties ?? {}));
  const typesOf = (schema: Node): Node[] => {
    const whole = resolved(schema);
    return ((whole["anyOf"] as Node[] | undefined)?.flatMap(typesOf) ?? [whole]).filter(({ type }) => type !== "null");
  };

  const ofFields = Object.entries(schemas).flatMap(([name, schema]) =>
    Object.entries(fieldsOf(schema)).flatMap(([field, property]) =>
      typesOf(property).flatMap(({ type, format }) => {
        const isText = [type].flat().includes("string");
        if (isText && INSTANT.test(field) && format !== "date-time" && !ANY_TEXT.has(`${name}.${field}`))
          return [`${name}.${field} is an instant without the format date-time`];
        return isText && RATE.test(field) ? [`${name}.${field} is a rate, and no number`] : [];
      }),
    ),
  );
  const ofOperations = Object.entries(document["paths"] as Node).flatMap(([path, methods]) =>
    Object.entries(methods as Node).flatMap(([method, operation]) =>
      Object.entries((operation as Node)["responses"] as Node).flatMap(([status, one]) => {
        const response = (responses[nameOf(one as Node) ?? ""] ?? one) as Node;
        const schema = response["content"]?.["application/json"]?.schema as Node | undefined;
        if (schema === undefined) return [];
        const what = `${method.toUpperCase()} ${path} ${status}`;
        if (/^[45]/.test(status))
          return partsOf(schema).some(({ required }) => required?.includes("code")) ? [] : [`${what} has no code`];
        const example = response["content"]["application/json"].example ?? resolved(schema)["examples"];
        if (example === undefined) return [`${what} has no example`];
        const { data, meta } = fieldsOf(schema);
        const isList = method === "get" && data !== undefined && resolved(data)["type"] === "array";
        const hasCursor = meta !== undefined && CURSORS.some((cursor) => cursor in fieldsOf(meta));
        return isList && !(hasCursor && "count" in fieldsOf(meta))
          ? [`${what} is a list without count and cursor`]
          : [];
      }),
    ),
  );
  const operations = Object.values(document["paths"] as Node).flatMap((methods) => Object.values(methods as Node));
  const ofNames = (operations as Node[])
    .map(({ operationId }) => `${operationId[0].toUpperCase()}${operationId.slice(1)}Response`)
    .flatMap((name) => (name in schemas ? [`${name} is also a type that generators make of the operation`] : []));
  const reached = new Set(referencesIn(document["paths"]));
  for (const name of reached)
    for (const one of referencesIn(partAt(document, name))) if (!reached.has(one)) reached.add(one);
  const ofWebhooks = [...new Set(referencesIn(document["webhooks"]))].flatMap((name) =>
    reached.has(name) ? [] : [`${name} is known to webhooks only, and generated Go leaves it out`],
  );
  return [...ofFields, ...ofOperations, ...ofNames, ...ofWebhooks, ...constantFaultsIn(document)];
}

/** Generated Go names a constant after its value alone if no other enum has the value. */
function constantFaultsIn({ components, paths }: Node): string[] {
  const { schemas } = components as { schemas: Record<string, Node> };
  const enums = nodesIn([components, paths]).filter((node) => Array.isArray(node["enum"]));
  const uses = new Map<string, number>();
  for (const one of enums) for (const value of one["enum"]) uses.set(value, (uses.get(value) ?? 0) + 1);
  return enums
    .filter((one) => one["x-enum-varnames"] === undefined)
    .flatMap((one) => one["enum"] as string[])
    .filter((value) => uses.get(value) === 1 && schemas[capitalized(value)]?.["enum"] !== undefined)
    .map((value) => `${value} is a value of an enum, and ${capitalized(value)} a schema: give it x-enum-varnames`);
}

const capitalized = (value: unknown): string =>
  String(value)
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function nodesIn(value: unknown): Node[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = Object.entries(value).flatMap(([key, one]) => (/^examples?$/.test(key) ? [] : nodesIn(one)));
  return Array.isArray(value) ? parts : [value as Node, ...parts];
}

const referencesIn = (value: unknown): string[] =>
  nodesIn(value).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));

function partAt(document: Node, reference: string): unknown {
  const [, ...names] = reference.split("/");
  return names.reduce((part: any, name) => part[name], document);
}

const INSTANT = /(^|_)at$/;
const RATE = /^(\w+_)?rate$/;
const CURSORS = ["last_evaluated_key", "lastEvaluatedKey"];
/** Texts that the sender chooses. */
const ANY_TEXT = new Set(["SendTestNotificationRequestTransactionData.updated_at"]);

function nameOf(schema: Node): string | undefined {
  const reference = schema["$ref"] as unknown;
  return typeof reference === "string" ? reference.split("/").at(-1) : undefined;
}
