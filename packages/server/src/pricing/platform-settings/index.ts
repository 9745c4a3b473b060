import type { Needs, Part } from "#src/kernel/part.ts";
import { platformSettingRoutes } from "./routes.ts";

export { type Changes, changeSettings, listRunSettings, resealPlatformSettings } from "./change-settings.ts";
export { type LiveSettings, openLiveSettings } from "./live-settings.ts";

export function composePlatformSettings(deps: Needs<typeof platformSettingRoutes>): Part {
  return { routes: [platformSettingRoutes(deps)], close: deps.live.close };
}
