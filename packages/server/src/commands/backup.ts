import { readFileSync } from "node:fs";
import pg from "pg";
import { withClient } from "#src/kernel/db/open-client.ts";
import type { Config } from "#src/config.ts";
import type { BackupPlace } from "#src/kernel/db/backup/backup-place.ts";
import { placeOf, s3SettingsOf, splitAddress } from "#src/kernel/db/backup/backup-places.ts";
import { type RestoreReport, restoreBackup } from "#src/kernel/db/backup/restore-backup.ts";
import type { BackupKey } from "#src/kernel/db/backup/seal-backup.ts";
import { isBackup, writeBackup } from "#src/kernel/db/backup/write-backup.ts";
import { assertCanGrant, grantService } from "#src/kernel/db/grant-service.ts";
import { newId } from "@corridor/base/ids.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import type { Progress } from "#src/kernel/progress.ts";
import { print, printJson } from "./client/output.ts";
import { readConfig } from "./parts.ts";
import { withProgressBar } from "./progress-bar.ts";
import { withEachCell } from "./cells.ts";
import { recorded } from "./record-run.ts";
import { describeBooks, joinBooks, verifyBooks } from "./verify-books.ts";
import { withConnection, withDatabase } from "./with-database.ts";

/** `backup` writes one while the service runs, `restore` fills an empty database, `drill` proves that it can be. */
export type BackupFlags = { to?: string; json?: true };
export type RestoreFlags = { from?: string; json?: true };

const MIN_KEY_FILE_CHARACTERS = 32;
const SCRATCH_PREFIX = "corridor_drill_";
const NO_RIGHT = "42501";
const MEGABYTE = 1_000_000;
const counted = (count: number): string => count.toLocaleString("en");
const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`;

export async function backupCommand(assignments: readonly string[], { to, json }: BackupFlags): Promise<void> {
  const config = readConfig(assignments);
  const [key, place] = [keyOf(config), placeFor(config, to)];
  const beganMs = performance.now();
  const report = await withDatabase(assignments, (url, db) =>
    recorded(db, "backup", () =>
      withProgressBar("Backing up", (progress) => writeBackup({ url, key, place, progress })),
    ),
  );
  if (json === true) return printJson(report);
  const { name, takenAt, tables, rows, bytes, leftOut } = report;
  const size = `${(bytes / MEGABYTE).toFixed(1)} MB`;
  print(`${name}: ${tables} tables, ${counted(rows)} rows, ${size}, as of ${takenAt}, in ${seconds(beganMs)}.`);
  if (leftOut.length > 0) print(`Not included, because no migration of Corridor creates them: ${leftOut.join(", ")}.`);
}

export async function restoreCommand(assignments: readonly string[], { from, json }: RestoreFlags): Promise<void> {
  const config = readConfig(assignments);
  const key = keyOf(config);
  const { place, name } = await chooseBackup(config, from);
  const report = await withDatabase(assignments, (url) =>
    restore({ url, ownerUrl: config.databaseOwnerUrl }, { key, place, name }),
  );
  if (json === true) return printJson(report);
  for (const line of describeRestore(report)) print(line);
  print("Start the service with the CORRIDOR_SECRET that belongs to this data: it decrypts the secrets stored in it.");
}

/** Uses a separate database on the same server, which is always dropped at the end. */
export async function drillCommand(assignments: readonly string[], { from, json }: RestoreFlags): Promise<void> {
  const config = readConfig(assignments);
  const key = keyOf(config);
  const { place, name } = await chooseBackup(config, from);
  const inScratch = (roles: Roles) =>
    withScratchDatabase(roles, async (scratch) => {
      const restored = await restore(scratch, { key, place, name });
      const { url } = scratch;
      const books = await withConnection(config, { url, applicationName: "corridor-drill" }, (db) =>
        withEachCell(config, url, db, (_cell, there) => verifyBooks(there)),
      );
      return { restored, books: joinBooks(books) };
    });
  const { restored, books } = await withDatabase(assignments, (url, db) =>
    recorded(
      db,
      "drill",
      () => inScratch({ url, ownerUrl: config.databaseOwnerUrl }),
      ({ books }) => books.sound,
    ),
  );
  const { sound } = books;
  process.exitCode = sound ? 0 : 1;
  if (json === true) return printJson({ sound, restored, books });
  for (const line of [...describeRestore(restored), ...describeBooks(books)]) print(line);
  print(
    sound
      ? "The drill passed: this backup can be restored, and its books are intact."
      : "The drill FAILED: the backup was restored, but its books are broken.",
  );
}

/** A database as the service, and as the owner of its tables, if that is another role. */
type Roles = { readonly url: string; readonly ownerUrl: string | undefined };

type Backup = { key: BackupKey; place: BackupPlace; name: string };

type Restored = RestoreReport & {
  readonly name: string;
  readonly place: string;
  readonly seconds: number;
  /** Null when the role of the service owns the tables. */ readonly grantedTo: string | null;
};

/** The progress bar follows the file. The indexes are built after its end, while the bar shows 99 percent. */
async function restore({ url, ownerUrl }: Roles, { key, place, name }: Backup): Promise<Restored> {
  const beganMs = performance.now();
  const roles = ownerUrl === undefined ? null : { ownerUrl, serviceUrl: url };
  if (roles !== null) await assertCanGrant(roles);
  const report = await withProgressBar("Restoring", (progress) =>
    restoreBackup({ url: ownerUrl ?? url, key, file: watched(place, name, progress) }),
  );
  const grantedTo = roles === null ? null : await grantService(roles);
  const seconds = Number(((performance.now() - beganMs) / 1_000).toFixed(1));
  return { ...report, grantedTo, name, place: place.description, seconds };
}

async function* watched(place: BackupPlace, name: string, progress: Progress): AsyncGenerator<Buffer> {
  for await (const piece of place.read(name, (bytes) => (progress.total = bytes))) {
    progress.done += piece.length;
    yield piece;
  }
}

function describeRestore({ name, place, tables, rows, takenAt, seconds, migrations, grantedTo }: Restored): string[] {
  return [
    `Restored ${name} from ${place}: ${tables} tables, ${counted(rows)} rows, as of ${takenAt}, in ${seconds} s.`,
    ...(migrations.length > 0 ? [`Applied ${migrations.join(", ")}, which came after this backup.`] : []),
    ...(grantedTo === null ? [] : [`Granted the role ${grantedTo} the rights that the service needs.`]),
  ];
}

function withScratchDatabase<T>({ url, ownerUrl }: Roles, work: (scratch: Roles) => Promise<T>): Promise<T> {
  const name = `${SCRATCH_PREFIX}${newId().replaceAll("-", "")}`;
  const owner = { connectionString: ownerUrl ?? url, application_name: "corridor drill" };
  return withClient(owner, async (client) => {
    await createScratch(client, name);
    try {
      return await work({
        url: urlOf(url, name),
        ownerUrl: ownerUrl === undefined ? undefined : urlOf(ownerUrl, name),
      });
    } finally {
      // Without FORCE: the owner may not end a session of the service that is still leaving. The server waits for it.
      await client.query(`DROP DATABASE ${name}`);
    }
  });
}

function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function createScratch(client: pg.Client, name: string): Promise<void> {
  try {
    await client.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== NO_RIGHT) throw error;
    throw new OperatorError(
      `The role ${client.user} may not create databases; ALTER ROLE ... CREATEDB, or \`restore\` into an empty ` +
        `database of another server and \`verify\` it.`,
      { cause: error },
    );
  }
}

/** The named backup, or the newest of BACKUP_TO. */
async function chooseBackup(config: Config, from: string | undefined): Promise<{ place: BackupPlace; name: string }> {
  if (from !== undefined) {
    const { place, name } = splitAddress(from);
    return { place: placeFor(config, place), name };
  }
  const place = placeFor(config, undefined);
  const name = (await place.list()).findLast(isBackup);
  if (name === undefined) throw new OperatorError(`There is no backup in ${place.description}.`);
  return { place, name };
}

function placeFor(config: Config, address: string | undefined): BackupPlace {
  const chosen = address ?? config.backupTo;
  if (chosen === undefined)
    throw new OperatorError(
      "Name the place of the backups: --to, --from, or the setting BACKUP_TO (a folder, or s3://bucket/folder).",
    );
  return placeOf(chosen, s3SettingsOf(config));
}

function keyOf({ backupKeyFile, backupPassphrase }: Config): BackupKey {
  if (backupKeyFile !== undefined && backupPassphrase !== undefined)
    throw new OperatorError(
      "BACKUP_KEY_FILE and BACKUP_PASSPHRASE are both set; set only the one with which the backups were encrypted.",
    );
  if (backupPassphrase !== undefined) return { kind: "passphrase", secret: backupPassphrase };
  if (backupKeyFile === undefined)
    throw new OperatorError(
      "Backups are encrypted: set BACKUP_KEY_FILE (make one with `openssl rand -hex 32`) or BACKUP_PASSPHRASE, and " +
        "keep it elsewhere too.",
    );
  const secret = readFileSync(backupKeyFile, "utf8").trim();
  if (secret.length < MIN_KEY_FILE_CHARACTERS)
    throw new OperatorError(
      `${backupKeyFile} must have at least ${MIN_KEY_FILE_CHARACTERS} characters; make one with \`openssl rand -hex ` +
        `32\`.`,
    );
  return { kind: "file", secret };
}
