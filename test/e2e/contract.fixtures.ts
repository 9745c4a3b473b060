import { ACCESS } from "@corridor/server/access.ts";
import { statusesOf } from "#test/harness/documented-statuses.ts";
import type { AccessRule } from "@corridor/server/kernel/http/access-control.ts";
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestAppOptions,
  type TestCaller,
} from "#test/harness/app.ts";

/**
 * Shared by tests that call the whole API: its operations from the OpenAPI document, and a service whose organizations
 * have data.
 */
export type Schema = Readonly<Record<string, any>>;
export type Operation = {
  /** Written as in the access table: `GET /things/:thing_id`. */
  readonly key: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly pathNames: readonly string[];
  readonly query: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
  readonly body: Schema | undefined;
  /** Every status that the document lists. */
  readonly statuses: readonly string[];
  /** The JSON schema of its successful answer, if it has one. */
  readonly answer: Schema | undefined;
  readonly rule: AccessRule;
  /** True for a list with a cursor. */
  readonly isList: boolean;
};

/**
 * The document with every reference resolved and one notation for "or null", so that a test reads one schema at a time.
 */
function withoutReferences(document: Schema): Schema {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== "object" || value === null) return value;
    const { $ref, ...here } = value as Schema;
    const target =
      typeof $ref === "string"
        ? $ref
            .split("/")
            .slice(1)
            .reduce((node: any, part) => node[part], document)
        : {};
    const whole = inOnePiece({ ...target, ...here }, resolve);
    if (Array.isArray(whole["type"]))
      return { anyOf: whole["type"].map((type: string) => resolve(type === "null" ? { type } : { ...whole, type })) };
    return Object.fromEntries(Object.entries(whole).map(([name, one]) => [name, resolve(one)]));
  };
  return resolve({ paths: document["paths"], webhooks: document["webhooks"] }) as Schema;
}

/** Answers are an envelope and their own data, in `allOf`: here they have the fields of both. */
function inOnePiece({ allOf, ...schema }: Schema, resolve: (value: unknown) => unknown): Schema {
  if (!Array.isArray(allOf)) return schema;
  const parts = allOf.map((part) => resolve(part) as Schema);
  return {
    type: "object",
    ...schema,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  };
}

const CURSORS = ["last_evaluated_key", "lastEvaluatedKey"];

function operationsOf(document: Schema): Operation[] {
  return Object.entries(document["paths"] as Record<string, Record<string, Schema>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      const key = `${method} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`;
      const parameters = (operation["parameters"] ?? []) as {
        name: string;
        in: string;
        required?: boolean;
        schema: Schema;
      }[];
      const query = parameters
        .filter((parameter) => parameter.in === "query")
        .map((parameter) => ({
          name: parameter.name,
          required: parameter.required === true,
          schema: parameter.schema,
        }));
      const success = Object.entries((operation["responses"] ?? {}) as Record<string, Schema>).find(([status]) =>
        status.startsWith("2"),
      )?.[1];
      return {
        key,
        id: operation["operationId"] as string,
        method,
        path,
        query,
        pathNames: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!),
        body: operation["requestBody"]?.content?.["application/json"]?.schema as Schema | undefined,
        statuses: statusesOf(method, ACCESS[key]!, Object.keys(operation["responses"] as Schema)),
        answer: success?.["content"]?.["application/json"]?.schema as Schema | undefined,
        rule: ACCESS[key]!,
        isList: query.some((parameter) => CURSORS.includes(parameter.name)),
      };
    }),
  );
}

/** One call of an operation that its owner may make, and that then succeeds. */
export type Call = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The caller; by default the organization's admin. */
  readonly as?: TestCaller | null;
  /** The expected status; by default a success. */
  readonly status?: number;
};
export type Scene = (world: World) => Promise<Call> | Call;

export function addressOf(operation: Pick<Operation, "path">, call: Pick<Call, "path" | "query">): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = call.path?.[name];
    if (value === undefined) throw new Error(`${operation.path} needs ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(call.query ?? {}).toString();
  return query === "" ? path : `${path}?${query}`;
}

export type World = TestApp & {
  /** The organization that creates resources, and the one that must not see them. */
  readonly ours: TestApp["demo"]["organizations"][0];
  readonly theirs: TestApp["demo"]["organizations"][0];
  readonly operations: readonly Operation[];
  /** The delivered webhooks by event type. */
  readonly webhooks: Readonly<Record<string, Schema>>;
  /** Makes a call that must succeed, and returns its answer. */
  must(caller: TestCaller | null, method: string, path: string, body?: unknown): Promise<any>;
  make(operation: Pick<Operation, "method" | "path">, call: Call, caller?: TestCaller | null): Promise<TestAnswer>;
  atSandbox(path: string, body: unknown): Promise<void>;
  /** Removes an organization's payout controls, which needs two people through the API. */
  withoutControls(orgId?: string): Promise<void>;
  /** A unique name. */
  unique(what: string): string;
};

export async function startWorld(options: TestAppOptions = {}): Promise<World> {
  const app = await startTestApp({ ...options, settings: { ALLOW_INSECURE_WEBHOOKS: "true", ...options.settings } });
  const document = withoutReferences((await app.request(null, "GET", "/openapi.json")).body as Schema);
  let names = 0;
  return {
    ...app,
    ours: app.demo.organizations[0]!,
    theirs: app.demo.organizations[1]!,
    operations: operationsOf(document),
    webhooks: Object.fromEntries(
      Object.entries(document["webhooks"] as Record<string, Schema>).map(([type, { post }]) => [
        type,
        post.requestBody.content["application/json"].schema,
      ]),
    ),
    async must(caller, method, path, body) {
      const answer = await app.request(caller, method, path, body);
      if (answer.status >= 400) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
      return answer.body;
    },
    make: (operation, call, caller = call.as === undefined ? app.callers.orgAdmin : call.as) =>
      app.request(caller, operation.method, addressOf(operation, call), call.body),
    async withoutControls(orgId = app.callers.orgAdmin.orgId!) {
      await app.db.transaction(async (tx) => {
        await tx.query(
          `UPDATE organizations SET settings = settings - 'payout_review_above' - 'controls' WHERE org_id = $1`,
          [orgId],
        );
        tx.notify("organizations", orgId);
      });
    },
    async atSandbox(path, body) {
      const answer = await fetch(`${app.sandbox.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
      await app.advance(0);
    },
    unique: (what) => `${what}-${(names += 1)}`,
  };
}
