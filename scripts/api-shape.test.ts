import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shapeFaultsIn } from "./api-shape.ts";

const source = readFileSync(join(import.meta.dirname, "..", "openapi.json"), "utf8");
const faultsAfter = (change: (document: any) => void): string[] => {
  const document = JSON.parse(source);
  change(document);
  return shapeFaultsIn(document);
};

test("our own document has one shape", () => {
  expect(shapeFaultsIn(JSON.parse(source))).toEqual([]);
});

test.each<[string, (document: any) => void, string]>([
  [
    "an error without a code",
    ({ components: { schemas } }) => schemas.Error.required.pop(),
    "GET /balances 4XX has no code",
  ],
  [
    "an instant that is any text",
    ({ components: { schemas } }) => delete schemas.CreatedAt.format,
    "Payment.created_at is an instant without the format date-time",
  ],
  [
    "a rate as text",
    ({ components: { schemas } }) => (schemas.Quote.properties.rate = { type: "string" }),
    "Quote.rate is a rate, and no number",
  ],
  [
    "a list without pages",
    ({ components: { schemas } }) => {
      schemas.BalanceList = { properties: { data: { type: "array" } }, examples: [{}] };
    },
    "GET /balances 200 is a list without count and cursor",
  ],
  [
    "a schema with the name of an operation's answer",
    ({ components: { schemas } }) => (schemas.ListBalancesResponse = {}),
    "ListBalancesResponse is also a type that generators make of the operation",
  ],
  [
    "an answer without an example",
    ({ components: { schemas } }) => delete schemas.BalanceList.examples,
    "GET /balances 200 has no example",
  ],
  [
    "a schema that webhooks alone refer to",
    ({ paths }) => delete paths["/public/webhooks"].post.callbacks,
    "#/components/schemas/PaymentEvent is known to webhooks only, and generated Go leaves it out",
  ],
  [
    "a value with the name of a type",
    ({ components: { schemas } }) =>
      delete schemas.CheckPermissionAnswerData.properties.source.anyOf[0]["x-enum-varnames"],
    "role is a value of an enum, and Role a schema: give it x-enum-varnames",
  ],
])("%s is told", (_what, change, fault) => {
  expect(faultsAfter(change)).toContain(fault);
});
