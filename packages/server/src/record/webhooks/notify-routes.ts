import Type, { type Static } from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { organizationOf, type OrganizationExists } from "#src/kernel/http/caller.ts";
import { answerEach, isDone } from "#src/kernel/http/answer-each.ts";
import { EachOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { Id, Named } from "#src/kernel/http/schemas.ts";
import { idWithin } from "@corridor/base/ids.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { createNotifications } from "./notify-endpoints.ts";

const TransactionData = Type.Object(
  {
    transaction_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    amount: Type.Optional(Type.Number()),
    currency: Type.Optional(Type.String()),
    updated_at: Type.Optional(Type.String()),
  },
  { additionalProperties: true, title: "SendTestNotificationRequestTransactionData" },
);

export const NotificationBody = Named("SendTestNotificationRequest", {
  org_id: Type.Optional(Type.String()),
  transaction_data: TransactionData,
});

const MAX_NOTIFICATIONS = 100;
const NotificationsBody = Type.Union([
  NotificationBody,
  Type.Array(NotificationBody, { minItems: 1, maxItems: MAX_NOTIFICATIONS }),
]);
const Delivery = Named("SendTestNotificationResponseDataDeliveriesItem", { webhook_id: Id, delivery_id: Id });
const Sent = Type.Object({ event_id: Id, deliveries: Type.Array(Delivery) });

export function notifyRoutes(deps: {
  db: Db;
  clock: Clock;
  organizationExists: OrganizationExists;
}): (app: App) => void {
  const { db, clock, organizationExists } = deps;
  const notify = createNotifications(db);
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
          const { transaction_data: transactionData } = one;
          const repeats = request.idempotencyRepeats;
          return notify({
            repeatableId,
            repeats,
            orgId,
            transactionData,
            actor: actorOf(caller),
            requestId: request.id,
            at: clock.now(),
          });
        };
        if (!Array.isArray(body)) {
          const sent = await send(body, idempotencyId);
          return success(`Test notification sent to ${sent.deliveries.length} endpoints`, sent);
        }
        const answers = await answerEach({ body, idempotencyId, log: request.log }, 200, (one, index) =>
          send(one, idempotencyId === undefined ? undefined : idWithin(idempotencyId, index)),
        );
        return reply
          .code(207)
          .send(success(`${answers.filter(isDone).length} of ${answers.length} test notifications sent`, answers));
      },
    );
  };
}
