import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "#test/harness/payments.ts";

/**
 * The statements of a process with warm caches. Keys, roles, features, profiles, routes, fees, rates and beneficiaries
 * are in memory, so an initiation is two commits and nothing else. An additional query would cost every payment a round
 * trip.
 */
let app: TestApp;
let statements: string[] = [];

beforeAll(async () => {
  app = await startTestApp();
  const send = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    const text = (typeof first === "string" ? first : first.text).trim();
    if (text !== "SELECT 1") statements.push(text); // The keep-alive of the LISTEN connection.
    return (send as (...args: unknown[]) => unknown).apply(this, args);
  } as never);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** The statements of the second of two equal requests, by commit: a transaction, or a statement alone. */
async function commitsOf(method: string, path: string, body?: object | (() => Promise<object>)): Promise<string[][]> {
  for (let time = 0; time < 2; time++) {
    const sent = typeof body === "function" ? await body() : body;
    statements = [];
    const answer = await app.request(app.callers.otherApiKey, method, path, sent);
    expect(answer.status, answer.text).toBe(200);
  }
  const commits: string[][] = [];
  let open: string[] | null = null;
  for (const text of statements) {
    if (text === "BEGIN") commits.push((open = []));
    else if (text === "COMMIT") open = null;
    else if (open === null) commits.push([text]);
    else open.push(text);
  }
  return commits;
}

const isRead = (text: string): boolean => !/\b(INSERT INTO|UPDATE|DELETE FROM)\b/.test(text);

describe("an initiation is two commits and nothing else", () => {
  test("for a payin, each of whose commits is one statement", async () => {
    const commits = await commitsOf("POST", "/payments-init/initiate", mobileMoneyPayin());
    expect(commits.map((commit) => commit.length)).toEqual([1, 1]);
    expect(commits.flat().filter(isRead)).toEqual([]);
  });

  test("for a payout, whose first commit holds its beneficiary and asks the ledger", async () => {
    const commits = await commitsOf(
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayout(app.demo.organizations[1]!.beneficiary_id),
    );
    expect(commits).toHaveLength(2);
    expect(commits[1]).toHaveLength(1);
    expect(commits[1]!.filter(isRead)).toEqual([]);
  });

  test("for a payin in another currency, whose first commit holds its rate lock and writes the use with the payment", async () => {
    const commits = await commitsOf("POST", "/payments-init/initiate", async () => {
      const { body } = await app.request(
        app.callers.otherApiKey,
        "GET",
        "/organizations/admin/exchange-rate?fromCurrency=GHS&toCurrency=USD",
      );
      const { org_rate_id, rate } = body.data;
      return mobileMoneyPayin("4567", {
        amount: 1000.0,
        target_amount: 1000 * rate,
        target_currency: "USD",
        org_rate_id,
      });
    });
    expect(commits.map((commit) => commit.length)).toEqual([3, 1]);
  });

  test("for a ramp, after one that locks its rate", async () => {
    const { body } = await app.request(
      app.callers.otherApiKey,
      "GET",
      "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USDT",
    );
    const commits = await commitsOf("POST", "/payments-init/ramp", {
      fiat_currency: "NGN",
      fiat_amount: 155000.0,
      client_rate: body.data.rate,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      customer_type: "retail",
      wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
      bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
    });
    expect(commits).toHaveLength(3);
  });
});

test("a look at a payment is one statement", async () => {
  const initiated = await app.request(app.callers.otherApiKey, "POST", "/payments-init/initiate", mobileMoneyPayin());
  const commits = await commitsOf("GET", `/payments/transaction/${initiated.body.response.transaction_id}`);
  expect(commits.map((commit) => commit.length)).toEqual([1]);
  expect(commits.flat().every(isRead)).toBe(true);
});
