import { expect, test } from "vitest";
import { type Evidence, parseExactly, unitsOf } from "./evidence.ts";
import { judge, type Rule, RULES, standing } from "./judge.ts";

/**
 * A small consistent world: a payin with a refund, a payout by a batch and a lost dispute. Each defect below breaks one
 * thing in it.
 */
const ORG = "org-1";
const posting = (account_id: string, purpose: string, amount: string, balance_after: string) => ({
  account_id,
  purpose,
  currency: "GHS",
  amount,
  held_change: "0.00",
  balance_after,
  held_after: "0.00",
});
const entry = (position: number, cause: string, ...postings: ReturnType<typeof posting>[]) => ({
  position,
  org_id: ORG,
  cause,
  hash: `hash-${position}`,
  postings,
});
const attempt = (attempt_id: string, provider: string, outcome = "accepted") => ({
  attempt_id,
  provider,
  leg: "payment",
  outcome,
});
const payment = (payment_id: string, change: object = {}) => ({
  payment_id,
  org_id: ORG,
  status: "completed",
  direction: "inbound",
  amount: "100.10",
  currency: "GHS",
  client_reference: `reference-${payment_id}`,
  refunded_amount: "0.00",
  attempts: [attempt(payment_id, "fiat")],
  ...change,
});
const operation = (kind: string, reference: string, amount: string, change: object = {}) => ({
  provider: "fiat",
  kind,
  reference,
  payment_id: reference,
  amount,
  currency: "GHS",
  status: "completed",
  ...change,
});
const account = (account_id: string, purpose: string, balance: string, owner_id: string | null = null) => ({
  account_id,
  org_id: ORG,
  purpose,
  owner_id,
  currency: "GHS",
  balance,
  held: "0.00",
});
const event = (event_id: string, payment_id: string, sequence: number) => ({
  event_id,
  event_type: "transaction.updated",
  org_id: ORG,
  data: { payment_id, sequence: String(sequence) },
});
const heard = (event_id: string) => ({ event_id, isSigned: true, body: `body of ${event_id}` });

/** Ada switches controls on, and with Bea's approval lets Cem approve, invites Dia and makes a key. */
const logged = (audit_id: string, action: string, resource_id: string, changes: object, change: object = {}) => ({
  org_id: ORG,
  audit_id,
  actor_type: "user",
  actor_user_id: "ada",
  action,
  resource_id,
  request_id: null,
  changes,
  ...change,
});
const approved = (approval_id: string, request: object) => ({
  approval_id,
  status: "used",
  requested_by: "ada",
  request,
  approvers: ["bea"],
});
const BY_SEED = { actor_type: "system", actor_user_id: null };
const REVIEW = { payout_review_above: { "*": "100.00" } };
const ADMIN = { role: "org-admin", permissions: [] };
const VIEWER = { role: "org-viewer", permissions: [] };

const SOUND: Evidence = {
  payments: [
    payment("payin"),
    payment("payout", {
      direction: "outbound",
      amount: "40.00",
      attempts: [attempt("payout-0", "fiat", "refused"), attempt("payout", "hybrid")],
    }),
    payment("waiting", { status: "pending" }),
    payment("by hand", {
      status: "processing",
      attempts: [attempt("by-hand-0", "fiat", "refused"), attempt("by-hand", "manual")],
    }),
  ],
  refunds: [{ refund_id: "refund", payment_id: "payin", status: "completed", amount: "10.00", currency: "GHS" }],
  disputes: [
    { dispute_id: "dispute", provider: "fiat", status: "lost", amount: "20.00", fee: "1.00", currency: "GHS" },
  ],
  movements: [{ id: "movement", status: "completed" }],
  batches: [
    {
      batch_id: "batch",
      status: "completed",
      counted: { ready: "0", completed: "1", failed: "1" },
      rows: [
        { row: "1", status: "completed", reference: "reference-payout", payment_id: "payout" },
        { row: "2", status: "failed", reference: "reference-none", payment_id: null },
      ],
    },
    {
      batch_id: "batch by hand",
      status: "sent",
      counted: { ready: "0", sent: "1", completed: "0", failed: "0" },
      rows: [{ row: "1", status: "sent", reference: "reference-by hand", payment_id: "by hand" }],
    },
  ],
  accounts: [
    account("settlement", "settlement", "29.10"),
    account("fiat", "provider", "-69.10", "fiat"),
    account("hybrid", "provider", "40.00", "hybrid"),
    account("transit", "in_transit", "0.00"),
  ],
  postings: [
    entry(
      1,
      "payin:completed",
      posting("fiat", "provider", "-100.10", "-100.10"),
      posting("settlement", "settlement", "100.10", "100.10"),
    ),
    entry(
      2,
      "payout:reserved",
      posting("settlement", "settlement", "-40.00", "60.10"),
      posting("transit", "in_transit", "40.00", "40.00"),
    ),
    entry(
      3,
      "payout:completed",
      posting("transit", "in_transit", "-40.00", "0.00"),
      posting("hybrid", "provider", "40.00", "40.00"),
    ),
    entry(
      4,
      "refund:completed",
      posting("settlement", "settlement", "-10.00", "50.10"),
      posting("fiat", "provider", "10.00", "-90.10"),
    ),
    entry(
      5,
      "dispute:lost",
      posting("settlement", "settlement", "-21.00", "29.10"),
      posting("fiat", "provider", "21.00", "-69.10"),
    ),
  ],
  creditLines: [],
  events: [event("event-1", "payin", 1), event("event-2", "payin", 2), event("event-3", "payout", 1)],
  auditLog: [
    { audit_id: "audit-1", org_id: ORG, position: 1, hash: "seal-1" },
    { audit_id: "audit-2", org_id: ORG, position: 2, hash: "seal-2" },
    { audit_id: "audit-3", org_id: ORG, position: null, hash: null },
  ],
  reconciliationItems: [],
  journal: [
    operation("payin", "payin", "100.10"),
    operation("payout", "payout", "40.00", { provider: "hybrid" }),
    operation("payin", "waiting", "100.10", { status: "pending" }),
    operation("refund", "refund", "10.00", { payment_id: "payin" }),
  ],
  receivers: [
    {
      name: "receiver 1",
      org_id: ORG,
      isHealthy: true,
      received: [heard("event-1"), heard("event-2"), heard("event-3"), heard("event-1")],
    },
  ],
  requests: [
    {
      key: "key-1",
      what: "payin",
      client_reference: "reference-payin",
      answers: [
        { status: 0, id: null },
        { status: 200, id: "payin" },
      ],
    },
  ],
  storedCards: [],
  powers: {
    members: [
      { org_id: ORG, user_id: "ada", ...ADMIN },
      { org_id: ORG, user_id: "cem", ...ADMIN },
      { org_id: ORG, user_id: "dia", ...ADMIN },
      { org_id: ORG, user_id: "eve", ...VIEWER },
    ],
    platformRoles: [
      { user_id: "bea", platform_role: "admin" },
      { user_id: "fay", platform_role: "staff" },
    ],
    keys: [{ org_id: ORG, api_key_id: "key" }],
    organizations: [{ org_id: ORG, settings: REVIEW }],
    invites: [{ org_id: ORG, invite_id: "invite", invited_by: "ada", accepted_by: "dia", approval_id: "for-dia" }],
    approvals: [
      approved("for-cem", { user_id: "cem", role: "org-admin" }),
      approved("for-dia", { email: "dia@example.com", role: "org-admin" }),
      approved("for-key", { user_id: "ada", name: "till" }),
      { ...approved("for-fay", { user_id: "fay", platform_role: "staff" }), approvers: ["gus"] },
    ],
    entries: [
      logged("log-0", "user.created", "bea", { platform_role: "admin" }, BY_SEED),
      logged("log-1", "organization.created", ORG, { settings: {} }, BY_SEED),
      logged("log-2", "member.added", "ada", ADMIN, BY_SEED),
      logged("log-3", "member.added", "cem", VIEWER, BY_SEED),
      logged("log-4", "member.added", "eve", VIEWER, BY_SEED),
      logged("log-5", "organization.updated", ORG, { settings: { before: {}, after: REVIEW } }),
      logged("log-6", "member.role_changed", "cem", { before: VIEWER, after: ADMIN }, { request_id: "for-cem" }),
      logged(
        "log-7",
        "invite.created",
        "invite",
        { email: "dia@example.com", role: "org-admin" },
        { request_id: "for-dia" },
      ),
      logged("log-8", "member.added", "dia", ADMIN, { actor_user_id: "dia" }),
      logged("log-9", "api_key.created", "key", { user_id: "ada" }, { request_id: "for-key" }),
      logged(
        "log-10",
        "user.updated",
        "fay",
        { platform_role: { before: null, after: "staff" } },
        { request_id: "for-fay" },
      ),
    ],
  },
  verification: { exitCode: 0, text: "" },
};

/** A copy with one change. */
function planted(change: (evidence: any) => void): Evidence {
  const evidence = structuredClone(SOUND) as unknown;
  change(evidence);
  return evidence as Evidence;
}

const DEFECTS: readonly (readonly [string, Rule, (evidence: any) => void])[] = [
  [
    "a payment accepted by two providers",
    "one acceptance",
    ({ journal }) => journal.push(operation("payout", "payout-0", "40.00", { payment_id: "payout" })),
  ],
  [
    "a provider that accepted what nobody asked for",
    "one acceptance",
    ({ journal }) => journal.push(operation("payin", "nobody", "1.00")),
  ],
  ["a payment that failed here and was paid there", "one truth", ({ payments }) => (payments[0].status = "failed")],
  ["a payment that was completed though no provider did", "one truth", ({ journal }) => (journal[1].status = "failed")],
  ["a refund that reached the payer and failed here", "one truth", ({ refunds }) => (refunds[0].status = "failed")],
  ["a refund that nobody sent", "one truth", ({ journal }) => journal.pop()],
  ["refunds of more than was paid", "one truth", ({ refunds }) => (refunds[0].amount = "100.11")],
  [
    "a payment left in the middle of its dispatch",
    "nothing stuck",
    ({ payments }) => (payments[2].attempts[0].outcome = "dispatching"),
  ],
  ["a payment whose provider has long ended it", "nothing stuck", ({ journal }) => (journal[2].status = "failed")],
  ["a refund that never ends", "nothing stuck", ({ refunds }) => (refunds[0].status = "processing")],
  ["a withdrawal that never ends", "nothing stuck", ({ movements }) => (movements[0].status = "pending")],
  ["a batch that is never sent to its end", "nothing stuck", ({ batches }) => (batches[0].status = "sending")],
  [
    "a batch that does not notice the end of its last payment",
    "nothing stuck",
    ({ payments }) => (payments[3].status = "failed"),
  ],
  [
    "a batch with a row that is never sent beside one that a person handles",
    "nothing stuck",
    ({ batches }) => {
      batches[1].rows.push({ row: "2", status: "ready", reference: "reference-none", payment_id: null });
      batches[1].counted.ready = "1";
    },
  ],
  [
    "a row of a completed batch that was forgotten",
    "nothing stuck",
    ({ batches }) => {
      batches[0].rows[1].status = "ready";
      batches[0].counted = { ready: "1", completed: "1", failed: "0" };
    },
  ],
  ["a row that failed and was paid all the same", "one truth", ({ batches }) => (batches[0].rows[0].status = "failed")],
  ["a batch that counts its rows wrongly", "one truth", ({ batches }) => (batches[0].counted.failed = "2")],
  [
    "a row that was paid twice",
    "one effect a key",
    ({ payments }) => payments.push(payment("again", { status: "failed", client_reference: "reference-payout" })),
  ],
  ["a transaction that creates a cent", "books balance", ({ postings }) => (postings[0].postings[1].amount = "100.11")],
  ["a balance that is not the sum of its postings", "books balance", ({ accounts }) => (accounts[0].balance = "29.11")],
  ["a posting that was lost", "books balance", ({ postings }) => postings[3].postings.pop()],
  [
    "a payment booked twice",
    "books balance",
    ({ postings }) => postings.push({ ...postings[0], position: 6, hash: "hash-6" }),
  ],
  [
    "money that the provider has and the books have not",
    "books equal journal",
    ({ journal }) => journal.push(operation("deposit", "deposit", "5.00")),
  ],
  [
    "an account that passed its floor for a moment",
    "floors hold",
    ({ postings }) => {
      postings[1].postings[0].balance_after = "-0.01";
    },
  ],
  [
    "money that stayed in transit",
    "nothing in between",
    ({ accounts, payments }) => {
      payments.splice(2);
      accounts[3].balance = "40.00";
    },
  ],
  ["an event that never arrived", "events arrive", ({ receivers }) => receivers[0].received.splice(1, 1)],
  ["an event with a forged signature", "events arrive", ({ receivers }) => (receivers[0].received[0].isSigned = false)],
  [
    "an event of another organization",
    "events arrive",
    ({ receivers }) => receivers[0].received.push(heard("event-of-others")),
  ],
  [
    "an event that changed between two deliveries",
    "events arrive",
    ({ receivers }) => (receivers[0].received[3].body = "another body"),
  ],
  ["an event that is missing in the middle", "order recoverable", ({ events }) => (events[1].data.sequence = "3")],
  ["two events with one number", "order recoverable", ({ events }) => (events[1].data.sequence = "1")],
  [
    "a key with two effects",
    "one effect a key",
    ({ payments }) => payments.push(payment("again", { status: "failed", client_reference: "reference-payin" })),
  ],
  [
    "a key with two answers",
    "one effect a key",
    ({ requests }) => requests[0].answers.push({ status: 200, id: "payout" }),
  ],
  ["an answer for what does not exist", "one effect a key", ({ requests }) => (requests[0].answers[1].id = "lost")],
  ["a transaction taken out of the ledger", "chains hold", ({ postings }) => (postings[4].position = 7)],
  ["an audit entry taken out", "chains hold", ({ auditLog }) => auditLog.shift()],
  ["a hash that occurs twice", "chains hold", ({ auditLog }) => (auditLog[1].hash = "seal-1")],
  ["a chain that `corridor verify` calls broken", "chains hold", ({ verification }) => (verification.exitCode = 1)],
  [
    "a contradiction for a person",
    "no contradiction",
    ({ reconciliationItems }) =>
      reconciliationItems.push({
        item_id: "item",
        kind: "accepted_after_refusal",
        payment_id: "payin",
        message: "fiat accepted",
      }),
  ],
  [
    "a card number that was stored",
    "no card stored",
    ({ storedCards }) => storedCards.push({ table: "payments", number: "4242424242424242" }),
  ],
  [
    "a role that somebody gave without an approval",
    "no power alone",
    ({ powers }) => (powers.entries[6].request_id = "request"),
  ],
  ["an approval by its own requester", "no power alone", ({ powers }) => (powers.approvals[0].approvers = ["ada"])],
  [
    "a power by an approval that nobody gave yet",
    "no power alone",
    ({ powers }) => (powers.approvals[2].status = "pending"),
  ],
  [
    "two powers by one approval",
    "no power alone",
    ({ powers }) =>
      powers.entries.push(logged("log-11", "api_key.created", "other", { user_id: "ada" }, { request_id: "for-key" })),
  ],
  ["a power by the approval of another", "no power alone", ({ powers }) => (powers.entries[6].request_id = "for-key")],
  [
    "an invite from before the controls that was accepted under them",
    "no power alone",
    ({ powers }) => {
      powers.invites[0].approval_id = null;
      powers.entries.splice(4, 0, { ...powers.entries.splice(7, 1)[0], request_id: null });
    },
  ],
  [
    "controls that one person loosened",
    "no power alone",
    ({ powers }) => {
      powers.organizations[0].settings = {};
      powers.entries.push(logged("log-11", "organization.updated", ORG, { settings: { before: REVIEW, after: {} } }));
    },
  ],
  ...["refunds:write", "organization:write"].map(
    (permission) =>
      [
        `a viewer whom one person let use ${permission}`,
        "no power alone",
        ({ powers }: any) => {
          powers.members[3].permissions = [permission];
          const after = { ...VIEWER, permissions: [permission] };
          powers.entries.push(logged("log-11", "member.permissions_granted", "eve", { before: VIEWER, after }));
        },
      ] as const,
  ),
  [
    "a platform role that one person gave",
    "no power alone",
    ({ powers }) => (powers.entries[10].request_id = "request"),
  ],
  ["an admin of whom no entry tells", "no power alone", ({ powers }) => (powers.members[3].role = "org-admin")],
  [
    "a key of which no entry tells",
    "no power alone",
    ({ powers }) => powers.keys.push({ org_id: ORG, api_key_id: "unknown" }),
  ],
  [
    "controls that are looser than the last entry says",
    "no power alone",
    ({ powers }) => (powers.organizations[0].settings = { payout_review_above: { "*": "100.01" } }),
  ],
];

test("a run in which everything holds has no finding", () => {
  expect(judge(SOUND)).toEqual([]);
});

test.each(DEFECTS)("the judge finds %s", (_name, rule, change) => {
  expect(judge(planted(change)).map((finding) => finding.rule)).toContain(rule);
});

test("every rule has a defect that only a judge with that rule finds", () => {
  expect(new Set(DEFECTS.map(([, rule]) => rule))).toEqual(new Set(Object.keys(RULES)));
});

test("what one reading finds counts when the reading before found it, too, whatever its words", () => {
  const late = {
    rule: "events arrive",
    subject: "event",
    detail: "payment.completed never reached a receiver",
  } as const;
  const stuck = { rule: "nothing stuck", subject: "payment", detail: "is pending after fiat unknown" } as const;
  expect(
    standing(
      [late, stuck],
      [
        { ...stuck, detail: "is initiated after fiat unknown" },
        { ...late, subject: "another event" },
      ],
    ),
  ).toEqual([stuck]);
});

test("amounts are compared exactly, however large or small they are", () => {
  expect(parseExactly('{"amount":1000000000000.10}')).toEqual({ amount: "1000000000000.10" });
  expect(unitsOf("1000000000000.10") + unitsOf("0.00000001")).toBe(unitsOf("1000000000000.10000001"));
  expect(unitsOf("-0.5") + unitsOf("0.500")).toBe(0n);
  expect(() => unitsOf("1e3")).toThrow("is no amount");
});
