/**
 * Every code that an error may carry, with its statuses, its cause and its remedy. The type of `ApiError` allows no
 * other code; the OpenAPI document and docs/guides/errors.md are generated from this table. A code is never renamed and
 * never changes its meaning; new ones are added.
 */
type CodeEntry = { readonly status: readonly number[]; readonly cause: string; readonly cure: string };

export const ERROR_CODES = {
  ACCOUNT_EXISTS: {
    status: [409],
    cause: "The user has a virtual account in this currency.",
    cure: "Use the account that exists: `GET /virtual-accounts`.",
  },
  ACCOUNT_NOT_EMPTY: {
    status: [409],
    cause: "The virtual account that should be closed still has money.",
    cure: "Withdraw or transfer the account's money, then close the account.",
  },
  ALL_PROVIDERS_FAILED: {
    status: [502],
    cause:
      "The primary provider and every fallback refused the payment. Nothing was charged or paid; the payment is " +
      "stored as `failed` with every attempt.",
    cure: "Read `payment_id` for the reasons. Start a new payment, with another method if the reason requires it.",
  },
  ALREADY_A_MEMBER: {
    status: [409],
    cause: "The person is a member of the organization.",
    cure: "Change the member instead.",
  },
  AMOUNT_MISMATCH: {
    status: [400],
    cause: "The amount is not what the payment link costs now.",
    cure: "Read the link again and show its price.",
  },
  APPROVAL_REQUIRED: {
    status: [409],
    cause:
      "The request makes, revalues or redirects money, gives power or loosens a control, and waits for another person.",
    cure: "Have somebody else approve it (`GET /approvals`). The approval carries it out; do not send it again.",
  },
  BAD_REQUEST: {
    status: [400, 408, 431],
    cause: "The request is not HTTP that the service accepts.",
    cure: "Correct what the message names.",
  },
  BENEFICIARY_MISMATCH: {
    status: [400],
    cause: "The account details differ from the beneficiary's, and payouts go to registered accounts only.",
    cure: "Leave the details out, or register the account as a beneficiary.",
  },
  BENEFICIARY_NOT_FOUND: {
    status: [400],
    cause: "`beneficiary_id` names no beneficiary of the organization.",
    cure: "Use an id from `GET /beneficiaries`.",
  },
  CHALLENGE_REQUIRED: {
    status: [403],
    cause: "Many cards were tried at this payment link or from this address.",
    cure: "Have the payer solve the challenge, and send its token as `challenge_token`.",
  },
  CLIENT_GONE: {
    status: [499],
    cause: "The client closed the connection before anything was done.",
    cure: "Send the request again.",
  },
  DISPUTE_ANSWER_REFUSED: {
    status: [502],
    cause: "The provider refused the response to a dispute.",
    cure: "Read the reason, change the evidence, and submit again.",
  },
  DUPLICATE_INVITE: {
    status: [409],
    cause: "The e-mail address has an open invite.",
    cure: "Withdraw that invite or send it again.",
  },
  EMAIL_TAKEN: {
    status: [409],
    cause: "A user has this e-mail address.",
    cure: "Add that user as a member, or use another address.",
  },
  EXCEEDS_FUNDING: {
    status: [409],
    cause: "The amount is more than the escrow project still needs.",
    cure: "Fund at most the amount that the message names.",
  },
  FORBIDDEN: {
    status: [403],
    cause:
      "The credential is valid, but its role, permission, scope or the organization's feature does not allow the call.",
    cure: "Use a credential with the role that the endpoint names, or ask an org-admin for the permission.",
  },
  IDEMPOTENCY_CONFLICT: {
    status: [409],
    cause: "The `Idempotency-Key` was used with another request, or its first request still runs.",
    cure: "If the first request still runs (`Retry-After` is set), send the same request again. Otherwise use a new key.",
  },
  INSUFFICIENT_FUNDS: {
    status: [409],
    cause: "The available balance does not cover the amount and its fees.",
    cure: "See `GET /balances`; send less, or wait until money has arrived.",
  },
  INTERNAL: {
    status: [500],
    cause: "Something went wrong on our side.",
    cure: "Send a POST again with the same `Idempotency-Key`. If the error persists, quote the request id to support.",
  },
  INVALID_OTP: {
    status: [400],
    cause: "The one-time password is wrong. After the third wrong one the payment fails.",
    cure: "Ask the customer again, or `resend_otp`.",
  },
  INVALID_STATE: {
    status: [409],
    cause: "The resource is in a state that does not allow this.",
    cure: "Read the resource; its `actions`, if any, say what may be done now.",
  },
  LAST_ORG_ADMIN: {
    status: [409],
    cause: "An organization must keep at least one org-admin.",
    cure: "Appoint another org-admin first.",
  },
  LIMIT_EXCEEDED: {
    status: [409],
    cause: "A limit of the organization, key, beneficiary, customer or rate lock is reached.",
    cure: "Wait as the message says, or have the limit changed.",
  },
  LINK_BUSY: {
    status: [409],
    cause: "Another payment of a fixed payment link is in progress.",
    cure: "Try again after `Retry-After`.",
  },
  LINK_NOT_PAYABLE: {
    status: [409],
    cause: "The payment link is paid, expired or disabled.",
    cure: "Ask for a new link.",
  },
  METHOD_NOT_ALLOWED: {
    status: [405],
    cause: "The path does not support the method.",
    cure: "Use a method of the `Allow` header.",
  },
  NETWORK_NOT_SUPPORTED: {
    status: [400],
    cause: "The mobile money network is not one of the country or currency.",
    cure: "Use a name from `POST /externals/networks`.",
  },
  NOT_FOUND: {
    status: [404],
    cause: "The path or resource does not exist in the caller's organization.",
    cure: "Check the id and the organization of the credential.",
  },
  NOT_FUNDED: { status: [409], cause: "The milestone is not fully funded.", cure: "Fund the project, then release." },
  PAYLOAD_TOO_LARGE: {
    status: [413],
    cause: "The body is larger than the endpoint accepts: 1 MiB, for a payout batch 32 MiB.",
    cure: "Send less.",
  },
  PAYMENT_NOT_FOUND: {
    status: [404],
    cause: "No payment of the caller's organization has this id.",
    cure: "Check the id and the organization of the credential.",
  },
  PROVIDER_UNAVAILABLE: {
    status: [502],
    cause: "The provider did not answer.",
    cure: "Try again; the request may have been carried out, so read the resource first.",
  },
  QUOTE_EXPIRED: {
    status: [400],
    cause: "The quote has expired, was used by another payment, or the live rate has moved too far from it.",
    cure: "Make a new quote: `POST /quotes`.",
  },
  QUOTE_MISMATCH: {
    status: [400],
    cause: "The payment is not the one that was quoted: amount, currency, direction, method or country differ.",
    cure: "Send what was quoted, or make a quote for this payment.",
  },
  QUOTE_NOT_FOUND: {
    status: [400],
    cause: "`quote_id` names no quote of the organization.",
    cure: "Make a quote: `POST /quotes`.",
  },
  RATE_LIMITED: {
    status: [429],
    cause: "Too many requests from this credential or address.",
    cure: "Wait for `Retry-After`.",
  },
  RATE_MISMATCH: {
    status: [400],
    cause:
      "The quoted rate no longer matches the locked or live rate: drift, wrong direction or pair, an expired or used " +
      "lock, or amounts that do not agree.",
    cure: "Fetch the rate again in the direction of the funds, show it, and send it at once.",
  },
  RATE_NOT_FOUND: {
    status: [400],
    cause: "`org_rate_id` names no rate lock of the organization, or the pair has no rate.",
    cure: "Lock a rate: `GET /organizations/admin/exchange-rate`.",
  },
  RATE_REQUIRED: {
    status: [400],
    cause: "The currencies differ and `org_rate_id` is missing.",
    cure: "Lock a rate and send its `org_rate_id`.",
  },
  REFERENCE_USED: {
    status: [409],
    cause: "The organization accepts every `client_reference` once, and this one was used.",
    cure: "Read the payment whose ids the error carries; use a new reference for a new payment.",
  },
  REFUND_REFUSED: {
    status: [502],
    cause: "The provider refused the refund.",
    cure: "Read the reason; send a payout to the customer if the provider cannot refund.",
  },
  ROUTING_CONFIG_NOT_FOUND: {
    status: [422],
    cause: "No active provider config serves this country, method, direction, currency and amount.",
    cure: "Offer another method, or have an admin add a provider config.",
  },
  SECOND_FACTOR_REQUIRED: {
    status: [401, 403, 409],
    cause: "The person, their organization or their role requires a second factor, and the sign-in had none.",
    cure: "Sign in with the code of the authenticator app in `code`; set one up first if there is none.",
  },
  SECOND_FACTOR_WRONG: {
    status: [401],
    cause: "The code of the second factor is wrong or was used before.",
    cure: "Send the next code of the authenticator app, or an unused recovery code.",
  },
  SESSION_SWITCHED: {
    status: [409],
    cause: "Another window of the dashboard switched the session to another organization or person.",
    cure: "Load the page again.",
  },
  SPLITS_INCOMPLETE: {
    status: [409],
    cause: "The shares of the parties do not cover the whole milestone.",
    cure: "Change the shares so that they sum to the whole.",
  },
  STEP_UP_REQUIRED: {
    status: [403],
    cause:
      "The action cannot be undone, and the second factor, or the sign-in at an external identity provider, was given " +
      "more than five minutes ago.",
    cure:
      "Give the second factor again, or sign in again at the identity provider, then send the same request. A program " +
      "uses an API key.",
  },
  UNAUTHORIZED: {
    status: [401],
    cause: "A header is missing, holds no valid credential, both hold `NONE`, or the credential is revoked or expired.",
    cure: "Send both `Authorization` and `X-Api-Key`, one with a credential and the other `NONE`.",
  },
  UNAVAILABLE: {
    status: [503],
    cause: "A temporary problem of ours: database, overload, shutdown, or a stale rate feed.",
    cure: "Send the same request again after `Retry-After`, with the same `Idempotency-Key`.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: [415],
    cause: "The body is not JSON.",
    cure: "Send `Content-Type: application/json`.",
  },
  VALIDATION_ERROR: {
    status: [400],
    cause: "A field is missing, of a wrong type or value, or the cursor is malformed.",
    cure: "Correct the fields that `details` names.",
  },
  WEBHOOK_LIMIT_REACHED: {
    status: [409],
    cause: "The organization has the maximum number of webhook endpoints.",
    cure: "Delete one first.",
  },
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof ERROR_CODES;
