/**
 * Writes what the pages know about the API, from openapi.json: the types of every call (web/lib/openapi.d.ts) and the table of access
 * (web/lib/access.ts). With --check nothing is written, and a difference fails.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const TYPES_FILE = join(ROOT, "web/lib/openapi.d.ts");
const ACCESS_FILE = join(ROOT, "web/lib/access.ts");
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

type AccessRule = { roles: string[] | string; permission?: string; feature?: string };
type Document = { paths: Record<string, Partial<Record<(typeof METHODS)[number], { "x-access"?: AccessRule }>>> };

const source = readFileSync(process.env["OPENAPI_FILE"] ?? join(ROOT, "openapi.json"), "utf8");

// The generator needs the TypeScript 5 API and lives in the tools workspace with a TypeScript of its own.
const tools = createRequire(join(ROOT, "tools/package.json"));
const generator = tools("openapi-typescript") as {
  default: (source: string, options: object) => Promise<unknown>;
  astToString: (nodes: unknown) => string;
};

const NOTICE = "Generated from openapi.json by scripts/generate-web-types.ts. Do not edit.";

async function typesText(): Promise<string> {
  const nodes = await generator.default(source, { alphabetize: true, defaultNonNullable: false });
  const text = generator.astToString(nodes).replaceAll(/^export type (webhooks|\$defs) = Record<string, never>;\n/gm, "");
  return `/** ${NOTICE} */\n${text}`;
}

function accessText(document: Document): string {
  const lines: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const rule = operations[method]?.["x-access"];
      if (rule !== undefined) lines.push(`  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${JSON.stringify(rule)},`);
    }
  }
  return [
    `/** ${NOTICE} */`,
    "export type AccessRule = { readonly roles: readonly string[] | string; readonly permission?: string; readonly feature?: string };",
    "",
    "export const ACCESS = {",
    ...lines.toSorted(),
    "} as const satisfies Record<string, AccessRule>;",
    "",
    "export type Operation = keyof typeof ACCESS;",
    "",
  ].join("\n");
}

const wanted: [file: string, text: string][] = [
  [TYPES_FILE, await typesText()],
  [ACCESS_FILE, accessText(JSON.parse(source) as Document)],
];

if (process.argv.includes("--check")) {
  const stale = wanted.filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text).map(([file]) => file);
  if (stale.length > 0) {
    console.error(`Out of date: ${stale.map((file) => file.slice(ROOT.length + 1)).join(", ")}. Run node scripts/generate-web-types.ts`);
    process.exit(1);
  }
} else {
  for (const [file, text] of wanted) writeFileSync(file, text);
}
