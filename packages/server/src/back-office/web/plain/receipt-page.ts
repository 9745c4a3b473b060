import type { Data } from "@corridor/shared/operations.ts";
import type { Speech } from "@corridor/shared/languages/speech.ts";
import { html } from "./html.ts";
import type { PlainPage } from "./page.ts";
import { line } from "./payment-page.ts";
import { receiptLines, receiptTitle } from "@corridor/shared/receipt-text.ts";

export type CheckoutReceipt = Data<"get", "/checkout/receipts/{receipt_code}">;

/** Anybody who knows its short address may view it, to check a printed receipt. */
export function receiptPage(speech: Speech, receipt: CheckoutReceipt): PlainPage {
  const { say, money, language } = speech;
  return {
    title: receiptTitle(speech, receipt),
    test: receipt.test,
    organization: receipt.organization,
    body: html`<div class="summary">
        <h1 class="heading">${say("receipt")}</h1>
        <p class="amount">${money(receipt.amount, receipt.currency)}</p>
        ${receipt.status === "refunded" && html`<p class="problem">${say("refunded")}</p>`}
      </div>
      <dl class="instructions">${receiptLines(speech, receipt).map(([label, value]) => line(label, value))}</dl>
      <p class="hint">${say("receiptGenuine")}</p>
      <a class="button no-print" href="/r/${receipt.receipt_code}/pdf?locale=${language}">${say("downloadPdf")}</a>`,
  };
}
