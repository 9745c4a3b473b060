import type { Queryable } from "#src/kernel/db/client.ts";
import type { OrganizationRole } from "#src/kernel/http/caller.ts";

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
