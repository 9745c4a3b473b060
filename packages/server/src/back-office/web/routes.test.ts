import fastify, { type FastifyInstance } from "fastify";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { gunzipSync, gzipSync } from "node:zlib";
import { webRoutes } from "./routes.ts";

const settings = {
  checkoutChallengeScript: "https://js.hcaptcha.com/1/api.js",
  checkoutChallengeSiteKey: "site-1",
  statusPage: true,
};

describe("the pages", () => {
  let directory: string;
  let app: FastifyInstance;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), "corridor-web-"));
    for (const site of ["dashboard", "checkout"]) {
      mkdirSync(join(directory, site, "assets"), { recursive: true });
      writeFileSync(
        join(directory, site, "index.html"),
        `<meta name="style-nonce" content="__STYLE_NONCE__"><title>${site}</title>`,
      );
      writeFileSync(join(directory, site, "assets", "main-abc.js"), "export {}");
      writeFileSync(join(directory, site, "assets", "main-abc.js.gz"), gzipSync("export {}"));
    }
    app = fastify();
    await app.register(
      webRoutes({
        directory,
        publicBaseUrl: "http://localhost",
        settings,
        openCorridors: async () => [],
        findLogo: async () => undefined,
        mayEmbed: async () => false,
      }),
    );
  });

  afterEach(async () => {
    await app.close();
    rmSync(directory, { recursive: true });
  });

  test("the root leads to the dashboard", async () => {
    const answer = await app.inject("/");
    expect(answer.statusCode).toBe(302);
    expect(answer.headers["location"]).toBe("/dashboard");
  });

  test("the licenses of the packages in the pages are a text beside them, once the pages are built", async () => {
    expect((await app.inject("/notices.txt")).statusCode).toBe(404);
    writeFileSync(join(directory, "dashboard", "notices.txt"), "react 19 (MIT)");
    const answer = await app.inject("/notices.txt");
    expect([answer.statusCode, answer.headers["content-type"], answer.body]).toEqual([
      200,
      "text/plain; charset=utf-8",
      "react 19 (MIT)",
    ]);
  });

  test.each([
    ["/dashboard", "dashboard"],
    ["/dashboard/payments/0192", "dashboard"],
    ["/pay/some-link", "checkout"],
    ["/checkout/some-token", "checkout"],
  ])("%s answers the %s page, whatever the path below", async (path, site) => {
    const answer = await app.inject(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.body).toContain(`<title>${site}</title>`);
  });

  test.each(["/dashboard", "/pay/x", "/checkout/x"])(
    "%s allows no script but its own files, no frame, no foreign request",
    async (path) => {
      const policy = String((await app.inject(path)).headers["content-security-policy"]);
      const directives = new Map(policy.split("; ").map((directive) => [directive.split(" ")[0], directive]));
      expect(directives.get("default-src")).toBe("default-src 'none'");
      expect(directives.get("script-src")).toBe("script-src 'self'");
      expect(directives.get("connect-src")).toBe("connect-src 'self'");
      expect(directives.get("frame-ancestors")).toBe("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*|'unsafe-eval'/);
      expect(directives.get("style-src")).not.toContain("unsafe-inline");
    },
  );

  test("a challenge stands on a page of its own, which lets its vendor in and no other page does", async () => {
    const answer = await app.inject("/pay/some-link/challenge?locale=fr");
    expect(answer.body).toContain('data-sitekey="site-1"');
    expect(answer.body).toContain('<script src="https://js.hcaptcha.com/1/api.js" async>');
    expect(answer.headers["content-security-policy"]).toContain(
      "script-src 'self' https://js.hcaptcha.com https://hcaptcha.com https://*.hcaptcha.com;",
    );
    expect(answer.headers["content-security-policy"]).toContain("form-action 'none'; frame-ancestors 'none'");
    expect((await app.inject("/pay/some-link")).headers["content-security-policy"]).not.toContain("hcaptcha");
    expect((await app.inject("/checkout-files/challenge.js")).body).toContain("#challenge=");
  });

  test("the style nonce is new in every response and the same in page and policy", async () => {
    const [first, second] = await Promise.all([app.inject("/dashboard"), app.inject("/dashboard")]);
    const nonceOf = (body: string) => /content="([^"]+)"/.exec(body)![1]!;
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body));
    expect(first.headers["content-security-policy"]).toContain(`'nonce-${nonceOf(first.body)}'`);
  });

  test("the checkout's page is sent compressed to those who take it", async () => {
    const answer = await app.inject({ url: "/pay/some-link", headers: { "accept-encoding": "gzip, br" } });
    expect(answer.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(answer.rawPayload).toString()).toContain("<title>checkout</title>");
  });

  test("a page is never stored and tells no other site its address", async () => {
    const { headers } = await app.inject("/checkout/secret-token");
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  test("hashed files are kept for a year and sent compressed to those who take it", async () => {
    const plain = await app.inject("/dashboard/assets/main-abc.js");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(plain.body).toBe("export {}");
    const compressed = await app.inject({
      url: "/checkout-files/assets/main-abc.js",
      headers: { "accept-encoding": "gzip" },
    });
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(compressed.headers["content-type"]).toContain("javascript");
  });

  test.each([
    "/dashboard/assets/missing.js",
    "/dashboard/assets/../index.html",
    "/dashboard/assets/%2e%2e/index.html",
    "/checkout-files/assets/..%2f..%2fbuild.json",
  ])("%s is not a file of ours: nothing outside the assets is served", async (url) => {
    const answer = await app.inject(url);
    expect(answer.body).not.toContain("__STYLE_NONCE__");
    expect([200, 403, 404]).toContain(answer.statusCode);
    if (answer.statusCode === 200) expect(answer.headers["content-security-policy"]).toBeDefined();
  });

  test("a build that is published under the running service is served at once, and the files of the one before are, too", async () => {
    writeFileSync(join(directory, "dashboard", "assets", "main-def.js"), "export const second = true");
    writeFileSync(join(directory, "dashboard", "index.html"), "<title>second</title>");
    expect((await app.inject("/dashboard")).body).toContain("<title>second</title>");
    expect((await app.inject("/dashboard/assets/main-def.js")).body).toBe("export const second = true");
    expect((await app.inject("/dashboard/assets/main-abc.js")).body).toBe("export {}");
  });

  test("a file that is gone is not found, and no cache keeps that answer for a year", async () => {
    rmSync(join(directory, "dashboard", "assets", "main-abc.js"));
    const answer = await app.inject("/dashboard/assets/main-abc.js");
    expect(answer.statusCode).toBe(404);
    expect(answer.headers["cache-control"] ?? "").not.toContain("max-age");
  });

  test("without a build the pages say what to run, and are there once it was", async () => {
    const later = join(directory, "later");
    const bare = fastify();
    await bare.register(
      webRoutes({
        directory: later,
        publicBaseUrl: "http://localhost",
        settings,
        openCorridors: async () => [
          {
            country: "GH",
            paymentMethod: "mobile_money",
            direction: "inbound",
            health: "failing",
            currencies: ["GHS"],
            needs: [],
            networks: ["MTN"],
            minAmount: null,
            maxAmount: null,
            settlementDelayHours: 0,
          },
        ],
        findLogo: async () => undefined,
        mayEmbed: async () => false,
      }),
    );
    const answer = await bare.inject("/dashboard");
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain("npm run build:web");
    mkdirSync(join(later, "dashboard", "assets"), { recursive: true });
    writeFileSync(join(later, "dashboard", "index.html"), "<title>built</title>");
    writeFileSync(join(later, "dashboard", "assets", "main.js"), "export {}");
    expect((await bare.inject("/dashboard")).body).toContain("<title>built</title>");
    expect((await bare.inject("/dashboard/assets/main.js")).statusCode).toBe(200);
    await bare.close();
  });
});
