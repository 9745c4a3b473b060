import type { Body, Data } from "@corridor/shared/operations.ts";
import { textOrUndefined } from "../../components/form-values.ts";
import type { Asset } from "../ramps/ramp-assets.ts";

export type Quote = Data<"get", "/quotes/{quote_id}">;
type QuoteRequest = Body<"post", "/quotes">;

export const QUOTE_DIRECTIONS: Record<QuoteRequest["direction"], string> = {
  payin: "Payin",
  payout: "Payout",
  on_ramp: "Buy crypto",
  off_ramp: "Sell crypto",
};

export const EMPTY_QUOTE = {
  direction: "payin" as QuoteRequest["direction"],
  payment_method: "bank_transfer" as QuoteRequest["payment_method"],
  amount: "" as number | string,
  currency: "",
  target_currency: "",
  country: "",
  crypto_currency: "USDT" as Asset,
  crypto_network: "TRON" as string,
};
export type QuoteForm = typeof EMPTY_QUOTE;

export const isRamp = ({ direction }: Pick<QuoteForm, "direction">): boolean =>
  direction === "on_ramp" || direction === "off_ramp";

export function requestOf(values: QuoteForm): QuoteRequest {
  const { direction, payment_method, currency, crypto_currency, crypto_network } = values;
  return {
    direction,
    payment_method,
    amount: Number(values.amount),
    currency,
    country: textOrUndefined(values.country),
    ...(isRamp(values)
      ? { crypto_currency, crypto_network }
      : { target_currency: textOrUndefined(values.target_currency) }),
  };
}
