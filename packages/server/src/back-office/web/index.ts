import type { Config } from "#src/config.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { docsRoutes } from "./docs-routes.ts";
import { webRoutes } from "./routes.ts";

export { renderReturn } from "./plain-routes.ts";

type WebDeps = Needs<typeof docsRoutes | typeof webRoutes, "https" | "demoDirectory"> & {
  config: Config;
};

export function composeWeb(deps: WebDeps): Part {
  const { config } = deps;
  const showsDemo = config.environment === "development" && !config.isExposedDevelopment;
  const demoDirectory = showsDemo ? config.dataDir : null;
  const docs = docsRoutes({ ...deps, https: config.publicBaseUrl.startsWith("https://"), demoDirectory });
  return { pages: [webRoutes(deps), docs] };
}
