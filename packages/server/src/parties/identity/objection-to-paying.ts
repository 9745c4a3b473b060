import { isApiKeyGood } from "#src/parties/api-keys/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import { createFindPerson } from "./find-person.ts";

type Credential = { type: string; id: string; userId: string };

/**
 * Why the requester of payments that are sent much later may no longer pay, or null. A key is judged by its current
 * state, a person by the membership; the end of a session changes nothing.
 */
export function createObjectionToPaying(deps: { db: Db; invalidations: Invalidations; clock: Clock }) {
  const findPerson = createFindPerson(deps);
  return async (orgId: string, { type, id, userId }: Credential): Promise<string | null> => {
    if (type === "api-key" && !(await isApiKeyGood(deps.db, orgId, id, deps.clock.now())))
      return "the API key that submitted the payments was revoked or has expired";
    const person = await findPerson(userId);
    const membership = person?.memberships.get(orgId);
    const mayPay =
      membership !== undefined && (membership.role !== "org-viewer" || membership.permissions.has("payments:write"));
    return mayPay || person?.platformRole === "admin"
      ? null
      : "the person who submitted the payments may no longer make payments for this organization";
  };
}
