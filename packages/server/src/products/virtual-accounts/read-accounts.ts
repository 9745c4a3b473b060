import { combine } from "#src/kernel/combine.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";
import { type AccountKey, findAccount, findAccounts, findTransactions, type TransactionKey } from "./queries.ts";
import type { VirtualAccount, VirtualTransaction } from "./virtual-account.ts";

/** One of this organization's accounts. Another organization's id, or text that is not an id, is not found. */
export function findVirtualAccount(db: Queryable, orgId: string, id: string): Promise<VirtualAccount | undefined> {
  return findAccount(db, { orgId }, id);
}

export function findVirtualAccounts(
  db: Queryable,
  orgId: string,
  accountIds: readonly string[],
): Promise<Map<string, VirtualAccount>> {
  const keys = accountIds.map((accountId) => ({ orgId, accountId }));
  return findAccounts(db, keys);
}

/** Concurrent single reads share one statement. */
export type AccountReader = {
  account(scope: Scope, accountId: string): Promise<VirtualAccount | undefined>;
  transaction(key: TransactionKey): Promise<VirtualTransaction | undefined>;
};

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000, orgOf: ({ orgId }: { orgId: string }) => orgId };

export function createAccountReader(db: Db): AccountReader {
  const readAccount = combine<AccountKey, VirtualAccount | undefined>({
    ...LIMITS,
    async run(keys) {
      const found = await findAccounts(db, keys);
      return keys.map((key) => ownOf(key, found.get(key.accountId)));
    },
  });
  const readTransaction = combine<TransactionKey, VirtualTransaction | undefined>({
    ...LIMITS,
    async run(keys) {
      const found = await findTransactions(db, keys);
      return keys.map((key) => ownOf(key, found.get(key.transactionId)));
    },
  });
  return {
    async account(scope, accountId) {
      if ("every" in scope) return findAccount(db, scope, accountId);
      return isId(accountId) ? readAccount({ orgId: scope.orgId, accountId: accountId.toLowerCase() }) : undefined;
    },
    transaction: readTransaction,
  };
}

/** A batch has records of several organizations, and a reader sees only those of its own. */
export function ownOf<T extends { orgId: string }>({ orgId }: { orgId: string }, found: T | undefined): T | undefined {
  return found?.orgId === orgId ? found : undefined;
}
