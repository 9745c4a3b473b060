import { convert } from "@corridor/shared/money-text.ts";
import type { Body } from "@corridor/shared/operations.ts";
import { textOrUndefined } from "../../components/form-values.ts";
import type { LockedRate } from "./use-locked-rate.ts";

export type InitiationRequest = Body<"post", "/payments-init/initiate">;

/** The values of the form, without nesting. `requestOf` builds the request from them. */
export type NewPayment = {
  direction: "payin" | "payout";
  payment_method: InitiationRequest["payment_method"];
  country: string;
  amount: number | string;
  currency: string;
  target_currency: string;
  client_reference: string;
  description: string;
  return_url: string;
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
  source_name: string;
  source_number: string;
  source_bank: string;
  account_number: string;
  bank_code: string;
  bank_name: string;
  beneficiary_id: string;
};

export const EMPTY_PAYMENT: NewPayment = {
  direction: "payin",
  payment_method: "mobile_money",
  country: "",
  amount: "",
  currency: "",
  target_currency: "",
  client_reference: "",
  description: "",
  return_url: "",
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
  source_name: "",
  source_number: "",
  source_bank: "",
  account_number: "",
  bank_code: "",
  bank_name: "",
  beneficiary_id: "",
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
  needs("target_currency", "Choose the currency");
  if (values.direction === "payin") {
    needs("payer_name");
    if (values.payer_email.trim() === "" && values.payer_phone.trim() === "") problems.payer_email = "E-mail or phone";
  } else needs("beneficiary_id", "Choose who is paid");
  // For a payout, omitted fields come from the beneficiary.
  if (values.payment_method === "mobile_money" && values.direction === "payin") {
    needs("network", "Choose the network");
    needs("phone_number");
  }
  if (values.payment_method === "card")
    for (const field of ["card_number", "expiry_month", "expiry_year"] as const) needs(field);
  if (values.payment_method === "bank_transfer" && values.direction === "payin") {
    needs("source_number");
    needs("account_number");
  }
  return problems;
}

export function requestOf(values: NewPayment, rate: LockedRate | null): InitiationRequest {
  const amount = Number(values.amount);
  const crosses = values.currency !== values.target_currency && values.target_currency !== "";
  return withoutUndefined({
    amount,
    currency: values.currency,
    target_amount: crosses && rate !== null ? convert(amount, rate.rate, values.target_currency) : amount,
    target_currency: values.target_currency,
    payment_method: values.payment_method,
    direction: values.direction,
    country: textOrUndefined(values.country),
    org_rate_id: crosses && rate !== null ? rate.org_rate_id : undefined,
    client_reference: textOrUndefined(values.client_reference),
    description: textOrUndefined(values.description),
    return_url: textOrUndefined(values.return_url),
    beneficiary_id: values.direction === "payout" ? textOrUndefined(values.beneficiary_id) : undefined,
    payer_details:
      values.direction === "payin"
        ? withoutUndefined({
            name: values.payer_name.trim(),
            email: textOrUndefined(values.payer_email),
            phone: textOrUndefined(values.payer_phone),
          })
        : undefined,
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
    bank_details:
      values.payment_method === "bank_transfer" && values.source_number.trim() !== ""
        ? withoutUndefined({
            account_name: textOrUndefined(values.source_name),
            account_number: values.source_number.trim(),
            bank_name: textOrUndefined(values.source_bank),
            country: textOrUndefined(values.country),
          })
        : undefined,
    bank_account:
      values.payment_method === "bank_transfer"
        ? withoutUndefined({
            account_number: textOrUndefined(values.account_number),
            bank_code: textOrUndefined(values.bank_code),
            bank_name: textOrUndefined(values.bank_name),
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
