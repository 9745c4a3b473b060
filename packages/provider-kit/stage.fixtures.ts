import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountInQuestion, DispatchRequest, Provider, ProviderName, RawCallback } from "./provider.ts";

/** What the conformance suite needs to know about a provider: how to make it accept and refuse. */
export type Stage = {
  provider: Provider;
  clock: SteppedClock;
  /** Values that the provider's adapter must never reveal. */
  secrets: readonly string[];
  accepted(fields?: Partial<DispatchRequest>): DispatchRequest;
  refused(): DispatchRequest;
  close(): Promise<void>;
};

/** The same for a provider with a server: how to make it stay silent, and how to get a genuine callback from it. */
export type HttpStage = Stage & {
  /** A request that the provider's server accepts without answering us, if there is one. */
  unanswered?(): DispatchRequest;
  /** The address of the provider's server. */
  url: string;
  /** The same provider, using the server at this address instead. */
  at(url: string): Provider;
  /** Providers with the same secrets that still must not accept this one's callbacks. */
  siblings: readonly Provider[];
  /** The amount that the provider's server booked, as its own decimal text. */
  bookedAmount(reference: string): Promise<string>;
  /** Amounts that the provider's server must book exactly: the largest, the smallest, other scales. */
  amounts: readonly (readonly [currency: string, text: string])[];
  /** Completes the accepted payment, and returns the callback that reports it. */
  completionCallback(reference: string): Promise<RawCallback>;
  /**
   * The answer to a step that moves no money (a token, a recipient), so that a server can misbehave at the step that
   * does.
   */
  prelude?(request: ScriptedServer["requests"][number]): WrittenAnswer | undefined;
  /** A clear refusal of a dispatch, with this text in it. */
  refusalSaying(text: string): WrittenAnswer;
  /** An acceptance of another payment, if answers contain our reference. */
  foreignAcceptance?: WrittenAnswer;
  /** The provider supports no one-time password, only a cancellation. */
  cancelsOnly?: true;
  /**
   * Callbacks of kinds that the adapter does not know: the provider's other products, newer forms, and invented ones.
   * Required, unless the provider is built in.
   */
  unknownEvents?: readonly object[];
  /** An account and its holder's name, for a provider that is asked about accounts. */
  account?: Required<AccountInQuestion>;
  traits: HttpTraits;
};

export type WrittenAnswer = { status: number; body: string };

/** Where providers differ in what they promise. */
export type HttpTraits = {
  /**
   * How a payment is found again: by our reference, by the provider's id, or not at all, so that only its callback
   * reports it.
   */
  foundBy: "reference" | "own id" | "callback";
  /** The provider's answer for an unknown reference. */
  neverHad: "not_found" | "unknown";
  /**
   * What makes a callback genuine: a signature over its bytes, a secret in its headers, or an address that only the
   * provider knows.
   */
  genuineBy: "signature" | "shared secret" | "secret address";
  /** How old a signature may be; null when it contains no time. */
  toleranceMs: number | null;
  /** Whether a callback is believed or only makes us poll. */
  callbackIs: "word" | "notice";
};

/** One way of paying by a provider. `isBuiltIn`: no other company carries it out. */
export type Case<S extends Stage = Stage & Partial<Pick<HttpStage, "traits">>> = {
  name: ProviderName;
  title: string;
  isBuiltIn?: true;
  stage: () => Promise<S>;
};
export type HttpCase = Case<HttpStage>;

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

export type ScriptedServer = {
  url: string;
  requests: { method: string; url: string; body: string }[];
  /** Takes no further connection. */
  leave(): void;
  close(): Promise<void>;
};

/** A server that answers every request in one given way, for behavior that no correct counterpart shows. */
export async function scriptedServer(
  answer: (response: ServerResponse, request: IncomingMessage, body: string) => void,
): Promise<ScriptedServer> {
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
    leave: () => void server.close(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
