import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createRateLimiter } from "./rate-limit.ts";

describe("a rate limiter", () => {
  it("lets the whole allowance go at once, then one by one as it comes back", () => {
    const clock = new SteppedClock();
    const limiter = createRateLimiter({ name: "credential", perMinute: 60, clock });
    for (let i = 59; i >= 0; i--) expect(limiter.take("a")).toMatchObject({ allowed: true, remaining: i });
    expect(limiter.take("a")).toEqual({ allowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 1 });
    clock.advance(1_000);
    expect(limiter.take("a").allowed).toBe(true);
    expect(limiter.take("a").allowed).toBe(false);
  });

  it("never lets more through in any minute than twice the allowance, and in the long run no more than the allowance", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.nat(2_000), { maxLength: 300 }),
        (perMinute, gapsMs) => {
          const clock = new SteppedClock();
          const startMs = clock.monotonicMs();
          const limiter = createRateLimiter({ name: "credential", perMinute, clock });
          let allowed = 0;
          for (const gapMs of gapsMs) {
            clock.advance(gapMs);
            if (limiter.take("a").allowed) allowed += 1;
          }
          const elapsedMinutes = (clock.monotonicMs() - startMs) / 60_000;
          expect(allowed).toBeLessThanOrEqual(Math.ceil(perMinute * (1 + elapsedMinutes) + 1e-6));
        },
      ),
    );
  });

  it("keeps its word: after Retry-After the next request is let through", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(60_000), (perMinute, waitMs) => {
        const clock = new SteppedClock();
        const limiter = createRateLimiter({ name: "credential", perMinute, clock });
        for (let i = 0; i < perMinute; i++) limiter.take("a");
        clock.advance(Math.min(waitMs, 60_000 / perMinute - 1));
        const refused = limiter.take("a");
        fc.pre(!refused.allowed);
        clock.advance(refused.retryAfterSeconds * 1000);
        expect(limiter.take("a").allowed).toBe(true);
      }),
    );
  });

  it("refuses nobody because the date was set back, and gives nobody more because it was set forward", () => {
    const clock = new SteppedClock();
    const limiter = createRateLimiter({ name: "credential", perMinute: 60, clock });
    for (let i = 0; i < 60; i++) limiter.take("a");
    clock.advance(1_000);
    clock.advance(-600_000);
    expect(limiter.take("a").allowed).toBe(true);
    expect(limiter.take("a")).toMatchObject({ allowed: false, retryAfterSeconds: 1 });
  });

  it("counts keys apart", () => {
    const limiter = createRateLimiter({ name: "credential", perMinute: 1, clock: new SteppedClock() });
    expect([limiter.take("a").allowed, limiter.take("a").allowed, limiter.take("b").allowed]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("forgets the key used longest ago when it is full, and so stays bounded", () => {
    const limiter = createRateLimiter({ name: "credential", perMinute: 1, clock: new SteppedClock(), maxTracked: 2 });
    limiter.take("a");
    limiter.take("b");
    limiter.take("c");
    expect(limiter.take("c").allowed).toBe(false);
    expect(limiter.take("b").allowed).toBe(false);
    expect(limiter.take("a").allowed).toBe(true);
  });
});
