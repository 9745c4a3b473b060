import { present } from "#src/kernel/fields.ts";
import type { BeneficiaryParty } from "#src/parties/beneficiaries/index.ts";
import { findNetwork } from "@corridor/base/networks/reference-data.ts";
import {
  callbackUrlOf,
  type CardDetails,
  type DispatchRequest,
  type MobileMoneyDetails,
  type MobileMoneyTarget,
  type Party,
  type PayerContext,
} from "@corridor/provider-kit/provider.ts";
import {
  type Attempt,
  flowOf,
  nextCandidateOf,
  type Payment,
  type PaymentKind,
  type PaymentKinds,
  type Substance,
} from "#src/payments/core/index.ts";
import { decideMove } from "#src/payments/rules/index.ts";

/** `pageTokenOf`: a token that opens our page of a payment. */
export type OwnAddresses = { publicBaseUrl: string; pageTokenOf(payment: Payment): string };

export function requestOf(
  addresses: OwnAddresses,
  kinds: PaymentKinds,
  payment: Payment,
  attempt: Attempt,
  card: CardDetails | undefined,
  context: PayerContext = {},
): DispatchRequest {
  return {
    ...context,
    reference: attempt.attempt_id,
    paymentId: payment.paymentId,
    transactionId: payment.transactionId,
    orgId: payment.orgId,
    direction: flowOf(payment, attempt),
    country: payment.country,
    ...kinds[payment.kind].substanceOf(payment, attempt, card),
    ...(payment.details.description === undefined ? {} : { description: payment.details.description }),
    callbackUrl: callbackUrlOf(addresses.publicBaseUrl, attempt.provider),
    // Sealing its token is dear, and only a provider with a page asks for it.
    get returnUrl() {
      return returnUrlOf(addresses, payment, attempt);
    },
  };
}

export function partyOf(stored: BeneficiaryParty): Party {
  const { postal_code, birth_date, document_type, document_number, document_country, ...address } = stored;
  return present({
    address: present({ ...address, postalCode: postal_code }),
    birthDate: birth_date,
    document:
      document_number === undefined
        ? undefined
        : { type: document_type!, number: document_number, country: document_country! },
  });
}

/** A plain payment: one leg, along one route. */
export const plainPayment: PaymentKind = {
  decide: decideMove,
  substanceOf: (payment, _attempt, card) => ({
    method: payment.paymentMethod,
    amount: payment.amount,
    targetAmount: payment.targetAmount,
    ...peopleAndAccounts(payment),
    ...(card === undefined ? {} : { card }),
  }),
  nextCandidate: ({ progress: { attempts, route } }) => nextCandidateOf(route, attempts),
};

export function peopleAndAccounts({ details, country }: Payment): Partial<Substance> {
  const { payer_details, recipient_info, mobile_money_details: wallet, bank_details, bank_account } = details;
  return {
    ...(payer_details === undefined ? {} : { payer: payer_details }),
    ...(recipient_info === undefined ? {} : { recipient: recipient_info }),
    ...(wallet === undefined ? {} : { mobileMoney: targetOf(country, wallet) }),
    ...(bank_details === undefined ? {} : { bankDetails: bank_details }),
    ...(bank_account === undefined ? {} : { bankAccount: bank_account }),
  };
}

function targetOf(country: string, details: MobileMoneyDetails): MobileMoneyTarget {
  return { ...details, network_code: findNetwork(country, details.provider)?.code ?? "" };
}

/**
 * A customer who returns before the end, or has no `return_url`, sees our page of the payment, which a token opens. The
 * ids alone must not open it: everybody who may read the payment knows them.
 */
function returnUrlOf({ publicBaseUrl, pageTokenOf }: OwnAddresses, payment: Payment, attempt: Attempt): string {
  const name = flowOf(payment, attempt) === "inbound" ? pageTokenOf(payment) : payment.paymentId;
  return `${publicBaseUrl}/v1/returns/${payment.orgId}/${name}`;
}
