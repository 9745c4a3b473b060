import { actorIn } from "#src/record/audit/index.ts";
import { createServiceAccount } from "#src/parties/users/index.ts";
import { ORGANIZATION_ROLES, organizationOf } from "#src/kernel/http/caller.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import { Name, OneOf, Shape } from "#src/kernel/http/schemas.ts";
import { created, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { addMember } from "./add-member.ts";
import { assertMayAppoint } from "./member.ts";
import { findMember, findServiceAccounts, placeOfMember } from "./queries.ts";
import { assertExists, MemberItem, type OrganizationsDeps, TAG } from "./wire.ts";

/** Not an org-admin: only a person may decide over people, keys and controls. */
const SERVICE_ROLES = ORGANIZATION_ROLES.filter((role) => role !== "org-admin");

export function addServiceAccountRoutes(app: App, { db, clock }: OrganizationsDeps): void {
  const on = operations(app, TAG);
  on("GET /organizations/:org_id/service-accounts", {
    id: "listServiceAccounts",
    summary: "List service accounts",
    answer: pages("Service accounts", MemberItem, "lastEvaluatedKey"),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      await assertExists(db, request.caller, orgId);
      const page = readPage(request, "service-accounts", { orgId }, "lastEvaluatedKey");
      return pageOf(await findServiceAccounts(db, orgId, page), page, placeOfMember);
    },
  });

  on("POST /organizations/:org_id/service-accounts", {
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
    handle: async (request) => {
      const { caller } = request;
      const { name, role } = request.body;
      const orgId = organizationOf(caller, request.params.org_id);
      await assertExists(db, caller, orgId);
      assertMayAppoint(caller, role);
      const at = clock.now();
      const userId = request.idempotencyId ?? newId();
      const member = await db.transaction(async (tx) => {
        if (await createServiceAccount(tx, { userId, orgId, name, at }))
          await addMember(tx, { orgId, userId, role, actor: actorIn(request), at });
        return findMember(tx, orgId, userId);
      });
      if (member === null)
        throw conflict("The service account that this request created has been removed since; create another");
      return member;
    },
  });
}
