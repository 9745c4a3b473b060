import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { present } from "#src/kernel/fields.ts";
import { idOf, scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { pageQuery, readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { CreatedAt, Id, Named, Nullable, OneOf, OrgId, Timestamp } from "#src/kernel/http/schemas.ts";
import { ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { answerVerification, closeVerification } from "./answer-verification.ts";
import { PrioritySchema } from "./notification.ts";
import { VERIFICATION_TYPES, WrittenToSchema } from "./request-verification.ts";
import {
  ANSWERS,
  findVerificationRequest,
  listVerificationRequests,
  REQUEST_STATUSES,
  statusOf,
  type VerificationState,
} from "./verification-queries.ts";

const PATH = "/users/notifications/verification-requests";
const OnePath = Type.Object({ request_id: Id });
const Note = Type.Optional(
  Nullable(Type.String({ minLength: 1, maxLength: 500, description: "Never the number itself" })),
);

const Requested = Named(["RequestedVerification", "A request for a person's identity data"], {
  request_id: [Id, "Id of the request for identity data"],
  org_id: OrgId,
  transaction_id: [Id, "The transaction that is checked"],
  user_id: [Id, "The user who sent the transaction"],
  target: [OneOf(["beneficiary", "sender"] as const), "Whom the request is about: the sender or the beneficiary"],
  target_id: [Type.String(), "Id of the user or beneficiary that the request is about"],
  verification_type: [OneOf(VERIFICATION_TYPES), "The identity number that is requested"],
  triggered_by: [Type.String(), "The person or system that made the request"],
  message: [Type.String(), "The text that people were sent"],
  priority: [PrioritySchema, "Priority of the notification and of its e-mail"],
  sent: Type.Boolean({ description: "Whether anybody could be reached; otherwise `failure_reason` says why not" }),
  written_to: [Type.Optional(WrittenToSchema), "Who was written to; absent: nobody"],
  failure_reason: [Type.Optional(Type.String()), "Why nobody could be reached; absent: somebody was"],
  status: [OneOf(REQUEST_STATUSES), "answered: by the organization's people; closed: by the platform"],
  answer: [Type.Optional(OneOf(ANSWERS)), "The answer: whether the number was given"],
  answer_note: [Type.Optional(Type.String()), "A note of the person who answered"],
  answered_by: [Type.Optional(Id), "The user who answered the request"],
  answered_at: [Type.Optional(Timestamp), "When the request was answered"],
  close_note: [Type.Optional(Type.String()), "Why the request was closed"],
  closed_by: [Type.Optional(Id), "The user who closed the request"],
  closed_at: [Type.Optional(Timestamp), "When the request was closed"],
  created_at: CreatedAt,
});

export function verificationRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Notifications");
    on(`GET ${PATH}`, {
      id: "listVerificationRequests",
      summary: "List requests for identity data, newest first",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(OneOf(REQUEST_STATUSES)),
        transaction_id: Type.Optional(Type.String({ format: "uuid" })),
        ...pageQuery(),
      }),
      answer: pages("Verification requests", Requested),
      handle: async (request) => {
        const { org_id, status, transaction_id: transactionId } = request.query;
        const scope = scopeOf(request.caller, org_id);
        const page = readPage(request, "verification-requests", scope);
        const rows = await listVerificationRequests(deps.db, scope, { status, transactionId }, page);
        return shownPage(rows, page, (row) => [row.request_id], itemOf);
      },
    });

    on(`GET ${PATH}/:request_id`, {
      id: "getVerificationRequest",
      summary: "Read a request for identity data",
      params: OnePath,
      answer: ok("Verification request", Requested),
      handle: async (request) => {
        const id = idOf(request.params.request_id, "Verification request");
        const found = await findVerificationRequest(deps.db, scopeOf(request.caller), id);
        if (found === undefined) throw notFound("Verification request");
        return itemOf(found);
      },
    });

    on(`POST ${PATH}/:request_id/answer`, {
      id: "answerVerificationRequest",
      summary: "Answer a request for identity data",
      description:
        "Possible once, by the organization's people. The answer says whether the number was given; the number " +
        "itself is stored nowhere, and refused in `note`.",
      params: OnePath,
      body: Named("VerificationAnswer", {
        outcome: [OneOf(ANSWERS), "Whether the identity number was given"],
        note: Note,
      }),
      answer: ok("Verification request answered", Requested),
      handle: async (request) => {
        const { outcome, note } = request.body;
        const given = { outcome, note: note ?? null };
        return itemOf(await answerVerification(deps, request, request.params.request_id, given));
      },
    });

    on(`POST ${PATH}/:request_id/close`, {
      id: "closeVerificationRequest",
      summary: "Close a request for identity data, answered or not",
      params: OnePath,
      body: Named("VerificationClosing", { note: Note }),
      answer: ok("Verification request closed", Requested),
      handle: async (request) =>
        itemOf(await closeVerification(deps, request, request.params.request_id, request.body.note ?? null)),
    });
  };
}

function itemOf(row: VerificationState) {
  const { status: dispatch, reason: failure_reason, notification_id: _, email_id: __, ...rest } = row;
  return { ...present({ ...rest, failure_reason }), sent: dispatch === "sent", status: statusOf(row) };
}
