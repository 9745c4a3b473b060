import Type from "typebox";
import { notFound } from "#src/platform/http/errors.ts";
import type { App } from "#src/platform/http/server.ts";
import { isId } from "#src/platform/ids.ts";
import type { CheckDeps } from "./check-payments.ts";
import type { CallbackReceiver } from "./receive-callback.ts";
import { returnCustomer, returnStatusOf } from "./return-customer.ts";

/** What providers and customers reach without a credential: callbacks by their signature, the way back from a hosted page by its unguessable id. */
export function publicPaymentRoutes(deps: Omit<CheckDeps, "continueRamp" | "db"> & { receiver: CallbackReceiver }): (app: App) => void {
  return (app) => {
    app.post(
      "/callbacks/:provider",
      {
        config: { rawBody: true },
        schema: {
          operationId: "receiveCallback",
          summary: "Receive a provider's callback",
          description: "Authenticated by the provider's own signature over the raw body.",
          tags: ["Provider callbacks"],
          params: Type.Object({ provider: Type.String() }),
          response: { 200: Type.Object({ received: Type.Literal(true) }) },
        },
      },
      async (request) => {
        await deps.receiver.receive(request.params.provider, {
          headers: request.headers as Record<string, string | undefined>,
          rawBody: request.rawBody ?? Buffer.alloc(0),
          path: request.url,
        });
        return { received: true as const };
      },
    );

    app.get(
      "/returns/:org_id/:payment_id",
      {
        schema: {
          operationId: "returnCustomer",
          summary: "The way back from a hosted page",
          description: "Asks the provider for the truth, then redirects to the payment's return_url with status and reference.",
          tags: ["Payments"],
          params: Type.Object({ org_id: Type.String(), payment_id: Type.String() }),
          response: { 200: Type.Object({ status: Type.String(), payment_id: Type.String() }), 303: Type.Null() },
        },
      },
      async (request, reply) => {
        const { org_id, payment_id } = request.params;
        if (!isId(org_id) || !isId(payment_id)) throw notFound("Payment", "PAYMENT_NOT_FOUND");
        const { payment, location } = await returnCustomer(deps, org_id.toLowerCase(), payment_id.toLowerCase());
        if (location !== null) return reply.header("cache-control", "no-store").redirect(location, 303);
        return reply.code(200).send({ status: returnStatusOf(payment), payment_id: payment.paymentId });
      },
    );
  };
}
