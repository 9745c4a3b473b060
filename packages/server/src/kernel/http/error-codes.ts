/**
 * Every code that an error may carry, with its statuses, its cause and its remedy. The type of `ApiError` allows no
 * other code; the OpenAPI document and docs/guides/errors.md are generated from this table. A code is never renamed and
 * never changes its meaning; new ones are added.
 */
type CodeEntry = { readonly status: readonly number[]; readonly cause: string; readonly cure: string };
const of = (status: number | readonly number[], cause: string, cure: string): CodeEntry => ({
  status: [status].flat(),
  cause,
  cure,
});

export const ERROR_CODES = {
  ACCOUNT_EXISTS: of(409, "The user has an account in this currency.", "Use it: `GET /virtual-accounts`."),
  ACCOUNT_NOT_EMPTY: of(409, "The account to be closed has money.", "Withdraw or transfer it first."),
  ADDRESS_NOT_ALLOWED: of(403, "The API key may not be used from this address.", "Change `allowed_addresses`."),
  ALL_PROVIDERS_FAILED: of(
    502,
    "Every provider refused; nothing was charged or paid, and the payment is `failed`.",
    "Read `payment_id` for the reasons; start a new payment, perhaps by another method.",
  ),
  ALREADY_A_MEMBER: of(409, "The person is a member of the organization.", "Change the member instead."),
  AMOUNT_MISMATCH: of(400, "The amount is not what the payment link costs now.", "Read the link again."),
  APPROVAL_REQUIRED: of(
    409,
    "The request moves money, gives power or loosens a control, and waits for another person.",
    "Have somebody approve `approval_id` (`GET /approvals`). That carries it out; do not repeat it.",
  ),
  BAD_REQUEST: of([400, 408, 431], "The request is not HTTP that we accept.", "Correct what the message names."),
  BENEFICIARY_MISMATCH: of(
    400,
    "The details differ from the beneficiary's, and payouts go to registered accounts only.",
    "Leave the details out, or register the account.",
  ),
  BENEFICIARY_NOT_FOUND: of(
    [400, 404],
    "The organization has no such beneficiary.",
    "Use an id from `GET /beneficiaries`.",
  ),
  CARD_BLOCKED: of(
    409,
    "The card was reported lost, stolen, closed or invalid, or was declined 15 times in 30 days.",
    "Use another card.",
  ),
  CHALLENGE_REQUIRED: of(
    403,
    "Many cards were tried at this link or from this address.",
    "Have the payer solve the challenge; send its `challenge_token`.",
  ),
  CLIENT_GONE: of(499, "The client left before anything was done.", "Send the request again."),
  CREDENTIALS_EXPIRED: of(401, "The token or API key has expired.", "`POST /identity/token`, or a new key."),
  CREDENTIALS_MALFORMED: of(401, "A header is doubled or holds no credential.", "Send `Bearer <JWT>`, or a key."),
  CREDENTIALS_MISSING: of(401, "A header is missing, or both hold `NONE`.", "Send both, one as `NONE`."),
  DISPUTE_ANSWER_REFUSED: of(
    502,
    "The provider refused the response to a dispute.",
    "Change the evidence; submit again.",
  ),
  DUPLICATE_INVITE: of(409, "The e-mail address has an open invite.", "Withdraw that invite or send it again."),
  EMAIL_TAKEN: of(409, "A user has this e-mail address.", "Add that user as a member, or use another address."),
  EXCEEDS_FUNDING: of(409, "The escrow project needs less.", "Fund at most what the message names."),
  FEATURE_DISABLED: of(403, "The organization lacks the feature.", "Have the platform enable it."),
  FORBIDDEN: of(
    403,
    "The credential's role or permissions do not allow the call.",
    "Use another, or ask an org-admin for the permission.",
  ),
  IDEMPOTENCY_CONFLICT: of(
    409,
    "The `Idempotency-Key` was used with another request, or its first request still runs.",
    "With `Retry-After`, send the same request again. Otherwise use a new key.",
  ),
  INSUFFICIENT_FUNDS: of(
    409,
    "`available` does not cover what is `needed`, fees included.",
    "Send less, or wait until money has arrived.",
  ),
  INTERNAL: of(
    500,
    "Something went wrong on our side.",
    "Send a POST again with the same `Idempotency-Key`; if the error persists, quote the request id.",
  ),
  INVALID_CURSOR: of(400, "The cursor is malformed, or of another list.", "Read from the first page."),
  INVALID_OTP: of(
    400,
    "The one-time password is wrong; the third wrong one fails the payment.",
    "Ask again, or `resend_otp`.",
  ),
  INVALID_STATE: of(
    409,
    "The resource's state does not allow this.",
    "Read it; its `actions`, if any, say what may be done.",
  ),
  KYB_REQUIRED: of(403, "The business verification is not approved.", "`POST /organizations/{org_id}/kyb`."),
  LAST_ORG_ADMIN: of(409, "An organization must keep at least one org-admin.", "Appoint another org-admin first."),
  LIMIT_EXCEEDED: of(
    409,
    "A limit of the organization, key, payee, customer or rate lock is reached.",
    "Wait as the message says, or have it changed.",
  ),
  LINK_BUSY: of(409, "Another payment of a fixed payment link is in progress.", "Try again after `Retry-After`."),
  LINK_EXPIRED: of(400, "The link of an e-mail was used, or is too old.", "Ask for a new one."),
  LINK_NOT_PAYABLE: of(409, "The payment link is paid, expired or disabled.", "Ask for a new link."),
  METHOD_NOT_ALLOWED: of(405, "The path does not support the method.", "Use a method of the `Allow` header."),
  NETWORK_NOT_SUPPORTED: of(
    400,
    "The network is not one of the country or currency.",
    "See `POST /externals/networks`.",
  ),
  NOT_FOUND: of(
    404,
    "The path does not exist. A missing resource has its own code, such as `INVITE_NOT_FOUND`.",
    "Check the address.",
  ),
  NOT_FUNDED: of(409, "The milestone is not fully funded.", "Fund the project, then release."),
  ORGANIZATION_REQUIRED: of(400, "The credential belongs to no organization.", "Name one by `org_id`."),
  ORGANIZATION_SUSPENDED: of(403, "The platform suspended the organization.", "Ask the platform."),
  PASSWORD_WRONG: of(400, "The current password is wrong.", "Send the right one, or reset it."),
  PAYLOAD_TOO_LARGE: of(413, "The body exceeds 1 MiB, for a payout batch 32 MiB.", "Send less."),
  PAYMENT_NOT_FOUND: of(404, "The organization has no such payment.", "Check the id and the credential."),
  PERSON_REQUIRED: of(403, "An API key may not do this.", "Sign in as a person."),
  PROVIDER_UNAVAILABLE: of(
    502,
    "The provider did not answer.",
    "Read the resource, since it may be done; then try again.",
  ),
  QUOTE_EXPIRED: of(
    400,
    "The quote has expired, was used, or the live rate left it.",
    "Make a new one: `POST /quotes`.",
  ),
  QUOTE_MISMATCH: of(
    400,
    "Amount, currency, direction, method or country differ from the quote.",
    "Send what was quoted, or quote again.",
  ),
  QUOTE_NOT_FOUND: of([400, 404], "The organization has no such quote.", "Make one: `POST /quotes`."),
  RATE_LIMITED: of(429, "Too many requests from this credential or address.", "Wait for `Retry-After`."),
  RATE_MISMATCH: of(
    400,
    "The rate no longer matches the locked or live one: drift, direction, pair, a used lock, or differing amounts.",
    "Fetch the rate in the direction of the funds, and send it at once.",
  ),
  RATE_NOT_FOUND: of(
    [400, 404],
    "The organization has no such rate lock, or the pair has no rate.",
    "Lock one: `GET /organizations/admin/exchange-rate`.",
  ),
  RATE_REQUIRED: of(400, "The currencies differ and `org_rate_id` is missing.", "Lock a rate and send its id."),
  REFERENCE_USED: of(
    409,
    "The organization accepts a `client_reference` once.",
    "Read the payment that the error names, or use a new reference.",
  ),
  REFUND_REFUSED: of(502, "The provider refused the refund.", "Read the reason; a payout may do instead."),
  ROUTING_CONFIG_NOT_FOUND: of(
    422,
    "No provider config serves this country, method, direction, currency and amount.",
    "Offer another method, or add a provider config.",
  ),
  SCOPE_REQUIRED: of(403, "The API key lacks a scope.", "Use a key with the scope."),
  SECOND_FACTOR_REQUIRED: of(
    [401, 403, 409],
    "A second factor is required, and the sign-in had none.",
    "Sign in with `code` of the authenticator app; set one up first.",
  ),
  SECOND_FACTOR_WRONG: of(
    [400, 401],
    "The code of the second factor is wrong or was used.",
    "Send the next one, or an unused recovery code.",
  ),
  SECOND_PERSON_REQUIRED: of(403, "Who asked for it may not decide it.", "Have another person do it."),
  SESSION_SWITCHED: of(409, "Another window switched the organization or person.", "Load the page again."),
  SIGNATURE_INVALID: of(401, "The signature of a callback is wrong.", "Sign the bytes that are sent."),
  SIGN_IN_CLOSED: of(403, "People sign in or up elsewhere.", "Use the identity provider, or an invitation."),
  SIGN_IN_REFUSED: of(401, "The password or another proof is wrong.", "Start the sign-in again."),
  SPLITS_INCOMPLETE: of(409, "The shares do not cover the milestone.", "Change them so that they do."),
  STEP_UP_REQUIRED: of(
    403,
    "The action cannot be undone, and the second factor, or the sign-in elsewhere, is older than five minutes.",
    "Give it again, then send the same request. A program uses an API key.",
  ),
  UNAUTHORIZED: of(
    401,
    "The credential is unknown or revoked, two disagree, or another site sent it.",
    "Send a valid one.",
  ),
  UNAVAILABLE: of(
    503,
    "A temporary problem of ours: database, overload, shutdown, stale rates.",
    "Send the same request again after `Retry-After`, with the same `Idempotency-Key`.",
  ),
  UNSUPPORTED_MEDIA_TYPE: of(415, "The body is not JSON.", "Send `Content-Type: application/json`."),
  VALIDATION_ERROR: of(400, "A field is missing, or of a wrong type or value.", "Correct what `details` names."),
  WEBHOOK_LIMIT_REACHED: of(409, "The organization has the most webhook endpoints allowed.", "Delete one first."),
} as const;

/** What a path or a field may name, as messages call it. A missing one is a 404 with a code after its name. */
export const RESOURCES = [
  ...(["Account", "Adjustment", "API key", "Approval", "Backtest", "Beneficiary", "Contract", "Customer"] as const),
  ...(["Delivery", "Demo key", "Disbursement", "Dispute", "Escrow project", "Event", "Exception", "Export"] as const),
  ...(["Failure cause", "Maintenance window", "Fee schedule", "File", "Import", "Invite", "Logo", "Member"] as const),
  ...(["Milestone", "Notification", "Organization", "Page", "Party", "Passkey", "Password", "Payment"] as const),
  ...(["Payment link", "Payout batch", "Provider"] as const),
  ...(["Provider account", "Provider config", "Provider cost", "Provider settings"] as const),
  ...(["Quote", "Rate lock", "Receipt", "Reconciliation item", "Refund", "Report", "Routing program"] as const),
  ...(["Saved view", "Script", "Sender", "Session", "Stop", "Settlement account", "Transaction", "User"] as const),
  ...(["Verification request", "Virtual account", "Webhook"] as const),
] as const;
export type Resource = (typeof RESOURCES)[number];

type Capitals<Name extends string> = Name extends `${infer Word} ${infer Rest}`
  ? `${Uppercase<Word>}_${Capitals<Rest>}`
  : Uppercase<Name>;
export type ErrorCode = keyof typeof ERROR_CODES | `${Capitals<Resource>}_NOT_FOUND`;

export function codeOfMissing(what: Resource): ErrorCode {
  return `${what.toUpperCase().replaceAll(" ", "_")}_NOT_FOUND` as ErrorCode;
}
