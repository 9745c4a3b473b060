import { expect } from "vitest";
import { verifyLedger } from "@corridor/server/record/ledger/verify-ledger.ts";
import { startTestApp, type TestCaller } from "#test/harness/app.ts";

/** Ramps through the public API: buy, sell, pay in, advance the time, run the worker, and read the result. */
export const WALLETS = {
  TRON: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  ETHEREUM: "0x52908400098527886E0F7030069857D2E4169EE7",
  BITCOIN: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
  SOLANA: "4zvwRjXUKGfvwnParsHAS3HuSVzV5cA4McphgmoCtajS",
  STELLAR: "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ",
} as const;

export type Ramp = {
  payment_id: string;
  transaction_id: string;
  status: string;
  payment_instructions: { account_number: string; currency: string; amount: number; reference: string };
} & Record<string, any>;

export async function startRampApp(settings: Record<string, string> = {}) {
  const app = await startTestApp({ settings });
  const caller = app.callers.apiKey;

  async function rate(from: string, to: string): Promise<number> {
    const answer = await app.request(
      caller,
      "GET",
      `/organizations/admin/exchange-rate?fromCurrency=${from}&toCurrency=${to}`,
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data.rate;
  }

  /** Buys USDT on TRON for naira by bank transfer, unless said otherwise. */
  async function buying(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const body: Record<string, unknown> = {
      fiat_currency: "NGN",
      fiat_amount: 155000.0,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      customer_type: "retail",
      wallet_address: WALLETS.TRON,
      bank_details: { account_number: "0011223344", bank_code: "058", bank_name: "GTBank" },
      ...change,
    };
    return { client_rate: await rate(body["fiat_currency"] as string, body["crypto_currency"] as string), ...body };
  }

  /** Sells USDT on TRON for naira that go to a bank account, unless said otherwise. */
  async function selling(change: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const body: Record<string, unknown> = {
      fiat_currency: "NGN",
      fiat_amount: 155000.0,
      crypto_currency: "USDT",
      crypto_network: "TRON",
      country: "NG",
      customer_type: "retail",
      beneficiary_name: "Ikeja Farms",
      destination: { accountNumber: "0123456784", bankCode: "044", bankName: "Access Bank" },
      ...change,
    };
    return { client_rate: await rate(body["crypto_currency"] as string, body["fiat_currency"] as string), ...body };
  }

  const submit = (body: unknown, headers?: Record<string, string>) =>
    app.request(caller, "POST", "/payments-init/ramp", body, headers);

  async function begin(body: Promise<Record<string, unknown>>): Promise<Ramp> {
    const answer = await submit(await body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.response;
  }

  async function record(ramp: Pick<Ramp, "transaction_id">): Promise<Record<string, any>> {
    const answer = await app.request(caller, "GET", `/payments/transaction/${ramp.transaction_id}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  }

  async function atSandbox(path: string, body?: unknown): Promise<any> {
    const answer = await fetch(
      `${app.sandbox.url}${path}`,
      body === undefined
        ? {}
        : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
    );
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json();
  }

  async function work(): Promise<void> {
    await app.run("payment-checks");
    await app.run("refund-checks");
  }

  return {
    ...app,
    caller,
    rate,
    buying,
    selling,
    submit,
    begin,
    record,
    atSandbox,
    work,
    payFiat: (ramp: Ramp, amount: string) =>
      atSandbox("/deposits", {
        account_number: ramp.payment_instructions.account_number,
        amount,
        currency: ramp.payment_instructions.currency,
      }).then(() => app.advance(0)),
    sendCrypto: (ramp: Ramp, amount: string, network: string = ramp["crypto_network"]) =>
      atSandbox("/chain/deposits", {
        network,
        address: ramp.payment_instructions.account_number,
        asset: ramp["crypto_currency"],
        amount,
      }),
    fault: (provider: string, mode: string, seconds = 3_600) =>
      atSandbox("/faults", { provider, mode, share: 1, seconds }),
    mend: () => fetch(`${app.sandbox.url}/faults`, { method: "DELETE" }).then(() => undefined),

    /** Signs in again, because the tests advance the clock by hours and tokens expire earlier. */
    async admin(): Promise<TestCaller> {
      const { email, password, user_id } = app.demo.admin;
      const answer = await fetch(`${app.origin}/identity/token`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      const { token } = (await answer.json()) as { token: string };
      return { headers: { authorization: `Bearer ${token}`, "x-api-key": "NONE" }, orgId: null, userId: user_id };
    },

    /** Advances the time and runs the worker until the ramp has ended. */
    async finish(ramp: Ramp, maxSteps = 40): Promise<Record<string, any>> {
      for (let step = 0; step < maxSteps; step++) {
        await work();
        const now = await record(ramp);
        if (["completed", "failed", "canceled"].includes(now["status"])) return now;
        await app.advance(10_000);
      }
      throw new Error(`the ramp has not ended: ${JSON.stringify(await record(ramp), null, 1)}`);
    },

    async eventTypes(ramp: Ramp): Promise<string[]> {
      const rows = await app.db.query<{ type: string; sequence: number }>(
        `SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE resource_id = $1 ORDER BY sequence`,
        [ramp.payment_id],
      );
      expect(rows.map((row) => row.sequence)).toEqual(rows.map((_, index) => index + 1));
      return rows.map((row) => row.type);
    },

    async items(ramp: Ramp): Promise<{ kind: string; message: string }[]> {
      const answer = await app.request(caller, "GET", `/payments/reconciliation-items?payment_id=${ramp.payment_id}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data;
    },

    /** The ramp's balance on each account. Also verifies the whole ledger. */
    async books(ramp: Ramp): Promise<Record<string, string>> {
      expect((await verifyLedger(app.db)).broken).toBeNull();
      const sums = await app.db.query<{ total: string }>(
        `SELECT sum(balance)::text AS total FROM ledger_accounts GROUP BY org_id, currency HAVING sum(balance) <> 0`,
      );
      expect(sums).toEqual([]);
      const rows = await app.db.query<{ name: string; total: string }>(
        `SELECT a.purpose || CASE WHEN a.owner_id = '' THEN '' ELSE ':' || a.owner_id
         END || ' ' || a.currency AS name, sum(p.amount)::text AS total
         FROM ledger_transactions t JOIN ledger_postings p USING (org_id, position)
           JOIN ledger_accounts a ON a.org_id = p.org_id AND a.account_id = p.account_id
         WHERE t.cause LIKE $1 || ':%' GROUP BY 1 HAVING sum(p.amount) <> 0 ORDER BY 1`,
        [ramp.payment_id],
      );
      return Object.fromEntries(rows.map((row) => [row.name, row.total]));
    },

    /** What the sandbox accepted for the ramp, by its own journal. */
    async journal(ramp: Ramp): Promise<string[]> {
      const found: string[] = [];
      for (let cursor = ""; ;) {
        const page = await atSandbox(`/journal${cursor}`);
        for (const operation of page.operations)
          if (operation.payment_id === ramp.payment_id)
            found.push(
              `${operation.provider} ${operation.kind} ${operation.amount} ${operation.currency} ${operation.status}`,
            );
        if (page.next_cursor === null) return found;
        cursor = `?cursor=${encodeURIComponent(page.next_cursor)}`;
      }
    },
  };
}
export type RampApp = Awaited<ReturnType<typeof startRampApp>>;
