import { byMeaning } from "./wire.ts";

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

/** The causes of each meaning, with blanks between them. */
const CAUSES = [
  [byPayer, "insufficient_funds payer_limit_exceeded wrong_pin wrong_one_time_password wrong_security_code"],
  [byPayer, "declined_by_payer timed_out_at_payer payer_busy payer_account_unknown payer_account_blocked"],
  [byPayer, "card_expired card_invalid card_lost_or_stolen card_closed card_not_supported"],
  [byPayer, "authentication_failed declined_by_issuer payer_not_permitted payer_name_mismatch fraud_suspected"],
  [byPayee, "payee_account_unknown payee_account_closed payee_account_blocked"],
  [byPayee, "payee_limit_exceeded payee_name_mismatch payee_not_permitted"],
  [byProvider, "network_down issuer_unavailable provider_unavailable provider_error provider_timed_out"],
  [byUs, "provider_limit_exceeded"],
  [byProvider, "too_many_requests"],
  [byUs, "not_served amount_not_served float_too_low credentials_refused account_suspended not_set_up request_invalid"],
  [byOurRequest, "duplicate canceled blocked_by_compliance"],
] as const;
type WordsOf<Text> = Text extends `${infer Word} ${infer Rest}` ? Word | WordsOf<Rest> : Text;
export type FailureCause = WordsOf<(typeof CAUSES)[number][1]>;
export const FAILURES = Object.fromEntries(
  CAUSES.flatMap(([meaning, causes]) => causes.split(" ").map((cause) => [cause, meaning])),
) as Readonly<Record<FailureCause, FailureMeaning>>;
export const FAILURE_CAUSES = Object.keys(FAILURES) as FailureCause[];

/** A provider's documented codes, spelled as `Refused.code` and `PaymentUpdate.code` contain them. */
export type FailureCodes = Readonly<Record<string, FailureCause>>;

export const byCause = byMeaning<FailureCause>;

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
  const cause = table?.[code!];
  return cause !== undefined && Object.hasOwn(FAILURES, cause) ? cause : null;
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
