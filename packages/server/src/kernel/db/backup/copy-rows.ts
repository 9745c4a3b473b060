import type { Duplex } from "node:stream";
import pg from "pg";

/** Rows in the server's format, a few pieces in memory. The driver has COPY as events, which its types leave out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
};
type Callback = NonNullable<ConstructorParameters<typeof pg.Query>[2]>;

/** The server sends a message for each row; handling them one at a time would cost more than copying them. */
const PIECE_BYTES = 64 * 1_024;
/** While this many pieces wait for their reader, the socket is paused. */
const MAX_WAITING_PIECES = 8;

class CopyOut extends pg.Query {
  readonly pieces: Buffer[] = [];
  readonly #room = Buffer.allocUnsafe(PIECE_BYTES);
  #used = 0;
  #connection: CopyConnection | undefined;
  #wake: () => void = () => undefined;

  /** The chunk is a view of the driver's buffer, which the driver reuses. */
  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.#connection = connection;
    if (this.#used + chunk.length > PIECE_BYTES) this.flush();
    if (chunk.length > PIECE_BYTES) this.pieces.push(Buffer.from(chunk));
    else this.#used += chunk.copy(this.#room, this.#used);
    if (this.pieces.length >= MAX_WAITING_PIECES) connection.stream.pause();
    if (this.pieces.length > 0) this.#wake();
  }

  flush(): void {
    if (this.#used > 0) this.pieces.push(Buffer.from(this.#room.subarray(0, this.#used)));
    this.#used = 0;
  }

  async arrival(end: Promise<unknown>): Promise<void> {
    if (this.pieces.length > 0) return;
    this.#connection?.stream.resume();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#wake = resolve;
    await Promise.race([promise, end]);
  }

  /** The last rows may have come while the socket was paused; the session's next statement must not wait for it. */
  finish(): void {
    this.flush();
    this.#connection?.stream.resume();
  }

  abandon(): void {
    this.#connection?.stream.destroy();
  }
}

/** Yields the bytes, returns the number of rows. A reader that stops before the end loses the connection. */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const answer = Promise.withResolvers<pg.QueryResult>();
  answer.promise.catch(() => undefined); // The reader that waits for a piece gets the error first.
  const query = new CopyOut(text, [], ((error, result) =>
    error ? answer.reject(error) : answer.resolve(result)) as Callback);
  client.query(query);
  let isOver = false;
  const end = answer.promise.finally(() => {
    isOver = true;
    query.finish();
  });
  end.catch(() => undefined);
  try {
    for (;;) {
      await query.arrival(end);
      for (let piece = query.pieces.shift(); piece !== undefined; piece = query.pieces.shift()) yield piece;
      if (isOver && query.pieces.length === 0) return (await end).rowCount ?? 0;
    }
  } finally {
    if (!isOver) query.abandon();
  }
}

class CopyIn extends pg.Query {
  readonly #source: AsyncIterable<Buffer>;
  #refused = false;
  /** The error of the source itself; the server's error is then only a consequence. */
  sourceError: unknown;

  constructor(text: string, source: AsyncIterable<Buffer>, callback: Callback) {
    super(text, [], (error, result) => {
      if (error) this.#refused = true;
      callback(error, result);
    });
    this.#source = source;
  }

  handleCopyInResponse(connection: CopyConnection): void {
    void this.#feed(connection);
  }

  async #feed(connection: CopyConnection): Promise<void> {
    try {
      for await (const piece of this.#source) {
        if (this.#refused) return; // The server discards the rest.
        connection.sendCopyFromChunk(piece);
        if (connection.stream.writableNeedDrain) await drained(connection.stream);
      }
      connection.endCopyFrom();
    } catch (error) {
      this.sourceError = error;
      connection.sendCopyFail("the source of the rows failed");
    }
  }
}

/** Resolves when there is room again, or when the copy has ended. */
function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off("drain", done).off("close", done);
      resolve();
    };
    stream.once("drain", done).once("close", done);
  });
}

export async function copyIn(client: pg.Client, text: string, source: AsyncIterable<Buffer>): Promise<number> {
  const answer = Promise.withResolvers<pg.QueryResult>();
  const query = new CopyIn(text, source, ((error, result) =>
    error ? answer.reject(error) : answer.resolve(result)) as Callback);
  client.query(query);
  try {
    return (await answer.promise).rowCount ?? 0;
  } catch (error) {
    throw query.sourceError ?? error;
  }
}
