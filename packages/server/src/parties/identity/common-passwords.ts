import { readFileSync } from "node:fs";

/**
 * The 49,000 most common ones (zxcvbn-ts), and the words of this product. One text, searched once per new password: a
 * set would take ten times the memory.
 */
const OWN =
  "corridor corridorcorridor payments paymentspayments moneymoney verysecretpassword correcthorsebatterystaple " +
  "changemenow letmeinnow welcomeback";
const MIN_WORD_LENGTH = 6;
const DIGITS_ONLY = /^\d+$/;
const ENDS = /^[^a-z]+|[^a-z]+$/g;

let common: string | undefined;

function readCommon(): string {
  const file = import.meta.resolve("@zxcvbn-ts/language-common/src/passwords.json");
  const words = JSON.parse(readFileSync(new URL(file), "utf8")) as string[];
  return `\n${[...words, ...OWN.split(" ")].join("\n")}\n`;
}

export function isCommonPassword(password: string): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  if (DIGITS_ONLY.test(text)) return isRun(text) || isRepeated(text) || isListed(text);
  return (
    isRepeated(text) || [text, text.replaceAll(ENDS, "")].some((form) => isListed(form) || isListed(plainOf(form)))
  );
}

function isListed(word: string): boolean {
  return word.length >= MIN_WORD_LENGTH && (common ??= readCommon()).includes(`\n${word}\n`);
}

function plainOf(word: string): string {
  return word.replaceAll("@", "a").replaceAll("$", "s").replaceAll("0", "o");
}

/** 1234567890, 9876543210 and the like. */
function isRun(digits: string): boolean {
  const numbers = Array.from(digits, Number);
  return new Set(numbers.slice(1).map((digit, index) => (digit - numbers[index]! + 10) % 10)).size === 1;
}

/** A piece of at most six characters, repeated. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4, 5, 6].some((length) => {
    const repeated = text.slice(0, length).repeat(Math.ceil(text.length / length));
    return text.length >= 2 * length && repeated.startsWith(text);
  });
}
