import { type Clock, SteppedClock } from "@corridor/base/clock.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { settingsAt, standardWebhook, startAdyen } from "./adyen/adyen.fixtures.ts";
import { SETTINGS as FLUTTERWAVE_SETTINGS, startFlutterwave } from "./flutterwave/flutterwave.fixtures.ts";
import { MPESA_SETTINGS, startFakeMpesa } from "./mpesa/mpesa.fixtures.ts";
import { MTN_SETTINGS, startFakeMtn } from "./mtn_momo/mtn-momo.fixtures.ts";
import { startFakePawapay, TEST_CALLBACK_SECRET, TEST_TOKEN as PAWAPAY_TOKEN } from "./pawapay/pawapay.fixtures.ts";
import { startFakePaystack, TEST_KEY as PAYSTACK_KEY } from "./paystack/paystack.fixtures.ts";
import type { Provider, ProviderName, ProviderTools, RawCallback } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { FakeStripe, STRIPE_SETTINGS } from "./stripe/stripe.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";
import {
  signedEvent,
  startFakeWise,
  stateChange,
  TEST_PROFILE,
  TEST_PUBLIC_KEY as WISE_PUBLIC_KEY,
  TEST_TOKEN as WISE_TOKEN,
} from "./wise/wise.fixtures.ts";
import { SETTINGS as YELLOWCARD_SETTINGS, startYellowCard } from "./yellowcard/yellowcard.fixtures.ts";

/** The fixture servers of all third-party providers, with valid settings for each and the secret that identifies us. */
export type Fixture = {
  name: ProviderName;
  key: string;
  settings(baseUrl: string): Readonly<Record<string, unknown>>;
  start(clock: Clock): Promise<FixtureServer>;
};
/** `complete`: completes a payment, and returns the callback that reports it. */
export type FixtureServer = { url: string; complete(reference: string): RawCallback; close(): Promise<void> };

export const THIRD_PARTY_FIXTURES: readonly Fixture[] = [
  {
    name: "adyen",
    key: "api_key",
    settings: settingsAt,
    start: async () => {
      const server = await startAdyen();
      const authorised = ({ id, reference, amount }: ReturnType<typeof server.find>): RawCallback =>
        standardWebhook([{ eventCode: "AUTHORISATION", merchantReference: reference, pspReference: id, amount }]);
      const complete = (reference: string): RawCallback =>
        server.find(reference).kind === "transfer"
          ? server.transferWebhook(reference, "booked")
          : authorised(server.find(reference));
      return { ...server, complete };
    },
  },
  {
    name: "flutterwave",
    key: "secret_key",
    settings: (base_url) => ({ ...FLUTTERWAVE_SETTINGS, base_url }),
    start: startFlutterwave,
  },
  {
    name: "mpesa",
    key: "consumer_secret",
    settings: (base_url) => ({ ...MPESA_SETTINGS, base_url }),
    start: async () => {
      const fake = await startFakeMpesa();
      return { url: fake.url, close: fake.close, complete: (reference) => fake.end(reference) };
    },
  },
  {
    name: "mtn_momo",
    key: "collection_api_key",
    settings: (base_url) => ({ ...MTN_SETTINGS, base_url }),
    start: async () => {
      const fake = await startFakeMtn();
      return {
        url: fake.url,
        close: fake.close,
        complete: (reference) => fake.end(reference, { status: "SUCCESSFUL" }),
      };
    },
  },
  {
    name: "pawapay",
    key: "api_token",
    settings: (base_url) => ({ base_url, api_token: PAWAPAY_TOKEN, callback_secret: TEST_CALLBACK_SECRET }),
    start: async () => {
      const fake = await startFakePawapay();
      const complete = (reference: string): RawCallback => ({
        headers: {},
        rawBody: Buffer.from(JSON.stringify(fake.say(uuidV4Of(reference), { status: "COMPLETED" }))),
        path: `/v1/callbacks/pawapay/notices/${TEST_CALLBACK_SECRET}`,
      });
      return { url: fake.url, close: fake.close, complete };
    },
  },
  {
    name: "paystack",
    key: "secret_key",
    settings: (base_url) => ({ secret_key: PAYSTACK_KEY, base_url }),
    start: async (clock) => {
      const fake = await startFakePaystack(clock);
      const complete = (reference: string): RawCallback =>
        fake.tell(fake.transfers.has(reference) ? "transfer.success" : "charge.success", reference);
      return { url: fake.url, close: fake.close, complete };
    },
  },
  {
    name: "stripe",
    key: "secret_key",
    settings: (base_url) => ({ ...STRIPE_SETTINGS, base_url }),
    start: async (clock) => {
      const fake = new FakeStripe(clock);
      const server = await scriptedServer(fake.answer);
      return {
        ...server,
        complete: (reference) => fake.event("payment_intent.succeeded", fake.succeed(fake.intentOf(reference))),
      };
    },
  },
  {
    name: "wise",
    key: "api_token",
    settings: (base_url) => ({
      base_url,
      api_token: WISE_TOKEN,
      profile_id: TEST_PROFILE,
      recipient_legal_type: "PRIVATE",
      cost_tolerance_percent: 5,
      callback_public_key: WISE_PUBLIC_KEY,
    }),
    start: async () => {
      const fake = await startFakeWise();
      const complete = (reference: string): RawCallback => {
        const transfer = Object.assign(fake.transferOf(reference), { status: "outgoing_payment_sent" });
        return signedEvent(stateChange(transfer.id, transfer.status));
      };
      return { url: fake.url, close: fake.close, complete };
    },
  },
  {
    name: "yellowcard",
    key: "secret_key",
    settings: (base_url) => ({ ...YELLOWCARD_SETTINGS, base_url }),
    start: async (clock) => {
      const fake = await startYellowCard(clock);
      return { url: fake.url, close: fake.close, complete: (reference) => fake.move(reference, "complete") };
    },
  },
];

/**
 * Creates a provider without validating the settings against the kind's schema: a test may pass wrong ones on purpose.
 */
export function createThirdParty(
  name: ProviderName,
  settings: Readonly<Record<string, unknown>>,
  tools: Partial<ProviderTools> & Pick<ProviderTools, "outbound">,
): Provider {
  return THIRD_PARTIES.find((kind) => kind.name === name)!.create(settings, { clock: new SteppedClock(), ...tools });
}
