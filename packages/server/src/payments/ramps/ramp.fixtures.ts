import type { Attempt, Payment } from "#src/payments/core/payment.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import { Money } from "@corridor/base/money.ts";
import { NEW_RAMP } from "./ramp.ts";

/**
 * Ramps for tests: 155000.00 NGN for 100 USDT on TRON, a purchase unless changed, whose first leg is being sent to
 * `crypto`.
 */
export function aRamp(
  change: Partial<Payment> & {
    direction?: Payment["direction"];
    ramp?: "on_ramp" | "off_ramp";
    attempts?: Attempt[];
  } = {},
): Payment {
  const {
    ramp = "on_ramp",
    attempts = [
      anAttempt({
        leg: "collect",
        provider: "crypto",
        outcome: "dispatching",
        provider_payment_id: null,
        finished_at: null,
      }),
    ],
    ...fields
  } = change;
  const fiat = Money.parse("155000.00", "NGN");
  const crypto = Money.parse("100.000000", "USDT");
  const [amount, targetAmount] = ramp === "on_ramp" ? [fiat, crypto] : [crypto, fiat];
  const base = aPayment({ attempts });
  return {
    ...base,
    kind: "ramp",
    direction: "external",
    paymentMethod: "crypto",
    status: "initiated",
    amount,
    targetAmount,
    totalFees: Money.parse("2", amount.currency),
    refundedAmount: Money.zero(amount.currency),
    provider: null,
    providerPaymentId: null,
    providerStatus: null,
    details: {
      ramp: {
        direction: ramp,
        fiat_method: "bank_transfer",
        crypto_currency: "USDT",
        crypto_network: "TRON",
        customer_type: "retail",
        rate: ramp === "on_ramp" ? "0.000645161290323" : "1550",
        ...(ramp === "on_ramp" ? { wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" } : {}),
      },
    },
    progress: { ...base.progress, ramp: NEW_RAMP },
    expiresAt: new Date("2026-01-05T10:29:00.000Z"),
    ...fields,
  };
}
