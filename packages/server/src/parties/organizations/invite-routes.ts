import Type from "typebox";
import { findUser, RoleSchema } from "#src/parties/users/index.ts";
import { unauthorized } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { Email, Named, Shape } from "#src/kernel/http/schemas.ts";
import { idOf, organizationOf, PERMISSIONS } from "#src/kernel/http/caller.ts";
import { created, nothing, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findInvites } from "./invite-queries.ts";
import { guardGrant, powersOf } from "./guard-grant.ts";
import { showInvite } from "./invite.ts";
import { rolePermissions } from "./member.ts";
import { assertExists, InviteItem, type OrganizationsDeps, PermissionSchema, TAG } from "./wire.ts";
import { acceptInvite, findOpenInvite, inviteMember, resendInvite, revokeInvite } from "./write-invite.ts";

const MAX_TOKEN_CHARACTERS = 200;
const SentInvite = Named(["SentInvite", "The invite, and whether its e-mail was accepted for sending"], {
  ...InviteItem.properties,
  email_sent: [Type.Boolean(), "Always true: the e-mail is stored with the invite, and retried until it is accepted"],
});

export function addInviteRoutes(app: App, deps: OrganizationsDeps): void {
  const on = operations(app, TAG);
  const { db, clock } = deps;
  const roles = rolePermissions(deps.access);

  on("GET /organizations/:org_id/invites", {
    id: "listInvites",
    summary: "List invites",
    answer: pages("Invites", InviteItem, "lastEvaluatedKey"),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      await assertExists(db, request.caller, orgId);
      const page = readPage(request, "invites", { orgId }, "lastEvaluatedKey");
      const [rows, now] = [await findInvites(db, orgId, page), clock.now()];
      return shownPage(
        rows,
        page,
        (invite) => [invite.invite_id],
        (invite) => showInvite(invite, now),
      );
    },
  });

  on("POST /organizations/:org_id/invites", {
    id: "createInvite",
    summary: "Invite a person by e-mail",
    description:
      "409 when the address is already invited or belongs to a member; 429 when the address got too many e-mails " +
      "within the hour.",
    body: Shape({
      email: [Email, "E-mail address"],
      role: RoleSchema,
      permissions: [
        Type.Optional(Type.Array(PermissionSchema, { maxItems: PERMISSIONS.length })),
        "Permissions that the person gets beyond the role",
      ],
    }),
    answer: created("Invite created", SentInvite),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      const { email, role, permissions = [] } = request.body;
      const powers = powersOf(role, permissions);
      if (powers.length > 0)
        await guardGrant(deps, request, {
          orgId,
          title: `Invite an ${role}, who may ${powers.join(" and ")}`,
          request: { email, role, permissions },
        });
      const invite = await inviteMember(deps, request, {
        repeatableId: request.idempotencyId,
        orgId,
        email,
        role,
        permissions,
        roles,
        approvalId: request.approval?.approval_id ?? null,
      });
      return { ...invite, email_sent: true };
    },
  });

  on("POST /organizations/:org_id/invites/:invite_id/resend", {
    id: "resendInvite",
    summary: "Send an invite again",
    description: "With a new link; the old one stops working. 429 if the address got too many e-mails within the hour.",
    answer: ok("Invite sent again", SentInvite),
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      const invite = await resendInvite(deps, request, orgId, idOf(request.params.invite_id, "Invite"));
      return { ...invite, email_sent: true };
    },
  });

  on("DELETE /organizations/:org_id/invites/:invite_id", {
    id: "withdrawInvite",
    summary: "Withdraw an invite",
    answer: nothing,
    errors: { 409: "It was accepted" },
    handle: async (request) => {
      const orgId = organizationOf(request.caller, request.params.org_id);
      await revokeInvite(deps, request, orgId, idOf(request.params.invite_id, "Invite"));
    },
  });

  on("POST /organizations/invites/accept", {
    id: "acceptInvite",
    summary: "Accept an invite",
    description: "The signed-in user's e-mail address must be the invited one.",
    body: Shape({ token: [Type.String({ maxLength: MAX_TOKEN_CHARACTERS }), "The token in the e-mail's link"] }),
    answer: ok("Invite accepted", InviteItem),
    handle: async (request) => {
      const user = await findUser(db, request.caller.userId);
      if (user === null) throw unauthorized();
      const { token } = request.body;
      // The token alone determines the organization; the transaction refuses an unknown token.
      const orgId = (await findOpenInvite(deps.cells.anywhere, token, clock.now()))?.org_id ?? "";
      return await deps.cells.within(orgId, (there) =>
        there.transaction((tx) => acceptInvite(tx, { token, user, requestId: request.id, at: clock.now() })),
      );
    },
  });
}
