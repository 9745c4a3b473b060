import type { AccountRef } from "#src/modules/books/ledger/ledger.ts";
import type { Money } from "#src/platform/money.ts";
import type {
  BankAccount,
  DisputeStatus,
  MobileMoneyDetails,
  NextAction,
  PayerDetails,
  PaymentMethod,
  ProviderName,
  RecordDirection,
} from "#src/providers/provider.ts";
import type { PaymentStatus } from "./payment-status.ts";

/** Which part of a payment an attempt carries: a plain payment has one leg, a ramp collects first and then settles. */
export type LegName = "payment" | "collect" | "settle";

/** `unreachable`: the request provably reached nobody, so the same provider may be asked again, by an attempt of its own. */
export type AttemptOutcome = "dispatching" | "accepted" | "refused" | "unreachable" | "unknown";

/** One try at one provider. `attempt_id` is our reference there. Stored as it is shown. */
export type Attempt = {
  attempt_id: string;
  provider: ProviderName;
  config_id: string;
  leg: LegName;
  outcome: AttemptOutcome;
  reason: string | null;
  provider_payment_id: string | null;
  started_at: string;
  finished_at: string | null;
};

export type RouteCandidate = {
  provider: string;
  config_id: string;
  priority: number;
  scope: "organization" | "global";
  taken: boolean;
  reason: string;
  settlement_delay_hours?: number;
};

export type TimelineEntry = { at: string; from: PaymentStatus | null; to: PaymentStatus; source: MoveSource; note: string | null };

export type MoveSource = "api" | "dispatch" | "callback" | "poll" | "return" | "action" | "person" | "expiry" | "recovery";

/** What is kept of a card: never its number or CVV. */
export type StoredCard = { brand: string; first6: string; last4: string; expiry_month: string; expiry_year: string; card_holder_name: string | null };

/** What was asked for; only `description` and `metadata` ever change, until the customer is erased. Stored and shown under the contract's own names. */
export type PaymentDetails = {
  description?: string;
  /** The customer that it hangs on; one that is merged later is found by its survivor. */
  customer_id?: string;
  /** The quote whose rate and fee it has. */
  quote_id?: string;
  /** The customer's personal data was taken out. */
  erased?: true;
  payer_details?: PayerDetails;
  mobile_money_details?: MobileMoneyDetails;
  card_details?: StoredCard;
  bank_details?: BankAccount;
  bank_account?: BankAccount;
  recipient_info?: { name: string; email?: string; phone?: string };
  /** Of a payout: whether the account it goes to is the beneficiary's own, and what differs if it is not. */
  destination?: { matches_beneficiary: boolean; differs: string[] };
  return_url?: string;
  metadata?: Record<string, unknown>;
  /** Where a payout's money comes from; the organization's settlement account unless a module says otherwise. */
  funding?: AccountRef;
  /** Where a payout's fee comes from, when it is not `funding`. Of a ramp: from where its fee was set aside when it was created. */
  fee_funding?: AccountRef;
  /** The part of the product that its money has moved on to: only that gives it back, since it may have been paid out there. */
  refunded_by?: string;
  /** Which part of the product asked for it, and the id of that thing (a payment link, a virtual account, an escrow milestone). Of a link: how many, and what its payer answered. */
  origin?: { type: string; id: string; quantity?: number; custom_fields?: Readonly<Record<string, string>> };
  /** The row of a payout batch that it pays. */
  batch?: { batch_id: string; row: number };
  ramp?: RampDetails;
};

/**
 * What a ramp was asked for, beside the payment's own fields: `amount` is what the customer pays in (fiat to buy crypto, crypto to sell it)
 * and `targetAmount` what the customer gets. The fiat side's account stands in `bank_details`, `bank_account` or `mobile_money_details`.
 */
export type RampDetails = {
  direction: "on_ramp" | "off_ramp";
  fiat_method: "bank_transfer" | "mobile_money";
  crypto_currency: string;
  crypto_network: string;
  wallet_address?: string;
  customer_type: "retail" | "business";
  business_id?: string;
  business_name?: string;
  /** Units of what the customer gets per unit of what the customer pays in. */
  rate: string;
};

/** What happened so far. */
export type PaymentProgress = {
  route: RouteCandidate[];
  attempts: Attempt[];
  timeline: TimelineEntry[];
  failure_reason?: string;
  comments?: string;
  reviewed_by?: string;
  /** Total that really arrived, in the payment's currency, where the provider says. */
  received_amount?: string;
  provider_data?: Record<string, unknown>;
  /** Total of the refunds that reached the payer; `refundedAmount` also counts those under way. */
  refunds_completed?: string;
  /** The dispute that moved last, as it stands. */
  dispute?: { dispute_id: string; status: DisputeStatus };
  /** One-time passwords by our own count: how many are being checked by the provider, and how many were wrong. */
  otp?: { checking: number; wrong: number };
  /** When the provider said what we last believed; an older word that comes later is not believed. */
  last_word_at?: string;
  ramp?: RampProgress;
};

/** Where a ramp stands; decided by the ramps module. */
export type RampProgress = {
  step: "collecting" | "settling" | "refunding" | "ended";
  /** When the ramp goes on by itself (starts or repeats its second leg, gives the first one back); null while a provider or customer is at it. */
  next_step_at: string | null;
  /** The provider is at it (a deposit that is not final yet, a prompt on the customer's phone): it came in time, however long it takes. */
  collection_under_way: boolean;
  /** The second leg goes along its route in rounds, with pauses between them. */
  settle_round: number;
  settle_route: RouteCandidate[];
  /** How many attempts there were before the current round. */
  round_starts_at: number;
  /** Attempts of the second leg that a provider took and then failed: it said so itself, so they cannot pay out any more. */
  failed_attempts: string[];
  refund_id: string | null;
  refund_tries: number;
  /** What the provider of the second leg told about it, such as the hash of the chain's transaction. */
  settlement?: Record<string, unknown>;
};

export type Payment = {
  readonly orgId: string;
  readonly paymentId: string;
  readonly transactionId: string;
  readonly userId: string;
  readonly kind: "payment" | "ramp";
  readonly direction: RecordDirection;
  readonly paymentMethod: PaymentMethod;
  readonly status: PaymentStatus;
  readonly country: string;
  readonly amount: Money;
  readonly targetAmount: Money;
  readonly orgRateId: string | null;
  readonly clientReference: string | null;
  readonly beneficiaryId: string | null;
  readonly feeIds: readonly string[];
  readonly totalFees: Money;
  readonly refundedAmount: Money;
  readonly provider: ProviderName | null;
  readonly providerPaymentId: string | null;
  readonly providerStatus: string | null;
  readonly nextAction: NextAction | null;
  readonly details: PaymentDetails;
  readonly progress: PaymentProgress;
  readonly eventSequence: number;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export function currentAttempt(payment: Payment): Attempt | undefined {
  return payment.progress.attempts.at(-1);
}

/** It cannot carry its leg, unless its provider says otherwise later. */
export function isGivenUp({ outcome }: Pick<Attempt, "outcome">): boolean {
  return outcome === "refused" || outcome === "unreachable";
}

/** Which way an attempt moves money at its provider: a ramp's first leg comes in, its second goes out. */
export function flowOf(payment: Pick<Payment, "direction">, attempt: Pick<Attempt, "leg">): "inbound" | "outbound" {
  return attempt.leg === "settle" || payment.direction === "outbound" ? "outbound" : "inbound";
}
