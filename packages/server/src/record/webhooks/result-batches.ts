import { setTimeout as pause } from "node:timers/promises";
import { isRowFault } from "#src/kernel/combine.ts";
import type { Logger } from "#src/kernel/log.ts";
import type { AttemptResult } from "./queue-queries.ts";

/**
 * Collects results into batches. A batch lingers to grow while something is on the wire that could join it. One that
 * fails because of a row is retried in halves until that row is alone, which is then recorded without the receiver's
 * answer, the only part that can be invalid: otherwise the delivery would be sent again and again. Any other failure is
 * retried while the claims last. One batch is written at a time: a claim ends with its last result, which must not be
 * committed before the earlier ones. A claim with a failed result is left to expire, so that its deliveries are not
 * sent again at once.
 */
export type ResultBatches = {
  add(results: readonly AttemptResult[]): void;
  /** Signals that nothing is on the wire any more. */
  flush(): void;
  /** Registers a claim, so that it can be ended with its last result. */
  expect(claimId: string, deliveries: number): void;
  /** Removes released deliveries from their claim's count. */
  forget(claimId: string, deliveries: number): void;
};

type Options = {
  /** Returns the recorded results; the claim of any other had been taken over. */
  write: (results: readonly AttemptResult[], done: ReadonlySet<string>) => Promise<ReadonlySet<AttemptResult>>;
  /** Each result is reported once, with its batch, here or to `failed`: a promise per result would cost too much. */
  written(results: readonly AttemptResult[], recorded: ReadonlySet<AttemptResult>): void;
  failed(results: readonly AttemptResult[], error: unknown): void;
  log: Logger;
  maxBatch: number;
};

const NONE: ReadonlySet<string> = new Set();
const LINGER_MS = 20;
/** The pauses before retries. Together they are shorter than the part of a lease that is reserved for recording. */
const RETRY_PAUSES_MS = [100, 400, 1_000, 2_000];

export function createResultBatches({ write, written, failed, log, maxBatch }: Options): ResultBatches {
  const waiting: AttemptResult[] = [];
  let isWriting = false;
  let mustFlush = false;
  let timer: NodeJS.Timeout | undefined;
  /** The number of outstanding results of each claim. */
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
    for (const { delivery } of batch)
      if (countDown(delivery.claim.claim_id, 1) === 0) ended.add(delivery.claim.claim_id);
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
      } else await writeWithoutAnswer(batch[0]!, error);
      return;
    }
    written(batch, recorded);
  }

  async function writePatiently(results: readonly AttemptResult[], done: ReadonlySet<string>) {
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

  async function writeWithoutAnswer(result: AttemptResult, cause: unknown): Promise<void> {
    const message = "a webhook result cannot be stored as it is; recording it without the receiver's answer";
    log.error({ err: cause, deliveryId: result.delivery.delivery_id }, message);
    const failure = result.failure && { ...result.failure, detail: "could not be stored" };
    const bare: AttemptResult = { ...result, responseBody: "", failure };
    await write([bare], NONE).then(
      (recorded) => written([bare], recorded),
      (error: unknown) => failed([result], error),
    );
  }

  return {
    add(results) {
      for (const result of results) waiting.push(result);
      if (isWriting || waiting.length === 0) return;
      if (waiting.length >= maxBatch) flush();
      else linger();
    },
    flush,
    expect: (claimId, deliveries) => void outstanding.set(claimId, deliveries),
    // If the claim is now empty, it expires, and the next claim of its endpoint deletes it.
    forget: (claimId, deliveries) => void countDown(claimId, deliveries),
  };
}
