import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import type { Accepted, DispatchRequest, DispatchResult, Provider } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { PAYSTACK } from "./paystack.ts";
import { type FakePaystack, startFakePaystack, TEST_KEY } from "./paystack.fixtures.ts";

/** A provider that accepts cards directly, and its fake Paystack. */
export type Bench = {
  paystack: FakePaystack;
  provider: Provider;
  /** A provider whose customers type their cards on Paystack's page. */
  paged: Provider;
  clock: SteppedClock;
  pay(fields: Partial<DispatchRequest>, by?: Provider): Promise<{ request: DispatchRequest; result: DispatchResult }>;
  accepted(fields: Partial<DispatchRequest>): Promise<{ request: DispatchRequest; result: Accepted }>;
  /** A provider whose every request gets this one answer. */
  answering<T>(status: number, body: object, use: (by: Provider) => Promise<T>): Promise<T>;
  /** A provider whose every charge and transfer gets this one answer; the fake Paystack answers all other requests. */
  answeringPayments<T>(status: number, body: object, use: (by: Provider) => Promise<T>): Promise<T>;
  at(url: string): Provider;
  /** The body of the first request to this path. */
  sent(path: string): Record<string, unknown>;
  close(): Promise<void>;
};

export const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
/** Tells the fake Paystack how the charge continues. */
export const from = (name: string): Partial<DispatchRequest> => ({
  payer: { name: "Ada Obi", email: `${name}@example.com` },
});

export async function openBench(): Promise<Bench> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const paystack = await startFakePaystack(clock);
  const at = (base_url: string, direct_card_charges = true): Provider =>
    PAYSTACK.create({ secret_key: TEST_KEY, base_url, direct_card_charges }, { outbound, clock });
  const provider = at(paystack.url);
  const pay: Bench["pay"] = async (fields, by = provider) => {
    const request = dispatchRequest(fields);
    return { request, result: await by.dispatch(request, deadline()) };
  };
  return {
    paystack,
    provider,
    paged: at(paystack.url, false),
    clock,
    pay,
    async accepted(fields) {
      const { request, result } = await pay(fields);
      expect(result.outcome).toBe("accepted");
      return { request, result: result as Accepted };
    },
    async answering(status, body, use) {
      const server = await scriptedServer((response) => void response.writeHead(status).end(JSON.stringify(body)));
      try {
        return await use(at(server.url));
      } finally {
        await server.close();
      }
    },
    async answeringPayments(status, body, use) {
      const server = await scriptedServer((response, request, sent) => {
        if (request.method === "POST" && request.url !== "/transferrecipient")
          response.writeHead(status).end(JSON.stringify(body));
        else void passOn(paystack.url, request, sent, response);
      });
      try {
        return await use(at(server.url));
      } finally {
        await server.close();
      }
    },
    at,
    sent: (path) => paystack.calls.find((call) => call.method === "POST" && call.path === path)!.body,
    close: async () => {
      await paystack.close();
      await outbound.close();
    },
  };
}

async function passOn(
  to: string,
  { method, url, headers }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const { authorization } = headers as { authorization: string };
  const answer = await fetch(`${to}${url}`, {
    method: method!,
    headers: { authorization },
    ...(body === "" ? {} : { body }),
  });
  response.writeHead(answer.status).end(await answer.text());
}
