import { setCreditLine } from "@corridor/server/back-office/balances/set-credit-line.ts";
import { Money } from "@corridor/base/money.ts";
import type { TestCaller } from "#test/harness/app.ts";
import type { Scene, World } from "./contract.fixtures.ts";
import { newMember } from "./scenes-people.fixtures.ts";

/** Calls of rates, reference data, keys, webhooks, beneficiaries, links, books and virtual accounts. */
export const BANK_BENEFICIARY = {
  account_type: "bank",
  fname: "Bisi",
  lname: "Ade",
  country: "NG",
  currency: "NGN",
  bank_details: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
};

export async function beneficiary(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "POST", "/beneficiaries", BANK_BENEFICIARY)).data.beneficiary_id;
}

export async function customer(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "POST", "/customers", { name: "Ama Owusu", phone: "+233241234567" })).data
    .customer_id;
}

const QUOTED = {
  amount: 1000,
  currency: "GHS",
  target_currency: "USD",
  payment_method: "mobile_money",
  direction: "payin",
  country: "GH",
};

export async function quote(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "POST", "/quotes", { ...QUOTED, target_currency: "GHS" })).data.quote_id;
}

export async function exported(
  world: World,
  caller = world.callers.orgAdmin,
): Promise<{ export_id: string; download_url: string }> {
  await world.run("exports");
  const { export_id } = (await world.must(caller, "POST", "/exports", { kind: "audit" })).data;
  await world.run("exports");
  return (await world.must(caller, "GET", `/exports/${export_id}`)).data;
}

export async function savedView(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "PUT", "/saved-views", viewBody(world))).data.view_id;
}

const viewBody = (world: World) => ({
  list: "payments",
  name: world.unique("view"),
  filters: { status: "failed", sort: "amount" },
  shared: false,
});

export async function apiKey(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "POST", "/public/api-keys", { name: world.unique("key") })).data.api_key_id;
}

/** Nothing listens on this port, so every delivery fails at once. */
const NOBODY = "http://127.0.0.1:9/hook";

export async function webhook(world: World, caller = world.callers.orgAdmin): Promise<string> {
  return (await world.must(caller, "POST", "/public/webhooks", { endpoint_url: `${NOBODY}/${world.unique("hook")}` }))
    .data.webhook_id;
}

export async function delivery(world: World, caller = world.callers.orgAdmin): Promise<string> {
  await webhook(world, caller);
  return (await world.must(caller, "POST", "/public/webhooks/notify", notification(caller))).data.deliveries[0]
    .delivery_id;
}

export const notification = (caller: TestCaller) => ({
  org_id: caller.orgId,
  transaction_data: {
    transaction_id: "t-1",
    status: "completed",
    amount: 12.5,
    currency: "GHS",
    updated_at: "2026-01-05T09:00:00.000Z",
  },
});

async function event(world: World): Promise<string> {
  return (
    await world.must(world.callers.orgAdmin, "POST", "/public/webhooks/notify", notification(world.callers.orgAdmin))
  ).data.event_id;
}

export async function virtualAccount(
  world: World,
  caller = world.callers.orgAdmin,
  currency = "NGN",
): Promise<{ account_id: string; account_number: string; user_id: string }> {
  const user_id = await newMember(world, caller.orgId!);
  return (
    await world.must(caller, "POST", "/virtual-accounts/internal/bank", { org_id: caller.orgId, user_id, currency })
  ).data;
}

export async function fundedAccount(
  world: World,
  caller = world.callers.orgAdmin,
): Promise<{ account_id: string; user_id: string }> {
  const account = await virtualAccount(world, caller);
  await world.atSandbox("/deposits", { account_number: account.account_number, amount: 5_000, currency: "NGN" });
  return account;
}

export async function virtualTransaction(world: World, caller = world.callers.orgAdmin): Promise<string> {
  const { account_id } = await fundedAccount(world, caller);
  return (await world.must(caller, "GET", `/virtual-accounts/${account_id}/transactions`)).data[0].transaction_id;
}

const BRAND = {
  color: "#1f4e9e",
  support_email: "help@example.com",
  support_phone: "+233200000000",
  terms_url: "https://shop.example/terms",
  privacy_url: null,
  footer: "Lagos Fresh Foods Ltd",
  embed_origins: ["https://shop.example"],
};
const SMALLEST_PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

async function pathOfLink(world: World): Promise<{ org_id: string; link_id: string }> {
  const { data } = await world.must(world.callers.orgAdmin, "POST", `/orgs/${world.ours.org_id}/payment-links`, {
    amount: 25.5,
    currency: "GHS",
  });
  return { org_id: world.ours.org_id, link_id: data.link_id };
}

export function adjustmentBody(world: World, orgId = world.ours.org_id): Record<string, unknown> {
  return { org_id: orgId, currency: "GHS", amount: 1500.5, reason: "prefunding" };
}

async function withCreditLine(world: World): Promise<string> {
  const orgId = world.ours.org_id;
  await setCreditLine(world, {
    orgId,
    amount: Money.parse("1000", "GHS"),
    reason: "a good customer",
    actor: { type: "system", id: "test" },
  });
  return orgId;
}

export const RESOURCE_SCENES: Record<string, Scene> = {
  "GET /organizations/admin/exchange-rate": () => ({ query: { fromCurrency: "GHS", toCurrency: "NGN" } }),
  "GET /organizations/admin/exchange-rate/:org_rate_id": async (world) => ({
    path: {
      org_rate_id: (
        await world.must(
          world.callers.apiKey,
          "GET",
          "/organizations/admin/exchange-rate?fromCurrency=GHS&toCurrency=NGN&amount=10",
        )
      ).data.org_rate_id,
    },
  }),
  "POST /quotes": () => ({ body: QUOTED }),
  "GET /quotes/:quote_id": async (world) => ({ path: { quote_id: await quote(world) } }),
  "GET /organizations/admin/rates": (world) => ({ as: world.callers.staff }),
  "PUT /organizations/admin/rates": (world) => ({
    as: world.callers.admin,
    body: { rates: [{ currency: "EUR", per_usd: 0.917 }] },
  }),

  "POST /externals/networks": () => ({ body: { country: "GH", currency: "GHS" } }),
  "POST /externals/banks": () => ({ body: { country: "NG", currency: "NGN", search: "access" } }),
  "POST /externals/resolve-account": () => ({
    body: { account_number: "0000014579", bank_code: "011", country: "NG" },
  }),
  "GET /changelog": () => ({ as: null }),
  "GET /sandbox/clock": () => ({}),
  "POST /sandbox/clock": () => ({ body: { advance_seconds: 1 } }),
  "POST /payments/bank-validation/validate-uk-account": () => ({
    body: { sortCode: "20-00-00", accountNumber: "55779911" },
  }),

  "GET /public/api-keys": () => ({}),
  "POST /public/api-keys": (world) => ({ body: { name: world.unique("key"), expires_at: "2099-01-05T09:00:00.000Z" } }),
  "GET /public/api-keys/:api_key_id": async (world) => ({ path: { api_key_id: await apiKey(world) } }),
  "PATCH /public/api-keys/:api_key_id": async (world) => ({
    path: { api_key_id: await apiKey(world) },
    body: { name: "Till 4", allowed_addresses: ["127.0.0.0/8"] },
  }),
  "POST /public/api-keys/:api_key_id/rotate": async (world) => ({
    path: { api_key_id: await apiKey(world) },
    body: { overlap_seconds: 60 },
  }),
  "DELETE /public/api-keys/:api_key_id": async (world) => ({ path: { api_key_id: await apiKey(world) } }),

  "GET /public/webhooks": () => ({}),
  "POST /public/webhooks": (world) => ({
    body: { endpoint_url: `${NOBODY}/${world.unique("hook")}`, events: ["payment.completed"] },
  }),
  "POST /public/webhooks/notify": (world) => ({ body: notification(world.callers.orgAdmin) }),
  "GET /public/webhooks/dead-letters": () => ({}),
  "GET /public/webhooks/deliveries/:delivery_id": async (world) => ({ path: { delivery_id: await delivery(world) } }),
  "POST /public/webhooks/deliveries/:delivery_id/replay": async (world) => ({
    path: { delivery_id: await delivery(world) },
  }),
  "GET /public/webhooks/:webhook_id": async (world) => ({ path: { webhook_id: await webhook(world) } }),
  "PATCH /public/webhooks/:webhook_id": async (world) => ({
    path: { webhook_id: await webhook(world) },
    body: { events: ["payment.failed"], status: "disabled" },
  }),
  "DELETE /public/webhooks/:webhook_id": async (world) => ({ path: { webhook_id: await webhook(world) } }),
  "POST /public/webhooks/:webhook_id/rotate-secret": async (world) => ({
    path: { webhook_id: await webhook(world) },
    body: { overlap_seconds: 60 },
  }),
  "GET /public/webhooks/:webhook_id/deliveries": async (world) => ({ path: { webhook_id: await webhook(world) } }),
  "POST /public/webhooks/:webhook_id/replay": async (world) => ({
    path: { webhook_id: await webhook(world) },
    body: { from: "2026-01-01T00:00:00.000Z", to: "2099-01-01T00:00:00.000Z", event_types: ["payment.completed"] },
  }),
  "GET /events": () => ({}),
  "GET /events/:event_id": async (world) => ({ path: { event_id: await event(world) } }),

  "GET /beneficiaries": () => ({}),
  "POST /beneficiaries": () => ({ body: BANK_BENEFICIARY }),
  "GET /beneficiaries/:beneficiary_id": async (world) => ({ path: { beneficiary_id: await beneficiary(world) } }),
  "PATCH /beneficiaries/:beneficiary_id": async (world) => ({
    path: { beneficiary_id: await beneficiary(world) },
    body: { lname: "Adeyemi", email: "bisi@example.com", bank_details: BANK_BENEFICIARY.bank_details },
  }),
  "DELETE /beneficiaries/:beneficiary_id": async (world) => ({ path: { beneficiary_id: await beneficiary(world) } }),

  "GET /exports": () => ({}),
  "POST /exports": async (world) => {
    await world.run("exports"); // An organization may have only a few unfinished exports.
    return { body: { kind: "transactions", format: "jsonl", currency: "GHS", date_to: "2099-01-05T09:00:00.000Z" } };
  },
  "GET /exports/:export_id": async (world) => ({ path: { export_id: (await exported(world)).export_id } }),
  "GET /exports/files/:token": async (world) => ({
    as: null,
    path: { token: (await exported(world)).download_url.split("/").at(-1)! },
  }),

  "GET /saved-views": () => ({}),
  "PUT /saved-views": (world) => ({ body: viewBody(world) }),
  "DELETE /saved-views/:view_id": async (world) => ({ path: { view_id: await savedView(world) } }),

  "GET /crypto-assets": () => ({}),
  "GET /corridors": () => ({ query: { country: "GH" } }),

  "GET /customers": () => ({}),
  "POST /customers": (world) => ({
    body: {
      name: "Ama Owusu",
      email: "ama@example.com",
      country: "GH",
      reference: world.unique("customer"),
      metadata: { tier: 1 },
    },
  }),
  "GET /customers/:customer_id": async (world) => ({ path: { customer_id: await customer(world) } }),
  "PATCH /customers/:customer_id": async (world) => ({
    path: { customer_id: await customer(world) },
    body: { name: "Ama Mensah", email: null },
  }),
  "POST /customers/:customer_id/merge": async (world) => ({
    path: { customer_id: await customer(world) },
    body: { into: await customer(world) },
  }),
  "DELETE /customers/:customer_id": async (world) => ({ path: { customer_id: await customer(world) } }),

  "GET /orgs/:org_id/payment-links": (world) => ({ path: { org_id: world.ours.org_id } }),
  "POST /orgs/:org_id/payment-links": (world) => ({
    path: { org_id: world.ours.org_id },
    body: {
      amount: 25.5,
      currency: "GHS",
      amount_type: "fixed",
      description: "Invoice 7",
      email: "ama@example.com",
      expires_at: "2099-01-05T09:00:00.000Z",
    },
  }),
  "GET /orgs/:org_id/payment-links/brand": (world) => ({ path: { org_id: world.ours.org_id } }),
  "PUT /orgs/:org_id/payment-links/brand": (world) => ({ path: { org_id: world.ours.org_id }, body: BRAND }),
  "PUT /orgs/:org_id/payment-links/brand/logo": (world) => ({
    path: { org_id: world.ours.org_id },
    body: { content: SMALLEST_PNG },
  }),
  "DELETE /orgs/:org_id/payment-links/brand/logo": (world) => ({ path: { org_id: world.ours.org_id } }),
  "GET /orgs/:org_id/payment-links/:link_id": async (world) => ({ path: await pathOfLink(world) }),
  "PATCH /orgs/:org_id/payment-links/:link_id": async (world) => ({
    path: await pathOfLink(world),
    body: { amount: 30, description: "Invoice 8", status: "disabled" },
  }),
  "DELETE /orgs/:org_id/payment-links/:link_id": async (world) => ({ path: await pathOfLink(world) }),

  "GET /balances": () => ({}),
  "GET /balances/daily": () => ({ query: { currency: "GHS", days: "3" } }),
  "GET /balances/history": () => ({ query: { currency: "GHS" } }),
  "GET /balances/credit-lines": (world) => ({ as: world.callers.admin }),
  "PUT /balances/credit-lines": async (world) => ({
    as: world.callers.admin,
    // The limit is lowered, because raising it needs another person's approval.
    body: { org_id: await withCreditLine(world), currency: "GHS", amount: 250.5, reason: "a good customer" },
  }),
  "GET /balances/adjustments": (world) => ({ as: world.callers.admin }),
  "POST /balances/adjustments": (world) => ({
    as: world.callers.admin,
    body: { ...adjustmentBody(world), provider: "fiat" },
  }),
  "GET /balances/float": (world) => ({ as: world.callers.admin }),
  "PUT /balances/float/thresholds": (world) => ({
    as: world.callers.admin,
    body: { provider: "fiat", currency: "GHS", amount: 100.5 },
  }),

  "GET /ledger/accounts": () => ({}),
  "GET /ledger/transactions": () => ({}),

  "POST /virtual-accounts/internal/bank": async (world) => ({
    body: {
      org_id: world.ours.org_id,
      user_id: await newMember(world, world.ours.org_id),
      currency: "NGN",
      customer_id: "c-1",
      org_name: "Savings",
    },
  }),
  "GET /virtual-accounts": () => ({}),
  "GET /virtual-accounts/transactions/:transaction_id": async (world) => ({
    path: { transaction_id: await virtualTransaction(world) },
  }),
  "GET /virtual-accounts/:account_id": async (world) => ({
    path: { account_id: (await virtualAccount(world)).account_id },
  }),
  "GET /virtual-accounts/:account_id/transactions": async (world) => ({
    path: { account_id: (await fundedAccount(world)).account_id },
  }),
  "GET /virtual-accounts/:account_id/statement": async (world) => ({
    path: { account_id: (await fundedAccount(world)).account_id },
  }),
  "POST /virtual-accounts/:account_id/withdraw": async (world) => ({
    path: { account_id: (await fundedAccount(world)).account_id },
    body: { amount: 100.5, beneficiary_id: await beneficiary(world), description: "rent", reference: "r-1" },
  }),
  "POST /virtual-accounts/:account_id/transfer": async (world) => ({
    path: { account_id: (await fundedAccount(world)).account_id },
    body: { to_account_id: (await virtualAccount(world)).account_id, amount: 100.5, description: "rent" },
  }),
  "POST /virtual-accounts/:account_id/freeze": async (world) => ({
    path: { account_id: (await virtualAccount(world)).account_id },
    body: { reason: "asked by its owner" },
  }),
  "POST /virtual-accounts/:account_id/unfreeze": async (world) => {
    const { account_id } = await virtualAccount(world);
    await world.must(world.callers.orgAdmin, "POST", `/virtual-accounts/${account_id}/freeze`, {});
    return { path: { account_id }, body: { reason: "asked by its owner" } };
  },
  "POST /virtual-accounts/:account_id/close": async (world) => ({
    path: { account_id: (await virtualAccount(world)).account_id },
    body: { reason: "no longer used" },
  }),
};
