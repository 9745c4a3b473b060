import type { AccountRef } from "#src/record/ledger/index.ts";
import type { Beneficiary } from "#src/parties/beneficiaries/index.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import type { Money } from "@corridor/base/money.ts";
import type { BankAccount, CardDetails, PayerContext } from "@corridor/provider-kit/provider.ts";
import type { PaymentDetails } from "#src/payments/core/index.ts";
import { destinationOf, destinationRecordOf, recipientOf } from "#src/payments/requests/index.ts";

/**
 * The input of `startPayment`, for every caller. Requests' numbers are parsed where the request is read: inside the
 * product an amount never becomes a JSON number again, which keeps only 15 digits.
 */
export type PaymentIntent = Price & {
  direction: "inbound" | "outbound";
  method: "mobile_money" | "bank_transfer" | "card";
  country: string;
  clientReference: string | null;
  beneficiaryId: string | null;
  details: PaymentDetails;
  /** Card and context are kept in memory for the dispatch, and never stored. */
  card: CardDetails | undefined;
  context?: PayerContext;
  /** Others have approved it as a part of something larger, such as a batch. Limits that refuse still apply. */
  approved?: true;
};

/** Without a rate the two amounts are equal. A quote's fee applies, whatever the current fee is. */
export type Price = {
  amount: Money;
  targetAmount: Money;
  orgRateId: string | null;
  fee?: { feeIds: string[]; total: Money };
};

export type PayoutOrder = {
  beneficiary: Beneficiary;
  price: Price;
  /** The source of the money, as shown to the provider and the beneficiary's bank. */
  source: BankAccount & { country: string };
  /** The ledger accounts that the payout and its fee are taken from; the fee's is `funding` by default. */
  funding?: AccountRef;
  feeFunding?: AccountRef;
  origin: { type: string; id: string };
  reference: string | null;
  description: string | null;
};

/** For all modules that pay somebody: a withdrawal, an escrow's share or refund. */
export function payoutIntentOf({ beneficiary, price, source, ...order }: PayoutOrder): PaymentIntent {
  const { currency } = price.targetAmount;
  if (currency !== beneficiary.currency)
    throw invalidField("beneficiary_id", `is paid in ${beneficiary.currency}, not in ${currency}`);
  const method = beneficiary.momoDetails !== null ? "mobile_money" : "bank_transfer";
  if (method === "bank_transfer" && beneficiary.bankDetails === null)
    throw invalidField("beneficiary_id", "must name a beneficiary with a bank or mobile money account");
  const destination = destinationOf(beneficiary, { method, country: beneficiary.country ?? source.country });
  return {
    ...price,
    direction: "outbound",
    method,
    country: destination.country,
    clientReference: order.reference,
    beneficiaryId: beneficiary.beneficiaryId,
    card: undefined,
    details: {
      ...destination.accounts,
      ...(method === "bank_transfer" ? { bank_details: source } : {}),
      ...(order.description === null ? {} : { description: order.description }),
      ...(order.funding === undefined ? {} : { funding: order.funding }),
      ...(order.feeFunding === undefined ? {} : { fee_funding: order.feeFunding }),
      recipient_info: recipientOf(beneficiary),
      destination: destinationRecordOf(destination),
      origin: order.origin,
    },
  };
}
