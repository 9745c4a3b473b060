import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lockOrganization } from "#src/parties/organizations/queries.ts";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createTestDatabase, type TestDatabase } from "@corridor/test/harness/database.ts";
import {
  createTestKey,
  createTestOrganization,
  createTestUser,
  startIdentityServer,
  type IdentityServer,
} from "@corridor/test/harness/identity-server.ts";

let database: TestDatabase;
let first: IdentityServer;
let second: IdentityServer;
let clock: SteppedClock;
let ours: string;
let theirs: string;
let ann: string;
let vera: string;
let annToken: string;
let veraToken: string;
let eveKey: string;
let rootToken: string;

beforeAll(async () => {
  database = await createTestDatabase();
  clock = new SteppedClock();
  first = await startIdentityServer({ databaseUrl: database.url, clock });
  second = await startIdentityServer({ databaseUrl: database.url, clock });
  const { db } = database;
  const at = clock.now();
  ours = await createTestOrganization(db, at, "Ours");
  theirs = await createTestOrganization(db, at, "Theirs");
  ann = await createTestUser(db, at, { email: "ann@ours.test", memberships: [[ours, "org-admin"]] });
  vera = await createTestUser(db, at, { email: "vera@ours.test", memberships: [[ours, "org-viewer"]] });
  const eve = await createTestUser(db, at, { email: "eve@theirs.test", memberships: [[theirs, "org-admin"]] });
  const root = await createTestUser(db, at, { email: "root@platform.test", platformRole: "admin" });
  const tokenOf = async (userId: string, orgId: string | null) =>
    (await first.issueToken({ userId, orgId, generation: 1, lifetimeSeconds: 86_400 })).token;
  annToken = await tokenOf(ann, ours);
  veraToken = await tokenOf(vera, ours);
  eveKey = (await createTestKey(db, at, { orgId: theirs, userId: eve })).key;
  rootToken = await tokenOf(root, null);
});

afterAll(async () => {
  await first.close();
  await second.close();
  await database[Symbol.asyncDispose]();
});

/** With an API key or a token. */
const as = (credential: string) => ({
  headers: credential.startsWith("ck_")
    ? { authorization: "NONE", "x-api-key": credential }
    : { authorization: `Bearer ${credential}`, "x-api-key": "NONE" },
});
const asRoot = () => as(rootToken);

async function create(token: string, body: object) {
  return first.request("POST", "/v1/public/api-keys", { ...as(token), body });
}

describe("creating a key", () => {
  it("does not wait for whoever changes its organization, and who may be waiting for its member", async () => {
    const { db } = database;
    await db.transaction(async (tx) => {
      await lockOrganization(tx, ours);
      expect((await createTestKey(db, clock.now(), { orgId: ours, userId: ann })).key).toBeTruthy();
    });
  });

  it("shows the key once, and only its prefix ever after", async () => {
    const created = await create(annToken, { name: "server" });
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ name: "server", org_id: ours, user_id: ann, status: "active" });
    const key: string = created.body.data.api_key;
    expect(created.body.data.prefix).toBe(key.slice(0, 12));
    const listed = await first.request("GET", "/v1/public/api-keys?limit=100", as(annToken));
    expect(JSON.stringify(listed.body)).not.toContain(key);
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(200);
    const [stored] = await database.db.query<{ row: string }>(
      "SELECT row_to_json(k)::text AS row FROM api_keys k WHERE api_key_id = $1",
      [created.body.data.api_key_id],
    );
    expect(stored!.row).not.toContain(key.slice(12));
  });

  it.each([
    [{}, "name: is required"],
    [{ name: "" }, "name"],
    [{ name: "   " }, "name: must not be blank"],
    [{ name: 7 }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "late", expires_at: "2020-01-01T00:00:00Z" }, "expires_at: must be in the future"],
    [{ name: "odd", expires_at: "tomorrow" }, "expires_at"],
  ])("refuses %j", async (body, message) => {
    const answer = await create(annToken, body);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain(message);
    expect(answer.body.details).not.toHaveLength(0);
  });

  it("is not for viewers, unless they were granted it", async () => {
    expect((await create(veraToken, { name: "mine" })).status).toBe(403);
    await database.db.query("UPDATE members SET permissions = '{api-keys:write}' WHERE org_id = $1 AND user_id = $2", [
      ours,
      vera,
    ]);
    await database.db.transaction(async (tx) => tx.notify("users", vera));
    await expect.poll(async () => (await create(veraToken, { name: "mine" })).status).toBe(201);
  });

  it("by the platform's admin names the member whom the key acts as", async () => {
    const created = await first.request("POST", "/v1/public/api-keys", {
      ...asRoot(),
      body: { name: "for ann", org_id: ours, user_id: ann },
    });
    expect(created.body.data).toMatchObject({ org_id: ours, user_id: ann });
    const nobody = await first.request("POST", "/v1/public/api-keys", {
      ...asRoot(),
      body: { name: "for nobody", org_id: ours },
    });
    expect(nobody).toMatchObject({ status: 400, body: { details: [{ path: "user_id" }] } });
  });

  it("in another organization is a 404", async () => {
    expect((await create(annToken, { name: "there", org_id: theirs })).status).toBe(404);
  });
});

describe("listing keys", () => {
  it("pages to the end without a repeat, with the cursor at the top and in meta", async () => {
    for (let i = 0; i < 5; i++) await create(annToken, { name: `page ${i}` });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const path: string = `/v1/public/api-keys?limit=2${cursor === null ? "" : `&last_evaluated_key=${cursor}`}`;
      const { body } = await first.request("GET", path, as(annToken));
      expect(body.meta.last_evaluated_key).toBe(body.last_evaluated_key);
      expect(body.meta).toMatchObject({ count: body.data.length, has_more: body.last_evaluated_key !== null });
      seen.push(...body.data.map((key: { api_key_id: string }) => key.api_key_id));
      cursor = body.last_evaluated_key;
      if (cursor !== null) await create(annToken, { name: "added while paging" });
      expect(seen.length).toBeLessThan(100);
    } while (cursor !== null);
    expect(new Set(seen).size).toBe(seen.length);
    const { body } = await first.request("GET", "/v1/public/api-keys?limit=1", as(annToken));
    expect(body.meta.total_count).toBeGreaterThan(seen.length);
  });

  it.each(["last_evaluated_key=nonsense", "limit=0", "limit=101", "limit=ten"])(
    "refuses %s with a 400",
    async (query) => {
      expect((await first.request("GET", `/v1/public/api-keys?${query}`, as(annToken))).status).toBe(400);
    },
  );

  it("refuses another organization's cursor", async () => {
    const { body } = await first.request("GET", "/v1/public/api-keys?limit=1", as(annToken));
    expect(
      (await first.request("GET", `/v1/public/api-keys?last_evaluated_key=${body.last_evaluated_key}`, as(eveKey)))
        .status,
    ).toBe(400);
  });

  it("shows no foreign keys, and a foreign organization is a 404", async () => {
    const { body } = await first.request("GET", "/v1/public/api-keys?limit=100", as(eveKey));
    expect(body.data.every((key: { org_id: string }) => key.org_id === theirs)).toBe(true);
    expect((await first.request("GET", `/v1/public/api-keys?org_id=${ours}`, as(eveKey))).status).toBe(404);
    expect((await first.request("GET", "/v1/public/api-keys?org_id=nonsense", as(eveKey))).status).toBe(404);
  });
});

describe("revoking a key", () => {
  it("stops it on another process within a second", async () => {
    const { body } = await create(annToken, { name: "short-lived" });
    const { api_key: key, api_key_id: id } = body.data;
    expect((await second.request("GET", "/v1/public/api-keys", as(key))).status).toBe(200);
    expect((await first.request("DELETE", `/v1/public/api-keys/${id}`, as(annToken))).status).toBe(204);
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(401);
    await expect
      .poll(async () => (await second.request("GET", "/v1/public/api-keys", as(key))).status, { interval: 10 })
      .toBe(401);
  });

  it("twice is the same as once, and the list shows it as revoked", async () => {
    const { body } = await create(annToken, { name: "twice" });
    const path = `/v1/public/api-keys/${body.data.api_key_id}`;
    expect((await first.request("DELETE", path, as(annToken))).status).toBe(204);
    expect((await first.request("DELETE", path, as(annToken))).status).toBe(204);
    const listed = await first.request("GET", "/v1/public/api-keys?limit=1", as(annToken));
    expect(listed.body.data[0]).toMatchObject({ api_key_id: body.data.api_key_id, status: "revoked" });
    const entries = await database.db.query(
      "SELECT 1 FROM audit_log WHERE resource_id = $1 AND action = 'api_key.revoked'",
      [body.data.api_key_id],
    );
    expect(entries).toHaveLength(1);
  });

  it.each(["nonsense", "00000000-0000-7000-8000-000000000000"])("%s is a 404", async (id) => {
    expect((await first.request("DELETE", `/v1/public/api-keys/${id}`, as(annToken))).status).toBe(404);
  });

  it("of another organization is a 404 and changes nothing", async () => {
    const { body } = await create(annToken, { name: "not yours" });
    expect((await first.request("DELETE", `/v1/public/api-keys/${body.data.api_key_id}`, as(eveKey))).status).toBe(404);
    expect((await first.request("GET", "/v1/public/api-keys", as(body.data.api_key))).status).toBe(200);
  });
});

describe("rotating a key", () => {
  it("without an overlap ends the old one at once", async () => {
    const old = (await create(annToken, { name: "rotated" })).body.data;
    const rotated = await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, as(annToken));
    expect(rotated.status).toBe(201);
    expect(rotated.body.data).toMatchObject({ name: "rotated", user_id: ann });
    expect((await first.request("GET", "/v1/public/api-keys", as(rotated.body.data.api_key))).status).toBe(200);
    expect((await first.request("GET", "/v1/public/api-keys", as(old.api_key))).status).toBe(401);
  });

  it("with an overlap lets both work until it is over", async () => {
    const old = (await create(annToken, { name: "overlapping" })).body.data;
    const rotated = (
      await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, {
        ...as(annToken),
        body: { overlap_seconds: 60 },
      })
    ).body.data;
    expect((await second.request("GET", "/v1/public/api-keys", as(old.api_key))).status).toBe(200);
    clock.advance(59_999);
    expect((await second.request("GET", "/v1/public/api-keys", as(old.api_key))).status).toBe(200);
    clock.advance(1);
    expect((await second.request("GET", "/v1/public/api-keys", as(old.api_key))).status).toBe(401);
    expect((await second.request("GET", "/v1/public/api-keys", as(rotated.api_key))).status).toBe(200);
  });

  it("never makes a key outlive its end", async () => {
    const expires_at = new Date(clock.now().getTime() + 10_000).toISOString();
    const old = (await create(annToken, { name: "ending", expires_at })).body.data;
    const rotated = (
      await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, {
        ...as(annToken),
        body: { overlap_seconds: 600 },
      })
    ).body.data;
    expect(rotated).toMatchObject({ expires_at, previous_expires_at: expires_at });
  });

  it("of a revoked key is a 409", async () => {
    const old = (await create(annToken, { name: "dead" })).body.data;
    await first.request("DELETE", `/v1/public/api-keys/${old.api_key_id}`, as(annToken));
    expect(
      (await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, { ...as(annToken), body: {} }))
        .status,
    ).toBe(409);
  });

  it("of somebody else's key is refused: its secret would act as them", async () => {
    const old = (await create(annToken, { name: "ann's" })).body.data;
    expect(
      (await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, { ...as(veraToken), body: {} }))
        .status,
    ).toBe(403);
  });

  it.each([
    { overlap_seconds: -1 },
    { overlap_seconds: 1.5 },
    { overlap_seconds: "60" },
    { overlap_seconds: 8 * 86_400 },
  ])("refuses %j", async (body) => {
    const old = (await create(annToken, { name: "kept" })).body.data;
    expect(
      (await first.request("POST", `/v1/public/api-keys/${old.api_key_id}/rotate`, { ...as(annToken), body })).status,
    ).toBe(400);
  });
});

describe("the life of a key", () => {
  it("ends at expires_at, on the clock", async () => {
    const expires_at = new Date(clock.now().getTime() + 5_000).toISOString();
    const { api_key: key } = (await create(annToken, { name: "soon over", expires_at })).body.data;
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(200);
    clock.advance(5_000);
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(401);
    const { body } = await first.request("GET", "/v1/public/api-keys?limit=1", as(annToken));
    expect(body.data[0].status).toBe("expired");
  });

  it("ends when its maker leaves the organization", async () => {
    const at = clock.now();
    const tom = await createTestUser(database.db, at, { email: "tom@ours.test", memberships: [[ours, "org-admin"]] });
    const { key } = await createTestKey(database.db, at, { orgId: ours, userId: tom });
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(200);
    await database.db.transaction(async (tx) => {
      await tx.query("DELETE FROM members WHERE user_id = $1", [tom]);
      tx.notify("users", tom);
    });
    await expect.poll(async () => (await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(401);
  });

  it("is barred with a 403 while its organization is suspended", async () => {
    const at = clock.now();
    const orgId = await createTestOrganization(database.db, at, "Late payer");
    const user = await createTestUser(database.db, at, {
      email: "late@payer.test",
      memberships: [[orgId, "org-admin"]],
    });
    const { key } = await createTestKey(database.db, at, { orgId, userId: user });
    expect((await first.request("GET", "/v1/public/api-keys", as(key))).status).toBe(200);
    await database.db.transaction(async (tx) => {
      await tx.query("UPDATE organizations SET status = 'suspended' WHERE org_id = $1", [orgId]);
      tx.notify("organizations", orgId);
    });
    const barred = async () => (await first.request("GET", "/v1/public/api-keys", as(key))).body.code;
    await expect.poll(barred).toBe("ORGANIZATION_SUSPENDED");
  });
});

describe("last_used_at", () => {
  it("is written in batches, at most once a minute for a key", async () => {
    const { api_key: key, api_key_id: id } = (await create(annToken, { name: "used" })).body.data;
    const lastUsed = async () =>
      (
        await database.db.query<{ last_used_at: Date | null }>(
          "SELECT last_used_at FROM api_keys WHERE api_key_id = $1",
          [id],
        )
      )[0]!.last_used_at;
    await first.request("GET", "/v1/public/api-keys", as(key));
    expect(await lastUsed()).toBeNull();
    await first.lastUsedJob.runOnce();
    const firstUse = clock.now();
    expect(await lastUsed()).toEqual(firstUse);

    clock.advance(59_000);
    await first.request("GET", "/v1/public/api-keys", as(key));
    await first.lastUsedJob.runOnce();
    expect(await lastUsed()).toEqual(firstUse);

    clock.advance(1_000);
    await first.request("GET", "/v1/public/api-keys", as(key));
    await first.lastUsedJob.runOnce();
    expect(await lastUsed()).toEqual(clock.now());
    expect(await first.lastUsedJob.runOnce()).toBe(0);
  });

  it("is written when the process stops, too", async () => {
    const { api_key: key, api_key_id: id } = (await create(annToken, { name: "used last" })).body.data;
    await second.request("GET", "/v1/public/api-keys", as(key));
    await second.flushLastUsed();
    const [row] = await database.db.query<{ last_used_at: Date | null }>(
      "SELECT last_used_at FROM api_keys WHERE api_key_id = $1",
      [id],
    );
    expect(row!.last_used_at).toEqual(clock.now());
  });
});

describe("a key that can do less", () => {
  const read = (key: string, path: string) => first.request("GET", path, as(key));

  it("never makes, rotates or changes keys, even one of an org-admin", async () => {
    const { api_key: key, api_key_id: id } = (await create(annToken, { name: "leaked" })).body.data;
    expect(await create(key, { name: "another" })).toMatchObject({
      status: 403,
      body: { code: "PERSON_REQUIRED", message: "An API key cannot do this; sign in as a person" },
    });
    expect((await first.request("POST", `/v1/public/api-keys/${id}/rotate`, as(key))).status).toBe(403);
    expect(
      (await first.request("PATCH", `/v1/public/api-keys/${id}`, { ...as(key), body: { allowed_addresses: [] } }))
        .status,
    ).toBe(403);
    expect((await first.request("DELETE", `/v1/public/api-keys/${id}`, as(key))).status).toBe(204);
  });

  it("is limited to its scopes, named one by one or by a preset", async () => {
    const { data } = (await create(annToken, { name: "hooks", scopes: ["webhooks:read", "webhooks:read"] })).body;
    expect(data.scopes).toEqual(["webhooks:read"]);
    expect(await read(data.api_key, "/v1/public/api-keys")).toMatchObject({
      status: 403,
      body: { code: "SCOPE_REQUIRED", message: "This API key needs the scope settings:read" },
    });
    const reader = (await create(annToken, { name: "reader", preset: "read" })).body.data;
    expect(reader.scopes.every((scope: string) => scope.endsWith(":read"))).toBe(true);
    expect((await read(reader.api_key, "/v1/public/api-keys")).status).toBe(200);
    expect((await first.request("DELETE", `/v1/public/api-keys/${data.api_key_id}`, as(reader.api_key))).status).toBe(
      403,
    );
    const rotated = await first.request("POST", `/v1/public/api-keys/${reader.api_key_id}/rotate`, as(annToken));
    expect(rotated.body.data.scopes).toEqual(reader.scopes);
  });

  it.each([
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["everything"] }, "scopes"],
    [{ preset: "admin" }, "preset"],
    [{ preset: "read", scopes: ["payments:read"] }, "preset"],
    [{ allowed_addresses: ["10.0.0.0/33"] }, "allowed_addresses.0"],
    [{ allowed_addresses: ["example.com"] }, "allowed_addresses.0"],
  ])("refuses %j", async (more, path) => {
    const answer = await create(annToken, { name: "odd", ...more });
    expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, expect.stringContaining(path)]);
  });

  it("works from its addresses only, and shows where it was last used", async () => {
    const { api_key: key, api_key_id: id } = (
      await create(annToken, { name: "at home", allowed_addresses: ["198.51.100.0/24", "2001:db8::/32"] })
    ).body.data;
    const from = (address: string) =>
      first.request("GET", `/v1/public/api-keys/${id}`, {
        headers: { ...as(key).headers, "x-forwarded-for": address, "user-agent": "shop/1.0" },
      });
    expect((await from("198.51.100.77")).status).toBe(200);
    expect((await from("2001:db8:1::1")).status).toBe(200);
    expect(await from("203.0.113.1")).toMatchObject({
      status: 403,
      body: { code: "ADDRESS_NOT_ALLOWED", message: expect.stringContaining("203.0.113.1") },
    });
    await first.flushLastUsed();
    expect((await read(annToken, `/v1/public/api-keys/${id}`)).body.data).toMatchObject({
      last_used_at: clock.now().toISOString(),
      last_used_address: "2001:db8:1::1",
      last_used_user_agent: "shop/1.0",
    });
    const changed = await first.request("PATCH", `/v1/public/api-keys/${id}`, {
      ...as(annToken),
      body: { name: "abroad", allowed_addresses: ["203.0.113.1"] },
    });
    expect(changed.body.data).toMatchObject({ name: "abroad", allowed_addresses: ["203.0.113.1"] });
    await expect.poll(async () => (await from("203.0.113.1")).status).toBe(200);
    expect((await from("198.51.100.77")).status).toBe(403);
    for (const stranger of [eveKey, annToken.replace(/[^.]*$/, "x")])
      expect((await read(stranger, `/v1/public/api-keys/${id}`)).status).not.toBe(200);
  });
});
