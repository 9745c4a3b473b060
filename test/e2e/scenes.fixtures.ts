import { bankPayin, bankPayout, mobileMoneyPayin } from "#test/harness/payments.ts";
import type { Scene, World } from "./contract.fixtures.ts";
import { BATCH_SCENES } from "./scenes-batches.fixtures.ts";
import { ESCROW_SCENES } from "./scenes-escrow.fixtures.ts";
import { PEOPLE_SCENES } from "./scenes-people.fixtures.ts";
import { RESOURCE_SCENES } from "./scenes-resources.fixtures.ts";
import { SETTLEMENT_SCENES } from "./scenes-settlements.fixtures.ts";

/**
 * One successful call for every operation; everything that the call needs is created through the API. Tests repeat the
 * call as another caller, with another id or with one invalid value, so they know the reason of a refusal.
 */
const REVIEWED = { NGN: 5_000_000 };

export async function initiate(
  world: World,
  body: unknown,
  caller = world.callers.apiKey,
): Promise<{ payment_id: string; transaction_id: string } & Record<string, any>> {
  return (await world.must(caller, "POST", "/payments-init/initiate", body)).response;
}

export async function completedPayin(world: World): Promise<{ payment_id: string; transaction_id: string }> {
  const payment = await initiate(world, mobileMoneyPayin());
  await world.advance(1_000);
  return payment;
}

export async function refunded(world: World): Promise<{ refund_id: string; payment_id: string }> {
  const { payment_id } = await completedPayin(world);
  return (
    await world.must(world.callers.orgAdmin, "POST", `/payments/${payment_id}/refund`, {
      amount: 10.5,
      reason: "returned goods",
    })
  ).data;
}

/** A payout that waits for a second person. */
export async function heldPayout(
  world: World,
  organization = world.ours,
  caller = world.callers.orgMember,
): Promise<{ payment_id: string }> {
  await world.must(world.callers.admin, "PATCH", `/organizations/${organization.org_id}`, {
    settings: { payout_review_above: REVIEWED },
  });
  const payment = await initiate(
    world,
    bankPayout(organization.beneficiary_id, "6784", { amount: 5_000_000, target_amount: 5_000_000 }),
    caller,
  );
  // Removes the controls again: with them, scenes that create keys and admins would need two people.
  await world.withoutControls(organization.org_id);
  return payment;
}

async function approvalOf(world: World): Promise<string> {
  const { payment_id } = await heldPayout(world);
  const { data } = await world.must(world.callers.orgAdmin, "GET", "/approvals?status=pending&kind=payment");
  return data.find((one: { payment_id: string }) => one.payment_id === payment_id).approval_id;
}

/** A completed payin whose payer disputes it. */
export async function disputed(
  world: World,
  caller = world.callers.apiKey,
): Promise<{ dispute_id: string; provider_dispute_id: string; payment_id: string }> {
  const { payment_id } = await initiate(world, mobileMoneyPayin("0011"), caller);
  await world.advance(1_000);
  await world.advance(1_000);
  return (await world.must(caller, "GET", `/disputes?payment_id=${payment_id}`)).data[0];
}

async function withEvidence(world: World): Promise<string> {
  const { dispute_id } = await disputed(world);
  await world.must(world.callers.orgAdmin, "POST", `/disputes/${dispute_id}/evidence`, {
    name: "receipt",
    text: "The goods were handed over.",
  });
  return dispute_id;
}

/** A payment that an operator must confirm. */
async function manualPayment(world: World): Promise<{ payment_id: string }> {
  const config = {
    provider: "manual",
    country: "ZA",
    payment_method: "bank_transfer",
    direction: "inbound",
    priority: 0,
    org_id: world.ours.org_id,
  };
  const { data } = await world.must(world.callers.admin, "POST", "/payments/provider-configs", config);
  const payment = await initiate(world, bankPayin("6784", { country: "ZA", currency: "ZAR", target_currency: "ZAR" }));
  await world.must(world.callers.admin, "DELETE", `/payments/provider-configs/manual/${data.config_id}`);
  return payment;
}

/** Money that arrives after the payment has ended. */
export async function reconciliationItem(world: World): Promise<{ item_id: string; payment_id: string }> {
  const payment = await initiate(world, bankPayin());
  const deposit = { account_number: payment["account_number"], amount: 50_000, currency: "NGN" };
  await world.atSandbox("/deposits", deposit);
  await world.atSandbox("/deposits", deposit);
  const { data } = await world.must(
    world.callers.orgAdmin,
    "GET",
    `/payments/reconciliation-items?payment_id=${payment.payment_id}`,
  );
  return data[0];
}

async function rate(world: World, from: string, to: string): Promise<number> {
  return (
    await world.must(
      world.callers.apiKey,
      "GET",
      `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`,
    )
  ).data.rate;
}

export async function paymentLink(
  world: World,
  caller = world.callers.orgAdmin,
): Promise<{ link_id: string; link_ref: string; org_id: string }> {
  return (await world.must(caller, "POST", `/orgs/${caller.orgId}/payment-links`, { amount: 25.5, currency: "GHS" }))
    .data;
}

const PAY_BODY = {
  country: "GH",
  payment_method: "mobile_money",
  payer_details: { name: "Ama Owusu", phone: "+233241234567" },
  mobile_money_details: { provider: "MTN", phone_number: "+233241230001" },
};

async function checkoutToken(world: World): Promise<string> {
  const { payment_id } = await initiate(world, mobileMoneyPayin("0001"));
  return (await world.must(world.callers.orgAdmin, "POST", `/payments/${payment_id}/checkout`)).data.checkout_token;
}

async function receiptCode(world: World): Promise<string> {
  const { link_ref } = await paymentLink(world);
  const paid = { ...PAY_BODY, mobile_money_details: { provider: "MTN", phone_number: "+233241234567" } };
  const { checkout_token } = (await world.must(null, "POST", `/checkout/links/${link_ref}/pay`, paid)).data;
  await world.advance(1_000);
  const { receipt_url } = (await world.must(null, "GET", `/checkout/payments/${checkout_token}`)).data;
  return receipt_url.split("/").at(-1);
}

async function providerConfig(world: World): Promise<{ provider: string; config_id: string }> {
  const body = {
    provider: "hybrid",
    country: "BR",
    payment_method: "card",
    direction: "inbound",
    org_id: world.ours.org_id,
  };
  return (await world.must(world.callers.admin, "POST", "/payments/provider-configs", body)).data;
}

/** Two configs of a corridor that no other test uses, newest first. */
async function idsOfCorridor(world: World): Promise<string[]> {
  const corridor = { country: "CL", payment_method: "card", direction: "inbound" };
  const ids = async () =>
    (
      await world.must(
        world.callers.admin,
        "GET",
        `/payments/provider-configs?${new URLSearchParams(corridor).toString()}`,
      )
    ).data.map((config: { config_id: string }) => config.config_id);
  for (let missing = 2 - (await ids()).length; missing > 0; missing--)
    await world.must(world.callers.admin, "POST", "/payments/provider-configs", {
      ...corridor,
      provider: "hybrid",
      org_id: world.ours.org_id,
    });
  return ids();
}

const PAYMENT_SCENES: Record<string, Scene> = {
  "POST /payments-init/initiate": () => ({ body: mobileMoneyPayin() }),
  "POST /payments/check": () => ({ body: mobileMoneyPayin() }),
  "POST /payments-init/ramp": async (world) => ({
    body: {
      fiat_currency: "NGN",
      fiat_amount: 155000,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      client_rate: await rate(world, "NGN", "USDT"),
      wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
    },
  }),
  "POST /payments-init/:payment_id/action": async (world) => ({
    path: { payment_id: (await initiate(world, mobileMoneyPayin("0001"))).payment_id },
    body: { action: "resend_otp" },
  }),

  "GET /payments/transaction/:transaction_id": async (world) => ({
    path: { transaction_id: (await initiate(world, mobileMoneyPayin())).transaction_id },
  }),
  "GET /payments/:payment_id": async (world) => ({
    path: { payment_id: (await initiate(world, mobileMoneyPayin())).payment_id },
  }),
  "PATCH /payments/:payment_id": async (world) => ({
    path: { payment_id: (await initiate(world, mobileMoneyPayin())).payment_id },
    body: { description: "Two baskets", metadata: { order: "7" } },
  }),
  "GET /approvals": () => ({}),
  "GET /approvals/:approval_id": async (world) => ({ path: { approval_id: await approvalOf(world) } }),
  "POST /approvals/:approval_id/approve": async (world) => ({
    path: { approval_id: await approvalOf(world) },
    body: { comment: "looked at" },
  }),
  "POST /approvals/:approval_id/reject": async (world) => ({
    path: { approval_id: await approvalOf(world) },
    body: { comment: "not known" },
  }),
  "POST /payments/:payment_id/review": async (world) => ({
    path: { payment_id: (await heldPayout(world)).payment_id },
    body: { decision: "approve", comment: "looked at" },
  }),
  "POST /payments/:payment_id/refund": async (world) => ({
    path: { payment_id: (await completedPayin(world)).payment_id },
    body: { amount: 10.5, reason: "returned goods" },
  }),
  "GET /payments/:payment_id/refunds": async (world) => ({
    path: { payment_id: (await completedPayin(world)).payment_id },
  }),
  "GET /refunds": () => ({}),
  "GET /refunds/:refund_id": async (world) => ({ path: { refund_id: (await refunded(world)).refund_id } }),
  "GET /disputes": () => ({}),
  "GET /disputes/:dispute_id": async (world) => ({ path: { dispute_id: (await disputed(world)).dispute_id } }),
  "POST /disputes/:dispute_id/evidence": async (world) => ({
    path: { dispute_id: (await disputed(world)).dispute_id },
    body: { name: "receipt", text: "The goods were handed over." },
  }),
  "POST /disputes/:dispute_id/submit": async (world) => ({ path: { dispute_id: await withEvidence(world) } }),
  "POST /disputes/:dispute_id/accept": async (world) => ({ path: { dispute_id: (await disputed(world)).dispute_id } }),
  "GET /transactions": () => ({}),
  "GET /transactions/analytics/trends": (world) => ({
    as: world.callers.admin,
    query: { dateFrom: "2026-01-01", dateTo: "2026-01-31" },
  }),
  "GET /transactions/totals": () => ({}),
  "GET /transactions/analytics/overview": () => ({}),
  "GET /transactions/analytics/outcomes": () => ({}),
  "GET /reports/:report": () => ({ path: { report: "volume" } }),
  "POST /payments/route-preview": () => ({
    body: { country: "GH", payment_method: "mobile_money", direction: "payin", amount: 21, currency: "GHS" },
  }),
  "POST /payments/:payment_id/settle": async (world) => ({
    as: world.callers.admin,
    path: { payment_id: (await manualPayment(world)).payment_id },
    body: { status: "completed", comment: "seen on the statement" },
  }),

  "POST /callbacks/:provider": () => ({ as: null, path: { provider: "fiat" }, body: { events: [] }, status: 401 }),
  "POST /callbacks/:provider/:reference/:token": () => ({ as: null, path: STRANGE_ADDRESS, body: {}, status: 401 }),
  "PUT /callbacks/:provider/:reference/:token": () => ({ as: null, path: STRANGE_ADDRESS, body: {}, status: 401 }),
  "GET /returns/:org_id/:payment_id": async (world) => ({
    as: null,
    path: { org_id: world.ours.org_id, payment_id: (await initiate(world, mobileMoneyPayin("0007"))).payment_id },
  }),
  "GET /checkout/links/:link_ref": async (world) => ({
    as: null,
    path: { link_ref: (await paymentLink(world)).link_ref },
  }),
  "POST /checkout/links/:link_ref/pay": async (world) => ({
    as: null,
    path: { link_ref: (await paymentLink(world)).link_ref },
    body: PAY_BODY,
  }),
  "GET /checkout/payments/:checkout_token": async (world) => ({
    as: null,
    path: { checkout_token: await checkoutToken(world) },
  }),
  "POST /checkout/payments/:checkout_token/action": async (world) => ({
    as: null,
    path: { checkout_token: await checkoutToken(world) },
    body: { action: "resend_otp" },
  }),
  "GET /checkout/receipts/:receipt_code": async (world) => ({
    as: null,
    path: { receipt_code: await receiptCode(world) },
  }),
  "POST /payments/:payment_id/checkout": async (world) => ({
    path: { payment_id: (await initiate(world, mobileMoneyPayin("0001"))).payment_id },
  }),

  "GET /payments/provider-configs": (world) => ({ as: world.callers.staff }),
  "POST /payments/provider-configs": (world) => ({
    as: world.callers.admin,
    body: {
      provider: "hybrid",
      country: "BR",
      payment_method: "card",
      direction: "outbound",
      min_amount: 1.5,
      max_amount: 20,
      webhook_url: "https://example.com/x",
      org_id: world.ours.org_id,
    },
  }),
  "PUT /payments/provider-configs/order": async (world) => ({
    as: world.callers.admin,
    body: { config_ids: await idsOfCorridor(world) },
  }),
  "GET /payments/provider-configs/:provider/:config_id": async (world) => ({
    as: world.callers.staff,
    path: await pathOfConfig(world),
  }),
  "PATCH /payments/provider-configs/:provider/:config_id": async (world) => ({
    as: world.callers.admin,
    path: await pathOfConfig(world),
    body: { priority: 7, is_active: false, description: "resting" },
  }),
  "DELETE /payments/provider-configs/:provider/:config_id": async (world) => ({
    as: world.callers.admin,
    path: await pathOfConfig(world),
  }),
  "GET /payments/routing/programs": async (world) => (await program(world), { as: world.callers.staff }),
  "POST /payments/routing/programs": (world) => ({ as: world.callers.admin, body: programBody(world) }),
  "GET /payments/routing/programs/:program_id": async (world) => ({
    as: world.callers.staff,
    path: await program(world),
  }),
  "PATCH /payments/routing/programs/:program_id": async (world) => ({
    as: world.callers.admin,
    path: await program(world),
    body: { name: "Brazil, second attempt" },
  }),
  "POST /payments/routing/programs/:program_id/publish": async (world) => ({
    as: world.callers.admin,
    path: await program(world),
    body: {},
  }),
  "POST /payments/routing/programs/:program_id/archive": async (world) => ({
    as: world.callers.admin,
    path: await program(world),
  }),
  "GET /payments/routing/programs/:program_id/comparison": async (world) => ({
    as: world.callers.staff,
    path: await comparedProgram(world),
  }),
  "GET /payments/stops": async (world) => (await stopGhana(world), { as: world.callers.staff }),
  "POST /payments/stops": (world) => ({
    as: world.callers.admin,
    body: { flow: "payouts", country: "GH", payment_method: "wallet", reason: "The network reports double payouts" },
  }),
  "DELETE /payments/stops/:stop_id": async (world) => ({
    as: world.callers.admin,
    path: { stop_id: await stopGhana(world) },
  }),
  "GET /platform/settings": (world) => ({ as: world.callers.admin }),
  "PATCH /platform/settings": (world) => ({
    as: world.callers.admin,
    body: { settings: { SETTLEMENT_FILE_RETENTION_DAYS: "30", RATE_FEED_URL: null } },
  }),
  "GET /payments/providers": (world) => ({ as: world.callers.staff }),
  "PUT /payments/providers/:provider/settings": (world) => ({
    as: world.callers.admin,
    path: { provider: "mtn_momo" },
    body: PROVIDER_SETTINGS,
  }),
  "DELETE /payments/providers/:provider/settings": async (world) => ({
    as: world.callers.admin,
    path: await pathOfProvider(world),
  }),
  "POST /payments/providers/:provider/try": async (world) => ({
    as: world.callers.admin,
    path: await pathOfProvider(world),
  }),
  "GET /payments/provider-accounts": async (world) => {
    await pathOfAccount(world);
    return { as: world.callers.staff };
  },
  "PUT /payments/provider-accounts/:provider/:label": (world) => ({
    as: world.callers.admin,
    path: SECOND_ACCOUNT,
    body: PROVIDER_SETTINGS,
  }),
  "DELETE /payments/provider-accounts/:provider/:label": async (world) => ({
    as: world.callers.admin,
    path: await pathOfAccount(world),
  }),
  "POST /payments/provider-accounts/:provider/:label/try": async (world) => ({
    as: world.callers.admin,
    path: await pathOfAccount(world),
  }),
  "GET /payments/provider-health": (world) => ({ as: world.callers.staff }),
  "GET /payments/provider-health/history": (world) => ({ as: world.callers.staff }),
  "GET /payments/maintenance-windows": (world) => ({ as: world.callers.staff }),
  "POST /payments/maintenance-windows": (world) => ({ as: world.callers.admin, body: maintenanceBody(world) }),
  "DELETE /payments/maintenance-windows/:window_id": async (world) => {
    const body = maintenanceBody(world);
    const made = await world.must(world.callers.admin, "POST", "/payments/maintenance-windows", body);
    return { as: world.callers.admin, path: { window_id: made.data.window_id } };
  },
  "GET /payments/failure-codes": (world) => ({ as: world.callers.staff }),
  "PUT /payments/failure-codes": (world) => ({
    as: world.callers.admin,
    body: { provider: "fiat", direction: "inbound", code: "new_core", cause: "provider_error" },
  }),
  "GET /payments/reconciliation-items": () => ({}),
  "POST /payments/reconciliation-items/:item_id/resolve": async (world) => ({
    path: { item_id: (await reconciliationItem(world)).item_id },
    body: { resolution: "sent back by hand" },
  }),
  "GET /payments/provider-costs": (world) => ({ as: world.callers.staff }),
  "PUT /payments/provider-costs": (world) => ({ as: world.callers.admin, body: COST }),
  "DELETE /payments/provider-costs/:cost_id": async (world) => ({
    as: world.callers.admin,
    path: { cost_id: (await world.must(world.callers.admin, "PUT", "/payments/provider-costs", COST)).data.cost_id },
  }),
  "POST /payments/routing/backtest": (world) => ({ as: world.callers.staff, body: BACKTEST }),
  "GET /payments/routing/backtests": (world) => ({ as: world.callers.staff }),
  "GET /payments/routing/backtests/:backtest_id": async (world) => ({
    as: world.callers.staff,
    path: {
      backtest_id: (await world.must(world.callers.staff, "POST", "/payments/routing/backtest", BACKTEST)).data
        .backtest_id,
    },
  }),
  "GET /fees": () => ({}),
  "POST /fees": (world) => ({ as: world.callers.admin, body: feeBody(world) }),
  "PATCH /fees/:fee_id": async (world) => ({
    as: world.callers.admin,
    path: { fee_id: (await world.must(world.callers.admin, "POST", "/fees", feeBody(world))).data.fee_id },
    body: { is_active: false, percent: 1.25 },
  }),
};

const COST = { provider: "fiat", country: "GH", currency: "GHS", percent: 1.25, fixed_amount: 0.1 };
const BACKTEST = {
  program: { rules: [{ when: { country: ["GH"] }, then: { by: "success" } }] },
  from: "2026-01-01",
  to: "2026-01-31",
};

const STRANGE_ADDRESS = { provider: "fiat", reference: "somebody", token: "guessed" };

/** Nothing listens there, so that no request leaves this machine. */
const PROVIDER_SETTINGS = {
  base_url: "http://127.0.0.1:1",
  target_environment: "mtnghana",
  collection_subscription_key: "subscription",
  collection_api_user: "user",
  collection_api_key: "key",
  callback_secret: "a secret of thirty-two characters or more",
};

async function pathOfProvider(world: World): Promise<{ provider: string }> {
  await world.must(world.callers.admin, "PUT", "/payments/providers/mtn_momo/settings", PROVIDER_SETTINGS);
  return { provider: "mtn_momo" };
}

const SECOND_ACCOUNT = { provider: "mtn_momo", label: "ghana" };

async function pathOfAccount(world: World): Promise<typeof SECOND_ACCOUNT> {
  await world.must(world.callers.admin, "PUT", "/payments/provider-accounts/mtn_momo/ghana", PROVIDER_SETTINGS);
  return SECOND_ACCOUNT;
}

function programBody(world: World) {
  const when = { country: ["BR"], amount: { currency: "BRL", min: 500 } };
  const then = {
    by: "split",
    shares: [
      { provider: "hybrid", percent: 80 },
      { provider: "fiat", percent: 20 },
    ],
  };
  return { name: "Brazil", rules: [{ name: "Large", when, then }], org_id: world.ours.org_id };
}

async function program(world: World): Promise<{ program_id: string }> {
  const { data } = await world.must(world.callers.admin, "POST", "/payments/routing/programs", programBody(world));
  return { program_id: data.program_id };
}

/** Beside one that gets the other payments. */
async function comparedProgram(world: World): Promise<{ program_id: string }> {
  const [alone, compared] = [await program(world), await program(world)];
  const publish = ({ program_id }: { program_id: string }, body: object) =>
    world.must(world.callers.admin, "POST", `/payments/routing/programs/${program_id}/publish`, body);
  await publish(alone, {});
  await publish(compared, { share: 20 });
  return compared;
}

async function stopGhana(world: World): Promise<string> {
  const body = {
    flow: "payouts",
    country: "GH",
    payment_method: "wallet",
    reason: "The network reports double payouts",
  };
  return (await world.must(world.callers.admin, "POST", "/payments/stops", body)).data.stop_id;
}

async function pathOfConfig(world: World): Promise<{ provider: string; config_id: string }> {
  const { provider, config_id } = await providerConfig(world);
  return { provider, config_id };
}

function maintenanceBody(world: World) {
  const at = (hours: number): string => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString();
  return { provider: "fiat", country: "BR", starts_at: at(24), ends_at: at(26), reason: "a new core" };
}

function feeBody(world: World) {
  return {
    name: world.unique("fee"),
    org_id: world.ours.org_id,
    country: "BR",
    payment_method: "card",
    direction: "inbound",
    currency: "BRL",
    fixed_amount: 0.5,
    percent: 1.5,
    min_fee: 0.5,
    max_fee: 90,
  };
}

export const SCENES: Readonly<Record<string, Scene>> = {
  ...PAYMENT_SCENES,
  ...BATCH_SCENES,
  ...SETTLEMENT_SCENES,
  ...RESOURCE_SCENES,
  ...PEOPLE_SCENES,
  ...ESCROW_SCENES,
};
