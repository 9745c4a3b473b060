import Type from "typebox";
import { actorOf } from "#src/modules/books/audit/actor-of.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import { organizationOf, type OrganizationExists } from "#src/platform/http/caller.ts";
import { success, SuccessOf } from "#src/platform/http/envelopes.ts";
import { notFound } from "#src/platform/http/errors.ts";
import { Id } from "#src/platform/http/schemas.ts";
import type { App } from "#src/platform/http/typed-app.ts";
import { createNotifications } from "./notify-endpoints.ts";

const TransactionData = Type.Object(
  {
    transaction_id: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    amount: Type.Optional(Type.Number()),
    currency: Type.Optional(Type.String()),
    updated_at: Type.Optional(Type.String()),
  },
  { additionalProperties: true },
);

export const NotificationBody = Type.Object({ org_id: Type.Optional(Type.String()), transaction_data: TransactionData });

export function notifyRoutes(deps: { db: Db; clock: Clock; organizationExists: OrganizationExists }): (app: App) => void {
  const { db, clock, organizationExists } = deps;
  const notify = createNotifications(db);
  return (app) => {
    app.post(
      "/public/webhooks/notify",
      {
        schema: {
          operationId: "sendTestNotification",
          summary: "Send a test notification to every endpoint of an organization",
          description: "An event of type `transaction.updated` whose `data` is `transaction_data` with `test: true`.",
          tags: ["Webhooks"],
          body: NotificationBody,
          response: { 200: SuccessOf(Type.Object({ event_id: Id, deliveries: Type.Array(Type.Object({ webhook_id: Id, delivery_id: Id })) })) },
        },
      },
      async (request) => {
        const { caller, body } = request;
        const orgId = organizationOf(caller, body.org_id);
        if (caller.platformRole !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
        const sent = await notify({
          repeatableId: request.idempotencyId,
          orgId,
          transactionData: body.transaction_data,
          actor: actorOf(caller),
          requestId: request.id,
          at: clock.now(),
        });
        return success(`Test notification sent to ${sent.deliveries.length} endpoints`, sent);
      },
    );
  };
}
