import { describe, expect, it } from "vitest";
import type { Db } from "../db/client.ts";
import { createTestDatabase } from "#test/harness/database.ts";
import { startProbeServer } from "#test/harness/probe-server.ts";

const unreachable = {
  query: async () => {
    throw new Error("connect ECONNREFUSED postgres://user:secret@db");
  },
} as unknown as Db;
const empty = { access: {}, routes: [] };

describe("/healthz", () => {
  it("answers as long as the process lives, database or not", async () => {
    await using server = await startProbeServer({ ...empty, db: unreachable });
    expect((await server.request(null, "GET", "/healthz")).body).toEqual({ status: "ok" });
  });
});

describe("/readyz", () => {
  it("is ready when the database answers, its migrations are ours and every further check passes", async () => {
    await using database = await createTestDatabase();
    await using server = await startProbeServer({ ...empty, db: database.db, readiness: [{ name: "keys", check: async () => {} }] });
    const response = await server.request(null, "GET", "/readyz");
    expect([response.status, response.body]).toEqual([200, { status: "ready", checks: { database: "ok", migrations: "ok", keys: "ok" } }]);
  });

  it("is not ready while a migration is missing, but does not mind a newer one", async () => {
    await using database = await createTestDatabase();
    await using server = await startProbeServer({ ...empty, db: database.db });
    await database.db.query("INSERT INTO schema_migrations (name, checksum) VALUES ('9999-newer.sql', 'x')");
    expect((await server.request(null, "GET", "/readyz")).status).toBe(200);
    await database.db.query("DELETE FROM schema_migrations WHERE name = '0002-idempotency.sql'");
    expect((await server.request(null, "GET", "/readyz")).body).toEqual({ status: "not ready", checks: { database: "ok", migrations: "failed" } });
  });

  it("is not ready when one fails, and says which without saying why", async () => {
    await using server = await startProbeServer({ ...empty, db: unreachable });
    const response = await server.request(null, "GET", "/readyz");
    expect([response.status, response.body]).toEqual([503, { status: "not ready", checks: { database: "failed", migrations: "failed" } }]);
    expect(response.text).not.toContain("secret");
  });
});

describe("/metrics", () => {
  it("is open in development", async () => {
    await using server = await startProbeServer({ ...empty });
    expect((await server.request(null, "GET", "/metrics")).status).toBe(200);
  });

  it("asks for the token that was set, and for nothing else", async () => {
    await using server = await startProbeServer({ ...empty, config: { metricsToken: "a-token-of-enough-length" } });
    for (const authorization of ["", "Bearer wrong", "Bearer ", "a-token-of-enough-length", "Basic a-token-of-enough-length"]) {
      expect((await server.request(null, "GET", "/metrics", { headers: { authorization } })).status).toBe(401);
    }
    expect((await server.request(null, "GET", "/metrics", { headers: { authorization: "Bearer a-token-of-enough-length" } })).status).toBe(200);
  });

  it("is closed in production when no token was set", async () => {
    await using server = await startProbeServer({ ...empty, config: { environment: "production" } });
    expect((await server.request(null, "GET", "/metrics")).status).toBe(401);
  });
});
