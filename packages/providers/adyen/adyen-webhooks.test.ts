import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import type { Provider, RawCallback } from "@corridor/provider-kit/provider.ts";
import {
  type AdyenStage,
  eur,
  HMAC_KEY,
  openAdyen,
  settingsAt,
  standardWebhook,
  TRANSFERS_HMAC_KEY,
  transferWebhook,
} from "./adyen.fixtures.ts";
import { ADYEN } from "./adyen.ts";

let stage: AdyenStage;
let adyen: Provider;
beforeAll(async () => {
  stage = await openAdyen();
  adyen = stage.at(stage.server.url);
});
afterAll(() => stage.close());

describe("a standard webhook", () => {
  const reference = newId();
  /** Events as Adyen sends them, with many unsigned fields. */
  const unsigned = {
    eventDate: "2026-01-05T10:00:00+01:00",
    paymentMethod: "visa",
    operations: ["CANCEL", "CAPTURE", "REFUND"],
    reason: "033899:1111:03/2030",
    additionalData: { authCode: "033899", cardSummary: "1111", expiryDate: "03/2030" },
  };

  test.each([
    ["AUTHORISATION", "true", "payment", "completed"],
    ["AUTHORISATION", "false", "payment", "failed"],
    ["CAPTURE_FAILED", "true", "payment", "failed"],
    ["CANCELLATION", "true", "payment", "failed"],
    ["TECHNICAL_CANCEL", "true", "payment", "failed"],
    ["EXPIRE", "true", "payment", "failed"],
    ["OFFER_CLOSED", "true", "payment", "failed"],
    ["REFUND", "true", "refund", "completed"],
    ["REFUND", "false", "refund", "failed"],
    ["REFUND_FAILED", "true", "refund", "failed"],
    ["REFUNDED_REVERSED", "true", "refund", "failed"],
  ])("%s %s: a %s that is %s", (eventCode, success, kind, status) => {
    expect(
      adyen.parseCallback(
        standardWebhook([{ eventCode, success, merchantReference: reference }], { reason: "Expired Card" }),
      ),
    ).toEqual([
      {
        kind,
        reference,
        providerStatus: `${eventCode}:${success}`,
        status,
        ...(status === "failed" ? { reason: "Expired Card" } : {}),
        ...(status === "failed" && kind === "payment"
          ? { code: eventCode === "AUTHORISATION" ? "expired card" : eventCode, isOfOneTry: true }
          : {}),
        ...(kind === "payment" ? { providerPaymentId: "PSP9" } : {}),
        ...(eventCode === "AUTHORISATION" && status === "completed" ? { receivedAmount: eur("10.00") } : {}),
      },
      // The owner of the refund decides where its reference is looked up.
      ...(kind === "refund" && status === "completed"
        ? [
            {
              kind: "refund_elsewhere",
              providerRefundId: "PSP9",
              reference,
              providerPaymentId: null,
              amount: eur("10.00"),
            },
          ]
        : []),
    ]);
  });

  test.each([
    ["CANCELLATION", "false"],
    ["CAPTURE_FAILED", "false"],
    ["REFUND_FAILED", "false"],
    ["CAPTURE", "true"],
    ["CAPTURE", "false"],
    ["CHARGEBACK", "false"],
    ["NOTIFICATION_OF_FRAUD", "false"],
    ["PREARBITRATION_OPEN", "true"],
    ["CANCEL_OR_REFUND", "true"],
    ["REPORT_AVAILABLE", "true"],
    ["__proto__", "true"],
  ])("%s %s tells of nothing that we keep", (eventCode, success) => {
    expect(adyen.parseCallback(standardWebhook([{ eventCode, success, merchantReference: reference }]))).toEqual([]);
  });

  test.each([
    ["NOTIFICATION_OF_CHARGEBACK", "needs_response"],
    ["CHARGEBACK", "needs_response"],
    ["INFORMATION_SUPPLIED", "under_review"],
    ["CHARGEBACK_REVERSED", "won"],
    ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "won"],
    ["SECOND_CHARGEBACK", "lost"],
    ["PREARBITRATION_LOST", "lost"],
    ["DISPUTE_DEFENSE_PERIOD_ENDED", "expired"],
  ])("%s: a dispute that is %s, by its signed fields and the deadline", (eventCode, status) => {
    const item = {
      eventCode,
      merchantReference: reference,
      pspReference: "DISPUTE1",
      originalReference: "PSP-payment",
    };
    const others = {
      reason: "Fraudulent",
      additionalData: { defensePeriodEndsAt: "2026-02-05T10:00:00+01:00", disputeStatus: "Lost" },
    };
    expect(adyen.parseCallback(standardWebhook([item], others))).toEqual([
      {
        kind: "dispute",
        disputeId: "DISPUTE1",
        reference,
        providerPaymentId: "PSP-payment",
        providerStatus: eventCode,
        status,
        amount: eur("10.00"),
        reason: "Fraudulent",
        respondBy: new Date("2026-02-05T09:00:00.000Z"),
      },
    ]);
  });

  // Items of Adyen's schema of webhooks (version 1).
  test.each([
    ["NOTIFICATION_OF_FRAUD", "a suspicion of fraud", "Fraudulent Use of Account Number"],
    ["REQUEST_FOR_INFORMATION", "an inquiry", "Cardholder requests copy"],
  ])("%s is %s before a dispute, and moves no money", (eventCode, of, reason) => {
    const about = { pspReference: "QFQTPCQ8HXSKGK82", originalReference: "9913140798220028" };
    expect(
      adyen.parseCallback(standardWebhook([{ eventCode, merchantReference: reference, ...about }], { reason })),
    ).toEqual([
      {
        kind: "warning",
        warningId: about.pspReference,
        of,
        reference,
        providerPaymentId: about.originalReference,
        amount: eur("10.00"),
        reason,
        respondBy: undefined,
      },
    ]);
  });

  test("a chargeback whose defense is in already does not ask for it again", () => {
    const item = { eventCode: "CHARGEBACK", merchantReference: reference };
    expect(
      adyen.parseCallback(standardWebhook([item], { additionalData: { disputeStatus: "Pending" } })),
    ).toMatchObject([{ status: "under_review" }]);
  });

  test("names the payment by the authorisation, also where the event has an id of its own", () => {
    const item = {
      eventCode: "CAPTURE_FAILED",
      merchantReference: reference,
      pspReference: "PSP-capture",
      originalReference: "PSP-payment",
    };
    expect(adyen.parseCallback(standardWebhook([item]))).toMatchObject([{ providerPaymentId: "PSP-payment" }]);
  });

  test("of others who share the account, or of another account, is genuine and not ours", () => {
    for (const fields of [
      { merchantReference: "order-7" },
      { merchantReference: "" },
      { merchantReference: reference, merchantAccountCode: "Other" },
    ]) {
      const callback = standardWebhook([{ eventCode: "AUTHORISATION", ...fields }]);
      expect(adyen.verifyCallback(callback, stage.clock.now())).not.toBeNull();
      expect(adyen.parseCallback(callback)).toEqual([]);
    }
  });

  test("is told all or nothing", () => {
    const right = { eventCode: "AUTHORISATION", merchantReference: reference };
    expect(adyen.parseCallback(standardWebhook([right, { ...right, eventCode: "REFUND" }]))).toHaveLength(3);
    for (const wrong of [
      { success: "maybe" },
      { amount: { currency: "ZZZ", value: 1 } },
      { amount: { currency: "EUR", value: -1 } },
      { pspReference: "" },
    ])
      expect(() => adyen.parseCallback(standardWebhook([right, { ...right, ...wrong }]))).toThrow(InvalidCallback);
  });

  test("bears the published example's signature", () => {
    const item = {
      pspReference: "7914073381342284",
      originalReference: "",
      merchantAccountCode: "TestMerchant",
      merchantReference: "TestPayment-1407325143704",
      amount: { value: 1130, currency: "EUR" },
      eventCode: "AUTHORISATION",
      success: "true",
    };
    // Computed with openssl: HMAC-SHA256 of
    // 7914073381342284::TestMerchant:TestPayment-1407325143704:1130:EUR:AUTHORISATION:true
    const hmacSignature = "coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=";
    expect(HMAC_KEY).toBe("44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056");
    expect(
      verified({ notificationItems: [{ NotificationRequestItem: { ...item, additionalData: { hmacSignature } } }] }),
    ).toBe(true);
    expect(
      verified({
        notificationItems: [{ NotificationRequestItem: { ...item, additionalData: { hmacSignature: "" } } }],
      }),
    ).toBe(false);
    expect(verified({ notificationItems: [{ NotificationRequestItem: item }] })).toBe(false);
  });

  test("may write its amount as text, which is signed as it stands", () => {
    const item = { eventCode: "AUTHORISATION", merchantReference: reference };
    const body = JSON.parse(standardWebhook([item]).rawBody.toString());
    body.notificationItems[0].NotificationRequestItem.amount.value = "1000";
    expect(verified(body)).toBe(true);
    expect(adyen.parseCallback({ rawBody: Buffer.from(JSON.stringify(body)), path: "/" })).toMatchObject([
      { status: "completed", receivedAmount: eur("10.00") },
    ]);
  });

  const verified = (body: object): boolean =>
    adyen.verifyCallback({ headers: {}, rawBody: Buffer.from(JSON.stringify(body)), path: "/" }, new Date()) !== null;

  test("with its unsigned parts changed is the same event, and says the same", () => {
    const item = { eventCode: "AUTHORISATION", merchantReference: reference };
    const [one, other] = [
      standardWebhook([item], unsigned),
      standardWebhook([item], { ...unsigned, eventDate: "2030-01-01T00:00:00Z", operations: [] }),
    ];
    expect(one.rawBody.equals(other.rawBody)).toBe(false);
    expect(adyen.verifyCallback(one, stage.clock.now())).toEqual(adyen.verifyCallback(other, stage.clock.now()));
    expect(adyen.parseCallback(one)).toEqual(adyen.parseCallback(other));
    expect(JSON.stringify(adyen.parseCallback(one))).not.toContain("1111");
  });

  test("is not genuine when one of its items is not", () => {
    const item = { eventCode: "AUTHORISATION", merchantReference: reference };
    const forged = JSON.parse(standardWebhook([item, item]).rawBody.toString());
    expect(verified(forged)).toBe(true);
    forged.notificationItems[1].NotificationRequestItem.amount.value = 999_999;
    expect(verified(forged)).toBe(false);
    expect([
      verified({ notificationItems: [] }),
      verified({ notificationItems: {} }),
      verified({ notificationItems: [null] }),
    ]).toEqual([false, false, false]);
  });

  test("whose signed text was split anew tells of nothing", () => {
    const genuine = JSON.parse(
      standardWebhook([
        { eventCode: "AUTHORISATION", merchantReference: `${reference}:7`, amount: { currency: "EUR", value: 1 } },
      ]).rawBody.toString(),
    );
    const item = genuine.notificationItems[0].NotificationRequestItem;
    // Reference "…:7", amount 1 EUR becomes reference "…", amount 7 "1:EUR".
    item.merchantReference = reference;
    item.amount = { value: 7, currency: "1:EUR" };
    expect(verified(genuine)).toBe(true);
    expect(adyen.parseCallback({ rawBody: Buffer.from(JSON.stringify(genuine)), path: "/" })).toEqual([]);
  });

  test("is answered as Adyen wants it", () => {
    expect(adyen.callbackReply).toBe("[accepted]");
  });
});

describe("a transfer webhook", () => {
  const data = { id: "1", reference: newId(), status: "booked", category: "bank", direction: "outgoing" };
  const isGenuine = (callback: RawCallback, provider = adyen): boolean =>
    provider.verifyCallback(callback, stage.clock.now()) !== null;

  test("bears a signature over all of its bytes", () => {
    const rawBody = Buffer.from(
      '{"type":"balancePlatform.transfer.updated","environment":"test","data":{"id":"1W1UG35U8A9J5ZLG","status":"booked"}}',
    );
    // Computed with openssl.
    const hmacsignature = "lB6OncEeRyiRmpxAoJsjqU7LnQ+PG9x+IchcscRhPxA=";
    expect(TRANSFERS_HMAC_KEY).toBe("9F1A02C7D3E84B5566778899AABBCCDDEEFF00112233445566778899AABBCCDD");
    expect(isGenuine({ headers: { hmacsignature }, rawBody, path: "/" })).toBe(true);
    expect(isGenuine({ headers: { hmacsignature: hmacsignature.toLowerCase() }, rawBody, path: "/" })).toBe(false);
    expect(isGenuine({ headers: {}, rawBody, path: "/" })).toBe(false);
  });

  test("is not vouched for by the key of the other webhook, nor the other way round", () => {
    expect(isGenuine(transferWebhook(data, undefined, HMAC_KEY))).toBe(false);
    expect(
      isGenuine(standardWebhook([{ eventCode: "AUTHORISATION", merchantReference: newId() }], {}, TRANSFERS_HMAC_KEY)),
    ).toBe(false);
  });

  test("cannot ride on a standard one's signature", () => {
    const body = JSON.parse(standardWebhook([{ eventCode: "CAPTURE", merchantReference: newId() }]).rawBody.toString());
    const rawBody = Buffer.from(JSON.stringify({ ...body, type: "balancePlatform.transfer.updated", data }));
    expect(isGenuine({ headers: {}, rawBody, path: "/" })).toBe(true);
    expect(adyen.parseCallback({ rawBody, path: "/" })).toEqual([]);
  });

  test("is not genuine where payouts have no key", () => {
    const { transfers_hmac_key: _key, ...payinsOnly } = settingsAt(stage.server.url);
    const provider = ADYEN.create(payinsOnly, {
      outbound: { request: () => Promise.reject(new Error("called")) },
      clock: stage.clock,
    });
    expect(isGenuine(transferWebhook(data), provider)).toBe(false);
  });

  test("of something else than a payout of ours tells of nothing", () => {
    expect(adyen.parseCallback(transferWebhook(data))).toHaveLength(1);
    for (const other of [
      { direction: "incoming" },
      { category: "internal" },
      { reference: "their own" },
      { reference: undefined },
    ])
      expect(adyen.parseCallback(transferWebhook({ ...data, ...other }))).toEqual([]);
    expect(adyen.parseCallback(transferWebhook(data, "balancePlatform.transaction.created"))).toEqual([]);
  });

  test("with a word that no payout has is kept until it can be read", () => {
    for (const wrong of [
      { status: "captured" },
      { status: "hasOwnProperty" },
      { id: undefined },
      { updatedAt: "soon" },
    ])
      expect(() => adyen.parseCallback(transferWebhook({ ...data, ...wrong }))).toThrow(InvalidCallback);
  });
});
