import { expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Peers } from "#src/kernel/peers.ts";
import { type CircuitBreaker, createCircuitBreaker } from "./circuit-breaker.ts";

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
  expect(breaker.isOpen("fiat")).toBe(true); // The probe is in progress: other payments skip this provider.
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

test("a circuit is open for 30 s from its last fault, not from its first", () => {
  const clock = new SteppedClock();
  const breaker = createCircuitBreaker(clock);
  for (let i = 0; i < 5; i++) {
    clock.advance(10_000);
    breaker.faulted("fiat");
  }
  clock.advance(29_999);
  expect(breaker.states()).toEqual([{ provider: "fiat", state: "open", faults: 5 }]);
  clock.advance(1);
  expect(breaker.isOpen("fiat")).toBe(false);
});

/** Processes that exchange all their reports when `tellAll` is called. */
function processes(count: number, clock: SteppedClock): { breakers: CircuitBreaker[]; tellAll(): string[] } {
  const parts: Parameters<Peers["share"]>[1][] = [];
  const breakers = Array.from({ length: count }, () =>
    createCircuitBreaker(clock, {
      share(topic, part) {
        expect(topic).toBe("circuits");
        parts.push(part);
      },
    } as Peers),
  );
  return {
    breakers,
    tellAll() {
      const told = parts.map((part) => part.collect());
      parts.forEach((part, own) =>
        told.forEach((texts, from) => (from === own ? undefined : texts.forEach((text) => part.hear(text)))),
      );
      return told.flat();
    },
  };
}

test("processes that tell each other need no more faults to learn than one", () => {
  const { breakers, tellAll } = processes(3, new SteppedClock());
  const [one, two, three] = breakers as [CircuitBreaker, CircuitBreaker, CircuitBreaker];
  for (let i = 0; i < 2; i++) [one, two].forEach((breaker) => breaker.faulted("fiat"));
  expect(tellAll()).toHaveLength(2);
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual([false, false, false]);
  three.faulted("fiat");
  expect(three.isOpen("fiat")).toBe(true);
  tellAll();
  expect(breakers.map((breaker) => breaker.isOpen("fiat"))).toEqual([true, true, true]);
  expect(tellAll()).toEqual([]); // Nothing is reported twice.
  expect(one.states()).toEqual([{ provider: "fiat", state: "open", faults: 5 }]);
});

test("a success that one process had closes the circuit of all, and only faults after it count", () => {
  const { breakers, tellAll } = processes(2, new SteppedClock());
  const [one, two] = breakers as [CircuitBreaker, CircuitBreaker];
  for (let i = 0; i < 5; i++) one.faulted("fiat");
  tellAll();
  one.succeeded("fiat");
  one.faulted("fiat");
  tellAll();
  expect(two.states()).toEqual([{ provider: "fiat", state: "closed", faults: 1 }]);
  one.succeeded("fiat");
  one.succeeded("hybrid"); // It had no fault, so there is nothing to report.
  expect(tellAll()).toHaveLength(1);
  expect([one.states(), two.states()]).toEqual([[], []]);
  // Successes and faults since the last round are reported completely: a success that was followed by a fault still
  // ends the earlier faults.
  for (let i = 0; i < 4; i++) two.faulted("fiat");
  tellAll();
  one.succeeded("fiat");
  one.succeeded("fiat");
  tellAll();
  expect(two.states()).toEqual([]);
});

test("one process probes a circuit that is half-open, and the others pass by until it has reported", () => {
  const clock = new SteppedClock();
  const { breakers, tellAll } = processes(2, clock);
  const [one, two] = breakers as [CircuitBreaker, CircuitBreaker];
  for (let i = 0; i < 5; i++) one.faulted("fiat");
  tellAll();
  clock.advance(30_000);
  one.trying("fiat");
  one.trying("hybrid");
  expect(two.isOpen("fiat")).toBe(false);
  tellAll();
  expect(two.isOpen("fiat")).toBe(true);
  clock.advance(30_000);
  expect(two.isOpen("fiat")).toBe(false); // A probe that never reports does not close the provider forever.
  // Below five faults there is no probe: a payment to this provider is like any other.
  const calm = processes(2, clock);
  calm.breakers[0]!.faulted("fiat");
  calm.breakers[0]!.trying("fiat");
  calm.tellAll();
  expect(calm.breakers.map((breaker) => breaker.states())).toEqual([
    [{ provider: "fiat", state: "closed", faults: 1 }],
    [{ provider: "fiat", state: "closed", faults: 1 }],
  ]);
});
