import pg from "pg";

/**
 * A statement whose parameters write themselves into the protocol messages, in the server's binary form. The driver
 * would copy each parameter's buffer into a growing message: for a batch of payments six times its bytes, dropped with
 * every statement outside the heap, where young collections do not free them; V8 then marked the whole heap every other
 * second while payments waited. Here a statement is written once, into memory that the next statement reuses.
 */
export abstract class BinaryParameter {
  /** Appends the bytes of the value; the caller writes its length. */
  abstract writeTo(messages: Messages): void;
}

export type TextParameter = string | null;

const FIRST_ROOM_BYTES = 64 * 1_024;
/** Larger buffers are not kept, and not more buffers than a busy process has statements in flight. */
const MAX_KEPT_BYTES = 4 * 1_024 * 1_024;
const MAX_KEPT = 8;
/** Bytes of one UTF-16 unit, at most. */
export const MAX_UTF8_BYTES = 3;
export const LENGTH_BYTES = 4;
export const NULL_LENGTH = -1;
const TEXT_FORMAT = 0;
const BINARY_FORMAT = 1;

export class Messages {
  buffer: Buffer = Buffer.allocUnsafeSlow(FIRST_ROOM_BYTES);
  length = 0;

  /** Makes sure that this many more bytes fit. Callers must read `buffer` again afterwards: it may be another one. */
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

  /** A protocol message: a letter, then a length that counts itself, then the content. */
  add(code: string, content: () => void): void {
    this.text(code);
    const place = this.length;
    this.int32(0);
    content();
    writeInt32(this.buffer, this.length - place, place);
  }

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

/** Buffers of statements that were answered. The next statements reuse them. */
const kept: Messages[] = [];

export function bind(name: string, parameters: readonly (BinaryParameter | TextParameter)[]): Messages {
  const messages = kept.pop() ?? new Messages();
  messages.length = 0;
  messages.add("B", () => {
    messages.text(`\0${name}\0`); // The portal has no name.
    messages.int16(parameters.length);
    for (const parameter of parameters)
      messages.int16(parameter instanceof BinaryParameter ? BINARY_FORMAT : TEXT_FORMAT);
    messages.int16(parameters.length);
    for (const parameter of parameters) {
      if (parameter === null) messages.int32(NULL_LENGTH);
      else if (parameter instanceof BinaryParameter) messages.value(() => parameter.writeTo(messages));
      else messages.value(() => messages.text(parameter));
    }
    messages.int16(1);
    messages.int16(TEXT_FORMAT); // All columns of the answer.
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
/** Fields that the driver's own queries also read, and that its types leave out. */
type Statements = {
  parsedStatements: Record<string, string | undefined>;
  submittedNamedStatements: Record<string, string | undefined>;
};

/** A query that the driver sends through its queue like any other, but whose protocol messages are already written. */
export class BoundQuery extends pg.Query {
  readonly #name: string;
  readonly #text: string;
  readonly #messages: Messages;

  constructor(statement: { name: string; text: string }, messages: Messages, callback: Callback) {
    // The statement is passed as text, because the driver would copy a configuration object.
    super(statement.text, [], callback);
    // The driver reads this field to remember that the statement is prepared.
    (this as { name?: string }).name = statement.name;
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

  /** The server has read it all by now. A failed statement may be sent again, so its buffer is not reused. */
  handleReadyForQuery(connection: pg.Connection): void {
    if (this.#messages.buffer.length <= MAX_KEPT_BYTES && kept.length < MAX_KEPT) kept.push(this.#messages);
    (
      pg.Query.prototype as unknown as { handleReadyForQuery(connection: pg.Connection): void }
    ).handleReadyForQuery.call(this, connection);
  }
}
