import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin, mobileMoneyPayout } from "@corridor/test/harness/payments.ts";

/** A provider that processes a request later than it declared; the last digits control the sandbox. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TELLS_NOTHING = "0009";
const ASKS_FOR_OTP = "0001";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(async () => {
  await atSandbox("DELETE", "/faults");
  await app.db.query("DELETE FROM missing_requests");
});
afterAll(() => app.close());

const atSandbox = async (method: string, path: string, body?: object): Promise<any> => {
  const answer = await fetch(`${app.sandbox.url}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : answer.json();
};
const lateBy = (ms: number) => ({ mode: "late", delay_ms: ms });
const breakFiat = (fault: object) => atSandbox("POST", "/faults", { provider: "fiat", seconds: 1, ...fault });
type Initiated = { payment_id: string; transaction_id: string };
const initiate = async (body: object): Promise<Initiated> =>
  (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body)).body.response;
const read = async ({ transaction_id }: Initiated) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transaction_id}`)).body;
const itemsOf = async ({ payment_id }: Initiated) =>
  (await app.db.query(
    "SELECT kind, provider, message, detail FROM reconciliation_items WHERE payment_id = $1 ORDER BY item_id",
    [payment_id],
  )) as any[];
const auditOf = async ({ payment_id }: Initiated): Promise<string[]> =>
  (
    await app.db.query<{ action: string }>(
      "SELECT action FROM audit_log WHERE resource_id = $1 AND action LIKE 'payment.%left%' ORDER BY audit_id",
      [payment_id],
    )
  ).map(({ action }) => action);
const journalOf = async ({ payment_id }: Initiated): Promise<string[]> =>
  (await atSandbox("GET", "/journal")).operations
    .filter((operation: { payment_id: string }) => operation.payment_id === payment_id)
    .map(
      (operation: { provider: string; kind: string; status: string }) =>
        `${operation.provider} ${operation.kind} ${operation.status}`,
    );
const watched = () => app.db.query("SELECT 1 FROM missing_requests WHERE given_up_at IS NOT NULL");

async function watch(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 20 * MINUTE_MS) {
    await app.advance(20 * MINUTE_MS);
    await app.run("payment-checks");
    await app.run("left-behind-requests");
  }
}

/** Sent to `fiat`, which reports "not found" for minutes, so the request was given up. */
async function givenUp(body: object, fault: object): Promise<Initiated> {
  await breakFiat(fault);
  const payment = await initiate(body);
  expect(await read(payment)).toMatchObject({
    status: "pending",
    attempts: [{ provider: "fiat", outcome: "unknown" }],
  });
  await app.wait(2 * MINUTE_MS);
  expect((await read(payment)).attempts).toMatchObject([
    { provider: "fiat", outcome: "unreachable", reason: "the request never reached the provider" },
    { provider: "hybrid", outcome: "accepted" },
  ]);
  return payment;
}

test("a payin that a provider completes hours after it was given up is refunded there, once, and put before a person with what is at stake", async () => {
  const payment = await givenUp(mobileMoneyPayin(TELLS_NOTHING), lateBy(3 * HOUR_MS));
  await watch(2 * HOUR_MS);
  expect(await itemsOf(payment)).toEqual([]);
  await watch(4 * HOUR_MS);
  expect(await journalOf(payment)).toEqual(["hybrid payin completed", "fiat payin completed", "fiat refund completed"]);
  const [{ attempt_id }] = (await read(payment)).attempts;
  expect(await itemsOf(payment)).toMatchObject([
    {
      kind: "accepted_after_refusal",
      provider: "fiat",
      message: `fiat processed 1500.00 GHS after the request was given up as never received (attempt ${attempt_id})`,
      detail: {
        attempt_id,
        direction: "inbound",
        at_stake: { amount: "1500.00", currency: "GHS" },
        status: "completed",
        remedy: "refunded at the provider",
      },
    },
  ]);
  expect(await auditOf(payment)).toEqual(["payment.left_behind_refund_requested", "payment.left_behind_refund_ended"]);
  expect(await read(payment)).toMatchObject({ status: "completed", provider: "hybrid", refunded_amount: 0 });
  expect(await watched()).toEqual([]);
});

test("one that waits for the customer there is canceled there", async () => {
  const payment = await givenUp(mobileMoneyPayin(ASKS_FOR_OTP), lateBy(HOUR_MS));
  await watch(3 * HOUR_MS);
  expect(await journalOf(payment)).toContain("fiat payin failed");
  expect(await itemsOf(payment)).toMatchObject([
    { kind: "accepted_after_refusal", detail: { status: "failed", remedy: "canceled at the provider" } },
  ]);
  expect(await auditOf(payment)).toEqual(["payment.left_behind_canceled"]);
  expect(await watched()).toEqual([]);
});

test("a payout that went out twice cannot be called back: the item says so", async () => {
  const payment = await givenUp(
    mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, TELLS_NOTHING),
    lateBy(HOUR_MS),
  );
  await watch(3 * HOUR_MS);
  expect(await journalOf(payment)).toEqual(["hybrid payout completed", "fiat payout completed"]);
  expect(await itemsOf(payment)).toMatchObject([
    {
      detail: {
        direction: "outbound",
        at_stake: { amount: "1500.00" },
        status: "completed",
        remedy: "none: this provider cannot return the money",
      },
    },
  ]);
});

test("a request that never turns up is asked about for a day, ever more rarely, and then forgotten", async () => {
  await givenUp(mobileMoneyPayin(TELLS_NOTHING), { mode: "error" });
  const asked: number[] = [];
  for (let minute = 0; minute <= 26 * 60 && (await watched()).length > 0; minute += 10) {
    await app.advance(10 * MINUTE_MS);
    const [before] = await app.db.query<{ ask_count: number }>("SELECT ask_count FROM missing_requests");
    await app.run("left-behind-requests");
    const [after] = await app.db.query<{ ask_count: number }>("SELECT ask_count FROM missing_requests");
    if (after?.ask_count !== before?.ask_count) asked.push(minute);
  }
  expect(await watched()).toEqual([]);
  expect(asked.at(-1)! - asked[0]!).toBeGreaterThanOrEqual(24 * 60);
  expect(asked.length).toBeLessThan(40);
});

test("a refund that a provider makes after it was given up contradicts our record, and a person is told", async () => {
  const payment = await initiate(mobileMoneyPayin(TELLS_NOTHING));
  await app.wait(MINUTE_MS);
  await breakFiat(lateBy(2 * HOUR_MS));
  const asked = await app.request(app.callers.apiKey, "POST", `/payments/${payment.payment_id}/refund`, {
    amount: 500,
    reason: "returned",
  });
  expect(asked.body.data).toMatchObject({ status: "pending" });
  await app.wait(5 * MINUTE_MS);
  expect(await read(payment)).toMatchObject({ refunded_amount: 0 });
  await watch(4 * HOUR_MS);
  expect(await itemsOf(payment)).toMatchObject([
    {
      kind: "contradicts_refund",
      message: expect.stringContaining("fiat reported completed for a refund of 500.00 GHS"),
    },
  ]);
  expect(await watched()).toEqual([]);
});
