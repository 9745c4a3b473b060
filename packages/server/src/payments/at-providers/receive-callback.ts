import { combine } from "#src/kernel/combine.ts";
import { BATCH_LOCK_TIMEOUT_MS, type Tx } from "#src/kernel/db/client.ts";
import { notFound, tooManyRequests, unauthorized, unavailable } from "#src/kernel/http/errors.ts";
import { createRateLimiter } from "#src/kernel/http/rate-limit.ts";
import { joinTrace } from "#src/kernel/tracing.ts";
import { isId } from "@corridor/base/ids.ts";
import {
  type IncidentNotice,
  type Notice,
  type Provider,
  type ProviderUpdate,
  accountOfCallbackWord,
  type RawCallback,
  type VerifiedCallback,
} from "@corridor/provider-kit/provider.ts";
import { isFailedCall } from "@corridor/provider-kit/speak.ts";
import { findByReferences } from "#src/payments/store/index.ts";
import * as callbacks from "./callback-queries.ts";
import {
  applyUpdates,
  CALLBACK_BATCHES,
  type CallbackDeps,
  type CallbackFollower,
  createCallbackFollower,
  isVerifiedUpdate,
  maySpeakOf,
  type ReadCallback,
} from "./follow-callbacks.ts";

/**
 * Inbound callbacks: raw bytes -> signature -> stored once by (provider, external id) -> answered -> processed. No
 * provider is called before the answer, but for a key that it publishes and that is not kept yet: some give us 2 seconds,
 * and block an address that takes longer.
 *
 * A callback that needs no poll is applied in the transaction that stores it: its answer means both. Everything else is
 * stored as due, answered with 200, and processed later (follow-callbacks.ts). Nobody signs an unverified webhook, so
 * its cost is bounded: only a payment of ours is polled, once for concurrent webhooks, and a limit holds per minute.
 */
/** The limit of unverified webhooks per payment and process: far more than a provider sends. */
const NOTICES_PER_MINUTE = 30;
const RETRY_AFTER_SECONDS = 5;

export type CallbackReceiver = {
  /** `isOurs`: false when the callback names a payment or refund that does not stand in this cell. */
  receive(path: string, callback: RawCallback): Promise<Pick<Provider, "callbackReply"> & { readonly isOurs: boolean }>;
  follower: CallbackFollower;
};

export function createCallbackReceiver(deps: CallbackDeps): CallbackReceiver {
  const follower = createCallbackFollower(deps);
  const storeAndApply = combine<ReadCallback, boolean>({
    name: "write callback",
    ...CALLBACK_BATCHES,
    turns: deps.db.turnsOf("callbacks"),
    orgOf: ({ orgId, externalId }) => orgId ?? externalId,
    async run(batch) {
      // Deposits are separate: they lock other ledgers than payments do, and later, so mixed batches could deadlock.
      const withDeposits = batch.filter(hasDeposits);
      const unknownReferences = new Set<string>();
      for (const part of [batch.filter((callback) => !hasDeposits(callback)), withDeposits])
        if (part.length > 0)
          for (const reference of await deps.db.transaction((tx) => storeAndApplyIn(tx, part), BATCH_LOCK_TIMEOUT_MS))
            unknownReferences.add(reference);
      return batch.map((callback) => !referencesOf(callback).some((reference) => unknownReferences.has(reference)));
    },
  });
  async function storeAndApplyIn(tx: Tx, batch: readonly ReadCallback[]) {
    const applied = batch.map((callback) => ({ ...callback, dueAt: null }));
    const fresh = await callbacks.insertCallbacks(tx, applied, deps.clock.now());
    // `delete` returns true once per key, so one of several equal callbacks in the batch stands for all.
    const isFresh = new Set(batch.filter((callback) => fresh.delete(callbacks.callbackKey(callback))));
    const unknownReferences = await applyUpdates(tx, deps, [...isFresh]);
    // A callback that is repeated may not have reached the cell of its payment the first time.
    const repeated = batch.filter((callback) => !isFresh.has(callback)).flatMap(referencesOf);
    const owners = await findByReferences(tx, repeated.filter(isId));
    return new Set([...unknownReferences, ...repeated.filter((reference) => !owners.has(reference))]);
  }

  async function keepForLater(callback: callbacks.Callback, error: unknown): Promise<void> {
    const { provider, externalId: external_id } = callback;
    deps.log.error({ err: error, provider, external_id }, "a callback could not be applied");
    await follower.storeForLater(callback);
    deps.log.info({ provider, external_id }, "the callback is stored, and tried again");
  }

  const noticeLimit = createRateLimiter({ name: "notice", perMinute: NOTICES_PER_MINUTE, clock: deps.clock });

  /** Without unverified webhooks for payments that are not ours, and without those that were stored before. */
  async function toProcess(
    callback: callbacks.Callback,
    updates: readonly ProviderUpdate[],
  ): Promise<ProviderUpdate[]> {
    const notices = updates.filter(isNotice);
    if (notices.length === 0) return [...updates];
    const references = notices.map(({ reference }) => reference ?? "").filter(isId);
    const [isKnown, owners] = await Promise.all([
      callbacks.isStored(deps.db, callback),
      findByReferences(deps.db, references),
    ]);
    if (isKnown) return updates.filter((update) => !isNotice(update));
    const isOurs = (reference: string) => maySpeakOf(callback.provider, owners.get(reference));
    const ours = notices.filter(({ reference }) => reference === null || isOurs(reference));
    for (const { reference, providerPaymentId } of ours) {
      const { allowed, retryAfterSeconds } = noticeLimit.take(`${callback.provider}/${reference ?? providerPaymentId}`);
      if (!allowed) throw tooManyRequests("Too many unverified webhooks for one payment", retryAfterSeconds);
    }
    return [...updates.filter((update) => !isNotice(update)), ...ours];
  }

  /** Returns false when the callback names only payments or refunds that are not in this cell. */
  async function take(provider: Provider, raw: RawCallback, callback: callbacks.Callback): Promise<boolean> {
    let updates: ProviderUpdate[];
    try {
      updates = provider.parseCallback(raw);
    } catch (error) {
      // It may be the only report of some money. And without a 200 a provider holds back all later callbacks.
      await keepForLater(callback, error);
      return true;
    }
    // A first attempt has the payment's id; a later one's trace was linked when it was sent (dispatch-payment.ts).
    for (const update of updates) if ("reference" in update && isId(update.reference)) joinTrace(update.reference);
    const followed = await toProcess(callback, updates);
    if (followed.length === 0 && updates.length > 0) return false;
    const verified = followed.filter(isVerifiedUpdate);
    if (verified.length < followed.length) {
      await follower.storeAndFollow(callback);
      return true;
    }
    try {
      return await storeAndApply({ ...callback, updates: verified });
    } catch (error) {
      await keepForLater(callback, error);
      return true;
    }
  }

  return {
    async receive(path, raw) {
      const name = accountOfCallbackWord(path);
      const provider = name === undefined ? undefined : deps.providers.get(name);
      if (provider === undefined) throw notFound("Provider");
      const verified = await verify(provider, raw, deps.clock.now());
      if (verified === null) throw unauthorized("The callback's signature is invalid", "SIGNATURE_INVALID");
      const { externalId, storable = raw.rawBody.toString("utf8"), storablePath = raw.path } = verified;
      const body = storable.replaceAll("\u0000", ""); // PostgreSQL cannot store this character.
      const isOurs = await take(provider, raw, { provider: provider.name, externalId, body, path: storablePath });
      return { ...(provider.callbackReply === undefined ? {} : { callbackReply: provider.callbackReply }), isOurs };
    },
    follower,
  };
}

async function verify(provider: Provider, raw: RawCallback, now: Date): Promise<VerifiedCallback | null> {
  try {
    return await provider.verifyCallback(raw, now);
  } catch (error) {
    if (!isFailedCall(error)) throw error;
    throw unavailable("The key by which the callback is signed cannot be read at the moment", RETRY_AFTER_SECONDS);
  }
}

function isNotice(update: ProviderUpdate): update is Notice | IncidentNotice {
  return update.kind === "notice" || update.kind === "incident_notice";
}

function referencesOf({ updates }: ReadCallback): string[] {
  return updates.flatMap((update) => (update.kind === "deposit" ? [] : [update.reference]));
}

function hasDeposits(callback: ReadCallback): boolean {
  return callback.updates.some((update) => update.kind === "deposit");
}
