import { encode } from "uqr";
import { isFinal, isGood } from "@corridor/shared/payment-status.ts";
import type { CheckoutPayment } from "@corridor/shared/checkout/api.ts";
import type { Speech } from "@corridor/shared/languages/speech.ts";
import { outcomeOf } from "@corridor/shared/checkout/outcome.ts";
import { isPlace } from "@corridor/shared/checkout/places.ts";
import {
  CODE_OPTIONS,
  missingOf,
  numberNamesOf,
  pathOfCode,
  readableAccount,
  transferCodeOf,
} from "@corridor/shared/checkout/transfer-code.ts";
import { html, type Markup } from "./html.ts";
import { field } from "./link-page.ts";
import type { PlainPage } from "./page.ts";

const LOOK_AGAIN_SECONDS = 5;
/** A redirect by the page itself; the button is for browsers that forbid it. */
const GO_ON_SECONDS = 1;

/** One payment without scripts: it reloads itself while something can happen without the payer. */
export function paymentPage(
  speech: Speech,
  payment: CheckoutPayment,
  failure: string | null,
  /** The customer comes from the provider's page, and is not sent there again. */
  isBack = false,
): PlainPage {
  const { say, money } = speech;
  const { title, body, refresh } = isFinal(payment) ? outcome(speech, payment) : nextStep(speech, payment, isBack);
  const wayBack = isFinal(payment) ? null : wayBackOf(payment);
  return {
    title,
    test: payment.test,
    organization: payment.organization,
    refresh: failure === null ? refresh : undefined,
    body: html`<div class="summary">
        <p class="hint">${say("payTo", { name: payment.organization.name })}</p>
        <p class="amount">${money(payment.amount, payment.currency)}</p>
        ${payment.description !== null && html`<p class="text">${payment.description}</p>`}
      </div>
      ${failure !== null && html`<p class="problem" role="alert">${failure}</p>`} ${body}
      ${wayBack !== null && html`<a class="quiet wide" href="${wayBack}">${say("back", { name: payment.organization.name })}</a>`}`,
  };
}

type Step = Pick<PlainPage, "title" | "body" | "refresh">;

const goOnTo = (address: string) => ({ afterSeconds: GO_ON_SECONDS, address });
/** Back to the merchant; null: the payment names no page, or none that a browser may open. */
const wayBackOf = ({ return_url: url }: CheckoutPayment): string | null => (url !== null && isPlace(url) ? url : null);

function nextStep(speech: Speech, payment: CheckoutPayment, isBack: boolean): Step {
  const { say, language } = speech;
  const again = { afterSeconds: LOOK_AGAIN_SECONDS, address: `?locale=${language}${isBack ? "&returned=1" : ""}` };
  switch (payment.next_action) {
    case "collect_otp":
      return { title: say("enterCode"), body: codeForm(speech, payment) };
    case "bank_transfer":
      if (payment.bank_transfer === null) break;
      return {
        title: say("transferTitle"),
        refresh: again,
        body: html`${bankDetails(speech, payment.bank_transfer)}
        ${(payment.bank_transfer.received_amount ?? 0) === 0 && cancelForm(speech)}`,
      };
    case "crypto_transfer":
      if (payment.crypto_transfer === null) break;
      return {
        title: say("cryptoTitle", { currency: payment.crypto_transfer.currency }),
        refresh: again,
        body: html`${cryptoDetails(speech, payment.crypto_transfer)}
        ${(payment.crypto_transfer.received_amount ?? 0) === 0 && cancelForm(speech)}`,
      };
    case "redirect":
    case "pay_by_link": {
      const address = payment.next_action === "redirect" ? payment.redirect_url : payment.payment_link;
      const isSafe = address !== null && isPlace(address);
      if (isBack)
        return {
          title: say("processing"),
          refresh: again,
          body: html`${waiting(say("processing"), say("processingText"), speech, isSafe ? address : null)}
          ${cancelForm(speech)}`,
        };
      return {
        title: say("continueTitle"),
        refresh: isSafe && payment.next_action === "redirect" ? goOnTo(address) : undefined,
        body: html`<h1 class="heading">${say("continueTitle")}</h1>
          <p class="text">${say("continueText")}</p>
          ${isSafe && html`<a class="button" href="${address}">${say("continue")}</a>`} ${cancelForm(speech)}`,
      };
    }
    case "check_status":
      return { title: say("checking"), refresh: again, body: waiting(say("checking"), say("checkingText"), speech) };
    case "wait":
    case null:
      if (payment.mobile_money !== null) {
        const { network, phone_hint: phone, prompt_code: code } = payment.mobile_money;
        return {
          title: say("approveTitle"),
          refresh: again,
          body: html`${waiting(say("approveTitle"), say("approveText", { network, phone }), speech)}
            ${providerText(speech, payment.provider_text)}
            <p class="hint">${code === null ? say("promptGone", { network }) : say("promptAgain", { code })}</p>`,
        };
      }
  }
  return { title: say("processing"), refresh: again, body: waiting(say("processing"), say("processingText"), speech) };
}

/** Words of the provider, marked as such. */
function providerText({ say }: Pick<Speech, "say">, text: string | null): Markup | null {
  return text === null ? null : html`<p class="text">${say("providerSays")} <q dir="auto">${text}</q></p>`;
}

function waiting(title: string, text: string, { say }: Speech, address: string | null = null): Markup {
  return html`<div class="waiting" role="status">
    <h1 class="heading">${title}</h1>
    <p class="text">${text}</p>
    <a class="quiet wide" href="">${say("lookAgain")}</a>
    ${address !== null && html`<a class="quiet wide" href="${address}">${say("continue")}</a>`}
  </div>`;
}

function codeForm({ say, language }: Speech, payment: CheckoutPayment): Markup {
  const phone = payment.otp?.phone_hint ?? null;
  return html`<h1 class="heading">${say("enterCode")}</h1>
    ${providerText({ say }, payment.provider_text) ?? html`<p class="text">${phone === null ? say("codeSentPlain") : say("codeSent", { phone })}</p>`}
    <form method="post" action="?locale=${language}">
      ${field({ label: say("code"), name: "otp", value: "", problem: undefined, autocomplete: "one-time-code", inputMode: "numeric" })}
      <button class="button" name="action" value="submit_otp">${say("confirm")}</button>
    </form>
    <form method="post" action="?locale=${language}">
      <button class="quiet wide" name="action" value="resend_otp">${say("resend")}</button>
    </form>
    ${cancelForm({ say, language })}`;
}

function cancelForm({ say, language }: Pick<Speech, "say" | "language">): Markup {
  return html`<form class="cancel" method="post" action="?locale=${language}">
    <button class="quiet wide danger" name="action" value="cancel">${say("cancel")}</button>
  </form>`;
}

type Transfer = NonNullable<CheckoutPayment["bank_transfer"]>;
type CryptoTransfer = NonNullable<CheckoutPayment["crypto_transfer"]>;

function bankDetails(speech: Speech, details: Transfer): Markup {
  const { say, money } = speech;
  const names = numberNamesOf(details);
  return html`<h1 class="heading">${say("transferTitle")}</h1>
    <p class="text">${say("transferText")}</p>
    <dl class="instructions">
      ${line(say("amount"), money(details.amount, details.currency))}
      ${line(names.account ?? say("accountNumber"), readableAccount(details.account_number))}
      ${line(say("accountName"), details.account_name)} ${line(say("bank"), details.bank_name)}
      ${details.bank_code !== null && line(names.bank ?? say("bankCode"), details.bank_code)}
      ${line(say("reference"), details.reference)}
    </dl>
    ${paymentCode(transferCodeOf(details), say("scanToPay"))} ${awaited(speech, details)}`;
}

function cryptoDetails(speech: Speech, details: CryptoTransfer): Markup {
  const { say, money } = speech;
  const { currency, network, memo } = details;
  return html`<h1 class="heading">${say("cryptoTitle", { currency })}</h1>
    <p class="text">${say("cryptoText", { currency, network })}</p>
    <dl class="instructions">
      ${line(say("amount"), money(details.amount, currency))} ${line(say("cryptoNetwork"), network)}
      ${line(say("cryptoAddress"), details.address)} ${memo !== null && line(say("cryptoMemo"), memo)}
    </dl>
    ${paymentCode(details.address, say("scanAddress"))} ${awaited(speech, details)}`;
}

function paymentCode(content: string | null, caption: string): Markup | null {
  if (content === null) return null;
  const squares = encode(content, CODE_OPTIONS).data;
  return html`<figure class="payment-code">
    <svg
      viewBox="0 0 ${squares.length} ${squares.length}"
      role="img"
      aria-label="${caption}"
      shape-rendering="crispEdges"
    >
      <path d="${pathOfCode(squares)}" fill="#000" />
    </svg>
    <figcaption class="hint">${caption}</figcaption>
  </figure>`;
}

export function line(label: string, value: string): Markup {
  return html`<div class="instruction">
    <dt>${label}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;
}

function awaited({ say, money, time }: Speech, details: Transfer | CryptoTransfer): Markup {
  const received = details.received_amount ?? 0;
  return html`${
      received > 0 &&
      received < details.amount &&
      html`<p class="problem" role="status">
        ${say("receivedPartly", { received: money(received, details.currency), missing: money(missingOf(details), details.currency) })}
      </p>`
    }
    <p class="text">${say("waitingTransfer")}</p>
    ${details.expires_at !== null && html`<p class="hint">${say("expiresAt", { time: time(details.expires_at) })}</p>`}`;
}

function outcome({ say, language }: Speech, payment: CheckoutPayment): Step {
  const name = payment.organization.name;
  const { title, text, mayWorkAgain } = outcomeOf(payment);
  const way = mayWorkAgain ? "method" : "not";
  const wayBack = wayBackOf(payment);
  return {
    title: say(title),
    refresh: wayBack === null ? undefined : { afterSeconds: LOOK_AGAIN_SECONDS, address: wayBack },
    body: html`<div class="waiting">
      <h1 class="heading">${say(title)}</h1>
      <p class="text">${payment.success_message ?? say(text, { name })}</p>
      ${title === "failed" && text !== "failedText" && html`<p class="hint">${say("failedText")}</p>`}
      <p class="hint">${say("reference")}: <code>${payment.reference}</code></p>
      ${payment.receipt_url !== null && html`<a class="quiet" href="${payment.receipt_url}?locale=${language}">${say("showReceipt")}</a>`}
      ${
        wayBack !== null
          ? html`<a class="button" href="${wayBack}">${say("back", { name })}</a>`
          : !isGood(payment) &&
            payment.link_ref !== null &&
            html`<a
              class="button"
              href="/pay/${payment.link_ref}/plain?locale=${language}&amp;${way}=${payment.payment_method}"
              >${say(mayWorkAgain ? "tryAgain" : "another")}</a
            >`
      }
    </div>`,
  };
}
