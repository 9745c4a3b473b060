/** Valid requests, of which a test changes one part. */
export function mobileMoneyPayin(ending = "4567", change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 1500.0,
    target_amount: 1500.0,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    payer_details: { name: "Ama Owusu", phone: "+233241234567" },
    mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
    ...change,
  };
}

export function cardPayin(ending = "4242", change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 25.5,
    target_amount: 25.5,
    currency: "GBP",
    target_currency: "GBP",
    country: "GB",
    payment_method: "card",
    direction: "payin",
    payer_details: { name: "Ama Owusu", email: "ama@example.com" },
    card_details: {
      card_number: `424242424242${ending}`,
      expiry_month: "12",
      expiry_year: "2030",
      cvv: "737",
      card_holder_name: "Ama Owusu",
    },
    ...change,
  };
}

export function bankPayin(ending = "6784", change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    amount: 50000.0,
    target_amount: 50000.0,
    currency: "NGN",
    target_currency: "NGN",
    payment_method: "bank_transfer",
    direction: "payin",
    payer_details: { name: "Chidi Eze", email: "chidi@example.com" },
    bank_details: {
      account_name: "Chidi Eze",
      account_number: "0011223344",
      bank_name: "GTBank",
      country: "NG",
      bank_code: "058",
    },
    bank_account: { account_number: `012345${ending}`, bank_code: "044", bank_name: "Access Bank" },
    ...change,
  };
}

/** A payout of the first demo organization, whose beneficiary banks in Nigeria. */
export function bankPayout(
  beneficiaryId: string,
  ending = "6784",
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    ...bankPayin(ending),
    direction: "payout",
    beneficiary_id: beneficiaryId,
    amount: 700.0,
    target_amount: 700.0,
    ...change,
  };
}

export function mobileMoneyPayout(
  beneficiaryId: string,
  ending = "4567",
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...mobileMoneyPayin(ending), direction: "payout", beneficiary_id: beneficiaryId, ...change };
}

export function cardPayout(
  beneficiaryId: string,
  ending = "4242",
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return { ...cardPayin(ending), direction: "payout", beneficiary_id: beneficiaryId, ...change };
}
