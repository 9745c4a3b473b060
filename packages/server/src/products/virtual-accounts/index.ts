export { findVirtualAccount, findVirtualAccounts } from "./find-account.ts";
export { findByNumbers } from "./queries.ts";
export { recordMovements } from "./record-movements.ts";
export { refusalOf } from "./transfer-funds.ts";
export {
  ledgerAccountOf,
  TRANSACTION_STATUSES,
  VIRTUAL_ACCOUNT_STATUSES,
  type VirtualAccount,
  type VirtualTransaction,
} from "./virtual-account.ts";
