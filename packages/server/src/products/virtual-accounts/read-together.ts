import { combine } from "#src/kernel/combine.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Scope } from "#src/kernel/http/caller.ts";
import { isId } from "@corridor/base/ids.ts";
import { type AccountKey, findAccount, findAccounts, findTransactions, type TransactionKey } from "./queries.ts";
import type { VirtualAccount, VirtualTransaction } from "./virtual-account.ts";

/** Concurrent single reads share one statement. */
export type AccountReader = {
  account(scope: Scope, accountId: string): Promise<VirtualAccount | undefined>;
  transaction(key: TransactionKey): Promise<VirtualTransaction | undefined>;
};

const LIMITS = { maxBatch: 64, maxInFlight: 2, maxQueued: 5_000 };

export function createAccountReader(db: Db): AccountReader {
  const readAccount = combine<AccountKey, VirtualAccount | undefined>({
    ...LIMITS,
    async run(keys) {
      const found = new Map((await findAccounts(db, keys)).map((account) => [textOf(account), account]));
      return keys.map((key) => found.get(textOf(key)));
    },
  });
  const readTransaction = combine<TransactionKey, VirtualTransaction | undefined>({
    ...LIMITS,
    async run(keys) {
      const found = await findTransactions(db, keys);
      // The batch has transactions of several organizations, and a reader sees only those of its own.
      return keys.map(({ orgId, transactionId }) =>
        found.get(transactionId)?.orgId === orgId ? found.get(transactionId) : undefined,
      );
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

function textOf({ orgId, accountId }: AccountKey): string {
  return `${orgId} ${accountId}`;
}
