import type { Tx } from "../db/client.ts";
import { statement } from "../db/statement.ts";

/**
 * The process was suspended for so long that its `Idempotency-Key` may belong to another request by now, which may have
 * been refused. A row fault (combine.ts), so that the rest of the batch is written; the key is free.
 */
export class ClaimOver extends Error {
  override name = "ClaimOver";
  readonly code = "P0003";
  constructor() {
    super("The request took too long to start, and nothing was done; send it again with the same Idempotency-Key");
  }
}

/** For a statement that commits by itself: the claim is valid, or there is none. `commitBy`: a timestamptz column. */
export function claimHolds(commitBy: string): string {
  return `(${commitBy} IS NULL OR ${commitBy} > (SELECT service_time()))`;
}

const REQUIRE_CLAIM = statement("http.REQUIRE_CLAIM")`SELECT $1::timestamptz > service_time() AS holds /* not null */`;

/**
 * The last statement of a transaction with a claim, which holds the locks that a repeated request waits for. If it
 * idles, the server ends it, long before another request may get the key.
 */
export async function requireClaim(tx: Tx, commitBy: Date | undefined): Promise<void> {
  if (commitBy === undefined) return;
  const [claim] = await tx.query(REQUIRE_CLAIM, [commitBy]);
  if (!claim!.holds) throw new ClaimOver();
}
