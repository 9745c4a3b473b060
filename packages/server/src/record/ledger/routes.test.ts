import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import { callerOf, type ModuleServer, startModuleServer } from "@corridor/test/harness/module-server.ts";
import { UNKNOWN_ID } from "@corridor/test/harness/unknown-id.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { AccountRef } from "./ledger.ts";
import { postTransactions } from "./post-transactions.ts";
import { ledgerRoutes } from "./routes.ts";

let database: TestDatabase;
let server: ModuleServer;
const orgId = newId();
const member = callerOf({ orgId, role: "org-viewer" });
const saver: AccountRef = { purpose: "virtual_account", ownerId: newId() };
const resourceId = newId();
const usd = (text: string): Money => Money.parse(text, "USD");

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startModuleServer({ db: database.db, routes: [ledgerRoutes(database)] });
  const deposit = (cause: string, amount: string, organization = orgId) => ({
    orgId: organization,
    cause,
    description: `deposit of ${amount}`,
    at: new Date("2026-01-05T09:00:00.000Z"),
    postings: [
      { account: { purpose: "provider" as const, ownerId: "fiat" }, amount: usd(amount).negate() },
      { account: saver, amount: usd(amount) },
    ],
  });
  const deposits = Array.from({ length: 23 }, (_, n) => deposit(`${newId()}:deposit`, `${n + 1}.00`));
  await database.db.transaction((tx) =>
    postTransactions(tx, [
      ...deposits,
      deposit(`${resourceId}:one`, "100.00"),
      deposit(`${resourceId}:two`, "200.00"),
      deposit(`${resourceId}:one`, "300.00", newId()),
    ]),
  );
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

describe("GET /ledger/accounts", () => {
  test("shows the organization's accounts with exact balances that sum to zero", async () => {
    const { status, body, text } = await server.request(member, "GET", "/ledger/accounts");
    expect(status).toBe(200);
    expect(text).toContain('"balance":576.00');
    expect(
      body.data
        .map((account: { purpose: string; balance: number; available: number }) => [
          account.purpose,
          account.balance,
          account.available,
        ])
        .sort(),
    ).toEqual([
      ["provider", -576, -576],
      ["virtual_account", 576, 576],
    ]);
    expect(body.data.find((account: { purpose: string }) => account.purpose === "virtual_account")).toMatchObject({
      org_id: orgId,
      owner_id: saver.ownerId,
      currency: "USD",
      held: 0,
      status: "active",
    });
  });

  test("filters by purpose, owner and currency", async () => {
    const count = async (query: string): Promise<number> =>
      (await server.request(member, "GET", `/ledger/accounts?${query}`)).body.data.length;
    expect(await count("purpose=virtual_account")).toBe(1);
    expect(await count(`owner_id=${saver.ownerId}`)).toBe(1);
    expect(await count("currency=EUR")).toBe(0);
    expect((await server.request(member, "GET", "/ledger/accounts?purpose=nonsense")).status).toBe(400);
  });
});

describe("GET /ledger/transactions", () => {
  test("pages through all of them once, newest first, in the order of the chain", async () => {
    const positions: number[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await server.request(
        member,
        "GET",
        `/ledger/transactions?limit=10${cursor === null ? "" : `&last_evaluated_key=${cursor}`}`,
      );
      positions.push(...body.data.map((entry: { position: number }) => entry.position));
      cursor = body.last_evaluated_key;
    } while (cursor !== null);
    expect(positions).toEqual(Array.from({ length: 25 }, (_, n) => 25 - n));
  });

  test("shows the transactions of one resource with all their postings", async () => {
    const { body } = await server.request(member, "GET", `/ledger/transactions?resource_id=${resourceId}`);
    expect(body.data.map((entry: { cause: string }) => entry.cause)).toEqual([
      `${resourceId}:two`,
      `${resourceId}:one`,
    ]);
    expect(body.data[0]).toMatchObject({
      resource_id: resourceId,
      description: "deposit of 200.00",
      created_at: "2026-01-05T09:00:00.000Z",
    });
    expect(body.data[0].postings).toMatchObject([
      { purpose: "provider", owner_id: "fiat", currency: "USD", amount: -200 },
      { purpose: "virtual_account", owner_id: saver.ownerId, amount: 200, balance_after: 576, hold_id: null },
    ]);
  });

  test("shows the transactions of one account", async () => {
    const accounts = await server.request(member, "GET", "/ledger/accounts?purpose=provider");
    const { body } = await server.request(
      member,
      "GET",
      `/ledger/transactions?limit=3&account_id=${accounts.body.data[0].account_id}`,
    );
    expect(body.data.map((entry: { position: number }) => entry.position)).toEqual([25, 24, 23]);
    expect(body.meta.has_more).toBe(true);
  });

  test.each(["resource_id=nonsense", `resource_id=${UNKNOWN_ID}&account_id=${UNKNOWN_ID}`])(
    "refuses %s",
    async (query) => {
      expect((await server.request(member, "GET", `/ledger/transactions?${query}`)).status).toBe(400);
    },
  );

  test("shows no other organization's books: a foreign org_id is a 404, platform people must name one", async () => {
    expect((await server.request(member, "GET", `/ledger/transactions?org_id=${newId()}`)).status).toBe(404);
    const stranger = await server.request(
      callerOf({ orgId: newId() }),
      "GET",
      `/ledger/transactions?resource_id=${resourceId}`,
    );
    expect(stranger.body.data).toEqual([]);
    const admin = callerOf({ platformRole: "admin" });
    expect((await server.request(admin, "GET", "/ledger/accounts")).status).toBe(400);
    expect((await server.request(admin, "GET", `/ledger/accounts?org_id=${orgId}`)).body.data).toHaveLength(2);
    expect((await server.request(null, "GET", "/ledger/accounts")).status).toBe(401);
  });
});
