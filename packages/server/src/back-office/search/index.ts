import type { Reader } from "#src/kernel/db/client.ts";
import type { Part } from "#src/kernel/part.ts";
import { searchRoutes } from "./routes.ts";

export { FOUND_TYPES } from "./find-anything.ts";

export function composeSearch({ reads }: { reads: Reader }): Part {
  return { routes: [searchRoutes({ db: reads })] };
}
