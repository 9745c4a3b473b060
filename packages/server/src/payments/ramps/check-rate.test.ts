import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { crossRate, inverseOf } from "#src/pricing/rates/rate.ts";
import { checkedRate, type RateDeps } from "./check-rate.ts";

/** One USDT is worth one dollar; NGN represents any fiat currency. */
function rates(fiatPerUsd: Decimal, marginBps = 0): RateDeps {
  const perUsd: Record<string, Decimal> = { NGN: fiatPerUsd, USDT: Decimal.ONE };
  return {
    clock: new SteppedClock(),
    liveRates: {
      between: async (from, to) =>
        perUsd[from] === undefined || perUsd[to] === undefined
          ? null
          : { rate: crossRate(perUsd[from], perUsd[to]), source: "table" },
      all: async () => [],
    },
    marginBpsOf: async () => marginBps,
  };
}

const DIRECTIONS = [
  ["on_ramp", "NGN", "USDT"],
  ["off_ramp", "USDT", "NGN"],
] as const;
/** Far from one, so that a rate of the wrong direction is never within the drift. */
const anyFiat = fc
  .tuple(fc.integer({ min: 1_000, max: 999_999 }), fc.integer({ min: -2, max: 1 }))
  .map(([digits, exponent]) => Decimal.parse(`${digits}e${exponent}`));
const HALF_PERCENT = Decimal.parse("0.005");

/**
 * The number a client would send; exact, because a live rate has 12 significant digits and half a percent of it adds
 * three.
 */
function asSent(rate: Decimal): number {
  const sent = Number(rate.toString());
  expect(Decimal.parse(sent).equals(rate)).toBe(true);
  return sent;
}

/** The smallest step between numbers of 15 digits of this size. */
function hairOf(rate: Decimal): Decimal {
  const integerDigits = rate.digits.toString().length - rate.scale;
  return Decimal.parse(`1e${integerDigits - 15}`);
}

describe.each(DIRECTIONS)("the rate of an %s", (_, from, to) => {
  test("passes up to exactly 0.5 percent off the live one, on both sides, and not a hair beyond", async () => {
    await fc.assert(
      fc.asyncProperty(anyFiat, fc.integer({ min: 0, max: 500 }), async (fiat, marginBps) => {
        const deps = rates(fiat, marginBps);
        // Only the shortest live rates have limits that a JSON number can hold exactly.
        const sent = Number((await quoted(deps, from, to)).toString());
        const { rate: live } = await checkedRate(deps, "org", from, to, sent);
        fc.pre(live.digits.toString().length <= 12);
        const tolerance = live.multiply(HALF_PERCENT);
        for (const edge of [live.plus(tolerance), live.minus(tolerance)]) {
          if (edge.digits.toString().length > 15) continue;
          expect((await checkedRate(deps, "org", from, to, asSent(edge))).rate.equals(live)).toBe(true);
        }
        for (const beyond of [
          live.plus(tolerance).plus(hairOf(live.plus(tolerance))),
          live.minus(tolerance).minus(hairOf(live.minus(tolerance))),
        ]) {
          await expect(checkedRate(deps, "org", from, to, Number(beyond.toString()))).rejects.toMatchObject({
            statusCode: 400,
            code: "RATE_MISMATCH",
          });
        }
      }),
    );
  });

  test("fetched in the wrong direction is a mismatch that says so", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFiat.filter((fiat) => fiat.compare(Decimal.parse("2")) > 0),
        async (fiat) => {
          const deps = rates(fiat);
          const wrong = Number(inverseOf(await quoted(deps, from, to)).toString());
          await expect(checkedRate(deps, "org", from, to, wrong)).rejects.toMatchObject({
            code: "RATE_MISMATCH",
            message: expect.stringContaining(`the rate from ${to} to ${from}`),
          });
        },
      ),
    );
  });

  test("is the one that the organization is quoted, margin included", async () => {
    const deps = rates(Decimal.parse("1600"), 100);
    const live = await quoted(deps, from, to);
    expect((await checkedRate(deps, "org", from, to, Number(live.toString()))).rate).toEqual(live);
    const withoutMargin = (await quoted(rates(Decimal.parse("1600")), from, to)).toString();
    await expect(checkedRate(deps, "org", from, to, Number(withoutMargin))).rejects.toMatchObject({
      code: "RATE_MISMATCH",
    });
  });
});

test("a pair without a rate is named", async () => {
  await expect(checkedRate(rates(Decimal.ONE), "org", "KES", "USDT", 1)).rejects.toMatchObject({
    statusCode: 400,
    code: "RATE_NOT_FOUND",
  });
});

/** Requests with a rate that cannot pass, and reads the live rate from the refusal. */
async function quoted(deps: RateDeps, from: string, to: string): Promise<Decimal> {
  const refusal = await checkedRate(deps, "org", from, to, 1e9).then(
    () => null,
    (error: Error) => error.message,
  );
  return Decimal.parse(/which is ([0-9.]+);/.exec(refusal!)![1]!);
}
