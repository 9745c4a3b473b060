/**
 * Twelve characters for one of our ids, which people type into a bank's form: eleven digits of base 32 without letters
 * that look like figures, and a check digit that finds every wrong character and nearly every swapped pair. They are 41
 * bits of milliseconds since 2024, 12 bits of the id's counter, 2 of its random bits. Nothing is stored: the reference
 * stands for a few possible ids, of which one exists.
 */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE = BigInt(ALPHABET.length);
const LENGTH = 12;
const EPOCH_MS = BigInt(Date.UTC(2024, 0, 1));
const COUNTER_BITS = 12n;
const RANDOM_BITS = 2n;
const RANDOM_TAIL_BITS = 60n;
const REFERENCE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

export function shortReferenceOf(id: string): string {
  const bits = BigInt(`0x${id.replaceAll("-", "")}`);
  const ms = bits >> 80n;
  const counter = (bits >> 64n) & 0xfffn;
  const random = (bits >> RANDOM_TAIL_BITS) & 0b11n;
  let rest = ((ms - EPOCH_MS) << (COUNTER_BITS + RANDOM_BITS)) | (counter << RANDOM_BITS) | random;
  let digits = "";
  for (let i = 0; i < LENGTH - 1; i++) {
    digits = ALPHABET[Number(rest % BASE)]! + digits;
    rest /= BASE;
  }
  return digits + checkDigitOf(digits);
}

/** The ids that a reference can stand for, however it was typed; null when the text is not a reference. */
export function idsOfShortReference(text: string): { from: string; to: string } | null {
  const typed = text.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
  if (!REFERENCE.test(typed) || checkDigitOf(typed.slice(0, -1)) !== typed.at(-1)) return null;
  let bits = 0n;
  for (const digit of typed.slice(0, -1)) bits = bits * BASE + BigInt(ALPHABET.indexOf(digit));
  const ms = (bits >> (COUNTER_BITS + RANDOM_BITS)) + EPOCH_MS;
  const head =
    (ms << 80n) |
    (7n << 76n) |
    (((bits >> RANDOM_BITS) & 0xfffn) << 64n) |
    ((0b1000n | (bits & 0b11n)) << RANDOM_TAIL_BITS);
  return { from: idOf(head), to: idOf(head | ((1n << RANDOM_TAIL_BITS) - 1n)) };
}

function idOf(bits: bigint): string {
  const hex = bits.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The Luhn algorithm, in base 32. */
function checkDigitOf(digits: string): string {
  let sum = 0;
  for (const [index, digit] of digits.split("").toReversed().entries()) {
    const weighted = ALPHABET.indexOf(digit) * (index % 2 === 0 ? 2 : 1);
    sum += Math.floor(weighted / ALPHABET.length) + (weighted % ALPHABET.length);
  }
  return ALPHABET[(ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length]!;
}
