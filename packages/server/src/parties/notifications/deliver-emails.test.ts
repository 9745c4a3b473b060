import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { newId } from "@corridor/base/ids.ts";
import { createSecretBox } from "#src/kernel/secrets.ts";
import { createTestDatabase, silentLog, type TestDatabase } from "@corridor/test/harness/database.ts";
import { deliverEmailsJob, purgeEmailsJob } from "./deliver-emails.ts";
import { createMailTransport, type MailTransport } from "./mail-transport.ts";
import { createNotifyOrganization } from "./notify-organization.ts";
import { createSendMail, queueEmails } from "./queue-email.ts";

type Received = { from: string; to: string[]; message: string };

let database: TestDatabase;
let server: SMTPServer;
let received: Received[];
let connections: number;
let answer: { onRcpt?: Error & { responseCode?: number }; onData?: Error & { responseCode?: number } };
let transport: MailTransport;
let job: Job;
const findLogo = async () => undefined;
let clock: SteppedClock;
const secrets = createSecretBox({ masterSecret: "a secret for tests that is long enough" });

function smtpError(responseCode: number, message: string): Error & { responseCode: number } {
  return Object.assign(new Error(message), { responseCode });
}

async function listen(options: SMTPServerOptions = {}): Promise<SMTPServer> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onConnect: (_session, callback) => {
      connections++;
      callback();
    },
    onRcptTo: (_address, _session, callback) => callback(answer.onRcpt ?? null),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (answer.onData !== undefined) return callback(answer.onData);
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map((each) => each.address),
          message: Buffer.concat(chunks).toString("utf8"),
        });
        callback();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  return smtp;
}

const portOf = (smtp: SMTPServer): number => (smtp.server.address() as AddressInfo).port;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

beforeEach(async () => {
  await database.db.query("DELETE FROM email_outbox");
  await database.db.query("DELETE FROM notifications");
  received = [];
  connections = 0;
  answer = {};
  clock = new SteppedClock();
  server = await listen();
  transport = createMailTransport({
    smtpUrl: `smtp://127.0.0.1:${portOf(server)}`,
    mailFrom: "Corridor <no-reply@corridor.example>",
    environment: "production",
    dataDir: "",
    log: silentLog,
  });
  job = deliverEmailsJob({ db: database.db, clock, log: silentLog, secrets, findLogo, transport });
});

afterEach(async () => {
  transport.close();
  await new Promise<void>((resolve) => server.close(resolve));
});

const queue = (email: { to?: string; subject?: string; text?: string; orgId?: string } = {}) =>
  database.db.transaction((tx) =>
    queueEmails(tx, { clock, secrets }, [{ to: "ama@example.com", subject: "Hello", text: "Hello Ama", ...email }]),
  );

type OutboxState = {
  status: string;
  attempts: number;
  content: string | null;
  last_error: string | null;
  due_at: Date | null;
  finished_at: Date | null;
};
async function onlyRow(): Promise<OutboxState> {
  const rows = await database.db.query<OutboxState>(
    "SELECT status, attempts, content, last_error, due_at, finished_at FROM email_outbox",
  );
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describe("an e-mail in the outbox", () => {
  it("arrives at the mail server as text and HTML, from us, to one recipient", async () => {
    const [emailId] = await queue({
      subject: "Überweisung\r\nBcc: evil@example.com",
      text: "Hello <Ama>,\n\nhttps://example.com/x",
    });
    expect(await job.runOnce()).toBe(1);
    expect(received).toHaveLength(1);
    const { from, to, message } = received[0]!;
    expect({ from, to }).toEqual({ from: "no-reply@corridor.example", to: ["ama@example.com"] });
    expect(message).toContain(`Message-ID: <${emailId}@corridor>`);
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(message).not.toMatch(/^Bcc:/im);
    expect(message).toContain("Content-Type: text/plain");
    expect(message).toContain("Content-Type: text/html");
    expect(message.replaceAll("=\r\n", "")).toContain("Hello &lt;Ama&gt;,"); // Long lines are folded.
    expect(await onlyRow()).toMatchObject({
      status: "sent",
      attempts: 1,
      content: null,
      last_error: null,
      finished_at: clock.now(),
    });
    expect(await job.runOnce()).toBe(0);
  });

  it("is not sent when the transaction that queued it does not commit", async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await queueEmails(tx, { clock, secrets }, [{ to: "ama@example.com", subject: "Hello", text: "x" }]);
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    expect(await job.runOnce()).toBe(0);
  });

  it("lies there sealed: the link in it is not readable in the database", async () => {
    await queue({ text: "https://example.com/reset?token=canary-token" });
    const rows = await database.db.query<{ row: string }>("SELECT email_outbox::text AS row FROM email_outbox");
    expect(rows[0]!.row).not.toContain("canary");
    await job.runOnce();
    expect(received[0]!.message.replaceAll("=\r\n", "")).toContain("canary-token");
  });

  it("is tried again, ever later, while the server is away, and then given up", async () => {
    answer.onData = smtpError(451, "try later");
    await queue();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect(await job.runOnce()).toBe(1);
      const row = await onlyRow();
      expect(row.attempts).toBe(attempt);
      if (row.due_at === null) break;
      waits.push((row.due_at.getTime() - clock.now().getTime()) / 60_000);
      expect(await job.runOnce()).toBe(0);
      clock.set(row.due_at);
    }
    expect(waits).toEqual([1, 5, 15, 60, 180, 360, 720]);
    expect(await onlyRow()).toMatchObject({
      status: "failed",
      attempts: 8,
      content: null,
      last_error: expect.stringContaining("try later"),
    });
  });

  it("goes out once the server is back", async () => {
    answer.onData = smtpError(421, "going down");
    await queue();
    await job.runOnce();
    answer = {};
    clock.advance(60_000);
    await job.runOnce();
    expect(received).toHaveLength(1);
    expect(await onlyRow()).toMatchObject({ status: "sent", attempts: 2 });
  });

  it("is not tried again when its recipient does not exist", async () => {
    await queue();
    answer.onRcpt = smtpError(550, "no such mailbox");
    await job.runOnce();
    expect(await onlyRow()).toMatchObject({
      status: "failed",
      attempts: 1,
      last_error: expect.stringContaining("no such mailbox"),
    });
  });

  it("waits when we are the ones refused: wrong credentials are ours to mend", async () => {
    const guarded = await listen({
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(smtpError(535, "bad credentials")),
    });
    const refused = createMailTransport({
      smtpUrl: `smtp://us:wrong@127.0.0.1:${portOf(guarded)}`,
      mailFrom: "a@b.example",
      environment: "production",
      dataDir: "",
      log: silentLog,
    });
    await queue();
    await deliverEmailsJob({ db: database.db, clock, log: silentLog, secrets, findLogo, transport: refused }).runOnce();
    expect(await onlyRow()).toMatchObject({ status: "pending", attempts: 1 });
    refused.close();
    await new Promise<void>((resolve) => guarded.close(resolve));
  });

  it("goes over the connection that the one before it has opened", async () => {
    for (const subject of ["first", "second"]) {
      await queue({ subject });
      expect(await job.runOnce()).toBe(1);
    }
    expect(received).toHaveLength(2);
    expect(connections).toBe(1);
  });

  it("is sent again after a crash, when the lease of the one who claimed it is over", async () => {
    await queue();
    const crashing: MailTransport = { send: () => new Promise(() => {}), close() {} };
    void deliverEmailsJob({ db: database.db, clock, log: silentLog, secrets, findLogo, transport: crashing }).runOnce();
    await expect.poll(async () => (await onlyRow()).attempts).toBe(1);
    expect(await job.runOnce()).toBe(0);
    clock.advance(5 * 60_000);
    expect(await job.runOnce()).toBe(1);
    expect(received).toHaveLength(1);
  });

  it("of many goes to one worker each", async () => {
    await database.db.transaction((tx) =>
      queueEmails(
        tx,
        { clock, secrets },
        Array.from({ length: 50 }, (_, i) => ({ to: `user${i}@example.com`, subject: "s", text: "t" })),
      ),
    );
    const worked = await Promise.all([job.runOnce(), job.runOnce(), job.runOnce(), job.runOnce()]);
    expect(worked.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(new Set(received.flatMap((mail) => mail.to)).size).toBe(50);
    expect(received).toHaveLength(50);
  });

  it("leaves no trace after 90 days", async () => {
    await queue();
    await job.runOnce();
    const purge = purgeEmailsJob({ db: database.db, clock });
    clock.advance(90 * 86_400_000);
    expect(await purge.runOnce()).toBe(0);
    clock.advance(1);
    expect(await purge.runOnce()).toBe(1);
    expect(await purge.runOnce()).toBe(0);
  });

  it("can be queued by a caller without a transaction", async () => {
    await createSendMail({ db: database.db, clock, secrets })({
      to: "kofi@example.com",
      subject: "Join",
      text: "Welcome",
    });
    await job.runOnce();
    expect(received.map((mail) => mail.to)).toEqual([["kofi@example.com"]]);
  });
});

describe("without SMTP_URL", () => {
  it("development writes each e-mail to a file that only its owner can read", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "corridor-mail-"));
    const files = createMailTransport({
      smtpUrl: undefined,
      mailFrom: "Corridor <no-reply@localhost>",
      environment: "development",
      dataDir,
      log: silentLog,
    });
    const [emailId] = await queue({ text: "https://example.com/accept?token=abc" });
    await deliverEmailsJob({ db: database.db, clock, log: silentLog, secrets, findLogo, transport: files }).runOnce();
    expect(await readdir(join(dataDir, "mail"))).toEqual([`${emailId}.eml`]);
    const file = join(dataDir, "mail", `${emailId}.eml`);
    expect(await readFile(file, "utf8")).toContain("https://example.com/accept?token");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await onlyRow()).toMatchObject({ status: "sent" });
    await rm(dataDir, { recursive: true });
  });

  it("production sends nothing and says so in the delivery state", async () => {
    const none = createMailTransport({
      smtpUrl: undefined,
      mailFrom: "a@b.example",
      environment: "production",
      dataDir: "",
      log: silentLog,
    });
    await queue();
    await deliverEmailsJob({ db: database.db, clock, log: silentLog, secrets, findLogo, transport: none }).runOnce();
    expect(await onlyRow()).toMatchObject({ status: "failed", last_error: expect.stringContaining("SMTP_URL") });
  });
});

describe("a notice to an organization", () => {
  it("reaches its admins in the product and by e-mail, and nobody else", async () => {
    const orgId = newId();
    const [adminId, memberId] = [newId(), newId()];
    await database.db.query(
      "INSERT INTO organizations (org_id, name, country, created_at, updated_at) VALUES ($1, 'Org', 'GH', $2, $2)",
      [orgId, clock.now()],
    );
    for (const [userId, role] of [
      [adminId, "org-admin"],
      [memberId, "org-member"],
    ] as const) {
      await database.db.query(
        "INSERT INTO users (user_id, email, name, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
        [userId, `${role}@notice.example`, role, clock.now()],
      );
      await database.db.query(
        "INSERT INTO members (org_id, user_id, role, created_at, updated_at) VALUES ($1, $2, $3, $4, $4)",
        [orgId, userId, role, clock.now()],
      );
    }
    const notify = createNotifyOrganization({ clock, secrets });
    await database.db.transaction((tx) =>
      notify(tx, orgId, { subject: "A webhook endpoint was disabled", text: "It only failed." }),
    );
    await database.db.transaction((tx) => notify(tx, newId(), { subject: "Nobody", text: "There is nobody." }));
    await job.runOnce();
    expect(received.map((mail) => mail.to)).toEqual([["org-admin@notice.example"]]);
    const rows = await database.db.query("SELECT user_id, title, body, priority FROM notifications");
    expect(rows).toEqual([
      { user_id: adminId, title: "A webhook endpoint was disabled", body: "It only failed.", priority: "high" },
    ]);
  });
});

describe("mail to another machine", () => {
  /** We do not recognize this as a loopback address, but the system routes it to this machine. */
  const urlOn = (smtp: SMTPServer): string => `smtp://0.0.0.0:${(smtp.server.address() as AddressInfo).port}`;
  const mail = {
    emailId: newId(),
    recipient: "ann@example.com",
    subject: "A link",
    text: "https://x.example/reset?token=secret",
    brand: null,
    logo: null,
    priority: "high",
  } as const;
  const send = async (environment: "production" | "development"): Promise<unknown> => {
    const direct = createMailTransport({
      smtpUrl: urlOn(server),
      mailFrom: "a@b.example",
      environment,
      dataDir: "",
      log: silentLog,
    });
    try {
      return await direct.send(mail);
    } finally {
      direct.close();
    }
  };

  it("is not sent in production by a server that does not offer TLS, and tried again later", async () => {
    await expect(send("production")).rejects.toThrow(/TLS/);
    expect(received).toEqual([]);
  });

  it("is sent without it in development", async () => {
    expect(await send("development")).toEqual({ outcome: "sent" });
    expect(received).toHaveLength(1);
  });
});
