import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { isCommonPassword } from "./common-passwords.ts";
import { invalidField, unavailable } from "#src/kernel/http/errors.ts";

/**
 * Passwords by Argon2id as OWASP recommends (19 MiB, two passes), stored as `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 * Concurrency is limited: a flood of sign-ins waits instead of taking all memory and threads.
 */
export const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 256;
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const VERSION = 19;
const MAX_AT_ONCE = 2;
const MAX_WAITING = 200;
const RETRY_AFTER_SECONDS = 2;
const STORED_FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const deriveKey = promisify(argon2);

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };
const COST: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES };

/** Length makes a password hard to guess; rules about its characters make it hard to remember. */
export function assertAcceptablePassword(password: string, email: string): void {
  if (password.length < MIN_PASSWORD_LENGTH)
    throw invalidField("password", `must have at least ${MIN_PASSWORD_LENGTH} characters`);
  if (password.length > MAX_PASSWORD_LENGTH)
    throw invalidField("password", `must have at most ${MAX_PASSWORD_LENGTH} characters`);
  if (password.toLowerCase() === email.toLowerCase()) throw invalidField("password", "must not be the e-mail address");
  if (isCommonPassword(password)) throw invalidField("password", "is too common and easy to guess; choose another");
  if (new Set(password).size < 4) throw invalidField("password", "repeats too few different characters");
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return `$argon2id$v=${VERSION}$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(key)}`;
}

export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = STORED_FORM.exec(stored);
  if (match === null) throw new Error("a stored password has an unknown form");
  const [, memory, passes, parallelism, salt, expected] = match;
  // No password is this long, but an immediate answer would reveal that there is an account.
  if (password.length > MAX_PASSWORD_LENGTH) return pretendToVerify(password);
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  return timingSafeEqual(await derive(password, Buffer.from(salt!, "base64"), cost), Buffer.from(expected!, "base64"));
}

/** Does the work of a check without a password: an unknown address must take as long as a known one. */
export async function pretendToVerify(password: string): Promise<false> {
  await derive(password.slice(0, MAX_PASSWORD_LENGTH), randomBytes(SALT_BYTES), COST);
  return false;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw unavailable("Too many sign-ins at once; try again shortly", RETRY_AFTER_SECONDS);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    // The same letters may be typed as different code points; the normalized form is hashed.
    return await deriveKey("argon2id", {
      message: password.normalize("NFKC"),
      nonce: salt,
      tagLength: HASH_BYTES,
      ...cost,
    });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
