import Type from "typebox";
import type { Reader } from "#src/kernel/db/client.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { organizationOf, type OrganizationExists } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import {
  CreatedAt,
  Id,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  OrgId,
  DateFrom,
  DateTo,
} from "#src/kernel/http/schemas.ts";
import { operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { PLATFORM_CHAIN } from "./append-audit.ts";
import { findAuditRecords } from "./queries.ts";

const MAX_FILTER_CHARACTERS = 300;

const AuditItem = Named("AuditEntry", {
  audit_id: [Id, "Id of the audit log entry"],
  org_id: OrgId,
  actor_type: [OneOf(["user", "api-key", "system"]), "Whether a person, an API key or the service itself acted"],
  actor_id: Type.String({ description: "The person, key or part of the system that acted" }),
  actor_user_id: Nullable(Type.String({ description: "The person behind a key" })),
  action: [Type.String({ examples: ["api_key.revoked"] }), "What was done, in the form `resource.verb`"],
  resource_type: [Type.String(), "The kind of resource that was changed"],
  resource_id: [Type.String(), "Id of the resource that was changed"],
  changes: [Nullable(OpenObject), "The changed fields with their values before and after; null: nothing to compare"],
  request_id: [Nullable(Type.String()), "The header `x-request-id` of the request; null: the service acted by itself"],
  created_at: CreatedAt,
  position: Nullable(Type.Integer({ description: "Place in the organization's hash chain; null until sealed" })),
  hash: Nullable(Type.String({ description: "SHA-256 over this entry and the one before it" })),
});

export function auditRoutes(deps: { db: Reader; organizationExists: OrganizationExists }): (app: App) => void {
  const text = (description: string) =>
    Type.Optional(Type.String({ minLength: 1, maxLength: MAX_FILTER_CHARACTERS, description }));
  return (app) => {
    const on = operations(app, "Organizations");
    on("GET /organizations/:org_id/audit-log", {
      id: "listAuditLog",
      summary: "Read the audit log",
      description:
        "Every change made by a person or key, and every sign-in of a member (`user.signed_in`, " +
        "`user.sign_in_refused`), newest first. The log is append-only and hash-chained. " +
        "Entries that concern no single organization (rates, global routes and fees, people) have the org_id " +
        `${PLATFORM_CHAIN}, which platform people can read.`,
      query: Type.Object({
        action: text("Exact action, e.g. `api_key.revoked`"),
        actor_id: text("The person or key that acted"),
        resource_type: text("Kind of resource that was changed"),
        resource_id: text("The resource that was changed"),
        from: DateFrom,
        to: DateTo,
      }),
      answer: pages("Audit log", AuditItem, "lastEvaluatedKey"),
      handle: async (request) => {
        const orgId = organizationOf(request.caller, request.params.org_id);
        const isKnown =
          orgId === PLATFORM_CHAIN ||
          request.caller.platformRole === null ||
          (await deps.organizationExists(deps.db, orgId));
        if (!isKnown) throw notFound("Organization");
        const page = readPage(request, "audit-log", { orgId }, "lastEvaluatedKey");
        const { action, actor_id, resource_type, resource_id, from, to } = request.query;
        const actions = action === undefined ? undefined : [action];
        const named = { actions, actorId: actor_id, resourceType: resource_type, resourceId: resource_id };
        const { date_from, date_to } = dateRange(from, to);
        const filter = { ...named, from: date_from, to: date_to };
        const afterId = page.after?.[0] ?? null;
        const records = await findAuditRecords(deps.db, { orgId, filter, afterId, limit: page.limit });
        return pageOf(records, page, (record) => [record.audit_id]);
      },
    });
  };
}
