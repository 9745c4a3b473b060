import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomFillSync } from "node:crypto";

/**
 * UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, a 12-bit counter that keeps ids of one millisecond in order, 2
 * random bits, 12 bits of the id's cell (docs/decisions/0038-cells.md), and 48 random bits. Time-ordered keys keep
 * inserts at the right edge of every index; random ones cost a third of the write speed at millions of rows. Written
 * into one buffer: `+` would leave a tree of pieces, and one such string makes `JSON.stringify` take twice as long.
 */
const ID_LENGTH = 36;
const TIME_DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12] as const;
const VERSION_DIGIT = 14;
const COUNTER_DIGIT = 15;
const VARIANT_DIGIT = 19;
const CELL_DIGIT = 20;
const CELL_END = 23;
const RANDOM_DIGITS = [24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35] as const;
const MAX_COUNTER = 0xfff;
const RANDOM_POOL_BYTES = 4_096;

const DIGITS = Buffer.from("0123456789abcdef", "latin1");
/** The top two bits of this digit are fixed, the other two are random. */
const VARIANTS = Buffer.from("89ab", "latin1");

const characters = Buffer.alloc(ID_LENGTH, "-", "latin1");
characters[VERSION_DIGIT] = DIGITS[7]!;
const random = Buffer.alloc(RANDOM_POOL_BYTES);
let randomOffset = RANDOM_POOL_BYTES;
let lastMs = 0;
let counter = 0;

/** The number of cells that fit into an id. */
export const MAX_CELLS = 4_096;
/** The only cell of a deployment without further cells. */
export const FIRST_CELL = 0;

const currentCell = new AsyncLocalStorage<number>();
/** False in a deployment with one cell, where creating an id then needs no lookup. */
let hasCells = false;

/** Ids created by anything that `work` starts belong to this cell. */
export function inCell<T>(cell: number, work: () => T): T {
  if (cell === FIRST_CELL && !hasCells) return work();
  hasCells = true;
  return currentCell.run(cell, work);
}

export function cellNow(): number {
  return hasCells ? (currentCell.getStore() ?? FIRST_CELL) : FIRST_CELL;
}

/** The cell in an id. Valid only for ids created since ids carry cells: in older ids these bits are random. */
export function cellDigitsOf(id: string): number {
  return Number.parseInt(id.slice(CELL_DIGIT, CELL_END), 16);
}

export function idTimeMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The same id, moved to another cell. */
export function movedToCell(id: string, cell: number): string {
  return `${id.slice(0, CELL_DIGIT)}${cellDigits(cell)}${id.slice(CELL_END)}`;
}

function cellDigits(cell: number): string {
  return cell.toString(16).padStart(CELL_END - CELL_DIGIT, "0");
}

function takeRandomByte(): number {
  if (randomOffset === RANDOM_POOL_BYTES) {
    randomFillSync(random);
    randomOffset = 0;
  }
  return random[randomOffset++]!;
}

function setTime(ms: number): void {
  lastMs = ms;
  let rest = ms;
  for (let i = TIME_DIGITS.length - 1; i >= 0; i--) {
    characters[TIME_DIGITS[i]!] = DIGITS[rest % 16]!;
    rest = Math.floor(rest / 16);
  }
}

export function newId(): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    setTime(nowMs);
    counter = takeRandomByte();
  } else if (counter === MAX_COUNTER) {
    setTime(lastMs + 1); // The counter of this millisecond is full: borrow from the next one; the order stays.
    counter = 0;
  } else {
    counter += 1;
  }
  characters[COUNTER_DIGIT] = DIGITS[counter >> 8]!;
  characters[COUNTER_DIGIT + 1] = DIGITS[(counter >> 4) & 15]!;
  characters[COUNTER_DIGIT + 2] = DIGITS[counter & 15]!;
  characters[VARIANT_DIGIT] = VARIANTS[takeRandomByte() & 3]!;
  const cell = cellNow();
  characters[CELL_DIGIT] = DIGITS[cell >> 8]!;
  characters[CELL_DIGIT + 1] = DIGITS[(cell >> 4) & 15]!;
  characters[CELL_DIGIT + 2] = DIGITS[cell & 15]!;
  for (let i = 0; i < RANDOM_DIGITS.length; i += 2) {
    const byte = takeRandomByte();
    characters[RANDOM_DIGITS[i]!] = DIGITS[byte >> 4]!;
    characters[RANDOM_DIGITS[i + 1]!] = DIGITS[byte & 15]!;
  }
  return characters.toString("latin1");
}

/**
 * The id of one of the resources that a list creates: the same for a repeated request, sorted like the list. Time and
 * cell come from `requestId`; the counter is the place in the list.
 */
export function idWithin(requestId: string, index: number): string {
  const place = index.toString(16).padStart(3, "0");
  const digits = createHash("sha256").update(`${requestId} ${index}`).digest("hex");
  return `${requestId.slice(0, COUNTER_DIGIT)}${place}-8${requestId.slice(CELL_DIGIT, CELL_END)}-${digits.slice(0, 12)}`;
}

/**
 * The id of a payment's transaction: the payment's with one bit turned. Turned again it is the payment's, so that no
 * index leads from one to the other.
 */
export function otherIdOfPayment(id: string): string {
  // Joined, the text is in one piece, which events are written from the quickest.
  return [id.slice(0, -1), (Number.parseInt(id.slice(-1), 16) ^ OTHER_ID_BIT).toString(16)].join("");
}

const OTHER_ID_BIT = 0b1000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A caller's text that is not a UUID names nothing, and must not reach a uuid column. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
