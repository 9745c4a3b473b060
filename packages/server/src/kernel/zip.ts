import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";

/**
 * Reads single files out of a stranger's ZIP archive, with limits before anything costs memory: entries, inflated size,
 * and its ratio to the packed size. ZIP64, encryption and methods beside "stored" and "deflated" are refused: no
 * spreadsheet of a size that we take needs them.
 */
export type ZipLimits = { readonly entries: number; readonly inflatedBytes: number; readonly ratio: number };
export type ZipEntry = { name: string; method: number; crc: number; packed: number; size: number; at: number };

export class BadZip extends Error {
  override name = "BadZip";
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];
const MAX_COMMENT_BYTES = 65_535;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;
const ZIP64 = 0xffffffff;
/** Below this size the ratio is not checked: an empty sheet compresses well. */
const MIN_RATIO_BYTES = 1_048_576;

export function listZip(file: Buffer, limits: ZipLimits): Map<string, ZipEntry> {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  let at = file.readUInt32LE(end + 16);
  if (at === ZIP64) throw new BadZip("is too large");
  if (count > limits.entries) throw new BadZip(`holds more than ${limits.entries} files`);
  const entries = new Map<string, ZipEntry>();
  for (let n = 0; n < count; n++) {
    if (at + ENTRY_BYTES > end || file.readUInt32LE(at) !== ENTRY_SIGNATURE) throw new BadZip("is damaged");
    if ((file.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new BadZip("is protected by a password");
    const nameEnd = at + ENTRY_BYTES + file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + ENTRY_BYTES, nameEnd);
    if (entries.has(name)) throw new BadZip("holds a file twice");
    entries.set(name, {
      name,
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      size: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

export async function readZipped(file: Buffer, entry: ZipEntry, limits: ZipLimits): Promise<string> {
  const { name, method, crc, packed, size, at } = entry;
  if (size > limits.inflatedBytes) throw new BadZip(`holds ${name} with more than ${limits.inflatedBytes} bytes`);
  if (size > MIN_RATIO_BYTES && size > packed * limits.ratio)
    throw new BadZip(`holds ${name} compressed more than any spreadsheet`);
  if (at + LOCAL_BYTES > file.length || file.readUInt32LE(at) !== LOCAL_SIGNATURE) throw new BadZip("is damaged");
  const start = at + LOCAL_BYTES + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
  if (start + packed > file.length) throw new BadZip("is damaged");
  const bytes = await unpack(file.subarray(start, start + packed), method, size);
  if (bytes.length !== size || crc32(bytes) !== crc) throw new BadZip("is damaged");
  return bytes.toString("utf8");
}

async function unpack(bytes: Buffer, method: number, size: number): Promise<Buffer> {
  if (method === STORED) return bytes;
  if (method !== DEFLATED) throw new BadZip("uses a compression method that is not supported");
  try {
    // The actual inflated size counts, not the declared one: one byte more than declared is an error.
    return await promisify(inflateRaw)(bytes, { maxOutputLength: Math.max(size, 1) });
  } catch {
    throw new BadZip("is damaged");
  }
}

/** The record at the end of the archive, which a comment may follow. */
function findEnd(file: Buffer): number {
  for (let at = file.length - END_BYTES; at >= Math.max(0, file.length - END_BYTES - MAX_COMMENT_BYTES); at--)
    if (file.readUInt32LE(at) === END_SIGNATURE) return at;
  throw new BadZip("is no XLSX file");
}
