import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { BROWSER_TEST_TIMEOUT_MS, launchBrowser, PHONE, type Visitor, visit } from "./browser.ts";
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
  return (await service.call("GET", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/${link.link_id}`)).data;
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

describe("a customer with a payment link", () => {
  test("pays by mobile money with a code, on a phone; a wrong code is said and not the end", async () => {
    const link = await newLink({ amount: 120.5, currency: "GHS" });
    const visitor = await visit(browser, service, { viewport: PHONE });
    const { page } = visitor;
    await page.goto(link.url);
    await heading(visitor, "Pay Lagos Fresh Foods").waitFor();
    await visitor.assertAccessible();

    await page.getByRole("button", { name: "Pay 120.50 GHS" }).click();
    await page.getByText("Fill this in").first().waitFor();
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "0001");
    await page.getByRole("button", { name: "Pay 120.50 GHS" }).click();
    await heading(visitor, "Enter the code").waitFor();
    await visitor.assertAccessible();

    visitor.expectFailedRequest(400);
    await page.getByLabel("Code", { exact: true }).fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This code is wrong. Attempts left: 2.").first().waitFor();
    await page.getByLabel("Code", { exact: true }).fill("123456");
    await page.getByRole("button", { name: "Confirm" }).click();
    await heading(visitor, "Payment successful").waitFor();
    await visitor.assertAccessible();

    expect((await linkOf(link)).status).toBe("paid");
    await page.goto(link.url);
    await heading(visitor, "This link has been paid").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("pays by card with one more page to confirm, and comes back to the merchant", async () => {
    const link = await newLink({ return_url: `${service.origin}/dashboard/sign-in?shop=1` });
    const visitor = await visit(browser, service, { colorScheme: "dark" });
    const { page } = visitor;
    await page.goto(link.url);
    await fillPayer(visitor);
    await fillCard(visitor, "4240007");
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Pay 2,500.00 NGN" }).click();
    await page.waitForURL((url) => url.origin === service.sandboxUrl);
    await page.getByRole("button", { name: /approve/i }).click();
    await heading(visitor, "Payment successful").waitFor();
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Back to Lagos Fresh Foods" }).click();
    await page.waitForURL(/sign-in\?shop=1&status=completed&reference=/);
    expect(visitor.problems).toEqual([]);
  });

  test("is told when the card is declined on that page, and can pay another way", async () => {
    const link = await newLink();
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto(link.url);
    await fillPayer(visitor);
    await fillCard(visitor, "4240007");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.waitForURL((url) => url.origin === service.sandboxUrl);
    await page.getByRole("button", { name: /decline/i }).click();
    await heading(visitor, "Payment failed").waitFor();
    await visitor.assertAccessible();
    await page.getByText("The payment was declined on the phone or by the bank.").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await heading(visitor, "Pay Lagos Fresh Foods").waitFor();
    // What was typed before is there again, but for the card.
    expect(await page.getByLabel("E-mail").inputValue()).toBe("ama@example.com");
    expect(await page.getByLabel("Card number").inputValue()).toBe("");
    await fillCard(visitor, "4244242");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading(visitor, "Payment successful").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("pays by bank transfer in French: the page follows a part and then the whole by itself", async () => {
    const link = await newLink({ amount: 9999.99 });
    const visitor = await visit(browser, service, { locale: "fr-FR", viewport: PHONE });
    const { page } = visitor;
    await page.goto(link.url);
    await page.getByRole("radio", { name: "Virement bancaire" }).check();
    await page.getByLabel("Votre nom").fill("Ama Owusu");
    await page.getByLabel("E-mail").fill("ama@example.com");
    await page.getByRole("button", { name: /^Payer/ }).click();
    await heading(visitor, "Effectuez le virement").waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("fr");
    await visitor.assertAccessible();

    const accountNumber = await page.locator(".instruction", { hasText: "Numéro de compte" }).locator("dd bdi").innerText();
    const cancel = page.getByRole("button", { name: "Annuler le paiement" });
    await cancel.waitFor();
    await deposit(accountNumber, 5000);
    await page.getByText(/il manque encore/).waitFor();
    expect(await cancel.count()).toBe(0);
    await deposit(accountNumber, 4999.99);
    await heading(visitor, "Paiement réussi").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("chooses the amount of an open link", async () => {
    const link = await newLink({ amount: null, amount_type: "open", currency: "GHS" });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto(link.url);
    await page.getByLabel("Amount (GHS)").fill("1,500");
    await page.getByRole("button", { name: "Pay 1,500.00 GHS" }).waitFor();
    await page.getByLabel("Amount (GHS)").fill("17,50");
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "4567");
    await page.getByRole("button", { name: "Pay 17.50 GHS" }).click();
    await heading(visitor, "Payment successful").waitFor();
    expect(await linkOf(link)).toMatchObject({ status: "active", payments_count: 1, paid_total: 17.5 });
    expect(visitor.problems).toEqual([]);
  });

  test("reads at the field, in French, what only the service could find wrong with it", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service, { locale: "fr-FR" });
    const { page } = visitor;
    visitor.expectFailedRequest(400);
    await page.goto(link.url);
    await page.getByLabel("Votre nom").fill("Ama Owusu");
    await page.getByLabel("Opérateur").selectOption("MTN");
    const phone = page.getByLabel("Numéro mobile money");
    await phone.fill("123456");
    await page.getByRole("button", { name: /^Payer/ }).click();
    await page.getByText("Saisissez un numéro de téléphone valide").waitFor();
    await expect.poll(() => phone.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
    expect(await phone.inputValue()).toBe("123456");
    expect(await page.locator("body").innerText()).not.toContain("mobile_money_details");
    await visitor.assertAccessible();
    await phone.fill("+233241234567");
    await page.getByRole("button", { name: /^Payer/ }).click();
    await heading(visitor, "Paiement réussi").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("approves on the phone: is told where and how long, and what to do when nobody reacted", async () => {
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
    await visitor.assertAccessible();
    await page.getByRole("button", { name: "Send the request again" }).click();
    expect(await page.getByLabel("Mobile money number").inputValue()).toBe("+233241230012");
    await page.getByLabel("Mobile money number").fill("+233241234567");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await heading(visitor, "Payment successful").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("pays in Arabic, from right to left, and comes back to the other languages", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service, { locale: "ar-MA", viewport: PHONE });
    const { page } = visitor;
    await page.goto(link.url);
    await heading(visitor, "الدفع إلى Lagos Fresh Foods").waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await visitor.assertAccessible();
    await page.getByLabel("اسمك").fill("Ama Owusu");
    await page.getByLabel("الشبكة").selectOption("MTN");
    await page.getByLabel("رقم محفظة الهاتف").fill("+233241234567");
    await page.getByRole("button", { name: "ادفع 2,500.00 GHS" }).click();
    await heading(visitor, "تم الدفع بنجاح").waitFor();
    await visitor.assertAccessible();
    await page.getByLabel("اللغة").selectOption("sw");
    await heading(visitor, "Malipo yamefanikiwa").waitFor();
    expect(await page.locator("html").getAttribute("dir")).toBe("ltr");
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
    // What looks at the page needs scripts itself.
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
    // The request is lost on its way, then its answer is, and then neither.
    const steps: ((route: Route) => Promise<void>)[] = [(route) => route.abort(), (route) => route.fetch().then(() => route.abort())];
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
    if (await page.getByRole("button", { name: "Try again" }).isVisible()) await page.getByRole("button", { name: "Try again" }).click();
    await heading(visitor, "Payment successful").waitFor();
    await page.goBack();
    await heading(visitor, "This link has been paid").waitFor();
    expect(await linkOf(link)).toMatchObject({ status: "paid", payments_count: 1 });
    const { data } = await service.call("GET", "/transactions?payer=Ama+Owusu&currency=GHS&amount_from=2500&amount_to=2500&limit=100");
    expect(data.filter((payment: any) => payment.user_metadata?.origin?.id === link.link_id)).toHaveLength(1);
    expect(visitor.problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
  });

  test("pays inside of the merchant's own page, which is told; another site's frame stays empty", async () => {
    const shop = await serveExample();
    const link = await newLink({ currency: "GHS" });
    const address = `${shop}/?service=${encodeURIComponent(service.origin)}&link=${link.link_ref}`;
    const stranger = await visit(browser, { origin: shop });
    await stranger.page.goto(address);
    await expect.poll(() => stranger.page.frames().at(1)?.url()).toMatch(/^chrome-error:/);

    await service.call("PUT", `/orgs/${service.demo.organizations[0]!.org_id}/payment-links/brand`, { embed_origins: [shop], color: "#1f4e9e" });
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

  test("cancels while nothing has moved", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    await page.goto(link.url);
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "0001");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await heading(visitor, "Payment canceled").waitFor();
    expect(visitor.problems).toEqual([]);
  });

  test("is told that it is too late to cancel when money arrived meanwhile, and not to try again", async () => {
    const link = await newLink();
    const visitor = await visit(browser, service);
    const { page } = visitor;
    visitor.expectFailedRequest(409);
    await page.goto(link.url);
    await page.getByRole("radio", { name: "Bank transfer" }).check();
    await fillPayer(visitor);
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("button", { name: "Cancel payment" }).click();
    // The page does not hear of the money before the customer presses.
    await page.route("**/v1/checkout/payments/*", (route) => route.abort());
    await deposit(await page.locator(".instruction", { hasText: "Account number" }).locator("dd bdi").innerText(), 100);
    const payment = `${service.origin}/v1${new URL(page.url()).pathname.replace("/checkout/", "/checkout/payments/")}`;
    await vi.waitFor(async () => expect(await (await fetch(payment)).json()).toMatchObject({ data: { bank_transfer: { received_amount: 100 } } }), {
      timeout: 60_000,
    });
    await page.getByRole("button", { name: "Cancel payment" }).click();
    await page.getByRole("alert").getByText("This payment can no longer be canceled.").waitFor();
    expect(visitor.problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
  });

  test("is told that everyone refused, and nothing is charged", async () => {
    const link = await newLink({ currency: "GHS" });
    const visitor = await visit(browser, service);
    const { page } = visitor;
    visitor.expectFailedRequest(502);
    await page.goto(link.url);
    await fillPayer(visitor);
    await fillMobileMoney(visitor, "0002");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await page.getByRole("alert").getByText("This payment was not accepted. Try another way to pay.").waitFor();
    await page.locator(".other-methods").getByRole("button", { name: "Card" }).click();
    await page.getByLabel("Card number").waitFor();
    expect(visitor.problems).toEqual([]);
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

describe("a page that is not there", () => {
  test.each(["/pay/no-such-link", "/checkout/no-such-token"])("%s says so kindly", async (path) => {
    const visitor = await visit(browser, service, { viewport: PHONE });
    visitor.expectFailedRequest(404);
    await visitor.page.goto(path);
    await heading(visitor, "This payment page does not exist").waitFor();
    await visitor.assertAccessible();
    expect(visitor.problems).toEqual([]);
  });
});

test("card data never reaches storage of the browser, nor a URL", async () => {
  const link = await newLink();
  const visitor = await visit(browser, service);
  const { page } = visitor;
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  await page.goto(link.url);
  await fillPayer(visitor);
  await fillCard(visitor, "4244242");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await heading(visitor, "Payment successful").waitFor();
  const kept = await page.evaluate<string>(
    "JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, document.body.innerHTML])",
  );
  expect(kept + addresses.join()).not.toContain("4242424244");
});

async function deposit(accountNumber: string, amount: number): Promise<void> {
  const answer = await fetch(`${service.sandboxUrl}/deposits`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ account_number: accountNumber, amount, currency: "NGN" }),
  });
  expect(answer.status).toBe(201);
}

/** The example shop, on an origin of its own. */
async function serveExample(): Promise<string> {
  const server = createServer((_request, response) => response.setHeader("content-type", "text/html").end(readFileSync("examples/embed.html")));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
