/** What is sent. The bodies vary in what a provider looks at, so that no two requests of a turn are the same. */
const VARIANTS = 64;

export function payins(): string[] {
  return Array.from({ length: VARIANTS }, (_, index) =>
    JSON.stringify({
      amount: 1500.0 + index,
      target_amount: 1500.0 + index,
      currency: "GHS",
      target_currency: "GHS",
      country: "GH",
      payment_method: "mobile_money",
      direction: "payin",
      client_reference: `order-${1000 + index}`,
      description: "Order of the bench",
      payer_details: { name: "Ama Owusu", email: "ama@example.com", phone: "+233241234567" },
      mobile_money_details: { provider: "MTN", phone_number: `+23324123${4500 + index}` },
      metadata: { order: `A-${index}` },
    }),
  );
}

/** A payout costs more than a payin, because its money is set aside in the ledger before it is sent. */
export function payouts(beneficiaryId: string): string[] {
  return payins().map((body) =>
    JSON.stringify({ ...(JSON.parse(body) as object), direction: "payout", beneficiary_id: beneficiaryId }),
  );
}

/** Completed by a bank transfer to the account of the answer. */
export function bankPayin() {
  return {
    amount: 1_000_000,
    target_amount: 1_000_000,
    currency: "NGN",
    target_currency: "NGN",
    country: "NG",
    payment_method: "bank_transfer",
    direction: "payin",
    payer_details: { name: "Ama Owusu", email: "ama@example.com", phone: "+2348031234567" },
    bank_details: {
      account_name: "Ama Owusu",
      account_number: "0011223344",
      bank_name: "GTBank",
      bank_code: "058",
      country: "NG",
    },
    bank_account: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
  };
}
