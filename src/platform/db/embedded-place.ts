import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { access, chown, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * Where the server's files are and who runs it. PostgreSQL refuses to run as root, so root hands it to `nobody`, who must be able to reach
 * the files. Below a closed folder such as /root that user cannot; the files then live elsewhere, and a pointer in the data directory leads there.
 */
export type ServerUser = { readonly uid: number; readonly gid: number };
export type Place = { readonly directory: string; readonly user: ServerUser | undefined };

/** Not a temporary folder: those are swept of old files, and this holds money. */
const OTHER_DIRECTORY = "/var/lib/corridor";
const POINTER = "postgres-location";
const UNPRIVILEGED_USER = "nobody";

export async function choosePlace(dataDirectory: string): Promise<Place> {
  const directory = resolve(dataDirectory);
  const user = serverUser();
  await mkdir(directory, { recursive: true, mode: user === undefined ? 0o700 : 0o711 });
  const pointer = join(directory, POINTER);
  const pointed = await readPointer(pointer);
  if (pointed !== undefined) {
    await access(pointed, constants.F_OK).catch((error: unknown) => {
      throw new Error(`${pointer} says that the database is in ${pointed}, but it is not there; put it back, or remove ${pointer} to begin with an empty one`, { cause: error });
    });
    return { directory: pointed, user };
  }
  const inside = join(directory, "postgres");
  if (user === undefined || (await canEnter(directory, user))) {
    await makeOwned(inside, user);
    return { directory: inside, user };
  }
  const elsewhere = join(OTHER_DIRECTORY, createHash("sha256").update(directory).digest("hex").slice(0, 16));
  await mkdir(OTHER_DIRECTORY, { recursive: true, mode: 0o711 });
  await makeOwned(elsewhere, user);
  await writeFile(pointer, `${elsewhere}\n`, { mode: 0o600 });
  return { directory: elsewhere, user };
}

function serverUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const id = (flag: string): number => Number(execFileSync("id", [flag, UNPRIVILEGED_USER], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    return { uid: id("-u"), gid: id("-g") };
  } catch (error) {
    throw new Error(`PostgreSQL does not run as root, and this machine has no user ${UNPRIVILEGED_USER}; start as another user, or set DATABASE_URL`, { cause: error });
  }
}

async function readPointer(pointer: string): Promise<string | undefined> {
  try {
    return (await readFile(pointer, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** The user must be able to pass through the directory and all above it. */
async function canEnter(directory: string, user: ServerUser): Promise<boolean> {
  for (let path = directory; ; path = dirname(path)) {
    const { mode, uid, gid } = await stat(path);
    const passable = uid === user.uid ? mode & 0o100 : gid === user.gid ? mode & 0o010 : mode & 0o001;
    if (passable === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function makeOwned(directory: string, user: ServerUser | undefined): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (user !== undefined) await chown(directory, user.uid, user.gid);
}
