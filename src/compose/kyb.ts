import { createHmac } from "node:crypto";
import type { CorridorOptions } from "#src/app.ts";
import type { KybProvider } from "#src/modules/organizations/kyb/kyb-provider.ts";
import { createSandboxKyb } from "#src/modules/organizations/kyb/sandbox.ts";
import { createSumsub } from "#src/modules/organizations/kyb/sumsub.ts";
import type { Outbound } from "#src/platform/outbound.ts";

/** Who verifies businesses: the configured provider, in development the sandbox, else an admin (null). */
export function composeKyb({ config, sandbox, clock, outbound }: CorridorOptions & { outbound: Outbound }): KybProvider | null {
  if (config.kybAppToken !== undefined) {
    return createSumsub({
      settings: {
        baseUrl: config.kybUrl,
        appToken: config.kybAppToken,
        secretKey: config.kybSecretKey!,
        webhookSecret: config.kybWebhookSecret!,
        levelName: config.kybLevelName,
      },
      outbound,
      clock,
    });
  }
  if (sandbox === null) return null;
  return createSandboxKyb({
    webhookSecret: createHmac("sha256", sandbox.key).update("callbacks:kyb").digest("hex"),
    desk: { ...sandbox, outbound, callbackUrl: `${config.publicBaseUrl}/v1/organizations/webhook/kyb` },
  });
}
