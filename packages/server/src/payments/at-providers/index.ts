import type { Db } from "#src/kernel/db/client.ts";
import { measureQueue } from "#src/kernel/jobs/measure.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { createCheckJob } from "./check-payments.ts";
import { findOldestCallback, purgeCallbacksJob } from "./callback-queries.ts";
import { publicPaymentRoutes } from "./public-routes.ts";
import { createCallbackReceiver } from "./receive-callback.ts";
import { createLeftBehindJob } from "./watch-left-behind.ts";

export { isAnythingUnderWayAt } from "./anything-under-way.ts";
export type { CallbackReceiver } from "./receive-callback.ts";
export { createAccountResolver } from "./resolve-payee.ts";
export { type AskDeps, createPaymentContinuation, pollPayment } from "./check-payments.ts";
export { createDispatcher, type Dispatcher, newAttempt } from "./dispatch-payment.ts";
export { peopleAndAccounts, plainPayment } from "./dispatch-request.ts";
export { isReturnAddress, referenceOf, RETURN_ADDRESS_RULE, returnAddressOf } from "./return-customer.ts";
export { settleByHand } from "./settle-by-hand.ts";

type CallbacksDeps = Needs<typeof createCallbackReceiver | typeof purgeCallbacksJob> & {
  writerDb: Db;
  metrics: Metrics;
  cell: number;
};

export function composeCallbacks(deps: CallbacksDeps) {
  const receiver = createCallbackReceiver({ ...deps, db: deps.writerDb });
  return {
    receiver,
    jobs: [receiver.follower.job, purgeCallbacksJob(deps)],
    measures: [measureQueue("callbacks", deps, () => findOldestCallback(deps.db))],
    close: () => receiver.follower.close(),
  };
}

type ChecksDeps = Needs<typeof publicPaymentRoutes | typeof createCheckJob | typeof createLeftBehindJob>;

export function composeChecks(deps: ChecksDeps): Part {
  return { routes: [publicPaymentRoutes(deps)], jobs: [createCheckJob(deps), createLeftBehindJob(deps)] };
}
