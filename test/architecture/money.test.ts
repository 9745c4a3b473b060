import type { ESTree } from "vite";
import { describe, expect, test } from "vitest";
import { moduleOf, placeOf, product, type SourceFile, textOf, visit } from "./source.ts";

/** Amounts are `Money`; floats exist only in requests and answers (ARCHITECTURE.md, rule 6). */
const WIRE = /^kernel\/http\/|^shared\/|\/web\/plain\/|[/-]wire\.ts$|[/-]schemas?\.ts$/;
/** Where amounts are weighed and none is moved. */
const WEIGHED = new Set(["back-office/backtests/estimate.ts", "pricing/routing/programs/decide.ts"]);
/** Recognizes an amount by the name of a variable or by a method of `Money`. */
const MONEY =
  /\.(?:toDatabase|toWire|toWireNumber)\(|\.minor\b|(?:amount|balance|fee|fees|price|total|volume|rate|perUsd|per_usd)\b/i;

/** `Number(money)`, `parseFloat`, `+money`. */
function floatsOf(file: SourceFile): string[] {
  const found: string[] = [];
  const add = (node: ESTree.Node): void => void found.push(`${placeOf(file, node)}: ${textOf(file, node)}`);
  visit(file, {
    CallExpression(node) {
      const callee = textOf(file, node.callee);
      const [argument] = node.arguments;
      if (callee === "parseFloat" || callee === "Number.parseFloat") add(node);
      else if (callee === "Number" && argument !== undefined && MONEY.test(textOf(file, argument))) add(node);
    },
    UnaryExpression: (node) => void (node.operator === "+" && node.argument.type !== "Literal" && add(node)),
  });
  return found;
}

describe("money", () => {
  test("enters as a request body through the route alone; the rest of the product makes intents with Money", () => {
    const readers = product.filter((file) => /\breadInitiation\b/.test(file.text) && moduleOf(file.path) !== undefined);
    expect(readers.map((file) => file.path).sort()).toEqual([
      "payments/initiate/initiate-payment.ts",
      "payments/initiate/read-initiation.ts",
    ]);
  });

  test("is made a float on the wire alone, and where it is weighed", () => {
    const inside = product.filter(({ path }) => !WIRE.test(path) && !WEIGHED.has(path));
    expect(inside.flatMap(floatsOf)).toEqual([]);
  });

  test.each([
    "Number(one.amount.toDatabase())",
    "Number(amount)",
    "Number(row.total_fees)",
    "Number(money.minor)",
    "parseFloat(text)",
    "Number.parseFloat(text)",
    "+text",
  ])("is found as a float in %s", (text) => {
    expect(floatsOf({ path: "some.ts", text: `use(${text});`, imports: [] })).toEqual([`some.ts:1: ${text}`]);
  });
});
