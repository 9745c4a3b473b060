import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { connect } from "./client.ts";
import { createCache, listenForInvalidations, type Invalidations } from "./invalidation.ts";

const HOUR_MS = 3_600_000;

/** Invalidations triggered by hand, to test the cache's rules alone. */
function manualInvalidations() {
  let onChange: (key: string | undefined) => void = () => undefined;
  return {
    confirmed: true,
    subscribe(_topic: string, listener: (key: string | undefined) => void) {
      onChange = listener;
      return () => undefined;
    },
    isConfirmed() {
      return this.confirmed;
    },
    announce: (key: string | undefined) => onChange(key),
  };
}

describe("a cache", () => {
  test("loads a key once and then answers from memory", async () => {
    const load = vi.fn(async (key: string) => key.toUpperCase());
    const cache = createCache({
      invalidations: manualInvalidations(),
      topic: "letters",
      load,
      maxEntries: 10,
      ttlMs: HOUR_MS,
    });
    expect([await cache.get("a"), await cache.get("a"), await cache.get("b")]).toEqual(["A", "A", "B"]);
    expect(load).toHaveBeenCalledTimes(2);
    expect(cache.stats()).toEqual({ hits: 1, misses: 2, entries: 2 });
  });

  test("lets callers that miss together wait for one load", async () => {
    const load = vi.fn(async () => ({}));
    const cache = createCache({
      invalidations: manualInvalidations(),
      topic: "t",
      load,
      maxEntries: 10,
      ttlMs: HOUR_MS,
    });
    const [first, second] = await Promise.all([cache.get("a"), cache.get("a")]);
    expect(first).toBe(second);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("does not keep what a load read before an invalidation", async () => {
    const invalidations = manualInvalidations();
    const loads: PromiseWithResolvers<string>[] = [];
    const load = () => {
      loads.push(Promise.withResolvers<string>());
      return loads.at(-1)!.promise;
    };
    const cache = createCache({ invalidations, topic: "t", load, maxEntries: 10, ttlMs: HOUR_MS });
    const early = cache.get("a");
    invalidations.announce("a");
    const late = cache.get("a");
    loads[1]!.resolve("new");
    loads[0]!.resolve("old");
    expect([await early, await late, await cache.get("a")]).toEqual(["old", "new", "new"]);
    expect(loads).toHaveLength(2);
  });

  test("does not keep a failure", async () => {
    const load = vi.fn(async () => "found").mockRejectedValueOnce(new Error("away"));
    const cache = createCache({
      invalidations: manualInvalidations(),
      topic: "t",
      load,
      maxEntries: 10,
      ttlMs: HOUR_MS,
    });
    await expect(cache.get("a")).rejects.toThrow("away");
    expect(await cache.get("a")).toBe("found");
  });

  test("forgets the entry that was unused for longest when it is full", async () => {
    const load = vi.fn(async (key: string) => key);
    const cache = createCache({
      invalidations: manualInvalidations(),
      topic: "t",
      load,
      maxEntries: 2,
      ttlMs: HOUR_MS,
    });
    for (const key of ["a", "b", "a", "c", "a"]) await cache.get(key);
    expect(load.mock.calls.map(([key]) => key)).toEqual(["a", "b", "c"]);
    await cache.get("b");
    expect(load).toHaveBeenLastCalledWith("b");
    expect(cache.stats().entries).toBe(2);
  });

  test("keeps an entry for its time to live, and for one second only while notifications may be missing", async () => {
    const invalidations = manualInvalidations();
    let nowMs = 0;
    const load = vi.fn(async () => load.mock.calls.length);
    const cache = createCache({ invalidations, topic: "t", load, maxEntries: 2, ttlMs: 60_000, nowMs: () => nowMs });
    await cache.get("a");
    nowMs = 59_999;
    expect(await cache.get("a")).toBe(1);
    nowMs = 60_000;
    expect(await cache.get("a")).toBe(2);
    invalidations.confirmed = false;
    nowMs += 999;
    expect(await cache.get("a")).toBe(2);
    nowMs += 1;
    expect(await cache.get("a")).toBe(3);
  });

  test("drops everything when notifications were missed", async () => {
    const invalidations = manualInvalidations();
    const cache = createCache({
      invalidations,
      topic: "t",
      load: async (key: string) => key,
      maxEntries: 9,
      ttlMs: HOUR_MS,
    });
    await Promise.all([cache.get("a"), cache.get("b")]);
    invalidations.announce(undefined);
    expect(cache.stats().entries).toBe(0);
  });
});

const WAIT = { timeout: 60_000, interval: 5 };

describe("two processes on one database", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await database.db.query("CREATE TABLE colours (name text PRIMARY KEY, value text NOT NULL)");
    await database.db.query("INSERT INTO colours VALUES ('sky', 'blue'), ('grass', 'green')");
  });
  afterAll(() => database[Symbol.asyncDispose]());

  function startProcess(name: string) {
    const db = connect({ url: database.url, maxConnections: 2, applicationName: name, log: silentLog });
    const invalidations = listenForInvalidations({
      url: database.url,
      db,
      applicationName: `${name} listener`,
      log: silentLog,
    });
    const load = async (key: string) =>
      (await db.query<{ value: string }>("SELECT value FROM colours WHERE name = $1", [key]))[0]?.value;
    const cache = createCache({ invalidations, topic: "colours", load, maxEntries: 10, ttlMs: HOUR_MS });
    const paint = (key: string, value: string) =>
      db.transaction(async (tx) => {
        await tx.query("UPDATE colours SET value = $2 WHERE name = $1", [key, value]);
        tx.notify("colours", key);
      });
    return {
      cache,
      paint,
      invalidations,
      async [Symbol.asyncDispose]() {
        await invalidations.close();
        await db.close();
      },
    };
  }

  const listening = ({ invalidations }: { invalidations: Invalidations }) =>
    vi.waitFor(() => expect(invalidations.isConfirmed()).toBe(true), WAIT);

  /** How many locks the listening session of a process holds. */
  const locksOf = async (name: string): Promise<number> => {
    const [row] = await database.db.query<{ locks: number }>(
      `SELECT count(*)::integer AS locks FROM pg_locks JOIN pg_stat_activity USING (pid)
        WHERE locktype = 'advisory' AND granted AND application_name = $1`,
      [`${name} listener`],
    );
    return row!.locks;
  };

  test("a change by one is seen at once by itself and soon by the other, and leaves other keys in memory", async () => {
    await using here = startProcess("here");
    await using there = startProcess("there");
    await Promise.all([listening(here), listening(there)]);
    expect(await Promise.all([here, there].flatMap(({ cache }) => [cache.get("sky"), cache.get("grass")]))).toEqual([
      "blue",
      "green",
      "blue",
      "green",
    ]);
    await here.paint("sky", "red");
    expect(await here.cache.get("sky")).toBe("red");
    await vi.waitFor(async () => expect(await there.cache.get("sky")).toBe("red"), WAIT);
    const { misses } = there.cache.stats();
    expect(await there.cache.get("grass")).toBe("green");
    expect(there.cache.stats().misses).toBe(misses);
  });

  test("one of the processes that ask leads a cell, and another one as soon as its session has ended", async () => {
    await using there = startProcess("there");
    {
      await using here = startProcess("here");
      expect(here.invalidations.leads(1)).toBe(true); // Not known yet.
      await vi.waitFor(() => expect(locksOf("here")).resolves.toBe(1), WAIT);
      await vi.waitFor(() => expect(there.invalidations.leads(1)).toBe(false), WAIT);
      await vi.waitFor(() => expect(here.invalidations.leads(1)).toBe(true), WAIT);
      await database.db.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'here listener'",
      );
      await vi.waitFor(
        () =>
          expect([here, there].map(({ invalidations }) => invalidations.leads(1)).toSorted()).toEqual([false, true]),
        WAIT,
      );
    }
    await vi.waitFor(() => expect(locksOf("there")).resolves.toBe(1), WAIT);
    await vi.waitFor(() => expect(there.invalidations.leads(1)).toBe(true), WAIT);
  });

  test("a process leads one cell while another process leads another cell", async () => {
    await using here = startProcess("here");
    await using there = startProcess("there");
    here.invalidations.leads(1);
    there.invalidations.leads(2);
    await vi.waitFor(() => expect(Promise.all(["here", "there"].map(locksOf))).resolves.toEqual([1, 1]), WAIT);
    expect([here.invalidations.leads(1), there.invalidations.leads(2)]).toEqual([true, true]);
  });

  test("a rolled back change tells nobody", async () => {
    await using here = startProcess("here");
    const heard: (string | undefined)[] = [];
    await listening(here);
    here.invalidations.subscribe("colours", (key) => heard.push(key));
    await using other = startProcess("other");
    await listening(other);
    await expect(
      database.db.transaction(async (tx) => {
        tx.notify("colours", "never");
        throw new Error("changed my mind");
      }),
    ).rejects.toThrow("changed my mind");
    await other.paint("grass", "yellow");
    await vi.waitFor(() => expect(heard).toContain("grass"), { timeout: 60_000, interval: 5 });
    expect(heard).not.toContain("never");
  });

  test("what was missed while the listening connection was cut is not believed afterwards", async () => {
    await using here = startProcess("here");
    await listening(here);
    await database.db.query("UPDATE colours SET value = 'blue' WHERE name = 'sky'");
    here.cache.invalidateAll();
    expect(await here.cache.get("sky")).toBe("blue");
    await database.db.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'here listener'",
    );
    await database.db.query("UPDATE colours SET value = 'black' WHERE name = 'sky'");
    await vi.waitFor(async () => expect(await here.cache.get("sky")).toBe("black"), { timeout: 60_000, interval: 5 });
    await listening(here);
    expect(await here.cache.get("sky")).toBe("black");
  });
});
