import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOldestFirst } from "@corridor/server/record/events/read-oldest-first.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect } from "@corridor/server/kernel/db/client.ts";
import { startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger } from "@corridor/server/kernel/log.ts";
import { proveFollowing, type ReadPage } from "./events/follow-proof.ts";

/**
 * `npm run prove -- events [<events>]`: the proof that followers of the event log miss nothing, at full length and with
 * a durable database of its own. Prints what happened and ends with an error when a follower missed an event or saw one
 * that was never committed.
 */
const DEFAULT_EVENTS = 1_000_000;
const WRITERS = 24;
const PAGE_SIZE = 100;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const events = Number(process.argv[2] ?? DEFAULT_EVENTS);
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
if (!Number.isSafeInteger(events) || events < 1) {
  print("usage: npm run prove -- events [<number of events>]");
  process.exit(2);
}

const directory = await mkdtemp(join(tmpdir(), "corridor-prove-"));
await chmod(directory, 0o711); // As root, PostgreSQL runs as another user, who needs access to its folder.
const server = await startEmbedded({ directory, durable: true });
let isComplete = false;
try {
  await migrate({ url: server.url });
  const log = createLogger({ level: "warn" });
  const writersDb = connect({
    url: server.url,
    maxConnections: WRITERS,
    applicationName: "prove-writers",
    log,
    purpose: "writer",
  });
  const readersDb = connect({ url: server.url, maxConnections: 3, applicationName: "prove-readers", log });
  const orgId = newId();
  const readPage: ReadPage = async ({ type, cursor }) => {
    const filter = {
      types: type === null ? null : [type],
      resourceType: null,
      resourceId: null,
      from: undefined,
      to: undefined,
    };
    const page = {
      limit: PAGE_SIZE,
      after: cursor === null ? null : (JSON.parse(cursor) as string[]),
      cursorName: "last_evaluated_key",
      encode: (key: readonly string[]) => JSON.stringify(key),
    } as const;
    const { page: found, followKey } = await readOldestFirst(
      { db: readersDb, clock: systemClock },
      { orgId, filter, page },
    );
    return {
      events: found.rows.map((row) => JSON.parse(row.payload) as { event_id: string; event_type: string }),
      nextCursor: found.nextCursor,
      followKey,
    };
  };
  print(`${events} events, ${WRITERS} writers that stall at random, 3 followers, seed ${seed}`);
  const proof = await proveFollowing({
    db: writersDb,
    orgId,
    readPage,
    events,
    writers: WRITERS,
    seed,
    onProgress: (committed) => void print(`  ${committed} events`),
  });
  await writersDb.close();
  await readersDb.close();
  print(
    `${proof.committed} events in ${proof.transactions} transactions, ${proof.rolledBack} rolled back, ` +
      `${proof.stalls} stalls, ${proof.seconds.toFixed(1)} s`,
  );
  for (const { name, pages, repeated, missed, foreign } of proof.followers)
    print(
      `  follower ${name}: ${pages} pages, ${repeated} events seen again, ${missed} missed, ${foreign} that it ` +
        "should not have seen",
    );
  isComplete = proof.followers.every(({ missed, foreign }) => missed === 0 && foreign === 0);
  print(isComplete ? "every follower saw every event" : "the log was NOT followed without loss");
} finally {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
process.exitCode = isComplete ? 0 : 1;
