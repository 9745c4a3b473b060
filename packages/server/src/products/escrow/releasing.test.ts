import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { escrowFixtures } from "./escrow.fixtures.ts";

/** A milestone says that it was paid when its money has arrived, and not before. */
let app: TestApp;
let fixtures: ReturnType<typeof escrowFixtures>;
beforeAll(async () => {
  app = await startTestApp();
  fixtures = escrowFixtures(app);
});
afterAll(() => app.close());

type Destination = { account_id: string } | { beneficiary_id: string };

/** A released milestone of 1,000 in equal shares. */
async function released(...to: Destination[]) {
  const shares = to.map((destination) => ({ to: destination, value: 100 / to.length }));
  const { escrowId, parties, milestones } = await fixtures.activeProject({ milestones: [1_000], shares });
  const project = `/${escrowId}`;
  const milestone = `${project}/milestones/${milestones[0]}`;
  await fixtures.must(201, "POST", `${project}/fund`, { account_id: await fixtures.account(1_000), amount: 1_000 });
  await fixtures.approve(escrowId, milestones[0]!);
  const answer = await fixtures.must(200, "POST", `${milestone}/release`);
  return { answer, escrowId, project, milestone, milestoneId: milestones[0]!, parties };
}

const beneficiary = async (ending?: string) => ({ beneficiary_id: await fixtures.beneficiary(ending) });
const read = (path: string) => fixtures.must(200, "GET", path);
const statuses = async ({ project, milestone }: { project: string; milestone: string }) => [
  (await read(milestone)).status,
  (await read(project)).status,
];
const disbursements = async (project: string, status: string) =>
  read(`${project}/disbursements?status=${status}`) as Promise<{ disbursement_id: string; payment_id: string }[]>;
const told = async (milestoneId: string) =>
  (await fixtures.eventTypes(milestoneId)).filter((type) => type === "escrow.milestone.disbursed").length;

async function notices() {
  const { body } = await app.request(fixtures.admin, "GET", "/users/notifications");
  return (body.data as { type: string; title: string; body: string; data: { disbursement_id: string } }[]).filter(
    ({ type }) => type === "escrow.disbursement.failed",
  );
}

describe("a released milestone", () => {
  test("is releasing until its last share has arrived; then it and its project are over, and it is told once", async () => {
    const accounts = [{ account_id: await fixtures.account() }, { account_id: await fixtures.account() }];
    const one = await released(await beneficiary(), ...accounts, await beneficiary());
    expect(one.answer).toMatchObject({ status: "releasing", disbursed_total: 500 });
    expect(one.answer.disbursed_at).toBeUndefined();
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["releasing", "active"], 0]);
    await app.advance(app.sandbox.delayMs);
    expect(await read(one.milestone)).toMatchObject({
      status: "disbursed",
      disbursed_total: 1_000,
      disbursed_at: app.clock.now().toISOString(),
    });
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["disbursed", "completed"], 1]);
    const arrived = await disbursements(one.project, "completed");
    for (const { disbursement_id } of arrived)
      expect(await fixtures.eventTypes(disbursement_id)).toEqual(["escrow.disbursement.completed"]);
    const { body } = await app.request(fixtures.admin, "GET", "/events?type=escrow.milestone.disbursed");
    const [event] = body.data;
    expect(event.data).toMatchObject({ status: "disbursed", disbursed_total: 1_000, previous_status: "releasing" });
    expect(event.data.disbursements.map(({ status }: { status: string }) => status)).toEqual(
      arrived.map(() => "completed"),
    );
  });

  test("whose only share fails was not paid: nobody is told so, the people are told why, and a retry pays it", async () => {
    const one = await released(await beneficiary("0005"));
    await app.advance(app.sandbox.delayMs);
    expect(await read(one.milestone)).toMatchObject({ status: "releasing", disbursed_total: 0 });
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["releasing", "active"], 0]);
    const [failed] = await disbursements(one.project, "failed");
    expect(await fixtures.eventTypes(failed!.disbursement_id)).toEqual(["escrow.disbursement.failed"]);
    const [notice] = await notices();
    expect(notice).toMatchObject({ data: { escrow_id: one.escrowId, disbursement_id: failed!.disbursement_id } });
    expect([notice!.title, notice!.body]).toEqual([
      expect.stringContaining("Not paid: 1000.00 NGN of escrow Warehouse"),
      expect.stringContaining("This was the share of A party. The reason: "),
    ]);

    // The beneficiary was wrong: the party gets another one, and the share is tried again.
    await fixtures.must(200, "PATCH", `${one.project}/parties/${one.parties[0]}`, await beneficiary());
    await fixtures.must(200, "POST", `${one.project}/disbursements/${failed!.disbursement_id}/retry`);
    expect(await statuses(one)).toEqual(["releasing", "active"]);
    await app.advance(app.sandbox.delayMs);
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["disbursed", "completed"], 1]);
    expect(await fixtures.eventTypes(failed!.disbursement_id)).toEqual([
      "escrow.disbursement.failed",
      "escrow.disbursement.completed",
    ]);
  });

  test("with a share that cannot even be started tells so as well", async () => {
    const one = await released(await beneficiary("0002"));
    const [failed] = await disbursements(one.project, "failed");
    expect(await fixtures.eventTypes(failed!.disbursement_id)).toEqual(["escrow.disbursement.failed"]);
    expect((await notices()).map(({ data }) => data.disbursement_id)).toContain(failed!.disbursement_id);
    expect(await statuses(one)).toEqual(["releasing", "active"]);
  });

  test("ends when its failed share goes to an account, or back to the funders", async () => {
    const [one, other] = [
      await released(await beneficiary(), await beneficiary("0005")),
      await released(await beneficiary(), await beneficiary("0005")),
    ];
    await app.advance(app.sandbox.delayMs);
    const failedOf = async ({ project }: { project: string }) =>
      `${project}/disbursements/${(await disbursements(project, "failed"))[0]!.disbursement_id}`;
    expect(await read(one.milestone)).toMatchObject({ status: "releasing", disbursed_total: 500 });
    await fixtures.must(200, "POST", `${await failedOf(one)}/redirect`, { account_id: await fixtures.account() });
    await fixtures.must(200, "POST", `${await failedOf(other)}/refund`, {});
    expect(await read(one.milestone)).toMatchObject({ status: "disbursed", disbursed_total: 1_000 });
    expect(await read(other.milestone)).toMatchObject({
      status: "disbursed",
      disbursed_total: 500,
      returned_total: 500,
    });
    expect([await statuses(one), await statuses(other)]).toEqual([
      ["disbursed", "completed"],
      ["disbursed", "completed"],
    ]);
    expect([await told(one.milestoneId), await told(other.milestoneId)]).toEqual([1, 1]);
  });

  test("of which every share went back was canceled, and so was its project", async () => {
    const one = await released(await beneficiary("0005"));
    await app.advance(app.sandbox.delayMs);
    const [failed] = await disbursements(one.project, "failed");
    await fixtures.must(200, "POST", `${one.project}/disbursements/${failed!.disbursement_id}/refund`, {});
    expect(await read(one.milestone)).toMatchObject({ status: "canceled", disbursed_total: 0, returned_total: 1_000 });
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["canceled", "canceled"], 0]);
    expect(await fixtures.ledgerBalance("escrow", one.escrowId)).toBe(0);
  });

  test("under way cannot be changed, canceled or released again, and a canceled project leaves it to its end", async () => {
    const one = await released(await beneficiary());
    for (const [method, path, body] of [
      ["POST", `${one.milestone}/release`, undefined],
      ["POST", `${one.milestone}/cancel`, {}],
      ["PATCH", one.milestone, { label: "Other" }],
      ["PUT", `${one.milestone}/parties`, { party_id: one.parties[0], split_value: 50 }],
    ] as const)
      expect((await fixtures.call(method, path, body)).status, path).toBe(409);
    await fixtures.must(200, "POST", `${one.project}/cancel`, {});
    expect(await statuses(one)).toEqual(["releasing", "canceled"]);
    await app.advance(app.sandbox.delayMs);
    expect([await statuses(one), await told(one.milestoneId)]).toEqual([["disbursed", "canceled"], 1]);
    expect(await fixtures.ledgerBalance("escrow", one.escrowId)).toBe(0);
  });
});
