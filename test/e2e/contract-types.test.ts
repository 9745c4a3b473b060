import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Call, type Operation, type Schema, startWorld, type World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";

/**
 * "A wrong type is never coerced", "required" means required, countries are those of ISO 3166-1 and currencies those of
 * ISO 4217 or a known asset: for every field of every body, as the OpenAPI document describes it. Each refusal is a 400
 * that names the field.
 */
let world: World;
const calls = new Map<string, Call>();
beforeAll(async () => {
  world = await startWorld();
  for (const operation of withBody()) calls.set(operation.key, await SCENES[operation.key]!(world));
});
afterAll(() => world.close());

const withBody = (): Operation[] => world.operations.filter((operation) => operation.body !== undefined);

type Field = { operation: Operation; path: string[]; schema: Schema; required: boolean };

/**
 * The fields of a body and of its nested objects that the example contains; a union is read as its first alternative
 * other than null.
 */
function fieldsOf(operation: Operation): Field[] {
  const walk = (schema: Schema | undefined, example: unknown, path: string[]): Field[] => {
    const object = shapeOf(schema);
    if (
      object?.["properties"] === undefined ||
      typeof example !== "object" ||
      example === null ||
      Array.isArray(example)
    )
      return [];
    const required = (object["required"] ?? []) as string[];
    return Object.entries(object["properties"] as Record<string, Schema>).flatMap(([name, property]) => {
      const here = [...path, name];
      return [
        { operation, path: here, schema: property, required: required.includes(name) },
        ...walk(property, (example as Record<string, unknown>)[name], here),
      ];
    });
  };
  return walk(operation.body, calls.get(operation.key)!.body, []);
}

function shapeOf(schema: Schema | undefined): Schema | undefined {
  const alternatives = (schema?.["anyOf"] ?? schema?.["oneOf"]) as Schema[] | undefined;
  return alternatives === undefined ? schema : shapeOf(alternatives.find((one) => one["type"] !== "null"));
}

function put(body: unknown, path: readonly string[], value: unknown): unknown {
  const [first, ...rest] = path;
  return first === undefined
    ? value
    : {
        ...(body as object | undefined),
        [first]: put((body as Record<string, unknown> | undefined)?.[first], rest, value),
      };
}

async function refusal(field: Field, value: unknown): Promise<string | undefined> {
  const call = calls.get(field.operation.key)!;
  const answer = await world.make(field.operation, { ...call, body: put(call.body, field.path, value) });
  const path = field.path.join(".");
  const named =
    answer.status === 400 &&
    answer.body.details.some(
      (detail: { path: string }) => detail.path === path || detail.path === field.path[0] || detail.path === "body",
    );
  return named
    ? undefined
    : `${field.operation.key} ${path} = ${JSON.stringify(value) ?? "absent"}: ${answer.status} ` +
        `${answer.text.slice(0, 200)}`;
}

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [7, true, ["x"], { x: 1 }],
  number: ["100", "1.5", true, [1], {}],
  integer: ["1", 1.5, true],
  boolean: ["true", 1, "false"],
  array: [{}, "x", 1],
  object: [["x"], "x", 1],
};

describe("in every body", () => {
  test("a value of the wrong type is a 400 that names the field", async () => {
    const problems: string[] = [];
    let sent = 0;
    for (const field of withBody().flatMap(fieldsOf)) {
      const alternatives = (field.schema["anyOf"] ?? [field.schema]) as Schema[];
      const types = new Set(alternatives.map((one) => one["type"] as string | undefined));
      const only = [...types].filter((type) => type !== "null");
      // Free-form fields, and fields with several alternatives.
      if (only.length !== 1 || only[0] === undefined) continue;
      for (const value of WRONG[only[0]] ?? []) {
        sent += 1;
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
      if (!types.has("null") && !field.required) {
        const problem = await refusal(field, null);
        if (problem !== undefined) problems.push(problem);
      }
    }
    expect(problems).toEqual([]);
    expect(sent).toBeGreaterThan(500);
  }, 180_000);

  test("a required field that is absent or null is a 400 that names it", async () => {
    const problems: string[] = [];
    for (const field of withBody()
      .flatMap(fieldsOf)
      .filter((one) => one.required)) {
      for (const value of [undefined, null]) {
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
    }
    expect(problems).toEqual([]);
  });

  test("a country that does not exist is a 400", async () => {
    const problems: string[] = [];
    for (const field of withBody()
      .flatMap(fieldsOf)
      .filter((one) => one.path.at(-1) === "country")) {
      const blank = field.path.length > 1 ? [] : [""]; // A blank account detail counts as omitted.
      for (const value of ["XX", "ZZ", "gh", "GHA", "🇬🇭", ...blank]) {
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
    }
    expect(problems).toEqual([]);
  });

  test("a currency that does not exist is a 400", async () => {
    const problems: string[] = [];
    const names = /^(currency|target_currency|payer_currency|fiat_currency|crypto_currency)$/;
    /** A test notification contains arbitrary data of the caller. */
    const fields = withBody()
      .filter((one) => one.key !== "POST /public/webhooks/notify")
      .flatMap(fieldsOf)
      // The file defines the column names.
      .filter((one) => names.test(one.path.at(-1)!) && !one.path.includes("columns"));
    for (const field of fields) {
      for (const value of ["XYZ", "ZZZ", "ghs", "GH", "", "₵"]) {
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
    }
    expect(problems).toEqual([]);
  });

  test("an amount that is zero, negative, beyond 15 digits, or finer than its currency is a 400", async () => {
    const names = /^(amount|target_amount|fiat_amount|total_amount|expected_disbursement)$/;
    const problems: string[] = [];
    /** Free data, and an amount that a link with a fixed amount does not need. */
    const others = new Set(["POST /public/webhooks/notify", "POST /checkout/links/:link_ref/pay"]);
    const fields = withBody()
      .filter((one) => !others.has(one.key))
      .flatMap(fieldsOf)
      .filter((one) => names.test(one.path.at(-1)!));
    expect(fields.length).toBeGreaterThan(8);
    /** A null limit removes the limit, and an adjustment may be positive or negative. */
    const zeroIsNone = new Set(["PUT /balances/credit-lines", "PUT /balances/float/thresholds"]);
    const signed = new Set(["POST /balances/adjustments"]);
    for (const field of fields) {
      for (const value of [0, -1, -0.01, 10.001, 0.0000001, 5e-324, 1234567890123456, 1e21]) {
        if ((value === 0 && zeroIsNone.has(field.operation.key)) || (value < 0 && signed.has(field.operation.key)))
          continue;
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
    }
    expect(problems).toEqual([]);
  });

  test("a percentage, limit, share or rate that is too fine to be read again is a 400", async () => {
    const names = /^(percent|min_amount|max_amount|split_value|client_rate)$/;
    const problems: string[] = [];
    const fields = withBody()
      .flatMap(fieldsOf)
      .filter((one) => names.test(one.path.at(-1)!));
    expect(fields.length).toBeGreaterThan(6);
    for (const field of fields)
      for (const value of [1e-99, 5e-324]) {
        const problem = await refusal(field, value);
        if (problem !== undefined) problems.push(problem);
      }
    expect(problems).toEqual([]);
  });
});

describe("in every query", () => {
  test("a country or currency that does not exist, a number that is none and a word that is not allowed are each a 400", async () => {
    const problems: string[] = [];
    for (const operation of world.operations.filter((one) => one.query.length > 0)) {
      const call = await SCENES[operation.key]!(world);
      for (const { name, schema } of operation.query) {
        const wrong =
          schema["enum"] !== undefined
            ? ["no_such_word", ""]
            : schema["type"] === "integer"
              ? ["x", "1.5", "", "0x1"]
              : schema["type"] === "boolean"
                ? ["yes", "1", ""]
                : name === "country"
                  ? ["XX", "gh", ""]
                  : /currency$/i.test(name)
                    ? ["XYZ", "ghs", ""]
                    : ["date", "date-time"].includes(schema["format"] as string)
                      ? ["2026-02-30", "yesterday", ""]
                      : [];
        for (const value of wrong) {
          const answer = await world.make(operation, { ...call, query: { ...call.query, [name]: value } });
          if (answer.status !== 400 || answer.body.details[0]?.path !== name)
            problems.push(`${operation.key}?${name}=${value}: ${answer.status} ${answer.text.slice(0, 150)}`);
        }
      }
    }
    expect(problems).toEqual([]);
  });
});
