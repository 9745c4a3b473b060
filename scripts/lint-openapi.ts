/**
 * Checks openapi.json against Redocly's rules, offline, against its size limit, that every field is described, and that
 * errors, instants, rates and lists have one shape. A warning fails too.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { shapeFaultsIn } from "./api-shape.ts";
import { undescribedIn } from "./openapi-gaps.ts";

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
/**
 * Generators and readers load the whole file. Two fifths of it are descriptions and examples. Sharing every object that
 * is repeated would take 30 kB; without one description and one example it would still have 386 kB.
 * Nine operations came since: the operator's stops, the check of a payment, the lines of a file, accounts at providers.
 */
const MAX_BYTES = 766_100;
const source = readFileSync(FILE, "utf8");
const bytes = Buffer.byteLength(source);
if (bytes > MAX_BYTES) {
  console.error(
    `openapi.json has ${bytes} bytes, and ${MAX_BYTES} are allowed: name what is repeated, and shorten what is said`,
  );
  process.exitCode = 1;
}
const document = JSON.parse(source) as {
  components: Record<"schemas" | "parameters", Record<string, Record<string, unknown>>>;
};
const { schemas, parameters } = document.components;
for (const fault of shapeFaultsIn(document)) {
  console.error(fault);
  process.exitCode = 1;
}
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
