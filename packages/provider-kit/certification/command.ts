#!/usr/bin/env node
import { parseArgs } from "node:util";
import { readPackage } from "../conformance/check-conformance.ts";
import { NotCertifiable } from "../errors.ts";
import { runCertification } from "./run-certification.ts";

/** `npx corridor-certify .`: the questions of `corridor provider certify` for the package in a folder. */
const text = { type: "string" } as const;
const options = {
  settings: text,
  record: text,
  by: text,
  "public-url": text,
  port: text,
  json: { type: "boolean" },
} as const;
try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { "public-url": publicUrl, port = "4001", ...flags } = values;
  const { name, kind, faults } = await readPackage(positionals[0] ?? ".");
  if (faults.length > 0) throw new NotCertifiable(`${name} is no provider that can be used: ${faults.join("; ")}`);
  await runCertification(kind, { ...flags, ...(publicUrl && { publicUrl }), port: Number(port) }, process.env);
} catch (error) {
  if (!(error instanceof NotCertifiable)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
