/** Holds openapi.json to the rules of Redocly, offline, and to its size. A warning fails too. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";

const FILE = join(import.meta.dirname, "..", "openapi.json");

const config = await createConfig({
  extends: ["recommended-strict"],
  rules: {
    // The license has an SPDX identifier, which excludes an address.
    "info-license-strict": "off",
    "info-license-url": "off",
    // `/payments/providers` stands beside `/payments/{payment_id}`; the router takes the fixed word first.
    "no-ambiguous-paths": "off",
    // The server is relative: every deployment has a host of its own.
    "no-server-example.com": "off",
  },
});
/** Generators and readers load the whole. What grows it is mostly what is written twice. */
const MAX_BYTES = 740_000;
const source = readFileSync(FILE, "utf8");
const bytes = Buffer.byteLength(source);
if (bytes > MAX_BYTES) {
  console.error(`openapi.json has ${bytes} bytes, and ${MAX_BYTES} are allowed: name what is repeated, and shorten what is said`);
  process.exitCode = 1;
}
const problems = await lintFromString({ source, absoluteRef: FILE, config });
for (const { severity, ruleId, message, location } of problems) console.error(`${severity} ${ruleId} ${location[0]?.pointer ?? ""}: ${message}`);
if (problems.length > 0) process.exitCode = 1;
