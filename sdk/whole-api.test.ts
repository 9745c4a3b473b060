import { Check } from "typebox/schema";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, type Schema, startWorld, type World } from "../test/e2e/contract.fixtures.ts";
import { completedPayin, disputed, initiate, paymentLink } from "../test/e2e/scenes.fixtures.ts";
import { SCENES } from "../test/e2e/scenes.fixtures.ts";
import type { TestCaller } from "../test/harness/app.ts";
import { mobileMoneyPayin } from "../test/harness/payments.ts";
import { createClient } from "./client.ts";
import { CorridorError } from "./error.ts";
import { EVENT_TYPES, type EventType } from "./choices.ts";
import type { CorridorEvent } from "./events.ts";

/** Every operation once through the client, on the whole service; and then what all that has told, held against the types of events. */
let world: World;
const outcomes: { operation: Operation; expected: number | undefined; outcome: unknown }[] = [];

beforeAll(async () => {
  world = await startWorld();
  for (const operation of world.operations) {
    // That none is without a scene is the business of contract-operations.test.ts.
    const call = await SCENES[operation.key]?.(world);
    if (call === undefined) continue;
    const method: unknown = clientOf(call.as ?? world.callers.orgAdmin)[operation.method.toLowerCase() as "get"];
    const { path, query, body } = call;
    const outcome = await (method as (template: string, input: object) => Promise<unknown>)(operation.path, { path, query, body }).catch(
      (error: unknown) => error,
    );
    outcomes.push({ operation, expected: call.status, outcome });
  }
  await causeRareEvents();
});
afterAll(() => world.close());

const clientOf = (caller: TestCaller) => createClient({ baseUrl: world.url, token: () => caller.headers["authorization"]!.replace("Bearer ", "") });

/** Whose events concern no single organization. */
const PLATFORM_ORGANIZATION = "00000000-0000-0000-0000-000000000000";

let platformEvents: CorridorEvent[];

/** What no scene comes to. */
async function causeRareEvents(): Promise<void> {
  const [org, platform] = [clientOf(world.callers.orgAdmin), clientOf(world.callers.admin)];
  await org.payments.refund((await completedPayin(world)).payment_id, { reason: "returned goods" });
  await org.payments.act((await initiate(world, mobileMoneyPayin("0001"))).payment_id, { action: "cancel" });
  await platform.put("/balances/float/thresholds", { body: { provider: "manual", currency: "NGN", amount: 1_000_000_000.5 } });
  await world.run("provider-floats");
  const soon = new Date(world.clock.now().getTime() + 86_400_000);
  await world.db.query("UPDATE api_keys SET expires_at = $1 WHERE status = 'active' AND rotated_to IS NULL AND expires_at IS NOT NULL", [soon]);
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
  await org.payments.refund(payment_id, { reason: "returned goods" }).catch(() => undefined); // A 502: the refund failed, and says so.
  await world.run("exports");
  await org.post("/exports", { body: { kind: "audit" } });
  await world.db.query("UPDATE exports SET cursor = 'of something else' WHERE status = 'pending'");
  for (let tries = 0; tries < 5; tries++) await world.run("exports");
  await world.advance(5_000);
  platformEvents = await Array.fromAsync(platform.events.list({ org_id: PLATFORM_ORGANIZATION })); // Before days pass, and sessions end.
  await causeDisputeEvents();
}

/** The scenes leave disputes that were answered; banks decide some, and time the others. */
async function causeDisputeEvents(): Promise<void> {
  const { provider_dispute_id } = await disputed(world);
  const decide = (status: string, reason: string) => world.atSandbox(`/disputes/${provider_dispute_id}`, { provider: "fiat", status, reason });
  await decide("needs_response", "the payer says more");
  await decide("lost", "the bank was not convinced");
  await disputed(world);
  world.clock.advance(8 * 86_400_000); // The bank is slower to say that it is lost.
  await world.run("dispute-deadlines");
}

test("every operation can be called by its path", () => {
  const wrong = outcomes
    .filter(({ expected, outcome }) => (outcome instanceof Error ? !(outcome instanceof CorridorError) || outcome.status !== expected : expected !== undefined))
    .map(({ operation, outcome }) => `${operation.key}: ${String(outcome)}`);
  expect(wrong).toEqual([]);
  expect(outcomes.length).toBeGreaterThan(130);
});

test("every amount that is read as text shows its fractional part", async () => {
  const exact = createClient({ baseUrl: world.url, apiKey: world.ours.api_key, numbers: "text" });
  for await (const payment of exact.payments.list()) expect(payment.amount).toMatch(/^\d+\.\d+$/);
});

/** The read endpoint whose `data` an event of the type carries, and what it adds and leaves out: as events.ts has it in types. */
type Told = { readonly path: string; readonly adds?: readonly string[]; readonly omits?: readonly string[]; readonly status?: string };
const PAYMENT: Told = { path: "/payments/{payment_id}", adds: ["previous_status"], omits: ["actions"] };
const MOVEMENT: Told = { path: "/virtual-accounts/transactions/{transaction_id}", adds: ["account"] };
const ACCOUNT: Told = { path: "/virtual-accounts/{account_id}", adds: ["previous_status", "reason"] };
const MILESTONE: Told = { path: "/virtual-accounts/escrow/{escrow_id}/milestones/{milestone_id}", adds: ["resource_sequence"] };
const DISPUTE: Told = { path: "/disputes/{dispute_id}", adds: ["previous_status"], omits: ["actions", "evidence"] };
const APPROVAL: Told = { path: "/approvals/{approval_id}", omits: ["people", "actions"] };
const KYB: Told = {
  path: "/organizations/{org_id}",
  status: "kyb_status",
  adds: ["previous_status", "reason"],
  omits: ["kyb_decided_by", "kyb_review"],
};
const KYC: Told = { path: "/users/{user_id}", status: "kyc_status", adds: ["previous_status", "reason"], omits: ["platform_role", "default_org_id"] };

const EXPORT: Told = { path: "/exports/{export_id}", omits: ["download_url", "download_url_expires_at"] };

const TOLD: Readonly<Record<EventType, Told>> = {
  "payment.processing": PAYMENT,
  "payment.pending": PAYMENT,
  "payment.completed": PAYMENT,
  "payment.failed": PAYMENT,
  "payment.refunded": PAYMENT,
  "payment.canceled": PAYMENT,
  "transaction.updated": PAYMENT,
  "refund.requested": { path: "/refunds/{refund_id}" },
  "refund.completed": { path: "/refunds/{refund_id}" },
  "refund.failed": { path: "/refunds/{refund_id}" },
  "dispute.opened": DISPUTE,
  "dispute.updated": DISPUTE,
  "dispute.under_review": DISPUTE,
  "dispute.won": DISPUTE,
  "dispute.lost": DISPUTE,
  "dispute.accepted": DISPUTE,
  "dispute.expired": DISPUTE,
  "virtual_account.deposit": MOVEMENT,
  "virtual_account.withdrawal": MOVEMENT,
  "virtual_account.frozen": ACCOUNT,
  "virtual_account.unfrozen": ACCOUNT,
  "escrow.milestone.funded": MILESTONE,
  "escrow.milestone.disbursed": { ...MILESTONE, adds: ["resource_sequence", "previous_status", "disbursements"] },
  "escrow.milestone.approval_revoked": { ...MILESTONE, adds: ["resource_sequence", "previous_status"] },
  "payment_link.paid": { path: "/orgs/{org_id}/payment-links/{link_id}", adds: ["previous_status"] },
  "approval.requested": APPROVAL,
  "approval.approved": APPROVAL,
  "approval.rejected": APPROVAL,
  "export.completed": EXPORT,
  "export.failed": EXPORT,
  "float.low": { path: "/balances/float" },
  "api_key.expiring": { path: "/public/api-keys/{api_key_id}" },
  "kyb.approved": KYB,
  "kyb.rejected": KYB,
  "kyc.approved": KYC,
  "kyc.rejected": KYC,
};

const schemaAt = (path: string): Schema => world.operations.find((one) => one.method === "GET" && one.path === path)!.answer!["properties"].data as Schema;

function problemsOf(event: CorridorEvent): string[] {
  const { path, adds = [], omits = [], status = "status" } = TOLD[event.event_type];
  const read = schemaAt(path);
  const schema = (read["items"] as Schema | undefined) ?? read; // A resource that is read as one of a list.
  const data = event.data as unknown as Record<string, unknown>;
  const fields = new Set([...Object.keys(schema["properties"] as object).filter((name) => !omits.includes(name)), ...adds, "sequence"]);
  const given = new Set(Object.keys(data));
  const required = (schema["required"] as string[]).filter((name) => !omits.includes(name));
  const problems = [
    ...[...given.difference(fields)].map((name) => `${name} is not in the type`),
    ...[...required, ...adds, "sequence"].filter((name) => !given.has(name)).map((name) => `${name} is not there`),
  ];
  if (!Check({ ...schema, required }, data)) problems.push("a field is of another type");
  const before = data["previous_status"];
  const mayBeNull = path === PAYMENT.path || path === DISPUTE.path;
  if (before !== undefined && !(before === null ? mayBeNull : Check(schema["properties"][status], before))) problems.push("previous_status is none");
  if ("account" in data && !Check(schemaAt(ACCOUNT.path), data["account"])) problems.push("account is no virtual account");
  if ("disbursements" in data) {
    const disbursements = schemaAt("/virtual-accounts/escrow/{escrow_id}/disbursements");
    if (!Check(disbursements, data["disbursements"])) problems.push("disbursements are none");
  }
  return problems;
}

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
  expect([...seen].toSorted()).toEqual([...EVENT_TYPES].toSorted());
});
