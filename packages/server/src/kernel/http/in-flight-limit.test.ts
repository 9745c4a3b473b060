import { describe, expect, it } from "vitest";
import { createInFlightLimit } from "./in-flight-limit.ts";

const TICK_MS = 20;

function start() {
  const limit = createInFlightLimit({ min: 256, max: 2_000, targetMs: 40, patienceMs: 300 });
  let nowMs = 0;
  const look = (latenessMs: number, utilization: number, times = 1): number => {
    for (let i = 0; i < times; i++) limit.observe({ latenessMs, utilization, nowMs: (nowMs += TICK_MS) });
    return limit.limit();
  };
  return {
    onTime: (times?: number) => look(0, 0.3, times),
    late: (times?: number) => look(90, 1, times),
    busy: (times?: number) => look(10, 1, times),
  };
}

describe("the number of requests that may be under way", () => {
  it("stays the greatest while the loop is late for a moment only", () => {
    const { onTime, late } = start();
    for (let i = 0; i < 20; i++) {
      expect(late(14)).toBe(2_000);
      expect(onTime()).toBe(2_000);
    }
  });

  it("falls to the least when the loop stays late, and not below it", () => {
    const { late } = start();
    expect(late(16)).toBe(256);
    expect(late(100)).toBe(256);
  });

  it("falls to the least when the loop is never idle, although no turn of it is long", () => {
    const { busy } = start();
    expect(busy(15)).toBe(2_000);
    expect(busy()).toBe(256);
  });

  it("does not grow while the loop is on time but never idle: more requests would only wait longer", () => {
    const { late, busy } = start();
    late(16);
    expect(busy(1_000)).toBe(256);
  });

  it("grows little by little while the loop is idle at times, up to the greatest", () => {
    const { late, onTime } = start();
    late(16);
    expect(onTime()).toBe(272);
    expect(onTime(1_000)).toBe(2_000);
  });

  it("falls by a fifth at each late look on the way back", () => {
    const { late, onTime } = start();
    late(16);
    expect(onTime(50)).toBe(1_056);
    expect(late()).toBe(844);
    expect(late()).toBe(675);
  });
});
