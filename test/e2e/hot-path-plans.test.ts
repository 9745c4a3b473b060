import { expect, test } from "vitest";
import { explainHotStatements } from "../../bench/plans.ts";
import { startTestApp } from "#test/harness/app.ts";
import { silentLog } from "#test/harness/database.ts";

/** A plan made on an empty table is kept when the table grows, so the test checks the plans on empty tables. */
test("every statement of a payment's commits, callback and read goes by key in a writer's session, also on empty tables", async () => {
  const app = await startTestApp();
  try {
    const plans = await explainHotStatements({
      databaseUrl: app.databaseUrl,
      log: silentLog,
      organization: app.demo.organizations[0]!,
    });
    expect(plans.length).toBeGreaterThan(10);
    expect(plans.filter((plan) => plan.includes("Seq Scan"))).toEqual([]);
    expect(
      plans.some((plan) => /Update on payments p; .*Index Scan using payments_(pkey|by_id) on payments p/.test(plan)),
    ).toBe(true);
    expect(plans.some((plan) => plan.includes("Index Scan using payments_by_id on payments"))).toBe(true);
    expect(
      plans.some((plan) => /on payment_references.*Index (Only )?Scan using payments_by_id on payments/.test(plan)),
    ).toBe(true);
    expect(plans.some((plan) => /Index (Only )?Scan using webhook_endpoints/.test(plan))).toBe(true);
  } finally {
    await app.close();
  }
});
