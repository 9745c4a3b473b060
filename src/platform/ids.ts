import { randomBytes } from "node:crypto";

/**
 * UUIDv7 (RFC 9562): 48 bits of Unix milliseconds, then a 12-bit counter that keeps ids of one millisecond in order, then 62 random bits.
 * Time-ordered keys keep inserts at the right edge of every index; random ones cost a third of the write speed at millions of rows.
 */
const RANDOM_POOL_BYTES = 4_096;
const MAX_COUNTER = 0xfff;
const COUNTER_TEXTS = Array.from({ length: MAX_COUNTER + 1 }, (_, count) => count.toString(16).padStart(3, "0"));
/** The top two bits of this digit are fixed, the other two random. */
const VARIANT_OF_DIGIT: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 16 }, (_, value) => [value.toString(16), "89ab"[value & 3]!]),
);

let randomDigits = "";
let randomOffset = 0;
let lastMs = 0;
let timeText = "";
let counter = 0;

/** Hex text is made for hundreds of ids at once: singly it costs several times the rest of an id. */
function takeRandomDigits(count: number): string {
  if (randomOffset + count > randomDigits.length) {
    randomDigits = randomBytes(RANDOM_POOL_BYTES).toString("hex");
    randomOffset = 0;
  }
  randomOffset += count;
  return randomDigits.slice(randomOffset - count, randomOffset);
}

function setTime(ms: number): void {
  lastMs = ms;
  const time = ms.toString(16).padStart(12, "0");
  timeText = `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

export function newId(): string {
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    setTime(nowMs);
    counter = Number.parseInt(takeRandomDigits(2), 16);
  } else if (counter === MAX_COUNTER) {
    setTime(lastMs + 1); // More than the counter holds in one millisecond: borrow from the next, order stays.
    counter = 0;
  } else {
    counter += 1;
  }
  const random = takeRandomDigits(16);
  return `${timeText}${COUNTER_TEXTS[counter]!}-${VARIANT_OF_DIGIT[random[0]!]!}${random.slice(1, 4)}-${random.slice(4)}`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Path and body ids are free text to a caller: what is no UUID names nothing, and must not reach a uuid column. */
export function isId(text: unknown): text is string {
  return typeof text === "string" && UUID.test(text);
}
