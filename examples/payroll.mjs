// Pays everybody in a file by one payout batch, each once for a month, however often it is run: node examples/payroll.mjs examples/salaries.csv 2026-01
import { readFileSync } from "node:fs";
import { createClient } from "corridor-client/index.ts";

const demo = () => JSON.parse(readFileSync(`${process.env.DATA_DIR ?? ".data"}/demo.json`, "utf8"));
const baseUrl = process.env.CORRIDOR_URL ?? demo().base_url;
const apiKey = process.env.CORRIDOR_API_KEY ?? demo().organizations[0].api_key;
const [file = "examples/salaries.csv", month = new Date().toISOString().slice(0, 7)] = process.argv.slice(2);
const LOOK_EVERY_MS = 300;

const corridor = createClient({ baseUrl, apiKey });

/** A real payroll registers each person once and stores the id. The key makes it safe to run this again on the same day. */
async function register({ id, first, last, bankCode, bankName, account }) {
  const bank = { account_number: account, bank_code: bankCode, bank_name: bankName };
  const beneficiary = {
    account_type: "bank",
    fname: first,
    lname: last,
    country: "NG",
    currency: "NGN",
    bank_details: bank,
  };
  const idempotencyKey = `payroll-${month}-${id}`;
  return (await corridor.beneficiaries.create(beneficiary, { idempotencyKey })).beneficiary_id;
}

async function until(isDone) {
  for (;;) {
    const { data: batch } = await corridor.get("/payout-batches/{batch_id}", { path });
    if (isDone(batch)) return batch;
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
const rows = [];
for (const person of people) {
  const { id, first, last, amount } = person;
  rows.push({
    beneficiary_id: await register(person),
    amount,
    currency: "NGN",
    reference: `salary-${month}-${id}`,
    name: `${first} ${last}`,
  });
}

// Every row is checked before anything is sent. A salary that an earlier run has paid is a duplicate: its reference was used.
const { data: made } = await corridor.post("/payout-batches", { body: { name: `Salaries ${month}`, rows } });
const path = { batch_id: made.batch_id };
const preview = await until(({ status }) => status !== "checking");
for (const { code, message } of preview.problems) console.log(`${code}: ${message}`);
if (preview.rows.ready > 0) {
  // The hash makes sure that exactly the previewed rows are sent.
  const { data: submitted } = await corridor.post("/payout-batches/{batch_id}/submit", {
    path,
    body: { preview_hash: preview.preview_hash, skip_invalid: true },
  });
  if (submitted.status === "awaiting_approval") console.log("Another person must approve the batch on the dashboard.");
  await until(({ status }) => ["completed", "canceled", "rejected"].includes(status));
}
for await (const { row, status, errors } of corridor.list("/payout-batches/{batch_id}/rows", { path })) {
  const { id, amount } = people[row - 1];
  const isPaidBefore = errors.some(({ code }) => code === "DUPLICATE");
  console.log(
    `${id}  NGN ${amount}  ${isPaidBefore ? "completed (paid by an earlier run)" : [status, ...errors.map(({ message }) => message)].join(": ")}`,
  );
}
