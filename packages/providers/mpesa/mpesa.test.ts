import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { directionsOf } from "@corridor/provider-kit/corridors.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { InvalidCallback } from "@corridor/provider-kit/errors.ts";
import type {
  Accepted,
  DispatchRequest,
  Provider,
  RawCallback,
  StatusAnswer,
} from "@corridor/provider-kit/provider.ts";
import { requestOf } from "@corridor/provider-kit/certification/journey.ts";
import { callbackUrlOf } from "@corridor/provider-kit/provider.ts";
import { secretAddresses } from "@corridor/provider-kit/secret-address.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { JOURNEYS } from "../journeys.ts";
import { MPESA } from "./mpesa.ts";
import { TEST_CERTIFICATE, TEST_CREDENTIAL } from "./mpesa-certificate.fixtures.ts";
import { securityCredentialOf, timestampOf } from "./mpesa-credential.ts";
import { decrypted, failure, type FakeMpesa, MPESA_SETTINGS, mpesaRequest, startFakeMpesa } from "./mpesa.fixtures.ts";
import { PAYOUT_RESULTS, PROMPT_RESULTS } from "./mpesa-wire.ts";

type Settings = Parameters<typeof MPESA.create>[0];
let fake: FakeMpesa;
let outbound: Outbound;
let provider: Provider;
const clock = new SteppedClock("2026-01-05T09:00:00.000Z");
const at = (base_url: string, fields: Partial<Settings> = {}): Provider =>
  MPESA.create({ ...MPESA_SETTINGS, base_url, ...fields }, { outbound, clock });
beforeAll(async () => {
  fake = await startFakeMpesa();
  outbound = createOutbound();
  provider = at(fake.url);
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const payout = (fields: Partial<DispatchRequest> = {}): DispatchRequest =>
  mpesaRequest({ direction: "outbound", ...fields });
async function accepted(request: DispatchRequest): Promise<Accepted> {
  const outcome = await provider.dispatch(request, deadline());
  expect(outcome.outcome).toBe("accepted");
  return outcome as Accepted;
}
const ask = (request: DispatchRequest, providerPaymentId: string | null): Promise<StatusAnswer> =>
  provider.fetchStatus({ reference: request.reference, direction: request.direction, providerPaymentId }, deadline());
const answering = (status: number, body: string) =>
  scriptedServer((response, { url }) => {
    if (url!.startsWith("/oauth/")) response.end('{"access_token":"t","expires_in":"3599"}');
    else response.writeHead(status).end(body);
  });

describe("on the wire", () => {
  test("a prompt is stamped in Kenya's time, in whole shillings, under the account that stands for our reference", async () => {
    const request = mpesaRequest({
      reference: "0199a2b4-7c00-7000-8000-00a1b2c3d4e5",
      description: "Order № 5 for Zoë",
    });
    const outcome = await accepted(request);
    const { body, checkoutRequestId } = fake.prompts.get(request.reference)!;
    const phone = request.mobileMoney!.phone_number.slice(1);
    expect(outcome).toEqual({
      outcome: "accepted",
      providerPaymentId: checkoutRequestId,
      providerStatus: "accepted",
      status: "pending",
      nextAction: { type: "wait" },
      data: { merchant_request_id: expect.stringMatching(/^29115-34620561-\d+$/) },
    });
    expect(body).toEqual({
      BusinessShortCode: "174379",
      // base64 of short code, passkey and timestamp, computed independently of this code.
      Password: "MTc0Mzc5cGFzc2tleS0wMTIzNDU2Nzg5YWJjZGVmMjAyNjAxMDUxMjAwMDA=",
      Timestamp: "20260105120000",
      TransactionType: "CustomerPayBillOnline",
      Amount: 1500,
      PartyA: phone,
      PartyB: "174379",
      PhoneNumber: phone,
      CallBackURL: expect.stringMatching(
        /^https:\/\/pay\.example\/v1\/callbacks\/mpesa\/0199a2b4-7c00-7000-8000-00a1b2c3d4e5\/[0-9a-f]{64}$/,
      ),
      AccountReference: "01YYG7LYOWE8",
      TransactionDesc: "Order No 5 fo",
    });
  });

  // Safaricom's page about registering addresses: no M-PESA, Safaricom, exe, exec, cmd, SQL or query in them.
  const FORBIDDEN = /m-?pesa|safaricom|exe|cmd|sql|query/i;
  test("no address has a word that M-PESA forbids: not one of 10,000 payments, nor of a journey of certify", () => {
    const addresses = secretAddresses("a callback secret", ["prompt"]);
    const callbackUrl = callbackUrlOf("https://pay.example", "mpesa");
    for (let i = 0; i < 10_000; i++)
      expect(addresses.of({ callbackUrl, reference: newId() }, "prompt")).not.toMatch(FORBIDDEN);
    const { payin } = JOURNEYS.mpesa!({ short_code: "174379" });
    expect(requestOf(payin!, "inbound", newId(), "https://pay.example", "mpesa").callbackUrl).toBe(callbackUrl);
  });

  test("a public address with such a word is told of when the settings are tried", async () => {
    const callbackUrl = callbackUrlOf("https://sqlshop.example", "mpesa");
    const tried = MPESA.create({ ...MPESA_SETTINGS, base_url: fake.url }, { outbound, clock, callbackUrl });
    expect(await tried.checkAccess!(deadline())).toMatchObject({
      outcome: "refused",
      reason: expect.stringContaining('"sql"'),
    });
  });

  test("an address of 1.0.0 still leads to its payment", () => {
    const token = createHmac("sha256", `prompt:${MPESA_SETTINGS.callback_secret}`).update("callback address:r1");
    const path = `/v1/callbacks/daraja/r1/${token.digest("base64url")}`;
    expect(provider.verifyCallback({ headers: {}, rawBody: Buffer.from("{}"), path }, clock.now())).not.toBeNull();
  });

  test("a till is paid under its head office", async () => {
    const request = mpesaRequest();
    await at(fake.url, { till_number: "654321" }).dispatch(request, deadline());
    expect(fake.prompts.get(request.reference)!.body).toMatchObject({
      BusinessShortCode: "174379",
      PartyB: "654321",
      TransactionType: "CustomerBuyGoodsOnline",
    });
  });

  test("a payout bears our reference, what the payee gets, and an address each for its result and its time-out", async () => {
    const request = payout({ amount: Money.parse("12.00", "USD"), targetAmount: Money.parse("1540.00", "KES") });
    const outcome = await accepted(request);
    const { body, conversationId } = fake.payouts.get(request.reference)!;
    expect(outcome).toEqual({
      outcome: "accepted",
      providerPaymentId: conversationId,
      providerStatus: "accepted",
      status: "processing",
      nextAction: { type: "wait" },
    });
    expect(body).toMatchObject({
      OriginatorConversationID: request.reference,
      InitiatorName: "testapi",
      CommandID: "BusinessPayment",
      Amount: 1540,
      PartyA: "600996",
      PartyB: request.mobileMoney!.phone_number.slice(1),
      Remarks: "Payment",
    });
    expect(body["ResultURL"]).not.toBe(body["QueueTimeOutURL"]);
  });

  test("the time is Kenya's across a day's end", () => {
    expect(timestampOf(new Date("2026-12-31T21:30:05.999Z"))).toBe("20270101003005");
  });
});

describe("the security credential", () => {
  test("can be read by the holder of the certificate's key, as what openssl makes of it can", () => {
    expect(decrypted(TEST_CREDENTIAL)).toBe("initiator-password-1");
    expect(decrypted(securityCredentialOf("initiator-password-1", TEST_CERTIFICATE)!)).toBe("initiator-password-1");
    expect(decrypted(securityCredentialOf("pässword", TEST_CERTIFICATE.replaceAll("\n", " "))!)).toBe("pässword");
  });

  test.each(["", "not a certificate", TEST_CERTIFICATE.slice(0, 300)])(
    "of a certificate that cannot be read is none, and the settings are refused",
    (certificate) => {
      expect(securityCredentialOf("initiator-password-1", certificate)).toBeNull();
      expect(() => at(fake.url, { certificate })).toThrow(
        expect.objectContaining({ name: "InvalidSetting", setting: "certificate" }),
      );
    },
  );
});

describe("how a prompt ended", () => {
  test("well by one code alone, and not yet by one", () => {
    const codesOf = (table: Readonly<Record<string, string>>, status: string) =>
      Object.keys(table).filter((code) => table[code] === status);
    expect([
      codesOf(PROMPT_RESULTS, "completed"),
      codesOf(PROMPT_RESULTS, "pending"),
      codesOf(PAYOUT_RESULTS, "completed"),
    ]).toEqual([["0"], ["4999"], ["0"]]);
  });

  test.each(Object.entries(PROMPT_RESULTS))("%s is %s", async (code, status) => {
    const request = mpesaRequest();
    const { providerPaymentId } = await accepted(request);
    fake.end(request.reference, code, `description of ${code}`);
    expect(await ask(request, providerPaymentId)).toEqual({
      outcome: "found",
      update: {
        kind: "payment",
        reference: request.reference,
        providerPaymentId,
        providerStatus: code,
        status,
        ...(status === "failed" ? { reason: `description of ${code}`, code } : {}),
      },
      ...(status === "pending" ? { nextAction: { type: "wait" } } : {}),
    });
  });

  test.each([17_000, "5", "__proto__", "toString"])("%s is no code that we know, and tells nothing", async (code) => {
    const request = mpesaRequest();
    const { providerPaymentId } = await accepted(request);
    fake.end(request.reference, code);
    expect(await ask(request, providerPaymentId)).toMatchObject({ outcome: "unknown" });
  });

  test.each(["error", "4999"] as const)("is open while the customer has not answered, said by %s", async (waiting) => {
    fake.waiting = waiting;
    const request = mpesaRequest();
    const { providerPaymentId } = await accepted(request);
    expect(await ask(request, providerPaymentId)).toMatchObject({ outcome: "found", update: { status: "pending" } });
  });

  test.each([
    failure(500, "500.001.1001", "Wrong credentials"),
    failure(500, "500.003.02", "The transaction is being processed"),
    failure(400, "500.001.1001", "The transaction is being processed"),
    { status: 200, body: '{"ResponseCode":"0","CheckoutRequestID":"ws_CO_other","ResultCode":"0","ResultDesc":"ok"}' },
    { status: 200, body: '{"ResponseCode":"1","CheckoutRequestID":"ws_CO_1","ResultCode":"0","ResultDesc":"ok"}' },
    { status: 200, body: '{"ResponseCode":"0","CheckoutRequestID":"ws_CO_1","ResultDesc":"ok"}' },
  ])("$status $body does not say", async ({ status, body }) => {
    const server = await answering(status, body);
    expect(
      await at(server.url).fetchStatus(
        { reference: newId(), providerPaymentId: "ws_CO_1", direction: "inbound" },
        deadline(),
      ),
    ).toMatchObject({
      outcome: "unknown",
    });
    await server.close();
  });
});

describe("a prompt's callback", () => {
  test("names the id that was lost with the answer, and is believed in nothing else", async () => {
    const request = mpesaRequest({}, "0004");
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
    expect(await ask(request, null)).toMatchObject({ outcome: "unknown" });
    const callback = fake.end(request.reference, 1032, "Request cancelled by user");
    const forged = {
      ...callback,
      rawBody: Buffer.from(callback.rawBody.toString().replace('"ResultCode":1032', '"ResultCode":0')),
    };
    const { checkoutRequestId } = fake.prompts.get(request.reference)!;
    const notice = {
      kind: "notice",
      direction: "inbound",
      reference: request.reference,
      providerPaymentId: checkoutRequestId,
    };
    for (const each of [callback, forged]) expect(provider.parseCallback(each)).toEqual([notice]);
    expect(await ask(request, checkoutRequestId)).toMatchObject({
      outcome: "found",
      update: { status: "failed", reason: "Request cancelled by user" },
    });
  });

  test("names the receipt, which is kept when the answer to the question says that the payment is completed, and not otherwise", async () => {
    const request = mpesaRequest();
    const { providerPaymentId } = await accepted(request);
    const [notice] = provider.parseCallback(fake.end(request.reference));
    expect(notice).toMatchObject({ kind: "notice", receipt: "NLJ7RT61SV" });
    const query = {
      reference: request.reference,
      providerPaymentId,
      direction: "inbound",
      receipt: "NLJ7RT61SV",
    } as const;
    expect(await provider.fetchStatus(query, deadline())).toMatchObject({
      outcome: "found",
      update: { status: "completed", data: { receipt: "NLJ7RT61SV" } },
    });
    fake.end(request.reference, 1032);
    const failed = await provider.fetchStatus(query, deadline());
    expect(failed).toMatchObject({ outcome: "found", update: { status: "failed" } });
    expect(JSON.stringify(failed)).not.toContain("NLJ7RT61SV");
  });

  test.each(["", "{}", '{"Body":{}}', '{"Body":{"stkCallback":{}}}', '{"Result":{"ResultCode":0}}'])(
    "%s cannot be read",
    async (body) => {
      const request = mpesaRequest();
      await accepted(request);
      const callback = { ...fake.end(request.reference), rawBody: Buffer.from(body) };
      expect(() => provider.parseCallback(callback)).toThrow(InvalidCallback);
    },
  );
});

describe("a payout whose result has not come", () => {
  const asking = () =>
    MPESA.create(
      { ...MPESA_SETTINGS, base_url: fake.url },
      { outbound, clock, callbackUrl: "https://pay.example/v1/callbacks/daraja" },
    );

  test("is asked about by the transaction status query, and the answer at its own address ends it", async () => {
    const request = payout();
    await accepted(request);
    const asked = await asking().fetchStatus(
      { reference: request.reference, providerPaymentId: null, direction: "outbound" },
      deadline(),
    );
    expect(asked).toEqual({ outcome: "unknown", reason: "M-PESA accepted the query and answers it by a callback" });
    expect(fake.queries.get(request.reference)).toEqual({
      Initiator: "testapi",
      SecurityCredential: expect.stringMatching(/./),
      CommandID: "TransactionStatusQuery",
      OriginalConversationID: request.reference,
      PartyA: "600996",
      IdentifierType: "4",
      Remarks: "Status",
      ResultURL: expect.stringMatching(/^https:/),
      QueueTimeOutURL: expect.stringMatching(/^https:/),
    });
    const callback = fake.answerQuery(request.reference, "Completed");
    expect(provider.verifyCallback(callback, clock.now())).not.toBeNull();
    const completed = {
      kind: "payment",
      reference: request.reference,
      providerStatus: "Completed",
      status: "completed",
      data: { receipt: "NLJ41HAY6Q" },
    };
    expect(provider.parseCallback(callback)).toEqual([completed]);
    expect(provider.parseCallback(fake.answerQuery(request.reference, "Declined"))).toMatchObject([
      { status: "failed", providerStatus: "Declined" },
    ]);
    for (const word of ["Authorized", "Pending", "constructor"])
      expect(provider.parseCallback(fake.answerQuery(request.reference, word))).toEqual([]);
    expect(provider.parseCallback(fake.answerQuery(request.reference, "Completed", 2032))).toEqual([]);
  });
});

describe("a payout's result", () => {
  test.each(Object.entries(PAYOUT_RESULTS))("%s is %s", async (code, status) => {
    const request = payout();
    const { providerPaymentId } = await accepted(request);
    for (const spelled of /^\d+$/.test(code) ? [Number(code), code] : [code]) {
      const callback = fake.end(request.reference, spelled, `description of ${code}`);
      expect(provider.verifyCallback(callback, clock.now())).not.toBeNull();
      const update = { kind: "payment", reference: request.reference, providerPaymentId, providerStatus: code, status };
      const rest =
        status === "completed" ? { data: { receipt: "NLJ41HAY6Q" } } : { reason: `description of ${code}`, code };
      expect(provider.parseCallback(callback)).toEqual([{ ...update, ...rest }]);
    }
  });

  test.each([15, 1032, 4999, "00", ""])(
    "%s is no code that says how a payout ended: it is kept for a person to read",
    async (code) => {
      const request = payout();
      await accepted(request);
      expect(() => provider.parseCallback(fake.end(request.reference, code))).toThrow(InvalidCallback);
    },
  );

  const changedResult = (callback: RawCallback, fields: object): RawCallback => {
    const { Result } = JSON.parse(callback.rawBody.toString()) as { Result: object };
    return { ...callback, rawBody: Buffer.from(JSON.stringify({ Result: { ...Result, ...fields } })) };
  };

  test("that is not the last word, tells nothing; of another's reference or in part, it cannot be read", async () => {
    const request = payout();
    await accepted(request);
    const callback = fake.end(request.reference);
    expect(provider.parseCallback(changedResult(callback, { ResultType: 1 }))).toEqual([]);
    for (const fields of [
      { OriginatorConversationID: newId() },
      { ConversationID: undefined },
      { TransactionID: "" },
      { ResultType: undefined },
    ])
      expect(() => provider.parseCallback(changedResult(callback, fields))).toThrow(InvalidCallback);
  });

  test.each(["53e3-4aa8-9fe0-8fb5e4092cdd3533373", "29112-34801843-1"])(
    "counts under an id of Safaricom's own too: %s",
    async (id) => {
      const request = payout();
      await accepted(request);
      const [update] = provider.parseCallback(
        changedResult(fake.end(request.reference), { OriginatorConversationID: id }),
      );
      expect(update).toMatchObject({ reference: request.reference, status: "completed" });
    },
  );

  test.each(["", null, 7])("ends a payout whatever its description: %j", async (ResultDesc) => {
    const request = payout();
    await accepted(request);
    const [update] = provider.parseCallback(changedResult(fake.end(request.reference, 2040), { ResultDesc }));
    expect(update).toMatchObject({ status: "failed", reason: expect.stringMatching(/./) });
  });

  test("counts at its own address alone: not at that of the time-out, of a prompt or of another payout", async () => {
    const [request, other, payin] = [payout(), payout(), mpesaRequest()];
    for (const each of [request, other, payin]) await accepted(each);
    const callback = fake.end(request.reference);
    const pathOf = (address: unknown): string => new URL(String(address)).pathname;
    const timedOut = { ...callback, path: pathOf(fake.payouts.get(request.reference)!.body["QueueTimeOutURL"]) };
    expect(provider.verifyCallback(timedOut, clock.now())).not.toBeNull();
    expect(provider.parseCallback(timedOut)).toEqual([]);
    for (const path of [
      pathOf(fake.payouts.get(other.reference)!.body["ResultURL"]),
      pathOf(fake.prompts.get(payin.reference)!.body["CallBackURL"]),
      "/v1/callbacks/mpesa",
    ])
      expect(() => provider.parseCallback({ ...callback, path })).toThrow(InvalidCallback);
    const promptToken = pathOf(fake.prompts.get(payin.reference)!.body["CallBackURL"]).split("/").at(-1)!;
    expect(
      provider.verifyCallback(
        { ...callback, path: `/v1/callbacks/mpesa/${request.reference}/${promptToken}` },
        clock.now(),
      ),
    ).toBeNull();
  });

  test("is all that tells: asking says nothing, whatever has happened", async () => {
    const request = payout();
    const { providerPaymentId } = await accepted(request);
    fake.end(request.reference);
    expect(await ask(request, providerPaymentId)).toMatchObject({ outcome: "unknown" });
    expect(await ask(payout(), null)).toMatchObject({ outcome: "unknown" });
  });
});

describe("what it cannot do is refused before anything is sent", () => {
  const KE = { provider: "M-PESA", phone_number: "+254708374149", network_code: "MPESA_KE" };
  test.each<[string, Partial<DispatchRequest>]>([
    ["method_not_supported", { method: "bank_transfer" }],
    ["country_not_supported", { country: "TZ" }],
    ["currency_not_supported", { amount: Money.parse("1", "USD") }],
    [
      "currency_not_supported",
      { direction: "outbound", amount: Money.parse("1", "KES"), targetAmount: Money.parse("1", "USD") },
    ],
    ["amount_not_supported", { amount: Money.parse("1500.25", "KES") }],
    [
      "amount_not_supported",
      { direction: "outbound", amount: Money.parse("1", "KES"), targetAmount: Money.parse("0.50", "KES") },
    ],
    ["network_not_supported", { mobileMoney: { ...KE, network_code: "AIRTEL_KE" } }],
    ["invalid_phone_number", { mobileMoney: { ...KE, phone_number: "+254208374149" } }],
    ["invalid_phone_number", { mobileMoney: { ...KE, phone_number: "0708374149" } }],
  ])("%s", async (code, fields) => {
    const server = await answering(200, "{}");
    expect(await at(server.url).dispatch(mpesaRequest(fields), deadline())).toMatchObject({
      outcome: "refused",
      code,
      reason: expect.stringMatching(/./),
    });
    expect(server.requests).toEqual([]);
    await server.close();
  });

  test("and so is a direction that is not set up, which is not offered either", async () => {
    const { consumer_key, consumer_secret, callback_secret, short_code, passkey, ...initiator } = MPESA_SETTINGS;
    const app = { consumer_key, consumer_secret, callback_secret, base_url: fake.url };
    const [paying, collecting] = [
      { ...app, ...initiator },
      { ...app, short_code, passkey },
    ];
    for (const [given, direction, missing] of [
      [paying, "outbound", mpesaRequest()],
      [collecting, "inbound", payout()],
    ] as const) {
      const partly = MPESA.create(given, { outbound, clock });
      expect(directionsOf(partly.corridors)).toEqual([direction]);
      expect(await partly.dispatch(missing, deadline())).toMatchObject({ outcome: "refused", code: "not_set_up" });
      expect(await partly.fetchStatus({ ...missing, providerPaymentId: "ws_CO_1" }, deadline())).toMatchObject({
        outcome: "unknown",
      });
    }
  });
});

describe("settings", () => {
  const { short_code, passkey, b2c_short_code, initiator_name, initiator_password, certificate, ...rest } =
    MPESA_SETTINGS;
  test.each<[missing: string, given: object]>([
    ["passkey", { short_code }],
    ["short_code", { passkey }],
    ["short_code", { till_number: "654321", b2c_short_code, initiator_name, initiator_password, certificate }],
    ["certificate", { short_code, passkey, b2c_short_code, initiator_name, initiator_password }],
    ["b2c_short_code", { short_code, passkey, certificate }],
    ["short_code", {}],
  ])("that lack %s for what else they hold are refused", (setting, given) => {
    const whole = { ...rest, ...given, base_url: fake.url };
    expect(() => MPESA.create(whole, { outbound, clock })).toThrow(
      expect.objectContaining({ name: "InvalidSetting", setting }),
    );
  });
});

describe("an answer to a new payment", () => {
  const ok = (fields: object): string =>
    JSON.stringify({
      ResponseCode: "0",
      ResponseDescription: "ok",
      CheckoutRequestID: "ws_CO_1",
      MerchantRequestID: "1",
      ...fields,
    });
  test.each([
    [400, failure(400, "400.002.02", "Bad Request - Invalid Amount").body, "refused", "refused"],
    [404, failure(404, "404.001.01", "Resource not found").body, "refused", "refused"],
    [401, failure(401, "401.002.01", "Invalid Access Token").body, "refused", "refused"],
    [404, failure(404, "404.001.03", "Invalid Access Token").body, "refused", "refused"],
    [200, ok({ ResponseCode: "1" }), "refused", "unknown"],
    [200, ok({ ResponseCode: "string" }), "unknown", "unknown"],
    [200, ok({ CheckoutRequestID: undefined }), "unknown", "unknown"],
    [200, ok({ ConversationID: "AG_1", OriginatorConversationID: "another" }), "accepted", "unknown"],
    [400, "", "unknown", "unknown"],
    [400, failure(400, "500.002.1001", "Duplicate").body, "unknown", "unknown"],
    [400, failure(400, "400.002.02", "Bad Request - Duplicate OriginatorConversationID").body, "unknown", "unknown"],
    [409, failure(409, "409.002.01", "Duplicate").body, "unknown", "unknown"],
    [429, failure(429, "429.001.01", "Spike Arrest Violation").body, "unknown", "unknown"],
    [
      500,
      failure(
        500,
        "500.001.1001",
        "Unable to lock subscriber, a transaction is already in process for the current subscriber",
      ).body,
      "refused",
      "unknown",
    ],
    [500, failure(500, "500.001.1001", "[MerchantValidate] - Wrong credentials").body, "refused", "unknown"],
    [500, failure(500, "500.001.1001", "Merchant does not exist").body, "refused", "unknown"],
    [500, failure(500, "500.001.1001", "Unable to complete your request").body, "unknown", "unknown"],
    [500, failure(500, "500.002.1001", "Duplicate OriginatorConversationID.").body, "unknown", "unknown"],
    [503, failure(503, "400.002.02", "Bad Request").body, "unknown", "unknown"],
  ])("%i %s means %s of a payin, %s of a payout", async (status, body, inward, outward) => {
    const server = await answering(status, body);
    const there = at(server.url);
    expect(await there.dispatch(mpesaRequest(), deadline())).toMatchObject({ outcome: inward });
    expect(await there.dispatch(payout(), deadline())).toMatchObject({ outcome: outward });
    await server.close();
  });

  test.each([
    [400, "400.002.02", "refused", ""],
    [500, "500.001.1001", "unknown", "the provider's answer is malformed: status 500, 500.001.1001: "],
  ])(
    "of status %i that repeats what only this request held does not make us repeat it",
    async (statusCode, code, outcome, before) => {
      const server = await scriptedServer((response, { url }, body) => {
        if (url!.startsWith("/oauth/"))
          return void response.end('{"access_token":"a-token-of-daraja","expires_in":"3599"}');
        const sent = JSON.parse(body) as Record<string, string>;
        const secretParts = ["CallBackURL", "ResultURL", "QueueTimeOutURL"].flatMap(
          (name) => sent[name]?.split("/").at(-1) ?? [],
        );
        const told = [sent["Password"] ?? sent["SecurityCredential"], ...secretParts, "a-token-of-daraja"];
        const { status, body: text } = failure(statusCode, code, told.join(", "));
        response.writeHead(status).end(text);
      });
      const there = at(server.url);
      expect(await there.dispatch(mpesaRequest(), deadline())).toMatchObject({
        outcome,
        reason: `${before}[redacted], [redacted], [redacted]`,
      });
      expect(await there.dispatch(payout(), deadline())).toMatchObject({
        outcome,
        reason: `${before}[redacted], [redacted], [redacted], [redacted]`,
      });
      await server.close();
    },
  );
});

describe("the access token", () => {
  test.each([
    failure(401, "401.002.01", "Error Occurred - Invalid Access Token"),
    failure(404, "404.001.03", "Invalid Access Token"),
    failure(400, "400.003.01", "Invalid Access Token"),
    { status: 401, body: "" },
  ])("is fetched anew after $status $body", async (refusal) => {
    const before = fake.tokenRequests;
    await accepted(mpesaRequest());
    fake.endTokens(refusal);
    await accepted(mpesaRequest());
    await accepted(payout());
    expect(fake.tokenRequests - before).toBeLessThanOrEqual(2);
  });

  test("lives as long as the text of its answer says, less a minute", async () => {
    const own = await startFakeMpesa();
    const there = at(own.url);
    for (const [advanceMs, requests] of [
      [0, 1],
      [3_538_000, 1],
      [2_000, 2],
    ] as const) {
      clock.advance(advanceMs);
      await there.dispatch(mpesaRequest(), deadline());
      expect(own.tokenRequests).toBe(requests);
    }
    await own.close();
  });
});
