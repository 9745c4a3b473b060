import { newId } from "@corridor/base/ids.ts";
import { cardPayin } from "#test/harness/payments.ts";
import type { Call, Scene, World } from "./contract.fixtures.ts";
import { SCENES } from "./scenes.fixtures.ts";
import { BANK_BENEFICIARY, customer, virtualAccount } from "./scenes-resources.fixtures.ts";

/**
 * Statuses that one operation answers for its own reasons: the call that provokes it here, or the test that covers it.
 */
const sceneOf = async (world: World, key: string): Promise<Call> => SCENES[key]!(world);

async function erasedCustomer(world: World): Promise<Call> {
  const path = { customer_id: await customer(world) };
  await world.must(world.callers.orgAdmin, "DELETE", `/customers/${path.customer_id}`);
  return { path, body: { name: "Ama Mensah" } };
}

/** Calls an operation while the provider fails every request. */
const whileBroken =
  (key: string): Scene =>
  async (world) => {
    await fetch(`${world.sandbox.url}/faults`, { method: "DELETE" });
    const call = await sceneOf(world, key);
    await world.atSandbox("/faults", { provider: "fiat", mode: "error", share: 1, seconds: 3_600 });
    return call;
  };

/** Text that is not an id; an unknown id gives an empty list. */
const ofNobody: Scene = (world) => ({ as: world.callers.admin, query: { org_id: "nobody" } });

export const OWN_SCENES: Readonly<Record<string, Scene>> = {
  "GET /balances/adjustments 404": ofNobody,
  "GET /balances/credit-lines 404": ofNobody,
  "GET /payments/provider-configs 404": ofNobody,
  "GET /payments/routing/programs 404": ofNobody,
  "GET /payments/routing/backtests 404": ofNobody,
  "POST /public/webhooks/notify 404": () => ({ body: { org_id: newId(), transaction_data: {} } }),
  "PUT /payments/provider-configs/order 404": (world) => ({ as: world.callers.admin, body: { config_ids: [newId()] } }),
  "POST /settlements/imports 404": async (world) => {
    const { body, ...call } = await sceneOf(world, "POST /settlements/imports");
    return { ...call, body: { ...(body as object), import_id: newId(), after_part: 1 } };
  },
  "PATCH /customers/:customer_id 409": erasedCustomer,
  "DELETE /customers/:customer_id 409": async (world) => ({ path: (await erasedCustomer(world)).path! }),
  "PATCH /public/api-keys/:api_key_id 409": async (world) => {
    const { api_key_id } = (await world.must(world.callers.orgAdmin, "POST", "/public/api-keys", { name: "revoked" }))
      .data;
    await world.must(world.callers.orgAdmin, "DELETE", `/public/api-keys/${api_key_id}`);
    return { path: { api_key_id }, body: { name: "again" } };
  },
  "DELETE /organizations/:org_id/invites/:invite_id 409": async (world) => {
    const call = await sceneOf(world, "DELETE /organizations/:org_id/invites/:invite_id");
    await world.db.query(
      "UPDATE invites SET status = 'accepted', accepted_at = now(), accepted_by = $2 WHERE invite_id = $1",
      [call.path!["invite_id"], world.callers.orgAdmin.userId],
    );
    return call;
  },
  "PUT /payments/provider-configs/order 409": async (world) => {
    const { body, ...call } = await sceneOf(world, "PUT /payments/provider-configs/order");
    return { ...call, body: { config_ids: (body as { config_ids: string[] }).config_ids.slice(1) } };
  },
  "PUT /payments/failure-codes 404": async (world) => ({
    as: world.callers.admin,
    body: { provider: "fiat", direction: "inbound", code: world.unique("code") },
  }),
  "PUT /payments/failure-codes 409": async (world) => ({
    as: world.callers.admin,
    body: { provider: "fiat", direction: "inbound", code: "wrong_pin", cause: "provider_error" },
  }),
  "PUT /payments/providers/:provider/settings 409": async (world) => ({
    ...(await sceneOf(world, "PUT /payments/providers/:provider/settings")),
    path: { provider: "fiat" },
  }),
  "PUT /payments/provider-accounts/:provider/:label 409": async (world) => ({
    ...(await sceneOf(world, "PUT /payments/provider-accounts/:provider/:label")),
    path: { provider: "fiat", label: "main" },
  }),
  "POST /payments/provider-accounts/:provider/:label/try 409": (world) => ({
    as: world.callers.admin,
    path: { provider: "fiat", label: "main" },
  }),
  "PATCH /settlements/exceptions/:exception_id 409": async (world) => {
    const { path, body } = await sceneOf(world, "POST /settlements/exceptions/:exception_id/resolve");
    await world.must(world.callers.admin, "POST", `/settlements/exceptions/${path!["exception_id"]}/resolve`, body);
    return { as: world.callers.admin, path: path!, body: { comment: "too late" } };
  },
  "PUT /settlements/sources/:source 409": async (world) => {
    await world.db.query(
      `INSERT INTO settlement_sources (source, name, account, mapping, updated_by, updated_at)
        SELECT 'full-' || n, 'Full', 'bank:full', '{}', $1, now() FROM generate_series(1, 200) n`,
      [newId()],
    );
    return { ...(await sceneOf(world, "PUT /settlements/sources/:source")), path: { source: "one-more" } };
  },
  "POST /virtual-accounts/:account_id/withdraw 422": async (world) => {
    const call = await sceneOf(world, "POST /virtual-accounts/:account_id/withdraw");
    const payee = { ...BANK_BENEFICIARY, country: "AQ" };
    const { beneficiary_id } = (await world.must(world.callers.orgAdmin, "POST", "/beneficiaries", payee)).data;
    return { ...call, body: { ...(call.body as object), beneficiary_id } };
  },
  "POST /payments/check 422": () => ({ body: cardPayin("4242", { country: "AQ" }) }),
  "POST /payments-init/:payment_id/action 502": whileBroken("POST /payments-init/:payment_id/action"),
  "POST /checkout/payments/:checkout_token/action 502": whileBroken("POST /checkout/payments/:checkout_token/action"),
  "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id 409": async (world) => {
    const { account_id } = await virtualAccount(world);
    await world.must(world.callers.orgAdmin, "POST", `/virtual-accounts/${account_id}/close`, {});
    return {
      ...(await sceneOf(world, "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id")),
      body: { account_id },
    };
  },
  "PUT /organizations/:org_id/members/:user_id/permissions 409": async (world) => {
    const call = await sceneOf(world, "PUT /organizations/:org_id/members/:user_id/permissions");
    await world.must(world.callers.admin, "PATCH", `/organizations/${world.ours.org_id}`, {
      settings: { payout_review_above: { NGN: 5_000_000 } },
    });
    return { ...call, body: { permissions: ["payouts:approve"] } };
  },
};

/**
 * These answer without the database, or check a signature first. Their error handler and queue are the same as for
 * every route.
 */
const WITHOUT_A_ROW = [
  "GET /changelog",
  "POST /callbacks/:provider",
  "POST /callbacks/:provider/:reference/:token",
  "PUT /callbacks/:provider/:reference/:token",
  "POST /organizations/webhook/kyb",
];

const CHARGEBACK = [
  "packages/providers/flutterwave/flutterwave-chargebacks.test.ts",
  "a chargeback is accepted, or won, and an answer that Flutterwave refuses leaves it open",
] as const;
const GUARDED = [
  "test/e2e/second-person.test.ts",
  "none of the operations in the list does anything for one of them",
] as const;
const ESCROW_PLAN = "milestones together never exceed the project, keep their order, and stand once it is active";
const ESCROW = "packages/server/src/products/escrow/routes.test.ts";

export const SHOWN_ELSEWHERE: Readonly<Record<string, readonly [file: string, test: string]>> = {
  ...Object.fromEntries(
    WITHOUT_A_ROW.flatMap((key) => [
      [
        `${key} 500`,
        ["packages/server/src/kernel/http/server.test.ts", "tells nothing of an unexpected error but the request id"],
      ],
      [
        `${key} 503`,
        ["packages/server/src/kernel/http/server.test.ts", "answers 503 with Retry-After when a queue is full"],
      ],
    ]),
  ),
  "POST /externals/resolve-account 404": [
    "packages/server/src/pricing/reference/network-routes.test.ts",
    "is 404 when the bank knows no such account, and 502 when it cannot be asked",
  ],
  "POST /organizations/invites/accept 409": [
    "test/e2e/contract-idempotency.test.ts",
    "gives the first answer again, says so, and does nothing; with another body it is a 409",
  ],
  "POST /checkout/links/:link_ref/pay 409": [
    "packages/server/src/products/links/checkout.test.ts",
    "an unknown reference is a 404, and one that cannot be paid says why and offers nothing",
  ],
  "POST /checkout/payments/:checkout_token/action 409": [
    "packages/server/src/products/links/checkout.test.ts",
    "a customer may cancel while nothing has moved, and not afterwards",
  ],
  "GET /organizations/admin/exchange-rate 409": [
    "test/e2e/rate-locks.test.ts",
    "locks no more within an hour than the limit of a pair is worth",
  ],
  "PUT /balances/credit-lines 409": [
    "packages/server/src/back-office/balances/routes.test.ts",
    "is raised by two platform admins: asked for by one, told to the others, approved by another, and by nobody of " +
      "the organization",
  ],
  "DELETE /beneficiaries/:beneficiary_id 409": [
    "packages/server/src/parties/beneficiaries/routes.test.ts",
    "is a 409 while a payment with it is %s",
  ],
  "PATCH /beneficiaries/:beneficiary_id 409": [
    "test/e2e/second-person.test.ts",
    "one of them moves no money of an organization to which they do not belong",
  ],
  "PATCH /fees/:fee_id 409": GUARDED,
  "PATCH /payments/provider-configs/:provider/:config_id 409": GUARDED,
  "DELETE /payments/provider-configs/:provider/:config_id 409": GUARDED,
  "PATCH /users/:user_id/kyc 409": GUARDED,
  "PUT /payments/provider-costs 409": GUARDED,
  "DELETE /payments/provider-costs/:cost_id 409": GUARDED,
  "PATCH /platform/settings 409": GUARDED,
  "PATCH /payments/routing/programs/:program_id 409": [
    "packages/server/src/pricing/routing/programs/routes.test.ts",
    "takes the place of the one before, which stays for the payments that it routed, and never changes",
  ],
  "GET /payments/routing/programs/:program_id/comparison 409": [
    "packages/server/src/pricing/routing/programs/routes.test.ts",
    "are compared by a share of payments each; a payment keeps its program, and no winner is named too early",
  ],
  "PUT /organizations/admin/rates 409": [
    "test/e2e/second-person.test.ts",
    "small steps of a rate, once in a day, and repeated values need one person",
  ],
  "PATCH /organizations/:org_id 409": [
    "test/e2e/controls.test.ts",
    "takes a second person: it is asked for by one and done when another approves",
  ],
  "PATCH /organizations/:org_id/members/:user_id 409": [
    "packages/server/src/parties/organizations/organizations.test.ts",
    "get another role, and the last org-admin keeps theirs",
  ],
  "DELETE /organizations/:org_id/members/:user_id 409": [
    "packages/server/src/parties/organizations/organizations.test.ts",
    "get another role, and the last org-admin keeps theirs",
  ],
  "PATCH /orgs/:org_id/payment-links/:link_id 409": [
    "packages/server/src/products/links/pay-once.test.ts",
    "its terms: amount and payer_currency cannot change under a payment, the rest can",
  ],
  "DELETE /orgs/:org_id/payment-links/:link_id 409": [
    "packages/server/src/products/links/checkout.test.ts",
    "by mobile money: the payer is told to approve on the phone, completed by callback, the link paid once and told " +
      "once",
  ],
  "DELETE /payments/providers/:provider/settings 409": [
    "packages/server/src/pricing/provider-accounts/routes.test.ts",
    "is not forgotten while a payment is under way there; afterwards it is, and routes pass it over",
  ],
  "DELETE /payments/provider-accounts/:provider/:label 409": [
    "test/e2e/provider-accounts.test.ts",
    "are kept while a payment is under way there, and are tried one by one",
  ],
  "PUT /saved-views 409": [
    "packages/server/src/back-office/saved-views/saved-views.test.ts",
    "a person has at most 50 views and an organization shares at most 50, also when they are saved at once",
  ],
  "PATCH /users/:user_id 409": [
    "packages/server/src/parties/users/users.test.ts",
    "never gives power over the platform to its owner",
  ],
  "PATCH /virtual-accounts/escrow/:escrow_id 409": [ESCROW, ESCROW_PLAN],
  "DELETE /virtual-accounts/escrow/:escrow_id 409": [ESCROW, ESCROW_PLAN],
  "PATCH /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id 409": [ESCROW, ESCROW_PLAN],
  "DELETE /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id 409": [ESCROW, ESCROW_PLAN],
  "PUT /virtual-accounts/escrow/:escrow_id/milestones/:milestone_id/parties 409": [
    ESCROW,
    "of a disbursed or canceled milestone is a 409",
  ],
  "DELETE /virtual-accounts/escrow/:escrow_id/parties/:party_id 409": [
    ESCROW,
    "a party that has a share cannot be removed",
  ],
  "POST /checkout/links/:link_ref/pay 422": [
    "packages/server/src/products/links/checkout.test.ts",
    "offers nothing above a route's limit, and follows a change of the routes",
  ],
  "POST /checkout/links/:link_ref/pay 502": [
    "packages/server/src/products/links/checkout.test.ts",
    "a refusal by every provider is a 502 without their names, and the link can be paid another way",
  ],
  "POST /disputes/:dispute_id/accept 502": CHARGEBACK,
  "POST /disputes/:dispute_id/submit 502": CHARGEBACK,
  "POST /externals/resolve-account 502": [
    "packages/server/src/pricing/reference/network-routes.test.ts",
    "is 404 when the bank knows no such account, and 502 when it cannot be asked",
  ],
  "POST /payments-init/initiate 422": [
    "test/e2e/initiation-rules.test.ts",
    "no config for the corridor is 422 ROUTING_CONFIG_NOT_FOUND",
  ],
  "POST /payments-init/initiate 502": [
    "test/e2e/forgiving.test.ts",
    "a payment that every provider refused is a 502 that names it in fields of its own",
  ],
  "POST /payments-init/ramp 422": ["test/e2e/ramps-request.test.ts", "a corridor without a provider is a 422"],
  "POST /payments-init/ramp 502": [
    "test/e2e/ramps-failures.test.ts",
    "all refuse: 502, and the ramp is stored as failed with every attempt",
  ],
  "POST /payments/:payment_id/refund 502": [
    "packages/providers/mpesa/mpesa-payments.test.ts",
    "a payin is refunded by the reversal of its receipt, whole, when M-PESA's result says so",
  ],
  "POST /public/webhooks/notify 207": [
    "packages/server/src/record/events/routes.test.ts",
    "may be sent in a list, and each is answered in its order",
  ],
  "POST /quotes 422": [
    "test/e2e/quotes.test.ts",
    "is not made where nobody would carry the payment, or nothing is bought",
  ],
  "GET /returns/:org_id/:payment_id 303": [
    "test/e2e/forgiving.test.ts",
    "may lead into an app, with the outcome in its query",
  ],
  "POST /users/notifications/verification-request 207": [
    "packages/server/src/parties/notifications/routes.test.ts",
    "of both is a 207 when %s, and the other is still asked",
  ],
  "POST /virtual-accounts/:account_id/transfer 207": [
    "packages/server/src/products/virtual-accounts/routes.test.ts",
    "in a list is answered for itself, in the order of the list, and made once however often the list is sent",
  ],
  "POST /virtual-accounts/:account_id/withdraw 502": [
    "packages/server/src/products/virtual-accounts/withdrawals.test.ts",
    "that every provider refuses fails, and the money is back",
  ],
  "POST /virtual-accounts/escrow/:escrow_id/fund 422": [
    "packages/server/src/products/escrow/money.test.ts",
    "by a payin that fails counts for nothing, and frees what it had claimed",
  ],
  "POST /virtual-accounts/escrow/:escrow_id/fund 502": [
    "packages/server/src/products/escrow/money.test.ts",
    "by a payin that fails counts for nothing, and frees what it had claimed",
  ],
};
