import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { fetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLink, paymentsOf, readLink } from "#src/products/links/checkout.fixtures.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { cardPayin } from "@corridor/test/harness/payments.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { directionOf, LANGUAGES } from "@corridor/shared/languages/language.ts";
import { speechOf } from "@corridor/shared/languages/speech.ts";
import { receiptMail } from "@corridor/shared/receipt-text.ts";
import { readPdf } from "./receipt-pdf.fixtures.ts";

/** A browser without scripts, which only loads pages and submits forms. */
let app: TestApp;
const received: string[] = [];
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData(stream, _session, callback) {
    let message = "";
    stream.on("data", (chunk: Buffer) => (message += chunk.toString()));
    stream.on("end", () => {
      received.push(message.replaceAll(/=\r?\n/g, ""));
      callback();
    });
  },
});
/** The operator's sender of text messages: it fails once. */
const texts: { headers: IncomingHttpHeaders; body: string }[] = [];
const smsServer = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => (body += chunk.toString()));
  request.on("end", () => {
    texts.push({ headers: request.headers, body });
    response.writeHead(texts.length === 1 ? 503 : 204).end();
  });
});
const SMS_SECRET = `whsec_${Buffer.from("a secret of thirty-two bytes, yes").toString("base64")}`;
beforeAll(async () => {
  await new Promise<void>((resolve) => smsServer.listen(0, "127.0.0.1", resolve));
  await new Promise<void>((resolve) => mailServer.listen(0, "127.0.0.1", resolve));
  const SMTP_URL = `smtp://127.0.0.1:${(mailServer.server.address() as AddressInfo).port}`;
  const RECEIPT_SMS_URL = `http://127.0.0.1:${(smsServer.address() as AddressInfo).port}/texts`;
  app = await startTestApp({ settings: { SMTP_URL, RECEIPT_SMS_URL, RECEIPT_SMS_SECRET: SMS_SECRET } });
});
afterAll(async () => {
  await app.close();
  smsServer.close();
  await new Promise<void>((resolve) => mailServer.close(() => resolve()));
});

const DELAY_MS = 1_000;
/** One pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The text of an e-mail, decoded. */
function textOf(mail: string): string {
  const part = /Content-Type: text\/plain.*\r\nContent-Transfer-Encoding: (.*)\r\n\r\n([^]*?)\r\n--/;
  const [, encoding, content] = part.exec(mail)!;
  if (encoding === "base64") return Buffer.from(content!, "base64").toString();
  const byteOf = (_whole: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16));
  return Buffer.from(content!.replaceAll(/=([0-9A-F]{2})/g, byteOf), "latin1").toString();
}

async function open(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.origin}${path}`, { redirect: "manual", headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function post(
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = { "sec-fetch-site": "same-origin" },
) {
  const answer = await fetch(`${app.origin}${path}`, {
    method: "POST",
    redirect: "manual",
    headers,
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
}

/** The fields that the page itself filled in. */
function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map((match) => [match[1]!, match[2]!]),
  );
}

async function formOf(link: { link_ref: string }, query = "") {
  const path = `/pay/${link.link_ref}/plain`;
  return { path, hidden: hiddenFields((await open(`${path}${query}`)).text) };
}

const PAYER = { name: "Ama Owusu", email: "ama@example.com" };
const PHONE = { ...PAYER, network: "MTN", phone: "+233241234567" };

describe("a form that pays a link", () => {
  test("pays once when it is sent twice at once, and again later by Back", async () => {
    const link = await createLink(app);
    const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
    const [first, second] = await Promise.all([
      post(path, { ...hidden, ...PHONE }),
      post(path, { ...hidden, ...PHONE }),
    ]);
    expect([first.status, second.status]).toEqual([303, 303]);
    expect((await open(first.location!)).text).toContain("Confirm on your phone");
    await app.advance(DELAY_MS);
    expect((await open(second.location!)).text).toContain("Payment successful");
    expect((await post(path, { ...hidden, ...PHONE })).status).toBe(303);
    expect(await paymentsOf(app, link)).toHaveLength(1);
    expect((await readLink(app, link.link_id)).status).toBe("paid");
    expect((await open(path)).text).toContain("This link has been paid");
  });

  test("is shown again with what is wrong, and keeps everything but the card", async () => {
    const link = await createLink(app);
    const { path, hidden } = await formOf(link, "?country=GH&method=card");
    const answer = await post(path, {
      ...hidden,
      ...PAYER,
      cardNumber: "4242424242424242",
      expiry: "01/20",
      cvv: "737",
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("This card has expired");
    expect(answer.text).toContain('value="Ama Owusu"');
    expect(answer.text).not.toMatch(/4242424242|737/);
    expect(await paymentsOf(app, link)).toEqual([]);
  });

  test("leads on to the page where a card is confirmed, and to the account of a bank transfer", async () => {
    const card = await formOf(await createLink(app), "?country=GH&method=card");
    const redirected = await post(card.path, {
      ...card.hidden,
      ...PAYER,
      cardNumber: "4242424242420007",
      expiry: "12 / 30",
      cvv: "737",
    });
    expect((await open(redirected.location!)).text).toContain(`href="${app.sandbox.url}/pay/`);
    const bank = await formOf(await createLink(app, { currency: "NGN" }), "?country=NG&method=bank_transfer");
    const instructed = await post(bank.path, { ...bank.hidden, ...PAYER });
    expect((await open(instructed.location!)).text).toMatch(/Account number<\/dt>\s*<dd><bdi>90\d{8}/);
  });

  test("asks for the code, says a wrong one, takes the right one", async () => {
    const { path, hidden } = await formOf(await createLink(app), "?country=GH&method=mobile_money");
    const { location } = await post(path, { ...hidden, ...PHONE, phone: "+233241230001" });
    const page = location!.split("?")[0]!;
    const wrong = await post(page, { action: "submit_otp", otp: "000000" });
    expect([wrong.status, wrong.text.includes("Attempts left: 2")]).toEqual([400, true]);
    expect((await post(page, { action: "submit_otp", otp: "123456" })).status).toBe(303);
    await app.advance(DELAY_MS);
    expect((await open(page)).text).toContain("Payment successful");
  });

  test("says that everyone refused, and is a new attempt afterwards", async () => {
    const { path, hidden } = await formOf(await createLink(app), "?country=GH&method=mobile_money");
    const refused = await post(path, { ...hidden, ...PHONE, phone: "+233241230002" });
    expect(refused.status).toBe(502);
    expect(refused.text).toContain("This payment was not accepted");
    expect(hiddenFields(refused.text)["form_key"]).not.toBe(hidden["form_key"]);
  });

  test("charges what was shown: a price that changed meanwhile is shown first", async () => {
    const link = await createLink(app);
    const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
    await app.request(app.callers.orgAdmin, "PATCH", `/orgs/${link.org_id}/payment-links/${link.link_id}`, {
      amount: 900,
    });
    const answer = await post(path, { ...hidden, ...PHONE });
    expect(answer.text).toContain("The price has changed");
    expect(hiddenFields(answer.text)["shown_amount"]).toBe("900");
    expect(await paymentsOf(app, link)).toEqual([]);
  });

  test.each<Record<string, string>>([{ "sec-fetch-site": "cross-site" }, { origin: "https://elsewhere.example" }])(
    "of another site is refused: %j",
    async (headers) => {
      const link = await createLink(app);
      const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
      expect((await post(path, { ...hidden, ...PHONE }, headers)).status).toBe(403);
      expect(await paymentsOf(app, link)).toEqual([]);
    },
  );
});

describe("a page without scripts", () => {
  test("runs none, is framed nowhere, and is never stored", async () => {
    const { headers } = await open(`/pay/${(await createLink(app)).link_ref}/plain`);
    const policy = headers.get("content-security-policy")!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src");
    expect(headers.get("cache-control")).toBe("no-store");
  });

  test("speaks the language of the browser or of the address, and writes Arabic from right to left", async () => {
    const path = `/pay/${(await createLink(app)).link_ref}/plain`;
    expect((await open(path, { "accept-language": "fr-CI, en;q=0.5" })).text).toContain('<html lang="fr" dir="ltr"');
    expect((await open(`${path}?locale=ar`, { "accept-language": "fr" })).text).toContain('<html lang="ar" dir="rtl"');
  });

  test("wears the organization's color, from a file of its own", async () => {
    const path = `/pay/${(await createLink(app)).link_ref}/plain`;
    const brand = `/orgs/${app.callers.orgAdmin.orgId!}/payment-links/brand`;
    expect((await app.request(app.callers.orgAdmin, "PUT", brand, { color: "#1F4E9E" })).status).toBe(200);
    expect((await open(path)).text).toMatch(/<html lang="en" dir="ltr" +data-brand>[^]*href="\/brand\/1f4e9e\.css"/);
    expect((await open("/brand/1f4e9e.css")).text).toBe(":root{--own:#1f4e9e}");
    expect((await open("/brand/1f4e9ex}.css")).text).not.toContain("--own");
    await app.request(app.callers.orgAdmin, "PUT", brand, {});
  });

  test("escapes what a merchant wrote", async () => {
    const link = await createLink(app, { description: `<img src=x onerror="alert(1)">` });
    expect((await open(`/pay/${link.link_ref}/plain`)).text).toContain(
      "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;",
    );
  });

  test.each(["/pay/no-such-link/plain", "/checkout/no-such-token/plain"])(
    "that is not there says so: %s",
    async (path) => {
      const { status, text } = await open(path);
      expect(status).toBe(404);
      expect(text).toContain("This payment page does not exist");
    },
  );
});

describe("a receipt", () => {
  const receipt = async (fields: Record<string, string>, link: Record<string, unknown> = {}, language = "fr") => {
    const { path, hidden } = await formOf(await createLink(app, link), "?country=GH&method=mobile_money");
    const { location } = await post(`${path}?locale=${language}`, { ...hidden, ...PHONE, ...fields });
    const token = location!.split("/")[2]!;
    expect((await app.request(null, "GET", `/checkout/payments/${token}`)).body.data.receipt_url).toBeNull();
    await app.advance(DELAY_MS);
    return new URL((await app.request(null, "GET", `/checkout/payments/${token}`)).body.data.receipt_url).pathname;
  };

  test("is sent once by e-mail in the payer's language, and proved by the page of its short address", async () => {
    const path = await receipt({ email: "receipt@example.com" }, { description: "Invoice (7)" });
    expect(path).toMatch(/^\/r\/[0-9A-HJKMNP-TV-Z]{12}$/);
    await app.run("send-receipts");
    await app.run("send-receipts");
    await app.run("deliver-emails");
    const mails = received.filter((mail) => mail.includes("To: receipt@example.com"));
    expect(mails).toHaveLength(1);
    expect(mails[0]).toContain(path);
    expect(mails[0]).toMatch(/Subject: .*Lagos/);
    const { text } = await open(`${path.toLowerCase()}?locale=en`);
    for (const said of [
      "150.25",
      "Lagos Fresh Foods",
      "Invoice (7)",
      "MTN •••• 4567",
      "Fees",
      "0.00",
      "This receipt is genuine",
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("receipt@example.com");
  });

  test("is sent whatever character of the merchant's name the subject ends with, and holds up no other", async () => {
    const rename = (name: string) =>
      app.request(app.callers.orgAdmin, "PATCH", `/organizations/${app.callers.orgAdmin.orgId}`, { name });
    await receipt({ email: "cut@example.com" });
    await rename(`${"x".repeat(184)}${"😀".repeat(8)}`);
    await app.run("send-receipts");
    await rename(`${"x".repeat(185)}${"😀".repeat(7)}`);
    await receipt({ email: "cut-too@example.com" });
    await app.run("send-receipts");
    await rename("Lagos Fresh Foods");
    await app.run("deliver-emails");
    for (const to of ["cut@example.com", "cut-too@example.com"])
      expect(received.filter((mail) => mail.includes(`To: ${to}`))).toHaveLength(1);
  });

  test("is a PDF in the payer's own script, and the page where its fonts lack a character", async () => {
    const path = await receipt({}, { description: "Déjà payé (7)" });
    const answer = await fetch(`${app.origin}${path}/pdf?locale=fr`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([
      answer.headers.get("content-type"),
      bytes.subarray(0, 8).toString(),
      bytes.subarray(-6).toString(),
    ]).toEqual(["application/pdf", "%PDF-1.5", "%%EOF\n"]);
    // The table at the end says where each object begins.
    for (const [index, offset] of [...bytes.toString("latin1").matchAll(/^(\d{10}) 00000 n /gm)].entries())
      expect(bytes.subarray(Number(offset[1])).toString("latin1")).toMatch(new RegExp(`^${index + 1} 0 obj`));
    const arabic = await fetch(`${app.origin}${await receipt({}, { description: "مانجو" })}/pdf?locale=ar`);
    const texts = readPdf(Buffer.from(await arabic.arrayBuffer())).texts.map(({ text }) =>
      Array.from(text).toReversed().join(""),
    );
    expect(texts).toEqual(expect.arrayContaining(["دُفع إلى", "مانجو"]));
    const other = await receipt({}, { description: "芒果" });
    expect((await open(`${other}/pdf`)).status).toBe(303);
  });

  test.each(LANGUAGES)("of a test payment says so first in the e-mail and the PDF (%s)", async (language) => {
    const { testMode } = PHRASES[language];
    const path = await receipt({ email: `test-${language}@example.com` }, {}, language);
    await app.run("send-receipts");
    await app.run("deliver-emails");
    const mail = received.find((each) => each.includes(`To: test-${language}@example.com`))!;
    expect(textOf(mail).split(/\r?\n/)[0]).toBe(testMode);
    const pdf = await fetch(`${app.origin}${path}/pdf?locale=${language}`);
    const { texts } = readPdf(Buffer.from(await pdf.arrayBuffer()));
    const first = directionOf(language) === "rtl" ? Array.from(texts[0]!.text).toReversed().join("") : texts[0]!.text;
    expect(first).toBe(testMode);
  });

  test("of a payment of real money says nothing of a test", () => {
    const organization = { name: "Lagos Fresh Foods", support_email: null, support_phone: null, footer: null };
    const paid = { amount: "10.00", currency: "GHS", received: null, paid_at: "2026-11-18T10:00:00Z" };
    const way = { payment_method: "card", method_detail: null, description: null, refunds: [] };
    const names = { organization, reference: "order 7", receipt_code: "000000000000" };
    const facts = { ...paid, ...way, ...names, test: false };
    const { text } = receiptMail(speechOf("en", PHRASES.en), facts, "https://pay.example/r/000000000000");
    expect(text.split("\n")[0]).toBe("Lagos Fresh Foods has received your payment.");
    const refunds = [{ amount: "4.00", refunded_at: "2026-11-19T10:00:00Z" }];
    const refund = receiptMail(speechOf("en", PHRASES.en), { ...facts, refunds }, "https://pay.example/r/000000000000");
    expect(refund.text).toMatch(/^The amount goes back to you\.\n4\.00\u00a0GHS\n\nAmount: 10\.00\u00a0GHS\nPaid to:/);
  });

  test("wears the merchant's color and logo, in the e-mail and in the PDF", async () => {
    const brand = `/orgs/${app.callers.orgAdmin.orgId!}/payment-links/brand`;
    await app.request(app.callers.orgAdmin, "PUT", brand, { color: "#1F4E9E", footer: "12 Marina, Lagos" });
    expect((await app.request(app.callers.orgAdmin, "PUT", `${brand}/logo`, { content: PNG })).status).toBe(200);
    const path = await receipt({ email: "brand@example.com" });
    await app.run("send-receipts");
    await app.run("deliver-emails");
    const mail = received.find((each) => each.includes("To: brand@example.com"))!;
    for (const said of [
      "border-top:6px solid #1f4e9e",
      'src=3D"cid:logo@corridor" alt=3D"Lagos Fresh Foods"',
      "Content-ID: <logo@corridor>",
      PNG.slice(0, 60),
      "12 Marina",
    ])
      expect(mail).toContain(said);
    const { objects } = readPdf(Buffer.from(await (await fetch(`${app.origin}${path}/pdf`)).arrayBuffer()));
    expect(objects.filter((body) => body.includes("/Subtype /Image"))).toHaveLength(2);
    await app.request(app.callers.orgAdmin, "DELETE", `${brand}/logo`);
    await app.request(app.callers.orgAdmin, "PUT", brand, {});
  });

  describe("after a refund", () => {
    const refund = async (paymentId: string, amount: number) => {
      const path = `/payments/${paymentId}/refund`;
      expect((await app.request(app.callers.orgAdmin, "POST", path, { amount, reason: "returned" })).status).toBe(201);
      await app.advance(2_000);
      await app.run("send-receipts");
      await app.run("deliver-emails");
    };
    const mailsTo = (address: string) => received.filter((mail) => mail.includes(`To: ${address}`)).map(textOf);

    test("of a part, then of the rest, tells the payer each time, and shows each with its date", async () => {
      const to = "refund@example.com";
      const link = await createLink(app);
      const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
      await post(`${path}?locale=fr`, { ...hidden, ...PHONE, email: to });
      await app.advance(DELAY_MS);
      await app.run("send-receipts");
      const { payment_id } = (await paymentsOf(app, link))[0]!;
      await refund(payment_id, 50.25);
      await app.run("send-receipts");
      await app.run("deliver-emails");
      await refund(payment_id, 100);
      const [paid, part, rest, ...more] = mailsTo(to);
      expect(more).toEqual([]);
      expect(paid).not.toContain("Remboursement");
      expect(part).toMatch(/Le montant vous est rendu\.\r?\n50,25\s/);
      expect(part!.match(/Remboursement: /g)).toHaveLength(1);
      expect(rest).toMatch(/Le montant vous est rendu\.\r?\n100,00\s/);
      expect(rest!.match(/Remboursement: .*(50,25|100,00).* 202\d/g)).toHaveLength(2);
      const receiptPath = new URL(/http\S+\/r\/\w{12}/.exec(rest!)![0]).pathname;
      expect((await open(`${receiptPath}?locale=fr`)).text.match(/<dt>Remboursement<\/dt>/g)).toHaveLength(2);
      const shown = await app.request(null, "GET", `/checkout/receipts/${receiptPath.slice(3)}`);
      expect(shown.body.data).toMatchObject({ status: "refunded", refunds: [{ amount: 50.25 }, { amount: 100 }] });
    });

    test("of a payment by the API goes to its payer, if an e-mail address is known", async () => {
      const payin = cardPayin("4242", { payer_details: { name: "Ama Owusu", email: "api@example.com" } });
      const paid = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", payin)).body;
      await app.advance(DELAY_MS);
      await app.run("send-receipts");
      await app.run("deliver-emails");
      expect(mailsTo("api@example.com")).toEqual([]);
      await refund(paid.response.payment_id, 5);
      expect(mailsTo("api@example.com")).toEqual([expect.stringMatching(/The amount goes back to you.*5\.00.*\/r\//s)]);
    });

    test("goes as a further text message to a payer without an e-mail address", async () => {
      const link = await createLink(app);
      const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
      await post(`${path}?locale=fr`, { ...hidden, ...PHONE, email: "" });
      await app.advance(DELAY_MS);
      await app.run("send-receipts");
      await app.run("send-text-receipts");
      await app.advance(30_000);
      await app.run("send-text-receipts");
      const { payment_id } = (await paymentsOf(app, link))[0]!;
      await refund(payment_id, 50.25);
      await app.run("send-text-receipts");
      expect(texts.map(({ headers }) => headers["webhook-id"])).toEqual([
        `receipt_${payment_id}`,
        `receipt_${payment_id}`,
        `receipt_${payment_id}_1`,
      ]);
      expect(JSON.parse(texts.at(-1)!.body).text).toMatch(/Remboursement de Lagos Fresh Foods.* 50,25\sGHS/);
      texts.length = 0;
    });
  });

  test("goes as a signed text message to the hook when the payer gave no e-mail address, again after a failure, and once it was taken no more", async () => {
    const link = await createLink(app);
    const { path, hidden } = await formOf(link, "?country=GH&method=mobile_money");
    await post(`${path}?locale=fr`, { ...hidden, ...PHONE, email: "" });
    await app.advance(DELAY_MS);
    await app.run("send-receipts");
    for (const waitedMs of [0, 0, 30_000, 3_600_000]) {
      await app.advance(waitedMs);
      await app.run("send-text-receipts");
    }
    expect(texts).toHaveLength(2);
    const [failed, taken] = texts;
    expect(failed!.headers["webhook-id"]).toBe(taken!.headers["webhook-id"]);
    const signed = [taken!.headers["webhook-id"], taken!.headers["webhook-timestamp"], taken!.body].join(".");
    const key = Buffer.from(SMS_SECRET.slice("whsec_".length), "base64");
    expect(taken!.headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    expect(JSON.parse(taken!.body)).toMatchObject({
      type: "receipt.sms",
      to: "+233241234567",
      language: "fr",
      text: expect.stringMatching(
        /^Mode test : aucun argent réel\nReçu de Lagos Fresh Foods.* 150,25\sGHS\n.*\/r\/[0-9A-Z]{12}$/,
      ),
    });
  });

  test("of a payment that has not completed, or of a code that nobody made, is not there", async () => {
    for (const code of ["000000000000", "nonsense"]) expect((await open(`/r/${code}`)).status).toBe(404);
  });
});
