import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { cursorKeyOf, DEFAULT_PAGE_SIZE, mapPage, pageOf, pageQuery, readPage } from "./pagination.ts";

const LIST = "things";
const KEY = cursorKeyOf("a secret for tests that is long enough");
const SCOPE = { orgId: "0198c0de-0000-7000-8000-000000000001" };

function request(query: Record<string, unknown>, key = KEY) {
  return {
    query,
    server: { cursorKey: key },
    routeOptions: { schema: { querystring: { properties: { ...pageQuery(), status: {} } } } },
  };
}

function failure(work: () => unknown): ApiError {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

function cursorAfter(sortKey: string[], query: Record<string, unknown> = {}, list = LIST): string {
  return readPage(request(query), list, SCOPE).encode(sortKey);
}

describe("a cursor", () => {
  it("gives back the sort key it was made of, and shows nothing but base64url", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 3 }), (sortKey) => {
        const cursor = cursorAfter(sortKey);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(readPage(request({ last_evaluated_key: cursor }), LIST, SCOPE).after).toEqual(sortKey);
      }),
    );
  });

  it("does not depend on the page size, which may change from page to page", () => {
    const cursor = cursorAfter(["a"], { limit: 5 });
    expect(readPage(request({ limit: 50, last_evaluated_key: cursor }), LIST, SCOPE).after).toEqual(["a"]);
  });

  it("does not depend on parameters that the list does not know, which are ignored", () => {
    const cursor = cursorAfter(["a"], { _: "1700000000001" });
    for (const query of [{}, { _: "1700000000002" }, { status2: "failed" }])
      expect(readPage(request({ ...query, last_evaluated_key: cursor }), LIST, SCOPE).after).toEqual(["a"]);
  });

  it.each([
    ["another list", () => readPage(request({ last_evaluated_key: cursorAfter(["a"]) }), "others", SCOPE)],
    [
      "another organization",
      () =>
        readPage(request({ last_evaluated_key: cursorAfter(["a"]) }), LIST, {
          orgId: "0198c0de-0000-7000-8000-000000000002",
        }),
    ],
    [
      "the scope of everything",
      () => readPage(request({ last_evaluated_key: cursorAfter(["a"]) }), LIST, { every: true }),
    ],
    [
      "another filter",
      () =>
        readPage(
          request({ status: "failed", last_evaluated_key: cursorAfter(["a"], { status: "completed" }) }),
          LIST,
          SCOPE,
        ),
    ],
    [
      "a filter that was dropped",
      () => readPage(request({ last_evaluated_key: cursorAfter(["a"], { status: "completed" }) }), LIST, SCOPE),
    ],
    [
      "another deployment",
      () =>
        readPage(
          request({ last_evaluated_key: cursorAfter(["a"]) }, cursorKeyOf("another secret of the same length")),
          LIST,
          SCOPE,
        ),
    ],
  ])("of %s is a 400 that names the parameter", (_name, work) => {
    const error = failure(work);
    expect([error.statusCode, error.details?.[0]?.path]).toEqual([400, "last_evaluated_key"]);
    expect(error.code).toBe("INVALID_CURSOR");
  });

  it("is refused when any of its characters is changed, added or removed", () => {
    const cursor = cursorAfter(["2026-01-05T09:00:00.000Z", "0198c0de-0000-7000-8000-000000000001"]);
    fc.assert(
      fc.property(
        fc.nat(cursor.length - 1),
        fc.constantFrom(..."ABCxyz019-_=+/ %".split("")),
        fc.constantFrom("replace", "insert", "remove"),
        (at, character, how) => {
          const changed =
            cursor.slice(0, at) + (how === "remove" ? "" : character) + cursor.slice(how === "insert" ? at : at + 1);
          fc.pre(changed !== cursor);
          expect(failure(() => readPage(request({ last_evaluated_key: changed }), LIST, SCOPE)).statusCode).toBe(400);
        },
      ),
    );
  });

  it("is refused when it is any other text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 2_000 }), (text) => {
        expect(failure(() => readPage(request({ last_evaluated_key: text }), LIST, SCOPE)).statusCode).toBe(400);
      }),
    );
  });
});

describe("a page", () => {
  it("has the default size when none is given", () => {
    expect(readPage(request({}), LIST, SCOPE)).toMatchObject({ limit: DEFAULT_PAGE_SIZE, after: null });
  });

  it("shows at most its size and has a cursor exactly when there is more", () => {
    fc.assert(
      fc.property(fc.nat(30), fc.integer({ min: 1, max: 20 }), (available, limit) => {
        const read = Array.from({ length: Math.min(available, limit + 1) }, (_, index) => String(index));
        const page = readPage(request({ limit }), LIST, SCOPE);
        const shown = pageOf(read, page, (row) => [row]);
        expect(shown.rows).toEqual(read.slice(0, limit));
        expect(shown.nextCursor === null).toBe(available <= limit);
      }),
    );
  });

  it("visits every row once, in order, whatever the sizes", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (total, limits) => {
        const rows = Array.from({ length: total }, (_, index) => index);
        const seen: number[] = [];
        let cursor: string | undefined;
        for (let turn = 0; ; turn++) {
          const page = readPage(
            request({
              limit: limits[turn % limits.length],
              ...(cursor === undefined ? {} : { last_evaluated_key: cursor }),
            }),
            LIST,
            SCOPE,
          );
          const start = page.after === null ? 0 : Number(page.after[0]) + 1;
          const shown = mapPage(
            pageOf(rows.slice(start, start + page.limit + 1), page, (row) => [String(row)]),
            (row) => row,
          );
          seen.push(...shown.rows);
          if (shown.nextCursor === null) break;
          cursor = shown.nextCursor;
        }
        expect(seen).toEqual(rows);
      }),
    );
  });
});
