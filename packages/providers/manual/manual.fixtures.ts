import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound } from "@corridor/provider-kit/outbound.ts";
import { type Case, dispatchRequest, type Stage } from "@corridor/provider-kit/stage.fixtures.ts";
import { TEST_SANDBOX_KEY, TEST_SETTLES_WITHIN_MS } from "@corridor/test/harness/sandbox.ts";
import { createProviders } from "../index.ts";

export const MANUAL_CASES: readonly Case[] = [
  { name: "manual", title: "payin by bank transfer", isBuiltIn: true, stage: openStage },
];

async function openStage(): Promise<Stage> {
  const clock = new SteppedClock();
  const outbound = createOutbound();
  const sandbox = { url: "http://127.0.0.1:1", key: TEST_SANDBOX_KEY, settlesWithinMs: TEST_SETTLES_WITHIN_MS };
  return {
    provider: createProviders({ sandbox, outbound, clock }).get("manual")!,
    clock,
    secrets: [TEST_SANDBOX_KEY],
    accepted: (fields) => dispatchRequest(fields ?? {}),
    refused: () => dispatchRequest({ bankAccount: { account_number: "0000000002" } }),
    close: () => outbound.close(),
  };
}
