/**
 * Compares openapi.json with the API of the last release, which docs/released-api.txt stores as one fact per line:
 * changes must be additive. Operations, fields with their types, and words of a list must still exist, and no request
 * may require a new field. With --release the file is written from openapi.json: do that when a version is released.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { breaksOf, factsOf } from "./released-api.ts";

const ROOT = join(import.meta.dirname, "..");
const RELEASED = join(ROOT, "docs/released-api.txt");
const facts = factsOf(JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8")));

if (process.argv.includes("--release")) {
  writeFileSync(RELEASED, `${facts.join("\n")}\n`);
} else {
  const breaks = breaksOf(readFileSync(RELEASED, "utf8").trimEnd().split("\n"), facts);
  for (const line of breaks) console.error(line);
  if (breaks.length > 0) {
    console.error(
      "openapi.json breaks clients of the last release (docs/released-api.txt). Keep what was there, and add beside " +
        "it.",
    );
    process.exitCode = 1;
  }
}
