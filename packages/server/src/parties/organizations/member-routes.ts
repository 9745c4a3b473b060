import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import { findUser, RoleSchema } from "#src/parties/users/index.ts";
import {
  type OrganizationRole,
  PERMISSIONS,
  type Permission,
  type Call,
  idOf,
  organizationOf,
} from "#src/kernel/http/caller.ts";
import { badRequest, notFound } from "#src/kernel/http/errors.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import { Closed, Id, Named, Nullable, OneOf, Shape } from "#src/kernel/http/schemas.ts";
import { created, nothing, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { addMember } from "./add-member.ts";
import type { GuardedCall } from "#src/kernel/http/second-person.ts";
import { guardGrant, powersOf } from "./guard-grant.ts";
import { changeMemberRole, changePermissions, removeMember } from "./change-member.ts";
import { type Member, rolePermissions, sourceOfPermission } from "./member.ts";
import { findMember, findMembers, findOrganization, placeOfMember } from "./queries.ts";
import { assertExists, MemberItem, type OrganizationsDeps, PermissionSchema, TAG } from "./wire.ts";

/** One permission or several; both forms are accepted. */
const PermissionInput = Named("PermissionsInput", {
  permission: Type.Optional(PermissionSchema),
  permissions: [
    Type.Optional(Type.Array(PermissionSchema, { maxItems: PERMISSIONS.length })),
    "Permissions that the member has beyond the role",
  ],
});

type Named = { permission?: Permission; permissions?: Permission[] };

export function addMemberRoutes(app: App, deps: OrganizationsDeps): void {
  const on = operations(app, TAG);
  const { db, clock } = deps;
  const roles = rolePermissions(deps.access);

  async function existingMember(orgId: string, userId: string): Promise<Member> {
    const member = await findMember(db, orgId, userId);
    if (member === null) throw notFound("Member");
    return member;
  }

  on("GET /organizations/:org_id/members", {
    id: "listMembers",
    summary: "List members",
    answer: pages("Members", MemberItem, "lastEvaluatedKey"),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      await assertExists(db, request.caller, orgId);
      const page = readPage(request, "members", { orgId }, "lastEvaluatedKey");
      return pageOf(await findMembers(db, orgId, page), page, placeOfMember);
    },
  });

  on("POST /organizations/:org_id/members", {
    id: "addMember",
    summary: "Add a user as a member",
    description: "For the platform's admin. Organizations invite people instead.",
    body: Shape({ user_id: [Type.String(), "The user to add"], role: RoleSchema }),
    answer: created("Member added", MemberItem),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      const userId = idOf(request.body.user_id, "User");
      if ((await findOrganization(db, orgId)) === null) throw notFound("Organization");
      if ((await findUser(db, userId)) === null) throw notFound("User");
      await guard(request, orgId, userId, request.body.role);
      const by = { actor: actorIn(request), at: clock.now() };
      await db.transaction((tx) => addMember(tx, { ...by, orgId, userId, role: request.body.role }));
      return await existingMember(orgId, userId);
    },
  });

  on("GET /organizations/:org_id/members/:user_id", {
    id: "getMember",
    summary: "Read a member",
    answer: ok("Member", MemberItem),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      return await existingMember(orgId, idOf(request.params.user_id, "Member"));
    },
  });

  on("PATCH /organizations/:org_id/members/:user_id", {
    id: "changeMember",
    summary: "Change a member's role",
    description: "An organization always keeps at least one org-admin (409).",
    body: Type.Object({ role: RoleSchema }),
    answer: ok("Role changed", MemberItem),
    errors: {
      409:
        "The member is the last org-admin (LAST_ORG_ADMIN), a service account cannot be an org-admin, or a " +
        "second person must approve the change first (APPROVAL_REQUIRED)",
    },
    handle: async (request) => {
      const change = changeOf(request);
      await guard(request, change.orgId, change.userId, request.body.role);
      return await changeMemberRole(db, { ...change, role: request.body.role });
    },
  });

  on("DELETE /organizations/:org_id/members/:user_id", {
    id: "removeMember",
    summary: "Remove a member",
    description: "API keys (`user_id`) end, webhooks (`made_by`) are handed over. The last org-admin stays (409).",
    query: Shape({ hand_over_to: [Type.Optional(Id), "The member who gets the webhooks; absent: the caller"] }),
    answer: nothing,
    errors: { 409: "The last org-admin (LAST_ORG_ADMIN)" },
    handle: async (request) => {
      await removeMember(deps, { ...changeOf(request), handOverTo: request.query.hand_over_to });
    },
  });

  on("POST /organizations/:org_id/members/:user_id/permissions", {
    id: "grantPermissions",
    summary: "Grant permissions",
    body: PermissionInput,
    answer: created("Permissions granted", MemberItem),
    handle: async (request) => {
      const granted = namedPermissions(request.body);
      const change = changeOf(request);
      await guard(request, change.orgId, change.userId, null, granted);
      const action = "member.permissions_granted";
      return await changePermissions(db, { ...change, roles, action, change: (held) => [...held, ...granted] });
    },
  });

  on("PUT /organizations/:org_id/members/:user_id/permissions", {
    id: "setPermissions",
    summary: "Replace permissions",
    body: Closed({
      permissions: [
        Type.Array(PermissionSchema, { maxItems: PERMISSIONS.length }),
        "Permissions that the member has beyond the role",
      ],
    }),
    answer: ok("Permissions replaced", MemberItem),
    errors: { 409: "A second person must approve the change first (APPROVAL_REQUIRED)" },
    handle: async (request) => {
      const { permissions } = request.body;
      const change = changeOf(request);
      await guard(request, change.orgId, change.userId, null, permissions);
      const action = "member.permissions_replaced";
      return await changePermissions(db, { ...change, roles, action, change: () => permissions });
    },
  });

  on("DELETE /organizations/:org_id/members/:user_id/permissions", {
    id: "revokePermissions",
    summary: "Revoke permissions",
    description: "Removes the permissions named in the query or the body; if none is named, all that were granted.",
    query: Type.Object({ permission: Type.Optional(PermissionSchema) }),
    body: Type.Optional(Nullable(PermissionInput)),
    answer: nothing,
    handle: async (request) => {
      const named = { permission: request.query.permission, ...request.body };
      const revoked =
        named.permission === undefined && named.permissions === undefined ? null : new Set(namedPermissions(named));
      await changePermissions(db, {
        ...changeOf(request),
        roles,
        action: "member.permissions_revoked",
        change: (held) => (revoked === null ? [] : [...held].filter((permission) => !revoked.has(permission))),
      });
    },
  });

  on("GET /organizations/:org_id/members/:user_id/permissions/check", {
    id: "checkPermission",
    summary: "Check a member's permission",
    query: Type.Object({ permission: PermissionSchema }),
    answer: ok("Permission", [
      Shape({
        user_id: [Id, "The member who was asked about"],
        role: RoleSchema,
        permission: PermissionSchema,
        allowed: [Type.Boolean(), "Whether the member may"],
        // Generated Go would call a constant `Role`, which is a type there.
        source: [
          Nullable(OneOf(["role", "grant"], { "x-enum-varnames": ["ByRole", "ByGrant"] })),
          "Whether the permission comes from the role or from a grant",
        ],
      }),
      "Whether the member has the permission, and from which role or grant",
    ]),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      const member = await existingMember(orgId, idOf(request.params.user_id, "Member"));
      const { permission } = request.query;
      const source = sourceOfPermission(roles, member, permission);
      return { user_id: member.user_id, role: member.role, permission, allowed: source !== null, source };
    },
  });

  /** Requires an approval for what the person could not do with payouts before. */
  async function guard(
    call: GuardedCall,
    orgId: string,
    userId: string,
    role: OrganizationRole | null,
    permissions: Permission[] = [],
  ): Promise<void> {
    const granted = powersOf(role, permissions);
    if (granted.length === 0) return;
    const member = await findMember(db, orgId, userId);
    const held = member === null ? [] : powersOf(member.role, member.permissions);
    const gained = granted.filter((power) => !held.includes(power));
    if (gained.length === 0) return;
    await guardGrant(deps, call, {
      orgId,
      title: `Let a member ${gained.join(" and ")}`,
      request: { user_id: userId, role, permissions },
    });
  }

  function changeOf(request: Call & { params: { org_id: string; user_id: string } }) {
    return {
      orgId: organizationOf(request.caller, request.params.org_id),
      userId: idOf(request.params.user_id, "Member"),
      caller: request.caller,
      actor: actorIn(request),
      at: clock.now(),
    };
  }
}

function namedPermissions(input: Named): Permission[] {
  const named = [...(input.permission === undefined ? [] : [input.permission]), ...(input.permissions ?? [])];
  if (named.length === 0)
    throw badRequest("permissions: name at least one", [{ path: "permissions", message: "name at least one" }]);
  return named;
}
