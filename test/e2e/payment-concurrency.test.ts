import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { bankPayin, cardPayin, mobileMoneyPayin } from "#test/harness/payments.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ logLevel: "trace" });
});
afterAll(() => app.close());

const initiate = (body: unknown) => app.request(app.callers.apiKey, "POST", "/payments-init/initiate", body);
const record = async (transactionId: string) =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${transactionId}`)).body;

async function completedPayin(): Promise<{ payment_id: string; transaction_id: string }> {
  const { body } = await initiate(mobileMoneyPayin());
  await app.advance(1_000);
  expect((await record(body.response.transaction_id)).status).toBe("completed");
  return body.response;
}

/** Signs as the sandbox does, so that callbacks can come in any number and order. */
function callback(
  id: string,
  reference: string,
  status: string,
  at = app.clock.now(),
): { body: string; headers: Record<string, string> } {
  const body = JSON.stringify({
    callback_id: id,
    events: [
      {
        event_id: id,
        event: "payment.updated",
        provider: "fiat",
        reference,
        id: `fiat_${reference}`,
        status,
        provider_status: status,
        currency: "GHS",
        occurred_at: at.toISOString(),
      },
    ],
  });
  const key = createHmac("sha256", app.sandbox.key).update("callbacks:fiat").digest();
  const seconds = Math.floor(app.clock.now().getTime() / 1_000);
  return {
    body,
    headers: {
      "content-type": "application/json",
      "x-sandbox-signature": `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.${body}`).digest("hex")}`,
    },
  };
}
const sendCallback = ({ body, headers }: ReturnType<typeof callback>, provider = "fiat") =>
  app.request(null, "POST", `/callbacks/${provider}`, body, headers);

describe("callbacks", () => {
  test("200 at once for one payment, shuffled and repeated: one transition, one set of events, one posting", async () => {
    const { body } = await initiate(mobileMoneyPayin("0009"));
    const payment = await record(body.response.transaction_id);
    const reference = payment.attempts[0].attempt_id;
    const all = Array.from({ length: 200 }, (_, i) => {
      const status = ["processing", "pending", "completed", "processing"][i % 4]!;
      const at = new Date(app.clock.now().getTime() - (status === "completed" ? 0 : 60_000));
      return callback(`cb_${i % 120}_${status}`, reference, status, at);
    }).sort(() => Math.random() - 0.5);
    const answers = await Promise.all(all.map((one) => sendCallback(one)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    const after = await record(body.response.transaction_id);
    expect(after.status).toBe("completed");
    expect(after.timeline.filter((entry: { to: string }) => entry.to === "completed")).toHaveLength(1);
    const events = await app.db.query<{ type: string; sequence: number }>(
      `SELECT unnest(types) AS type, generate_series(sequence, sequence + cardinality(types) - 1) AS sequence FROM events WHERE resource_id = $1 ORDER BY sequence`,
      [payment.payment_id],
    );
    expect(events.filter((event) => event.type === "payment.completed")).toHaveLength(1);
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    expect(
      await app.db.query(`SELECT 1 FROM ledger_transactions WHERE cause LIKE $1 || ':%'`, [payment.payment_id]),
    ).toHaveLength(1);
  });

  test("that contradict a final status change nothing and open one reconciliation item, however often they come", async () => {
    const { body } = await initiate(mobileMoneyPayin());
    await app.advance(1_000);
    const payment = await record(body.response.transaction_id);
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        sendCallback(callback(`late_${i}`, payment.attempts[0].attempt_id, "failed")),
      ),
    );
    expect((await record(body.response.transaction_id)).status).toBe("completed");
    const items = await app.request(
      app.callers.orgAdmin,
      "GET",
      `/payments/reconciliation-items?payment_id=${payment.payment_id}`,
    );
    expect(items.body.data).toMatchObject([{ kind: "contradicts_final_status", status: "open", provider: "fiat" }]);
  });

  test.each([
    [
      "no signature",
      (one: ReturnType<typeof callback>) => ({ ...one, headers: { "content-type": "application/json" } }),
    ],
    [
      "a changed body",
      (one: ReturnType<typeof callback>) => ({ ...one, body: one.body.replace("completed", "failed") }),
    ],
    ["another provider's key", (one: ReturnType<typeof callback>) => one],
  ])("with %s are refused with 401 and stored nowhere", async (name, spoil) => {
    const { body } = await initiate(mobileMoneyPayin("0009"));
    const reference = (await record(body.response.transaction_id)).attempts[0].attempt_id;
    const answer = await sendCallback(
      spoil(callback(`bad_${name}`, reference, "completed")),
      name === "another provider's key" ? "hybrid" : "fiat",
    );
    expect(answer.status).toBe(401);
    expect(await app.db.query(`SELECT 1 FROM provider_callbacks WHERE external_id = $1`, [`bad_${name}`])).toEqual([]);
  });

  test("for a provider that does not exist are 404, and signed rubbish is kept for a person and changes nothing", async () => {
    expect((await sendCallback(callback("x", "y", "completed"), "nobody")).status).toBe(404);
    const key = createHmac("sha256", app.sandbox.key).update("callbacks:fiat").digest();
    const seconds = Math.floor(app.clock.now().getTime() / 1_000);
    const headers = {
      "content-type": "application/json",
      "x-sandbox-signature": `t=${seconds},v1=${createHmac("sha256", key).update(`${seconds}.rubbish`).digest("hex")}`,
    };
    expect((await app.request(null, "POST", "/callbacks/fiat", "rubbish", headers)).status).toBe(200);
    expect(await app.db.query("SELECT applied_at FROM provider_callbacks WHERE body = 'rubbish'")).toEqual([
      { applied_at: null },
    ]);
  });
});

describe("refunds", () => {
  test("50 at once of 60 % of one payment: one succeeds, and the books agree", async () => {
    const payment = await completedPayin();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
          amount: 900,
          reason: "returned goods",
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, ...Array.from({ length: 49 }, () => 409)]);
    await app.advance(1_000);
    expect(await record(payment.transaction_id)).toMatchObject({ status: "completed", refunded_amount: 900 });
    const refunds = await app.request(app.callers.orgAdmin, "GET", `/payments/${payment.payment_id}/refunds`);
    expect(refunds.body.data).toMatchObject([{ amount: 900, status: "completed", reason: "returned goods" }]);
  });

  test("in parts up to the whole make the payment refunded; one more is a 409", async () => {
    const payment = await completedPayin();
    const refund = (body: unknown) =>
      app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, body);
    expect((await refund({ amount: 500.5, reason: "part" })).status).toBe(201);
    await app.advance(1_000);
    expect((await record(payment.transaction_id)).status).toBe("completed");
    expect((await refund({ reason: "the rest" })).body.data).toMatchObject({ amount: 999.5 });
    await app.advance(1_000);
    expect(await record(payment.transaction_id)).toMatchObject({ status: "refunded", refunded_amount: 1500 });
    expect((await refund({ amount: 0.01, reason: "more" })).status).toBe(409);
  });

  test("of what is not completed, is a payout, is foreign or says no reason are refused", async () => {
    const { body } = await initiate(bankPayin());
    expect(
      (await app.request(app.callers.orgAdmin, "POST", `/payments/${body.response.payment_id}/refund`, { reason: "x" }))
        .status,
    ).toBe(409);
    const payment = await completedPayin();
    expect(
      (await app.request(app.callers.otherOrgAdmin, "POST", `/payments/${payment.payment_id}/refund`, { reason: "x" }))
        .status,
    ).toBe(404);
    expect(
      (await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, { amount: 1 })).status,
    ).toBe(400);
    expect(
      (
        await app.request(app.callers.orgAdmin, "POST", `/payments/${payment.payment_id}/refund`, {
          amount: 1.001,
          reason: "x",
        })
      ).status,
    ).toBe(400);
    expect(
      (await app.request(app.callers.orgViewer, "POST", `/payments/${payment.payment_id}/refund`, { reason: "x" }))
        .status,
    ).toBe(403);
  });
});

describe("initiations with one Idempotency-Key", () => {
  test("20 at once make one payment and give 20 equal answers", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin(), {
          "idempotency-key": "order-77",
        }),
      ),
    );
    const settled = await Promise.all(
      answers.map(async (answer) =>
        answer.status === 409
          ? app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin(), {
              "idempotency-key": "order-77",
            })
          : answer,
      ),
    );
    expect(new Set(settled.map((answer) => answer.text)).size).toBe(1);
    expect(settled[0]!.status).toBe(200);
    const other = await app.request(
      app.callers.apiKey,
      "POST",
      "/payments-init/initiate",
      mobileMoneyPayin("4567", { amount: 2, target_amount: 2 }),
      {
        "idempotency-key": "order-77",
      },
    );
    expect([other.status, other.body.code]).toEqual([409, "IDEMPOTENCY_CONFLICT"]);
  });
});

describe("card data", () => {
  test("is nowhere: not in the database, the log, the events or any answer", async () => {
    const number = "5399838383838381";
    const cvv = "481";
    const holder = cardPayin("8381", {
      card_details: { card_number: number, expiry_month: "09", expiry_year: "2031", cvv, card_holder_name: "Canary" },
      client_reference: "card-canary",
    });
    const texts = [
      (await initiate(holder)).text,
      (
        await initiate({
          ...holder,
          card_details: { ...(holder.card_details as object), card_number: number.replace(/1$/, "x") },
        })
      ).text,
      (await initiate({ ...holder, amount: "1" })).text,
    ];
    for (const ending of ["0002", "0004", "0007"])
      texts.push(
        (
          await initiate({
            ...holder,
            card_details: { ...(holder.card_details as object), card_number: `539983838383${ending}` },
          })
        ).text,
      );
    await app.advance(1_000);
    texts.push(
      (await app.request(app.callers.apiKey, "GET", "/transactions?limit=100")).text,
      ...app.logLines(),
      await dumpDatabase(),
    );
    const everything = texts.join("\n");
    expect(everything).toContain("card-canary");
    for (const digits of [
      number,
      number.replace(/1$/, "x"),
      "5399838383830002",
      "5399838383830004",
      "5399838383830007",
    ])
      expect(everything.includes(digits)).toBe(false);
    expect(/"cvv"\s*:\s*"481"/.test(everything)).toBe(false);
    const [payment] = (
      await app.request(app.callers.apiKey, "GET", "/transactions?client_reference=card-canary&limit=1")
    ).body.data;
    expect(payment.card_details).toEqual({
      brand: "mastercard",
      first6: "539983",
      last4: expect.any(String),
      expiry_month: "09",
      expiry_year: "2031",
      card_holder_name: "Canary",
    });
  });
});

/** Every row of every table, as text. */
async function dumpDatabase(): Promise<string> {
  const tables = await app.db.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
      WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const dumps = await Promise.all(
    tables.map(({ name }) => app.db.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`)),
  );
  return dumps
    .flat()
    .map(({ row }) => row)
    .join("\n");
}
