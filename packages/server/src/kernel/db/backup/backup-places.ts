import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { Config } from "#src/config.ts";
import { OperatorError } from "../../operator-error.ts";
import type { BackupPlace } from "./backup-place.ts";
import { createS3Place, type S3Settings } from "./s3-place.ts";

const S3_SCHEME = "s3://";

export function isInStore(address: string): boolean {
  return address.startsWith(S3_SCHEME);
}

export function s3SettingsOf(
  config: Pick<Config, "backupS3Endpoint" | "backupS3Region" | "backupS3AccessKeyId" | "backupS3SecretAccessKey">,
): S3Settings | undefined {
  const { backupS3Endpoint: endpoint, backupS3Region: region } = config;
  const { backupS3AccessKeyId: accessKeyId, backupS3SecretAccessKey: secretAccessKey } = config;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, region, accessKeyId, secretAccessKey };
}

export function placeOf(address: string, s3: S3Settings | undefined): BackupPlace {
  if (!isInStore(address)) return createFolder(resolve(address));
  if (s3 === undefined) {
    throw new OperatorError(
      "BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY must be set for an s3:// address.",
    );
  }
  const [bucket = "", ...prefix] = address.slice(S3_SCHEME.length).replace(/\/+$/, "").split("/");
  if (bucket === "") throw new OperatorError(`${address} names no bucket; write it as s3://bucket/folder.`);
  return createS3Place({ ...s3, bucket, prefix: prefix.join("/") });
}

export function splitAddress(address: string): { place: string; name: string } {
  const path = isInStore(address) ? address : resolve(address);
  return { place: path.slice(0, path.lastIndexOf("/")), name: basename(path) };
}

function createFolder(folder: string): BackupPlace {
  return {
    description: folder,
    async write(name, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      const unfinished = `${path}.unfinished`;
      const file = await open(unfinished, "wx", 0o600);
      try {
        for await (const piece of content) await file.writeFile(piece);
        await file.sync();
        await file.close();
        await rename(unfinished, path);
        await syncFolder(folder);
      } catch (error) {
        await file.close();
        await rm(unfinished, { force: true });
        throw error;
      }
      return path;
    },
    async *read(name, onSize) {
      const path = join(folder, name);
      const { size } = await stat(path).catch((error: unknown) => {
        throw new OperatorError(`There is no backup ${path}.`, { cause: error });
      });
      onSize?.(size);
      yield* createReadStream(path) as AsyncIterable<Buffer>;
    },
    list: async () => (await readdir(folder)).toSorted(),
  };
}

/** A new file name is durable only once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return; // Windows cannot open folders.
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
