import { hash } from "node:crypto";

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
  readonly balanceAfter: string;
  readonly heldAfter: string;
};

/** JSON is the canonical text because it cannot be read in two ways: no value can run over into its neighbour. */
export function chainHash(previousHash: string, transaction: ChainedTransaction, postings: readonly ChainedPosting[]): string {
  const lines = postings.map((posting) => [
    posting.accountId,
    posting.purpose,
    posting.ownerId,
    posting.currency,
    posting.amount,
    posting.heldChange,
    posting.holdId,
    posting.accountStatus,
    posting.balanceAfter,
    posting.heldAfter,
  ]);
  const { orgId, position, cause, description, at } = transaction;
  return hash("sha256", JSON.stringify([previousHash, orgId, position, cause, description, at.toISOString(), lines]));
}
