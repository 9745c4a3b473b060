import type { RawBuilder } from "kysely";
import type { Queryable } from "#src/platform/db/client.ts";

/** What the module of organizations, which lies above this one, knows about a user. */
export type Memberships = {
  isMember(db: Queryable, orgId: string, userId: string): Promise<boolean>;
  organizationsOfUser(db: Queryable, userId: string): Promise<string[]>;
  /** A JOIN that leaves only the organization's members among the users `u` and has their membership as `m`, with its `role`. */
  membersAmongUsers(orgId: string): RawBuilder<unknown>;
};
