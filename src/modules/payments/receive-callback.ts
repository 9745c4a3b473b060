import type { Clock } from "#src/platform/clock.ts";
import { combine } from "#src/platform/combine.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { badRequest, notFound, unauthorized } from "#src/platform/http/errors.ts";
import type { Job } from "#src/platform/jobs/loop.ts";
import type { Logger } from "#src/platform/log.ts";
import type { DepositUpdate, PaymentUpdate, Provider, ProviderName, ProviderUpdate, RawCallback, RefundUpdate } from "#src/providers/provider.ts";
import type { PaymentStore } from "./apply-transition.ts";
import * as callbacks from "./callback-queries.ts";
import { findByReferences } from "./queries.ts";
import { applyRefundUpdatesIn } from "./settle-refund.ts";

/**
 * Inbound callbacks: raw bytes -> signature -> stored once by (provider, external id) -> applied -> 200.
 *
 * Storing and applying share one transaction, so a 200 means both, and a provider that got none sends it again. A callback that cannot be
 * applied is stored with its failure instead, answered with 200 (the provider has done its part) and tried again by a job.
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

type StoredCallback = { provider: ProviderName; externalId: string; body: string; updates: readonly ProviderUpdate[] };

const MAX_BATCH = 64;
const MAX_BATCHES_IN_FLIGHT = 2;
const MAX_QUEUED = 10_000;
const RETRY_ROWS = 50;
const RETRY_AFTER_MS = 60_000;

export type CallbackReceiver = { receive(providerName: string, callback: RawCallback): Promise<void>; retryJob: Job };

export function createCallbackReceiver(deps: CallbackDeps): CallbackReceiver {
  const accept = combine<StoredCallback, null>({
    maxBatch: MAX_BATCH,
    maxInFlight: MAX_BATCHES_IN_FLIGHT,
    maxQueued: MAX_QUEUED,
    run: (batch) =>
      deps.db.transaction(async (tx) => {
        const fresh = await callbacks.insertCallbacks(tx, batch, deps.clock.now(), true);
        // `delete` lets one of several equal callbacks in the batch speak for all.
        await applyUpdates(tx, deps, batch.filter((callback) => fresh.delete(callbacks.callbackKey(callback))));
        return batch.map(() => null);
      }),
  });

  async function keepForLater(callback: StoredCallback, error: unknown): Promise<void> {
    deps.log.error({ err: error, provider: callback.provider, external_id: callback.externalId }, "a callback could not be applied; it is stored and tried again");
    await deps.db.transaction((tx) => callbacks.insertCallbacks(tx, [callback], deps.clock.now(), false));
  }

  return {
    async receive(providerName, raw) {
      const provider = deps.providers.get(providerName as ProviderName);
      if (provider === undefined) throw notFound("Provider");
      const verified = provider.verifyCallback(raw, deps.clock.now());
      if (verified === null) throw unauthorized("The callback's signature does not hold");
      const callback = { provider: provider.name, externalId: verified.externalId, body: raw.rawBody.toString("utf8") };
      let updates: ProviderUpdate[];
      try {
        updates = provider.parseCallback(raw.rawBody);
      } catch (error) {
        deps.log.warn({ err: error, provider: provider.name }, "a signed callback could not be read");
        throw badRequest("The callback is signed, but it cannot be read");
      }
      try {
        await accept({ ...callback, updates });
      } catch (error) {
        await keepForLater({ ...callback, updates }, error);
      }
    },
    retryJob: {
      name: "callback-retries",
      intervalMs: 5_000,
      async runOnce() {
        const now = deps.clock.now();
        const failed = await callbacks.findUnapplied(deps.db, new Date(now.getTime() - RETRY_AFTER_MS), RETRY_ROWS);
        for (const callback of failed) await retryCallback(deps, callback);
        return 0;
      },
    },
  };
}

async function retryCallback(deps: CallbackDeps, callback: callbacks.UnappliedCallback): Promise<void> {
  const provider = deps.providers.get(callback.provider);
  if (provider === undefined) return;
  try {
    const updates = provider.parseCallback(Buffer.from(callback.body, "utf8"));
    await deps.db.transaction(async (tx) => {
      if (await callbacks.markApplied(tx, callback, deps.clock.now())) await applyUpdates(tx, deps, [{ ...callback, updates }]);
    });
  } catch (error) {
    deps.log.error({ err: error, provider: callback.provider, external_id: callback.externalId }, "a stored callback still cannot be applied");
    await callbacks.postpone(deps.db, callback, deps.clock.now(), error instanceof Error ? error.message : String(error));
  }
}

async function applyUpdates(tx: Tx, deps: CallbackDeps, received: readonly StoredCallback[]): Promise<void> {
  const payments: PaymentUpdate[] = [];
  const refunds: RefundUpdate[] = [];
  const deposits: Deposit[] = [];
  for (const { provider, updates } of received) {
    for (const update of updates) {
      if (update.kind === "payment") payments.push(update);
      else if (update.kind === "refund") refunds.push(update);
      else deposits.push({ ...update, provider });
    }
  }
  const owners = await findByReferences(tx, [...payments, ...refunds].map((update) => update.reference));
  const known = payments.filter((update) => {
    const isOurs = owners.has(update.reference);
    if (!isOurs) deps.log.warn({ reference: update.reference }, "a callback names a reference that is not ours");
    return isOurs;
  });
  if (known.length > 0) await deps.store.applyTransitionsIn(tx, known.map((update) => ({ ...owners.get(update.reference)!, move: { type: "provider_said", update, source: "callback" } })));
  await applyRefundUpdatesIn(tx, deps, refunds.filter((update) => owners.has(update.reference)).map((update) => ({ ...update, owner: owners.get(update.reference)! })));
  if (deposits.length > 0) await deps.applyDeposits(tx, deposits);
}
