import type { paths } from "@corridor/shared/openapi.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";
type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : never;
type Successes<Responses> = {
  [Status in keyof Responses]: Status extends 200 | 201 | 202 | 207 ? Json<Responses[Status]> : never;
}[keyof Responses];

/** The body of a successful answer. */
export type Answer<Path extends keyof paths, Verb extends Method> =
  paths[Path] extends Record<Verb, { responses: infer Responses }> ? Successes<Responses> : never;

/** The type of `data`; for a list, of one row. */
export type Data<Path extends keyof paths, Verb extends Method> =
  Answer<Path, Verb> extends { data: infer D } ? D : never;
export type Row<Path extends keyof paths, Verb extends Method = "get"> =
  Data<Path, Verb> extends readonly (infer Item)[] ? Item : never;

/** The body and query of a call. */
export type Body<Path extends keyof paths, Verb extends Method> =
  paths[Path] extends Record<Verb, { requestBody?: infer Request }>
    ? NonNullable<Request> extends { content: { "application/json": infer B } }
      ? B
      : never
    : never;
export type Query<Path extends keyof paths, Verb extends Method = "get"> =
  paths[Path] extends Record<Verb, { parameters: { query?: infer Q } }> ? NonNullable<Q> : never;
