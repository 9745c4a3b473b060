import { hash } from "node:crypto";
import { isoOf } from "@corridor/base/instant.ts";

/**
 * Each transaction's hash covers the previous hash and every column of the transaction and its postings. So no past row
 * can be changed, added, removed or moved without breaking every later hash.
 */
export const GENESIS_HASH = "0".repeat(64);

export type ChainedTransaction = {
  readonly orgId: string;
  readonly position: number;
  readonly cause: string;
  readonly description: string;
  readonly at: Date;
  /** Null for rows from before settlement accounts had floors: their hash does not cover it. */
  readonly hasHappened: boolean | null;
};

/** Amounts are decimal text at the currency's scale. */
export type ChainedPosting = {
  readonly accountId: string;
  readonly purpose: string;
  readonly ownerId: string;
  readonly currency: string;
  readonly amount: string;
  readonly heldChange: string;
  readonly holdId: string | null;
  readonly accountStatus: string | null;
  readonly floor: string | null;
  readonly balanceAfter: string;
  readonly heldAfter: string;
};

/**
 * JSON is unambiguous: no value can run over into its neighbor. It is built by hand, with the result of
 * `JSON.stringify`, because most values need no escaping. Fields that were added later (`floor`, `hasHappened`) are
 * last in their array and present only if set, so that older hashes stay valid.
 */
export function chainHash(
  previousHash: string,
  transaction: ChainedTransaction,
  postings: readonly ChainedPosting[],
): string {
  const { orgId, position, cause, description, at, hasHappened } = transaction;
  let text = `["${previousHash}","${orgId}",${position},${JSON.stringify(cause)},${JSON.stringify(description)},"${isoOf(at)}",[`;
  for (let i = 0; i < postings.length; i++) {
    const {
      accountId,
      purpose,
      ownerId,
      currency,
      amount,
      heldChange,
      holdId,
      accountStatus,
      floor,
      balanceAfter,
      heldAfter,
    } = postings[i]!;
    const hold = holdId === null ? "null" : `"${holdId}"`;
    const status = accountStatus === null ? "null" : `"${accountStatus}"`;
    if (i > 0) text += ",";
    text += `["${accountId}","${purpose}",${JSON.stringify(ownerId)},"${currency}","${amount}","${heldChange}",${hold},${status},"${balanceAfter}","${heldAfter}"${floor === null ? "" : `,"${floor}"`}]`;
  }
  return hash("sha256", `${text}]${hasHappened === null ? "" : `,${hasHappened}`}]`);
}
