import { describe, expect, test } from "vitest";
import { createWaitGate } from "./wait-gate.ts";

const LIMITS = { targetMs: 100, patienceMs: 500, calmMs: 2_000 };

describe("a wait gate", () => {
  test("lets everything in while the wait is short, however often it is asked", () => {
    const gate = createWaitGate(LIMITS);
    for (let ms = 0; ms < 10_000; ms += 10) expect(gate.refuses(100, ms)).toBe(false);
  });

  test("lets a stop pass that ends by itself, however long the wait is at its end", () => {
    const gate = createWaitGate(LIMITS);
    for (let ms = 0; ms < 500; ms += 10) expect(gate.refuses(101 + ms, ms)).toBe(false);
    expect(gate.refuses(5, 500)).toBe(false);
    expect(gate.refuses(400, 510)).toBe(false); // The patience starts again.
  });

  test("refuses when the wait has been too long for the whole patience, and then whenever it is too long, until it was calm", () => {
    const gate = createWaitGate(LIMITS);
    expect(gate.refuses(101, 0)).toBe(false);
    expect(gate.refuses(300, 500)).toBe(true);
    // There is room again: the queue is kept at about that length, not emptied.
    expect(gate.refuses(99, 510)).toBe(false);
    expect(gate.refuses(101, 520)).toBe(true);
    expect(gate.refuses(50, 2_519)).toBe(false);
    expect(gate.refuses(101, 2_519)).toBe(true);
    expect(gate.refuses(50, 4_519)).toBe(false);
    expect(gate.refuses(101, 4_520)).toBe(false); // The queue was calm for two seconds.
  });
});
