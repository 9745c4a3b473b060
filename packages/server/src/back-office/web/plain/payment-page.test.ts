import { encode } from "uqr";
import { expect, test } from "vitest";
import type { CheckoutPayment } from "@corridor/shared/checkout/api.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { speechOf } from "@corridor/shared/languages/speech.ts";
import { CODE_OPTIONS, pathOfCode, transferCodeOf } from "@corridor/shared/checkout/transfer-code.ts";
import { paymentPage } from "./payment-page.ts";

const TRANSFER: NonNullable<CheckoutPayment["bank_transfer"]> = {
  account_name: "Corridor Europe",
  account_number: "DE89370400440532013000",
  bank_name: "Commerzbank",
  bank_code: null,
  reference: "7K3M9QX2T4RB",
  amount: 12.5,
  currency: "EUR",
  expires_at: null,
  qr_code: null,
  received_amount: null,
};
const PAYMENT: CheckoutPayment = {
  checkout_token: "token",
  organization: {
    name: "Lagos Fresh Foods",
    color: null,
    logo_url: null,
    support_email: null,
    support_phone: null,
    terms_url: null,
    privacy_url: null,
    footer: null,
  },
  test: true,
  link_ref: null,
  status: "pending",
  amount: 12.5,
  currency: "EUR",
  description: null,
  reference: "7K3M9QX2T4RB",
  payment_method: "bank_transfer",
  next_action: "bank_transfer",
  redirect_url: null,
  payment_link: null,
  bank_transfer: TRANSFER,
  crypto_transfer: null,
  otp: null,
  provider_text: null,
  mobile_money: null,
  card: null,
  failure_reason: null,
  failure_cause: null,
  receipt_url: null,
  success_message: null,
  return_url: null,
  expires_at: null,
  created_at: "2026-11-17T10:00:00Z",
  updated_at: "2026-11-17T10:00:00Z",
};
const bodyOf = (payment: CheckoutPayment): string =>
  paymentPage(speechOf("en", PHRASES.en, "UTC"), payment, null).body.markup;
const codeOf = (content: string): string => `<path d="${pathOfCode(encode(content, CODE_OPTIONS).data)}"`;

test("a page without scripts shows the code of a bank transfer, and none where no standard exists", () => {
  expect(bodyOf(PAYMENT)).toContain(codeOf(transferCodeOf(TRANSFER)!));
  expect(bodyOf({ ...PAYMENT, bank_transfer: { ...TRANSFER, currency: "NGN" } })).not.toContain("<svg");
});

test("a page without scripts shows the address of a crypto transfer as a code", () => {
  const crypto = {
    address: "TXYZ",
    network: "TRC20",
    memo: null,
    amount: 5,
    currency: "USDT",
    expires_at: null,
    received_amount: null,
  };
  expect(
    bodyOf({ ...PAYMENT, next_action: "crypto_transfer", bank_transfer: null, crypto_transfer: crypto }),
  ).toContain(codeOf("TXYZ"));
});

test("a page without scripts names the numbers of an account as its country does", () => {
  const british = { ...TRANSFER, account_number: "89437203", bank_code: "04-00-99", currency: "GBP" };
  expect(bodyOf(PAYMENT)).toContain("<dt>IBAN</dt>");
  expect(bodyOf({ ...PAYMENT, bank_transfer: british })).toMatch(/<dt>Account number<[\s\S]+<dt>Sort code</);
});

test("a payer who was at the provider is told to wait, and may go there again", () => {
  const payment = {
    ...PAYMENT,
    next_action: "redirect",
    bank_transfer: null,
    redirect_url: "https://bank.example/3ds",
  };
  const { title, body, refresh } = paymentPage(
    speechOf("en", PHRASES.en, "UTC"),
    payment as CheckoutPayment,
    null,
    true,
  );
  expect(title).toBe(PHRASES.en.processing);
  expect(body.markup).toContain('href="https://bank.example/3ds"');
  expect(refresh?.address).toContain("returned=1");
});

test("a code is asked for in the provider's own words, if it has some, marked and escaped", () => {
  const waiting = { ...PAYMENT, next_action: "collect_otp", otp: { phone_hint: null, attempts_left: 3 } } as const;
  expect(bodyOf(waiting)).toContain("A code was sent to your phone.");
  const page = bodyOf({ ...waiting, provider_text: "Dial *110# for a <voucher>" });
  expect(page).toContain('The payment provider says: <q dir="auto">Dial *110# for a &lt;voucher&gt;</q>');
  expect(page).not.toContain("was sent");
});
