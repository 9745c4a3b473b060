import type { Environment } from "../environment.ts";
import type { Child } from "../processes.ts";
import { addGoal, addRows, ratioOf, type Report } from "../report.ts";
import { alternate, measureLoad } from "../rounds.ts";
import type { Pair } from "./initiate.ts";

/**
 * GET /payments/transaction/{id} beside the same server frame with a static record, and GET /transactions. Clients that
 * wait for a payment read it repeatedly, and a repeated read is cheaper than the first. Both are measured, the first
 * read over more payments than a process caches.
 */
const CONNECTIONS = 64;
const READ_AGAIN_PAYMENTS = 1_000;
const UNCOUNTED_ROUNDS = 1;
export const READ_ONCE_PAYMENTS = 12_000;

export async function benchRead(
  environment: Environment,
  pair: Pair,
  ceiling: Child & { url: string },
  report: Report,
  options: { rounds: number; seconds: number; quick: boolean },
): Promise<void> {
  const paths = await transactionPaths(environment, READ_AGAIN_PAYMENTS);
  const manyPaths = await transactionPaths(environment, READ_ONCE_PAYMENTS);
  const load = {
    connections: CONNECTIONS,
    seconds: options.seconds,
    method: "GET" as const,
    headers: environment.headers,
  };
  const api = { api: pair.api.pid };
  const samples = await alternate(
    [
      {
        name: "product",
        run: () => measureLoad(environment, { ...load, url: pair.url, variants: paths }, api, pair.api.pid),
      },
      {
        name: "product, not read before",
        run: () => measureLoad(environment, { ...load, url: pair.url, variants: manyPaths }, api, pair.api.pid),
      },
      {
        name: "static answer",
        run: () =>
          measureLoad(environment, { ...load, url: ceiling.url, variants: paths }, { api: ceiling.pid }, ceiling.pid),
      },
    ],
    options.rounds,
    UNCOUNTED_ROUNDS,
  );
  addRows(report, "read one payment, 64 connections", "reads", samples);
  report.ratios.read_vs_static = ratioOf(samples, "product", "static answer");
  addGoal(report, "read at 64 connections, of the static ceiling", report.ratios.read_vs_static, 0.65);
  report.ratios.first_read_vs_static = ratioOf(samples, "product, not read before", "static answer");
  if (options.quick) return;

  const list = (name: string, variants: readonly string[]) => ({
    name,
    run: () => measureLoad(environment, { ...load, url: pair.url, variants }, api, pair.api.pid),
  });
  const lists = await alternate(
    [
      list("list", ["/v1/transactions?limit=10", "/v1/transactions?limit=10&status=processing"]),
      list("search by reference", [
        "/v1/transactions?limit=10&search=order-1010",
        "/v1/transactions?limit=10&search=order-1020",
      ]),
      list("find anything", ["/v1/search?q=order-1010", "/v1/search?q=order-1020"]),
    ],
    options.rounds,
  );
  addRows(report, "find 10 payments, 64 connections", "pages", lists);
}

export async function transactionPaths(environment: Environment, limit: number): Promise<string[]> {
  const rows = await environment.db.query<{ transaction_id: string }>(
    "SELECT transaction_id FROM payments WHERE org_id = $1 ORDER BY payment_id DESC LIMIT $2",
    [environment.organization.org_id, limit],
  );
  if (rows.length === 0) throw new Error("there are no payments to read yet");
  return rows.map((row) => `/v1/payments/transaction/${row.transaction_id}`);
}
