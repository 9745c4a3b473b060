import { hash } from "node:crypto";
import { isoOf } from "#src/platform/instant.ts";

/**
 * The hash chain. Each transaction's hash covers the hash before it and every column of the transaction and its postings, with the
 * identity of the accounts written out, so no row of the past can be changed, added, removed or moved without breaking every hash after it.
 */
export const GENESIS_HASH = "0".repeat(64);

export type ChainedTransaction = {
  readonly orgId: string;
  readonly position: number;
  readonly cause: string;
  readonly description: string;
  readonly at: Date;
  /** Null for what was written before settlement accounts had floors: its hash does not cover it. */
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
 * JSON is the canonical text because it cannot be read in two ways: no value can run over into its neighbour. It is put together here, as
 * `JSON.stringify` of an array of all values would: most of them (ids, numbers, words of our own) need no look at their characters.
 * What came later (`floor`, `hasHappened`) stands at the end of its array where it has a value, so that older hashes still hold.
 */
export function chainHash(previousHash: string, transaction: ChainedTransaction, postings: readonly ChainedPosting[]): string {
  const { orgId, position, cause, description, at, hasHappened } = transaction;
  let text = `["${previousHash}","${orgId}",${position},${JSON.stringify(cause)},${JSON.stringify(description)},"${isoOf(at)}",[`;
  for (let i = 0; i < postings.length; i++) {
    const { accountId, purpose, ownerId, currency, amount, heldChange, holdId, accountStatus, floor, balanceAfter, heldAfter } = postings[i]!;
    const hold = holdId === null ? "null" : `"${holdId}"`;
    const status = accountStatus === null ? "null" : `"${accountStatus}"`;
    if (i > 0) text += ",";
    text += `["${accountId}","${purpose}",${JSON.stringify(ownerId)},"${currency}","${amount}","${heldChange}",${hold},${status},"${balanceAfter}","${heldAfter}"${floor === null ? "" : `,"${floor}"`}]`;
  }
  return hash("sha256", `${text}]${hasHappened === null ? "" : `,${hasHappened}`}]`);
}
