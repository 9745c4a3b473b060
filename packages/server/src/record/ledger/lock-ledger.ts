import type { Tx } from "#src/kernel/db/client.ts";
import { statement } from "#src/kernel/db/statement.ts";

/**
 * For a use case that must read rows to know what to post. In the order of locks (ARCHITECTURE.md) the ledger comes
 * after payments and deposits and before escrow projects. An empty ledger has no money to move, and no row to lock.
 */
export async function lockLedger(tx: Tx, orgId: string): Promise<void> {
  await lockLedgers(tx, [orgId]);
}

const LOCK_LEDGERS = statement("ledger.LOCK_LEDGERS")`
  SELECT 1 FROM ledger_chains WHERE org_id = ANY($1::uuid[]) ORDER BY org_id FOR UPDATE`;

/** The same for several organizations. */
export async function lockLedgers(tx: Tx, orgIds: readonly string[]): Promise<void> {
  await tx.query(LOCK_LEDGERS, [orgIds]);
}
