import { isApiKeyGood } from "#src/modules/people/api-keys/find-api-key.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Invalidations } from "#src/platform/db/invalidation.ts";
import { createFindPerson } from "./find-person.ts";

type Credential = { type: string; id: string; userId: string };

/**
 * Why whoever asked for payments of an organization may not any more, or null: for what is sent long after it was asked for. A key counts by what it is now,
 * a person by the membership; that a session has ended takes nothing back.
 */
export function createObjectionToPaying(deps: { db: Db; invalidations: Invalidations; clock: Clock }) {
  const findPerson = createFindPerson(deps);
  return async (orgId: string, { type, id, userId }: Credential): Promise<string | null> => {
    if (type === "api-key" && !(await isApiKeyGood(deps.db, orgId, id, deps.clock.now()))) return "the API key that let it go was revoked or has expired";
    const person = await findPerson(userId);
    const membership = person?.memberships.get(orgId);
    const mayPay = membership !== undefined && (membership.role !== "org-viewer" || membership.permissions.has("payments:write"));
    return mayPay || person?.platformRole === "admin" ? null : "the person who let it go makes no payments for this organization any more";
  };
}
