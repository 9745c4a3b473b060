import type { Db } from "#src/kernel/db/client.ts";
import { lockPaces, writePaces } from "./queries.ts";

/** Limits how fast all workers send batch payouts to a provider, which may get the next one at `free_at`. */
const BURST_MS = 1_000;

export type Allowance = { rows: number; waitMs: number };

/** How many of `wanted` may be sent now, and when the provider is free again afterwards. */
export function takeTurns(freeAt: Date, now: Date, wanted: number, perSecond: number): Allowance & { freeAt: Date } {
  const fromMs = Math.max(freeAt.getTime(), now.getTime());
  const room = Math.floor(((now.getTime() + BURST_MS - fromMs) * perSecond) / 1_000);
  const rows = Math.max(0, Math.min(wanted, room));
  const waitMs = rows > 0 ? 0 : Math.ceil(fromMs - now.getTime() - BURST_MS + 1_000 / perSecond);
  return { rows, waitMs, freeAt: new Date(fromMs + (rows * 1_000) / perSecond) };
}

/** How many of the rows, in order, may be sent now. Stops at the first row whose provider has no capacity. */
export async function paceRows<R extends { provider: string }>(
  db: Db,
  rows: readonly R[],
  perSecond: number,
): Promise<{ rows: readonly R[]; waitMs: number }> {
  const wanted = Map.groupBy(rows, ({ provider }) => provider);
  return db.transaction(async (tx) => {
    const paces = await lockPaces(tx, [...wanted.keys()]);
    const allowed = new Map(
      paces.map(({ provider, free_at, now }) => [
        provider,
        { ...takeTurns(free_at, now, wanted.get(provider)!.length, perSecond), now, before: free_at },
      ]),
    );
    const taken = new Map<string, number>();
    let count = 0;
    for (const { provider } of rows) {
      const used = taken.get(provider) ?? 0;
      if (used >= allowed.get(provider)!.rows) break;
      taken.set(provider, used + 1);
      count += 1;
    }
    const used = [...taken].map(([provider, n]) => {
      const { before, now } = allowed.get(provider)!;
      return { provider, freeAt: takeTurns(before, now, n, perSecond).freeAt };
    });
    if (used.length > 0) await writePaces(tx, used);
    return { rows: rows.slice(0, count), waitMs: count > 0 ? 0 : allowed.get(rows[0]!.provider)!.waitMs };
  });
}
