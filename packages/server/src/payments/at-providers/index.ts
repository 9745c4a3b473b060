export { type AskDeps, pollPayment } from "./check-payments.ts";
export { type Dispatcher, newAttempt } from "./dispatch-payment.ts";
export { peopleAndAccounts, plainPayment } from "./dispatch-request.ts";
export { isReturnAddress, referenceOf, RETURN_ADDRESS_RULE, returnAddressOf } from "./return-customer.ts";
export { settleByHand } from "./settle-by-hand.ts";
