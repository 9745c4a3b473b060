import fc from "fast-check";
import Type, { type TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { ListOf, listOf, SuccessOf, success } from "./envelopes.ts";
import { Extensible, MoneyNumber, Nullable, OneOf, OpenObject, Timestamp } from "./schemas.ts";
import { compileSerializer } from "./serializer.ts";

function write(schema: TSchema, value: unknown): string {
  return compileSerializer({ schema, method: "GET", url: "/" } as never)(value);
}

const usd = (text: string) => Money.parse(text, "USD");

describe("money", () => {
  it("shows its fractional part at the scale of its currency, at least one digit", () => {
    expect(write(MoneyNumber, usd("1500"))).toBe("1500.00");
    expect(write(MoneyNumber, Money.parse("1500", "JPY"))).toBe("1500.0");
    expect(write(MoneyNumber, Money.parse("0.00000001", "BTC"))).toBe("0.00000001");
    expect(write(MoneyNumber, Money.parse("99999999999999999999.99", "USD"))).toBe("99999999999999999999.99");
  });

  it.each([
    ["in an array", Type.Array(MoneyNumber), [usd("1"), usd("2.5")], "[1.00,2.50]"],
    ["in a record", Type.Record(Type.String(), MoneyNumber), { NGN: usd("1") }, '{"NGN":1.00}'],
    ["that may be null, and is", Type.Object({ fee: Nullable(MoneyNumber) }), { fee: null }, '{"fee":null}'],
    ["that may be null, and is not", Type.Object({ fee: Nullable(MoneyNumber) }), { fee: usd("1") }, '{"fee":1.00}'],
    ["that may be absent", Type.Object({ fee: Type.Optional(MoneyNumber) }), {}, "{}"],
    [
      "in an object that may be null",
      Type.Object({ totals: Nullable(Type.Object({ paid: MoneyNumber })) }),
      { totals: { paid: usd("1") } },
      '{"totals":{"paid":1.00}}',
    ],
    [
      "in one of several shapes",
      Type.Union([
        Type.Object({ kind: Type.Literal("a"), amount: MoneyNumber }),
        Type.Object({ kind: Type.Literal("b") }),
      ]),
      { kind: "a", amount: usd("1") },
      '{"kind":"a","amount":1.00}',
    ],
    [
      "in an array of records of arrays",
      Type.Array(Type.Record(Type.String(), Type.Array(Nullable(MoneyNumber)))),
      [{ a: [usd("1"), null] }],
      '[{"a":[1.00,null]}]',
    ],
    ["in data that the schema leaves open", OpenObject, { deep: [{ amount: usd("1") }] }, '{"deep":[{"amount":1.00}]}'],
    [
      "beyond the fields the schema names",
      Extensible("Thing", { id: Type.String() }),
      { id: "x", amount: usd("1") },
      '{"id":"x","amount":1.00}',
    ],
  ])("is exact %s", (_name, schema, value, expected) => {
    expect(write(schema, value)).toBe(expected);
  });

  it("is the same number by schema and by plain JSON", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        fc.constantFrom("USD", "JPY", "KWD", "BTC", "ETH"),
        (minor, currency) => {
          const amount = Money.ofMinor(minor, currency);
          expect(write(MoneyNumber, amount)).toBe(JSON.stringify(amount));
        },
      ),
    );
  });
});

describe("everything else", () => {
  it("stays inside when the schema of a closed object does not name it", () => {
    expect(write(Type.Object({ id: Type.String() }), { id: "x", secret_hash: "y" })).toBe('{"id":"x"}');
  });

  it("is kept in open objects, nested ones and empty ones included", () => {
    const metadata = { a: { b: [1, "x", null, { c: true }] }, d: 1.5 };
    expect(JSON.parse(write(Type.Object({ metadata: Nullable(OpenObject) }), { metadata }))).toEqual({ metadata });
    expect(write(Type.Object({ metadata: Type.Object({}) }), { metadata: { kept: 1 } })).toBe(
      '{"metadata":{"kept":1}}',
    );
    expect(JSON.parse(write(Type.Object({ any: Type.Unknown() }), { any: metadata }))).toEqual({ any: metadata });
  });

  it("leaves out what is undefined, also in open objects", () => {
    expect(write(Type.Record(Type.String(), Type.Unknown()), { a: undefined, b: 1 })).toBe('{"b":1}');
    expect(write(Extensible("Thing", { id: Type.String() }), { id: "x", gone: undefined })).toBe('{"id":"x"}');
  });

  it("writes any open JSON value as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(write(Type.Object({ value: Type.Unknown() }), { value }))).toEqual(
          JSON.parse(JSON.stringify({ value })),
        );
        expect(JSON.parse(write(OpenObject, { value }))).toEqual(JSON.parse(JSON.stringify({ value })));
      }),
    );
  });

  it("writes any text as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(write(Type.Object({ text: Type.String() }), { text })).toBe(JSON.stringify({ text }));
      }),
    );
  });

  it("shows times in UTC with milliseconds, as Date or as text, and null as null", () => {
    const schema = Type.Object({ at: Nullable(Timestamp) });
    expect(write(schema, { at: new Date("2026-01-05T10:00:00+01:00") })).toBe('{"at":"2026-01-05T09:00:00.000Z"}');
    expect(write(schema, { at: "2026-01-05T09:00:00.000Z" })).toBe('{"at":"2026-01-05T09:00:00.000Z"}');
    expect(write(schema, { at: null })).toBe('{"at":null}');
  });

  it("writes fixed words, with null where it is allowed", () => {
    const schema = Type.Object({
      status: Nullable(OneOf(["a", "b"])),
      kind: Type.Literal("x"),
      level: Type.Union([Type.Literal(1), Type.Literal(2)]),
    });
    expect(write(schema, { status: null, kind: "x", level: 2 })).toBe('{"status":null,"kind":"x","level":2}');
    expect(write(schema, { status: "b", kind: "x", level: 1 })).toBe('{"status":"b","kind":"x","level":1}');
  });
});

describe("envelopes", () => {
  it("wrap a resource", () => {
    expect(write(SuccessOf(Type.Object({ amount: MoneyNumber })), success("Paid", { amount: usd("1") }))).toBe(
      '{"status":"success","message":"Paid","data":{"amount":1.00}}',
    );
  });

  it.each(["last_evaluated_key", "lastEvaluatedKey"] as const)("carry %s at the top and in meta", (cursorName) => {
    const page = { rows: [{ id: "a" }], nextCursor: "abc", cursorName };
    const body = JSON.parse(write(ListOf(Type.Object({ id: Type.String() }), cursorName), listOf("Things", page, 7)));
    expect(body).toEqual({
      status: "success",
      message: "Things",
      data: [{ id: "a" }],
      meta: { count: 1, total_count: 7, has_more: true, [cursorName]: "abc" },
      [cursorName]: "abc",
    });
  });

  it("carry null in both places on the last page", () => {
    const body = JSON.parse(
      write(
        ListOf(Type.Object({})),
        listOf("Things", { rows: [], nextCursor: null, cursorName: "last_evaluated_key" }),
      ),
    );
    expect(body).toEqual({
      status: "success",
      message: "Things",
      data: [],
      meta: { count: 0, has_more: false, last_evaluated_key: null },
      last_evaluated_key: null,
    });
  });
});
