import type { About, RoutedBy } from "#src/pricing/routing/index.ts";
import type { AccountRef } from "#src/record/ledger/index.ts";
import type { Money } from "@corridor/base/money.ts";
import type { FailureCause } from "@corridor/provider-kit/failures.ts";
import type {
  BankAccount,
  DisputeStatus,
  MobileMoneyDetails,
  NextAction,
  PayerDetails,
  PaymentMethod,
  ProviderName,
  RecordDirection,
} from "@corridor/provider-kit/provider.ts";
import type { PaymentStatus } from "./payment-status.ts";

/** The part of a payment that an attempt carries: a plain payment has one leg, a ramp collects and then settles. */
export type LegName = "payment" | "collect" | "settle";

/**
 * `unreachable`: the request provably reached nobody, so the same provider may be tried again, with a new attempt.
 * `failed`: the provider accepted it and later reported its failure, and the leg went on without it.
 */
export type AttemptOutcome = "dispatching" | "accepted" | "refused" | "unreachable" | "unknown" | "failed";

/** One try at one provider. `attempt_id` is our reference there. Stored as it is shown. */
export type Attempt = {
  attempt_id: string;
  provider: ProviderName;
  config_id: string;
  leg: LegName;
  outcome: AttemptOutcome;
  reason: string | null;
  /** Of a refusal or failure: the provider's code, and what it means. */
  code?: string;
  cause?: FailureCause;
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

export type TimelineEntry = {
  at: string;
  from: PaymentStatus | null;
  to: PaymentStatus;
  source: MoveSource;
  note: string | null;
};

export type MoveSource =
  | "api"
  | "dispatch"
  | "callback"
  | "poll"
  | "return"
  | "action"
  | "person"
  | "expiry"
  | "recovery";

/** The stored part of a card: never its number or CVV. */
export type StoredCard = {
  brand: string;
  first6: string;
  last4: string;
  expiry_month: string;
  expiry_year: string;
  card_holder_name: string | null;
};

/** The requested fields, under the contract's names. Only `description` and `metadata` change, until an erasure. */
export type PaymentDetails = {
  description?: string;
  /** The payment's customer. A customer that was merged later is found through the one that remains. */
  customer_id?: string;
  /** The quote whose rate and fee the payment uses. */
  quote_id?: string;
  /** The customer's personal data was erased. */
  erased?: true;
  payer_details?: PayerDetails;
  mobile_money_details?: MobileMoneyDetails;
  card_details?: StoredCard;
  bank_details?: BankAccount;
  bank_account?: BankAccount;
  recipient_info?: { name: string; email?: string; phone?: string };
  /** For a payout: whether its account is the beneficiary's own, and what differs if it is not. */
  destination?: { matches_beneficiary: boolean; differs: string[] };
  /** Of a payout and a ramp: see payout-seal.ts. */
  seal?: string;
  return_url?: string;
  metadata?: Record<string, unknown>;
  /** Where a payout's money comes from; the organization's settlement account by default. */
  funding?: AccountRef;
  /** Where a payout's fee comes from, if not `funding`; the account on which a ramp's fee was set aside. */
  fee_funding?: AccountRef;
  /** The module that the money has moved on to. Only it may return the money, because it may have paid it out. */
  refunded_by?: string;
  /** What requested the payment (a link, a virtual account, an escrow milestone); for a link, its order too. */
  origin?: { type: string; id: string; quantity?: number; custom_fields?: Readonly<Record<string, string>> };
  /** The row of the payout batch that this payment pays. */
  batch?: { batch_id: string; row: number };
  ramp?: RampDetails;
};

/** `amount` is what the customer pays, `targetAmount` what the customer gets. The fiat account is in the details. */
export type RampDetails = {
  direction: "on_ramp" | "off_ramp";
  fiat_method: "bank_transfer" | "mobile_money";
  crypto_currency: string;
  crypto_network: string;
  wallet_address?: string;
  customer_type: "retail" | "business";
  business_id?: string;
  business_name?: string;
  /** Units that the customer gets per unit that the customer pays. */
  rate: string;
};

/** What has happened to the payment so far. */
export type PaymentProgress = {
  route: RouteCandidate[];
  /** The routing program that ordered the route, if there is one. */
  program?: RoutedBy;
  attempts: Attempt[];
  timeline: TimelineEntry[];
  failure_reason?: string;
  hold?: Hold;
  comments?: string;
  reviewed_by?: string;
  /** Total that really arrived, in the payment's currency, if the provider reports it. */
  received_amount?: string;
  provider_data?: Record<string, unknown>;
  /** Total of the refunds that reached the payer; `refundedAmount` also counts those in progress. */
  refunds_completed?: string;
  /** The dispute with the latest change, in its current state. */
  dispute?: { dispute_id: string; status: DisputeStatus };
  /** One-time passwords by our own count: how many the provider is checking, and how many were wrong. */
  otp?: { checking: number; wrong: number };
  /** The time of the last applied provider update; an older update that arrives later is ignored. */
  last_word_at?: string;
  ramp?: RampProgress;
  /** Of a payin in another currency, once its money has arrived. */
  conversion?: ConversionProgress;
};

/** Nothing was sent, because the operator had stopped payouts; `ended_at`: when the payment went on. */
export type Hold = { reason: string; since: string; ended_at?: string };

export function isOnHold({ progress: { hold } }: { progress: Pick<PaymentProgress, "hold"> }): boolean {
  return hold !== undefined && hold.ended_at === undefined;
}

/** Collected money is converted if the market is still near the locked rate. Otherwise it is given back. */
export type ConversionProgress = GiveBackProgress & { step: "comparing" | "refunding" | "ended" };

export type GiveBackProgress = {
  /** When the payment continues by itself; null while a provider or customer acts. */
  next_step_at: string | null;
  refund_id: string | null;
  refund_tries: number;
};

/** The state of a ramp; the ramps module decides it. */
export type RampProgress = GiveBackProgress & {
  step: "collecting" | "settling" | "refunding" | "ended";
  /** The provider is working on the customer's money: the customer acted in time, however long that takes. */
  collection_under_way: boolean;
  /** The second leg tries its route in rounds, with pauses between them. */
  settle_round: number;
  settle_route: RouteCandidate[];
  /** How many attempts there were before the current round. */
  round_starts_at: number;
  /** Attempts of the second leg that a provider accepted and later reported as failed. They cannot pay out any more. */
  failed_attempts: string[];
  /** What the provider of the second leg reported about it, such as the hash of the chain's transaction. */
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

/** The state of money between two currencies: of a ramp, or of a payin whose money has arrived. */
export function conversionOf({ progress }: Payment): RampProgress | ConversionProgress | undefined {
  return progress.ramp ?? progress.conversion;
}

type Asking = Pick<Payment, "paymentId" | "beneficiaryId" | "details">;

/** What routing programs may ask of a payment beyond its corridor and amount. */
export function aboutOf({ paymentId, beneficiaryId, details }: Asking) {
  const { mobile_money_details: wallet, ramp, card_details: card, customer_id, metadata } = details;
  return {
    network: wallet?.provider ?? ramp?.crypto_network ?? null,
    cardBrand: card?.brand ?? null,
    cardBin: card?.first6 ?? null,
    customerId: customer_id ?? null,
    beneficiaryId,
    metadata: metadata ?? {},
    paymentId,
  } satisfies About;
}

export function currentAttempt(payment: Payment): Attempt | undefined {
  return payment.progress.attempts.at(-1);
}

export function findAttempt({ progress }: Payment, reference: string | null): Attempt | undefined {
  return progress.attempts.find(({ attempt_id }) => attempt_id === reference);
}

/** The attempt that collected the payer's money. A refund goes through its provider. */
export function collectingAttempt({ progress }: Payment): Attempt | undefined {
  return progress.attempts.findLast(({ outcome, leg }) => outcome === "accepted" && leg !== "settle");
}

/** The attempt does not carry its leg, unless its provider later reports otherwise. */
export function isGivenUp({ outcome }: Pick<Attempt, "outcome">): boolean {
  return outcome === "refused" || outcome === "unreachable";
}

/** Nobody carries the leg by this attempt any more, so that it may be sent to the next provider, or ends. */
export function isOver(attempt: Pick<Attempt, "outcome">): boolean {
  return isGivenUp(attempt) || attempt.outcome === "failed";
}

/** The direction in which an attempt moves money at its provider: a ramp's first leg comes in, its second goes out. */
export function flowOf(payment: Pick<Payment, "direction">, attempt: Pick<Attempt, "leg">): "inbound" | "outbound" {
  return attempt.leg === "settle" || payment.direction === "outbound" ? "outbound" : "inbound";
}
