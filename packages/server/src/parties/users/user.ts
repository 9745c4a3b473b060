import type { Row } from "#src/kernel/db/statement.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { OrganizationRole } from "#src/kernel/http/caller.ts";

export const KYC_STATUSES = ["not_started", "pending", "approved", "rejected"] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

/** `disabled_at`: since when the person can neither sign in nor use a token or key. */
export type User = Row<"users.FIND_USER">;

/** The topic of notifications about users. The payload is the id of one whose rights or tokens have changed. */
export const USER_TOPIC = "users";
/** The topic of notifications about linked identities. The payload is the `identityKey` of one. */
export const IDENTITY_TOPIC = "user-identities";

export function identityKey(issuer: string, subject: string): string {
  return `${issuer} ${subject}`;
}

/** Addresses are compared case-insensitively everywhere: two people cannot differ by case alone. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Facts about a user from the organizations module, which is above this one. */
export type Memberships = {
  isMember(db: Queryable, orgId: string, userId: string): Promise<boolean>;
  organizationsOfUser(db: Queryable, userId: string): Promise<string[]>;
  /** The roles of an organization's members by user id, newest first; `afterId` is the last of the previous page. */
  rolesOfMembers(
    db: Queryable,
    orgId: string,
    afterId: string | null,
    limit: number,
  ): Promise<Map<string, OrganizationRole>>;
};
