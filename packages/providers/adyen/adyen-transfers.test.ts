import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import {
  type AdyenStage,
  bankPayout,
  deadline,
  eur,
  openAdyen,
  statusQuery,
  transferWebhook,
} from "./adyen.fixtures.ts";

let stage: AdyenStage;
let adyen: Provider;
beforeAll(async () => {
  stage = await openAdyen();
  adyen = stage.at(stage.server.url);
});
afterAll(() => stage.close());

describe("a payout", () => {
  test("is sent from the balance account, in the payee's currency", async () => {
    const request = bankPayout("1234", {
      amount: eur("10.00"),
      targetAmount: Money.parse("8.50", "GBP"),
      description: "Invoice №7 – für März, 50% & co.",
    });
    expect(await stage.sentBody(request)).toEqual({
      balanceAccountId: "BA00000000000000000000001",
      reference: request.reference,
      category: "bank",
      type: "bankTransfer",
      amount: { currency: "GBP", value: 850 },
      counterparty: {
        bankAccount: {
          accountHolder: { fullName: "Ama Owusu" },
          accountIdentification: { type: "ukLocal", accountNumber: "12341234", sortCode: "200000" },
        },
      },
      priorities: ["regular", "crossBorder"],
      description: "Invoice 7 fur Marz 50 co",
    });
  });

  test.each<[string, string, DispatchRequest["bankAccount"], object]>([
    ["an IBAN", "NL", { account_number: "nl91 abna 0417 1643 00" }, { type: "iban", iban: "NL91ABNA0417164300" }],
    [
      "a British IBAN",
      "GB",
      { account_number: "GB29NWBK60161331926819" },
      { type: "iban", iban: "GB29NWBK60161331926819" },
    ],
    [
      "an American account",
      "US",
      { account_number: "123456789", bank_code: "011000138" },
      { type: "usLocal", accountNumber: "123456789", routingNumber: "011000138" },
    ],
    [
      "an account at a bank with a BIC",
      "KE",
      { account_number: "0123-456789", bank_code: "BARCKENX" },
      { type: "numberAndBic", accountNumber: "0123456789", bic: "BARCKENX" },
    ],
    [
      "an account whose BIC stands beside the bank's own code",
      "KE",
      { account_number: "0123456789", bank_code: "03", swift_code: "BARCKENX" },
      { type: "numberAndBic", accountNumber: "0123456789", bic: "BARCKENX" },
    ],
    [
      "a British account whose sort code stands as its branch",
      "GB",
      { account_number: "12345678", bank_code: "BARCGB22", branch_code: "20-00-00" },
      { type: "ukLocal", accountNumber: "12345678", sortCode: "200000" },
    ],
    [
      "an account in another country than the payment's",
      "NL",
      { account_number: "12345678", bank_code: "200000", country: "GB" },
      { type: "ukLocal", accountNumber: "12345678", sortCode: "200000" },
    ],
  ])("to %s names it as Adyen does", async (_, country, bankAccount, identification) => {
    const body = await stage.sentBody(bankPayout("1234", { country, bankAccount: bankAccount! }));
    expect(body["counterparty"].bankAccount.accountIdentification).toEqual(identification);
  });

  test("names the holder of the account, without accents", async () => {
    const bankAccount = { account_number: "12345678", bank_code: "200000", account_name: "  Zoë Müller-Ñáñez " };
    const body = await stage.sentBody(bankPayout("1234", { bankAccount }));
    expect(body["counterparty"].bankAccount.accountHolder).toEqual({ fullName: "Zoe Muller-Nanez" });
  });

  const answer = (request: DispatchRequest, fields: object): object => ({
    id: "1W1UG35U8A9J5ZLG",
    reference: request.reference,
    amount: { currency: "KES", value: 150_025 },
    category: "bank",
    direction: "outgoing",
    ...fields,
  });

  test.each([
    ["received", "processing"],
    ["pending", "processing"],
    ["approvalPending", "processing"],
    ["pendingApproval", "processing"],
    ["pendingExecution", "processing"],
    ["authorised", "processing"],
    ["bookingPending", "processing"],
    ["bankTransferPending", "processing"],
    ["booked", "completed"],
  ])("that is %s is accepted and %s", async (providerStatus, status) => {
    const request = bankPayout("1234");
    expect(await stage.outcomeOf(request, 202, answer(request, { status: providerStatus }))).toEqual({
      outcome: "accepted",
      providerPaymentId: "1W1UG35U8A9J5ZLG",
      providerStatus,
      status,
    });
    expect(adyen.parseCallback(transferWebhook(answer(request, { status: providerStatus })))).toMatchObject([
      { reference: request.reference, status },
    ]);
  });

  test.each(["refused", "rejected"])("that Adyen %s at once is refused", async (status) => {
    const request = bankPayout("1234");
    expect(await stage.outcomeOf(request, 202, answer(request, { status, reason: "notEnoughBalance" }))).toEqual({
      outcome: "refused",
      code: "notEnoughBalance",
      reason: "notEnoughBalance",
    });
  });

  test.each(["failed", "returned", "cancelled", "expired"])(
    "that is %s already is left to be asked about",
    async (status) => {
      const request = bankPayout("1234");
      expect(await stage.outcomeOf(request, 202, answer(request, { status }))).toMatchObject({ outcome: "unknown" });
    },
  );

  test.each(["refused", "rejected", "failed", "returned", "cancelled", "expired"])(
    "that is %s later has failed, and says why",
    (status) => {
      const request = bankPayout("1234");
      const told = { status, reason: "counterpartyAccountNotFound", updatedAt: "2026-01-05T10:00:00+01:00" };
      expect(adyen.parseCallback(transferWebhook(answer(request, told)))).toEqual([
        {
          kind: "payment",
          reference: request.reference,
          providerPaymentId: "1W1UG35U8A9J5ZLG",
          providerStatus: status,
          status: "failed",
          reason: "counterpartyAccountNotFound",
          code: "counterpartyAccountNotFound",
          occurredAt: new Date("2026-01-05T09:00:00Z"),
        },
      ]);
    },
  );

  test.each<[string, object]>([
    ["another amount", { status: "received", amount: { currency: "KES", value: 150_026 } }],
    ["another currency", { status: "received", amount: { currency: "EUR", value: 150_025 } }],
    ["no id", { status: "received", id: undefined }],
    ["a word of cards", { status: "captured" }],
    ["no word", { status: "undefined" }],
    ["an error that says nothing", { status: "error" }],
  ])("answered with %s is unknown", async (_, fields) => {
    const request = bankPayout("1234");
    expect(await stage.outcomeOf(request, 202, answer(request, fields))).toMatchObject({ outcome: "unknown" });
  });

  test("is found by its reference and by its id", async () => {
    const request = bankPayout("1234");
    await adyen.dispatch(request, deadline());
    const { id } = stage.server.find(request.reference);
    stage.server.transferWebhook(request.reference, "booked");
    for (const known of [null, id])
      expect(await adyen.fetchStatus(statusQuery(request, known), deadline())).toMatchObject({
        outcome: "found",
        update: { reference: request.reference, providerPaymentId: id, status: "completed" },
      });
  });

  test("that is in the list twice, or only as money that came in, is not chosen from it", async () => {
    const request = bankPayout("1234");
    const entry = answer(request, { status: "booked" });
    const found = async (data: unknown): Promise<string> =>
      (await (await stage.answering(200, { data })).provider.fetchStatus(statusQuery(request), deadline())).outcome;
    expect(await found([entry])).toBe("found");
    expect(await found([entry, { ...entry, id: "other" }])).toBe("unknown");
    expect(await found([{ ...entry, direction: "incoming" }])).toBe("unknown");
    expect(await found([{ ...entry, reference: newId() }])).toBe("unknown");
    expect(await found({})).toBe("unknown");
  });
});
