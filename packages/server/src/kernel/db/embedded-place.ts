import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, lchown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { ifExists } from "../if-exists.ts";

/**
 * PostgreSQL refuses to run as root, so root runs it as `nobody`, who must be able to reach the files. Below a closed
 * folder such as /root they live elsewhere, and a pointer in the data directory leads there. The server owns `cluster`
 * only: root must not write into a folder where another user could have placed a link.
 */
export type ServerUser = { readonly uid: number; readonly gid: number };
export type Place = {
  readonly directory: string;
  readonly cluster: string;
  /** Undefined when the server runs as the current user. */
  readonly user: ServerUser | undefined;
};

/** Not a temporary folder, where the system deletes old files: these files record money. */
const OTHER_DIRECTORY = "/var/lib/corridor";
const POINTER = "postgres-location";
const UNPRIVILEGED_USER = "nobody";
const PASSABLE = 0o711;
const PRIVATE = 0o700;

export async function choosePlace(dataDirectory: string): Promise<Place> {
  const above = resolve(dataDirectory);
  const asRoot = process.getuid?.() === 0;
  await mkdir(above, { recursive: true, mode: asRoot ? PASSABLE : PRIVATE });
  const directory = (await pointedFrom(above)) ?? join(above, "postgres");
  if (!asRoot) return makePlace(directory, undefined);
  // Existing files keep their owner: a data directory that an ordinary user created is served as that user.
  const user = (await ownerOf(join(directory, "cluster"))) ?? unprivilegedUser();
  if (await canEnter(dirname(directory), user)) return makePlace(directory, user);
  const elsewhere = join(OTHER_DIRECTORY, createHash("sha256").update(above).digest("hex").slice(0, 16));
  const place = await makePlace(elsewhere, user);
  await writeFile(join(above, POINTER), `${elsewhere}\n`, { mode: 0o600, flush: true });
  return place;
}

async function makePlace(directory: string, user: ServerUser | undefined): Promise<Place> {
  const cluster = join(directory, "cluster");
  await mkdir(directory, { recursive: true, mode: user === undefined ? PRIVATE : PASSABLE });
  await mkdir(cluster, { recursive: true, mode: PRIVATE });
  if (user !== undefined) await lchown(cluster, user.uid, user.gid);
  await access(cluster, constants.R_OK | constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw new OperatorError(
      `the database in ${directory} belongs to another user; start as that user, or choose another DATA_DIR`,
      { cause: error },
    );
  });
  return { directory, cluster, user };
}

async function pointedFrom(above: string): Promise<string | undefined> {
  const pointer = join(above, POINTER);
  const directory = (await ifExists(readFile(pointer, "utf8")))?.trim();
  if (directory === undefined) return undefined;
  // Starting with an empty database because the full one was not found would lose data silently.
  await access(directory, constants.F_OK).catch((error: unknown) => {
    throw new OperatorError(
      `${pointer} says that the database is in ${directory}, which cannot be reached; put it back, or remove ` +
        `${pointer} to begin with an empty one`,
      { cause: error },
    );
  });
  return directory;
}

async function ownerOf(directory: string): Promise<ServerUser | undefined> {
  const found = await ifExists(stat(directory));
  return found === undefined || found.uid === 0 ? undefined : { uid: found.uid, gid: found.gid };
}

function unprivilegedUser(): ServerUser {
  try {
    const id = (flag: string): number =>
      Number(execFileSync("id", [flag, UNPRIVILEGED_USER], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL does not run as root, and this machine has no user ${UNPRIVILEGED_USER}; start as another user, or ` +
        "set DATABASE_URL",
      { cause: error },
    );
  }
}

/** The user must be able to pass through the directory and all of its parents. */
async function canEnter(directory: string, user: ServerUser): Promise<boolean> {
  for (let path = directory; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const passable = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (passable === 0) return false;
    if (path === dirname(path)) return true;
  }
}
