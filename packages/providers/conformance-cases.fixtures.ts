import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import {
  startCallbackReceiver,
  startTestSandbox,
  TEST_SANDBOX_KEY,
  TEST_SETTLES_WITHIN_MS,
} from "@corridor/test/harness/sandbox.ts";
import { FLUTTERWAVE_CASES } from "./flutterwave/flutterwave.fixtures.ts";
import { STRIPE_CASES } from "./stripe/stripe.fixtures.ts";
import { YELLOWCARD_CASES } from "./yellowcard/yellowcard.fixtures.ts";
import { ADYEN_CASES } from "./adyen/adyen.fixtures.ts";
import { PAWAPAY_CASES } from "./pawapay/pawapay.fixtures.ts";
import { WISE_CASES } from "./wise/wise.fixtures.ts";
import { PAYSTACK_CASES } from "./paystack/paystack.fixtures.ts";
import { MPESA_CASES } from "./mpesa/mpesa.fixtures.ts";
import { createProviders } from "./index.ts";
import { MTN_MOMO_CASES } from "./mtn_momo/mtn-momo.fixtures.ts";
import type { DispatchRequest, Provider, ProviderName, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  dispatchRequest,
  type HttpCase,
  type HttpStage,
  type HttpTraits,
  type Stage,
} from "@corridor/provider-kit/stage.fixtures.ts";

const SANDBOX_TRAITS: HttpTraits = {
  foundBy: "reference",
  neverHad: "not_found",
  genuineBy: "signature",
  toleranceMs: 300_000,
  callbackIs: "word",
};

/** To run the suite for another provider, add its line: here if it uses HTTP, below if it calls no server. */
export const HTTP_CASES: readonly HttpCase[] = [
  {
    name: "fiat",
    title: "payin by mobile money",
    stage: () =>
      sandboxStage("fiat", (ending) => ({
        method: "mobile_money",
        mobileMoney: { provider: "MTN", phone_number: `+25670000${ending}`, network_code: "MTN_UG" },
      })),
  },
  {
    name: "hybrid",
    title: "payin by card",
    stage: () =>
      sandboxStage("hybrid", (ending) => ({
        method: "card",
        card: { card_number: `424242424242${ending}`, expiry_month: "12", expiry_year: "2030", cvv: "739" },
      })),
  },
  {
    name: "crypto",
    title: "payout by bank transfer",
    stage: () =>
      sandboxStage("crypto", (ending) => ({
        method: "bank_transfer",
        direction: "outbound",
        bankAccount: { account_number: `00000${ending}`, bank_code: "044" },
      })),
  },
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

/** Events of kinds that our adapters do not know: the provider's other products, newer forms, and invented ones. */
export const UNKNOWN_EVENTS: Partial<Record<ProviderName, readonly object[]>> = {
  paystack: [
    { event: "customeridentification.success", data: { customer_code: "CUS_1" } },
    { event: "something.new", data: [] },
    { event: "something.new" },
  ],
  flutterwave: [
    { event: "subscription.cancelled", data: { id: 1, status: "deactivated" } },
    { type: "ledger.updated", data: { id: "lgr_1" } },
  ],
  stripe: [
    {
      id: "evt_1",
      object: "event",
      type: "radar.early_fraud_warning.created",
      data: { object: { id: "issfr_1", object: "radar.early_fraud_warning" } },
    },
    {
      id: "evt_2",
      object: "v2.core.event",
      type: "v1.billing.meter.error_report_triggered",
      related_object: { id: "mtr_1" },
    },
  ],
  adyen: [
    { type: "balancePlatform.balanceAccount.created", data: { balanceAccount: { id: "BA1" } } },
    { eventType: "recurring.token.created", data: {} },
    {
      notificationItems: [
        { NotificationRequestItem: { eventCode: "SOMETHING_NEW", success: "maybe", merchantReference: "order-77" } },
      ],
    },
  ],
  wise: [
    { event_type: "balances#credit", data: { resource: { type: "balance-account" } } },
    { event_type: "something#new" },
  ],
  pawapay: [{ statementId: "0195", status: "GENERATED" }],
  mtn_momo: [{ something: "new" }],
  mpesa: [{ TransactionType: "Pay Bill", TransID: "RKTQDM7W6S", TransAmount: "10" }],
  yellowcard: [
    { id: "1", event: "settlement.wallet.topped_up" },
    { id: "1", event: "kyc.approved" },
  ],
};

export const CONFORMANCE_CASES: readonly {
  name: ProviderName;
  title: string;
  stage: () => Promise<Stage & Partial<Pick<HttpStage, "traits">>>;
}[] = [...HTTP_CASES, { name: "manual", title: "payin by bank transfer", stage: manualStage }];

async function sandboxStage(
  name: "fiat" | "hybrid" | "crypto",
  instrument: (ending: string) => Partial<DispatchRequest>,
): Promise<HttpStage> {
  const clock = new SteppedClock();
  const sandbox = await startTestSandbox({ clock });
  const receiver = await startCallbackReceiver();
  const outbound = createOutbound();
  const providersAt = (url: string): ReadonlyMap<ProviderName, Provider> =>
    createProviders({
      sandbox: { url, key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
      outbound,
      clock,
    });
  const withEnding = (ending: string, fields: Partial<DispatchRequest> = {}): DispatchRequest =>
    dispatchRequest({ ...instrument(ending), callbackUrl: `${receiver.url}/callbacks/${name}`, ...fields });
  const cardNumbers = ["1234", "0002", "0004"].map((ending) => `424242424242${ending}`);
  return {
    provider: providersAt(sandbox.url).get(name)!,
    clock,
    secrets: [TEST_SANDBOX_KEY, ...cardNumbers],
    accepted: (fields) => withEnding("1234", fields),
    refused: () => withEnding("0002"),
    unanswered: () => withEnding("0004"),
    url: sandbox.url,
    at: (url) => providersAt(url).get(name)!,
    siblings: [...providersAt(sandbox.url).values()].filter((each) => each.name !== name),
    bookedAmount: async (reference) => {
      const answer = await fetch(`${sandbox.url}/${name}/payments/${reference}`, {
        headers: { authorization: `Bearer ${TEST_SANDBOX_KEY}` },
      });
      return ((await answer.json()) as { amount: string }).amount;
    },
    amounts: [
      ["JPY", "1500"],
      ["KES", "1500.25"],
      ["KWD", "0.001"],
      ["BTC", "0.00000001"],
      ["ETH", "123456789.000000000000000001"],
      ["NGN", "9999999999999.99"],
    ],
    refusalSaying: (message) => ({ status: 422, body: JSON.stringify({ accepted: false, code: "echo", message }) }),
    foreignAcceptance: {
      status: 200,
      body: JSON.stringify({
        accepted: true,
        id: "x",
        reference: "another",
        status: "completed",
        provider_status: "ok",
        amount: "1.00",
        currency: "KES",
        updated_at: new Date().toISOString(),
      }),
    },
    traits: SANDBOX_TRAITS,
    completionCallback: async (reference) => {
      await sandbox.advance(sandbox.delayMs);
      const callback = receiver.received.find(({ rawBody }) => rawBody.includes(reference))!;
      return { headers: callback.headers as RawCallback["headers"], rawBody: callback.rawBody, path: callback.path };
    },
    close: async () => {
      await sandbox.close();
      await receiver.close();
      await outbound.close();
    },
  };
}

async function manualStage(): Promise<Stage> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  return {
    provider: createProviders({
      sandbox: { url: "http://127.0.0.1:1", key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
      outbound,
      clock,
    }).get("manual")!,
    clock,
    secrets: [TEST_SANDBOX_KEY],
    accepted: (fields) => dispatchRequest(fields ?? {}),
    refused: () => dispatchRequest({ bankAccount: { account_number: "0000000002" } }),
    close: () => outbound.close(),
  };
}
