import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestAnswer, type TestApp } from "#test/harness/app.ts";

/** Requests and decisions of several people that come at the same moment. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const orgId = () => app.callers.orgAdmin.orgId!;
const loosen = () => app.request(app.callers.orgAdmin, "PATCH", `/organizations/${orgId()}`, LOOSER);
const LOOSER = { settings: { payout_review_above: { GHS: 1_000 } } };
const approvalIn = ({ body }: TestAnswer): string => /[0-9a-f-]{36}/.exec(body.message)![0];
const statusesOf = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).toSorted();

/** Sets the organization's controls directly, without an approval. */
async function given(change: object): Promise<void> {
  await app.db.query(`UPDATE organizations SET settings = $2 WHERE org_id = $1`, [orgId(), JSON.stringify(change)]);
  await app.db.transaction(async (tx) => tx.notify("organizations", orgId()));
  await app.db.query(`DELETE FROM payout_counts`);
}

describe("a change that needs a second person", () => {
  test("is asked for once by 17 requests at the same moment: all name the same approval", async () => {
    for (const above of ["100.00", "200.00", "300.00"]) {
      await given({ payout_review_above: { GHS: above } });
      const answers = await Promise.all(Array.from({ length: 17 }, loosen));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(["409 APPROVAL_REQUIRED"]));
      expect(new Set(answers.map(approvalIn)).size).toBe(1);
      const approve = () => app.request(app.callers.admin, "POST", `/approvals/${approvalIn(answers[0]!)}/approve`, {});
      expect(statusesOf(await Promise.all([approve(), approve(), approve()]))).toEqual([200, 409, 409]);
      expect((await loosen()).status).toBe(200);
    }
  });
});
