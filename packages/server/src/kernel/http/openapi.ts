import { STATUS_CODES } from "node:http";
import { gzipSync } from "node:zlib";
import swagger from "@fastify/swagger";
import { describeRule, needsCredential, type AccessRule, type AccessTable } from "./access-control.ts";
import { VERSION_PREFIX } from "./error-response.ts";
import { ERROR_RESPONSES, ERROR_SCHEMAS, errorResponsesOf, RESPONSE_HEADERS } from "./openapi-errors.ts";
import { nameSchemas } from "./openapi-names.ts";
import {
  type EventShapes,
  REGISTERS_WEBHOOK,
  WEBHOOK_HEADERS,
  WEBHOOK_RESPONSES,
  WEBHOOK_TAG,
  webhooksOf,
} from "./openapi-webhooks.ts";
import type { App } from "./typed-app.ts";

/** Generated from the routes: schemas from validation, access from the access table, the common parts added here. */
export const API_VERSION = "1.0";

type Operation = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  callbacks?: object;
  security?: Record<string, string[]>[];
  "x-errors"?: Record<string, string | null>;
};
type Document = {
  paths?: Record<string, Record<string, Operation | undefined>>;
  tags?: { name: string }[];
  components?: object;
  webhooks?: object;
};
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

declare module "fastify" {
  interface FastifySchema {
    /** Errors beyond those of every route, by status; null: never here, although similar routes have it. */
    "x-errors"?: Readonly<Record<number, string | null>>;
  }
}

const DESCRIPTION = `Payins, payouts, ramps, virtual accounts, payment links and escrow behind one API.

Every request carries both headers \`Authorization\` and \`X-Api-Key\`; the one that is not used holds the literal \`NONE\`.
Monetary values are JSON numbers, exact at the scale of their currency. Lists are paged by cursor, newest first.
Unknown request fields are ignored; a wrong type is never coerced. Ids are UUIDv7.`;

type OperationExample = { readonly request?: unknown; readonly response?: unknown };

/** The parts of the document that do not come from routes. */
export type ApiDocument = {
  readonly events: EventShapes;
  readonly tags: Readonly<Record<string, string>>;
  /** By operation id. Read only when the document is requested, because most processes never serve it. */
  readonly examples: () => Readonly<Record<string, OperationExample>>;
  /** Markdown: the rules that span several calls. */
  readonly guide: string;
};
const NOTHING_MORE: ApiDocument = { events: {}, tags: {}, examples: () => ({}), guide: "" };

type DocumentOptions = { access: AccessTable; document?: ApiDocument };

export async function addOpenApi(app: App, options: DocumentOptions): Promise<void> {
  const description = [DESCRIPTION, options.document?.guide].filter((part) => part !== undefined).join("\n\n");
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Corridor",
        version: API_VERSION,
        description,
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      servers: [{ url: VERSION_PREFIX }],
      security: [BOTH_HEADERS],
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transformObject: (document) =>
      completeDocument((document as unknown as { openapiObject: Document }).openapiObject, options),
  });
  // Bytes, not text: text would be copied for each reader, and kept for as long as the slowest one reads.
  let plain: Buffer | undefined;
  let packed: Buffer | undefined;
  app.get(
    `${VERSION_PREFIX}/openapi.json`,
    { schema: { hide: true }, config: { sharedAnswer: true } },
    ({ headers }, reply) => {
      plain ??= Buffer.from(renderOpenApi(app));
      reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
      if (!/\bgzip\b/.test(String(headers["accept-encoding"]))) return reply.send(plain);
      return reply.header("content-encoding", "gzip").send((packed ??= gzipSync(plain)));
    },
  );
}

/** The document as it is in openapi.json: the same bytes for the same routes. */
export function renderOpenApi(app: App): string {
  return `${written(app.swagger())}\n`;
}

/** For diffs, each response and property has its own line: a third of the size of one value per line. */
function written(value: unknown, depth = 0): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || depth >= MAX_DEPTH || flat.length <= LINE_CHARACTERS) return flat;
  const lines = Array.isArray(value)
    ? value.map((one) => written(one, depth + 1))
    : Object.entries(value).flatMap(([name, one]) =>
        one === undefined ? [] : `${JSON.stringify(name)}:${written(one, depth + 1)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${close}`;
}
const LINE_CHARACTERS = 160;
const MAX_DEPTH = 4;

function completeDocument(document: Document, { access, document: given }: DocumentOptions): Document {
  const { events, tags, examples } = given ?? NOTHING_MORE;
  const sorted = Object.entries(document.paths ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  document.paths = Object.fromEntries(sorted);
  for (const [path, item] of sorted) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined) continue;
      const rule = access[`${method.toUpperCase()} ${path.replaceAll(/\{([^}]+)\}/g, ":$1")}`];
      if (rule !== undefined) completeOperation(operation, { path, method, rule });
    }
  }
  const operations = sorted.flatMap(([, item]) => METHODS.flatMap((method) => item[method] ?? []));
  const named = { ...ERROR_SCHEMAS, ...nameSchemas(operations) };
  const sent = webhooksOf(events, named);
  const schemas: Record<string, Record<string, unknown>> = { ...named, ...sent.schemas };
  addExamples(operations, schemas, examples());
  const parameters = shareParameters(operations, new Set(Object.keys(schemas)));
  document.webhooks = sent.webhooks;
  for (const one of operations) if (one.operationId === REGISTERS_WEBHOOK) one.callbacks = sent.callbacks;
  document.components = {
    ...document.components,
    schemas,
    responses: { ...ERROR_RESPONSES, ...(Object.keys(events).length === 0 ? {} : WEBHOOK_RESPONSES) },
    headers: RESPONSE_HEADERS,
    parameters: { IdempotencyKey: IDEMPOTENCY_PARAMETER, ...parameters, ...WEBHOOK_HEADERS },
  };
  const webhookTags = Object.keys(events).length === 0 ? [] : [WEBHOOK_TAG];
  document.tags = [...new Set([...operations.flatMap((operation) => operation.tags ?? []), ...webhookTags])]
    .sort()
    .map((name) => ({ name, ...(tags[name] === undefined ? {} : { description: tags[name] }) }));
  return document;
}

type Served = { path: string; method: string; rule: AccessRule };

function completeOperation(operation: Operation, { path, method, rule }: Served): void {
  const feature = rule.feature === undefined ? "" : ` Feature \`${rule.feature}\`.`;
  const scope = rule.scopes === undefined ? "" : ` Scope ${listed(rule.scopes)}.`;
  const key = rule.peopleOnly === true ? " No API key, unless `API_KEYS_MAY_ADMINISTER`." : scope;
  const second = rule.secondPerson === undefined ? "" : " In production a second admin approves it (`/approvals`).";
  const access = `**Access:** ${describeRule(rule).replace("the role ", "")}.${feature}${key}${second}`;
  operation.description = operation.description === undefined ? access : `${operation.description}\n\n${access}`;
  if (!needsCredential(rule)) operation.security = [];
  if (method === "post" && rule.roles !== "signed")
    operation.parameters = [...(operation.parameters ?? []), { $ref: "#/components/parameters/IdempotencyKey" }];
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const described = response as { description?: string };
    if (described.description === UNDESCRIBED) described.description = STATUS_CODES[status] ?? "Answer";
  }
  const isSigned = rule.roles === "signed";
  const errors = errorResponsesOf(path, {
    mayConflict: (method === "post" && !isSigned) || rule.secondPerson !== undefined || rule.byOwnPeople === true,
    names: namesOf(operation).some((name) => /_ids?$/.test(name)) || path.includes("{"),
    own: operation["x-errors"] ?? {},
  });
  delete operation["x-errors"];
  operation.responses = { ...errors, ...operation.responses };
}

type Parameter = { name?: string; in?: string };
const MIN_USES = 3;

/**
 * Parameters that many operations share are written once. If two share a name and differ, the first is written there.
 * None has the name of a schema, since some generators make types of both.
 */
function shareParameters(operations: readonly Operation[], schemaNames: ReadonlySet<string>): Record<string, unknown> {
  const uses = new Map<string, number>();
  for (const { parameters = [] } of operations)
    for (const one of parameters) uses.set(JSON.stringify(one), (uses.get(JSON.stringify(one)) ?? 0) + 1);
  const shared: Record<string, unknown> = {};
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((one) => {
      const { name, in: place } = one as Parameter;
      const text = JSON.stringify(one);
      if (name === undefined || uses.get(text)! < MIN_USES) return one;
      const words = [...name.split(/_|(?=[A-Z])/), ...(place === "path" ? ["in", "path"] : [])];
      const plain = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join("");
      const title = schemaNames.has(plain) ? `${plain}InQuery` : plain;
      shared[title] ??= one;
      return JSON.stringify(shared[title]) === text ? { $ref: `#/components/parameters/${title}` } : one;
    });
  }
  return shared;
}

function jsonOf(part: unknown): { schema?: { $ref?: string }; example?: unknown } | undefined {
  return (part as { content?: Record<string, object> } | undefined)?.content?.["application/json"];
}

/** Schemas of whole answers. A generator repeats the example of any other schema wherever that one is used. */
const OF_ANSWERS = /(Response|List|Answers?|Result)$/;

/**
 * The example of a request is beside its schema, that of an answer in its schema: operations with the same answer show
 * the most complete one. Examples for all answers would take a sixth of the document.
 */
type Schemas = Record<string, Record<string, unknown>>;

function addExamples(operations: readonly Operation[], schemas: Schemas, exampleOf: Record<string, OperationExample>) {
  for (const { operationId, requestBody, responses = {} } of operations) {
    const { request, response } = exampleOf[operationId!] ?? {};
    const asked = jsonOf(requestBody);
    const answered = jsonOf(Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1]);
    if (asked !== undefined && request !== undefined) asked.example = request;
    if (answered === undefined || response === undefined) continue;
    const schemaOf = ({ schema }: typeof answered) =>
      OF_ANSWERS.test(schema?.$ref ?? "") ? schemas[schema!.$ref!.split("/").at(-1)!] : undefined;
    const schema = schemaOf(answered);
    const each = schemaOf(jsonOf(responses["207"]) ?? {});
    const { data } = response as { data?: unknown };
    if (each !== undefined && data !== undefined)
      each["examples"] = [{ ...response, data: [{ status_code: 201, data }, REFUSED_ITEM] }];
    if (schema === undefined) answered.example = response;
    else if (JSON.stringify(response).length > JSON.stringify(schema["examples"] ?? "").length - 2)
      schema["examples"] = [response];
  }
}

const REFUSED_ITEM = { status_code: 404, error: { message: "Not found", code: "NOT_FOUND" } };

type BodySchema = { properties?: object; anyOf?: BodySchema[] };

/** The names of an operation's parameters and of its body's fields, in every form that the body may have. */
function namesOf({ parameters = [], requestBody }: Operation): string[] {
  const body = requestBody as { content?: Record<string, { schema?: BodySchema }> } | undefined;
  const fields = Object.values(body?.content ?? {}).flatMap(({ schema }) =>
    [schema, ...(schema?.anyOf ?? [])].flatMap((one) => Object.keys(one?.properties ?? {})),
  );
  return [...parameters.map((parameter) => (parameter as { name?: string }).name ?? ""), ...fields];
}

const listed = (scopes: readonly string[]): string => scopes.map((scope) => `\`${scope}\``).join(" or ");

/** The generator's default text for a route without a description. */
const UNDESCRIBED = "Default Response";

const BOTH_HEADERS = { Authorization: [], ApiKey: [] };

const header = (name: string, description: string) => ({ type: "apiKey", in: "header", name, description }) as const;
const SECURITY_SCHEMES = {
  Authorization: header("Authorization", "`Bearer <JWT>`, or `NONE` when an API key is used"),
  ApiKey: header("X-Api-Key", "An API key (`ck_test_...`, `ck_live_...`), or `NONE` when a JWT is used"),
};

const IDEMPOTENCY_PARAMETER = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Same key and same body within 24 hours: the first answer again, with `Idempotent-Replayed: true`. Same key with " +
    "another body, or from another person: 409.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};
