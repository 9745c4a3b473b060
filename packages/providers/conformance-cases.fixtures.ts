import type { Case, HttpCase } from "@corridor/provider-kit/stage.fixtures.ts";
import { ADYEN_CASES } from "./adyen/adyen.fixtures.ts";
import { FLUTTERWAVE_CASES } from "./flutterwave/flutterwave.fixtures.ts";
import { MANUAL_CASES } from "./manual/manual.fixtures.ts";
import { MPESA_CASES } from "./mpesa/mpesa.fixtures.ts";
import { MTN_MOMO_CASES } from "./mtn_momo/mtn-momo.fixtures.ts";
import { PAWAPAY_CASES } from "./pawapay/pawapay.fixtures.ts";
import { PAYSTACK_CASES } from "./paystack/paystack.fixtures.ts";
import { SANDBOX_CASES } from "./sandbox/sandbox-provider.fixtures.ts";
import { STRIPE_CASES } from "./stripe/stripe.fixtures.ts";
import { WISE_CASES } from "./wise/wise.fixtures.ts";
import { YELLOWCARD_CASES } from "./yellowcard/yellowcard.fixtures.ts";

/** All providers that use HTTP, and all providers. To run the suite for another one, add its cases. */
export const HTTP_CASES: readonly HttpCase[] = [
  ...SANDBOX_CASES,
  ...MTN_MOMO_CASES,
  ...FLUTTERWAVE_CASES,
  ...STRIPE_CASES,
  ...YELLOWCARD_CASES,
  ...ADYEN_CASES,
  ...PAWAPAY_CASES,
  ...WISE_CASES,
  ...PAYSTACK_CASES,
  ...MPESA_CASES,
];

export const CONFORMANCE_CASES: readonly Case[] = [...HTTP_CASES, ...MANUAL_CASES];
