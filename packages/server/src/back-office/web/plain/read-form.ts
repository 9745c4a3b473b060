import type { CheckoutLink } from "@corridor/shared/checkout/api.ts";
import {
  customName,
  emptyValues,
  type FormValues,
  type requestOf,
} from "@corridor/shared/checkout/payment-form-rules.ts";

type FilledForm = {
  values: FormValues;
  formKey: string;
  /** The price that the payer saw, which is all that may be charged. */
  shown: Parameters<typeof requestOf>[1];
};

const METHODS = ["mobile_money", "card", "bank_transfer"] as const;
const FORM_KEY = /^[\w-]{16,64}$/;

/** `newKey`: the idempotency key to use if the form does not contain one. */
export function readForm(link: CheckoutLink, sent: URLSearchParams, newKey: string): FilledForm {
  const text = (name: string): string => (sent.get(name) ?? "").trim();
  const empty = emptyValues(link);
  const typed = Object.fromEntries(Object.keys(empty).flatMap((name) => (sent.has(name) ? [[name, text(name)]] : [])));
  const custom = Object.fromEntries(link.custom_fields.map(({ key }) => [key, text(customName(key))]));
  const method = METHODS.find((one) => one === text("method")) ?? empty.method;
  const values: FormValues = { ...empty, ...typed, custom, method };
  const quote = text("quote_id") === "" ? null : { quote_id: text("quote_id") };
  const payerAmount = text("shown_amount") === "" ? link.payer_amount : Number(text("shown_amount"));
  return {
    values,
    formKey: FORM_KEY.test(text("form_key")) ? text("form_key") : newKey,
    shown: { ...link, payer_amount: payerAmount, quote },
  };
}
