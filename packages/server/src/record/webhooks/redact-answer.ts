import { cardNumbersIn, withoutCardNumbers } from "@corridor/base/card-numbers.ts";

/**
 * People of the organization see a receiver's answer, so secrets are removed before it is stored: the endpoint's own
 * secrets and signatures that a receiver echoes, named credentials of any kind, and card numbers.
 */
const CREDENTIALS: readonly RegExp[] = [
  // Blanks are limited: the pattern looks behind every character, and nothing but blanks would hold us up.
  /\bwhsec_[A-Za-z0-9+/=_-]+/g,
  /\b[cpsr]k_(?:live|test)_[A-Za-z0-9]+/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g,
  /(?<=\b(?:bearer|basic)\s{1,20})[A-Za-z0-9+/=._~-]+/gi,
  /(?<=["']?\b(?:password|passwd|secret|secret_key|api[_-]?key|access[_-]?token|authorization|cvv|otp|pin)\b["']?\s{0,20}[:=]\s{0,20}["']?)[^\s"',;&}<]+/gi,
];
/** A quick test for anything else that may need redaction. Most answers are short and do not match. */
const SUSPICIOUS = /whsec_|k_(?:live|test)_|eyJ|bearer|basic|passw|secret|key|token|authorization|cvv|otp|pin|\0/i;
const REDACTED = "[redacted]";
export const MAX_STORED_ANSWER_BYTES = 2_048;

export function redactAnswer(body: string, secrets: readonly string[]): string {
  if (body === "") return body;
  let clean = body;
  if (cardNumbersIn(body).length === 0 && !SUSPICIOUS.test(body) && !secrets.some((secret) => body.includes(secret)))
    return firstBytes(body);
  for (const secret of secrets) clean = clean.replaceAll(secret, REDACTED);
  for (const credential of CREDENTIALS) clean = clean.replace(credential, REDACTED);
  return firstBytes(withoutCardNumbers(clean).replaceAll("\0", "\ufffd")); // PostgreSQL text cannot hold NUL.
}

function firstBytes(text: string): string {
  if (text.length * 3 <= MAX_STORED_ANSWER_BYTES) return text;
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_STORED_ANSWER_BYTES) return text;
  let end = MAX_STORED_ANSWER_BYTES;
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1; // Moves the cut out of the middle of a UTF-8 character.
  return bytes.toString("utf8", 0, end);
}
