import type { Queryable } from "#src/kernel/db/client.ts";
import { findAccount, findAccounts } from "./queries.ts";
import type { VirtualAccount } from "./virtual-account.ts";

/** One of this organization's accounts. Another organization's id, or text that is not an id, is not found. */
export function findVirtualAccount(
  db: Queryable,
  orgId: string,
  accountId: string,
): Promise<VirtualAccount | undefined> {
  return findAccount(db, { orgId }, accountId);
}

/** Several of this organization's accounts, by their id. */
export async function findVirtualAccounts(
  db: Queryable,
  orgId: string,
  accountIds: readonly string[],
): Promise<Map<string, VirtualAccount>> {
  const accounts = await findAccounts(
    db,
    accountIds.map((accountId) => ({ orgId, accountId })),
  );
  return new Map(accounts.map((account) => [account.accountId, account]));
}
