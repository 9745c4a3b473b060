import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { SteppedClock } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { createOutbound } from "#src/platform/outbound.ts";
import { startCallbackReceiver, startTestSandbox, TEST_SANDBOX_KEY } from "#test/harness/sandbox.ts";
import { createProviders } from "./index.ts";
import type { DispatchRequest, Provider, ProviderName, RawCallback } from "./provider.ts";

/** What the conformance suite needs to know of a provider: how to make it accept and refuse. */
export type Stage = {
  provider: Provider;
  clock: SteppedClock;
  /** Values that must never come out of the provider again. */
  secrets: readonly string[];
  accepted(fields?: Partial<DispatchRequest>): DispatchRequest;
  refused(): DispatchRequest;
  close(): Promise<void>;
};

/** And of one that speaks to somebody: how to make it stay silent, and how to get a genuine callback out of it. */
export type HttpStage = Stage & {
  /** Accepted by the other side, without our learning of it. */
  unanswered(): DispatchRequest;
  /** The same provider, speaking to this address instead. */
  at(url: string): Provider;
  /** Providers that hold the same secrets and yet must not take this one's callbacks for theirs. */
  siblings: readonly Provider[];
  /** The amount that the other side booked, as its own decimal text. */
  bookedAmount(reference: string): Promise<string>;
  /** Lets the accepted payment complete, and returns the callback that tells of it. */
  completionCallback(reference: string): Promise<RawCallback>;
};

/** To put another provider under the suite, add its line: here when it speaks HTTP, below when it calls nobody. */
export const HTTP_CASES: readonly { name: ProviderName; stage: () => Promise<HttpStage> }[] = [
  {
    name: "fiat",
    stage: () => sandboxStage("fiat", (ending) => ({ method: "mobile_money", mobileMoney: { provider: "MTN", phone_number: `+25670000${ending}` } })),
  },
  {
    name: "hybrid",
    stage: () =>
      sandboxStage("hybrid", (ending) => ({
        method: "card",
        card: { card_number: `424242424242${ending}`, expiry_month: "12", expiry_year: "2030", cvv: "739" },
      })),
  },
  {
    name: "crypto",
    stage: () =>
      sandboxStage("crypto", (ending) => ({
        method: "bank_transfer",
        direction: "outbound",
        bankAccount: { account_number: `00000${ending}`, bank_code: "044" },
      })),
  },
];

export const CONFORMANCE_CASES: readonly { name: ProviderName; stage: () => Promise<Stage> }[] = [...HTTP_CASES, { name: "manual", stage: manualStage }];

export function dispatchRequest(fields: Partial<DispatchRequest>): DispatchRequest {
  const amount = fields.amount ?? Money.parse("1500.25", "KES");
  return {
    reference: newId(),
    paymentId: newId(),
    transactionId: newId(),
    orgId: newId(),
    direction: "inbound",
    method: "bank_transfer",
    country: "KE",
    targetAmount: amount,
    callbackUrl: "http://127.0.0.1:1/callbacks",
    returnUrl: "http://127.0.0.1:1/return",
    ...fields,
    amount,
  };
}

async function sandboxStage(name: "fiat" | "hybrid" | "crypto", instrument: (ending: string) => Partial<DispatchRequest>): Promise<HttpStage> {
  const clock = new SteppedClock();
  const sandbox = await startTestSandbox({ clock });
  const receiver = await startCallbackReceiver();
  const outbound = createOutbound();
  const providersAt = (url: string): ReadonlyMap<ProviderName, Provider> => createProviders({ sandbox: { url, key: TEST_SANDBOX_KEY }, outbound, clock });
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
    at: (url) => providersAt(url).get(name)!,
    siblings: [...providersAt(sandbox.url).values()].filter((each) => each.name !== name),
    bookedAmount: async (reference) => {
      const answer = await fetch(`${sandbox.url}/${name}/payments/${reference}`, { headers: { authorization: `Bearer ${TEST_SANDBOX_KEY}` } });
      return ((await answer.json()) as { amount: string }).amount;
    },
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

async function manualStage(): Promise<Stage> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  return {
    provider: createProviders({ sandbox: { url: "http://127.0.0.1:1", key: TEST_SANDBOX_KEY }, outbound, clock }).get("manual")!,
    clock,
    secrets: [TEST_SANDBOX_KEY],
    accepted: (fields) => dispatchRequest(fields ?? {}),
    refused: () => dispatchRequest({ bankAccount: { account_number: "0000000002" } }),
    close: () => outbound.close(),
  };
}

export type ScriptedServer = { url: string; requests: { method: string; url: string; body: string }[]; close(): Promise<void> };

/** A server that answers every request in one given way, for what no well-behaved other side would do. */
export async function scriptedServer(answer: (response: ServerResponse, request: IncomingMessage, body: string) => void): Promise<ScriptedServer> {
  const requests: ScriptedServer["requests"] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      requests.push({ method: request.method!, url: request.url!, body });
      answer(response, request, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
