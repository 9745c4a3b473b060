import type { Client } from "corridor-client/client.ts";
import type { PaymentRequest } from "@corridor/shared/openapi.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";

/** The last four digits of the phone or account control the outcome at the sandbox. */
export type SandboxPayment = { amount: number; currency: string; ending: string };

type Corridor = { country: string; network: string; phone: string };

/** Mobile money corridors of the demo data. The ending is appended to the start of a phone number. */
const CORRIDORS: Readonly<Record<string, Corridor>> = {
  GHS: { country: "GH", network: "MTN", phone: "+23324123" },
  KES: { country: "KE", network: "MPESA", phone: "+25471234" },
  UGX: { country: "UG", network: "MTN", phone: "+25677123" },
  RWF: { country: "RW", network: "MTN", phone: "+25078123" },
};

export function sandboxPayin({ amount, currency, ending }: SandboxPayment) {
  const corridor = CORRIDORS[currency];
  if (corridor === undefined)
    throw new OperatorError(
      `--currency must be one of ${Object.keys(CORRIDORS).join(", ")} here; the API takes every corridor of GET ` +
        "/v1/corridors.",
    );
  const phone = `${corridor.phone}${ending}`;
  return {
    amount,
    target_amount: amount,
    currency,
    target_currency: currency,
    country: corridor.country,
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: "Ama Owusu", phone },
    mobile_money_details: { provider: corridor.network, phone_number: phone },
  } satisfies PaymentRequest;
}

type Bank = { account_number: string; bank_code: string; bank_name: string };

function bankOf(ending: string): Bank {
  return { account_number: `012345${ending}`, bank_code: "044", bank_name: "Access Bank" };
}

/** A person with a bank account in Nigeria. */
export async function sandboxBeneficiary(api: Client, ending = "6789"): Promise<string> {
  const { beneficiary_id } = await api.beneficiaries.create({
    account_type: "bank",
    fname: "Bisi",
    lname: "Ade",
    country: "NG",
    currency: "NGN",
    bank_details: bankOf(ending),
  });
  return beneficiary_id;
}

/** A payout to a bank account in Nigeria. Creates a beneficiary if none is given, because a payout needs one. */
export async function sandboxPayout(
  api: Client,
  { amount, ending }: Omit<SandboxPayment, "currency">,
  payee?: { beneficiaryId: string; name: string },
): Promise<PaymentRequest> {
  const bank = bankOf(ending);
  return {
    amount,
    target_amount: amount,
    currency: "NGN",
    target_currency: "NGN",
    payment_method: "bank_transfer",
    direction: "payout",
    beneficiary_id: payee?.beneficiaryId ?? (await sandboxBeneficiary(api, ending)),
    payer_details: { name: "Lagos Fresh Foods", email: "accounts@lagosfresh.example" },
    bank_details: { ...bank, account_name: payee?.name ?? "Bisi Ade", country: "NG" },
    bank_account: bank,
  };
}
