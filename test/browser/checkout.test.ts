import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import type { Phrase } from "@corridor/shared/languages/en.ts";
import { directionOf, type Language } from "@corridor/shared/languages/language.ts";
import { speechOf } from "@corridor/shared/languages/speech.ts";
import { mobileMoneyForm } from "@corridor/server/products/links/checkout.fixtures.ts";
import { cardPayin } from "#test/harness/payments.ts";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser, PHONE, type Visitor, visit } from "./browser.ts";
import { type BrowserService, startBrowserService } from "./service.ts";

vi.setConfig({ testTimeout: BROWSER_TEST_TIMEOUT_MS });

let service: BrowserService;
let browser: Browser;
beforeAll(async () => {
  const widget = await serve(widgetAnswer);
  const settings = {
    CHECKOUT_CHALLENGE_URL: `${widget}/verify`,
    CHECKOUT_CHALLENGE_SECRET: "s",
    CHECKOUT_CHALLENGE_SCRIPT: `${widget}/api.js`,
  };
  [service, browser] = await Promise.all([
    startBrowserService({ ...settings, CHECKOUT_CHALLENGE_SITE_KEY: "site-1" }),
    launchBrowser(),
  ]);
});
afterAll(async () => {
  for (const server of servers) server.close();
  await browser?.close();
  await service?.close();
});

type Link = { url: string; link_ref: string; link_id: string };

async function newLink(fields: Record<string, unknown> = {}): Promise<Link> {
  const { org_id: orgId } = service.demo.organizations[0]!;
  const { data } = await service.call("POST", `/orgs/${orgId}/payment-links`, {
    amount: 2500,
    currency: "NGN",
    amount_type: "fixed",
    description: "Two baskets of mangoes",
    ...fields,
  });
  return data;
}

async function linkOf(link: Link): Promise<any> {
  return (await service.call("GET", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/${link.link_id}`))
    .data;
}

async function fillPayer({ page }: Visitor): Promise<void> {
  await page.getByLabel(/Your name|Name on the card/).fill("Ama Owusu");
  await page.getByLabel("E-mail").fill("ama@example.com");
}

async function fillMobileMoney({ page }: Visitor, ending: string): Promise<void> {
  await page.getByRole("radio", { name: "Mobile money" }).check();
  await page.getByLabel("Network").selectOption("MTN");
  await page.getByLabel("Mobile money number").fill(`+23324123${ending}`);
}

async function fillCard({ page }: Visitor, ending: string): Promise<void> {
  await page.getByRole("radio", { name: "Card" }).check();
  await page.getByLabel("Card number").fill(`424242424${ending}`);
  await page.getByLabel("Expiry date").fill("1230");
  await page.getByLabel("Security code").fill("123");
}

const heading = ({ page }: Visitor, name: string | RegExp) => page.getByRole("heading", { name });

const LANGUAGES: readonly Language[] = ["fr", "ar", "en"];

/**
 * Shows the screen in three languages, one of them right to left, and checks its heading, the label of one field, and
 * that nothing is wider than the window.
 */
async function assertSpeaks(
  { page }: Visitor,
  title: Phrase,
  label: Phrase | null = null,
  languages = LANGUAGES,
): Promise<void> {
  for (const language of languages) {
    const words = PHRASES[language];
    await page.locator("select.language").selectOption(language);
    await page
      .getByRole("heading", { name: speechOf(language, words).say(title, { name: "Lagos Fresh Foods" }) })
      .waitFor();
    if (label !== null) await page.getByLabel(words[label], { exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe(directionOf(language));
    expect(
      await page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBe(0);
  }
}

describe("a customer with a payment link", () => {
  test("pays two by mobile money with a code, on a phone, in three languages; answers the merchant, and a wrong code is said and not the end", async () => {
    const link = await newLink({
      amount: 120.5,
      currency: "GHS",
      max_quantity: 3,
      custom_fields: [
        { key: "ripe", label: "How ripe?", required: true, options: ["Green", "Ripe"] },
        { key: "note", label: "A note" },
      ],
      success_message: "Your mangoes come on Monday.",
    });
    const visitor = await visit(browser, service, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(link.url);
    // Chromium has no Hausa names of countries.
    await page.locator("select.language").selectOption("ha");
    await page.getByRole("option", { name: "Ghana" }).waitFor({ state: "attached" });
    await page.locator("select.language").selectOption("en");
    await page.getByRole("radio", { name: "Mobile money" }).check();
    await assertSpeaks(visitor, "payTo", "phone");
    await visitor.assertAccessible();

    await page.getByRole("button", { name: "Pay 120.50 GHS" }).click();
    await page.getByText("Fill this in").first().waitFor();
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "0001");
    await page.getByLabel("How ripe?").selectOption("Ripe");
    await page.getByLabel("A note (optional)").fill("Ring twice");
    await page.getByLabel("Quantity").selectOption("2");
    await page.getByRole("button", { name: "Pay 241.00 GHS" }).click();
    await assertSpeaks(visitor, "enterCode", "code");
    await visitor.assertAccessible();

    visitor.expectFailedRequest(400);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This code is wrong. Attempts left: 2.").first().waitFor();
    await page.getByLabel("Code", { exact: true }).fill("123456");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(visitor, "Payment successful").waitFor();
    await page.getByText("Your mangoes come on Monday.").waitFor();
    await assertSpeaks(visitor, "success");
    await visitor.assertAccessible();

    expect(await linkOf(link)).toMatchObject({ status: "paid", paid_total: 241 });
    await page.goto(link.url);
    await heading(visitor, "This link has been paid").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("pays by card in three languages: declined on the bank's page, asked to prove to be a person, approved, and back at the merchant; the card is kept nowhere", async () => {
    const link = await newLink();
    const visitor = await visit(browser, service, { colorScheme: "dark" });
    const { page } = visitor;
    const addresses: string[] = [];
    page.on("request", (request) => addresses.push(request.url()));
    await page.goto(link.url);
    await page.getByRole("radio", { name: "Card" }).check();
    await assertSpeaks(visitor, "payTo", "cardNumber");
    await fillPayer(visitor);
    await fillCard(visitor, "4240007");
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Pay 2,500.00 NGN" }).click();
    await page.waitForURL((url) => url.origin === service.sandboxUrl);
    await page.getByRole("button", { name: /decline/i }).click();
    await page.getByText("The payment was declined on the phone or by the bank.").waitFor();
    await assertSpeaks(visitor, "failed");
    await visitor.assertAccessible();

    await service.call("PATCH", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/${link.link_id}`, {
      return_url: `${service.origin}/dashboard/sign-in?shop=1`,
    });
    await page.getByRole("button", { name: "Try again" }).click();
    // The form still has everything that was typed, except for the card.
    await expect.poll(() => page.getByLabel("E-mail").inputValue()).toBe("ama@example.com");
    expect(await page.getByLabel("Card number").inputValue()).toBe("");
    await fillCard(visitor, "4240007");
    // The answer of the service after too many cards were tried.
    visitor.expectFailedRequest(403);
    await page.route(
      "**/pay",
      (route) => route.fulfill({ status: 403, json: { code: "CHALLENGE_REQUIRED", message: "" } }),
      { times: 1 },
    );
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("alert").getByText("Show that you are a person").waitFor();
    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("button", { name: "I am a person" }).click();
    await fillCard(visitor, "4240007");
    const sent = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/pay"));
    await page.getByRole("button", { name: /^Pay/ }).click();
    expect((await sent).postDataJSON()).toMatchObject({ challenge_token: "solved site-1" });
    await page.waitForURL((url) => url.origin === service.sandboxUrl);
    await page.getByRole("button", { name: /approve/i }).click();
    await heading(visitor, "Payment successful").waitFor();
    const kept = await page.evaluate<string>(
      "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, " +
        "document.body.innerHTML])",
    );
    expect(kept + addresses.join()).not.toMatch(/4242424244|solved/);
    await page.getByRole("button", { name: "Back to Lagos Fresh Foods" }).click();
    await page.waitForURL(/sign-in\?shop=1&status=completed&reference=/);
    expect(visitor.problems.filter((problem) => !problem.includes("/api.js"))).toEqual([]);
  });

  test("pays by bank transfer in three languages: the page follows a part and then the whole, and says when it is too late to cancel", async () => {
    const link = await newLink({ amount: 9999.99 });
    const visitor = await visit(browser, service, { locale: "fr-FR", viewport: PHONE });
    const { page } = visitor;
    visitor.expectFailedRequest(409);
    await page.goto(link.url);
    await page.getByRole("radio", { name: "Virement bancaire" }).check();
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await page.getByLabel("Votre nom").fill("Ama Owusu");
    await page.getByLabel("E-mail").fill("ama@example.com");
    await page.getByRole("button", { name: /^Payer/ }).click();
    await heading(visitor, "Effectuez le virement").waitFor();
    await assertSpeaks(visitor, "transferTitle", null, ["ar", "en", "fr"]);
    // This browser is French and knows no Hausa; it must not write French numbers into Hausa.
    await page.locator("select.language").selectOption("ha");
    await page.getByText("9,999.99", { exact: false }).first().waitFor();
    await page.locator("select.language").selectOption("fr");
    await visitor.assertAccessible();

    const accountNumber = await page
      .locator(".instruction", { hasText: "Numéro de compte" })
      .locator("dd bdi")
      .innerText();
    const cancel = page.getByRole("button", { name: "Annuler le paiement" });
    await cancel.click();
    // The page must not learn of the money before the customer clicks.
    await page.route("**/v1/checkout/payments/*", (route) => route.abort());
    await deposit(accountNumber, 5000);
    const payment = `${service.origin}/v1${new URL(page.url()).pathname.replace("/checkout/", "/checkout/payments/")}`;
    await expect
      .poll(async () => ((await (await fetch(payment)).json()) as any).data.bank_transfer.received_amount)
      .toBe(5000);
    await cancel.click();
    await page.getByRole("alert").getByText(PHRASES.fr.cancelTooLate).waitFor();
    await page.unroute("**/v1/checkout/payments/*");
    await page.getByText(/il manque encore/).waitFor();
    await expect.poll(() => cancel.count()).toBe(0);
    await deposit(accountNumber, 4999.99);
    await heading(visitor, "Paiement réussi").waitFor();
    expect(visitor.problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
  });

  test("chooses the amount of an open link, reads at the field and in French what the service found wrong, and is offered another way when everyone refused", async () => {
    const link = await newLink({ amount: null, amount_type: "open", currency: "GHS" });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    for (const status of [400, 502]) visitor.expectFailedRequest(status);
    await page.goto(link.url);
    await page.getByLabel("Amount (GHS)").fill("1,500");
    await page.getByRole("button", { name: "Pay 1,500.00 GHS" }).waitFor();
    await page.getByLabel("Amount (GHS)").fill("17,50");
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "4567");
    await page.locator("select.language").selectOption("fr");
    const phone = page.getByLabel("Numéro mobile money");
    await phone.fill("123456");
    await page.getByRole("button", { name: /^Payer/ }).click();
    await page.getByText("Saisissez un numéro de téléphone valide").waitFor();
    await expect.poll(() => phone.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await phone.inputValue()).toBe("123456");
    expect(await page.locator("body").innerText()).not.toContain("mobile_money_details");

    await page.locator("select.language").selectOption("en");
    await page.getByLabel("Mobile money number").fill("+233241230002");
    await page.getByRole("button", { name: "Pay 17.50 GHS" }).click();
    await page.getByRole("alert").getByText("This payment was not accepted. Try another way to pay.").waitFor();
    await visitor.assertAccessible();
    await page.locator(".other-methods").getByRole("button", { name: "Card" }).click();
    await page.getByLabel("Card number").waitFor();
    await fillMobileMoney(visitor, "4567");
    await page.getByRole("button", { name: "Pay 17.50 GHS" }).click();
    await heading(visitor, "Payment successful").waitFor();
    expect(await linkOf(link)).toMatchObject({ status: "active", payments_count: 1, paid_total: 17.5 });
    expect(visitor.problems).toEqual([]);
  });

  test("approves on the phone: is told where and how long, and what to do when nobody reacted; cancels while nothing has moved", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service, { viewport: PHONE });
    const { page } = visitor;
    visitor.expectFailedRequest(409);
    await page.goto(link.url);
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "0012");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading(visitor, "Confirm on your phone").waitFor();
    await page.getByText("Approve the request that MTN sends to •••• 0012.").waitFor();
    await page.getByText(/Time left: (29|30):\d\d/).waitFor();
    expect(await page.getByRole("link", { name: "*170*6*3*1#" }).getAttribute("href")).toBe("tel:*170*6*3*1%23");
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Use another number" }).click();
    await page.getByRole("alert").getByText("cannot be taken back").waitFor();
    await heading(visitor, "Payment failed").waitFor();
    await page.getByText("The payment was not approved in time.").waitFor();
    await page.getByRole("button", { name: "Send the request again" }).click();
    expect(await page.getByLabel("Mobile money number").inputValue()).toBe("+233241230012");
    await page.getByLabel("Mobile money number").fill("+233241230001");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await heading(visitor, "Payment canceled").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("pays without scripts, from the same address", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service, { javaScriptEnabled: false, viewport: PHONE });
    const { page } = visitor;
    await page.goto(link.url);
    await page.waitForURL(/\/plain$/);
    await heading(visitor, "Pay Lagos Fresh Foods").waitFor();
    await fillPayer(visitor);
    await page.getByLabel("Network").selectOption("MTN");
    await page.getByLabel("Mobile money number").fill("+233241234567");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading(visitor, /Confirm on your phone|Payment successful/).waitFor();
    await heading(visitor, "Payment successful").waitFor();
    // axe needs scripts, so another visitor examines the same pages.
    const inspector = await visit(browser, service, { viewport: PHONE });
    for (const address of [`/pay/${(await newLink({ currency: "GHS" })).link_ref}/plain`, page.url()]) {
      await inspector.page.goto(address);
      await inspector.assertAccessible();
    }
    expect([...visitor.problems, ...inspector.problems]).toEqual([]);
  });

  test("pays once through a network that is cut at every step", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service, { viewport: PHONE });
    const { page } = visitor;
    let cuts = 0;
    await page.route("**/v1/checkout/links/*", (route) => (cuts++ === 0 ? route.abort() : route.continue()));
    await page.goto(link.url);
    await page.getByRole("button", { name: "Try again" }).click();
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "4567");
    // First the request is lost, then the answer, and the third attempt succeeds.
    const steps: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fetch().then(() => route.abort()),
    ];
    await page.route("**/pay", (route) => (steps.shift() ?? ((one: Route) => one.continue()))(route));
    for (let press = 0; press < 2; press++) {
      await page.getByRole("button", { name: /^Pay/ }).click();
      await page.getByRole("alert").getByText("We could not reach the service.").waitFor();
    }
    await page.route("**/v1/checkout/payments/*", (route) => (cuts++ < 3 ? route.abort() : route.continue()));
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading(visitor, "Payment successful")
      .or(page.getByRole("button", { name: "Try again" }))
      .first()
      .waitFor();
    if (await page.getByRole("button", { name: "Try again" }).isVisible())
      await page.getByRole("button", { name: "Try again" }).click();
    await heading(visitor, "Payment successful").waitFor();
    await page.goBack();
    await heading(visitor, "This link has been paid").waitFor();
    expect(await linkOf(link)).toMatchObject({ status: "paid", payments_count: 1 });
    const { data } = await service.call("GET", "/transactions?currency=GHS&amount_from=2500&amount_to=2500&limit=100");
    expect(data.filter((payment: any) => payment.user_metadata?.origin?.id === link.link_id)).toHaveLength(1);
    expect(visitor.problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
  });

  test("pays inside of the merchant's own page, which is told; another site's frame stays empty", async () => {
    const shop = await serve((_request, response) =>
      response.setHeader("content-type", "text/html").end(readFileSync("examples/embed.html")),
    );
    const link = await newLink({ currency: "GHS" });
    const address = `${shop}/?service=${encodeURIComponent(service.origin)}&link=${link.link_ref}`;
    const stranger = await visit(browser, { origin: shop });
    await stranger.page.goto(address);
    await expect.poll(() => stranger.page.frames().at(1)?.url()).toMatch(/^chrome-error:/);

    await service.call("PUT", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/brand`, {
      embed_origins: [shop],
      color: "#1f4e9e",
    });
    const visitor = await visit(browser, { origin: shop });
    await visitor.page.goto(address);
    const frame = visitor.page.frameLocator("corridor-checkout iframe");
    await frame.getByLabel("Your name").fill("Ama Owusu");
    await frame.getByRole("radio", { name: "Mobile money" }).check();
    await frame.getByLabel("Network").selectOption("MTN");
    await frame.getByLabel("Mobile money number").fill("+233241234567");
    await frame.getByRole("button", { name: /^Pay/ }).click();
    await frame.getByRole("heading", { name: "Payment successful" }).waitFor();
    await visitor.page.getByText(/The payment .* is completed\./).waitFor();
    await service.call("PUT", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/brand`, {});
  });
});

test("a payment made through the API is finished by its customer on our page, who then goes back to the merchant", async () => {
  const { response } = await service.call("POST", "/payments-init/initiate", {
    amount: 80,
    target_amount: 80,
    currency: "GHS",
    target_currency: "GHS",
    country: "GH",
    payment_method: "mobile_money",
    direction: "payin",
    client_reference: "order 7",
    return_url: `${service.origin}/dashboard/sign-in?shop=1`,
    payer_details: { name: "Ama Owusu", phone: "+233241234567" },
    mobile_money_details: { provider: "MTN", phone_number: "+233241230001" },
  });
  const { data } = await service.call("POST", `/payments/${response.payment_id}/checkout`);
  const visitor = await visit(browser, service, { viewport: PHONE });
  await visitor.page.goto(data.checkout_url);
  await heading(visitor, "Enter the code").waitFor();
  await visitor.page.getByLabel("Code", { exact: true }).fill("123456");
  await visitor.page.getByRole("button", { name: "Confirm" }).click();
  await heading(visitor, "Payment successful").waitFor();
  await visitor.page.waitForURL(/sign-in\?shop=1&status=completed&reference=order/);
  expect(visitor.problems).toEqual([]);
});

test.each([
  ["approve", "success", true],
  ["decline", "failed", true],
  ["approve", "success", false],
] as const)("without a return_url the payer sees our page (%s: %s, scripts: %s)", async (decision, title, scripts) => {
  const { response } = await service.call("POST", "/payments-init/initiate", cardPayin("0007"));
  const visitor = await visit(browser, service, { viewport: PHONE, locale: "fr-FR", javaScriptEnabled: scripts });
  await visitor.page.goto(response.redirect_url);
  await visitor.page.getByRole("button", { name: decision }).click();
  await heading(visitor, PHRASES.fr[title]).waitFor();
  expect(new URL(visitor.page.url()).pathname).toMatch(scripts ? /^\/checkout\/[^/]+$/ : /^\/checkout\/[^/]+\/plain$/);
  expect(visitor.page.url()).not.toContain(response.payment_id);
  if (scripts) await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
});

test.each([true, false])(
  "a payer who comes back before the end waits on our page, which goes on by itself (scripts: %s)",
  async (scripts) => {
    const shop = { client_reference: "order 8", return_url: `${service.origin}/dashboard/sign-in?shop=2` };
    const { response } = await service.call("POST", "/payments-init/initiate", cardPayin("0007", shop));
    const { data } = await service.call("POST", `/payments/${response.payment_id}/checkout`);
    const visitor = await visit(browser, service, { viewport: PHONE, locale: "fr-FR", javaScriptEnabled: scripts });
    const { page } = visitor;
    await page.goto(`${service.origin}/v1/returns/${service.demo.organizations[0]!.org_id}/${data.checkout_token}`);
    await heading(visitor, PHRASES.fr.processing).waitFor();
    const words = speechOf("fr", PHRASES.fr).say("back", { name: "Lagos Fresh Foods" });
    if (scripts) await visitor.assertAccessible();
    else
      expect(await page.getByRole("link", { name: words }).getAttribute("href")).toMatch(
        /\?shop=2&reference=order\+8$/,
      );

    const body = new URLSearchParams({ decision: "approve" });
    await fetch(response.redirect_url, { method: "POST", body, redirect: "manual" });
    await page.waitForURL(/sign-in\?shop=2&status=completed&reference=order/);
    expect(visitor.problems).toEqual([]);
  },
);

test("a page that is not there says so kindly", async () => {
  const visitor = await visit(browser, service, { viewport: PHONE });
  visitor.expectFailedRequest(404);
  for (const path of ["/pay/no-such-link", "/checkout/no-such-token"]) {
    await visitor.page.goto(path);
    await heading(visitor, "This payment page does not exist").waitFor();
  }
  await visitor.assertAccessible();
  expect(visitor.problems).toEqual([]);
});

describe("a red brand", () => {
  const brand = (fields: object) => {
    const { org_id: orgId } = service.demo.organizations[0]!;
    return service.call("PUT", `/orgs/${orgId}/payment-links/brand`, fields);
  };
  beforeAll(() => brand({ color: "#d00000" }));
  afterAll(() => brand({}));

  /** What has the brand's color although nobody can press or choose it. */
  const WRONGLY_COLORED = `[...document.querySelectorAll("body *")].filter((element) => {
    const { color, backgroundColor, borderTopColor, stroke, fill } = getComputedStyle(element);
    const isBranded = (one) => one === "rgb(208, 0, 0)" || one.startsWith("color(");
    return [color, backgroundColor, borderTopColor, stroke, fill].some(isBranded) && element.closest("a, button, input, select, label") === null;
  }).map((element) => element.outerHTML)`;

  async function pay(ending: string) {
    const link = await newLink({ currency: "GHS" });
    const form = mobileMoneyForm(ending, { amount: 2500 });
    const { data } = await service.call("POST", `/checkout/links/${link.link_ref}/pay`, form);
    return { link, payment: data, address: `/checkout/${data.checkout_token}` };
  }

  async function assertStatesAreNotBranded(visitor: Visitor, states: string): Promise<void> {
    const { page } = visitor;
    await page.locator(states).first().waitFor();
    await page.locator("html[data-brand]").waitFor({ state: "attached" });
    expect(await page.evaluate(WRONGLY_COLORED), page.url()).toEqual([]);
    await visitor.assertAccessible();
  }

  test("colors what can be pressed; no outcome, problem or wait, with or without scripts or on the receipt", async () => {
    const [good, bad, waiting] = [await pay("4567"), await pay("0005"), await pay("0012")];
    const visitor = await visit(browser, service, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(good.address);
    await heading(visitor, "Payment successful").waitFor();
    await assertStatesAreNotBranded(visitor, ".mark.good");
    const receipt = await page.getByRole("link", { name: "Show the receipt" }).getAttribute("href");
    await page.goto(bad.address);
    await heading(visitor, "Payment failed").waitFor();
    await assertStatesAreNotBranded(visitor, ".mark.bad");
    // The first answer of the service, however long ago that was.
    const first = { status: "success", message: "Payment", data: waiting.payment };
    await page.route("**/v1/checkout/payments/*", (route) => route.fulfill({ json: first }));
    await page.goto(waiting.address);
    await assertStatesAreNotBranded(visitor, ".waiting > .spinner");

    await page.goto(good.link.url);
    await assertStatesAreNotBranded(visitor, ".mark.good");
    await page.goto((await newLink({ currency: "GHS" })).url);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await assertStatesAreNotBranded(visitor, ".field-problem");
    for (const { address } of [good, bad, await pay("0001")]) {
      await page.goto(`${address}/plain`);
      await assertStatesAreNotBranded(visitor, ".heading");
    }
    await page.goto(receipt!);
    await assertStatesAreNotBranded(visitor, ".heading");
    expect(visitor.problems).toEqual([]);
  });

  test("does not color the outcome inside of the merchant's page either", async () => {
    const { address } = await pay("4567");
    let frame = "";
    const shop = await serve((_request, response) => {
      response.setHeader("content-type", "text/html").end(`<iframe src="${frame}"></iframe>`);
    });
    frame = `${service.origin}${address}?embed=${encodeURIComponent(shop)}`;
    await brand({ color: "#d00000", embed_origins: [shop] });
    const { page } = await visit(browser, { origin: shop });
    await page.goto(shop);
    await page.frameLocator("iframe").locator(".mark.good").waitFor();
    expect(await page.frames()[1]!.evaluate(WRONGLY_COLORED)).toEqual([]);
  });
});

async function deposit(accountNumber: string, amount: number): Promise<void> {
  const answer = await fetch(`${service.sandboxUrl}/deposits`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ account_number: accountNumber, amount, currency: "NGN" }),
  });
  expect(answer.status).toBe(201);
}

const servers: Server[] = [];

/** Starts a server on a separate origin. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Behaves like Turnstile: it draws into the element with its class and calls the function that the element names. */
const WIDGET = `const place = document.querySelector(".cf-turnstile");
const button = document.createElement("button");
button.textContent = "I am a person";
button.onclick = () => window[place.dataset.callback]("solved " + place.dataset.sitekey);
place.append(button);`;

function widgetAnswer(request: IncomingMessage, response: ServerResponse): void {
  const isScript = request.url === "/api.js";
  response
    .setHeader("content-type", isScript ? "text/javascript" : "application/json")
    .setHeader("cross-origin-resource-policy", "cross-origin");
  response.end(isScript ? WIDGET : JSON.stringify({ success: true }));
}
