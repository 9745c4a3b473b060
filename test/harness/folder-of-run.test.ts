import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { openFolderOfRun } from "./folder-of-run.ts";

const LONG_AGO = new Date(Date.now() - 3_600_000);

test("what tests write for a while is in the folder of their run", () => {
  expect(basename(tmpdir())).toMatch(/^corridor-run-/);
});

test("a run removes its folder, and what killed runs left, but nothing of a run that goes on", () => {
  const above = mkdtempSync(join(tmpdir(), "runs-"));
  const leave = (name: string): string => {
    const path = join(above, name);
    mkdirSync(path);
    writeFileSync(join(path, "file"), "");
    utimesSync(path, LONG_AGO, LONG_AGO);
    return path;
  };
  const [killed, stranger] = [leave("corridor-run-killed"), leave("stranger")];
  const running = openFolderOfRun(above);
  writeFileSync(join(running.path, "file"), "");
  utimesSync(running.path, LONG_AGO, LONG_AGO);
  const starting = mkdtempSync(join(above, "corridor-run-"));

  const next = openFolderOfRun(above);

  expect([killed, stranger, running.path, starting, next.path].map((path) => existsSync(path))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
  next.remove();
  running.remove();
  expect([next.path, running.path].map((path) => existsSync(path))).toEqual([false, false]);
});
