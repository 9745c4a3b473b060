import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import {
  type CallbackReceiver,
  startCallbackReceiver,
  startTestSandbox,
  TEST_SANDBOX_KEY,
  TEST_SETTLES_WITHIN_MS,
  type TestSandbox,
} from "@corridor/test/harness/sandbox.ts";
import { dispatchRequest, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { ProviderUnavailable } from "@corridor/provider-kit/errors.ts";
import { createProviders } from "../index.ts";
import type {
  Accepted,
  DispatchRequest,
  Provider,
  ProviderName,
  ProviderUpdate,
} from "@corridor/provider-kit/provider.ts";

let sandbox: TestSandbox;
let receiver: CallbackReceiver;
let outbound: Outbound;
let providers: ReadonlyMap<ProviderName, Provider>;
beforeAll(async () => {
  const clock = new SteppedClock();
  sandbox = await startTestSandbox({ clock });
  receiver = await startCallbackReceiver();
  outbound = createOutbound();
  providers = createProviders({
    sandbox: { url: sandbox.url, key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
    outbound,
    clock,
  });
});
beforeEach(() => void receiver.received.splice(0));
afterAll(async () => {
  await sandbox.close();
  await receiver.close();
  await outbound.close();
});

const of = (name: ProviderName): Provider => providers.get(name)!;
const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const phone = (ending: string): Partial<DispatchRequest> => ({
  method: "mobile_money",
  mobileMoney: { provider: "MTN", phone_number: `+25670000${ending}`, network_code: "MTN_UG" },
});
const bank = (ending: string): Partial<DispatchRequest> => ({
  method: "bank_transfer",
  bankAccount: { account_number: `00000${ending}` },
});

async function pay(name: ProviderName, fields: Partial<DispatchRequest>) {
  const request = dispatchRequest({ callbackUrl: `${receiver.url}/callbacks/${name}`, ...fields });
  return { request, outcome: await of(name).dispatch(request, deadline()) };
}
async function accepted(
  name: ProviderName,
  fields: Partial<DispatchRequest>,
): Promise<{ request: DispatchRequest; outcome: Accepted }> {
  const { request, outcome } = await pay(name, fields);
  expect(outcome.outcome).toBe("accepted");
  return { request, outcome: outcome as Accepted };
}
/** The content of all callbacks so far, verified and parsed by their provider. */
function updates(name: ProviderName): ProviderUpdate[] {
  return receiver.received
    .filter(({ path }) => path === `/callbacks/${name}`)
    .flatMap(({ headers, rawBody, path }) => {
      expect(
        of(name).verifyCallback({ headers: headers as Record<string, string>, rawBody, path }, sandbox.clock.now()),
      ).not.toBeNull();
      return of(name).parseCallback({ rawBody, path });
    });
}
const send = (path: string, body: object): Promise<Response> =>
  fetch(`${sandbox.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("0010", () => {
  test.each(["fiat", "crypto"] as const)(
    "the connection of %s is refused before anything is sent, and hybrid accepts",
    async (primary) => {
      const { request, outcome } = await pay(primary, phone("0010"));
      expect(outcome).toMatchObject({
        outcome: "refused",
        code: "unreachable",
        reason: "the connection could not be made; nothing was sent",
      });
      expect(
        await of(primary).fetchStatus(
          { reference: request.reference, providerPaymentId: null, direction: "inbound" },
          deadline(),
        ),
      ).toEqual({
        outcome: "not_found",
      });
      await accepted("hybrid", phone("0010"));
    },
  );
});

describe("what must happen next", () => {
  test.each([
    ["0001", { type: "collect_otp" }],
    ["0006", { type: "pay_by_link", payment_link: expect.stringMatching(/^http/) }],
    ["0007", { type: "redirect", redirect_url: expect.stringMatching(/^http/) }],
    ["1234", { type: "wait" }],
  ])("for %s comes with the dispatch and with the status", async (ending, nextAction) => {
    const { request, outcome } = await accepted("fiat", phone(ending));
    expect(outcome.nextAction).toEqual(nextAction);
    const answer = await of("fiat").fetchStatus(
      { reference: request.reference, providerPaymentId: null, direction: "inbound" },
      deadline(),
    );
    expect(answer).toMatchObject({ outcome: "found", nextAction });
  });

  test("a bank transfer is to be made to an account, which its deposit then completes, with what really arrived", async () => {
    const { request, outcome } = await accepted("fiat", { ...bank("1234"), amount: Money.parse("100.00", "NGN") });
    expect(outcome).toMatchObject({
      status: "pending",
      nextAction: { type: "bank_transfer", account_number: expect.any(String), expires_at: "2026-01-05T09:30:00.000Z" },
    });
    const { account_number } = outcome.nextAction as { account_number: string };
    for (const amount of [40, 70]) {
      await send("/deposits", { account_number, amount, currency: "NGN" });
      await sandbox.tick();
    }
    expect(updates("fiat")).toEqual([
      expect.objectContaining({
        reference: request.reference,
        status: "pending",
        receivedAmount: Money.parse("40.00", "NGN"),
      }),
      expect.objectContaining({
        reference: request.reference,
        status: "completed",
        receivedAmount: Money.parse("110.00", "NGN"),
      }),
    ]);
  });

  test("crypto is to be sent to an address, exactly to the last of 18 decimals", async () => {
    const amount = Money.parse("0.123456789012345678", "ETH");
    const { request, outcome } = await accepted("crypto", {
      method: "crypto",
      amount,
      crypto: { asset: "ETH", network: "ETHEREUM" },
    });
    expect(outcome.nextAction).toMatchObject({
      type: "crypto_transfer",
      network: "ETHEREUM",
      asset: "ETH",
      memo: null,
    });
    const { address } = outcome.nextAction as { address: string };
    await send("/chain/deposits", { address, amount: amount.toDatabase(), asset: "ETH", network: "ETHEREUM" });
    await sandbox.advance(3 * sandbox.delayMs);
    expect(updates("crypto").at(-1)).toMatchObject({
      reference: request.reference,
      status: "completed",
      receivedAmount: amount,
      data: { tx_hash: expect.stringMatching(/^0x/) },
    });
  });

  test("a settlement to a wallet completes with its transaction hash", async () => {
    const { request } = await accepted("crypto", {
      direction: "outbound",
      method: "crypto",
      amount: Money.parse("5", "USDT"),
      crypto: { asset: "USDT", network: "TRON", wallet_address: "TExample" },
    });
    await sandbox.advance(sandbox.delayMs);
    const answer = await of("crypto").fetchStatus(
      { reference: request.reference, providerPaymentId: null, direction: "outbound" },
      deadline(),
    );
    expect(answer).toMatchObject({
      outcome: "found",
      update: { status: "completed", data: { tx_hash: expect.any(String) } },
    });
  });
});

describe("actions", () => {
  const act = async (request: DispatchRequest, outcome: Accepted, action: object) =>
    of("fiat").submitAction!(
      { reference: request.reference, providerPaymentId: outcome.providerPaymentId, ...action } as never,
      deadline(),
    );

  test("a wrong code says how many are left; the right one lets the payment go on; then it is too late for another", async () => {
    const { request, outcome } = await accepted("fiat", phone("0001"));
    expect(await act(request, outcome, { action: "submit_otp", otp: "111111" })).toEqual({
      outcome: "wrong_otp",
      attemptsLeft: 2,
    });
    expect(await act(request, outcome, { action: "resend_otp" })).toMatchObject({
      outcome: "done",
      status: "pending",
      nextAction: { type: "collect_otp" },
    });
    expect(await act(request, outcome, { action: "submit_otp", otp: "123456" })).toMatchObject({
      outcome: "done",
      status: "processing",
      providerStatus: "authorised",
    });
    expect(await act(request, outcome, { action: "submit_otp", otp: "123456" })).toMatchObject({ outcome: "refused" });
    await sandbox.advance(sandbox.delayMs);
    expect(updates("fiat")).toEqual([expect.objectContaining({ reference: request.reference, status: "completed" })]);
  });

  test("a third wrong code leaves none, and the payment has failed", async () => {
    const { request, outcome } = await accepted("fiat", phone("0001"));
    for (const left of [2, 1, 0])
      expect(await act(request, outcome, { action: "submit_otp", otp: "111111" })).toEqual({
        outcome: "wrong_otp",
        attemptsLeft: left,
      });
    await sandbox.tick();
    expect(updates("fiat")).toEqual([
      expect.objectContaining({ status: "failed", reason: "too many wrong one-time passwords" }),
    ]);
  });

  test("cancel ends what waits, and is refused for what moves or does not exist", async () => {
    const waiting = await accepted("fiat", phone("0001"));
    expect(await act(waiting.request, waiting.outcome, { action: "cancel" })).toMatchObject({
      outcome: "done",
      status: "failed",
      providerStatus: "canceled",
    });
    const moving = await accepted("fiat", phone("1234"));
    expect(await act(moving.request, moving.outcome, { action: "cancel" })).toMatchObject({ outcome: "refused" });
    expect(await act({ ...moving.request, reference: newId() }, moving.outcome, { action: "cancel" })).toMatchObject({
      outcome: "refused",
    });
  });

  test("a dispatch repeated after its payment failed is not taken for an acceptance", async () => {
    const { request } = await accepted("fiat", phone("0005"));
    await sandbox.advance(sandbox.delayMs);
    expect(await of("fiat").dispatch(request, deadline())).toMatchObject({ outcome: "unknown" });
  });

  test("a reference used again for another amount is unknown, not refused: something was accepted under it", async () => {
    const { request } = await accepted("fiat", phone("1234"));
    expect(await of("fiat").dispatch({ ...request, amount: Money.parse("1.00", "KES") }, deadline())).toMatchObject({
      outcome: "unknown",
    });
  });
});

describe("refunds", () => {
  test("are accepted once, found by reference, told by callback, and refused beyond the payment", async () => {
    const { request, outcome } = await accepted("hybrid", { ...phone("1234"), amount: Money.parse("100.00", "KES") });
    await sandbox.advance(sandbox.delayMs);
    const refund = (amount: string, reference = newId()) =>
      of("hybrid").refund!(
        {
          reference,
          paymentReference: request.reference,
          providerPaymentId: outcome.providerPaymentId,
          amount: Money.parse(amount, "KES"),
          reason: "returned",
          callbackUrl: request.callbackUrl,
        },
        deadline(),
      );
    const reference = newId();
    const asks = {
      paymentReference: request.reference,
      providerPaymentId: outcome.providerPaymentId,
      providerRefundId: null,
    };
    const first = await refund("60.00", reference);
    expect(first).toMatchObject({ outcome: "accepted", status: "pending", providerRefundId: expect.any(String) });
    expect(await refund("60.00", reference)).toEqual(first);
    expect(await refund("40.01")).toMatchObject({ outcome: "refused", code: "refund_exceeds_payment" });
    await sandbox.advance(sandbox.delayMs);
    expect(updates("hybrid")).toContainEqual({
      kind: "refund",
      reference,
      providerStatus: "successful",
      status: "completed",
      reason: undefined,
    });
    expect(await of("hybrid").fetchRefund!({ ...asks, reference }, deadline())).toEqual({
      outcome: "found",
      status: "completed",
    });
    expect(await of("hybrid").fetchRefund!({ ...asks, reference: newId() }, deadline())).toEqual({
      outcome: "not_found",
    });
  });
});

describe("virtual accounts", () => {
  test("are opened once per reference, and their deposits told with an id of their own", async () => {
    const request = {
      reference: newId(),
      currency: "KWD",
      country: "KW",
      name: "Acme",
      callbackUrl: `${receiver.url}/callbacks/fiat`,
    };
    const opened = await of("fiat").openVirtualAccount!(request, deadline());
    expect(opened).toMatchObject({
      outcome: "opened",
      details: { account_name: "Acme", bank_code: expect.any(String) },
    });
    expect(await of("fiat").openVirtualAccount!(request, deadline())).toEqual(opened);
    const { details } = opened as { details: { account_number: string } };
    const { deposit_id } = (await (
      await send("/deposits", { account_number: details.account_number, amount: "7.125", currency: "KWD" })
    ).json()) as {
      deposit_id: string;
    };
    await sandbox.tick();
    expect(updates("fiat")).toEqual([
      expect.objectContaining({
        kind: "deposit",
        depositId: deposit_id,
        accountNumber: details.account_number,
        amount: Money.parse("7.125", "KWD"),
        rail: "bank_transfer",
        senderName: "Sandbox Sender",
      }),
    ]);
  });

  test("are refused for a currency nobody knows", async () => {
    expect(
      await of("fiat").openVirtualAccount!(
        { reference: newId(), currency: "ZZZ", country: "KW", name: "Acme", callbackUrl: receiver.url },
        deadline(),
      ),
    ).toMatchObject({ outcome: "refused" });
  });
});

describe("looking up an account", () => {
  const look = (provider: Provider, account_number: string) =>
    provider.resolveAccount!({ account_number, bank_code: "044", country: "NG" }, deadline());

  test("gives its holder, or null when there is none", async () => {
    expect(await look(of("fiat"), "0123456789")).toEqual({ account_name: expect.stringMatching(/^\S+ \S+$/) });
    expect(await look(of("fiat"), "0123450002")).toBeNull();
  });

  test("throws ProviderUnavailable, without a secret, when there is no answer", async () => {
    const broken = await scriptedServer(
      (response, request) =>
        void response.writeHead(500).end(JSON.stringify({ message: request.headers.authorization })),
    );
    for (const url of [broken.url, "http://127.0.0.1:1"]) {
      const provider = createProviders({
        sandbox: { url, key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
        outbound,
        clock: sandbox.clock,
      }).get("fiat")!;
      const error = await look(provider, "0123456789").then(
        () => null,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ProviderUnavailable);
      expect(`${(error as Error).stack}`).not.toContain(TEST_SANDBOX_KEY);
    }
    await broken.close();
  });
});

test("of a card only the number leaves us, and only to the provider", async () => {
  const server = await scriptedServer((response) => void response.writeHead(500).end());
  const provider = createProviders({
    sandbox: { url: server.url, key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS },
    outbound,
    clock: sandbox.clock,
  }).get("fiat")!;
  await provider.dispatch(
    dispatchRequest({
      method: "card",
      card: {
        card_number: "4242424242424242",
        cvv: "739",
        expiry_month: "11",
        expiry_year: "2031",
        card_holder_name: "Jane Roe",
      },
    }),
    deadline(),
  );
  expect(server.requests[0]!.body).toContain("4242424242424242");
  for (const kept of ["739", "2031", "Jane Roe"]) expect(server.requests[0]!.body).not.toContain(kept);
  await server.close();
});
