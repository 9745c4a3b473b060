import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isBeneficiaryInUse } from "#src/payments/store/beneficiary-in-use.ts";
import { createPaymentReader } from "#src/payments/store/read-payments.ts";
import { beneficiaryRoutes } from "#src/parties/beneficiaries/routes.ts";
import { createLimitMailTo } from "#src/parties/identity/attempts.ts";
import { findOrganization } from "#src/parties/organizations/queries.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId, otherIdOfPayment } from "@corridor/base/ids.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, type ModuleServer, startModuleServer } from "@corridor/test/harness/module-server.ts";
import { placeOf } from "./queue-email.ts";
import { oneCell } from "#src/kernel/db/cells-in-use.ts";
import { notificationRoutes } from "./routes.ts";
import { verificationRoutes } from "./verification-routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const clock = new SteppedClock();
const secrets = createSecretBox({ masterSecret: "a secret for tests that is long enough" });

const orgId = newId();
const otherOrgId = newId();
const sender = callerOf({ orgId, role: "org-member" });
const customer = newId();
const foreigner = callerOf({ orgId: otherOrgId });
const staff = callerOf({ platformRole: "staff" });
const transactionId = newId();
const foreignTransactionId = newId();
const MOMO = {
  account_type: "mobile_money",
  country: "GH",
  fname: "Ama",
  lname: "Mensah",
  momo_details: { provider: "MTN", phone_number: "0241234567" },
};
let reachable: string;
let unreachable: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const at = clock.now();
  for (const [id, name] of [
    [orgId, "Kente <Pay>"],
    [otherOrgId, "Other"],
  ]) {
    await db.query(
      "INSERT INTO organizations (org_id, name, country, created_at, updated_at) VALUES ($1, $2, 'GH', $3, $3)",
      [id, name, at],
    );
  }
  for (const [userId, email, org] of [
    [sender.userId, "sender@example.com", orgId],
    [customer, "customer@example.com", null],
    [foreigner.userId, "foreigner@example.com", otherOrgId],
  ]) {
    await db.query("INSERT INTO users (user_id, email, name, created_at, updated_at) VALUES ($1, $2, 'Sena', $3, $3)", [
      userId,
      email,
      at,
    ]);
    if (org !== null)
      await db.query(
        "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, 'org-member', $3, $3)",
        [org, userId, at],
      );
  }
  for (const [org, transaction, user] of [
    [orgId, transactionId, customer],
    [otherOrgId, foreignTransactionId, foreigner.userId],
  ]) {
    await db.query(
      `INSERT INTO payments (org_id, payment_id, transaction_id, user_id, kind, direction, payment_method, status,
         country, amount, currency, target_amount,
         target_currency, fee_ids, total_fees, details, progress, event_sequence, created_at, updated_at)
       VALUES ($1, $2, $3, $4, 'payment', 'inbound', 'bank_transfer', 'pending', 'GH', 10, 'GHS', 10, 'GHS', '{}', 0,
         '{}', '{}', 0, $5, $5)`,
      [org, otherIdOfPayment(transaction!), transaction, user, at],
    );
  }
  server = await startModuleServer({
    db,
    clock,
    routes: [
      notificationRoutes({
        db,
        clock,
        secrets,
        limitMailTo: createLimitMailTo(clock),
        findByTransactionId: createPaymentReader(db).findByTransactionId,
        profileOf: async (id) => (await findOrganization(db, id))!,
        cells: oneCell(db),
      }),
      verificationRoutes({ db, clock }),
      beneficiaryRoutes({ db, clock, isInUse: isBeneficiaryInUse, followAccount: async () => {} }),
    ],
  });
  reachable = (await server.request(sender, "POST", "/beneficiaries", { ...MOMO, email: "ama@example.com" })).body.data
    .beneficiary_id;
  // Held by a person who is no longer a user, and has no address.
  unreachable = (await server.request(callerOf({ orgId, role: "org-member" }), "POST", "/beneficiaries", MOMO)).body
    .data.beneficiary_id;
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

const base = () => ({
  user_id: sender.userId,
  transaction_id: transactionId,
  verification_type: "bvn",
  triggered_by: "compliance",
});
const forBoth = () => ({ ...base(), target_type: "both", beneficiary_id: reachable, sender_id: sender.userId });
const ask = (body: unknown, caller = sender) =>
  server.request(caller, "POST", "/users/notifications/verification-request", body);

type StoredMail = { email_id: string; recipient: string; subject: string; content: string; priority: string };
const queuedMails = async (since: string) =>
  (
    await database.db.query<StoredMail>(
      "SELECT email_id, recipient, subject, content, priority FROM email_outbox WHERE email_id > $1 ORDER BY email_id",
      [since],
    )
  ).map((mail) => ({ ...mail, text: secrets.open(mail.content, placeOf(mail.email_id)) }));

describe("POST /users/notifications/verification-request", () => {
  it("asks the sender, without an envelope and without results", async () => {
    const since = newId();
    const { status, body } = await ask({ ...base(), target_type: "sender", sender_id: sender.userId });
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "Verification request sent to the sender",
      target_type: "sender",
      verification_type: "bvn",
      transaction_id: transactionId,
      all_success: true,
    });
    const mails = await queuedMails(since);
    expect(mails).toMatchObject([
      {
        recipient: "sender@example.com",
        priority: "high",
        subject: "Kente <Pay> requests your Bank Verification Number (BVN)",
      },
    ]);
    expect(mails[0]!.text).toContain(transactionId);
    const shown = await server.request(sender, "GET", "/users/notifications?limit=1");
    expect(shown.body.data[0]).toMatchObject({
      type: "verification.requested",
      priority: "high",
      email_status: "pending",
      read_at: null,
      data: { target: "sender", transaction_id: transactionId },
    });
  });

  it("asks the sender of the transaction even if they are no member", async () => {
    const { status } = await ask({ ...base(), user_id: customer, target_type: "sender", sender_id: customer });
    expect(status).toBe(200);
  });

  it("asks whoever keeps a beneficiary without an address for the beneficiary's number, and not for their own", async () => {
    const since = newId();
    const { beneficiary_id } = (await server.request(sender, "POST", "/beneficiaries", MOMO)).body.data;
    const answer = await ask({ ...base(), target_type: "beneficiary", beneficiary_id });
    expect([answer.status, answer.body.all_success]).toEqual([200, false]);
    expect(answer.body.message).toContain("to the member who registered the beneficiary");
    const [mail] = await queuedMails(since);
    expect(mail).toMatchObject({
      recipient: "sender@example.com",
      subject: "Bank Verification Number (BVN) of Ama Mensah is requested",
    });
    expect(mail!.text).toMatch(/^Hello Sena,/);
    expect(mail!.text).toContain("The number belongs to your beneficiary Ama Mensah");
    const both = await ask({ ...forBoth(), beneficiary_id });
    expect([both.status, both.body.all_success]).toEqual([207, false]);
    const [forwarded] = both.body.results;
    const told = { target: "beneficiary", target_id: beneficiary_id, user_id: sender.userId, written_to: "registrar" };
    expect(forwarded).toMatchObject({ ...told, status: "forwarded", success: false });
    const path = `/users/notifications/verification-requests/${forwarded.request_id}`;
    expect((await server.request(sender, "GET", path)).body.data).toMatchObject({
      written_to: "registrar",
      sent: true,
    });
  });

  it("writes to one address outside twenty times an hour, whoever asks, and to people of the organization as often as they are asked", async () => {
    const since = newId();
    const momo = { provider: "MTN", phone_number: "0241234567" };
    const stranger = {
      account_type: "mobile_money",
      country: "GH",
      fname: "Kofi",
      email: "Kofi@Elsewhere.test",
      momo_details: momo,
    };
    const { beneficiary_id } = (await server.request(sender, "POST", "/beneficiaries", stranger)).body.data;
    const one = { ...base(), target_type: "beneficiary", beneficiary_id };
    for (let i = 0; i < 20; i++) expect((await ask(one)).status).toBe(200);
    expect((await ask(one)).status).toBe(429);
    expect((await ask({ ...forBoth(), beneficiary_id })).status).toBe(429);
    expect(await queuedMails(since)).toHaveLength(20);
    for (let i = 0; i < 21; i++)
      expect((await ask({ ...base(), target_type: "sender", sender_id: sender.userId })).status).toBe(200);
    clock.advance(3_600_000);
    expect((await ask(one)).status).toBe(200);
  });

  it("asks a beneficiary by e-mail, and shows it to whoever keeps the beneficiary", async () => {
    const since = newId();
    const { status, body } = await ask({
      ...base(),
      target_type: "beneficiary",
      beneficiary_id: reachable,
      verification_type: "nin",
      message: "Please bring your <b>NIN</b>.",
      priority: "urgent",
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ target_type: "beneficiary", verification_type: "nin", all_success: true });
    const [mail] = await queuedMails(since);
    expect(mail).toMatchObject({ recipient: "ama@example.com", priority: "urgent" });
    expect(mail!.text).toContain("Hello Ama Mensah,\n\nPlease bring your <b>NIN</b>.");
    const shown = await server.request(sender, "GET", "/users/notifications?limit=1");
    expect(shown.body.data[0]).toMatchObject({
      title: "National Identification Number (NIN) of Ama Mensah is requested",
      body: "Please bring your <b>NIN</b>.",
    });
  });

  it("asks both, with a result for each", async () => {
    const { status, body } = await ask(forBoth());
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "Verification requests sent to the beneficiary and the sender",
      target_type: "both",
      verification_type: "bvn",
      transaction_id: transactionId,
      results: [
        {
          target: "beneficiary",
          message: "Verification request sent to the beneficiary",
          target_id: reachable,
          user_id: sender.userId,
          written_to: "beneficiary",
          request_id: expect.any(String),
          status: "sent",
          success: true,
        },
        {
          target: "sender",
          message: "Verification request sent to the sender",
          target_id: sender.userId,
          user_id: sender.userId,
          written_to: "sender",
          request_id: expect.any(String),
          status: "sent",
          success: true,
        },
      ],
      all_success: true,
    });
    const stored = await database.db.query(
      `SELECT target, target_id, status, triggered_by FROM verification_requests WHERE request_id = ANY($1)
        ORDER BY target`,
      [body.results.map((result: { request_id: string }) => result.request_id)],
    );
    expect(stored).toEqual([
      { target: "beneficiary", target_id: reachable, status: "sent", triggered_by: "compliance" },
      { target: "sender", target_id: sender.userId, status: "sent", triggered_by: "compliance" },
    ]);
  });

  it.each([
    [
      "the beneficiary is unknown",
      () => ({ ...forBoth(), beneficiary_id: newId() }),
      "beneficiary",
      "Beneficiary not found",
    ],
    [
      "the beneficiary id is no id",
      () => ({ ...forBoth(), beneficiary_id: "nobody" }),
      "beneficiary",
      "Beneficiary not found",
    ],
    [
      "the beneficiary cannot be reached",
      () => ({ ...forBoth(), beneficiary_id: unreachable }),
      "beneficiary",
      "cannot be reached",
    ],
    ["the sender is unknown", () => ({ ...forBoth(), sender_id: newId() }), "sender", "Sender not found"],
    [
      "the sender is of another organization",
      () => ({ ...forBoth(), sender_id: foreigner.userId }),
      "sender",
      "Sender not found",
    ],
  ])("of both is a 207 when %s, and the other is still asked", async (_what, body, failed, message) => {
    const since = newId();
    const asked = body();
    const answer = await ask(asked);
    expect(answer.status).toBe(207);
    expect(answer.body.all_success).toBe(false);
    const resultOf = (target: string) =>
      answer.body.results.find((result: { target: string }) => result.target === target);
    expect(resultOf(failed)).toMatchObject({
      success: false,
      status: "failed",
      message: expect.stringContaining(message),
      // A beneficiary is no user: the result names the user who asked.
      target_id: failed === "sender" ? asked.sender_id : asked.beneficiary_id,
      user_id: failed === "sender" ? asked.sender_id : asked.user_id,
    });
    expect(resultOf(failed).written_to).toBeUndefined();
    expect(resultOf(failed === "sender" ? "beneficiary" : "sender")).toMatchObject({ success: true, status: "sent" });
    expect(await queuedMails(since)).toHaveLength(1);
    const [stored] = await database.db.query<{ reason: string }>(
      "SELECT reason FROM verification_requests WHERE status = 'failed' ORDER BY request_id DESC LIMIT 1",
    );
    expect(stored!.reason).toContain(message);
  });

  it.each([
    ["the transaction", () => ({ ...forBoth(), transaction_id: newId() }), "Transaction not found"],
    ["a transaction id that is none", () => ({ ...forBoth(), transaction_id: "tx-1" }), "Transaction not found"],
    [
      "another organization's transaction",
      () => ({ ...forBoth(), transaction_id: foreignTransactionId }),
      "Transaction not found",
    ],
    ["the requesting user", () => ({ ...forBoth(), user_id: newId() }), "User not found"],
    ["a user of another organization", () => ({ ...forBoth(), user_id: foreigner.userId }), "User not found"],
    [
      "the only beneficiary",
      () => ({ ...base(), target_type: "beneficiary", beneficiary_id: newId() }),
      "Beneficiary not found",
    ],
    ["the only sender", () => ({ ...base(), target_type: "sender", sender_id: newId() }), "Sender not found"],
    ["both targets", () => ({ ...forBoth(), beneficiary_id: newId(), sender_id: newId() }), "Beneficiary not found"],
  ])("is a 404 when it does not know %s, and nothing is sent", async (_what, body, message) => {
    const since = newId();
    expect(await ask(body())).toMatchObject({ status: 404, body: { status: "error", message } });
    expect(await queuedMails(since)).toEqual([]);
  });

  it("is a 409 when its only target cannot be reached", async () => {
    expect(await ask({ ...base(), target_type: "beneficiary", beneficiary_id: unreachable })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("cannot be reached") },
    });
  });

  it.each([
    ["user_id", { user_id: undefined }],
    ["user_id", { user_id: 5 }],
    ["target_type", { target_type: undefined }],
    ["target_type", { target_type: "everybody" }],
    ["transaction_id", { transaction_id: undefined }],
    ["verification_type", { verification_type: undefined }],
    ["verification_type", { verification_type: "ssn" }],
    ["triggered_by", { triggered_by: undefined }],
    ["triggered_by", { triggered_by: "" }],
    ["beneficiary_id", { beneficiary_id: undefined }],
    ["beneficiary_id", { beneficiary_id: null }],
    ["beneficiary_id", { beneficiary_id: " " }],
    ["beneficiary_id", { target_type: "beneficiary", beneficiary_id: undefined }],
    ["sender_id", { sender_id: undefined }],
    ["sender_id", { target_type: "sender", sender_id: undefined }],
    ["message", { message: "x".repeat(2_001) }],
    ["message", { message: 5 }],
    ["priority", { priority: "asap" }],
  ])("refuses a wrong %s: %j", async (path, change) => {
    const answer = await ask({ ...forBoth(), ...change });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ status: "error", details: [{ path }] });
  });

  it("can be made by staff for any organization, and not by viewers", async () => {
    expect((await ask({ ...forBoth(), target_type: "sender" }, staff)).status).toBe(200);
    expect((await ask(forBoth(), callerOf({ orgId, role: "org-viewer" }))).status).toBe(403);
  });

  it("is in the audit log", async () => {
    await ask(forBoth());
    const [entry] = await database.db.query<{ changes: { targets: object[] } }>(
      `SELECT changes FROM audit_log WHERE action = 'verification.requested' AND resource_id = $1 ORDER BY audit_id DESC
        LIMIT 1`,
      [transactionId],
    );
    expect(entry!.changes).toMatchObject({
      verification_type: "bvn",
      triggered_by: "compliance",
      targets: [
        { target: "beneficiary", status: "sent" },
        { target: "sender", status: "sent" },
      ],
    });
  });
});

describe("what becomes of a verification request", () => {
  const path = "/users/notifications/verification-requests";
  const asked = async () => {
    await ask({ ...base(), target_type: "sender", sender_id: sender.userId });
    return (await server.request(sender, "GET", `${path}?status=open&transaction_id=${transactionId}`)).body.data[0];
  };
  const answer = (id: string, body: object, caller = sender) =>
    server.request(caller, "POST", `${path}/${id}/answer`, body);
  const close = (id: string, body: object = {}, caller = staff) =>
    server.request(caller, "POST", `${path}/${id}/close`, body);

  it("is read by its organization and the platform, and by nobody else", async () => {
    const one = await asked();
    expect(one).toMatchObject({
      org_id: orgId,
      status: "open",
      sent: true,
      target: "sender",
      verification_type: "bvn",
      triggered_by: "compliance",
    });
    for (const caller of [sender, staff])
      expect((await server.request(caller, "GET", `${path}/${one.request_id}`)).body.data).toEqual(one);
    expect((await server.request(foreigner, "GET", `${path}/${one.request_id}`)).status).toBe(404);
    expect((await server.request(foreigner, "GET", path)).body.data).toEqual([]);
  });

  it("is answered once by the organization's people, and then closed by the platform", async () => {
    const { request_id } = await asked();
    expect((await answer(request_id, { outcome: "provided" }, foreigner)).status).toBe(404);
    expect((await answer(request_id, { outcome: "provided" }, staff)).status).toBe(403);
    expect((await answer(request_id, { outcome: "provided", note: "At the counter" })).body.data).toMatchObject({
      status: "answered",
      answer: "provided",
      answer_note: "At the counter",
      answered_by: sender.userId,
      answered_at: clock.now().toISOString(),
    });
    expect((await answer(request_id, { outcome: "declined" })).status).toBe(409);
    expect((await close(request_id, {}, sender)).status).toBe(403);
    expect((await close(request_id, { note: "Checked" })).body.data).toMatchObject({
      status: "closed",
      answer: "provided",
      close_note: "Checked",
    });
    expect((await close(request_id)).status).toBe(409);
    const audited = await database.db.query("SELECT action FROM audit_log WHERE resource_id = $1 ORDER BY audit_id", [
      request_id,
    ]);
    expect(audited).toEqual([{ action: "verification.answered" }, { action: "verification.closed" }]);
  });

  it("that was closed unanswered takes no answer", async () => {
    const { request_id } = await asked();
    expect((await close(request_id)).body.data).toMatchObject({ status: "closed" });
    expect((await answer(request_id, { outcome: "provided" })).status).toBe(409);
    const closed = await server.request(staff, "GET", `${path}?status=closed`);
    expect(closed.body.data.map((row: { request_id: string }) => row.request_id)).toContain(request_id);
  });

  it("never holds the number itself", async () => {
    const { request_id } = await asked();
    for (const note of ["22212345678", "It is 222 1234 5678", "2-2-2-1-2-3-4-5-6-7-8"])
      expect(await answer(request_id, { outcome: "provided", note })).toMatchObject({
        status: 400,
        body: { details: [{ path: "note" }] },
      });
  });
});

describe("the caller's notifications", () => {
  const reader = callerOf({ orgId, role: "org-viewer" });
  const insert = async (userId: string, org: string, count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => newId());
    await database.db.query(
      `INSERT INTO notifications (org_id, notification_id, user_id, type, title, body, priority, data, created_at)
       SELECT $1, id, $2, 'test.note', 'Title', 'Body', 'low', '{}', $4 FROM unnest($3::uuid[]) AS id`,
      [org, userId, ids, clock.now()],
    );
    return ids;
  };

  it("are paged newest first, and are one's own in one's own organization only", async () => {
    const ids = await insert(reader.userId, orgId, 12);
    await insert(reader.userId, otherOrgId, 1);
    await insert(newId(), orgId, 1);
    const first = await server.request(reader, "GET", "/users/notifications");
    expect(first.body.data).toHaveLength(10);
    const second = await server.request(
      reader,
      "GET",
      `/users/notifications?last_evaluated_key=${first.body.last_evaluated_key}`,
    );
    expect(second.body).toMatchObject({ last_evaluated_key: null, meta: { count: 2, has_more: false } });
    const seen = [...first.body.data, ...second.body.data].map(
      (row: { notification_id: string }) => row.notification_id,
    );
    expect(seen).toEqual(ids.toReversed());
    const other = callerOf({ orgId, role: "org-viewer" });
    expect(
      (await server.request(other, "GET", `/users/notifications?last_evaluated_key=${first.body.last_evaluated_key}`))
        .status,
    ).toBe(400);
  });

  it("can be read one by one and all at once; the first reading counts", async () => {
    const person = callerOf({ orgId, role: "org-viewer" });
    const [first, second] = await insert(person.userId, orgId, 3);
    const unread = async () =>
      (await server.request(person, "GET", "/users/notifications/unread-count")).body.data.unread;
    expect(await unread()).toBe(3);
    const readAt = clock.now().toISOString();
    const read = await server.request(person, "POST", `/users/notifications/${first}/read`);
    expect(read).toMatchObject({ status: 200, body: { data: { notification_id: first, read_at: readAt } } });
    clock.advance(1_000);
    expect((await server.request(person, "POST", `/users/notifications/${first}/read`)).body.data.read_at).toBe(readAt);
    expect(await unread()).toBe(2);
    const left = await server.request(person, "GET", "/users/notifications?unread=true");
    expect(left.body.data.map((row: { notification_id: string }) => row.notification_id)).not.toContain(first);
    expect(left.body.data).toHaveLength(2);
    expect((await server.request(person, "POST", "/users/notifications/read-all")).body.data).toEqual({ marked: 2 });
    expect(await unread()).toBe(0);
    expect((await server.request(person, "POST", `/users/notifications/${second}/read`)).body.data.read_at).not.toBe(
      readAt,
    );
  });

  it("of somebody else, or that do not exist, are a 404", async () => {
    const [id] = await insert(newId(), orgId, 1);
    for (const path of [id, newId(), "nothing"]) {
      expect(await server.request(reader, "POST", `/users/notifications/${path}/read`)).toMatchObject({
        status: 404,
        body: { message: "Notification not found" },
      });
    }
    expect((await server.request(null, "GET", "/users/notifications")).status).toBe(401);
  });
});
