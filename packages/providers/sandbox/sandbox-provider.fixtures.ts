import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { DispatchRequest, Provider, ProviderName, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
} from "@corridor/provider-kit/stage.fixtures.ts";
import {
  startCallbackReceiver,
  startTestSandbox,
  TEST_SANDBOX_KEY,
  TEST_SETTLES_WITHIN_MS,
} from "@corridor/test/harness/sandbox.ts";
import { createProviders } from "../index.ts";

const SANDBOX_TRAITS: HttpTraits = {
  foundBy: "reference",
  neverHad: "not_found",
  genuineBy: "signature",
  toleranceMs: 300_000,
  callbackIs: "word",
};

export const SANDBOX_CASES: readonly HttpCase[] = [
  {
    name: "fiat",
    title: "payin by mobile money",
    isBuiltIn: true,
    stage: () =>
      sandboxStage("fiat", (ending) => ({
        method: "mobile_money",
        mobileMoney: { provider: "MTN", phone_number: `+25670000${ending}`, network_code: "MTN_UG" },
      })),
  },
  {
    name: "hybrid",
    title: "payin by card",
    isBuiltIn: true,
    stage: () =>
      sandboxStage("hybrid", (ending) => ({
        method: "card",
        card: { card_number: `424242424242${ending}`, expiry_month: "12", expiry_year: "2030", cvv: "739" },
      })),
  },
  {
    name: "crypto",
    title: "payout by bank transfer",
    isBuiltIn: true,
    stage: () =>
      sandboxStage("crypto", (ending) => ({
        method: "bank_transfer",
        direction: "outbound",
        bankAccount: { account_number: `00000${ending}`, bank_code: "044" },
      })),
  },
];

async function sandboxStage(
  name: "fiat" | "hybrid" | "crypto",
  instrument: (ending: string) => Partial<DispatchRequest>,
): Promise<HttpStage> {
  const clock = new SteppedClock();
  const sandbox = await startTestSandbox({ clock });
  const receiver = await startCallbackReceiver();
  const outbound = createOutbound();
  const providersAt = (url: string): ReadonlyMap<ProviderName, Provider> =>
    createProviders({
      sandbox: { url, key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
      outbound,
      clock,
    });
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
    dispatchRequest({ ...instrument(ending), callbackUrl: `${receiver.url}/callbacks/${name}`, ...fields });
  const cardNumbers = ["1234", "0002", "0004"].map((ending) => `424242424242${ending}`);
  return {
    provider: providersAt(sandbox.url).get(name)!,
    clock,
    secrets: [TEST_SANDBOX_KEY, ...cardNumbers],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding("0002"),
    unanswered: () => withEnding("0004"),
    url: sandbox.url,
    at: (url) => providersAt(url).get(name)!,
    siblings: [...providersAt(sandbox.url).values()].filter((each) => each.name !== name),
    bookedAmount: async (reference) => {
      const answer = await fetch(`${sandbox.url}/${name}/payments/${reference}`, {
        headers: { authorization: `Bearer ${TEST_SANDBOX_KEY}` },
      });
      return ((await answer.json()) as { amount: string }).amount;
    },
    amounts: [
      ["JPY", "1500"],
      ["KES", "1500.25"],
      ["KWD", "0.001"],
      ["BTC", "0.00000001"],
      ["ETH", "123456789.000000000000000001"],
      ["NGN", "9999999999999.99"],
    ],
    refusalSaying: (message) => ({ status: 422, body: JSON.stringify({ accepted: false, code: "echo", message }) }),
    foreignAcceptance: {
      status: 200,
      body: JSON.stringify({
        accepted: true,
        id: "x",
        reference: "another",
        status: "completed",
        provider_status: "ok",
        amount: "1.00",
        currency: "KES",
        updated_at: new Date().toISOString(),
      }),
    },
    traits: SANDBOX_TRAITS,
    completionCallback: async (reference) => {
      await sandbox.advance(sandbox.delayMs);
      const callback = receiver.received.find(({ rawBody }) => rawBody.includes(reference))!;
      return { headers: callback.headers as RawCallback["headers"], rawBody: callback.rawBody, path: callback.path };
    },
    close: async () => {
      await sandbox.close();
      await receiver.close();
      await outbound.close();
    },
  };
}
