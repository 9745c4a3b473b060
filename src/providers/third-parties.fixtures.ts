import { type Clock, SteppedClock } from "#src/platform/clock.ts";
import { settingsAt, startAdyen } from "./adyen/adyen.fixtures.ts";
import { SETTINGS as FLUTTERWAVE_SETTINGS, startFlutterwave } from "./flutterwave/flutterwave.fixtures.ts";
import { MPESA_SETTINGS, startFakeMpesa } from "./mpesa/mpesa.fixtures.ts";
import { MTN_SETTINGS, startFakeMtn } from "./mtn_momo/mtn-momo.fixtures.ts";
import { startFakePawapay, TEST_CALLBACK_SECRET, TEST_TOKEN as PAWAPAY_TOKEN } from "./pawapay/pawapay.fixtures.ts";
import { startFakePaystack, TEST_KEY as PAYSTACK_KEY } from "./paystack/paystack.fixtures.ts";
import type { ProviderName, ProviderTools, Provider } from "./provider.ts";
import { scriptedServer } from "./stage.fixtures.ts";
import { FakeStripe, STRIPE_SETTINGS } from "./stripe/stripe.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";
import { startFakeWise, TEST_PROFILE, TEST_TOKEN as WISE_TOKEN } from "./wise/wise.fixtures.ts";
import { SETTINGS as YELLOWCARD_SETTINGS, startYellowCard } from "./yellowcard/yellowcard.fixtures.ts";

/** The fixture servers of all providers of other companies, with settings that each of them takes and the secret that shows who we are. */
export type Fixture = {
  name: ProviderName;
  key: string;
  settings(baseUrl: string): Readonly<Record<string, unknown>>;
  start(clock: Clock): Promise<{ url: string; close(): Promise<void> }>;
};

export const THIRD_PARTY_FIXTURES: readonly Fixture[] = [
  { name: "adyen", key: "api_key", settings: settingsAt, start: startAdyen },
  { name: "flutterwave", key: "secret_key", settings: (base_url) => ({ ...FLUTTERWAVE_SETTINGS, base_url }), start: startFlutterwave },
  { name: "mpesa", key: "consumer_secret", settings: (base_url) => ({ ...MPESA_SETTINGS, base_url }), start: startFakeMpesa },
  { name: "mtn_momo", key: "collection_api_key", settings: (base_url) => ({ ...MTN_SETTINGS, base_url }), start: () => startFakeMtn() },
  {
    name: "pawapay",
    key: "api_token",
    settings: (base_url) => ({ base_url, api_token: PAWAPAY_TOKEN, callback_secret: TEST_CALLBACK_SECRET }),
    start: startFakePawapay,
  },
  { name: "paystack", key: "secret_key", settings: (base_url) => ({ secret_key: PAYSTACK_KEY, base_url }), start: startFakePaystack },
  {
    name: "stripe",
    key: "secret_key",
    settings: (base_url) => ({ ...STRIPE_SETTINGS, base_url }),
    start: (clock) => scriptedServer(new FakeStripe(clock).answer),
  },
  {
    name: "wise",
    key: "api_token",
    settings: (base_url) => ({ base_url, api_token: WISE_TOKEN, profile_id: TEST_PROFILE, recipient_legal_type: "PRIVATE", cost_tolerance_percent: 5 }),
    start: startFakeWise,
  },
  { name: "yellowcard", key: "secret_key", settings: (base_url) => ({ ...YELLOWCARD_SETTINGS, base_url }), start: (clock) => startYellowCard(clock) },
];

/** By settings that the kind's own schema has not been held against: these are right, or wrong on purpose. */
export function createThirdParty(
  name: ProviderName,
  settings: Readonly<Record<string, unknown>>,
  tools: Partial<ProviderTools> & Pick<ProviderTools, "outbound">,
): Provider {
  return THIRD_PARTIES.find((kind) => kind.name === name)!.create(settings, { clock: new SteppedClock(), ...tools });
}
