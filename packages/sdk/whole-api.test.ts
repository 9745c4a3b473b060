import { Check } from "typebox/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, type Schema, startWorld, type World } from "@corridor/test/e2e/contract.fixtures.ts";
import { rejectedBatch } from "@corridor/test/e2e/scenes-batches.fixtures.ts";
import { completedPayin, disputed, initiate, paymentLink, SCENES } from "@corridor/test/e2e/scenes.fixtures.ts";
import type { TestCaller } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { createClient } from "./client.ts";
import { CorridorError } from "./error.ts";
import { EVENT_TYPES } from "@corridor/shared/choices.ts";
import type { CorridorEvent } from "./events.ts";

/**
 * Calls every operation once through the client on the whole service, then compares all published events with the event
 * types.
 */
let world: World;
const outcomes: { operation: Operation; expected: number | undefined; outcome: unknown }[] = [];

beforeAll(async () => {
  world = await startWorld();
  for (const operation of world.operations) {
    // contract-operations.test.ts checks that every operation has a scene.
    const call = await SCENES[operation.key]?.(world);
    if (call === undefined) continue;
    const method: unknown = clientOf(call.as ?? world.callers.orgAdmin)[operation.method.toLowerCase() as "get"];
    const { path, query, body } = call;
    const outcome = await (method as (template: string, input: object) => Promise<unknown>)(operation.path, {
      path,
      query,
      body,
    }).catch((error: unknown) => error);
    outcomes.push({ operation, expected: call.status, outcome });
  }
  await causeRareEvents();
});
afterAll(() => world.close());

const clientOf = (caller: TestCaller) =>
  createClient({ baseUrl: world.url, token: () => caller.headers["authorization"]!.replace("Bearer ", "") });

/** Resources whose events belong to no single organization. */
const PLATFORM_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

let platformEvents: CorridorEvent[];

/** Event types that no scene publishes. */
async function causeRareEvents(): Promise<void> {
  const [org, platform] = [clientOf(world.callers.orgAdmin), clientOf(world.callers.admin)];
  await org.payments.refund((await completedPayin(world)).payment_id, { reason: "returned goods" });
  await org.payments.act((await initiate(world, mobileMoneyPayin("0001"))).payment_id, { action: "cancel" });
  await platform.put("/balances/float/thresholds", {
    body: { provider: "manual", currency: "NGN", amount: 1_000_000_000.5 },
  });
  await world.run("provider-floats");
  const soon = new Date(world.clock.now().getTime() + 86_400_000);
  await world.db.query(
    "UPDATE api_keys SET expires_at = $1 WHERE status = 'active' AND rotated_to IS NULL AND expires_at IS NOT NULL",
    [soon],
  );
  await world.run("api-key-expiry");
  const { link_ref } = await paymentLink(world);
  await org.post("/checkout/links/{link_ref}/pay", {
    path: { link_ref },
    body: {
      country: "GH",
      payment_method: "mobile_money",
      payer_details: { name: "Ama Owusu", phone: "+233241234567" },
      mobile_money_details: { provider: "MTN", phone_number: "+233241234567" },
    },
  });
  await platform.post("/organizations/{org_id}/kyb/decision", {
    path: { org_id: world.ours.org_id },
    body: { decision: "rejected", reason: "no such company" },
  });
  await platform.patch("/users/{user_id}/kyc", {
    path: { user_id: world.ours.org_member.user_id },
    body: { kyc_status: "rejected", reason: "the photograph is of somebody else" },
  });
  const { payment_id } = await completedPayin(world);
  await world.atSandbox("/faults", { provider: "fiat", mode: "refuse", share: 1, seconds: 2 });
  // The answer is a 502, because the refund failed.
  await org.payments.refund(payment_id, { reason: "returned goods" }).catch(() => undefined);
  await rejectedBatch(world);
  await world.run("payout-batches");
  await world.advance(5_000);
  await world.run("payout-batch-progress");
  await world.run("exports");
  await org.post("/exports", { body: { kind: "audit" } });
  await world.db.query("UPDATE exports SET cursor = 'of something else' WHERE status = 'pending'");
  for (let tries = 0; tries < 5; tries++) await world.run("exports");
  await world.advance(5_000);
  await causeRampEvents();
  await world.run("reconciliation-events");
  // Read now: the disputes below move the clock by days, and sessions expire.
  platformEvents = await Array.fromAsync(platform.events.list({ org_id: PLATFORM_ORGANIZATION }));
  await causeDisputeEvents();
}

/**
 * Crypto bought by mobile money; the last digits of the number decide the outcome. In the last case no provider accepts
 * the second leg.
 */
async function causeRampEvents(): Promise<void> {
  const { body } = await SCENES["POST /payments-init/ramp"]!(world);
  const buy = async (ending: string): Promise<string> => {
    const query = { fromCurrency: "GHS", toCurrency: "USDT" };
    const { data } = await clientOf(world.callers.orgAdmin).get("/organizations/admin/exchange-rate", { query });
    const { bank_details: _, ...rest } = body as Record<string, unknown>;
    const paidBy = {
      country: "GH",
      fiat_currency: "GHS",
      mobile_money_details: { provider: "MTN", phone_number: `+23324123${ending}` },
    };
    const answer = await world.must(world.callers.apiKey, "POST", "/payments-init/ramp", {
      ...rest,
      ...paidBy,
      client_rate: data.rate,
    });
    return answer.response.payment_id;
  };
  await buy("0005");
  await clientOf(world.callers.orgAdmin).payments.act(await buy("0001"), { action: "cancel" });
  await buy("4567");
  await world.advance(1_000);
  await world.wait(20_000);
  await buy("4567");
  await world.advance(1_000);
  for (const provider of ["crypto", "hybrid"])
    await world.atSandbox("/faults", { provider, mode: "refuse", share: 1, seconds: 600 });
  await world.wait(200_000);
}

/** The scenes leave answered disputes behind. Banks decide some of them, and the others expire. */
async function causeDisputeEvents(): Promise<void> {
  const { provider_dispute_id } = await disputed(world);
  const decide = (status: string, reason: string) =>
    world.atSandbox(`/disputes/${provider_dispute_id}`, { provider: "fiat", status, reason });
  await decide("needs_response", "the payer says more");
  await decide("lost", "the bank was not convinced");
  await disputed(world);
  world.clock.advance(8 * 86_400_000); // The sandbox's bank takes longer to decide a dispute as lost.
  await world.run("dispute-deadlines");
}

test("every operation can be called by its path", () => {
  const wrong = outcomes
    .filter(({ expected, outcome }) =>
      outcome instanceof Error
        ? !(outcome instanceof CorridorError) || outcome.status !== expected
        : expected !== undefined,
    )
    .map(({ operation, outcome }) => `${operation.key}: ${String(outcome)}`);
  expect(wrong).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(130);
});

test("every amount that is read as text shows its fractional part", async () => {
  const exact = createClient({ baseUrl: world.url, apiKey: world.ours.api_key, numbers: "text" });
  for await (const payment of exact.payments.list()) expect(payment.amount).toMatch(/^\d+\.\d+$/);
});

function problemsOf(event: CorridorEvent): string[] {
  const { properties, required } = world.webhooks[event.event_type]!["properties"].data as Schema;
  const data = event.data as unknown as Record<string, unknown>;
  const problems = [
    ...Object.keys(data)
      .filter((name) => !(name in properties))
      .map((name) => `${name} is not in the type`),
    ...(required as string[]).filter((name) => !(name in data)).map((name) => `${name} is not there`),
  ];
  for (const name of Object.keys(data))
    if (name in properties && !Check(properties[name], data[name])) problems.push(`${name} is of another type`);
  return problems;
}

/** It takes many failures until they are sent: test/e2e/provider-health.test.ts. */
const OF_HEALTH: readonly string[] = ["corridor.degraded", "corridor.recovered"];

test("every event carries the resource that its type says, field by field", async () => {
  const seen = new Set<string>();
  const problems = new Set<string>();
  const ofOrganization = createClient({ baseUrl: world.url, apiKey: world.ours.api_key }).events.list();
  for (const event of [...(await Array.fromAsync(ofOrganization)), ...platformEvents]) {
    if (event.event_type === "transaction.updated" && event.data.test === true) continue;
    seen.add(event.event_type);
    for (const problem of problemsOf(event)) problems.add(`${event.event_type}: ${problem}`);
  }
  expect([...problems]).toEqual([]);
  expect([...seen].toSorted()).toEqual(EVENT_TYPES.filter((type) => !OF_HEALTH.includes(type)).toSorted());
});
