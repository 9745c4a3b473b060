import { hash } from "node:crypto";
import { normalizeEmail } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { networkOf } from "#src/kernel/http/client-network.ts";
import { tooManyRequests } from "#src/kernel/http/errors.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { clearAttempts, countAttempts, uncountAttempts } from "./queries.ts";
import type { LimitMailTo } from "#src/parties/organizations/index.ts";

/**
 * Slows guessing down, over all processes together, and never locks out the right person.
 *
 * - An attempt is counted before it is made, so that a hundred at once do not all slip through; uncounted on success.
 * - An attempt that any limit refuses counts toward no other: an address that is stopped cannot fill the victim's.
 * - A browser that has signed in to the account before (`known-device.ts`) is counted on its own: strangers can fill
 *   every limit of the account and of an address, and the owner still signs in.
 * - Wrong codes are also counted over all browsers, in spite of password resets. Who fills that limit knows the
 *   password, so the owner is told, and still gets in with a passkey or a recovery code, which nobody can guess.
 * - A limit that is reached is cached in memory until it ends: refused attempts then cost neither a query nor a row.
 */
type Limit = { readonly name: string; readonly max: number; readonly windowMs: number };
type Counted = readonly [Limit, string];

const MINUTE_MS = 60_000;
const LIMITS = {
  signInAddress: { name: "sign-in-address", max: 200, windowMs: 15 * MINUTE_MS },
  signInPair: { name: "sign-in", max: 10, windowMs: 15 * MINUTE_MS },
  signInAccount: { name: "sign-in-email", max: 100, windowMs: 15 * MINUTE_MS },
  signInDevice: { name: "sign-in-device", max: 10, windowMs: 15 * MINUTE_MS },
  /** Six digits are few: an attacker who knows the password gets ten tries an hour, over all addresses. */
  factorAccount: { name: "factor", max: 10, windowMs: 60 * MINUTE_MS },
  factorDevice: { name: "factor-device", max: 10, windowMs: 15 * MINUTE_MS },
  factorTotal: { name: "factor-total", max: 30, windowMs: 24 * 60 * MINUTE_MS },
  resetAddress: { name: "reset-address", max: 30, windowMs: 60 * MINUTE_MS },
  resetPair: { name: "reset", max: 3, windowMs: 60 * MINUTE_MS },
  resetDevice: { name: "reset-device", max: 3, windowMs: 60 * MINUTE_MS },
  /** Much shorter than the lifetime of a link: the owner's inbox has a recent link that works. */
  resetMail: { name: "reset-email", max: 3, windowMs: 10 * MINUTE_MS },
  signUpEmail: { name: "sign-up-email", max: 3, windowMs: 60 * MINUTE_MS },
  signUpAddress: { name: "sign-up-address", max: 30, windowMs: 60 * MINUTE_MS },
  mailRecipient: { name: "mail-recipient", max: 20, windowMs: 60 * MINUTE_MS },
  /** Passkey challenges per address. They are limited because each one is stored as a row for five minutes. */
  challengeAddress: { name: "challenge-address", max: 300, windowMs: 15 * MINUTE_MS },
  guessAddress: { name: "guess-address", max: 60, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

const MAX_REMEMBERED = 50_000;

/** The account and address of an attempt. `device` names a browser that has signed in to this account before. */
export type Attempter = { email: string; address: string; device: string | null };

export type Attempts = ReturnType<typeof createAttempts>;

/** `tellGuessed` tells a person that no more codes of an app are accepted, because too many were wrong. */
export function createAttempts(deps: { db: Db; clock: Clock; tellGuessed: (userId: string) => Promise<void> }) {
  const { db, clock } = deps;
  /** When each reached limit ends, by bucket. A dropped entry is found again in the database. */
  const fullUntilMs = new Map<string, number>();

  async function take(counted: readonly Counted[]): Promise<readonly string[]> {
    return (await takeAll(counted)).buckets;
  }

  async function takeAll(counted: readonly Counted[]) {
    const now = clock.now();
    const full = counted.map((one) => fullUntilMs.get(bucketOf(one)) ?? 0).filter((untilMs) => untilMs > now.getTime());
    if (full.length > 0) throw refusal(Math.max(...full), now);
    const result = await count(db, counted, now);
    for (const { bucket, resets_at } of result.full) {
      if (fullUntilMs.size >= MAX_REMEMBERED) fullUntilMs.delete(fullUntilMs.keys().next().value!);
      fullUntilMs.set(bucket, resets_at.getTime());
    }
    if (result.full.length > 0)
      throw refusal(Math.max(...result.full.map(({ resets_at }) => resets_at.getTime())), now);
    return result;
  }

  return {
    /** Throws 429, or returns a function that the caller calls once the attempt has succeeded. */
    async takeSignIn({ email, address, device }: Attempter) {
      const network = networkOf(address);
      const [own, ...others] = await take(
        device !== null
          ? [[LIMITS.signInDevice, `${email} ${device}`]]
          : [
              [LIMITS.signInPair, `${email} ${network}`],
              [LIMITS.signInAddress, network],
              [LIMITS.signInAccount, email],
            ],
      );
      return async () => {
        await clearAttempts(db, own!);
        if (others.length > 0) await uncountAttempts(db, others);
      };
    },
    /** Throws 429, or returns a function that the caller calls with the result. */
    async takeFactor({ userId, device }: { userId: string; device: string | null }, isGuessable: boolean) {
      const { buckets, reached } = await takeAll([
        device === null ? [LIMITS.factorAccount, userId] : [LIMITS.factorDevice, `${userId} ${device}`],
        ...(isGuessable ? [[LIMITS.factorTotal, userId] as const] : []),
      ]);
      const [own, ...total] = buckets;
      return async (isGood: boolean) => {
        if (isGood) {
          await clearAttempts(db, own!);
          await uncountAttempts(db, total);
        } else if (total.some((bucket) => reached.has(bucket))) await deps.tellGuessed(userId);
      };
    },
    /** Throws 429, or returns whether an e-mail may be sent. */
    async takeResetRequest({ email, address, device }: Attempter) {
      const network = networkOf(address);
      if (device !== null) {
        await take([[LIMITS.resetDevice, `${email} ${device}`]]);
        return true;
      }
      await take([
        [LIMITS.resetAddress, network],
        [LIMITS.resetPair, `${email} ${network}`],
      ]);
      // No 429: strangers may have used up this limit, and the owner already has the e-mails.
      return (await count(db, [[LIMITS.resetMail, email]], clock.now())).full.length === 0;
    },
    takeSignUp: (address: string) => take([[LIMITS.signUpAddress, networkOf(address)]]),
    /** Whether or not the address is known: a limit that differed would reveal which addresses have accounts. */
    takeSignUpMail: (email: string) => take([[LIMITS.signUpEmail, email]]),
    takeChallenge: (address: string) => take([[LIMITS.challengeAddress, networkOf(address)]]),
    /** Attempts at links with a token. 256 bits cannot be guessed, but callers who try are slowed down. */
    async takeToken(address: string) {
      const buckets = await take([[LIMITS.guessAddress, networkOf(address)]]);
      return () => uncountAttempts(db, buckets);
    },
  };
}

/** E-mail that members send to outsiders. Counted in its transaction: an unsent e-mail does not count. */
export function createLimitMailTo(clock: Clock): LimitMailTo {
  return async (tx, recipient) => {
    const now = clock.now();
    const { full } = await count(tx, [[LIMITS.mailRecipient, normalizeEmail(recipient)]], now);
    if (full.length > 0) throw refusal(full[0]!.resets_at.getTime(), now);
  };
}

/**
 * Payments that strangers begin with one phone or card, at all links of all organizations together: each may prompt
 * its owner. Stored as a digest under our secret, because all numbers of a country could be tried.
 */
export function createLimitInstrument(deps: {
  db: Queryable;
  clock: Clock;
  secrets: SecretBox;
  settings: { readonly checkoutTriesPerInstrument: number };
}) {
  return async (instrument: string): Promise<void> => {
    const now = deps.clock.now();
    const [digest] = deps.secrets.fingerprints(instrument, "instrument");
    const max = deps.settings.checkoutTriesPerInstrument;
    const limit = { name: "instrument", max, windowMs: 60 * MINUTE_MS };
    const { full } = await count(deps.db, [[limit, digest.toString("base64url")]], now);
    if (full.length > 0) throw refusal(full[0]!.resets_at.getTime(), now, "Too many payments with this phone or card");
  };
}

/** Personal addresses are stored as digests: the table needs to distinguish them, not to know them. */
function bucketOf([limit, who]: Counted): string {
  return `${limit.name}:${hash("sha256", who, "base64url")}`;
}

async function count(db: Queryable, counted: readonly Counted[], now: Date) {
  const wanted = counted.map((one) => ({
    bucket: bucketOf(one),
    max: one[0].max,
    resets_at: new Date(now.getTime() + one[0].windowMs),
  }));
  const rows = await countAttempts(db, wanted, now);
  return {
    buckets: wanted.map(({ bucket }) => bucket),
    full: rows.filter((row) => row.is_full),
    /** Limits whose last attempt is this one. */
    reached: new Set(rows.filter((row) => row.is_last).map(({ bucket }) => bucket)),
  };
}

function refusal(untilMs: number, now: Date, what = "Too many attempts") {
  const seconds = Math.max(1, Math.ceil((untilMs - now.getTime()) / 1_000));
  return tooManyRequests(what, seconds);
}
