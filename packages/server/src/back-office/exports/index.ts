import type { Db, Reader } from "#src/kernel/db/client.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { expireExportsJob, makeExportsJob } from "./make-exports.ts";
import { exportRoutes } from "./routes.ts";

export { forgetExports } from "./queries.ts";

type ExportsDeps = Needs<typeof expireExportsJob | typeof makeExportsJob | typeof exportRoutes, "replica"> & {
  replica: Db | null;
  reads: Reader;
};

export function composeExports(deps: ExportsDeps): Part {
  const replica = deps.replica === null ? null : deps.reads;
  return { routes: [exportRoutes(deps)], jobs: [makeExportsJob({ ...deps, replica }), expireExportsJob(deps)] };
}
