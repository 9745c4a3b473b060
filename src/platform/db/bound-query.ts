import pg from "pg";

/**
 * A statement whose parameters write themselves into the messages of the protocol, in the server's binary form.
 *
 * The driver would take each parameter as a buffer of its own and copy it into a message that begins with 256 bytes and grows by half:
 * for a batch of payments six times its bytes, allocated and dropped with every statement. That garbage is not the heap's, so the young
 * collections do not free it; it made V8 mark the whole heap every other second, on both cores, while payments waited. Here a statement
 * is written once, into memory that the next one uses again.
 */
export abstract class BinaryParameter {
  /** Appends the bytes of the value; its length is written around it. */
  abstract writeTo(messages: Messages): void;
}

export type TextParameter = string | null;

const FIRST_ROOM_BYTES = 64 * 1_024;
/** Memory of more than this is not kept, nor for more statements than are under way in a busy process. */
const MAX_KEPT_BYTES = 4 * 1_024 * 1_024;
const MAX_KEPT = 8;
/** Of one UTF-16 unit. */
export const MAX_UTF8_BYTES = 3;
export const LENGTH_BYTES = 4;
export const NULL_LENGTH = -1;
const TEXT_FORMAT = 0;
const BINARY_FORMAT = 1;

/** Memory that is written from its beginning, and grows. */
export class Messages {
  buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_ROOM_BYTES);
  length = 0;

  /** Makes sure that so many more bytes fit. Whoever wrote to `buffer` before must ask for it again: it may be another one. */
  room(bytes: number): void {
    if (this.length + bytes <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.buffer.length * 2, this.length + bytes));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }

  int32(value: number): void {
    this.room(4);
    writeInt32(this.buffer, value, this.length);
    this.length += 4;
  }

  int16(value: number): void {
    this.room(2);
    this.buffer[this.length++] = value >>> 8;
    this.buffer[this.length++] = value;
  }

  text(value: string): void {
    this.room(value.length * MAX_UTF8_BYTES);
    this.length += this.buffer.write(value, this.length);
  }

  /** A message of the protocol: a letter, and what is preceded by a length that counts itself. */
  add(code: string, content: () => void): void {
    this.text(code);
    const place = this.length;
    this.int32(0);
    content();
    writeInt32(this.buffer, this.length - place, place);
  }

  /** A value, preceded by its length. */
  value(content: () => void): void {
    this.int32(0);
    const place = this.length;
    content();
    writeInt32(this.buffer, this.length - place, place - LENGTH_BYTES);
  }
}

/** Byte by byte: `writeInt32BE` checks its arguments for longer than the writing takes. */
export function writeInt32(buffer: Buffer, value: number, offset: number): void {
  buffer[offset] = value >>> 24;
  buffer[offset + 1] = value >>> 16;
  buffer[offset + 2] = value >>> 8;
  buffer[offset + 3] = value;
}

/** Of statements that were answered. */
const kept: Messages[] = [];

/** What the server is told of one execution. */
export function bind(name: string, parameters: readonly (BinaryParameter | TextParameter)[]): Messages {
  const messages = kept.pop() ?? new Messages();
  messages.length = 0;
  messages.add("B", () => {
    messages.text(`\0${name}\0`); // The portal has no name.
    messages.int16(parameters.length);
    for (const parameter of parameters) messages.int16(parameter instanceof BinaryParameter ? BINARY_FORMAT : TEXT_FORMAT);
    messages.int16(parameters.length);
    for (const parameter of parameters) {
      if (parameter === null) messages.int32(NULL_LENGTH);
      else if (parameter instanceof BinaryParameter) messages.value(() => parameter.writeTo(messages));
      else messages.value(() => messages.text(parameter));
    }
    messages.int16(1);
    messages.int16(TEXT_FORMAT); // The answer's columns, all of them.
  });
  messages.add("D", () => messages.text("P\0"));
  messages.add("E", () => {
    messages.text("\0");
    messages.int32(0); // All rows.
  });
  messages.add("S", () => undefined);
  return messages;
}

type Callback = NonNullable<ConstructorParameters<typeof pg.Query>[2]>;
/** What the driver's own queries look at, too, and its types leave out. */
type Statements = { parsedStatements: Record<string, string | undefined>; submittedNamedStatements: Record<string, string | undefined> };

/** Goes through the driver's queue like any other of its queries. */
export class BoundQuery extends pg.Query {
  readonly #name: string;
  readonly #text: string;
  readonly #messages: Messages;

  constructor(statement: { name: string; text: string }, messages: Messages, callback: Callback) {
    super(statement.text, [], callback); // By text, since a configuration would be copied.
    (this as { name?: string }).name = statement.name; // The driver notes by it that the statement was prepared.
    this.#name = statement.name;
    this.#text = statement.text;
    this.#messages = messages;
  }

  override submit = (connection: pg.Connection): void => {
    const { parsedStatements, submittedNamedStatements } = connection as unknown as Statements;
    const isKept = this.#name !== "";
    if (!isKept || (parsedStatements[this.#name] === undefined && submittedNamedStatements[this.#name] === undefined)) {
      if (isKept) submittedNamedStatements[this.#name] = this.#text;
      connection.parse({ name: this.#name, text: this.#text, types: [] }, true);
    }
    connection.stream.write(this.#messages.buffer.subarray(0, this.#messages.length));
  };

  /** The server has read all of it by now. One that failed may be sent again, and is left to the collector. */
  handleReadyForQuery(connection: pg.Connection): void {
    if (this.#messages.buffer.length <= MAX_KEPT_BYTES && kept.length < MAX_KEPT) kept.push(this.#messages);
    (pg.Query.prototype as unknown as { handleReadyForQuery(connection: pg.Connection): void }).handleReadyForQuery.call(this, connection);
  }
}
