import type { Row } from "#src/kernel/db/statement.ts";

export const INVITE_STATUSES = ["pending", "accepted", "revoked", "expired"] as const;
export type InviteStatus = (typeof INVITE_STATUSES)[number];

export type Invite = Row<"organizations.FIND_INVITES">;

/** A pending invite past its time reads as expired, whether or not a job has written that yet. */
export function showInvite(invite: Invite, now: Date): Invite {
  return invite.status === "pending" && invite.expires_at <= now ? { ...invite, status: "expired" } : invite;
}
