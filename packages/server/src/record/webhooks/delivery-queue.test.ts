import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  admit,
  chooseShares,
  closeQueue,
  type DeliveryQueue,
  endAttempt,
  hasClaimableWork,
  type Held,
  letGo,
  MAX_KNOWN_ENDPOINTS,
  newDeliveryQueue,
  noteWork,
  type QueueLimits,
  takeSendable,
} from "./delivery-queue.ts";
import { DELIVERY_SETTINGS } from "./deliver-webhooks.ts";
import type { EndpointKey } from "./queue-queries.ts";

type Delivery = { readonly claim: EndpointKey; readonly number: number };
type Answer = NonNullable<Parameters<typeof endAttempt>[2]>;

const QUICK: Answer = { statusCode: 200, failure: null, latencyMs: 5 };
const SLOW: Answer = { statusCode: 200, failure: null, latencyMs: 5_000 };
const SILENT: Answer = {
  statusCode: null,
  failure: { fault: "receiver", reason: "timeout", detail: "" },
  latencyMs: 10_000,
};
const TOO_MANY: Answer = {
  statusCode: 429,
  failure: { fault: "receiver", reason: "status", detail: "" },
  latencyMs: 5,
};
const LEASE_MS = 25_000;

const keyOf = (endpoint: number): EndpointKey => ({ org_id: `org-${endpoint % 3}`, webhook_id: `webhook-${endpoint}` });

/** Simulates the database and the receivers, and records what the queue was given and what it returned. */
class World {
  readonly queue: DeliveryQueue<Delivery>;
  nowMs = 0;
  /** Deliveries by endpoint; so are the next two. */
  readonly due = new Map<string, Delivery[]>();
  readonly claimed = new Map<string, Delivery[]>();
  readonly takenOut = new Map<string, Delivery[]>();
  readonly begun = new Map<string, Delivery[]>();
  readonly leaseEnds = new Map<Delivery, number>();
  sending: { held: Held<Delivery>; wasCareful: boolean }[] = [];
  leaving: Delivery[] = [];
  done = 0;

  constructor(limits: QueueLimits) {
    this.queue = newDeliveryQueue(limits);
  }

  addDue(endpoint: number, count: number, isFailing = false): void {
    const key = keyOf(endpoint);
    const due = entryOf(this.due, key.webhook_id);
    const before = due.length + entryOf(this.claimed, key.webhook_id).length;
    for (let i = 0; i < count; i++) due.push({ claim: key, number: before + i });
    expect(noteWork(this.queue, key, isFailing)).toBe(true);
  }

  /** `locked` endpoints are being claimed by another worker. */
  claim(isLocked: (webhookId: string) => boolean = () => false): number {
    const { queue } = this;
    const shares = chooseShares(queue);
    if (shares.length === 0) return 0;
    expect(sum(shares.map(({ room }) => room))).toBeLessThanOrEqual(queue.limits.maxHeld - queue.held);
    const deliveries = shares.flatMap(({ endpoint, room }) => {
      const { webhook_id } = endpoint.key;
      expect(room).toBeLessThanOrEqual(
        Math.min(queue.limits.claimBatch, endpoint.window.size - this.heldOf(webhook_id)),
      );
      return isLocked(webhook_id) ? [] : entryOf(this.due, webhook_id).splice(0, room);
    });
    for (const delivery of deliveries) {
      entryOf(this.claimed, delivery.claim.webhook_id).push(delivery);
      this.leaseEnds.set(delivery, this.nowMs + LEASE_MS);
    }
    admit(queue, shares, deliveries, this.nowMs + LEASE_MS);
    return deliveries.length;
  }

  take(): void {
    const { begin, giveBack } = takeSendable(this.queue, this.nowMs);
    const { attemptLimitMs, recordSlackMs } = this.queue.limits;
    const taken = [...begin, ...giveBack].map(({ delivery }) => delivery).sort((a, b) => a.number - b.number);
    for (const delivery of taken) entryOf(this.takenOut, delivery.claim.webhook_id).push(delivery);
    for (const held of begin) {
      const begun = entryOf(this.begun, held.delivery.claim.webhook_id);
      expect(held.delivery.number).toBeGreaterThan(begun.at(-1)?.number ?? -1);
      begun.push(held.delivery);
      // If it is answered at the last moment, it can still be recorded under its lease.
      expect(this.nowMs + attemptLimitMs + recordSlackMs).toBeLessThanOrEqual(this.leaseEnds.get(held.delivery)!);
      this.sending.push({ held, wasCareful: held.endpoint.window.careful });
    }
    for (const { delivery } of giveBack) {
      if (!this.queue.isClosed)
        expect(this.nowMs + attemptLimitMs + recordSlackMs).toBeGreaterThan(this.leaseEnds.get(delivery)!);
      this.leaving.push(delivery);
    }
    this.expectNothingSendable();
  }

  end(index: number, answer: Answer | null): void {
    const [ended] = this.sending.splice(index, 1);
    endAttempt(this.queue, ended!.held, answer);
    this.leaving.push(ended!.held.delivery);
  }

  record(count: number): void {
    const recorded = this.leaving.splice(0, count);
    letGo(this.queue, recorded);
    this.done += recorded.length;
  }

  heldOf(webhookId: string): number {
    const of = (deliveries: readonly Delivery[]): number =>
      deliveries.filter(({ claim }) => claim.webhook_id === webhookId).length;
    return this.waitingOf(webhookId) + of(this.sending.map(({ held }) => held.delivery)) + of(this.leaving);
  }

  waitingOf(webhookId: string): number {
    return entryOf(this.claimed, webhookId).length - entryOf(this.takenOut, webhookId).length;
  }

  expectNothingSendable(): void {
    const { queue } = this;
    const { maxSending, maxSendingCareful, maxSendingPerEndpoint } = queue.limits;
    for (const { key, window, sending } of queue.endpoints.values()) {
      if (this.waitingOf(key.webhook_id) === 0) continue;
      expect(queue.isClosed).toBe(false);
      const isHeldBack =
        sending >= Math.min(window.size, maxSendingPerEndpoint) ||
        queue.sending >= maxSending ||
        (window.careful && queue.sendingCareful >= maxSendingCareful);
      expect(isHeldBack, `${key.webhook_id} waits for nothing`).toBe(true);
    }
  }

  expectSound(): void {
    const { queue } = this;
    const { maxHeld, maxSending, maxSendingCareful, maxSendingPerEndpoint } = queue.limits;
    const waiting = sum(Array.from(this.claimed.keys(), (webhookId) => this.waitingOf(webhookId)));
    expect(queue.held).toBe(waiting + this.sending.length + this.leaving.length);
    expect(queue.sending).toBe(this.sending.length);
    expect(queue.sendingCareful).toBe(this.sending.filter(({ wasCareful }) => wasCareful).length);
    expect(queue.held).toBeLessThanOrEqual(maxHeld);
    expect(queue.sending).toBeLessThanOrEqual(maxSending);
    expect(queue.sendingCareful).toBeLessThanOrEqual(maxSendingCareful);
    for (const { key, sending } of queue.endpoints.values()) {
      const onTheWire = this.sending.filter(({ held }) => held.endpoint.key.webhook_id === key.webhook_id).length;
      expect(sending).toBe(onTheWire);
      expect(onTheWire).toBeLessThanOrEqual(maxSendingPerEndpoint);
    }
    // The deliveries that were sent or released are the admitted ones, each once and in order.
    for (const [webhookId, takenOut] of this.takenOut) {
      expect(takenOut.map(({ number }) => number)).toEqual(
        entryOf(this.claimed, webhookId)
          .slice(0, takenOut.length)
          .map(({ number }) => number),
      );
    }
  }
}

function entryOf<T>(map: Map<string, T[]>, key: string): T[] {
  let entry = map.get(key);
  if (entry === undefined) map.set(key, (entry = []));
  return entry;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const ENDPOINTS = 6;
/** The part of a lease in which a delivery may still be started. */
const BEGIN_WITHIN_MS = LEASE_MS - 15_000;
const endpoint = fc.nat({ max: ENDPOINTS - 1 });
const answer = fc.constantFrom<Answer | null>(QUICK, QUICK, QUICK, SLOW, SLOW, SILENT, TOO_MANY, null);
const step = fc.oneof(
  fc.record({
    do: fc.constant("due" as const),
    endpoint,
    count: fc.integer({ min: 1, max: 30 }),
    isFailing: fc.boolean(),
  }),
  fc.record({ do: fc.constant("claim" as const), locked: fc.array(endpoint, { maxLength: 2 }) }),
  fc.record({ do: fc.constant("take" as const) }),
  fc.record({
    do: fc.constant("end" as const),
    picks: fc.array(fc.tuple(fc.nat(), answer), { minLength: 1, maxLength: 8 }),
  }),
  fc.record({ do: fc.constant("record" as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ do: fc.constant("pass" as const), ms: fc.constantFrom(1, 5_000, BEGIN_WITHIN_MS, BEGIN_WITHIN_MS + 1) }),
);
const limits: fc.Arbitrary<QueueLimits> = fc.record({
  attemptLimitMs: fc.constant(10_000),
  recordSlackMs: fc.constant(5_000),
  maxHeld: fc.integer({ min: 1, max: 60 }),
  maxSending: fc.integer({ min: 1, max: 12 }),
  maxSendingCareful: fc.integer({ min: 1, max: 4 }),
  maxSendingPerEndpoint: fc.integer({ min: 1, max: 8 }),
  claimBatch: fc.integer({ min: 1, max: 20 }),
});

function play(world: World, one: (typeof step extends fc.Arbitrary<infer T> ? T : never) | { do: "close" }): void {
  switch (one.do) {
    case "due":
      return world.addDue(one.endpoint, one.count, one.isFailing);
    case "claim":
      return void world.claim((webhookId) => one.locked.some((locked) => keyOf(locked).webhook_id === webhookId));
    case "take":
      return world.take();
    case "end":
      for (const [pick, how] of one.picks) if (world.sending.length > 0) world.end(pick % world.sending.length, how);
      return undefined;
    case "record":
      return world.record(one.count);
    case "pass":
      world.nowMs += one.ms;
      return undefined;
    case "close":
      return closeQueue(world.queue);
  }
}

describe("the queue, whatever happens", () => {
  test("keeps every limit, order and lease, loses and repeats nothing, and lets nothing wait that could be sent", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 120 }), (bounds, steps) => {
        const world = new World(bounds);
        for (const one of steps) {
          play(world, one);
          world.expectSound();
        }
      }),
      { numRuns: 500 },
    );
  });

  test("ends empty once the receivers answer", () => {
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (bounds, steps) => {
        const world = new World(bounds);
        for (const one of steps) play(world, one);
        const left = (): number => sum(Array.from(world.due.values(), (due) => due.length)) + world.queue.held;
        for (let turns = 0; left() > 0; turns++) {
          expect(turns).toBeLessThan(10_000);
          for (const [webhookId, due] of world.due)
            if (due.length > 0) noteWork(world.queue, due[0]!.claim, webhookId === "webhook-0");
          world.claim();
          world.take();
          while (world.sending.length > 0) world.end(0, QUICK);
          world.record(Number.MAX_SAFE_INTEGER);
        }
        world.expectSound();
        while (chooseShares(world.queue).length > 0) expect(world.claim()).toBe(0);
        expect(hasClaimableWork(world.queue)).toBe(false);
      }),
    );
  });

  test("gives everything back that waits when it is closed, and takes nothing more", () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(step, { maxLength: 60 }),
        fc.array(step, { maxLength: 20 }),
        (bounds, before, after) => {
          const world = new World(bounds);
          for (const one of before) play(world, one);
          play(world, { do: "close" });
          world.take();
          const onTheWire = world.sending.length;
          for (const one of after) {
            play(world, one);
            world.expectSound();
            expect(world.sending.length).toBeLessThanOrEqual(onTheWire);
            expect(chooseShares(world.queue)).toEqual([]);
          }
          while (world.sending.length > 0) world.end(0, null);
          world.take();
          world.record(Number.MAX_SAFE_INTEGER);
          expect(world.queue.held).toBe(0);
        },
      ),
    );
  });
});

describe("an endpoint that does not answer", () => {
  /** Delivers to all other endpoints until they have nothing due; deliveries to the dead ones stay on the wire. */
  function deliverToOthers(world: World, isDead: (webhookId: string) => boolean): void {
    for (let turns = 0; turns < 1_000; turns++) {
      world.claim();
      world.take();
      const answering = world.sending.findIndex(({ held }) => !isDead(held.endpoint.key.webhook_id));
      if (answering === -1) return;
      for (let i = world.sending.length - 1; i >= 0; i--)
        if (!isDead(world.sending[i]!.held.endpoint.key.webhook_id)) world.end(i, QUICK);
      world.record(Number.MAX_SAFE_INTEGER);
    }
  }

  test("never keeps another one waiting, however large its window had grown", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 1, max: 3_000 }),
        fc.integer({ min: 1, max: 2_000 }),
        (answered, unanswered, others) => {
          const world = new World(DELIVERY_SETTINGS);
          const dead = keyOf(0).webhook_id;
          world.addDue(0, answered);
          deliverToOthers(world, () => false);
          world.addDue(0, unanswered);
          world.claim();
          world.take();
          for (const other of [1, 2, 3]) world.addDue(other, others);
          deliverToOthers(world, (webhookId) => webhookId === dead);
          for (const other of [1, 2, 3]) expect(entryOf(world.due, keyOf(other).webhook_id)).toEqual([]);
          expect(world.done).toBe(answered + 3 * others);
        },
      ),
      { numRuns: 20 },
    );
  });

  test("shares a bounded part of the connections with all of its kind, however many they are", () => {
    const HEALTHY = 5_000;
    const world = new World(DELIVERY_SETTINGS);
    for (let dead = 0; dead < 2_000; dead++) world.addDue(dead, 10, true);
    world.claim();
    world.take();
    world.claim();
    world.take();
    expect(world.queue.sendingCareful).toBe(DELIVERY_SETTINGS.maxSendingCareful);
    world.addDue(HEALTHY, 3_000);
    deliverToOthers(world, (webhookId) => webhookId !== keyOf(HEALTHY).webhook_id);
    expect(world.done).toBe(3_000);
  });
});

describe("an endpoint that becomes slow while it holds much", () => {
  test("goes on within the part of the connections that all slow ones share", () => {
    const world = new World({ ...DELIVERY_SETTINGS, maxSending: 20, maxSendingCareful: 5, maxSendingPerEndpoint: 4 });
    for (let number = 0; number < 5; number++) world.addDue(number, 4);
    world.claim();
    world.take();
    while (world.sending.length > 0) world.end(0, QUICK);
    world.record(Number.MAX_SAFE_INTEGER);
    for (let number = 0; number < 5; number++) world.addDue(number, 8);
    world.claim();
    world.take();
    expect(world.queue).toMatchObject({ sending: 20, sendingCareful: 0 });
    while (world.sending.length > 0) world.end(0, SLOW);
    world.take();
    expect(world.queue).toMatchObject({ sending: 5, sendingCareful: 5 });
  });
});

describe("memory", () => {
  test("holds a bounded number of endpoints: those with nothing to do are forgotten, and new ones are turned away when all are busy", () => {
    const world = new World(DELIVERY_SETTINGS);
    for (let i = 0; i < MAX_KNOWN_ENDPOINTS; i++) world.addDue(i, 1);
    expect(noteWork(world.queue, keyOf(MAX_KNOWN_ENDPOINTS), false)).toBe(false);
    expect(noteWork(world.queue, keyOf(0), false)).toBe(true);
    world.claim();
    world.take();
    while (world.sending.length > 0) world.end(0, QUICK);
    const done = world.leaving.length;
    world.record(Number.MAX_SAFE_INTEGER);
    expect(noteWork(world.queue, keyOf(MAX_KNOWN_ENDPOINTS), false)).toBe(true);
    expect(world.queue.endpoints.size).toBe(MAX_KNOWN_ENDPOINTS - done + 1);
  });
});

describe("a caller that breaks the rules is stopped", () => {
  const LIMITS: QueueLimits = { ...DELIVERY_SETTINGS, maxHeld: 10 };

  test("who ends an attempt twice", () => {
    const world = new World(LIMITS);
    world.addDue(0, 1);
    world.claim();
    world.take();
    const { held } = world.sending[0]!;
    world.end(0, QUICK);
    expect(() => endAttempt(world.queue, held, QUICK)).toThrow("an attempt ended twice");
  });

  test("who lets go of what is still on the wire, or was never there", () => {
    const world = new World(LIMITS);
    world.addDue(0, 1);
    world.claim();
    world.take();
    expect(() => letGo(world.queue, [world.sending[0]!.held.delivery])).toThrow("had not ended");
    expect(() => letGo(world.queue, [{ claim: keyOf(9), number: 0 }])).toThrow("had not ended");
  });

  test("who claims more than was offered", () => {
    const world = new World(LIMITS);
    world.addDue(0, 1);
    const shares = chooseShares(world.queue);
    const tooMany = Array.from({ length: shares[0]!.room + 1 }, (_, number) => ({ claim: keyOf(0), number }));
    expect(() => admit(world.queue, shares, tooMany, LEASE_MS)).toThrow("than there was room for");
    expect(() => admit(world.queue, [], [{ claim: keyOf(1), number: 0 }], LEASE_MS)).toThrow("than there was room for");
  });
});
