/** What changed for callers of the API, newest first, by the date of the change. Additive ones need nobody to act. */
export const CHANGE_KINDS = ["added", "changed", "deprecated", "fixed"] as const;
export type ApiChange = {
  readonly date: string;
  readonly kind: (typeof CHANGE_KINDS)[number];
  readonly change: string;
};

export const API_CHANGES: readonly ApiChange[] = [
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
    change: "A customer who returns to a payment without `return_url` sees our page of the payment.",
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
    change:
      "The OpenAPI document names every resource, request, answer, event, list of words and error code, and lists " +
      "`webhooks` and every status that is answered.",
  },
  {
    date: "2026-11-16",
    kind: "changed",
    change:
      "A field that has nothing is left out where the contract gives it a plain type, and was null before: payment " +
      "`beneficiary_id`, and fields of payment links, virtual accounts and their transactions, milestones, " +
      "provider " +
      "configs, API keys, webhooks and the ramp response.",
  },
  {
    date: "2026-11-16",
    kind: "changed",
    change:
      "Operation ids that were made by machine have names: `getPublicWebhooks` is `listWebhooks`. Paths are unchanged.",
  },
];
