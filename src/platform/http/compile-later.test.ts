import { expect, test } from "vitest";
import { createLaterCompilation } from "./compile-later.ts";

function compilerOf(compiled: string[]) {
  return (route: string) => {
    if (route === "broken") throw new Error("this schema cannot be compiled");
    compiled.push(route);
    return (value: number) => `${route} ${value}`;
  };
}

test("nothing is compiled before it is used, and then once", () => {
  const compiled: string[] = [];
  const compile = createLaterCompilation().later(compilerOf(compiled));
  const [first] = [compile("first"), compile("second")];
  expect(compiled).toEqual([]);
  expect([first(1), first(2)]).toEqual(["first 1", "first 2"]);
  expect(compiled).toEqual(["first"]);
});

test("what nothing has used is compiled when the server listens, each once", async () => {
  const compiled: string[] = [];
  const compilation = createLaterCompilation();
  const compile = compilation.later(compilerOf(compiled));
  const [first, second] = [compile("first"), compile("second")];
  second(1);
  await compilation.compileRest();
  expect(compiled).toEqual(["second", "first"]);
  first(1);
  expect(compiled).toEqual(["second", "first"]);
});

test("a schema that cannot be compiled is not passed over", async () => {
  const compilation = createLaterCompilation();
  compilation.later(compilerOf([]))("broken");
  await expect(compilation.compileRest()).rejects.toThrow("cannot be compiled");
});

test("a server that closes compiles no more", async () => {
  const compiled: string[] = [];
  const compilation = createLaterCompilation();
  const compile = compilation.later(compilerOf(compiled));
  compile("first");
  compile("second");
  const rest = compilation.compileRest();
  compilation.stop();
  await rest;
  expect(compiled).toEqual(["first"]);
});
