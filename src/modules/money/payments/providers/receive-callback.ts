import type { Clock } from "#src/platform/clock.ts";
import { combine } from "#src/platform/combine.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { notFound, tooManyRequests, unauthorized } from "#src/platform/http/errors.ts";
import { createRateLimiter } from "#src/platform/http/rate-limit.ts";
import { isId } from "#src/platform/ids.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import type { Logger } from "#src/platform/log.ts";
import {
  type DepositUpdate,
  type Notice,
  type PaymentUpdate,
  type Provider,
  type ProviderName,
  type ProviderUpdate,
  type RawCallback,
  type RefundUpdate,
  type StatusAnswer,
  providerOfCallbackWord,
} from "#src/providers/provider.ts";
import type { PaymentStore } from "../store/payment-store.ts";
import type { TransitionInput } from "../store/apply-transition.ts";
import * as callbacks from "./callback-queries.ts";
import { findByReferences } from "../store/queries.ts";
import { hearRefundIn } from "../refunds/settle-refund.ts";

/**
 * Inbound callbacks: raw bytes -> signature -> stored once by (provider, external id) -> applied -> 200.
 *
 * Storing and applying share one transaction, so a 200 means both, and a provider that got none sends it again. A callback that cannot be
 * applied is stored with its failure instead, answered with 200 (the provider has done its part) and tried again by a job. A notice is
 * followed by a question to the provider before that transaction, and applied is the answer. Since nobody signed it, what it may cost is bounded: only
 * a payment of ours is asked about, once for each notice, and so often in a minute.
 */
export type Deposit = DepositUpdate & { provider: ProviderName };

export type CallbackDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  store: PaymentStore;
  providers: ReadonlyMap<ProviderName, Provider>;
  /** Credits virtual accounts; at most once per provider and deposit. */
  applyDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void>;
};

type Word = Exclude<ProviderUpdate, Notice>;
type StoredCallback = callbacks.Callback & { updates: readonly Word[] };

const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 10_000;
const RETRY_ROWS = 50;
const RETRY_AFTER_MS = 60_000;
const ASK_TIMEOUT_MS = 10_000;
/** Of one payment, in each process; far more than a provider has to tell. */
const NOTICES_PER_MINUTE = 30;

export type CallbackReceiver = { receive(word: string, callback: RawCallback): Promise<Pick<Provider, "callbackReply">>; retryJob: Job };

export function createCallbackReceiver(deps: CallbackDeps): CallbackReceiver {
  const accept = combine<StoredCallback, null>({
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_BATCHES_IN_FLIGHT,
    maxQueued: MAX_QUEUED,
    async run(batch) {
      // Deposits apart: they lock other organisations' ledgers than the payments do, and after them, so two mixed batches could wait for each other.
      const withDeposits = batch.filter(tellsOfDeposits);
      for (const part of [batch.filter((callback) => !tellsOfDeposits(callback)), withDeposits])
        if (part.length > 0) await deps.db.transaction((tx) => storeAndApply(tx, part));
      return batch.map(() => null);
    },
  });

  async function storeAndApply(tx: Tx, batch: readonly StoredCallback[]): Promise<void> {
    const fresh = await callbacks.insertCallbacks(tx, batch, deps.clock.now(), true);
    // `delete` lets one of several equal callbacks in the batch speak for all.
    await applyUpdates(
      tx,
      deps,
      batch.filter((callback) => fresh.delete(callbacks.callbackKey(callback))),
    );
  }

  async function keepForLater(callback: callbacks.Callback, error: unknown): Promise<void> {
    deps.log.error(
      { err: error, provider: callback.provider, external_id: callback.externalId },
      "a callback could not be applied; it is stored and tried again",
    );
    await deps.db.transaction((tx) => callbacks.insertCallbacks(tx, [callback], deps.clock.now(), false));
  }

  const noticeLimit = createRateLimiter({ name: "notice", perMinute: NOTICES_PER_MINUTE, clock: deps.clock });

  /** What is to be followed: without the notices of payments that are not ours, and without any of a callback that was here before. */
  async function heeded(callback: callbacks.Callback, updates: readonly ProviderUpdate[]): Promise<ProviderUpdate[]> {
    const notices = updates.filter((update) => update.kind === "notice");
    if (notices.length === 0) return [...updates];
    if (await callbacks.isStored(deps.db, callback)) return updates.filter((update) => update.kind !== "notice");
    const owners = await findByReferences(deps.db, notices.map(({ reference }) => reference ?? "").filter(isId));
    const ours = notices.filter(({ reference }) => reference === null || owners.has(reference));
    for (const { reference, providerPaymentId } of ours) {
      const { allowed, retryAfterSeconds } = noticeLimit.take(`${callback.provider}/${reference ?? providerPaymentId}`);
      if (!allowed) throw tooManyRequests("Too many notices of one payment", retryAfterSeconds);
    }
    return [...updates.filter((update) => update.kind !== "notice"), ...ours];
  }

  return {
    async receive(word, raw) {
      const name = providerOfCallbackWord(word);
      const provider = name === undefined ? undefined : deps.providers.get(name);
      if (provider === undefined) throw notFound("Provider");
      const verified = provider.verifyCallback(raw, deps.clock.now());
      if (verified === null) throw unauthorized("The callback's signature does not hold");
      const { externalId, storable = raw.rawBody.toString("utf8"), storablePath = raw.path } = verified;
      // Without what PostgreSQL cannot store.
      const callback = { provider: provider.name, externalId, body: storable.replaceAll("\u0000", ""), path: storablePath };
      let updates: ProviderUpdate[];
      try {
        updates = provider.parseCallback(raw);
      } catch (error) {
        // It may tell of money that nothing else tells of: it is kept until we can read it. Sent again it would be no clearer, and a provider that is not
        // answered with 200 holds back all that comes after.
        await keepForLater(callback, error);
        return provider;
      }
      const followed = await heeded(callback, updates);
      if (followed.length === 0 && updates.length > 0) return provider;
      try {
        const words = await Promise.all(followed.map((update) => wordOf(deps, provider, update)));
        await accept({ ...callback, updates: words.flat() });
      } catch (error) {
        await keepForLater(callback, error);
      }
      return provider;
    },
    retryJob: {
      name: "callback-retries",
      intervalMs: 5_000,
      async runOnce() {
        const now = deps.clock.now();
        const failed = await callbacks.findUnapplied(deps.db, new Date(now.getTime() - RETRY_AFTER_MS), RETRY_ROWS);
        // All at once: in turns, notices of a provider that does not answer would hold up what others have told.
        await Promise.all(failed.map((callback) => retryCallback(deps, callback)));
        return 0;
      },
    },
  };
}

/**
 * What one callback tells is applied piece by piece here, each at most once by its own rules, so that one piece that cannot be applied does not
 * keep the others from it.
 */
async function retryCallback(deps: CallbackDeps, callback: callbacks.Callback): Promise<void> {
  try {
    const provider = deps.providers.get(callback.provider);
    if (provider === undefined) throw new Error(`the provider ${callback.provider} is not set up here`);
    const failures: unknown[] = [];
    for (const update of provider.parseCallback({ rawBody: Buffer.from(callback.body, "utf8"), path: callback.path })) {
      try {
        const updates = await wordOf(deps, provider, update);
        await deps.db.transaction((tx) => applyUpdates(tx, deps, [{ ...callback, updates }]));
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
    await callbacks.markApplied(deps.db, callback, deps.clock.now());
  } catch (error) {
    deps.log.error({ err: error, provider: callback.provider, external_id: callback.externalId }, "a stored callback still cannot be applied");
    await callbacks.postpone(deps.db, callback, deps.clock.now(), error instanceof Error ? error.message : String(error));
  }
}

/** What is to be believed of an update: itself, or for a notice what the provider says when it is asked. */
async function wordOf(deps: CallbackDeps, provider: Provider, update: ProviderUpdate): Promise<Word[]> {
  if (update.kind !== "notice") return [update];
  const answer = await ask(provider, await withKnownId(deps, update), AbortSignal.timeout(ASK_TIMEOUT_MS));
  if (answer.outcome === "found") return [answer.update];
  if (answer.outcome === "unknown") throw new Error(`the provider was asked about a notice and did not say: ${answer.reason}`);
  deps.log.warn({ provider: provider.name, reference: update.reference }, "a notice names a payment that the provider does not know");
  return [];
}

/** The id that the provider answered to our dispatch comes before one that nobody signed: a notice cannot point a payment to another's id. */
async function withKnownId(deps: Pick<CallbackDeps, "db" | "store">, notice: Notice): Promise<Notice> {
  const { reference } = notice;
  if (reference === null || !isId(reference)) return notice;
  const owner = (await findByReferences(deps.db, [reference])).get(reference);
  const payment = owner === undefined ? undefined : await deps.store.findPayment(owner);
  const known = payment?.progress.attempts.find((attempt) => attempt.attempt_id === reference)?.provider_payment_id;
  return known === undefined || known === null ? notice : { ...notice, reference, providerPaymentId: known };
}

function ask(provider: Provider, notice: Notice, signal: AbortSignal): Promise<StatusAnswer> {
  if (notice.reference !== null) return provider.fetchStatus(notice, signal);
  if (provider.fetchByOwnId === undefined) throw new Error(`${provider.name} gave a notice without our reference, and cannot be asked by its own`);
  return provider.fetchByOwnId(notice, signal);
}

function tellsOfDeposits(callback: StoredCallback): boolean {
  return callback.updates.some((update) => update.kind === "deposit");
}

async function applyUpdates(tx: Tx, deps: CallbackDeps, received: readonly StoredCallback[]): Promise<void> {
  const payments: (PaymentUpdate & { from: ProviderName })[] = [];
  const refunds: (RefundUpdate & { from: ProviderName })[] = [];
  const deposits: Deposit[] = [];
  for (const { provider, updates } of received) {
    for (const update of updates) {
      if (update.kind === "payment") payments.push({ ...update, from: provider });
      else if (update.kind === "refund") refunds.push({ ...update, from: provider });
      else deposits.push({ ...update, provider });
    }
  }
  const owners = await findByReferences(tx, [...payments, ...refunds].map((update) => update.reference).filter(isId));
  const isOurs = ({ reference }: { reference: string }): boolean => {
    if (!owners.has(reference)) deps.log.warn({ reference }, "a callback names a reference that is not ours");
    return owners.has(reference);
  };
  const moves = payments
    .filter(isOurs)
    .map(({ from, ...update }): TransitionInput => ({ ...owners.get(update.reference)!, move: { type: "provider_said", update, source: "callback", from } }));
  for (const word of refunds.filter(isOurs).toSorted((a, b) => (a.reference < b.reference ? -1 : 1))) {
    const { move } = await hearRefundIn(tx, deps, { orgId: owners.get(word.reference)!.orgId, refundId: word.reference }, word);
    if (move !== null) moves.push(move);
  }
  if (moves.length > 0) await deps.store.applyTransitionsIn(tx, moves);
  if (deposits.length > 0) await deps.applyDeposits(tx, deposits);
}
