import type { OrganizationRole, Permission } from "#src/kernel/http/caller.ts";

export const INVITE_STATUSES = ["pending", "accepted", "revoked", "expired"] as const;
export type InviteStatus = (typeof INVITE_STATUSES)[number];

export type Invite = {
  readonly org_id: string;
  readonly invite_id: string;
  readonly email: string;
  readonly role: OrganizationRole;
  readonly permissions: Permission[];
  readonly status: InviteStatus;
  readonly invited_by: string;
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly accepted_by: string | null;
  readonly approval_id: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
};

/** A pending invite past its time reads as expired, whether or not a job has written that yet. */
export function showInvite(invite: Invite, now: Date): Invite {
  return invite.status === "pending" && invite.expires_at <= now ? { ...invite, status: "expired" } : invite;
}
