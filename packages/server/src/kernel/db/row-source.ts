import { snakeCase } from "../fields.ts";
import {
  BinaryParameter,
  LENGTH_BYTES,
  MAX_UTF8_BYTES,
  type Messages,
  NULL_LENGTH,
  writeInt32,
} from "./bound-query.ts";

/**
 * Rows for a set-based statement: one parameter per column, each an array in PostgreSQL's binary form.
 *
 *   INSERT INTO things (${THINGS.names}) SELECT ${THINGS.names} FROM ${THINGS.source}      with THINGS.values(rows)
 *
 * One JSON parameter for all rows cost twice as much, in both processes. Ids, instants, integers and JSON travel in the
 * server's own form; every other type travels as text and is cast. Cells are picked by the row's number: unnesting all
 * arrays side by side would make the server keep a list for each, an eighth of its time. The numbers are unnested, as
 * the planner expects few rows of that, and a thousand of `generate_series`, for which it would scan an empty table.
 */
export type RowSource<T> = {
  /** The columns, separated by commas. */
  readonly names: string;
  /** A table expression named `r` with these columns; its parameters are numbered from 1. */
  readonly source: string;
  /** For thousands of rows: PostgreSQL finds the nth text of an array by reading all before it. */
  readonly longSource: string;
  /** The rows are read when the statement is passed to `query`, and not kept. */
  values(rows: readonly T[]): BinaryParameter[];
};

/** The PostgreSQL type, and the column's value in a row. */
export type Column<T> =
  | readonly [type: "uuid", valueOf: (row: T) => string | null]
  | readonly [type: "timestamptz", valueOf: (row: T) => Date | null]
  | readonly [type: "integer", valueOf: (row: T) => number | null]
  /** A long text may come in pieces, which are written one after the other: nobody needs to join them before. */
  | readonly [type: "text", valueOf: (row: T) => readonly string[]]
  | readonly [type: CastType, valueOf: (row: T) => string | null];

export type Columns<T> = Readonly<Record<string, Column<T>>>;

type CastType = "text" | "text[]" | "numeric" | "json" | "jsonb" | "date" | "smallint" | "boolean" | "bytea";

type Encoder = {
  readonly oid: number;
  room(value: unknown): number;
  write(buffer: Buffer, value: unknown, offset: number): number;
};

export function rowSource<T>(columns: Columns<T>): RowSource<T> {
  const entries = Object.entries(columns).map(([name, [type, valueOf]]) => {
    const native = NATIVE[type];
    return { name, type, valueOf, encoder: native ?? TEXT, sent: native === undefined ? "text" : type };
  });
  const names = entries.map(({ name }) => name);
  const castOf = (type: string, sent: string): string => (type === sent ? "" : `::${type}`);
  const cells = entries.map(({ name, type, sent }, i) => `($${i + 1}::${sent}[])[i]${castOf(type, sent)} AS ${name}`);
  const lists = [...entries.map(({ sent }, index) => `$${index + 1}::${sent}[]`), `$${entries.length + 1}::integer[]`];
  const casts = entries.map(({ name, type, sent }) => (type === sent ? name : `${name}::${type} AS ${name}`));
  return {
    names: names.join(", "),
    source: `(SELECT ${cells.join(", ")} FROM unnest($${entries.length + 1}::integer[]) AS t (i)) AS r`,
    longSource: `(SELECT ${casts.join(", ")} FROM unnest(${lists.join(", ")}) AS t (${names.join(", ")}, i)) AS r`,
    values: (rows) => [
      ...entries.map(({ encoder, valueOf }) => new ColumnOfRows(rows, encoder, valueOf)),
      new RowNumbers(rows.length),
    ],
  };
}

type Plain = {
  uuid: string;
  text: string;
  date: string;
  numeric: string | { toDatabase(): string };
  json: object;
  jsonb: object;
  boolean: boolean;
  smallint: number;
  integer: number;
  timestamptz: Date;
};
type Holding<T, Value> = { [P in keyof T]-?: T[P] extends Value | null | undefined ? P : never }[keyof T] & string;

const AS_TEXT: { [Type in keyof Plain]?: (value: Plain[Type]) => string } = {
  numeric: (value) => (typeof value === "string" ? value : value.toDatabase()),
  json: (value) => JSON.stringify(value),
  jsonb: (value) => JSON.stringify(value),
  boolean: String,
  smallint: String,
};

/** Rows of such properties. */
export function sourceOf<T>(properties: Properties<T>): RowSource<T> {
  return rowSource(columnsOf(properties));
}

type Properties<T> = { [Type in keyof Plain]?: Holding<T, Plain[Type]>[] } & { others?: Columns<T> };

/** Columns with the values of the properties that are named like them, `org_id` with that of `orgId`, and others. */
export function columnsOf<T>({ others, ...properties }: Properties<T>): Columns<T> {
  const columns = (Object.entries(properties) as [keyof Plain, (keyof T & string)[]][]).flatMap(([type, names]) => {
    const asText = AS_TEXT[type] as ((value: unknown) => unknown) | undefined;
    const valueOf = (value: unknown): unknown => (value == null ? null : asText === undefined ? value : asText(value));
    return names.map((name) => [snakeCase(name), [type, (row: T) => valueOf(row[name])]]);
  });
  return { ...(Object.fromEntries(columns) as Columns<T>), ...others };
}

/** The values of these properties, a list each: what `unnest` makes rows of again. */
export function listsOf<T, const Names extends readonly (keyof T)[]>(rows: readonly T[], ...names: Names) {
  return names.map((name) => rows.map((row) => row[name])) as { -readonly [I in keyof Names]: T[Names[I]][] };
}

/** Columns under the names that the code uses: `r.refund_id AS "refundId"`. */
export function inCamelCase(table: string, columns: object | string): string {
  const names = typeof columns === "string" ? columns.split(/,\s*/) : Object.keys(columns);
  return names
    .map((name) => `${table}.${name} AS "${name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())}"`)
    .join(", ");
}

/** Columns that an update sets to those of the row source `r`. */
export function assigned(columns: object): string {
  return Object.keys(columns)
    .map((name) => `${name} = r.${name}`)
    .join(", ");
}

class ColumnOfRows<T> extends BinaryParameter {
  readonly #rows: readonly T[];
  readonly #encoder: Encoder;
  readonly #valueOf: (row: T) => unknown;

  constructor(rows: readonly T[], encoder: Encoder, valueOf: (row: T) => unknown) {
    super();
    this.#rows = rows;
    this.#encoder = encoder;
    this.#valueOf = valueOf;
  }

  writeTo(messages: Messages): void {
    const encoder = this.#encoder;
    writeArrayHeader(messages, encoder.oid, this.#rows.length);
    for (const row of this.#rows) {
      const value = this.#valueOf(row);
      if (value === null) {
        messages.int32(NULL_LENGTH);
        continue;
      }
      messages.room(LENGTH_BYTES + encoder.room(value));
      const { buffer, length } = messages;
      const written = encoder.write(buffer, value, length + LENGTH_BYTES);
      writeInt32(buffer, written, length);
      messages.length = length + LENGTH_BYTES + written;
    }
  }
}

class RowNumbers extends BinaryParameter {
  readonly #count: number;

  constructor(count: number) {
    super();
    this.#count = count;
  }

  writeTo(messages: Messages): void {
    writeArrayHeader(messages, INTEGER.oid, this.#count);
    for (let number = 1; number <= this.#count; number++) {
      messages.int32(INTEGER_BYTES);
      messages.int32(number);
    }
  }
}

function writeArrayHeader(messages: Messages, oid: number, count: number): void {
  messages.int32(1); // dimensions
  messages.int32(1); // may hold nulls
  messages.int32(oid);
  messages.int32(count);
  messages.int32(1); // lower bound
}

/** Up to this length a loop is faster than the call into the runtime; most columns hold short words. */
const SHORT_TEXT = 24;

const TEXT: Encoder = {
  oid: 25,
  room: (value) =>
    (typeof value === "string" ? value.length : (value as string[]).reduce((sum, piece) => sum + piece.length, 0)) *
    MAX_UTF8_BYTES,
  write(buffer, value, offset) {
    if (typeof value !== "string")
      return (value as string[]).reduce((written, piece) => written + TEXT.write(buffer, piece, offset + written), 0);
    const text = value;
    if (text.length <= SHORT_TEXT) {
      let place = 0;
      for (; place < text.length; place++) {
        const unit = text.charCodeAt(place);
        if (unit > 0x7f) break;
        buffer[offset + place] = unit;
      }
      if (place === text.length) return place;
    }
    return buffer.write(text, offset);
  },
};

/** Positions of an id's 16 bytes in its 36 characters. */
const ID_CHARACTERS = 36;
const ID_BYTES = 16;
const HYPHENS = new Set([8, 13, 18, 23]);
const BYTE_PLACES = Array.from({ length: ID_CHARACTERS }, (_, place) => place)
  .filter((place) => !HYPHENS.has(place))
  .filter((_, index) => index % 2 === 0);
const NO_DIGIT = 0xff;
const DIGITS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const digit = Number.parseInt(String.fromCharCode(unit), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

const UUID: Encoder = {
  oid: 2950,
  room: () => ID_BYTES,
  write(buffer, value, offset) {
    const text = value as string;
    if (text.length !== ID_CHARACTERS) throw new MalformedId(text);
    for (let index = 0; index < ID_BYTES; index++) {
      const place = BYTE_PLACES[index]!;
      const high = DIGITS[text.charCodeAt(place)] ?? NO_DIGIT;
      const low = DIGITS[text.charCodeAt(place + 1)] ?? NO_DIGIT;
      if ((high | low) > 0xf) throw new MalformedId(text);
      buffer[offset + index] = (high << 4) | low;
    }
    return ID_BYTES;
  },
};

/** The same error that the server would raise for the text: a fault of this row, not of its batch. */
class MalformedId extends Error {
  override name = "MalformedId";
  readonly code = "22P02";
  constructor(text: string) {
    super(`invalid input syntax for type uuid: ${JSON.stringify(text.slice(0, ID_CHARACTERS))}`);
  }
}

const INSTANT_BYTES = 8;
/** The server counts microseconds from the start of the year 2000. */
const SERVER_EPOCH_MS = Date.UTC(2000, 0, 1);
const MICROSECONDS_PER_MS = 1_000;
const TWO_TO_32 = 2 ** 32;

const TIMESTAMPTZ: Encoder = {
  oid: 1184,
  room: () => INSTANT_BYTES,
  write(buffer, value, offset) {
    const microseconds = ((value as Date).getTime() - SERVER_EPOCH_MS) * MICROSECONDS_PER_MS;
    if (!Number.isSafeInteger(microseconds))
      throw new RangeError("an instant is not one that the database holds exactly");
    writeInt32(buffer, Math.floor(microseconds / TWO_TO_32), offset);
    writeInt32(buffer, microseconds, offset + 4);
    return INSTANT_BYTES;
  },
};

const INTEGER_BYTES = 4;

const INTEGER: Encoder = {
  oid: 23,
  room: () => INTEGER_BYTES,
  write(buffer, value, offset) {
    if ((value as number) !== ((value as number) | 0))
      throw new RangeError(`${String(value)} is no integer of 32 bits`);
    writeInt32(buffer, value as number, offset);
    return INTEGER_BYTES;
  },
};

const JSON_TEXT: Encoder = { ...TEXT, oid: 114 };

const NATIVE: Readonly<Record<string, Encoder | undefined>> = {
  uuid: UUID,
  timestamptz: TIMESTAMPTZ,
  integer: INTEGER,
  json: JSON_TEXT,
};
