import { isoOf } from "@corridor/base/instant.ts";
import type {
  CardDetails,
  DispatchRequest,
  NextAction,
  PayerAddress,
  PayerDevice,
  ProviderStatus,
  RefundRequest,
} from "@corridor/provider-kit/provider.ts";
import { type Clean, Refusal } from "@corridor/provider-kit/speak.ts";
import {
  byMeaning,
  type Json,
  MalformedAnswer,
  objectOf,
  optionalPartOf,
  optionalTextOf,
  requireSame,
  statusIn,
  textOf,
  webAddressOf,
} from "@corridor/provider-kit/wire.ts";
import { codeOfText } from "@corridor/provider-kit/failures.ts";
import { amountBody, readAmount } from "./adyen-amount.ts";

/** Adyen's Checkout API (v71), without I/O: card payments, their return from 3D Secure, and refunds. */

/** Adyen accepts browser data complete or not at all. Without it Adyen cannot offer a redirect to 3D Secure. */
function browserOf({ ipAddress: _, ...browser }: PayerDevice): object | undefined {
  const isWhole = BROWSER_FIELDS.every((name) => browser[name] !== undefined);
  return isWhole ? browser : undefined;
}
const BROWSER_FIELDS = [
  "acceptHeader",
  "colorDepth",
  "javaEnabled",
  "language",
  "screenHeight",
  "screenWidth",
  "timeZoneOffset",
  "userAgent",
] as const;

/** Adyen wants the house number separately, and accepts an address complete or not at all. */
function addressOf({ line1, line2, city, state, postalCode, country }: PayerAddress): object | undefined {
  if (line1 === undefined || city === undefined || postalCode === undefined || country === undefined) return undefined;
  const [, before, street = line1, after] = /^(\d\S*)?\s*(.*?)\s*(\d\S*)?$/.exec(line1) ?? [];
  const houseNumberOrName = before ?? after ?? line2;
  if (houseNumberOrName === undefined) return undefined;
  return {
    street: before === undefined && after === undefined ? line1 : street,
    houseNumberOrName,
    city,
    postalCode,
    country,
    stateOrProvince: state,
  };
}

const PHONE = /^\+\d{5,18}$/;

export function paymentBody(request: DispatchRequest, merchantAccount: string): object {
  const { card, payer } = request;
  if (card === undefined) throw new Refusal("card_missing", "adyen needs the card's details");
  return {
    merchantAccount,
    reference: request.reference,
    amount: amountBody(request.amount),
    paymentMethod: cardBody(card, payer?.name),
    returnUrl: request.returnUrl,
    countryCode: request.country,
    shopperEmail: payer?.email,
    telephoneNumber: payer?.phone !== undefined && PHONE.test(payer.phone) ? payer.phone : undefined,
    shopperInteraction: "Ecommerce",
    // An account may delay the capture. "Authorised" means completed to us, so the capture must be immediate.
    captureDelayHours: 0,
    shopperIP: request.payerDevice?.ipAddress,
    browserInfo: browserOf(request.payerDevice ?? {}),
    billingAddress: addressOf(request.payerAddress ?? {}),
    authenticationData: { threeDSRequestData: { nativeThreeDS: "disabled" } },
    // Our return endpoint is a page that a browser opens, so Adyen's result must be in its address.
    redirectFromIssuerMethod: "GET",
    redirectToIssuerMethod: "GET",
  };
}

function cardBody(card: CardDetails, payerName: string | undefined): object {
  return {
    type: "scheme",
    number: card.card_number.replace(/\D/g, ""),
    expiryMonth: card.expiry_month.padStart(2, "0"),
    expiryYear: card.expiry_year.length === 2 ? `20${card.expiry_year}` : card.expiry_year,
    cvc: card.cvv,
    holderName: card.card_holder_name || payerName,
  };
}

/** Every status a payment of ours can have: none is authentication-only or partly authorized. */
const STATUS_OF_RESULT = byMeaning<ProviderStatus>({
  completed: "Authorised",
  processing: "Received Pending",
  pending: "RedirectShopper IdentifyShopper ChallengeShopper PresentToShopper",
  failed: "Refused Error Cancelled",
});

/** `reference`: ours, which not every answer repeats. `pspReference`: Adyen's id, certain only once authorized. */
export function readPaymentResult(json: Json, now: Date, clean: Clean) {
  const { providerStatus, status } = statusIn(STATUS_OF_RESULT, json, "resultCode");
  const pspReference = optionalTextOf(json, "pspReference");
  if (status === "completed" && pspReference === undefined) throw new MalformedAnswer("pspReference");
  const authCode = optionalTextOf(optionalPartOf(json, "additionalData"), "authCode");
  return {
    providerStatus,
    status,
    reference: optionalTextOf(json, "merchantReference"),
    pspReference,
    amount: json["amount"] == null ? undefined : readAmount(json["amount"]),
    refusal: {
      code: clean(
        optionalTextOf(json, "refusalReasonCode") ??
          codeOfText(optionalTextOf(json, "refusalReason")) ??
          providerStatus,
      ),
      reason: clean(optionalTextOf(json, "refusalReason") ?? providerStatus),
    },
    nextAction: providerStatus === "RedirectShopper" ? readRedirect(json["action"], now) : undefined,
    data: authCode === undefined ? undefined : { auth_code: clean(authCode) },
  };
}

/** How long a card can be used on Adyen's page, plus an hour for the webhook that reports the end. */
const OPEN_FOR_MS = 13 * 3_600_000;

/** Refuses a redirect that needs a posted form: we can only send the customer to an address. */
function readRedirect(value: unknown, now: Date): NextAction {
  const action = objectOf(value, "action");
  if (action["type"] !== "redirect" || (action["method"] ?? "GET") !== "GET") throw new MalformedAnswer("action");
  return {
    type: "redirect",
    redirect_url: webAddressOf(action, "url"),
    expires_at: isoOf(new Date(now.getTime() + OPEN_FOR_MS)),
  };
}

export function refundBody(request: RefundRequest, merchantAccount: string): object {
  return { merchantAccount, reference: request.reference, amount: amountBody(request.amount) };
}

export function readRefundReceipt(json: Json, request: RefundRequest): string {
  requireSame("status", textOf(json, "status"), "received");
  requireSame("paymentPspReference", textOf(json, "paymentPspReference"), request.providerPaymentId);
  requireSame("reference", optionalTextOf(json, "reference") ?? request.reference, request.reference);
  requireSame("amount", readAmount(json["amount"]), request.amount);
  return textOf(json, "pspReference");
}
