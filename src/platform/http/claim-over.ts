import type { Tx } from "../db/client.ts";

/**
 * A process was suspended for so long that its `Idempotency-Key` may belong to another request, which may have been refused. So its write is refused. It counts
 * as a row fault (combine.ts), so that the rest of its batch is written. The client is asked to send the request again, and the key is free.
 */
export class ClaimOver extends Error {
  readonly code = "P0003";
  constructor() {
    super("The request took too long to start, and nothing was done; send it again with the same Idempotency-Key");
    this.name = "ClaimOver";
  }
}

/** For a statement that commits by itself: true while the claim holds, or without one. `commitBy` names a column of type timestamptz. */
export function claimHolds(commitBy: string): string {
  return `(${commitBy} IS NULL OR ${commitBy} > (SELECT service_time()))`;
}

/**
 * For a transaction, as its last statement. Until the commit it holds the locks for which a repeat of the request waits, and the server ends it when
 * it idles, long before another request may have the key.
 */
export async function requireClaim(tx: Tx, commitBy: Date | undefined): Promise<void> {
  if (commitBy === undefined) return;
  const [claim] = await tx.query<{ holds: boolean }>("SELECT $1::timestamptz > service_time() AS holds", [commitBy]);
  if (!claim!.holds) throw new ClaimOver();
}
