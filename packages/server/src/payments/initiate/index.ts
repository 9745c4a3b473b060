import type { Needs, Part } from "#src/kernel/part.ts";
import { purgeCardTriesJob } from "./card-tries.ts";
import { initiationRoutes } from "./initiation-routes.ts";

export { keepRateLocks } from "./keep-rate-locks.ts";
export { type ActDeps, actOnPayment, type PaymentAction, readAction } from "./act-on-payment.ts";
export { createCardTries, type EndedCardPayment, settleCardTries } from "./card-tries.ts";
export { agreePrice } from "./agree-price.ts";
export { CollectingPayinInput, StartedPayin } from "./collecting-payin.ts";
export {
  AllProvidersFailed,
  assertVerified,
  createPlanned,
  draftPayment,
  findEarlier,
  type InitiateDeps,
  planIntent,
  startPayment,
  startPlanned,
} from "./initiate-payment.ts";
export { type PaymentIntent, payoutIntentOf, type PayoutOrder, type Price } from "./payment-intent.ts";
export {
  countryOfPayer,
  findPayee,
  type PayinFields,
  readCustomer,
  type ReadInitiationDeps,
  readPayin,
} from "./read-initiation.ts";

export function composeInitiation(deps: Needs<typeof initiationRoutes | typeof purgeCardTriesJob>): Part {
  return { routes: [initiationRoutes(deps)], jobs: [purgeCardTriesJob(deps)] };
}
