import type { Body } from "@corridor/shared/operations.ts";
import { textOrUndefined } from "../../components/form-values.ts";

export type InitiationRequest = Body<"post", "/payments-init/initiate">;

/** The values of the form, without nesting. `requestOf` builds the request from them. */
export type NewPayment = {
  payment_method: "mobile_money" | "card";
  country: string;
  amount: number | string;
  currency: string;
  client_reference: string;
  description: string;
  payer_name: string;
  payer_email: string;
  payer_phone: string;
  network: string;
  phone_number: string;
  card_number: string;
  expiry_month: string;
  expiry_year: string;
  cvv: string;
  card_holder_name: string;
};

export const EMPTY_PAYMENT: NewPayment = {
  payment_method: "mobile_money",
  country: "",
  amount: "",
  currency: "",
  client_reference: "",
  description: "",
  payer_name: "",
  payer_email: "",
  payer_phone: "",
  network: "",
  phone_number: "",
  card_number: "",
  expiry_month: "",
  expiry_year: "",
  cvv: "",
  card_holder_name: "",
};

type Problems = Partial<Record<keyof NewPayment, string>>;

/** What the form can check; the service checks everything else, field by field. */
export function rulesOf(values: NewPayment): Problems {
  const problems: Problems = {};
  const needs = (field: keyof NewPayment, message = "Fill this in") => {
    if (String(values[field]).trim() === "") problems[field] = message;
  };
  if (!(Number(values.amount) > 0)) problems.amount = "Above zero";
  needs("currency", "Choose the currency");
  needs("payer_name");
  if (values.payer_email.trim() === "" && values.payer_phone.trim() === "") problems.payer_email = "E-mail or phone";
  if (values.payment_method === "mobile_money") {
    needs("network", "Choose the network");
    needs("phone_number");
  } else for (const field of ["card_number", "expiry_month", "expiry_year"] as const) needs(field);
  return problems;
}

export function requestOf(values: NewPayment): InitiationRequest {
  const amount = Number(values.amount);
  return withoutUndefined({
    direction: "payin",
    amount,
    currency: values.currency,
    target_amount: amount,
    target_currency: values.currency,
    payment_method: values.payment_method,
    country: textOrUndefined(values.country),
    client_reference: textOrUndefined(values.client_reference),
    description: textOrUndefined(values.description),
    payer_details: withoutUndefined({
      name: values.payer_name.trim(),
      email: textOrUndefined(values.payer_email),
      phone: textOrUndefined(values.payer_phone),
    }),
    mobile_money_details:
      values.payment_method === "mobile_money"
        ? withoutUndefined({
            provider: textOrUndefined(values.network),
            phone_number: textOrUndefined(values.phone_number),
          })
        : undefined,
    card_details:
      values.payment_method === "card"
        ? withoutUndefined({
            card_number: values.card_number.replaceAll(/\s/g, ""),
            expiry_month: values.expiry_month.trim(),
            expiry_year: values.expiry_year.trim(),
            cvv: textOrUndefined(values.cvv),
            card_holder_name: textOrUndefined(values.card_holder_name),
          })
        : undefined,
  });
}

function withoutUndefined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

/** Single quotes end a shell word; everything else inside them is literal. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The request as a shell command. A typed card never leaves the form: the command contains the usual test number. */
export function curlOf(request: InitiationRequest, origin: string): string {
  const shown =
    request.card_details == null
      ? request
      : {
          ...request,
          card_details: {
            ...request.card_details,
            card_number: "4242424242424242",
            ...(request.card_details.cvv == null ? {} : { cvv: "123" }),
          },
        };
  return [
    `curl ${quoted(`${origin}/v1/payments-init/initiate`)}`,
    "  -H 'Authorization: NONE'",
    "  -H 'X-Api-Key: YOUR_API_KEY'",
    "  -H 'Content-Type: application/json'",
    `  -d ${quoted(JSON.stringify(shown, null, 2))}`,
  ].join(" \\\n");
}
