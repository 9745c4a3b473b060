import { afterAll, beforeAll, expect, test } from "vitest";
import { createCircuitBreaker } from "#src/pricing/routing/circuit-breaker.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "./db/client.ts";
import { type Invalidations, listenForInvalidations } from "./db/invalidation.ts";
import { createRateLimiter } from "./http/rate-limit.ts";
import { createPeers, type Peers } from "./peers.ts";

/** Processes of one deployment: separate connections, one database. */
type Process = { db: Db; invalidations: Invalidations; peers: Peers; clock: SteppedClock; elapsed: { ms: number } };

let database: TestDatabase;
const processes: Process[] = [];
beforeAll(async () => {
  database = await createTestDatabase("nothing");
});
afterAll(async () => {
  for (const { db, invalidations } of processes) {
    await invalidations.close();
    await db.close();
  }
  await database[Symbol.asyncDispose]();
});

async function startProcess(): Promise<Process> {
  const db = connect({ url: database.url, maxConnections: 1, applicationName: "peer", log: silentLog });
  const invalidations = listenForInvalidations({
    url: database.url,
    db,
    applicationName: "peer listener",
    log: silentLog,
  });
  const elapsed = { ms: 0 };
  const started = {
    db,
    invalidations,
    elapsed,
    peers: createPeers({ db, invalidations, nowMs: () => elapsed.ms }),
    clock: new SteppedClock(),
  };
  processes.push(started);
  await expect.poll(() => invalidations.isConfirmed()).toBe(true);
  return started;
}

let markers = 0;

/**
 * One round of all processes. Waits until each has received the others' messages: notifications arrive in the order in
 * which they were sent.
 */
async function tellAll(all: readonly Process[]): Promise<void> {
  const name = `marker ${markers++}`;
  let heard = 0;
  for (const { peers } of all) {
    const words = ["x"];
    peers.share(name, { collect: () => words.splice(0), hear: () => void (heard += 1) });
  }
  await rounds(all);
  await expect.poll(() => heard).toBe(all.length * (all.length - 1));
}

const rounds = async (all: readonly Process[]): Promise<void> => {
  for (const { peers } of all) await peers.job.runOnce();
};

/** Waits until each has received a message of the others. */
async function startDeployment(count: number): Promise<Process[]> {
  const all = await Promise.all(Array.from({ length: count }, startProcess));
  let heard = 0;
  let isStarted = false;
  for (const { peers } of all)
    peers.share("greeting", { collect: () => (isStarted ? [] : ["word"]), hear: () => void (heard += 1) });
  await expect
    .poll(async () => {
      await rounds(all);
      return heard >= count * (count - 1);
    })
    .toBe(true);
  isStarted = true;
  return all;
}

test("a limit holds for all processes together: what eight let through is what one would", async () => {
  const all = await startDeployment(8);
  const limiters = all.map(({ clock, peers }) =>
    createRateLimiter({ name: "credential", perMinute: 80, clock, peers }),
  );
  const noisy = Array.from({ length: 300 }, (_, index) => `2001:db8:${index}::/64`);
  let allowed = 0;
  for (let round = 0; round < 20; round++) {
    for (const limiter of limiters) {
      if (limiter.take("busy").allowed) allowed += 1;
      for (const key of noisy) limiter.take(key);
    }
    await tellAll(all);
  }
  expect(allowed).toBe(80);
  expect(limiters.map((limiter) => limiter.take("busy").allowed)).toEqual(limiters.map(() => false));
});

test("five faults at five processes open the circuit everywhere, and one success closes it", async () => {
  const all = await startDeployment(5);
  const breakers = all.map(({ clock, peers }) => createCircuitBreaker(clock, peers));
  for (const breaker of breakers) breaker.faulted("fiat");
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual(breakers.map(() => false));
  await tellAll(all);
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual(breakers.map(() => true));
  for (const { clock } of all) clock.advance(30_000);
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual(breakers.map(() => false));
  breakers[0]!.trying("fiat");
  await tellAll(all);
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual(breakers.map(() => true));
  breakers[0]!.succeeded("fiat");
  await tellAll(all);
  expect(breakers.map((breaker) => breaker.states())).toEqual(breakers.map(() => []));
});

test("a process without peers only says that it is there, and one whose peers are gone falls silent again", async () => {
  const [one, other] = (await startDeployment(2)) as [Process, Process];
  for (const { elapsed } of [one, other]) elapsed.ms += 31_000;
  let heard = 0;
  other.peers.share("test", { collect: () => [], hear: () => void (heard += 1) });
  let asked = 0;
  one.peers.share("test", { collect: () => [`word ${asked++}`], hear: () => undefined });
  await one.peers.job.runOnce();
  await one.peers.job.runOnce();
  await other.peers.job.runOnce(); // Its hello has arrived, so `one` shares its counts from now on.
  await expect
    .poll(async () => {
      await one.peers.job.runOnce();
      return heard > 0;
    })
    .toBe(true);
  expect(asked).toBeGreaterThan(2);
});

test("cells that one process serves count as one, each count once", async () => {
  const { clock, peers } = await startProcess();
  const [first, second] = [0, 1].map(() => createRateLimiter({ name: "credential", perMinute: 10, clock, peers }));
  for (let taken = 0; taken < 6; taken++) first!.take("person");
  await peers.job.runOnce();
  await peers.job.runOnce();
  expect([0, 1, 2, 3, 4].map(() => second!.take("person").allowed)).toEqual([true, true, true, true, false]);
});
