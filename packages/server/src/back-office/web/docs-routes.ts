import fastifyStatic from "@fastify/static";
import type {} from "@fastify/swagger";
import type { FastifyInstance, FastifyReply } from "fastify";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { notFound } from "#src/kernel/http/errors.ts";
import { pageHeaders } from "#src/kernel/http/security-headers.ts";

/** The API reference and guides that scripts/docs/build-docs.ts generated. Their pages load our own files only. */
export type DocsDeps = {
  /** The folder of the pages that scripts/build-web.ts built. */
  directory: string;
  https: boolean;
  /** Demo data of a development service that only this machine can reach; null for every other service. */
  demoDirectory: string | null;
};

const PAGE_NAME = /^[a-z0-9_-]{1,64}$/;
const FIRST_GUIDE = "/docs/guides/quick-start";
const MAX_AGE = "5m";
/** A picture contains its own styles, and may do nothing else. */
const IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";
/** Another site's page that points its own host name at this machine must not read the key. */
const LOOPBACK_NAMES: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function docsRoutes({ directory, https, demoDirectory }: DocsDeps): (app: FastifyInstance) => Promise<void> {
  const headers = { ...pageHeaders({ https }), "cache-control": "no-cache" };
  const hidden = { schema: { hide: true } };
  return async (app) => {
    await app.register(fastifyStatic, {
      root: resolve(directory, "docs"),
      prefix: "/docs/files/",
      suppressWarning: true, // The folder may not exist yet: the pages may be built later.
      index: false,
      preCompressed: true,
      maxAge: MAX_AGE,
      schemaHide: true,
      setHeaders: (response, path) => {
        if (/\.svg(?:\.(?:br|gz))?$/.test(path)) response.header("content-security-policy", IMAGE_POLICY);
      },
    });
    const sendPage = (reply: FastifyReply, file: string): FastifyReply =>
      reply.headers(headers).sendFile(file, { cacheControl: false });
    const nameOf = (params: unknown): string => {
      const { name } = params as { name: string };
      if (!PAGE_NAME.test(name)) throw notFound("Page");
      return name;
    };

    app.get("/docs", hidden, (_request, reply) => sendPage(reply, "index.html"));
    app.get("/docs/", hidden, (_request, reply) => reply.redirect("/docs", 301));
    app.get("/docs/guides", hidden, (_request, reply) => reply.redirect(FIRST_GUIDE, 302));
    app.get("/docs/guides/:name", hidden, (request, reply) => sendPage(reply, `guides/${nameOf(request.params)}.html`));
    app.get("/docs/pages/:name", hidden, (request, reply) => sendPage(reply, `pages/${nameOf(request.params)}.html`));
    app.get("/docs/demo-key", hidden, async (request) => {
      const key =
        demoDirectory === null || !LOOPBACK_NAMES.has(request.hostname) ? null : await readDemoKey(demoDirectory);
      if (key === null) throw notFound("Demo key");
      return { api_key: key };
    });
  };
}

type Demo = { organizations: { api_key: string }[] };

async function readDemoKey(directory: string): Promise<string | null> {
  try {
    const demo = JSON.parse(await readFile(join(directory, "demo.json"), "utf8")) as Demo;
    return demo.organizations[0]?.api_key ?? null;
  } catch {
    return null; // The file is missing: there is no demo data.
  }
}
