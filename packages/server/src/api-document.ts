import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_SHAPES } from "./event-shapes.ts";
import { PAYMENT_STATUS } from "#src/payments/core/index.ts";
import type { ApiDocument } from "#src/kernel/http/openapi.ts";

/** Parts of the OpenAPI document that come from no route: events, and the rules that span several calls. */
const STATUS_MEANING: Readonly<Record<keyof typeof PAYMENT_STATUS, string>> = {
  initiated: "the payment is recorded, and no provider has accepted it yet",
  reviewed: "the payment waits for the review of a second person",
  confirmed: "a second person approved the payment",
  processing: "a provider has accepted the payment and is processing it",
  pending: "the payment waits for the customer or for the provider; see `next_action`",
  completed: "the money has arrived",
  failed: "the payment ended without success; nothing is charged or paid",
  refunded: "the whole amount was refunded",
  rejected: "a second person rejected the payment",
  canceled: "the payment was canceled, or expired, before money moved",
};

const states = Object.entries(PAYMENT_STATUS).map(
  ([status, { moves }]) =>
    `| \`${status}\` | ${STATUS_MEANING[status as keyof typeof PAYMENT_STATUS]} | ` +
    `${moves.map((move) => `\`${move}\``).join(", ") || "nothing: it is final"} |`,
);

const guide = `## Payment status

| status | meaning | may become |
|---|---|---|
${states.join("\n")}

A dispute leaves the status as it is. Every change is published as \`transaction.updated\`. Read a payment by \`GET /payments/transaction/{transaction_id}\` or follow webhooks; both show the same status.

## Next action

| \`next_action\` | what the client does |
|---|---|
| \`redirect\` | send the customer to \`redirect_url\`; they come back to \`return_url\` with \`status\` and \`reference\`, or without one to our page of the payment |
| \`wait\` | nothing; the customer may have to approve on the phone, see \`mobile_money\` |
| \`bank_transfer\` | show \`account_number\`, \`bank_name\`, \`reference\` and \`amount\` until \`expires_at\` |
| \`pay_by_link\` | send the customer to \`payment_link\` |
| \`collect_otp\` | ask for the one-time password and submit it by \`POST /payments-init/{payment_id}/action\` with \`submit_otp\`; three tries |
| \`check_status\` | poll the payment; the provider's answer is unknown, and no other provider is tried meanwhile |
| \`make_transfer\` | for a ramp: show \`payment_instructions\` |

\`next_action\` is absent when the client has nothing to do.

## Flows

- **Cross-currency:** lock a rate (\`GET /organizations/admin/exchange-rate\`), then send its \`org_rate_id\` within 15 minutes. A lock serves one payment.
- **Quoted:** \`POST /quotes\` returns the rate, fee, route and expected arrival; send its \`quote_id\` with the payment that was quoted, without \`org_rate_id\`, within 15 minutes.
- **Ramp:** fetch the rate in the direction of the funds just before submitting; \`client_rate\` may differ by at most 0.5 percent. Or name a quote by \`quote_id\`.
- **Once only:** send an \`Idempotency-Key\` with every POST that moves money, and the same key and body again when no answer came.

## Limits

| limit | value |
|---|---|
| body of a request | 1 MiB; of a payout batch 32 MiB |
| page of a list | 1 to 100, by default 10 |
| digits of an amount in a request | 15 significant ones, and no more decimals than its currency |
| \`Idempotency-Key\` | 255 characters, kept for 24 hours |
| acknowledging a webhook | 10 seconds, 8 attempts within two days |
| rate lock | 15 minutes, one payment |
| ramp | 30 minutes to pay |
| requests | as \`RateLimit-Policy\` says; 429 with \`Retry-After\` beyond |

## Versions and deprecation

The version is in the path (\`/v1\`) and in the header \`api-version\` of every answer. Within a version changes are additive: new operations, optional request fields, response fields, enum values, event types and
error codes. Ignore what you do not know. Nothing is removed, renamed, retyped or newly required; a check compares every release with the previous one. What a later version will remove is marked \`deprecated\` here and in
\`GET /changelog\` at least twelve months before.`;

const tags: ApiDocument["tags"] = {
  "API keys": "Keys of servers: create, rotate, revoke.",
  Analytics: "Counts, volume and success by day, provider, method and country.",
  Approvals: "Requests that wait for a second person.",
  Settlements:
    "What providers and banks report as settled, compared with the ledger: statements, exceptions, closed days.",
  Balances: "What an organization has, by currency; credit lines, adjustments and the float at providers.",
  "Bank validation": "Formats of bank accounts.",
  Beneficiaries: "Whom an organization pays.",
  Changelog: "What has changed in the API.",
  Checkout: "The hosted pages' own calls, without a credential.",
  Customers:
    "The people and businesses that pay and are paid: one record for their payments, accounts, links and details.",
  Exports: "Transactions, ledger, fees and audit log as files, made by a job.",
  Reports: "Volume, fees, conversions and settlement of a period.",
  "Saved views": "Saved filters and columns of the dashboard's lists.",
  Search: "One search over payments, customers and all other resources.",
  Refunds: "Refunds of all payments.",
  Disputes: "Chargebacks: read, answer, accept.",
  Escrow: "Projects with milestones, whose money is released to parties by their shares.",
  Events: "The log of everything that happened, to read and to follow.",
  Fees: "What payments cost.",
  Ledger: "The double-entry books behind every balance.",
  "Networks and banks": "Mobile money networks, banks, and the holder of a bank account.",
  Notifications: "Notifications to people, and requests for their identity data.",
  Organizations: "Organizations, their members, invites, permissions, controls and verification.",
  "Payment initiation": "Payins, payouts and ramps are started and acted on here.",
  "Payment links": "Links to hosted pages that collect a payment.",
  "Payout batches": "Lists of payouts: previewed as a whole, approved, and sent row by row.",
  Payments: "The record of a payment: read, review, refund, settle.",
  "Platform settings": "What the operator of a deployment changes while it runs.",
  "Provider callbacks": "Callbacks of providers and the return of customers; not for clients of the API.",
  "Provider configs": "Which provider serves a corridor, in which order.",
  Providers: "The providers of a deployment and their settings.",
  Quotes: "The price, result and duration of a payment or ramp, locked for it.",
  Rates: "Locked rates, and the rate table that they come from.",
  Reconciliation: "Provider reports that contradict our records, for people to resolve.",
  Sandbox: "The time of a development deployment; not in production.",
  Stops: "What the operator has stopped: payouts, payins or writes.",
  Transactions: "All payments of an organization, filtered.",
  Users: "People and their verification.",
  "Virtual accounts": "Accounts in many currencies: deposits, transfers, withdrawals.",
  "Webhook events": "What is sent to registered endpoints.",
  Webhooks: "Endpoints and their deliveries.",
};

/** test/e2e/contract-operations.test.ts writes them, and compares them with the service. */
const EXAMPLES_FILE = join(import.meta.dirname, "api-examples.json");
/** Of calls that only a provider can sign. */
const received = { response: { received: true } };
const SIGNED: ReturnType<ApiDocument["examples"]> = {
  receiveCallback: received,
  receiveNotice: received,
  putNotice: received,
  receiveKybUpdate: { response: { status: "success", message: "Received", data: null } },
};
const examples: ApiDocument["examples"] = () => ({
  ...(JSON.parse(readFileSync(EXAMPLES_FILE, "utf8")) as ReturnType<ApiDocument["examples"]>),
  ...SIGNED,
});

export const API_DOCUMENT: ApiDocument = { events: EVENT_SHAPES, tags, examples, guide };
