import type { NewEvent } from "#src/record/events/index.ts";
import { eventWrites } from "#src/record/webhooks/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { type Write, writeTogether } from "#src/kernel/db/write-together.ts";
import { ClaimOver } from "#src/kernel/http/claim-over.ts";
import { countEvents, findAccounts, type NewTransaction, transactionInserts } from "./queries.ts";
import { accountTextOf, movementTextOf, type VirtualTransaction } from "./virtual-account.ts";

/**
 * Incoming money is published as `virtual_account.deposit`, outgoing as `virtual_account.withdrawal`. Call it after the
 * postings, in the same transaction. `besides`: what else is written about the same movements.
 */
export async function recordMovements(
  tx: Tx,
  movements: readonly NewTransaction[],
  at: Date,
  besides: readonly Write[] = [],
): Promise<void> {
  if (movements.length === 0) return;
  const completed = movements.filter((movement) => movement.status === "completed");
  const written = await writeTogether(tx, [
    ...transactionInserts(movements),
    ...eventWrites(await eventsOf(tx, completed, at)),
    ...besides,
  ]);
  if (written.length < movements.length) throw new ClaimOver();
}

export async function publishMovements(tx: Tx, movements: readonly VirtualTransaction[], at: Date): Promise<void> {
  await writeTogether(tx, eventWrites(await eventsOf(tx, movements, at)));
}

/** Increments the event counter of each account, which locks it, so that the event shows its balance after the postings. */
async function eventsOf(tx: Tx, movements: readonly VirtualTransaction[], at: Date): Promise<NewEvent[]> {
  if (movements.length === 0) return [];
  const ofAccount = Map.groupBy(movements, (movement) => movement.accountId);
  const counts = [...ofAccount].map(([accountId, list]) => ({ orgId: list[0]!.orgId, accountId, events: list.length }));
  const [sequences, accounts] = await Promise.all([countEvents(tx, counts), findAccounts(tx, counts)]);
  return [...ofAccount].flatMap(([accountId, list]) => {
    const account = accountTextOf(accounts.get(accountId)!);
    const before = sequences.get(accountId)! - list.length;
    return list.map((movement, index): NewEvent => ({
      orgId: movement.orgId,
      type: movement.type === "credit" ? "virtual_account.deposit" : "virtual_account.withdrawal",
      resourceType: "virtual_account",
      resourceId: accountId,
      sequence: before + index + 1,
      data: movementTextOf(movement, account),
      at,
    }));
  });
}
