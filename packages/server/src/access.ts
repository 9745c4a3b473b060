import {
  type AccessRole,
  type AccessRule,
  type AccessTable,
  needsCredential,
} from "#src/kernel/http/access-control.ts";
import type { KeyScope } from "#src/kernel/http/key-scopes.ts";

/**
 * Who may call what, in the order of the contract (contract.md). `admin` passes everywhere. A route that is missing
 * here stops the start. Queries, not this table, check that a resource belongs to the caller's organization.
 */
const EVERYONE: readonly AccessRole[] = ["org-admin", "org-member", "org-viewer", "staff"];
const WORKERS: readonly AccessRole[] = ["org-admin", "org-member"];
const MANAGERS: readonly AccessRole[] = ["org-admin"];
const MANAGERS_AND_STAFF: readonly AccessRole[] = ["org-admin", "staff"];
const STAFF: readonly AccessRole[] = ["staff"];
const ADMIN_ONLY: readonly AccessRole[] = [];

type Rights = [permission: AccessRule["permission"], feature?: AccessRule["feature"]];

const reads = (feature?: AccessRule["feature"]): AccessRule => ({ roles: EVERYONE, feature });
const work = (...[permission, feature]: Rights): AccessRule => ({ roles: WORKERS, permission, feature });
const settings = (...[permission, feature]: Rights): AccessRule => ({ roles: MANAGERS, permission, feature });

/** On people, keys, controls and approvals: a leaked API key must not act as the second person, or create one. */
const byPerson = (...rights: Rights): AccessRule => ({ ...settings(...rights), peopleOnly: true });

/** Actions that cannot be undone, or that decide where money goes: a person with a second factor must give it again. */
const fresh = (rule: AccessRule): AccessRule => ({ ...rule, stepUp: true });

/**
 * What creates or revalues money, redirects it, or makes somebody a decider: another platform admin approves it. Where
 * it depends on the request, the operation asks by itself (`askSecondPerson`). A test walks all writes.
 */
const byTwo = (secondPerson: string): AccessRule => fresh({ roles: ADMIN_ONLY, secondPerson });
/** Moves an organization's money, says where it goes, or shows a key. */
const own = (rule: AccessRule): AccessRule => ({ ...rule, byOwnPeople: true });
/** Starts payments of the credential's organization, and no other. */
const asMember = (rule: AccessRule): AccessRule => ({ ...rule, asMember: true });
const ROUTES = "it decides which provider gets a payment";
const BOOKS = "it books money, or says that money came";
const PRICES = "it changes what payments cost";
const TRUST = "it lets somebody act, or an organization pay";

const RULES: AccessTable = {
  // Payment initiation
  "POST /payments-init/initiate": asMember(work("payments:write", "payments")),
  "POST /payments-init/ramp": asMember(work("ramps:write", "ramps")),
  "POST /payments-init/:payment_id/action": work("payments:write"),

  // Payments and transactions
  "GET /payments/transaction/:transaction_id": reads(),
  "GET /payments/:payment_id": reads(),
  "PATCH /payments/:payment_id": work("payments:write"),
  "POST /payments/check": work("payments:write", "payments"),
  "POST /payments/:payment_id/review": fresh(byPerson("payouts:approve", "payments")),
  "GET /approvals": reads(),
  "GET /approvals/:approval_id": reads(),
  "POST /approvals/:approval_id/approve": fresh(byPerson("payouts:approve")),
  "POST /approvals/:approval_id/reject": fresh(byPerson("payouts:approve")),
  "POST /payments/:payment_id/refund": own(settings("refunds:write", "payments")),
  "GET /payments/:payment_id/refunds": reads(),
  "GET /refunds": reads(),
  "GET /refunds/:refund_id": reads(),
  "GET /disputes": reads(),
  "GET /disputes/:dispute_id": reads(),
  "POST /disputes/:dispute_id/evidence": work("payments:write", "payments"),
  "POST /disputes/:dispute_id/submit": settings("refunds:write", "payments"),
  "POST /disputes/:dispute_id/accept": own(settings("refunds:write", "payments")),
  "GET /payout-batches": reads("payments"),
  "POST /payout-batches": work("payments:write", "payments"),
  "POST /payout-batches/read-file": work("payments:write", "payments"),
  "GET /payout-batches/:batch_id": reads("payments"),
  "GET /payout-batches/:batch_id/rows": reads("payments"),
  "GET /payout-batches/:batch_id/statement": reads("payments"),
  "GET /payout-batches/:batch_id/errors": reads("payments"),
  "POST /payout-batches/:batch_id/submit": own(fresh(work("payments:write", "payments"))),
  "POST /payout-batches/:batch_id/preview": work("payments:write", "payments"),
  "POST /payout-batches/:batch_id/pause": work("payments:write", "payments"),
  "POST /payout-batches/:batch_id/resume": own(fresh(work("payments:write", "payments"))),
  "POST /payout-batches/:batch_id/cancel": work("payments:write", "payments"),
  "POST /payout-batches/:batch_id/stop-repeating": work("payments:write", "payments"),
  "POST /payout-batches/:batch_id/retry-failed": work("payments:write", "payments"),
  "GET /search": reads(),
  "GET /transactions": reads(),
  "GET /transactions/analytics/trends": { roles: STAFF },
  "GET /transactions/totals": reads(),
  "GET /transactions/analytics/overview": reads(),
  "GET /transactions/analytics/outcomes": reads(),

  "POST /payments/route-preview": reads("payments"),
  "POST /payments/:payment_id/settle": byTwo(BOOKS),

  // Endpoints that providers and customers reach without a credential
  "POST /callbacks/:provider": { roles: "signed" },
  "POST /callbacks/:provider/:reference/:token": { roles: "signed" },
  "PUT /callbacks/:provider/:reference/:token": { roles: "signed" },
  "GET /returns/:org_id/:payment_id": { roles: "public" },

  // The hosted checkout: a customer's browser, with the unguessable reference of a link or the token of a payment
  "GET /checkout/links/:link_ref": { roles: "public" },
  "POST /checkout/links/:link_ref/pay": { roles: "public" },
  "GET /checkout/payments/:checkout_token": { roles: "public" },
  "POST /checkout/payments/:checkout_token/action": { roles: "public" },
  "GET /checkout/receipts/:receipt_code": { roles: "public" },
  "POST /payments/:payment_id/checkout": work("payments:write", "payments"),

  // Routing, fees and reconciliation
  "GET /payments/provider-configs": { roles: STAFF },
  "POST /payments/provider-configs": byTwo(ROUTES),
  "PUT /payments/provider-configs/order": byTwo(ROUTES),
  "GET /payments/provider-configs/:provider/:config_id": { roles: STAFF },
  "PATCH /payments/provider-configs/:provider/:config_id": byTwo(ROUTES),
  "DELETE /payments/provider-configs/:provider/:config_id": byTwo(ROUTES),

  "GET /payments/routing/programs": { roles: STAFF },
  "POST /payments/routing/programs": { roles: ADMIN_ONLY },
  "GET /payments/routing/programs/:program_id": { roles: STAFF },
  "PATCH /payments/routing/programs/:program_id": { roles: ADMIN_ONLY },
  "POST /payments/routing/programs/:program_id/publish": fresh({ roles: ADMIN_ONLY }),
  "POST /payments/routing/programs/:program_id/archive": fresh({ roles: ADMIN_ONLY }),
  "GET /payments/routing/programs/:program_id/comparison": { roles: STAFF },
  "GET /payments/provider-costs": { roles: STAFF },
  "PUT /payments/provider-costs": byTwo(ROUTES),
  "DELETE /payments/provider-costs/:cost_id": byTwo(ROUTES),
  "GET /payments/routing/backtests": { roles: STAFF },
  "POST /payments/routing/backtest": { roles: STAFF },
  "GET /payments/routing/backtests/:backtest_id": { roles: STAFF },

  // No second person: a stop must be immediate.
  "GET /payments/stops": { roles: EVERYONE },
  "POST /payments/stops": { ...fresh({ roles: ADMIN_ONLY }), inReadOnly: true },
  "DELETE /payments/stops/:stop_id": { ...fresh({ roles: ADMIN_ONLY }), inReadOnly: true },
  "GET /payments/provider-health": { roles: STAFF },
  "GET /payments/provider-health/history": { roles: STAFF },
  "GET /payments/maintenance-windows": { roles: STAFF },
  // Takes providers away for a few days and adds none, as an outage would.
  "POST /payments/maintenance-windows": fresh({ roles: ADMIN_ONLY }),
  "DELETE /payments/maintenance-windows/:window_id": fresh({ roles: ADMIN_ONLY }),
  "GET /payments/failure-codes": { roles: STAFF },
  "PUT /payments/failure-codes": fresh({ roles: ADMIN_ONLY }),
  "GET /payments/providers": { roles: MANAGERS_AND_STAFF },
  "PUT /payments/providers/:provider/settings": fresh({ roles: ADMIN_ONLY }),
  "DELETE /payments/providers/:provider/settings": byTwo(ROUTES),
  "POST /payments/providers/:provider/try": { roles: ADMIN_ONLY },
  // By an organization's people for its own accounts, by the platform's for those of the platform.
  "GET /payments/provider-accounts": { roles: MANAGERS_AND_STAFF },
  "PUT /payments/provider-accounts/:provider/:label": fresh(byPerson("organization:write")),
  "DELETE /payments/provider-accounts/:provider/:label": fresh(byPerson("organization:write")),
  "POST /payments/provider-accounts/:provider/:label/try": settings("organization:write"),
  // A second person where the setting asks for one (run-settings.ts).
  "GET /platform/settings": { roles: ADMIN_ONLY },
  "PATCH /platform/settings": fresh({ roles: ADMIN_ONLY }),
  "GET /payments/reconciliation-items": reads(),
  "POST /payments/reconciliation-items/:item_id/resolve": { roles: MANAGERS },
  "GET /fees": reads(),
  "POST /fees": byTwo(PRICES),
  "PATCH /fees/:fee_id": byTwo(PRICES),

  // Rates
  "GET /organizations/admin/exchange-rate": { roles: EVERYONE },
  "GET /organizations/admin/exchange-rate/:org_rate_id": { roles: EVERYONE },
  "GET /organizations/admin/rates": { roles: STAFF },
  "PUT /organizations/admin/rates": fresh({ roles: ADMIN_ONLY }),

  "POST /quotes": work("payments:write", "payments"),
  "GET /quotes/:quote_id": reads(),

  // Networks, banks and account validation
  "GET /crypto-assets": { roles: "authenticated" },
  "GET /corridors": reads(),
  "POST /externals/networks": { roles: "authenticated" },
  "POST /externals/banks": { roles: "authenticated" },
  "POST /externals/resolve-account": { roles: WORKERS, permission: "payments:write" },
  "POST /payments/bank-validation/validate-uk-account": { roles: "authenticated" },
  "GET /changelog": { roles: "public" },

  // Development only
  "GET /sandbox/clock": { roles: "authenticated" },
  "POST /sandbox/clock": { roles: MANAGERS },

  // API keys
  "GET /public/api-keys": reads(),
  "GET /public/api-keys/:api_key_id": reads(),
  "PATCH /public/api-keys/:api_key_id": fresh(byPerson("api-keys:write")),
  "POST /public/api-keys": fresh(byPerson("api-keys:write")),
  "POST /public/api-keys/:api_key_id/rotate": own(fresh(byPerson("api-keys:write"))),
  "DELETE /public/api-keys/:api_key_id": settings("api-keys:write"),

  // Webhooks
  "GET /public/webhooks": reads(),
  "POST /public/webhooks": fresh(settings("webhooks:write")),
  "POST /public/webhooks/notify": settings("webhooks:write"),
  "GET /public/webhooks/dead-letters": reads(),
  "GET /public/webhooks/deliveries/:delivery_id": reads(),
  "POST /public/webhooks/deliveries/:delivery_id/replay": settings("webhooks:write"),
  "GET /public/webhooks/:webhook_id": reads(),
  "PATCH /public/webhooks/:webhook_id": fresh(settings("webhooks:write")),
  "DELETE /public/webhooks/:webhook_id": settings("webhooks:write"),
  "POST /public/webhooks/:webhook_id/rotate-secret": fresh(settings("webhooks:write")),
  "GET /public/webhooks/:webhook_id/deliveries": reads(),
  "POST /public/webhooks/:webhook_id/replay": settings("webhooks:write"),
  "GET /events": reads(),
  "GET /events/:event_id": reads(),

  // Beneficiaries
  "GET /beneficiaries": reads(),
  "POST /beneficiaries": own(fresh(work("beneficiaries:write"))),
  "GET /beneficiaries/:beneficiary_id": reads(),
  "PATCH /beneficiaries/:beneficiary_id": own(fresh(work("beneficiaries:write"))),
  "DELETE /beneficiaries/:beneficiary_id": work("beneficiaries:write"),

  // Customers
  "GET /customers": reads(),
  "POST /customers": work("payments:write"),
  "GET /customers/:customer_id": reads(),
  "PATCH /customers/:customer_id": work("payments:write"),
  "POST /customers/:customer_id/merge": settings("organization:write"),
  "DELETE /customers/:customer_id": fresh(byPerson("organization:write")),

  // Payment links
  "GET /orgs/:org_id/payment-links/brand": reads("payment_links"),
  "PUT /orgs/:org_id/payment-links/brand": settings("payment-links:write", "payment_links"),
  "PUT /orgs/:org_id/payment-links/brand/logo": settings("payment-links:write", "payment_links"),
  "DELETE /orgs/:org_id/payment-links/brand/logo": settings("payment-links:write", "payment_links"),
  "GET /orgs/:org_id/payment-links": {
    roles: MANAGERS_AND_STAFF,
    permission: "payment-links:write",
    feature: "payment_links",
  },
  "POST /orgs/:org_id/payment-links": work("payment-links:write", "payment_links"),
  "GET /orgs/:org_id/payment-links/:link_id": reads("payment_links"),
  "PATCH /orgs/:org_id/payment-links/:link_id": work("payment-links:write", "payment_links"),
  "DELETE /orgs/:org_id/payment-links/:link_id": work("payment-links:write", "payment_links"),

  // Ledger
  "GET /ledger/accounts": reads(),
  "GET /ledger/transactions": reads(),

  // Reports
  "GET /reports/:report": reads(),

  // Exports
  "GET /exports": { roles: MANAGERS_AND_STAFF, permission: "exports:write" },
  "POST /exports": { roles: MANAGERS, permission: "exports:write" },
  "GET /exports/:export_id": { roles: MANAGERS_AND_STAFF, permission: "exports:write" },
  "GET /exports/files/:token": { roles: "public" },

  // Saved views
  "GET /saved-views": reads(),
  "PUT /saved-views": { roles: EVERYONE },
  "DELETE /saved-views/:view_id": { roles: EVERYONE },

  // Balances
  "GET /balances": reads(),
  "GET /balances/daily": reads(),
  "GET /balances/history": reads(),
  "GET /balances/credit-lines": { roles: STAFF },
  "PUT /balances/credit-lines": fresh({ roles: ADMIN_ONLY }),
  "GET /balances/adjustments": { roles: STAFF },
  "POST /balances/adjustments": fresh({ roles: ADMIN_ONLY }),
  "GET /balances/float": { roles: MANAGERS_AND_STAFF },
  "PUT /balances/float/thresholds": { roles: ADMIN_ONLY },

  // Settlements
  "GET /settlements/sources": { roles: STAFF },
  "PUT /settlements/sources/:source": { roles: ADMIN_ONLY, peopleOnly: true },
  "POST /settlements/sources/preview": { roles: ADMIN_ONLY },
  "POST /settlements/imports": { roles: ADMIN_ONLY },
  "GET /settlements/imports": { roles: STAFF },
  "GET /settlements/imports/:import_id": { roles: STAFF },
  "GET /settlements/exceptions": { roles: STAFF },
  "PATCH /settlements/exceptions/:exception_id": { roles: ADMIN_ONLY },
  "POST /settlements/exceptions/:exception_id/resolve": fresh({ roles: ADMIN_ONLY, peopleOnly: true }),
  "GET /settlements/accounts": { roles: STAFF },
  "POST /settlements/accounts/:account/close": { roles: ADMIN_ONLY, peopleOnly: true },
  "POST /settlements/accounts/:account/reopen": byTwo(BOOKS),

  // Virtual accounts
  "POST /virtual-accounts/internal/bank": settings("virtual-accounts:write", "virtual_accounts"),
  "GET /virtual-accounts": reads("virtual_accounts"),
  "GET /virtual-accounts/transactions/:transaction_id": reads("virtual_accounts"),
  "GET /virtual-accounts/:account_id": reads("virtual_accounts"),
  "GET /virtual-accounts/:account_id/transactions": reads("virtual_accounts"),
  "GET /virtual-accounts/:account_id/statement": reads("virtual_accounts"),
  "POST /virtual-accounts/:account_id/withdraw": own(work("virtual-accounts:write", "virtual_accounts")),
  "POST /virtual-accounts/:account_id/transfer": own(work("virtual-accounts:write", "virtual_accounts")),
  "POST /virtual-accounts/:account_id/freeze": settings("virtual-accounts:write", "virtual_accounts"),
  "POST /virtual-accounts/:account_id/unfreeze": settings("virtual-accounts:write", "virtual_accounts"),
  "POST /virtual-accounts/:account_id/close": settings("virtual-accounts:write", "virtual_accounts"),

  // Escrow
  "GET /virtual-accounts/escrow": reads("escrow"),
  "POST /virtual-accounts/escrow": settings("escrow:write", "escrow"),
  "GET /virtual-accounts/escrow/:escrow_id": reads("escrow"),
  "PATCH /virtual-accounts/escrow/:escrow_id": settings("escrow:write", "escrow"),
  "DELETE /virtual-accounts/escrow/:escrow_id": settings("escrow:write", "escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/activate": settings("escrow:write", "escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/cancel": own(settings("escrow:write", "escrow")),
  "POST /virtual-accounts/escrow/:escrow_id/fund": own(settings("escrow:write", "escrow")),
  "GET /virtual-accounts/escrow/:escrow_id/fundings": reads("escrow"),
  "GET /virtual-accounts/escrow/:escrow_id/disbursements": reads("escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry": own(
    fresh(settings("escrow:write", "escrow")),
  ),
  "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect": own(
    fresh(settings("escrow:write", "escrow")),
  ),
  "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund": own(
    settings("escrow:write", "escrow"),
  ),
  "GET /virtual-accounts/escrow/:escrow_id/parties": reads("escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/parties": own(fresh(settings("escrow:write", "escrow"))),
  "GET /virtual-accounts/escrow/:escrow_id/parties/:party_id": reads("escrow"),
  "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id": own(fresh(settings("escrow:write", "escrow"))),
  "DELETE /virtual-accounts/escrow/:escrow_id/parties/:party_id": settings("escrow:write", "escrow"),
  "GET /virtual-accounts/escrow/:escrow_id/milestones": reads("escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/milestones": settings("escrow:write", "escrow"),
  "GET /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id": reads("escrow"),
  "PATCH /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id": settings("escrow:write", "escrow"),
  "DELETE /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id": settings("escrow:write", "escrow"),
  "PUT /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/parties": own(settings("escrow:write", "escrow")),
  "GET /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract": reads("escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract": settings("escrow:write", "escrow"),
  "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/contract/approve": settings(
    "escrow:write",
    "escrow",
  ),
  "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/release": own(settings("escrow:write", "escrow")),
  "POST /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/cancel": settings("escrow:write", "escrow"),

  // Organizations, members and verification
  "GET /organizations": { roles: STAFF },
  "POST /organizations": { roles: ADMIN_ONLY },
  "POST /organizations/webhook/kyb": { roles: "signed" },
  "GET /organizations/:org_id": reads(),
  "PATCH /organizations/:org_id": fresh(byPerson("organization:write")),
  "POST /organizations/:org_id/kyb": settings("organization:write"),
  "POST /organizations/:org_id/kyb/decision": byTwo(TRUST),
  "GET /organizations/:org_id/audit-log": { roles: MANAGERS_AND_STAFF },
  "GET /organizations/:org_id/members": reads(),
  "POST /organizations/:org_id/members": byTwo(TRUST),
  "GET /organizations/:org_id/members/:user_id": reads(),
  "PATCH /organizations/:org_id/members/:user_id": fresh(byPerson("members:write")),
  "DELETE /organizations/:org_id/members/:user_id": byPerson("members:write"),
  "GET /organizations/:org_id/service-accounts": reads(),
  "POST /organizations/:org_id/service-accounts": byPerson("members:write"),
  "GET /organizations/:org_id/invites": settings("members:write"),
  "POST /organizations/:org_id/invites": fresh(byPerson("members:write")),
  "POST /organizations/:org_id/invites/:invite_id/resend": byPerson("members:write"),
  "DELETE /organizations/:org_id/invites/:invite_id": settings("members:write"),
  "POST /organizations/invites/accept": { roles: "authenticated", peopleOnly: true },
  "POST /organizations/:org_id/members/:user_id/permissions": fresh(byPerson("members:write")),
  "PUT /organizations/:org_id/members/:user_id/permissions": fresh(byPerson("members:write")),
  "DELETE /organizations/:org_id/members/:user_id/permissions": byPerson("members:write"),
  "GET /organizations/:org_id/members/:user_id/permissions/check": { roles: EVERYONE },

  // Users and notifications
  "GET /users/list": reads(),
  "GET /users/me": { roles: "authenticated" },
  "PATCH /users/me": { roles: "authenticated" },
  "GET /users/me/sign-ins": { roles: "authenticated", peopleOnly: true },
  "GET /users/me/sessions": { roles: "authenticated", peopleOnly: true },
  "DELETE /users/me/sessions": { roles: "authenticated", peopleOnly: true },
  "DELETE /users/me/sessions/:session_id": { roles: "authenticated", peopleOnly: true },
  "GET /users/:user_id": reads(),
  "PATCH /users/:user_id": fresh({ roles: ADMIN_ONLY }),
  "PATCH /users/:user_id/kyc": byTwo(TRUST),
  "POST /users/:user_id/identities": byTwo(TRUST),
  "GET /users/analytics/geographic-distribution": reads(),
  "POST /users/notifications/verification-request": { roles: [...WORKERS, "staff"], permission: "payments:write" },
  "GET /users/notifications/verification-requests": reads(),
  "GET /users/notifications/verification-requests/:request_id": reads(),
  "POST /users/notifications/verification-requests/:request_id/answer": work("payments:write"),
  "POST /users/notifications/verification-requests/:request_id/close": { roles: STAFF },
  "GET /users/notifications": { roles: "authenticated" },
  "GET /users/notifications/unread-count": { roles: "authenticated" },
  "POST /users/notifications/read-all": { roles: "authenticated" },
  "POST /users/notifications/:notification_id/read": { roles: "authenticated" },
};

/** Which scopes allow an API key to read below a path, and which allow it to write. The first matching prefix wins. */
const SCOPES: readonly (readonly [path: string, read: KeyScope, write: KeyScope | readonly KeyScope[]])[] = [
  ["/payments-init/initiate", "payments:read", ["payins:write", "payouts:write"]],
  ["/payments-init/ramp", "payments:read", "ramps:write"],
  ["/payments-init/", "payments:read", ["payins:write", "payouts:write", "ramps:write"]],
  ["/payments/:payment_id/checkout", "payments:read", "payins:write"],
  ["/payments/:payment_id/refund", "payments:read", "refunds:write"],
  ["/payments/check", "payments:read", ["payins:write", "payouts:write"]],
  ["/payments/route-preview", "payments:read", "payments:read"],
  ["/payments/bank-validation", "payments:read", "payments:read"],
  ["/payments/:payment_id/review", "payments:read", "settings:write"],
  ["/payments/:payment_id/settle", "payments:read", "settings:write"],
  ["/payments/:payment_id", "payments:read", ["payins:write", "payouts:write", "ramps:write"]],
  ["/payments/", "payments:read", "settings:write"],
  ["/platform/", "settings:read", "settings:write"],
  ["/payout-batches", "payments:read", "payouts:write"],
  ["/search", "payments:read", "payments:read"],
  ["/approvals", "payments:read", "settings:write"],
  ["/refunds", "payments:read", "refunds:write"],
  ["/disputes", "payments:read", "refunds:write"],
  ["/transactions", "payments:read", "payments:read"],
  ["/corridors", "payments:read", "payments:read"],
  ["/crypto-assets", "payments:read", "payments:read"],
  ["/customers/:customer_id/merge", "payments:read", "settings:write"],
  ["/customers", "payments:read", ["payins:write", "payouts:write"]],
  ["/reports", "payments:read", "payments:read"],
  ["/exports", "settings:read", "settings:write"],
  ["/saved-views", "payments:read", "settings:write"],
  ["/externals/", "payments:read", "payments:read"],
  ["/organizations/admin/exchange-rate", "payments:read", "payments:read"],
  ["/quotes", "payments:read", ["payins:write", "payouts:write", "ramps:write"]],
  ["/fees", "payments:read", "settings:write"],
  ["/ledger/", "payments:read", "settings:write"],
  ["/balances", "payments:read", "settings:write"],
  ["/settlements", "settings:read", "settings:write"],
  ["/beneficiaries", "beneficiaries:read", "beneficiaries:write"],
  ["/orgs/:org_id/payment-links/brand", "payment-links:read", "settings:write"],
  ["/orgs/:org_id/payment-links", "payment-links:read", "payment-links:write"],
  ["/virtual-accounts/escrow", "escrow:read", "escrow:write"],
  ["/virtual-accounts", "virtual-accounts:read", "virtual-accounts:write"],
  ["/public/webhooks", "webhooks:read", "webhooks:write"],
  ["/events", "webhooks:read", "webhooks:write"],
  ["/public/api-keys", "settings:read", "settings:write"],
  ["/sandbox", "payments:read", "settings:write"],
  ["/organizations", "settings:read", "settings:write"],
  ["/users/notifications/verification-requests", "payments:read", "settings:write"],
  ["/users", "settings:read", "settings:write"],
];

/** A route with a credential that no scope covers stops the start: a limited key must not reach it by oversight. */
function withScopes([key, rule]: readonly [string, AccessRule]): readonly [string, AccessRule] {
  if (!needsCredential(rule)) return [key, rule];
  const [method, path] = key.split(" ") as [string, string];
  const fitting = SCOPES.find(([beginning]) => path.startsWith(beginning));
  if (fitting === undefined) throw new Error(`${key} has no scope`);
  return [key, { ...rule, scopes: [method === "GET" ? fitting[1] : fitting[2]].flat() }];
}

export const ACCESS: AccessTable = Object.fromEntries(Object.entries(RULES).map(withScopes));
