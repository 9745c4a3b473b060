import type { RawBuilder } from "kysely";
import type { Queryable } from "#src/platform/db/client.ts";

/** Facts about a user from the organizations module, which is above this one. */
export type Memberships = {
  isMember(db: Queryable, orgId: string, userId: string): Promise<boolean>;
  organizationsOfUser(db: Queryable, userId: string): Promise<string[]>;
  /** A JOIN that keeps only the organization's members among the users `u` and provides their membership as `m`, with its `role`. */
  membersAmongUsers(orgId: string): RawBuilder<unknown>;
};
