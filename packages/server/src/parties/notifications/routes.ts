import Type from "typebox";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Caller, Scope } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  CreatedAt,
  Id,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  OrgId,
  Shape,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { EMAIL_STATES, PrioritySchema, type ShownNotification } from "./notification.ts";
import { countUnread, markAllRead, markRead, type Reader, selectNotifications } from "./queries.ts";
import {
  requestVerification,
  TARGET_TYPES,
  type TargetResult,
  type TargetType,
  VERIFICATION_TYPES,
  VerificationBody,
  type VerificationDeps,
  TargetResultSchema,
} from "./request-verification.ts";

const VerificationAnswer = Named("VerificationResult", {
  message: [Type.String(), "What happened, for people; its wording may change"],
  target_type: [OneOf(TARGET_TYPES), "Whose identity data is requested: the sender's, the beneficiary's or both"],
  verification_type: [OneOf(VERIFICATION_TYPES), "The identity number that is requested"],
  transaction_id: [Type.String(), "The transaction that is checked"],
  results: [Type.Optional(Type.Array(TargetResultSchema)), "One result for each person who was to be notified"],
  all_success: Type.Boolean({ description: "True only when every target itself was written to" }),
});

const NotificationRecord = Named(["Notification", "A message to a person, on the dashboard and by e-mail"], {
  notification_id: [Id, "Id of the notification"],
  org_id: OrgId,
  type: [Type.String({ examples: ["verification.requested"] }), "The type of its event, or another reason"],
  title: [Type.String(), "The subject, in one line"],
  body: [Type.String(), "The notification's text"],
  priority: [PrioritySchema, "Priority of the notification and of its e-mail"],
  data: [OpenObject, "Ids of the resources that the notification is about"],
  email_status: OneOf(EMAIL_STATES, { description: "Delivery state of the matching e-mail" }),
  created_at: CreatedAt,
  read_at: [Nullable(Timestamp), "When the notification was read; null before"],
});

export function notificationRoutes(deps: VerificationDeps & { cells: Pick<CellsInUse, "each"> }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Notifications");
    app.post(
      "/users/notifications/verification-request",
      {
        schema: {
          operationId: "requestVerification",
          summary: "Request identity data of the sender or the beneficiary of a transaction",
          description:
            "The request is stored, shown in the product and sent by e-mail. For both targets, 207 if one of them " +
            "was not written to itself. 429 if a beneficiary's address got too many e-mails within the hour.",
          tags: ["Notifications"],
          body: VerificationBody,
          response: { 200: VerificationAnswer, 207: VerificationAnswer },
        },
      },
      async (request, reply) => {
        const results = await requestVerification(deps, request, request.body, request.idempotencyId);
        const allSuccess = results.every((result) => result.success);
        const { target_type, verification_type, transaction_id } = request.body;
        return reply.code(allSuccess || target_type !== "both" ? 200 : 207).send({
          message: summaryOf(target_type, results),
          target_type,
          verification_type,
          transaction_id,
          ...(target_type === "both" ? { results } : {}),
          all_success: allSuccess,
        });
      },
    );

    on("GET /users/notifications", {
      id: "listNotifications",
      summary: "List the caller's notifications",
      query: Type.Object({
        unread: Type.Optional(Type.Boolean({ description: "Only unread notifications" })),
      }),
      answer: pages("Notifications", NotificationRecord),
      handle: async (request) => {
        const reader = readerOf(request.caller);
        // The cursor is bound to the reader: with `orgId` alone, one member could continue another's list.
        const scope: Scope = reader.orgId === null ? { every: true } : { orgId: reader.orgId };
        const page = readPage(request, `notifications:${reader.userId}`, scope);
        const rows = await selectNotifications(deps.db, reader, request.query.unread === true, page);
        return shownPage(rows, page, (row) => [row.notification_id], recordOf);
      },
    });

    on("GET /users/notifications/unread-count", {
      id: "countUnreadNotifications",
      summary: "Count the caller's unread notifications",
      answer: ok("Unread notifications", [
        Shape({ unread: [Type.Integer(), "The number of unread notifications"] }),
        "The number of the caller's unread notifications",
      ]),
      handle: async (request) => ({ unread: await countUnread(deps.db, readerOf(request.caller)) }),
    });

    on("POST /users/notifications/read-all", {
      id: "readAllNotifications",
      summary: "Mark all of the caller's notifications as read",
      answer: ok("Notifications marked as read", [
        Shape({ marked: [Type.Integer(), "The number of notifications that were marked as read"] }),
        "The number of the caller's notifications that were marked as read",
      ]),
      handle: async (request) => {
        const reader = readerOf(request.caller);
        // The organizations of a platform person may be in several cells.
        const places = reader.orgId === null ? deps.cells.each() : [deps.db];
        const marked = await Promise.all(places.map((db) => markAllRead(db, reader, deps.clock.now())));
        return { marked: marked.reduce((sum, count) => sum + count, 0) };
      },
    });

    on("POST /users/notifications/:notification_id/read", {
      id: "readNotification",
      summary: "Mark a notification as read",
      answer: ok("Notification marked as read", NotificationRecord),
      handle: async (request) => {
        const { notification_id: id } = request.params;
        const notification = await markRead(deps.db, readerOf(request.caller), id, deps.clock.now());
        if (notification === undefined) throw notFound("Notification");
        return recordOf(notification);
      },
    });
  };
}

/** A key of one organization must not read what another organization sent to its creator. */
function readerOf(caller: Caller): Reader {
  return { userId: caller.userId, orgId: caller.orgId };
}

function summaryOf(targetType: TargetType, results: readonly TargetResult[]): string {
  return targetType === "both" && results.every(({ success }) => success)
    ? "Verification requests sent to the beneficiary and the sender"
    : results.map(({ message }) => message).join("; ");
}

function recordOf({ user_id: _, email_id: __, ...notification }: ShownNotification) {
  return { ...notification, data: { ...notification.data } };
}
