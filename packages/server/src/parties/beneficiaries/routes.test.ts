import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBeneficiaryInUse } from "#src/payments/store/beneficiary-in-use.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, type ModuleServer, startModuleServer } from "@corridor/test/harness/module-server.ts";
import { createBeneficiary, sealAccounts } from "./write-beneficiary.ts";
import type { SealRule } from "./beneficiary.ts";
import { createBeneficiaryFinder, findBeneficiary, holdBeneficiaries } from "./find-beneficiary.ts";
import { beneficiaryRoutes } from "./routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const clock = new SteppedClock();
const orgId = newId();
const otherOrgId = newId();
const member = callerOf({ orgId, role: "org-member" });
const viewer = callerOf({ orgId, role: "org-viewer" });
const stranger = callerOf({ orgId: otherOrgId });
const admin = callerOf({ platformRole: "admin" });
const colleague = newId();
const MASTER_SECRET = "a master secret for tests that is long enough";
const SEALING: SealRule = {
  secrets: createSecretBox({ masterSecret: MASTER_SECRET }),
  environment: "production",
};
const deps = () => ({ db: database.db, clock, secrets: SEALING.secrets });

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(
    `INSERT INTO organizations (org_id, name, country, created_at, updated_at) SELECT id, 'Org', 'GH', $2, $2
      FROM unnest($1::uuid[]) AS id`,
    [[orgId, otherOrgId], clock.now()],
  );
  await database.db.query(
    `INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-member', $3, $3)`,
    [orgId, colleague, clock.now()],
  );
  server = await startModuleServer({
    db: database.db,
    clock,
    routes: [beneficiaryRoutes({ ...deps(), isInUse: isBeneficiaryInUse, followAccount: async () => {} })],
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const bank = {
  account_type: "bank",
  country: "GH",
  currency: "GHS",
  fname: "Ama",
  lname: "Mensah",
  bank_details: { account_number: "1020001234567", bank_code: "030100", bank_name: "Absa Bank Ghana" },
};
const momo = {
  account_type: "mobile_money",
  country: "GH",
  fname: "Kofi",
  momo_details: { provider: "mtn", phone_number: "024 123 4567" },
};
const crypto = {
  account_type: "crypto",
  currency: "USDT",
  fname: "Satoshi",
  crypto_details: { network: "tron", wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
};

async function create(body: object = bank, caller = member): Promise<string> {
  const answer = await server.request(caller, "POST", "/beneficiaries", body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.data.beneficiary_id;
}

async function addPayment(db: Queryable, beneficiaryId: string, status: string): Promise<string> {
  const paymentId = newId();
  await db.query(
    `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
       country, amount, currency, target_amount,
       target_currency, beneficiary_id, fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'payment', 'outbound', 'bank_transfer', $5, 'GH', 10, 'GHS', 10, 'GHS', $6, '{}', 0, '{}',
       '{}', 0, $7, $7)`,
    [orgId, paymentId, newId(), member.userId, status, beneficiaryId, clock.now()],
  );
  return paymentId;
}

describe("POST /beneficiaries", () => {
  it("answers a repeat with what is stored, also for beneficiaries of the same moment", async () => {
    const ids = Array.from({ length: 4 }, () => newId());
    const fields = { ...bank, account_type: "bank" as const };
    const make = (change = {}) =>
      Promise.all(
        ids.map((beneficiaryId) =>
          createBeneficiary(
            deps(),
            { caller: member, id: "together" },
            { orgId, beneficiaryId },
            { ...fields, ...change },
          ),
        ),
      );
    const first = await make();
    expect(await make({ fname: "Changed" })).toEqual(first);
    expect(await database.db.query("SELECT 1 FROM audit_log WHERE request_id = 'together'")).toHaveLength(4);
  });

  it("stores a bank beneficiary and shows every field of the contract", async () => {
    const answer = await server.request(member, "POST", "/beneficiaries", {
      ...bank,
      beneficiary_type: "loan_client",
      email: "Ama@Example.com",
      phone_number: "0241234567",
      external_account_id: "ext-1",
      loan_client_details: { loan_id: "L-77", balance: 12.5 },
      momo_details: {},
      unknown_field: 1,
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      status: "success",
      message: expect.any(String),
      data: {
        beneficiary_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        org_id: orgId,
        account_type: "bank",
        beneficiary_of: member.userId,
        beneficiary_type: "loan_client",
        country: "GH",
        currency: "GHS",
        fname: "Ama",
        lname: "Mensah",
        email: "ama@example.com",
        phone_number: "+233241234567",
        external_account_id: "ext-1",
        bank_details: { account_number: "1020001234567", bank_code: "030100", bank_name: "Absa Bank Ghana" },
        momo_details: {},
        crypto_details: {},
        loan_client_details: { loan_id: "L-77", balance: 12.5 },
        created_at: "2026-01-05T09:00:00.000Z",
        updated_at: "2026-01-05T09:00:00.000Z",
      },
    });
    const read = await server.request(viewer, "GET", `/beneficiaries/${answer.body.data.beneficiary_id}`);
    expect(read.body.data).toEqual(answer.body.data);
  });

  it("names the network as the reference data does, keeps phones as E.164 and takes the country's currency", async () => {
    const { body } = await server.request(member, "POST", "/beneficiaries", momo);
    expect(body.data).toMatchObject({
      currency: "GHS",
      beneficiary_type: "individual",
      momo_details: { provider: "MTN", phone_number: "+233241234567" },
    });
    expect(body.data).not.toHaveProperty("lname");
  });

  it("stores a crypto beneficiary whose address holds for its network", async () => {
    const { body } = await server.request(member, "POST", "/beneficiaries", crypto);
    expect(body.data).toMatchObject({
      currency: "USDT",
      crypto_details: { network: "TRON", wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
      bank_details: {},
    });
  });

  it("takes an IBAN in place of account number and bank", async () => {
    const { body } = await server.request(member, "POST", "/beneficiaries", {
      account_type: "bank",
      country: "DE",
      fname: "Erika",
      bank_details: { iban: "DE89 3704 0044 0532 0130 00" },
    });
    expect(body.data).toMatchObject({
      currency: "EUR",
      bank_details: { iban: "DE89370400440532013000", account_number: "DE89370400440532013000" },
    });
  });

  it.each<[string, object, string, RegExp]>([
    ["no account_type", { ...bank, account_type: undefined }, "account_type", /required/],
    ["an unknown account_type", { ...bank, account_type: "cash" }, "account_type", /one of bank, mobile_money, crypto/],
    ["an unknown beneficiary_type", { ...bank, beneficiary_type: "friend" }, "beneficiary_type", /one of/],
    ["no fname", { ...bank, fname: undefined }, "fname", /required/],
    ["a blank fname", { ...bank, fname: "   " }, "fname", /blank/],
    ["a number as fname", { ...bank, fname: 5 }, "fname", /string/],
    ["no country", { ...bank, country: undefined }, "country", /required/],
    ["a country that is none", { ...bank, country: "XX" }, "country", /alpha-2/],
    ["a currency that is none", { ...bank, currency: "XYZ" }, "currency", /ISO 4217/],
    ["a crypto asset for a bank", { ...bank, currency: "BTC" }, "currency", /ISO 4217/],
    ["no currency where none is known", { ...bank, country: "AR", currency: undefined }, "currency", /required/],
    ["an e-mail that is none", { ...bank, email: "nobody" }, "email", /email/],
    ["a phone that is none", { ...bank, phone_number: "12" }, "phone_number", /phone number/],
    ["no bank_details", { ...bank, bank_details: null }, "bank_details", /required/],
    ["empty bank_details", { ...bank, bank_details: {} }, "bank_details", /required/],
    [
      "no account number",
      { ...bank, bank_details: { bank_code: "030100" } },
      "bank_details.account_number",
      /required/,
    ],
    ["no bank", { ...bank, bank_details: { account_number: "1020001234567" } }, "bank_details.bank_code", /required/],
    [
      "an account number of odd characters",
      { ...bank, bank_details: { ...bank.bank_details, account_number: "10;DROP" } },
      "bank_details.account_number",
      /letters and digits/,
    ],
    [
      "a number as account number",
      { ...bank, bank_details: { ...bank.bank_details, account_number: 1020001234567 } },
      "bank_details.account_number",
      /string/,
    ],
    [
      "an IBAN with wrong check digits",
      { ...bank, country: "DE", bank_details: { iban: "DE88370400440532013000" } },
      "bank_details.iban",
      /check digits/,
    ],
    [
      "an IBAN of another country",
      { ...bank, bank_details: { iban: "DE89370400440532013000" } },
      "bank_details.iban",
      /is an IBAN of DE/,
    ],
    [
      "details of another account type",
      { ...bank, momo_details: momo.momo_details },
      "momo_details",
      /belongs to account_type mobile_money/,
    ],
    [
      "loan details of no loan client",
      { ...bank, loan_client_details: { a: 1 } },
      "loan_client_details",
      /belongs to beneficiary_type loan_client/,
    ],
    [
      "huge loan details",
      { ...bank, beneficiary_type: "loan_client", loan_client_details: { a: "x".repeat(9_000) } },
      "loan_client_details",
      /at most/,
    ],
    ["no momo_details", { ...momo, momo_details: undefined }, "momo_details", /required/],
    ["no network", { ...momo, momo_details: { phone_number: "0241234567" } }, "momo_details.provider", /required/],
    ["no wallet phone", { ...momo, momo_details: { provider: "MTN" } }, "momo_details.phone_number", /required/],
    [
      "a network of another country",
      { ...momo, momo_details: { provider: "M-PESA", phone_number: "0241234567" } },
      "momo_details.provider",
      /not a mobile money network of GH/,
    ],
    [
      "a wallet phone that is none",
      { ...momo, momo_details: { provider: "MTN", phone_number: "hello" } },
      "momo_details.phone_number",
      /phone number/,
    ],
    ["no crypto asset", { ...crypto, currency: undefined }, "currency", /required/],
    ["fiat for crypto", { ...crypto, currency: "USD" }, "currency", /crypto asset/],
    ["no crypto_details", { ...crypto, crypto_details: undefined }, "crypto_details", /required/],
    [
      "an unknown chain",
      { ...crypto, crypto_details: { ...crypto.crypto_details, network: "DOGECHAIN" } },
      "crypto_details.network",
      /not a network/,
    ],
    [
      "an asset that is not on the chain",
      { ...crypto, currency: "BTC" },
      "crypto_details.network",
      /does not carry BTC/,
    ],
    ["no address", { ...crypto, crypto_details: { network: "TRON" } }, "crypto_details.wallet_address", /required/],
    [
      "an address with a typing error",
      { ...crypto, crypto_details: { network: "TRON", wallet_address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T" } },
      "crypto_details.wallet_address",
      /checksum/,
    ],
    ["a stranger as its owner", { ...bank, beneficiary_of: newId() }, "beneficiary_of", /not a member/],
    ["no id as its owner", { ...bank, beneficiary_of: "me" }, "beneficiary_of", /not a member/],
  ])("refuses %s", async (_what, body, path, message) => {
    const answer = await server.request(member, "POST", "/beneficiaries", body);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.body.status).toBe("error");
    expect(answer.body.details).toContainEqual({ path, message: expect.stringMatching(message) });
  });

  it("names everything that is wrong at once", async () => {
    const { body } = await server.request(member, "POST", "/beneficiaries", {
      account_type: "mobile_money",
      fname: "K",
      momo_details: { provider: "MTN" },
    });
    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual([
      "country",
      "currency",
      "momo_details.phone_number",
    ]);
  });

  it("is refused to viewers, and platform people must name an organization that exists", async () => {
    expect((await server.request(viewer, "POST", "/beneficiaries", bank)).status).toBe(403);
    const unnamed = await server.request(admin, "POST", "/beneficiaries", bank);
    expect([unnamed.status, unnamed.body.details]).toEqual([
      400,
      [{ path: "org_id", message: "is required: name the organization" }],
    ]);
    expect((await server.request(admin, "POST", "/beneficiaries", { ...bank, org_id: newId() })).status).toBe(404);
    expect((await server.request(admin, "POST", "/beneficiaries", { ...bank, org_id: orgId })).body.data.org_id).toBe(
      orgId,
    );
  });

  it("takes the organization from a member's credential, whatever the body says", async () => {
    const { body } = await server.request(member, "POST", "/beneficiaries", { ...bank, org_id: otherOrgId });
    expect(body.data.org_id).toBe(orgId);
  });

  it("tells the audit log, without the account number", async () => {
    const id = await create();
    const [entry] = await database.db.query<{ action: string; actor_user_id: string; changes: object }>(
      "SELECT action, actor_user_id, changes FROM audit_log WHERE resource_id = $1",
      [id],
    );
    expect(entry).toMatchObject({
      action: "beneficiary.created",
      actor_user_id: member.userId,
      changes: { account: "****4567", account_type: "bank" },
    });
    expect(JSON.stringify(entry)).not.toContain("1020001234567");
  });
});

describe("GET /beneficiaries", () => {
  it("pages newest first to its end, ten a page, while others are added", async () => {
    const scope = newId();
    const caller = callerOf({ orgId: scope, role: "org-member" });
    const ids: string[] = [];
    for (let i = 0; i < 23; i++) ids.push(await create(momo, caller));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await server.request(
        caller,
        "GET",
        `/beneficiaries${cursor === null ? "" : `?last_evaluated_key=${cursor}`}`,
      );
      expect(page.status).toBe(200);
      expect(page.body.meta).toEqual({
        count: page.body.data.length,
        has_more: page.body.last_evaluated_key !== null,
        last_evaluated_key: page.body.last_evaluated_key,
      });
      expect(page.body.data.length).toBeLessThanOrEqual(10);
      seen.push(...page.body.data.map((row: { beneficiary_id: string }) => row.beneficiary_id));
      cursor = page.body.last_evaluated_key;
      await create(momo, caller);
    } while (cursor !== null);
    expect(seen).toEqual(ids.toReversed());
  });

  it("narrows to one user's, and to none for a user it does not know", async () => {
    const id = await create({ ...bank, beneficiary_of: colleague });
    const own = await server.request(member, "GET", `/beneficiaries?user_id=${colleague}`);
    expect(own.body.data.map((row: { beneficiary_id: string }) => row.beneficiary_id)).toEqual([id]);
    for (const unknown of [newId(), "not-an-id"]) {
      const none = await server.request(member, "GET", `/beneficiaries?user_id=${unknown}`);
      expect(none.body).toMatchObject({ data: [], meta: { count: 0, last_evaluated_key: null } });
    }
  });

  it.each(["limit=0", "limit=101", "limit=ten", "last_evaluated_key=broken"])("refuses %s", async (query) => {
    expect((await server.request(member, "GET", `/beneficiaries?${query}`)).status).toBe(400);
  });

  it("refuses a cursor of another organization or of another filter", async () => {
    await create();
    await create();
    const { body } = await server.request(member, "GET", "/beneficiaries?limit=1");
    expect(
      (await server.request(stranger, "GET", `/beneficiaries?limit=1&last_evaluated_key=${body.last_evaluated_key}`))
        .status,
    ).toBe(400);
    expect(
      (
        await server.request(
          member,
          "GET",
          `/beneficiaries?limit=1&user_id=${colleague}&last_evaluated_key=${body.last_evaluated_key}`,
        )
      ).status,
    ).toBe(400);
  });

  it("shows members their own organization only, and platform people all or the one they name", async () => {
    const foreign = await create(bank, stranger);
    const mine = await server.request(member, "GET", "/beneficiaries?limit=100");
    expect(mine.body.data.some((row: { org_id: string }) => row.org_id !== orgId)).toBe(false);
    expect((await server.request(member, "GET", `/beneficiaries?org_id=${otherOrgId}`)).status).toBe(404);
    const all = await server.request(admin, "GET", "/beneficiaries?limit=1");
    expect(all.body.data[0].beneficiary_id).toBe(foreign);
    const named = await server.request(admin, "GET", `/beneficiaries?org_id=${otherOrgId}`);
    expect(named.body.data.map((row: { beneficiary_id: string }) => row.beneficiary_id)).toEqual([foreign]);
  });
});

describe("PATCH /beneficiaries/{id}", () => {
  it("replaces what is given, empties what is null and keeps the rest", async () => {
    const id = await create({ ...bank, email: "ama@example.com", external_account_id: "ext" });
    clock.advance(60_000);
    const { status, body } = await server.request(member, "PATCH", `/beneficiaries/${id}`, {
      lname: "Owusu",
      external_account_id: null,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      fname: "Ama",
      lname: "Owusu",
      email: "ama@example.com",
      bank_details: bank.bank_details,
      updated_at: clock.now().toISOString(),
    });
    expect(body.data).not.toHaveProperty("external_account_id");
    expect(body.data.created_at).not.toBe(body.data.updated_at);
    const changes = await database.db.query<{ changes: object }>(
      "SELECT changes FROM audit_log WHERE resource_id = $1 AND action = 'beneficiary.changed'",
      [id],
    );
    expect(changes).toEqual([
      { changes: { changed: ["lname", "external_account_id"], account_before: "****4567", account_after: "****4567" } },
    ]);
  });

  it("changes the kind of account with its details, and not without", async () => {
    const id = await create({ ...bank, country: "GH" });
    const without = await server.request(member, "PATCH", `/beneficiaries/${id}`, { account_type: "mobile_money" });
    expect(without).toMatchObject({ status: 400, body: { details: [{ path: "momo_details" }] } });
    const with_ = await server.request(member, "PATCH", `/beneficiaries/${id}`, {
      account_type: "mobile_money",
      momo_details: momo.momo_details,
    });
    expect(with_.body.data).toMatchObject({
      account_type: "mobile_money",
      bank_details: {},
      momo_details: { provider: "MTN" },
    });
  });

  it("checks the whole again: a new country must still have the network", async () => {
    const id = await create(momo);
    const answer = await server.request(member, "PATCH", `/beneficiaries/${id}`, { country: "KE" });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: "momo_details.provider" }] } });
  });

  it("writes nothing when nothing changes", async () => {
    const id = await create();
    const before = await server.request(member, "GET", `/beneficiaries/${id}`);
    clock.advance(1_000);
    const answer = await server.request(member, "PATCH", `/beneficiaries/${id}`, { fname: "Ama" });
    expect(answer.body.data).toEqual(before.body.data);
    expect((await server.request(member, "PATCH", `/beneficiaries/${id}`, {})).status).toBe(400);
  });
});

describe("DELETE /beneficiaries/{id}", () => {
  it("deletes, and then it is gone for reading, changing and deleting", async () => {
    const id = await create();
    const answer = await server.request(member, "DELETE", `/beneficiaries/${id}`);
    expect(answer).toMatchObject({ status: 204, text: "" });
    for (const [method, body] of [["GET"], ["PATCH", { fname: "X" }], ["DELETE"]] as const) {
      expect(await server.request(member, method, `/beneficiaries/${id}`, body)).toMatchObject({ status: 404 });
    }
  });

  it.each(["initiated", "reviewed", "confirmed", "processing", "pending"])(
    "is a 409 while a payment with it is %s",
    async (status) => {
      const id = await create();
      await addPayment(database.db, id, status);
      expect(await server.request(member, "DELETE", `/beneficiaries/${id}`)).toMatchObject({
        status: 409,
        body: { status: "error", message: expect.stringContaining("not finished") },
      });
      expect((await server.request(member, "GET", `/beneficiaries/${id}`)).status).toBe(200);
    },
  );

  it("is allowed once its payments have ended", async () => {
    const id = await create();
    for (const status of ["completed", "failed", "refunded", "rejected", "canceled"])
      await addPayment(database.db, id, status);
    expect((await server.request(member, "DELETE", `/beneficiaries/${id}`)).status).toBe(204);
  });

  it("waits for a payment that is being stored with it, and then refuses", async () => {
    const id = await create();
    let deletion: Promise<{ status: number }> | undefined;
    await database.db.transaction(async (tx) => {
      expect((await holdBeneficiaries(tx, [{ orgId, beneficiaryId: id }])).size).toBe(1);
      deletion = server.request(member, "DELETE", `/beneficiaries/${id}`);
      await untilBlocked();
      await addPayment(tx, id, "initiated");
    });
    expect((await deletion!).status).toBe(409);
  });

  it("that came first is seen by the payment, which then has no beneficiary", async () => {
    const id = await create();
    let held: Promise<ReadonlySet<string>> | undefined;
    await database.db.transaction(async (tx) => {
      await tx.query("SELECT 1 FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2 FOR UPDATE", [orgId, id]);
      held = database.db.transaction((other) =>
        holdBeneficiaries(other, [
          { orgId, beneficiaryId: id },
          { orgId, beneficiaryId: id },
        ]),
      );
      await untilBlocked();
      await tx.query("DELETE FROM beneficiaries WHERE org_id = $1 AND beneficiary_id = $2", [orgId, id]);
    });
    expect(await held!).toEqual(new Set());
  });

  async function untilBlocked(): Promise<void> {
    for (;;) {
      const rows = await database.db.query(
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      if (rows.length > 0) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

describe("another organization's beneficiary", () => {
  it("is a 404 in every way, as is what is no id", async () => {
    const id = await create();
    for (const path of [`/beneficiaries/${id}`, "/beneficiaries/nothing"]) {
      for (const [method, body] of [["GET"], ["PATCH", { fname: "X" }], ["DELETE"]] as const) {
        expect(await server.request(stranger, method, path, body)).toMatchObject({
          status: 404,
          body: { message: "Beneficiary not found" },
        });
      }
    }
    expect(await findBeneficiary(database.db, otherOrgId, id)).toBeUndefined();
    expect(await findBeneficiary(database.db, orgId, id)).toMatchObject({
      beneficiaryId: id,
      fname: "Ama",
      country: "GH",
    });
  });

  it("can be read by platform people", async () => {
    const id = await create();
    expect((await server.request(admin, "GET", `/beneficiaries/${id}`)).body.data.org_id).toBe(orgId);
  });
});

describe("the finder for payouts", () => {
  it("remembers, and forgets at once what was changed or deleted", async () => {
    const listeners: ((key: string | undefined) => void)[] = [];
    let queries = 0;
    const counting: Queryable = {
      query: <R>(text: string, values?: readonly unknown[]) => (queries++, database.db.query<R>(text, values)),
    };
    const find = createBeneficiaryFinder({
      ...SEALING,
      db: counting,
      invalidations: { subscribe: (_topic, onChange) => (listeners.push(onChange), () => {}), isConfirmed: () => true },
    });
    database.db.onNotification(({ topic, key }) => {
      if (topic === "beneficiaries") for (const listener of listeners) listener(key);
    });
    const id = await create();
    expect((await find(orgId, id))?.fname).toBe("Ama");
    expect((await find(orgId, id.toUpperCase()))?.fname).toBe("Ama");
    expect(queries).toBe(1);
    await server.request(member, "PATCH", `/beneficiaries/${id}`, { fname: "Efua" });
    expect((await find(orgId, id))?.fname).toBe("Efua");
    await server.request(member, "DELETE", `/beneficiaries/${id}`);
    expect(await find(orgId, id)).toBeUndefined();
    expect(await find(orgId, "no id")).toBeUndefined();
  });

  const never = { subscribe: () => () => {}, isConfirmed: () => true };
  const finds = (id: string, rule: SealRule = SEALING) =>
    createBeneficiaryFinder({ ...rule, db: database.db, invalidations: never })(orgId, id).then(
      (found) => found !== undefined,
      ({ statusCode }: { statusCode: number }) => statusCode,
    );
  const rewrite = (id: string, change: string) =>
    database.db.query(`UPDATE beneficiaries SET ${change} WHERE beneficiary_id = $1`, [id]);

  it.each([
    ["another number", `momo_details = jsonb_set(momo_details, '{phone_number}', '"+233240000000"')`],
    ["another currency", "currency = 'NGN'"],
    ["an earlier time of its entry", "account_since = account_since - interval '1 day'"],
    ["no seal", "account_seal = NULL"],
    [
      "the seal of another",
      "account_seal = (SELECT max(account_seal) FROM beneficiaries AS other WHERE other.beneficiary_id <> beneficiaries.beneficiary_id)",
    ],
  ])("pays no account that somebody changed in the database: %s", async (_what, change) => {
    await create();
    const id = await create(momo);
    expect(await finds(id)).toBe(true);
    await rewrite(id, change);
    expect(await finds(id)).toBe(409);
    // What else is changed does not make the account ours. A person who enters it again does.
    await server.request(member, "PATCH", `/beneficiaries/${id}`, { fname: "Yaw", country: "GH" });
    expect(await finds(id)).toBe(409);
    const { momo_details } = momo;
    await server.request(member, "PATCH", `/beneficiaries/${id}`, { momo_details, currency: "GHS" });
    expect(await finds(id)).toBe(true);
  });

  it("pays demo data, which has no seal, in development only", async () => {
    const id = await create();
    await rewrite(id, "account_seal = NULL");
    expect(await finds(id, { ...SEALING, environment: "development" })).toBe(true);
    expect(await finds(id)).toBe(409);
  });

  it("knows seals under an earlier master secret until they are made again, and makes none for an account without", async () => {
    const [old, unsealed, wrong] = [await create(), await create(), await create()];
    await rewrite(unsealed, "account_seal = NULL");
    await rewrite(wrong, "account_seal = 'a guess'");
    const masterSecret = "another master secret that is long enough";
    const rotated = createSecretBox({ masterSecret, previousMasterSecrets: [MASTER_SECRET] });
    const after: SealRule = { ...SEALING, secrets: createSecretBox({ masterSecret }) };
    expect(await finds(old, { ...SEALING, secrets: rotated })).toBe(true);
    expect(await finds(old, after)).toBe(409);
    expect(await sealAccounts({ db: database.db, secrets: rotated })).toBeGreaterThan(0);
    expect([await finds(old, after), await finds(unsealed, after), await finds(wrong, after)]).toEqual([
      true,
      409,
      409,
    ]);
    expect(await sealAccounts({ db: database.db, secrets: rotated })).toBe(0);
  });
});
