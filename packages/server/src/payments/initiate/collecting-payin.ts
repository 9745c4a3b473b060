import Type from "typebox";
import { InitiationRequest, InitiationResponse } from "#src/payments/wire/index.ts";

/** A payin inside another module's request, which determines the amount, and the payment in that request's answer. */
const FIELDS = [
  "payment_method",
  "country",
  "client_reference",
  "description",
  "payer_details",
  "mobile_money_details",
  "card_details",
  "bank_details",
  "bank_account",
  "return_url",
  "metadata",
] as const;
export const CollectingPayinInput = Type.Pick(InitiationRequest, FIELDS, {
  title: "CollectingPayin",
  "x-meaning": "Instead of `account_id`: a payin that collects the money, as for POST /payments-init/initiate",
});
export const StartedPayin = InitiationResponse.properties.response;
