import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { HTTP_RULES } from "@corridor/provider-kit/conformance/http-rules.ts";
import { type Rule, RULES } from "@corridor/provider-kit/conformance/rules.ts";
import { faultsOfKind } from "@corridor/provider-kit/manifest.ts";
import { PROVIDER_NAMES } from "@corridor/provider-kit/provider.ts";
import type { Case, Stage } from "@corridor/provider-kit/stage.fixtures.ts";
import { CONFORMANCE_CASES, HTTP_CASES } from "./conformance-cases.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";

function hold<S extends Stage>(cases: readonly Case<S>[], rules: readonly Rule<S>[]): void {
  describe.each(cases)("$name: $title", (one) => {
    let stage: S;
    beforeAll(async () => {
      stage = await one.stage();
    });
    afterAll(() => stage.close());

    test.each(rules)("$rule", async ({ check }) => {
      expect.assertions(1);
      expect(await check(stage, one)).toBeUndefined();
    });
  });
}

hold<Stage>(CONFORMANCE_CASES, RULES);
hold(HTTP_CASES, HTTP_RULES);

test("every provider is held to the rules, and a third party to those for third parties", () => {
  const played = new Map(CONFORMANCE_CASES.map(({ name, isBuiltIn }) => [name, isBuiltIn !== true]));
  const isThirdParty = (name: string): boolean => THIRD_PARTIES.some((kind) => kind.name === name);
  expect(played).toEqual(new Map(PROVIDER_NAMES.map((name) => [name, isThirdParty(name)])));
});

test.each(THIRD_PARTIES)("the manifest of $name could be that of a package, but for the name", (kind) => {
  expect(faultsOfKind({ ...kind, name: "acme_pay" })).toEqual([]);
});
