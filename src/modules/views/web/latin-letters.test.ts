import { expect, test } from "vitest";
import { latinLettersOf } from "./latin-letters.ts";

test.each([
  ["አዲስ አበባ", "adis abeba"],
  ["ለገሰ ፍሬሽ።", "legese fresh."],
  ["ኢትዮጵያ", "ityopya"],
  ["محمد", "mhmd"],
  ["شركة الفواكه", "shrka alfwakh"],
  ["مُحَمَّد", "muhamad"],
  ["Ɗan Ƙasa", "Dan Kasa"],
  ["Ngũgĩ", "Ngugi"],
  ["Café Zürich • 7", "Café Zürich • 7"],
])("%s is written %s", (name, latin) => {
  expect(latinLettersOf(name)).toBe(latin);
});

test("a script that it does not know stays as it is", () => {
  expect(latinLettersOf("芒果")).toBe("芒果");
});
