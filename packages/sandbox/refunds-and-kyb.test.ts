import { createHmac } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { phone, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

describe("refund", () => {
  async function completedPayment(ending = "1234"): Promise<string> {
    const { body } = await fixture.pay("fiat", phone(ending));
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    return body.reference;
  }
  const refund = (payment_reference: string, fields: Record<string, unknown> = {}) =>
    fixture.call("POST", "/fiat/refunds", {
      reference: newId(),
      payment_reference,
      amount: "1500",
      currency: "UGX",
      reason: "returned",
      callback_url: `${fixture.receiver.url}/callbacks`,
      ...fields,
    });

  test("of a completed payin completes by callback", async () => {
    const { status, body } = await refund(await completedPayment());
    expect([status, body]).toEqual([201, expect.objectContaining({ accepted: true, status: "pending" })]);
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(body.reference)).toEqual([
      expect.objectContaining({ event: "refund.updated", status: "completed", amount: "1500" }),
    ]);
    expect((await fixture.call("GET", `/fiat/refunds/${body.reference}`)).body).toMatchObject({ status: "completed" });
    expect((await fixture.call("GET", "/journal")).body.operations.map(({ kind }: { kind: string }) => kind)).toEqual([
      "payin",
      "refund",
    ]);
  });

  test("is accepted once per reference", async () => {
    const payment = await completedPayment();
    const reference = newId();
    const [first, again, other] = [
      await refund(payment, { reference }),
      await refund(payment, { reference }),
      await refund(payment, { reference, amount: "1" }),
    ];
    expect([first.status, again.status, other.status]).toEqual([201, 200, 409]);
    expect(again.body.id).toBe(first.body.id);
  });

  test("never exceeds the payment, however many come at once", async () => {
    const payment = await completedPayment();
    const replies = await Promise.all(Array.from({ length: 20 }, () => refund(payment, { amount: "900" })));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await refund(payment, { amount: "601" })).body).toMatchObject({
      accepted: false,
      code: "refund_exceeds_payment",
    });
    expect((await refund(payment, { amount: "600" })).status).toBe(201);
  });

  test("that fails gives back what it took up of the payment", async () => {
    const payment = await completedPayment();
    const failing = await refund(payment, { reason: "Let it Fail" });
    expect((await refund(payment)).body).toMatchObject({ accepted: false });
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(failing.body.reference)).toEqual([expect.objectContaining({ status: "failed" })]);
    expect((await refund(payment)).status).toBe(201);
  });

  test("of what is not completed, is a payout, is in another currency or does not exist is refused", async () => {
    const pending = await fixture.pay("fiat", phone("0001"));
    const payout = await fixture.pay("fiat", { ...phone("1234"), direction: "payout" });
    const payment = await completedPayment();
    for (const reply of [
      await refund(pending.body.reference),
      await refund(payout.body.reference),
      await refund(payment, { currency: "KES" }),
      await refund(newId()),
    ]) {
      expect(reply.body).toMatchObject({ accepted: false });
    }
  });

  test("of a payment that tells nothing tells nothing", async () => {
    const { body } = await refund(await completedPayment("0009"));
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(body.reference)).toEqual([]);
    expect((await fixture.call("GET", `/fiat/refunds/${body.reference}`)).body).toMatchObject({ status: "completed" });
  });

  test("asked for before it arrives is not found, and accepted when it arrives", async () => {
    const payment = await completedPayment();
    const reference = newId();
    expect((await fixture.call("GET", `/fiat/refunds/${reference}`)).body).toMatchObject({
      accepted: false,
      code: "refund_not_found",
    });
    expect((await refund(payment, { reference })).body).toMatchObject({ accepted: true });
  });
});

describe("KYB application", () => {
  const apply = (fields: Record<string, unknown> = {}) =>
    fixture.call("POST", "/kyb/applications", {
      reference: newId(),
      company_name: "Acme Ltd",
      country: "NG",
      registration_number: null,
      callback_url: `${fixture.receiver.url}/kyb`,
      ...fields,
    });

  test.each([
    ["Acme Ltd", "approved"],
    ["Acme Reject", "rejected"],
  ])("of %s is %s by a signed callback after the delay", async (company_name, word) => {
    const { status, body } = await apply({ company_name });
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ accepted: true, status: "pending", customer_id: expect.any(String) }),
    ]);
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    const [callback] = fixture.receiver.received;
    const secret = createHmac("sha256", fixture.sandbox.key).update("callbacks:kyb").digest("hex");
    const seconds = Math.floor(fixture.sandbox.clock.now().getTime() / 1000);
    expect(callback).toMatchObject({
      path: "/kyb",
      headers: {
        "x-kyb-signature": `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${callback!.rawBody.toString()}`).digest("hex")}`,
      },
    });
    expect(JSON.parse(callback!.rawBody.toString())).toMatchObject({
      event: "kyb.decided",
      event_id: expect.any(String),
      status: word,
      reference: body.reference,
      application_id: body.application_id,
      customer_id: body.customer_id,
      occurred_at: expect.any(String),
    });
    expect((await fixture.call("GET", `/kyb/applications/${body.application_id}`)).body).toMatchObject({
      status: word,
    });
  });

  test("is taken once per reference", async () => {
    const reference = newId();
    const [first, again] = [await apply({ reference }), await apply({ reference })];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body.application_id).toBe(first.body.application_id);
  });

  test("is never sent together with another", async () => {
    await Promise.all(Array.from({ length: 5 }, () => apply()));
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.receiver.received).toHaveLength(5);
  });

  test("needs the key, and every field", async () => {
    expect((await fixture.call("POST", "/kyb/applications", {}, { authorization: "Bearer wrong" })).status).toBe(401);
    expect((await apply({ company_name: " " })).body).toMatchObject({ field: "company_name" });
    expect((await fixture.call("GET", "/kyb/applications/none")).status).toBe(404);
  });
});
