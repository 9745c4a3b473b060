import type { Needs, Part } from "#src/kernel/part.ts";
import { savedViewRoutes } from "./routes.ts";

export function composeSavedViews(deps: Needs<typeof savedViewRoutes>): Part {
  return { routes: [savedViewRoutes(deps)] };
}
