import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { organizationExists } from "#src/parties/organizations/membership.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, startModuleServer } from "@corridor/test/harness/module-server.ts";
import { appendAudit, type AuditEntry, PLATFORM_CHAIN } from "./append-audit.ts";
import { auditRoutes } from "./routes.ts";
import { sealAuditJob } from "./seal-audit.ts";
import { verifyAudit } from "./verify-audit.ts";

let database: TestDatabase;
const clock = new SteppedClock();
const ours = newId();
const theirs = newId();
const userId = newId();

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database[Symbol.asyncDispose]());

function entry(change: Partial<AuditEntry> = {}): AuditEntry {
  return {
    orgId: ours,
    actor: { type: "user", id: userId, userId },
    action: "thing.changed",
    resourceType: "thing",
    resourceId: "7",
    changes: { amount: { before: "1.00", after: "2.00" } },
    requestId: "r1",
    at: clock.now(),
    ...change,
  };
}

async function append(...entries: AuditEntry[]): Promise<void> {
  await database.db.transaction((tx) => appendAudit(tx, entries));
}

async function sealAll(): Promise<void> {
  const job = sealAuditJob(database);
  while ((await job.runOnce()) > 0);
}

/** Damage that the database's rules prevent, done as the tables' owner with these rules switched off. */
async function tamper(statement: string): Promise<void> {
  await database.db.transaction(async (tx) => {
    await tx.query("ALTER TABLE audit_log DISABLE TRIGGER USER");
    await tx.query(statement);
    await tx.query("ALTER TABLE audit_log ENABLE TRIGGER USER");
  });
}

describe("the audit log in the database", () => {
  it.each([
    ["a change", "UPDATE audit_log SET action = 'other'"],
    ["a change of what is sealed already", "UPDATE audit_log SET hash = decode(repeat('00', 32), 'hex')"],
    ["a deletion", "DELETE FROM audit_log"],
    ["an emptying", "TRUNCATE audit_log"],
  ])("refuses %s", async (_name, statement) => {
    await append(entry());
    await sealAll();
    await expect(database.db.query(statement)).rejects.toThrow("append-only");
    expect(await database.db.query("SELECT 1 FROM audit_log")).toHaveLength(1);
  });

  it("lets a mark be made again, and nothing else change with it", async () => {
    await append(entry());
    await sealAll();
    await expect(database.db.query("UPDATE audit_log SET mark = 'other', action = 'other'")).rejects.toThrow("append");
    await expect(database.db.query("UPDATE audit_log SET mark = 'other', position = 7")).rejects.toThrow("append-only");
    await database.db.query("UPDATE audit_log SET mark = 'again'");
    expect((await verifyAudit(database.db)).broken).toBeNull();
  });

  it("refuses a seal that changes its row on the way", async () => {
    await append(entry());
    const seal = `UPDATE audit_log SET action = 'other', position = 1, previous_hash = decode(repeat('00', 32), 'hex'),
        hash = decode(repeat('00', 32), 'hex')`;
    await expect(database.db.query(seal)).rejects.toThrow("append-only");
  });

  it("keeps nothing of a transaction that fails", async () => {
    const failing = database.db.transaction(async (tx) => {
      await appendAudit(tx, [entry()]);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await database.db.query("SELECT 1 FROM audit_log")).toHaveLength(0);
  });
});

describe("the chain", () => {
  it("follows the time of its entries, because the ids of a process whose clock is off come too early", async () => {
    await append(entry({ resourceId: "later", at: new Date(clock.now().getTime() + 1) }));
    await append(entry({ resourceId: "earlier" }));
    await sealAll();
    const rows = await database.db.query("SELECT resource_id FROM audit_log ORDER BY position");
    expect(rows).toEqual([{ resource_id: "earlier" }, { resource_id: "later" }]);
  });

  it("goes on for each organization by itself, and for the platform", async () => {
    await append(entry(), entry({ orgId: theirs }), entry({ orgId: null }));
    await sealAll();
    await append(entry(), entry());
    await sealAll();
    const rows = await database.db.query<{ org_id: string; last: number }>(
      "SELECT org_id, max(position) AS last FROM audit_log GROUP BY org_id",
    );
    expect(rows.map(({ last }) => last).toSorted((a, b) => a - b)).toEqual([1, 1, 3]);
    expect(await verifyAudit(database.db)).toMatchObject({ checked: 5, unsealed: 0, broken: null });
  });

  it("counts what is not sealed yet", async () => {
    await append(entry());
    expect(await verifyAudit(database.db)).toMatchObject({ checked: 0, unsealed: 1, broken: null });
  });

  it("stays one when several seal at the same moment", async () => {
    await append(...Array.from({ length: 200 }, () => entry()));
    await Promise.all([sealAll(), sealAll(), sealAll()]);
    await sealAll();
    expect(await verifyAudit(database.db)).toMatchObject({ checked: 200, unsealed: 0, broken: null });
  });

  it("is not broken by entries that are sealed while it is verified", async () => {
    const query = async <R>(text: string, parameters?: readonly unknown[]): Promise<R[]> => {
      await append(entry());
      await sealAll();
      return database.db.query<R>(text, parameters);
    };
    expect((await verifyAudit({ query })).broken).toBeNull();
  });

  it.each([
    ["an altered action", "UPDATE audit_log SET action = 'harmless' WHERE position = 2", 2, "this row was changed"],
    [
      "an altered amount",
      'UPDATE audit_log SET changes = \'{"amount": "1.00"}\' WHERE position = 2',
      2,
      "this row was changed",
    ],
    ["another actor", "UPDATE audit_log SET actor_id = 'somebody else' WHERE position = 3", 3, "this row was changed"],
    [
      "a shifted time",
      "UPDATE audit_log SET created_at = created_at + interval '1 microsecond' WHERE position = 1",
      1,
      "this row was changed",
    ],
    ["a missing row", "DELETE FROM audit_log WHERE position = 2", 3, "missing"],
    ["a missing first row", "DELETE FROM audit_log WHERE position = 1", 2, "missing"],
    ["a cut-off tail", "DELETE FROM audit_log WHERE position = 4", 4, "its head says 4"],
    ["an emptied log", "DELETE FROM audit_log", 1, "its head says 4"],
    ["a head that was set back", "UPDATE audit_heads SET position = 3", 5, "its head says 3"],
    ["a head that is gone", "DELETE FROM audit_heads", 5, "its head says nothing"],
  ])("names %s", async (_name, statement, position, reason) => {
    await append(entry(), entry({ action: "money.moved" }), entry(), entry());
    await sealAll();
    await tamper(statement);
    const { broken } = await verifyAudit(database.db);
    expect(broken).toMatchObject({ orgId: ours, position });
    expect(broken!.reason).toContain(reason);
  });

  it("names a row whose forger sealed it anew", async () => {
    await append(entry(), entry(), entry());
    await sealAll();
    await tamper("UPDATE audit_log SET action = 'harmless', hash = sha256('forged') WHERE position = 2");
    expect((await verifyAudit(database.db)).broken).toMatchObject({ position: 2 });
  });
});

describe("GET /organizations/{org_id}/audit-log", () => {
  const admin = callerOf({ orgId: ours });

  it("shows what happened, newest first, and filters it", async () => {
    await using server = await startModuleServer({
      db: database.db,
      clock,
      routes: [auditRoutes({ ...database, organizationExists })],
    });
    await append(entry({ action: "first.thing" }));
    clock.advance(60_000);
    const later = clock.now();
    await append(
      entry({ action: "second.thing", resourceType: "api_key", resourceId: "k1" }),
      entry({ orgId: theirs }),
    );
    await append(entry({ action: "third.thing", actor: { type: "api-key", id: "key-1", userId } }));
    await sealAll();
    const ask = async (query: string) =>
      (await server.request(admin, "GET", `/organizations/${ours}/audit-log${query}`)).body.data.map(
        (row: { action: string }) => row.action,
      );
    expect(await ask("")).toEqual(["third.thing", "second.thing", "first.thing"]);
    expect(await ask("?action=first.thing")).toEqual(["first.thing"]);
    expect(await ask("?actor_id=key-1")).toEqual(["third.thing"]);
    expect(await ask(`?actor_id=${userId}`)).toEqual(["third.thing", "second.thing", "first.thing"]);
    expect(await ask("?resource_type=api_key&resource_id=k1")).toEqual(["second.thing"]);
    expect(await ask(`?from=${later.toISOString()}`)).toEqual(["third.thing", "second.thing"]);
    expect(await ask(`?to=${later.toISOString()}`)).toEqual(["first.thing"]);
    const { body } = await server.request(admin, "GET", `/organizations/${ours}/audit-log?limit=1`);
    expect(body.data[0]).toMatchObject({
      actor_type: "api-key",
      actor_id: "key-1",
      actor_user_id: userId,
      changes: { amount: { after: "2.00" } },
      request_id: "r1",
      position: 3,
    });
    expect(body.data[0].hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is paged to its end while entries are added", async () => {
    await using server = await startModuleServer({
      db: database.db,
      clock,
      routes: [auditRoutes({ ...database, organizationExists })],
    });
    await append(...Array.from({ length: 7 }, (_, i) => entry({ resourceId: String(i) })));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/organizations/${ours}/audit-log?limit=3${cursor === null ? "" : `&lastEvaluatedKey=${cursor}`}`;
      const { body } = await server.request(admin, "GET", path);
      seen.push(...body.data.map((row: { resource_id: string }) => row.resource_id));
      cursor = body.lastEvaluatedKey;
      await append(entry({ resourceId: "late" }));
    } while (cursor !== null);
    expect(seen).toEqual(["6", "5", "4", "3", "2", "1", "0"]);
  });

  it("shows platform people, and nobody else, what concerns no single organization", async () => {
    await using server = await startModuleServer({
      db: database.db,
      clock,
      routes: [auditRoutes({ ...database, organizationExists })],
    });
    await append(entry({ orgId: null, action: "rate.set" }), entry());
    const path = `/organizations/${PLATFORM_CHAIN}/audit-log`;
    for (const platformRole of ["admin", "staff"] as const)
      expect((await server.request(callerOf({ platformRole }), "GET", path)).body.data).toMatchObject([
        { action: "rate.set" },
      ]);
    expect((await server.request(admin, "GET", path)).status).toBe(404);
  });

  it("is no other organization's business", async () => {
    await using server = await startModuleServer({
      db: database.db,
      clock,
      routes: [auditRoutes({ ...database, organizationExists })],
    });
    await append(entry());
    await database.db.query(
      `INSERT INTO organizations (org_id, name, country, features, created_at, updated_at)
        VALUES ($1, 'Ours', 'GH', '{}', $2, $2)`,
      [ours, clock.now()],
    );
    expect((await server.request(callerOf({ orgId: theirs }), "GET", `/organizations/${ours}/audit-log`)).status).toBe(
      404,
    );
    expect(
      (await server.request(callerOf({ orgId: ours, role: "org-member" }), "GET", `/organizations/${ours}/audit-log`))
        .status,
    ).toBe(403);
    expect(
      (await server.request(callerOf({ platformRole: "staff" }), "GET", `/organizations/${ours}/audit-log`)).body.data,
    ).toHaveLength(1);
    expect(
      (await server.request(callerOf({ platformRole: "staff" }), "GET", `/organizations/${newId()}/audit-log`)).status,
    ).toBe(404);
    expect((await server.request(admin, "GET", "/organizations/nonsense/audit-log")).status).toBe(404);
  });
});
