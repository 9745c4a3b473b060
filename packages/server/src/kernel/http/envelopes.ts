import Type, { type TSchema } from "typebox";
import type { CursorName, PageOf } from "./pagination.ts";
import { Named, OpenObject } from "./schemas.ts";

export const Succeeded = Type.Literal("success", { title: "SuccessStatus" });

/** `{status, message, data}`: the answer of most endpoints. */
export function success<T>(message: string, data: T): { status: "success"; message: string; data: T } {
  return { status: "success", message, data };
}

export function SuccessOf<T extends TSchema>(data: T) {
  return Type.Object({ status: Succeeded, message: Type.String(), data }, titled(data, "Response"));
}

/**
 * An envelope around a named schema is named after it, such as `PaymentResponse` for `Payment`, so that generated
 * clients get a type for it.
 */
function titled(schema: TSchema, ending: string): { title?: string } {
  const { title } = schema as { title?: string };
  return title === undefined ? {} : { title: `${title}${ending}` };
}

const ItemError = Named("ItemError", {
  message: Type.String(),
  code: Type.Optional(Type.String()),
  details: Type.Optional(Type.Array(OpenObject)),
});

/**
 * The answer to a list of requests: for each, in order, the status that it would have had alone, with its result or its
 * error.
 */
export function EachOf<T extends TSchema>(name: string, data: T) {
  const item = Type.Object(
    { status_code: Type.Integer(), data: Type.Optional(data), error: Type.Optional(ItemError) },
    { title: `${name}Answer` },
  );
  return Type.Object(
    {
      status: Succeeded,
      message: Type.String(),
      data: Type.Array(item, { description: "One answer for each request, in the order of the requests" }),
    },
    { title: `${name}Answers` },
  );
}

/** The answer of a list. The cursor is at the top level and inside `meta`, and null in both on the last page. */
export function listOf<T, N extends CursorName>(message: string, page: PageOf<T, N>, totalCount?: number) {
  const cursor = { [page.cursorName]: page.nextCursor } as Record<N, string | null>;
  return {
    status: "success" as const,
    message,
    data: page.rows,
    meta: {
      count: page.rows.length,
      ...(totalCount === undefined ? {} : { total_count: totalCount }),
      has_more: page.nextCursor !== null,
      ...cursor,
    },
    ...cursor,
  };
}

export function ListOf<T extends TSchema, N extends CursorName = "last_evaluated_key">(
  item: T,
  cursorName: N = "last_evaluated_key" as N,
) {
  const cursor = { [cursorName]: Type.Union([Type.String(), Type.Null()]) } as Record<
    N,
    ReturnType<typeof cursorSchema>
  >;
  return Type.Object(
    {
      status: Succeeded,
      message: Type.String(),
      data: Type.Array(item, { description: "This page" }),
      meta: Type.Object(
        { count: Type.Integer(), total_count: Type.Optional(Type.Integer()), has_more: Type.Boolean(), ...cursor },
        { title: cursorName === "lastEvaluatedKey" ? "OrganizationPage" : "Page" },
      ),
      ...cursor,
    },
    titled(item, "List"),
  );
}

function cursorSchema() {
  return Type.Union([Type.String(), Type.Null()]);
}
