import { createHmac, timingSafeEqual } from "node:crypto";
import Type from "typebox";
import type { Caller, Scope } from "./caller.ts";
import { invalidField } from "./errors.ts";

/**
 * Keyset paging, newest first. A cursor holds the sort key of the last row shown, under a MAC over the list's name, the
 * scope and every filter: it continues in that same list only. Not encrypted: it holds what the page before has shown.
 */
export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 10;
const MAX_CURSOR_LENGTH = 1_024;
const MAC_BYTES = 16;
/** Parameters that control how a page is read, not what it contains. */
const NO_FILTERS: ReadonlySet<string> = new Set(["limit", "wait"]);

export type CursorName = "last_evaluated_key" | "lastEvaluatedKey";

export type Page<N extends CursorName = CursorName> = {
  readonly limit: number;
  /** Sort key of the last row of the previous page; null on the first page. */
  readonly after: readonly string[] | null;
  readonly cursorName: N;
  readonly encode: (key: readonly string[]) => string;
};

export type PageOf<T, N extends CursorName = CursorName> = { rows: T[]; nextCursor: string | null; cursorName: N };

export function pageQuery<N extends CursorName = "last_evaluated_key">(cursorName: N = "last_evaluated_key" as N) {
  const cursor = { [cursorName]: cursorParameter() } as Record<N, ReturnType<typeof cursorParameter>>;
  const size = { minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE, description: "Page size" };
  return { limit: Type.Optional(Type.Integer(size)), ...cursor };
}

/** Of a list that is read as a whole. */
export function partQuery(cursorName: CursorName) {
  const size = { minimum: 1, maximum: MAX_PAGE_SIZE, description: "Page size; without it, the whole list" };
  return { limit: Type.Optional(Type.Integer(size)), [cursorName]: cursorParameter() };
}

function cursorParameter() {
  return Type.Optional(Type.String({ maxLength: MAX_CURSOR_LENGTH, description: "Cursor from the previous page" }));
}

type PagedRequest = {
  readonly query: unknown;
  readonly server: { readonly cursorKey: Buffer };
  readonly routeOptions: { readonly schema?: { readonly querystring?: unknown } };
};

/** `list`: its name. */
export function readPage<N extends CursorName = "last_evaluated_key">(
  request: PagedRequest,
  list: string,
  scope: Scope,
  cursorName: N = "last_evaluated_key" as N,
): Page<N> {
  const query = request.query as Record<string, unknown>;
  const { properties } = request.routeOptions.schema!.querystring as { readonly properties: Record<string, unknown> };
  const binding = bindingOf(list, cursorName, scope, query, properties);
  const key = request.server.cursorKey;
  const cursor = query[cursorName];
  return {
    limit: typeof query.limit === "number" ? query.limit : DEFAULT_PAGE_SIZE,
    after: cursor === undefined || cursor === "" ? null : decodeCursor(key, binding, cursor, cursorName),
    cursorName,
    encode: (sortKey) => encodeCursor(key, binding, sortKey),
  };
}

/** All rows, or with `limit` those behind the last page. */
export function partOf<T, N extends CursorName>(
  rows: readonly T[],
  request: PagedRequest & { readonly caller?: Caller; readonly routeOptions: { readonly url?: string | undefined } },
  cursorName: N,
): PageOf<T, N> {
  const orgId = request.caller?.orgId ?? null;
  const scope: Scope = orgId === null ? { every: true } : { orgId };
  const page = readPage(request, `${request.routeOptions.url}`, scope, cursorName);
  const { limit = rows.length } = request.query as { limit?: number };
  const start = Number(page.after?.[0] ?? 0);
  const nextCursor = start + limit < rows.length ? page.encode([String(start + limit)]) : null;
  return { rows: rows.slice(start, start + limit), nextCursor, cursorName };
}

type SortKeyOf<T> = (row: T) => readonly string[];
type Key = Page["after"];

/** Cuts the rows that were read with `LIMIT page.limit + 1`. `end`: where a page that is not full continues. */
export function pageOf<T, N extends CursorName>(rows: readonly T[], page: Page<N>, keyOf: SortKeyOf<T>, end?: Key) {
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? keyOf(shown.at(-1)!) : (end ?? null);
  const nextCursor = last === null ? null : page.encode(last);
  return { rows: shown, nextCursor, cursorName: page.cursorName } satisfies PageOf<T, N>;
}

export function shownPage<T, U, N extends CursorName>(
  rows: readonly T[],
  page: Page<N>,
  sortKeyOf: SortKeyOf<T>,
  show: (row: T) => U,
): PageOf<U, N> {
  return mapPage(pageOf(rows, page, sortKeyOf), show);
}

export function mapPage<T, U, N extends CursorName>(page: PageOf<T, N>, map: (row: T) => U): PageOf<U, N> {
  return { rows: page.rows.map(map), nextCursor: page.nextCursor, cursorName: page.cursorName };
}

export function cursorKeyOf(secret: string): Buffer {
  return createHmac("sha256", secret).update("corridor list cursors").digest();
}

/** Without unknown parameters, which filter nothing. JSON keeps the parts apart: no two bindings read alike. */
function bindingOf(list: string, cursor: CursorName, scope: Scope, query: Values, known: Values): string {
  const filters = Object.entries(query)
    .filter(([name]) => Object.hasOwn(known, name) && !NO_FILTERS.has(name) && name !== cursor)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([list, "every" in scope ? "*" : scope.orgId, filters]);
}
type Values = Readonly<Record<string, unknown>>;

export function encodeCursor(key: Buffer, binding: string, sortKey: readonly string[]): string {
  const payload = Buffer.from(JSON.stringify(sortKey), "utf8");
  return Buffer.concat([macOf(key, binding, payload), payload]).toString("base64url");
}

const BASE64URL = /^[A-Za-z0-9_-]+$/;

export function decodeCursor(key: Buffer, binding: string, cursor: unknown, parameter: string): readonly string[] {
  const bytes =
    typeof cursor === "string" && cursor.length <= MAX_CURSOR_LENGTH && BASE64URL.test(cursor)
      ? Buffer.from(cursor, "base64url")
      : Buffer.alloc(0);
  const payload = bytes.subarray(MAC_BYTES);
  // Encoded again and compared: in base64url the last character may differ without changing a byte.
  const sound =
    bytes.length > MAC_BYTES &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, binding, payload)) &&
    bytes.toString("base64url") === cursor;
  if (!sound)
    throw invalidField(
      parameter,
      "is not a cursor of this list; use the cursor of the previous page with the same filters",
      "INVALID_CURSOR",
    );
  return JSON.parse(payload.toString("utf8")) as string[];
}

function macOf(key: Buffer, binding: string, payload: Buffer): Buffer {
  return createHmac("sha256", key)
    .update(`${binding.length}:${binding}`)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}
