import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { phone, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

const breakIt = (fields: Record<string, unknown>) =>
  fixture.call("POST", "/faults", { provider: "fiat", share: 1, seconds: 60, ...fields });
const journaled = async (): Promise<string[]> =>
  (await fixture.call("GET", "/journal")).body.operations.map(({ reference }: { reference: string }) => reference);

test("refuse: says that nothing was accepted, and questions are still answered", async () => {
  const before = await fixture.pay("fiat", phone("1234"));
  await breakIt({ mode: "refuse" });
  const reply = await fixture.pay("fiat", phone("1234"));
  expect([reply.status, reply.body.accepted]).toEqual([422, false]);
  expect((await fixture.status("fiat", before.body.reference)).status).toBe(200);
});

test("error: a 500 that does not say, nothing accepted, also for questions", async () => {
  await breakIt({ mode: "error" });
  const reference = newId();
  const reply = await fixture.pay("fiat", { ...phone("1234"), reference });
  expect(reply.status).toBe(500);
  expect(reply.body).not.toHaveProperty("accepted");
  expect((await fixture.status("fiat", reference)).status).toBe(500);
  expect(await journaled()).toEqual([]);
});

test("timeout: no answer as long as the caller waits, and nothing accepted", async () => {
  await breakIt({ mode: "timeout" });
  const waiting = fetch(`${fixture.sandbox.url}/fiat/payments/x`, {
    headers: { authorization: `Bearer ${fixture.sandbox.key}` },
    signal: AbortSignal.timeout(100),
  });
  await expect(waiting).rejects.toThrow(/timeout/i);
  expect(await journaled()).toEqual([]);
});

test("lost_answer: accepted, then the connection is cut; asking tells the truth", async () => {
  await breakIt({ mode: "lost_answer" });
  const reference = newId();
  await expect(fixture.pay("fiat", { ...phone("1234"), reference })).rejects.toThrow("fetch failed");
  expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "pending" });
});

test("slow: accepted before the wait, so that asking meanwhile tells the truth", async () => {
  await breakIt({ mode: "slow", delay_ms: 30_000 });
  const reference = newId();
  const gaveUp = new AbortController();
  const waiting = fetch(`${fixture.sandbox.url}/fiat/payments`, {
    method: "POST",
    headers: { authorization: `Bearer ${fixture.sandbox.key}`, "content-type": "application/json" },
    body: JSON.stringify({
      ...phone("1234"),
      reference,
      payment_id: "p",
      direction: "payin",
      amount: "1",
      currency: "UGX",
      callback_url: fixture.receiver.url,
      return_url: fixture.receiver.url,
    }),
    signal: gaveUp.signal,
  });
  while ((await journaled()).length === 0);
  gaveUp.abort();
  await expect(waiting).rejects.toThrow("aborted");
  expect(await journaled()).toEqual([reference]);
});

test("slow: the answer does come", async () => {
  await breakIt({ mode: "slow", delay_ms: 1 });
  expect((await fixture.pay("fiat", phone("1234"))).body).toMatchObject({ accepted: true });
});

test("late: no answer, not found until its time has come, then accepted and completed as any other", async () => {
  await breakIt({ mode: "late", delay_ms: 240_000, seconds: 10 });
  const reference = newId();
  await expect(fixture.pay("fiat", { ...phone("1234"), reference })).rejects.toThrow("fetch failed");
  await fixture.sandbox.advance(239_999);
  expect((await fixture.status("fiat", reference)).body).toMatchObject({ code: "payment_not_found" });
  expect(await journaled()).toEqual([]);
  await fixture.sandbox.advance(1);
  expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "pending" });
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(fixture.eventsOf(reference)).toMatchObject([{ status: "completed" }]);
});

test("late: what would be refused is refused then, and a refund is late like a payment", async () => {
  const paid = await fixture.pay("fiat", phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  await breakIt({ mode: "late", delay_ms: 5_000, seconds: 1 });
  const refused = newId();
  await expect(fixture.pay("fiat", { ...phone("0002"), reference: refused })).rejects.toThrow("fetch failed");
  const refund = {
    reference: newId(),
    payment_reference: paid.body.reference,
    amount: "1500",
    currency: "UGX",
    reason: "returned",
  };
  const asked = fixture.call("POST", "/fiat/refunds", { ...refund, callback_url: fixture.receiver.url });
  await expect(asked).rejects.toThrow("fetch failed");
  await fixture.sandbox.advance(5_000);
  expect(await journaled()).toEqual([paid.body.reference, refund.reference]);
});

test("the share is kept exactly", async () => {
  await breakIt({ mode: "refuse", share: 0.25 });
  const replies = await Promise.all(Array.from({ length: 100 }, () => fixture.pay("fiat", phone("1234"))));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(25);
});

test("only the named provider is broken, only for that long, and DELETE mends it at once", async () => {
  await breakIt({ mode: "refuse", seconds: 10 });
  expect((await fixture.pay("hybrid", phone("1234"))).status).toBe(201);
  await fixture.sandbox.advance(10_000);
  expect((await fixture.pay("fiat", phone("1234"))).status).toBe(201);
  await breakIt({ mode: "refuse" });
  expect((await fixture.call("DELETE", "/faults")).status).toBe(204);
  expect((await fixture.pay("fiat", phone("1234"))).status).toBe(201);
});

describe("a fault that is not understood is refused with the field to mend", () => {
  test.each([
    ["provider", { provider: "paypal" }],
    ["mode", { mode: "explode" }],
    ["share", { mode: "refuse", share: 1.5 }],
    ["share", { mode: "refuse", share: "all" }],
    ["seconds", { mode: "refuse", seconds: -1 }],
    ["delay_ms", { mode: "slow", delay_ms: 1e9 }],
  ])("%s in %j", async (field, fields) => {
    expect((await breakIt(fields)).body).toMatchObject({ code: "invalid_request", field });
  });
});
