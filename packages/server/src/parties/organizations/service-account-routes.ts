import Type from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import { createServiceAccount } from "#src/parties/users/index.ts";
import { ORGANIZATION_ROLES } from "#src/kernel/http/caller.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { type List, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import { Name, OneOf, Shape } from "#src/kernel/http/schemas.ts";
import { created, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { addMember } from "./add-member.ts";
import { assertMayAppoint } from "./member.ts";
import { findMember, findServiceAccounts } from "./queries.ts";
import { assertExists, MemberItem, organizationOfPath, type OrganizationsDeps, TAG } from "./wire.ts";

const SERVICE_ACCOUNT_LIST = { name: "service-accounts", cursorName: "lastEvaluatedKey" } as const satisfies List;
/** Not an org-admin: only a person may decide over people, keys and controls. */
const SERVICE_ROLES = ORGANIZATION_ROLES.filter((role) => role !== "org-admin");

export function addServiceAccountRoutes(app: App, { db, clock }: OrganizationsDeps): void {
  const on = operations(app, TAG);
  on(
    "GET /organizations/:org_id/service-accounts",
    {
      id: "listServiceAccounts",
      summary: "List service accounts",
      query: Type.Object(pageQuery("lastEvaluatedKey")),
      answer: pages("Service accounts", MemberItem, "lastEvaluatedKey"),
    },
    async (request) => {
      const orgId = organizationOfPath(request.caller, request.params.org_id);
      await assertExists(db, request.caller, orgId);
      const page = readPage(request, SERVICE_ACCOUNT_LIST, { orgId });
      const after = page.after === null ? null : ([new Date(page.after[0]!), page.after[1]!] as const);
      const rows = await findServiceAccounts(db, { orgId, after, limit: page.limit });
      return pageOf(rows, page, (member) => [member.created_at.toISOString(), member.user_id]);
    },
  );

  on(
    "POST /organizations/:org_id/service-accounts",
    {
      id: "createServiceAccount",
      summary: "Create a service account",
      description:
        "A member that is not a person: nobody signs in as it, and only API keys act as it (`user_id` when " +
        "creating a key). Its keys keep working when the person who created them leaves. Its permissions are " +
        "granted, and it is removed, like any member's.",
      body: Shape({
        name: [Name, "A name for people"],
        role: [OneOf(SERVICE_ROLES), "Decides what the account may do"],
      }),
      answer: created("Service account created", MemberItem),
    },
    async (request) => {
      const { caller } = request;
      const { name, role } = request.body;
      const orgId = organizationOfPath(caller, request.params.org_id);
      await assertExists(db, caller, orgId);
      assertMayAppoint(caller, role);
      const at = clock.now();
      const userId = request.idempotencyId ?? newId();
      const member = await db.transaction(async (tx) => {
        if (await createServiceAccount(tx, { userId, orgId, name, at }))
          await addMember(tx, { orgId, userId, role, actor: actorOf(caller), requestId: request.id, at });
        return findMember(tx, orgId, userId);
      });
      if (member === null)
        throw conflict("The service account that this request created has been removed since; create another");
      return member;
    },
  );
}
