import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newSigningSecret, signatureHeaders, signingKey } from "@corridor/server/record/webhooks/signature.ts";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser } from "@corridor/test/browser/browser.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

/** The built package, installed in a separate project that runs the README's code. */
const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript/bin/tsc");

let app: TestApp;
let project: string;
/** A foreign site that serves the built package to its visitors. */
let site: Server;
let siteOrigin: string;
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === "/")
      return response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>A shop</title>");
    return void readFile(join(project, "node_modules/corridor-client/dist", request.url!)).then(
      (text) => response.writeHead(200, { "content-type": "text/javascript" }).end(text),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  siteOrigin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  project = await mkdtemp(join(tmpdir(), "corridor-client-"));
  const installed = join(project, "node_modules/corridor-client");
  await mkdir(installed, { recursive: true });
  [app] = await Promise.all([
    startTestApp({ settings: { CORS_ORIGINS: siteOrigin } }),
    run(process.execPath, [join(ROOT, "scripts/build-sdk.ts"), join(installed, "dist")]),
    cp(join(ROOT, "packages/sdk/package.json"), join(installed, "package.json")),
    symlink(join(ROOT, "node_modules/@types"), join(project, "node_modules/@types")),
    writeFile(join(project, "package.json"), JSON.stringify({ type: "module" })),
    writeFile(join(project, "guide.ts"), await codeOf("packages/sdk/README.md")),
  ]);
});
afterAll(async () => {
  site.closeAllConnections();
  await new Promise((resolve) => site.close(resolve));
  await app.close();
  await rm(project, { recursive: true });
});

async function codeOf(guide: string): Promise<string> {
  const text = await readFile(join(ROOT, guide), "utf8");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((block) => block[1]!).join("\n");
}

test.each(["nodenext", "bundler"])(
  "its types are whole for a strict project that resolves modules as %s, and the guide compiles with them",
  async (resolution) => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      module: resolution === "bundler" ? "esnext" : resolution,
      moduleResolution: resolution,
      types: ["node"],
      skipLibCheck: false,
    };
    await writeFile(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["guide.ts"] }));
    const { stdout } = await run(process.execPath, [TSC, "-p", project]).catch((error: { stdout: string }) => error);
    expect(stdout).toBe("");
  },
);

test("the guide runs as it stands, and prints what it says", async () => {
  const env = { ...process.env, CORRIDOR_URL: app.url, CORRIDOR_API_KEY: app.demo.organizations[0]!.api_key };
  const { stdout } = await run(process.execPath, [join(project, "guide.ts")], { env });
  const guide = await codeOf("packages/sdk/README.md");
  const stated = [...guide.matchAll(/^console\.log\(.*\); \/\/ ([^;\n]+)/gm)].map(([, text]) => `${text}\n`);
  expect(stated.length).toBeGreaterThan(1);
  for (const text of stated) expect(stdout).toContain(text);
  expect(stdout).toMatch(/^1500\.00$/m);
});

test(
  "it works on a page of another origin: calls, errors with their request id, and webhooks",
  async () => {
    const secret = newSigningSecret();
    const payload = '{"event_id":"e1","data":{"amount":1500.00}}';
    const headers = signatureHeaders(
      { current: signingKey(secret), previous: null },
      { eventId: "e1", body: Buffer.from(payload), sentAt: new Date(), tries: 0 },
    );
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(siteOrigin);
      const token = app.callers.orgMember.headers["authorization"]!.replace("Bearer ", "");
      const given = {
        baseUrl: app.url,
        token,
        payment: mobileMoneyPayin(),
        webhook: { payload, headers, secret, numbers: "text" },
      };
      // As text, because the test runner would replace the page's own `import`.
      const story = `(async ({ baseUrl, token, payment, webhook }) => {
        const { createClient, verifyWebhook } = await import("/sdk/index.js");
        const corridor = createClient({ baseUrl, token: () => token });
        const { payment_id } = await corridor.payments.initiate(payment);
        const missing = await corridor.payments.get("0198f000-0000-7abc-8def-000000000001").catch((error) => error);
        return {
          amount: (await corridor.payments.get(payment_id)).amount,
          missing: { name: missing.name, status: missing.status, code: missing.code, requestId: missing.requestId },
          event: await verifyWebhook(webhook),
        };
      })(${JSON.stringify(given)})`;
      expect(await page.evaluate(story)).toEqual({
        amount: 1500,
        missing: {
          name: "CorridorError",
          status: 404,
          code: "PAYMENT_NOT_FOUND",
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        },
        event: { event_id: "e1", data: { amount: "1500.00" } },
      });
    } finally {
      await browser.close();
    }
  },
  BROWSER_TEST_TIMEOUT_MS,
);

test(
  "it works by the session cookie on a page of the service itself, and not for a page that shows somebody else",
  async () => {
    const browser = await launchBrowser();
    try {
      // The page loads the package from its own origin, which its policy forbids and no server has.
      const context = await browser.newContext({ bypassCSP: true, baseURL: app.origin });
      const dist = join(project, "node_modules/corridor-client/dist");
      for (const folder of ["sdk", "shared"])
        await context.route(`/${folder}/*`, (route) =>
          route.fulfill({ path: join(dist, new URL(route.request().url()).pathname) }),
        );
      const { org_id, org_admin } = app.demo.organizations[0]!;
      const { email, password, user_id } = org_admin;
      const headers = { "X-Requested-With": "corridor", Origin: app.origin };
      await context.request.post("/identity/session", { data: { email, password }, headers });
      const page = await context.newPage();
      await page.goto("/healthz");
      const given = { payment: mobileMoneyPayin(), owner: `${user_id} ${org_id}`, stranger: `${user_id} none` };
      const story = `(async ({ payment, owner, stranger }) => {
        const { createClient } = await import("/sdk/index.js");
        const of = (shown) => createClient({ baseUrl: "/dashboard-api", session: () => shown });
        const { payment_id } = await of(owner).payments.initiate(payment);
        const refused = await of(stranger).payments.initiate(payment).catch((error) => error);
        return { amount: (await of(null).payments.get(payment_id)).amount, code: refused.code, refused: refused.refused };
      })(${JSON.stringify(given)})`;
      expect(await page.evaluate(story)).toEqual({ amount: 1500, code: "SESSION_SWITCHED", refused: true });
    } finally {
      await browser.close();
    }
  },
  BROWSER_TEST_TIMEOUT_MS,
);
