import { describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { shortReferenceOf } from "@corridor/base/short-reference.ts";
import { dispatchRequest } from "@corridor/provider-kit/stage.fixtures.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import { createProviders } from "../index.ts";
import { paymentCodeOf } from "@corridor/provider-kit/emv-code.ts";
import { createManualProvider, type ManualAccount } from "./manual.ts";
import type { DispatchRequest } from "@corridor/provider-kit/provider.ts";

const kenya: ManualAccount = {
  currency: "KES",
  account_name: "Acme Kenya",
  account_number: "111",
  bank_name: "KCB",
  bank_code: "01",
};
const STATIC_CODE = "00020101021129300012D156000000000510A93FO3230Q5204411153034045802KE5904ACME6007NAIROBI63046D3C";
const anywhere: ManualAccount = {
  currency: "*",
  account_name: "Acme",
  account_number: "999",
  bank_name: "Citi",
  bank_code: null,
};

const providerWith = (accounts: readonly ManualAccount[], refusesSandboxEnding = false) =>
  createManualProvider({ accounts, clock: new SteppedClock(), refusesSandboxEnding });
const signal = AbortSignal.timeout(60_000);
const dispatch = (accounts: readonly ManualAccount[], fields: Partial<DispatchRequest>, refusesSandboxEnding = false) =>
  providerWith(accounts, refusesSandboxEnding).dispatch(dispatchRequest(fields), signal);

describe("a payin", () => {
  test("waits for a transfer to our account in its currency, for three days", async () => {
    const request = dispatchRequest({});
    expect(await providerWith([anywhere, kenya]).dispatch(request, signal)).toEqual({
      outcome: "accepted",
      providerPaymentId: `manual_${request.reference}`,
      providerStatus: "awaiting_transfer",
      status: "pending",
      nextAction: {
        type: "bank_transfer",
        account_name: "Acme Kenya",
        account_number: "111",
        bank_name: "KCB",
        bank_code: "01",
        reference: shortReferenceOf(request.reference),
        expires_at: "2026-01-08T09:00:00.000Z",
      },
    });
  });

  test("shows the code of the account with amount and reference, where its bank gave one", async () => {
    const request = dispatchRequest({ amount: Money.parse("1500.00", "KES") });
    const answer = await providerWith([{ ...kenya, qr_code: STATIC_CODE }]).dispatch(request, signal);
    expect(answer).toMatchObject({
      nextAction: {
        qr_code: paymentCodeOf(STATIC_CODE, { amount: "1500.00", reference: shortReferenceOf(request.reference) }),
      },
    });
  });

  test("uses the account for any other currency, and is refused without one", async () => {
    expect(await dispatch([kenya, anywhere], { amount: Money.parse("1.00", "USD") })).toMatchObject({
      nextAction: { account_number: "999" },
    });
    expect(await dispatch([kenya], { amount: Money.parse("1.00", "USD") })).toEqual({
      outcome: "refused",
      code: "no_account",
      reason: "no account is set up to receive USD",
    });
  });
});

test("a payout waits for an operator", async () => {
  expect(await dispatch([], { direction: "outbound" })).toMatchObject({
    outcome: "accepted",
    status: "processing",
    providerStatus: "awaiting_operator",
    nextAction: { type: "wait" },
  });
});

test.each(["card", "mobile_money", "crypto"] as const)(
  "%s is refused: there is nothing a person could do",
  async (method) => {
    expect(await dispatch([anywhere], { method })).toMatchObject({ outcome: "refused", code: "method_not_supported" });
  },
);

test("0002 is refused beside a sandbox, and an account number like any other without one", async () => {
  const ending = { bankAccount: { account_number: "0000000002" } };
  expect(await dispatch([anywhere], ending, true)).toMatchObject({ outcome: "refused", code: "declined" });
  expect(await dispatch([anywhere], ending, false)).toMatchObject({ outcome: "accepted" });
});

test("a status question never brings news; a dispatch whose answer was not recorded did not happen", async () => {
  const provider = providerWith([anywhere]);
  const ask = (providerPaymentId: string | null, direction: "inbound" | "outbound") =>
    provider.fetchStatus({ reference: "r", providerPaymentId, direction }, signal);
  expect(await ask("manual_r", "inbound")).toMatchObject({
    outcome: "found",
    update: { reference: "r", status: "pending" },
  });
  expect(await ask("manual_r", "outbound")).toMatchObject({
    outcome: "found",
    update: { reference: "r", status: "processing" },
  });
  expect(await ask(null, "inbound")).toEqual({ outcome: "not_found" });
});

test("no callback is genuine", () => {
  const provider = providerWith([anywhere]);
  expect(provider.verifyCallback({ headers: {}, rawBody: Buffer.from("{}"), path: "/" }, new Date())).toBeNull();
  expect(() => provider.parseCallback({ rawBody: Buffer.from("{}"), path: "/" })).toThrow(InvalidCallback);
});

test("without a sandbox manual is the only one of the four, with no account until one is set up", async () => {
  const outbound = createOutbound();
  const providers = createProviders({ sandbox: null, outbound, clock: new SteppedClock() });
  expect([...providers.keys()]).toEqual(["manual"]);
  expect(await providers.get("manual")!.dispatch(dispatchRequest({}), signal)).toMatchObject({
    outcome: "refused",
    code: "no_account",
  });
  await outbound.close();
});
