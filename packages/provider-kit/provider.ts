import type { Static, TSchema } from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { Money } from "@corridor/base/money.ts";
import type { AccountReach } from "@corridor/base/networks/account-format.ts";
import type { FailureCodesByFlow } from "./failures.ts";
import type { Log, Sender } from "./outbound.ts";

/**
 * The provider contract; CONTRIBUTING.md says what to touch for a new one. A provider uses HTTP and nothing else; it
 * never sees the database. The one rule that keeps money safe is in `DispatchResult`: `refused` only when the provider
 * certainly did not accept (it said so, or nothing was sent); anything doubtful is `unknown`, and then no other
 * provider is tried and `fetchStatus` finds the truth by our reference. An absent optional method is an unsupported
 * operation.
 */
export const PROVIDER_NAMES = [
  "manual",
  "crypto",
  "fiat",
  "hybrid",
  "paystack",
  "flutterwave",
  "stripe",
  "adyen",
  "wise",
  "pawapay",
  "mtn_momo",
  "mpesa",
  "yellowcard",
] as const;
/** One of the contract's, which are always known, or that of an installed package, which the start has checked. */
export type ProviderName = (typeof PROVIDER_NAMES)[number] | (string & Record<never, never>);

/** The callback address names the provider, but for M-PESA: Safaricom wants no names of its products there. */
const CALLBACK_WORDS: ReadonlyMap<ProviderName, string> = new Map([["mpesa", "daraja"]]);
const PROVIDER_OF_WORD: ReadonlyMap<string, ProviderName> = new Map(
  [...CALLBACK_WORDS].map(([name, word]) => [word, name]),
);
/** What no package may be called. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([...PROVIDER_NAMES, ...CALLBACK_WORDS.values()]);

/** The address names the account (accounts.ts), whose key verifies what comes there. */
export function callbackWordOf(account: ProviderName): string {
  const [provider, ...rest] = account.split(".") as [ProviderName, ...string[]];
  return [CALLBACK_WORDS.get(provider) ?? provider, ...rest].join(".");
}

export function callbackUrlOf(publicBaseUrl: string, account: ProviderName): string {
  return `${publicBaseUrl}/v1/callbacks/${callbackWordOf(account)}`;
}

export function accountOfCallbackWord(word: string): ProviderName | undefined {
  const [first, ...rest] = word.split(".") as [string, ...string[]];
  const provider = PROVIDER_OF_WORD.get(first) ?? first;
  return callbackWordOf(provider) === first ? [provider, ...rest].join(".") : undefined;
}

export const PAYMENT_METHODS = ["bank_transfer", "card", "mobile_money", "crypto", "wallet"] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const RECORD_DIRECTIONS = ["inbound", "outbound", "external"] as const;
export type RecordDirection = (typeof RECORD_DIRECTIONS)[number];

export type PayerDetails = { name: string; email?: string; phone?: string };
export type MobileMoneyDetails = { provider: string; phone_number: string };
/** `network_code`: ours (`MTN_GH`), for a provider to translate into its own. `phone_number`: E.164. */
export type MobileMoneyTarget = MobileMoneyDetails & { network_code: string };
export type BankAccount = {
  account_number: string;
  bank_code?: string | null;
  bank_name?: string;
  account_name?: string;
  country?: string;
  /** BIC, and branch, sort or routing code, if the payee is registered with them besides the bank's code. */
  swift_code?: string;
  branch_code?: string;
};
/** Lives in memory for one dispatch. Never stored, logged or put into an event. */
export type CardDetails = {
  card_number: string;
  expiry_month: string;
  expiry_year: string;
  cvv?: string;
  card_holder_name?: string;
};
export type CryptoTarget = { asset: string; network: string; wallet_address?: string };

/** In memory for one dispatch, like a card: never stored, logged or put into an event. */
export type PayerAddress = {
  line1?: string;
  line2?: string;
  city?: string;
  state?: string;
  postalCode?: string;
  country?: string;
};
export type PayerDevice = {
  ipAddress?: string;
  userAgent?: string;
  acceptHeader?: string;
  language?: string;
  colorDepth?: number;
  screenHeight?: number;
  screenWidth?: number;
  /** The offset of the payer's time zone in minutes, as a browser counts it. */
  timeZoneOffset?: number;
  javaEnabled?: boolean;
};
export type PayerContext = { payerAddress?: PayerAddress; payerDevice?: PayerDevice };

/** Of a payee, beside name and account, where a corridor `needs` it. Neither logged nor kept with the payment. */
export type Party = {
  address?: PayerAddress;
  /** `YYYY-MM-DD` */
  birthDate?: string;
  document?: { type: string; number: string; country: string };
};
export const PARTY_FIELDS = ["address", "birth_date", "document", "branch_code"] as const;
export type PartyField = (typeof PARTY_FIELDS)[number];

export type DispatchRequest = PayerContext & {
  /** Our attempt id: the provider's idempotency reference, and what `fetchStatus` looks up. */
  reference: string;
  paymentId: string;
  transactionId: string;
  orgId: string;
  /** A ramp's `external` legs are inbound (collect) or outbound (pay out), with method `crypto` on the chain's side. */
  direction: "inbound" | "outbound";
  method: PaymentMethod;
  country: string;
  amount: Money;
  /** What the payee gets; equals `amount` unless the payment crosses currencies. */
  targetAmount: Money;
  payer?: PayerDetails;
  recipient?: { name: string; email?: string; phone?: string };
  payee?: Party;
  mobileMoney?: MobileMoneyTarget;
  card?: CardDetails;
  /** Payer's source account. */
  bankDetails?: BankAccount;
  /** Destination account. */
  bankAccount?: BankAccount;
  crypto?: CryptoTarget;
  description?: string;
  callbackUrl: string;
  /** Where the provider's hosted page sends the customer: always our own return endpoint. */
  returnUrl: string;
};

/** The required next step, in the contract's terms, with the fields that are merged into the response. */
export type NextAction =
  /** `expires_at`: set if the page can be paid for longer than we would wait, and we cannot close it. */
  | { type: "redirect"; redirect_url: string; expires_at?: string }
  /** `text`: the provider's own words for the payer, shown as such. */
  | { type: "wait"; text?: string | undefined }
  | ({
      type: "bank_transfer";
      account_name: string;
      account_number: string;
      bank_name: string;
      bank_code: string | null;
      reference: string;
      expires_at: string;
      /** The content of a QR code for bank apps, if the account has one; it contains amount and reference. */
      qr_code?: string;
    } & AccountReach)
  | { type: "pay_by_link"; payment_link: string }
  | { type: "collect_otp"; text?: string | undefined }
  | { type: "check_status" }
  | {
      type: "crypto_transfer";
      address: string;
      network: string;
      asset: string;
      reference: string;
      memo: string | null;
      expires_at: string;
    };

export type ProviderStatus = "pending" | "processing" | "completed" | "failed";

export type Accepted = {
  outcome: "accepted";
  providerPaymentId: string;
  /** The provider's own status text, kept for support. */
  providerStatus: string;
  status: Exclude<ProviderStatus, "failed">;
  nextAction?: NextAction;
  data?: Record<string, unknown>;
};
/** Unreachable, and nothing was sent. Not the provider's own code; its circuit breaker counts it as a fault. */
export const UNREACHABLE = "unreachable";
export type Refused = { outcome: "refused"; code: string; reason: string };
/** `providerPaymentId`: named in an earlier step, so that the payment in doubt can be polled by that id. */
export type Unknown = { outcome: "unknown"; reason: string; providerPaymentId?: string };
export type DispatchResult = Accepted | Refused | Unknown;

export type PaymentUpdate = {
  kind: "payment";
  /** Our reference; always present, so that an update cannot be applied to a stranger's payment. */
  reference: string;
  providerPaymentId?: string;
  /** On a provider's page each try has an id: it does not count where the attempt is known by another. */
  isOfOneTry?: true | undefined;
  providerStatus: string;
  status: ProviderStatus;
  reason?: string;
  /** Of a failed payment: the provider's own code, if it gives one; `Provider.codes` says what it means. */
  code?: string;
  /** What really arrived, if the provider reports it (bank transfers, chain deposits): shows under- and overpayment. */
  receivedAmount?: Money;
  occurredAt?: Date;
  data?: Record<string, unknown>;
};
export const DISPUTE_STATUSES = ["needs_response", "under_review", "won", "lost", "accepted", "expired"] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];
/** A payer's bank demands the money of a payment back, or continues doing so. */
export type DisputeUpdate = {
  kind: "dispute";
  /** The provider's own id of the dispute: the same in every update of it. */
  disputeId: string;
  /** Of the attempt that collected. Null when only the provider's payment id is known: `fetchByOwnId` finds it. */
  reference: string | null;
  providerPaymentId: string | null;
  providerStatus: string;
  status: DisputeStatus;
  amount: Money;
  /** What the provider charges for the dispute so far; absent if it does not say. */
  fee?: Money;
  reason?: string;
  respondBy?: Date;
  occurredAt?: Date;
};
/** Made at the provider, not through us. Only a finished one: a refund in progress may still be canceled there. */
export type RefundElsewhereUpdate = {
  kind: "refund_elsewhere";
  providerRefundId: string;
  /** As in a dispute update. */
  reference: string | null;
  providerPaymentId: string | null;
  amount: Money;
  reason?: string;
};
/**
 * A payer's bank asks about a payment, or believes that it was fraud. It moves no money; a refund in time may spare a
 * chargeback. References as in a dispute update.
 */
export type WarningUpdate = Pick<
  DisputeUpdate,
  "reference" | "providerPaymentId" | "amount" | "reason" | "respondBy"
> & {
  kind: "warning";
  warningId: string;
  of: "an inquiry" | "a suspicion of fraud";
};
export type RefundUpdate = {
  kind: "refund";
  reference: string;
  providerStatus: string;
  status: "pending" | "completed" | "failed";
  reason?: string;
};
/** Money that arrived at a virtual account's own number, without a payment of ours. */
export type DepositUpdate = {
  kind: "deposit";
  depositId: string;
  accountNumber: string;
  amount: Money;
  rail: string;
  senderName?: string;
  narration?: string;
  occurredAt?: Date;
};
/**
 * Moves nothing by itself, being unsigned or saying too little: the provider is polled at once, and the poll counts.
 * Without our reference, `fetchByOwnId` polls by the provider's id.
 */
export type Notice = { kind: "notice"; direction: "inbound" | "outbound"; receipt?: string } & (
  | { reference: string; providerPaymentId: string | null }
  | { reference: null; providerPaymentId: string }
);
/**
 * Money was taken back, but the report is unsigned or names no refund; `fetchIncidents` finds out what is true.
 * `providerPaymentId`: of a payment that is not named by our reference, in the form that the adapter uses.
 */
export type IncidentNotice = { kind: "incident_notice"; incident: "dispute" | "refund" } & (
  | { reference: string; providerPaymentId: string | null }
  | { reference: null; providerPaymentId: string }
);
/** Unsigned: a payer paid by hand, under a name for one of these references. `fetchHandPaid` queries the receipt. */
export type HandPaidNotice = {
  kind: "hand_paid_notice";
  references: { from: string; to: string };
  receipt: string;
  amount: Money;
};
/** What a provider did with the money of a payment without a request of ours. */
export type Incident = DisputeUpdate | RefundElsewhereUpdate | WarningUpdate;
export type ProviderUpdate =
  | PaymentUpdate
  | RefundUpdate
  | Incident
  | DepositUpdate
  | Notice
  | IncidentNotice
  | HandPaidNotice;

/**
 * `not_found`: nothing under this reference, after searching everything it could be among; otherwise `unknown`. The
 * core decides whether that is believed: the request may still take effect (`settlesWithinMs`).
 */
export type StatusAnswer =
  | { outcome: "found"; update: PaymentUpdate; nextAction?: NextAction }
  | { outcome: "not_found" }
  | { outcome: "unknown"; reason: string };

export type StatusQuery = {
  reference: string;
  providerPaymentId: string | null;
  direction: "inbound" | "outbound";
  /** For a provider that lists requests since a time. By our clock, which may differ from theirs by hours. */
  sentAt?: Date;
  /** Named by an unverified webhook. Kept only if the poll says completed and names no receipt itself. */
  receipt?: string;
};

export type ActionRequest = { reference: string; providerPaymentId: string } & (
  | { action: "submit_otp"; otp: string }
  | { action: "resend_otp" }
  | { action: "cancel" }
);
export type ActionResult =
  | { outcome: "done"; status: ProviderStatus; providerStatus: string; nextAction?: NextAction }
  /** `attemptsLeft` by the provider's own count; null: it does not say. We count too, and the lower count applies. */
  | { outcome: "wrong_otp"; attemptsLeft: number | null }
  | { outcome: "refused"; reason: string }
  | { outcome: "unknown"; reason: string };

export type RefundRequest = {
  reference: string;
  paymentReference: string;
  providerPaymentId: string;
  amount: Money;
  /** Whether less than the collected amount is refunded. Some providers refund all of it or nothing. */
  isPartial?: boolean;
  /** The receipt that the provider gave the payer, if it named one. */
  receipt?: string;
  reason: string;
  callbackUrl: string;
};
export type RefundResult =
  | { outcome: "accepted"; status: "pending" | "completed"; providerRefundId: string }
  | Refused
  | Unknown;

export type RefundQuery = {
  reference: string;
  paymentReference: string;
  providerPaymentId: string;
  providerRefundId: string | null;
};
export type RefundAnswer = { outcome: "found"; status: RefundUpdate["status"] } | { outcome: "not_found" } | Unknown;

export type AccessAnswer =
  | { outcome: "works" }
  | { outcome: "refused"; reason: string }
  | { outcome: "unreachable"; reason: string };

export type Evidence = { name: string; text: string } | { name: string; contentType: string; content: Buffer };
export type DisputeRequest = { disputeId: string; paymentReference: string; amount: Money };
/** Besides texts. A second file or another type is refused when it is added: evidence cannot be removed. */
export type EvidenceFiles = {
  readonly contentTypes: readonly string[];
  readonly maxFiles: number;
  /** The names of the only texts that the provider accepts; absent: every text. */
  readonly texts?: readonly string[];
};
export type DisputeActionResult =
  | { outcome: "done"; status: DisputeStatus; providerStatus: string }
  | Refused
  | Unknown;

/** `path`: the part of the address after the host, with the query. */
export type RawCallback = { headers: Readonly<Record<string, string | undefined>>; rawBody: Buffer; path: string };
/**
 * `externalId` makes a callback storable once: the provider's event id, or a digest of the bytes. `storable`: the part
 * that may be stored, if not all, parsed like the whole; `storablePath`: the same for a path that contains a secret.
 */
export type VerifiedCallback = { externalId: string; storable?: string; storablePath?: string };

export type VirtualAccountDetails = AccountReach & {
  account_number: string;
  account_name: string;
  bank_name: string;
  bank_code: string | null;
};

/** One row for each combination that works. A payment that matches no row is not sent there, nor its route created. */
export type ProviderCorridor = {
  readonly direction: "inbound" | "outbound";
  readonly method: PaymentMethod;
  /** `"*"` means every country. */
  readonly countries: readonly string[] | "*";
  /** The currencies of the corridor: for a payin the collected currency, for a payout the payee's. */
  readonly currencies: readonly string[] | "*";
  /** How many decimals an amount may have, if that is less than the currency has. */
  readonly decimals?: number;
  /** Limits of an amount, as decimal text in the row's one currency. */
  readonly min?: string;
  readonly max?: string;
  /** What the provider charges for a success there, by its price list: percent of the amount, and a fixed amount. */
  readonly charges?: { readonly percent: string; readonly fixed: string };
  /** What the provider requires of the payee there, beside name and account. */
  readonly needs?: readonly PartyField[];
};

/** One entry of a provider's statement. Amounts are signed from our side: positive adds to our money there. */
export type SettledLine = {
  /** The provider's own id, which its exported files have too: the same line, whichever way it arrives. */
  readonly id: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly kind: "charge" | "payout" | "refund" | "fee" | "chargeback" | "reversal" | "fx" | "adjustment" | "transfer";
  readonly gross: Money;
  readonly fee: Money;
  readonly providerReference: string | null;
  readonly ourReference: string | null;
  /** The amount before the provider's conversion. */
  readonly original?: Money;
};

export type Provider = {
  readonly name: ProviderName;
  readonly displayName: string;
  /** What the provider serves with these settings, according to its documentation. */
  readonly corridors: readonly ProviderCorridor[];
  /** What its documented codes mean; any other code is recorded as it is. */
  readonly codes: FailureCodesByFlow;
  /** Properties marked `"x-secret": true` are write-only. Drives validation and the dashboard's form. */
  readonly settings: TSchema;
  /**
   * How long a request may still take effect: until then "not found" proves nothing, and no other provider is tried.
   * `UNPROMISED_SETTLING_MS`, unless the provider's documentation promises less; then name the source.
   */
  readonly settlesWithinMs: number;
  /** Since when an admin's settings apply: before that, the provider may have used another account. */
  readonly setUpAt?: Date;
  dispatch(request: DispatchRequest, signal: AbortSignal): Promise<DispatchResult>;
  fetchStatus(query: StatusQuery, signal: AbortSignal): Promise<StatusAnswer>;
  /** Polls by the provider's own id, for a report without our reference; the answer's update contains our reference. */
  fetchByOwnId?(
    query: Omit<StatusQuery, "reference"> & { providerPaymentId: string },
    signal: AbortSignal,
  ): Promise<StatusAnswer>;
  /**
   * Null when the signature is invalid. Required, without a default. Throws only where a key that the provider publishes
   * cannot be read (signed-callbacks.ts): then the provider is asked to send the callback again.
   */
  verifyCallback(callback: RawCallback, now: Date): VerifiedCallback | null | Promise<VerifiedCallback | null>;
  /**
   * Completely, or throws `InvalidCallback`. Empty for a genuine callback about nothing that we store. Verified before,
   * perhaps long ago.
   */
  parseCallback(callback: Pick<RawCallback, "rawBody" | "path">): ProviderUpdate[];
  /** The rest of the address to give to the provider; a setting's name in braces stands for its value. */
  readonly callbackPath?: string | undefined;
  /** The answer that the provider expects to a callback, if an empty 200 is not enough. */
  readonly callbackReply?: string;
  /** The customer came back from the provider's page with these parameters, which the provider needs. */
  resumeAfterReturn?(
    request: StatusQuery & { returned: Readonly<Record<string, string>> },
    signal: AbortSignal,
  ): Promise<StatusAnswer>;
  submitAction?(request: ActionRequest, signal: AbortSignal): Promise<ActionResult>;
  refund?(request: RefundRequest, signal: AbortSignal): Promise<RefundResult>;
  fetchRefund?(query: RefundQuery, signal: AbortSignal): Promise<RefundAnswer>;
  /** Queries a `HandPaidNotice`'s receipt for an open payment. `unknown` when another callback brings the answer. */
  fetchHandPaid?(query: { reference: string; receipt: string }, signal: AbortSignal): Promise<StatusAnswer>;
  /** Finds out what an `IncidentNotice` is about: the disputes of the payment, or its refunds that are not ours. */
  fetchIncidents?(
    query: IncidentNotice,
    signal: AbortSignal,
  ): Promise<{ outcome: "found"; incidents: readonly Incident[] } | Unknown>;
  /** Submits evidence and requests a decision. Once per dispute: the provider accepts no more afterwards. */
  submitEvidence?(
    request: DisputeRequest & { evidence: readonly Evidence[] },
    signal: AbortSignal,
  ): Promise<DisputeActionResult>;
  /** Required with `submitEvidence`. */
  readonly evidenceFiles?: EvidenceFiles;
  acceptDispute?(request: DisputeRequest, signal: AbortSignal): Promise<DisputeActionResult>;
  openVirtualAccount?(
    request: { reference: string; currency: string; country: string; name: string; callbackUrl: string },
    signal: AbortSignal,
  ): Promise<{ outcome: "opened"; details: VirtualAccountDetails } | Refused | Unknown>;
  /** Our money there that could be paid out now, by currency. A currency that is not in the answer is unknown. */
  fetchBalance?(signal: AbortSignal): Promise<{ outcome: "found"; balances: readonly Money[] } | Unknown>;
  /**
   * Lines of a past day (UTC), page by page: `cursor` is null for the first page and in the last one's result. Lines of
   * earlier days may be included; their ids tell.
   */
  fetchSettlements?(
    query: { day: string; cursor: string | null },
    signal: AbortSignal,
  ): Promise<{ outcome: "found"; lines: readonly SettledLine[]; cursor: string | null } | Unknown>;
  /**
   * Fetches the next statement file, read like an upload for the source with the provider's name. `mark`: the previous
   * answer's, from whatever day: how far numbered files were fetched. A page without a cursor is the day's last.
   */
  fetchStatement?(
    query: { day: string; cursor: string | null; mark: string | null },
    signal: AbortSignal,
  ): Promise<
    | { outcome: "found"; file: { name: string; content: string } | null; cursor: string | null; mark: string | null }
    | Unknown
  >;
  /** The rows open for the account now, with its limits. Cached for some minutes. Throws when it has none. */
  fetchCorridors?(): Promise<readonly ProviderCorridor[]>;
  /** Answered only with valid credentials. It moves nothing. Every third-party provider has it. */
  checkAccess?(signal: AbortSignal): Promise<AccessAnswer>;
  /** Null when the bank knows no such account. */
  resolveAccount?(request: AccountInQuestion, signal: AbortSignal): Promise<AccountHolder | null>;
};

export type AccountInQuestion = {
  account_number: string;
  bank_code: string;
  country: string;
  /** To be compared with the holder's. Without one, a provider that names nobody can only answer `unknown`. */
  account_name?: string | undefined;
};
export const NAME_VERDICTS = ["match", "no_match", "unknown"] as const;
/** Some providers name nobody, and only compare. `unknown` says nothing against the name. */
export type AccountHolder = { account_name: string } | { verdict: (typeof NAME_VERDICTS)[number] };

/**
 * For providers that promise nothing, all that we know: gateways continue a request whose caller has hung up. Transfers
 * appeared 24 and 40 seconds after they were sent; this is fifteen times as long. It costs time only after a lost
 * answer.
 */
export const UNPROMISED_SETTLING_MS = 10 * 60_000;

/** What makes a callback genuine: a signature over its bytes, a secret in its headers, or a secret address. */
export const CALLBACK_KINDS = ["signature", "shared secret", "secret address"] as const;
export type CallbackKind = (typeof CALLBACK_KINDS)[number];

/** When, by whom and with which kit an adapter was last certified at its provider. */
export type Certification = { readonly at: string; readonly by: string; readonly kit: string };

/** One of them, with what distinguishes it from any other request. */
export type Leg = Pick<DispatchRequest, "method" | "country"> &
  Partial<DispatchRequest> & {
    money: readonly [amount: string, currency: string];
    /** The provider cannot be polled about this payment; only callbacks report it. */
    isToldOnly?: true;
  };
/** The test payments of one provider. `declined`: to test numbers that the provider documents as declined. */
export type Journey = { payin?: Leg; payout?: Leg; declined?: { payin?: Leg; payout?: Leg } };

/** What a third party's adapter says of itself before it is set up. `manifest.ts` checks it. */
export type Manifest<Settings extends TSchema = TSchema> = {
  readonly name: ProviderName;
  readonly displayName: string;
  /** The versions of this kit that it works with, as `^1.0.0`. */
  readonly kit: string;
  /** What the provider serves, whatever its settings. */
  readonly corridors: readonly ProviderCorridor[];
  readonly settings: Settings;
  /** The hosts that it calls by https, as `api.example.com` or `*.example.com`, besides those of its settings. */
  readonly hosts: readonly string[];
  readonly callbacks: readonly CallbackKind[];
  /** Words with which the provider takes no callback address, and so no label of an account. */
  readonly forbiddenInAddress?: RegExp;
  /** Absent: never. */
  readonly certified?: Certification;
  /** Test payments at the provider's own sandbox, by its documented numbers; `certify` makes them. */
  journey?(settings: Static<Settings>): Journey;
};

/** What a package exports: its manifest, and how the provider is created from settings. `providerKind` makes it. */
export type ProviderKind<Settings extends TSchema = TSchema> = Manifest<Settings> & {
  create(settings: Static<Settings>, tools: Omit<ProviderTools, "log"> & Partial<ProviderTools>): Provider;
};
/** `callbackUrl`: where the provider's callbacks arrive, for one that answers a query by a callback. */
export type ProviderTools = { outbound: Sender; clock: Clock; log: Log; callbackUrl?: string };
