import { expect, test } from "vitest";
import { compileOnUse } from "./compile-on-use.ts";

test("nothing is compiled before it is used, and then once", () => {
  const compiled: string[] = [];
  const compile = compileOnUse((route: string) => {
    compiled.push(route);
    return (value: number) => `${route} ${value}`;
  });
  const [first] = [compile("first"), compile("second")];
  expect(compiled).toEqual([]);
  expect([first(1), first(2)]).toEqual(["first 1", "first 2"]);
  expect(compiled).toEqual(["first"]);
});

test("a schema that cannot be compiled fails every request that needs it", () => {
  const check = compileOnUse((_route: string): ((value: number) => boolean) => {
    throw new Error("this schema cannot be compiled");
  })("broken");
  for (let request = 0; request < 2; request++) expect(() => check(1)).toThrow("cannot be compiled");
});
