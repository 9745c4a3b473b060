import { expect, test } from "vitest";
import { SteppedClock } from "#src/platform/clock.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";

test("a provider is skipped after five faults in a row, tried again half-open after 30 s, and trusted again after a success", () => {
  const clock = new SteppedClock();
  const breaker = createCircuitBreaker(clock);
  for (let i = 0; i < 4; i++) breaker.faulted("fiat");
  expect(breaker.isOpen("fiat")).toBe(false);
  breaker.faulted("fiat");
  expect(breaker.isOpen("fiat")).toBe(true);
  expect(breaker.isOpen("hybrid")).toBe(false);
  clock.advance(30_000);
  expect(breaker.isOpen("fiat")).toBe(false);
  expect(breaker.states()).toEqual([{ provider: "fiat", state: "half_open", faults: 5 }]);
  breaker.trying("fiat");
  expect(breaker.isOpen("fiat")).toBe(true); // The probe is under way: the others pass by.
  breaker.succeeded("fiat");
  expect(breaker.isOpen("fiat")).toBe(false);
  expect(breaker.states()).toEqual([]);
});

test("a success in between starts the count again, and a probe that fails opens the circuit again", () => {
  const clock = new SteppedClock();
  const breaker = createCircuitBreaker(clock);
  for (let i = 0; i < 4; i++) breaker.faulted("fiat");
  breaker.succeeded("fiat");
  for (let i = 0; i < 4; i++) breaker.faulted("fiat");
  expect(breaker.isOpen("fiat")).toBe(false);
  breaker.faulted("fiat");
  clock.advance(30_000);
  breaker.trying("fiat");
  breaker.faulted("fiat");
  clock.advance(29_999);
  expect(breaker.isOpen("fiat")).toBe(true);
  clock.advance(1);
  expect(breaker.isOpen("fiat")).toBe(false);
});
