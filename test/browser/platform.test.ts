import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { MTN_SETTINGS, startFakeMtn } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { beginJob, BROWSER_TEST_TIMEOUT_MS, choose, launchBrowser, type Visitor, visit } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

/** What platform people decide on the dashboard, and how payments follow it. */
vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let service: BrowserService;
let browser: Browser;
let visitor: Visitor;
beforeAll(async () => {
  [service, browser] = await Promise.all([startBrowserService(), launchBrowser()]);
  visitor = await visit(browser, service);
  await visitor.signIn(service.demo.admin);
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const ours = () => service.demo.organizations[0]!;
const dialog = () => visitor.page.getByRole("dialog");

test("a page about one organization tells somebody who looks at all of them where to choose one", async () => {
  const { page } = visitor;
  for (const path of ["/payment-links", "/settings/members", "/settings/organization", "/settings/kyb"]) {
    await visitor.follow(`${path}`);
    await page.getByText("This page is about one organization").waitFor();
  }
  await visitor.assertAccessible();
  await page.getByRole("link", { name: "Go to the organizations" }).click();
  await page.getByRole("heading", { name: "Organizations" }).waitFor();
  expect(visitor.problems).toEqual([]);
});

test("the audit log of the platform shows every sign-in, and a file of it holds what is shown", async () => {
  const { page } = visitor;
  await visitor.follow("/settings/audit-log?action=user.signed_in");
  const { email } = service.demo.admin;
  const [person] = await service.db.query<{ name: string }>("SELECT name FROM users WHERE email = $1", [email]);
  await page
    .getByRole("cell", { name: `${person!.name} signed in` })
    .first()
    .waitFor();
  await visitor.assertAccessible();
  await page.getByRole("button", { name: "Export" }).click();
  await dialog().getByRole("button", { name: "Make the file" }).click();
  await page.getByText("The file is being made").waitFor();
  expect(await service.db.query("SELECT org_id, filters FROM exports")).toEqual([
    { org_id: "00000000-0000-0000-0000-000000000000", filters: { action: "user.signed_in" } },
  ]);
  await visitor.follow("/exports");
  await page.getByRole("row", { name: /Audit log, CSV.*Platform/s }).waitFor();
  expect(visitor.problems).toEqual([]);
});

describe("routing", () => {
  test("providers are dragged into another order, which routes payments once it is saved", async () => {
    const { page } = visitor;
    await visitor.follow("/admin/routing?country=GH&method=mobile_money&direction=inbound");
    const providers = page.getByRole("region", { name: /^Providers:/ }).getByRole("listitem");
    await providers.nth(1).waitFor();
    await providers.filter({ hasText: "hybrid" }).dragTo(providers.filter({ hasText: "fiat" }));
    await expect.poll(() => providers.first().innerText()).toContain("hybrid");
    await page.getByText("The new order is not saved yet.").waitFor();
    const prioritiesOf = async () => {
      const rows = await service.db.query<{ provider: string }>(
        `SELECT provider FROM provider_configs WHERE country = 'GH' AND payment_method = 'mobile_money'
          AND direction = 'inbound' ORDER BY priority`,
      );
      return rows.map(({ provider }) => provider);
    };
    expect(await prioritiesOf()).toEqual(["fiat", "hybrid"]);
    const writes: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== "GET" && pathname.includes("/provider-configs"))
        writes.push(`${request.method()} ${pathname}`);
    });
    await page.getByRole("button", { name: "Save order" }).click();
    await page.getByText("The order is saved").waitFor();
    // The order is saved in one request, so it is never saved in part.
    expect(writes).toEqual(["PUT /dashboard-api/payments/provider-configs/order"]);
    expect(await prioritiesOf()).toEqual(["hybrid", "fiat"]);
    const { response } = await payin("dragged");
    expect((await service.call("GET", `/payments/${response.payment_id}`)).data.provider).toBe("hybrid");
    expect(visitor.problems).toEqual([]);
  });

  test("a payment of the manual provider is settled by whoever saw the money", async () => {
    const { page } = visitor;
    const corridor = "/admin/routing?country=NG&method=bank_transfer&direction=inbound";
    await visitor.follow(corridor);
    await page.getByRole("button", { name: "Add a provider" }).click();
    await choose(visitor, "Provider", "Manual");
    await page.getByLabel("Priority").fill("0");
    await dialog().getByRole("button", { name: "Add" }).click();
    await page.getByText("The provider is added").waitFor();
    const { response } = await service.call("POST", "/payments-init/initiate", {
      amount: 5_000,
      target_amount: 5_000,
      currency: "NGN",
      target_currency: "NGN",
      country: "NG",
      payment_method: "bank_transfer",
      direction: "payin",
      payer_details: { name: "Ama Owusu", phone: "+2348031234567" },
      bank_details: {
        account_name: "Ama Owusu",
        country: "NG",
        account_number: "0123456784",
        bank_code: "044",
        bank_name: "Access Bank",
      },
      bank_account: { account_number: "0123456784", bank_code: "044", bank_name: "Access Bank" },
    });
    expect((await service.call("GET", `/payments/${response.payment_id}`)).data).toMatchObject({
      provider: "manual",
      status: "pending",
    });
    await visitor.follow(`/payments/${response.payment_id}`);
    await page.getByRole("button", { name: "Mark as completed" }).click();
    await page.getByLabel("What you saw").fill("On the statement of today");
    await dialog().getByRole("button", { name: "Mark as completed" }).click();
    await page.getByRole("status", { name: "Status: completed" }).waitFor();
    expect((await service.call("GET", `/payments/${response.payment_id}`)).data.status).toBe("completed");
    await page.getByText("Organization", { exact: true }).waitFor();
    await page.getByText(service.demo.organizations[0]!.name, { exact: true }).waitFor();

    await visitor.follow(corridor);
    await page.getByRole("button", { name: "Edit manual" }).first().click();
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove the provider" }).click();
    await page.getByText("The provider is removed from this corridor").waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

test("a provider is set up by a form of what it needs, tried out, changed and removed; its secrets are never shown again", async () => {
  const { page } = visitor;
  visitor.expectFailedRequest(400);
  const mtn = await startFakeMtn();
  const row = page.getByRole("row", { name: /MTN MoMo/ });
  const save = () => dialog().getByRole("button", { name: "Save" }).click();
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await dialog().getByLabel(label, { exact: true }).fill(value);
  };
  await visitor.follow("/admin/providers");
  await page.getByRole("button", { name: "Set up MTN MoMo" }).click();
  await save();
  await dialog().getByText("Target environment is needed").waitFor();
  await choose(visitor, "Target environment", "mtnghana");
  await fill({
    "Base URL": mtn.url,
    "Collection subscription key": MTN_SETTINGS.collection_subscription_key,
    "Collection API user": MTN_SETTINGS.collection_api_user,
  });
  await save();
  await dialog()
    .getByRole("alert")
    .getByText(/collection api key/i)
    .waitFor();
  await visitor.assertAccessible();
  await fill({ "Collection API key": MTN_SETTINGS.collection_api_key });
  await save();
  await page.getByText("MTN MoMo is set up").waitFor();
  await row.getByText("Set up", { exact: true }).waitFor();

  await row.getByRole("button", { name: "Try MTN MoMo" }).click();
  await row.getByText("MTN MoMo answers, and accepts our credentials").waitFor();
  await visitor.assertAccessible();
  await row.getByRole("button", { name: "Settings of MTN MoMo", exact: true }).click();
  expect(await dialog().getByLabel("Base URL").inputValue()).toBe(mtn.url);
  for (const label of ["Collection API key", "Collection subscription key"])
    expect(await dialog().getByLabel(label, { exact: true }).inputValue()).toBe("");
  await fill({ "Base URL": "http://127.0.0.1:9" });
  await save();
  await dialog()
    .getByRole("alert")
    .getByText(/collection api key must be given again/i)
    .waitFor();
  await fill({ "Base URL": mtn.url, "Collection API key": "another-key" });
  await save();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // The test result from before the change no longer counts.
  await expect.poll(() => row.getByText("accepts our credentials").count()).toBe(0);
  await row.getByRole("button", { name: "Try MTN MoMo" }).click();
  await row.getByText(/it answered 401/).waitFor();

  await row.getByRole("button", { name: "Add account at MTN MoMo" }).click();
  await choose(visitor, "Target environment", "mtnuganda");
  await fill({
    Label: "uganda",
    "Base URL": mtn.url,
    "Collection subscription key": MTN_SETTINGS.collection_subscription_key,
    "Collection API user": MTN_SETTINGS.collection_api_user,
    "Collection API key": MTN_SETTINGS.collection_api_key,
  });
  await dialog().getByText("/v1/callbacks/mtn_momo.uganda").waitFor();
  await save();
  const further = page.getByRole("row", { name: /uganda/ });
  await further.getByText("Platform").waitFor();
  await visitor.assertAccessible();
  await further.getByRole("button", { name: "Remove the account uganda at mtn_momo" }).click();
  await dialog().getByRole("button", { name: "Remove" }).click();
  await further.waitFor({ state: "detached" });

  await row.getByRole("button", { name: "Remove the settings of MTN MoMo" }).click();
  await dialog().getByRole("button", { name: "Remove" }).click();
  await page.getByText("MTN MoMo is no longer set up").waitFor();
  await row.getByText("Not set up").waitFor();
  expect(await service.db.query("SELECT FROM provider_settings")).toEqual([]);
  await mtn.close();
  expect(visitor.problems).toEqual([]);
});

/** As the dashboard itself calls the API. */
const asPerson = async ({ page }: Visitor, method: string, path: string, body?: object): Promise<void> => {
  const options = { method, headers: { "X-Requested-With": "corridor", "Content-Type": "application/json" } };
  const call = `fetch("/dashboard-api${path}", ${JSON.stringify({ ...options, ...(body && { body: JSON.stringify(body) }) })})`;
  expect(await page.evaluate<string>(`${call}.then(async (one) => one.ok ? "" : await one.text())`)).toBe("");
};

test("an organization's own account at a provider is added, gets other keys, is routed to, archived and forgotten", async () => {
  const own = await visit(browser, service);
  await own.signIn(ours().org_admin, "/settings/accounts");
  const { page } = own;
  const box = page.getByRole("dialog");
  const row = page.getByRole("table", { name: "Provider accounts" }).getByRole("row").filter({ hasText: "Paystack" });
  await page.getByText("No accounts of your own").waitFor();
  await own.assertAccessible();
  const add = async (label: string): Promise<void> => {
    await page.getByRole("button", { name: "Add an account" }).click();
    await page.getByRole("menuitem", { name: "Paystack" }).click();
    await box.getByLabel("Label").fill(label);
    await box.getByText(`/v1/callbacks/paystack.${label}.${ours().org_id.replaceAll("-", "")}`).waitFor();
  };
  await add("lagos");
  await box.getByRole("button", { name: "Save" }).click();
  await box.getByText("Secret key is needed").waitFor();
  await own.assertAccessible();
  await box.getByLabel("Secret key", { exact: true }).fill("sk_test_1234567890abcdef1234567890abcdef12345678");
  await beginJob(own, "own-account").picture("1-add");
  await box.getByRole("button", { name: "Save" }).click();
  await row.getByText("Set up").waitFor();
  await beginJob(own, "own-account").picture("2-list");
  await own.assertAccessible();
  await row.getByRole("button", { name: "Replace keys, lagos at paystack" }).click();
  expect(await box.getByLabel("Secret key", { exact: true }).inputValue()).toBe("");
  await box.getByLabel("Secret key", { exact: true }).fill("sk_test_abcdef1234567890abcdef1234567890abcdef12");
  await box.getByRole("button", { name: "Save" }).click();
  await box.waitFor({ state: "detached" });

  // The people of the platform route to it, by its label.
  await visitor.follow("/admin/routing?country=GH&method=mobile_money&direction=inbound");
  await visitor.page.getByRole("button", { name: "Add a provider" }).click();
  await choose(visitor, "Provider", "Paystack");
  expect(await dialog().getByLabel("Account", { exact: true }).count()).toBe(0);
  await choose(visitor, "Only for", ours().name);
  await choose(visitor, "Account", "lagos");
  await beginJob(visitor, "own-account").picture("3-route");
  await visitor.assertAccessible();
  await dialog().getByRole("button", { name: "Add", exact: true }).click();
  await visitor.page.getByText("paystack, account lagos").waitFor();

  for (const [verb, left] of [
    ["Archive", 1],
    ["Forget", 0],
  ] as const) {
    await row.getByRole("button", { name: `${verb} the account lagos at paystack` }).click();
    await box.getByRole("button", { name: verb }).click();
    await expect.poll(() => row.count()).toBe(left);
    if (left === 1) await row.getByText("Archived").waitFor();
  }
  await page.getByText("No accounts of your own").waitFor();
  expect([...own.problems, ...visitor.problems]).toEqual([]);
});

test("a payee is asked for an address only where a provider of the country needs one", async () => {
  await asPerson(visitor, "PUT", "/payments/providers/wise/settings", { api_token: "a-token", profile_id: "1" });
  await asPerson(visitor, "POST", "/payments/provider-configs", {
    provider: "wise",
    country: "US",
    payment_method: "bank_transfer",
    direction: "outbound",
    priority: 1,
  });
  const own = await visit(browser, service);
  await own.signIn(ours().org_member, "/beneficiaries");
  const { page } = own;
  const box = page.getByRole("dialog");
  await page.getByRole("button", { name: "New beneficiary" }).first().click();
  await box.getByLabel("Name", { exact: true }).fill("Dana Reed");
  await choose(own, "Country", "Nigeria");
  await box
    .getByRole("textbox", { name: "Bank" })
    .or(box.getByRole("combobox", { name: "Bank" }))
    .first()
    .waitFor();
  expect(await box.getByText("cannot pay without it").count()).toBe(0);
  await choose(own, "Country", "United States");
  await box.getByLabel("Account number").fill("123456789");
  await choose(own, "Bank", "JPMorgan Chase");
  await box.getByLabel("Street and house number").fill("1 Main Street");
  await box.getByLabel("City").fill("Albany");
  await box.getByLabel("Postal code").fill("12207");
  await box.getByLabel("State or province").fill("NY");
  await choose(own, "Country of the address", "United States");
  await beginJob(own, "payee-address").picture("asked");
  await own.assertAccessible();
  await box.getByRole("button", { name: "Add the beneficiary" }).click();
  await box.waitFor({ state: "detached" });
  const { data } = await service.call("GET", "/beneficiaries?limit=100");
  const stored = data.find((one: { fname: string }) => one.fname === "Dana");
  expect(stored).toMatchObject({
    bank_details: { account_number: "123456789", bank_code: "021000021" },
    party: { line1: "1 Main Street", city: "Albany", postal_code: "12207", state: "NY", country: "US" },
  });
  // What was said before stays when something else is changed.
  await page.getByRole("row").filter({ hasText: "Dana Reed" }).getByRole("button", { name: /^Edit/ }).click();
  expect(await box.getByLabel("City").inputValue()).toBe("Albany");
  await box.getByLabel("E-mail").fill("dana@example.com");
  await box.getByRole("button", { name: "Save" }).click();
  await box.waitFor({ state: "detached" });
  const changed = (await service.call("GET", `/beneficiaries/${stored.beneficiary_id}`)).data;
  expect(changed).toMatchObject({ email: "dana@example.com", party: stored.party });
  await asPerson(visitor, "DELETE", "/payments/providers/wise/settings");
  expect([...own.problems, ...visitor.problems]).toEqual([]);
});

test("the payments of all organizations say whose each is", async () => {
  const { page } = visitor;
  const { response } = await payin("whose");
  await visitor.follow(`/payments?search=${response.payment_id}`);
  await page.getByRole("columnheader", { name: "Organization" }).waitFor();
  await page.getByRole("cell", { name: service.demo.organizations[0]!.name, exact: true }).waitFor();
  expect(visitor.problems).toEqual([]);
});

describe("prices", () => {
  test("a fee that is set is taken from the next payment, and one that is changed from the one after", async () => {
    const { page } = visitor;
    await visitor.follow("/admin/fees");
    await page.getByRole("button", { name: "New fee" }).first().click();
    await page.getByLabel("Name").fill("Ghana payins");
    await choose(visitor, "Country", "Ghana");
    await choose(visitor, "Direction", "Payin");
    await choose(visitor, "Currency", "GHS");
    await page.getByLabel("Percent").fill("2");
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByRole("cell", { name: "2 %", exact: true }).waitFor();
    const feesOf = async (reference: string) =>
      (await service.call("GET", `/payments/${(await payin(reference)).response.payment_id}`)).data.total_fees;
    expect(await feesOf("two percent")).toBe(3.01);

    await page.getByRole("button", { name: "Edit Ghana payins" }).click();
    await page.getByLabel("Fixed part").fill("1");
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText("The fee is changed").waitFor();
    expect(await feesOf("and one more")).toBe(4.01);
    await page.getByRole("button", { name: "Edit Ghana payins" }).click();
    await page.getByRole("switch", { name: "In force" }).click({ force: true });
    await dialog().getByRole("button", { name: "Save" }).click();
    await page.getByText("The fee is changed").first().waitFor();
    await expect.poll(() => feesOf(`free again ${newId()}`)).toBe(0);
    expect(visitor.problems).toEqual([]);
  });

  test("a rate that moves far is asked about, and then holds for everybody", async () => {
    const { page } = visitor;
    const rateOf = async () =>
      (await service.call("GET", "/organizations/admin/exchange-rate?fromCurrency=USD&toCurrency=KES")).data.rate;
    const before = await rateOf();
    await visitor.follow("/admin/rates");
    await page.getByLabel("Find a currency").fill("kes");
    await page.getByRole("button", { name: "Change the rate of KES" }).click();
    await page.getByLabel("For one US dollar").fill("260");
    await page.getByText("Is every digit right?").waitFor();
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Set the rate" }).click();
    await page.getByText("The rate is set").waitFor();
    await expect.poll(rateOf).toBe(260);
    expect(before).not.toBe(260);

    await page.getByRole("button", { name: "Set a rate" }).click();
    await choose(visitor, "Currency", "ISK");
    await page.getByLabel("For one US dollar").fill("137.5");
    await page.getByRole("button", { name: "Set the rate" }).click();
    await page.getByLabel("Find a currency").fill("ISK");
    await page.getByRole("cell", { name: "137.5", exact: true }).waitFor();
    expect(visitor.problems).toEqual([]);
  });
});

describe("decisions", () => {
  test("a business is verified, and its people read so", async () => {
    const { page } = visitor;
    const owner = await visit(browser, service);
    await owner.signIn(ours().org_admin, "/settings/kyb");
    await owner.page.getByRole("button", { name: "Start the verification" }).click();
    // The sandbox decides by itself after a moment, which the page may be too late to see. Afterwards a person's
    // decision stands.
    await owner.page.getByText(/The verification is in progress\.|The business is verified\./).waitFor();
    await visitor.follow(`/admin/organizations/${ours().org_id}`);
    for (const [decision, read] of [
      ["Reject", "The business could not be verified. Correct what was wrong and start again."],
      ["Approve", "The business is verified. There is nothing to do."],
    ] as const) {
      await page.getByRole("button", { name: decision }).click();
      await page.getByLabel("Reason").fill("Papers seen");
      await dialog().getByRole("button", { name: decision }).click();
      await page.getByText(read).waitFor();
    }
    expect((await service.call("GET", `/organizations/${ours().org_id}`)).data.kyb_status).toBe("approved");
    await owner.page.reload();
    await owner.page.getByText("The business is verified.").waitFor();
    expect([...visitor.problems, ...owner.problems]).toEqual([]);
  });

  test("a contradiction is resolved with a word on how, also one that belongs to no payment", async () => {
    const { page } = visitor;
    await service.db.query(
      `INSERT INTO reconciliation_items (org_id, item_id, payment_id, kind, provider, message, detail, status,
       created_at)
       VALUES ($1, $2, NULL, 'unknown_payment', 'fiat', 'The provider reports a payment that is not recorded here',
         '{}', 'open', $3)`,
      [ours().org_id, newId(), new Date()],
    );
    await visitor.follow("/admin/reconciliation");
    const item = page.getByRole("row", { name: /not recorded here/ });
    await item.getByRole("button", { name: "Resolve" }).click();
    await dialog().getByRole("button", { name: "Resolve" }).click();
    await dialog().getByText("Say what you did").waitFor();
    await page.getByLabel("What you found and did").fill("A test payment of the provider");
    await dialog().getByRole("button", { name: "Resolve" }).click();
    await page.getByText("Everything agrees").waitFor();
    const [row] = await service.db.query(
      "SELECT status, resolution FROM reconciliation_items WHERE payment_id IS NULL",
    );
    expect(row).toEqual({ status: "resolved", resolution: "A test payment of the provider" });
    await page.getByText("Resolved", { exact: true }).click();
    await page.getByRole("cell", { name: "A test payment of the provider" }).waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });
});

test("what contradicts a payment is told to its organization without a way to a page that only operators see", async () => {
  const { response } = await payin("contradicted");
  await service.db.query(
    `INSERT INTO reconciliation_items (org_id, item_id, payment_id, kind, provider, message, detail, status,
     created_at)
     VALUES ($1, $2, $3, 'contradiction', 'fiat', 'The provider reports another amount', '{}', 'open', $4)`,
    [ours().org_id, newId(), response.payment_id, new Date()],
  );
  const person = await visit(browser, service);
  await person.signIn(ours().org_admin, `/payments/${response.payment_id}`);
  await person.page.getByRole("alert").getByText("The provider reports another amount").waitFor();
  expect(await person.page.getByRole("link", { name: "Open the list" }).count()).toBe(0);
  await visitor.follow(`/payments/${response.payment_id}`);
  await visitor.page.getByRole("link", { name: "Open the list" }).click();
  await visitor.page.getByRole("heading", { name: "Reconciliation" }).waitFor();
  expect(person.problems).toEqual([]);
});

describe("deliveries", () => {
  let receiver: Server;
  const received: string[] = [];
  let answerWith = 500;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      if (answerWith === 204) received.push(String(request.headers["webhook-id"] ?? request.url));
      response.writeHead(answerWith).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => receiver.close());

  test("what an endpoint missed in a stretch of time is sent again, and nothing from another", async () => {
    const { data: endpoint } = await service.call("POST", "/public/webhooks", {
      endpoint_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    });
    const { response } = await payin("while nobody listened");
    await vi.waitFor(
      async () => expect((await service.call("GET", `/payments/${response.payment_id}`)).data.status).toBe("completed"),
      { timeout: 60_000 },
    );
    // Eight attempts would take two days, so the test writes the final state into the database once no attempt is
    // running.
    await vi.waitFor(
      async () => {
        const dead = await service.db.query(
          `UPDATE webhook_deliveries SET status = 'dead', due_at = NULL, finished_at = created_at
            WHERE webhook_id = $1 AND attempt_count > 0 RETURNING 1`,
          [endpoint.webhook_id],
        );
        expect(dead.length).toBeGreaterThanOrEqual(3);
      },
      { timeout: 60_000 },
    );
    const missed = await service.db.query<{ event_id: string }>(
      "SELECT event_id FROM webhook_deliveries WHERE webhook_id = $1 AND status = 'dead'",
      [endpoint.webhook_id],
    );
    const arrived = () =>
      service.db.query(
        `SELECT DISTINCT event_id FROM webhook_deliveries
          WHERE webhook_id = $1 AND status = 'delivered' AND event_id = ANY ($2)`,
        [endpoint.webhook_id, missed.map(({ event_id: eventId }) => eventId)],
      );
    answerWith = 204;
    const owner = await visit(browser, service);
    await owner.signIn(ours().org_admin, `/settings/webhooks/${endpoint.webhook_id}`);
    const { page } = owner;
    await page.getByRole("cell", { name: "Dead" }).first().waitFor();
    await page.getByRole("button", { name: "Replay" }).click();
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel("From").fill(daysAgo(3));
    await page.getByLabel("Until").fill(daysAgo(2));
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await page.getByText("There was nothing to send").waitFor();
    expect(await arrived()).toEqual([]);

    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await page.getByText(/^\d+ events are sent again$/).waitFor();
    await expect.poll(async () => (await arrived()).length).toBe(missed.length);
    expect(received.length).toBeGreaterThan(0);
    await page.getByRole("cell", { name: "Delivered" }).first().waitFor();
    expect(owner.problems).toEqual([]);
  });
});

test("a source for a CSV of one's own is made from a sample: columns chosen by name, rows shown as they will be read", async () => {
  const { page } = visitor;
  await visitor.follow("/admin/settlements");
  await page.getByRole("button", { name: "Add a source" }).click();
  await dialog().getByRole("textbox", { name: "Name" }).fill("Our own bank");
  await dialog().getByRole("textbox", { name: "Account" }).fill("bank:own");
  const buffer = Buffer.from("When,What,Sum,Number\n2026-01-05,in,12.50,N1\nnever,in,1.00,N2\n");
  await dialog().locator("input[type=file]").setInputFiles({ name: "sample.csv", mimeType: "text/csv", buffer });
  await dialog().getByText("the mapping names no column for value_date").waitFor();
  await choose(visitor, "Date", "When");
  await choose(visitor, "Amount before fees", "Sum");
  await choose(visitor, "Reference of the provider", "Number");
  await choose(visitor, "All other entries", "Transfer to or from the bank");
  await dialog().getByRole("textbox", { name: "Currency of the whole file" }).fill("NGN");
  await dialog().getByText("1 of 2 rows cannot be read.").waitFor();
  await dialog().getByRole("cell", { name: '"never" is not a date in the order iso' }).waitFor();
  await visitor.assertAccessible();
  await dialog().getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("table", { name: "Sources of statements" })
    .getByRole("cell", { name: "Our own bank our-own-bank" })
    .waitFor();
  const [saved] = await service.db.query(
    "SELECT account, mapping FROM settlement_sources WHERE source = 'our-own-bank'",
  );
  expect(saved).toEqual({
    account: "bank:own",
    mapping: {
      format: "csv",
      columns: { value_date: "When", gross: ["Sum"], provider_reference: "Number" },
      kinds: {},
      other_kind: "transfer",
      currency: "NGN",
    },
  });
  expect(visitor.problems).toEqual([]);
});

function payin(reference: string): Promise<{ response: { payment_id: string } }> {
  return service.call(
    "POST",
    "/payments-init/initiate",
    mobileMoneyPayin("4567", { amount: 150.5, target_amount: 150.5, client_reference: reference }),
  );
}
