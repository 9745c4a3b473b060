import { createHash, randomFillSync } from "node:crypto";

/**
 * UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then a 12-bit counter that keeps ids of one millisecond in order, then 62 random bits.
 * Time-ordered keys keep inserts at the right edge of every index; random ones cost a third of the write speed at millions of rows.
 *
 * The characters are written into one buffer and read out as one string. Concatenation with `+` would leave a tree of pieces, and a
 * single such string makes `JSON.stringify` take twice as long for the whole record around it.
 */
const ID_LENGTH = 36;
const TIME_DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12] as const;
const VERSION_DIGIT = 14;
const COUNTER_DIGIT = 15;
const VARIANT_DIGIT = 19;
const RANDOM_DIGITS = [20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35] as const;
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
  for (let i = 0; i < RANDOM_DIGITS.length; i += 2) {
    const byte = takeRandomByte();
    characters[RANDOM_DIGITS[i]!] = DIGITS[byte >> 4]!;
    if (i + 1 < RANDOM_DIGITS.length) characters[RANDOM_DIGITS[i + 1]!] = DIGITS[byte & 15]!;
  }
  return characters.toString("latin1");
}

/**
 * The id of one of the things that a request with a list makes. The same request makes the same ids when it runs again, and they sort as the list does.
 * Its time is that of `requestId`, its counter the place in the list.
 */
export function idWithin(requestId: string, index: number): string {
  const place = index.toString(16).padStart(3, "0");
  const digits = createHash("sha256").update(`${requestId} ${index}`).digest("hex");
  return `${requestId.slice(0, COUNTER_DIGIT)}${place}-8${digits.slice(0, 3)}-${digits.slice(3, 15)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Path and body ids are free text of a caller: text that is not a UUID names nothing, and must not reach a uuid column. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
