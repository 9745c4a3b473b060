import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { bank, card, phone, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";
import { startSandbox } from "./start-sandbox.ts";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

describe("the key", () => {
  test.each([undefined, "", "Bearer", "Bearer wrong", "wrong", "Basic abc"])(
    "%j is refused, and nothing is accepted",
    async (authorization) => {
      const reply = await fetch(`${fixture.sandbox.url}/fiat/payments`, {
        method: "POST",
        headers: authorization === undefined ? {} : { authorization },
        body: "{}",
      });
      expect([reply.status, await reply.json()]).toEqual([
        401,
        expect.objectContaining({ accepted: false, code: "unauthorized" }),
      ]);
    },
  );
});

describe("a bad dispatch is refused with the field to mend", () => {
  test.each([
    ["reference", { reference: "a b" }],
    ["reference", { reference: "x".repeat(129) }],
    ["reference", { reference: 7 }],
    ["payment_id", { payment_id: "" }],
    ["direction", { direction: "sideways" }],
    ["method", { method: "cheque" }],
    ["amount", { amount: "0" }],
    ["amount", { amount: "-5" }],
    ["amount", { amount: "1.5" }],
    ["amount", { amount: "a lot" }],
    ["amount", { amount: null }],
    ["amount", { currency: "ZZZ" }],
    ["currency", { currency: 5 }],
    ["mobile_money.phone_number", { mobile_money: { provider: "MTN" } }],
    ["mobile_money", { mobile_money: "MTN" }],
    ["card.card_number", { method: "card" }],
    ["bank_details.account_number", { method: "bank_transfer", direction: "payout" }],
    ["crypto", { method: "crypto" }],
    ["crypto.network", { method: "crypto", currency: "USDT", crypto: { asset: "USDT", network: "DOGE" } }],
    ["currency", { method: "crypto", currency: "USD", amount: "1", crypto: { asset: "USDT", network: "TRON" } }],
    [
      "crypto.wallet_address",
      { method: "crypto", direction: "payout", currency: "USDT", crypto: { asset: "USDT", network: "TRON" } },
    ],
    ["callback_url", { callback_url: "ftp://x" }],
    ["callback_url", { callback_url: "http://" }],
    ["return_url", { return_url: "javascript:alert(1)" }],
  ])("%s in %j", async (field, fields) => {
    const reply = await fixture.pay("fiat", fields);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ accepted: false, field });
    expect(reply.body.message).toContain(field);
  });

  test.each([
    ["broken JSON", "{", 400],
    ["a list", "[]", 400],
    ["an empty body", "", 400],
    ["too much", JSON.stringify({ description: "x".repeat(70_000) }), 413],
  ])("%s", async (_, body, status) => {
    const reply = await fetch(`${fixture.sandbox.url}/fiat/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${fixture.sandbox.key}`, "content-type": "application/json" },
      body,
    });
    expect(reply.status).toBe(status);
    expect(await reply.json()).toMatchObject({ accepted: false });
  });
});

describe("other requests that are not understood", () => {
  test.each([
    ["GET", "/nowhere", undefined, 404],
    ["GET", "/fiat", undefined, 404],
    ["POST", "/paypal/payments", {}, 404],
    ["GET", "/fiat/payments/a/otp/b", undefined, 404],
    ["PUT", "/fiat/payments", {}, 405],
    ["GET", "/deposits", undefined, 405],
    ["PUT", "/faults", {}, 405],
    ["DELETE", "/journal", undefined, 405],
    ["GET", "/fiat/payments/%zz", undefined, 400],
    ["POST", "/deposits", { account_number: "9000000000", amount: 1, currency: "NGN" }, 404],
    ["POST", "/deposits", { amount: 1, currency: "NGN" }, 400],
    ["POST", "/deposits", { account_number: "9000000000", amount: 1.005, currency: "NGN" }, 400],
    ["POST", "/chain/deposits", { address: "x", network: "TRON", asset: "USDT", amount: 1 }, 404],
    ["GET", "/journal?cursor=rubbish", undefined, 400],
    ["GET", "/journal?cursor=ajE", undefined, 400],
    ["GET", "/journal?since=yesterday", undefined, 400],
    ["GET", "/journal?limit=0", undefined, 400],
    ["GET", "/journal?limit=10001", undefined, 400],
    ["GET", "/pay/unknown", undefined, 404],
  ])("%s %s answers %s with a message", async (method, path, body, status) => {
    await fixture.pay("fiat", phone("1234"));
    const reply = await fixture.call(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    if (status === 405) expect(reply.headers.get("allow")).toBeTruthy();
  });

  test("a form, which any web page could send, is no JSON", async () => {
    const reply = await fixture.call("POST", "/faults", "provider=fiat", { "content-type": "text/plain" });
    expect(reply.status).toBe(415);
  });
});

describe("the journal", () => {
  test("lists what was accepted, with exact amounts and the status of now, in pages", async () => {
    const references = [newId(), newId(), newId()];
    await fixture.pay("fiat", { ...phone("1234"), reference: references[0], payment_id: "payment-1" });
    await fixture.pay("hybrid", { ...card("0001"), reference: references[1], direction: "payout" });
    await fixture.pay("crypto", { ...bank("1234"), reference: references[2], currency: "KWD", amount: "7.125" });
    await fixture.pay("fiat", phone("0002"));
    await fixture.sandbox.advance(fixture.sandbox.delayMs);

    const first = await fixture.call("GET", "/journal?limit=2");
    expect(first.text).toContain('"amount":1500.0,');
    expect(first.body.operations).toEqual([
      {
        provider: "fiat",
        kind: "payin",
        reference: references[0],
        payment_id: "payment-1",
        amount: 1500,
        currency: "UGX",
        status: "completed",
        accepted_at: "2026-01-05T09:00:00.000Z",
      },
      expect.objectContaining({
        provider: "hybrid",
        kind: "payout",
        reference: references[1],
        amount: 12.5,
        status: "pending",
      }),
    ]);
    const second = await fixture.call("GET", `/journal?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toEqual({
      operations: [
        expect.objectContaining({ reference: references[2], amount: 7.125, currency: "KWD", status: "pending" }),
      ],
      next_cursor: null,
    });
  });

  test("begins at `since`", async () => {
    await fixture.pay("fiat", phone("1234"));
    await fixture.sandbox.advance(1);
    const { body } = await fixture.pay("fiat", phone("1234"));
    const { operations } = (await fixture.call("GET", "/journal?since=2026-01-05T09:00:00.001Z")).body;
    expect(operations.map(({ reference }: { reference: string }) => reference)).toEqual([body.reference]);
  });

  test("needs no key, as deposits and faults need none", async () => {
    expect((await fetch(`${fixture.sandbox.url}/journal`)).status).toBe(200);
  });
});

test("the front page says what it is and lists every ending", async () => {
  const { text, headers } = await fixture.call("GET", "/");
  expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  for (const ending of ["0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "any other"])
    expect(text).toContain(`>${ending}<`);
});

test("a probe learns that it is up", async () => {
  expect((await fixture.call("GET", "/healthz")).body).toEqual({ status: "ok", accepted: 0 });
});

test("a second sandbox on the same port does not start, and says why", async () => {
  const { host, port } = { host: "127.0.0.1", port: Number(new URL(fixture.sandbox.url).port) };
  await expect(
    startSandbox({ host, port, directory: null, delayMs: 0, key: "k", log: createLogger({ level: "silent" }) }),
  ).rejects.toThrow("EADDRINUSE");
});
