import { deepEqual, equal, notEqual, ok, throws } from "node:assert/strict";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { InvalidCallback } from "../errors.ts";
import { type DispatchRequest, type PaymentUpdate, type Provider, type RawCallback, UNREACHABLE } from "../provider.ts";
import { type HttpStage, type ScriptedServer, scriptedServer } from "../stage.fixtures.ts";
import { closedPort, DOUBTFUL_ANSWERS, passingOn, variantsOf } from "./faults.ts";
import { asked, deadline, fuzz, holdsNoSecret, is, isAccepted, isReadWholeOrNot, type Rule, seen } from "./rules.ts";

/** The further rules for a provider that calls a server: lost, late, doubtful and foreign answers, and callbacks. */
const ONE_YEAR_MS = 365 * 86_400_000;
const LATE_MS = 400;
/** A status and an amount that no provider has documented. */
const UNKNOWN_WORD = "no-such-word";

type Answer = Parameters<typeof scriptedServer>[0];

/** Servers answer the steps that move no money as they should, and then in the given way. */
async function against<T>(
  stage: HttpStage,
  answer: Answer,
  work: (server: ScriptedServer, at: Provider) => Promise<T>,
) {
  const server = await scriptedServer((response, request, body) => {
    const early = stage.prelude?.({ method: request.method!, url: request.url!, body });
    if (early === undefined) answer(response, request, body);
    else response.writeHead(early.status, { "content-type": "application/json" }).end(early.body);
  });
  try {
    return await work(server, stage.at(server.url));
  } finally {
    await server.close();
  }
}

/** The outcomes of every method of a provider. */
async function outcomesAt(stage: HttpStage, elsewhere: Provider): Promise<{ outcome: string }[]> {
  const request = stage.accepted();
  const { reference, direction, amount, callbackUrl } = request;
  const payment = { paymentReference: reference, providerPaymentId: "1" };
  const refund = { ...payment, reference: newId(), amount, receipt: "NLJ7RT61SV", reason: "returned", callbackUrl };
  const action = stage.cancelsOnly
    ? ({ action: "cancel" } as const)
    : ({ action: "submit_otp", otp: "123456" } as const);
  const outcomes = [
    await elsewhere.dispatch(request, deadline()),
    await elsewhere.fetchStatus({ reference, providerPaymentId: "1", direction }, deadline()),
    await elsewhere.fetchByOwnId?.({ providerPaymentId: "1", direction }, deadline()),
    // Payouts are not refunded.
    direction === "inbound" ? await elsewhere.refund?.(refund, deadline()) : undefined,
    await elsewhere.fetchRefund?.({ ...payment, reference: refund.reference, providerRefundId: "1" }, deadline()),
    await elsewhere.submitAction?.({ reference, providerPaymentId: "1", ...action }, deadline()),
    await elsewhere.fetchBalance?.(deadline()),
    await elsewhere.fetchSettlements?.({ day: "2026-01-05", cursor: null }, deadline()),
    await elsewhere.fetchStatement?.({ day: "2026-01-05", cursor: null, mark: null }, deadline()),
  ];
  return outcomes.filter((outcome) => outcome !== undefined);
}

async function allUnknown(stage: HttpStage, answer: Answer): Promise<void> {
  await against(stage, answer, async (_, elsewhere) => {
    for (const outcome of await outcomesAt(stage, elsewhere)) {
      is(outcome, "unknown");
      holdsNoSecret(stage, outcome);
    }
  });
}

/** A payment under way, and what the provider says of it when its answer was changed by `replacement`, one leaf a time. */
async function changedPolls(stage: HttpStage, replacement: (leaf: string | number) => unknown) {
  const request = stage.accepted();
  const accepted = await stage.provider.dispatch(request, deadline());
  isAccepted(accepted);
  const { reference, direction } = request;
  const query = { reference, providerPaymentId: accepted.providerPaymentId, direction };
  const honest = await stage.provider.fetchStatus(query, deadline());
  let next = -1;
  let variants: string[] = [];
  const fault = passingOn(stage.url, (asking, { body }) => {
    if (stage.prelude?.(asking) !== undefined || !isJson(body)) return "as it is";
    if (next === -1) variants = variantsOf(body, replacement);
    return next === -1 ? "as it is" : { body: variants[next]! };
  });
  const answers: { update: PaymentUpdate; variant: string }[] = [];
  await against({ ...stage, prelude: undefined }, fault, async (_, elsewhere) => {
    for (; next < variants.length; next++) {
      const answer = await elsewhere.fetchStatus(query, deadline());
      if (answer.outcome === "found") answers.push({ update: answer.update, variant: variants[next] ?? "" });
    }
  });
  return { honest: honest.outcome === "found" ? honest.update : null, answers };
}

const isJson = (body: Buffer): boolean => /^\s*[{[]/.test(body.toString("utf8"));

export const HTTP_RULES: readonly Rule<HttpStage>[] = [
  {
    rule: "an answer that never came is unknown, and asking finds the payment",
    async check(stage) {
      const request = stage.unanswered?.();
      if (request === undefined) return; // Its server always answers; the next rule loses the answer on the way.
      const result = await stage.provider.dispatch(request, deadline());
      ok(result.outcome === "unknown" && result.reason !== "", seen(result));
      holdsNoSecret(stage, result);
      const answer = await stage.provider.fetchStatus(asked(request.reference, request), deadline());
      is(answer, stage.traits.foundBy === "reference" ? "found" : "unknown");
      if (answer.outcome === "found") equal(answer.update.reference, request.reference);
    },
  },
  {
    rule: "an answer that is lost or comes too late is unknown, and asking never says that there is no payment",
    async check(stage) {
      const isStep = (asking: ScriptedServer["requests"][number]): boolean => stage.prelude?.(asking) !== undefined;
      const faults = [
        passingOn(stage.url, (asking) => (isStep(asking) ? "as it is" : "lost")),
        passingOn(stage.url, (asking) => (isStep(asking) ? "as it is" : { afterMs: LATE_MS })),
      ];
      for (const fault of faults)
        await against({ ...stage, prelude: undefined }, fault, async (_, elsewhere) => {
          const request = stage.accepted();
          const result = await elsewhere.dispatch(request, AbortSignal.timeout(LATE_MS / 2));
          is(result, "unknown");
          const answer = await stage.provider.fetchStatus(asked(request.reference, request), deadline());
          notEqual(answer.outcome, "not_found", seen(answer));
        });
    },
  },
  {
    rule: "a connection that is refused means refused for a dispatch, and unknown for a question",
    async check(stage) {
      const elsewhere = stage.at(await closedPort());
      const request = stage.accepted();
      const result = await elsewhere.dispatch(request, deadline());
      ok(result.outcome === "refused" && result.code === UNREACHABLE, seen(result));
      holdsNoSecret(stage, result);
      is(await elsewhere.fetchStatus(asked(newId(), request), deadline()), "unknown");
    },
  },
  {
    rule: "a server that leaves after it answered is not taken for one that was never reached",
    async check(stage) {
      const request = stage.accepted();
      const isStep = (asking: ScriptedServer["requests"][number]): boolean => stage.prelude?.(asking) !== undefined;
      isAccepted(await stage.provider.dispatch(request, deadline()));
      let leave = (): void => undefined;
      const passed = passingOn(stage.url, (asking) => {
        if (!isStep(asking)) leave();
        return "as it is";
      });
      const answer: Answer = (response, ...asking) => passed(response.setHeader("connection", "close"), ...asking);
      await against({ ...stage, prelude: undefined }, answer, async (server, elsewhere) => {
        leave = server.leave;
        const again = await elsewhere.dispatch(request, deadline());
        ok(again.outcome !== "refused" || again.code !== UNREACHABLE, seen(again));
      });
    },
  },
  ...Object.entries(DOUBTFUL_ANSWERS).map(([name, answer]): Rule<HttpStage> => ({
    rule: `${name}: unknown for a dispatch, a refund and a question alike`,
    check: (stage) => allUnknown(stage, (response) => answer(response)),
  })),
  {
    rule: "an acceptance of somebody else's payment is unknown",
    async check(stage) {
      const foreign = { status: 200, body: '{"reference":"another","status":"completed"}' };
      const { status, body } = stage.foreignAcceptance ?? foreign;
      await allUnknown(stage, (response) => void response.writeHead(status).end(body));
    },
  },
  {
    rule: "a status that is not documented ends no payment",
    async check(stage) {
      const { answers, honest } = await changedPolls(stage, (leaf) => (typeof leaf === "string" ? UNKNOWN_WORD : leaf));
      for (const { update, variant } of answers)
        ok(
          update.status === honest?.status || ["pending", "processing"].includes(update.status),
          `${update.status}, for ${variant}`,
        );
    },
  },
  {
    rule: "an amount that cannot be read is not taken for another one",
    async check(stage) {
      for (const odd of ["12,50", "-5.00", "NaN"]) {
        const { answers, honest } = await changedPolls(stage, (leaf) =>
          /^-?\d+(?:\.\d+)?$/.test(String(leaf)) ? odd : leaf,
        );
        const amounts = [honest?.receivedAmount, undefined].map(String);
        for (const { update, variant } of answers)
          ok(amounts.includes(String(update.receivedAmount)), `${String(update.receivedAmount)}, for ${variant}`);
      }
    },
  },
  {
    rule: "a provider that echoes our key and the card number cannot make us repeat them",
    async check(stage) {
      const echo: Answer = (response, request, body) => {
        const refusal = stage.refusalSaying(`${JSON.stringify(request.headers)} ${request.url} ${body}`);
        response.writeHead(refusal.status, { "content-type": "application/json" }).end(refusal.body);
      };
      await against(stage, echo, async (_, elsewhere) => {
        const result = await elsewhere.dispatch(stage.accepted(), deadline());
        is(result, "refused");
        holdsNoSecret(stage, result);
      });
    },
  },
  {
    rule: "a deadline that has passed sends nothing and is refused",
    async check(stage) {
      const quiet: Answer = (response) => void response.end();
      await against(stage, quiet, async ({ requests }, elsewhere) => {
        is(await elsewhere.dispatch(stage.accepted(), AbortSignal.abort()), "refused");
        deepEqual(requests, []);
      });
    },
  },
  {
    rule: "a deadline that passes while we wait ends the wait, and is unknown",
    async check(stage) {
      const waits = new AbortController();
      await against(
        stage,
        () => waits.abort(),
        async (_, elsewhere) => {
          const request = stage.accepted();
          is(await elsewhere.dispatch(request, waits.signal), "unknown");
          is(await elsewhere.fetchStatus(asked(newId(), request), AbortSignal.timeout(20)), "unknown");
        },
      );
    },
  },
  {
    rule: "books every amount exactly",
    async check(stage) {
      for (const [currency, text] of stage.amounts) {
        const amount = Money.parse(text, currency);
        const request = stage.accepted({ amount, targetAmount: amount });
        isAccepted(await stage.provider.dispatch(request, deadline()));
        equal(await stage.bookedAmount(request.reference), text);
      }
    },
  },
  {
    rule: "says who holds an account, or whether the given name does: no other name matches, and none is no verdict",
    async check({ provider, account }) {
      if (provider.resolveAccount === undefined || account === undefined) return;
      const verdicts = await Promise.all(
        [account.account_name, "Nobody Whatever", undefined].map(async (account_name) => {
          const holder = await provider.resolveAccount!({ ...account, account_name }, deadline());
          return holder === null ? "none" : "verdict" in holder ? holder.verdict : holder.account_name;
        }),
      );
      const isNamed = verdicts[2] === account.account_name;
      deepEqual(verdicts, isNamed ? verdicts.fill(account.account_name) : ["match", "no_match", "unknown"]);
    },
  },
  {
    rule: "a genuine callback verifies, with the same id however often it comes",
    async check(stage) {
      const { callback } = await completed(stage);
      const verified = await stage.provider.verifyCallback(callback, stage.clock.now());
      ok(verified !== null && verified.externalId !== "", "it is not taken for genuine");
      deepEqual(await stage.provider.verifyCallback(callback, stage.clock.now()), verified);
    },
  },
  {
    rule: "a genuine callback tells of the completion of our payment, by itself or by making us ask",
    async check(stage) {
      const { callback, reference } = await completed(stage);
      const { provider, traits } = stage;
      const updates = provider.parseCallback(callback);
      const told = traits.callbackIs === "word" ? updates : await Promise.all(updates.map(answerTo));
      const isOurs = told.some(
        (update) => update?.kind === "payment" && update.reference === reference && update.status === "completed",
      );
      ok(isOurs, `it told ${JSON.stringify(told)}`);

      /** Nothing in an unsigned callback counts but that it makes us poll. */
      async function answerTo(notice: (typeof updates)[number]) {
        if (notice.kind !== "notice") return undefined;
        const answer = await (notice.reference === null
          ? provider.fetchByOwnId!(notice, deadline())
          : provider.fetchStatus(notice, deadline()));
        return answer.outcome === "found" ? answer.update : undefined;
      }
    },
  },
  {
    rule: "a callback is refused when what makes it genuine is another",
    async check(stage) {
      const { callback } = await completed(stage);
      const forged = FORGERIES[stage.traits.genuineBy];
      await fuzz(async (random) => {
        const forgery = forged(callback, random.upTo(100_000), 1 + random.upTo(254));
        equal(
          await stage.provider.verifyCallback(forgery, stage.clock.now()),
          null,
          `a forgery counts: ${forgery.path}`,
        );
      }, 500);
    },
  },
  {
    rule: "a callback is refused when it is older or newer than its signature may be",
    async check(stage) {
      const { callback } = await completed(stage);
      const { toleranceMs } = stage.traits;
      const now = stage.clock.now().getTime();
      const isGenuine = async (offsetMs: number): Promise<boolean> =>
        (await stage.provider.verifyCallback(callback, new Date(now + offsetMs))) !== null;
      const limitMs = toleranceMs ?? ONE_YEAR_MS;
      const isHeld = toleranceMs === null; // A signature without a time is valid forever.
      const offsets = [-limitMs - 1_000, 1_000 - limitMs, limitMs - 1_000, limitMs + 1_000];
      deepEqual(await Promise.all(offsets.map(isGenuine)), [isHeld, true, true, isHeld]);
    },
  },
  {
    rule: "a callback is refused by the other providers that hold the same secrets",
    async check(stage) {
      const { callback } = await completed(stage);
      for (const sibling of stage.siblings) {
        equal(await sibling.verifyCallback(callback, stage.clock.now()), null);
        throws(() => sibling.parseCallback(callback), InvalidCallback);
      }
    },
  },
  {
    rule: "a callback of a kind that it does not know is read without objection and believed in nothing, so that it is kept and not tried again",
    async check(stage, { isBuiltIn }) {
      const { callback } = await completed(stage);
      const { unknownEvents: events = [] } = stage;
      equal(events.length > 0, isBuiltIn !== true, "the stage has no unknownEvents");
      for (const event of events) {
        const read = stage.provider.parseCallback({ rawBody: Buffer.from(JSON.stringify(event)), path: callback.path });
        deepEqual(
          read.filter(({ kind }) => kind !== "notice"),
          [],
        );
      }
    },
  },
  {
    rule: "a callback cut short or spliced anywhere is parsed whole or not at all",
    async check(stage) {
      const { callback } = await completed(stage);
      const text = callback.rawBody.toString();
      await fuzz((random) => {
        const [at, remove] = [random.upTo(text.length), random.upTo(20)];
        const insert = random.oneOf(["", "", "x", "0", '"', "}", ",", "\u0000", "null", "-1"]);
        const spliced = Buffer.from(text.slice(0, at) + insert + text.slice(at + remove));
        isReadWholeOrNot(stage.provider, spliced, callback.path);
      });
    },
  },
];

async function completed(stage: HttpStage): Promise<{ callback: RawCallback; reference: string }> {
  const { reference } = stage.accepted() satisfies DispatchRequest;
  isAccepted(await stage.provider.dispatch(stage.accepted({ reference }), deadline()));
  return { callback: await stage.completionCallback(reference), reference };
}

type Forge = (genuine: RawCallback, at: number, by: number) => RawCallback;
const FORGERIES: Readonly<Record<HttpStage["traits"]["genuineBy"], Forge>> = {
  signature: (genuine, at, by) => ({ ...genuine, rawBody: changed(genuine.rawBody, at, by) }),
  "shared secret": (genuine) => ({
    ...genuine,
    headers: Object.fromEntries(Object.entries(genuine.headers).map(([name, value]) => [name, `${value}x`])),
  }),
  "secret address": (genuine, at, by) => {
    const path = Buffer.from(genuine.path);
    return { ...genuine, path: changed(path, path.length - 1 - (at % 20), 1 + (by % 7)).toString() };
  },
};

function changed(bytes: Buffer, at: number, by: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at % copy.length]! ^= by;
  return copy;
}
