import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { placeOf, ROOT, type SourceFile, textOf, visit } from "./source.ts";

/**
 * The API has one client in the product, and one beside it for its size. Whoever else uses `fetch` stands here with what
 * it talks to, which is not the API.
 */
const FETCHES: Readonly<Record<string, string>> = {
  "packages/sdk/send.ts": "the API, for everybody",
  "packages/shared/checkout/api.ts": "the API, for the hosted checkout, which must stay small",
  "packages/web/docs/reference.js": "the API, as the reader of its reference types a request, and the reference itself",
  "packages/server/src/commands/client/doctor-machine.ts": "the health of whatever answers at a port",
  "packages/server/src/commands/client/doctor-service.ts": "the health of whatever answers at an address",
  "packages/server/src/commands/client/listen.ts": "a developer's receiver of webhooks",
  "examples/marketplace.mjs": "the sandbox, which plays the buyer's bank",
};

const files: readonly SourceFile[] = globSync(["packages/**/*.{js,ts,tsx}", "examples/*.mjs"], {
  cwd: ROOT,
  exclude: ["**/node_modules/**", "**/dist/**", "**/*.{test,fixtures}.*"],
}).map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8"), imports: [] }));

const FETCH = /^(?:(?:globalThis|window|self)\??\.)?(?:fetch|XMLHttpRequest|EventSource)$/;

function fetchesIn(file: SourceFile): string[] {
  if (!/\b(?:fetch|XMLHttpRequest|EventSource)\b/.test(file.text)) return [];
  const found: string[] = [];
  const add = (node: Parameters<typeof textOf>[1] & { callee: Parameters<typeof textOf>[1] }): void =>
    void (FETCH.test(textOf(file, node.callee)) && found.push(placeOf(file, node)));
  visit(file, { CallExpression: add, NewExpression: add });
  return found;
}

describe("the API is called by its client alone", () => {
  test("in the whole product and its examples", () => {
    const calling = files.filter((file) => fetchesIn(file).length > 0).map(({ path }) => path);
    expect(calling.toSorted()).toEqual(Object.keys(FETCHES).toSorted());
  });

  test.each(["fetch(`/v1${path}`)", "await globalThis.fetch(url, {})", 'new EventSource("/v1/events")'])(
    "so %s is found elsewhere",
    (text) => expect(fetchesIn({ path: "packages/web/some.ts", text, imports: [] })).toHaveLength(1),
  );

  test("and no page, command or example imports another", () => {
    const OTHERS = /from "(?:openapi-fetch|axios|got|ky|undici)"/;
    const callers = files.filter(({ path }) =>
      /^(?:packages\/web|packages\/server\/src\/commands|examples)\//.test(path),
    );
    expect(callers.filter(({ text }) => OTHERS.test(text)).map(({ path }) => path)).toEqual([]);
  });

  test("and `query.refetch()` is not", () =>
    expect(fetchesIn({ path: "packages/web/some.ts", text: "query.refetch(); deps.fetch();", imports: [] })).toEqual(
      [],
    ));
});
