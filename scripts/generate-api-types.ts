/**
 * Generates from openapi.json what callers know about the API: for the client and the pages the types of every call
 * (packages/shared/openapi.ts) and the lists of values (packages/shared/choices.ts), and for the pages the access rules of its operations
 * (packages/shared/access.ts). With --check nothing is written, and a difference fails.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { ACCESS } from "@corridor/server/access.ts";

const ROOT = join(import.meta.dirname, "..");
const TYPES_FILE = join(ROOT, "packages/shared/openapi.ts");
const ACCESS_FILE = join(ROOT, "packages/shared/access.ts");
const CHOICES_FILE = join(ROOT, "packages/shared/choices.ts");
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

type Document = {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], object>>>;
  components: { schemas: Record<string, { enum?: string[] }> };
};

/** Lists of fixed words: each with the name of one of them, and the schema that contains them. */
const CHOICES: Record<string, [one: string, schema: string]> = {
  PAYMENT_STATUSES: ["PaymentStatus", "PaymentStatus"],
  PAYMENT_DIRECTIONS: ["PaymentDirection", "PaymentDirection"],
  PAYMENT_METHODS: ["PaymentMethod", "PaymentMethod"],
  PROVIDERS: ["ProviderName", "ProviderName"],
  EVENT_TYPES: ["EventType", "EventType"],
  LINK_STATUSES: ["LinkStatus", "LinkStatus"],
  DELIVERY_STATUSES: ["DeliveryStatus", "DeliveryStatus"],
  DISPUTE_STATUSES: ["DisputeStatus", "DisputeStatus"],
  PAYOUT_BATCH_STATUSES: ["PayoutBatchStatus", "PayoutBatchStatus"],
  PAYOUT_ROW_STATUSES: ["PayoutRowStatus", "PayoutRowStatus"],
  FAILURE_CAUSES: ["FailureCause", "FailureCause"],
  FEATURES: ["Feature", "Feature"],
  KYB_STATUSES: ["KybStatus", "VerificationStatus"],
  KYC_STATUSES: ["KycStatus", "VerificationStatus"],
  ROLES: ["Role", "Role"],
  BENEFICIARY_TYPES: ["BeneficiaryType", "BeneficiaryType"],
};

const source = readFileSync(process.env["OPENAPI_FILE"] ?? join(ROOT, "openapi.json"), "utf8");

// The generator needs the TypeScript 5 API and lives in the tools workspace with its own TypeScript.
const tools = createRequire(join(ROOT, "tools/package.json"));
const generator = tools("openapi-typescript") as {
  default: (source: string, options: object) => Promise<unknown>;
  astToString: (nodes: unknown) => string;
};

const NOTICE = "Generated from openapi.json by scripts/generate-api-types.ts. Do not edit.";

async function typesText(): Promise<string> {
  const nodes = await generator.default(JSON.stringify(JSON.parse(source), withoutExamples), {
    alphabetize: true,
    defaultNonNullable: false,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
  });
  // What is a list too has its type beside the list.
  const elsewhere = ["webhooks", "\\$defs", ...Object.values(CHOICES).map(([one]) => one)].join("|");
  const text = generator.astToString(nodes).replaceAll(new RegExp(`^export type (${elsewhere}) = .*;\\n`, "gm"), "");
  return `/** ${NOTICE} */\n${text}`;
}

/** The generator would write them into comments. A property may be called so too. */
function withoutExamples(key: string, value: unknown): unknown {
  return key === "examples" && Array.isArray(value) ? undefined : value;
}

function accessText(document: Document): string {
  const lines: string[] = [];
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const access = ACCESS[`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`];
      if (operations[method] === undefined || access === undefined) continue;
      // The dashboard's users are people, so rules about API keys are left out.
      const { roles, permission, feature } = access;
      lines.push(
        `  ${JSON.stringify(`${method.toUpperCase()} ${path}`)}: ${JSON.stringify({ roles, permission, feature })},`,
      );
    }
  }
  return [
    "/** Generated from packages/server/src/access.ts by scripts/generate-api-types.ts. Do not edit. */",
    "export type AccessRule = { readonly roles: readonly string[] | string; readonly permission?: string; readonly " +
      "feature?: string };",
    "",
    "export const ACCESS = {",
    ...lines.toSorted(),
    "} as const satisfies Record<string, AccessRule>;",
    "",
    "export type Operation = keyof typeof ACCESS;",
    "",
  ].join("\n");
}

function choicesText(document: Document): string {
  const lines = Object.entries(CHOICES).flatMap(([name, [one, schema]]) => {
    const values = document.components.schemas[schema]?.enum;
    if (values === undefined) throw new Error(`The document has no list of words called ${schema}`);
    return [
      `export const ${name} = ${JSON.stringify(values)} as const;`,
      `export type ${one} = (typeof ${name})[number];`,
      "",
    ];
  });
  return [`/** ${NOTICE} Values are added over time. */`, ...lines].join("\n");
}

const wanted: [file: string, text: string][] = [
  [TYPES_FILE, await typesText()],
  [ACCESS_FILE, accessText(JSON.parse(source) as Document)],
  [CHOICES_FILE, choicesText(JSON.parse(source) as Document)],
];

if (process.argv.includes("--check")) {
  const stale = wanted
    .filter(([file, text]) => !existsSync(file) || readFileSync(file, "utf8") !== text)
    .map(([file]) => file);
  if (stale.length > 0) {
    console.error(
      `Out of date: ${stale.map((file) => file.slice(ROOT.length + 1)).join(", ")}. Run node ` +
        "scripts/generate-api-types.ts",
    );
    process.exitCode = 1;
  }
} else {
  for (const [file, text] of wanted) writeFileSync(file, text);
}
