import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderGuides } from "./render-guides.ts";
import { renderReference } from "./render-reference.ts";

const ROOT = join(import.meta.dirname, "../..");
const OPENAPI = readFileSync(join(ROOT, "openapi.json"), "utf8");
/** What a first visit of /docs may load, before compression. */
const MAX_FIRST_LOAD_BYTES = 600_000;

test("every link and picture of the guides leads to a page of the site", async () => {
  const files = new Map(await renderGuides(ROOT));
  const dead: string[] = [];
  for (const [name, content] of files) {
    for (const [, address] of String(content).matchAll(/(?:href|src)="(\/docs\/[^"#]+)/g)) {
      const file = address!.startsWith("/docs/files/")
        ? address!.slice("/docs/files/".length)
        : `${address!.slice("/docs/".length)}.html`;
      if (!files.has(file) && !/^(?:docs\.css|guides\.html)$/.test(file)) dead.push(`${name}: ${address}`);
    }
  }
  expect(dead).toEqual([]);
});

test("the guides load nothing from another host", async () => {
  const guides = (await renderGuides(ROOT))
    .filter(([name]) => name.startsWith("guides/"))
    .map(([, content]) => String(content));
  expect(guides.filter((html) => /(?:src|<link[^>]+href)="https?:/.test(html))).toEqual([]);
});

test("the API reference lists every operation, loads each by itself, and is small", async () => {
  const files = new Map(await renderReference(OPENAPI));
  const { paths } = JSON.parse(OPENAPI) as { paths: Record<string, Record<string, { operationId: string }>> };
  const index = files.get("index.html")!;
  for (const { operationId } of Object.values(paths).flatMap((item) => Object.values(item))) {
    expect(index).toContain(`href="#${operationId}"`);
    expect(files.get(`operations/${operationId}.html`)).toContain("<h1>");
  }
  const bytes = ["docs.css", "reference.js"].reduce(
    (sum, name) => sum + readFileSync(join(ROOT, "packages/web/docs", name)).length,
    index.length,
  );
  expect(bytes).toBeLessThan(MAX_FIRST_LOAD_BYTES);
});
