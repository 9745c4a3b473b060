import { asking, preparing } from "./speak.ts";

/** What a provider shows of something that it made for our reference. */
export type Made = { id: string; isPaid: boolean; createdAt: Date };
const rankOf = ({ id, isPaid, createdAt }: Made): string => `${isPaid ? 0 : 1} ${createdAt.toISOString()} ${id}`;
type How<T> = { find(): Promise<readonly T[]>; create(): Promise<T>; expire(double: T): Promise<unknown> };

/**
 * For a provider that takes every creation as a new one. What an earlier request made is looked for first; a request that
 * arrives late can still make a double, so everybody who sees several, each poll too, keeps the same one by `keepOne`.
 */
export function createOnce<T extends Made>(): (reference: string, how: How<T>) => Promise<T> {
  const underWay = new Map<string, Promise<T>>();

  async function make({ find, create, expire }: How<T>): Promise<T> {
    const earlier = await keepOne(await preparing(find), expire);
    if (earlier !== null) return earlier;
    const made = await create();
    // It is made, so no failure from here on may be a refusal.
    const all = await asking(find);
    return ("outcome" in all ? null : await keepOne(all, expire)) ?? made;
  }

  return (reference, how) => {
    const shared = underWay.get(reference) ?? make(how).finally(() => underWay.delete(reference));
    underWay.set(reference, shared);
    return shared;
  };
}

/** The paid one, or else the oldest; the others are expired, so that nobody pays twice. Null when there is none. */
export async function keepOne<T extends Made>(found: readonly T[], expire: How<T>["expire"]): Promise<T | null> {
  const [kept = null, ...doubles] = found.toSorted((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  // One that cannot be expired now is tried again by the next poll.
  for (const double of doubles) if (!double.isPaid) await asking(async () => expire(double));
  return kept;
}
