import { createHmac, hash, randomBytes, timingSafeEqual } from "node:crypto";

/** One-time codes of apps (RFC 6238) and recovery codes. One step early or late is accepted: clocks are off. */
const STEP_SECONDS = 30;
const DIGITS = 6;
const STEPS_OFF = 1;
const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function newTotpSecret(): string {
  return base32(randomBytes(SECRET_BYTES));
}

/** The `otpauth:` address that an authenticator app reads, typed or from a QR code. */
export function totpUri(secret: string, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&digits=${DIGITS}&period=${STEP_SECONDS}`;
}

export function totpAt(secret: string, at: Date): string {
  return codeOfStep(fromBase32(secret), stepOf(at));
}

export function stepOfCode(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const key = fromBase32(secret);
  let found: number | null = null;
  for (let step = stepOf(now) - STEPS_OFF; step <= stepOf(now) + STEPS_OFF; step++) {
    if (timingSafeEqual(Buffer.from(codeOfStep(key, step)), Buffer.from(code))) found = step;
  }
  return found;
}

/** Eighty random bits each, in groups that people can type. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = base32(randomBytes(RECOVERY_BYTES)).toLowerCase();
    return text.match(/.{4}/g)!.join("-");
  });
}

/** Null for text that is not a recovery code. */
export function hashOfRecoveryCode(code: string): Buffer | null {
  const text = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return /^[a-z2-7]{16}$/.test(text) ? hash("sha256", text, "buffer") : null;
}

function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1_000 / STEP_SECONDS);
}

function codeOfStep(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = digest.at(-1)! & 0x0f;
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, "0");
}

function base32(bytes: Buffer): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return bits
    .match(/.{5}/g)!
    .map((five) => BASE32[Number.parseInt(five, 2)]!)
    .join("");
}

function fromBase32(text: string): Buffer {
  let bits = "";
  for (const letter of text) bits += BASE32.indexOf(letter).toString(2).padStart(5, "0");
  return Buffer.from(bits.match(/.{8}/g)!.map((eight) => Number.parseInt(eight, 2)));
}
