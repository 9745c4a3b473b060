import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#src/kernel/db/client.ts";
import { startTestApp, type TestApp } from "@corridor/test/harness/app.ts";
import { bankPayin, bankPayout, cardPayin, mobileMoneyPayin } from "@corridor/test/harness/payments.ts";
import { rebuildStats } from "./follow-payments.ts";

/** Compares the counts with the payments themselves at every stage: fresh, folded, and recounted. */
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await someTraffic();
  await signInAgain();
});
afterAll(() => app.close());

const DAY_MS = 24 * 60 * 60_000;
const initiate = async (body: Record<string, unknown>, caller = app.callers.apiKey) =>
  app.request(caller, "POST", "/payments-init/initiate", body);
const followed = async (path: string, caller: (typeof app.callers)["staff"]) => {
  await app.followed();
  return (await app.request(caller, "GET", `/transactions/analytics/${path}`)).body.data;
};
const trends = (query = "", caller = app.callers.staff) => followed(`trends${query}`, caller);
const overview = (query = "", caller = app.callers.orgViewer) => followed(`overview${query}`, caller);

/** Days have passed on the test clock, and tokens last one hour. */
async function signInAgain(): Promise<void> {
  const [ours, theirs] = app.demo.organizations;
  const people = {
    admin: app.demo.admin,
    staff: app.demo.staff,
    orgAdmin: ours!.org_admin,
    orgMember: ours!.org_member,
    orgViewer: ours!.org_viewer,
    otherOrgAdmin: theirs!.org_admin,
  };
  for (const [name, { email, password }] of Object.entries(people) as [
    keyof typeof people,
    { email: string; password: string },
  ][]) {
    const answer = await fetch(`${app.origin}/identity/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { token } = (await answer.json()) as { token: string };
    app.callers[name] = {
      ...app.callers[name],
      headers: { ...app.callers[name].headers, authorization: `Bearer ${token}` },
    };
  }
}

/** A little of everything, over three days, in two organizations. */
async function someTraffic(): Promise<void> {
  for (let day = 0; day < 3; day++) {
    for (const ending of ["4567", "0003", "0005", "0008", "0010"]) await initiate(mobileMoneyPayin(ending));
    for (const ending of ["4242", "0002", "0003", "0001", "0004"]) await initiate(cardPayin(ending));
    await initiate(bankPayin());
    await initiate(bankPayin("0003"), app.callers.otherApiKey);
    await initiate(mobileMoneyPayin("4567", { amount: 10.01, target_amount: 10.01 }), app.callers.otherApiKey);
    await app.advance(1_000);
    await initiate(
      bankPayout(app.demo.organizations[0]!.beneficiary_id, day === 0 ? "0005" : "6789", {
        amount: 0.7,
        target_amount: 0.7,
        currency: "GBP",
        target_currency: "GBP",
      }),
    );
    await app.advance(5_000);
    await app.run("payment-checks");
    await app.advance(DAY_MS);
    await app.run("payment-checks");
  }
}

type Truth = {
  org_id: string;
  day: string;
  direction: string;
  currency: string;
  method: string;
  country: string;
  status: string;
  provider: string | null;
  count: number;
  volume: string;
};

async function truth(orgId?: string): Promise<Truth[]> {
  const rows = await app.db.query<Truth>(
    `SELECT org_id, created_at::date::text AS day, direction, currency, payment_method AS method, country, status,
     provider, count(*)::int AS count, sum(amount)::text AS volume
     FROM payments GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
  );
  return rows.filter((row) => orgId === undefined || row.org_id === orgId);
}
const sum = (rows: readonly Truth[], keep: (row: Truth) => boolean = () => true) =>
  rows.filter(keep).reduce((total, row) => total + row.count, 0);
const succeeded = (row: Truth) => row.status === "completed" || row.status === "refunded";
const FINISHED = new Set(["completed", "refunded", "failed", "canceled", "rejected"]);

async function expectCountsToBeTrue(): Promise<void> {
  for (const [shown, rows] of [
    [await trends(), await truth()],
    [await overview(), await truth(app.callers.orgAdmin.orgId!)],
  ] as const) {
    expect(shown.totals).toMatchObject({
      count: sum(rows),
      completed: sum(rows, succeeded),
      failed: sum(rows, (row) => row.status === "failed"),
    });
    const statuses = Map.groupBy(rows, (row) => row.status);
    expect(shown.statuses).toEqual(
      [...statuses]
        .map(([status, of]) => ({ status, count: sum(of) }))
        .toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    );
    for (const day of shown.days) {
      const ofDay = rows.filter((row) => row.day === day.date);
      expect([day.date, day.count, day.completed, day.failed]).toEqual([
        day.date,
        sum(ofDay),
        sum(ofDay, succeeded),
        sum(ofDay, (row) => row.status === "failed"),
      ]);
      for (const volume of day.volume) {
        const amount = (direction: string) =>
          ofDay
            .filter((row) => succeeded(row) && row.currency === volume.currency && row.direction === direction)
            .reduce((total, row) => total + Number(row.volume), 0);
        expect([volume.inbound, volume.outbound]).toEqual(
          [amount("inbound"), amount("outbound")].map((value) => Number(value.toFixed(2))),
        );
      }
    }
    for (const method of shown.methods)
      expect([method.payment_method, method.count]).toEqual([
        method.payment_method,
        sum(rows, (row) => row.method === method.payment_method),
      ]);
    for (const provider of shown.providers)
      expect([provider.provider, provider.count]).toEqual([
        provider.provider,
        sum(rows, (row) => row.provider === provider.provider && FINISHED.has(row.status)),
      ]);
    for (const corridor of shown.corridors) {
      expect([corridor, corridor.count]).toEqual([
        corridor,
        sum(
          rows,
          (row) =>
            row.country === corridor.country &&
            row.method === corridor.payment_method &&
            row.direction === corridor.direction,
        ),
      ]);
    }
    expect(shown.corridors.reduce((total: number, corridor: { count: number }) => total + corridor.count, 0)).toBe(
      sum(rows),
    );
  }
}

describe("counting", () => {
  test("agrees with the payments before anything is folded, after folding, and counted anew", async () => {
    await app.followed();
    const [waiting] = await app.db.query<{ count: number }>(`SELECT count(*)::int AS count FROM payment_stat_changes`);
    expect(waiting!.count).toBeGreaterThan(0);
    await expectCountsToBeTrue();

    await app.run("payment-stats");
    expect(await app.db.query(`SELECT 1 FROM payment_stat_changes`)).toEqual([]);
    await expectCountsToBeTrue();
    const folded = await app.db.query(`SELECT * FROM payment_stats ORDER BY org_id, grain, dimension, period`);

    await rebuildStats(app);
    expect(await app.db.query(`SELECT * FROM payment_stats ORDER BY org_id, grain, dimension, period`)).toEqual(folded);

    await initiate(mobileMoneyPayin());
    await app.advance(1_000);
    await expectCountsToBeTrue();
  });

  test("is recounted page by page, however many payments there are", async () => {
    const limits: unknown[] = [];
    const db: Db = {
      ...app.db,
      transaction: (work) =>
        app.db.transaction((tx) =>
          work({
            ...tx,
            query<R>(text: string, values?: readonly unknown[]) {
              if (text.includes("FROM payments")) limits.push(values!.at(-1));
              return tx.query<R>(text, values);
            },
          }),
        ),
    };
    await rebuildStats({ db });
    expect(new Set(limits)).toEqual(new Set([2_000]));
  });

  test("keeps no sum that came to nothing, and the platform's sums are those of all organizations", async () => {
    await app.run("payment-stats");
    expect(
      await app.db.query(
        `SELECT 1 FROM payment_stats, jsonb_array_elements(cells) cell
          WHERE cell->>1 = '0' AND cell->>2 = '0' AND cell->>3 = '0'`,
      ),
    ).toEqual([]);
    const different = await app.db.query(
      `SELECT grain, dimension, period, cell->>0, cell->>4 FROM (
         SELECT CASE WHEN org_id = '00000000-0000-0000-0000-000000000000' THEN 1 ELSE -1
           END AS sign, grain, dimension, period, cell FROM payment_stats, jsonb_array_elements(cells) cell
       ) signed
       GROUP BY 1, 2, 3, 4, 5
       HAVING sum(sign * (cell->>1)::numeric) <> 0 OR sum(sign * (cell->>2)::numeric) <> 0
         OR sum(sign * (cell->>3)::numeric) <> 0 OR sum(sign * (cell->>5)::numeric) <> 0`,
    );
    expect(different).toEqual([]);
  });

  test("counts a provider's refusals against it, also where a fallback saved the payment", async () => {
    const { providers } = await overview();
    const fiat = providers.find((one: { provider: string }) => one.provider === "fiat");
    const rows = await app.db.query<{ outcome: string; count: number }>(
      `SELECT a->>'outcome' AS outcome, count(*)::int AS count
       FROM payments p, json_array_elements(p.progress->'attempts') a
       WHERE p.org_id = $1 AND a->>'provider' = 'fiat'
         AND p.status IN ('completed', 'refunded', 'failed', 'canceled', 'rejected') GROUP BY 1`,
      [app.callers.orgAdmin.orgId],
    );
    const count = (outcome: string) => rows.find((row) => row.outcome === outcome)?.count ?? 0;
    expect(count("refused")).toBeGreaterThan(0);
    expect(fiat).toMatchObject({
      attempts: rows.reduce((total, row) => total + row.count, 0),
      accepted: count("accepted"),
    });
    expect(fiat.acceptance_rate).toBeLessThan(1);
  });

  test("a refund leaves volume and success as they were and moves the status", async () => {
    const before = await overview();
    const { body } = await initiate(mobileMoneyPayin("4567", { amount: 33, target_amount: 33 }));
    await app.advance(1_000);
    await app.request(app.callers.orgAdmin, "POST", `/payments/${body.response.payment_id}/refund`, {
      reason: "wrong goods",
    });
    await app.advance(1_000);
    const after = await overview();
    expect(after.statuses.find((one: { status: string }) => one.status === "refunded").count).toBe(1);
    expect(after.totals.completed).toBe(before.totals.completed + 1);
    await expectCountsToBeTrue();
  });
});

describe("outcomes", () => {
  const outcomes = () => followed("outcomes", app.callers.orgViewer);
  type Decline = { cause: string; provider: string | null; count: number };

  test("name the cause of every failed payment, and each cause finds just those payments", async () => {
    const { declines } = (await outcomes()) as { declines: Decline[] };
    const failed = sum(await truth(app.callers.orgAdmin.orgId!), (row) => row.status === "failed");
    expect(declines.reduce((total, { count }) => total + count, 0)).toBe(failed);
    expect(new Set(declines.map(({ cause }) => cause)).size).toBeGreaterThan(1);
    await app.followed();
    for (const [cause, ofCause] of Map.groupBy(declines, (one) => one.cause)) {
      const found = (await app.request(app.callers.orgViewer, "GET", `/transactions?failure_cause=${cause}&limit=100`))
        .body.data as { status: string }[];
      expect([cause, found.length]).toEqual([cause, ofCause.reduce((total, { count }) => total + count, 0)]);
      expect(found.every(({ status }) => status === "failed")).toBe(true);
    }
  });

  test("of providers add up to their finished payments, with the time that a completed one took", async () => {
    const { providers } = await outcomes();
    for (const { provider, days } of providers) {
      const rows = (await truth(app.callers.orgAdmin.orgId!)).filter((row) => row.provider === provider);
      const add = (name: "completed" | "failed"): number =>
        days.reduce((total: number, day: Record<string, number>) => total + day[name]!, 0);
      expect([provider, add("completed"), add("failed")]).toEqual([
        provider,
        sum(rows, succeeded),
        sum(rows, (row) => row.status === "failed"),
      ]);
      for (const day of days) expect([day.date, day.median_seconds === null]).toEqual([day.date, day.completed === 0]);
    }
    // The sandbox completes a payment after a second.
    const fiat = providers.find((one: { provider: string }) => one.provider === "fiat");
    expect(fiat.days[0].median_seconds).toBeGreaterThanOrEqual(1);
  });
});

describe("a base currency", () => {
  test("adds up all volumes at today's rates", async () => {
    const [plain, inEuro] = [await overview(), await overview("?base=EUR")];
    const worthOf = async (currency: string): Promise<number> => {
      const ended = ["completed", "refunded"].map(
        (status) => `/transactions/totals?currency=${currency}&status=${status}&base=EUR`,
      );
      const answers = await Promise.all(ended.map((path) => app.request(app.callers.orgAdmin, "GET", path)));
      return answers.reduce((total, { body }) => total + body.data.total_in_base, 0);
    };
    expect(inEuro).toMatchObject({ base: "EUR", without_rate: [], totals: { volume: [{ currency: "EUR" }] } });
    const worth = await Promise.all(plain.totals.volume.map(({ currency }: { currency: string }) => worthOf(currency)));
    expect(inEuro.totals.volume[0].total).toBeCloseTo(
      worth.reduce((total: number, one: number) => total + one, 0),
      0,
    );
  });
});

describe("the list of payments", () => {
  type Listed = { payment_id: string; amount: number; currency: string; created_at: string };
  const read = (query: string, caller = app.callers.orgViewer) => app.request(caller, "GET", `/transactions?${query}`);
  const whole = async (query: string): Promise<Listed[]> => {
    const rows: Listed[] = [];
    let cursor = "";
    do {
      const { body } = await read(`${query}&limit=3${cursor}`);
      rows.push(...body.data);
      cursor = body.last_evaluated_key === null ? "" : `&last_evaluated_key=${body.last_evaluated_key}`;
    } while (cursor !== "");
    return rows;
  };

  test("goes by amount within one currency, either way, page by page, with every payment once", async () => {
    await initiate(mobileMoneyPayin("4567", { amount: 7, target_amount: 7 }));
    const all = await whole("currency=GHS");
    const byAmount = (a: Listed, b: Listed): number => a.amount - b.amount || (a.payment_id < b.payment_id ? -1 : 1);
    expect(await whole("currency=GHS&sort=amount&order=asc")).toEqual(all.toSorted(byAmount));
    expect(await whole("currency=GHS&sort=amount")).toEqual(all.toSorted(byAmount).toReversed());
    expect(await whole("currency=GHS&order=asc")).toEqual(all.toReversed());
  });

  test("is not sorted where no index carries the order", async () => {
    for (const [query, caller] of [
      ["sort=amount", app.callers.orgViewer],
      ["sort=amount&currency=GHS", app.callers.staff],
      ["sort=updated_at", app.callers.orgViewer],
    ] as const)
      expect((await read(query, caller)).body.details[0].path).toBe("sort");
  });

  test("comes to totals by currency, of whatever the filters match", async () => {
    const { data } = (await app.request(app.callers.orgViewer, "GET", "/transactions/totals?status=failed")).body;
    const failed = (await truth(app.callers.orgAdmin.orgId!)).filter((row) => row.status === "failed");
    expect([data.count, data.is_complete]).toEqual([sum(failed), true]);
    for (const { currency, count, amount } of data.sums) {
      const of = failed.filter((row) => row.currency === currency);
      expect([count, amount]).toEqual([
        sum(of),
        Number(of.reduce((total, row) => total + Number(row.volume), 0).toFixed(2)),
      ]);
    }
    expect(data.total_in_base).toBeCloseTo(
      data.sums.reduce((total: number, { in_base }: { in_base: number }) => total + in_base, 0),
      2,
    );
  });
});

describe("the range", () => {
  test("shows every day of it, empty ones too, and money with its fractional part", async () => {
    const today = app.clock.now().toISOString().slice(0, 10);
    const answer = await app.request(
      app.callers.staff,
      "GET",
      `/transactions/analytics/trends?dateFrom=2025-12-01&dateTo=${today}`,
    );
    const { days } = answer.body.data;
    expect(days[0]).toEqual({ date: "2025-12-01", count: 0, completed: 0, failed: 0, success_rate: null, volume: [] });
    expect(days.at(-1).date).toBe(today);
    expect(answer.text).toMatch(/"total":\d+\.\d\d/);
  });

  test("over whole months and parts of them gives the same totals as day by day", async () => {
    const today = app.clock.now().toISOString().slice(0, 10);
    const year = await trends(`?dateFrom=2025-06-15&dateTo=${today}`);
    const count = (rows: { count: number }[]) => rows.reduce((total, row) => total + row.count, 0);
    expect(count(year.methods)).toBe(year.totals.count);
    expect(count(year.statuses)).toBe(count(year.days));
    const later = await trends("?dateFrom=2026-02-01&dateTo=2026-12-31");
    expect(later.totals.count + (await trends("?dateFrom=2025-06-15&dateTo=2026-01-31")).totals.count).toBe(
      year.totals.count,
    );
  });

  test.each([
    "?dateFrom=2026-02-30",
    "?dateFrom=soon",
    "?dateFrom=2026-02-02&dateTo=2026-02-01",
    "?dateFrom=2020-01-01&dateTo=2026-01-01",
    "?dateTo=2026-13-01",
  ])("%s is a 400", async (query) => {
    for (const path of [
      "/transactions/analytics/trends",
      "/transactions/analytics/overview",
      "/users/analytics/geographic-distribution",
    ]) {
      const answer = await app.request(app.callers.admin, "GET", `${path}${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.details[0].path).toMatch(/^date(From|To)$/);
    }
  });
});

describe("who sees what", () => {
  test("trends are for platform people; of one organization or of all", async () => {
    for (const caller of [app.callers.orgAdmin, app.callers.orgMember, app.callers.orgViewer, app.callers.apiKey])
      expect((await app.request(caller, "GET", "/transactions/analytics/trends")).status).toBe(403);
    const [all, ours, theirs] = [
      await trends(),
      await trends(`?org_id=${app.callers.orgAdmin.orgId!}`),
      await trends(`?org_id=${app.callers.otherOrgAdmin.orgId!}`, app.callers.admin),
    ];
    expect(ours.totals.count + theirs.totals.count).toBe(all.totals.count);
    expect(theirs.totals.count).toBeGreaterThan(0);
    for (const orgId of ["018f0000-0000-7000-8000-000000000000", "00000000-0000-0000-0000-000000000000", "none"]) {
      expect(
        (await app.request(app.callers.staff, "GET", `/transactions/analytics/trends?org_id=${orgId}`)).status,
      ).toBe(404);
    }
  });

  test("members see their own organization, and another one does not exist for them", async () => {
    const ours = await overview();
    expect(ours.totals).toEqual((await overview(`?org_id=${app.callers.orgAdmin.orgId!}`)).totals);
    expect(ours.totals).toEqual((await trends(`?org_id=${app.callers.orgAdmin.orgId!}`)).totals);
    for (const path of ["/transactions/analytics/overview", "/users/analytics/geographic-distribution"]) {
      for (const orgId of [app.callers.otherOrgAdmin.orgId!, "00000000-0000-0000-0000-000000000000", "none"]) {
        expect((await app.request(app.callers.orgAdmin, "GET", `${path}?org_id=${orgId}`)).status).toBe(404);
      }
    }
  });
});

describe("geography", () => {
  test("users by the country they gave, payments and volume by the country they were made in", async () => {
    const orgId = app.callers.orgAdmin.orgId!;
    const { orgAdmin, orgMember, orgViewer } = app.callers;
    await app.db.query(`UPDATE users SET country = 'NG' WHERE user_id = ANY ($1::uuid[])`, [
      [orgAdmin.userId, orgMember.userId],
    ]);
    await app.db.query("UPDATE users SET country = NULL WHERE user_id = $1", [orgViewer.userId]);
    const { status, body } = await app.request(
      app.callers.orgViewer,
      "GET",
      "/users/analytics/geographic-distribution",
    );
    expect(status).toBe(200);
    const rows = await truth(orgId);
    expect(body.data).toMatchObject({ total_users: 3, total_payments: sum(rows), date_from: null });
    const country = (code: string | null) =>
      body.data.countries.find((one: { country: string | null }) => one.country === code);
    expect(country("NG")).toMatchObject({ users: 2, payments: sum(rows, (row) => row.country === "NG") });
    expect(country(null)).toMatchObject({ users: 1, payments: 0, volume: [] });
    const ghs = rows
      .filter((row) => row.country === "GH" && succeeded(row))
      .reduce((total, row) => total + Number(row.volume), 0);
    expect(country("GH")).toMatchObject({
      payments: sum(rows, (row) => row.country === "GH"),
      volume: [{ currency: "GHS", amount: ghs }],
    });
    const all = (await app.request(app.callers.staff, "GET", "/users/analytics/geographic-distribution")).body.data;
    expect(all.total_payments).toBe(sum(await truth()));
    expect(all.total_users).toBe(9);
    const one = (
      await app.request(app.callers.staff, "GET", `/users/analytics/geographic-distribution?org_id=${orgId}`)
    ).body.data;
    expect(one).toEqual(body.data);
  });
});

describe("what needs attention", () => {
  test("payouts that wait for a review, until somebody decides", async () => {
    const orgId = app.callers.orgAdmin.orgId!;
    await app.request(app.callers.orgAdmin, "PATCH", `/organizations/${orgId}`, {
      settings: { payout_review_above: { GBP: 0.5 } },
    });
    const { body } = await initiate(
      bankPayout(app.demo.organizations[0]!.beneficiary_id, "6789", {
        amount: 0.6,
        target_amount: 0.6,
        currency: "GBP",
        target_currency: "GBP",
      }),
      app.callers.apiKey,
    );
    expect(body.response.status).toBe("initiated");
    expect((await overview()).attention.payouts_to_review).toBe(1);
    await app.run("payment-stats");
    expect((await overview()).attention.payouts_to_review).toBe(1);
    await expectCountsToBeTrue();
    expect(
      (
        await app.request(app.callers.admin, "POST", `/payments/${body.response.payment_id}/review`, {
          decision: "approve",
          comment: "fine",
        })
      ).status,
    ).toBe(200);
    expect((await overview()).attention.payouts_to_review).toBe(0);
    await expectCountsToBeTrue();
  });

  test("open reconciliation items and dead letters, of the own organization only", async () => {
    const orgId = app.callers.orgAdmin.orgId!;
    const at = app.clock.now();
    const before = (await overview()).attention;
    await app.db.query(
      `INSERT INTO reconciliation_items (org_id, item_id, kind, message, detail, status, created_at)
        VALUES ($1, gen_random_uuid(), 'test', 'one', '{}', 'open', $2)`,
      [orgId, at],
    );
    await app.db.query(
      `INSERT INTO webhook_deliveries (org_id, webhook_id, delivery_id, event_id, event_type, status, attempt_count,
       tries, created_at, finished_at, attempted_at, fault, reason)
       VALUES ($1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'payment.completed', 'dead', 8, 8, $2, $2,
         $2, 'receiver', 'answered 500')`,
      [orgId, at],
    );
    expect((await overview()).attention).toMatchObject({
      reconciliation_items: before.reconciliation_items + 1,
      dead_letters: before.dead_letters + 1,
    });
    expect((await overview("", app.callers.otherOrgAdmin)).attention).toMatchObject({ dead_letters: 0 });
  });

  test("a provider that takes less than half of what it is sent", async () => {
    expect((await overview()).attention.failing_providers).toEqual([]);
    for (let i = 0; i < 12; i++) await initiate(mobileMoneyPayin("0003"));
    await app.advance(1_000);
    expect((await overview()).attention.failing_providers).toMatchObject([
      { provider: "fiat", attempts: expect.any(Number), circuit: "closed" },
    ]);
  });
});

describe("under load", () => {
  test("stays true while payments, folds and recounts run side by side", async () => {
    const folds = async () => {
      for (let i = 0; i < 10; i++) for (const job of ["statistics", "payment-stats"]) await app.run(job);
    };
    const recounts = async () => {
      for (let i = 0; i < 3; i++) await rebuildStats(app);
    };
    await Promise.all([
      ...Array.from({ length: 60 }, (_, index) => initiate(mobileMoneyPayin(["4567", "0002", "0003"][index % 3]!))),
      folds(),
      recounts(),
    ]);
    await expectCountsToBeTrue();
    await app.advance(1_000);
    await expectCountsToBeTrue();
  });
});
