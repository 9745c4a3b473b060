/**
 * Why a payment fails, in words that are the same for all providers. Each adapter maps its documented codes to these
 * causes (`Provider.codes`), for refusals and for failures that are reported later.
 *
 * `next`: `other_provider` may succeed where this one failed; `never`: the cause lies with the payer, the payee or the
 * request, so every provider would fail, and card schemes charge for trying again. A payer is never prompted a second
 * time by itself, whatever `next` says.
 * `against`: whose fault counts. Only faults of the provider say something about its health.
 */
export type FailureMeaning = {
  readonly next: "other_provider" | "never";
  readonly against: "provider" | "payer" | "payee" | "us";
};

const byPayer: FailureMeaning = { next: "never", against: "payer" };
const byPayee: FailureMeaning = { next: "never", against: "payee" };
const byProvider: FailureMeaning = { next: "other_provider", against: "provider" };
/** Another provider has another account, float or contract of ours. */
const byUs: FailureMeaning = { next: "other_provider", against: "us" };
const byOurRequest: FailureMeaning = { next: "never", against: "us" };

export const FAILURES = {
  insufficient_funds: byPayer,
  payer_limit_exceeded: byPayer,
  wrong_pin: byPayer,
  wrong_one_time_password: byPayer,
  wrong_security_code: byPayer,
  declined_by_payer: byPayer,
  timed_out_at_payer: byPayer,
  payer_busy: byPayer,
  payer_account_unknown: byPayer,
  payer_account_blocked: byPayer,
  card_expired: byPayer,
  card_invalid: byPayer,
  card_lost_or_stolen: byPayer,
  card_closed: byPayer,
  card_not_supported: byPayer,
  authentication_failed: byPayer,
  declined_by_issuer: byPayer,
  payer_not_permitted: byPayer,
  payer_name_mismatch: byPayer,
  fraud_suspected: byPayer,
  payee_account_unknown: byPayee,
  payee_account_closed: byPayee,
  payee_account_blocked: byPayee,
  payee_limit_exceeded: byPayee,
  payee_name_mismatch: byPayee,
  payee_not_permitted: byPayee,
  network_down: byProvider,
  issuer_unavailable: byProvider,
  provider_unavailable: byProvider,
  provider_error: byProvider,
  provider_timed_out: byProvider,
  provider_limit_exceeded: byUs,
  too_many_requests: byProvider,
  not_served: byUs,
  amount_not_served: byUs,
  float_too_low: byUs,
  credentials_refused: byUs,
  account_suspended: byUs,
  not_set_up: byUs,
  request_invalid: byUs,
  duplicate: byOurRequest,
  canceled: byOurRequest,
  blocked_by_compliance: byOurRequest,
} as const satisfies Record<string, FailureMeaning>;

export type FailureCause = keyof typeof FAILURES;
export const FAILURE_CAUSES = Object.keys(FAILURES) as FailureCause[];

/** A provider's documented codes, spelled as `Refused.code` and `PaymentUpdate.code` contain them. */
export type FailureCodes = Readonly<Record<string, FailureCause>>;

/** The same code can mean another thing in the other direction: the payer's money is short, or our float is. */
export type FailureCodesByFlow = { readonly inbound: FailureCodes; readonly outbound: FailureCodes };

/**
 * The kit's own codes, and those of adapters that refuse before anything is sent. They mean the same for all providers
 * and in both directions. A provider's own meaning of the same code goes first.
 */
const OWN_CODES: FailureCodes = {
  unreachable: "provider_unavailable",
  deadline_passed: "provider_unavailable",
  no_access_token: "credentials_refused",
  unauthorized: "credentials_refused",
  not_set_up: "not_set_up",
  cards_not_set_up: "not_set_up",
  sender_required: "not_set_up",
  sca_required: "not_set_up",
  method_not_supported: "not_served",
  direction_not_supported: "not_served",
  country_not_supported: "not_served",
  currency_not_supported: "not_served",
  network_not_supported: "not_served",
  bank_not_supported: "not_served",
  bank_account_not_supported: "not_served",
  name_not_supported: "not_served",
  phone_not_supported: "not_served",
  no_account: "not_served",
  no_channel: "not_served",
  balance_not_offered: "not_served",
  code_needed_first: "not_served",
  pin_required: "not_served",
  address_required: "not_served",
  amount_not_supported: "amount_not_served",
  amount_not_whole: "amount_not_served",
  amount_out_of_range: "amount_not_served",
  amount_too_large: "amount_not_served",
  too_many_decimals: "amount_not_served",
  invalid_amount: "amount_not_served",
  costs_too_much: "amount_not_served",
  invalid_account: "request_invalid",
  invalid_phone_number: "request_invalid",
  account_incomplete: "request_invalid",
  account_required: "request_invalid",
  bank_account_missing: "request_invalid",
  bank_name_missing: "request_invalid",
  card_incomplete: "request_invalid",
  card_missing: "request_invalid",
  card_required: "request_invalid",
  cvv_required: "request_invalid",
  details_missing: "request_invalid",
  email_required: "request_invalid",
  name_missing: "request_invalid",
  payee_missing: "request_invalid",
  payee_required: "request_invalid",
  recipient_required: "request_invalid",
};

/** Null for a code that is not documented, or that says nothing about the cause. */
export function failureCauseIn(codes: FailureCodes, code: string | undefined): FailureCause | null {
  const table = [codes, OWN_CODES].find((known) => code !== undefined && Object.hasOwn(known, code));
  return table?.[code!] ?? null;
}

const MAX_CODE = 100;

/** For a provider that gives a text instead of a code: the same text always gives the same code. Amounts become `#`. */
export function codeOfText(text: string | undefined): string | undefined {
  const code = text
    ?.toLowerCase()
    .replace(/\d+(?:[.,]\d+)*/g, "#")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .slice(0, MAX_CODE);
  return code === "" ? undefined : code;
}
