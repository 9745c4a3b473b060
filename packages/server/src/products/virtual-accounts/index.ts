import type { Needs, Part } from "#src/kernel/part.ts";
import { createAccountNumbers } from "./request-number.ts";
import { virtualAccountRoutes } from "./routes.ts";

export { createDepositReceiver } from "./apply-deposits.ts";
export { withdrawalListener } from "./withdrawal-listener.ts";
export { findVirtualAccount, findVirtualAccounts } from "./read-accounts.ts";
export { findByNumbers } from "./queries.ts";
export { recordMovements } from "./record-movements.ts";
export { refusalOf } from "./transfer-funds.ts";
export {
  ledgerAccountOf,
  movementOf,
  TRANSACTION_STATUSES,
  VIRTUAL_ACCOUNT_STATUSES,
  type VirtualAccount,
  type VirtualTransaction,
} from "./virtual-account.ts";

export function composeVirtualAccounts(
  deps: Needs<typeof createAccountNumbers | typeof virtualAccountRoutes, "numbers">,
): Part {
  const numbers = createAccountNumbers(deps);
  return { routes: [virtualAccountRoutes({ ...deps, numbers })], jobs: [numbers.job] };
}
