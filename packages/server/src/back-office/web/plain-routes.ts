import { hash, randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logo } from "#src/products/links/index.ts";
import { isRefusal } from "@corridor/shared/refusal.ts";
import type { CheckoutLink, CheckoutPayment } from "@corridor/shared/checkout/api.ts";
import { failureText } from "@corridor/shared/checkout/failure-text.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { acceptedTags, directionOf, firstSpoken, type Language } from "@corridor/shared/languages/language.ts";
import { type Speech, speechOf } from "@corridor/shared/languages/speech.ts";
import {
  chosenWay,
  emptyValues,
  problemsOf,
  problemsOfRefusal,
  requestOf,
} from "@corridor/shared/checkout/payment-form-rules.ts";
import { html } from "./plain/html.ts";
import { closedLinkPage, type LinkForm, linkFormPage } from "./plain/link-page.ts";
import { colorStyles, notFoundPage, type PlainPage, renderPage, unavailablePage } from "./plain/page.ts";
import { paymentPage } from "./plain/payment-page.ts";
import { readForm } from "./plain/read-form.ts";
import { type CheckoutReceipt, receiptPage } from "./plain/receipt-page.ts";
import { receiptLines } from "@corridor/shared/receipt-text.ts";
import { type Picture, pictureOf } from "./pdf-picture.ts";
import { loadTypeface } from "./pdf-type.ts";
import { canWritePdf, type PdfReceipt, writePdf } from "./receipt-pdf.ts";
import { PAGE_HEADERS, PLAIN_POLICY } from "./content-security-policy.ts";

/**
 * The checkout for browsers without scripts. Everything goes through the public checkout API, so that there is one set
 * of rules, limits and idempotency keys. No form uses a credential that a browser adds by itself, so a foreign site
 * gains nothing by posting one. Such a post is refused all the same.
 */
type PlainDeps = {
  /** The address of the checkout's styles; null before the first build. */
  stylesOf(): Promise<string | null>;
  findLogo(hash: string): Promise<Logo | undefined>;
  publicBaseUrl: string;
};

const MAX_FORM_BYTES = 16_384;
/** A visitor without scripts sends no time zone. */
const TIME_ZONE = "UTC";
const FORWARDED_HEADERS = ["user-agent", "accept-language", "accept", "x-forwarded-for"] as const;

type SendPage = (reply: FastifyReply, speech: Speech, page: PlainPage, statusCode?: number) => Promise<FastifyReply>;

export function addPlainPages(app: FastifyInstance, deps: PlainDeps): void {
  type LinkRequest = FastifyRequest<{ Params: { linkRef: string }; Querystring: Record<string, unknown> }>;
  type PaymentRequest = FastifyRequest<{ Params: { checkoutToken: string }; Querystring: Record<string, unknown> }>;
  const form = { schema: { hide: true }, config: { rawBody: true }, bodyLimit: MAX_FORM_BYTES };

  const send: SendPage = async (reply, speech, page, statusCode = 200) =>
    reply
      .code(statusCode)
      // With "no-referrer" the browser would hide the origin of our own forms from us.
      .headers({ ...PAGE_HEADERS, "referrer-policy": "same-origin", "content-security-policy": PLAIN_POLICY })
      .send(renderPage(speech, await deps.stylesOf(), page));
  addReceiptPages(app, send, createFindPicture(deps.findLogo));
  app.get(
    "/brand/:color(^[0-9a-f]{6}).css",
    { schema: { hide: true } },
    async (request: FastifyRequest<{ Params: { color: string } }>, reply) =>
      reply
        .headers({ "content-type": "text/css; charset=utf-8", "cache-control": "public, max-age=31536000, immutable" })
        .send(colorStyles(request.params.color)),
  );
  const sendFailure = (reply: FastifyReply, speech: Speech, { status }: Failure): Promise<FastifyReply> =>
    status === 404 || status === 400
      ? send(reply, speech, notFoundPage(speech), 404)
      : send(reply, speech, unavailablePage(speech), 503);

  app.get("/pay/:linkRef/plain", { schema: { hide: true } }, async (request: LinkRequest, reply) => {
    const speech = speechFor(request);
    const path = `/links/${encodeURIComponent(request.params.linkRef)}${quantityOf(request.query["quantity"])}`;
    const link = await callApi<CheckoutLink>(app, request, path);
    if ("failed" in link) return sendFailure(reply, speech, link);
    if (link.status !== "active") return send(reply, speech, closedLinkPage(speech, link));
    const values = { ...emptyValues(link), ...chosenWay(link, request.query) };
    const form = { link, values, problems: {}, failure: null, formKey: randomUUID() };
    return send(reply, speech, linkFormPage(speech, form));
  });

  app.post("/pay/:linkRef/plain", form, async (request: LinkRequest, reply) => {
    const speech = speechFor(request);
    const path = `/links/${encodeURIComponent(request.params.linkRef)}`;
    if (!isOwnForm(request, deps.publicBaseUrl)) return send(reply, speech, unavailablePage(speech), 403);
    const sent = formOf(request);
    const pricePath = `${path}${quantityOf(sent.get("quantity"))}`;
    const link = await callApi<CheckoutLink>(app, request, pricePath);
    if ("failed" in link) return sendFailure(reply, speech, link);
    const filled = readForm(link, sent, randomUUID());
    const show = async (changed: Partial<LinkForm>, statusCode: number): Promise<FastifyReply> => {
      // If the price has expired or the link was paid meanwhile, the page shows the current state.
      const current = await callApi<CheckoutLink>(app, request, pricePath);
      if ("failed" in current) return sendFailure(reply, speech, current);
      if (current.status !== "active") return send(reply, speech, closedLinkPage(speech, current));
      const shown = { link: current, ...filled, problems: {}, failure: null, ...changed };
      return send(reply, speech, linkFormPage(speech, shown), statusCode);
    };
    const problems = problemsOf(filled.values, link, speech.language, new Date());
    if (Object.keys(problems).length > 0) return show({ problems }, 400);

    const body = requestOf(filled.values, filled.shown, speech.language);
    const key = keyOf(filled.formKey, body);
    const payment = await callApi<CheckoutPayment>(app, request, `${path}/pay`, body, key);
    if (!("failed" in payment))
      return reply.redirect(`/checkout/${payment.checkout_token}/plain?locale=${speech.language}`, 303);
    const refused = problemsOfRefusal(payment.fields, link);
    const failure = Object.keys(refused).length > 0 ? null : failureText(speech, payment);
    // After a refusal, submitting again is a new attempt; else its key must find the first outcome.
    const formKey = isRefusal(payment.status, payment.code) ? randomUUID() : filled.formKey;
    return show({ problems: refused, failure, formKey }, payment.status);
  });

  app.get("/checkout/:checkoutToken/plain", { schema: { hide: true } }, async (request: PaymentRequest, reply) => {
    const speech = speechFor(request);
    const path = `/payments/${encodeURIComponent(request.params.checkoutToken)}`;
    const payment = await callApi<CheckoutPayment>(app, request, path);
    return "failed" in payment
      ? sendFailure(reply, speech, payment)
      : send(reply, speech, paymentPage(speech, payment, null, "returned" in request.query));
  });

  app.post("/checkout/:checkoutToken/plain", form, async (request: PaymentRequest, reply) => {
    const speech = speechFor(request);
    if (!isOwnForm(request, deps.publicBaseUrl)) return send(reply, speech, unavailablePage(speech), 403);
    const path = `/payments/${encodeURIComponent(request.params.checkoutToken)}`;
    const sent = formOf(request);
    const action = sent.get("action") ?? "";
    const otp = (sent.get("otp") ?? "").trim();
    const step = action === "submit_otp" ? { action, otp } : { action };
    const done = await callApi<CheckoutPayment>(app, request, `${path}/action`, step);
    if (!("failed" in done))
      return reply.redirect(`/checkout/${done.checkout_token}/plain?locale=${speech.language}`, 303);
    const payment = await callApi<CheckoutPayment>(app, request, path);
    if ("failed" in payment) return sendFailure(reply, speech, payment);
    return send(reply, speech, paymentPage(speech, payment, actionFailure(speech, action, done, payment)), done.status);
  });
}

type FindPicture = (logoUrl: string | null) => Promise<Picture | null>;
/** A logo is named by its content, so a kept picture never goes stale. */
const MAX_KEPT_PICTURES = 50;

/** Decoding a large logo takes longer than the rest of a receipt, so the pictures of the last merchants are kept. */
function createFindPicture(findLogo: PlainDeps["findLogo"]): FindPicture {
  const kept = new Map<string, Picture | null>();
  return async (logoUrl) => {
    if (logoUrl === null) return null;
    const name = logoUrl.slice(logoUrl.lastIndexOf("/") + 1);
    const found = kept.get(name);
    if (found !== undefined) return found;
    const logo = await findLogo(name);
    const picture = logo === undefined ? null : pictureOf(logo);
    if (kept.size >= MAX_KEPT_PICTURES) kept.delete(kept.keys().next().value!);
    kept.set(name, picture);
    return picture;
  };
}

function addReceiptPages(app: FastifyInstance, send: SendPage, findPicture: FindPicture): void {
  type ReceiptRequest = FastifyRequest<{ Params: { code: string } }>;
  const find = (request: ReceiptRequest) =>
    callApi<CheckoutReceipt>(app, request, `/receipts/${encodeURIComponent(request.params.code)}`);

  app.get("/r/:code", { schema: { hide: true } }, async (request: ReceiptRequest, reply) => {
    const speech = speechFor(request);
    const receipt = await find(request);
    return "failed" in receipt
      ? send(reply, speech, notFoundPage(speech), 404)
      : send(reply, speech, receiptPage(speech, receipt));
  });

  app.get("/r/:code/pdf", { schema: { hide: true } }, async (request: ReceiptRequest, reply) => {
    const receipt = await find(request);
    if ("failed" in receipt) return send(reply, speechFor(request), notFoundPage(speechFor(request)), 404);
    const [typeface, logo] = await Promise.all([loadTypeface(), findPicture(receipt.organization.logo_url)]);
    const address = `${request.protocol}://${request.host}/r/${receipt.receipt_code}`;
    const content = pdfOf(speechFor(request), receipt, logo, address);
    // A browser has fonts for every script, so the customer is sent to the receipt page and can print it.
    if (!canWritePdf(typeface, content)) return reply.redirect(`/r/${receipt.receipt_code}`, 303);
    const disposition = `inline; filename="receipt-${receipt.receipt_code}.pdf"`;
    return reply
      .headers({ ...PAGE_HEADERS, "content-type": "application/pdf", "content-disposition": disposition })
      .send(writePdf(typeface, content));
  });
}

const OUR_COLOR = "#0d6957";

function pdfOf(speech: Speech, receipt: CheckoutReceipt, logo: Picture | null, address: string): PdfReceipt {
  const { say, money, language } = speech;
  const { support_email: email, support_phone: phone, footer } = receipt.organization;
  const contact = [email, phone].filter((part) => part !== null).join(", ");
  const refunded = receipt.status === "refunded" ? say("refunded") : null;
  const help = contact === "" ? null : `${say("help")} ${contact}`;
  const notes = [refunded, say("receiptCheck", { address }), help, footer].filter((note) => note !== null);
  return {
    direction: directionOf(language),
    warning: receipt.test ? say("testMode") : null,
    title: `${say("receipt")} · ${receipt.organization.name}`,
    color: receipt.organization.color ?? OUR_COLOR,
    logo,
    amount: money(receipt.amount, receipt.currency),
    lines: receiptLines(speech, receipt),
    notes,
  };
}

/** A page without a quantity is for one item. */
function quantityOf(given: unknown): string {
  return typeof given === "string" && /^\d{1,3}$/.test(given) ? `?quantity=${given}` : "";
}

export function languageOf(request: FastifyRequest): Language {
  const { locale } = request.query as { locale?: unknown };
  const asked = typeof locale === "string" ? locale : "";
  return firstSpoken([asked, ...acceptedTags(request.headers["accept-language"])]) ?? "en";
}

export function speechFor(request: FastifyRequest): Speech {
  const language = languageOf(request);
  return speechOf(language, PHRASES[language], TIME_ZONE);
}

const RETURNED = { completed: "success", failed: "failed", pending: "processing" } as const;

/** For a customer who returns by the ids alone: the outcome, and nothing else of the payment. */
export function renderReturn(request: FastifyRequest, status: keyof typeof RETURNED): string {
  const speech = speechFor(request);
  const title = speech.say(RETURNED[status]);
  const body = html`<h1 class="heading">${title}</h1>`;
  return renderPage(speech, null, { title, test: false, organization: null, body });
}

type Fields = { path: string; message: string }[];
type Failure = { failed: true; status: number; code: string; message: string; fields: Fields };

/** Calls the checkout API as the page with scripts does: with the visitor's address and browser. */
async function callApi<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  path: string,
  body?: object,
  key?: string,
): Promise<T | Failure> {
  const forwarded = FORWARDED_HEADERS.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, String(request.headers[name])]],
  );
  const answer = await app.inject({
    method: body === undefined ? "GET" : "POST",
    url: `/v1/checkout${path}`,
    remoteAddress: request.raw.socket.remoteAddress ?? "",
    headers: {
      ...Object.fromEntries(forwarded),
      "x-request-id": request.id,
      ...(key === undefined ? {} : { "idempotency-key": key }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  const parsed = answer.json<{ data?: T; code?: string; message?: string; details?: Fields }>();
  if (answer.statusCode < 300 && parsed.data !== undefined) return parsed.data;
  const { code = "", message = "", details: fields = [] } = parsed;
  return { failed: true, status: answer.statusCode, code, message, fields };
}

function formOf(request: FastifyRequest): URLSearchParams {
  return new URLSearchParams((request.rawBody ?? Buffer.alloc(0)).toString("utf8"));
}

/** Browsers send the origin of a form; one that sends none is too old to be used in such an attack. */
function isOwnForm(request: FastifyRequest, publicBaseUrl: string): boolean {
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const { origin } = request.headers;
  return origin === undefined || origin === new URL(publicBaseUrl).origin;
}

/** The same form with the same contents is the same payment; a corrected number makes another payment. */
function keyOf(formKey: string, body: object): string {
  return hash("sha256", `${formKey} ${JSON.stringify(body)}`, "base64url");
}

function actionFailure(speech: Speech, action: string, failure: Failure, payment: CheckoutPayment): string {
  if (failure.code === "INVALID_OTP") return speech.say("wrongCode", { left: payment.otp?.attempts_left ?? 0 });
  if (failure.status === 400 && action === "submit_otp") return speech.say("codeFormat");
  if (failure.status === 409 && action === "cancel") return speech.say("cancelTooLate");
  return failureText(speech, failure);
}
