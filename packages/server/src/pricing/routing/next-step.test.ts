import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextAfterWait, nextStep, type Tried } from "./next-step.ts";

const entry = (provider: string, taken = true) => ({ provider, config_id: `config of ${provider}`, taken });
const ROUTE = [entry("fiat"), entry("hybrid"), entry("manual"), entry("paystack", false)];
const refused = (provider: string): Tried => ({ config_id: `config of ${provider}`, outcome: "refused" });
const unreachable = (provider: string): Tried => ({ config_id: `config of ${provider}`, outcome: "unreachable" });
const stepAfter = (...tried: Tried[]) => {
  const step = nextStep({ route: ROUTE, tried });
  return step.type === "try" ? step.candidate.provider : step.type;
};

describe("the next step", () => {
  test("goes along the route, whether a candidate refused or could not be reached", () => {
    expect(stepAfter()).toBe("fiat");
    expect(stepAfter(refused("fiat"))).toBe("hybrid");
    expect(stepAfter(unreachable("fiat"))).toBe("hybrid");
  });

  test("goes to people when all others refused, and only then", () => {
    expect(stepAfter(refused("fiat"), refused("hybrid"))).toBe("manual");
    expect(stepAfter(refused("fiat"), unreachable("hybrid"))).toBe("wait");
    expect(stepAfter(unreachable("fiat"), unreachable("hybrid"))).toBe("wait");
    expect(stepAfter(unreachable("fiat"), unreachable("hybrid"), refused("fiat"), refused("hybrid"))).toBe("manual");
  });

  test("goes to people first where they stand first", () => {
    expect(nextStep({ route: [entry("manual"), entry("fiat")], tried: [] })).toMatchObject({
      candidate: { provider: "manual" },
    });
  });

  test("gives up exactly when every candidate has refused", () => {
    const anyTried = fc.array(
      fc.record({
        config_id: fc.constantFrom(...ROUTE.map((one) => one.config_id)),
        outcome: fc.constantFrom("refused", "unreachable"),
      }),
    );
    fc.assert(
      fc.property(anyTried, (tried) => {
        const route = ROUTE.filter((one) => one.taken);
        const allRefused = route.every((one) =>
          tried.some((each) => each.config_id === one.config_id && each.outcome === "refused"),
        );
        expect(nextStep({ route: ROUTE, tried }).type === "give_up").toBe(allRefused);
      }),
    );
  });
});

describe("after the wait", () => {
  const tried = [unreachable("fiat"), unreachable("hybrid")];
  const after = (open: string[], attempts = tried) =>
    nextAfterWait({ route: ROUTE, tried: attempts }, (provider) => open.includes(provider))?.provider;

  test("the first whose circuit has closed is tried, or the first of all as a probe", () => {
    expect(after([])).toBe("fiat");
    expect(after(["fiat"])).toBe("hybrid");
    expect(after(["fiat", "hybrid"])).toBe("fiat");
  });

  test("each gets its turn: who was tried least recently is next", () => {
    expect(after([], [...tried, unreachable("fiat")])).toBe("hybrid");
    expect(after([], [...tried, unreachable("fiat"), unreachable("hybrid")])).toBe("fiat");
    expect(after(["hybrid"], [...tried, unreachable("fiat")])).toBe("fiat");
  });

  test("nobody is tried who has refused meanwhile", () => {
    expect(after([], [...tried, refused("fiat")])).toBe("hybrid");
    expect(after([], [...tried, refused("fiat"), refused("hybrid")])).toBeUndefined();
  });
});
