import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { adjustBalance } from "@corridor/server/back-office/balances/adjust-balance.ts";
import { setCreditLine } from "@corridor/server/back-office/balances/set-credit-line.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { BROWSER_TEST_TIMEOUT_MS, DESKTOP, launchBrowser, PHONE, visit, type Visitor, unfold } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** About twenty pages in a row, each examined by axe. */
vi.setConfig({ testTimeout: 3 * BROWSER_TEST_TIMEOUT_MS });

/**
 * Every page with content, on a desktop in the light theme and on a phone in the dark theme: no serious axe violation,
 * no error, no overflow.
 */
let service: BrowserService;
let browser: Browser;
let paths: { ours: Record<string, string>; platform: Record<string, string> };
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
  paths = await fillPages();
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const LONG_NAME =
  "A name that is far longer than anybody would choose, yet somebody will: Société Coopérative Agro-Pastorale de la " +
  "Vallée";

async function fillPages(): Promise<typeof paths> {
  const organization = service.demo.organizations[0]!;
  const { org_id: orgId } = organization;
  const payment = async (ending: string) =>
    (
      await service.call("POST", "/payments-init/initiate", {
        amount: 1_234_567.89,
        target_amount: 1_234_567.89,
        currency: "GHS",
        target_currency: "GHS",
        country: "GH",
        payment_method: "mobile_money",
        direction: "payin",
        client_reference: `reference-without-any-place-to-break-it-${"x".repeat(60)}-${ending}`,
        description: LONG_NAME,
        payer_details: { name: LONG_NAME, phone: "+233241234567" },
        mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
      })
    ).response.payment_id as string;
  const [completed, waiting] = [await payment("4567"), await payment("0001")];
  const { data: endpoint } = await service.call("POST", "/public/webhooks", {
    endpoint_url: `http://127.0.0.1:9/${"long-path/".repeat(12)}`,
  });
  await service.call("POST", "/public/webhooks/notify", {
    transaction_data: {
      transaction_id: completed,
      status: "completed",
      amount: 1.5,
      currency: "USD",
      updated_at: new Date().toISOString(),
    },
  });
  await service.call("POST", `/orgs/${orgId}/payment-links`, { amount: 2500, currency: "NGN", description: LONG_NAME });
  // A provider whose settings can no longer be decrypted.
  await service.db.query(
    "INSERT INTO provider_settings (provider, sealed, updated_at) VALUES ('stripe', 'v1.0123456789abcdef.AAAA', now())",
  );
  const own = `mtn_momo.main.${orgId.replaceAll("-", "")}`;
  await service.db.query(
    "INSERT INTO provider_settings (provider, sealed, updated_at) VALUES ($1, 'v1.0123456789abcdef.AAAA', now())",
    [own],
  );
  const { data: account } = await service.call("POST", "/virtual-accounts/internal/bank", {
    org_id: orgId,
    user_id: organization.org_admin.user_id,
    currency: "NGN",
    org_name: LONG_NAME,
  });
  const { data: customer } = await service.call("POST", "/customers", {
    name: LONG_NAME,
    email: "someone@example.com",
    phone: "+233241234567",
  });
  await service.call("POST", "/exports", { kind: "transactions", currency: "GHS" });
  const { data: escrow } = await service.call("POST", "/virtual-accounts/escrow", {
    title: LONG_NAME,
    currency: "NGN",
    total_amount: 900_000,
  });
  const { data: party } = await service.call("POST", `/virtual-accounts/escrow/${escrow.escrow_id}/parties`, {
    name: LONG_NAME,
    role: "contractor",
    account_id: account.account_id,
  });
  for (const label of ["Foundations", LONG_NAME, "Handover"])
    await service.call("POST", `/virtual-accounts/escrow/${escrow.escrow_id}/milestones`, {
      label,
      expected_disbursement: 300_000,
      parties: [{ party_id: party.party_id, split_type: "percentage", split_value: 100 }],
    });
  const { data: rate } = await service.call(
    "GET",
    "/organizations/admin/exchange-rate?fromCurrency=NGN&toCurrency=USDT",
  );
  await service.call("POST", "/payments-init/ramp", {
    direction: "on_ramp",
    fiat_currency: "NGN",
    fiat_amount: 80_000,
    client_rate: rate.rate,
    crypto_currency: "USDT",
    crypto_network: "TRON",
    wallet_address: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
    country: "NG",
  });
  const programId = await fillPrograms();
  await fillFunds(orgId);
  const approvalId = await fillApprovals(orgId);
  return {
    ours: {
      Overview: "/",
      Payments: "/payments",
      "Collect a payment": "/payments/new",
      "Send money": "/payments/send",
      "1,234,567.89 GHS": `/payments/${completed}`,
      "1,234,567.89\u00a0GHS": `/payments/${waiting}`,
      "Pay many": "/payout-batches/new",
      Balances: "/balances",
      Reports: "/reports",
      Ledger: "/ledger",
      Approvals: "/approvals?status=all",
      [`${LONG_NAME}   `]: `/approvals/${approvalId}`,
      "Payment links": "/payment-links",
      Beneficiaries: "/beneficiaries",
      Customers: "/customers",
      [`${LONG_NAME}  `]: `/customers/${customer.customer_id}`,
      Exports: "/exports",
      "Verification requests": "/verification-requests",
      "Virtual accounts": "/virtual-accounts",
      [`${LONG_NAME}`]: `/virtual-accounts/${account.account_id}`,
      Escrow: "/escrow",
      [`${LONG_NAME} `]: `/escrow/${escrow.escrow_id}`,
      "Crypto ramps": "/ramps",
      Quotes: "/quotes",
      "API keys": "/settings/api-keys",
      Webhooks: "/settings/webhooks",
      "http://127.0.0.1:9/": `/settings/webhooks/${endpoint.webhook_id}`,
      "Webhooks ": "/settings/webhooks?tab=dead-letters",
      "Provider accounts": "/settings/accounts",
      Checkout: "/settings/checkout",
      Members: "/settings/members",
      Organization: "/settings/organization",
      Controls: "/settings/controls",
      Roles: "/settings/roles",
      Verification: "/settings/kyb",
      "Audit log": "/settings/audit-log",
      "Your account": "/account",
      "Not found": "/no/such/page",
    },
    platform: {
      Overview: "/",
      Payments: "/payments",
      "1,234,567.89 GHS": `/payments/${completed}`,
      Approvals: "/approvals",
      Routing: "/admin/routing",
      "Provider health": "/admin/health",
      "Routing programs": "/admin/routing/programs",
      [`${LONG_NAME}     `]: `/admin/routing/programs/${programId}`,
      Backtests: "/admin/backtests",
      Providers: "/admin/providers",
      Stops: "/admin/stops",
      "Platform settings": "/admin/settings",
      Rates: "/admin/rates",
      Fees: "/admin/fees",
      "Float and funds": "/admin/funds",
      Organizations: "/admin/organizations",
      "Lagos Fresh Foods": `/admin/organizations/${orgId}`,
      Users: "/admin/users",
      Reconciliation: "/admin/reconciliation",
      Settlements: "/admin/settlements",
      Exports: "/exports",
      "Audit log": "/settings/audit-log",
    },
  };
}

/** One that is compared with another. */
async function fillPrograms(): Promise<string> {
  const rules = [{ name: LONG_NAME, when: { country: ["GH"] }, then: { by: "success" } }];
  const ids = [newId(), newId()];
  for (const [index, programId] of ids.entries())
    await service.db.query(
      `INSERT INTO routing_programs (program_id, version, name, rules, status, share, created_at, updated_at, published_at)
        VALUES ($1, $2, $3, $4, 'published', $5, now(), now(), now())`,
      [programId, index + 1, LONG_NAME, JSON.stringify(rules), index === 0 ? null : 20],
    );
  return ids[1]!;
}

/** Data as two platform admins and their providers would leave it. */
async function fillFunds(orgId: string): Promise<void> {
  const deps = { db: service.db, clock: systemClock };
  const admin = {
    userId: service.demo.admin.user_id,
    actor: { type: "user", id: service.demo.admin.user_id } as const,
  };
  const colleague = { userId: newId(), actor: { type: "system", id: "test" } as const };
  const amount = Money.parse("1234567.89", "NGN");
  for (const who of [admin, colleague])
    await adjustBalance(deps, who, {
      adjustmentId: newId(),
      orgId,
      amount: amount.negate(),
      provider: "fiat",
      reason: LONG_NAME,
    });
  await setCreditLine(deps, { orgId, amount, reason: LONG_NAME, actor: admin.actor });
  await service.db.query(
    `INSERT INTO provider_floats (provider, currency, available, fetched_at, threshold, is_low)
      VALUES ('fiat', 'GHS', 12.5, now(), 1000000, true), ('hybrid', 'NGN', 9876543210.98, now(), 5, false)`,
  );
}

/** One approval that is open, and one that two people decided with long comments. */
async function fillApprovals(orgId: string): Promise<string> {
  const { org_admin: asked, org_member: other } = service.demo.organizations[0]!;
  const open = newId();
  for (const status of ["pending", "rejected"]) {
    const approvalId = status === "pending" ? open : newId();
    await service.db.query(
      `INSERT INTO approvals (org_id, approval_id, kind, subject, title, request, reasons, approvers_needed, status,
       requested_by, excluded, created_at, decided_at)
       VALUES ($1, $2, 'change', $3, $4, $5, ARRAY[$4, 'the payout is 100.00 GHS or more'], 2, $3, $6, ARRAY[$6::uuid],
         now(), CASE WHEN $3 = 'pending' THEN NULL ELSE now() END)`,
      [
        orgId,
        approvalId,
        status,
        LONG_NAME,
        JSON.stringify({ settings: { payout_review_above: null, note: "x".repeat(200) } }),
        asked.user_id,
      ],
    );
    if (status === "rejected")
      await service.db.query(
        `INSERT INTO approval_decisions (org_id, approval_id, user_id, decision, comment, decided_at)
          VALUES ($1, $2, $3, 'reject', $4, now())`,
        [orgId, approvalId, other.user_id, `${LONG_NAME} ${"x".repeat(80)}`],
      );
  }
  return open;
}

/**
 * axe examines each page on a desktop in the light theme. Then the window becomes a phone in the dark theme, where
 * pages overflow most easily.
 */
async function lookThrough(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await visitor.assertAccessible("any");
  await page.setViewportSize(PHONE);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect
    .poll(() => page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth"), {
      message: page.url(),
    })
    .toBe(0);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: "light" });
}

test.each(["ours", "platform"] as const)("the pages of %s are accessible and quiet", async (whose) => {
  const visitor = await visit(browser, service, { colorScheme: "light" });
  await visitor.signIn(whose === "ours" ? service.demo.organizations[0]!.org_admin : service.demo.admin);
  for (const [heading, path] of Object.entries(paths[whose])) {
    await visitor.follow(path);
    await visitor.page.getByRole("heading", { level: 1, name: heading.trim() }).waitFor();
    await visitor.page.waitForLoadState("networkidle");
    await lookThrough(visitor);
  }
  expect(visitor.problems).toEqual([]);
});

test("a page whose data is still on its way is accessible", async () => {
  const visitor = await visit(browser, service);
  await visitor.page.route("**/payments/providers", () => undefined);
  await visitor.signIn(service.demo.admin, "/admin/providers");
  await visitor.page.getByLabel("Loading: Providers").waitFor();
  await visitor.assertAccessible();
});

test("the pages before the sign-in are accessible and quiet", async () => {
  const visitor = await visit(browser, service, { colorScheme: "light" });
  for (const path of [
    "/sign-in",
    "/sign-in?reason=expired",
    "/sign-up",
    "/forgot-password",
    "/reset-password?token=x",
    "/confirm-sign-up?token=x",
  ]) {
    await visitor.page.goto(`/dashboard${path}`);
    await visitor.page.getByRole("heading", { level: 1 }).waitFor();
    await lookThrough(visitor);
  }
  expect(visitor.problems).toEqual([]);
});

test("every page forbids inline scripts, frames and other hosts", async () => {
  for (const path of ["/dashboard", "/dashboard/payments", "/pay/x", "/checkout/x"]) {
    const answer = await fetch(service.origin + path);
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|unsafe-eval/);
  }
});

test("every page links the licenses of all packages in the pages, with their texts", async () => {
  for (const path of ["/dashboard", "/pay/some-link"])
    expect(await (await fetch(service.origin + path)).text()).toContain('<link rel="license" href="/notices.txt"');
  const notices = await (await fetch(`${service.origin}/notices.txt`)).text();
  for (const name of ["react", "preact", "@mantine/core", "@tanstack/react-router", "recharts", "uqr"])
    expect(notices).toMatch(new RegExp(`^${name} \\d[\\d.]+ \\(MIT\\)\n\n.*License`, "m"));
});

test("menus and the navigation of a phone are accessible while they are open", async () => {
  const visitor = await visit(browser, service, { viewport: PHONE });
  const { page } = visitor;
  await visitor.signIn(service.demo.organizations[0]!.org_admin);
  for (const opener of [/^Account of/, /^Notifications/, "Open navigation"]) {
    await page.goto("/dashboard/payments");
    await page.getByRole("button", { name: opener }).click();
    await page
      .getByRole("menu")
      .or(page.getByRole("dialog"))
      .or(page.getByRole("navigation", { name: "Main" }))
      .first()
      .waitFor();
    await visitor.assertAccessible();
  }
  await unfold(visitor, "People and products");
  await page.getByRole("link", { name: "Beneficiaries" }).click();
  await page.getByRole("heading", { name: "Beneficiaries" }).waitFor();
  await page.getByRole("button", { name: "New beneficiary" }).first().click();
  await page.getByLabel("Name", { exact: true }).waitFor();
  await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
});

test("the guides and the API reference are accessible, and a call can be tried with the demo key", async () => {
  const visitor = await visit(browser, service, { viewport: PHONE, colorScheme: "dark" });
  const { page } = visitor;
  await page.goto("/docs/guides/testing");
  await page.getByRole("heading", { name: "The states of a payment" }).waitFor();
  await visitor.assertAccessible();
  await page.goto("/docs#listBalances");
  await page.getByText("Try it").click();
  await expect.poll(() => page.getByLabel("X-Api-Key").inputValue()).toBe(service.demo.organizations[0]!.api_key);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("200 OK").waitFor();
  await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
});

test("a dialog is reached, used and left by keyboard alone, and gives the focus back", async () => {
  const visitor = await visit(browser, service);
  const { page } = visitor;
  await visitor.signIn(service.demo.organizations[0]!.org_admin, "/settings/api-keys");
  const opener = page.getByRole("button", { name: "New API key" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.evaluate<string>("document.activeElement?.getAttribute('placeholder') ?? ''"))
    .toBe("Shop backend");
  await visitor.assertAccessible();
  await page.keyboard.press("Escape");
  await expect.poll(() => opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  expect(visitor.problems).toEqual([]);
});

test("pressing the button of an unfinished form leads to the first field to mend, on a page and in a dialog", async () => {
  const visitor = await visit(browser, service, { viewport: PHONE });
  const { page } = visitor;
  await visitor.signIn(service.demo.organizations[0]!.org_admin, "/payments/new");
  const focused = () => page.evaluate<string>("document.activeElement?.labels?.[0]?.textContent ?? ''");
  await page.getByRole("button", { name: "Collect the payment" }).click();
  await expect.poll(focused).toBe("Amount");
  await page.goto("/dashboard/beneficiaries");
  await page.getByRole("button", { name: "New beneficiary" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Kano Grain");
  await page.getByRole("button", { name: "Add the beneficiary" }).click();
  await expect.poll(focused).toBe("Account number");
  expect(visitor.problems).toEqual([]);
});

test("the buttons of a row stay in sight where its table is wider than the page", async () => {
  const visitor = await visit(browser, service, { viewport: { width: 1024, height: 800 } });
  const { page } = visitor;
  await visitor.signIn(service.demo.admin, "/admin/users");
  const button = page.getByRole("button", { name: /^Change/ }).first();
  await button.waitFor();
  const table = page.getByRole("table", { name: "Users" });
  expect(
    await table.evaluate((element) => element.parentElement!.scrollWidth > element.parentElement!.clientWidth),
  ).toBe(true);
  const edge = await table.evaluate((element) => element.parentElement!.getBoundingClientRect().right);
  const { x, width } = (await button.boundingBox())!;
  expect(x + width).toBeLessThanOrEqual(edge);
  await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
});
