import { createHmac } from "node:crypto";
import type { Config } from "#src/config.ts";
import type { RunSettings } from "#src/run-settings.ts";
import type { KybProvider } from "./kyb/kyb-provider.ts";
import { createSandboxKyb } from "./kyb/sandbox.ts";
import { createSumsub } from "./kyb/sumsub.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Outbound } from "@corridor/provider-kit/outbound.ts";

/** Who verifies businesses: the configured provider, in development the sandbox, otherwise an admin (null). */
export function composeKyb(deps: {
  config: Config;
  settings: RunSettings;
  sandbox: { url: string; key: string } | null;
  clock: Clock;
  outbound: Outbound;
}): KybProvider | null {
  const { config, settings, sandbox, outbound } = deps;
  if (settings.kybAppToken !== undefined) return createSumsub(deps);
  if (sandbox === null) return null;
  return createSandboxKyb({
    webhookSecret: createHmac("sha256", sandbox.key).update("callbacks:kyb").digest("hex"),
    desk: { ...sandbox, outbound, callbackUrl: `${config.publicBaseUrl}/v1/organizations/webhook/kyb` },
  });
}
