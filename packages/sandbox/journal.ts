import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * An append-only file of JSON lines. Lines of one turn of the event loop are written by one call, and `durable`
 * resolves once the operating system has them: a killed process loses nothing that it answered for. (A power failure
 * may: an fsync per payment would slow the database beside it.) The write is synchronous on purpose: a few kilobytes to
 * the page cache cost about 10 microseconds, a trip through the thread pool several times that.
 */
const FILE_NAME = "journal.jsonl";
const SCAN_CHUNK_BYTES = 1024 * 1024;
const LINE_READ_BYTES = 4096;
const NEWLINE = 10;
/** No descriptor: the number of a closed file may already be another file's. */
const CLOSED = -1;

export class JournalBroken extends Error {
  constructor(message: string) {
    super(message);
    this.name = "JournalBroken";
  }
}

export class Journal {
  #file: number;
  readonly #temporaryDirectory: string | null;
  #pending: string[] = [];
  #end: number;
  #batch: { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } | null = null;
  #broken: JournalBroken | null = null;

  /** `directory` null: a temporary file, removed by `close`. */
  constructor(directory: string | null) {
    this.#temporaryDirectory = directory === null ? mkdtempSync(join(tmpdir(), "sandbox-")) : null;
    const place = directory ?? this.#temporaryDirectory!;
    mkdirSync(place, { recursive: true });
    this.#file = openSync(join(place, FILE_NAME), "a+", 0o600);
    this.#end = fstatSync(this.#file).size;
  }

  /** Where the next line will begin. */
  get end(): number {
    return this.#end;
  }

  /** False once a write failed: from then on nothing may be accepted, because nothing would be remembered. */
  get isWritable(): boolean {
    return this.#broken === null;
  }

  append(json: string): number {
    if (this.#broken !== null) throw this.#broken;
    const offset = this.#end;
    const line = `${json}\n`;
    this.#pending.push(line);
    this.#end += Buffer.byteLength(line);
    if (this.#batch === null) {
      this.#batch = Promise.withResolvers<void>();
      // A caller that does not wait must cause no unhandled rejection; `isWritable` still reports the failure.
      this.#batch.promise.catch(() => {});
      setImmediate(() => this.flush());
    }
    return offset;
  }

  /** Resolves when everything appended so far would survive the death of this process. */
  durable(): Promise<void> {
    return this.#batch?.promise ?? Promise.resolve();
  }

  flush(): void {
    const batch = this.#batch;
    if (batch === null) return;
    this.#batch = null;
    const bytes = Buffer.from(this.#pending.join(""));
    this.#pending = [];
    try {
      let written = 0;
      while (written < bytes.length) written += writeSync(this.#file, bytes, written);
    } catch (error) {
      this.#broken = new JournalBroken(
        `the journal cannot be written (${(error as NodeJS.ErrnoException).code ?? "failed"}); free some space and ` +
          "restart the sandbox",
      );
      batch.reject(this.#broken);
      return;
    }
    batch.resolve();
  }

  readLine(offset: number): string {
    this.flush();
    for (let length = LINE_READ_BYTES; ; length *= 4) {
      const buffer = Buffer.allocUnsafe(length);
      const read = readSync(this.#file, buffer, 0, length, offset);
      const newline = buffer.subarray(0, read).indexOf(NEWLINE);
      if (newline >= 0) return buffer.toString("utf8", 0, newline);
      if (read < length) throw new JournalBroken(`no line begins at byte ${offset} of the journal`);
    }
  }

  /** Visits whole lines until `visit` returns "stop". Returns the offset after the last visited line. */
  scan(from: number, visit: (line: Buffer, offset: number, next: number) => "stop" | void): number {
    this.flush();
    const chunk = Buffer.allocUnsafe(SCAN_CHUNK_BYTES);
    let rest: Buffer = Buffer.alloc(0);
    let offset = from;
    for (let position = from; ;) {
      const read = readSync(this.#file, chunk, 0, SCAN_CHUNK_BYTES, position);
      if (read === 0) return offset;
      position += read;
      const bytes = rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
      let start = 0;
      for (let newline = bytes.indexOf(NEWLINE); newline >= 0; newline = bytes.indexOf(NEWLINE, start)) {
        const lineOffset = offset;
        offset += newline + 1 - start;
        if (visit(bytes.subarray(start, newline), lineOffset, offset) === "stop") return offset;
        start = newline + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    }
  }

  isLineStart(offset: number): boolean {
    if (offset === 0 || offset === this.#end) return true;
    this.flush();
    const before = Buffer.alloc(1);
    return offset < this.#end && readSync(this.#file, before, 0, 1, offset - 1) === 1 && before[0] === NEWLINE;
  }

  /** Drops the partial last line of a killed process. No caller got an answer for it. */
  truncate(end: number): void {
    if (end === this.#end) return;
    ftruncateSync(this.#file, end);
    this.#end = end;
  }

  close(): void {
    this.flush();
    if (this.#broken === null) fsyncSync(this.#file);
    closeSync(this.#file);
    this.#file = CLOSED;
    if (this.#temporaryDirectory !== null) rmSync(this.#temporaryDirectory, { recursive: true });
  }
}
