import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { buildEmbed, EMBED_BUDGET_BYTES, EMBED_PACKAGE } from "./build-embed.ts";

test("the package of the embedded checkout is at most 3 KiB with everything in it, and can be imported where a server renders pages", async () => {
  const directory = mkdtempSync(join(tmpdir(), "corridor-embed-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const built = await buildEmbed(directory);
  const { files } = JSON.parse(readFileSync(join(EMBED_PACKAGE, "package.json"), "utf8")) as { files: string[] };
  const contents = [...files.filter((name) => name !== "embed.js"), "package.json", "README.md"].map((name) =>
    readFileSync(join(EMBED_PACKAGE, name)),
  );
  expect(gzipSync(Buffer.concat([...contents, readFileSync(built)]), { level: 9 }).length).toBeLessThanOrEqual(
    EMBED_BUDGET_BYTES,
  );
  // Nothing is loaded behind the merchant's back.
  expect(readFileSync(built, "utf8")).not.toMatch(/\bimport\b(?!\.meta)/);
  expect((await import(built)).CorridorCheckout).toBeTypeOf("function");
});
