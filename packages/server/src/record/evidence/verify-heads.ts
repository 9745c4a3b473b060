import { createReadStream, existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { Readable } from "node:stream";
import { auditHashesAt, type ChainPlace } from "#src/record/audit/index.ts";
import { ledgerHashesAt } from "#src/record/ledger/index.ts";
import { isInStore, placeOf } from "#src/kernel/db/backup/backup-places.ts";
import type { S3Settings } from "#src/kernel/db/backup/s3-place.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { OperatorError } from "#src/kernel/operator-error.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { type ChainName, CHAINS, HEADS_SUFFIX, readHead, type SignedHead } from "./signed-head.ts";

const BATCH_LINES = 1_000;

const HASHES_AT: Readonly<
  Record<ChainName, (db: Queryable, places: readonly ChainPlace[]) => Promise<(string | null)[]>>
> = { ledger: ledgerHashesAt, audit: auditHashesAt };

export type HeadsVerdict = {
  readonly checked: number;
  /** The first line that does not fit, and why. */
  readonly broken: { line: number; reason: string } | null;
};

/**
 * `corridor verify --against`: verification alone shows that rows match their hashes; comparing with heads exported
 * earlier shows that the hashes are the original ones.
 */
export async function verifyHeads(
  deps: { db: Queryable; secrets: SecretBox; s3?: S3Settings | undefined },
  source: string,
  each?: (head: SignedHead) => void,
): Promise<HeadsVerdict> {
  let checked = 0;
  let number = 0;
  let batch: HeadLine[] = [];
  const flush = async (): Promise<HeadsVerdict["broken"]> => {
    const broken = await firstBroken(deps.db, batch);
    checked += batch.length;
    batch = [];
    return broken;
  };
  const input = Readable.from(readSource(source, deps.s3));
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    number += 1;
    if (line === "") continue;
    const head = readHead(deps.secrets, line);
    if (typeof head === "string") return { checked, broken: (await flush()) ?? { line: number, reason: head } };
    each?.(head);
    batch.push({ line: number, head });
    if (batch.length < BATCH_LINES) continue;
    const broken = await flush();
    if (broken !== null) return { checked, broken };
  }
  const broken = await flush();
  if (checked === 0 && each === undefined)
    return { checked, broken: { line: 1, reason: "the file contains no head, so it proves nothing" } };
  return { checked, broken };
}

async function* readSource(source: string, s3: S3Settings | undefined): AsyncGenerator<Buffer> {
  if (!isInStore(source)) {
    if (!existsSync(source))
      throw new OperatorError(`There is no file ${source}; EVIDENCE_HEADS says where heads are written.`);
    yield* createReadStream(source) as AsyncIterable<Buffer>;
    return;
  }
  const place = placeOf(source, s3);
  for (const name of await place.list()) if (name.endsWith(HEADS_SUFFIX)) yield* place.read(name);
}

type HeadLine = { line: number; head: SignedHead };

async function firstBroken(db: Queryable, lines: readonly HeadLine[]): Promise<HeadsVerdict["broken"]> {
  const found: { line: number; reason: string }[] = [];
  for (const chain of CHAINS) {
    const ours = lines.filter(({ head }) => head.chain === chain);
    const places = ours.map(({ head }) => ({ orgId: head.org_id, position: head.position }));
    const hashes = await HASHES_AT[chain](db, places);
    for (const [index, { line, head }] of ours.entries()) {
      if (hashes[index] === head.hash) continue;
      const what =
        hashes[index] === null
          ? "no longer exists: the chain was cut off"
          : "has a different hash now: this row or an earlier one was rewritten";
      const where = `position ${head.position} of the ${chain} chain of organization ${head.org_id}`;
      found.push({ line, reason: `${where}, as it was at ${head.at}, ${what}` });
    }
  }
  return found.toSorted((a, b) => a.line - b.line)[0] ?? null;
}
