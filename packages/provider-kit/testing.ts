/** What holds a package to the rules: the stage that its `conformance.js` builds, and the rules, for any test runner. */
import type { SteppedClock } from "@corridor/base/clock.ts";
import { secretValuesOf } from "./entered-settings.ts";
import { createOutbound, SILENT } from "./outbound.ts";
import type { Provider, ProviderKind } from "./provider.ts";
import type { HttpStage } from "./stage.fixtures.ts";
import { toolsFor } from "./tools.ts";

export { newId } from "@corridor/base/ids.ts";
export { SteppedClock } from "@corridor/base/clock.ts";
export { HTTP_RULES } from "./conformance/http-rules.ts";
export { type Rule, RULES } from "./conformance/rules.ts";
export { type Check, checkConformance } from "./conformance/check-conformance.ts";
export { dispatchRequest, type HttpCase, type HttpStage, scriptedServer } from "./stage.fixtures.ts";

type OfKind = "provider" | "clock" | "secrets" | "siblings" | "at" | "close";
type Given = Omit<HttpStage, OfKind> & {
  kind: ProviderKind;
  clock: SteppedClock;
  /** Settings by which the provider uses the server at this address. */
  settings(url: string): Readonly<Record<string, unknown>>;
  /** The server of the stage, which plays the provider. */
  server: { close(): Promise<void> };
};

/** A stage with a provider as the service makes it: with its own settings, and the tools that a package gets. */
export function stageOf({ kind, settings, server, ...stage }: Given): HttpStage {
  const outbound = createOutbound();
  const at = (url: string): Provider => {
    const given = settings(url);
    return kind.create(given, toolsFor(kind, given, { outbound, clock: stage.clock, log: SILENT }));
  };
  return {
    ...stage,
    provider: at(stage.url),
    at,
    siblings: [],
    secrets: secretValuesOf(kind.settings, settings(stage.url)),
    close: async () => {
      await server.close();
      await outbound.close();
    },
  };
}
