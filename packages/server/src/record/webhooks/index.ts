import type { Config } from "#src/config.ts";
import { createAddressGuard } from "#src/kernel/address-guard.ts";
import type { OrganizationExists } from "#src/kernel/http/caller.ts";
import { measureQueue } from "#src/kernel/jobs/measure.ts";
import type { Needs, Part } from "#src/kernel/part.ts";
import { createDeliveryJob } from "./deliver-webhooks.ts";
import { notifyRoutes } from "./notify-routes.ts";
import { findOldestDue } from "./queue-queries.ts";
import { createRetentionJob } from "./retention.ts";
import { webhookRoutes } from "./routes.ts";

export { appendEvents, eventWrites } from "./append-events.ts";
export { countDeadLetters } from "./delivery-queries.ts";
export { DELIVERY_STATUSES } from "./delivery.ts";
export { handOverEndpoints } from "./queries.ts";
export { resealWebhookSecrets } from "./reseal-secrets.ts";
export { signatureHeaders, signingKey } from "./signature.ts";

const CONNECT_TIMEOUT_MS = 5_000;

type WebhooksDeps = Needs<
  typeof createDeliveryJob | typeof notifyRoutes | typeof createRetentionJob | typeof webhookRoutes,
  "guard"
> & {
  config: Pick<Config, "allowInsecureWebhooks">;
  cell: number;
  /** The platform has webhooks too, for events that concern no single organization. */
  ownerExists: OrganizationExists;
};

export function composeWebhooks(deps: WebhooksDeps): Part {
  const { allowInsecureWebhooks: allowInsecure } = deps.config;
  const guard = createAddressGuard({ allowInsecure, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const deliveries = createDeliveryJob({ ...deps, guard });
  return {
    routes: [webhookRoutes({ ...deps, organizationExists: deps.ownerExists, guard }), notifyRoutes(deps)],
    jobs: [deliveries, createRetentionJob(deps)],
    measures: [measureQueue("webhooks", deps, (now) => findOldestDue(deps.db, now))],
    close: () => deliveries.close(),
  };
}
