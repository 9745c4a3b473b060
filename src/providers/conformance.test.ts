import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { CONFORMANCE_CASES, HTTP_CASES, type HttpStage, type ScriptedServer, scriptedServer, type Stage } from "./conformance.fixtures.ts";
import { InvalidCallback } from "./errors.ts";
import type { Provider, ProviderUpdate, RawCallback } from "./provider.ts";

/** What every provider must do, whoever it speaks to: the rules of provider.ts, and the ones that keep money safe. */
const DEADLINE_MS = 5_000;
const deadline = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS);
const asked = (reference: string) => ({ reference, providerPaymentId: null, direction: "inbound" as const });

async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** Answers that say neither yes nor no. */
const DOUBTFUL_ANSWERS: Record<string, (response: ServerResponse) => void> = {
  "500 without a body": (response) => void response.writeHead(500).end(),
  "500 with JSON that does not say": (response) => void response.writeHead(500).end('{"error":"oops"}'),
  "502 from a proxy": (response) => void response.writeHead(502).end("<html>Bad gateway</html>"),
  "404 from a proxy": (response) => void response.writeHead(404).end("not here"),
  "404 with foreign JSON": (response) => void response.writeHead(404).end('{"message":"no such route"}'),
  "408": (response) => void response.writeHead(408).end(),
  "429": (response) => void response.writeHead(429).end('{"message":"slow down"}'),
  redirect: (response) => void response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
  "200 that is not JSON": (response) => void response.writeHead(200).end("ok"),
  "200 with an empty object": (response) => void response.writeHead(200).end("{}"),
  "200 with null": (response) => void response.writeHead(200).end("null"),
  "200 with a list": (response) => void response.writeHead(200).end("[]"),
  "200 for somebody else's reference": (response) =>
    void response.writeHead(200).end(
      JSON.stringify({
        accepted: true,
        id: "x",
        reference: "another",
        status: "completed",
        provider_status: "ok",
        amount: "1.00",
        currency: "KES",
        updated_at: new Date().toISOString(),
      }),
    ),
  "answer cut off in the middle": (response) => void response.writeHead(200, { "content-length": "1000" }).write('{"accepted":', () => response.destroy()),
  "answer without end": (response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, " ")));
    };
    response.writeHead(200).on("drain", pour);
    pour();
  },
  "connection cut instead of an answer": (response) => void response.destroy(),
};

describe.each(CONFORMANCE_CASES)("$name", ({ name, stage: openStage }) => {
  let stage: Stage;
  let provider: Provider;
  beforeAll(async () => {
    stage = await openStage();
    provider = stage.provider;
  });
  afterAll(() => stage.close());

  test("goes by its own name, says what it can do, and marks its secrets", () => {
    expect(provider.name).toBe(name);
    expect(provider.displayName).not.toBe("");
    expect(provider.capabilities.methods.length).toBeGreaterThan(0);
    const properties = Object.entries((provider.settings as { properties: Record<string, object> }).properties);
    for (const [property, schema] of properties) if (/key|secret|password|token/.test(property)) expect(schema).toMatchObject({ "x-secret": true });
  });

  test("accepts: with an id of its own and a status that is not final failure", async () => {
    const outcome = await provider.dispatch(stage.accepted(), deadline());
    expect(outcome).toMatchObject({ outcome: "accepted", providerPaymentId: expect.stringMatching(/./), providerStatus: expect.stringMatching(/./) });
    expect(["pending", "processing", "completed"]).toContain((outcome as { status: string }).status);
    holdsNoSecret(stage, outcome);
  });

  test("refuses: with a code and a reason", async () => {
    const outcome = await provider.dispatch(stage.refused(), deadline());
    expect(outcome).toMatchObject({ outcome: "refused", code: expect.stringMatching(/./), reason: expect.stringMatching(/./) });
    holdsNoSecret(stage, outcome);
  });

  test("refuses a method that it does not have, before anything is sent", async () => {
    expect(await provider.dispatch(stage.accepted({ method: "wallet" }), deadline())).toMatchObject({ outcome: "refused" });
  });

  test("gives the same payment for the same reference, also for ten at once", async () => {
    const request = stage.accepted();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => provider.dispatch(request, deadline())));
    expect(new Set(outcomes.map((outcome) => (outcome as { providerPaymentId: string }).providerPaymentId)).size).toBe(1);
  });

  test("finds what it accepted, under our reference", async () => {
    const request = stage.accepted();
    const accepted = (await provider.dispatch(request, deadline())) as { providerPaymentId: string };
    const answer = await provider.fetchStatus(
      { reference: request.reference, providerPaymentId: accepted.providerPaymentId, direction: request.direction },
      deadline(),
    );
    expect(answer).toMatchObject({
      outcome: "found",
      update: { kind: "payment", reference: request.reference, providerPaymentId: accepted.providerPaymentId },
    });
  });

  test("says not_found for what it never accepted, refused or not", async () => {
    const refused = stage.refused();
    await provider.dispatch(refused, deadline());
    for (const reference of [newId(), refused.reference]) expect(await provider.fetchStatus(asked(reference), deadline())).toEqual({ outcome: "not_found" });
  });

  test("never takes a callback without a signature for genuine", () => {
    const now = stage.clock.now();
    for (const headers of [{}, { "x-sandbox-signature": "" }, { "x-sandbox-signature": `t=${Math.floor(now.getTime() / 1000)},v1=${"0".repeat(64)}` }]) {
      expect(provider.verifyCallback({ headers, rawBody: Buffer.from("{}"), path: "/" }, now)).toBeNull();
    }
  });

  test("parses a callback whole or throws InvalidCallback, whatever the bytes (fuzz)", () => {
    const bytes = fc.oneof(
      fc.uint8Array().map((array) => Buffer.from(array)),
      fc.json().map((text) => Buffer.from(text)),
      eventLike(name).map((value) => Buffer.from(JSON.stringify(value))),
    );
    const isSafe = fc.property(bytes, (rawBody) => {
      expect(reading(provider, rawBody)).toMatch(WHOLE_OR_INVALID);
    });
    fc.assert(isSafe, { numRuns: 1_000 });
  });
});

describe.each(HTTP_CASES)("$name over HTTP", ({ stage: openStage }) => {
  let stage: HttpStage;
  let provider: Provider;
  beforeAll(async () => {
    stage = await openStage();
    provider = stage.provider;
  });
  afterAll(() => stage.close());

  const servers: ScriptedServer[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const serving = async (answer: Parameters<typeof scriptedServer>[0]): Promise<ScriptedServer> => {
    const server = await scriptedServer(answer);
    servers.push(server);
    return server;
  };

  test("an answer that never came is unknown, and asking finds the payment", async () => {
    const request = stage.unanswered();
    const outcome = await provider.dispatch(request, deadline());
    expect(outcome).toMatchObject({ outcome: "unknown", reason: expect.stringMatching(/./) });
    holdsNoSecret(stage, outcome);
    expect(await provider.fetchStatus(asked(request.reference), deadline())).toMatchObject({ outcome: "found", update: { reference: request.reference } });
  });

  test("a connection that is refused means refused for a dispatch, and unknown for a question", async () => {
    const elsewhere = stage.at(await closedPort());
    const outcome = await elsewhere.dispatch(stage.accepted(), deadline());
    expect(outcome).toMatchObject({ outcome: "refused", code: "unreachable" });
    holdsNoSecret(stage, outcome);
    expect(await elsewhere.fetchStatus(asked(newId()), deadline())).toMatchObject({ outcome: "unknown" });
  });

  test.each(Object.entries(DOUBTFUL_ANSWERS))("%s: unknown for a dispatch, a refund and a question alike", async (_, answer) => {
    const elsewhere = stage.at((await serving((response) => answer(response))).url);
    const request = stage.accepted();
    const refund = {
      reference: newId(),
      paymentReference: request.reference,
      providerPaymentId: "p",
      amount: request.amount,
      reason: "returned",
      callbackUrl: request.callbackUrl,
    };
    const action = { reference: request.reference, providerPaymentId: "p", action: "submit_otp", otp: "123456" } as const;
    const outcomes = [
      await elsewhere.dispatch(request, deadline()),
      await elsewhere.fetchStatus(asked(request.reference), deadline()),
      await elsewhere.refund!(refund, deadline()),
      await elsewhere.fetchRefund!({ reference: refund.reference }, deadline()),
      await elsewhere.submitAction!(action, deadline()),
    ];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => "unknown"));
    for (const outcome of outcomes) holdsNoSecret(stage, outcome);
  });

  test("a provider that echoes our key and the card number cannot make us repeat them", async () => {
    const server = await serving(
      (response, request, body) =>
        void response.writeHead(422).end(JSON.stringify({ accepted: false, code: "echo", message: `${request.headers.authorization} ${body}` })),
    );
    const outcome = await stage.at(server.url).dispatch(stage.accepted(), deadline());
    expect(outcome).toMatchObject({ outcome: "refused" });
    holdsNoSecret(stage, outcome);
  });

  test("a deadline that has passed sends nothing and is refused", async () => {
    const server = await serving((response) => void response.end());
    expect(await stage.at(server.url).dispatch(stage.accepted(), AbortSignal.abort())).toMatchObject({ outcome: "refused" });
    expect(server.requests).toEqual([]);
  });

  test("a deadline that passes while we wait ends the wait, and is unknown", async () => {
    const waits = new AbortController();
    const server = await serving(() => waits.abort());
    expect(await stage.at(server.url).dispatch(stage.accepted(), waits.signal)).toMatchObject({ outcome: "unknown" });
    expect(await stage.at(server.url).fetchStatus(asked(newId()), AbortSignal.timeout(20))).toMatchObject({ outcome: "unknown" });
  });

  test.each([
    ["JPY", "1500"],
    ["KES", "1500.25"],
    ["KWD", "0.001"],
    ["BTC", "0.00000001"],
    ["ETH", "123456789.000000000000000001"],
    ["NGN", "9999999999999.99"],
  ])("books %s %s exactly", async (currency, text) => {
    const request = stage.accepted({ amount: Money.parse(text, currency) });
    expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted" });
    expect(await stage.bookedAmount(request.reference)).toBe(text);
  });

  describe("a genuine callback", () => {
    let callback: RawCallback;
    let reference: string;
    beforeAll(async () => {
      ({ reference } = stage.accepted());
      await provider.dispatch(stage.accepted({ reference }), deadline());
      callback = await stage.completionCallback(reference);
    });

    test("verifies, with the same id however often it comes", () => {
      const verified = provider.verifyCallback(callback, stage.clock.now());
      expect(verified).toEqual({ externalId: expect.stringMatching(/./) });
      expect(provider.verifyCallback(callback, stage.clock.now())).toEqual(verified);
    });

    test("parses into the completion of our payment", () => {
      expect(provider.parseCallback(callback.rawBody)).toContainEqual(
        expect.objectContaining({ kind: "payment", reference, status: "completed", occurredAt: expect.any(Date) }),
      );
    });

    test("is refused when any of its bytes is another", () => {
      const change = fc.tuple(fc.nat(callback.rawBody.length - 1), fc.integer({ min: 1, max: 255 }));
      fc.assert(
        fc.property(change, ([at, by]) => {
          const rawBody = Buffer.from(callback.rawBody);
          rawBody[at]! ^= by;
          expect(provider.verifyCallback({ ...callback, rawBody }, stage.clock.now())).toBeNull();
        }),
        { numRuns: 500 },
      );
    });

    test("is refused more than five minutes before or after its time", () => {
      const now = stage.clock.now().getTime();
      const verdicts = [-301_000, -299_000, 299_000, 301_000].map((offsetMs) => provider.verifyCallback(callback, new Date(now + offsetMs)) !== null);
      expect(verdicts).toEqual([false, true, true, false]);
    });

    test("is refused by the other providers that hold the same secrets", () => {
      for (const sibling of stage.siblings) {
        expect(sibling.verifyCallback(callback, stage.clock.now())).toBeNull();
        expect(() => sibling.parseCallback(callback.rawBody)).toThrow(InvalidCallback);
      }
    });

    test("cut short or spliced anywhere is parsed whole or not at all", () => {
      const text = callback.rawBody.toString();
      const splice = fc.tuple(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 5 }));
      fc.assert(
        fc.property(splice, ([at, remove, insert]) => {
          expect(reading(provider, Buffer.from(text.slice(0, at) + insert + text.slice(at + remove)))).toMatch(WHOLE_OR_INVALID);
        }),
        { numRuns: 1_000 },
      );
    });
  });
});

function holdsNoSecret(stage: Stage, outcome: object): void {
  const text = JSON.stringify(outcome);
  for (const secret of stage.secrets) expect(text).not.toContain(secret);
}

const WHOLE_OR_INVALID = /^(whole|InvalidCallback)$/;

/** "whole", the name of what was thrown, or what an update lacks. */
function reading(provider: Provider, rawBody: Buffer): string {
  try {
    const updates = provider.parseCallback(rawBody);
    return updates.length === 0 ? "nothing at all" : (updates.map(lackOf).find((lack) => lack !== null) ?? "whole");
  } catch (error) {
    return error instanceof InvalidCallback ? "InvalidCallback" : `threw ${String(error)}`;
  }
}

function lackOf(update: ProviderUpdate): string | null {
  if (update.kind === "deposit")
    return update.amount.isPositive() && update.depositId && update.accountNumber && update.rail ? null : "a deposit without its parts";
  if (update.reference === "") return "an update without a reference";
  if (!["pending", "processing", "completed", "failed"].includes(update.status)) return `the status ${update.status}`;
  return update.kind === "payment" && update.receivedAmount?.isNegative() ? "a negative amount" : null;
}

/** Nearly right: every field is right most of the time, and rubbish now and then. */
function eventLike(provider: string): fc.Arbitrary<unknown> {
  const mostly = <T>(right: T): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 12, arbitrary: fc.constant<unknown>(right) }, { weight: 1, arbitrary: fc.jsonValue() });
  const event = fc.record({
    event_id: mostly("evt_1"),
    event: fc.constantFrom<unknown>("payment.updated", "refund.updated", "deposit.received", "kyb.decided", 7),
    provider: mostly(provider),
    id: mostly("id-1"),
    reference: mostly("reference-1"),
    status: fc.constantFrom<unknown>("pending", "processing", "completed", "failed", "done", null),
    provider_status: mostly("ok"),
    amount: fc.constantFrom<unknown>("1.00", "0", "-1", "1e5", "1.001", 1, null),
    currency: fc.constantFrom<unknown>("USD", "ZZZ", null, 5),
    received_amount: fc.constantFrom<unknown>("1.00", "-1.00", "1.001", 1, null, {}),
    reason: mostly(null),
    occurred_at: fc.constantFrom<unknown>("2026-01-05T09:00:00.000Z", "yesterday", 5, null),
    data: mostly({ account_number: "1", rail: "bank_transfer" }),
  });
  return fc.record({
    callback_id: mostly("cb_1"),
    events: fc.oneof(
      { weight: 5, arbitrary: fc.array(event, { maxLength: 3 }) as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: fc.jsonValue() as fc.Arbitrary<unknown> },
    ),
  });
}
