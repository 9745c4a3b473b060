/**
 * Builds the script that merchants load, one file under a name that stays. The service serves it, and the npm package
 * in packages/web/embed holds it. Run by itself it puts the file into the package.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const KIB = 1024;
export const EMBED_BUDGET_BYTES = 3 * KIB;
export const EMBED_PACKAGE = join(import.meta.dirname, "../packages/web/embed");

/** The path of the built file. */
export async function buildEmbed(directory: string): Promise<string> {
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: EMBED_PACKAGE,
    logLevel: "warn",
    build: {
      target: "es2022",
      outDir: directory,
      emptyOutDir: false,
      lib: { entry: join(EMBED_PACKAGE, "embed.ts"), formats: ["es"], fileName: () => "embed.js" },
      minify: true,
    },
  });
  const file = join(directory, "embed.js");
  const bytes = gzipSync(readFileSync(file), { level: 9 }).length;
  console.log(`embed.js: ${(bytes / KIB).toFixed(1)} KiB compressed (gzip), budget ${EMBED_BUDGET_BYTES / KIB} KiB`);
  if (bytes > EMBED_BUDGET_BYTES) throw new Error("embed.js is over its budget");
  return file;
}

if (import.meta.main) await buildEmbed(EMBED_PACKAGE);
