import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { bank, card, phone, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";

let fixture: SandboxFixture;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  fixture = await startFixture({ directory });
});
afterEach(async () => {
  await fixture.close();
  await rm(directory, { recursive: true });
});

const statusesOf = (reference: string): unknown[] => fixture.eventsOf(reference).map((event) => event["status"]);

const instruments = [
  { name: "mobile money payin", of: phone, fields: {}, accepted: "pending" },
  { name: "card payin", of: card, fields: {}, accepted: "processing" },
  { name: "mobile money payout", of: phone, fields: { direction: "payout" }, accepted: "processing" },
  { name: "bank payout", of: bank, fields: { direction: "payout" }, accepted: "processing" },
];

describe.each(instruments)("$name", ({ of, fields, accepted }) => {
  const pay = (provider: string, ending: string, reference = newId()) =>
    fixture.pay(provider, { ...of(ending), ...fields, reference }).then((reply) => ({ ...reply, reference }));

  test.each(["fiat", "hybrid"])(
    "with any other ending is accepted by %s and completes by callback after the delay",
    async (provider) => {
      const { status, body, reference } = await pay(provider, "1234");
      expect(status).toBe(201);
      expect(body).toMatchObject({ accepted: true, reference, status: accepted, next_action: { type: "wait" } });
      await fixture.sandbox.advance(fixture.sandbox.delayMs - 1);
      expect(statusesOf(reference)).toEqual([]);
      await fixture.sandbox.advance(1);
      expect(statusesOf(reference)).toEqual(["completed"]);
      expect((await fixture.status(provider, reference)).body).toMatchObject({
        status: "completed",
        next_action: null,
      });
    },
  );

  test("0001 collects an OTP: wrong codes count down, the right one lets it complete", async () => {
    const { body, reference } = await pay("fiat", "0001");
    expect(body).toMatchObject({ status: "pending", next_action: { type: "collect_otp" } });
    const wrong = await fixture.call("POST", `/fiat/payments/${reference}/otp`, { otp: "000000" });
    expect([wrong.status, wrong.body]).toEqual([422, expect.objectContaining({ code: "wrong_otp", attempts_left: 2 })]);
    const right = await fixture.call("POST", `/fiat/payments/${reference}/otp`, { otp: "123456" });
    expect(right.body).toMatchObject({ status: "processing" });
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(statusesOf(reference)).toEqual(["completed"]);
    expect((await fixture.call("POST", `/fiat/payments/${reference}/otp`, { otp: "123456" })).status).toBe(409);
  });

  test("0001 fails after the third wrong code, and the right one comes too late", async () => {
    const { reference } = await pay("fiat", "0001");
    const left: unknown[] = [];
    for (let i = 0; i < 3; i++)
      left.push((await fixture.call("POST", `/fiat/payments/${reference}/otp`, { otp: "999999" })).body.attempts_left);
    expect(left).toEqual([2, 1, 0]);
    expect((await fixture.call("POST", `/fiat/payments/${reference}/otp`, { otp: "123456" })).status).toBe(409);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "failed" });
  });

  test.each(["fiat", "hybrid"])("0002 is refused by %s", async (provider) => {
    const { status, body, reference } = await pay(provider, "0002");
    expect(status).toBe(422);
    expect(body).toMatchObject({ accepted: false, code: "declined" });
    expect((await fixture.status(provider, reference)).status).toBe(404);
  });

  test.each(["0003", "0010"])("%s is refused by the primary and accepted by the fallback", async (ending) => {
    expect((await pay("fiat", ending)).body).toMatchObject({ accepted: false });
    expect((await pay("hybrid", ending)).body).toMatchObject({ accepted: true, status: accepted });
  });

  test("0004 is accepted, but the connection is cut; no callback comes, and asking finds the outcome", async () => {
    const reference = newId();
    await expect(pay("fiat", "0004", reference)).rejects.toThrow("fetch failed");
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: accepted });
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "completed" });
    expect(fixture.eventsOf(reference)).toEqual([]);
  });

  test("0005 is accepted, then fails by callback", async () => {
    const { body, reference } = await pay("fiat", "0005");
    expect(body).toMatchObject({ accepted: true, status: accepted });
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(reference)).toEqual([
      expect.objectContaining({ status: "failed", reason: expect.any(String) }),
    ]);
  });

  test("0006 answers with a payment link on the sandbox", async () => {
    const { body } = await pay("fiat", "0006");
    expect(body).toMatchObject({ status: "pending", next_action: { type: "pay_by_link" } });
    expect(body.next_action.payment_link).toMatch(new RegExp(`^${fixture.sandbox.url}/pay/`));
  });

  test("0007 redirects to the sandbox's own page", async () => {
    const { body } = await pay("fiat", "0007");
    expect(body).toMatchObject({ status: "pending", next_action: { type: "redirect" } });
    expect(body.next_action.redirect_url).toMatch(new RegExp(`^${fixture.sandbox.url}/pay/`));
  });

  test("0008 tells three times and out of order: the newest, an older one, the newest again under its own event id", async () => {
    const { reference } = await pay("fiat", "0008");
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    const events = fixture.eventsOf(reference);
    expect(events.map((event) => event["status"])).toEqual(["completed", accepted, "completed"]);
    expect(events[0]!["event_id"]).toBe(events[2]!["event_id"]);
    expect(events[1]!["event_id"]).not.toBe(events[0]!["event_id"]);
    expect(Date.parse(events[1]!["occurred_at"])).toBeLessThan(Date.parse(events[0]!["occurred_at"]));
    expect(fixture.receiver.received).toHaveLength(3);
  });

  test("0009 completes without a callback", async () => {
    const { reference } = await pay("fiat", "0009");
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "completed" });
    expect(fixture.eventsOf(reference)).toEqual([]);
  });
});

test("for ramps crypto is the primary of 0003, and hybrid its fallback", async () => {
  expect((await fixture.pay("crypto", phone("0003"))).body).toMatchObject({ accepted: false });
  expect((await fixture.pay("hybrid", phone("0003"))).body).toMatchObject({ accepted: true });
});

test("spaces, dashes and a plus in the number do not hide its ending", async () => {
  expect(
    (await fixture.pay("fiat", { mobile_money: { provider: "MTN", phone_number: "+256 700-00 00 02" } })).body,
  ).toMatchObject({ accepted: false });
});

test("the bank ending is the destination account's; without one, the source account's", async () => {
  const without = { ...bank("1234"), bank_account: undefined, bank_details: { account_number: "0000010002" } };
  expect((await fixture.pay("fiat", { ...without, direction: "payout" })).body).toMatchObject({
    accepted: false,
    code: "declined",
  });
  expect((await fixture.pay("fiat", { ...without, ...bank("1234"), direction: "payout" })).body).toMatchObject({
    accepted: true,
  });
});

test("a reference is accepted once: the same dispatch again gives the same payment, another one under it is a conflict", async () => {
  const reference = newId();
  const first = await fixture.pay("fiat", { ...phone("1234"), reference });
  const again = await fixture.pay("fiat", { ...phone("1234"), reference });
  expect([first.status, again.status]).toEqual([201, 200]);
  expect(again.body.id).toBe(first.body.id);
  const other = await fixture.pay("fiat", { ...phone("1234"), reference, amount: "1501" });
  expect(other.status).toBe(409);
  expect(other.body).not.toHaveProperty("accepted");
  expect((await fixture.call("GET", "/journal")).body.operations).toHaveLength(1);
});

test("20 dispatches of one reference at once make one operation", async () => {
  const reference = newId();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fixture.pay("fiat", { ...phone("1234"), reference })),
  );
  expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
  expect((await fixture.call("GET", "/journal")).body.operations).toHaveLength(1);
});

test("the same reference at two providers is two operations, and the journal shows both", async () => {
  const reference = newId();
  await fixture.pay("fiat", { ...phone("1234"), reference });
  await fixture.pay("hybrid", { ...phone("1234"), reference });
  const { operations } = (await fixture.call("GET", "/journal")).body;
  expect(operations.map((operation: { provider: string }) => operation.provider)).toEqual(["fiat", "hybrid"]);
});

test("a reference that was asked about and not found is accepted when its dispatch arrives later, as by any real provider", async () => {
  const reference = newId();
  expect((await fixture.status("fiat", reference)).body).toMatchObject({ accepted: false, code: "payment_not_found" });
  expect((await fixture.pay("fiat", { ...phone("1234"), reference })).body).toMatchObject({ accepted: true });
});

test("a pending payment can be canceled before funds moved, without a callback; one that waits for a prompt on the phone cannot", async () => {
  const pending = await fixture.pay("fiat", phone("0001"));
  const canceled = await fixture.call("POST", `/fiat/payments/${pending.body.reference}/cancel`, {});
  expect(canceled.body).toMatchObject({ status: "failed", provider_status: "canceled" });
  const prompted = await fixture.pay("fiat", phone("1234"));
  expect((await fixture.call("POST", `/fiat/payments/${prompted.body.reference}/cancel`, {})).status).toBe(409);
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(fixture.eventsOf(pending.body.reference)).toEqual([]);
  expect((await fixture.call("POST", `/fiat/payments/${prompted.body.reference}/cancel`, {})).status).toBe(409);
});

test("an OTP can be sent again five times", async () => {
  const { body } = await fixture.pay("fiat", phone("0001"));
  const statuses: number[] = [];
  for (let i = 0; i < 6; i++)
    statuses.push((await fixture.call("POST", `/fiat/payments/${body.reference}/resend`, {})).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
});

test("what nobody acts on expires by callback half an hour after its instructions did", async () => {
  const { body } = await fixture.pay("fiat", phone("0001"));
  await fixture.sandbox.advance(59 * 60_000);
  expect(fixture.eventsOf(body.reference)).toEqual([]);
  await fixture.sandbox.advance(60_000);
  expect(fixture.eventsOf(body.reference)).toEqual([
    expect.objectContaining({ status: "failed", provider_status: "expired" }),
  ]);
});

test("card data is nowhere in the journal, the callbacks or the answers", async () => {
  const reply = await fixture.pay("fiat", { ...card("4321"), card: { card_number: "5555444433334321", cvv: "987" } });
  const refused = await fixture.pay("fiat", { ...card("4321"), card: { card_number: "5555444433330002", cvv: "987" } });
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(reply.body.status).toBe("processing");
  const everything = [
    readFileSync(join(directory, "journal.jsonl"), "utf8"),
    ...fixture.receiver.received.map(({ rawBody }) => rawBody.toString()),
    reply.text,
    refused.text,
  ].join("\n");
  expect(everything).toContain(reply.body.reference);
  expect(everything).not.toContain("55554444");
  // As a separate word: at the end of an id these digits may occur by chance.
  expect(everything).not.toMatch(/[":]987\b/);
});

test("a phone fails as its ending says, and one that nobody reacts on, 0012, later than the others", async () => {
  const failures = {
    "0013": { code: "declined_by_customer", reason: "declined by the customer" },
    "0014": { code: "insufficient_funds", reason: "insufficient funds" },
    "0015": { code: "limit_reached", reason: "the customer's daily limit is reached" },
    "0016": { code: "wrong_pin", reason: "wrong PIN" },
    "0017": { code: "network_down", reason: "the network is down" },
    "0018": { code: "not_allowed", reason: "the account is not allowed to pay this" },
  };
  const pay = async (ending: string): Promise<string> => (await fixture.pay("fiat", phone(ending))).body.reference;
  const silent = await pay("0012");
  for (const [ending, failure] of Object.entries(failures)) {
    const reference = await pay(ending);
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(reference)).toEqual([expect.objectContaining({ status: "failed", ...failure })]);
  }
  expect(fixture.eventsOf(silent)).toEqual([]);
  await fixture.sandbox.advance(10 * fixture.sandbox.delayMs);
  expect(fixture.eventsOf(silent)).toEqual([
    expect.objectContaining({ status: "failed", reason: "timed out: no reaction on the phone" }),
  ]);
});

test.each(["payin", "payout"])(
  "a %s fails by a fault of the primary, of which the fallback is free",
  async (direction) => {
    const { advance, delayMs } = fixture.sandbox;
    const pay = async (provider: string, ending: string): Promise<string> =>
      (await fixture.pay(provider, { ...phone(ending), direction })).body.reference;
    const fault = { status: "failed", code: "provider_fault" };
    const [at19, at20, at21] = [await pay("fiat", "0019"), await pay("fiat", "0020"), await pay("fiat", "0021")];
    const elsewhere = [await pay("hybrid", "0019"), await pay("hybrid", "0020"), await pay("hybrid", "0021")];
    await advance(delayMs);
    expect(fixture.eventsOf(at19)).toEqual([expect.objectContaining(fault)]);
    expect((await fixture.status("fiat", at19)).body).toMatchObject(fault);
    for (const reference of elsewhere)
      expect(fixture.eventsOf(reference)).toEqual([expect.objectContaining({ status: "completed", code: null })]);

    expect(fixture.eventsOf(at21)).toEqual([expect.objectContaining(fault)]);
    await advance(10 * delayMs);
    expect(fixture.eventsOf(at21).map(({ status }) => status)).toEqual(["failed", "completed"]);

    expect(fixture.eventsOf(at20)).toEqual([]);
    await advance(24 * 3_600_000);
    expect(fixture.eventsOf(at20)).toEqual([expect.objectContaining(fault)]);
  },
);
