import type { ESTree } from "vite";
import { describe, expect, test } from "vitest";
import { placeOf, product, type SourceFile, textOf, visit } from "./source.ts";

/**
 * What nobody may do anywhere, each rule as a function from a file to its offenses: the product must have none, and each
 * rule must find the offenses that are written out below it.
 */
const offense = (text: string, path = "payments/records/some.ts"): SourceFile => ({ path, text, imports: [] });

/* ---- SQL stands beside the tables that it reads, never in routes ---- */

const STATEMENT = /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/;

function sqlInRoutes(file: SourceFile): string[] {
  if (!file.path.endsWith("routes.ts")) return [];
  const found: string[] = [];
  const add = (node: ESTree.Node, text: string): void => void (STATEMENT.test(text) && found.push(placeOf(file, node)));
  visit(file, {
    Literal: (node) => void (typeof node.value === "string" && add(node, node.value)),
    TemplateLiteral: (node) => add(node, node.quasis[0]!.value.raw),
  });
  return found;
}

describe("routes contain no SQL", () => {
  test("anywhere in the product", () => expect(product.flatMap(sqlInRoutes)).toEqual([]));

  test.each(["db.query(`SELECT 1 FROM payments`)", 'db.query("DELETE FROM payments")'])("as in %s", (text) =>
    expect(sqlInRoutes(offense(text, "payments/records/routes.ts"))).toHaveLength(1),
  );
});

/* ---- One door for status ---- */

/** Where payments are updated: by the one statement behind `applyTransition`, and twice without their status. */
const UPDATES_OF_PAYMENTS: Readonly<Record<string, number>> = {
  "payments/store/queries.ts": 2,
  "payments/store/erase-queries.ts": 1,
};
const SETS_STATUS = /\bUPDATE\s+(?:ONLY\s+)?payments\b[\s\S]*?\bSET\b[\s\S]*?\bstatus\s*=/i;

const updatesIn = ({ text }: SourceFile): number => text.match(/\bUPDATE\s+(?:ONLY\s+)?payments\b/gi)?.length ?? 0;

function otherDoors(file: SourceFile): string[] {
  const isTooMany = updatesIn(file) > (UPDATES_OF_PAYMENTS[file.path] ?? 0);
  const found: string[] = [];
  visit(file, {
    TemplateLiteral: (node) => void (SETS_STATUS.test(textOf(file, node)) && found.push(placeOf(file, node))),
    Literal: (node) => void (SETS_STATUS.test(String(node.value)) && found.push(placeOf(file, node))),
  });
  return isTooMany || found.length > 0 ? [`${file.path}: ${found.join(", ")}`] : [];
}

describe("one statement changes the status of a payment", () => {
  test("in the whole product", () => {
    expect(product.flatMap(otherDoors)).toEqual([]);
    const updates = product.map((file) => [file.path, updatesIn(file)] as const).filter(([, count]) => count > 0);
    expect(Object.fromEntries(updates)).toEqual(UPDATES_OF_PAYMENTS);
  });

  test.each(["payments/store/queries.ts", "payments/store/some.ts", "products/links/queries.ts"])(
    "so a second one in %s is found",
    (path) => {
      const text = "tx.query(`UPDATE payments SET updated_at = $2, status = 'failed' WHERE payment_id = $1`)";
      expect(otherDoors(offense(text, path))).toHaveLength(1);
    },
  );
});

/* ---- Money is never rounded by Math ---- */

/** A rounding of time or bytes says so in a name: `waitedMs`, `lifetimeSeconds`, `getTime()`. */
const OF_TIME = /(?:Ms|_MS|Seconds|_SECONDS|Bytes|_BYTES)\b|\bgetTime\(|\bperformance\.now\(/;
/** What else is rounded, by file. */
const ROUNDED: Readonly<Record<string, string>> = {
  "base/ids.ts": "digits of an id",
  "base/short-reference.ts": "a check digit",
  "sandbox/offset-index.ts": "a place in a table",
  "sandbox/chain.ts": "confirmations of a made-up chain",
  "kernel/": "sizes, waits and places in lists: the kernel knows no money",
  "commands/": "times and sizes that are printed",
  "cells.ts": "connections",
  "shared/": "amounts as people read them; the server decides by none of them",
  "back-office/exports/sources.ts": "a number of rows",
  "parties/identity/common-passwords.ts": "a length",
  "parties/api-keys/api-key.ts": "digits of a key",
  "products/links/brand/brand.ts": "a contrast",
  "back-office/web/": "places and sizes on a page",
  "base/duration-buckets.ts": "a median of durations",
  "pricing/routing/judge-lane.ts": "minutes in a reason",
  "back-office/analytics/": "shares and durations that people look at",
  "back-office/backtests/": "estimates that people look at",
  "products/batches/pace.ts": "rows",
  "pricing/routing/costs/fit-price.ts": "an estimate of a price, rounded as prices are; nobody is charged by it",
  "pricing/routing/programs/": "bits and shares: what is compared is never paid",
};
const ROUNDS = /^Math\.(?:round|floor|ceil|trunc)$/;

function roundings(file: SourceFile): string[] {
  if (Object.keys(ROUNDED).some((path) => file.path.startsWith(path))) return [];
  const found: string[] = [];
  const add = (node: ESTree.Node): void => {
    const text = textOf(file, node);
    if (!OF_TIME.test(text)) found.push(`${placeOf(file, node)}: ${text}`);
  };
  visit(file, {
    CallExpression(node) {
      const callee = textOf(file, node.callee);
      if (ROUNDS.test(callee) || callee.endsWith(".toFixed")) add(node);
    },
    BinaryExpression(node) {
      const isFraction = (side: ESTree.Node): boolean =>
        side.type === "Literal" && typeof side.value === "number" && !Number.isInteger(side.value);
      if (["*", "/"].includes(node.operator) && (isFraction(node.left) || isFraction(node.right))) add(node);
    },
  });
  return found;
}

describe("what may be money is not rounded by Math, nor multiplied by a fraction", () => {
  test("in the whole product", () => expect(product.flatMap(roundings)).toEqual([]));

  test.each(["Math.round(given * 110) / 100", "given * 1.1", "Math.trunc(x / y)", "given.toFixed(2)"])(
    "as in %s, whatever the name",
    (text) => expect(roundings(offense(`use(${text});`))).toHaveLength(1),
  );
});
