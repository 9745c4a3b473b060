import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Money } from "@corridor/base/money.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import { type Bench, openBench } from "./bench.fixtures.ts";
import { signed } from "./paystack.fixtures.ts";

let bench: Bench;
beforeAll(async () => void (bench = await openBench()));
afterAll(() => bench.close());

describe("a callback", () => {
  const now = new Date("2026-01-05T09:00:00.000Z");
  const body = '{"event":"charge.success","data":{"id":1}}';
  /** Made with `openssl dgst -sha512 -hmac`, not with our code. */
  const signature =
    "e45cb7db093c29c5775d29bea6c49429074f23431a0541f4989fc41cc1c84088ee046d0552985278f198f0996d97f21811928aee7a793b6ee8608aa8212792dd";
  const verify = (header: string | undefined) =>
    bench.provider.verifyCallback(
      { rawBody: Buffer.from(body), path: "/", headers: { "x-paystack-signature": header } },
      now,
    );

  test("is verified by the hex HMAC-SHA512 of its bytes", () => {
    expect(verify(signature)).toEqual({
      externalId: "sha256:697091554d9b83cda22e5feb1be4258ebab15829c88e22242469a0197e075cdd",
    });
    for (const wrong of [
      undefined,
      "",
      signature.slice(1),
      `${signature}00`,
      signature.replace("e", "f"),
      "é".repeat(64),
    ])
      expect(verify(wrong)).toBeNull();
    expect(bench.provider.verifyCallback(signed(body, "sk_live_another"), now)).toBeNull();
  });

  const parse = (value: unknown) =>
    bench.provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(value)), path: "/" });
  const charge = {
    id: 519558290,
    status: "success",
    reference: "r-1",
    amount: 1000,
    currency: "KES",
    metadata: 0,
    channel: "bank_transfer",
    paid_at: "2026-01-05T09:00:00.000Z",
  };
  const transfer = {
    status: "success",
    reference: "r-2",
    amount: 1000,
    currency: "NGN",
    transfer_code: "TRF_1",
    updatedAt: "2026-01-05T09:00:00.000Z",
    gateway_response: null,
  };

  test("says what arrived, or how a payout ended", () => {
    expect(parse({ event: "charge.success", data: charge })).toEqual([
      {
        kind: "payment",
        reference: "r-1",
        providerPaymentId: "r-1",
        providerStatus: "success",
        status: "completed",
        receivedAmount: Money.parse("10.00", "KES"),
        occurredAt: new Date("2026-01-05T09:00:00.000Z"),
        data: { transaction_id: "519558290", channel: "bank_transfer" },
      },
    ]);
    const common = {
      kind: "payment",
      reference: "r-2",
      providerPaymentId: "TRF_1",
      occurredAt: new Date("2026-01-05T09:00:00.000Z"),
    };
    expect(parse({ event: "transfer.success", data: transfer })).toEqual([
      { ...common, providerStatus: "success", status: "completed" },
    ]);
    for (const [word, code] of [
      ["failed", undefined],
      ["reversed", "reversed"],
    ])
      expect(parse({ event: `transfer.${word}`, data: { ...transfer, status: word } })).toEqual([
        { ...common, providerStatus: word, status: "failed", reason: `the transfer is ${word}`, code },
      ]);
  });

  test.each(["refund.failed", "bank.transfer.rejected", "customeridentification.success", "subscription.create"])(
    "of %s tells of nothing that we keep",
    (event) => {
      expect(parse({ event, data: { status: "processed" } })).toEqual([]);
    },
  );

  test.each([
    { event: "charge.success", data: { ...charge, status: "failed" } },
    { event: "charge.success", data: { ...charge, amount: "10.00" } },
    { event: "charge.success", data: { ...charge, amount: -1 } },
    { event: "charge.success", data: { ...charge, currency: "ZZZ" } },
    { event: "charge.success", data: { ...charge, reference: "" } },
    { event: "charge.success", data: { ...charge, paid_at: "yesterday" } },
    { event: "transfer.success", data: { ...transfer, status: "failed" } },
    { event: "transfer.failed", data: transfer },
    { event: "transfer.success", data: { ...transfer, transfer_code: null } },
    { event: "charge.success" },
    { event: 7, data: charge },
    { data: charge },
    [],
  ])("is invalid as a whole: %j", (value) => {
    expect(() => parse(value)).toThrow(InvalidCallback);
  });
});
