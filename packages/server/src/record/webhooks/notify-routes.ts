import Type, { type Static } from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { organizationOf, type OrganizationExists } from "#src/kernel/http/caller.ts";
import { answerEach, isDone } from "#src/kernel/http/answer-each.ts";
import { EachOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { Currency, Id, Named, Shape } from "#src/kernel/http/schemas.ts";
import { idWithin } from "@corridor/base/ids.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { notifyEndpoints } from "./notify-endpoints.ts";

const TransactionData = Named(
  ["SendTestNotificationRequestTransactionData", "The `data` of the test event"],
  {
    transaction_id: [Type.Optional(Type.String()), "The id that the event shows; any text"],
    status: [Type.Optional(Type.String()), "The status that the test event shows; any text"],
    amount: [Type.Optional(Type.Number()), "An amount in `currency`, with that currency's decimals"],
    currency: Type.Optional(Currency),
    updated_at: [Type.Optional(Type.String()), "The time that the event shows; any text"],
  },
  { additionalProperties: true },
);

export const NotificationBody = Named("SendTestNotificationRequest", {
  org_id: [Type.Optional(Type.String()), "The organization whose endpoints get it"],
  transaction_data: TransactionData,
});

const MAX_NOTIFICATIONS = 100;
const NotificationsBody = Type.Union([
  NotificationBody,
  Type.Array(NotificationBody, { minItems: 1, maxItems: MAX_NOTIFICATIONS }),
]);
const Delivery = Named("SendTestNotificationResponseDataDeliveriesItem", {
  webhook_id: [Id, "Id of the webhook endpoint"],
  delivery_id: [Id, "Id of the delivery"],
});
const Sent = Shape(
  {
    event_id: [Id, "Id of the event"],
    deliveries: [Type.Array(Delivery), "One for each endpoint that gets it"],
  },
  { description: "The test event, and the endpoints that get it" },
);

type NotifyDeps = { db: Db; clock: Clock; organizationExists: OrganizationExists };

export function notifyRoutes({ db, clock, organizationExists }: NotifyDeps): (app: App) => void {
  return (app) => {
    app.post(
      "/public/webhooks/notify",
      {
        schema: {
          operationId: "sendTestNotification",
          summary: "Send a test notification to every endpoint of an organization",
          description:
            "An event of type `transaction.updated` whose `data` is `transaction_data` with `test: true`. A list: " +
            "207, with an answer for each.",
          tags: ["Webhooks"],
          body: NotificationsBody,
          response: { 200: SuccessOf(Sent), 207: EachOf("TestNotification", Sent) },
        },
      },
      async (request, reply) => {
        const { caller, body, idempotencyId } = request;
        const send = async (one: Static<typeof NotificationBody>, repeatableId: string | undefined) => {
          const orgId = organizationOf(caller, one.org_id);
          if (caller.platformRole !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
          const repeated = { repeatableId, repeats: request.idempotencyRepeats };
          const by = { actor: actorIn(request), at: clock.now() };
          return notifyEndpoints(db, { ...repeated, orgId, transactionData: one.transaction_data, ...by });
        };
        if (!Array.isArray(body)) {
          const sent = await send(body, idempotencyId);
          return success(`Test notification sent to ${sent.deliveries.length} endpoints`, sent);
        }
        const answers = await answerEach({ body, idempotencyId, log: request.log }, 200, (one, index) =>
          send(one, idempotencyId === undefined ? undefined : idWithin(idempotencyId, index)),
        );
        const message = `${answers.filter(isDone).length} of ${answers.length} test notifications sent`;
        return reply.code(207).send(success(message, answers));
      },
    );
  };
}
