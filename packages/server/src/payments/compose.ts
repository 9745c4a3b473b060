import type { Needs, Part } from "#src/kernel/part.ts";
import { assertLockHolds } from "#src/pricing/rates/index.ts";
import {
  type CallbackReceiver,
  composeCallbacks,
  composeChecks,
  createAccountResolver,
  createDispatcher,
  createPaymentContinuation,
  plainPayment,
} from "./at-providers/index.ts";
import { composeDisputes, createDisputeUpdates, followDisputeApproval } from "./disputes/index.ts";
import { composeInitiation, createCardTries } from "./initiate/index.ts";
import { composeRamps, createRampContinuation, rampKind } from "./ramps/index.ts";
import { composeRecords } from "./records/index.ts";
import { composeRefunds, createRefundWrites, followRefundApproval, giveBack } from "./refunds/index.ts";
import { composeStore } from "./store/index.ts";

const KINDS = { payment: plainPayment, ramp: rampKind };

/** What the modules of this floor give each other. */
type Own =
  | "absence"
  | "approvals"
  | "assertLockHolds"
  | "cardTries"
  | "continuations"
  | "dispatcher"
  | "applyDisputeUpdate"
  | "kinds"
  | "receive"
  | "refundWrites"
  | "resolveAccount"
  | "store";
type PaymentsDeps = Needs<
  | typeof composeCallbacks
  | typeof composeChecks
  | typeof composeDisputes
  | typeof composeInitiation
  | typeof composeRamps
  | typeof composeRecords
  | typeof composeRefunds
  | typeof composeStore
  | typeof createCardTries
  | typeof createDispatcher,
  Own
> & {
  /** With several cells: finds the cell of a callback first. */
  receiveCallback: CallbackReceiver["receive"] | undefined;
};

/** The floor of payments: its modules share one store, which alone moves a payment. */
export function composePayments<D>(deps: D & PaymentsDeps) {
  const written = composeStore({ ...deps, kinds: KINDS });
  const common = { ...deps, store: written.store, absence: written.absence, kinds: KINDS };
  const callbacks = composeCallbacks({ ...common, applyDisputeUpdate: createDisputeUpdates(common) });
  const payments = {
    ...common,
    dispatcher: createDispatcher({ ...common, assertLockHolds: (one) => assertLockHolds(deps.rates, one) }),
    cardTries: createCardTries(deps),
    refundWrites: createRefundWrites({ ...common, approvals: deps }),
    resolveAccount: createAccountResolver(common),
    approvals: deps,
  };
  const continuations = {
    payment: createPaymentContinuation(payments, (payment) => giveBack(payments, payment)),
    ramp: createRampContinuation(payments),
  };
  const parts: readonly Part[] = [
    written,
    callbacks,
    composeRefunds(payments),
    composeChecks({ ...payments, continuations, receive: deps.receiveCallback ?? callbacks.receiver.receive }),
    composeInitiation(payments),
    composeRecords(payments),
    composeDisputes(payments),
    composeRamps(payments),
  ];
  const [refunded, accepted] = [followRefundApproval(payments), followDisputeApproval(payments)];
  const followReturn: typeof refunded = async (tx, approval) =>
    (await refunded(tx, approval)) ?? accepted(tx, approval);
  return { parts, payments, receiver: callbacks.receiver, followReturn };
}
