// Pays everybody in a file, each once for a month, however often it is run: node examples/payroll.mjs examples/salaries.csv 2026-01
import { readFileSync } from "node:fs";

const demo = () => JSON.parse(readFileSync(`${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"));
const url = process.env.CORRIDOR_URL ?? demo().base_url;
const apiKey = process.env.CORRIDOR_API_KEY ?? demo().organizations[0].api_key;
const [file = "examples/salaries.csv", month = new Date().toISOString().slice(0, 7)] = process.argv.slice(2);
const FINAL = new Set(["completed", "failed", "rejected", "canceled"]);
const LOOK_EVERY_MS = 300;

async function corridor(method, path, body, idempotencyKey) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      Authorization: "NONE",
      "X-Api-Key": apiKey,
      ...(body ? { "Content-Type": "application/json" } : {}),
      ...(idempotencyKey ? { "Idempotency-Key": idempotencyKey } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(`${result.code ?? answer.status}: ${result.message}`);
  return result;
}

/** The payment of this salary, when an earlier run has made it. An idempotency key is kept for a day only; the reference stays. */
async function findPaid(reference) {
  const { data } = await corridor("GET", `/transactions?client_reference=${encodeURIComponent(reference)}`);
  return data.find(({ status }) => status !== "failed" && status !== "rejected" && status !== "canceled");
}

async function pay({ id, first, last, bankCode, bankName, account, amount }) {
  const reference = `salary-${month}-${id}`;
  const earlier = await findPaid(reference);
  if (earlier !== undefined) return { id, paymentId: earlier.payment_id, isNew: false };
  const bank = { account_number: account, bank_code: bankCode, bank_name: bankName };
  const beneficiary = { account_type: "bank", fname: first, lname: last, country: "NG", currency: "NGN", bank_details: bank };
  const { data } = await corridor("POST", "/beneficiaries", beneficiary, `${reference}-payee`);
  const payout = {
    amount,
    target_amount: amount,
    currency: "NGN",
    target_currency: "NGN",
    payment_method: "bank_transfer",
    direction: "payout",
    beneficiary_id: data.beneficiary_id,
    client_reference: reference,
    payer_details: { name: "Payroll", email: "payroll@example.com" },
    bank_details: { ...bank, account_name: `${first} ${last}`, country: "NG" },
    bank_account: bank,
  };
  const { response } = await corridor("POST", "/payments-init/initiate", payout, reference);
  return { id, paymentId: response.payment_id, isNew: true };
}

async function outcomeOf(paymentId) {
  for (;;) {
    const { data } = await corridor("GET", `/payments/${paymentId}`);
    if (FINAL.has(data.status)) return data;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const people = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [id, first, last, bankCode, bankName, account, amount] = line.split(",");
    return { id, first, last, bankCode, bankName, account, amount: Number(amount) };
  });
const payouts = [];
for (const person of people) payouts.push(await pay(person)); // One after the other: a stop leaves a clear line between paid and not.
for (const { id, paymentId, isNew } of payouts) {
  const { status, amount, currency, failure_reason: reason } = await outcomeOf(paymentId);
  console.log(`${id}  ${currency} ${amount}  ${status}${isNew ? "" : " (paid by an earlier run)"}${reason ? `: ${reason}` : ""}`);
}
