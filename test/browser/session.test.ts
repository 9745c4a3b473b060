import type { Browser, CDPSession, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { totpAt } from "@corridor/server/parties/identity/totp.ts";
import { mobileMoneyPayout } from "#test/harness/payments.ts";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser, see, type Visitor, visit, unfold } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let service: BrowserService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const ours = () => service.demo.organizations[0]!;

describe("signing in", () => {
  test("a wrong password is refused in words, the right one opens the overview", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/");
    await page.waitForURL(/\/dashboard\/sign-in/);
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
    visitor.expectFailedRequest(401);
    await page.getByLabel("E-mail").fill(ours().org_admin.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("alert").getByText("The e-mail address or the password is wrong").waitFor();
    await page.getByLabel("Password", { exact: true }).fill(ours().org_admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("without a connection says so at once, instead of waiting for one", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/dashboard/sign-in");
    await page.getByLabel("E-mail").fill(ours().org_admin.email);
    await page.getByLabel("Password", { exact: true }).fill(ours().org_admin.password);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Sign in" }).click();
    await see(visitor, "The service could not be reached");
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(await page.getByText("The service could not be reached").count()).toBe(0);
  });

  test("the session is a cookie that no script can read, and no token is kept anywhere a script can", async () => {
    const visitor = await visit(browser, service);
    await visitor.signIn(ours().org_admin);
    const readable = await visitor.page.evaluate<string>(
      "document.cookie + JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])",
    );
    const cookie = (await visitor.page.context().cookies()).find(({ name }) => name === "corridor_session");
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
    expect(readable).not.toContain(cookie!.value);
    expect(readable).not.toMatch(/eyJ|ck_/);
  });

  test("leads back to the page that asked for it, and never to another site", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto("/dashboard/settings/api-keys");
    await page.waitForURL(/sign-in\?next=/);
    await page.getByLabel("E-mail").fill(ours().org_admin.email);
    await page.getByLabel("Password", { exact: true }).fill(ours().org_admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: "API keys" }).waitFor();

    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent("//evil.example/x")}`);
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    expect(new URL(page.url()).origin).toBe(service.origin);
  });

  test("a session that ended elsewhere shows the sign-in with the reason; signing out shows it without", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    visitor.expectFailedRequest(401);
    await visitor.signIn(ours().org_viewer);
    await page.getByRole("link", { name: "Payments" }).click();
    await page.getByRole("heading", { name: "Payments" }).waitFor();
    await page.context().clearCookies();
    // Any request of the page finds that the session has ended. The page also polls by itself, so the link may
    // disappear before it is clicked.
    const asks = page.getByRole("link", { name: "Reports" }).click();
    await Promise.all([page.getByText("Your session has ended").waitFor(), asks.catch(() => undefined)]);
    await page.getByLabel("E-mail").fill(ours().org_viewer.email);
    await page.getByLabel("Password", { exact: true }).fill(ours().org_viewer.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("heading", { name: /Payments|Reports/ }).waitFor();

    // What the page reads ends before the session: the service would refuse it afterwards.
    const live = page.waitForRequest(/\/dashboard-api\/events/);
    await visitor.follow("/payments");
    const reading = await live;
    const signOut = Promise.withResolvers<Route>();
    await page.route("**/identity/session", (route) =>
      route.request().method() === "DELETE" ? signOut.resolve(route) : route.continue(),
    );
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    const held = await signOut.promise;
    await expect.poll(() => reading.failure()?.errorText).toBe("net::ERR_ABORTED");
    await held.continue();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByText("Your session has ended").count()).toBe(0);
    // A cookie remembers that this browser was used before, for the limits on guessing. It grants no access.
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual(["corridor_device"]);
    expect(visitor.problems).toEqual([]);
  });
});

describe("one's own password", () => {
  test("is changed from the account's page; a wrong current one is said there, keeps what was typed and ends no session", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    const person = service.demo.organizations[1]!.org_member;
    visitor.expectFailedRequest(400);
    await visitor.signIn(person);
    await page.goto("/dashboard/account");
    await page.getByLabel("Current password", { exact: true }).fill("not the password");
    await page.getByLabel("New password", { exact: true }).fill("another long password");
    await page.getByLabel("Repeat it", { exact: true }).fill("another long password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByRole("alert").getByText("The current password is wrong").waitFor();
    expect(await page.getByLabel("New password", { exact: true }).inputValue()).toBe("another long password");
    await page.getByLabel("Current password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed; every other session was ended").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe("an open tab", () => {
  test("whose page's files do not come offers to load again, and then shows the page", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await visitor.signIn(ours().org_admin);
    await page.waitForLoadState("networkidle");
    await page.route(/\/assets\/ramps-page-.*\.js/, (route) => route.fulfill({ status: 404, body: "" }));
    visitor.expectFailedRequest(404);
    await unfold(visitor, "People and products");
    await page.getByRole("link", { name: "Crypto ramps" }).click();
    await page.getByRole("alert").getByText("The page did not load").waitFor();
    await visitor.assertAccessible();
    await page.unroute(/\/assets\/ramps-page-.*\.js/);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { name: "Crypto ramps" }).waitFor();
    // React prints the error of a failed page to the console; this is that error.
    expect(visitor.problems.filter((problem) => !problem.startsWith("console: PageNotLoaded"))).toEqual([]);
  });
});

describe("a session that gets another token", () => {
  /** A read that reaches the service with the token of before, as one does that was under way. */
  async function delayARead({ page }: Visitor, path: RegExp, change: () => Promise<unknown>): Promise<number[]> {
    const statuses: number[] = [];
    await page.route(path, async (route) => {
      const headers = await route.request().allHeaders();
      if (statuses.length === 0) await change();
      const answer = await fetch(route.request().url(), { headers });
      statuses.push(answer.status);
      await route.fulfill({ status: answer.status, contentType: "application/json", body: await answer.text() });
    });
    return statuses;
  }

  test("keeps the person signed in, and the page reads again what was sent with the old one", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    visitor.expectFailedRequest(401);
    await visitor.signIn(ours().org_admin);
    const statuses = await delayARead(visitor, /\/dashboard-api\/customers/, () =>
      page.request.post("/identity/session/organization", {
        data: { org_id: ours().org_id },
        headers: { Origin: service.origin, "X-Requested-With": "corridor" },
      }),
    );
    await visitor.follow("/customers");
    await expect.poll(() => statuses).toEqual([401, 200]);
    await page.getByRole("heading", { name: "Customers" }).waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(visitor.problems).toEqual([]);
  });
});

describe("joining", () => {
  test("an invited person makes an account from the mail, sees what the role allows, and can be a member of two organizations", async () => {
    const administrator = await visit(browser, service);
    await administrator.signIn(ours().org_admin);
    await administrator.page.goto("/dashboard/settings/members");
    await administrator.page.getByRole("button", { name: "Invite somebody" }).click();
    await administrator.page.getByLabel("E-mail").fill("new.colleague@example.com");
    await administrator.page.getByRole("button", { name: "Send the invitation" }).click();
    await administrator.page.getByRole("cell", { name: "new.colleague@example.com", exact: true }).waitFor();

    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto(await service.mailedAddress(`${service.origin}/dashboard/accept-invite?token=`));
    await page.getByRole("heading", { name: "Join Lagos Fresh Foods" }).waitFor();
    await visitor.assertAccessible();
    await page.getByLabel("Your name").fill("Nia Colleague");
    await page.getByLabel("New password").fill("a long enough password");
    await page.getByLabel("Repeat it").fill("a long enough password");
    await page.getByRole("button", { name: "Create the account and join" }).click();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    await page.getByText("Member", { exact: true }).waitFor();

    const other = service.demo.organizations[1]!;
    await addMember(other.org_id, "new.colleague@example.com");
    await page.reload();
    await page.getByRole("button", { name: /Switch organization/ }).click();
    await page.getByRole("menuitem", { name: other.name }).click();
    await page.getByRole("button", { name: new RegExp(`Switch organization, now.*${other.name}`) }).waitFor();
    expect([...administrator.problems, ...visitor.problems]).toEqual([]);
  });

  test("a form that stood open for one organization does nothing in another, to which a second window switched meanwhile", async () => {
    const other = service.demo.organizations[1]!;
    const visitor = await visit(browser, service);
    visitor.expectFailedRequest(409);
    const { page } = visitor;
    await visitor.signIn(ours().org_admin);
    await addMember(other.org_id, ours().org_admin.email, "org-admin");
    await page.goto("/dashboard/settings/webhooks");
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await page.getByLabel("Address").fill("https://ours.example/hook");

    const second = await page.context().newPage();
    await second.goto("/dashboard/");
    await second.getByRole("button", { name: /Switch organization/ }).click();
    await second.getByRole("menuitem", { name: other.name }).click();
    await second.getByRole("button", { name: new RegExp(`Switch organization, now.*${other.name}`) }).waitFor();

    await page.getByRole("button", { name: "Register" }).click();
    await page.getByText("Switched in another window").waitFor();
    await page.getByRole("button", { name: new RegExp(`Switch organization, now.*${other.name}`) }).waitFor();
    await page.getByText("No endpoints yet").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await service.db.query("SELECT endpoint_url FROM webhook_endpoints")).toEqual([]);
    expect(visitor.problems).toEqual([]);
  });

  test("a forgotten password is replaced from the mail", async () => {
    const visitor = await visit(browser, service);
    const { page } = visitor;
    const person = service.demo.organizations[1]!.org_viewer;
    await page.goto("/dashboard/forgot-password");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByText("Check your inbox").waitFor();
    await page.goto(await service.mailedAddress(`${service.origin}/dashboard/reset-password?token=`));
    await page.getByLabel("New password").fill("another long password");
    await page.getByLabel("Repeat it").fill("another long password");
    await page.getByRole("button", { name: "Change the password" }).click();
    await page.getByText("Your password is changed").waitFor();
    await visitor.signIn({ email: person.email, password: "another long password" });
    expect(visitor.problems).toEqual([]);
  });
});

/** Adds a person to an organization, which only a platform admin may do. */
async function addMember(orgId: string, email: string, role = "org-viewer"): Promise<void> {
  const { admin, identity_url: identityUrl, base_url: baseUrl } = service.demo;
  const signIn = await fetch(`${identityUrl}/token`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: admin.email, password: admin.password }),
  });
  const headers = {
    Authorization: `Bearer ${((await signIn.json()) as { token: string }).token}`,
    "X-Api-Key": "NONE",
    "Content-Type": "application/json",
  };
  const { data } = (await (
    await fetch(`${baseUrl}/users/list?email=${encodeURIComponent(email)}`, { headers })
  ).json()) as { data: { user_id: string }[] };
  const answer = await fetch(`${baseUrl}/organizations/${orgId}/members`, {
    method: "POST",
    headers,
    body: JSON.stringify({ user_id: data[0]!.user_id, role }),
  });
  expect(answer.status).toBe(201);
}

describe("a second factor", () => {
  test("is set up, asked for afresh in another window, and recovered from by a code", async () => {
    const person = service.demo.organizations[1]!.org_admin;
    const [stale, visitor] = [await visit(browser, service), await visit(browser, service)];
    await stale.signIn(person);
    await visitor.signIn(person);
    const { page } = visitor;
    await page.goto("/dashboard/account");
    await page.getByLabel("Your password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    const secret = (await page.locator("code[title]").textContent())!;
    await page.getByLabel("Code", { exact: true }).fill(totpAt(secret, new Date()));
    await page.getByRole("button", { name: "Switch it on" }).click();
    const codes = (await page.getByLabel("recovery codes", { exact: true }).textContent())!.trim().split("\n");
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByText("10 recovery codes are left").waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);

    // The other window's session has no second factor yet. Creating a key asks for one and then continues by itself.
    stale.expectFailedRequest(403);
    stale.expectFailedRequest(400);
    await stale.page.goto("/dashboard/settings/api-keys");
    await stale.page.getByRole("button", { name: "New API key" }).click();
    await stale.page.getByLabel("Name").fill("Confirmed key");
    await stale.page.getByRole("button", { name: "Create the key" }).click();
    const dialog = stale.page.getByRole("dialog", { name: "Confirm that it is you" });
    await dialog.getByLabel("Code", { exact: true }).fill("000000");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await dialog.getByText("The code is wrong or was used before").waitFor();
    await dialog.getByLabel("Code", { exact: true }).fill(codes[0]!);
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await stale.page.getByRole("button", { name: "I have stored it" }).click();
    await stale.page.getByText("Confirmed key").waitFor();

    const third = await visit(browser, service);
    third.expectFailedRequest(401);
    await third.page.goto("/dashboard/sign-in");
    await third.page.getByLabel("E-mail").fill(person.email);
    await third.page.getByLabel("Password", { exact: true }).fill(person.password);
    await third.page.getByRole("button", { name: "Sign in" }).click();
    await third.page.getByLabel("Code", { exact: true }).fill(codes[0]!);
    await third.page.getByRole("button", { name: "Sign in" }).click();
    await third.page.getByRole("alert").getByText("The code is wrong or was used before").waitFor();
    await third.page.getByLabel("Code", { exact: true }).fill(codes[1]!);
    await third.page.getByRole("button", { name: "Sign in" }).click();
    await third.page.getByRole("heading", { name: "Overview" }).waitFor();
  });
});

describe("a passkey", () => {
  /** A virtual authenticator that confirms its owner's presence and identity. */
  async function giveDevice({ page }: Visitor): Promise<{ device: CDPSession; authenticatorId: string }> {
    const device = await page.context().newCDPSession(page);
    await device.send("WebAuthn.enable");
    const options = {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    } as const;
    return {
      device,
      ...(await device.send("WebAuthn.addVirtualAuthenticator", {
        options: { ...options, automaticPresenceSimulation: true },
      })),
    };
  }

  async function heldPayout(): Promise<void> {
    await service.call("PATCH", `/organizations/${ours().org_id}`, { settings: { payout_review_above: { GHS: 100 } } });
    const { data } = await service.call("POST", "/beneficiaries", {
      fname: "Ama",
      lname: "Owusu",
      email: "ama@example.com",
      country: "GH",
      account_type: "mobile_money",
      beneficiary_type: "individual",
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    await service.call(
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayout(data.beneficiary_id, "4567", { amount: 250, target_amount: 250 }),
    );
  }

  test("is enrolled, signs in without a password, steps up for an approval, and a recovery code stands in for it", async () => {
    await heldPayout();
    const person = service.demo.admin;
    // Passkeys need a host name instead of an IP address, so the service is visited as localhost.
    const named = { origin: service.origin.replace("127.0.0.1", "localhost") };
    const [elsewhere, visitor] = [await visit(browser, named), await visit(browser, named)];
    await elsewhere.signIn(person);
    await visitor.signIn(person);
    const { page } = visitor;
    const laptop = await giveDevice(visitor);
    await page.goto("/dashboard/account");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByLabel("Name", { exact: true }).last().fill("Laptop");
    await page.getByRole("dialog").getByLabel("Your password", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Create the passkey" }).click();
    const codes = (await page.getByLabel("recovery codes", { exact: true }).textContent())!.trim().split("\n");
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Rename Laptop" }).waitFor();

    // The other browser is on the list of sessions; signing out here leaves it there.
    await page.getByRole("table", { name: "Sessions" }).getByText("This one").waitFor();
    await page
      .getByRole("button", { name: /^End the session of Chrome/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();

    // The same passkey on another device, as a password manager syncs it. That session has no second factor yet.
    const phone = await giveDevice(elsewhere);
    const { credentials } = await laptop.device.send("WebAuthn.getCredentials", {
      authenticatorId: laptop.authenticatorId,
    });
    // axe runs last, because closing its debugger session removes the virtual authenticator.
    await page.goto("/dashboard/account");
    await page.getByRole("button", { name: "Rename Laptop" }).waitFor();
    await visitor.assertAccessible();
    await phone.device.send("WebAuthn.addCredential", {
      authenticatorId: phone.authenticatorId,
      credential: credentials[0]!,
    });
    elsewhere.expectFailedRequest(403);
    await elsewhere.page.goto("/dashboard/approvals");
    await elsewhere.page.getByRole("link", { name: "Payout of 250.00 GHS to Ama Owusu" }).click();
    await elsewhere.page.getByRole("button", { name: "Approve" }).click();
    await elsewhere.page
      .getByRole("dialog", { name: "Confirm that it is you" })
      .getByRole("button", { name: "Use a passkey" })
      .click();
    await elsewhere.page.getByText(/^Approved by/).waitFor();

    const lost = await visit(browser, named);
    lost.expectFailedRequest(401);
    await lost.page.goto("/dashboard/sign-in");
    await lost.page.getByLabel("E-mail").fill(person.email);
    await lost.page.getByLabel("Password", { exact: true }).fill(person.password);
    await lost.page.getByRole("button", { name: "Sign in" }).click();
    await lost.page.getByLabel("Code", { exact: true }).fill(codes[0]!);
    await lost.page.getByRole("button", { name: "Sign in" }).click();
    await lost.page.getByRole("navigation", { name: "Main" }).waitFor();
    expect([...visitor.problems, ...elsewhere.problems, ...lost.problems]).toEqual([]);
  });
});
