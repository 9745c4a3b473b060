import { hash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "#test/harness/free-port.ts";
import { type IndependentIssuer, startIndependentIssuer } from "#test/harness/independent-issuer.ts";
import { RECEIVER_CERTIFICATE, RECEIVER_KEY } from "#test/harness/receiver-certificate.ts";
import { BROWSER_TEST_TIMEOUT_MS, choose, launchBrowser, see, visit } from "./browser.ts";
import {
  addressIn,
  type BrowserService,
  type ServiceProcess,
  startBrowserService,
  startProcess,
  waitFor,
} from "./service.ts";

/** Ways to sign in that need another service: a mail server or an external identity provider. */
vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/**
 * Longer than the tests take: if the proxy closed a connection while the browser reuses it, the page's console would
 * show an error.
 */
const KEEP_ALIVE_MS = 10 * 60_000;

describe("in production, behind a proxy that speaks TLS, with mail by SMTP", () => {
  const mails: { to: string[]; text: string }[] = [];
  let smtp: SMTPServer;
  let proxy: Server;
  let service: ServiceProcess;
  let origin: string;
  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS"],
      onData(stream, session, callback) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          mails.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString("utf8"),
          });
          callback();
        });
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
    const port = await freePort();
    proxy = createServer({ key: RECEIVER_KEY, cert: RECEIVER_CERTIFICATE }, (incoming, answer) => {
      const forwarded = request(
        {
          agent: false,
          port,
          host: "127.0.0.1",
          method: incoming.method,
          path: incoming.url,
          headers: incoming.headers,
        },
        (response) => {
          answer.writeHead(response.statusCode!, response.headers);
          response.pipe(answer);
        },
      );
      forwarded.on("error", () => answer.destroy());
      incoming.pipe(forwarded);
    });
    proxy.keepAliveTimeout = KEEP_ALIVE_MS;
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    origin = `https://localhost:${(proxy.address() as AddressInfo).port}`;
    service = await startProcess({
      ENVIRONMENT: "production",
      DATABASE_OWNER_MAY_SERVE: "true",
      PORT: String(port),
      PUBLIC_BASE_URL: origin,
      TRUSTED_PROXIES: "127.0.0.1",
      CORRIDOR_SECRET: randomUUID() + randomUUID(),
      SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
      MAIL_FROM: "Corridor <no-reply@corridor.example>",
      SIGN_UP: "open",
    });
  });
  afterAll(async () => {
    await service?.close();
    proxy?.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const mailed = (to: string, beginning: string) =>
    waitFor(() =>
      addressIn(
        mails.filter((mail) => mail.to.includes(to)).map(({ text }) => text),
        `${origin}${beginning}`,
      ),
    );
  const newVisitor = () => visit(browser, { origin }, { ignoreHTTPSErrors: true });

  test("an organization signs itself up, and its account opens only once the address is confirmed", async () => {
    const visitor = await newVisitor();
    const { page } = visitor;
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByLabel("Organization").fill("Dakar Textiles");
    await choose(visitor, "Country", "Senegal");
    await page.getByLabel("Your name").fill("Awa Ndiaye");
    await page.getByLabel("E-mail").fill("awa@dakar.example");
    await page.getByLabel("New password").fill("a long enough password");
    await page.getByLabel("Repeat it").fill("a long enough password");
    await page.getByRole("button", { name: "Create the account" }).click();
    await see(visitor, "Check your inbox");
    expect(await service.db.query("SELECT 1 FROM users WHERE email = 'awa@dakar.example'")).toEqual([]);

    await page.goto(await mailed("awa@dakar.example", "/dashboard/confirm-sign-up?token="));
    await page.getByRole("button", { name: "Confirm and create the account" }).click();
    await page.getByText("Your account is ready").waitFor();
    await visitor.signIn({ email: "awa@dakar.example", password: "a long enough password" });
    await page.getByText("Dakar Textiles").first().waitFor();
    expect(await page.context().cookies()).toMatchObject([
      { name: "corridor_device", httpOnly: true, secure: true },
      { name: "corridor_session", secure: true, httpOnly: true, sameSite: "Strict" },
    ]);
    expect(visitor.problems).toEqual([]);
  });

  test("a forgotten password is replaced from the mail, once, and sessions elsewhere end", async () => {
    const elsewhere = await newVisitor();
    await elsewhere.signIn({ email: "awa@dakar.example", password: "a long enough password" });
    const visitor = await newVisitor();
    const { page } = visitor;
    await page.goto("/dashboard/forgot-password");
    await page.getByLabel("E-mail").fill("awa@dakar.example");
    await page.getByRole("button", { name: "Send the link" }).click();
    await see(visitor, "Check your inbox");
    const address = await mailed("awa@dakar.example", "/dashboard/reset-password?token=");
    await page.goto(address);
    const replace = async (password: string) => {
      await page.getByLabel("New password").fill(password);
      await page.getByLabel("Repeat it").fill(password);
      await page.getByRole("button", { name: "Change the password" }).click();
    };
    await replace("another long password");
    await page.getByText("Your password is changed").waitFor();
    await page.goto(address);
    visitor.expectFailedRequest(400);
    visitor.expectFailedRequest(401);
    await replace("a third long password");
    await page.getByRole("alert").waitFor();

    elsewhere.expectFailedRequest(401);
    await elsewhere.page.reload();
    await elsewhere.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await visitor.signIn({ email: "awa@dakar.example", password: "another long password" });
    expect([...visitor.problems, ...elsewhere.problems]).toEqual([]);
  });
});

describe("with an identity provider of another house", () => {
  const CLIENT_ID = "corridor-dashboard";
  let issuer: IndependentIssuer;
  let service: BrowserService;
  beforeAll(async () => {
    issuer = await startIndependentIssuer();
    const port = await freePort();
    service = await startBrowserService({
      PORT: String(port),
      // A different site than the issuer's 127.0.0.1, as in production.
      PUBLIC_BASE_URL: `http://localhost:${port}`,
      IDENTITY_ISSUER: issuer.issuer,
      IDENTITY_JWKS_URL: issuer.jwksUri,
      OIDC_CLIENT_ID: CLIENT_ID,
    });
  });
  afterAll(async () => {
    await service?.close();
    await issuer?.close();
  });

  /** The issuer signs one person in and exchanges its code for a token, if the PKCE verifier matches. */
  function letIn(person: { sub: string; email: string }): void {
    issuer.onAuthorize((query) => {
      const code = randomUUID();
      issuer.onToken(async (form) => {
        const isAsker = hash("sha256", form.get("code_verifier") ?? "", "base64url") === query.get("code_challenge");
        if (form.get("code") !== code || !isAsker) return { status: 400, body: { error: "invalid_grant" } };
        const seconds = Math.floor(Date.now() / 1_000);
        const claims = {
          iss: issuer.issuer,
          aud: CLIENT_ID,
          nonce: query.get("nonce"),
          email_verified: true,
          iat: seconds,
          exp: seconds + 300,
          // Signed in an hour ago, unless the visitor is asked again.
          auth_time: query.get("prompt") === "login" ? seconds : seconds - 3_600,
          ...person,
        };
        return { status: 200, body: { id_token: await issuer.sign(claims) } };
      });
      return `${query.get("redirect_uri")}?code=${code}&state=${query.get("state")}`;
    });
  }

  test("somebody is sent there and comes back signed in, on the page they wanted, with no password asked", async () => {
    const person = service.demo.organizations[0]!.org_admin;
    letIn({ sub: "ann-there", email: person.email });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/dashboard/settings/api-keys");
    await page.getByRole("link", { name: "Continue with single sign-on" }).waitFor();
    expect(await page.getByLabel("Password").count()).toBe(0);
    await visitor.assertAccessible();
    await page.getByRole("link", { name: "Continue with single sign-on" }).click();
    await page.getByRole("link", { name: "Go on as Ann" }).click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByText(person.email).waitFor();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("somebody signs in there again, in another tab, for a change that cannot be undone", async () => {
    letIn({ sub: "ann-there", email: service.demo.organizations[0]!.org_admin.email });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/dashboard/settings/api-keys");
    await page.getByRole("link", { name: "Continue with single sign-on" }).click();
    await page.getByRole("link", { name: "Go on as Ann" }).click();
    await page.getByRole("button", { name: "New API key" }).click();
    await page.getByLabel("Name").fill("For the shop");
    await page.getByRole("button", { name: "Create the key" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByText("Sign in again in a new tab").waitFor();
    await visitor.assertAccessible();
    const opened = page.waitForEvent("popup");
    await dialog.getByRole("link", { name: "Sign in again" }).click();
    const tab = await opened;
    await tab.getByRole("link", { name: "Go on as Ann" }).click();
    await tab.waitForURL(/\/dashboard/);
    await tab.close();
    await dialog.getByRole("button", { name: "Continue" }).click();
    await page.getByText("For the shop").waitFor();
    // The first answer to the change was 403, as it must be.
    expect(visitor.problems.filter((problem) => !problem.includes("403"))).toEqual([]);
  });

  test("whoever has no account here is told so, and so is whom the other house refuses", async () => {
    letIn({ sub: "a-stranger", email: "stranger@example.com" });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "Continue with single sign-on" }).click();
    await page.getByRole("link", { name: "Go on as Ann" }).click();
    await page.getByText("There is no account for you here yet").waitFor();
    issuer.onAuthorize((query) => `${query.get("redirect_uri")}?error=access_denied&state=${query.get("state")}`);
    await page.getByRole("link", { name: "Continue with single sign-on" }).click();
    await page.getByRole("link", { name: "Go on as Ann" }).click();
    await page.getByText("You were not signed in").waitFor();
    expect(await page.context().cookies()).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });
});
