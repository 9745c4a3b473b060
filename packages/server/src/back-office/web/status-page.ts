import type { FastifyInstance } from "fastify";
import type { OpenCorridor } from "#src/pricing/routing/index.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { PAGE_HEADERS, PLAIN_POLICY } from "./content-security-policy.ts";
import { html } from "./plain/html.ts";

/** For everybody, if the operator turned it on: corridors without providers, organizations or numbers. */
const REFRESH_SECONDS = 60;
const WORDS = { healthy: "Works", failing: "Has trouble" };
const DIRECTIONS = { inbound: "payins", outbound: "payouts", external: "ramps" };

export type StatusDeps = {
  settings: { readonly statusPage: boolean };
  openCorridors(): Promise<readonly OpenCorridor[]>;
  stylesOf(): Promise<string | null>;
};

export function addStatusPage(app: FastifyInstance, { settings, openCorridors, stylesOf }: StatusDeps): void {
  const countries = new Intl.DisplayNames("en", { type: "region" });
  app.get("/status", { schema: { hide: true } }, async (_request, reply) => {
    if (!settings.statusPage) throw notFound("Page");
    const [corridors, styles] = await Promise.all([openCorridors(), stylesOf()]);
    const isWell = corridors.every(({ health }) => health === "healthy");
    const { markup } = html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta http-equiv="refresh" content="${REFRESH_SECONDS}" />
          <title>Status of payments</title>
          ${styles !== null && html`<link rel="stylesheet" href="${styles}" />`}
        </head>
        <body>
          <main class="sheet">
            <h1>${isWell ? "All corridors work" : "Some corridors have trouble"}</h1>
            <ul>
              ${corridors.map(
                ({ country, paymentMethod, direction, health }) =>
                  html`<li>
                    ${countries.of(country) ?? country}, ${paymentMethod.replace("_", " ")} ${DIRECTIONS[direction]}:
                    <strong>${WORDS[health]}</strong>
                  </li>`,
              )}
            </ul>
          </main>
        </body>
      </html>`;
    return reply.headers({ ...PAGE_HEADERS, "content-security-policy": PLAIN_POLICY }).send(markup);
  });
}
