import { expect, test } from "vitest";
import { testConformance, testHttpConformance } from "@corridor/provider-kit/conformance.fixtures.ts";
import { PROVIDER_NAMES } from "@corridor/provider-kit/provider.ts";
import { CONFORMANCE_CASES, HTTP_CASES } from "./conformance-cases.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";

testConformance(CONFORMANCE_CASES);
testHttpConformance(HTTP_CASES);

test("every provider is held to the rules, and a third party to those for third parties", () => {
  const played = new Map(CONFORMANCE_CASES.map(({ name, isBuiltIn }) => [name, isBuiltIn !== true]));
  const isThirdParty = (name: string): boolean => THIRD_PARTIES.some((kind) => kind.name === name);
  expect(played).toEqual(new Map(PROVIDER_NAMES.map((name) => [name, isThirdParty(name)])));
});
