import { setTimeout as pause } from "node:timers/promises";
import { isRowFault } from "#src/platform/combine.ts";
import type { Logger } from "#src/platform/log.ts";
import type { AttemptResult } from "./queue-queries.ts";

/**
 * Collects results into batches. Unlike a caller who waits for an answer, nobody waits for a delivery to be recorded, so a batch lingers
 * for a moment to grow; but not when nothing is on the wire that could still join it.
 *
 * A batch that fails because of one row is tried in halves until that row stands alone; it is then recorded without the receiver's words,
 * which are all that can be wrong with it: a delivery that can never be recorded would be sent for ever. Any other failure is tried again
 * while the claims last, which does no harm if the first try had been committed.
 *
 * One batch is written at a time: a claim ends with its last result, and that must not be committed before the ones in front of it. A claim
 * of which a result failed is not ended but left to its time, so that what was not recorded is not sent again at once.
 */
export type ResultBatches = {
  add(results: readonly AttemptResult[]): void;
  /** Says that nothing is on the wire any more. */
  flush(): void;
  /** Tells of a claim, so that it can be ended with its last result. */
  expect(claimId: string, deliveries: number): void;
  /** Takes deliveries that were given back out of their claim's count. */
  forget(claimId: string, deliveries: number): void;
};

type Options = {
  /** Answers those that were recorded; the claim of any other had been taken over. */
  write: (results: readonly AttemptResult[], done: ReadonlySet<string>) => Promise<ReadonlySet<AttemptResult>>;
  /** Each result is told of once, with its batch, here or to `failed`; a promise for each would be made for every delivery. */
  written(results: readonly AttemptResult[], recorded: ReadonlySet<AttemptResult>): void;
  failed(results: readonly AttemptResult[], error: unknown): void;
  log: Logger;
  maxBatch: number;
};

const NONE: ReadonlySet<string> = new Set();
const LINGER_MS = 20;
/** Together shorter than the part of a lease that is kept for recording. */
const RETRY_PAUSES_MS = [100, 400, 1_000, 2_000];

export function createResultBatches({ write, written, failed, log, maxBatch }: Options): ResultBatches {
  const waiting: AttemptResult[] = [];
  let isWriting = false;
  let mustFlush = false;
  let timer: NodeJS.Timeout | undefined;
  /** Results still to come, by claim. */
  const outstanding = new Map<string, number>();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    mustFlush = isWriting && waiting.length > 0;
    if (isWriting || waiting.length === 0) return;
    const batch = waiting.splice(0, maxBatch);
    isWriting = true;
    void writeBatch(batch, endedBy(batch)).then(() => {
      isWriting = false;
      if (waiting.length >= maxBatch || mustFlush) flush();
      else if (waiting.length > 0) linger();
    });
  }

  function linger(): void {
    timer ??= setTimeout(flush, LINGER_MS);
  }

  function endedBy(batch: readonly AttemptResult[]): Set<string> {
    const ended = new Set<string>();
    for (const { delivery } of batch) if (countDown(delivery.claim.claim_id, 1) === 0) ended.add(delivery.claim.claim_id);
    return ended;
  }

  function countDown(claimId: string, deliveries: number): number | undefined {
    const count = outstanding.get(claimId);
    if (count === undefined) return undefined;
    if (count > deliveries) outstanding.set(claimId, count - deliveries);
    else outstanding.delete(claimId);
    return count - deliveries;
  }

  async function writeBatch(batch: readonly AttemptResult[], done: ReadonlySet<string>): Promise<void> {
    let recorded: ReadonlySet<AttemptResult>;
    try {
      recorded = await writePatiently(batch, done);
    } catch (error) {
      for (const { delivery } of batch) outstanding.delete(delivery.claim.claim_id);
      if (!isRowFault(error)) failed(batch, error);
      else if (batch.length > 1) {
        const half = batch.length >> 1;
        await writeBatch(batch.slice(0, half), NONE);
        await writeBatch(batch.slice(half), NONE);
      } else await writeWithoutWords(batch[0]!, error);
      return;
    }
    written(batch, recorded);
  }

  async function writePatiently(results: readonly AttemptResult[], done: ReadonlySet<string>): Promise<ReadonlySet<AttemptResult>> {
    for (const pauseMs of RETRY_PAUSES_MS) {
      try {
        return await write(results, done);
      } catch (error) {
        if (isRowFault(error)) throw error;
        log.warn({ err: error, results: results.length }, "webhook results could not be recorded; trying again");
        await pause(pauseMs);
      }
    }
    return write(results, done);
  }

  async function writeWithoutWords(result: AttemptResult, cause: unknown): Promise<void> {
    log.error({ err: cause, deliveryId: result.delivery.delivery_id }, "a webhook result cannot be stored as it is; recording it without the receiver's words");
    const wordless: AttemptResult = { ...result, responseBody: "", failure: result.failure && { ...result.failure, detail: "could not be stored" } };
    let recorded: ReadonlySet<AttemptResult>;
    try {
      recorded = await write([wordless], NONE);
    } catch (error) {
      failed([result], error);
      return;
    }
    written([wordless], recorded);
  }

  return {
    add(results) {
      for (const result of results) waiting.push(result);
      if (isWriting || waiting.length === 0) return;
      if (waiting.length >= maxBatch) flush();
      else linger();
    },
    flush,
    expect(claimId, deliveries) {
      outstanding.set(claimId, deliveries);
    },
    forget(claimId, deliveries) {
      countDown(claimId, deliveries); // A claim left empty is removed by whoever claims for its endpoint after its time.
    },
  };
}
