import { hash } from "node:crypto";
import { normalizeEmail } from "#src/modules/people/users/user.ts";
import type { Db, Queryable, Tx } from "#src/platform/db/client.ts";
import { ApiError } from "#src/platform/http/errors.ts";
import { clearAttempts, countAttempts, uncountAttempts } from "./queries.ts";

/**
 * Slows guessing down, over all processes together. An attempt is counted before it is made, so that a hundred at once do not all slip
 * through, and taken back when it turns out good. Three limits stand beside each other: one person from one place is stopped early; one
 * person from everywhere late, so that a stranger cannot easily lock somebody out; one place against everybody in between.
 */
type Limit = { readonly name: string; readonly max: number; readonly windowMs: number };

const MINUTE_MS = 60_000;
const LIMITS = {
  signInPair: { name: "sign-in", max: 10, windowMs: 15 * MINUTE_MS },
  signInEmail: { name: "sign-in-email", max: 100, windowMs: 15 * MINUTE_MS },
  signInAddress: { name: "sign-in-address", max: 200, windowMs: 15 * MINUTE_MS },
  resetEmail: { name: "reset-email", max: 3, windowMs: 60 * MINUTE_MS },
  resetAddress: { name: "reset-address", max: 30, windowMs: 60 * MINUTE_MS },
  signUpEmail: { name: "sign-up-email", max: 3, windowMs: 60 * MINUTE_MS },
  signUpAddress: { name: "sign-up-address", max: 30, windowMs: 60 * MINUTE_MS },
  mailRecipient: { name: "mail-recipient", max: 20, windowMs: 60 * MINUTE_MS },
  guessAddress: { name: "guess-address", max: 60, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Addresses of people are kept as digests: the table needs to tell them apart, not to know them. */
function bucketOf(limit: Limit, who: string): string {
  return `${limit.name}:${hash("sha256", who, "base64url")}`;
}

async function take(db: Queryable, limits: readonly (readonly [Limit, string])[], now: Date): Promise<readonly string[]> {
  const buckets = limits.map(([limit, who]) => ({ limit, bucket: bucketOf(limit, who) }));
  const counts = await countAttempts(
    db,
    buckets.map(({ bucket, limit }) => ({ bucket, resets_at: new Date(now.getTime() + limit.windowMs) })),
    now,
  );
  for (const { bucket, limit } of buckets) {
    const counted = counts.find((count) => count.bucket === bucket)!;
    if (counted.count <= limit.max) continue;
    const seconds = Math.max(1, Math.ceil((counted.resets_at.getTime() - now.getTime()) / 1_000));
    throw new ApiError(429, "RATE_LIMITED", `Too many attempts; try again in ${Math.ceil(seconds / 60)} min`, { headers: { "retry-after": String(seconds) } });
  }
  return buckets.map(({ bucket }) => bucket);
}

/** Throws the 429, or returns what to call once the attempt has proven good. */
export async function takeSignInAttempt(db: Db, who: { email: string; address: string }, now: Date): Promise<() => Promise<void>> {
  const [pair, ...others] = await take(
    db,
    [
      [LIMITS.signInPair, `${who.email} ${who.address}`],
      [LIMITS.signInEmail, who.email],
      [LIMITS.signInAddress, who.address],
    ],
    now,
  );
  return async () => {
    await clearAttempts(db, pair!);
    await uncountAttempts(db, others);
  };
}

export async function takeResetRequest(db: Db, who: { email: string; address: string }, now: Date): Promise<void> {
  await take(
    db,
    [
      [LIMITS.resetEmail, who.email],
      [LIMITS.resetAddress, who.address],
    ],
    now,
  );
}

export async function takeSignUp(db: Db, address: string, now: Date): Promise<void> {
  await take(db, [[LIMITS.signUpAddress, address]], now);
}

/** Whether or not the address is known, since either way it gets a mail: a limit that knew the difference would tell it. */
export async function takeSignUpMail(db: Db, email: string, now: Date): Promise<void> {
  await take(db, [[LIMITS.signUpEmail, email]], now);
}

/**
 * Mail that members send to people outside: whoever has an organisation could else fill a stranger's inbox. All organisations count together,
 * and in the transaction of the mail, so that one that is not sent counts for nothing.
 */
export async function takeMailTo(tx: Tx, recipient: string, now: Date): Promise<void> {
  await take(tx, [[LIMITS.mailRecipient, normalizeEmail(recipient)]], now);
}

/** For links with a token in them: 256 bits are not guessed, but whoever tries may be told to stop. */
export async function takeTokenAttempt(db: Db, address: string, now: Date): Promise<() => Promise<void>> {
  const buckets = await take(db, [[LIMITS.guessAddress, address]], now);
  return () => uncountAttempts(db, buckets);
}
