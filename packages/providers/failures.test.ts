import { SteppedClock } from "@corridor/base/clock.ts";
import { codeOfText, FAILURES, type FailureCodesByFlow, failureCauseIn } from "@corridor/provider-kit/failures.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { type Refused, UNREACHABLE } from "@corridor/provider-kit/provider.ts";
import { afterAll, describe, expect, test } from "vitest";
import { CONFORMANCE_CASES } from "./conformance-cases.fixtures.ts";
import { BY_DIRECTION, DOCUMENTED } from "./failures.fixtures.ts";
import { MANUAL_FAILURES } from "./manual/manual-failures.ts";
import { SANDBOX_FAILURES } from "./sandbox/sandbox-failures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";
import { createThirdParty, THIRD_PARTY_FIXTURES } from "./third-parties.fixtures.ts";

const FLOWS = ["inbound", "outbound"] as const;
const outbound = createOutbound();
afterAll(() => outbound.close());

const settingsOf = (name: string) =>
  THIRD_PARTY_FIXTURES.find((fixture) => fixture.name === name)!.settings("http://127.0.0.1:1");
const tables = new Map<string, FailureCodesByFlow>([
  ...THIRD_PARTIES.map(
    ({ name }) =>
      [name, createThirdParty(name, settingsOf(name), { outbound, clock: new SteppedClock() }).codes] as const,
  ),
  ["manual", MANUAL_FAILURES],
  ["sandbox", SANDBOX_FAILURES],
]);

describe.each([...tables])("the codes of %s", (name, codes) => {
  test("mean known causes", () => {
    for (const flow of FLOWS) for (const cause of Object.values(codes[flow])) expect(FAILURES).toHaveProperty(cause);
  });

  test("cover the directions that it serves, and no other", () => {
    const corridors = THIRD_PARTIES.find((kind) => kind.name === name)?.corridors;
    if (corridors === undefined) return;
    for (const flow of FLOWS)
      expect([flow, Object.keys(codes[flow]).length > 0]).toEqual([
        flow,
        corridors.some(({ direction }) => direction === flow),
      ]);
  });

  test("contain every code that its documents list, but those that must not be acted upon", () => {
    const documented = DOCUMENTED[name as keyof typeof DOCUMENTED];
    expect(documented === undefined).toBe(name === "manual" || name === "sandbox");
    for (const flow of FLOWS) {
      const { codes: listed, leftOut = [] } = documented?.[flow] ?? { codes: [] };
      expect(listed.filter((code) => failureCauseIn(codes[flow], code) === null)).toEqual([]);
      expect(leftOut.filter((code) => failureCauseIn(codes[flow], code) !== null)).toEqual([]);
    }
  });
});

test.each(BY_DIRECTION)("%s's %s is the payer's or ours, by the direction", (name, code, inbound, outward) => {
  const codes = tables.get(name)!;
  expect(FLOWS.map((flow) => failureCauseIn(codes[flow], code))).toEqual([inbound, outward]);
});

describe.each(CONFORMANCE_CASES)("$name: $title", ({ stage: openStage }) => {
  test("a refusal has a code with a cause, before anything is sent and from the provider", async () => {
    const stage = await openStage();
    const { provider } = stage;
    try {
      for (const request of [stage.refused(), stage.accepted({ method: "wallet" })]) {
        const { code } = (await provider.dispatch(request, AbortSignal.timeout(10_000))) as Refused;
        expect([code, failureCauseIn(provider.codes[request.direction], code)]).toEqual([code, expect.any(String)]);
      }
    } finally {
      await stage.close();
    }
  });
});

test("codes that adapters share mean the same everywhere, unless the provider has the code itself", () => {
  expect(failureCauseIn({}, UNREACHABLE)).toBe("provider_unavailable");
  expect(failureCauseIn({}, "method_not_supported")).toBe("not_served");
  expect(failureCauseIn({ invalid_amount: "request_invalid" }, "invalid_amount")).toBe("request_invalid");
  for (const code of [undefined, "", "toString", "something new"]) expect(failureCauseIn({}, code)).toBeNull();
});

test.each([
  ["Insufficient Funds.", "insufficient funds"],
  ["  You can only\n spend XAF 100,000.00 at once ", "you can only spend xaf # at once"],
  ["card 4242424242424242", "card #"],
  ["", undefined],
  [undefined, undefined],
])("the text %j has the code %j", (text, code) => {
  expect(codeOfText(text)).toBe(code);
});

test("a long text has a short code", () => {
  expect(codeOfText("x".repeat(5_000))).toHaveLength(100);
});
