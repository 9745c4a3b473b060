import { describe, expect, test } from "vitest";
import { NEW_RAMP } from "#src/payments/ramps/ramp.ts";
import { aRamp } from "#src/payments/ramps/ramp.fixtures.ts";
import { accountOfCallbackWord } from "@corridor/provider-kit/provider.ts";
import { rampKind } from "#src/payments/ramps/ramp-kind.ts";
import { plainPayment, requestOf } from "./dispatch-request.ts";
import { aPayment, anAttempt } from "#src/payments/core/payment.fixtures.ts";
import type { Payment, RouteCandidate } from "#src/payments/core/payment.ts";

const ORIGIN = "https://pay.example";
const ADDRESSES = { publicBaseUrl: ORIGIN, pageTokenOf: ({ paymentId }: Payment) => `token-of-${paymentId}` };
const KINDS = { payment: plainPayment, ramp: rampKind };
const candidate = (config_id: string): RouteCandidate => ({
  provider: "crypto",
  config_id,
  priority: 1,
  scope: "global",
  taken: true,
  reason: "",
});

describe("what a provider is asked", () => {
  test("for a payment: the whole of it, under our attempt's id, with addresses of our own", () => {
    const payment = aPayment({
      direction: "outbound",
      details: {
        recipient_info: { name: "Ama" },
        mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
      },
    });
    const attempt = payment.progress.attempts[0]!;
    expect(requestOf(ADDRESSES, KINDS, payment, attempt, undefined)).toMatchObject({
      reference: attempt.attempt_id,
      direction: "outbound",
      method: "mobile_money",
      recipient: { name: "Ama" },
      mobileMoney: { provider: "MTN" },
      callbackUrl: `${ORIGIN}/v1/callbacks/fiat`,
      returnUrl: `${ORIGIN}/v1/returns/${payment.orgId}/${payment.paymentId}`,
    });
  });

  test("for a payin: the customer returns to an address with a token, which opens our page until the end is known", () => {
    const nameIn = (details: Payment["details"], leg: "payment" | "settle" = "payment") => {
      const payment = aPayment({ details });
      const { returnUrl } = requestOf(ADDRESSES, KINDS, payment, anAttempt({ leg }), undefined);
      return returnUrl.replace(`${ORIGIN}/v1/returns/${payment.orgId}/`, "").replace(payment.paymentId, "ID");
    };
    expect(nameIn({})).toBe("token-of-ID");
    expect(nameIn({ return_url: "https://shop.example/thanks" })).toBe("token-of-ID");
    expect(nameIn({}, "settle")).toBe("ID");
  });

  test("by M-PESA: its callbacks come in under another word, since Safaricom wants no name of its own in an address", () => {
    const request = requestOf(ADDRESSES, KINDS, aPayment({}), anAttempt({ provider: "mpesa" }), undefined);
    expect(request.callbackUrl).toBe(`${ORIGIN}/v1/callbacks/daraja`);
    expect(["daraja", "mpesa", "mpesa.kenya"].map(accountOfCallbackWord)).toEqual(["mpesa", undefined, undefined]);
  });

  test.each([
    ["on_ramp", "collect", "inbound", "bank_transfer", "155000.00 NGN", undefined],
    [
      "on_ramp",
      "settle",
      "outbound",
      "crypto",
      "100.000000 USDT",
      { asset: "USDT", network: "TRON", wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    ],
    ["off_ramp", "collect", "inbound", "crypto", "100.000000 USDT", { asset: "USDT", network: "TRON" }],
    ["off_ramp", "settle", "outbound", "bank_transfer", "155000.00 NGN", undefined],
  ] as const)("for an %s, to %s: one side only, in one currency", (direction, leg, flow, method, amount, crypto) => {
    const request = requestOf(
      ADDRESSES,
      KINDS,
      aRamp({ ramp: direction }),
      anAttempt({ leg, provider: "crypto" }),
      undefined,
    );
    expect({
      direction: request.direction,
      method: request.method,
      amount: request.amount.toString(),
      target: request.targetAmount.toString(),
      crypto: request.crypto,
    }).toEqual({ direction: flow, method, amount, target: amount, crypto });
  });
});

describe("who is next", () => {
  test("is the first of the route that was not tried", () => {
    const payment = aPayment({ attempts: [anAttempt({ config_id: "a" })] });
    const route = [candidate("a"), { ...candidate("b"), taken: false }, candidate("c")];
    expect(plainPayment.nextCandidate({ ...payment, progress: { ...payment.progress, route } })).toMatchObject({
      config_id: "c",
    });
    expect(
      plainPayment.nextCandidate({ ...payment, progress: { ...payment.progress, route: [candidate("a")] } }),
    ).toBeNull();
  });

  test("of a ramp's second leg counts only the attempts of its round", () => {
    const ramp = aRamp({
      attempts: [
        anAttempt({ leg: "collect", config_id: "a" }),
        anAttempt({ leg: "settle", config_id: "a" }),
        anAttempt({ leg: "settle", config_id: "a" }),
      ],
    });
    const settling = { ...NEW_RAMP, step: "settling", settle_route: [candidate("a"), candidate("b")] } as const;
    const inRound = (round_starts_at: number) =>
      rampKind.nextCandidate({
        ...ramp,
        progress: {
          ...ramp.progress,
          ramp: { ...settling, settle_route: [...settling.settle_route], round_starts_at },
        },
      });
    expect(inRound(2)).toMatchObject({ config_id: "b" });
    expect(inRound(3)).toMatchObject({ config_id: "a" });
  });
});
