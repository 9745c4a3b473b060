import { readFileSync } from "node:fs";
import fc from "fast-check";
import Type, { type TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { ApiError } from "./errors.ts";
import { MoneyInput, Nullable, OneOf, readMoney } from "./schemas.ts";
import { compileValidator, MAX_ERROR_DETAILS } from "./validation.ts";

function check(schema: TSchema, value: unknown, httpPart = "body"): { value?: unknown; error?: ApiError } {
  return compileValidator({ schema, method: "POST", url: "/", httpPart } as never)(value) as {
    value?: unknown;
    error?: ApiError;
  };
}

function detailsOf(schema: TSchema, value: unknown, httpPart?: string) {
  const { error } = check(schema, value, httpPart);
  expect(error).toBeInstanceOf(ApiError);
  return error!.details;
}

describe("a body", () => {
  it("is never coerced", () => {
    const schema = Type.Object({ n: Type.Number(), i: Type.Integer(), b: Type.Boolean(), s: Type.String() });
    expect(detailsOf(schema, { n: "1", i: "2", b: "true", s: 5 })).toEqual([
      { path: "n", message: "must be number" },
      { path: "i", message: "must be integer" },
      { path: "b", message: "must be boolean" },
      { path: "s", message: "must be string" },
    ]);
    expect(detailsOf(schema, { n: null, i: 1.5, b: 1, s: null })).toHaveLength(4);
  });

  it("comes through unchanged, unknown fields included", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
        const body = { ...extra, name: "x" };
        const before = structuredClone(body);
        expect(check(Type.Object({ name: Type.String() }), body).value).toEqual(before);
      }),
    );
  });

  it("names every missing field by its own path", () => {
    const schema = Type.Object({ a: Type.String(), b: Type.Object({ c: Type.String(), d: Type.String() }) });
    expect(detailsOf(schema, { b: {} })).toEqual([
      { path: "a", message: "is required" },
      { path: "b.c", message: "is required" },
      { path: "b.d", message: "is required" },
    ]);
  });

  it("says what is allowed instead of how the schema is built", () => {
    expect(detailsOf(Type.Object({ d: OneOf(["payin", "payout"]) }), { d: "pay" })).toEqual([
      { path: "d", message: "must be one of payin, payout" },
    ]);
    expect(
      detailsOf(Type.Object({ d: Type.Union([Type.Literal("a"), Type.Literal("b"), Type.Null()]) }), { d: 1 }),
    ).toEqual([{ path: "d", message: "must be one of a, b" }]);
    expect(detailsOf(Type.Object({ e: Type.String({ format: "email" }) }), { e: "nope" })).toEqual([
      { path: "e", message: "must be a valid email" },
    ]);
  });

  it("takes a moment or a date of the years 1 to 9999 only, whatever its offset makes of it", () => {
    const schema = Type.Object({
      at: Type.Optional(Type.String({ format: "date-time" })),
      on: Type.Optional(Type.String({ format: "date" })),
    });
    for (const at of ["9999-12-31T23:59:59.999Z", "0001-01-01T00:00:00Z"])
      expect(check(schema, { at }).error).toBeUndefined();
    for (const at of ["9999-12-31T23:59:59-23:59", "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+00:01"])
      expect(detailsOf(schema, { at })).toEqual([{ path: "at", message: "must be a valid date-time" }]);
    for (const on of ["9999-12-31", "0001-01-01"]) expect(check(schema, { on }).error).toBeUndefined();
    expect(detailsOf(schema, { on: "0000-01-01" })).toEqual([{ path: "on", message: "must be a valid date" }]);
  });

  it("of several shapes is told the faults of the one that was meant", () => {
    const item = Type.Object({ id: Type.String(), share: Type.Number({ minimum: 0 }) });
    const schema = Type.Union([
      Type.Object({ items: Type.Array(item, { minItems: 1 }) }),
      item,
      Type.Array(item, { minItems: 1 }),
    ]);
    expect(detailsOf(schema, { items: [{ id: "a", share: "5" }] })).toEqual([
      { path: "items.0.share", message: "must be number" },
    ]);
    expect(detailsOf(schema, { items: [{ id: "a" }] })).toEqual([{ path: "items.0.share", message: "is required" }]);
    expect(detailsOf(schema, { items: [] })).toEqual([{ path: "items", message: "must not have fewer than 1 items" }]);
    expect(detailsOf(schema, { id: "a", share: -1 })).toEqual([{ path: "share", message: "must be >= 0" }]);
    expect(detailsOf(schema, [{ id: 7, share: 1 }])).toEqual([{ path: "0.id", message: "must be string" }]);
    for (const [none, nearest] of [
      [{}, "; the nearest one also needs items"],
      [{ id: "a" }, "; the nearest one also needs share"],
      ["x", ""],
      [null, ""],
    ] as const)
      expect(detailsOf(schema, none)).toEqual([{ path: "body", message: `has none of the allowed shapes${nearest}` }]);
    expect(
      detailsOf(Type.Object({ above: Nullable(Type.Union([MoneyInput, Type.Record(Type.String(), MoneyInput)])) }), {
        above: -1,
      }),
    ).toEqual([{ path: "above", message: "must be > 0" }]);
  });

  it("looks through null to the field inside", () => {
    const schema = Type.Object({ bank: Nullable(Type.Object({ account: Type.String() })) });
    expect(detailsOf(schema, { bank: {} })).toEqual([{ path: "bank.account", message: "is required" }]);
    expect(detailsOf(schema, { bank: { account: 1 } })).toEqual([{ path: "bank.account", message: "must be string" }]);
    expect(detailsOf(schema, { bank: 1 })).toEqual([{ path: "bank", message: "must be object" }]);
    expect(check(schema, { bank: null }).error).toBeUndefined();
  });

  it("points into arrays", () => {
    expect(
      detailsOf(Type.Object({ parties: Type.Array(Type.Object({ value: Type.Number() })) }), {
        parties: [{ value: 1 }, { value: "x" }],
      }),
    ).toEqual([{ path: "parties.1.value", message: "must be number" }]);
  });

  it("with very many faults gives a bounded answer", () => {
    const details = detailsOf(Type.Object({ list: Type.Array(Type.String()) }), {
      list: Array.from({ length: 100_000 }, () => 1),
    });
    expect(details!.length).toBeLessThanOrEqual(MAX_ERROR_DETAILS);
  });

  it("refuses numbers that JSON cannot hold", () => {
    for (const n of [Number.POSITIVE_INFINITY, Number.NaN])
      expect(detailsOf(Type.Object({ n: Type.Number() }), { n })).toEqual([{ path: "n", message: "must be number" }]);
  });

  it.each([
    ["email", "a@b.co", "a@"],
    ["uri", "https://x.example/y", "x y"],
    ["date-time", "2026-01-05T09:00:00Z", "2026-01-05"],
    ["uuid", "0198c0de-0000-7000-8000-000000000001", "0198c0de"],
    ["date", "2026-02-28", "2026-02-30"],
  ])("knows the format %s", (format, good, bad) => {
    expect(check(Type.String({ format }), good).error).toBeUndefined();
    expect(check(Type.String({ format }), bad).error).toBeDefined();
  });
});

describe("a name", () => {
  type Node = { $ref?: string; properties?: Record<string, Node>; items?: Node; type?: unknown } & {
    [several in "anyOf" | "allOf" | "oneOf"]?: Node[];
  };
  type Document = {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Node }> } }>>;
    components: { schemas: Record<string, Node> };
  };
  const document = JSON.parse(
    readFileSync(new URL("../../../../../openapi.json", import.meta.url), "utf8"),
  ) as Document;

  /** The names of all text fields in bodies of requests. */
  function textFields(): Set<string> {
    const found = new Set<string>();
    const walk = (node: Node, name: string, within: readonly string[]): void => {
      const { $ref: reference, properties = {}, items = [], anyOf = [], allOf = [], oneOf = [], type } = node;
      if ([type].flat().includes("string")) found.add(name);
      for (const [key, field] of Object.entries(properties)) walk(field, key, within);
      for (const one of [...anyOf, ...allOf, ...oneOf, items].flat()) walk(one, name, within);
      if (reference === undefined || within.includes(reference)) return;
      walk(document.components.schemas[reference.split("/").at(-1)!]!, name, [...within, reference]);
    };
    for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path)))
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) walk(schema, "", []);
    return found;
  }
  const names = [...textFields()].filter((field) => /name|title|label|footer/i.test(field));

  it("is every field of the API that is called one", () => {
    for (const known of ["name", "fname", "lname", "title", "label", "account_name", "business_name", "org_name"])
      expect(names).toContain(known);
  });

  it.each(names)("%s turns no text around, wherever it is, and may have joiners", (name) => {
    const schema = Type.Object({}, { additionalProperties: true });
    const turning = ["\u061C", "\u200E", "\u200F", "\u202A", "\u202E", "\u2066", "\u2069"];
    for (const control of turning) {
      const field = { [name]: `Bank of ${control}anahG` };
      for (const [body, path] of [
        [field, name],
        [{ a: { b: [field] } }, `a.b.0.${name}`],
      ] as const)
        expect(detailsOf(schema, body), control.codePointAt(0)!.toString(16)).toEqual([
          { path, message: "must not have characters that turn the direction of text" },
        ]);
      expect(check(schema, { metadata: field }).error).toBeUndefined();
    }
    expect(check(schema, { [name]: "می\u200Cخواهم क्\u200Dष" }).error).toBeUndefined();
  });
});

describe("a query", () => {
  const schema = Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    rate: Type.Optional(Type.Number()),
    test: Type.Optional(Type.Boolean()),
    q: Type.Optional(Type.String()),
  });

  it("is text, read as what is declared", () => {
    expect(check(schema, { limit: "5", rate: "1.5", test: "true", q: "7" }, "querystring").value).toEqual({
      limit: 5,
      rate: 1.5,
      test: true,
      q: "7",
    });
  });

  it("gets its defaults", () => {
    expect(check(schema, {}, "querystring").value).toEqual({ limit: 10 });
  });

  it.each(["abc", "", "1.5", "1e1", "0x10", " 5", "5 ", "+5", "0", "101", "-1", "99999999999999999999"])(
    "refuses limit=%s",
    (limit) => {
      expect(detailsOf(schema, { limit }, "querystring")![0]!.path).toBe("limit");
    },
  );

  it("refuses a parameter that is sent twice", () => {
    expect(detailsOf(schema, { limit: ["1", "2"] }, "querystring")).toEqual([
      { path: "limit", message: "must be integer" },
    ]);
  });
});

describe("money in a request", () => {
  const read = (value: number, currency: string) => {
    try {
      return readMoney(value, currency, "amount").toWire();
    } catch (error) {
      return (error as ApiError).details?.[0];
    }
  };

  it("is exact, or a 400 that names the field", () => {
    expect(read(12.5, "USD")).toBe("12.50");
    expect(read(12.345, "USD")).toEqual({ path: "amount", message: "must have at most 2 decimals in USD; round it" });
    expect(read(1.5, "JPY")).toEqual({ path: "amount", message: "must have no decimals in JPY; round it" });
    expect(read(1e15, "USD")).toMatchObject({ path: "amount" });
    expect(read(1, "XXQ")).toMatchObject({ path: "amount" });
  });

  it.each(["100", 0, -1, null, true, [1]])("%j is refused by the schema", (amount) => {
    expect(detailsOf(Type.Object({ amount: MoneyInput }), { amount })![0]!.path).toBe("amount");
  });
});
