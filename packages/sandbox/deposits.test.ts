import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { base32, base58, bech32, createBase58check } from "@scure/base";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { bank, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";

let fixture: SandboxFixture;
beforeEach(async () => {
  fixture = await startFixture();
});
afterEach(() => fixture.close());

const HALF_HOUR_MS = 30 * 60_000;

describe("bank transfer payin", () => {
  async function payin(ending = "1234", fields: Record<string, unknown> = {}) {
    const { body } = await fixture.pay("fiat", { ...bank(ending), ...fields });
    const deposit = (amount: unknown, currency = body.currency) =>
      fixture.call("POST", "/deposits", { account_number: body.next_action.account_number, amount, currency });
    return { reference: body.reference as string, instructions: body.next_action, body, deposit };
  }
  const told = (reference: string) =>
    fixture.eventsOf(reference).map(({ status, received_amount }) => [status, received_amount]);

  test("answers with instructions that are valid for 30 minutes, and nothing completes by itself", async () => {
    const { body, instructions, reference } = await payin();
    expect(body).toMatchObject({
      status: "pending",
      next_action: {
        type: "bank_transfer",
        account_name: expect.any(String),
        bank_name: expect.any(String),
        bank_code: expect.any(String),
        reference: expect.any(String),
      },
    });
    expect(instructions.account_number).toMatch(/^\d{10}$/);
    expect(Date.parse(instructions.expires_at) - fixture.sandbox.clock.now().getTime()).toBe(HALF_HOUR_MS);
    await fixture.sandbox.advance(HALF_HOUR_MS);
    expect(told(reference)).toEqual([]);
  });

  test("gives every payin an account number of its own", async () => {
    const numbers = await Promise.all(
      Array.from({ length: 50 }, async () => (await payin()).instructions.account_number),
    );
    expect(new Set(numbers).size).toBe(50);
  });

  test("is completed by its deposit, as a number or as text", async () => {
    for (const amount of [100, "100.00"]) {
      const { deposit, reference } = await payin();
      const reply = await deposit(amount);
      expect(reply.status).toBe(201);
      expect(reply.text).toContain('"amount":100.00');
      await fixture.sandbox.tick();
      expect(told(reference)).toEqual([["completed", "100.00"]]);
    }
  });

  test("stays pending while it is only partly paid, and tells how much there is", async () => {
    const { deposit, reference } = await payin();
    await deposit(40);
    await fixture.sandbox.tick();
    await deposit("59.99");
    await fixture.sandbox.tick();
    await deposit("0.01");
    await fixture.sandbox.tick();
    expect(told(reference)).toEqual([
      ["pending", "40.00"],
      ["pending", "99.99"],
      ["completed", "100.00"],
    ]);
  });

  test("tells of too much, and of money that comes twice", async () => {
    const { deposit, reference } = await payin();
    await deposit(120);
    await fixture.sandbox.tick();
    await deposit(120);
    await fixture.sandbox.tick();
    expect(told(reference)).toEqual([
      ["completed", "120.00"],
      ["completed", "240.00"],
    ]);
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ provider_status: "overpaid" });
  });

  test("fails when only part of it came in time, and says so; money that comes later still completes it", async () => {
    const { deposit, reference } = await payin();
    await deposit(40);
    await fixture.sandbox.advance(2 * HALF_HOUR_MS);
    expect(fixture.eventsOf(reference).at(-1)).toMatchObject({
      status: "failed",
      received_amount: "40.00",
      reason: "the payment expired with only 40.00 NGN received",
    });
    await deposit(60);
    await fixture.sandbox.tick();
    expect(fixture.eventsOf(reference).at(-1)).toMatchObject({ status: "completed", received_amount: "100.00" });
  });

  test("adds up many deposits at once without losing one", async () => {
    const { deposit, reference } = await payin();
    await Promise.all(Array.from({ length: 40 }, () => deposit("2.50")));
    await fixture.sandbox.tick();
    expect((await fixture.status("fiat", reference)).body).toMatchObject({
      status: "completed",
      received_amount: "100.00",
    });
  });

  test("with 0005 fails by callback, with 0009 a deposit is found only by asking, with 0008 it is told three times", async () => {
    const failing = await payin("0005");
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(told(failing.reference)).toEqual([["failed", null]]);
    const silent = await payin("0009");
    await silent.deposit(100);
    await fixture.sandbox.tick();
    expect(told(silent.reference)).toEqual([]);
    expect((await fixture.status("fiat", silent.reference)).body).toMatchObject({ status: "completed" });
    const repeated = await payin("0008");
    await repeated.deposit(100);
    await fixture.sandbox.tick();
    expect(told(repeated.reference).map(([status]) => status)).toEqual(["completed", "pending", "completed"]);
  });

  test("takes its own currency only", async () => {
    const { deposit, reference } = await payin();
    expect((await deposit(100, "GHS")).body).toMatchObject({ code: "invalid_request", field: "currency" });
    expect((await fixture.status("fiat", reference)).body).toMatchObject({ status: "pending", received_amount: null });
  });

  test("keeps a canceled one canceled until money comes for it after all", async () => {
    const { deposit, reference } = await payin();
    await fixture.call("POST", `/fiat/payments/${reference}/cancel`, {});
    await deposit(100);
    await fixture.sandbox.tick();
    expect(told(reference)).toEqual([["completed", "100.00"]]);
  });
});

describe("virtual account", () => {
  async function open(reference = newId()) {
    return fixture.call("POST", "/hybrid/virtual-accounts", {
      reference,
      currency: "GHS",
      country: "GH",
      name: "Acme Ltd",
      callback_url: `${fixture.receiver.url}/callbacks`,
    });
  }

  test("is opened once per reference", async () => {
    const reference = newId();
    const [first, again] = [await open(reference), await open(reference)];
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({
      accepted: true,
      account_name: "Acme Ltd",
      currency: "GHS",
      bank_name: expect.any(String),
    });
    expect(again.body.account_number).toBe(first.body.account_number);
  });

  test("tells of each deposit once, with an id of its own, and the journal lists it", async () => {
    const { account_number } = (await open()).body;
    const deposits = await Promise.all(
      [25, 25].map((amount) =>
        fixture.call("POST", "/deposits", {
          account_number,
          amount,
          currency: "GHS",
          sender_name: "Ama",
          narration: "rent",
        }),
      ),
    );
    await fixture.sandbox.tick();
    const events = fixture.receiver.events();
    expect(events).toHaveLength(2);
    expect(new Set(events.map((event) => event["id"]))).toEqual(new Set(deposits.map(({ body }) => body.deposit_id)));
    expect(events[0]).toMatchObject({
      event: "deposit.received",
      provider: "hybrid",
      amount: "25.00",
      currency: "GHS",
      data: { account_number, rail: "bank_transfer", sender_name: "Ama", narration: "rent" },
    });
    const { operations } = (await fixture.call("GET", "/journal")).body;
    expect(operations).toEqual([
      expect.objectContaining({ kind: "deposit", payment_id: null, amount: 25, status: "completed" }),
      expect.objectContaining({ kind: "deposit" }),
    ]);
  });

  test("has a holder's name that is the same each time it is looked up, and none for 0002", async () => {
    const resolve = (account_number: string) =>
      fixture.call("POST", "/fiat/accounts/resolve", { account_number, bank_code: "044", country: "NG" });
    const [first, again] = [await resolve("0123456789"), await resolve("0123456789")];
    expect(first.body.account_name).toMatch(/^\S+ \S+$/);
    expect(again.body).toEqual(first.body);
    expect((await resolve("0123450002")).status).toBe(404);
  });
});

describe("chain", () => {
  const receive = (asset: string, network: string, amount: string, provider = "crypto") =>
    fixture.pay(provider, {
      method: "crypto",
      amount,
      currency: asset,
      crypto: { asset, network },
      mobile_money: undefined,
    });
  const told = (reference: string) =>
    fixture.eventsOf(reference).map(({ status, received_amount }) => [status, received_amount]);

  const isEvm = (address: string): boolean => {
    const hash = Buffer.from(keccak_256(Buffer.from(address.slice(2).toLowerCase()))).toString("hex");
    return (
      /^0x[0-9a-fA-F]{40}$/.test(address) &&
      address
        .slice(2)
        .split("")
        .every(
          (letter, i) => /\d/.test(letter) || (letter === letter.toUpperCase()) === Number.parseInt(hash[i]!, 16) >= 8,
        )
    );
  };
  /** CRC-16/XMODEM as a remainder: over the payload and its own checksum, high byte first, nothing is left. */
  const crcHolds = (bytes: Uint8Array): boolean => {
    const ordered = [...bytes.slice(0, -2), bytes.at(-1)!, bytes.at(-2)!];
    const step = (crc: number): number => ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
    return ordered.reduce((crc, byte) => Array.from({ length: 8 }).reduce<number>(step, crc ^ (byte << 8)), 0) === 0;
  };
  test.each([
    [
      "BTC",
      "BITCOIN",
      (address: string) =>
        bech32.decode(address as `bc1${string}`).prefix === "bc" &&
        bech32.decode(address as `bc1${string}`).words[0] === 0,
    ],
    ["ETH", "ETHEREUM", isEvm],
    ["USDC", "POLYGON", isEvm],
    ["USDC", "BASE", isEvm],
    ["USDT", "BSC", isEvm],
    ["CUSD", "CELO", isEvm],
    [
      "USDT",
      "TRON",
      (address: string) => address.startsWith("T") && createBase58check(sha256).decode(address)[0] === 0x41,
    ],
    ["SOL", "SOLANA", (address: string) => base58.decode(address).length === 32],
    ["XLM", "STELLAR", (address: string) => address.startsWith("G") && crcHolds(base32.decode(address))],
  ])("gives an address for %s on %s that is valid there", async (asset, network, isValid) => {
    const { body } = await receive(asset, network.toLowerCase(), "1");
    expect(body).toMatchObject({
      status: "pending",
      next_action: { type: "crypto_transfer", network, asset, memo: null },
    });
    expect(isValid(body.next_action.address)).toBe(true);
  });

  test("a deposit is seen at once, gains confirmations with time, and completes when it has enough", async () => {
    const { body } = await receive("ETH", "ETHEREUM", "1.000000000000000001");
    const { address } = body.next_action;
    const sent = await fixture.call("POST", "/chain/deposits", {
      address,
      network: "ethereum",
      asset: "ETH",
      amount: "1.000000000000000001",
    });
    expect(sent.text).toContain('"amount":1.000000000000000001');
    expect(sent.body).toMatchObject({
      confirmations: 0,
      required_confirmations: 3,
      tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    await fixture.sandbox.tick();
    const seen: number[] = [];
    for (let i = 0; i < 3; i++) {
      await fixture.sandbox.advance(fixture.sandbox.delayMs);
      seen.push((await fixture.call("GET", `/chain/addresses/ethereum/${address}`)).body.transactions[0].confirmations);
    }
    expect(seen).toEqual([1, 2, 3]);
    expect(told(body.reference)).toEqual([
      ["processing", null],
      ["completed", "1.000000000000000001"],
    ]);
    expect(fixture.eventsOf(body.reference).at(-1)!["data"]).toMatchObject({
      tx_hash: sent.body.tx_hash,
      confirmations: 3,
    });
  });

  test("deposits in parts add up as each becomes final; too much and late ones are told", async () => {
    const { body } = await receive("USDT", "TRON", "10");
    const send = (amount: number) =>
      fixture.call("POST", "/chain/deposits", {
        address: body.next_action.address,
        network: "TRON",
        asset: "USDT",
        amount,
      });
    await send(4);
    await fixture.sandbox.advance(3 * fixture.sandbox.delayMs);
    expect(told(body.reference).at(-1)).toEqual(["pending", "4.000000"]);
    await send(6);
    await send(1);
    await fixture.sandbox.advance(3 * fixture.sandbox.delayMs);
    expect(told(body.reference).at(-1)).toEqual(["completed", "11.000000"]);
    await fixture.sandbox.advance(2 * HALF_HOUR_MS);
    await send(2);
    await fixture.sandbox.advance(3 * fixture.sandbox.delayMs);
    expect(told(body.reference).at(-1)).toEqual(["completed", "13.000000"]);
  });

  test("a deposit after expiry completes once it is final", async () => {
    const { body } = await receive("SOL", "SOLANA", "2");
    await fixture.sandbox.advance(2 * HALF_HOUR_MS);
    await fixture.call("POST", "/chain/deposits", {
      address: body.next_action.address,
      network: "SOLANA",
      asset: "SOL",
      amount: 2,
    });
    await fixture.sandbox.tick();
    expect(told(body.reference)).toEqual([["failed", null]]);
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(told(body.reference)).toEqual([
      ["failed", null],
      ["completed", "2.000000000"],
    ]);
  });

  test.each([
    ["another asset", { asset: "USDC" }, 400],
    ["another network", { network: "BSC" }, 404],
    ["an unknown network", { network: "DOGE" }, 400],
  ])("a deposit of %s is refused", async (_, change, status) => {
    const { body } = await receive("USDT", "TRON", "10");
    expect(
      (
        await fixture.call("POST", "/chain/deposits", {
          address: body.next_action.address,
          network: "TRON",
          asset: "USDT",
          amount: 10,
          ...change,
        })
      ).status,
    ).toBe(status);
  });

  test("a settlement completes with a transaction hash of its network", async () => {
    const { body } = await fixture.pay("hybrid", {
      direction: "payout",
      method: "crypto",
      amount: "0.5",
      currency: "BTC",
      crypto: { asset: "BTC", network: "BITCOIN", wallet_address: "bc1qexample" },
    });
    expect(body.status).toBe("processing");
    await fixture.sandbox.advance(fixture.sandbox.delayMs);
    expect(fixture.eventsOf(body.reference)).toEqual([
      expect.objectContaining({
        status: "completed",
        data: expect.objectContaining({ tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }),
      }),
    ]);
  });
});
