import type { Part } from "#src/kernel/part.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { ledgerRoutes } from "./routes.ts";

export { VirtualAccountStatusSchema } from "./routes.ts";
export { type Balance, balanceRecordOf, unusedBalance } from "./balance.ts";
export { ledgerHashesAt, ledgerHeads, ledgerHeadsWithBalances } from "./chain-heads.ts";
export {
  ACCOUNT_PURPOSES,
  type AccountPurpose,
  type AccountRef,
  type AccountStatus,
  type LedgerTransaction,
  type PostingOutcome,
} from "./ledger.ts";
export { type Shortage, shortageIn } from "./apply-transactions.ts";
export { lockLedger, lockLedgers } from "./lock-ledger.ts";
export { postTransactions } from "./post-transactions.ts";
export {
  atProvider,
  FEES,
  fundsAt,
  FX,
  move,
  OWN_ACCOUNTS,
  SETTLEMENT,
  SUSPENSE,
  transaction,
  waiting,
} from "./postings.ts";
export { type BalanceAt, readBalancesAt } from "./read-balances-at.ts";
export { readBalances } from "./read-balances.ts";
export { balanceBefore, type OwnedAccount, positionsOf, postingsOf, type StatementLine } from "./read-postings.ts";
export { readSpendable } from "./read-spendable.ts";
export { openingsOf } from "./sandbox-balance.ts";
export { setSandboxBalance } from "./set-sandbox-balance.ts";
export { describeLedger, type LedgerReport, verifyLedger } from "./verify-ledger.ts";

export function composeLedger({ reads }: { reads: Reader }): Part {
  return { routes: [ledgerRoutes({ db: reads })] };
}
