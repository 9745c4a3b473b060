import fc from "fast-check";
import { expect, test } from "vitest";
import { storableJson, storableText } from "./storable-text.ts";

test("a text is cut to its limit, and never in the middle of a character", () => {
  expect(storableText("Payin received", 500)).toBe("Payin received");
  expect(storableText("x".repeat(501), 500)).toBe("x".repeat(500));
  expect(storableText("abc😀", 4)).toBe("abc\ufffd");
  expect(storableText("a\u0000b\u0000\ud800c", 500)).toBe("ab\ufffdc");
});

test("JSON says what its value says, but for characters that a database cannot read", () => {
  const text = fc.string({
    unit: fc.constantFrom("\\", "u", "d", "8", "0", '"', "\u0000", "\u001f", "\ud83d", "\ude00", "é", "😀"),
  });
  const value = fc.dictionary(text, fc.array(text));
  const read = (one: string): string => one.toWellFormed().replaceAll("\u0000", "\ufffd");
  fc.assert(
    fc.property(value, (one) => {
      const expected = JSON.parse(JSON.stringify(one), (_, each: unknown) =>
        typeof each === "string" ? read(each) : each,
      ) as Record<string, string[]>;
      const renamed = Object.fromEntries(Object.entries(expected).map(([name, each]) => [read(name), each]));
      expect(JSON.parse(storableJson(one))).toEqual(renamed);
    }),
  );
});
