import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp, type TestCaller } from "@corridor/test/harness/app.ts";
import { bankPayout, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { rebuildStats } from "#src/back-office/analytics/follow-payments.ts";
import { postSettlement } from "#src/back-office/settlements/post-settlement.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { periodsIn } from "./report.ts";

describe("the periods of a range", () => {
  test("begin on Mondays and on the first of a month, and are cut off at the ends of the range", () => {
    const range = { from: "2026-01-29", to: "2026-02-10" };
    expect(periodsIn(range, "week")).toEqual([
      { from: "2026-01-29", to: "2026-02-01" },
      { from: "2026-02-02", to: "2026-02-08" },
      { from: "2026-02-09", to: "2026-02-10" },
    ]);
    expect(periodsIn(range, "month").map(({ from }) => from)).toEqual(["2026-01-29", "2026-02-01"]);
    expect(periodsIn(range, "day")).toHaveLength(13);
  });

  test("are at most 93", () => {
    expect(() => periodsIn({ from: "2026-01-01", to: "2026-12-31" }, "day")).toThrow();
    expect(periodsIn({ from: "2026-01-01", to: "2026-12-31" }, "week")).toHaveLength(53);
  });
});

describe("reports", () => {
  let app: TestApp;
  let staff: TestCaller;
  const DAY_MS = 86_400_000;
  const report = async (name: string, query = "", caller = app.callers.apiKey) =>
    (await app.request(caller, "GET", `/reports/${name}${query}`)).body;
  const sum = (rows: readonly { amount: number }[]): number =>
    Number(rows.reduce((total, { amount }) => total + amount, 0).toFixed(2));

  beforeAll(async () => {
    app = await startTestApp();
    for (const currency of ["GHS", "GBP"])
      expect(
        (
          await app.request(app.callers.admin, "POST", "/fees", {
            name: `All in ${currency}`,
            currency,
            percent: 2,
            fixed_amount: 0.1,
          })
        ).status,
      ).toBe(201);
    for (let day = 0; day < 2; day++) {
      for (const ending of ["4567", "0005"])
        await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin(ending));
      const payout = bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", {
        amount: 100,
        target_amount: 100,
        currency: "GBP",
        target_currency: "GBP",
      });
      await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", payout);
      await app.advance(5_000);
      await app.run("payment-checks");
      if (day === 0) await app.advance(DAY_MS);
    }
    // Tokens last one hour, and a day has passed on the test clock.
    const answer = await fetch(`${app.origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: app.demo.staff.email, password: app.demo.staff.password }),
    });
    const { token } = (await answer.json()) as { token: string };
    staff = { ...app.callers.staff, headers: { ...app.callers.staff.headers, authorization: `Bearer ${token}` } };
  });
  afterAll(() => app.close());

  const booked = async (purpose: string): Promise<number> =>
    Number(
      (
        await app.db.query<{ n: string }>(
          `SELECT coalesce(sum(balance), 0)::text AS n FROM ledger_accounts WHERE org_id = $1 AND purpose = $2`,
          [app.callers.apiKey.orgId, purpose],
        )
      )[0]!.n,
    );

  test("of volume add up to the payments, with their fees, fresh, folded and counted anew", async () => {
    const [truth] = await app.db.query<{ volume: string; fees: string; n: number }>(
      `SELECT sum(amount)::text AS volume, sum(total_fees)::text AS fees, count(*)::int AS n FROM payments
        WHERE org_id = $1 AND status = 'completed'`,
      [app.callers.apiKey.orgId],
    );
    expect(Number(truth!.fees)).toBeGreaterThan(0);
    const expectTruth = async (): Promise<void> => {
      for (const by of ["provider", "method", "direction", "country"]) {
        const { rows } = (await report("volume", `?by=${by}`)).data;
        expect(sum(rows)).toBe(Number(truth!.volume));
        expect(sum(rows.map(({ fees }: { fees: number }) => ({ amount: fees })))).toBe(Number(truth!.fees));
        expect(rows.reduce((total: number, row: { completed: number }) => total + row.completed, 0)).toBe(truth!.n);
      }
    };
    await app.followed();
    await expectTruth();
    await app.run("payment-stats");
    await expectTruth();
    await rebuildStats({ db: app.db });
    await expectTruth();
  });

  test("of the ledger add up to its balances, and each period closes where the next one opens", async () => {
    for (const [name, purpose, sign] of [
      ["fees", "fees", 1],
      ["settlement", "provider", -1],
      ["fx", "fx", 1],
    ] as const) {
      const { rows } = (await report(name)).data;
      expect(sum(rows)).toBe(Number((sign * (await booked(purpose))).toFixed(2)) + 0);
      const accounts: { account_id: string; opening: number; closing: number }[][] = [
        ...Map.groupBy(
          rows as { account_id: string; opening: number; closing: number }[],
          ({ account_id }) => account_id,
        ).values(),
      ];
      for (const account of accounts)
        for (const [index, row] of account.entries())
          if (index > 0) expect(row.opening).toBe(account[index - 1]!.closing);
    }
    const { rows } = (await report("fees", "?currency=GBP")).data;
    expect(rows.length).toBe(2);
    expect(new Set(rows.map(({ from }: { from: string }) => from)).size).toBe(2);
  });

  test("lead to the transactions of the ledger that a row sums up", async () => {
    const [row] = (await report("fees", "?currency=GBP")).data.rows;
    const listed = await app.request(
      app.callers.apiKey,
      "GET",
      `/ledger/transactions?account_id=${row.account_id}&date_from=${row.from}&date_to=${row.to}`,
    );
    type Listed = { postings: { account_id: string; amount: number }[] };
    const postings = (listed.body.data as Listed[])
      .flatMap((transaction) => transaction.postings)
      .filter(({ account_id }) => account_id === row.account_id);
    expect(sum(postings)).toBe(row.amount);
  });

  test("say what all of it is worth in one currency", async () => {
    const { data } = await report("fees", "?base=EUR");
    expect(data.base).toBe("EUR");
    expect(data.total_in_base).toBeCloseTo(
      sum(data.totals.map(({ in_base }: { in_base: number }) => ({ amount: in_base }))),
      2,
    );
  });

  test("of costs show what a provider charged beside what we charged, to the platform only, and lead to its books", async () => {
    const fee = { to: "costs", amount: Money.parse("-1.25", "GHS") } as const;
    await app.db.transaction((tx) =>
      postSettlement(
        tx,
        [{ cause: `${newId()}:test`, description: "Costs of fiat", account: "fiat", differences: [fee] }],
        app.clock.now(),
      ),
    );
    const { rows } = (await report("costs", "?interval=month&currency=GHS", staff)).data;
    const [fiat] = rows.filter(
      ({ key, account_id }: { key: string; account_id: string | null }) => key === "fiat" && account_id !== null,
    );
    const volume = (await report("volume", "?interval=month&currency=GHS&by=provider", staff)).data.rows.find(
      ({ key }: { key: string }) => key === "fiat",
    );
    expect(fiat).toMatchObject({ amount: 1.25, fees: volume.fees, completed: volume.completed });
    const listed = await app.request(
      staff,
      "GET",
      `/ledger/transactions?org_id=00000000-0000-0000-0000-000000000000&account_id=${fiat.account_id}`,
    );
    expect(listed.body.data).toHaveLength(1);
    expect((await app.request(app.callers.apiKey, "GET", "/reports/costs")).status).toBe(403);
  });

  test("show an organization its own, and the platform volume of all or the books of one", async () => {
    expect((await report("fees", "", app.callers.otherApiKey)).data.rows).toEqual([]);
    expect((await report("fees", "", staff)).details[0].path).toBe("org_id");
    expect((await report("fees", `?org_id=${app.callers.apiKey.orgId}`, staff)).data.rows).not.toEqual([]);
    expect(sum((await report("volume", "", staff)).data.rows)).toBe(sum((await report("volume")).data.rows));
  });

  test("reach to the last day that a date can say", async () => {
    expect(await report("fees", "?dateFrom=9999-12-31&dateTo=9999-12-31")).toMatchObject({ status: "success" });
    const listed = await app.request(
      app.callers.apiKey,
      "GET",
      "/ledger/transactions?date_from=9999-12-31&date_to=9999-12-31",
    );
    expect([listed.status, listed.body.data]).toEqual([200, []]);
  });

  test("refuse what they do not know", async () => {
    expect(await report("profit")).toMatchObject({ message: "Report not found" });
    expect((await report("volume", "?group=day")).details[0].path).toBe("group");
  });
});
