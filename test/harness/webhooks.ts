import type { NewEvent } from "@corridor/server/record/events/write-events.ts";
import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import {
  createDeliveryJob,
  type DeliveryDeps,
  type DeliveryJob,
} from "@corridor/server/record/webhooks/deliver-webhooks.ts";
import { findDeliveries } from "@corridor/server/record/webhooks/delivery-queries.ts";
import type { Delivery } from "@corridor/server/record/webhooks/delivery.ts";
import { registerEndpoint } from "@corridor/server/record/webhooks/register-endpoint.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createMetrics } from "@corridor/server/kernel/metrics.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "./database.ts";
import { localGuard } from "./receiver.ts";

/** A delivery worker with its own database and a stepped clock; local receivers count as public. */
export type WebhookBench = {
  readonly database: TestDatabase;
  readonly clock: SteppedClock;
  readonly deps: DeliveryDeps;
  readonly notices: { orgId: string; subject: string; text: string }[];
  readonly job: DeliveryJob;
  /** Another worker on the same database, as in another process. */
  startWorker(overrides?: Partial<DeliveryDeps>): DeliveryJob;
  endpoint(
    url: string,
    options?: { orgId?: string; events?: readonly string[] },
  ): Promise<{ orgId: string; webhookId: string; secretKey: string }>;
  /** Writes events of the organization and returns their ids. */
  events(orgId: string, count: number, event?: Partial<NewEvent>): Promise<string[]>;
  deliveries(endpoint: { orgId: string; webhookId: string }): Promise<Delivery[]>;
  close(): Promise<void>;
};

const MAX_SHOWN = 10_000;

export async function startWebhookBench(overrides: Partial<DeliveryDeps> = {}): Promise<WebhookBench> {
  const database = await createTestDatabase();
  const clock = new SteppedClock();
  const notices: { orgId: string; subject: string; text: string }[] = [];
  const deps: DeliveryDeps = {
    db: database.db,
    clock,
    log: silentLog,
    metrics: createMetrics(),
    secrets: createSecretBox({ masterSecret: "a master secret for tests, long enough" }),
    guard: localGuard(),
    notifyOrganization: async (_tx, orgId, notice) => void notices.push({ orgId, ...notice }),
    ...overrides,
  };
  const workers: DeliveryJob[] = [];
  const startWorker = (more: Partial<DeliveryDeps> = {}): DeliveryJob => {
    const worker = createDeliveryJob({ ...deps, ...more });
    workers.push(worker);
    return worker;
  };
  return {
    database,
    clock,
    deps,
    notices,
    job: startWorker(),
    startWorker,
    async endpoint(url, options = {}) {
      const orgId = options.orgId ?? newId();
      const { endpoint, secretKey } = await registerEndpoint(deps, {
        orgId,
        endpointUrl: url,
        events: options.events,
        actor: { type: "system", id: "test" },
        requestId: "test",
        at: clock.now(),
      });
      return { orgId, webhookId: endpoint.webhook_id, secretKey };
    },
    async events(orgId, count, event = {}) {
      const events = Array.from({ length: count }, (): NewEvent => ({
        orgId,
        type: "payment.completed",
        resourceType: "payment",
        resourceId: newId(),
        sequence: 1,
        data: { status: "completed" },
        at: clock.now(),
        ...event,
      }));
      return database.db.transaction((tx) => appendEvents(tx, events));
    },
    deliveries: ({ orgId, webhookId }) =>
      findDeliveries(
        database.db,
        { org_id: orgId, webhook_id: webhookId },
        { status: null, eventType: null, eventId: null },
        { afterId: null, limit: MAX_SHOWN },
      ),
    async close() {
      for (const worker of workers) await worker.close();
      await database[Symbol.asyncDispose]();
    },
  };
}
