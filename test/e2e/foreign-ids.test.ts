import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestCaller } from "#test/harness/app.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";
import { addressOf, type Call, type Operation, type World } from "./contract.fixtures.ts";
import { startTwoOrganizations, type TwoOrganizations } from "./foreign-ids.fixtures.ts";
import { SCENES, completedPayin, disputed, initiate, reconciliationItem, refunded } from "./scenes.fixtures.ts";
import { disbursement, draft } from "./scenes-escrow.fixtures.ts";
import { verificationBody } from "./scenes-people.fixtures.ts";
import {
  customer,
  beneficiary,
  delivery,
  fundedAccount,
  virtualAccount,
  virtualTransaction,
  webhook,
} from "./scenes-resources.fixtures.ts";

/**
 * "A resource of another organization is a 404, everywhere, also through nested ids": one organization creates
 * everything, another one requests it, and must learn nothing and change nothing. The test compares every row of both
 * organizations in the database.
 */
let world: World;
/** The same service as the other organization sees it. */
let mirrored: World;
let changedBy: TwoOrganizations["changedBy"];

beforeAll(async () => {
  ({ world, mirrored, changedBy } = await startTwoOrganizations());
});
afterAll(() => world.close());

/**
 * The unguessable reference of a link or token of a payment is its holder's credential. A provider's name is not
 * secret; its callback address is its credential.
 */
const OPEN_PARAMETERS = new Set(["link_ref", "checkout_token", "provider", "reference", "token"]);
const ownedIds = (operation: Operation): string[] => operation.pathNames.filter((name) => !OPEN_PARAMETERS.has(name));
/** Reports and accounts at providers are named, and every organization has its own. */
const NAMED = ["GET /reports/:report", "PUT /payments/provider-accounts/:provider/:label"];
const isNamed = ({ pathNames }: Operation): boolean => pathNames.includes("label");
const withIds = (): Operation[] =>
  world.operations.filter((operation) => ownedIds(operation).length > 0 && !NAMED.includes(operation.key));

function expectedStatus(operation: Operation, caller: TestCaller | null): number {
  const { roles, peopleOnly } = operation.rule;
  if (peopleOnly === true && caller?.headers["authorization"] === "NONE") return 403;
  return caller === null || typeof roles === "string" || roles.includes("org-admin") ? 404 : 403;
}

test("what has no id of an organization in its path needs no credential, or that of the platform's admins", () => {
  const open = world.operations.filter(
    (operation) => operation.pathNames.length > 0 && ownedIds(operation).length === 0,
  );
  const isElse = ({ rule: { roles } }: Operation): boolean =>
    roles !== "public" && roles !== "signed" && !(Array.isArray(roles) && roles.length === 0);
  expect(open.filter(isElse).map((operation) => operation.key)).toEqual([]);
});

test("every operation with an id has a call that succeeds for its owner", () => {
  expect(
    withIds()
      .filter((operation) => SCENES[operation.key] === undefined)
      .map((operation) => operation.key),
  ).toEqual([]);
});

test("asked for by another organization's admin or key, everything is a 404 and stays as it was; its owner then succeeds", async () => {
  const problems: string[] = [];
  for (const operation of withIds().filter((one) => one.rule.roles !== "public")) {
    const call = await SCENES[operation.key]!(world);
    for (const caller of [world.callers.otherOrgAdmin, world.callers.otherApiKey]) {
      const changed = await changedBy(async () => {
        const answer = await world.make(operation, call, caller);
        if (answer.status !== expectedStatus(operation, caller))
          problems.push(`${operation.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
        if (answer.text.includes(world.ours.org_id))
          problems.push(`${operation.key} tells of the other organization: ${answer.text.slice(0, 200)}`);
      });
      if (changed.length > 0) problems.push(`${operation.key} changed rows of ${changed.join(" and ")}`);
    }
    const owners = await world.make(operation, call);
    if (owners.status >= 400)
      problems.push(`${operation.key} for its owner: ${owners.status} ${owners.text.slice(0, 200)}`);
  }
  expect(problems).toEqual([]);
});

test("an id of one organization below an id of the other is a 404 to both, and nothing changes", async () => {
  const problems: string[] = [];
  const nested = withIds().filter((operation) => ownedIds(operation).length > 1);
  expect(nested.length).toBeGreaterThan(20);
  for (const operation of nested) {
    const [ours, theirs] = [await SCENES[operation.key]!(world), await SCENES[operation.key]!(mirrored)];
    for (const path of mixtures(operation, ours, theirs)) {
      for (const caller of operation.rule.roles === "public"
        ? [null]
        : [world.callers.orgAdmin, world.callers.otherOrgAdmin]) {
        const changed = await changedBy(async () => {
          const answer = await world.make(operation, { ...ours, path }, caller);
          if (answer.status !== expectedStatus(operation, caller))
            problems.push(`${operation.key} ${JSON.stringify(path)}: ${answer.status} ${answer.text.slice(0, 200)}`);
        });
        if (changed.length > 0)
          problems.push(`${operation.key} ${JSON.stringify(path)} changed rows of ${changed.join(" and ")}`);
      }
    }
  }
  expect(problems).toEqual([]);
});

/** Every combination of ids from the two organizations, except for those from one organization only. */
function mixtures(operation: Operation, ours: Call, theirs: Call): Record<string, string>[] {
  const names = ownedIds(operation);
  const found: Record<string, string>[] = [];
  for (let choice = 1; choice < 2 ** names.length - 1; choice++) {
    found.push({
      ...ours.path,
      ...Object.fromEntries(names.map((name, index) => [name, ((choice >> index) & 1 ? ours : theirs).path![name]!])),
    });
  }
  return found;
}

test("staff who are org-admin of one organization change nothing in another: what is not granted to staff is not theirs to name there", async () => {
  const members = `/organizations/${world.theirs.org_id}/members`;
  await world.must(world.callers.admin, "POST", members, { user_id: world.demo.staff.user_id, role: "org-admin" });
  const isMembersOnly = ({ rule: { roles } }: Operation): boolean =>
    typeof roles !== "string" && roles.includes("org-admin") && !roles.includes("staff");
  const problems: string[] = [];
  for (const operation of world.operations.filter(isMembersOnly)) {
    const namedInBody = operation.body?.["properties"]?.org_id !== undefined;
    if (isNamed(operation) || (ownedIds(operation).length === 0 && !namedInBody)) continue;
    const call = await SCENES[operation.key]!(world);
    const aimed = namedInBody ? { ...call, body: { ...(call.body as object), org_id: world.ours.org_id } } : call;
    const changed = await changedBy(async () => {
      const answer = await world.make(operation, aimed, world.callers.staff);
      if (!namedInBody && answer.status !== 404)
        problems.push(`${operation.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
    });
    // Some bodies name an organization that is ignored for members, because the credential decides. Then the caller's
    // own organization changes.
    if (changed.includes("ours") || (changed.length > 0 && !namedInBody))
      problems.push(`${operation.key} changed rows of ${changed.join(" and ")}`);
  }
  await world.must(world.callers.admin, "DELETE", `${members}/${world.demo.staff.user_id}`);
  expect(problems).toEqual([]);
});

describe("an id of another organization in a query", () => {
  /** A filter value that matches a resource of `ours`, and the list to filter. */
  type Case = { key: string; name: string; call?: (of: World) => Promise<Call>; value: () => Promise<string> };
  const orgId = async () => world.ours.org_id;
  const paymentId = async () => (await completedPayin(world)).payment_id;
  const paidByCustomer = async (): Promise<string> => {
    const customer_id = await customer(world);
    await initiate(world, mobileMoneyPayin("4567", { customer_id }));
    await world.followed();
    return customer_id;
  };
  const CASES: Case[] = [
    ...[
      "GET /transactions",
      "GET /payments/reconciliation-items",
      "GET /fees",
      "GET /public/api-keys",
      "GET /public/webhooks",
      "GET /public/webhooks/dead-letters",
      "GET /events",
      "GET /beneficiaries",
      "GET /customers",
      "GET /refunds",
      "GET /exports",
      "GET /saved-views",
      "GET /payout-batches",
      "GET /approvals",
      "GET /disputes",
      "GET /balances",
      "GET /balances/history",
      "GET /balances/daily",
      "GET /ledger/accounts",
      "GET /ledger/transactions",
      "GET /virtual-accounts",
      "GET /virtual-accounts/escrow",
      "GET /users/list",
      "GET /users/notifications/verification-requests",
      "GET /users/analytics/geographic-distribution",
      "GET /transactions/analytics/overview",
      "GET /transactions/analytics/outcomes",
      "GET /transactions/totals",
    ].map((key): Case => ({ key, name: "org_id", value: orgId })),
    { key: "GET /organizations/admin/exchange-rate", name: "org_id", value: orgId },
    {
      key: "GET /corridors",
      name: "org_id",
      call: (of) => SCENES["GET /corridors"]!(of) as Promise<Call>,
      value: orgId,
    },
    {
      key: "GET /organizations/admin/exchange-rate/:org_rate_id",
      name: "org_id",
      call: (of) => SCENES["GET /organizations/admin/exchange-rate/:org_rate_id"]!(of) as Promise<Call>,
      value: orgId,
    },
    {
      key: "GET /quotes/:quote_id",
      name: "org_id",
      call: (of) => SCENES["GET /quotes/:quote_id"]!(of) as Promise<Call>,
      value: orgId,
    },
    {
      key: "GET /users/notifications/verification-requests",
      name: "transaction_id",
      value: async () => {
        const body = await verificationBody(world);
        await world.must(world.callers.orgAdmin, "POST", "/users/notifications/verification-request", body);
        return body["transaction_id"]!;
      },
    },
    {
      key: "GET /public/webhooks/deliveries/:delivery_id",
      name: "org_id",
      call: async (of) => ({ path: { delivery_id: await delivery(of) } }),
      value: orgId,
    },
    {
      key: "POST /public/webhooks/deliveries/:delivery_id/replay",
      name: "org_id",
      call: async (of) => ({ path: { delivery_id: await delivery(of) } }),
      value: orgId,
    },
    {
      key: "GET /events/:event_id",
      name: "org_id",
      call: (of) => SCENES["GET /events/:event_id"]!(of) as Promise<Call>,
      value: orgId,
    },
    { key: "GET /transactions", name: "beneficiary_id", value: async () => world.ours.beneficiary_id },
    { key: "GET /transactions", name: "search", value: paymentId },
    { key: "GET /search", name: "q", value: paymentId },
    { key: "GET /reports/:report", name: "org_id", call: async () => ({ path: { report: "fees" } }), value: orgId },
    { key: "GET /search", name: "org_id", call: async () => ({ query: { q: "wages" } }), value: orgId },
    { key: "GET /transactions", name: "customer_id", value: paidByCustomer },
    {
      key: "GET /transactions",
      name: "email",
      value: async () => {
        await initiate(
          world,
          mobileMoneyPayin("4567", { payer_details: { name: "Ama Owusu", email: "ama@ours.example" } }),
        );
        await world.followed();
        return "ama@ours.example";
      },
    },
    { key: "GET /refunds", name: "payment_id", value: async () => (await refunded(world)).payment_id },
    {
      key: "GET /customers",
      name: "email",
      value: async () => {
        await world.must(world.callers.orgAdmin, "POST", "/customers", { email: "efua@ours.example" });
        return "efua@ours.example";
      },
    },
    {
      key: "GET /virtual-accounts",
      name: "customer_id",
      value: async () => {
        const customer_id = await customer(world);
        const { org_id, org_admin } = world.ours;
        await world.must(world.callers.orgAdmin, "POST", "/virtual-accounts/internal/bank", {
          org_id,
          user_id: org_admin.user_id,
          currency: "NGN",
          customer_id,
        });
        return customer_id;
      },
    },
    {
      key: "GET /transactions",
      name: "client_reference",
      value: async () => {
        await initiate(world, mobileMoneyPayin("4567", { client_reference: "order-1" }));
        return "order-1";
      },
    },
    {
      key: "GET /payments/reconciliation-items",
      name: "payment_id",
      value: async () => (await reconciliationItem(world)).payment_id,
    },
    { key: "GET /disputes", name: "payment_id", value: async () => (await disputed(world)).payment_id },
    { key: "GET /events", name: "resource_id", value: paymentId },
    { key: "GET /beneficiaries", name: "user_id", value: async () => world.ours.org_admin.user_id },
    { key: "GET /virtual-accounts", name: "user_id", value: async () => (await virtualAccount(world)).user_id },
    {
      key: "GET /virtual-accounts/transactions/:transaction_id",
      name: "user_id",
      call: async (of) => ({ path: { transaction_id: await virtualTransaction(of) } }),
      value: async () => world.ours.org_admin.user_id,
    },
    { key: "GET /ledger/transactions", name: "resource_id", value: paymentId },
    {
      key: "GET /ledger/transactions",
      name: "account_id",
      value: async () => {
        await completedPayin(world);
        return (await world.must(world.callers.orgAdmin, "GET", "/ledger/accounts")).data[0].account_id;
      },
    },
    { key: "GET /ledger/accounts", name: "owner_id", value: async () => (await fundedAccount(world)).account_id },
    { key: "GET /public/webhooks/dead-letters", name: "webhook_id", value: () => webhook(world) },
    {
      key: "GET /public/webhooks/:webhook_id/deliveries",
      name: "event_id",
      call: async (of) => ({ path: { webhook_id: await webhook(of) } }),
      value: async () => (await world.must(world.callers.orgAdmin, "GET", "/events?limit=1")).data[0].event_id,
    },
    {
      key: "GET /virtual-accounts/escrow/:escrow_id/disbursements",
      name: "milestone_id",
      call: async (of) => ({ path: { escrow_id: (await draft(of)).escrow_id } }),
      value: async () => (await draft(world)).milestone_id,
    },
    { key: "GET /users/list", name: "email", value: async () => world.ours.org_admin.email },
    ...["actor_id", "resource_id"].map((name): Case => ({
      key: "GET /organizations/:org_id/audit-log",
      name,
      call: async (of) => ({ path: { org_id: of.ours.org_id } }),
      value: name === "actor_id" ? async () => world.ours.org_admin.user_id : () => beneficiary(world),
    })),
  ];

  // Totals take the filters of the list.
  CASES.push(
    ...CASES.filter((one) => one.key === "GET /transactions" && one.name !== "org_id").map((one) => ({
      ...one,
      key: "GET /transactions/totals",
    })),
  );

  test("stands in the cases below wherever a member's query takes one", () => {
    const callable = world.operations.filter(
      (one) => Array.isArray(one.rule.roles) && one.rule.roles.includes("org-admin"),
    );
    const parameters = callable.flatMap((operation) =>
      operation.query
        .filter(({ name }) => /_id$|^search$|^client_reference$|^email$/.test(name))
        .map(({ name }) => `${operation.key} ${name}`),
    );
    const known = new Set(CASES.map((one) => `${one.key} ${one.name}`));
    expect(parameters.filter((parameter) => !known.has(parameter))).toEqual([]);
    expect(parameters.length).toBeGreaterThan(25);
  });

  test.each(CASES)("$key?$name= finds nothing of it", async ({ key, name, call, value }) => {
    const operation = world.operations.find((one) => one.key === key)!;
    const text = await value();
    const own = await (call ?? SCENES[key]!)(mirrored);
    const answer = await world.make(
      operation,
      { ...own, query: { ...own.query, [name]: text } },
      world.callers.otherOrgAdmin,
    );
    if (answer.status === 200) expect(answer.body.data.sums ?? answer.body.data).toEqual([]);
    else expect([answer.status, answer.text]).toEqual([404, expect.not.stringContaining(world.ours.org_id)]);
    if (name === "org_id") expect(answer.status).toBe(404);
  });
});

test("nothing that another organization can read without an id shows a row of ours", async () => {
  await disbursement(world);
  await reconciliationItem(world);
  const readable = world.operations.filter(
    (one) =>
      one.method === "GET" &&
      one.pathNames.length === 0 &&
      (one.rule.roles === "authenticated" || (Array.isArray(one.rule.roles) && one.rule.roles.includes("org-admin"))),
  );
  expect(readable.length).toBeGreaterThan(15);
  for (const operation of readable) {
    const call = await SCENES[operation.key]!(mirrored);
    const answer = await world.request(
      mirrored.callers.orgAdmin,
      "GET",
      addressOf(operation, { ...call, query: { ...call.query, ...(operation.isList ? { limit: "100" } : {}) } }),
    );
    expect([operation.key, answer.status]).toEqual([operation.key, 200]);
    for (const secret of [world.ours.org_id, world.ours.org_admin.user_id, world.ours.beneficiary_id])
      expect([operation.key, answer.text.includes(secret)]).toEqual([operation.key, false]);
  }
});
