import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import { coversWhole, problemOfShares, splitAmount, type SplitShare } from "./split-amount.ts";

const percentage = (value: string): SplitShare => ({ type: "percentage", value: Decimal.parse(value) });
const fixed = (value: string): SplitShare => ({ type: "fixed", value: Decimal.parse(value) });
const usd = (text: string): Money => Money.parse(text, "USD");
const texts = (parts: readonly Money[]): string[] => parts.map((part) => part.toDatabase());

const CURRENCIES = ["USD", "JPY", "KWD", "ETH"] as const;

/**
 * Any amount, 1 to 50 parties, any mix of fixed shares (together at most the amount) and percentages (together at most
 * 100).
 */
const anySplit = fc
  .record({
    currency: fc.constantFrom(...CURRENCIES),
    minor: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    parties: fc.array(fc.record({ isFixed: fc.boolean(), weight: fc.nat({ max: 1_000_000 }) }), {
      minLength: 1,
      maxLength: 50,
    }),
    fixedShare: fc.nat({ max: 10_000 }),
  })
  .map(({ currency, minor, parties, fixedShare }) => {
    const amount = Money.ofMinor(minor, currency);
    const weightOf = (isFixed: boolean): bigint =>
      BigInt(parties.filter((party) => party.isFixed === isFixed).reduce((sum, party) => sum + party.weight, 0));
    const fixedBudget = (minor * BigInt(fixedShare)) / 10_000n;
    const shares = parties.map(({ isFixed, weight }): SplitShare => {
      const total = weightOf(isFixed);
      if (isFixed)
        return fixed(Money.ofMinor(total === 0n ? 0n : (fixedBudget * BigInt(weight)) / total, currency).toDatabase());
      return { type: "percentage", value: Decimal.of(total === 0n ? 0n : (1_000_000n * BigInt(weight)) / total, 4) };
    });
    return { amount, shares };
  });

describe("splitAmount", () => {
  test("for any amount, any 1 to 50 parties and any mix: the parts sum exactly to the whole, and none is negative", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, shares }) => {
        expect(problemOfShares(amount, shares)).toBeNull();
        const parts = splitAmount(amount, shares);
        expect(parts).toHaveLength(shares.length);
        expect(parts.reduce((sum, part) => sum.plus(part), Money.zero(amount.currency)).equals(amount)).toBe(true);
        expect(parts.every((part) => !part.isNegative())).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test("no fixed party gets less than its share, and only the one that takes the leftover gets more", () => {
    fc.assert(
      fc.property(anySplit, ({ amount, shares }) => {
        const parts = splitAmount(amount, shares);
        const more = parts.filter(
          (part, index) =>
            shares[index]!.type === "fixed" &&
            !part.equals(Money.parse(shares[index]!.value.toDatabase(), amount.currency)),
        );
        expect(more.length).toBeLessThanOrEqual(1);
        for (const [index, share] of shares.entries()) {
          if (share.type === "fixed")
            expect(
              parts[index]!.compare(Money.parse(share.value.toDatabase(), amount.currency)),
            ).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("when the percentages sum to 100, every share is within the leftover units of its exact value", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 50 }),
        (minor, weights) => {
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          const shares = weights.map((weight): SplitShare => ({
            type: "percentage",
            value: Decimal.of((BigInt(weight) * 10n ** 12n * 100n) / BigInt(total), 12),
          }));
          const amount = Money.ofMinor(minor, "USD");
          for (const [index, part] of splitAmount(amount, shares).entries()) {
            const exact = (Number(minor) * weights[index]!) / total;
            expect(Math.abs(Number(part.minor) - exact)).toBeLessThanOrEqual(weights.length + Number(minor) * 1e-9);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each<[string, SplitShare[], string[]]>([
    ["100.00", [percentage("50"), percentage("50")], ["50.00", "50.00"]],
    ["100.00", [percentage("33.33"), percentage("33.33"), percentage("33.34")], ["33.33", "33.33", "33.34"]],
    ["0.05", [percentage("50"), percentage("50")], ["0.03", "0.02"]],
    ["0.01", [percentage("10"), percentage("90")], ["0.00", "0.01"]],
    ["0.02", [percentage("30"), percentage("30"), percentage("40")], ["0.00", "0.00", "0.02"]],
    [
      "100.01",
      [percentage("33.333333"), percentage("33.333333"), percentage("33.333334")],
      ["33.33", "33.33", "33.35"],
    ],
    ["0.05", [fixed("0.02"), percentage("20"), percentage("80")], ["0.02", "0.00", "0.03"]],
    ["10.00", [percentage("10"), percentage("90")], ["1.00", "9.00"]],
    ["1000.00", [fixed("300"), percentage("70")], ["300.00", "700.00"]],
    ["1000.00", [fixed("300"), percentage("100")], ["300.00", "700.00"]],
    ["1000.00", [fixed("300"), percentage("25"), percentage("75")], ["300.00", "175.00", "525.00"]],
    ["1000.00", [fixed("400"), fixed("600")], ["400.00", "600.00"]],
    ["100.01", [percentage("20"), percentage("60"), percentage("20")], ["20.00", "60.01", "20.00"]],
    ["100.00", [percentage("100"), percentage("0")], ["100.00", "0.00"]],
  ])("%s by %j is %j: what does not divide goes to the largest share", (amount, shares, expected) => {
    expect(texts(splitAmount(usd(amount), shares))).toEqual(expected);
  });

  test("refuses what cannot be split", () => {
    expect(() => splitAmount(usd("10.00"), [])).toThrow(RangeError);
    expect(() => splitAmount(usd("10.00"), [fixed("6"), fixed("4.01")])).toThrow(RangeError);
  });
});

describe("shares of a milestone", () => {
  test.each<[SplitShare[], string | null]>([
    [[percentage("60"), percentage("40")], null],
    [[percentage("60"), percentage("40.0001")], "the percentages exceed 100"],
    [[fixed("60"), fixed("40")], null],
    [[fixed("60"), fixed("40.01")], "the fixed shares exceed the milestone's 100.00 USD"],
    [[fixed("100"), percentage("100")], null],
    [[percentage("10")], null],
  ])("%j may stand: %s", (shares, problem) => {
    expect(problemOfShares(usd("100.00"), shares)).toBe(problem);
  });

  test.each<[SplitShare[], boolean]>([
    [[], false],
    [[percentage("100")], true],
    [[percentage("99.9999")], true], // Less than half a cent is missing.
    [[percentage("99")], false],
    [[fixed("100")], true],
    [[fixed("99.99")], false],
    [[fixed("30"), percentage("70")], true],
    [[fixed("30"), percentage("100")], true],
    [[fixed("30"), percentage("60")], false],
  ])("%j cover the whole: %s", (shares, expected) => {
    expect(coversWhole(usd("100.00"), shares)).toBe(expected);
  });
});
