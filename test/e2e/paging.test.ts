import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { RETRY_DELAYS_MS } from "@corridor/server/record/webhooks/retry-schedule.ts";
import { setCreditLine } from "@corridor/server/back-office/balances/set-credit-line.ts";
import { FIAT_CURRENCIES } from "@corridor/base/currencies.ts";
import { Money } from "@corridor/base/money.ts";
import type { TestAnswer, TestCaller } from "#test/harness/app.ts";
import { cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";
import { type Call, type Operation, startWorld, type World } from "./contract.fixtures.ts";
import {
  SCENES,
  completedPayin,
  disputed,
  heldPayout,
  initiate,
  paymentLink,
  reconciliationItem,
} from "./scenes.fixtures.ts";
import { payoutBatch } from "./scenes-batches.fixtures.ts";
import { newMember, signInAgain, verificationBody } from "./scenes-people.fixtures.ts";
import { settlementImport, settlementSource } from "./scenes-settlements.fixtures.ts";
import {
  adjustmentBody,
  apiKey,
  beneficiary,
  customer,
  exported,
  fundedAccount,
  notification,
  savedView,
  virtualAccount,
  webhook,
} from "./scenes-resources.fixtures.ts";

/**
 * Tests section 8 of contract.md for every list: read to its end while rows are added, no row appears twice and
 * none is missing, and a cursor works only in its own list. A list that is missing in the table below fails a test.
 */
let world: World;
beforeAll(async () => {
  world = await startWorld();
  // Enough rows for a cursor, whichever list runs first.
  for (let row = 0; row < 2; row++) await Promise.all([beneficiary(world, key()), apiKey(world)]);
});
afterAll(() => world.close());

type Source = {
  /** The path of the list, and filters that keep it short. */
  list?: () => Promise<Call>;
  add: (call: Call) => Promise<unknown>;
  /** A list whose cursors must not work here; by default the same list of the other organization. */
  other?: () => Promise<{ call: Call; add: () => Promise<unknown>; as: TestCaller }>;
  caller?: () => TestCaller;
  id: string;
};

const key = (): TestCaller => world.callers.apiKey;
const otherKey = (): TestCaller => world.callers.otherApiKey;
const platform = (): TestCaller => world.callers.admin;
const ours = async (): Promise<Call> => ({ path: { org_id: world.ours.org_id } });
const notify = (caller: TestCaller) => world.must(caller, "POST", "/public/webhooks/notify", notification(caller));
/** The other organization's list of the same name, filled in the same way. */
const theirs =
  (add: (caller: TestCaller) => Promise<unknown>, call: Call = {}) =>
  async () => ({ call, add: () => add(otherKey()), as: otherKey() });

const ESCROW = "/virtual-accounts/escrow";
const MILESTONES = 16;

/** A project in which every step can be paid out, one after the other. */
async function releasableProject(): Promise<{
  escrow_id: string;
  release: () => Promise<unknown>;
  account_id: string;
}> {
  const { escrow_id } = (
    await world.must(key(), "POST", ESCROW, { title: "Steps", currency: "NGN", total_amount: 10 * MILESTONES })
  ).data;
  const { party_id } = (
    await world.must(key(), "POST", `${ESCROW}/${escrow_id}/parties`, {
      name: "Builder",
      role: "contractor",
      account_id: (await virtualAccount(world, key())).account_id,
    })
  ).data;
  const steps: string[] = [];
  for (let step = 0; step < MILESTONES; step++) {
    const body = {
      label: `Step ${step}`,
      expected_disbursement: 10,
      parties: [{ party_id, split_type: "percentage", split_value: 100 }],
    };
    steps.push((await world.must(key(), "POST", `${ESCROW}/${escrow_id}/milestones`, body)).data.milestone_id);
  }
  await world.must(key(), "POST", `${ESCROW}/${escrow_id}/activate`);
  const { account_id } = await fundedAccount(world, key());
  const release = async (): Promise<unknown> => {
    const path = `${ESCROW}/${escrow_id}/milestones/${steps.shift()!}`;
    await world.must(key(), "POST", `${ESCROW}/${escrow_id}/fund`, { amount: 10, account_id });
    await world.must(key(), "POST", `${path}/contract`, { terms: "Do it." });
    await world.must(key(), "POST", `${path}/contract/approve`);
    return world.must(key(), "POST", `${path}/release`);
  };
  return { escrow_id, release, account_id };
}

let statementsMade: Promise<{ source: string; account: string }> | undefined;
const statements = () => (statementsMade ??= settlementSource(world));

let creditLines = 0;
/** Each account has another currency. */
const creditLine = (org_id: string) =>
  setCreditLine(world, {
    orgId: org_id,
    amount: Money.parse("10", FIAT_CURRENCIES[creditLines++]!),
    reason: "a test",
    actor: { type: "system", id: "test" },
  });

const projects = new Map<string, Awaited<ReturnType<typeof releasableProject>>>();
async function listOfProject(): Promise<Call> {
  const project = await releasableProject();
  projects.set(project.escrow_id, project);
  return { path: { escrow_id: project.escrow_id } };
}
const release = (call: Call) => projects.get(call.path!["escrow_id"]!)!.release();
const ofAnotherProject = async () => {
  const call = await listOfProject();
  return { call, add: () => release(call), as: key() };
};

/** Pending deliveries to endpoints of earlier lists would make this list long. */
async function withoutWebhooks(): Promise<Call> {
  const { data } = await world.must(key(), "GET", "/public/webhooks?limit=100");
  await Promise.all(
    data.map(({ webhook_id }: { webhook_id: string }) => world.must(key(), "DELETE", `/public/webhooks/${webhook_id}`)),
  );
  return {};
}

/**
 * To a new endpoint, because an endpoint that fails for days is disabled; attempted as often as the schedule says, with
 * its jitter.
 */
async function deadLetter(caller: TestCaller): Promise<void> {
  await webhook(world, caller);
  await notify(caller);
  for (const delayMs of RETRY_DELAYS_MS) {
    await world.advance(delayMs * 1.2);
    await world.run("webhook-delivery");
  }
}

const numbers = new Map<string, string>();
async function account(caller: TestCaller = key()): Promise<Call> {
  const opened = await virtualAccount(world, caller);
  numbers.set(opened.account_id, opened.account_number);
  return { path: { account_id: opened.account_id } };
}
const deposit = (call: Call) =>
  world.atSandbox("/deposits", { account_number: numbers.get(call.path!["account_id"]!), amount: 5, currency: "NGN" });

const payin = async (): Promise<Call> => ({ path: { payment_id: (await completedPayin(world)).payment_id } });
const refund = (call: Call) =>
  world.must(key(), "POST", `/payments/${call.path!["payment_id"]!}/refund`, { amount: 0.01, reason: "part" });

/** The order matters: the last list moves the clock so far that sessions expire. */
/** A sign-in is recorded without anybody waiting for it. */
async function recordedSignIn(person: Parameters<typeof signInAgain>[1], caller: TestCaller): Promise<void> {
  const newest = async () => (await world.must(caller, "GET", "/users/me/sign-ins?limit=1")).data[0]?.sign_in_id;
  const before = await newest();
  await signInAgain(world, person);
  await vi.waitFor(async () => expect(await newest()).not.toBe(before));
}

const PROGRAM = { name: "By success", rules: [{ when: {}, then: { by: "success" } }] };
/** Few may be unfinished at a time. */
async function backtest(whose: object): Promise<void> {
  const asked = { program: { rules: PROGRAM.rules }, from: "2026-01-01", to: "2026-01-03", ...whose };
  await world.must(platform(), "POST", "/payments/routing/backtest", asked);
  await world.run("backtests");
}

const SOURCES: Readonly<Record<string, Source>> = {
  "GET /transactions": {
    id: "payment_id",
    add: () => Promise.all([initiate(world, mobileMoneyPayin()), initiate(world, cardPayin())]),
    other: theirs((caller) => initiate(world, mobileMoneyPayin(), caller)),
  },
  "GET /payments/provider-configs": {
    id: "config_id",
    caller: platform,
    list: async () => ({ query: { country: "BR" } }),
    add: () => SCENES["GET /payments/provider-configs/:provider/:config_id"]!(world) as Promise<unknown>,
    other: async () => ({ call: { query: { country: "GH" } }, add: async () => undefined, as: platform() }),
  },
  "GET /payments/routing/programs": {
    id: "program_id",
    caller: platform,
    add: () => SCENES["GET /payments/routing/programs/:program_id"]!(world) as Promise<unknown>,
    other: async () => ({
      call: { query: { org_id: world.theirs.org_id } },
      add: () =>
        world.must(platform(), "POST", "/payments/routing/programs", { ...PROGRAM, org_id: world.theirs.org_id }),
      as: platform(),
    }),
  },
  "GET /payments/routing/backtests": {
    id: "backtest_id",
    caller: platform,
    add: () => backtest({}),
    other: async () => ({
      call: { query: { org_id: world.theirs.org_id } },
      add: () => backtest({ org_id: world.theirs.org_id }),
      as: platform(),
    }),
  },
  "GET /payments/reconciliation-items": {
    id: "item_id",
    add: () => reconciliationItem(world),
    other: async () => ({ call: { query: { status: "open" } }, add: () => reconciliationItem(world), as: key() }),
  },
  "GET /refunds": {
    id: "refund_id",
    list: async () => ({ query: (await payin()).path! }),
    add: ({ query }) => refund({ path: query as Record<string, string> }),
    other: async () => {
      const { path } = await payin();
      return { call: { query: path! }, add: () => refund({ path: path! }), as: key() };
    },
  },
  "GET /payments/:payment_id/refunds": {
    id: "refund_id",
    list: payin,
    add: refund,
    other: async () => {
      const call = await payin();
      return { call, add: () => refund(call), as: key() };
    },
  },
  "GET /fees": {
    id: "fee_id",
    add: () => SCENES["PATCH /fees/:fee_id"]!(world) as Promise<unknown>,
    other: async () => ({
      call: {},
      add: () =>
        world.must(platform(), "POST", "/fees", { name: "Theirs", currency: "GHS", org_id: world.theirs.org_id }),
      as: otherKey(),
    }),
  },
  "GET /public/api-keys": {
    id: "api_key_id",
    add: () => apiKey(world),
    other: theirs(() => apiKey(world, world.callers.otherOrgAdmin)),
  },
  "GET /public/webhooks": {
    id: "webhook_id",
    add: () => webhook(world, key()),
    other: theirs((caller) => webhook(world, caller)),
  },
  "GET /public/webhooks/:webhook_id/deliveries": {
    id: "delivery_id",
    list: async () => ({ path: { webhook_id: await webhook(world, key()) } }),
    add: () => notify(key()),
    other: async () => ({
      call: { path: { webhook_id: await webhook(world, key()) } },
      add: () => notify(key()),
      as: key(),
    }),
  },
  "GET /events": {
    id: "event_id",
    list: async () => ({ query: { type: "transaction.updated" } }),
    add: () => notify(key()),
    other: theirs(notify, { query: { type: "transaction.updated" } }),
  },
  "GET /beneficiaries": {
    id: "beneficiary_id",
    add: () => beneficiary(world, key()),
    other: theirs((caller) => beneficiary(world, caller)),
  },
  "GET /saved-views": {
    id: "view_id",
    add: () => savedView(world, key()),
    other: theirs((caller) => savedView(world, caller)),
  },
  "GET /exports": {
    id: "export_id",
    add: () => exported(world, key()),
    other: theirs((caller) => exported(world, caller)),
  },
  "GET /payout-batches": {
    id: "batch_id",
    add: () => payoutBatch(world, key()),
    other: theirs((caller) => payoutBatch(world, caller)),
  },
  "GET /customers": {
    id: "customer_id",
    add: () => customer(world, key()),
    other: theirs((caller) => customer(world, caller)),
  },
  "GET /orgs/:org_id/payment-links": {
    id: "link_id",
    list: ours,
    add: () => paymentLink(world, key()),
    other: async () => ({
      call: { path: { org_id: world.theirs.org_id } },
      add: () => paymentLink(world, otherKey()),
      as: otherKey(),
    }),
  },
  "GET /approvals": {
    id: "approval_id",
    add: () => heldPayout(world),
    other: theirs((caller) => heldPayout(world, world.theirs, caller)),
  },
  "GET /disputes": { id: "dispute_id", add: () => disputed(world), other: theirs((caller) => disputed(world, caller)) },
  "GET /balances/history": {
    id: "entry",
    list: async () => ({ query: { currency: "GHS" } }),
    add: () => completedPayin(world),
    other: theirs(
      async (caller) => {
        await initiate(world, mobileMoneyPayin(), caller);
        await world.advance(1_000);
      },
      { query: { currency: "GHS" } },
    ),
  },
  "GET /balances/credit-lines": {
    id: "account_id",
    caller: platform,
    add: () => creditLine(world.ours.org_id),
    other: async () => ({
      call: { query: { org_id: world.theirs.org_id } },
      add: () => creditLine(world.theirs.org_id),
      as: platform(),
    }),
  },
  "GET /balances/adjustments": {
    id: "adjustment_id",
    caller: platform,
    add: () => world.must(platform(), "POST", "/balances/adjustments", adjustmentBody(world)),
    other: async () => ({
      call: { query: { org_id: world.theirs.org_id } },
      add: () => world.must(platform(), "POST", "/balances/adjustments", adjustmentBody(world, world.theirs.org_id)),
      as: platform(),
    }),
  },
  "GET /settlements/imports": {
    id: "import_id",
    caller: platform,
    list: async () => ({ query: { account: (await statements()).account } }),
    add: async () => settlementImport(world, (await statements()).source),
    other: async () => ({ call: {}, add: () => settlementImport(world), as: platform() }),
  },
  "GET /settlements/exceptions": {
    id: "exception_id",
    caller: platform,
    list: async () => ({ query: { account: (await statements()).account } }),
    add: async () => settlementImport(world, (await statements()).source),
    other: async () => ({ call: {}, add: () => settlementImport(world), as: platform() }),
  },
  "GET /ledger/accounts": {
    id: "account_id",
    add: () => fundedAccount(world, key()),
    other: theirs((caller) => fundedAccount(world, caller)),
  },
  "GET /ledger/transactions": {
    id: "position",
    add: () => completedPayin(world),
    other: theirs(async (caller) => {
      await initiate(world, mobileMoneyPayin(), caller);
      await world.advance(1_000);
    }),
  },
  "GET /virtual-accounts": {
    id: "account_id",
    add: () => virtualAccount(world, key()),
    other: theirs((caller) => virtualAccount(world, caller)),
  },
  "GET /virtual-accounts/:account_id/transactions": {
    id: "transaction_id",
    list: account,
    add: deposit,
    other: async () => {
      const call = await account();
      return { call, add: () => deposit(call), as: key() };
    },
  },
  "GET /virtual-accounts/escrow": {
    id: "escrow_id",
    add: () => world.must(key(), "POST", ESCROW, { title: "A project", currency: "NGN", total_amount: 10 }),
    other: theirs((caller) =>
      world.must(caller, "POST", ESCROW, { title: "Theirs", currency: "GHS", total_amount: 10 }),
    ),
  },
  "GET /virtual-accounts/escrow/:escrow_id/fundings": {
    id: "funding_id",
    list: listOfProject,
    add: release,
    other: ofAnotherProject,
  },
  "GET /virtual-accounts/escrow/:escrow_id/disbursements": {
    id: "disbursement_id",
    list: listOfProject,
    add: release,
    other: ofAnotherProject,
  },
  "GET /organizations": {
    id: "org_id",
    caller: platform,
    add: () => world.must(platform(), "POST", "/organizations", { name: world.unique("Organization"), country: "KE" }),
    other: async () => ({
      call: { query: { country: "KE" } },
      add: () =>
        world.must(platform(), "POST", "/organizations", { name: world.unique("Organization"), country: "KE" }),
      as: platform(),
    }),
  },
  "GET /organizations/:org_id/members": {
    id: "user_id",
    list: ours,
    add: () => newMember(world, world.ours.org_id),
    other: async () => ({
      call: { path: { org_id: world.theirs.org_id } },
      add: () => newMember(world, world.theirs.org_id),
      as: otherKey(),
    }),
  },
  "GET /organizations/:org_id/service-accounts": {
    id: "user_id",
    list: ours,
    add: () => serviceAccount(world.callers.orgAdmin),
    other: async () => ({
      call: { path: { org_id: world.theirs.org_id } },
      add: () => serviceAccount(world.callers.otherOrgAdmin),
      as: otherKey(),
    }),
  },
  "GET /organizations/:org_id/invites": {
    id: "invite_id",
    list: ours,
    add: () => invite(world.callers.orgAdmin),
    other: async () => ({
      call: { path: { org_id: world.theirs.org_id } },
      add: () => invite(world.callers.otherOrgAdmin),
      as: otherKey(),
    }),
  },
  "GET /organizations/:org_id/audit-log": {
    id: "audit_id",
    list: async () => ({ path: { org_id: world.ours.org_id }, query: { action: "beneficiary.created" } }),
    add: () => beneficiary(world, key()),
    other: async () => ({
      call: { path: { org_id: world.theirs.org_id }, query: { action: "beneficiary.created" } },
      add: () => beneficiary(world, otherKey()),
      as: otherKey(),
    }),
  },
  "GET /users/list": {
    id: "user_id",
    add: () => newMember(world, world.ours.org_id),
    other: theirs(() => newMember(world, world.theirs.org_id)),
  },
  "GET /users/notifications/verification-requests": {
    id: "request_id",
    add: async () =>
      world.must(key(), "POST", "/users/notifications/verification-request", await verificationBody(world)),
    other: async () => ({
      call: { query: { org_id: world.ours.org_id } },
      add: async () =>
        world.must(key(), "POST", "/users/notifications/verification-request", await verificationBody(world)),
      as: platform(),
    }),
  },
  "GET /users/me/sessions": {
    id: "session_id",
    caller: () => world.callers.orgAdmin,
    add: () => signInAgain(world, world.ours.org_admin),
    other: async () => ({
      call: {},
      add: () => signInAgain(world, world.theirs.org_admin),
      as: world.callers.otherOrgAdmin,
    }),
  },
  "GET /users/me/sign-ins": {
    id: "sign_in_id",
    caller: () => world.callers.orgAdmin,
    add: () => recordedSignIn(world.ours.org_admin, world.callers.orgAdmin),
    other: async () => ({
      call: {},
      add: () => recordedSignIn(world.theirs.org_admin, world.callers.otherOrgAdmin),
      as: world.callers.otherOrgAdmin,
    }),
  },
  "GET /users/notifications": {
    id: "notification_id",
    add: async () =>
      world.must(key(), "POST", "/users/notifications/verification-request", await verificationBody(world)),
    other: async () => ({
      call: { query: { unread: "true" } },
      add: async () =>
        world.must(key(), "POST", "/users/notifications/verification-request", await verificationBody(world)),
      as: key(),
    }),
  },
  "GET /public/webhooks/dead-letters": {
    id: "delivery_id",
    list: withoutWebhooks,
    add: () => deadLetter(key()),
    other: theirs(deadLetter),
  },
};

const serviceAccount = (caller: TestCaller) =>
  world.must(caller, "POST", `/organizations/${caller.orgId}/service-accounts`, {
    name: world.unique("service"),
    role: "org-viewer",
  });
const invite = (caller: TestCaller) =>
  world.must(caller, "POST", `/organizations/${caller.orgId}/invites`, {
    email: `${world.unique("invited")}@example.com`,
    role: "org-viewer",
  });

const operationOf = (name: string): Operation => world.operations.find((one) => one.key === name)!;
const cursorOf = (operation: Operation): string =>
  operation.path.startsWith("/organizations") ? "lastEvaluatedKey" : "last_evaluated_key";
const ROWS = 5;

async function read(
  operation: Operation,
  caller: TestCaller,
  call: Call,
  query: Record<string, string> = {},
): Promise<TestAnswer> {
  return world.make(operation, { ...call, query: { ...call.query, ...query } }, caller);
}

/** These lists refuse unknown parameters, because a misspelled filter would select other money. */
const CLOSED = new Set(["GET /transactions", "GET /events", "GET /refunds", "GET /exports"]);

/**
 * Reads all rows in small pages. Each request has an unknown, changing parameter, as some clients send to bypass
 * caches.
 */
async function readAll(
  operation: Operation,
  caller: TestCaller,
  call: Call,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<any[]> {
  const rows: any[] = [];
  const cursorName = cursorOf(operation);
  let cursor: string | null = null;
  do {
    const answer: TestAnswer = await read(operation, caller, call, {
      ...(CLOSED.has(operation.key) ? {} : { _: String(rows.length) }),
      limit: String(limit),
      ...(cursor === null ? {} : { [cursorName]: cursor }),
    });
    expect(answer.status, answer.text).toBe(200);
    const { body } = answer;
    expect([body.data.length <= limit, body.meta.count, body.meta.has_more, body.meta[cursorName]]).toEqual([
      true,
      body.data.length,
      body[cursorName] !== null,
      body[cursorName],
    ]);
    if (body[cursorName] !== null)
      expect([body.data.length, body[cursorName]]).toEqual([limit, expect.stringMatching(/^[A-Za-z0-9_-]+$/)]);
    rows.push(...body.data);
    cursor = body[cursorName];
    if (cursor !== null) await between();
    expect(rows.length).toBeLessThan(1_000);
  } while (cursor !== null);
  return rows;
}

const isWhole = ({ key: name, isList, query }: Operation): boolean =>
  isList &&
  SOURCES[name] === undefined &&
  query.some((one) => one.name === "limit" && one.schema.default === undefined);
/** Its rows are all there from the beginning. */
const ROWS_OF_BATCH = "GET /payout-batches/:batch_id/rows";

test("a list that is read as a whole, and the rows of a batch, have count and cursor, and pages with a limit", async () => {
  const lists = world.operations.filter((one) => isWhole(one) || one.key === ROWS_OF_BATCH);
  expect(lists).toHaveLength(24);
  for (const operation of lists) {
    const call = await SCENES[operation.key]!(world);
    const caller = call.as ?? world.callers.orgAdmin;
    const { body } = await read(operation, caller, call);
    const cursorName = cursorOf(operation);
    const end = { has_more: false, [cursorName]: null };
    expect([operation.key, body.meta, body[cursorName]]).toEqual([
      operation.key,
      { count: body.data.length, ...end },
      null,
    ]);
    // A list may tell the moment of its reading.
    const shown = (rows: object[]) => rows.map((row) => Object.keys(row).length);
    expect(shown(await readAll(operation, caller, call, 1))).toEqual(shown(body.data));
  }
});

test("whatever is filtered by time takes date_from and date_to, as days and as instants", async () => {
  const FROM = /^(date_?from|from)$/i;
  const filtered = world.operations.filter(
    (one) => one.method === "GET" && one.query.some(({ name }) => FROM.test(name)),
  );
  expect(filtered).toHaveLength(14);
  for (const operation of filtered) {
    const call = await SCENES[operation.key]!(world);
    for (const [date_from, date_to] of [
      ["2026-01-01", "2026-01-31"],
      ["2026-01-01T00:00:00Z", "2026-01-31T12:00:00+02:00"],
    ] as const) {
      const query = Object.fromEntries(
        Object.entries(call.query ?? {}).filter(([name]) => !/^(date_?)?(from|to)$/i.test(name)),
      );
      const answer = await world.make(
        operation,
        { ...call, query: { ...query, date_from, date_to } },
        call.as ?? world.callers.orgAdmin,
      );
      expect([operation.key, date_from, answer.status, answer.text.slice(0, 200)]).toEqual([
        operation.key,
        date_from,
        200,
        expect.any(String),
      ]);
    }
  }
});

test("every list of the document stands in the table of this file", () => {
  const isHere = (one: Operation): boolean => SOURCES[one.key] !== undefined || isWhole(one);
  expect(world.operations.filter((one) => one.isList && !isHere(one)).map((one) => one.key)).toEqual([ROWS_OF_BATCH]);
  expect(
    Object.keys(SOURCES).filter((name) => !world.operations.some((one) => one.key === name && one.isList)),
  ).toEqual([]);
});

describe.each(Object.entries(SOURCES))("%s", (name, source) => {
  let operation: Operation;
  let call: Call;
  let caller: TestCaller;
  const idsOf = (rows: any[]): unknown[] => rows.map((row) => row[source.id]);

  beforeAll(async () => {
    operation = operationOf(name);
    caller = (source.caller ?? key)();
    call = (await source.list?.()) ?? {};
    for (let row = 0; row < ROWS; row++) await source.add(call);
  });

  test("is paged to its end while rows are added, whatever unknown parameter comes along: nothing twice, nothing left out, newest first", async () => {
    const before = await readAll(operation, caller, call, 100);
    expect(before.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(idsOf(before)).size).toBe(before.length);
    const moments = before.map((row) => row.created_at as string);
    expect(moments).toEqual(moments.toSorted().reverse());

    let added = 0;
    const paged = await readAll(operation, caller, call, Math.max(2, Math.ceil(before.length / 4)), async () => {
      added += 1;
      await source.add(call);
    });
    expect(added).toBeGreaterThan(0);
    expect(idsOf(paged)).toEqual(idsOf(before));
    expect((await readAll(operation, caller, call, 100)).length).toBeGreaterThan(before.length);
  });

  test("refuses a cursor that is malformed, tampered with, of another list or of somebody else's", async () => {
    const cursorName = cursorOf(operation);
    const first = (await read(operation, caller, call, { limit: "1" })).body;
    const cursor = first[cursorName] as string;
    expect(cursor).toEqual(expect.any(String));
    const middle = Math.floor(cursor.length / 2);
    const changed = `${cursor.slice(0, middle)}${cursor[middle] === "A" ? "B" : "A"}${cursor.slice(middle + 1)}`;
    const elsewhere = name === "GET /beneficiaries" ? "GET /public/api-keys" : "GET /beneficiaries";
    const foreignList = (await read(operationOf(elsewhere), key(), {}, { limit: "1" })).body[
      "last_evaluated_key"
    ] as string;
    const other = await source.other!();
    for (let row = 0; row < 2; row++) await other.add();
    const foreign = (await read(operation, other.as, other.call, { limit: "1" })).body[cursorName] as string;
    expect([foreignList, foreign]).toEqual([expect.any(String), expect.any(String)]);

    const wrong = [
      "x",
      "null",
      "e30",
      Buffer.from('["2026-01-01"]').toString("base64url"),
      cursor.slice(0, -1),
      `${cursor}A`,
      `${cursor}=`,
      changed,
      cursor.toLowerCase(),
      foreignList,
      foreign,
      "A".repeat(1_025),
    ];
    for (const value of wrong) {
      const answer = await read(operation, caller, call, { limit: "1", [cursorName]: value });
      expect([value, answer.status, answer.body.details?.[0]?.path]).toEqual([value, 400, cursorName]);
    }
    expect((await read(operation, caller, call, { limit: "2", [cursorName]: cursor })).status).toBe(200);
    const again = (await read(operation, caller, call, { limit: "1" })).body.data;
    expect((await read(operation, caller, call, { limit: "1", [cursorName]: "" })).body.data).toEqual(again);
  });

  test.each(["0", "101", "-1", "1.5", "", "ten"])("refuses a limit of %s", async (limit) => {
    expect((await read(operation, caller, call, { limit })).body).toMatchObject({
      status: "error",
      details: [{ path: "limit", message: expect.any(String) }],
    });
  });

  test("keeps the meaning of every filter over all pages", async () => {
    const all = await readAll(operation, caller, call, 100);
    const filters = operation.query.filter(
      ({ name: filter }) => call.query?.[filter] === undefined && typeof all[0][filter] === "string",
    );
    // A filter by actor also matches the person behind an API key.
    for (const { name: filter } of filters) {
      for (const value of [...new Set(all.map((row) => row[filter] as string | null))]
        .filter((one) => one !== null)
        .slice(0, 3)) {
        const filtered = await readAll(operation, caller, { ...call, query: { ...call.query, [filter]: value } }, 7);
        expect([filter, value, idsOf(filtered)]).toEqual([
          filter,
          value,
          idsOf(all.filter((row) => row[filter] === value || (filter === "actor_id" && row.actor_user_id === value))),
        ]);
      }
    }
  });
});
