import { setTimeout as pause } from "node:timers/promises";
import { notFound } from "#src/kernel/http/errors.ts";
import type { PaymentKey } from "#src/payments/store/index.ts";
import { askProvider, type AskDeps } from "./check-payments.ts";
import { isFinal, type Payment, type PaymentPhase, phaseOf } from "#src/payments/core/index.ts";

/**
 * Every return from a hosted page: the provider is polled, whatever the browser claims. The outcome of a payment that
 * is still in progress after a short wait is unknown: "completed" or "failed" would be a guess.
 */
const WAIT_FOR_END_MS = 5_000;
const ASK_EVERY_MS = 500;
const REFERENCE_PREFIX_LENGTH = 18;

export async function returnCustomer(deps: AskDeps, key: PaymentKey, returned: Readonly<Record<string, string>>) {
  const found = await deps.store.findPayment(key);
  if (found === undefined) throw notFound("Payment");
  let payment = found;
  let isAnswered = false;
  for (let waitedMs = 0; !isFinal(payment.status); waitedMs += ASK_EVERY_MS) {
    // The customer brings the parameters only once, and the provider may wait for them: sent until a poll is answered.
    const outcome = await askProvider(deps, payment, isAnswered ? "return" : { returned });
    isAnswered ||= outcome !== undefined;
    payment = outcome?.payment ?? payment;
    if (isFinal(payment.status) || waitedMs >= WAIT_FOR_END_MS) break;
    await pause(ASK_EVERY_MS);
  }
  const { return_url } = payment.details;
  return { payment, location: return_url === undefined ? null : returnAddressOf(return_url, payment) };
}

/**
 * Schemes of addresses that a browser would execute, would read from the customer's own machine, would hand to the
 * system instead of an app, or could not open. Any other is a page, or an app's own.
 */
const NO_PLACES = new RegExp(
  "^(?:javascript|vbscript|livescript|data|blob|file|filesystem|about|view-source|intent|jar|resource|chrome|edge|opera" +
    "|[a-z-]+-extension|ms-[a-z-]+|search-ms|shell|android-app|itms-[a-z]+|s?ftp|ftps|wss?|smb|nfs|ldaps?|ssh|telnet" +
    "|rdp|vnc|gopher|news|nntp|irc|magnet|git|svn|dav|mailto|tel|sms):",
  "i",
);
export const RETURN_ADDRESS_RULE = "must be an http or https URL, or a link into an app, such as myapp://paid";

/** A page that a browser can be sent to. A URI may still be unusable: a port too high, an IP address of five parts. */
export function isReturnAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(text) && !NO_PLACES.test(text) && URL.canParse(text);
}

/** Before the end there is no `status`: the contract knows only "completed" and "failed". */
export function returnAddressOf(address: string, payment: Payment): string {
  const url = new URL(address);
  if (isFinal(payment.status)) url.searchParams.set("status", returnStatusOf(payment));
  url.searchParams.set("reference", referenceOf(payment));
  return url.href;
}

/** The reference by which customers and callers know the payment. */
export function referenceOf(payment: Payment): string {
  return payment.clientReference ?? payment.paymentId.slice(0, REFERENCE_PREFIX_LENGTH);
}

export type ReturnStatus = "completed" | "failed" | "pending";
const RETURN_STATUS: Record<PaymentPhase, ReturnStatus> = {
  starting: "pending",
  review: "pending",
  open: "pending",
  succeeded: "completed",
  unsuccessful: "failed",
};

export function returnStatusOf(payment: Payment): ReturnStatus {
  return RETURN_STATUS[phaseOf(payment.status)];
}
