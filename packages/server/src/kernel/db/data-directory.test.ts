import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DataDirectoryInUse, openDataDirectory } from "./data-directory.ts";

let directory: string;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "corridor-lock-")), "data");
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true }));

/** A process that holds the folder's lock until it is killed. */
async function startHolder() {
  const script = `import { openDataDirectory } from ${JSON.stringify(join(import.meta.dirname, "data-directory.ts"))};
    openDataDirectory(process.argv[1]); process.stdout.write("held"); setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ["--input-type=module-typescript", "--eval", script, directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  return holder;
}

test("a second process is refused, and told which process holds the directory", async () => {
  const holder = await startHolder();
  try {
    expect(() => openDataDirectory(directory)).toThrow(
      new DataDirectoryInUse(
        `${directory} is in use by process ${holder.pid}; stop it first, or choose another DATA_DIR`,
      ),
    );
  } finally {
    holder.kill("SIGKILL");
    await once(holder, "exit");
  }
});

test("a directory is free again when its process was killed outright", async () => {
  const holder = await startHolder();
  holder.kill("SIGKILL");
  await once(holder, "exit");
  const held = openDataDirectory(directory);
  expect(() => openDataDirectory(directory)).toThrow(`process ${process.pid}`);
  held.release();
});

test("a left process id does not hold a directory, whomever the number belongs to now", () => {
  openDataDirectory(directory).release();
  writeFileSync(join(directory, "process.pid"), `${process.ppid}\n`);
  const held = openDataDirectory(directory);
  expect(held.path).toBe(directory);
  held.release();
});

test("a directory that was given back can be taken again", () => {
  openDataDirectory(directory).release();
  expect(() => openDataDirectory(directory).release()).not.toThrow();
});
