import swagger from "@fastify/swagger";
import type { App } from "./server.ts";

export const API_VERSION = "1.0";

export async function addOpenApi(app: App, options: { publicBaseUrl: string; https: boolean }): Promise<void> {
  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: "Corridor", version: API_VERSION }, servers: [{ url: `${options.publicBaseUrl}/v1` }] },
  });
  app.get("/v1/openapi.json", { schema: { hide: true } }, () => app.swagger());
}
