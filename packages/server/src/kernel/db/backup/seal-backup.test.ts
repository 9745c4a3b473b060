import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { type BackupKey, openBackup, sealBackup } from "./seal-backup.ts";

const KEY: BackupKey = { kind: "file", secret: "0123456789abcdef0123456789abcdef" };
const CHUNK = 64 * 1_024;
const SEALED_CHUNK = CHUNK + 16;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function gather(source: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(source));
}

const seal = (content: Buffer, key = KEY): Promise<Buffer> => gather(sealBackup(pieces(content, 30_000), key));
const open = (file: Buffer, key = KEY): Promise<Buffer> => gather(openBackup(pieces(file, 50_001), key));

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7])(
  "%i bytes come back as they went in, and are not to be read in the file",
  async (length) => {
    const content = randomBytes(length);
    const file = await seal(content);
    expect((await open(file)).equals(content)).toBe(true);
    if (length > 100) expect(file.includes(content.subarray(0, 100))).toBe(false);
  },
);

test("two backups of the same content share no bytes behind their first line", async () => {
  const content = Buffer.alloc(CHUNK);
  const [one, other] = await Promise.all([seal(content), seal(content)]);
  expect(one.subarray(-100).equals(other.subarray(-100))).toBe(false);
});

test("another key is refused as such, before anything is read", async () => {
  const file = await seal(randomBytes(10));
  await expect(open(file, { ...KEY, secret: KEY.secret.replace("0", "1") })).rejects.toThrow(
    "The key file (BACKUP_KEY_FILE) is not the one that this backup was sealed with",
  );
  await expect(open(file, { kind: "passphrase", secret: KEY.secret })).rejects.toThrow(
    "sealed with a key file: set BACKUP_KEY_FILE",
  );
});

test("a passphrase opens what it sealed, however its accents were typed", async () => {
  const file = await seal(Buffer.from("rows"), { kind: "passphrase", secret: "caf\u00e9 au lait, sans sucre" });
  expect((await open(file, { kind: "passphrase", secret: "cafe\u0301 au lait, sans sucre" })).toString()).toBe("rows");
});

test("a file that was cut off anywhere, even between two chunks, is refused", async () => {
  const file = await seal(randomBytes(3 * CHUNK));
  const header = file.indexOf("\n") + 1;
  for (const end of [
    header + SEALED_CHUNK,
    header + 2 * SEALED_CHUNK,
    header + 2 * SEALED_CHUNK + 1,
    file.length - 1,
    header,
  ]) {
    await expect(open(file.subarray(0, end))).rejects.toThrow("cut short or damaged at its end");
  }
  await expect(open(file.subarray(0, header - 1))).rejects.toThrow(
    "not a backup of Corridor, or it is cut short in its first line",
  );
});

test("chunks that were exchanged, doubled, left out or changed are refused, and so is another first line", async () => {
  const file = await seal(randomBytes(3 * CHUNK));
  const header = file.indexOf("\n") + 1;
  const chunks = [0, 1, 2].map((index) =>
    file.subarray(header + index * SEALED_CHUNK, header + (index + 1) * SEALED_CHUNK),
  );
  const [one, two, three] = chunks as [Buffer, Buffer, Buffer];
  const changed = Buffer.from(two);
  changed[1_000]! ^= 1;
  for (const order of [
    [two, one, three],
    [one, one, two, three],
    [two, three],
    [one, three],
    [one, changed, three],
    [one, two, three, three],
  ]) {
    await expect(open(Buffer.concat([file.subarray(0, header), ...order]))).rejects.toThrow(/damaged/);
  }
  const spaced = Buffer.from(file.toString("latin1").replace("{", "{ "), "latin1");
  await expect(open(spaced)).rejects.toThrow(/damaged/);
});

test("a file that is none, or of a later format, is told from a damaged one", async () => {
  await expect(open(Buffer.from("PK\u0003\u0004 something else\n"))).rejects.toThrow(
    "This file is not a backup of Corridor",
  );
  await expect(open(Buffer.alloc(100_000, 65))).rejects.toThrow("This file is not a backup of Corridor");
  const later = Buffer.from(
    (await seal(Buffer.alloc(9))).toString("latin1").replace('"corridor_backup":1', '"corridor_backup":2'),
    "latin1",
  );
  await expect(open(later)).rejects.toThrow("has format 2, which only a newer version");
});
