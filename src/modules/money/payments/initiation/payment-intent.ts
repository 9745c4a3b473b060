import type { AccountRef } from "#src/modules/books/ledger/ledger.ts";
import type { Beneficiary } from "#src/modules/people/beneficiaries/beneficiary.ts";
import { invalidField } from "#src/platform/http/errors.ts";
import type { Money } from "#src/platform/money.ts";
import type { BankAccount, CardDetails, PayerContext } from "#src/providers/provider.ts";
import type { PaymentDetails } from "../payment.ts";
import { destinationOf, destinationRecordOf } from "#src/modules/money/requests/destination.ts";
import { recipientOf } from "#src/modules/money/requests/fields.ts";

/**
 * A payment that is to be made: what `startPayment` takes, whoever asks for it. Its amounts are `Money` from the first: a request's numbers are
 * read where the request is read, and inside the product an amount never becomes a JSON number again, which keeps 15 digits and no more.
 */
export type PaymentIntent = Price & {
  direction: "inbound" | "outbound";
  method: "mobile_money" | "bank_transfer" | "card";
  country: string;
  clientReference: string | null;
  beneficiaryId: string | null;
  details: PaymentDetails;
  /** In memory for the dispatch only. */
  card: CardDetails | undefined;
  /** Likewise. */
  context?: PayerContext;
  /** Other people have approved it already, as a part of something larger. Limits that refuse hold all the same. */
  approved?: true;
};

/** What is paid, what it becomes, and the locked rate between them; without a rate the two are equal. Of a quote its fee too, whatever is charged by now. */
export type Price = { amount: Money; targetAmount: Money; orgRateId: string | null; fee?: { feeIds: string[]; total: Money } };

export type PayoutOrder = {
  beneficiary: Beneficiary;
  price: Price;
  /** Where the money comes from, as the provider and the beneficiary's bank are told. */
  source: BankAccount & { country: string };
  /** The ledger accounts that the payout and its fee are taken from; the fee's is `funding` unless told. */
  funding?: AccountRef;
  feeFunding?: AccountRef;
  origin: { type: string; id: string };
  reference: string | null;
  description: string | null;
};

/** A payout to a beneficiary's own account, for every part of the product that pays somebody: a withdrawal, an escrow's share or refund. */
export function payoutIntentOf({ beneficiary, price, source, ...order }: PayoutOrder): PaymentIntent {
  const { currency } = price.targetAmount;
  if (currency !== beneficiary.currency) throw invalidField("beneficiary_id", `is paid in ${beneficiary.currency}, not in ${currency}`);
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
