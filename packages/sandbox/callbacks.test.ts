import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SteppedClock, systemClock } from "@corridor/base/clock.ts";
import { startTestSandbox } from "@corridor/test/harness/sandbox.ts";
import { phone, type SandboxFixture, startFixture } from "./sandbox.fixtures.ts";
import { Scheduler } from "./scheduler.ts";

let fixture: SandboxFixture;
let directory: string;
let clock: SteppedClock;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  clock = new SteppedClock();
  fixture = await startFixture({ directory, clock });
});
afterEach(async () => {
  await fixture.close();
  await rm(directory, { recursive: true });
});

const MINUTE_MS = 60_000;

test("a callback is signed over its time and its bytes, with a key of its sender", async () => {
  for (const provider of ["fiat", "hybrid", "crypto"]) await fixture.pay(provider, phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(fixture.receiver.received).toHaveLength(3);
  for (const { headers, rawBody } of fixture.receiver.received) {
    const [event] = JSON.parse(rawBody.toString()).events;
    const seconds = Math.floor(clock.now().getTime() / 1000);
    const key = createHmac("sha256", fixture.sandbox.key).update(`callbacks:${event.provider}`).digest();
    expect(headers["x-sandbox-signature"]).toBe(
      `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${rawBody.toString()}`).digest("hex")}`,
    );
  }
});

test("what is not answered with a 2xx is tried again after growing pauses, signed anew, five times, and then given up", async () => {
  fixture.receiver.answerWith(500);
  await fixture.pay("fiat", phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  const counts = [fixture.receiver.received.length];
  for (const pauseMs of [1_000, 5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS]) {
    await fixture.sandbox.advance(pauseMs - 1);
    counts.push(fixture.receiver.received.length);
    await fixture.sandbox.advance(1);
    counts.push(fixture.receiver.received.length);
  }
  expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  expect(new Set(fixture.receiver.received.map(({ headers }) => headers["x-sandbox-signature"])).size).toBe(6);
  expect(new Set(fixture.receiver.events().map((event) => event["event_id"])).size).toBe(1);
  await fixture.sandbox.advance(24 * 60 * MINUTE_MS);
  expect(fixture.receiver.received).toHaveLength(6);
});

test("a redirect is no acknowledgement and is not followed", async () => {
  fixture.receiver.answerWith(307);
  await fixture.pay("fiat", phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  fixture.receiver.answerWith(200);
  await fixture.sandbox.advance(1_000);
  expect(fixture.receiver.received).toHaveLength(2);
});

test("many that are due at once go together, and each event comes exactly once", async () => {
  const replies = await Promise.all(Array.from({ length: 300 }, () => fixture.pay("fiat", phone("1234"))));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(fixture.receiver.events()).toHaveLength(300);
  expect(new Set(fixture.receiver.events().map((event) => event["reference"]))).toEqual(
    new Set(replies.map(({ body }) => body.reference)),
  );
  expect(fixture.receiver.received.length).toBeLessThan(300);
});

test("one receiver that cannot take a batch gets its events singly on the next attempt", async () => {
  fixture.receiver.answerWith(500);
  await Promise.all(Array.from({ length: 20 }, () => fixture.pay("fiat", phone("1234"))));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  const before = fixture.receiver.received.length;
  fixture.receiver.answerWith(200);
  await fixture.sandbox.advance(1_000);
  expect(fixture.receiver.received.length - before).toBe(20);
});

test("a dead address does not hold up the others", async () => {
  const dead = await fixture.pay("fiat", { ...phone("1234"), callback_url: "http://127.0.0.1:1/" });
  const alive = await fixture.pay("fiat", phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  expect(fixture.eventsOf(alive.body.reference)).toHaveLength(1);
  expect((await fixture.status("fiat", dead.body.reference)).body).toMatchObject({ status: "completed" });
});

test("what was due or untold when the sandbox stopped is done after it starts again", async () => {
  fixture.receiver.answerWith(500);
  const untold = await fixture.pay("fiat", phone("1234"));
  await fixture.sandbox.advance(fixture.sandbox.delayMs);
  const due = await fixture.pay("fiat", phone("1234"));
  const told = fixture.receiver.received.length;
  await fixture.sandbox.close();

  fixture.receiver.answerWith(200);
  clock.advance(fixture.sandbox.delayMs);
  const again = await startTestSandbox({ directory, clock });
  await again.tick();
  const events = fixture.receiver.events().slice(told);
  expect(events).toHaveLength(2);
  expect(new Map(events.map((event) => [event["reference"], event["status"]]))).toEqual(
    new Map([
      [untold.body.reference, "completed"],
      [due.body.reference, "completed"],
    ]),
  );
  expect(events.find((event) => event["reference"] === untold.body.reference)!["event_id"]).toBe(
    fixture.receiver.events()[0]!["event_id"],
  );
  await again.close();

  const third = await startTestSandbox({ directory, clock });
  await third.tick();
  expect(fixture.receiver.events()).toHaveLength(told + 2);
  await third.close();
});

test("tasks run in the order of their times, equal ones in the order they were given, and none early", () => {
  const scheduler = new Scheduler(clock, false);
  const startMs = clock.now().getTime();
  const ran: number[] = [];
  const times = Array.from({ length: 500 }, (_, i) => (i * 7919) % 101);
  times.forEach((time, i) => scheduler.at(startMs + time, () => ran.push(i)));
  clock.advance(50);
  scheduler.runDue();
  expect(ran.every((i) => times[i]! <= 50)).toBe(true);
  clock.advance(51);
  scheduler.runDue();
  const expected = times
    .map((time, i) => ({ time, i }))
    .sort((a, b) => a.time - b.time || a.i - b.i)
    .map(({ i }) => i);
  expect(ran).toEqual(expected);
});

test("with the real clock everything happens by itself", async () => {
  const scheduler = new Scheduler(systemClock, true);
  const order = await new Promise<string[]>((resolve) => {
    const seen: string[] = [];
    scheduler.at(Date.now() + 20, () => resolve([...seen, "later"]));
    scheduler.at(Date.now() + 5, () => seen.push("sooner"));
  });
  expect(order).toEqual(["sooner", "later"]);
  scheduler.stop();
});
