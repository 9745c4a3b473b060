import type { ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { InvalidCallback } from "./errors.ts";
import type { Provider, ProviderUpdate, RawCallback, StatusQuery } from "./provider.ts";
import {
  type Case,
  type HttpCase,
  type HttpStage,
  type ScriptedServer,
  scriptedServer,
  type Stage,
} from "./stage.fixtures.ts";

/**
 * The rules for every provider: those of provider.ts, and those that keep money safe. A test file of the adapter's own
 * package runs them, with vitest and fast-check beside it:
 *
 *   testConformance(CASES);      any adapter
 *   testHttpConformance(CASES);  an adapter that calls a server, in addition
 *
 * A case is one way of paying; stage.fixtures.ts says what it has to show.
 */
const DEADLINE_MS = 5_000;
const ONE_YEAR_MS = 365 * 86_400_000;
const deadline = (): AbortSignal => AbortSignal.timeout(DEADLINE_MS);
const asked = (reference: string, { direction }: Pick<StatusQuery, "direction">) => ({
  reference,
  providerPaymentId: null,
  direction,
});

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
  "answer cut off in the middle": (response) =>
    void response.writeHead(200, { "content-length": "1000" }).write('{"accepted":', () => response.destroy()),
  "answer without end": (response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, " ")));
    };
    response.writeHead(200).on("drain", pour);
    pour();
  },
  "connection cut instead of an answer": (response) => void response.destroy(),
};

export function testConformance(cases: readonly Case[]): void {
  describe.each(cases)("$name: $title", ({ name, isBuiltIn, stage: openStage }) => {
    let stage: Awaited<ReturnType<typeof openStage>>;
    let provider: Provider;
    beforeAll(async () => {
      stage = await openStage();
      provider = stage.provider;
    });
    afterAll(() => stage.close());

    test("goes by its own name, says what it can do, and marks its secrets", () => {
      expect(provider.name).toBe(name);
      expect(provider.displayName).not.toBe("");
      expect(provider.corridors.length).toBeGreaterThan(0);
      const properties = Object.entries((provider.settings as { properties: Record<string, object> }).properties);
      for (const [property, schema] of properties)
        if (/key|secret|password|token/.test(property)) expect(schema).toMatchObject({ "x-secret": true });
    });

    test("declares how long a request may still take effect: minutes, where another company carries it out", () => {
      expect(provider.settlesWithinMs).toBeGreaterThanOrEqual(isBuiltIn === true ? 0 : 2 * 60_000);
    });

    test("accepts: with an id of its own and a status that is not final failure", async () => {
      const outcome = await provider.dispatch(stage.accepted(), deadline());
      expect(outcome).toMatchObject({
        outcome: "accepted",
        providerPaymentId: expect.stringMatching(/./),
        providerStatus: expect.stringMatching(/./),
      });
      expect(["pending", "processing", "completed"]).toContain((outcome as { status: string }).status);
      holdsNoSecret(stage, outcome);
    });

    test("refuses: with a code and a reason", async () => {
      const outcome = await provider.dispatch(stage.refused(), deadline());
      expect(outcome).toMatchObject({
        outcome: "refused",
        code: expect.stringMatching(/./),
        reason: expect.stringMatching(/./),
      });
      holdsNoSecret(stage, outcome);
    });

    test("refuses a method that it does not have, before anything is sent", async () => {
      expect(await provider.dispatch(stage.accepted({ method: "wallet" }), deadline())).toMatchObject({
        outcome: "refused",
      });
    });

    test("takes a reference once, also from ten at once: every answer names the same payment or leaves it open, and none refuses", async () => {
      const request = stage.accepted();
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => provider.dispatch(request, deadline())));
      const ids = outcomes.flatMap((outcome) => (outcome.outcome === "accepted" ? [outcome.providerPaymentId] : []));
      expect(new Set(ids).size).toBe(1);
      expect(outcomes.map(({ outcome }) => outcome)).not.toContain("refused");
    });

    test("finds what it accepted, and says whose it is", async () => {
      const request = stage.accepted();
      const accepted = (await provider.dispatch(request, deadline())) as { providerPaymentId: string };
      const { direction } = request;
      const answer = await provider.fetchStatus(
        { reference: request.reference, providerPaymentId: accepted.providerPaymentId, direction },
        deadline(),
      );
      const found = {
        outcome: "found",
        update: { kind: "payment", reference: request.reference, providerPaymentId: accepted.providerPaymentId },
      };
      expect(answer).toMatchObject(stage.traits?.foundBy === "callback" ? { outcome: "unknown" } : found);
    });

    test("says not_found only for what it surely never accepted", async () => {
      const refused = stage.refused();
      await provider.dispatch(refused, deadline());
      for (const reference of [newId(), refused.reference])
        expect(await provider.fetchStatus(asked(reference, refused), deadline())).toMatchObject({
          outcome: stage.traits?.neverHad ?? "not_found",
        });
    });

    test("never takes a callback without a signature for genuine", () => {
      const now = stage.clock.now();
      for (const headers of [
        {},
        { "x-sandbox-signature": "" },
        { "x-sandbox-signature": `t=${Math.floor(now.getTime() / 1000)},v1=${"0".repeat(64)}` },
      ]) {
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
}

export function testHttpConformance(cases: readonly HttpCase[]): void {
  describe.each(cases)("$name over HTTP: $title", ({ isBuiltIn, stage: openStage }) => {
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
      const server = await scriptedServer((response, request, body) => {
        const early = stage.prelude?.({ method: request.method!, url: request.url!, body });
        if (early === undefined) answer(response, request, body);
        else response.writeHead(early.status, { "content-type": "application/json" }).end(early.body);
      });
      servers.push(server);
      return server;
    };

    test("an answer that never came is unknown, and asking finds the payment", async () => {
      const request = stage.unanswered();
      const outcome = await provider.dispatch(request, deadline());
      expect(outcome).toMatchObject({ outcome: "unknown", reason: expect.stringMatching(/./) });
      holdsNoSecret(stage, outcome);
      if (stage.traits.foundBy === "reference")
        expect(await provider.fetchStatus(asked(request.reference, request), deadline())).toMatchObject({
          outcome: "found",
          update: { reference: request.reference },
        });
      else
        expect(await provider.fetchStatus(asked(request.reference, request), deadline())).toMatchObject({
          outcome: "unknown",
        });
    });

    test("a connection that is refused means refused for a dispatch, and unknown for a question", async () => {
      const elsewhere = stage.at(await closedPort());
      const request = stage.accepted();
      const outcome = await elsewhere.dispatch(request, deadline());
      expect(outcome).toMatchObject({ outcome: "refused", code: "unreachable" });
      holdsNoSecret(stage, outcome);
      expect(await elsewhere.fetchStatus(asked(newId(), request), deadline())).toMatchObject({ outcome: "unknown" });
    });

    test.each(Object.entries(DOUBTFUL_ANSWERS))(
      "%s: unknown for a dispatch, a refund and a question alike",
      async (_, answer) => {
        const outcomes = await outcomesAt(stage.at((await serving((response) => answer(response))).url));
        expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => "unknown"));
        for (const outcome of outcomes) holdsNoSecret(stage, outcome);
      },
    );

    test("an acceptance of somebody else's payment is unknown", async () => {
      const { status, body } = stage.foreignAcceptance ?? {
        status: 200,
        body: '{"reference":"another","status":"completed"}',
      };
      const outcomes = await outcomesAt(
        stage.at((await serving((response) => void response.writeHead(status).end(body))).url),
      );
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(outcomes.map(() => "unknown"));
    });

    /** The outcomes of every method of a provider. */
    async function outcomesAt(elsewhere: Provider): Promise<{ outcome: string }[]> {
      const request = stage.accepted();
      const payment = { paymentReference: request.reference, providerPaymentId: "1" };
      const refund = {
        ...payment,
        reference: newId(),
        amount: request.amount,
        receipt: "NLJ7RT61SV",
        reason: "returned",
        callbackUrl: request.callbackUrl,
      };
      const action = stage.cancelsOnly
        ? ({ action: "cancel" } as const)
        : ({ action: "submit_otp", otp: "123456" } as const);
      const outcomes = [
        await elsewhere.dispatch(request, deadline()),
        await elsewhere.fetchStatus(
          { reference: request.reference, providerPaymentId: "1", direction: request.direction },
          deadline(),
        ),
        await elsewhere.fetchByOwnId?.({ providerPaymentId: "1", direction: request.direction }, deadline()),
        // Payouts are not refunded.
        request.direction === "inbound" ? await elsewhere.refund?.(refund, deadline()) : undefined,
        await elsewhere.fetchRefund?.({ ...payment, reference: refund.reference, providerRefundId: "1" }, deadline()),
        await elsewhere.submitAction?.({ reference: request.reference, providerPaymentId: "1", ...action }, deadline()),
        await elsewhere.fetchBalance?.(deadline()),
        await elsewhere.fetchSettlements?.({ day: "2026-01-05", cursor: null }, deadline()),
        await elsewhere.fetchStatement?.({ day: "2026-01-05", cursor: null, mark: null }, deadline()),
      ];
      return outcomes.filter((outcome) => outcome !== undefined);
    }

    test("a provider that echoes our key and the card number cannot make us repeat them", async () => {
      const server = await serving((response, request, body) => {
        const refusal = stage.refusalSaying(`${JSON.stringify(request.headers)} ${request.url} ${body}`);
        response.writeHead(refusal.status, { "content-type": "application/json" }).end(refusal.body);
      });
      const outcome = await stage.at(server.url).dispatch(stage.accepted(), deadline());
      expect(outcome).toMatchObject({ outcome: "refused" });
      holdsNoSecret(stage, outcome);
    });

    test("a deadline that has passed sends nothing and is refused", async () => {
      const server = await serving((response) => void response.end());
      expect(await stage.at(server.url).dispatch(stage.accepted(), AbortSignal.abort())).toMatchObject({
        outcome: "refused",
      });
      expect(server.requests).toEqual([]);
    });

    test("a deadline that passes while we wait ends the wait, and is unknown", async () => {
      const waits = new AbortController();
      const server = await serving(() => waits.abort());
      const request = stage.accepted();
      expect(await stage.at(server.url).dispatch(request, waits.signal)).toMatchObject({ outcome: "unknown" });
      expect(await stage.at(server.url).fetchStatus(asked(newId(), request), AbortSignal.timeout(20))).toMatchObject({
        outcome: "unknown",
      });
    });

    test("books every amount exactly", async () => {
      for (const [currency, text] of stage.amounts) {
        const request = stage.accepted({
          amount: Money.parse(text, currency),
          targetAmount: Money.parse(text, currency),
        });
        expect(await provider.dispatch(request, deadline())).toMatchObject({ outcome: "accepted" });
        expect(await stage.bookedAmount(request.reference)).toBe(text);
      }
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
        expect(verified).toMatchObject({ externalId: expect.stringMatching(/./) });
        expect(provider.verifyCallback(callback, stage.clock.now())).toEqual(verified);
      });

      test("tells of the completion of our payment, by itself or by making us ask", async () => {
        const updates = provider.parseCallback(callback);
        const told = stage.traits.callbackIs === "word" ? updates : await Promise.all(updates.map(answerTo));
        expect(told).toContainEqual(expect.objectContaining({ kind: "payment", reference, status: "completed" }));
      });

      /**
       * The provider's status in the poll that an unverified webhook causes; nothing else in the unsigned callback
       * counts.
       */
      async function answerTo(notice: ProviderUpdate): Promise<ProviderUpdate | undefined> {
        if (notice.kind !== "notice") return undefined;
        const answer = await (notice.reference === null
          ? provider.fetchByOwnId!(notice, deadline())
          : provider.fetchStatus(notice, deadline()));
        return answer.outcome === "found" ? answer.update : undefined;
      }

      test("is refused when what makes it genuine is another", () => {
        const { genuineBy } = stage.traits;
        const changed = (bytes: Buffer, at: number, by: number): Buffer => {
          const copy = Buffer.from(bytes);
          copy[at % copy.length]! ^= by;
          return copy;
        };
        const forged = (at: number, by: number): RawCallback => {
          if (genuineBy === "signature") return { ...callback, rawBody: changed(callback.rawBody, at, by) };
          if (genuineBy === "shared secret")
            return {
              ...callback,
              headers: Object.fromEntries(Object.entries(callback.headers).map(([name, value]) => [name, `${value}x`])),
            };
          return {
            ...callback,
            path: changed(Buffer.from(callback.path), callback.path.length - 1 - (at % 20), 1 + (by % 7)).toString(),
          };
        };
        fc.assert(
          fc.property(fc.nat(100_000), fc.integer({ min: 1, max: 255 }), (at, by) => {
            expect(provider.verifyCallback(forged(at, by), stage.clock.now())).toBeNull();
          }),
          { numRuns: 500 },
        );
      });

      test("is refused when it is older or newer than its signature may be", () => {
        const { toleranceMs } = stage.traits;
        const now = stage.clock.now().getTime();
        const isGenuine = (offsetMs: number): boolean =>
          provider.verifyCallback(callback, new Date(now + offsetMs)) !== null;
        const limitMs = toleranceMs ?? ONE_YEAR_MS;
        const isHeld = toleranceMs === null; // A signature without a time is valid forever.
        expect([-limitMs - 1_000, 1_000 - limitMs, limitMs - 1_000, limitMs + 1_000].map(isGenuine)).toEqual([
          isHeld,
          true,
          true,
          isHeld,
        ]);
      });

      test("is refused by the other providers that hold the same secrets", () => {
        expect(
          stage.siblings.filter((sibling) => sibling.verifyCallback(callback, stage.clock.now()) !== null),
        ).toEqual([]);
        for (const sibling of stage.siblings) expect(() => sibling.parseCallback(callback)).toThrow(InvalidCallback);
      });

      test("of a kind that it does not know it reads without objection and believes nothing, so that it is kept and not tried again", () => {
        const { unknownEvents: events = [] } = stage;
        expect(events.length > 0).toBe(isBuiltIn !== true);
        for (const event of events) {
          const read = provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(event)), path: callback.path });
          expect(read.filter(({ kind }) => kind !== "notice")).toEqual([]);
        }
      });

      test("cut short or spliced anywhere is parsed whole or not at all", () => {
        const text = callback.rawBody.toString();
        const splice = fc.tuple(fc.nat(text.length), fc.nat(20), fc.string({ maxLength: 5 }));
        fc.assert(
          fc.property(splice, ([at, remove, insert]) => {
            expect(
              reading(provider, Buffer.from(text.slice(0, at) + insert + text.slice(at + remove)), callback.path),
            ).toMatch(WHOLE_OR_INVALID);
          }),
          { numRuns: 1_000 },
        );
      });
    });
  });
}

function holdsNoSecret(stage: Stage, outcome: object): void {
  const text = JSON.stringify(outcome);
  for (const secret of stage.secrets) expect(text).not.toContain(secret);
}

const WHOLE_OR_INVALID = /^(whole|InvalidCallback)$/;

/** "whole", the name of the error that was thrown, or what an update lacks. */
function reading(provider: Provider, rawBody: Buffer, path = "/"): string {
  try {
    return (
      provider
        .parseCallback({ rawBody, path })
        .map(lackOf)
        .find((lack) => lack !== null) ?? "whole"
    );
  } catch (error) {
    return error instanceof InvalidCallback ? "InvalidCallback" : `threw ${String(error)}`;
  }
}

function lackOf(update: ProviderUpdate): string | null {
  if (update.kind === "deposit")
    return update.amount.isPositive() && update.depositId && update.accountNumber && update.rail
      ? null
      : "a deposit without its parts";
  if (update.kind === "hand_paid_notice")
    return update.amount.isPositive() && update.receipt ? null : "a payment by hand without its parts";
  if (update.kind === "notice" || update.kind === "incident_notice")
    return update.reference || update.providerPaymentId ? null : "a notice of nothing";
  if (update.kind === "dispute" || update.kind === "refund_elsewhere" || update.kind === "warning")
    return update.amount.isPositive() && (update.reference || update.providerPaymentId)
      ? null
      : `a ${update.kind} without its parts`;
  if (update.reference === "") return "an update without a reference";
  if (!["pending", "processing", "completed", "failed"].includes(update.status)) return `the status ${update.status}`;
  return update.kind === "payment" && update.receivedAmount?.isNegative() ? "a negative amount" : null;
}

/** Nearly valid input: each field is usually valid, and sometimes random. */
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
