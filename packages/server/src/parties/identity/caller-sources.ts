import { createFindApiKey, type KeyColumns, noteKeyUses } from "#src/parties/api-keys/index.ts";
import { createFindOrganizationAccess } from "#src/parties/organizations/index.ts";
import { createFindUserOfToken } from "#src/parties/users/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { CellsInUse } from "#src/kernel/db/cells-in-use.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Invalidations } from "#src/kernel/db/invalidation.ts";
import type { CallerSources } from "#src/kernel/http/authenticate.ts";
import { createUseRecorder } from "#src/kernel/http/use-recorder.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { createFindPerson } from "./find-person.ts";
import { updateLastSeen } from "./session-queries.ts";

/** The facts behind authentication, each from its owner. The jobs record the last use of keys and sessions. */
export function createCallerSources(deps: {
  db: Db;
  directory: Db;
  cells: CellsInUse;
  invalidations: Invalidations;
  clock: Clock;
}): {
  sources: CallerSources;
  lastUsedJobs: readonly Job[];
  flushLastUsed: () => Promise<number>;
} {
  const keys = createUseRecorder<KeyColumns>("api-key-last-used", (rows) => noteKeyUses(deps.db, rows));
  const sessions = createUseRecorder<{ session_id: string }>("session-last-seen", (rows) =>
    updateLastSeen(deps.db, rows),
  );
  return {
    sources: {
      findApiKey: createFindApiKey({ ...deps, db: deps.cells.anywhere }),
      // In the directory: a first token may link its person to the issuer, which the platform's audit log records.
      findUserOf: createFindUserOfToken({ ...deps, db: deps.directory }),
      findPerson: createFindPerson({ ...deps, db: deps.directory }),
      findOrganization: createFindOrganizationAccess(deps),
      noteKeyUse: ({ apiKeyId, orgId }, use) => keys.note(apiKeyId, { org_id: orgId, api_key_id: apiKeyId }, use),
      noteSessionUse: (sessionId, use) => sessions.note(sessionId, { session_id: sessionId }, use),
    },
    lastUsedJobs: [keys.job, sessions.job],
    flushLastUsed: async () => (await keys.flush()) + (await sessions.flush()),
  };
}
