// A marketplace that keeps the buyer's money until the seller has delivered: node examples/marketplace.mjs
import { readFileSync } from "node:fs";

const demo = JSON.parse(readFileSync(`${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"));
const [shop] = demo.organizations;
const ESCROW = "/virtual-accounts/escrow";
const PRICE = 12_000; // NGN
const SELLER_PERCENT = 90; // The rest is the marketplace's own.
const LOOK_EVERY_MS = 200;

async function post(path, body, base = demo.base_url) {
  const answer = await fetch(base + path, {
    method: "POST",
    headers: {
      Authorization: "NONE",
      "X-Api-Key": shop.api_key,
      ...(body ? { "Content-Type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`POST ${path}: ${result.message}`);
  return result.data ?? result;
}

async function get(path) {
  const answer = await fetch(demo.base_url + path, { headers: { Authorization: "NONE", "X-Api-Key": shop.api_key } });
  const { data, message } = await answer.json();
  if (!answer.ok) throw new Error(`GET ${path}: ${message}`);
  return data;
}

async function until(what, isReached) {
  while (!(await isReached())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  console.log(what);
}

const openAccount = (name) =>
  post("/virtual-accounts/internal/bank", {
    org_id: shop.org_id,
    user_id: shop.org_admin.user_id,
    currency: "NGN",
    customer_id: `${name}-${Date.now()}`,
    org_name: name,
  });

// The buyer pays into an account of their own. Here the sandbox plays the buyer's bank.
const buyer = await openAccount("Buyer 7");
await post("/deposits", { account_number: buyer.account_number, amount: PRICE, currency: "NGN" }, demo.sandbox_url);
await until("The buyer has paid.", async () => (await get(`/virtual-accounts/${buyer.account_id}`)).balance >= PRICE);

// The order is a project with one milestone, which pays the seller and the marketplace.
const commission = await openAccount("Commission");
const { escrow_id } = await post(ESCROW, { title: "Order 7", currency: "NGN", total_amount: PRICE });
const order = `${ESCROW}/${escrow_id}`;
const seller = await post(`${order}/parties`, { name: "Seller", role: "seller", beneficiary_id: shop.beneficiary_id });
const market = await post(`${order}/parties`, {
  name: "Marketplace",
  role: "agent",
  account_id: commission.account_id,
});
const { milestone_id } = await post(`${order}/milestones`, {
  label: "Delivered",
  expected_disbursement: PRICE,
  parties: [
    { party_id: seller.party_id, split_type: "percentage", split_value: SELLER_PERCENT },
    { party_id: market.party_id, split_type: "percentage", split_value: 100 - SELLER_PERCENT },
  ],
});
await post(`${order}/activate`);
await post(`${order}/fund`, { amount: PRICE, account_id: buyer.account_id });
console.log("The money is in escrow.");

// The buyer confirms the delivery: contract, approval, release.
const milestone = `${order}/milestones/${milestone_id}`;
await post(`${milestone}/contract`, { terms: "The goods arrive undamaged." });
await post(`${milestone}/contract/approve`);
await post(`${milestone}/release`);
await until("The seller has the money.", async () =>
  (await get(`${order}/disbursements`)).every(({ status }) => status === "completed"),
);
for (const { amount, currency, status } of await get(`${order}/disbursements`))
  console.log(`  ${currency} ${amount}  ${status}`);
