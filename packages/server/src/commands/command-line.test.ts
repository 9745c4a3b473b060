import { expect, test } from "vitest";
import { commandLine } from "./command-line.ts";

test("every command that takes a cell takes the first one", () => {
  const cells = commandLine().commands.find((one) => one.name() === "cells")!;
  const taking = cells.commands.flatMap((one) => one.registeredArguments.filter((given) => given.name() === "number"));
  expect(taking.map((given) => given.parseArg!("0", undefined))).toEqual([0, 0, 0]);
});
