import { type Payment, phaseOf } from "#src/payments/core/index.ts";
import { europeanFieldsOf, messageOf, nextActionOf } from "#src/payments/wire/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { cryptoAmountOf, fiatAmountOf } from "./ramp.ts";
import type { RampAnswer } from "./ramp-schema.ts";

/** The ramp response (contract.md 2.4): always the fiat and the crypto side, whichever way the funds flow. */
export function rampResponseOf(payment: Payment): RampAnswer {
  const ramp = payment.details.ramp!;
  const fiat = fiatAmountOf(payment);
  const nextAction = nextActionOf(payment);
  return {
    success: phaseOf(payment.status) !== "unsuccessful",
    payment_id: payment.paymentId,
    transaction_id: payment.transactionId,
    direction: ramp.direction,
    status: payment.status,
    fiat_currency: fiat.currency,
    fiat_amount: fiat,
    crypto_currency: ramp.crypto_currency,
    crypto_network: ramp.crypto_network,
    crypto_amount: cryptoAmountOf(payment),
    rate: Decimal.parse(ramp.rate),
    provider: payment.provider ?? undefined,
    message: rampMessageOf(payment),
    expires_at: payment.expiresAt?.toISOString(),
    ...(nextAction === undefined ? {} : { next_action: nextAction }),
    payment_instructions: instructionsOf(payment),
  };
}

function instructionsOf(payment: Payment): RampAnswer["payment_instructions"] {
  const action = payment.nextAction;
  const due = { amount: payment.amount, currency: payment.amount.currency };
  const dueForUs = { ...due, reference: payment.paymentId };
  const { mobile_money_details: wallet } = payment.details;
  switch (action?.type) {
    case "bank_transfer": {
      const { type, account_name, account_number, bank_name, bank_code, reference } = action;
      const european = europeanFieldsOf(action, payment.amount);
      return { type, account_name, account_number, bank_name, bank_code, ...european, ...due, reference };
    }
    case "crypto_transfer": {
      const { type, asset, address: account_number, network: bank_name, memo, reference } = action;
      return { type, account_name: `${asset} deposit address`, account_number, bank_name, memo, ...due, reference };
    }
    case "pay_by_link":
      return { type: "pay_by_link", payment_link: action.payment_link, ...dueForUs };
    case "redirect":
      return { type: "redirect", redirect_url: action.redirect_url, ...dueForUs };
    case "collect_otp":
      return { type: "collect_otp", ...dueForUs };
    case "wait": {
      if (payment.status !== "pending" || payment.details.ramp!.direction !== "on_ramp" || wallet === undefined)
        return undefined;
      return { type: "mobile_money", account_number: wallet.phone_number, bank_name: wallet.provider, ...dueForUs };
    }
    case "check_status":
    case undefined:
      return undefined;
  }
}

function rampMessageOf(payment: Payment): string {
  switch (payment.nextAction?.type) {
    case "bank_transfer":
      return `${messageOf(payment)}; the crypto is sent to the wallet once they have arrived`;
    case "crypto_transfer":
      return `${messageOf(payment)}; the fiat is paid out once it is confirmed`;
    case "wait":
    case undefined:
      return payment.status === "pending"
        ? "The customer is asked to approve the payment"
        : "The ramp is being processed";
    default:
      return messageOf(payment);
  }
}
