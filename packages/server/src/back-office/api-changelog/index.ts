import type { Part } from "#src/kernel/part.ts";
import { apiChangelogRoutes } from "./routes.ts";

export function composeApiChangelog(): Part {
  return { routes: [apiChangelogRoutes()] };
}
