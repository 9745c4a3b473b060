import { mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";
import { auditHeads, type ChainHead } from "#src/record/audit/index.ts";
import { ledgerHeads, ledgerHeadsWithBalances } from "#src/record/ledger/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { isInStore, placeOf } from "#src/kernel/db/backup/backup-places.ts";
import type { S3Settings } from "#src/kernel/db/backup/s3-place.ts";
import type { Db, Queryable } from "#src/kernel/db/client.ts";
import { newId } from "@corridor/base/ids.ts";
import type { ReadinessCheck } from "#src/kernel/http/health.ts";
import type { Metrics } from "#src/kernel/metrics.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { type ChainName, CHAINS, HEADS_SUFFIX, signHead } from "./signed-head.ts";

const HOUR_MS = 3_600_000;
const CHECK_INTERVAL_MS = 60_000;
/** About 250 bytes each, so a request stays below a common limit of 1 MB. */
const HEADS_PER_WRITE = 2_000;
const SEND_TIMEOUT_MS = 30_000;

export type HeadsDeps = {
  db: Db;
  clock: Clock;
  outbound: Outbound;
  secrets: SecretBox;
  /** A file, an http(s) address that takes lines by POST, or a folder of an object store (`s3://bucket/folder`). */
  target: string;
  metrics: Metrics;
  /** Credentials of the object store. */ s3?: S3Settings | undefined;
};

const HEADS_OF: Readonly<
  Record<ChainName, (db: Queryable, afterOrgId: string | null, limit: number) => Promise<ChainHead[]>>
> = { ledger: ledgerHeads, audit: auditHeads };

/**
 * Exports the heads that moved, hourly and when the process starts. The database keeps no record of it: an attacker who
 * can rewrite it could decide what is written. So each worker writes its own lines; a head written twice does no harm.
 * If the target does not answer, the same heads are sent a minute later.
 */
export function writeHeadsJob(deps: HeadsDeps): Job & { readiness: ReadinessCheck } {
  let dueAtMs = 0;
  /** Why the last run here failed; null: it did not; undefined: there was none. */
  let problem: unknown;
  /** Positions by chain and organization: a short string for each organization with books. */
  const written = new Map<string, number>();
  const help = "When every head that had moved was last written";
  const writtenAt = deps.metrics.gauge("chain_heads_written_timestamp_seconds", help, ["target"]);
  return {
    name: "write-chain-heads",
    intervalMs: CHECK_INTERVAL_MS,
    async runOnce() {
      const now = deps.clock.now();
      if (now.getTime() < dueAtMs) return 0;
      let heads = 0;
      try {
        for (const chain of CHAINS) heads += await writeChain(deps, chain, now, written);
        problem = null;
        writtenAt.setToCurrentTime({ target: "evidence" });
      } catch (error) {
        problem = error;
        throw error;
      }
      // The first change is written within a minute: a new deployment must not run for an hour without a head.
      if (heads > 0) dueAtMs = now.getTime() + HOUR_MS;
      return 0;
    },
    readiness: {
      name: "chain heads",
      isOurs: () => problem !== undefined,
      check: () => (problem == null ? Promise.resolve() : Promise.reject(problem as Error)),
    },
  };
}

async function writeChain(deps: HeadsDeps, chain: ChainName, now: Date, written: Map<string, number>): Promise<number> {
  const keyOf = ({ orgId }: ChainHead): string => `${chain} ${orgId}`;
  let page: ChainHead[] = [];
  let heads = 0;
  do {
    page = await HEADS_OF[chain](deps.db, page.at(-1)?.orgId ?? null, HEADS_PER_WRITE);
    const moved = page.filter((head) => written.get(keyOf(head)) !== head.position);
    if (moved.length > 0) {
      const at = now.toISOString();
      const heads = chain === "ledger" ? await ledgerHeadsWithBalances(deps.db, moved) : moved;
      await writeLines(deps, heads.map((head) => lineOf(deps.secrets, chain, head, at)).join(""));
    }
    for (const head of moved) written.set(keyOf(head), head.position);
    heads += moved.length;
  } while (page.length === HEADS_PER_WRITE);
  return heads;
}

export function lineOf(secrets: SecretBox, chain: ChainName, head: ChainHead, at: string, wholeAt?: string): string {
  const { orgId: org_id, position, hash, balances } = head;
  const signed = signHead(secrets, { version: 2, chain, org_id, position, hash, balances, at, whole_at: wholeAt });
  return `${JSON.stringify(signed)}\n`;
}

type Target = Pick<HeadsDeps, "target" | "s3"> & { outbound?: Outbound };

export async function writeLines({ outbound, target, s3 }: Target, lines: string): Promise<void> {
  if (isInStore(target)) {
    // Objects cannot be appended to, so each write is an object of its own. Ids sort by time.
    await placeOf(target, s3).write(`${newId()}${HEADS_SUFFIX}`, inOnePiece(lines));
    return;
  }
  if (!isAddress(target)) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const file = await open(target, "a", 0o600);
    try {
      await file.appendFile(lines);
      await file.sync();
    } finally {
      await file.close();
    }
    return;
  }
  const headers = { "content-type": "application/x-ndjson" };
  const request = { method: "POST", url: target, headers, body: lines, timeoutMs: SEND_TIMEOUT_MS } as const;
  const { statusCode } = await outbound!.request(request);
  if (statusCode >= 300)
    throw new Error(`EVIDENCE_HEADS answered ${statusCode}: the heads of the chains were not accepted`);
}

async function* inOnePiece(lines: string): AsyncGenerator<Buffer> {
  yield Buffer.from(lines);
}

function isAddress(target: string): boolean {
  return /^https?:\/\//.test(target);
}
