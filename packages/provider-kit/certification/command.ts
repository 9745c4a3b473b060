#!/usr/bin/env node
import { parseArgs } from "node:util";
import { readPackage } from "../conformance/check-conformance.ts";
import { NotCertifiable } from "../errors.ts";
import { runCertification } from "./run-certification.ts";

/** `npx corridor-certify .`: the questions of `corridor provider certify` for the package in a folder. */
const text = { type: "string" } as const;
const USAGE =
  "corridor-certify [folder] [--settings keys.json] [--record file] [--by name] [--public-url url] [--port 4001] [--json]";
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
  const isUsage = String((error as { code?: string }).code).startsWith("ERR_PARSE_ARGS");
  if (!(error instanceof NotCertifiable) && !isUsage) throw error;
  process.stderr.write(isUsage ? `${USAGE}\n` : `${(error as Error).message}\n`);
  process.exitCode = 1;
}
