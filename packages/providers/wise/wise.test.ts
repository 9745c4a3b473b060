import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import { InvalidCallback, InvalidSetting } from "@corridor/provider-kit/errors.ts";
import type { BankAccount, DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import {
  accountEnding,
  type FakeWise,
  signedEvent,
  startFakeWise,
  stateChange,
  TEST_CLIENT,
  TEST_PROFILE,
  TEST_PUBLIC_KEY,
  TEST_TOKEN,
} from "./wise.fixtures.ts";
import { WISE } from "./wise.ts";

const clock = new SteppedClock();
const soon = (): AbortSignal => AbortSignal.timeout(5_000);
let outbound: Outbound;
let fake: FakeWise;
let provider: Provider;
beforeAll(async () => {
  outbound = createOutbound();
  fake = await startFakeWise();
  provider = at(fake.url);
});
afterAll(async () => {
  await fake.close();
  await outbound.close();
});

function at(base_url: string, fields: Partial<Parameters<typeof WISE.create>[0]> = {}): Provider {
  const settings = {
    base_url,
    api_token: TEST_TOKEN,
    profile_id: TEST_PROFILE,
    recipient_legal_type: "PRIVATE" as const,
    cost_tolerance_percent: 5,
    ...fields,
  };
  return WISE.create(settings, { outbound, clock });
}

const IN_DOLLARS = { account_number: "000123456789", bank_code: "111000025", account_name: "Ada Lovelace" };
const ADDRESS = { line1: "50 Branson Ave", city: "London", postalCode: "N1 7GU", country: "GB" };

function payout(amount: string, currency: string, fields: Partial<DispatchRequest> = {}): DispatchRequest {
  const money = Money.parse(amount, currency);
  return dispatchRequest({
    direction: "outbound",
    method: "bank_transfer",
    country: "DE",
    amount: money,
    bankAccount: accountEnding("1234", currency),
    ...fields,
  });
}

const query = (reference: string, providerPaymentId: string | null = null) => ({
  reference,
  providerPaymentId,
  direction: "outbound" as const,
});
const routesSince = (count: number): string[] =>
  fake.requests.slice(count).map(({ method, url }) => `${method} ${url.replace(/\d{8}/, "{id}").replace(/\?.*/, "")}`);
const bodyTo = (ending: string): Record<string, unknown> =>
  JSON.parse(fake.requests.findLast(({ url }) => url.endsWith(ending))!.body) as Record<string, unknown>;

describe("a payout", () => {
  test("makes a recipient, a quote and a transfer, and funds it", async () => {
    const before = fake.requests.length;
    const request = payout("1500.10", "EUR", { description: "Invoice #12/2026: consulting" });
    expect(await provider.dispatch(request, soon())).toEqual({
      outcome: "accepted",
      providerPaymentId: String(fake.transferOf(request.reference).id),
      providerStatus: "processing",
      status: "processing",
      nextAction: { type: "wait" },
      data: { source_amount: "1500.10", source_currency: "EUR", fee: "0.00", rate: "1" },
    });
    expect(routesSince(before)).toEqual([
      "POST /v1/accounts",
      "POST /v3/profiles/{id}/quotes",
      "POST /v1/transfers",
      `POST /v3/profiles/{id}/transfers/${fake.transferOf(request.reference).id}/payments`,
    ]);
    expect(bodyTo("/accounts")).toEqual({
      profile: 30_000_000,
      currency: "EUR",
      type: "iban",
      accountHolderName: "Ada Lovelace",
      details: { legalType: "PRIVATE", IBAN: "DE89370400440532011234" },
    });
    expect(
      fake.requests.find(({ url, body }) => url.endsWith("/quotes") && body.includes('"targetAmount":1500.10,')),
    ).toBeDefined();
    expect(bodyTo("/quotes")).toMatchObject({
      sourceCurrency: "EUR",
      targetCurrency: "EUR",
      payOut: "BANK_TRANSFER",
      preferredPayIn: "BALANCE",
    });
    expect(bodyTo("/v1/transfers")).toMatchObject({
      customerTransactionId: request.reference,
      details: { reference: "Invoice 12 2026 co" },
    });
    expect(bodyTo("/payments")).toEqual({ type: "BALANCE" });
  });

  test("across currencies is paid from the payment's and brings the payee the exact amount", async () => {
    const request = payout("100", "GBP", {
      targetAmount: Money.parse("115.37", "EUR"),
      bankAccount: accountEnding("1234", "EUR"),
    });
    fake.price = { rate: 1.16, fee: 0.43 };
    expect(await provider.dispatch(request, soon())).toMatchObject({
      data: { source_amount: "99.89", source_currency: "GBP", fee: "0.43", rate: "1.16" },
    });
    fake.price = { rate: 1, fee: 0 };
    expect(bodyTo("/quotes")).toMatchObject({ sourceCurrency: "GBP", targetCurrency: "EUR", targetAmount: 115.37 });
    expect(bodyTo("/quotes")).not.toHaveProperty("sourceAmount");
  });

  test("that would cost more than the payment's amount and the tolerance is refused before a transfer is made", async () => {
    const request = (amount: string) =>
      payout(amount, "GBP", { targetAmount: Money.parse("5800", "EUR"), bankAccount: accountEnding("1234", "EUR") });
    fake.price = { rate: 1.16, fee: 0 };
    const dear = request("100");
    const refused = await provider.dispatch(dear, soon());
    expect(refused).toMatchObject({
      outcome: "refused",
      code: "costs_too_much",
      reason: expect.stringContaining("Wise would take 5000.00 GBP"),
    });
    expect(fake.transferOf(dear.reference)).toBeUndefined();
    // 5 percent above 4761.90 is 4999.99, and above 4761.91 exactly 5000.00.
    expect(await provider.dispatch(request("4761.90"), soon())).toMatchObject({ outcome: "refused" });
    expect(await provider.dispatch(request("4761.91"), soon())).toMatchObject({ outcome: "accepted" });
    fake.price = { rate: 1, fee: 0 };
  });

  test.each<[string, string, BankAccount, object]>([
    [
      "a sort code",
      "GBP",
      { account_number: "3777 8842", bank_code: "04-00-75", account_name: "Ada Lovelace" },
      { type: "sort_code", details: { legalType: "BUSINESS", sortCode: "040075", accountNumber: "37778842" } },
    ],
    [
      "a sort code that stands as the branch",
      "GBP",
      { account_number: "37778842", bank_code: "MIDLGB22", branch_code: "04-00-75", account_name: "Ada Lovelace" },
      { type: "sort_code", details: { legalType: "BUSINESS", sortCode: "040075", accountNumber: "37778842" } },
    ],
    [
      "a British IBAN",
      "GBP",
      { account_number: "gb29 nwbk 6016 1331 9268 19", account_name: "Ada Lovelace" },
      { type: "iban", details: { legalType: "BUSINESS", IBAN: "GB29NWBK60161331926819" } },
    ],
    [
      "a Swiss IBAN",
      "CHF",
      { account_number: "CH93 0076 2011 6238 5295 7", account_name: "Ada Lovelace" },
      { type: "iban", details: { legalType: "BUSINESS", IBAN: "CH9300762011623852957" } },
    ],
  ])("goes to %s", async (_, currency, bankAccount, expected) => {
    const business = at(fake.url, { recipient_legal_type: "BUSINESS" });
    expect(await business.dispatch(payout("1", currency, { bankAccount }), soon())).toMatchObject({
      outcome: "accepted",
    });
    expect(bodyTo("/accounts")).toMatchObject({ currency, ...expected });
  });

  test.each([
    ["a payin", payout("1", "EUR", { direction: "inbound" }), "direction_not_supported"],
    ["mobile money", payout("1", "EUR", { method: "mobile_money" }), "method_not_supported"],
    [
      "dollars without a routing number",
      payout("1", "USD", { bankAccount: { account_number: "000123456789", account_name: "Ada Lovelace" } }),
      "invalid_account",
    ],
    [
      "dollars without an address, which Wise wants",
      payout("1", "USD", { bankAccount: IN_DOLLARS }),
      "address_required",
    ],
    [
      "dollars in America without its state",
      payout("1", "USD", { bankAccount: IN_DOLLARS, payee: { address: { ...ADDRESS, country: "US" } } }),
      "address_required",
    ],
    [
      "euros out of dollars, for which Wise wants one too",
      payout("1", "USD", { targetAmount: Money.parse("1", "EUR"), bankAccount: accountEnding("1234", "EUR") }),
      "address_required",
    ],
    ["naira", payout("1", "NGN"), "currency_not_supported"],
    [
      "euros without an IBAN",
      payout("1", "EUR", { bankAccount: { account_number: "12345678", account_name: "Ada Lovelace" } }),
      "invalid_account",
    ],
    [
      "pounds without a sort code",
      payout("1", "GBP", {
        bankAccount: { account_number: "12345678", bank_code: "BARCGB22", account_name: "Ada Lovelace" },
      }),
      "invalid_account",
    ],
    [
      "a payee without a name",
      payout("1", "EUR", { bankAccount: { account_number: "DE89370400440532013000" } }),
      "name_missing",
    ],
  ])("refuses %s before anything is sent", async (_, request, code) => {
    const before = fake.requests.length;
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "refused", code });
    expect(fake.requests).toHaveLength(before);
  });

  test("a step before the funding that fails is refused, in Wise's words", async () => {
    expect(await provider.dispatch(payout("1", "EUR", { bankAccount: accountEnding("0002", "EUR") }), soon())).toEqual({
      outcome: "refused",
      code: "NOT_VALID",
      reason: "IBAN: is not valid",
    });
    expect(await at(fake.url, { api_token: "another" }).dispatch(payout("1", "EUR"), soon())).toMatchObject({
      outcome: "refused",
      code: "invalid_token",
    });
  });

  test.each(["/v1/accounts", "/quotes", "/v1/transfers"])(
    "an answer that is lost at %s moved no money",
    async (step) => {
      const relay = await relayTo(fake, (url) => url.endsWith(step));
      const request = payout("1", "EUR");
      expect(await at(relay.url).dispatch(request, soon())).toMatchObject({ outcome: "refused", code: "unreachable" });
      expect([...fake.funded.keys()]).not.toContain(fake.transferOf(request.reference)?.id);
      await relay.close();
    },
  );

  test("a transfer of this reference that Wise has and does not show is left open", async () => {
    const relay = await relayTo(
      fake,
      () => false,
      (url) => (url.endsWith("/v1/transfers") ? 409 : null),
    );
    expect(await at(relay.url).dispatch(payout("1", "EUR"), soon())).toMatchObject({ outcome: "unknown" });
    await relay.close();
  });
});

describe("the funding", () => {
  test("that Wise rejects is refused once the transfer is cancelled, so that nobody funds it later", async () => {
    const request = payout("1", "EUR", { bankAccount: accountEnding("0005", "EUR") });
    expect(await provider.dispatch(request, soon())).toMatchObject({
      outcome: "refused",
      code: "transfer.insufficient_funds",
    });
    expect(fake.transferOf(request.reference).status).toBe("cancelled");
  });

  test("that a person would have to approve is refused in the same way", async () => {
    const request = payout("1", "EUR", { bankAccount: accountEnding("0006", "EUR") });
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "refused", code: "sca_required" });
    expect(fake.transferOf(request.reference).status).toBe("cancelled");
  });

  test.each([400, 403, 404, 422])(
    "that Wise answers with %i and an error of its own does not wait for two weeks: it is refused in the same way",
    async (status) => {
      const relay = await relayTo(
        fake,
        () => false,
        (url) => (url.endsWith("/payments") ? status : null),
      );
      const request = payout("1", "EUR");
      expect(await at(relay.url).dispatch(request, soon())).toEqual({ outcome: "refused", code: "x", reason: "x" });
      expect(fake.transferOf(request.reference).status).toBe("cancelled");
      await relay.close();
    },
  );

  test("that Wise rejects because it has been paid already is not undone", async () => {
    const request = payout("1", "EUR", { bankAccount: accountEnding("0007", "EUR") });
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "accepted", status: "processing" });
    expect(fake.transferOf(request.reference).status).toBe("processing");
  });

  test("that Wise rejects is open while the transfer is not surely cancelled", async () => {
    for (const status of [409, 500]) {
      const relay = await relayTo(
        fake,
        () => false,
        (url) => (url.endsWith("/cancel") ? status : null),
      );
      expect(
        await at(relay.url).dispatch(payout("1", "EUR", { bankAccount: accountEnding("0005", "EUR") }), soon()),
      ).toMatchObject({ outcome: "unknown" });
      await relay.close();
    }
  });

  test("whose request never reached Wise leaves a transfer that waits, is found, is not funded again, and can be cancelled", async () => {
    const relay = await relayTo(
      fake,
      (url) => url.endsWith("/payments"),
      (url) => (url.endsWith("/payments") ? 0 : null),
    );
    const request = payout("1", "EUR");
    const doubt = await at(relay.url).dispatch(request, soon());
    await relay.close();
    const { id } = fake.transferOf(request.reference);
    expect(doubt).toMatchObject({ outcome: "unknown", providerPaymentId: String(id) });
    const answer = await provider.fetchStatus(query(request.reference), soon());
    expect(answer).toMatchObject({ outcome: "found", update: { status: "pending", providerPaymentId: String(id) } });
    expect(fake.funded.has(id)).toBe(false);
    const cancel = { action: "cancel", reference: request.reference, providerPaymentId: String(id) } as const;
    expect(await provider.submitAction!(cancel, soon())).toEqual({
      outcome: "done",
      status: "failed",
      providerStatus: "cancelled",
    });
    expect(await provider.submitAction!(cancel, soon())).toMatchObject({ outcome: "refused" });
    expect(await provider.submitAction!({ ...cancel, reference: newId() }, soon())).not.toMatchObject({
      outcome: "done",
    });
  });

  test("is paid once, however often a payout is dispatched, and none of its answers refuses", async () => {
    const request = payout("1", "EUR");
    const outcomes = [];
    for (let i = 0; i < 3; i += 1) outcomes.push(await provider.dispatch(request, soon()));
    outcomes.push(...(await Promise.all(Array.from({ length: 5 }, () => provider.dispatch(request, soon())))));
    expect(new Set(outcomes.map(({ outcome }) => outcome))).toEqual(new Set(["accepted"]));
    expect(fake.funded.get(fake.transferOf(request.reference).id)).toBe(1);
    for (const word of ["funds_refunded", "charged_back", "a new word"]) {
      fake.transferOf(request.reference).status = word;
      expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "unknown" });
    }
    Object.assign(fake.transferOf(request.reference), { status: "processing", targetValue: 2 });
    expect(await provider.dispatch(request, soon())).toMatchObject({ outcome: "unknown" });
  });

  test("after it was sent, nothing that fails is a refusal: not even a question that could not be sent", async () => {
    const relay = await relayTo(
      fake,
      () => false,
      (url) => (url.endsWith("/payments") ? 409 : null),
      true,
    );
    expect(await at(relay.url).dispatch(payout("1", "EUR"), soon())).toMatchObject({ outcome: "unknown" });
  });
});

describe("statuses", () => {
  test.each([
    ["incoming_payment_waiting", "pending"],
    ["incoming_payment_initiated", "processing"],
    ["waiting_recipient_input_to_proceed", "processing"],
    ["processing", "processing"],
    ["funds_converted", "processing"],
    ["outgoing_payment_sent", "completed"],
    ["bounced_back", "processing"],
    ["cancelled", "failed"],
    ["funds_refunded", "failed"],
  ])("%s is %s", async (word, status) => {
    const request = payout("1", "EUR");
    await provider.dispatch(request, soon());
    const transfer = fake.transferOf(request.reference);
    transfer.status = word;
    const expected = {
      outcome: "found",
      update: {
        reference: request.reference,
        providerPaymentId: String(transfer.id),
        providerStatus: word,
        status,
        ...(status === "failed" && { code: word }),
      },
    };
    expect(await provider.fetchStatus(query(request.reference, String(transfer.id)), soon())).toMatchObject(expected);
    expect(await provider.fetchStatus(query(request.reference), soon())).toMatchObject(expected);
    expect(
      await provider.fetchByOwnId!({ providerPaymentId: String(transfer.id), direction: "outbound" }, soon()),
    ).toMatchObject(expected);
  });

  test.each(["charged_back", "unknown", "completed"])("%s, on which a person must look, is no answer", async (word) => {
    const request = payout("1", "EUR");
    await provider.dispatch(request, soon());
    fake.transferOf(request.reference).status = word;
    expect(await provider.fetchStatus(query(request.reference), soon())).toMatchObject({ outcome: "unknown" });
  });

  test("a transfer of another reference is not ours, and one without was made by hand", async () => {
    const request = payout("1", "EUR");
    await provider.dispatch(request, soon());
    const transfer = fake.transferOf(request.reference);
    expect(await provider.fetchStatus(query(newId(), String(transfer.id)), soon())).toMatchObject({
      outcome: "unknown",
    });
    transfer.customerTransactionId = null;
    expect(
      await provider.fetchByOwnId!({ providerPaymentId: String(transfer.id), direction: "outbound" }, soon()),
    ).toEqual({ outcome: "not_found" });
  });

  test("one of very many is found, or left open when there are too many, but never said not to be there", async () => {
    const request = payout("1", "EUR");
    await provider.dispatch(request, soon());
    const other = { ...fake.transferOf(request.reference) };
    const others = Array.from({ length: 240 }, (_, index) => ({
      ...other,
      id: 60_000_000 + index,
      customerTransactionId: newId(),
    }));
    fake.transfers.push(...others);
    expect(await provider.fetchStatus(query(request.reference), soon())).toMatchObject({ outcome: "found" });
    for (let i = 0; i < 20; i++) fake.transfers.push(...others);
    expect(await provider.fetchStatus(query(request.reference), soon())).toMatchObject({ outcome: "unknown" });
    expect(await provider.fetchStatus(query(newId()), soon())).toMatchObject({ outcome: "unknown" });
    fake.transfers.splice(-21 * others.length);
    const { url } = fake.requests.findLast((sent) => sent.url.startsWith("/v1/transfers?"))!;
    expect(url).toMatch(/\?profile=30000000&createdDateStart=20\d\d-[^&]+&limit=100&offset=\d+$/);
  });
});

/** Made with openssl (`genrsa 2048`, `dgst -sha256 -sign`). */
const VECTOR = {
  publicKey:
    "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAiX5c7P1WsNyEQj8BGF9h/xWzyQRGvuZPC+UkoLncR9GhYGviaBFTb3BIwPV3yRNsBX7L8p1mmZvMzVeQMf9xjjpg/5CtzPM2X/5jseWaGDT75dDO7dLEfbTFQQVbKpfNNQBCreO6q92SLP2N0zzpZCd3hayqGaSj8C6PObiUOuLPYP8bwaApuYGywewRFTCsqFmJpl6bHkwL+AhF263oe8kEKJG0bhUOhD6kBaIEu3jzWTdSGvWY4iwK7WkarPaw2GKwAdvu6OR063aXsU2cN/8Na9PWrLF7Bxt3ex3NluyaBf4WgReJewHeXpSMKdXkiK5Ge6+c3d+u4DptDQZuKwIDAQAB",
  body: '{"data":{"resource":{"id":111,"profile_id":222,"account_id":333,"type":"transfer"},"current_state":"outgoing_payment_sent","previous_state":"processing","occurred_at":"2026-01-05T09:00:00Z"},"subscription_id":"01234567-89ab-cdef-0123-456789abcdef","event_type":"transfers#state-change","schema_version":"2.0.0","sent_at":"2026-01-05T09:00:01Z"}',
  signature:
    "YBHW5+pKOb94qtp28ca5l5Mlky+9IJT1+K0ClIVgFhHJF9Ufrf1CqCGyNytRceoNyZup5vVShqD7nghx2a7yaFK5+uvuXaeyVhSmVFyHj1YnBpWaKjDEd4a38thZ3kSKSc6Tjz37oelzJDNM1AVfdUm09dNXqoUcp7R/mKGsKShbKWhA/F+TM7oa1cX9bc/6jIbVMGLQtDgFOyKiuWT27/R9Z3O7QeDYMWUJwd22Yt4Df+q3I75Vqi8DRSZzRvaKZxF53q6L9xJPM7W3fOJwqk6n+REZwnzZeawqFtx3NQoUL9Uj0qoWWvReUm9t6fhI77mnTZ4QNHLX6pj3AexCjQ==",
};

describe("events", () => {
  const now = clock.now();

  test("a signature of a known key holds; of another key or without a key it does not", () => {
    const callback = {
      rawBody: Buffer.from(VECTOR.body),
      path: "/v1/callbacks/wise",
      headers: { "x-signature-sha256": VECTOR.signature },
    };
    const digest = { externalId: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string };
    expect(at(fake.url, { callback_public_key: VECTOR.publicKey }).verifyCallback(callback, now)).toEqual(digest);
    for (const other of [{ callback_public_key: TEST_PUBLIC_KEY }, {}])
      expect(at(fake.url, other).verifyCallback(callback, now)).toBeNull();
    expect(
      at(fake.url, { callback_public_key: TEST_PUBLIC_KEY }).verifyCallback(
        signedEvent(stateChange(1, "processing")),
        now,
      ),
    ).toEqual(digest);
  });

  test("a key that could never verify one is no setting", () => {
    const ofAnotherKind = generateKeyPairSync("ec", { namedCurve: "P-256" })
      .publicKey.export({ type: "spki", format: "pem" })
      .toString();
    for (const callback_public_key of ["not a key", ofAnotherKind, VECTOR.publicKey.slice(0, -40)])
      expect(() => at(fake.url, { callback_public_key })).toThrow(InvalidSetting);
  });

  const reading = (body: object): unknown =>
    provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(body)), path: "/" });

  test("a change of state is a notice by Wise's own id", () => {
    expect(reading(stateChange(50_000_001, "outgoing_payment_sent"))).toEqual([
      { kind: "notice", direction: "outbound", reference: null, providerPaymentId: "50000001" },
    ]);
  });

  test("of other events and of other profiles nothing follows", () => {
    expect(reading(stateChange(50_000_001, "outgoing_payment_sent", "999"))).toEqual([]);
    expect(reading({ ...stateChange(1, "x"), event_type: "balances#credit" })).toEqual([]);
  });

  test("nor from the one by which Wise tries an address out, whatever stands in it, nor from a transfer that was only made", () => {
    expect(reading(stateChange(0, "processing", "0"))).toEqual([]);
    expect(reading(stateChange(50_000_001, "incoming_payment_waiting"))).toEqual([]);
  });

  test("what is not as documented is invalid", () => {
    expect(() => reading({ data: {} })).toThrow(InvalidCallback);
    expect(() =>
      reading({
        event_type: "transfers#state-change",
        data: { current_state: "x", resource: { id: "../1", profile_id: 30000000 } },
      }),
    ).toThrow(InvalidCallback);
  });
});

/**
 * A proxy in front of the simulated Wise: drops the answers that `loses` names, and answers with the status in
 * `instead` without forwarding the request (0: no answer at all). `once`: only for the first match.
 */
async function relayTo(
  target: FakeWise,
  loses: (url: string) => boolean,
  instead: (url: string) => number | null = () => null,
  once = false,
) {
  const relay = await scriptedServer((response, request, body) => {
    const url = request.url!;
    const status = instead(url);
    if (status === 0) return void response.destroy();
    if (status !== null) {
      response
        .writeHead(status, { connection: "close" })
        .end('{"errors":[{"code":"x","message":"x"}]}', () => void (once && relay.close()));
      return;
    }
    const headers = { authorization: request.headers.authorization!, "content-type": "application/json" };
    void fetch(`${target.url}${url}`, { method: request.method!, headers, ...(body === "" ? {} : { body }) }).then(
      async (answer) => {
        if (loses(url)) response.destroy();
        else response.writeHead(answer.status).end(await answer.text());
      },
    );
  });
  return relay;
}

describe("a business that may not use a token of its own", () => {
  const as = (client: object) =>
    WISE.create(
      {
        base_url: fake.url,
        profile_id: TEST_PROFILE,
        recipient_legal_type: "PRIVATE",
        cost_tolerance_percent: 5,
        ...client,
      },
      { outbound, clock },
    );

  test("pays by the tokens that its client gets for the user, or for itself", async () => {
    const { refresh_token: _refresh, ...itself } = TEST_CLIENT;
    for (const client of [TEST_CLIENT, itself]) {
      expect(await as(client).checkAccess!(soon())).toEqual({ outcome: "works" });
      expect(await as(client).dispatch(payout("10.00", "EUR"), soon())).toMatchObject({ outcome: "accepted" });
    }
  });

  test("pays on when another process was given the next token, and is refused with a wrong client", async () => {
    const [one, other] = [as(TEST_CLIENT), as(TEST_CLIENT)];
    for (const provider of [one, other, one, other])
      expect(await provider.dispatch(payout("10.00", "EUR"), soon())).toMatchObject({ outcome: "accepted" });
    const stranger = as({ ...TEST_CLIENT, client_secret: "another-secret-of-a-client" });
    expect(await stranger.checkAccess!(soon())).toMatchObject({ outcome: "refused" });
    expect(await stranger.dispatch(payout("10.00", "EUR"), soon())).toMatchObject({ outcome: "refused" });
  });

  test("says how it signs in: by one way, and by a whole one", () => {
    expect(() => as({})).toThrow("an API token or a client is needed");
    expect(() => as({ ...TEST_CLIENT, api_token: TEST_TOKEN })).toThrow("and not both");
    expect(() => as({ client_id: "corridor-client" })).toThrow("is needed beside client_id");
    expect(() => as({ api_token: TEST_TOKEN, refresh_token: "x" })).toThrow("is of use only with a client");
  });
});
