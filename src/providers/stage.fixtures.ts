import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SteppedClock } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
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
  /** Where the other side listens. */
  url: string;
  /** The same provider, speaking to this address instead. */
  at(url: string): Provider;
  /** Providers that hold the same secrets and yet must not take this one's callbacks for theirs. */
  siblings: readonly Provider[];
  /** The amount that the other side booked, as its own decimal text. */
  bookedAmount(reference: string): Promise<string>;
  /** Amounts that it must book exactly: the largest, the smallest, other scales. */
  amounts: readonly (readonly [currency: string, text: string])[];
  /** Lets the accepted payment complete, and returns the callback that tells of it. */
  completionCallback(reference: string): Promise<RawCallback>;
  /** The answer to a step that moves no money (a token, a recipient), so that a server can misbehave at the one that does. */
  prelude?(request: ScriptedServer["requests"][number]): WrittenAnswer | undefined;
  /** A clear refusal of a dispatch, with this text in it. */
  refusalSaying(text: string): WrittenAnswer;
  /** An acceptance of somebody else's payment, where answers bear our reference. */
  foreignAcceptance?: WrittenAnswer;
  /** Of the actions it takes no one-time password, only a cancelation. */
  cancelsOnly?: true;
  traits: HttpTraits;
};

export type WrittenAnswer = { status: number; body: string };

/** Where providers differ in what they can promise. */
export type HttpTraits = {
  /** What finds a payment again: our reference, the id that the provider gave it, or nothing, so that only its callback tells. */
  foundBy: "reference" | "own id" | "callback";
  /** What it says of a reference that it never had. */
  neverHad: "not_found" | "unknown";
  /** What makes a callback genuine: a signature over its bytes, a secret in its headers, or an address that only the provider was told. */
  genuineBy: "signature" | "shared secret" | "secret address";
  /** How old a signature may be; null where it bears no time. */
  toleranceMs: number | null;
  /** Whether a callback is believed or only makes us ask. */
  callbackIs: "word" | "notice";
};

export type HttpCase = { name: ProviderName; title: string; stage: () => Promise<HttpStage> };

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
