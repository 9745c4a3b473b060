import type { PaymentKind } from "#src/payments/core/index.ts";
import { peopleAndAccounts, plainPayment } from "#src/payments/at-providers/index.ts";
import { methodOfLeg, nextOfRoute, rampOf } from "./ramp.ts";
import { decideRampMove } from "./ramp-rules.ts";

/** A ramp for the payment core: rules of two legs, each of which stays within one currency. We convert between them. */
export const rampKind: PaymentKind = {
  decide: decideRampMove,
  substanceOf(payment, { leg }) {
    const ramp = payment.details.ramp!;
    const settles = leg === "settle";
    const amount = settles ? payment.targetAmount : payment.amount;
    const method = methodOfLeg(payment, settles ? "settle" : "collect");
    if (method !== "crypto") return { method, amount, targetAmount: amount, ...peopleAndAccounts(payment) };
    const crypto = {
      asset: ramp.crypto_currency,
      network: ramp.crypto_network,
      ...(settles ? { wallet_address: ramp.wallet_address! } : {}),
    };
    return { method, amount, targetAmount: amount, crypto };
  },
  nextCandidate: (payment) =>
    rampOf(payment).step === "collecting" ? plainPayment.nextCandidate(payment) : nextOfRoute(payment),
};
