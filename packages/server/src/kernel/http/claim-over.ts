import type { Tx } from "../db/client.ts";

/**
 * Thrown when a process was suspended for so long that its `Idempotency-Key` may belong to another request by now,
 * which may have been refused. So the process's own write is refused. This counts as a row fault (combine.ts), so that
 * the rest of the batch is written. The client is asked to send the request again, and the key is free.
 */
export class ClaimOver extends Error {
  readonly code = "P0003";
  constructor() {
    super("The request took too long to start, and nothing was done; send it again with the same Idempotency-Key");
    this.name = "ClaimOver";
  }
}

/**
 * A condition for a statement that commits by itself: true while the claim is valid, or when there is none. `commitBy`
 * names a column of type timestamptz.
 */
export function claimHolds(commitBy: string): string {
  return `(${commitBy} IS NULL OR ${commitBy} > (SELECT service_time()))`;
}

/**
 * The last statement of a transaction that has a claim. Until the commit, the transaction holds the locks for which a
 * repeated request waits. If it idles, the server ends it, long before another request may get the key.
 */
export async function requireClaim(tx: Tx, commitBy: Date | undefined): Promise<void> {
  if (commitBy === undefined) return;
  const [claim] = await tx.query<{ holds: boolean }>("SELECT $1::timestamptz > service_time() AS holds", [commitBy]);
  if (!claim!.holds) throw new ClaimOver();
}
