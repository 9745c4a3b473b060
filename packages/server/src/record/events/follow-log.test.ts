import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { connect } from "#src/kernel/db/client.ts";
import { migrate } from "#src/kernel/db/migrate.ts";
import { createRooms } from "#src/kernel/http/admission.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "#src/kernel/metrics.ts";
import { proveFollowing, type LogPage } from "@corridor/test/events/follow-proof.ts";
import { IS_ON_CITUS } from "@corridor/test/harness/citus.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, startModuleServer, type ModuleServer } from "@corridor/test/harness/module-server.ts";
import { appendEvents } from "#src/record/webhooks/append-events.ts";
import { writeTogether } from "#src/kernel/db/write-together.ts";
import { changeInserts, changeRow, type NewEvent } from "./write-events.ts";
import { idParts, isBehind, positionParts, readPlace } from "./log-place.ts";
import { eventRoutes } from "./routes.ts";
import { createEventWaits } from "./wait-for-news.ts";

let database: TestDatabase;
let server: ModuleServer;
const rooms = createRooms({ metrics: createMetrics(), log: silentLog });
/** Starts at the database's current time, because the age of open transactions is measured by that clock. */
const clock = new SteppedClock(new Date());
let orgId: string;
let viewer = callerOf({});

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({
    db: database.db,
    clock,
    rooms,
    routes: [eventRoutes({ db: database.db, clock })],
  });
});

beforeEach(() => {
  orgId = newId();
  viewer = callerOf({ orgId, role: "org-viewer" });
});

afterEach(async () => {
  for (const writer of stalled.splice(0)) await writer.commit();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rooms.close();
  await database[Symbol.asyncDispose]();
});

const eventOf = (event: Partial<NewEvent> = {}): NewEvent => ({
  orgId,
  type: "payment.completed",
  resourceType: "payment",
  resourceId: newId(),
  sequence: 1,
  data: {},
  at: clock.now(),
  ...event,
});

async function append(event: Partial<NewEvent> = {}): Promise<string> {
  const [id] = await database.db.transaction((tx) => appendEvents(tx, [eventOf(event)]));
  return id!;
}

type StalledWriter = { readonly eventId: string; commit(): Promise<void> };
const stalled: StalledWriter[] = [];

/** A writer that has written its event and stalls before its commit. */
async function stall(event: Partial<NewEvent> = {}): Promise<StalledWriter> {
  const written = Promise.withResolvers<string>();
  const released = Promise.withResolvers<void>();
  const committed = database.db.transaction(async (tx) => {
    const [id] = await appendEvents(tx, [eventOf(event)]);
    written.resolve(id!);
    await released.promise;
  });
  committed.catch(written.reject);
  const writer: StalledWriter = {
    eventId: await written.promise,
    commit() {
      released.resolve();
      return committed;
    },
  };
  stalled.push(writer);
  return writer;
}

type Feed = { ids: string[]; next: string | null; followKey: string | undefined; last: string | undefined };

async function read(query: Record<string, string> = {}): Promise<Feed> {
  const { status, body } = await server.request(
    viewer,
    "GET",
    `/events?${new URLSearchParams({ order: "asc", ...query }).toString()}`,
  );
  expect(status).toBe(200);
  const data = body.data as { event_id: string; created_at: string }[];
  return {
    ids: data.map(({ event_id }) => event_id),
    next: body.last_evaluated_key,
    followKey: body.meta.follow_key,
    last: data.at(-1)?.created_at,
  };
}

const follow = (key: string, query: Record<string, string> = {}): Promise<Feed> =>
  read({ ...query, last_evaluated_key: key });

/** Follows until the events appear: an open transaction of another test may delay events that are already committed. */
async function followUntil(
  key: string,
  expected: readonly string[],
  query: Record<string, string> = {},
): Promise<{ ids: string[]; key: string }> {
  const ids: string[] = [];
  let at = key;
  while (!expected.every((id) => ids.includes(id))) {
    const page = await follow(at, query);
    ids.push(...page.ids);
    at = page.followKey!;
  }
  return { ids, key: at };
}

describe("a list by time, oldest first", () => {
  test("does not pass an open transaction: what that one commits is still in front of whoever asks again from the last time seen", async () => {
    const before = await append();
    clock.advance(11_000);
    const writer = await stall();
    clock.advance(1_000);
    const after = await append();
    clock.advance(60_000);
    const first = await read();
    expect(first.ids).not.toContain(after);
    await writer.commit();
    const second = await read(first.last === undefined ? {} : { from: first.last });
    expect([...first.ids, ...second.ids]).toEqual(expect.arrayContaining([before, writer.eventId, after]));
  });

  test("shows no follow key newest first", async () => {
    await append();
    expect((await server.request(viewer, "GET", "/events")).body.meta).not.toHaveProperty("follow_key");
  });
});

describe("a follower who waits", () => {
  test("is no request under way, so that open dashboards never keep payments out", async () => {
    const { followKey } = await read();
    const follower = follow(followKey!, { wait: "30" });
    await expect.poll(() => server.request(viewer, "GET", "/events").then(() => rooms.ordinary.inFlight)).toBe(0);
    const wanted = await append();
    expect((await follower).ids).toEqual([wanted]);
    expect(rooms.ordinary.inFlight).toBe(0);
  });

  test("is answered as soon as there is an event, also when others came first that it does not ask for", async () => {
    const { followKey } = await read();
    const any = follow(followKey!, { wait: "30" });
    const first = await append();
    expect((await any).ids).toEqual([first]);
    const { followKey: failures } = await read({ type: "payment.failed" });
    const failed = follow(failures!, { type: "payment.failed", wait: "30" });
    await append();
    const wanted = await append({ type: "payment.failed" });
    const page = await failed;
    expect([page.ids, (await follow(page.followKey!, { type: "payment.failed" })).ids]).toEqual([[wanted], []]);
  });

  test("is answered with an empty page when its time is over, or when the server stops", async () => {
    const { followKey } = await read();
    expect((await follow(followKey!, { wait: "1" })).ids).toEqual([]);
    const waits = createEventWaits(database.db);
    const place = { orgId, position: "0", eventId: newId() };
    const stopped = waits.untilNews(place, performance.now() + 60_000, new AbortController().signal);
    const leaving = new AbortController();
    const left = waits.untilNews(place, performance.now() + 60_000, leaving.signal);
    leaving.abort();
    expect(await left).toBe(false);
    waits.close();
    expect([
      await stopped,
      await waits.untilNews(place, performance.now() + 60_000, new AbortController().signal),
    ]).toEqual([false, false]);
  });

  test("is one of at most fifty of its organization: the next is answered at once", async () => {
    const waits = createEventWaits(database.db);
    const wait = () =>
      waits.untilNews(
        { orgId, position: "0", eventId: newId() },
        performance.now() + 60_000,
        new AbortController().signal,
      );
    const waiting = Array.from({ length: 50 }, wait);
    expect(await wait()).toBe(false);
    waits.close();
    await Promise.all(waiting);
  });
});

describe("a stream of server-sent events", () => {
  async function open(at: ModuleServer, lastEventId?: string) {
    await at.request(viewer, "GET", "/events"); // Makes the caller known to the server.
    const leaving = new AbortController();
    const headers = { accept: "text/event-stream", authorization: `test ${viewer.userId} ${orgId} org-viewer` };
    const response = await fetch(`${at.url}/events?type=payment.completed`, {
      headers: lastEventId === undefined ? headers : { ...headers, "last-event-id": lastEventId },
      signal: leaving.signal,
    });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    return {
      response,
      leave: () => leaving.abort(),
      async until(isThere: (text: string) => boolean): Promise<string> {
        while (!isThere(text)) {
          const { done, value } = await reader.read();
          if (done) return text;
          text += value;
        }
        return text;
      },
    };
  }
  const idAfter = (eventId: string) => (text: string) =>
    text.slice(text.indexOf(eventId)).includes("\nid: ") && text.includes(eventId) && text.endsWith("\n\n");

  test("tells an event as soon as it is there, and goes on after the id that the client saw last", async () => {
    const first = await open(server);
    expect(first.response.headers.get("content-type")).toBe("text/event-stream");
    const seen = await append();
    const text = await first.until(idAfter(seen));
    first.leave();
    const [data] = [...text.matchAll(/^data: (.*)$/gm)].map(
      ([, payload]) => JSON.parse(payload!) as { event_id: string },
    );
    expect(data).toMatchObject({ event_id: seen, event_type: "payment.completed" });
    const missed = await append();
    const second = await open(server, [...text.matchAll(/^id: (.*)$/gm)].at(-1)![1]!);
    const rest = await second.until(idAfter(missed));
    second.leave();
    expect(rest).not.toContain(seen);
    expect((await open(server, "not a key")).response.status).toBe(400);
  });

  test("gives ids that are refused by the list that is read newest first", async () => {
    const stream = await open(server);
    const text = await stream.until(idAfter(await append()));
    stream.leave();
    const id = [...text.matchAll(/^id: (.*)$/gm)].at(-1)![1]!;
    expect(
      (await server.request(viewer, "GET", `/events?type=payment.completed&last_evaluated_key=${id}`)).status,
    ).toBe(400);
  });

  test("ends when the server stops", async () => {
    const stopping = await startModuleServer({
      db: database.db,
      clock,
      routes: [eventRoutes({ db: database.db, clock })],
    });
    const stream = await open(stopping);
    await stream.until((text) => text.includes("id: "));
    await stopping[Symbol.asyncDispose]();
    expect(await stream.until(() => false)).toMatch(/\n\n$/);
  });
});

describe("a follower", () => {
  test("waits for a stalled writer, and then sees it and all who committed meanwhile", async () => {
    const { followKey: start } = await read();
    const writer = await stall();
    const others = [await append(), await append()];
    const waiting = await follow(start!);
    expect(waiting).toMatchObject({ ids: [], next: null });
    await writer.commit();
    const { ids } = await followUntil(waiting.followKey!, [writer.eventId, ...others]);
    expect(ids).toEqual([writer.eventId, ...others]);
  });

  test("sees an event that bears an old time, from a process that was paused before it wrote", async () => {
    const start = await read();
    const { key } = await followUntil(start.followKey!, [await append()]);
    const late = await append({ at: new Date(clock.now().getTime() - 3_600_000) });
    expect((await followUntil(key, [late])).ids).toEqual([late]);
  });

  test("who has read to the end by id sees what came behind that walk, and what was too young for it", async () => {
    const early = newId();
    const old = [await append(), await append(), await append()];
    clock.advance(10_001);
    const young = await append();
    const first = await read({ limit: "2" });
    expect(first.ids).toEqual(old.slice(0, 2));
    const behind = changeRow(early, eventOf({ at: new Date(clock.now().getTime() - 3_600_000) }));
    await writeTogether(database.db, [changeInserts([behind])]);
    const second = await follow(first.next!, { limit: "2" });
    expect(second).toMatchObject({ ids: [old[2]], next: null });
    expect((await followUntil(second.followKey!, [young, behind.rowId])).ids).toEqual(
      expect.arrayContaining([young, behind.rowId]),
    );
  });

  test("of a rare type goes on from the end of the log, and not from the last event of that type", async () => {
    const query = { type: "kyb.approved" };
    const { followKey: start } = await read(query);
    for (let i = 0; i < 3; i++) await append();
    let moved = start!;
    while (moved === start) moved = (await follow(start, query)).followKey!;
    const approved = await append({ type: "kyb.approved" });
    expect((await followUntil(moved, [approved], query)).ids).toEqual([approved]);
    expect((await server.request(viewer, "GET", `/events?order=asc&last_evaluated_key=${moved}`)).status).toBe(400);
  });

  test("pages through what has piled up", async () => {
    const { followKey: start } = await read();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.push(await append());
    await followUntil(start!, ids);
    const first = await follow(start!, { limit: "3" });
    expect(first.ids).toEqual(ids.slice(0, 3));
    expect(first.next).toBe(first.followKey);
    expect(await follow(first.next!, { limit: "3" })).toMatchObject({ ids: ids.slice(3), next: null });
  });

  test.skipIf(IS_ON_CITUS)(
    "goes on after the rows were restored to another server, whose transaction ids are lower",
    async () => {
      const { followKey: start } = await read();
      const seen = await append();
      // Positions as on a server whose counter was further ahead.
      await database.db.transaction(async (tx) => {
        await tx.query("ALTER TABLE events DISABLE TRIGGER events_append_only");
        await tx.query("UPDATE events SET position = position + 1000000000 WHERE event_id = $1", [seen]);
        await tx.query("ALTER TABLE events ENABLE TRIGGER events_append_only");
        await tx.query("UPDATE event_log SET server = 'the server of before'");
      });
      expect(await migrate({ url: database.url })).toEqual([]);
      await migrate({ url: database.url });
      const { key } = await followUntil(start!, [seen]);
      const after = await append();
      expect((await followUntil(key, [after])).ids).toEqual([after]);
      expect(await database.db.query("SELECT first_generation FROM event_log")).toEqual([{ first_generation: 1_000 }]);
    },
  );

  test("misses nothing of 2,000 events whose writers stall at random", { timeout: 300_000 }, async () => {
    const writersDb = connect({
      url: database.url,
      maxConnections: 12,
      applicationName: "test-writers",
      log: silentLog,
    });
    try {
      const readPage = async ({ type, cursor }: { type: string | null; cursor: string | null }): Promise<LogPage> => {
        const query = new URLSearchParams({
          order: "asc",
          limit: "100",
          ...(type === null ? {} : { type }),
          ...(cursor === null ? {} : { last_evaluated_key: cursor }),
        });
        const { body } = await server.request(viewer, "GET", `/events?${query.toString()}`);
        return { events: body.data, nextCursor: body.last_evaluated_key, followKey: body.meta.follow_key };
      };
      const proof = await proveFollowing({ db: writersDb, orgId, readPage, events: 2_000, writers: 12, seed: 1 });
      expect(proof.committed).toBeGreaterThanOrEqual(2_000);
      expect(proof.followers.map(({ name, missed, foreign }) => ({ name, missed, foreign }))).toEqual(
        proof.followers.map(({ name }) => ({ name, missed: 0, foreign: 0 })),
      );
    } finally {
      await writersDb.close();
    }
  });
});

describe("places", () => {
  test("are read as they were written", () => {
    const position = { position: "17592186045193", eventId: newId() };
    const began = { settledBefore: new Date("2026-01-05T09:00:00.123Z"), followFrom: position };
    const after = newId();
    expect(readPlace(positionParts(position))).toEqual({ by: "position", after: position });
    expect(readPlace(idParts(after, began))).toEqual({ by: "id", after, began });
    expect(readPlace(null)).toEqual({ by: "id", after: null, began: null });
  });

  test("are compared as numbers, then by event", () => {
    expect(isBehind({ position: "9", eventId: "b" }, { position: "10", eventId: "a" })).toBe(true);
    expect(isBehind({ position: "10", eventId: "a" }, { position: "10", eventId: "b" })).toBe(true);
    expect(isBehind({ position: "10", eventId: "a" }, { position: "10", eventId: "a" })).toBe(false);
  });
});
