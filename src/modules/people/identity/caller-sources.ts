import { createFindApiKey } from "#src/modules/people/api-keys/find-api-key.ts";
import { createUseRecorder } from "#src/modules/people/api-keys/note-use.ts";
import { createFindOrganizationAccess } from "#src/modules/people/organizations/find-organization-access.ts";
import { createFindUserOfToken } from "#src/modules/people/users/find-user-of-token.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db } from "#src/platform/db/client.ts";
import type { Invalidations } from "#src/platform/db/invalidation.ts";
import type { CallerSources } from "#src/platform/http/authenticate.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import { createFindPerson } from "./find-person.ts";

/** The facts behind authentication, each from the module that owns it. The job writes `last_used_at` and runs where requests are answered. */
export function createCallerSources(deps: { db: Db; invalidations: Invalidations; clock: Clock }): {
  sources: CallerSources;
  lastUsedJob: Job;
  flushLastUsed: () => Promise<number>;
} {
  const uses = createUseRecorder(deps);
  return {
    sources: {
      findApiKey: createFindApiKey(deps),
      findUserOf: createFindUserOfToken(deps),
      findPerson: createFindPerson(deps),
      findOrganization: createFindOrganizationAccess(deps),
      noteUse: uses.noteUse,
    },
    lastUsedJob: uses.job,
    flushLastUsed: uses.flush,
  };
}
