import { request } from "undici";
import { postTransactions } from "#src/modules/books/ledger/post-transactions.ts";
import { ledgerAccountOf } from "#src/modules/money/virtual-accounts/virtual-account.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { type Environment, sandboxKeyOf } from "../environment.ts";
import type { LoadRequest } from "../load.ts";
import type { Child } from "../processes.ts";
import { payins } from "../requests.ts";
import { addGoal, addLimit, addRows, ratioOf, type Report } from "../report.ts";
import { alternate, type Form, measureLoad, warmUp } from "../rounds.ts";
import { median } from "../statistics.ts";
import type { Pair } from "./initiate.ts";

/** The other ways in which money moves over HTTP: transfers, withdrawals and test notifications, beside initiation, a static answer and a naive form. */
const CONNECTIONS = 64;
const ACCOUNTS = 16;
const FUNDS = "1000000000";
const WARM_UP_SECONDS = 5;

export async function benchMoney(
  environment: Environment,
  pair: Pair,
  ceiling: Child & { url: string },
  report: Report,
  options: { rounds: number; seconds: number },
): Promise<void> {
  const { beneficiary_id } = environment.organization;
  const accounts = await openAccounts(environment, pair);
  const naive = await environment.startServer("naive", [pair.sandboxUrl, sandboxKeyOf(environment.secret)]);
  const product = { api: pair.api.pid, sandbox: pair.sandbox.pid };
  const load = (url: string, variants: readonly string[]): LoadRequest => ({
    url,
    connections: CONNECTIONS,
    seconds: options.seconds,
    method: "POST",
    headers: environment.headers,
    variants,
  });
  const form = (name: string, url: string, variants: readonly string[], server: Child, processes: Record<string, number>): Form => ({
    name,
    run: () => measureLoad(environment, load(url, variants), processes, server.pid),
  });
  const transferPath = `/v1/virtual-accounts/${accounts[0]!}/transfer`;
  const transfers = accounts.slice(1).map((to_account_id, index) => JSON.stringify({ to_account_id, amount: 1 + index, description: "Bench" }));
  const notices = transfers.map((_, index) =>
    JSON.stringify({ transaction_data: { transaction_id: newId(), status: "completed", amount: 10 + index, currency: "NGN" } }),
  );
  const withdrawals = transfers.map((_, index) => JSON.stringify({ amount: 10 + index, beneficiary_id, description: "Bench" }));
  const withdrawalPath = `/v1/virtual-accounts/${accounts[1]!}/withdraw`;
  await warmUp(environment, load(`${pair.url}${transferPath}`, transfers), WARM_UP_SECONDS);
  await warmUp(environment, load(`${pair.url}${withdrawalPath}`, withdrawals), WARM_UP_SECONDS);
  const samples = await alternate(
    [
      form("initiate", `${pair.url}/v1/payments-init/initiate`, payins(), pair.api, product),
      form("transfer", `${pair.url}${transferPath}`, transfers, pair.api, product),
      form("transfer, static answer", `${ceiling.url}${transferPath}`, transfers, ceiling, { api: ceiling.pid }),
      form("transfer, naive", `${naive.url}${transferPath}`, transfers, naive, { api: naive.pid }),
      form("withdraw", `${pair.url}${withdrawalPath}`, withdrawals, pair.api, product),
      form("notify", `${pair.url}/v1/public/webhooks/notify`, notices, pair.api, product),
      form("notify, static answer", `${ceiling.url}/v1/public/webhooks/notify`, notices, ceiling, { api: ceiling.pid }),
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
  ];
  for (const [name, ours, theirs, atLeast] of goals) addGoal(report, name, (report.ratios[name] = ratioOf(samples, ours, theirs)), atLeast);
  addLimit(report, "fsyncs per transfer", median(samples.get("transfer")!.map((sample) => sample.fsyncs!)), 0.2);
  addLimit(report, "log bytes per transfer", median(samples.get("transfer")!.map((sample) => sample.walBytes!)), 5_000);
}

/** Accounts of members of their own, in the currency of the demo's beneficiary, with money in them. */
async function openAccounts(environment: Environment, pair: Pair): Promise<string[]> {
  const { org_id } = environment.organization;
  const accounts: string[] = [];
  for (let index = 0; index < ACCOUNTS; index++) {
    const userId = newId();
    await environment.db.query("INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-viewer', now(), now())", [
      org_id,
      userId,
    ]);
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
