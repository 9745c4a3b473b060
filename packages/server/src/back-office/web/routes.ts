import fastifyStatic from "@fastify/static";
import type {} from "@fastify/swagger";
import type { RunSettings } from "#src/run-settings.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Logo } from "#src/products/links/index.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { directionOf } from "@corridor/shared/languages/language.ts";
import { escapeHtml } from "#src/kernel/escape-html.ts";
import { renderPage } from "./plain/page.ts";
import { CHALLENGE_SCRIPT, challengePage } from "./challenge-page.ts";
import {
  challengePolicy,
  CHECKOUT_POLICY,
  dashboardPolicy,
  embeddedPolicy,
  FRAMED_HEADERS,
  PAGE_HEADERS,
} from "./content-security-policy.ts";
import { addPlainPages, languageOf, speechFor } from "./plain-routes.ts";
import { addStatusPage, type StatusDeps } from "./status-page.ts";
import { ifExists } from "#src/kernel/if-exists.ts";

const STYLE_NONCE_BYTES = 16;
/** Placeholder in the dashboard's index.html for the nonce of each response. */
const STYLE_NONCE_PLACEHOLDER = "__STYLE_NONCE__";
const gzipped = promisify(gzip);
/** Placeholders for the language's texts and the styles in the checkout's page. */
const PHRASES_SCRIPT = '<script type="application/json" id="words">';
const STYLES = /<link rel="stylesheet"[^>]* href="([^"]+)"/;
/** A logo comes from strangers: nothing in it can run. Named by its content's hash, it is cached forever. */
const LOGO_HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};
/** Merchants' pages load the embed script under a fixed name, so browsers check for a new version within minutes. */
const SCRIPT_HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  "cache-control": "public, max-age=300",
  "x-content-type-options": "nosniff",
};
const FOREIGN_HEADERS = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
const ASSET_MAX_AGE = "365d";

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Not built</title>
<h1>The pages are not built yet</h1><p>Run <code>npm run build:web</code>, then reload this page.</p></html>`;

export type WebDeps = {
  /** The folder of the pages that scripts/build-web.ts built. */
  directory: string;
  publicBaseUrl: string;
  /** Without a script only callers of the API can solve a challenge. */
  settings: Pick<RunSettings, "checkoutChallengeScript" | "checkoutChallengeSiteKey" | "statusPage">;
  openCorridors: StatusDeps["openCorridors"];
  findLogo(hash: string): Promise<Logo | undefined>;
  /** Whether the organization of this link or payment allows a site to show its checkout in a frame. */
  mayEmbed(page: { linkRef?: string; checkoutToken?: string }, origin: string): Promise<boolean>;
};

/**
 * The dashboard and the hosted checkout (/pay, /checkout), from the process and origin of the API. Every path below
 * these answers the same page, which reads the path itself; files with a hash in their name are cached for a year. No
 * file is cached in memory: a new build may be published while the service runs, and the next page names its files.
 */
export function webRoutes(deps: WebDeps): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    await serveAssets(app, deps.directory, "dashboard", "/dashboard/assets/");
    await serveAssets(app, deps.directory, "checkout", "/checkout-files/assets/");

    const sendDashboard = async (reply: FastifyReply): Promise<FastifyReply> => {
      const nonce = randomBytes(STYLE_NONCE_BYTES).toString("base64");
      const page = await pageOf(deps.directory, "dashboard");
      return sendPage(reply, page?.replaceAll(STYLE_NONCE_PLACEHOLDER, nonce) ?? null, dashboardPolicy(nonce));
    };
    const sendCheckout = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const page = await pageOf(deps.directory, "checkout");
      const host = await hostOf(request, deps.mayEmbed);
      const translated =
        page === null ? null : withPhrases(page, request, deps.settings.checkoutChallengeScript !== undefined);
      const takesGzip = /\bgzip\b/.test(String(request.headers["accept-encoding"]));
      const content = translated === null || !takesGzip ? translated : await compressed(reply, translated);
      return host === null
        ? sendPage(reply, content, CHECKOUT_POLICY)
        : sendPage(reply, content, embeddedPolicy(host), FRAMED_HEADERS);
    };

    const hidden = { schema: { hide: true } };
    app.get("/", hidden, (_request, reply) => reply.redirect("/dashboard", 302));
    app.get("/dashboard", hidden, (_request, reply) => sendDashboard(reply));
    app.get("/dashboard/*", hidden, (_request, reply) => sendDashboard(reply));
    app.get("/notices.txt", hidden, async (_request, reply) => {
      const notices = await fileOf(deps.directory, "dashboard/notices.txt");
      if (notices === null) throw notFound("File");
      return reply.type("text/plain; charset=utf-8").send(notices);
    });
    app.get("/pay/:linkRef", hidden, sendCheckout);
    app.get("/checkout/:checkoutToken", hidden, sendCheckout);
    app.get("/checkout-files/embed.js", hidden, async (_request, reply) => {
      const script = await fileOf(deps.directory, "checkout/embed.js");
      if (script === null) throw notFound("Script");
      return reply.headers({ ...SCRIPT_HEADERS, ...FOREIGN_HEADERS }).send(script);
    });
    app.get("/checkout-files/logos/:hash", hidden, async (request, reply) => {
      const logo = await deps.findLogo((request.params as { hash: string }).hash);
      if (logo === undefined) throw notFound("Logo");
      return reply.headers({ ...LOGO_HEADERS, "content-type": logo.type }).send(logo.bytes);
    });
    const stylesOf = async () => STYLES.exec((await pageOf(deps.directory, "checkout")) ?? "")?.[1] ?? null;
    addPlainPages(app, { ...deps, stylesOf });
    addStatusPage(app, { ...deps, stylesOf });
    app.get("/checkout-files/challenge.js", hidden, (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(CHALLENGE_SCRIPT),
    );
    app.get("/pay/:linkRef/challenge", hidden, async (request, reply) => {
      const { checkoutChallengeScript: scriptUrl, checkoutChallengeSiteKey: siteKey } = deps.settings;
      if (scriptUrl === undefined) throw notFound("Path");
      const host = await hostOf(request, deps.mayEmbed);
      const speech = speechFor(request);
      const page = renderPage(speech, await stylesOf(), challengePage(speech, { scriptUrl, siteKey: siteKey! }));
      // The vendor checks the site that shows its widget, and must not learn which payment link it is.
      const headers = { ...(host === null ? PAGE_HEADERS : FRAMED_HEADERS), "referrer-policy": "strict-origin" };
      return sendPage(reply, page, challengePolicy(scriptUrl, host), headers);
    });
  };
}

/** In the visitor's language, with its texts inside: one request less. Without scripts it leads to the plain page. */
function withPhrases(page: string, request: FastifyRequest, hasChallenge: boolean): string {
  const language = languageOf(request);
  // Inside a script element, only "</" and "<!--" could end the element or change its parsing.
  const phrases = JSON.stringify({ language, phrases: PHRASES[language] }).replaceAll("<", "\\u003c");
  const { pathname, search } = new URL(request.url, "http://page");
  const attributes = `lang="${language}" dir="${directionOf(language)}"${hasChallenge ? " data-challenge" : ""}`;
  return page
    .replace('<html lang="en">', () => `<html ${attributes}>`)
    .replace(PHRASES_SCRIPT, () => `${PHRASES_SCRIPT}${phrases}`)
    .replace("__PLAIN_PAGE__", () => escapeHtml(`${pathname}/plain${search}`));
}

/** The site that may show this page in a frame: the one in the address, if the organization allows it. */
async function hostOf(request: FastifyRequest, mayEmbed: WebDeps["mayEmbed"]): Promise<string | null> {
  const { embed } = request.query as { embed?: unknown };
  if (typeof embed !== "string" || !URL.canParse(embed) || new URL(embed).origin !== embed) return null;
  return (await mayEmbed(request.params as { linkRef?: string; checkoutToken?: string }, embed)) ? embed : null;
}

/** Null until the pages were built. */
const pageOf = (directory: string, site: string): Promise<string | null> => fileOf(directory, `${site}/index.html`);

async function fileOf(directory: string, path: string): Promise<string | null> {
  return (await ifExists(readFile(join(directory, path), "utf8"))) ?? null;
}

/** The page contains no secret that its compressed length could reveal: its texts are public. */
async function compressed(reply: FastifyReply, page: string): Promise<Buffer> {
  reply.headers({ "content-encoding": "gzip", vary: "accept-encoding" });
  return gzipped(page);
}

function sendPage(reply: FastifyReply, page: string | Buffer | null, policy: string, headers = PAGE_HEADERS) {
  return reply
    .removeHeader("x-frame-options")
    .code(page === null ? 503 : 200)
    .headers({ ...headers, "content-security-policy": policy })
    .send(page ?? NOT_BUILT);
}

async function serveAssets(app: FastifyInstance, directory: string, site: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(directory, site, "assets"),
    // The folder may not exist yet: the pages may be built later.
    suppressWarning: true,
    prefix,
    decorateReply: false,
    index: false,
    preCompressed: true,
    maxAge: ASSET_MAX_AGE,
    immutable: true,
    schemaHide: true,
    setHeaders: (response) => {
      response.header("x-content-type-options", "nosniff");
      response.header("cross-origin-resource-policy", "same-origin");
    },
  });
}
