import { expect, test } from "vitest";
import { testConformance, testHttpConformance } from "@corridor/provider-kit/conformance.fixtures.ts";
import { faultsOfKind } from "@corridor/provider-kit/manifest.ts";
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

test.each(THIRD_PARTIES)("the manifest of $name could be that of a package, but for the name", (kind) => {
  expect(faultsOfKind({ ...kind, name: "acme_pay" })).toEqual([]);
});
