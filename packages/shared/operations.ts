import type { paths } from "./openapi.ts";

/** The arguments and the answer of a call, derived from the generated types, once for all operations. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have this method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends PathOf<M>> = paths[P] extends Record<M, infer O> ? O : never;

type Parameters<O> = O extends { parameters: infer A extends { path?: unknown; query?: unknown } }
  ? Pick<A, "path" | "query">
  : never;

type BodyPart<O> = O extends { requestBody?: never }
  ? { body?: never }
  : O extends { requestBody: { content: { "application/json": infer B } } }
    ? { body: B }
    : O extends { requestBody?: { content: { "application/json": infer B } } }
      ? { body?: B }
      : never;

/** The arguments of a call in addition to its path. */
export type Input<M extends Method, P extends PathOf<M>> = Parameters<Operation<M, P>> & BodyPart<Operation<M, P>>;

export type Body<M extends Method, P extends PathOf<M>> = NonNullable<BodyPart<Operation<M, P>>["body"]>;

type Success = 200 | 201 | 202 | 204 | 207;

type Content<R> = R extends { content: { "application/json": infer B } }
  ? B
  : R extends { content: { "text/csv": string } }
    ? string
    : undefined;

/** The response body of a successful call; `undefined` if there is none. */
export type Answer<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer R }
    ? { [S in keyof R]: S extends Success ? Content<R[S]> : never }[keyof R]
    : never;

/** The `data` of the envelope `{status, message, data}`. */
export type Data<M extends Method, P extends PathOf<M>> = Answer<M, P> extends { data: infer D } ? D : never;

type CursorName = "last_evaluated_key" | "lastEvaluatedKey";

/** The query of a GET. */
export type Query<P extends PathOf<"get">> =
  Parameters<Operation<"get", P>> extends { query?: infer Q } ? NonNullable<Q> : never;

/** The operations that return pages. */
export type ListPath = {
  [P in PathOf<"get">]: Extract<keyof Query<P>, CursorName> extends never ? never : P;
}[PathOf<"get">];

/** The filters of a list, without the cursor, which the iterator keeps itself. */
export type Filter<P extends ListPath> = Omit<Query<P>, CursorName>;

/** The arguments of an iteration over a list. */
export type ListInput<P extends ListPath> = PathPart<Operation<"get", P>> & { query?: Filter<P> };

type PathPart<O> = O extends { parameters: { path: infer V } } ? { path: V } : { path?: never };

/** One item of the `data` of a list. */
export type Row<P extends PathOf<"get">> = Data<"get", P> extends readonly (infer R)[] ? R : never;
