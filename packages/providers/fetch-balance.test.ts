import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { startTestSandbox, TEST_SANDBOX_KEY } from "@corridor/test/harness/sandbox.ts";
import { FLUTTERWAVE } from "./flutterwave/flutterwave.ts";
import { createProviders } from "./index.ts";
import { PAYSTACK } from "./paystack/paystack.ts";
import type { Provider, ProviderTools } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { STRIPE } from "./stripe/stripe.ts";

/** The money that we hold at a provider, read from answers as the provider documents them. */
let outbound: Outbound;
beforeAll(() => void (outbound = createOutbound()));
afterAll(() => outbound.close());

const KEY = "a key of these tests that is long enough";
const KINDS: Record<
  string,
  {
    create: (base_url: string, tools: Omit<ProviderTools, "log">) => Provider;
    path: string;
    answer: unknown;
    balances: string[];
  }
> = {
  paystack: {
    create: (base_url, tools) => PAYSTACK.create({ secret_key: KEY, base_url }, tools),
    path: "/balance",
    answer: {
      status: true,
      message: "Balances retrieved",
      data: [
        { currency: "NGN", balance: 1_700_000 },
        { currency: "GHS", balance: -50 },
      ],
    },
    balances: ["17000.00 NGN", "-0.50 GHS"],
  },
  flutterwave: {
    create: (base_url, tools) => FLUTTERWAVE.create({ secret_key: KEY, secret_hash: KEY, base_url }, tools),
    path: "/balances",
    answer: {
      status: "success",
      message: "Wallet balances fetched",
      data: [
        { currency: "NGN", available_balance: 2_367_840, ledger_balance: 253_125.82 },
        { currency: "KES", available_balance: 0, ledger_balance: 1_226.72 },
        { currency: "USD", available_balance: 472.08, ledger_balance: 472.08 },
      ],
    },
    balances: ["2367840.00 NGN", "0.00 KES", "472.08 USD"],
  },
  stripe: {
    create: (base_url, tools) => STRIPE.create({ secret_key: KEY, webhook_secret: KEY, base_url }, tools),
    path: "/v1/balance",
    answer: {
      object: "balance",
      available: [
        { amount: 66_670, currency: "usd", source_types: { card: 66_670 } },
        { amount: -1_200, currency: "jpy" },
        { amount: 500_000, currency: "ugx" },
      ],
      pending: [{ amount: 61_414, currency: "usd" }],
    },
    balances: ["666.70 USD", "-1200 JPY", "5000 UGX"],
  },
};

describe.each(Object.entries(KINDS))("%s", (_, { create, path, answer, balances }) => {
  const ask = async (status: number, body: unknown) => {
    const server = await scriptedServer((response) => void response.writeHead(status).end(JSON.stringify(body)));
    try {
      const found = await create(server.url, { outbound, clock: new SteppedClock() }).fetchBalance!(
        AbortSignal.timeout(5_000),
      );
      return { found, requests: server.requests };
    } finally {
      await server.close();
    }
  };

  test("tells what can be paid out, by currency, also below zero", async () => {
    const { found, requests } = await ask(200, answer);
    expect(requests).toMatchObject([{ method: "GET", url: path, body: "" }]);
    expect(found.outcome === "found" ? found.balances.map(String) : found).toEqual(balances);
  });

  test("leaves out a currency that we do not know, and does not take half an answer", async () => {
    const text = JSON.stringify(answer);
    const { found } = await ask(200, JSON.parse(text.replace(/"(NGN|usd)"/g, '"ZZZ"')));
    expect(found).toMatchObject({
      outcome: "found",
      balances: { length: text.includes('"usd"') ? 2 : balances.length - 1 },
    });
    expect((await ask(200, JSON.parse(text.replace(/"currency":"[A-Za-z]+"/, '"currency":7')))).found).toMatchObject({
      outcome: "unknown",
    });
    expect((await ask(401, { status: false, message: "Invalid key" })).found).toMatchObject({ outcome: "unknown" });
  });
});

test("the sandbox tells what somebody set, and nothing before", async () => {
  const sandbox = await startTestSandbox();
  const provider = createProviders({
    sandbox: { url: sandbox.url, key: TEST_SANDBOX_KEY, settlesWithinMs: 0 },
    outbound,
    clock: sandbox.clock,
  }).get("fiat")!;
  const set = (body: unknown) =>
    fetch(`${sandbox.url}/floats`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  expect(await provider.fetchBalance!(AbortSignal.timeout(5_000))).toEqual({ outcome: "found", balances: [] });
  expect((await set({ provider: "fiat", currency: "NGN", amount: 12.5 })).status).toBe(201);
  expect((await set({ provider: "fiat", currency: "GHS", amount: 0 })).status).toBe(201);
  expect((await set({ provider: "fiat", currency: "cowries", amount: 1 })).status).toBe(400);
  const answer = await provider.fetchBalance!(AbortSignal.timeout(5_000));
  expect(answer.outcome === "found" ? answer.balances.map(String) : answer).toEqual(["12.50 NGN", "0.00 GHS"]);
  await sandbox.close();
});
