import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { faultsOfKind } from "../manifest.ts";
import type { Manifest, ProviderKind } from "../provider.ts";
import type { HttpCase } from "../stage.fixtures.ts";
import { HTTP_RULES } from "./http-rules.ts";
import { RULES } from "./rules.ts";

/** Holds the package in a folder to the rules, without a test runner. Its `conformance.js` exports `cases`. */
export type Check = { title: string; rule: string; fault: string | null };

/** The object that the package in a folder exports, and what keeps it from being a provider. */
export async function readPackage(folder: string): Promise<{ name: string; kind: ProviderKind; faults: string[] }> {
  const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string };
  const entry = createRequire(resolve(folder, "package.json")).resolve(name);
  const { default: kind } = (await import(pathToFileURL(entry).href)) as { default?: unknown };
  return { name, kind: kind as ProviderKind, faults: faultsOfKind(kind) };
}

export async function* checkConformance(folder: string): AsyncGenerator<Check> {
  const { name, kind, faults } = await readPackage(folder);
  const rule = "the service loads it";
  yield { title: name, rule, fault: faults.length === 0 ? null : faults.join("; ") };
  if (faults.length > 0) return;
  const { cases } = (await import(pathToFileURL(resolve(folder, "conformance.js")).href)) as { cases: HttpCase[] };
  for (const one of cases) yield* checkCase(one, kind);
}

async function* checkCase(one: HttpCase, { callbacks, name }: Manifest): AsyncGenerator<Check> {
  const { title } = one;
  const stage = await one.stage();
  try {
    const { genuineBy } = stage.traits;
    const isNamed = one.name === name && callbacks.includes(genuineBy);
    const fault = isNamed
      ? null
      : `the case is of ${one.name} and ${genuineBy}, the manifest of ${name} and ${callbacks.join()}`;
    yield { title, rule: "a case is of what the manifest says", fault };
    for (const { rule, check } of [...RULES, ...HTTP_RULES]) {
      try {
        await check(stage, one);
        yield { title, rule, fault: null };
      } catch (error) {
        yield { title, rule, fault: error instanceof Error ? error.message : String(error) };
      }
    }
  } finally {
    await stage.close();
  }
}
