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

/** A row for each cause: its codes, with blanks between them. */
export function byCause(rows: Readonly<Partial<Record<FailureCause, string>>>): FailureCodes {
  const causes = Object.entries(rows) as [FailureCause, string][];
  return Object.fromEntries(causes.flatMap(([cause, codes]) => codes.split(" ").map((code) => [code, cause])));
}

/** The same code can mean another thing in the other direction: the payer's money is short, or our float is. */
export type FailureCodesByFlow = { readonly inbound: FailureCodes; readonly outbound: FailureCodes };

/**
 * The kit's own codes, and those of adapters that refuse before anything is sent. They mean the same for all providers
 * and in both directions. A provider's own meaning of the same code goes first.
 */
const OWN_CODES = byCause({
  provider_unavailable: "unreachable deadline_passed",
  credentials_refused: "no_access_token unauthorized",
  not_set_up: "not_set_up cards_not_set_up sender_required sca_required",
  not_served:
    "method_not_supported direction_not_supported country_not_supported currency_not_supported network_not_supported " +
    "bank_not_supported bank_account_not_supported name_not_supported phone_not_supported no_account no_channel " +
    "balance_not_offered code_needed_first pin_required address_required",
  amount_not_served:
    "amount_not_supported amount_not_whole amount_out_of_range amount_too_large too_many_decimals invalid_amount " +
    "costs_too_much",
  request_invalid:
    "invalid_account invalid_phone_number account_incomplete account_required bank_account_missing bank_name_missing " +
    "card_incomplete card_missing card_required cvv_required details_missing email_required name_missing " +
    "payee_missing payee_required recipient_required",
});

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
