import { describe, expect, test } from "vitest";
import { type CustomField, readAnswers, readCustomFields } from "./custom-fields.ts";

describe("the questions of a link", () => {
  test("are free text and optional unless they say otherwise", () => {
    expect(readCustomFields([{ key: "size", label: " Size " }])).toEqual([
      { key: "size", label: "Size", required: false, options: [] },
    ]);
  });

  test.each([
    [
      "two of one key",
      [
        { key: "a", label: "A" },
        { key: "a", label: "B" },
      ],
      /custom_fields.1.key/,
    ],
    ["an empty label", [{ key: "a", label: " " }], /custom_fields.0.label/],
    ["an empty choice", [{ key: "a", label: "A", options: ["S", ""] }], /custom_fields.0.options/],
    ["a choice given twice", [{ key: "a", label: "A", options: ["S", "S"] }], /custom_fields.0.options/],
  ])("are refused with %s", (_, given, message) => {
    expect(() => readCustomFields(given)).toThrow(message);
  });
});

describe("the answers of a payer", () => {
  const fields: CustomField[] = [
    { key: "size", label: "Size", required: true, options: ["S", "L"] },
    { key: "note", label: "Note", required: false, options: [] },
  ];

  test("are kept without the empty ones", () => {
    expect(readAnswers(fields, { size: "L", note: "  " })).toEqual({ size: "L" });
  });

  test.each([
    ["a required one is missing", {}, /custom_fields.size: is required/],
    ["a choice is none of the link's", { size: "M" }, /must be one of S, L/],
    ["the link asks no such thing", { size: "S", color: "red" }, /custom_fields.color/],
    ["a name is the object's own", { size: "S", toString: "x" }, /custom_fields.toString/],
  ])("are refused when %s", (_, given, message) => {
    expect(() => readAnswers(fields, given)).toThrow(message);
  });
});
