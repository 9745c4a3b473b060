import type { Clock } from "@corridor/base/clock.ts";
import { combine } from "#src/kernel/combine.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { isId } from "@corridor/base/ids.ts";
import { isoOf } from "@corridor/base/instant.ts";
import { accountOf } from "@corridor/provider-kit/accounts.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import type {
  DepositUpdate,
  DisputeUpdate,
  HandPaidNotice,
  Incident,
  IncidentNotice,
  Notice,
  PaymentUpdate,
  Provider,
  ProviderName,
  ProviderUpdate,
  RefundUpdate,
} from "@corridor/provider-kit/provider.ts";
import { findAttempt, isFinal, phaseOf } from "#src/payments/core/index.ts";
import { bookRefundElsewhereIn, recordRefundUpdatesIn } from "#src/payments/refunds/index.ts";
import {
  findByReferences,
  openReconciliationItems,
  type PaymentKey,
  type PaymentStore,
  type TransitionInput,
} from "#src/payments/store/index.ts";
import * as callbacks from "./callback-queries.ts";
import { followHandPaid } from "./follow-hand-paid.ts";

/**
 * The remaining work for an answered callback: poll the provider if it was unsigned, and apply the result.
 *
 *   stored, due after the lease -> processed at once by the process that answered -> applied
 *                                   |                                             -> postponed, twice as long each time
 *                                   crash, stop, or too many in flight -> due -> claimed by the job -> as above
 *
 * Callbacks of one payment share a poll that has not been sent yet. One that comes during a poll waits for the next:
 * the provider may have answered before the reported change. So concurrent callbacks cost two polls at most.
 */
type Deposit = DepositUpdate & { provider: ProviderName };

export type CallbackDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  store: PaymentStore;
  providers: ReadonlyMap<ProviderName, Provider>;
  /** Credits virtual accounts; at most once per provider and deposit. */
  applyDeposits(tx: Tx, deposits: readonly Deposit[]): Promise<void>;
  applyDisputeUpdate(
    tx: Tx,
    owner: PaymentKey,
    provider: ProviderName,
    update: DisputeUpdate & { reference: string },
  ): Promise<void>;
};

/** A verified update that can be batched. An incident locks in its own order, so each has its own transaction. */
type VerifiedUpdate = Exclude<ProviderUpdate, Notice | Incident | IncidentNotice | HandPaidNotice>;
/** The organization is known when the update's payment has been found. */
export type ReadCallback = callbacks.Callback & { updates: readonly VerifiedUpdate[]; orgId?: string | undefined };

export function isVerifiedUpdate(update: ProviderUpdate): update is VerifiedUpdate {
  return update.kind === "payment" || update.kind === "refund" || update.kind === "deposit";
}

function isIncident(update: ProviderUpdate): update is Incident {
  return update.kind === "dispute" || update.kind === "refund_elsewhere" || update.kind === "warning";
}

export const CALLBACK_BATCHES = { maxBatch: 64, maxInFlight: 2, maxQueued: 10_000 };
const JOB_INTERVAL_MS = 1_000;
const CLAIM_ROWS = 100;
/** How long a worker owns a claimed callback: longer than a poll and its writes take. */
const LEASE_MS = 60_000;
const POLL_TIMEOUT_MS = 10_000;
/** How many callbacks of one provider a process handles at once; the job handles the others. */
const MAX_FOLLOWED_PER_PROVIDER = 64;

export type CallbackFollower = {
  /** Stores a callback and processes it; with enough in work for its provider, it is due for the job at once. */
  storeAndFollow(callback: callbacks.Callback): Promise<void>;
  storeForLater(callback: callbacks.Callback): Promise<void>;
  job: Job;
  idle(): Promise<void>;
  /** Gives up the callbacks in flight; other workers may claim them at once. */
  close(): Promise<void>;
};

export function createCallbackFollower(deps: CallbackDeps): CallbackFollower {
  const closing = new AbortController();
  const poll = joinPolls((provider, notice) => pollProvider(deps, provider, notice, closing.signal));
  const underWay = new Set<Promise<void>>();
  const countByProvider = new Map<ProviderName, number>();
  const count = (provider: ProviderName, change: 1 | -1): void =>
    void countByProvider.set(provider, (countByProvider.get(provider) ?? 0) + change);
  const leaseEnd = (): Date => new Date(deps.clock.now().getTime() + LEASE_MS);

  /** Returns for each callback whether it is new. */
  const store = combine<callbacks.NewCallback, boolean>({
    ...CALLBACK_BATCHES,
    turns: deps.db.turnsOf("callbacks to follow"),
    async run(batch) {
      const fresh = await callbacks.insertCallbacks(deps.db, batch, deps.clock.now());
      return batch.map((callback) => fresh.delete(callbacks.callbackKey(callback)));
    },
  });

  /** One part of a callback at a time: a part that fails does not block the others. No part is applied twice. */
  async function work(callback: callbacks.Callback): Promise<void> {
    try {
      const provider = deps.providers.get(callback.provider);
      if (provider === undefined) throw new Error(`the provider ${callback.provider} is not set up here`);
      const failures: unknown[] = [];
      const raw = { rawBody: Buffer.from(callback.body, "utf8"), path: callback.path };
      for (const update of provider.parseCallback(raw)) {
        try {
          if (isIncident(update)) await bookIncident(deps, provider, poll, update);
          else if (update.kind === "incident_notice") {
            for (const incident of await pollIncidents(provider, update, closing.signal))
              await bookIncident(deps, provider, poll, incident);
          } else {
            const updates = isVerifiedUpdate(update)
              ? [update]
              : update.kind === "notice"
                ? await poll(provider, update)
                : await pollHandPaid(provider, update);
            await deps.db.transaction((tx) => applyUpdates(tx, deps, [{ ...callback, updates }]));
          }
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
      await callbacks.markApplied(deps.db, callback, deps.clock.now());
    } catch (error) {
      if (closing.signal.aborted) return callbacks.release(deps.db, callback, deps.clock.now());
      const { provider, externalId: external_id } = callback;
      deps.log.error(
        { err: error, provider, external_id },
        "a stored callback could not be applied; it is tried again",
      );
      const failure = error instanceof Error ? error.message : String(error);
      await callbacks.postpone(deps.db, callback, deps.clock.now(), failure);
    }
  }

  async function pollHandPaid(provider: Provider, notice: HandPaidNotice): Promise<VerifiedUpdate[]> {
    const answer = await followHandPaid(deps, provider, notice, pollSignal(closing.signal));
    if (answer?.outcome === "unknown") throw new Error(answer.reason);
    return answer?.outcome === "found" ? [answer.update] : [];
  }

  function follow(callback: callbacks.Callback): Promise<void> {
    const failed = "a callback could not be processed; the job will process it";
    const working = work(callback)
      .catch((error: unknown) => deps.log.error({ err: error, external_id: callback.externalId }, failed))
      .finally(() => underWay.delete(working));
    underWay.add(working);
    return working;
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async storeAndFollow(callback) {
      const { provider } = callback;
      if ((countByProvider.get(provider) ?? 0) >= MAX_FOLLOWED_PER_PROVIDER)
        return void (await store({ ...callback, dueAt: deps.clock.now() }));
      count(provider, 1);
      let isNew = false;
      try {
        isNew = await store({ ...callback, dueAt: leaseEnd() });
      } finally {
        if (!isNew) count(provider, -1);
      }
      if (isNew) void follow(callback).finally(() => count(provider, -1));
    },
    storeForLater: async (callback) => void (await store({ ...callback, dueAt: leaseEnd() })),
    job: {
      name: "callback-retries",
      intervalMs: JOB_INTERVAL_MS,
      async runOnce() {
        const now = deps.clock.now();
        const due = await callbacks.claimDue(deps.db, now, leaseEnd(), CLAIM_ROWS);
        // Concurrently: otherwise callbacks of a silent provider would hold up those of others.
        await Promise.all(due.map(work));
        return due.length;
      },
      close: async () => closing.abort(),
    },
    idle,
    async close() {
      closing.abort();
      await idle();
    },
  };
}

type Poll = (provider: Provider, notice: Notice) => Promise<VerifiedUpdate[]>;

/** Shared by our reference and the provider's id together: a forged webhook must not share the genuine one's poll. */
function joinPolls(poll: Poll): Poll {
  const latest = new Map<string, { isSent: boolean; answer: Promise<VerifiedUpdate[]> }>();
  return (provider, notice) => {
    const key = JSON.stringify([provider.name, notice.direction, notice.reference, notice.providerPaymentId]);
    const earlier = latest.get(key);
    if (earlier !== undefined && !earlier.isSent) return earlier.answer;
    const before =
      earlier === undefined ? new Promise<void>((resolve) => setImmediate(resolve)) : earlier.answer.then(noop, noop);
    const question = {
      isSent: false,
      answer: before
        .then(() => {
          question.isSent = true;
          return poll(provider, notice);
        })
        .finally(() => latest.get(key) === question && latest.delete(key)),
    };
    latest.set(key, question);
    return question.answer;
  };
}

const noop = (): void => undefined;

function pollSignal(closing: AbortSignal): AbortSignal {
  return AbortSignal.any([closing, AbortSignal.timeout(POLL_TIMEOUT_MS)]);
}

async function pollProvider(deps: CallbackDeps, provider: Provider, notice: Notice, closing: AbortSignal) {
  const query = await withKnownId(deps, provider.name, notice);
  const answer = await fetchStatus(provider, query, pollSignal(closing));
  if (answer.outcome === "found") return [answer.update];
  if (answer.outcome === "unknown")
    throw new Error(
      `the provider was polled after an unverified webhook and did not report a status: ${answer.reason}`,
    );
  const unknown = "an unverified webhook names a payment that the provider does not know";
  deps.log.warn({ provider: provider.name, reference: notice.reference }, unknown);
  return [];
}

/** The id from the provider's answer wins over an unsigned one: a webhook cannot point a payment to another's id. */
async function withKnownId(deps: OwnerDeps, account: string, notice: Notice): Promise<Notice> {
  const known = (await findOwned(deps, account, notice.reference))?.attempt.provider_payment_id;
  return known == null ? notice : { ...notice, providerPaymentId: known };
}

type OwnerDeps = Pick<CallbackDeps, "db" | "store">;

/** An organization has the keys of its own accounts: what is signed with them says nothing of another's payments. */
export function maySpeakOf(account: string, owner: PaymentKey | undefined): owner is PaymentKey {
  const { orgId } = accountOf(account);
  return owner !== undefined && (orgId === null || orgId === owner.orgId);
}

/** The payment and attempt of a reference; undefined for a reference that is not ours, or that of a refund. */
async function findOwned({ db, store }: OwnerDeps, account: string, reference: string | null) {
  if (reference === null || !isId(reference)) return undefined;
  const owner = (await findByReferences(db, [reference])).get(reference);
  const payment = maySpeakOf(account, owner) ? await store.findPayment(owner) : undefined;
  const attempt = payment === undefined ? undefined : findAttempt(payment, reference);
  return attempt === undefined ? undefined : { payment: payment!, attempt };
}

function fetchStatus(provider: Provider, notice: Notice, signal: AbortSignal) {
  if (notice.reference !== null) return provider.fetchStatus(notice, signal);
  if (provider.fetchByOwnId === undefined)
    throw new Error(
      `${provider.name} sent an unverified webhook without our reference, and cannot be polled by its own payment id`,
    );
  return provider.fetchByOwnId(notice, signal);
}

async function pollIncidents(provider: Provider, notice: IncidentNotice, closing: AbortSignal) {
  if (provider.fetchIncidents === undefined)
    throw new Error(`${provider.name} reported a ${notice.incident} without details, and cannot be polled about it`);
  const answer = await provider.fetchIncidents(notice, pollSignal(closing));
  if (answer.outcome === "unknown")
    throw new Error(`the provider was polled about a ${notice.incident} and did not report it: ${answer.reason}`);
  return answer.incidents;
}

async function bookIncident(deps: CallbackDeps, provider: Provider, poll: Poll, update: Incident): Promise<void> {
  const reference = update.reference ?? (await referenceOf(provider, poll, update));
  let owned = await findOwned(deps, provider.name, reference);
  if (update.kind === "dispute" && owned !== undefined && !isFinal(owned.payment.status)) {
    // Posted before the completion, a dispute would take back money that was never posted: so poll the payment.
    const { providerPaymentId } = update;
    const notice = { kind: "notice", direction: "inbound", reference: reference!, providerPaymentId } as const;
    const updates = await poll(provider, notice);
    await deps.db.transaction((tx) => applyUpdates(tx, deps, [{ provider: provider.name, updates }]));
    owned = await findOwned(deps, provider.name, reference);
  }
  if (owned === undefined)
    return deps.log.debug({ reference, kind: update.kind }, "a callback names no payment of ours");
  const { orgId, paymentId, status, direction } = owned.payment;
  const carrier = owned.attempt.provider;
  if (update.kind === "dispute" && !isFinal(status))
    throw new Error(`a dispute can be posted once its payment has ended, but the payment is ${status}`);
  await deps.db.transaction(async (tx) => {
    const item = { orgId, paymentId, provider: provider.name, at: deps.clock.now() };
    if (update.kind === "dispute" && (phaseOf(status) !== "succeeded" || direction === "outbound")) {
      const disputed = `${provider.name} reported a dispute of ${update.amount.toString()}`;
      const message = `${disputed} about a ${direction} payment that is ${status}`;
      const detail = { provider_dispute_id: update.disputeId };
      return openReconciliationItems(tx, [{ ...item, kind: "contradicts_dispute", message, detail }]);
    }
    if (carrier !== provider.name) {
      const what = update.kind.replace("_", " ");
      const message = `${provider.name} reported a ${what} of a payment that ${carrier} carries`;
      return openReconciliationItems(tx, [{ ...item, kind: "said_by_another", message, detail: { reference } }]);
    }
    if (update.kind === "warning") {
      const { of, amount, reason, respondBy, warningId } = update;
      const until = respondBy === undefined ? "" : `; it can be answered until ${isoOf(respondBy)}`;
      const message = `${provider.name} reported ${of} about ${amount.toString()}: ${reason ?? "no reason given"}${until}`;
      const detail = { warning_id: warningId };
      return openReconciliationItems(tx, [{ ...item, kind: "dispute_warning", message, detail }]);
    }
    if (update.kind === "dispute")
      return deps.applyDisputeUpdate(tx, { orgId, paymentId }, provider.name, { ...update, reference: reference! });
    return bookRefundElsewhereIn(tx, deps, { orgId, paymentId }, provider.name, update);
  });
}

/** If the provider names only its own payment id, our reference is on the payment itself. */
async function referenceOf(provider: Provider, poll: Poll, { providerPaymentId }: Incident): Promise<string | null> {
  if (providerPaymentId === null) return null;
  const [update] = await poll(provider, { kind: "notice", direction: "inbound", reference: null, providerPaymentId });
  return update?.kind === "payment" ? update.reference : null;
}

type Received = Pick<ReadCallback, "provider" | "updates" | "orgId">;
/** Applies updates, and returns the references that belong to no payment of ours. */
export async function applyUpdates(tx: Tx, deps: CallbackDeps, received: readonly Received[]) {
  const payments: (PaymentUpdate & { from: ProviderName })[] = [];
  const refunds: (RefundUpdate & { from: ProviderName })[] = [];
  const deposits: Deposit[] = [];
  for (const { provider, updates } of received) {
    for (const update of updates) {
      if (update.kind === "payment") payments.push({ ...update, from: provider });
      else if (update.kind === "refund") refunds.push({ ...update, from: provider });
      // No number is opened at an organization's own account.
      else if (accountOf(provider).orgId === null) deposits.push({ ...update, provider });
    }
  }
  const owners = await findByReferences(tx, [...payments, ...refunds].map((update) => update.reference).filter(isId));
  for (const callback of received)
    for (const update of callback.updates)
      if (update.kind !== "deposit") callback.orgId ??= owners.get(update.reference)?.orgId;
  const unknownReferences = new Set<string>();
  const isOurs = ({ reference, from }: { reference: string; from: ProviderName }): boolean => {
    if (maySpeakOf(from, owners.get(reference))) return true;
    deps.log.warn({ reference }, "a callback names a reference that is not ours");
    unknownReferences.add(reference);
    return false;
  };
  const moves = payments.filter(isOurs).map(({ from, ...update }): TransitionInput => ({
    ...owners.get(update.reference)!,
    move: { type: "provider_said", update, source: "callback", from },
  }));
  const reported = refunds
    .filter(isOurs)
    .map((report) => ({ orgId: owners.get(report.reference)!.orgId, refundId: report.reference, report }));
  moves.push(...(await recordRefundUpdatesIn(tx, deps, reported)).moves);
  if (moves.length > 0) await deps.store.applyTransitionsIn(tx, moves);
  if (deposits.length > 0) await deps.applyDeposits(tx, deposits);
  return unknownReferences;
}
