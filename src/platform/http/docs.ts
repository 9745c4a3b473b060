import { promisify } from "node:util";
import { gzip } from "node:zlib";
import Fastify from "fastify";
import { pageHeaders } from "./security-headers.ts";
import type { App } from "./typed-app.ts";

/**
 * The API reference at /docs. It loads nothing from another host and runs no inline script, so its policy stays strict. Scalar's bundle is
 * 4 MB and takes half a second to read: that is paid by the first visitor and not by every start.
 */
const CONFIGURATION = {
  url: "/v1/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: "never",
  // Both headers at once, as the contract wants them; whoever has an API key types only that.
  authentication: { preferredSecurityScheme: [["Authorization", "ApiKey"]], securitySchemes: { Authorization: { value: "NONE" } } },
  defaultHttpClient: { targetKey: "shell", clientKey: "curl" },
};

const BUNDLE_PATH = "/docs/scalar.js";
const CACHE_SECONDS = 3_600;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>Corridor API reference</title>
  </head>
  <body>
    <script id="api-reference" data-configuration="${escapeAttribute(JSON.stringify(CONFIGURATION))}"></script>
    <script src="${BUNDLE_PATH}"></script>
  </body>
</html>
`;

export function addDocs(app: App, options: { https: boolean }): void {
  // Scalar writes its styles into the page; scripts stay ours alone.
  const headers = pageHeaders({ https: options.https, styles: ["'unsafe-inline'"] });
  let bundle: Promise<Buffer> | undefined;

  app.get("/docs", { schema: { hide: true } }, (_request, reply) => reply.headers(headers).type("text/html; charset=utf-8").send(PAGE));
  app.get("/docs/", { schema: { hide: true } }, (_request, reply) => reply.redirect("/docs", 301));
  app.get(BUNDLE_PATH, { schema: { hide: true }, config: { sharedAnswer: true } }, async (_request, reply) => {
    bundle ??= readBundle();
    return reply
      .headers({ "content-type": "text/javascript; charset=utf-8", "content-encoding": "gzip", "cache-control": `public, max-age=${CACHE_SECONDS}` })
      .send(await bundle);
  });
}

/** The plugin is the only door to its bundle; it is asked in a server of its own that never listens. */
async function readBundle(): Promise<Buffer> {
  const { default: scalar } = await import("@scalar/fastify-api-reference");
  const inner = Fastify();
  await inner.register(scalar, { routePrefix: "/docs", configuration: { url: CONFIGURATION.url } });
  const response = await inner.inject("/docs/js/scalar.js");
  await inner.close();
  return promisify(gzip)(response.rawPayload);
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
