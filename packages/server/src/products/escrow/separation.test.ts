import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/** Who may take which step of a milestone, and which changes withdraw an approval. */
let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
/** A key that acts as the member; the platform admin created it. */
let keyOfMember: TestCaller;

beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
  const { orgAdmin, orgMember, orgViewer, admin } = app.callers;
  for (const { userId } of [orgMember, orgViewer])
    await app.request(orgAdmin, "POST", `/organizations/${orgAdmin.orgId}/members/${userId}/permissions`, {
      permission: "escrow:write",
    });
  const { body } = await app.request(admin, "POST", "/public/api-keys", {
    name: "of the member",
    org_id: orgMember.orgId,
    user_id: orgMember.userId,
  });
  keyOfMember = {
    ...app.callers.apiKey,
    headers: { authorization: "NONE", "x-api-key": body.data.api_key },
    userId: orgMember.userId,
  };
});
afterAll(() => app.close());

async function given(settings: object): Promise<void> {
  await app.db.query("UPDATE organizations SET settings = $2 WHERE org_id = $1", [
    app.callers.orgAdmin.orgId,
    JSON.stringify(settings),
  ]);
  await app.db.transaction(async (tx) => tx.notify("organizations", app.callers.orgAdmin.orgId!));
}

type Shared = { escrowId: string; a: string; b: string; milestoneId: string; path: string };

/** A funded milestone of 1000.00 that two parties share 60 to 40. */
async function milestone(): Promise<Shared> {
  const { account, activeProject, must } = fixtures;
  const shares = [
    { to: { account_id: await account() }, value: 60 },
    { to: { account_id: await account() }, value: 40 },
  ];
  const { escrowId, parties, milestones } = await activeProject({ milestones: [1000], shares });
  await must(201, "POST", `/${escrowId}/fund`, { account_id: await account(1_000), amount: 1_000 });
  return {
    escrowId,
    a: parties[0]!,
    b: parties[1]!,
    milestoneId: milestones[0]!,
    path: `/${escrowId}/milestones/${milestones[0]}`,
  };
}

const submit = (caller: TestCaller, { path }: Shared) =>
  fixtures.call("POST", `${path}/contract`, { terms: "Deliver it." }, caller);
const approve = (caller: TestCaller, { path }: Shared) =>
  fixtures.call("POST", `${path}/contract/approve`, undefined, caller);
const release = (caller: TestCaller, { path }: Shared) => fixtures.call("POST", `${path}/release`, undefined, caller);
const change = (caller: TestCaller, { a, b, path }: Shared, first = 70) =>
  fixtures.call(
    "PUT",
    `${path}/parties`,
    [
      { party_id: a, split_value: first },
      { party_id: b, split_value: 100 - first },
    ],
    caller,
  );
const audited = async (action: string, { escrowId }: Shared) =>
  (
    await app.db.query<{ changes: unknown }>("SELECT changes FROM audit_log WHERE resource_id = $1 AND action = $2", [
      escrowId,
      action,
    ])
  ).map(({ changes }) => changes);

describe("where the organization separates the steps", () => {
  beforeEach(() => given({ controls: { policies: [], limits: [], escrow_separation: true } }));

  test("whoever submits neither approves nor releases, and whoever approves does not release", async () => {
    const { orgAdmin, orgMember, orgViewer } = app.callers;
    const one = await milestone();
    expect((await submit(orgMember, one)).status).toBe(201);
    const own = await approve(orgMember, one);
    expect(own).toMatchObject({
      status: 403,
      body: { code: "SECOND_PERSON_REQUIRED", message: expect.stringContaining("another person must approve it") },
    });
    expect((await approve(orgAdmin, one)).status).toBe(200);
    expect(await release(orgMember, one)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("another person must release it") },
    });
    expect(await release(orgAdmin, one)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("You approved this milestone") },
    });
    expect(await release(orgViewer, one)).toMatchObject({ status: 200, body: { data: { status: "disbursed" } } });
  });

  test("whoever made the key that acts counts as the person who acts, as does the member whom it acts as", async () => {
    const { orgAdmin, orgMember, admin } = app.callers;
    const one = await milestone();
    expect((await submit(keyOfMember, one)).status).toBe(201);
    for (const caller of [keyOfMember, orgMember, admin]) expect((await approve(caller, one)).status).toBe(403);
    expect((await approve(orgAdmin, one)).status).toBe(200);
    expect((await release(admin, one)).status).toBe(403);

    const two = await milestone();
    expect((await submit(orgAdmin, two)).status).toBe(201);
    expect((await approve(keyOfMember, two)).status).toBe(200);
    for (const caller of [admin, orgMember]) expect((await release(caller, two)).status).toBe(403);
  });

  test("whoever changes what a submitted contract pays is one who submitted it", async () => {
    const { orgAdmin, orgMember, orgViewer } = app.callers;
    const one = await milestone();
    await submit(orgMember, one);
    expect((await change(orgAdmin, one)).status).toBe(200);
    expect(await approve(orgAdmin, one)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("changed what it pays") },
    });
    expect((await approve(orgViewer, one)).status).toBe(200);
  });

  test("a contract that is replaced keeps its submitters, and those who changed what it pays", async () => {
    const { admin, orgAdmin, orgMember, orgViewer } = app.callers;
    const one = await milestone();
    await submit(orgMember, one);
    await change(orgAdmin, one);
    await submit(orgViewer, one);
    for (const caller of [orgMember, orgAdmin, orgViewer]) expect((await approve(caller, one)).status).toBe(403);
    expect((await approve(admin, one)).status).toBe(200);
    for (const caller of [orgMember, orgAdmin, orgViewer]) expect((await release(caller, one)).status).toBe(403);
  });
});

describe("a share that was released and failed, where the steps are separated", () => {
  const approvalIn = (message: string): string => /[0-9a-f-]{36}/.exec(message)![0];
  const SEPARATED = { controls: { policies: [], limits: [], escrow_separation: true } };

  async function failedShare(): Promise<{ escrowId: string; partyId: string; path: string }> {
    const { activeProject, account, beneficiary, must } = fixtures;
    await given({});
    const { escrowId, milestones, parties } = await activeProject({
      milestones: [500],
      shares: [{ to: { beneficiary_id: await beneficiary("0005") }, value: 100 }],
    });
    await must(201, "POST", `/${escrowId}/fund`, { account_id: await account(500), amount: 500 });
    const one = {
      escrowId,
      a: "",
      b: "",
      milestoneId: milestones[0]!,
      path: `/${escrowId}/milestones/${milestones[0]}`,
    };
    for (const step of [submit, approve, release]) await step(app.callers.orgAdmin, one);
    await app.advance(app.sandbox.delayMs);
    const [failed] = await must(200, "GET", `/${escrowId}/disbursements?status=failed`);
    await given(SEPARATED);
    return { escrowId, partyId: parties[0]!, path: `/${escrowId}/disbursements/${failed.disbursement_id}` };
  }

  test("is redirected only to where a second person has approved", async () => {
    const { path } = await failedShare();
    const [mine, other] = [await fixtures.account(), await fixtures.account()];
    const redirect = (account_id: string) => fixtures.call("POST", `${path}/redirect`, { account_id });
    const unknown = path.replace(/[^/]+$/, newId());
    // Nobody is asked to approve what is not there.
    expect((await fixtures.call("POST", `${unknown}/redirect`, { account_id: mine })).status).toBe(404);
    const asked = await redirect(mine);
    expect(asked).toMatchObject({ status: 409, body: { code: "APPROVAL_REQUIRED" } });
    const approvalId = approvalIn(asked.body.message);
    expect((await app.request(app.callers.orgAdmin, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(403);
    expect((await redirect(other)).body.code).toBe("APPROVAL_REQUIRED");
    expect((await app.request(app.callers.admin, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(200);
    const late = await redirect(other);
    expect([late.status, late.body.code]).toEqual([409, "INVALID_STATE"]);
    expect([await fixtures.balance(mine), await fixtures.balance(other)]).toEqual([500, 0]);
  });

  test("is not led elsewhere by one person who gives its party another account and retries", async () => {
    const { escrowId, partyId, path } = await failedShare();
    const mine = await fixtures.account();
    const moved = await fixtures.call("PATCH", `/${escrowId}/parties/${partyId}`, { account_id: mine });
    expect(moved.body.code).toBe("APPROVAL_REQUIRED");
    await fixtures.must(200, "PATCH", `/${escrowId}/parties/${partyId}`, { name: "Another name" });
    await fixtures.must(200, "POST", `${path}/retry`);
    await app.advance(app.sandbox.delayMs);
    expect(await fixtures.balance(mine)).toBe(0);
  });
});

describe("the account of a beneficiary", () => {
  const ACCOUNT = { bank_details: { account_number: "0123456001", bank_code: "044", bank_name: "Access Bank" } };
  const changeAccount = async (caller: TestCaller, beneficiaryId: string, fields: object = ACCOUNT): Promise<void> => {
    const answer = await app.request(caller, "PATCH", `/beneficiaries/${beneficiaryId}`, fields);
    expect(answer.status, answer.text).toBe(200);
  };

  const payingABeneficiary = async (ending?: string) => paying(await fixtures.beneficiary(ending));

  async function paying(beneficiaryId: string): Promise<Shared & { beneficiaryId: string }> {
    const { account, activeProject, must } = fixtures;
    const { escrowId, parties, milestones } = await activeProject({
      milestones: [500],
      shares: [{ to: { beneficiary_id: beneficiaryId }, value: 100 }],
    });
    await must(201, "POST", `/${escrowId}/fund`, { account_id: await account(500), amount: 500 });
    return {
      escrowId,
      a: parties[0]!,
      b: "",
      milestoneId: milestones[0]!,
      path: `/${escrowId}/milestones/${milestones[0]}`,
      beneficiaryId,
    };
  }

  test("is a part of what was approved: whoever changes it takes the approval back, and cannot give it", async () => {
    await given({ controls: { policies: [], limits: [], escrow_separation: true } });
    const { orgAdmin, orgMember, orgViewer, admin } = app.callers;
    const one = await payingABeneficiary();
    await submit(orgViewer, one);
    await approve(orgAdmin, one);
    await changeAccount(orgMember, one.beneficiaryId, { email: "another@example.com" });
    expect((await fixtures.must(200, "GET", one.path)).status).toBe("approved");
    await changeAccount(orgMember, one.beneficiaryId);
    expect((await fixtures.must(200, "GET", one.path)).status).toBe("contract_submitted");
    expect(await fixtures.eventTypes(one.milestoneId)).toContain("escrow.milestone.approval_revoked");
    expect((await approve(orgMember, one)).status).toBe(403);
    expect((await approve(orgAdmin, one)).status).toBe(200);
    expect((await release(orgMember, one)).status).toBe(403);
    expect((await release(admin, one)).status).toBe(200);
    await app.advance(app.sandbox.delayMs);
  });

  test("takes the approval back in each of the projects that pay it, however many", async () => {
    await given({});
    const beneficiaryId = await fixtures.beneficiary();
    const projects: Shared[] = [];
    while (projects.length < 21) projects.push(await paying(beneficiaryId));
    for (const step of [submit, approve]) await Promise.all(projects.map((one) => step(app.callers.orgAdmin, one)));
    const statuses = () =>
      Promise.all(projects.map(async ({ path }) => (await fixtures.must(200, "GET", path)).status));
    expect(new Set(await statuses())).toEqual(new Set(["approved"]));
    await changeAccount(app.callers.orgMember, beneficiaryId);
    expect(new Set(await statuses())).toEqual(new Set(["contract_submitted"]));
  });

  test("is not exchanged by one person between the failure of a released share and its retry, where the steps are separated", async () => {
    await given({});
    const one = await payingABeneficiary("0005");
    for (const step of [submit, approve, release]) await step(app.callers.orgAdmin, one);
    await app.advance(app.sandbox.delayMs);
    const [failed] = await fixtures.must(200, "GET", `/${one.escrowId}/disbursements?status=failed`);
    await given({ controls: { policies: [], limits: [], escrow_separation: true } });
    const retry = () => fixtures.call("POST", `/${one.escrowId}/disbursements/${failed.disbursement_id}/retry`);
    await changeAccount(app.callers.orgMember, one.beneficiaryId);
    const asked = await retry();
    expect(asked.body.code).toBe("APPROVAL_REQUIRED");
    const approvalId = /[0-9a-f-]{36}/.exec(asked.body.message)![0];
    expect((await app.request(app.callers.admin, "POST", `/approvals/${approvalId}/approve`, {})).status).toBe(200);
    const [retried] = await fixtures.must(200, "GET", `/${one.escrowId}/disbursements`);
    expect(retried.status).toBe("pending");
  });
});

describe("an approval", () => {
  beforeEach(() => given({}));

  test("of an organization that does not separate the steps may be given by who submitted", async () => {
    const one = await milestone();
    for (const step of [submit, approve, release])
      expect((await step(app.callers.orgAdmin, one)).status).toBeLessThan(300);
  });

  test("is taken back when the shares change, with an event and an entry in the audit log, and can be given anew", async () => {
    const { orgAdmin } = app.callers;
    const one = await milestone();
    await submit(orgAdmin, one);
    await approve(orgAdmin, one);
    const changed = await change(orgAdmin, one);
    expect(changed.body.data).toMatchObject({
      status: "contract_submitted",
      parties: [{ split_value: 70 }, { split_value: 30 }],
    });
    expect(await release(orgAdmin, one)).toMatchObject({ status: 409, body: { code: "INVALID_STATE" } });
    const contract = await fixtures.must(200, "GET", `${one.path}/contract`);
    expect(contract).toMatchObject({ status: "submitted", approved_by: null, approved_at: null });
    expect(await fixtures.eventTypes(one.milestoneId)).toEqual([
      "escrow.milestone.funded",
      "escrow.milestone.approval_revoked",
    ]);
    expect(await audited("escrow.approval_revoked", one)).toEqual([
      { milestone_id: one.milestoneId, from: "approved", to: "contract_submitted" },
    ]);
    expect((await approve(orgAdmin, one)).status).toBe(200);
    expect((await release(orgAdmin, one)).body.data).toMatchObject({ status: "disbursed" });
  });

  test("stands when the shares are sent as they are", async () => {
    const one = await milestone();
    await submit(app.callers.orgAdmin, one);
    await approve(app.callers.orgAdmin, one);
    expect((await change(app.callers.orgAdmin, one, 60)).body.data).toMatchObject({ status: "approved" });
    expect(await audited("escrow.approval_revoked", one)).toEqual([]);
  });

  test("is taken back when a party is paid elsewhere from now on, and stands when only its name changes", async () => {
    const one = await milestone();
    await submit(app.callers.orgAdmin, one);
    await approve(app.callers.orgAdmin, one);
    const party = `/${one.escrowId}/parties/${one.a}`;
    await fixtures.must(200, "PATCH", party, { name: "Another name" });
    expect((await fixtures.must(200, "GET", one.path)).status).toBe("approved");
    await fixtures.must(200, "PATCH", party, { account_id: await fixtures.account() });
    expect((await fixtures.must(200, "GET", one.path)).status).toBe("contract_submitted");
    expect(await fixtures.eventTypes(one.milestoneId)).toContain("escrow.milestone.approval_revoked");
  });
});

describe("a payout that a policy holds", () => {
  beforeEach(() => given({ payout_review_above: { NGN: "1.00" } }));
  const heldPayout = async () =>
    (await app.request(app.callers.orgAdmin, "GET", "/approvals?status=pending&limit=1")).body.data[0];
  const decide = (caller: TestCaller, approvalId: string) =>
    app.request(caller, "POST", `/approvals/${approvalId}/approve`, {});

  test("of a milestone is approved neither by the key's member nor by whoever made the key that released it", async () => {
    const { activeProject, account, beneficiary, must } = fixtures;
    const { escrowId, milestones } = await activeProject({
      milestones: [500],
      shares: [{ to: { beneficiary_id: await beneficiary() }, value: 100 }],
    });
    await must(201, "POST", `/${escrowId}/fund`, { account_id: await account(500), amount: 500 });
    const one = {
      escrowId,
      a: "",
      b: "",
      milestoneId: milestones[0]!,
      path: `/${escrowId}/milestones/${milestones[0]}`,
    };
    await submit(app.callers.orgAdmin, one);
    await approve(app.callers.orgAdmin, one);
    expect((await release(keyOfMember, one)).status).toBe(200);
    const { approval_id: approvalId } = await heldPayout();
    expect((await decide(app.callers.admin, approvalId)).status).toBe(403);
    expect((await decide(app.callers.orgAdmin, approvalId)).status).toBe(200);
  });

  test("of a withdrawal is not approved by whoever made the key that asked for it", async () => {
    const accountId = await fixtures.account(500);
    const asked = await app.request(keyOfMember, "POST", `/virtual-accounts/${accountId}/withdraw`, {
      amount: 400,
      beneficiary_id: await fixtures.beneficiary(),
    });
    expect(asked.status, asked.text).toBeLessThan(300);
    const { approval_id: approvalId } = await heldPayout();
    expect((await decide(app.callers.admin, approvalId)).status).toBe(403);
    expect((await decide(app.callers.orgAdmin, approvalId)).status).toBe(200);
  });
});
