import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MOBILE_MONEY_NETWORKS } from "@corridor/base/networks/mobile-money-networks.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { UNKNOWN_ID } from "@corridor/test/harness/unknown-id.ts";
import { countriesOf } from "@corridor/provider-kit/corridors.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { uuidV4Of } from "@corridor/provider-kit/derived-id.ts";
import { InvalidCallback, InvalidSetting } from "@corridor/provider-kit/errors.ts";
import type { DispatchRequest, Provider, RefundRequest } from "@corridor/provider-kit/provider.ts";
import { publicKeyOf } from "@corridor/provider-kit/genuine.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import {
  type FakePawapay,
  signedCallback,
  startFakePawapay,
  TEST_CALLBACK_SECRET,
  TEST_PUBLIC_KEY,
  TEST_TOKEN,
} from "./pawapay.fixtures.ts";
import { PAWAPAY } from "./pawapay.ts";
import { NETWORKS } from "./pawapay-networks.ts";
import { isSigned } from "./pawapay-signature.ts";

const clock = new SteppedClock();
const soon = (): AbortSignal => AbortSignal.timeout(5_000);
let outbound: Outbound;
let fake: FakePawapay;
let provider: Provider;
beforeAll(async () => {
  outbound = createOutbound();
  fake = await startFakePawapay();
  provider = at(fake.url);
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});

function at(base_url: string, settings: { callback_public_key?: string; callback_secret?: string } = {}): Provider {
  return PAWAPAY.create({ base_url, api_token: TEST_TOKEN, ...settings }, { outbound, clock });
}

function mobileMoney(
  network_code: string,
  amount: string,
  currency: string,
  fields: Partial<DispatchRequest> = {},
): DispatchRequest {
  return dispatchRequest({
    method: "mobile_money",
    amount: Money.parse(amount, currency),
    mobileMoney: { provider: "the network", network_code, phone_number: "+260763456789" },
    ...fields,
  });
}

const sent = (): Record<string, unknown> =>
  JSON.parse(fake.requests.findLast(({ method }) => method === "POST")!.body) as Record<string, unknown>;

describe("what is sent", () => {
  test("a payin: an id of version 4 derived from ours, which goes along, and the amount as text without trailing zeros", async () => {
    const request = mobileMoney("MTN_ZM", "150.50", "ZMW", { description: "Façade: order #12 of 2026, paid in full" });
    await provider.dispatch(request, soon());
    expect(fake.requests.at(-1)).toMatchObject({ method: "POST", url: "/v2/deposits" });
    expect(sent()).toEqual({
      depositId: uuidV4Of(request.reference),
      amount: "150.5",
      currency: "ZMW",
      payer: { type: "MMO", accountDetails: { phoneNumber: "260763456789", provider: "MTN_MOMO_ZMB" } },
      clientReferenceId: request.reference,
      customerMessage: "Facade order 12 of 202",
    });
  });

  test("a payout sends what the payee gets, in the payee's currency", async () => {
    const request = mobileMoney("MTN_RW", "10.00", "USD", {
      direction: "outbound",
      targetAmount: Money.parse("14000", "RWF"),
    });
    expect(await provider.dispatch(request, soon())).toMatchObject({
      outcome: "accepted",
      status: "processing",
      nextAction: { type: "wait" },
    });
    expect(fake.requests.at(-1)).toMatchObject({ url: "/v2/payouts" });
    expect(sent()).toMatchObject({
      payoutId: uuidV4Of(request.reference),
      amount: "14000",
      currency: "RWF",
      recipient: { type: "MMO", accountDetails: { provider: "MTN_MOMO_RWA" } },
    });
  });

  test("a description too short for the customer's receipt is left out", async () => {
    await provider.dispatch(mobileMoney("MTN_ZM", "1", "ZMW", { description: "#1!" }), soon());
    expect(sent()).not.toHaveProperty("customerMessage");
  });
});

describe("networks", () => {
  test("each is one of ours, in its own country, and takes that country's currency", () => {
    for (const { code, currency } of NETWORKS) {
      const ours = MOBILE_MONEY_NETWORKS.find((network) => network.code === code);
      expect(ours, code).toBeDefined();
      if (currency !== "USD") expect(ours!.currency, code).toBe(currency);
    }
    expect(countriesOf(provider.corridors)).toHaveLength(20);
  });

  const ISO3: Record<string, string> = Object.fromEntries(
    "BJ BEN,BF BFA,CD COD,CG COG,CI CIV,CM CMR,ET ETH,GA GAB,GH GHA,KE KEN,LS LSO,MW MWI,MZ MOZ,NG NGA,RW RWA,SN SEN,SL SLE,TZ TZA,UG UGA,ZM ZMB"
      .split(",")
      .map((pair) => pair.split(" ") as [string, string]),
  );
  test.each(NETWORKS)("$code in $currency goes to $provider", async ({ code, currency, provider: theirs }) => {
    const result = await provider.dispatch(mobileMoney(code, "100", currency, { direction: "outbound" }), soon());
    expect(result).toMatchObject({ outcome: "accepted" });
    expect(sent()["recipient"]).toMatchObject({ accountDetails: { provider: theirs } });
    expect(theirs.slice(-3)).toBe(ISO3[code.slice(-2)]);
  });

  test.each([
    ["a method that it does not have", dispatchRequest({ method: "card" }), "method_not_supported"],
    ["a network that pawaPay does not reach", mobileMoney("TKASH_KE", "100", "KES"), "network_not_supported"],
    ["a network that we do not know", mobileMoney("", "100", "KES"), "network_not_supported"],
    ["another currency than the network's", mobileMoney("MTN_ZM", "100", "USD"), "currency_not_supported"],
    ["decimals where it takes none", mobileMoney("MPESA_KE", "100.50", "KES"), "too_many_decimals"],
    ["decimals of CDF at M-PESA", mobileMoney("MPESA_CD", "100.50", "CDF"), "too_many_decimals"],
    ["a payin that needs a code first", mobileMoney("ORANGE_BF", "100", "XOF"), "code_needed_first"],
    [
      "a local phone number",
      mobileMoney("MTN_ZM", "1", "ZMW", {
        mobileMoney: { provider: "MTN", network_code: "MTN_ZM", phone_number: "076 345" },
      }),
      "invalid_phone_number",
    ],
  ])("refuses %s before anything is sent", async (_, request, code) => {
    const before = fake.requests.length;
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "refused", code });
    expect(fake.requests).toHaveLength(before);
  });

  test.each([
    [
      "decimals of a payout, where only payins have none",
      mobileMoney("MPESA_KE", "100.50", "KES", { direction: "outbound" }),
    ],
    ["cents of a dollar at M-PESA", mobileMoney("MPESA_CD", "100.50", "USD")],
    ["a whole amount in a currency with decimals", mobileMoney("MPESA_KE", "100.00", "KES")],
    [
      "a payout to the network that needs a code for payins",
      mobileMoney("ORANGE_BF", "100", "XOF", { direction: "outbound" }),
    ],
  ])("takes %s", async (_, request) => {
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "accepted" });
  });
});

describe("statuses", () => {
  test.each([
    ["ACCEPTED", "pending", undefined],
    ["ENQUEUED", "processing", undefined],
    ["PROCESSING", "pending", undefined],
    ["SUBMITTED", "processing", undefined],
    ["IN_RECONCILIATION", "processing", undefined],
    ["COMPLETED", "completed", "12.50 ZMW"],
    ["FAILED", "failed", undefined],
  ])("%s of a payin is %s", async (word, status, received) => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    await provider.dispatch(request, soon());
    const failureReason =
      word === "FAILED"
        ? { failureReason: { failureCode: "PAYMENT_NOT_APPROVED", failureMessage: `not approved ${TEST_TOKEN}` } }
        : {};
    fake.say(uuidV4Of(request.reference), { status: word, providerTransactionId: "MP1", ...failureReason });
    const answer = await provider.fetchStatus(
      { reference: request.reference, providerPaymentId: null, direction: "inbound" },
      soon(),
    );
    expect(answer).toMatchObject({
      outcome: "found",
      update: { reference: request.reference, providerStatus: word, status, data: { provider_transaction_id: "MP1" } },
    });
    const { update } = answer as Extract<typeof answer, { outcome: "found" }>;
    expect(update.receivedAmount?.toString()).toBe(received);
    expect([update.reason, update.code]).toEqual(
      word === "FAILED" ? ["not approved [redacted]", "PAYMENT_NOT_APPROVED"] : [undefined, undefined],
    );
  });

  test("a completed payout tells of no money that arrived here", async () => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW", { direction: "outbound" });
    await provider.dispatch(request, soon());
    fake.say(uuidV4Of(request.reference), { status: "COMPLETED" });
    const answer = await provider.fetchStatus(
      { reference: request.reference, providerPaymentId: null, direction: "outbound" },
      soon(),
    );
    expect(answer).toMatchObject({ outcome: "found", update: { status: "completed" } });
    expect((answer as { update: object }).update).not.toHaveProperty("receivedAmount");
  });

  test.each([
    ["a word that is not documented", { status: "DONE" }],
    ["another's id", { depositId: newId() }],
    ["another's reference", { clientReferenceId: newId() }],
    ["an amount that is none", { amount: "12,50" }],
    ["a next step that is not documented", { nextStep: "CALL_US" }],
  ])("%s is unknown", async (_, words) => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    await provider.dispatch(request, soon());
    fake.say(uuidV4Of(request.reference), words);
    expect(
      await provider.fetchStatus(
        { reference: request.reference, providerPaymentId: null, direction: "inbound" },
        soon(),
      ),
    ).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("answers to a dispatch", () => {
  const answering = async (status: number, body: object): Promise<string> => {
    const server = await scriptedServer((response) => void response.writeHead(status).end(JSON.stringify(body)));
    const { outcome } = await at(server.url).dispatch(mobileMoney("MTN_ZM", "1", "ZMW"), soon());
    await server.close();
    return outcome;
  };
  const failureReason = { failureCode: "X", failureMessage: "x" };

  test.each([200, 400, 401, 403])("REJECTED with %i is refused", async (status) => {
    expect(await answering(status, { status: "REJECTED", failureReason })).toBe("refused");
  });
  test.each([404, 408, 409, 429, 500, 503])("REJECTED with %i, which is not documented, is unknown", async (status) => {
    expect(await answering(status, { status: "REJECTED", failureReason })).toBe("unknown");
  });
  test.each([400, 401, 403])(
    "%i with the reason alone, before anything of the request was read, is refused",
    async (status) => {
      expect(await answering(status, { failureReason })).toBe("refused");
      expect(await answering(status, { message: "Forbidden" })).toBe("unknown");
    },
  );
  test.each([
    [500, { failureReason: { failureCode: "UNKNOWN_ERROR", failureMessage: "Unable to process" } }],
    [400, { status: "ACCEPTED", depositId: UNKNOWN_ID }],
    [200, { status: "REJECTED" }],
    [200, { failureReason }],
    [404, { failureReason }],
    [200, { status: "REJECTED", depositId: UNKNOWN_ID, failureReason }],
    [200, { status: "COMPLETED", depositId: UNKNOWN_ID }],
  ])("%i %j is unknown", async (status, body) => {
    expect(await answering(status, body)).toBe("unknown");
  });

  test("what was accepted before and failed since is never refused, and fetchStatus says how it ended", async () => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    await provider.dispatch(request, soon());
    fake.say(uuidV4Of(request.reference), { status: "FAILED", failureReason });
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "unknown" });
  });

  test("what pawaPay has already is never refused, even where the question about it cannot be sent", async () => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    const server = await scriptedServer((response) => {
      const duplicate = { status: "DUPLICATE_IGNORED", depositId: uuidV4Of(request.reference) };
      response.writeHead(200, { connection: "close" }).end(JSON.stringify(duplicate), () => void server.close());
    });
    expect(await at(server.url).dispatch(request, soon())).toMatchObject({ outcome: "unknown" });
    expect(server.requests).toHaveLength(1);
  });

  test("a duplicate of another amount is not ours to accept", async () => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    await provider.dispatch(request, soon());
    expect(await provider.dispatch({ ...request, amount: Money.parse("12.51", "ZMW") }, soon())).toMatchObject({
      outcome: "unknown",
    });
  });
});

test("a customer of Wave is sent to its page as soon as pawaPay knows the address", async () => {
  const request = mobileMoney("WAVE_SN", "500", "XOF");
  expect(await provider.dispatch(request, soon())).toMatchObject({
    outcome: "accepted",
    status: "pending",
    nextAction: { type: "check_status" },
  });
  expect(sent()).toMatchObject({ successfulUrl: request.returnUrl, failedUrl: request.returnUrl });
  const query = { reference: request.reference, providerPaymentId: null, direction: "inbound" } as const;
  expect(await provider.fetchStatus(query, soon())).toMatchObject({
    outcome: "found",
    update: { status: "pending" },
    nextAction: { type: "check_status" },
  });
  const id = uuidV4Of(request.reference);
  fake.say(id, {
    status: "PROCESSING",
    nextStep: "REDIRECT_TO_AUTH_URL",
    authorizationUrl: "https://pay.wave.example/c/1",
  });
  expect(await provider.fetchStatus(query, soon())).toMatchObject({
    update: { status: "pending" },
    nextAction: { type: "redirect", redirect_url: "https://pay.wave.example/c/1" },
  });
  fake.say(id, { authorizationUrl: "javascript:alert(1)" });
  expect(await provider.fetchStatus(query, soon())).toMatchObject({ outcome: "unknown" });
  fake.say(id, { status: "COMPLETED" });
  expect(await provider.fetchStatus(query, soon())).toMatchObject({ update: { status: "completed" } });
});

describe("refunds", () => {
  const paid = async (): Promise<DispatchRequest> => {
    const request = mobileMoney("MTN_ZM", "12.50", "ZMW");
    await provider.dispatch(request, soon());
    return request;
  };
  const refundOf = (payment: DispatchRequest, amount: string): RefundRequest => ({
    reference: newId(),
    paymentReference: payment.reference,
    providerPaymentId: uuidV4Of(payment.reference),
    amount: Money.parse(amount, "ZMW"),
    reason: "returned",
    callbackUrl: payment.callbackUrl,
  });
  const queryOf = ({ amount: _amount, reason: _reason, callbackUrl: _url, ...query }: RefundRequest) => ({
    ...query,
    providerRefundId: null,
  });

  test("names the deposit and the part, and is asked about until it ends", async () => {
    const request = refundOf(await paid(), "2.50");
    const refundId = uuidV4Of(request.reference);
    expect(await provider.refund!(request, soon())).toEqual({
      outcome: "accepted",
      status: "pending",
      providerRefundId: refundId,
    });
    expect(sent()).toEqual({
      refundId,
      depositId: uuidV4Of(request.paymentReference),
      amount: "2.5",
      currency: "ZMW",
      clientReferenceId: request.reference,
    });
    for (const [word, status] of [
      ["ENQUEUED", "pending"],
      ["PROCESSING", "pending"],
      ["IN_RECONCILIATION", "pending"],
      ["COMPLETED", "completed"],
      ["FAILED", "failed"],
    ] as const) {
      fake.say(refundId, { status: word });
      expect(await provider.fetchRefund!(queryOf(request), soon())).toEqual({ outcome: "found", status });
    }
  });

  test("asked for twice is open, not refused; never asked for is not found; of a deposit that is not there is refused", async () => {
    const request = refundOf(await paid(), "2.50");
    await provider.refund!(request, soon());
    expect(await provider.refund!(request, soon())).toMatchObject({ outcome: "unknown" });
    expect(await provider.fetchRefund!({ ...queryOf(request), reference: newId() }, soon())).toEqual({
      outcome: "not_found",
    });
    expect(await provider.refund!(refundOf(mobileMoney("MTN_ZM", "1", "ZMW"), "1"), soon())).toMatchObject({
      outcome: "refused",
      code: "DEPOSIT_NOT_FOUND",
    });
  });

  test("a rejection in the words of the version before is understood", async () => {
    const rejection = {
      status: "REJECTED",
      rejectionReason: { rejectionCode: "AMOUNT_TOO_LARGE", rejectionMessage: "Amount should not be greater than 100" },
    };
    const server = await scriptedServer((response) => void response.writeHead(200).end(JSON.stringify(rejection)));
    const request = refundOf(mobileMoney("MTN_ZM", "1", "ZMW"), "1");
    expect(await at(server.url).refund!(request, soon())).toMatchObject({
      outcome: "refused",
      code: "AMOUNT_TOO_LARGE",
    });
    await server.close();
  });
});

/** Made with openssl (`ecparam -name prime256v1`, `dgst -sha512`, `dgst -sha256 -sign`) over a base written by hand. */
const VECTOR = {
  publicKey:
    "-----BEGIN PUBLIC " +
    "KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEG71Lxw9r4GVD6MUMA2A8vzPliu9T\n0hSHIBijidCCBGT0ffu21S66Dq2vmdnvUfgv5WmIYcbRhCbgc/N5Gz6DDg==\n-----END " +
    "PUBLIC KEY-----",
  callback: {
    rawBody: Buffer.from('{"depositId":"f4401bd2-1568-4140-bf2d-eb77d2b2b639","status":"COMPLETED"}'),
    path: "/v1/callbacks/pawapay",
    headers: {
      host: "pay.example.com",
      "content-type": "application/json; charset=UTF-8",
      "signature-date": "2026-01-05T09:00:00.131905Z",
      "content-digest":
        "sha-512=:qVonwNRiBCny5IR0x2rQxyLTNAhRcUWOPYUgpJ9MNvur/NyMGZgRp3/Qk6dfFJzUDiEuhcPQulxynbvVspluUQ==:",
      "signature-input":
        'sig-pp=("@method" "@authority" "@path" "signature-date" "content-digest" ' +
        '"content-type");alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=1767603600;expires=1767603660',
      signature:
        "sig-pp=:MEUCIQCfdxPjnOn2VQYiWG1eC4XiOUW8zL+jvpOCAft6pQlz3QIgEFbKeA5O7zaxx78IpSE9W7oUhLqXpgIacgRgM7lQnsU=:",
    },
  },
};

describe("callbacks", () => {
  const now = new Date("2026-01-05T09:00:30Z");
  const key = publicKeyOf(VECTOR.publicKey)!;

  test("a signature of a known key holds, and no part of what it covers may be another", () => {
    const { callback } = VECTOR;
    expect(isSigned(callback, key, now)).toBe(true);
    for (const [name, value] of Object.entries(callback.headers)) {
      const changed = value.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === "1" ? "2" : "1"));
      expect(isSigned({ ...callback, headers: { ...callback.headers, [name]: changed } }, key, now), name).toBe(false);
      expect(isSigned({ ...callback, headers: { ...callback.headers, [name]: undefined } }, key, now), name).toBe(
        false,
      );
    }
    expect(isSigned({ ...callback, path: "/v1/callbacks/other" }, key, now)).toBe(false);
    expect(isSigned({ ...callback, headers: { ...callback.headers, host: "PAY.example.com:443" } }, key, now)).toBe(
      true,
    );
    expect(isSigned(callback, publicKeyOf(TEST_PUBLIC_KEY)!, now)).toBe(false);
  });

  test("a signature that leaves the body out, or names a component twice removed from us, does not hold", () => {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const holds = (list: string, lines: readonly string[]): boolean => {
      const params = `(${list});alg="ecdsa-p256-sha256";keyid="k";created=1767603600`;
      const signature = sign("sha256", Buffer.from([...lines, `"@signature-params": ${params}`].join("\n")), {
        key: privateKey,
        dsaEncoding: "ieee-p1363",
      });
      const headers = {
        ...VECTOR.callback.headers,
        "signature-input": `sig-pp=${params}`,
        signature: `sig-pp=:${signature.toString("base64")}:`,
      };
      return isSigned({ ...VECTOR.callback, headers }, publicKey, now);
    };
    const digest = `"content-digest": ${VECTOR.callback.headers["content-digest"]}`;
    expect(holds('"content-digest"', [digest])).toBe(true); // r and s side by side, as in the RFC.
    expect(holds('"@method"', ['"@method": POST'])).toBe(false);
    expect(holds('"content-digest" "@scheme"', [digest, '"@scheme": https'])).toBe(false);
  });

  test("a key is read as PEM, as PEM on one line, with its line breaks written out, and as base64 alone; what is none is no setting", () => {
    const oneLine = VECTOR.publicKey.replaceAll("\n", " ");
    const written = VECTOR.publicKey.replaceAll("\n", "\\n");
    for (const pasted of [VECTOR.publicKey, oneLine, written, oneLine.replace(/-----[A-Z ]+-----/g, "")])
      expect(publicKeyOf(pasted)?.equals(key)).toBe(true);
    expect(publicKeyOf("not a key")).toBeNull();
    const callback = signedCallback({ depositId: newId(), status: "COMPLETED" }, now);
    expect(at(fake.url, { callback_public_key: TEST_PUBLIC_KEY }).verifyCallback(callback, now)).not.toBeNull();
    const ofAnotherCurve = generateKeyPairSync("ec", { namedCurve: "P-384" })
      .publicKey.export({ type: "spki", format: "pem" })
      .toString();
    for (const callback_public_key of ["not a key", ofAnotherCurve])
      expect(() => at(fake.url, { callback_public_key })).toThrow(InvalidSetting);
  });

  test("without a key and a secret none is taken; with a key the secret address alone is not enough", () => {
    const callback = {
      headers: {},
      rawBody: Buffer.from("{}"),
      path: `/v1/callbacks/pawapay/notices/${TEST_CALLBACK_SECRET}`,
    };
    expect(at(fake.url).verifyCallback(callback, now)).toBeNull();
    expect(at(fake.url, { callback_secret: TEST_CALLBACK_SECRET }).verifyCallback(callback, now)).not.toBeNull();
    expect(
      at(fake.url, { callback_secret: TEST_CALLBACK_SECRET, callback_public_key: TEST_PUBLIC_KEY }).verifyCallback(
        callback,
        now,
      ),
    ).toBeNull();
    expect(
      at(fake.url, { callback_secret: TEST_CALLBACK_SECRET }).verifyCallback(
        { ...callback, path: "/v1/callbacks/pawapay" },
        now,
      ),
    ).toBeNull();
  });

  const reading = (body: object): unknown =>
    provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(body)), path: "/" });
  const reference = newId();
  const id = uuidV4Of(reference);

  test("even a completion is a notice, since each merchant of pawaPay may choose our reference and our address", () => {
    const words = { clientReferenceId: reference, status: "COMPLETED", amount: "1.00", currency: "ZMW" };
    expect(reading({ depositId: id, ...words })).toEqual([
      { kind: "notice", direction: "inbound", reference, providerPaymentId: id },
    ]);
    expect(reading({ payoutId: id, ...words })).toEqual([
      { kind: "notice", direction: "outbound", reference, providerPaymentId: id },
    ]);
  });

  test("of what is not ours and of refunds, which are asked about anyway, nothing follows", () => {
    expect(reading({ depositId: id, status: "COMPLETED" })).toEqual([]);
    expect(reading({ depositId: newId(), status: "COMPLETED", clientReferenceId: reference })).toEqual([]);
    expect(reading({ refundId: id, depositId: id, status: "COMPLETED", clientReferenceId: reference })).toEqual([]);
  });

  test("what is not as documented is invalid", () => {
    expect(() => reading({ depositId: id, status: "DONE", clientReferenceId: reference })).toThrow(InvalidCallback);
    expect(() => reading({ status: "COMPLETED", clientReferenceId: reference })).toThrow(InvalidCallback);
    expect(() => reading({ depositId: 5, status: "COMPLETED" })).toThrow(InvalidCallback);
  });
});
