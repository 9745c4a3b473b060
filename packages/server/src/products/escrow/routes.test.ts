import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { newId } from "@corridor/base/ids.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
});
afterAll(() => app.close());

/** A project with a milestone of 1000.00 that two parties share 60 to 40. */
async function shared() {
  const { account, activeProject } = fixtures;
  const { escrowId, parties, milestones } = await activeProject({
    milestones: [1000],
    shares: [
      { to: { account_id: await account() }, value: 60 },
      { to: { account_id: await account() }, value: 40 },
    ],
  });
  return {
    escrowId,
    a: parties[0]!,
    b: parties[1]!,
    milestoneId: milestones[0]!,
    path: `/${escrowId}/milestones/${milestones[0]}/parties`,
  };
}

describe("PUT the parties of a milestone", () => {
  const shares = (data: { parties: { split_value: number }[] }): number[] =>
    data.parties.map((party) => party.split_value);

  test("takes the wrapper, a bare array and a single update, and answers with the milestone", async () => {
    const { a, b, path, milestoneId } = await shared();
    const wrapped = await fixtures.call("PUT", path, {
      parties: [
        { party_id: a, split_value: 70 },
        { party_id: b, split_value: 30 },
      ],
    });
    expect([wrapped.status, wrapped.body.status, wrapped.body.data.milestone_id, shares(wrapped.body.data)]).toEqual([
      200,
      "success",
      milestoneId,
      [70, 30],
    ]);
    expect(
      shares(
        await fixtures.must(200, "PUT", path, [
          { party_id: b, split_value: 25.5 },
          { party_id: a, split_value: 74.5 },
        ]),
      ),
    ).toEqual([74.5, 25.5]);
    expect(shares(await fixtures.must(200, "PUT", path, { party_id: b, split_value: 10 }))).toEqual([74.5, 10]);
  });

  test("writes a fixed share as all money, at the scale of its currency, and a percentage as the number it is", async () => {
    const { a, b, path } = await shared();
    const { text } = await fixtures.call("PUT", path, [
      { party_id: a, split_type: "fixed", split_value: 100 },
      { party_id: b, split_value: 40 },
    ]);
    expect(text).toContain(`{"party_id":"${a}","split_type":"fixed","split_value":100.00}`);
    expect(text).toContain(`{"party_id":"${b}","split_type":"percentage","split_value":40.0}`);
  });

  test("judges the shares as they will all be, not one by one", async () => {
    const { a, b, path } = await shared();
    expect(
      shares(
        await fixtures.must(200, "PUT", path, [
          { party_id: a, split_value: 1 },
          { party_id: b, split_value: 99 },
        ]),
      ),
    ).toEqual([1, 99]);
  });

  test("adds a party that has no share yet when its split_type is sent", async () => {
    const { escrowId, a, path } = await shared();
    const c = await fixtures.party(escrowId, { account_id: await fixtures.account() });
    const unknown = await fixtures.call("PUT", path, [{ party_id: c, split_value: 5 }]);
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, "parties.0.party_id"]);
    const { parties } = await fixtures.must(200, "PUT", path, [
      { party_id: a, split_value: 50 },
      { party_id: c, split_value: 100, split_type: "fixed" },
    ]);
    expect(parties).toMatchObject([
      { split_value: 50 },
      { split_value: 40 },
      { party_id: c, split_type: "fixed", split_value: 100 },
    ]);
  });

  test.each<[string, (ids: { a: string; b: string }) => unknown]>([
    ["an empty list", () => ({ parties: [] })],
    ["an empty array", () => []],
    ["an empty object", () => ({})],
    ["no party", () => [{ split_value: 10 }]],
    ["no value", ({ a }) => [{ party_id: a }]],
    ["a value that is a text", ({ a }) => ({ party_id: a, split_value: "10" })],
    ["a negative value", ({ a }) => ({ party_id: a, split_value: -1 })],
    ["a split_type that does not exist", ({ a }) => ({ party_id: a, split_value: 10, split_type: "ratio" })],
    [
      "percentages over 100",
      ({ a, b }) => [
        { party_id: a, split_value: 60 },
        { party_id: b, split_value: 40.01 },
      ],
    ],
    ["fixed shares over the milestone", ({ a }) => [{ party_id: a, split_value: 1000.01, split_type: "fixed" }]],
    ["a fixed share with too many decimals", ({ a }) => [{ party_id: a, split_value: 1.001, split_type: "fixed" }]],
    [
      "a party named twice",
      ({ a }) => [
        { party_id: a, split_value: 1 },
        { party_id: a, split_value: 2 },
      ],
    ],
    ["more than 50 updates", ({ a }) => Array.from({ length: 51 }, () => ({ party_id: a, split_value: 1 }))],
  ])("with %s is a 400", async (_case, build) => {
    const { a, b, path } = await shared();
    const { status, body } = await fixtures.call("PUT", path, build({ a, b }));
    expect([status, body.status, typeof body.message]).toEqual([400, "error", "string"]);
  });

  test("without credentials is a 401; without the role or the feature a 403", async () => {
    const { a, path } = await shared();
    const body = { party_id: a, split_value: 10 };
    expect((await fixtures.call("PUT", path, body, null)).status).toBe(401);
    for (const caller of [app.callers.orgMember, app.callers.orgViewer, app.callers.staff])
      expect((await fixtures.call("PUT", path, body, caller)).status).toBe(403);
    expect((await fixtures.call("PUT", path, body, app.callers.apiKey)).status).toBe(200);
    expect((await fixtures.call("PUT", path, body, app.callers.admin)).status).toBe(200);
  });

  test("of a project, milestone or party that does not exist, or is another's, is a 404", async () => {
    const { a, path, escrowId, milestoneId } = await shared();
    const other = await shared();
    const body = { party_id: a, split_value: 10 };
    expect((await fixtures.call("PUT", `/${newId()}/milestones/${milestoneId}/parties`, body)).status).toBe(404);
    expect((await fixtures.call("PUT", `/nonsense/milestones/${milestoneId}/parties`, body)).status).toBe(404);
    expect((await fixtures.call("PUT", `/${escrowId}/milestones/${newId()}/parties`, body)).status).toBe(404);
    expect((await fixtures.call("PUT", `/${escrowId}/milestones/${other.milestoneId}/parties`, body)).status).toBe(404);
    expect((await fixtures.call("PUT", path, { party_id: newId(), split_value: 10 })).status).toBe(404);
    expect((await fixtures.call("PUT", path, { party_id: other.a, split_value: 10 })).status).toBe(404);
    expect((await fixtures.call("PUT", path, body, app.callers.otherOrgAdmin)).status).toBe(404);
  });

  test("changes all or nothing: one wrong update leaves every share as it was", async () => {
    const { a, b, path, escrowId, milestoneId } = await shared();
    for (const wrong of [
      { party_id: newId(), split_value: 1 },
      { party_id: b, split_value: 95 },
      { party_id: b, split_value: -1 },
    ]) {
      expect(
        (await fixtures.call("PUT", path, [{ party_id: a, split_value: 10 }, wrong])).status,
      ).toBeGreaterThanOrEqual(400);
    }
    expect(shares(await fixtures.must(200, "GET", `/${escrowId}/milestones/${milestoneId}`))).toEqual([60, 40]);
  });

  test("of a disbursed or canceled milestone is a 409", async () => {
    const { a, path, escrowId, milestoneId } = await shared();
    await fixtures.must(201, "POST", `/${escrowId}/fund`, { account_id: await fixtures.account(1000), amount: 1000 });
    await fixtures.approve(escrowId, milestoneId);
    await fixtures.must(200, "POST", `/${escrowId}/milestones/${milestoneId}/release`);
    expect((await fixtures.call("PUT", path, { party_id: a, split_value: 10 })).status).toBe(409);
    const canceled = await shared();
    await fixtures.must(200, "POST", `/${canceled.escrowId}/cancel`);
    expect((await fixtures.call("PUT", canceled.path, { party_id: canceled.a, split_value: 10 })).status).toBe(409);
  });
});

describe("planning", () => {
  const draft = (change: Record<string, unknown> = {}): Promise<any> =>
    fixtures.must(201, "POST", "", { title: "Shop", currency: "NGN", total_amount: 1000, ...change });

  test("a project is created, read, listed, changed and, as a draft, deleted", async () => {
    const { escrow_id: escrowId } = await draft({ description: "In Yaba" });
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({
      title: "Shop",
      description: "In Yaba",
      currency: "NGN",
      total_amount: 1000,
      status: "draft",
    });
    expect(
      await fixtures.must(200, "PATCH", `/${escrowId}`, { title: "Big shop", total_amount: 2000.5 }),
    ).toMatchObject({
      title: "Big shop",
      total_amount: 2000.5,
    });
    expect(
      (await fixtures.must(200, "GET", "?status=draft&limit=100")).map(
        (project: { escrow_id: string }) => project.escrow_id,
      ),
    ).toContain(escrowId);
    expect((await fixtures.call("DELETE", `/${escrowId}`)).status).toBe(204);
    expect((await fixtures.call("GET", `/${escrowId}`)).status).toBe(404);
  });

  test.each([
    ["no title", { title: undefined }],
    ["a blank title", { title: " " }],
    ["an unknown currency", { currency: "XYZ" }],
    ["crypto", { currency: "BTC" }],
    ["no amount", { total_amount: undefined }],
    ["an amount of zero", { total_amount: 0 }],
    ["too many decimals", { total_amount: 1.234 }],
    ["a text as amount", { total_amount: "10" }],
  ])("a project with %s is a 400", async (_case, change) => {
    expect(
      (await fixtures.call("POST", "", { title: "Shop", currency: "NGN", total_amount: 1000, ...change })).status,
    ).toBe(400);
  });

  test("a party is paid to exactly one place of the organization, in the project's currency", async () => {
    const { escrow_id: escrowId } = await draft();
    const add = async (body: object): Promise<number> =>
      (await fixtures.call("POST", `/${escrowId}/parties`, { name: "Bola", role: "seller", ...body })).status;
    const [account, beneficiary] = [await fixtures.account(), await fixtures.beneficiary()];
    expect(await add({})).toBe(400);
    expect(await add({ account_id: account, beneficiary_id: beneficiary })).toBe(400);
    expect(await add({ account_id: await fixtures.account(0, "KES") })).toBe(400);
    expect(await add({ account_id: newId() })).toBe(404);
    expect(await add({ beneficiary_id: app.demo.organizations[1]!.beneficiary_id })).toBe(404);
    expect(await add({ account_id: account })).toBe(201);
    expect(await add({ beneficiary_id: beneficiary, email: "not an address" })).toBe(400);
    const { party_id: partyId } = await fixtures.must(201, "POST", `/${escrowId}/parties`, {
      name: "Ikeja",
      role: "supplier",
      beneficiary_id: beneficiary,
    });
    expect(
      await fixtures.must(200, "PATCH", `/${escrowId}/parties/${partyId}`, {
        account_id: account,
        name: "Ikeja Farms",
      }),
    ).toMatchObject({
      name: "Ikeja Farms",
      account_id: account,
      beneficiary_id: null,
    });
    expect(await fixtures.must(200, "GET", `/${escrowId}/parties/${partyId}`)).toMatchObject({ role: "supplier" });
    expect(await fixtures.must(200, "GET", `/${escrowId}/parties`)).toHaveLength(2);
    expect((await fixtures.call("DELETE", `/${escrowId}/parties/${partyId}`)).status).toBe(204);
    expect((await fixtures.call("GET", `/${escrowId}/parties/${partyId}`)).status).toBe(404);
  });

  test("a party that has a share cannot be removed", async () => {
    const { escrowId, a } = await shared();
    expect((await fixtures.call("DELETE", `/${escrowId}/parties/${a}`)).status).toBe(409);
  });

  test("milestones together never exceed the project, keep their order, and stand once it is active", async () => {
    const { escrow_id: escrowId } = await draft();
    const add = (body: object): ReturnType<typeof fixtures.call> =>
      fixtures.call("POST", `/${escrowId}/milestones`, { label: "Step", expected_disbursement: 400, ...body });
    const first = (await add({})).body.data;
    const second = (await add({ sequence: 5, due_date: "2026-02-28" })).body.data;
    expect([first.sequence, second.sequence, second.due_date]).toEqual([1, 5, "2026-02-28"]);
    expect((await add({ sequence: 5, expected_disbursement: 1 })).status).toBe(409);
    expect((await add({ expected_disbursement: 200.01 })).status).toBe(400);
    expect((await add({ due_date: "31.03.2026" })).status).toBe(400);
    expect((await fixtures.call("POST", `/${escrowId}/activate`)).status).toBe(409);
    await fixtures.must(200, "PATCH", `/${escrowId}/milestones/${second.milestone_id}`, {
      expected_disbursement: 600,
      sequence: 2,
      label: "Last step",
    });
    expect((await fixtures.call("PATCH", `/${escrowId}`, { total_amount: 999.99 })).status).toBe(400);
    await fixtures.must(200, "POST", `/${escrowId}/activate`);
    expect((await add({ expected_disbursement: 1 })).status).toBe(409);
    expect(
      (await fixtures.call("PATCH", `/${escrowId}/milestones/${first.milestone_id}`, { expected_disbursement: 1 }))
        .status,
    ).toBe(409);
    expect(
      await fixtures.must(200, "PATCH", `/${escrowId}/milestones/${first.milestone_id}`, {
        description: "Still words",
      }),
    ).toMatchObject({
      description: "Still words",
    });
    for (const path of [`/${escrowId}/milestones/${first.milestone_id}`, `/${escrowId}`])
      expect((await fixtures.call("DELETE", path)).status).toBe(409);
    expect((await fixtures.call("PATCH", `/${escrowId}`, { total_amount: 5000 })).status).toBe(409);
    expect(
      (await fixtures.must(200, "GET", `/${escrowId}/milestones`)).map(
        (milestone: { label: string }) => milestone.label,
      ),
    ).toEqual(["Step", "Last step"]);
  });

  test("a draft takes no money and no contract", async () => {
    const { escrow_id: escrowId } = await draft();
    const milestone = await fixtures.must(201, "POST", `/${escrowId}/milestones`, {
      label: "Step",
      expected_disbursement: 1000,
    });
    expect(
      (await fixtures.call("POST", `/${escrowId}/fund`, { account_id: await fixtures.account(1000), amount: 10 }))
        .status,
    ).toBe(409);
    expect(
      (await fixtures.call("POST", `/${escrowId}/milestones/${milestone.milestone_id}/contract`, { terms: "x" }))
        .status,
    ).toBe(409);
    expect((await fixtures.call("DELETE", `/${escrowId}/milestones/${milestone.milestone_id}`)).status).toBe(204);
  });

  test("with an Idempotency-Key everything is made once", async () => {
    const twice = async (path: string, body: object): Promise<string[]> => {
      const headers = { "idempotency-key": newId() };
      const answers = await Promise.all(
        [1, 2, 3].map(() => app.request(fixtures.admin, "POST", `/virtual-accounts/escrow${path}`, body, headers)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      return answers.map((answer) => answer.text);
    };
    const [project, ...others] = await twice("", { title: "Once", currency: "NGN", total_amount: 10 });
    expect(new Set([project, ...others]).size).toBe(1);
    const { escrow_id: escrowId } = (JSON.parse(project!) as { data: { escrow_id: string } }).data;
    await twice(`/${escrowId}/parties`, { name: "Bola", role: "seller", account_id: await fixtures.account() });
    await twice(`/${escrowId}/milestones`, { label: "Step", expected_disbursement: 10 });
    expect(await fixtures.must(200, "GET", `/${escrowId}`)).toMatchObject({ parties: [{}], milestones: [{}] });
  });
});

describe("contracts", () => {
  test("say something, can be replaced until they are approved, and are read", async () => {
    const { escrowId, milestoneId } = await shared();
    const path = `/${escrowId}/milestones/${milestoneId}/contract`;
    expect((await fixtures.call("GET", path)).status).toBe(404);
    expect((await fixtures.call("POST", path, {})).status).toBe(400);
    expect((await fixtures.call("POST", path, { document_url: "http://example.com/x.pdf" })).status).toBe(400);
    expect((await fixtures.call("POST", `${path}/approve`)).status).toBe(409);
    await fixtures.must(201, "POST", path, { terms: "First version" });
    await fixtures.must(201, "POST", path, { title: "Works", terms: "Second version" });
    expect(await fixtures.must(200, "GET", path)).toMatchObject({
      title: "Works",
      terms: "Second version",
      status: "submitted",
      approved_at: null,
    });
    await fixtures.must(200, "POST", `${path}/approve`);
    expect(await fixtures.must(200, "GET", path)).toMatchObject({
      status: "approved",
      approved_by: fixtures.admin.userId,
    });
    expect((await fixtures.call("POST", path, { terms: "Third" })).status).toBe(409);
    expect((await fixtures.call("POST", `${path}/approve`)).status).toBe(409);
  });
});

describe("who may", () => {
  test("read: everybody of the organization and platform people; nobody of another organization, at any depth", async () => {
    const { escrowId, a, milestoneId } = await shared();
    await fixtures.approve(escrowId, milestoneId);
    for (const path of [
      "",
      "/parties",
      `/parties/${a}`,
      "/milestones",
      `/milestones/${milestoneId}`,
      `/milestones/${milestoneId}/contract`,
      "/fundings",
      "/disbursements",
    ]) {
      for (const caller of [app.callers.orgViewer, app.callers.orgMember, app.callers.staff, app.callers.admin])
        expect((await fixtures.call("GET", `/${escrowId}${path}`, undefined, caller)).status, path).toBe(200);
      expect(
        (await fixtures.call("GET", `/${escrowId}${path}`, undefined, app.callers.otherOrgAdmin)).status,
        path,
      ).toBe(404);
      expect((await fixtures.call("GET", `/${escrowId}${path}`, undefined, null)).status, path).toBe(401);
    }
    const theirs = await fixtures.call("GET", "", undefined, app.callers.otherOrgAdmin);
    expect(theirs.body.data).toEqual([]);
  });

  test("change: org-admins, and only while the organization has the feature", async () => {
    const { escrowId, milestoneId } = await shared();
    const writes: [string, string, object?][] = [
      ["POST", "", { title: "x", currency: "NGN", total_amount: 1 }],
      ["PATCH", `/${escrowId}`, { title: "x" }],
      ["POST", `/${escrowId}/cancel`],
      ["POST", `/${escrowId}/fund`, { account_id: newId(), amount: 1 }],
      ["POST", `/${escrowId}/milestones/${milestoneId}/release`],
      ["POST", `/${escrowId}/milestones/${milestoneId}/contract`, { terms: "x" }],
    ];
    for (const [method, path, body] of writes) {
      for (const caller of [app.callers.orgMember, app.callers.orgViewer, app.callers.staff])
        expect((await fixtures.call(method, path, body, caller)).status, path).toBe(403);
      if (path !== "")
        expect((await fixtures.call(method, path, body, app.callers.otherOrgAdmin)).status, path).toBe(404);
    }
  });
});
