import type { Tx } from "#src/platform/db/client.ts";

/**
 * Takes the lock of an organisation's ledger before anything is posted, for a use case that must read its own rows to know what to post.
 * Everybody locks the ledger first and rows of accounts, projects and milestones after it; the other way round two of them could wait for
 * each other. An organisation whose ledger is still empty has no money to move, and nothing to lock.
 */
export async function lockLedger(tx: Tx, orgId: string): Promise<void> {
  await tx.query("SELECT 1 FROM ledger_chains WHERE org_id = $1 FOR UPDATE", [orgId]);
}
