import type { FastifyReply, FastifyRequest, FastifySchema, RouteShorthandOptions } from "fastify";
import Type, { type Static, type TObject, type TSchema } from "typebox";
import { ListOf, listOf, success, SuccessOf } from "./envelopes.ts";
import { type CursorName, type PageOf, pageQuery, partOf, partQuery } from "./pagination.ts";
import { type Field, Id, type SchemaOf } from "./schemas.ts";
import type { App } from "./typed-app.ts";

/** What an operation answers when it succeeds, and how it is written. */
export type Answer<Data> = {
  status: number;
  schema: TSchema;
  /** Parameters that come with the answer. */
  query?: Record<string, TSchema>;
  write: (data: Data, request: FastifyRequest) => unknown;
};

export function ok<const F extends Field>(message: string, data: F): Answer<Static<SchemaOf<F>>> {
  return { status: 200, schema: SuccessOf(data), write: (value) => success(message, value) };
}

export function created<const F extends Field>(message: string, data: F): Answer<Static<SchemaOf<F>>> {
  return { ...ok(message, data), status: 201 };
}

/** A list that is read page by page. */
export function pages<T extends TSchema, N extends CursorName = "last_evaluated_key">(
  message: string,
  item: T,
  cursorName?: N,
): Answer<PageOf<Static<T>, N>> {
  const [schema, query] = [ListOf(item, cursorName), pageQuery(cursorName)];
  return { status: 200, schema, query, write: (page) => listOf(message, page) };
}

/** A list that is read as a whole: all of it, or with `limit` a page. */
export function list<T extends TSchema>(
  message: string,
  item: T,
  cursorName: CursorName = "last_evaluated_key",
): Answer<readonly Static<T>[]> {
  const write = (rows: readonly Static<T>[], request: FastifyRequest) =>
    listOf(message, partOf(rows, request, cursorName));
  return { status: 200, schema: ListOf(item, cursorName), query: partQuery(cursorName), write };
}

/** An answer without the envelope, or with one that the handler writes. */
export function plain<T extends TSchema>(schema: T, status = 200): Answer<Static<T>> {
  return { status, schema, write: (value) => value };
}

export const nothing: Answer<void> = { status: 204, schema: Type.Null(), write: () => null };

type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Operation<Route extends string, P extends TSchema, Q extends TSchema, B extends TSchema, Data> = {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Without it, each parameter of the path is an id. */
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly answer: Answer<Data>;
  /** Errors beyond those of every operation: from status to its meaning here. Null: never, although others have it. */
  readonly errors?: Readonly<Record<number, string | null>>;
  readonly handle: (
    request: FastifyRequest<{
      Params: TSchema extends P ? Record<NamesIn<Route>, string> : Static<P>;
      Querystring: Static<Q>;
      Body: Static<B>;
    }>,
    reply: FastifyReply,
  ) => Promise<NoInfer<Data>> | NoInfer<Data>;
} & Pick<RouteShorthandOptions, "bodyLimit" | "config">;

/** Registers operations of one part of the API. Who may call them stands in access.ts. */
export function operations(app: App, tag: string) {
  return function on<
    const Route extends `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`,
    Data,
    P extends TSchema = TSchema,
    Q extends TSchema = TSchema,
    B extends TSchema = TSchema,
  >(route: Route, operation: Operation<Route, P, Q, B, Data>): void {
    const [method, url] = route.split(" ") as [string, string];
    const { id, summary, description, params, query, body, answer, errors, handle, ...options } = operation;
    const names = [...url.matchAll(/:(\w+)/g)].map((match) => match[1]!);
    const schema: FastifySchema = {
      operationId: id,
      summary,
      tags: [tag],
      response: { [answer.status]: answer.schema },
      ...(description === undefined ? {} : { description }),
      ...(names.length > 0 && { params: params ?? Type.Object(Object.fromEntries(names.map((name) => [name, Id]))) }),
      ...(query === undefined && answer.query === undefined
        ? {}
        : { querystring: withParameters(query, answer.query) }),
      ...(body === undefined ? {} : { body }),
      ...(errors === undefined ? {} : { "x-errors": errors }),
    };
    app.route({
      ...options,
      method,
      url,
      schema,
      handler: async (request, reply) => {
        const data = await handle(request as Parameters<typeof handle>[0], reply);
        reply.code(answer.status);
        return answer.write(data, request); // Not the reply: whoever returns it waits until the client has read the answer.
      },
    });
  };
}

/** An operation's own parameter stands before one of the same name that comes with its answer. */
function withParameters(query: TSchema | undefined, more: Record<string, TSchema> | undefined): TSchema {
  if (more === undefined) return query!;
  const { properties = {}, ...options } = (query ?? {}) as Partial<TObject>;
  const { additionalProperties } = options as { additionalProperties?: boolean };
  return Type.Object(
    { ...properties, ...more, ...properties },
    additionalProperties === undefined ? {} : { additionalProperties },
  );
}
