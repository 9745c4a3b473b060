import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { OperatorError } from "../../operator-error.ts";

/**
 * A backup is a line of JSON, followed by chunks that are each sealed with AES-256-GCM.
 * - Every file has a salt and so a key of its own. A chunk's nonce is its number and whether it is the last, so chunks
 *   left out, duplicated, swapped or cut off do not open. The line is authenticated with every chunk.
 * - No byte is handed on before it is authenticated, but only the end proves that the file is complete.
 * - The line carries a check of the key, so that a wrong key can be distinguished from a damaged file.
 */
export type BackupKey = { readonly kind: "passphrase" | "file"; readonly secret: string };

export class BackupUnreadable extends OperatorError {
  override name = "BackupUnreadable";
}

const FORMAT = 1;
const CHUNK_BYTES = 64 * 1_024;
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 32;
const KEY_BYTES = 32;
const MAX_HEADER_BYTES = 1_024;
const PURPOSE = "corridor backup 1";
/** 128 MB and some tenths of a second per guess. Fixed by the format: a file must not decide what it costs to open. */
const PASSPHRASE_COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1_024 * 1_024 };
const LINE_END = 0x0a;

type Header = { corridor_backup: number; key: BackupKey["kind"]; salt: string; check: string };
type Keys = { sealing: Buffer; check: Buffer };

async function deriveKeys({ kind, secret }: BackupKey, salt: Buffer): Promise<Keys> {
  const material =
    kind === "file"
      ? secret
      : await promisify<string, Buffer, number, typeof PASSPHRASE_COST, Buffer>(scrypt)(
          secret.normalize("NFKC"),
          salt,
          KEY_BYTES,
          PASSPHRASE_COST,
        );
  const derived = Buffer.from(hkdfSync("sha256", material, salt, PURPOSE, 2 * KEY_BYTES));
  return { sealing: derived.subarray(0, KEY_BYTES), check: derived.subarray(KEY_BYTES) };
}

function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(chunk), 0);
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0;
  return nonce;
}

export async function* sealBackup(content: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const keys = await deriveKeys(key, salt);
  const header: Header = {
    corridor_backup: FORMAT,
    key: key.kind,
    salt: salt.toString("base64"),
    check: keys.check.toString("base64"),
  };
  const line = Buffer.from(`${JSON.stringify(header)}\n`);
  yield line;
  let number = 0;
  for await (const { bytes, isLast } of inChunks(content, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, keys.sealing, nonceOf(number++, isLast), { authTagLength: TAG_BYTES });
    cipher.setAAD(line);
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

export async function* openBackup(file: AsyncIterable<Buffer>, key: BackupKey): AsyncGenerator<Buffer> {
  const source = file[Symbol.asyncIterator]();
  try {
    const { line, rest } = await readHeader(source);
    const keys = await keysOf(line, key);
    let number = 0;
    for await (const { bytes, isLast } of inChunks(continued(rest, source), CHUNK_BYTES + TAG_BYTES)) {
      yield openChunk(bytes, { keys, line, number: number++, isLast });
    }
  } finally {
    await source.return?.();
  }
}

type Chunk = { keys: Keys; line: Buffer; number: number; isLast: boolean };

function openChunk(bytes: Buffer, { keys, line, number, isLast }: Chunk): Buffer {
  const end = bytes.length - TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, keys.sealing, nonceOf(number, isLast), { authTagLength: TAG_BYTES });
    decipher.setAAD(line);
    decipher.setAuthTag(bytes.subarray(end));
    return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()]);
  } catch {
    const place = line.length + number * (CHUNK_BYTES + TAG_BYTES);
    const where = isLast ? `cut short or damaged at its end (from byte ${place})` : `damaged behind byte ${place}`;
    throw new BackupUnreadable(`The backup is ${where}; fetch the file again or take another.`);
  }
}

async function readHeader(source: AsyncIterator<Buffer>): Promise<{ line: Buffer; rest: Buffer }> {
  let read: Buffer = Buffer.alloc(0);
  for (;;) {
    const end = read.indexOf(LINE_END);
    if (end !== -1) return { line: read.subarray(0, end + 1), rest: read.subarray(end + 1) };
    const next = read.length > MAX_HEADER_BYTES ? { done: true as const } : await source.next();
    if (next.done === true)
      throw new BackupUnreadable("This file is not a backup of Corridor, or it is cut short in its first line.");
    read = Buffer.concat([read, next.value]);
  }
}

async function keysOf(line: Buffer, key: BackupKey): Promise<Keys> {
  const header = parseHeader(line);
  if (header.corridor_backup > FORMAT)
    throw new BackupUnreadable(
      `The backup has format ${header.corridor_backup}, which only a newer version of Corridor can read.`,
    );
  if (header.key !== key.kind) {
    const needed = header.key === "file" ? "key file: set BACKUP_KEY_FILE" : "passphrase: set BACKUP_PASSPHRASE";
    throw new BackupUnreadable(`The backup was sealed with a ${needed}.`);
  }
  const keys = await deriveKeys(key, Buffer.from(header.salt, "base64"));
  const check = Buffer.from(header.check, "base64");
  if (check.length !== keys.check.length || !timingSafeEqual(check, keys.check)) {
    const given = key.kind === "file" ? "key file (BACKUP_KEY_FILE)" : "passphrase (BACKUP_PASSPHRASE)";
    throw new BackupUnreadable(`The ${given} is not the one that this backup was sealed with.`);
  }
  return keys;
}

function parseHeader(line: Buffer): Header {
  try {
    const header = JSON.parse(line.toString("utf8")) as Partial<Header>;
    const texts = [header.key, header.salt, header.check];
    if (typeof header.corridor_backup === "number" && texts.every((text) => typeof text === "string"))
      return header as Header;
  } catch {
    // The error below covers this case: text that is not JSON is no header either.
  }
  throw new BackupUnreadable("This file is not a backup of Corridor.");
}

async function* continued(first: Buffer, source: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next()) yield next.value;
}

/** Pieces of exactly this many bytes. The last piece may be shorter, and there is always at least one. */
async function* inChunks(content: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const piece of content) {
    waiting.push(piece);
    length += piece.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting, length);
    let from = 0;
    // One byte more than a chunk must be there: only then is that chunk not the last.
    for (; length - from > size; from += size) yield { bytes: all.subarray(from, from + size), isLast: false };
    waiting = [all.subarray(from)];
    length -= from;
  }
  yield { bytes: Buffer.concat(waiting, length), isLast: true };
}
