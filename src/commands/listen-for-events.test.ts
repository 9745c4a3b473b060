import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestKey, createTestOrganization, createTestUser, startIdentityServer } from "#test/harness/identity-server.ts";
import { localGuard } from "#test/harness/receiver.ts";
import { startWebhookBench, type WebhookBench } from "#test/harness/webhooks.ts";
import { listen, type Listening } from "./listen-for-events.ts";
import { newSigningSecret } from "#src/modules/delivery/webhooks/signature.ts";
import { organizationExists } from "#src/modules/people/organizations/membership.ts";
import { webhookRoutes } from "#src/modules/delivery/webhooks/routes.ts";

let bench: WebhookBench;
let listening: Listening | undefined;
let lines: string[];
const print = (line: string): void => void lines.push(line);

beforeEach(async () => {
  lines = [];
  listening = undefined;
  bench = await startWebhookBench({ guard: localGuard({ allowInsecure: true }) });
});

afterEach(async () => {
  await listening?.close();
  await bench.close();
});

test("listen prints every delivery and whether its signature holds", async () => {
  listening = await listen({ host: "127.0.0.1", port: 0, print });
  const endpoint = await bench.endpoint(listening.url);
  await listening.close();
  const port = Number(new URL(listening.url).port);
  listening = await listen({ host: "127.0.0.1", port, secret: endpoint.secretKey, print });
  const [eventId] = await bench.events(endpoint.orgId, 1);
  await bench.job.runOnce();
  expect(lines.at(-1)).toContain(`payment.completed  ${eventId}  (signature holds)`);
  expect(lines.at(-1)).toContain('"status":"completed"');
  expect((await bench.deliveries(endpoint))[0]!.status).toBe("delivered");
});

test("listen says so when a signature does not hold, or what came is no event", async () => {
  listening = await listen({ host: "127.0.0.1", port: 0, secret: newSigningSecret(), print });
  const endpoint = await bench.endpoint(listening.url);
  await bench.events(endpoint.orgId, 1);
  await bench.job.runOnce();
  expect(lines.at(-1)).toContain("SIGNATURE DOES NOT HOLD");
  await fetch(listening.url, { method: "POST", body: "hello" });
  expect(lines.at(-1)).toBe("? not an event: hello");
});

test("listen can play a receiver that fails", async () => {
  listening = await listen({ host: "127.0.0.1", port: 0, answerStatus: 500, print });
  const endpoint = await bench.endpoint(listening.url);
  await bench.events(endpoint.orgId, 1);
  await bench.job.runOnce();
  expect((await bench.deliveries(endpoint))[0]).toMatchObject({ status: "pending", attempts: [{ status_code: 500 }] });
});

test("listen registers itself with a service and takes its registration back when it stops", async () => {
  const { db, url: databaseUrl } = bench.database;
  const server = await startIdentityServer({ databaseUrl, clock: bench.clock, routes: () => [webhookRoutes({ ...bench.deps, organizationExists })] });
  try {
    const orgId = await createTestOrganization(db, bench.clock.now(), "Desk");
    const userId = await createTestUser(db, bench.clock.now(), { email: "desk@desk.test", memberships: [[orgId, "org-admin"]] });
    const { key } = await createTestKey(db, bench.clock.now(), { orgId, userId });
    const registered = () => db.query<{ status: string }>("SELECT status FROM webhook_endpoints WHERE org_id = $1", [orgId]);

    const baseUrl = `${server.origin}/v1`;
    await expect(listen({ host: "127.0.0.1", port: 0, service: { baseUrl, apiKey: "ck_test_wrong" }, print })).rejects.toThrow("401");
    listening = await listen({ host: "127.0.0.1", port: 0, service: { baseUrl, apiKey: key, events: ["payment.completed"] }, print });
    expect(await registered()).toEqual([{ status: "active" }]);
    await bench.events(orgId, 1);
    await bench.job.runOnce();
    expect(lines.at(-1)).toContain("(signature holds)");
    await listening.close();
    listening = undefined;
    expect(await registered()).toEqual([{ status: "deleted" }]);
  } finally {
    await server.close();
  }
});

test("listen ends in peace when its service is gone, and says which registration stays", async () => {
  const service = createServer((_request, response) => response.end('{"data":{"webhook_id":"w-1","secret_key":"whsec_x"}}')).listen(0, "127.0.0.1");
  await once(service, "listening");
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;
  listening = await listen({ host: "127.0.0.1", port: 0, service: { baseUrl, apiKey: "any" }, print });
  service.closeAllConnections();
  service.close();
  await listening.close();
  listening = undefined;
  expect(lines.at(-1)).toContain(`Webhook w-1 stays registered: no service answers at ${baseUrl}/public/webhooks/w-1`);
});
