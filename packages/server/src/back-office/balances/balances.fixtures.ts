import { expect } from "vitest";
import { postTransactions } from "#src/record/ledger/post-transactions.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { TestAnswer, TestApp, TestCaller } from "@corridor/test/harness/app.ts";

/** A service in which nobody starts with money, seen from outside. */
export const NO_SANDBOX_BALANCE = { SANDBOX_BALANCE_USD: "0" };

export type BalanceRecord = Record<"available" | "pending" | "reserved" | "credit_line" | "spendable", number> & {
  currency: string;
};

export function balancesIn(app: TestApp) {
  const caller = app.callers.apiKey;
  const orgId = caller.orgId!;

  async function must<T = any>(
    status: number,
    who: TestCaller,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    const answer: TestAnswer = await app.request(who, method, path, body);
    expect(answer.status, answer.text).toBe(status);
    return answer.body?.data ?? answer.body;
  }

  async function atSandbox(path: string, body: unknown): Promise<void> {
    const answer = await fetch(`${app.sandbox.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(201);
  }

  return {
    orgId,
    must,
    /** Money without a specific source, as if a payin had brought it. */
    async fund(amount: string, currency: string): Promise<void> {
      const money = Money.parse(amount, currency);
      const postings = [
        { account: { purpose: "adjustments" } as const, amount: money.negate() },
        { account: { purpose: "settlement" } as const, amount: money },
      ];
      await app.db.transaction((tx) =>
        postTransactions(tx, [{ orgId, cause: `${newId()}:test`, description: "test", at: app.clock.now(), postings }]),
      );
    },
    async balance(currency: string): Promise<BalanceRecord | undefined> {
      return (await must<BalanceRecord[]>(200, caller, "GET", `/balances?currency=${currency}`))[0];
    },
    initiate: (body: unknown): Promise<TestAnswer> => app.request(caller, "POST", "/payments-init/initiate", body),
    async record(paymentId: string): Promise<Record<string, any>> {
      return must(200, caller, "GET", `/payments/${paymentId}`);
    },
    /** A customer's bank transfer to an account of the sandbox. */
    async deposit(accountNumber: string, amount: number, currency: string): Promise<void> {
      await atSandbox("/deposits", { account_number: accountNumber, amount, currency });
      await app.advance(0);
    },
    atSandbox,
    /** The requests that the providers received. */
    async journal(): Promise<{ payment_id: string; kind: string; provider: string }[]> {
      return ((await (await fetch(`${app.sandbox.url}/journal?limit=100`)).json()) as { operations: any[] }).operations;
    },
  };
}
