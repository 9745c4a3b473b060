import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { postTransactions } from "@corridor/server/record/ledger/post-transactions.ts";
import { ledgerAccountOf } from "@corridor/server/products/virtual-accounts/virtual-account.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { type Environment, sandboxKeyOf } from "../environment.ts";
import type { LoadRequest, Variant } from "../load.ts";
import type { Child } from "../processes.ts";
import { bankPayin, payins } from "../requests.ts";
import { addGoal, addLimit, addRows, ratioOf, type Report } from "../report.ts";
import { alternate, type Form, measureLoad, warmUp } from "../rounds.ts";
import { CALLBACK_PATH, completion, deposit, openPayments } from "../signed-callbacks.ts";
import { median } from "../statistics.ts";
import type { Pair } from "./initiate.ts";

/**
 * The other requests that move money, beside initiation. Transfers and test notifications are also compared with a
 * static answer, and transfers with a naive implementation.
 */
const CONNECTIONS = 64;
/** More requests than are answered in one second. */
const CALLBACKS_PER_SECOND = 6_000;
const REFUNDED_PAYMENTS = 200;
const ACCOUNTS = 16;
const FUNDS = "1000000000";
const WARM_UP_SECONDS = 5;

export type MoneyLoad = { readonly name: string; readonly load: (seconds: number) => Promise<LoadRequest> };

/**
 * The requests of every path, to be sent again and again. Callbacks work once only: they are made anew for each load.
 */
export async function moneyLoads(
  environment: Environment,
  pair: Pair,
): Promise<{ loads: MoneyLoad[]; transferPath: string }> {
  const { beneficiary_id } = environment.organization;
  const accounts = await openAccounts(environment, pair);
  const load = (path: string, variants: LoadRequest["variants"]) => (seconds: number) =>
    Promise.resolve<LoadRequest>({
      url: `${pair.url}${path}`,
      connections: CONNECTIONS,
      seconds,
      method: "POST",
      headers: environment.headers,
      variants,
    });
  const once = (make: (count: number) => Promise<Variant[]>) => async (seconds: number) => ({
    ...(await load(CALLBACK_PATH, [])(seconds)),
    headers: { "content-type": "application/json" },
    variants: await make(seconds * CALLBACKS_PER_SECOND),
  });
  const others = accounts.slice(1);
  const transferPath = `/v1/virtual-accounts/${accounts[0]!}/transfer`;
  const transfers = others.map((to_account_id, index) =>
    JSON.stringify({ to_account_id, amount: 1 + index, description: "Bench" }),
  );
  const withdrawals = others.map((_, index) =>
    JSON.stringify({ amount: 10 + index, beneficiary_id, description: "Bench" }),
  );
  const notices = others.map((_, index) =>
    JSON.stringify({
      transaction_data: { transaction_id: newId(), status: "completed", amount: 10 + index, currency: "NGN" },
    }),
  );
  const refunds = (await completedPayins(environment, pair)).map((id) => ({
    path: `/v1/payments/${id}/refund`,
    body: JSON.stringify({ amount: 1, reason: "Bench" }),
  }));
  const numbers = await giveNumbers(environment, accounts);
  const loads: MoneyLoad[] = [
    { name: "initiate", load: load("/v1/payments-init/initiate", payins()) },
    { name: "transfer", load: load(transferPath, transfers) },
    { name: "withdraw", load: load(`/v1/virtual-accounts/${accounts[1]!}/withdraw`, withdrawals) },
    { name: "refund", load: load("", refunds) },
    {
      name: "callback",
      load: once(async (count) =>
        (await openPayments(environment, count)).map((payment) => completion(environment, payment)),
      ),
    },
    {
      name: "deposit",
      load: once(async (count) =>
        Array.from({ length: count }, (_, index) => deposit(environment, numbers[index % numbers.length]!)),
      ),
    },
    { name: "notify", load: load("/v1/public/webhooks/notify", notices) },
  ];
  return { loads, transferPath };
}

export async function benchMoney(
  environment: Environment,
  pair: Pair,
  ceiling: Child & { url: string },
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const { loads, transferPath } = await moneyLoads(environment, pair);
  const loadOf = (name: string): MoneyLoad["load"] => loads.find((one) => one.name === name)!.load;
  const naive = await environment.startServer("naive", [pair.sandboxUrl, sandboxKeyOf(environment.secret)]);
  const form = (name: string, load: MoneyLoad["load"], processes: Record<string, number>, server: Child): Form => ({
    name,
    run: () => measureLoad(environment, (seconds = options.seconds) => load(seconds), processes, server.pid),
  });
  const elsewhere = (name: string, what: string, path: string, server: Child & { url: string }): Form =>
    form(
      name,
      async (seconds) => ({ ...(await loadOf(what)(seconds)), url: `${server.url}${path}` }),
      { api: server.pid },
      server,
    );
  await warmUp(environment, await loadOf("transfer")(WARM_UP_SECONDS), WARM_UP_SECONDS);
  await warmUp(environment, await loadOf("withdraw")(WARM_UP_SECONDS), WARM_UP_SECONDS);
  const samples = await alternate(
    [
      ...loads.map(({ name, load }) => form(name, load, { api: pair.api.pid, sandbox: pair.sandbox.pid }, pair.api)),
      elsewhere("transfer, static answer", "transfer", transferPath, ceiling),
      elsewhere("transfer, naive", "transfer", transferPath, naive),
      elsewhere("notify, static answer", "notify", "/v1/public/webhooks/notify", ceiling),
    ],
    options.rounds,
  );
  await naive.stop();
  addRows(report, "other money paths, 64 connections", "requests", samples);
  const goals: [name: string, form: string, to: string, atLeast: number][] = [
    ["transfer_vs_static", "transfer", "transfer, static answer", 0.15],
    ["transfer_vs_naive", "transfer", "transfer, naive", 4],
    ["notify_vs_static", "notify", "notify, static answer", 0.15],
    ["withdraw_vs_initiate", "withdraw", "initiate", 0.6],
    ["refund_vs_initiate", "refund", "initiate", 0.6],
    ["deposit_vs_initiate", "deposit", "initiate", 0.6],
    ["callback_vs_initiate", "callback", "initiate", 1.5],
  ];
  for (const [name, ours, theirs, atLeast] of goals)
    addGoal(report, name, (report.ratios[name] = ratioOf(samples, ours, theirs)), atLeast);
  addLimit(report, "fsyncs per transfer", median(samples.get("transfer")!.map((sample) => sample.fsyncs!)), 0.2);
  addLimit(report, "log bytes per transfer", median(samples.get("transfer")!.map((sample) => sample.walBytes!)), 5_000);
}

/** Bank account numbers, as a provider would give them. */
async function giveNumbers(environment: Environment, accounts: readonly string[]): Promise<string[]> {
  const numbers = accounts.map((_, index) => `90${String(index).padStart(8, "0")}`);
  await environment.db.query(
    `INSERT INTO virtual_account_numbers (provider, account_number, org_id, account_id)
      SELECT 'fiat', n.number, $1, n.account_id FROM unnest($2::text[], $3::uuid[]) AS n (number, account_id)`,
    [environment.organization.org_id, numbers, accounts],
  );
  return numbers;
}

/**
 * Payins by bank transfer that have been paid, so that their provider can refund them. Each is large enough for any
 * number of small refunds.
 */
async function completedPayins(environment: Environment, pair: Pair): Promise<string[]> {
  const post = async (url: string, body: object): Promise<any> => {
    const answer = await request(url, { method: "POST", headers: environment.headers, body: JSON.stringify(body) });
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${await answer.body.text()}`);
    return answer.body.json();
  };
  const ids: string[] = [];
  for (let index = 0; index < REFUNDED_PAYMENTS; index++) {
    const { response } = await post(`${pair.url}/v1/payments-init/initiate`, bankPayin());
    await post(`${pair.sandboxUrl}/deposits`, {
      account_number: response.account_number,
      amount: bankPayin().amount,
      currency: "NGN",
    });
    ids.push(response.payment_id);
  }
  for (let waiting = ids.length; waiting > 0; await pause(100)) {
    const [row] = await environment.db.query<{ n: number }>(
      "SELECT count(*)::integer AS n FROM payments WHERE payment_id = ANY($1::uuid[]) AND status <> 'completed'",
      [ids],
    );
    waiting = row!.n;
  }
  return ids;
}

/** Accounts of members of their own, in the currency of the demo's beneficiary, with money in them. */
async function openAccounts(environment: Environment, pair: Pair): Promise<string[]> {
  const { org_id } = environment.organization;
  const accounts: string[] = [];
  for (let index = 0; index < ACCOUNTS; index++) {
    const userId = newId();
    await environment.db.query(
      "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', now(), now())",
      [org_id, userId],
    );
    const { body, statusCode } = await request(`${pair.url}/v1/virtual-accounts/internal/bank`, {
      method: "POST",
      headers: environment.headers,
      body: JSON.stringify({ org_id, user_id: userId, currency: "GHS" }),
    });
    const { data } = (await body.json()) as { data: { account_id: string } };
    if (statusCode !== 201) throw new Error(`an account could not be opened: ${statusCode}`);
    accounts.push(data.account_id);
  }
  const funds = Money.parse(FUNDS, "GHS");
  await environment.db.transaction((tx) =>
    postTransactions(
      tx,
      accounts.map((accountId) => ({
        orgId: org_id,
        cause: `${accountId}:bench`,
        description: "Funds of the bench",
        at: new Date(),
        postings: [
          { account: { purpose: "fx" }, amount: funds.negate() },
          { account: ledgerAccountOf(accountId), amount: funds },
        ],
      })),
    ),
  );
  return accounts;
}
