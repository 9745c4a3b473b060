import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "@corridor/base/ids.ts";
import { startTestApp, type TestAnswer, type TestApp } from "@corridor/test/harness/app.ts";
import { mobileMoneyPayin } from "@corridor/test/harness/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PATH = "/payments/routing/programs";
const admin = (method: string, path: string, body?: unknown) => app.request(app.callers.admin, method, path, body);
const hybridFirst = {
  name: "Ghana by hybrid",
  when: { country: ["GH"] },
  then: { by: "order", providers: ["hybrid"] },
};

async function draft(rules: object[], more: object = {}): Promise<string> {
  const { status, body } = await admin("POST", PATH, { name: "A program", rules, ...more });
  expect([status, body.message]).toEqual([201, "Routing program created"]);
  return body.data.program_id;
}
const act = (programId: string, verb: string, body: object = {}) => admin("POST", `${PATH}/${programId}/${verb}`, body);
async function publish(programId: string, body: object = {}): Promise<void> {
  expect((await act(programId, "publish", body)).body).toMatchObject({ data: { status: "published" } });
}
const read = async (programId: string) => (await admin("GET", `${PATH}/${programId}`)).body.data;
const pay = async (change: object = {}, key: string = newId()): Promise<any> => {
  const headers = { "idempotency-key": key };
  const body = mobileMoneyPayin("4567", change as Record<string, unknown>);
  const answer: TestAnswer = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body, headers);
  expect(answer.status, answer.text).toBe(200);
  return (await app.request(app.callers.apiKey, "GET", `/payments/${answer.body.response.payment_id}`)).body.data;
};
const GHANA = { country: "GH", payment_method: "mobile_money", direction: "payin", amount: 21, currency: "GHS" };
const preview = async (change: object = {}, caller = app.callers.orgAdmin) =>
  (await app.request(caller, "POST", "/payments/route-preview", { ...GHANA, ...change })).body;

describe("a routing program", () => {
  test("routes nothing as a draft, and is tried by a preview", async () => {
    const programId = await draft([hybridFirst]);
    expect(await pay()).toMatchObject({ provider: "fiat", routing_program: null });
    const asPlatform = { org_id: app.callers.apiKey.orgId };
    expect((await preview({ ...asPlatform, program_id: programId }, app.callers.admin)).data).toMatchObject({
      provider: "hybrid",
      fallbacks: ["fiat"],
      routing_program: { program_id: programId, rule: 1, reason: "rule 1, Ghana by hybrid; in its order" },
    });
    expect((await preview({ program_id: programId })).code).toBe("ROUTING_PROGRAM_NOT_FOUND");
  });

  test("routes every payment once it is published, and the record says by which rule and why", async () => {
    const programId = await draft([
      { when: { country: ["GH"], metadata: { tier: ["gold"] } }, then: { by: "order", providers: ["fiat"] } },
      hybridFirst,
    ]);
    await publish(programId);
    const { version } = await read(programId);
    const by = { program_id: programId, version };
    const paid = await pay();
    expect(paid).toMatchObject({
      provider: "hybrid",
      routing_program: { ...by, rule: 2, reason: "rule 2, Ghana by hybrid; in its order" },
      route: [
        { provider: "hybrid", reason: "first by rule 2" },
        { provider: "fiat", reason: "fallback 1" },
      ],
    });
    expect(await pay({ metadata: { tier: "gold" } })).toMatchObject({ provider: "fiat", routing_program: { rule: 1 } });
    expect((await preview({ country: "NG", currency: "NGN" })).data).toMatchObject({
      provider: "fiat",
      routing_program: { ...by, rule: null, reason: "no rule matches; in the order of the provider configs" },
    });
  });

  test("of an organization is asked before the platform's", async () => {
    const org_id = app.callers.apiKey.orgId!;
    const large = { currency: "GHS", min: 1_000 };
    const own = await draft([{ when: { amount: large }, then: { by: "order", providers: ["fiat"] } }], { org_id });
    await publish(own);
    expect(await pay()).toMatchObject({ provider: "fiat", routing_program: { program_id: own, version: 1 } });
    expect(await pay({ amount: 10, target_amount: 10 })).toMatchObject({ provider: "hybrid" });
    expect((await preview({ amount: 1_500 }, app.callers.otherOrgAdmin)).data.provider).toBe("hybrid");
    expect((await act(own, "archive")).body.data.status).toBe("archived");
    expect((await pay()).provider).toBe("hybrid");
  });

  test("chooses organizations by the tags that they have now", async () => {
    const programId = await draft([
      { when: { org_tag: ["vip"] }, then: { by: "order", providers: ["fiat"] } },
      { when: {}, then: { by: "order", providers: ["hybrid"] } },
    ]);
    const { orgId: org_id } = app.callers.apiKey;
    const chosen = async () => (await preview({ org_id, program_id: programId }, app.callers.admin)).data.provider;
    const tag = (tags: string[]) => admin("PATCH", `/organizations/${org_id}`, { settings: { tags } });
    expect(await chosen()).toBe("hybrid");
    expect((await tag(["large", "vip"])).body.data.settings.tags).toEqual(["large", "vip"]);
    expect(await chosen()).toBe("fiat");
    await tag([]);
    expect(await chosen()).toBe("hybrid");
  });

  test("leaves a payment without a route where its rule says only, and the answer says which", async () => {
    const programId = await draft([{ when: {}, then: { by: "order", providers: ["manual"], only: true } }]);
    const { data } = await preview({ org_id: app.callers.apiKey.orgId, program_id: programId }, app.callers.admin);
    expect(data).toMatchObject({ would_route: false, candidates: [{ reason: "rule 1 leaves it out" }, {}] });
  });

  test("takes the place of the one before, which stays for the payments that it routed, and never changes", async () => {
    const [before, after] = [await draft([hybridFirst]), await draft([hybridFirst])];
    await publish(before);
    await publish(after);
    expect([(await read(before)).status, (await read(after)).status]).toEqual(["archived", "published"]);
    expect((await admin("PATCH", `${PATH}/${after}`, { name: "Other" })).status).toBe(409);
    expect((await act(before, "publish")).status).toBe(409);
    const { body } = await admin("GET", `${PATH}?status=published&limit=5`);
    expect(body.data.map((one: { program_id: string }) => one.program_id)).toEqual([after]);
  });

  test("travels as its name and rules", async () => {
    const { name, rules } = await read(await draft([hybridFirst]));
    const imported = await read(await draft(rules, { name }));
    expect(imported).toMatchObject({ name, rules: [hybridFirst], status: "draft" });
    const body = { rules: [{ ...hybridFirst, name: "Renamed" }] };
    expect((await admin("PATCH", `${PATH}/${imported.program_id}`, body)).body.data.rules[0].name).toBe("Renamed");
  });

  test.each([
    [[{ ...hybridFirst, when: { contry: ["GH"] } }], "rules.0.when.contry"],
    [[{ when: {}, then: { by: "order", providers: ["fiat"] } }, hybridFirst], "rules.1.when"],
    [[{ ...hybridFirst, when: { org_id: ["0190c5f0-0000-7000-8000-0000000000aa"] } }], "rules.0.when.org_id"],
    [[], "rules"],
  ])("that could not work is refused with the rule's place: %j", async (rules, path) => {
    const own = { name: "Bad", rules, org_id: app.callers.apiKey.orgId };
    const { status, body } = await admin("POST", PATH, own);
    expect([status, body.details[0].path]).toEqual([400, path]);
  });

  test("is the platform's business", async () => {
    for (const caller of [app.callers.orgAdmin, app.callers.apiKey])
      expect((await app.request(caller, "GET", PATH)).status).toBe(403);
    expect((await app.request(app.callers.staff, "GET", PATH)).status).toBe(200);
    expect((await app.request(app.callers.staff, "POST", PATH, { name: "x", rules: [hybridFirst] })).status).toBe(403);
  });

  test("leaves its steps in the audit log, with a digest of the rules", async () => {
    const programId = await draft([hybridFirst]);
    await publish(programId);
    await act(programId, "archive");
    const entries = await app.db.query<{ action: string; changes: { sha256: string } }>(
      "SELECT action, changes FROM cell_0.audit_log WHERE resource_id = $1 ORDER BY audit_id",
      [programId],
    );
    expect(entries.map(({ action }) => action)).toEqual(
      ["created", "published", "archived"].map((verb) => `routing_program.${verb}`),
    );
    expect(new Set(entries.map(({ changes }) => changes.sha256)).size).toBe(1);
  });
});

describe("two routing programs", () => {
  test("are compared by a share of payments each; a payment keeps its program, and no winner is named too early", async () => {
    const [alone, compared] = [
      await draft([{ ...hybridFirst, when: { country: ["KE"] } }]),
      await draft([hybridFirst]),
    ];
    expect((await act(compared, "publish", { share: 50 })).body.details[0].path).toBe("share");
    await publish(alone);
    await publish(compared, { share: 50 });
    expect((await act(alone, "archive")).status).toBe(409);

    const key = newId();
    const [first, again] = [await pay({}, key), await pay({}, key)];
    expect(again.routing_program).toEqual(first.routing_program);
    expect((await preview({ payment_id: first.payment_id })).data.routing_program).toEqual(first.routing_program);

    const paid = [first];
    while (new Set(paid.map((one) => one.routing_program.compared)).size < 2 || paid.length < 6) paid.push(await pay());
    for (const { provider, routing_program } of paid)
      expect([provider, routing_program.compared]).toEqual(
        routing_program.compared === compared ? ["hybrid", compared] : ["fiat", alone],
      );
    await app.wait(60_000);
    const { data } = (await admin("GET", `${PATH}/${compared}/comparison`)).body;
    expect(data.arms.map((arm: { program_id: string }) => arm.program_id)).toEqual([alone, compared]);
    expect(data.arms[0].sample + data.arms[1].sample).toBe(paid.length);
    expect(data.difference).toMatchObject({ estimate: 0 });
    expect(data.verdict).toContain("no difference is shown");

    await publish(compared);
    expect([(await read(alone)).status, (await read(compared)).share]).toEqual(["archived", null]);
    expect((await admin("GET", `${PATH}/${compared}/comparison`)).status).toBe(409);
    expect((await pay()).provider).toBe("hybrid");
  });
});

describe("in production", () => {
  let guarded: TestApp;
  beforeAll(async () => {
    guarded = await startTestApp({ settings: { PLATFORM_SECOND_PERSON: "true" } });
  });
  afterAll(() => guarded.close());

  test("a second admin publishes, and only the rules that were shown", async () => {
    const { admin: one, secondAdmin: other } = guarded.callers;
    const { body: made } = await guarded.request(one, "POST", PATH, { name: "Two", rules: [hybridFirst] });
    const path = `${PATH}/${made.data.program_id}`;
    const asked = await guarded.request(one, "POST", `${path}/publish`, {});
    expect([asked.status, asked.body.code]).toEqual([409, "APPROVAL_REQUIRED"]);
    const approve = (approvalId: string) => guarded.request(other, "POST", `/approvals/${approvalId}/approve`, {});
    const shown = await guarded.request(other, "GET", `/approvals/${asked.body.approval_id}`);
    expect(shown.body.data.request.rules).toEqual([hybridFirst]);

    const rules = [{ ...hybridFirst, then: { by: "order", providers: ["fiat"] } }];
    expect((await guarded.request(one, "PATCH", path, { rules })).status).toBe(200);
    expect((await approve(asked.body.approval_id)).body.data.outcome.done).toBe(false);
    expect((await guarded.request(one, "GET", path)).body.data.status).toBe("draft");

    const again = await guarded.request(one, "POST", `${path}/publish`, {});
    expect((await approve(again.body.approval_id)).body.data.outcome.done).toBe(true);
    expect((await guarded.request(one, "GET", path)).body.data).toMatchObject({ status: "published", rules });
  });
});
