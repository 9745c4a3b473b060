import { ADYEN } from "./adyen/adyen.ts";
import { FLUTTERWAVE } from "./flutterwave/flutterwave.ts";
import { JOURNEYS } from "./journeys.ts";
import { MPESA } from "./mpesa/mpesa.ts";
import { MTN_MOMO } from "./mtn_momo/mtn-momo.ts";
import { PAWAPAY } from "./pawapay/pawapay.ts";
import { PAYSTACK } from "./paystack/paystack.ts";
import type { ProviderKind } from "@corridor/provider-kit/provider.ts";
import { STRIPE } from "./stripe/stripe.ts";
import { WISE } from "./wise/wise.ts";
import { YELLOWCARD } from "./yellowcard/yellowcard.ts";

/** Set up by an admin of the deployment. CONTRIBUTING.md says what to touch for a new one. */
export const THIRD_PARTIES: readonly ProviderKind[] = [
  ADYEN,
  FLUTTERWAVE,
  MPESA,
  MTN_MOMO,
  PAWAPAY,
  PAYSTACK,
  STRIPE,
  WISE,
  YELLOWCARD,
].map((kind) => ({ ...kind, journey: JOURNEYS[kind.name] }));
