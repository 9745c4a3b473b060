import type { FastifyRequest } from "fastify";
import Type from "typebox";
import { notFound, tooManyRequests } from "#src/kernel/http/errors.ts";
import { createRateLimiter } from "#src/kernel/http/rate-limit.ts";
import { Shape, Written } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import type { PaymentKey } from "#src/payments/store/index.ts";
import type { AskDeps } from "./check-payments.ts";
import type { CallbackReceiver } from "./receive-callback.ts";
import { isFinal } from "#src/payments/core/index.ts";
import { returnCustomer, type ReturnStatus, returnStatusOf } from "./return-customer.ts";

/** The limit per payment and process. Returns are limited because each one polls the provider. */
const RETURNS_PER_MINUTE = 20;

/** Providers send a few kilobytes; the largest callbacks hold some dozens of events. */
const MAX_CALLBACK_BYTES = 262_144;

export type PublicPaymentDeps = AskDeps &
  Pick<CallbackReceiver, "receive"> & {
    /** The payment whose page this token opens; null for anything that is no such token. */
    readPageToken(token: string): PaymentKey | null;
    pageUrlOf(token: string): string;
    renderReturn(request: FastifyRequest, status: ReturnStatus): string;
  };

/** Called without a credential: a signature protects callbacks, an unguessable id or token the return of a customer. */
export function publicPaymentRoutes(deps: PublicPaymentDeps): (app: App) => void {
  const returnLimit = createRateLimiter({ name: "return", perMinute: RETURNS_PER_MINUTE, clock: deps.clock });
  return (app) => {
    const receive = async (request: FastifyRequest, provider: string): Promise<{ received: true } | string> => {
      const { callbackReply } = await deps.receive(provider, {
        headers: request.headers as Record<string, string | undefined>,
        rawBody: request.rawBody ?? Buffer.alloc(0),
        path: request.url,
      });
      return callbackReply ?? { received: true };
    };
    // Some providers expect a specific text; it is sent unchanged, never serialized.
    const received = [Type.Literal(true), "The callback is stored, and is processed after this answer"] as const;
    const response = { 200: Written<{ received: true } | string>(Shape({ received })) };

    app.post(
      "/callbacks/:provider",
      {
        bodyLimit: MAX_CALLBACK_BYTES,
        config: { rawBody: true },
        schema: {
          operationId: "receiveCallback",
          summary: "Receive a provider's callback",
          description:
            "Authenticated by the provider's own signature over the raw body. The callback is stored and answered " +
            "before it is processed, so the answer waits for no provider. Some providers require a specific text " +
            "as the answer.",
          tags: ["Provider callbacks"],
          params: Type.Object({ provider: Type.String() }),
          response,
        },
      },
      (request) => receive(request, request.params.provider),
    );
    for (const method of ["POST", "PUT"] as const)
      app.route({
        method,
        url: "/callbacks/:provider/:reference/:token",
        bodyLimit: MAX_CALLBACK_BYTES,
        config: { rawBody: true },
        schema: {
          operationId: method === "POST" ? "receiveNotice" : "putNotice",
          summary: "Receive an unverified webhook of a provider",
          description:
            "For providers that sign nothing: only the provider knows the address, and the content only makes us " +
            "poll the provider, after the answer.",
          tags: ["Provider callbacks"],
          params: Type.Object({ provider: Type.String(), reference: Type.String(), token: Type.String() }),
          response,
        },
        handler: (request) => receive(request, request.params.provider),
      });

    app.get(
      "/returns/:org_id/:payment_id",
      {
        schema: {
          operationId: "returnCustomer",
          summary: "The return from a hosted page",
          description:
            "Polls the provider, then redirects to the payment's return_url with status and reference. A browser " +
            "(`Accept: text/html`) with a token goes to our page of the payment, if that has no return_url or no " +
            "outcome yet; the page sends it on. Without a token it sees the outcome alone. A program gets JSON.",
          tags: ["Payments"],
          params: Type.Object({
            org_id: Type.String(),
            payment_id: Type.String({ description: "The payment's id, or the token that opens its page" }),
          }),
          response: {
            200: Shape({
              status: [Type.String(), "completed, failed or pending, as far as the provider says"],
              payment_id: [Type.String(), "Id of the payment"],
            }),
            303: Type.Null(),
          },
        },
      },
      async (request, reply) => {
        const { org_id, payment_id } = request.params;
        const orgId = org_id.toLowerCase();
        const opened = deps.readPageToken(payment_id);
        const key = opened ?? { orgId, paymentId: payment_id.toLowerCase() };
        if (!isId(key.paymentId) || !isId(orgId) || key.orgId !== orgId) throw notFound("Payment");
        const { allowed, retryAfterSeconds } = returnLimit.take(key.paymentId);
        if (!allowed) throw tooManyRequests("Too many returns to one payment", retryAfterSeconds);
        const { payment, location } = await returnCustomer(deps, key, parametersOf(request.query));
        const page = opened !== null && isBrowser(request) ? `${deps.pageUrlOf(payment_id)}?returned=1` : null;
        const next = isFinal(payment.status) ? (location ?? page) : (page ?? location);
        reply.headers({ "cache-control": "no-store", vary: "accept" });
        if (next !== null) return reply.redirect(next, 303);
        const status = returnStatusOf(payment);
        if (isBrowser(request))
          reply.type("text/html; charset=utf-8").serializer(() => deps.renderReturn(request, status));
        return reply.code(200).send({ status, payment_id: payment.paymentId });
      },
    );
  };
}

/** Whether a person reads the answer: browsers ask for HTML by name, programs do not. */
function isBrowser({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes("text/html") === true;
}

/** The parameters that the provider's page gave the customer, each present once. */
function parametersOf(query: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query as object).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
