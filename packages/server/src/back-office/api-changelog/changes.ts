/** What changed for callers of the API, newest first, by the date of the change. Additive ones need nobody to act. */
export const CHANGE_KINDS = ["added", "changed", "deprecated", "fixed"] as const;
export type ApiChange = {
  readonly date: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly change: string;
};

export const API_CHANGES: readonly ApiChange[] = [
  {
    date: "2026-11-19",
    kind: "changed",
    change:
      "A filtered page of refunds may be short and still have a `last_evaluated_key`. Totals are complete up to 10,000 " +
      "payments.",
  },
  {
    date: "2026-11-19",
    kind: "added",
    change:
      "`provider_text` where a payment is initiated and in the checkout: what a provider tells the payer itself. Kind " +
      "`dispute_warning` of reconciliation items: a bank asks about a payment, or believes that it was fraud. " +
      "`certified` of providers, and `confirm_uncertified` of provider configs, which production asks for. " +
      "`needs` of corridors and `party` of beneficiaries: what some corridors require of a payee. `stopped` of " +
      "`POST /payments/check`. `/platform/settings`: what platform admins change while the service runs. " +
      "`name_verdict` of `POST /externals/resolve-account`. Limits and `charges` of a " +
      "provider's corridors. `tags` of organizations.",
  },
  {
    date: "2026-11-19",
    kind: "added",
    change:
      "Health of providers by outcome, `/payments/maintenance-windows`, `/payments/failure-codes`, events " +
      "`corridor.degraded` and `corridor.recovered`, `provider_cause` of `/transactions`, `CARD_BLOCKED` (409). " +
      "`/payments/routing/programs`: rules that order providers. `routing_program` of a payment and of " +
      "`POST /payments/route-preview`, which takes more facts, `payment_id` and `program_id`. " +
      "`/payments/provider-costs`: what providers charge. `POST /payments/routing/backtest` and " +
      "`GET /payments/routing/backtests`: a routing program, tried on stored payments. " +
      "`/payments/provider-accounts`: several accounts at a provider, also of organizations; `label` of a provider " +
      "config, `provider_account` of a payment, its attempts and its route. `GET /balances/float` and " +
      "`GET /payments/providers` for organizations.",
  },
  {
    date: "2026-11-19",
    kind: "added",
    change:
      "`failure` of a payment, and `code` and `cause` of its attempts: why it failed, in words that are the same for all " +
      "providers. A payout that its provider accepted and then failed by its own fault goes to the next one; that " +
      "attempt's `outcome` is `failed`.",
  },
  {
    date: "2026-11-18",
    kind: "added",
    change:
      "`/payments/stops`: what the operator has stopped. A payout that is stopped is held, with `hold` on its record. " +
      "Payins, refunds and ramps, or all writes, answer 503 `UNAVAILABLE` meanwhile. `POST /payments/check`, " +
      "`POST /payout-batches/read-file`, `account_number` of `/externals/banks`.",
  },
  {
    date: "2026-11-18",
    kind: "added",
    change:
      "`refunds` of a receipt, `kyb_reason`, `made_by` of a webhook, `hand_over_to` when a member is removed, " +
      "`rows_total_is_estimate`, `action` and `resource_id` of an export, and filters of `GET /users/me/sign-ins`. " +
      "`/identity/openapi.json` describes sign-in, second factors and invites.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "Under controls, permissions to refund or administer need two people; invites and escrow parties a fresh factor.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change: "`POST /externals/resolve-account` answers 404, and not 400, to an account number that no bank gives out.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "Every list has `count` and a cursor, rates are numbers, a ramp's `next_action` is `make_transfer` in its record " +
      "too, and time filters take days and instants.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change: "Every error has a `code`, by cause of a 401 or 403 and by resource of a 404, such as `INVITE_NOT_FOUND`.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "A released milestone is `releasing`, and `disbursed` (with its event) when its last share has arrived. " +
      "`escrow.disbursement.completed` and `.failed` tell of each share.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "Policies and limits of payouts apply to refunds, accepted disputes and the sum of a payout batch. What they " +
      "hold waits under `/approvals`, with the kinds `refund` and `dispute`.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "`GET /organizations/admin/exchange-rate` answers a caller who may not pay (a viewer, a key that only reads) " +
      "without a lock: the rate has no `org_rate_id`.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "An approval carries out the request that it approves, and shows the `outcome`; the request is not repeated. In " +
      "production a second platform admin approves what creates, revalues or redirects money.",
  },
  {
    date: "2026-11-18",
    kind: "changed",
    change:
      "Money of a ramp, or of a payin in another currency, that arrives when the market has left the locked rate is " +
      "refunded, and the payment is `failed`. A ramp's `expires_at` is 20 minutes ahead, or 10 for a volatile asset.",
  },
  {
    date: "2026-11-18",
    kind: "added",
    change: "`POST /externals/banks` answers `also_known_as`, such as GTBank, and `search` looks into these names too.",
  },
  {
    date: "2026-11-18",
    kind: "fixed",
    change: "A customer who returns before the outcome, or without `return_url`, sees our page of the payment.",
  },
  {
    date: "2026-11-17",
    kind: "added",
    change:
      "`GET /events` with `Accept: text/event-stream` streams server-sent events; `GET /balances/daily` has " +
      "`pending`, `reserved` and `credit_line`.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change:
      "`POST /quotes` for ramps (`crypto_currency`, `crypto_network`), and `quote_id` on `POST /payments-init/ramp`.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change: "`/settlements`: statements, their mappings, exceptions, unexplained balances and closed days.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change:
      "`POST /payments/{payment_id}/checkout` takes ramps, `crypto_transfer` on checkout payments, and `customer_id` " +
      "on payments of payment links.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change: "Events `ramp.*` and `reconciliation.item_opened` and `reconciliation.item_resolved`.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change: "In development, `GET` and `POST /sandbox/clock`: the time of the deployment, to be moved ahead.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change: "`/users/notifications/verification-requests`: list, read, answer, close.",
  },
  {
    date: "2026-11-16",
    kind: "added",
    change: "`POST /quotes`, `GET /quotes/{quote_id}`, and `quote_id` on `POST /payments-init/initiate`.",
  },
  { date: "2026-11-16", kind: "added", change: "`GET /changelog`, and the header `api-version` on every answer." },
  {
    date: "2026-11-16",
    kind: "added",
    change: "The OpenAPI document names every schema and error code, and lists `webhooks` and every status.",
  },
  {
    date: "2026-11-16",
    kind: "changed",
    change:
      "A field that has nothing is left out where the contract gives it a plain type, and was null before: payment " +
      "`beneficiary_id`, and fields of payment links, virtual accounts, milestones, provider configs, API keys, " +
      "webhooks and the ramp response.",
  },
  {
    date: "2026-11-16",
    kind: "changed",
    change:
      "Operation ids that were made by machine have names: `getPublicWebhooks` is `listWebhooks`. Paths are unchanged.",
  },
];
