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
  /** Resolves when the result was recorded; to false when its claim had been taken over. */
  add(result: AttemptResult): Promise<boolean>;
  /** Says that nothing is on the wire any more. */
  flush(): void;
  /** Tells of a claim, so that it can be ended with its last result. */
  expect(claimId: string, deliveries: number): void;
  /** Takes deliveries that were given back out of their claim's count. */
  forget(claimId: string, deliveries: number): void;
};

type Options = {
  write: (results: readonly AttemptResult[], done: ReadonlySet<string>) => Promise<readonly boolean[]>;
  log: Logger;
  maxBatch: number;
};

type Waiting = { readonly result: AttemptResult; resolve(recorded: boolean): void; reject(error: unknown): void };

const NONE: ReadonlySet<string> = new Set();
const LINGER_MS = 20;
/** Together shorter than the part of a lease that is kept for recording. */
const RETRY_PAUSES_MS = [100, 400, 1_000, 2_000];

export function createResultBatches({ write, log, maxBatch }: Options): ResultBatches {
  let waiting: Waiting[] = [];
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

  function endedBy(batch: readonly Waiting[]): Set<string> {
    const ended = new Set<string>();
    for (const { result } of batch) if (countDown(result.delivery.claim.claim_id, 1) === 0) ended.add(result.delivery.claim.claim_id);
    return ended;
  }

  function countDown(claimId: string, deliveries: number): number | undefined {
    const count = outstanding.get(claimId);
    if (count === undefined) return undefined;
    if (count > deliveries) outstanding.set(claimId, count - deliveries);
    else outstanding.delete(claimId);
    return count - deliveries;
  }

  async function writeBatch(batch: readonly Waiting[], done: ReadonlySet<string>): Promise<void> {
    try {
      const recorded = await writePatiently(
        batch.map(({ result }) => result),
        done,
      );
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(recorded[i]!);
    } catch (error) {
      for (const { result } of batch) outstanding.delete(result.delivery.claim.claim_id);
      if (!isRowFault(error)) {
        for (const each of batch) each.reject(error);
      } else if (batch.length > 1) {
        const half = batch.length >> 1;
        await writeBatch(batch.slice(0, half), NONE);
        await writeBatch(batch.slice(half), NONE);
      } else await writeWithoutWords(batch[0]!, error);
    }
  }

  async function writePatiently(results: readonly AttemptResult[], done: ReadonlySet<string>): Promise<readonly boolean[]> {
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

  async function writeWithoutWords(each: Waiting, cause: unknown): Promise<void> {
    const { result } = each;
    log.error({ err: cause, deliveryId: result.delivery.delivery_id }, "a webhook result cannot be stored as it is; recording it without the receiver's words");
    try {
      const [recorded] = await write([{ ...result, responseBody: "", failure: result.failure && { ...result.failure, detail: "could not be stored" } }], NONE);
      each.resolve(recorded!);
    } catch (error) {
      each.reject(error);
    }
  }

  return {
    add(result) {
      return new Promise((resolve, reject) => {
        waiting.push({ result, resolve, reject });
        if (isWriting) return;
        if (waiting.length >= maxBatch) flush();
        else linger();
      });
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
