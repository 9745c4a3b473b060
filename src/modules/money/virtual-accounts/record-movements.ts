import type { NewEvent } from "#src/modules/delivery/events/write-events.ts";
import { appendEvents } from "#src/modules/delivery/webhooks/append-events.ts";
import type { Tx } from "#src/platform/db/client.ts";
import { countEvents, findAccounts, insertTransactions, type NewTransaction } from "./queries.ts";
import { accountRecordOf, transactionRecordOf, type VirtualTransaction } from "./virtual-account.ts";

/**
 * Records what happened on virtual accounts beside the postings, and publishes it: incoming money as `virtual_account.deposit`, outgoing money as
 * `virtual_account.withdrawal`. Call it after the postings, in the same transaction.
 */
export async function recordMovements(tx: Tx, movements: readonly NewTransaction[], at: Date): Promise<void> {
  if (movements.length === 0) return;
  await insertTransactions(tx, movements);
  await tellMovements(
    tx,
    movements.filter((movement) => movement.status === "completed"),
    at,
  );
}

export async function tellMovements(tx: Tx, movements: readonly VirtualTransaction[], at: Date): Promise<void> {
  if (movements.length === 0) return;
  const ofAccount = Map.groupBy(movements, (movement) => movement.accountId);
  const counts = [...ofAccount.values()].map((list) => ({ orgId: list[0]!.orgId, accountId: list[0]!.accountId, events: list.length }));
  const sequences = await countEvents(tx, counts);
  const accounts = new Map((await findAccounts(tx, counts)).map((account) => [account.accountId, account]));
  const events: NewEvent[] = [...ofAccount].flatMap(([accountId, list]) => {
    const account = accounts.get(accountId)!;
    const before = sequences.get(accountId)! - list.length;
    return list.map((movement, index): NewEvent => ({
      orgId: movement.orgId,
      type: movement.type === "credit" ? "virtual_account.deposit" : "virtual_account.withdrawal",
      resourceType: "virtual_account",
      resourceId: accountId,
      sequence: before + index + 1,
      data: { ...transactionRecordOf(movement), account: accountRecordOf(account) },
      at,
    }));
  });
  await appendEvents(tx, events);
}
