// A marketplace that keeps the buyer's money until the seller has delivered: node examples/marketplace.mjs
import { readFileSync } from "node:fs";
import { createClient } from "corridor-client/index.ts";

const demo = JSON.parse(readFileSync(`${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"));
const [shop] = demo.organizations;
const ESCROW = "/virtual-accounts/escrow";
const ORDER = `${ESCROW}/{escrow_id}`;
const MILESTONE = `${ORDER}/milestones/{milestone_id}`;
const PRICE = 12_000; // NGN
const SELLER_PERCENT = 90; // The rest is the marketplace's own.
const LOOK_EVERY_MS = 200;

const corridor = createClient({ baseUrl: demo.base_url, apiKey: shop.api_key });

const post = async (path, input) => (await corridor.post(path, input)).data;

async function until(what, isReached) {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  console.log(what);
}

const openAccount = (name) =>
  corridor.virtualAccounts.open({
    org_id: shop.org_id,
    user_id: shop.org_admin.user_id,
    currency: "NGN",
    customer_id: `${name}-${Date.now()}`,
    org_name: name,
  });

// The buyer pays into an account of their own. Here the sandbox plays the buyer's bank.
const buyer = await openAccount("Buyer 7");
await fetch(`${demo.sandbox_url}/deposits`, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ account_number: buyer.account_number, amount: PRICE, currency: "NGN" }),
});
const balance = async () => (await corridor.virtualAccounts.get(buyer.account_id)).balance;
await until("The buyer has paid.", async () => (await balance()) >= PRICE);

// The order is a project with one milestone, which pays the seller and the marketplace.
const commission = await openAccount("Commission");
const { escrow_id } = await post(ESCROW, { body: { title: "Order 7", currency: "NGN", total_amount: PRICE } });
const order = { escrow_id };
const seller = await post(`${ORDER}/parties`, {
  path: order,
  body: { name: "Seller", role: "seller", beneficiary_id: shop.beneficiary_id },
});
const market = await post(`${ORDER}/parties`, {
  path: order,
  body: { name: "Marketplace", role: "agent", account_id: commission.account_id },
});
const { milestone_id } = await post(`${ORDER}/milestones`, {
  path: order,
  body: {
    label: "Delivered",
    expected_disbursement: PRICE,
    parties: [
      { party_id: seller.party_id, split_type: "percentage", split_value: SELLER_PERCENT },
      { party_id: market.party_id, split_type: "percentage", split_value: 100 - SELLER_PERCENT },
    ],
  },
});
await post(`${ORDER}/activate`, { path: order });
await post(`${ORDER}/fund`, { path: order, body: { amount: PRICE, account_id: buyer.account_id } });
console.log("The money is in escrow.");

// The buyer confirms the delivery: contract, approval, release.
const path = { escrow_id, milestone_id };
await post(`${MILESTONE}/contract`, { path, body: { terms: "The goods arrive undamaged." } });
await post(`${MILESTONE}/contract/approve`, { path });
await post(`${MILESTONE}/release`, { path });
const disbursements = async () => (await corridor.get(`${ORDER}/disbursements`, { path: order })).data;
await until("The seller has the money.", async () =>
  (await disbursements()).every(({ status }) => status === "completed"),
);
for (const { amount, currency, status } of await disbursements()) console.log(`  ${currency} ${amount}  ${status}`);
