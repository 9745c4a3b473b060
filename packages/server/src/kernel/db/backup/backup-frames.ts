import { BackupUnreadable } from "./seal-backup.ts";

/**
 * The contents of a sealed backup: notes in JSON with the rows between them, each prefixed by its kind and its length.
 *
 *   manifest, then for each table: table, rows..., table-end; at last: end
 */
export type Manifest = {
  readonly kind: "manifest";
  readonly taken_at: string;
  readonly server_version: string;
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
  /** The numbers of all cells. */
  readonly cells: readonly number[];
  /** Of each table that is kept by month, the first days. */
  readonly months: readonly { readonly table: string; readonly days: readonly string[] }[];
};
export type TableNote = { kind: "table"; schema: string; table: string; columns: readonly string[] };
export type TableEndNote = { readonly kind: "table-end"; readonly rows: number };
export type EndNote = { readonly kind: "end"; readonly tables: number; readonly rows: number };
export type Note = Manifest | TableNote | TableEndNote | EndNote;
export type Frame = Note | { readonly kind: "rows"; readonly bytes: Buffer };

const NOTE = 0x4e;
const ROWS = 0x52;
const HEAD_BYTES = 5;
/** Far more than a piece of rows or a list of columns needs; a longer frame was not written by us. */
const MAX_FRAME_BYTES = 2 ** 30;

export function noteFrame(note: Note): Buffer {
  return frame(NOTE, Buffer.from(JSON.stringify(note)));
}

export function rowsFrame(bytes: Buffer): Buffer {
  return frame(ROWS, bytes);
}

function frame(kind: number, bytes: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(HEAD_BYTES + bytes.length);
  framed[0] = kind;
  framed.writeUInt32BE(bytes.length, 1);
  bytes.copy(framed, HEAD_BYTES);
  return framed;
}

export async function* readFrames(content: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of content) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    for (let end = endOfFrame(held); end <= held.length; end = endOfFrame(held)) {
      const bytes = held.subarray(HEAD_BYTES, end);
      yield held[0] === ROWS ? { kind: "rows", bytes } : (JSON.parse(bytes.toString("utf8")) as Note);
      held = held.subarray(end);
    }
  }
  if (held.length > 0) throw new BackupUnreadable("The backup ends in the middle of its content.");
}

function endOfFrame(held: Buffer): number {
  if (held.length < HEAD_BYTES) return Number.POSITIVE_INFINITY;
  const length = held.readUInt32BE(1);
  if ((held[0] !== NOTE && held[0] !== ROWS) || length > MAX_FRAME_BYTES)
    throw new BackupUnreadable("The content of the backup cannot be read.");
  return HEAD_BYTES + length;
}
