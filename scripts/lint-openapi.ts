/** Checks openapi.json against Redocly's rules, offline, against its size limit, and that every field is described. A warning fails too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { undescribedIn } from "@corridor/server/kernel/http/openapi-fields.ts";

const FILE = join(import.meta.dirname, "..", "openapi.json");

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // Answers have theirs in their schema.
    "no-invalid-schema-examples": { severity: "error", allowAdditionalProperties: true },
    // The license has an SPDX identifier, which excludes an address.
    "info-license-strict": "off",
    "info-license-url": "off",
    // `/payments/providers` exists beside `/payments/{payment_id}`; the router matches the fixed word first.
    "no-ambiguous-paths": "off",
    // The server is relative: every deployment has its own host.
    "no-server-example.com": "off",
  },
});
/** Generators and readers load the whole file. It mostly grows by repeated text. */
const MAX_BYTES = 720_000;
const source = readFileSync(FILE, "utf8");
const bytes = Buffer.byteLength(source);
if (bytes > MAX_BYTES) {
  console.error(
    `openapi.json has ${bytes} bytes, and ${MAX_BYTES} are allowed: name what is repeated, and shorten what is said`,
  );
  process.exitCode = 1;
}
const { schemas, parameters } = (
  JSON.parse(source) as { components: Record<"schemas" | "parameters", Record<string, Record<string, unknown>>> }
).components;
for (const name of Object.keys(parameters).filter((one) => one in schemas)) {
  console.error(`${name} is a schema and a parameter: generators that make types of both fail`);
  process.exitCode = 1;
}
for (const field of undescribedIn(schemas)) {
  console.error(`${field} has no description: write one beside it in its schema, as [schema, "what it means"]`);
  process.exitCode = 1;
}
const problems = await lintFromString({ source, absoluteRef: FILE, config });
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${ruleId} ${location[0]?.pointer ?? ""}: ${message}`);
if (problems.length > 0) process.exitCode = 1;
