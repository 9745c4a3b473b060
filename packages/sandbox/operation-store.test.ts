import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Journal, JournalBroken } from "./journal.ts";
import { OffsetIndex } from "./offset-index.ts";
import { accountAlias, newOperation, type Operation, paymentKey } from "./operation.ts";
import { OperationStore } from "./operation-store.ts";

let directory: string;
let file: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-test-"));
  file = join(directory, "journal.jsonl");
});
afterEach(() => rm(directory, { recursive: true }));

const HELD = 10;
const ENOUGH_TO_LEAVE = 100;

function payment(number: number, fields: Partial<Parameters<typeof newOperation>[0]> = {}): Operation {
  const reference = `reference-${number}`;
  return newOperation({
    key: paymentKey("fiat", reference),
    kind: "payin",
    provider: "fiat",
    id: `fiat_${number}`,
    reference,
    paymentId: `payment-${number}`,
    amount: "1.00",
    currency: "USD",
    behaviour: "complete",
    callbackUrl: "http://127.0.0.1/",
    status: "processing",
    word: "submitted",
    atMs: 1_000 + number,
    aliases: [accountAlias(String(number))],
    ...fields,
  });
}

function open(maxInMemory = HELD): {
  store: OperationStore;
  journal: Journal;
  restored: ReturnType<OperationStore["restore"]>;
} {
  const journal = new Journal(directory);
  const store = new OperationStore(journal, maxInMemory);
  return { store, journal, restored: store.restore() };
}

const all = (store: OperationStore, options: Partial<Parameters<OperationStore["list"]>[0]> = {}) =>
  store.list({ from: 0, sinceMs: 0, limit: 10_000, wanted: () => true, ...options });

describe("an operation that left the memory", () => {
  test("is found by key and by alias as it last was, and can change and leave again", () => {
    const { store, journal } = open();
    for (let i = 0; i < ENOUGH_TO_LEAVE; i++) store.accept(payment(i));
    expect(store.heldCount).toBe(HELD);
    const first = store.find(paymentKey("fiat", "reference-0"))!;
    expect(first.reference).toBe("reference-0");
    first.status = "completed";
    store.update(first);
    for (let i = ENOUGH_TO_LEAVE; i < 2 * ENOUGH_TO_LEAVE; i++) store.accept(payment(i));
    expect(store.findByAlias(accountAlias("0"))).toMatchObject({ reference: "reference-0", status: "completed" });
    expect(store.find(paymentKey("fiat", "reference-1"))).toMatchObject({ status: "processing" });
    expect(store.find(paymentKey("hybrid", "reference-1"))).toBeUndefined();
    journal.close();
  });

  test("never left with callbacks still to be sent", () => {
    const { store, journal } = open();
    const notice = {
      number: 1,
      eventId: "e",
      status: "completed",
      word: "w",
      reason: null,
      received: null,
      atMs: 0,
    } as const;
    const untold = payment(0);
    untold.notices = [notice];
    store.accept(untold);
    for (let i = 1; i < 3 * ENOUGH_TO_LEAVE; i++) store.accept(payment(i));
    expect(store.find(untold.key)).toBe(untold);
    journal.close();
  });
});

describe("after a restart", () => {
  test("everything is as it was last written, and what is due or untold is handed back", () => {
    const { store, journal } = open();
    const notice = {
      number: 3,
      eventId: "e",
      status: "completed",
      word: "w",
      reason: null,
      received: null,
      atMs: 0,
    } as const;
    for (let i = 0; i < ENOUGH_TO_LEAVE; i++)
      store.accept(payment(i, { due: i === 5 ? [{ atMs: 99, step: "complete" }] : [] }));
    const told = payment(-1);
    const untold = payment(-2);
    for (const operation of [told, untold]) {
      store.accept(operation);
      operation.status = "completed";
      operation.notices = [notice, { ...notice, number: 4 }];
      store.update(operation);
    }
    store.told([
      { operation: told, notice: told.notices[0]! },
      { operation: told, notice: told.notices[1]! },
      { operation: untold, notice: untold.notices[0]! },
    ]);
    journal.close();

    const again = open();
    expect([...again.restored.due]).toEqual([[paymentKey("fiat", "reference-5"), [{ atMs: 99, step: "complete" }]]]);
    expect(again.restored.untold.map(({ key, notices }) => [key, notices.map(({ number }) => number)])).toEqual([
      [untold.key, [4]],
    ]);
    expect(again.store.acceptedCount).toBe(ENOUGH_TO_LEAVE + 2);
    expect(again.store.find(told.key)).toMatchObject({ status: "completed", notices: [] });
    again.journal.close();
  });

  test("a line that was cut off while it was written is dropped, and the next one begins in its place", () => {
    const first = open();
    first.store.accept(payment(1));
    first.store.accept(payment(2));
    first.journal.close();
    truncateSync(file, statSync(file).size - 7);

    const second = open();
    expect(second.store.find(paymentKey("fiat", "reference-1"))).toBeDefined();
    expect(second.store.find(paymentKey("fiat", "reference-2"))).toBeUndefined();
    second.store.accept(payment(3));
    second.journal.close();

    const third = open();
    expect(all(third.store).rows.map(({ reference }) => reference)).toEqual(["reference-1", "reference-3"]);
    third.journal.close();
  });

  test("a damaged line in the middle stops the start and names the place", () => {
    const first = open();
    first.store.accept(payment(1));
    first.journal.close();
    const size = readFileSync(file).length;
    appendFileSync(file, "not json\n");
    expect(() => open()).toThrow(
      new JournalBroken(`the journal is damaged at byte ${size}; move the file away to start with an empty one`),
    );
  });

  test("changes in any order, with a restart at any point, end in the same state (model)", () => {
    const changes = fc.array(
      fc.record({
        number: fc.nat(30),
        status: fc.constantFrom("pending", "processing", "completed", "failed"),
        restart: fc.boolean(),
      }),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(changes, (list) => {
        rmSync(file, { force: true });
        const model = new Map<string, string>();
        let { store, journal } = open(1);
        for (const { number, status, restart } of list) {
          const key = paymentKey("fiat", `reference-${number}`);
          const existing = store.find(key);
          expect(existing?.status).toBe(model.get(key));
          if (existing === undefined) store.accept(payment(number, { status: status as "pending" }));
          else {
            existing.status = status as "pending";
            store.update(existing);
          }
          model.set(key, status);
          if (restart) {
            journal.close();
            ({ store, journal } = open(1));
          }
        }
        expect(all(store).rows.map(({ key, status }) => [key, status])).toEqual([...model]);
        journal.close();
      }),
      { numRuns: 50 },
    );
  });
});

describe("the list", () => {
  test("pages through everything once, in the order of acceptance, while more is accepted", () => {
    const { store, journal } = open();
    for (let i = 0; i < 100; i++) store.accept(payment(i));
    const seen: string[] = [];
    let from: number | null = 0;
    for (let page = 0; from !== null; page++) {
      const { rows, next }: { rows: Operation[]; next: number | null } = all(store, { from, limit: 7 });
      seen.push(...rows.map(({ reference }) => reference));
      if (page === 3) for (let i = 100; i < 110; i++) store.accept(payment(i));
      from = next;
    }
    expect(seen).toEqual(Array.from({ length: 110 }, (_, i) => `reference-${i}`));
    journal.close();
  });

  test("begins at `since`, across the places where reading is cut short", () => {
    const { store, journal } = open(100);
    const padding = "x".repeat(20_000);
    for (let i = 0; i < 400; i++) store.accept(payment(i, { data: { padding } }));
    for (const start of [0, 1, 52, 53, 199, 398, 399]) {
      expect(all(store, { sinceMs: 1_000 + start }).rows.map(({ reference }) => reference)).toEqual(
        Array.from({ length: 400 - start }, (_, i) => `reference-${start + i}`),
      );
    }
    expect(all(store, { sinceMs: 1_400 }).rows).toEqual([]);
    journal.close();
  });

  test("accepts only places where a line begins", () => {
    const { store, journal } = open();
    store.accept(payment(1));
    const second = journal.end;
    store.accept(payment(2));
    expect([0, second, journal.end].map((offset) => store.isListPosition(offset))).toEqual([true, true, true]);
    expect([1, second - 1, second + 1, journal.end + 1].map((offset) => store.isListPosition(offset))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    journal.close();
  });
});

test("a closed journal touches no file, even when its descriptor's number is another file's by then", () => {
  const journal = new Journal(null);
  journal.append("{}");
  journal.flush();
  expect(journal.readLine(0)).toBe("{}");
  journal.close();
  const other = new Journal(null);
  other.append("[]");
  expect(() => journal.readLine(0)).toThrow("out of range");
  other.close();
});

test("once a line could not be written nothing more is taken, and whoever waited for it is told", async () => {
  const journal = new Journal(directory);
  journal.close();
  journal.append("{}");
  await expect(journal.durable()).rejects.toBeInstanceOf(JournalBroken);
  expect(journal.isWritable).toBe(false);
  expect(() => journal.append("{}")).toThrow(JournalBroken);
});

test("a line longer than one read comes back whole", () => {
  const journal = new Journal(directory);
  const long = JSON.stringify("é".repeat(30_000));
  const offset = journal.append(long);
  journal.append("{}");
  expect(journal.readLine(offset)).toBe(long);
  journal.close();
});

test("the index finds every name's latest place among any others (model)", () => {
  const puts = fc.array(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.nat(10 ** 12)), { maxLength: 3_000 });
  fc.assert(
    fc.property(puts, (list) => {
      const index = new OffsetIndex();
      const model = new Map<string, number>();
      for (const [number, offset] of list) {
        const name = `fiat/payments/${number}`;
        index.put(name, offset, model.get(name) ?? null);
        model.set(name, offset);
      }
      for (const [name, offset] of model) expect(index.candidates(name)).toEqual([offset]);
      expect(index.candidates("fiat/payments/none")).toEqual([]);
      expect(index.size).toBe(model.size);
    }),
    { numRuns: 20 },
  );
});
