import Type, { type TSchema } from "typebox";
import type { CursorName, PageOf } from "./pagination.ts";
import {
  described,
  type Field,
  Named,
  Nullable,
  OpenObject,
  schemaOf,
  type SchemaOf,
  Shape,
  shared,
} from "./schemas.ts";

export const Succeeded = Type.Literal("success", {
  title: "SuccessStatus",
  "x-meaning": "Status of a successful response; in an error response `status` is `error`",
});
export const Message = shared(
  "Message",
  Type.String(),
  "What happened, in a sentence for people; its wording may change",
);
export const Cursor = described(
  Nullable(Type.String()),
  "Cursor: send it as the query parameter of this name for the next page; null on the last page",
);

/** `{status, message, data}`: the answer of most endpoints. */
export function success<T>(message: string, data: T): { status: "success"; message: string; data: T } {
  return { status: "success", message, data };
}

export function SuccessOf<const F extends Field>(field: F) {
  const data: TSchema = schemaOf(field);
  const isPlainList = "items" in data && !("description" in data);
  const shown = (isPlainList ? described(data, "The whole list, without pages") : data) as SchemaOf<F>;
  return Type.Object(
    { status: Succeeded, message: Message, data: shown },
    { ...titled(data, "Response"), "x-envelope": ["Success", "What every answer has"] },
  );
}

/** Named after its schema, such as `PaymentResponse` for `Payment`, so that generated clients get a type for it. */
function titled(schema: TSchema, ending: string): { title?: string } {
  const { title } = schema as { title?: string };
  return title === undefined ? {} : { title: `${title}${ending}` };
}

const ItemError = Named(["ItemError", "Why this item of the list was refused"], {
  message: Message,
  code: [Type.Optional(Type.String()), "Code of the error, for programs"],
  details: [Type.Optional(Type.Array(OpenObject)), "What to correct, one item per field"],
});

/** For each request, in order, the status that it would have had alone, with its result or its error. */
export function EachOf<T extends TSchema>(name: string, data: T) {
  const item = Named(`${name}Answer`, {
    status_code: [Type.Integer(), "The HTTP status of this item"],
    data: Type.Optional(data),
    error: Type.Optional(ItemError),
  });
  return Named(`${name}Answers`, {
    status: Succeeded,
    message: Message,
    data: [Type.Array(item), "One answer for each request, in the order of the requests"],
  });
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
  const cursor = { [cursorName]: Cursor } as Record<N, typeof Cursor>;
  const page = cursorName === "lastEvaluatedKey" ? "OrganizationPage" : "Page";
  const what = page === "Page" ? "What every list has" : "The fields of every list under `/organizations`";
  return Shape(
    {
      status: Succeeded,
      message: Message,
      data: [Type.Array(item), "This page"],
      meta: Named([page, "Paging of the list: whether more items follow, and the cursor of the next page"], {
        count: [Type.Integer(), "The number of items"],
        total_count: [Type.Optional(Type.Integer()), "The number of items over all pages, if they are counted"],
        has_more: [Type.Boolean(), "Whether another page follows"],
        ...cursor,
      }),
      ...cursor,
    },
    { ...titled(item, "List"), "x-envelope": [`Success${page}`, what] },
  );
}
