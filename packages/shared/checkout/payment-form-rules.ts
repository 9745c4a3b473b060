import type { CheckoutLink, Method, PayRequest } from "./api.ts";
import { scaleOf } from "../money-text.ts";
import type { Phrase } from "../languages/en.ts";
import type { Language } from "../languages/language.ts";
import { localeOf } from "../languages/speech.ts";

export type FormValues = {
  amount: string;
  country: string;
  method: Method;
  name: string;
  email: string;
  network: string;
  phone: string;
  cardNumber: string;
  expiry: string;
  cvv: string;
  /** Answers to the merchant's own questions, by key. */
  custom: Readonly<Record<string, string>>;
};

export function emptyValues(
  link: Pick<CheckoutLink, "country" | "countries" | "payer_currency" | "suggested_amount" | "email">,
): FormValues {
  const country = likelyCountry(link);
  return {
    amount: link.suggested_amount === null ? "" : String(link.suggested_amount),
    country: country?.country ?? "",
    method: country?.methods[0] ?? "card",
    name: "",
    email: link.email ?? "",
    network: "",
    phone: "",
    cardNumber: "",
    expiry: "",
    cvv: "",
    custom: {},
  };
}

export type FormProblems = Partial<Record<Exclude<keyof FormValues, "custom"> | CustomName, Phrase>>;
type CustomName = `custom.${string}`;
export const customName = (key: string): CustomName => `custom.${key}`;

const CARD_NUMBER = /^\d{13,19}$/;
const CVV = /^\d{3,4}$/;
const PHONE = /^\+?\d{6,15}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Keyboards of some languages type their own digits; Arabic and Persian ones are converted. */
const latin = (text: string): string =>
  text.replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
export const digitsOf = (text: string): string => latin(text).replaceAll(/\D/g, "");
const phoneOf = (text: string): string => latin(text).replaceAll(/[\s().-]/g, "");

/** "4242 4242 4242 4242": groups of four, which suit every card number. */
export function groupCardNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replaceAll(/(\d{4})(?=\d)/g, "$1 ");
}

/** "12 / 29", also when pasted as 12/2029 or filled in by the browser. */
export function groupExpiry(text: string): string {
  const full = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(latin(text));
  if (full !== null) return `${full[1]!.padStart(2, "0")} / ${full[2]}`;
  const digits = digitsOf(text).slice(0, 4);
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function expiryOf(text: string): { month: string; year: string } | null {
  const digits = digitsOf(text);
  if (digits.length !== 4) return null;
  const month = Number(digits.slice(0, 2));
  return month < 1 || month > 12 ? null : { month: digits.slice(0, 2), year: `20${digits.slice(2)}` };
}

function hasExpired(expiry: { month: string; year: string }, today: Date): boolean {
  return today >= new Date(Number(expiry.year), Number(expiry.month), 1);
}

/** "1,500" and "1,234,567.89": thousands as English writes them. */
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/;
const NUMBER = /^\d+(?:\.(\d*))?$/;
const SHOWN_DECIMALS = 2;

function commaGroups(language: Language): boolean {
  return new Intl.NumberFormat(localeOf(language))
    .formatToParts(1_000_000)
    .some(({ type, value }) => type === "group" && value === ",");
}

/**
 * The typed amount, or null if it is ambiguous: a comma groups thousands in English and begins the decimals in French,
 * and a number with more decimals than money has ("1.500") may mean thousands too. Nobody must pay a thousandth of what
 * they typed.
 */
export function amountOf(text: string, currency: string, language: Language): number | null {
  const typed = latin(text).replaceAll(/\s/g, "");
  const plain = commaGroups(language) && GROUPED.test(typed) ? typed.replaceAll(",", "") : typed.replace(",", ".");
  const decimals = NUMBER.exec(plain)?.[1] ?? "";
  if (!NUMBER.test(plain) || Number(plain) === 0) return null;
  const scale = scaleOf(currency);
  // "5000.00" is also valid in a currency without decimals.
  return decimals.length > Math.max(scale, SHOWN_DECIMALS) || /[^0]/.test(decimals.slice(scale)) ? null : Number(plain);
}

/**
 * The payer's likely country: the organization's if its mobile money has the currency, otherwise a country that has it,
 * otherwise any that is offered.
 */
export function likelyCountry(
  link: Pick<CheckoutLink, "country" | "countries" | "payer_currency">,
): CheckoutLink["countries"][number] | undefined {
  const own = link.countries.find((entry) => entry.country === link.country);
  const hasCurrency = (entry: CheckoutLink["countries"][number]): boolean =>
    entry.networks.some((network) => network.currency === link.payer_currency);
  if (own !== undefined && (hasCurrency(own) || !link.countries.some(hasCurrency))) return own;
  return link.countries.find(hasCurrency) ?? own ?? link.countries[0];
}

/** Country and method from the address, if they are offered; `not` is a method that has just failed. */
export function chosenWay(
  link: CheckoutLink,
  wanted: { country?: unknown; method?: unknown; not?: unknown },
): Pick<FormValues, "country" | "method"> {
  const country = link.countries.find((entry) => entry.country === wanted.country) ?? likelyCountry(link);
  const methods = country?.methods ?? [];
  const method =
    methods.find((offered) => offered === wanted.method) ??
    methods.find((offered) => offered !== wanted.not) ??
    methods[0] ??
    "card";
  return { country: country?.country ?? "", method };
}

/** Faults that the payer can see. Only the provider knows whether a card or number exists. */
export function problemsOf(
  values: FormValues,
  link: Pick<CheckoutLink, "amount_type" | "payer_currency" | "custom_fields">,
  language: Language,
  today: Date,
): FormProblems {
  const problems: FormProblems = {};
  if (link.amount_type === "open" && amountOf(values.amount, link.payer_currency, language) === null)
    problems.amount = "invalidAmount";
  for (const { key, required } of link.custom_fields)
    if (required === true && (values.custom[key] ?? "").trim() === "") problems[customName(key)] = "required";
  if (values.name.trim() === "") problems.name = "required";
  if (values.email.trim() !== "" && !EMAIL.test(values.email.trim())) problems.email = "invalidEmail";
  else if (values.email.trim() === "" && values.method !== "mobile_money") problems.email = "required";
  if (values.method === "mobile_money") {
    if (values.network === "") problems.network = "chooseNetwork";
    if (!PHONE.test(phoneOf(values.phone))) problems.phone = "invalidPhone";
  }
  if (values.method === "card") {
    if (!CARD_NUMBER.test(digitsOf(values.cardNumber))) problems.cardNumber = "invalidCard";
    const expiry = expiryOf(values.expiry);
    if (expiry === null) problems.expiry = "invalidExpiry";
    else if (hasExpired(expiry, today)) problems.expiry = "cardExpired";
    if (!CVV.test(values.cvv)) problems.cvv = "invalidCvv";
  }
  return problems;
}

export function requestOf(
  values: FormValues,
  link: Pick<CheckoutLink, "amount_type" | "payer_amount" | "payer_currency" | "quantity" | "custom_fields"> & {
    quote: { quote_id: string } | null;
  },
  language: Language,
): PayRequest {
  const phone = phoneOf(values.phone);
  const email = values.email.trim();
  const request: PayRequest = {
    payment_method: values.method,
    country: values.country,
    payer_details: {
      name: values.name.trim(),
      ...(email === "" ? {} : { email }),
      ...(values.method === "mobile_money" ? { phone } : {}),
    },
    locale: language,
  };
  if (link.quantity > 1) request.quantity = link.quantity;
  const answers = link.custom_fields.flatMap(({ key }) =>
    (values.custom[key] ?? "") === "" ? [] : [[key, values.custom[key]!]],
  );
  if (answers.length > 0) request.custom_fields = Object.fromEntries(answers);
  if (link.quote !== null) request.quote_id = link.quote.quote_id;
  const amount =
    link.amount_type === "open" ? amountOf(values.amount, link.payer_currency, language) : link.payer_amount;
  if (amount !== null) request.amount = amount;
  if (values.method === "mobile_money")
    request.mobile_money_details = { provider: values.network, phone_number: phone };
  if (values.method === "card") {
    const expiry = expiryOf(values.expiry)!;
    request.card_details = {
      card_number: digitsOf(values.cardNumber),
      expiry_month: expiry.month,
      expiry_year: expiry.year,
      cvv: values.cvv,
      card_holder_name: values.name.trim(),
    };
  }
  return request;
}

/**
 * The request fields that the payer can correct, and the text for each: the service's own messages are in English, for
 * developers.
 */
const FIELDS_OF_REQUEST: Readonly<Record<string, readonly [keyof FormProblems, Phrase]>> = {
  amount: ["amount", "invalidAmount"],
  "payer_details.name": ["name", "noCardHere"],
  "payer_details.email": ["email", "invalidEmail"],
  "payer_details.phone": ["phone", "invalidPhone"],
  "mobile_money_details.provider": ["network", "chooseNetwork"],
  "mobile_money_details.phone_number": ["phone", "invalidPhone"],
  "card_details.card_number": ["cardNumber", "invalidCard"],
  "card_details.card_holder_name": ["name", "noCardHere"],
  "card_details.expiry_month": ["expiry", "invalidExpiry"],
  "card_details.expiry_year": ["expiry", "invalidExpiry"],
  "card_details.cvv": ["cvv", "invalidCvv"],
};

/** The service's errors, by field of the form; empty when no field of the form is wrong. */
export function problemsOfRefusal(
  refused: readonly { path: string }[],
  link: Pick<CheckoutLink, "amount_type">,
): FormProblems {
  const known = refused.flatMap(({ path }): (readonly [keyof FormProblems, Phrase])[] => {
    if (path.startsWith("custom_fields.")) return [[customName(path.slice("custom_fields.".length)), "required"]];
    return Object.hasOwn(FIELDS_OF_REQUEST, path) ? [FIELDS_OF_REQUEST[path]!] : [];
  });
  return Object.fromEntries(known.filter(([field]) => field !== "amount" || link.amount_type === "open"));
}
