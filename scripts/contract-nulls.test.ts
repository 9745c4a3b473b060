import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * A field that has nothing is null where the contract says "or null", and left out where the contract gives a plain
 * type.
 */
const ROOT = join(import.meta.dirname, "..");
const contract = readFileSync(join(ROOT, "docs/reference/contract.md"), "utf8");
type Schema = { type?: string | string[]; anyOf?: Schema[]; properties?: Record<string, Schema>; $ref?: string };
const { schemas } = (
  JSON.parse(readFileSync(join(ROOT, "openapi.json"), "utf8")) as { components: { schemas: Record<string, Schema> } }
).components;

/** The line above each table of answers, and the schema that shows what it lists. */
const ANSWERS: readonly [line: string, schema: string][] = [
  ["### 2.2 Payment initiation response", "InitiatedPayment"],
  ["### 2.4 Crypto ramp response", "InitiatedRamp"],
  ["### 2.5 Payment record", "Payment"],
  ["### 2.6 API key", "ApiKey"],
  ["### 2.7 Webhook configuration", "WebhookEndpointWithSecret"],
  ["### 2.8 Beneficiary", "Beneficiary"],
  ["Virtual account (response", "VirtualAccount"],
  ["Virtual transaction (GET", "VirtualTransaction"],
  ["Payment link (list", "PaymentLink"],
  ["Escrow milestone:", "Milestone"],
  ["Provider config (admin):", "ProviderConfig"],
];

/** The fields of the first table below the line, each with whether it may be null. */
function fieldsBelow(line: string): [field: string, isNullable: boolean][] {
  const rows = contract
    .slice(contract.indexOf(`\n${line}`))
    .split("\n|---")[1]!
    .split("\n\n")[0]!
    .split("\n")
    .slice(1);
  return rows.flatMap((row) => {
    const [names, type] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim()) as [string, string];
    return names.split(", ").map((name): [string, boolean] => [name, type.includes("or null")]);
  });
}

function isNullable({ type, anyOf, $ref }: Schema): boolean {
  if ($ref !== undefined) return isNullable(schemas[$ref.split("/").at(-1)!]!);
  return [type].flat().includes("null") || (anyOf ?? []).some(isNullable);
}

test.each(ANSWERS)("%s: the answer has its fields, null only where the contract says so", (line, schema) => {
  const fields = fieldsBelow(line);
  expect(fields.length).toBeGreaterThan(5);
  const shown = schemas[schema]!.properties!;
  const wrong = fields.filter(
    ([field, mayBeNull]) => shown[field] === undefined || (isNullable(shown[field]) && !mayBeNull),
  );
  expect(wrong).toEqual([]);
});
