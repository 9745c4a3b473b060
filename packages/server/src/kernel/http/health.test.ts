import { describe, expect, inject, it, vi } from "vitest";
import type { Db } from "../db/client.ts";
import { createTurnsOf } from "../turns.ts";
import { createTestDatabase } from "@corridor/test/harness/database.ts";
import { onServer } from "@corridor/test/harness/server.ts";
import { startProbeServer } from "@corridor/test/harness/probe-server.ts";

const unreachable = {
  query: async () => {
    throw new Error("connect ECONNREFUSED postgres://user:secret@db");
  },
  turnsOf: createTurnsOf(),
} as unknown as Db;
const empty = { access: {}, routes: [] };

describe("/healthz", () => {
  it("answers as long as the process lives, database or not", async () => {
    await using server = await startProbeServer({ ...empty, db: unreachable });
    expect((await server.request(null, "GET", "/healthz")).body).toMatchObject({
      status: "ok",
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
  });
});

describe("/readyz", () => {
  it("is ready when the database answers, its migrations are ours and every further check passes", async () => {
    await using database = await createTestDatabase();
    await using server = await startProbeServer({
      ...empty,
      db: database.db,
      readiness: [{ name: "keys", check: async () => {} }],
    });
    const response = await server.request(null, "GET", "/readyz");
    expect([response.status, response.body]).toEqual([
      200,
      { status: "ready", checks: { database: "ok", migrations: "ok", keys: "ok" } },
    ]);
  });

  it("shows what fails beside payments where it is done, and is ready all the same", async () => {
    await using database = await createTestDatabase();
    let isOurs = false;
    const check = () => Promise.reject(new Error("the store does not answer"));
    const heads = { name: "chain heads", check, isOurs: () => isOurs };
    await using server = await startProbeServer({ ...empty, db: database.db, readiness: [heads] });
    const checksOf = async () => {
      const { status, body } = await server.request(null, "GET", "/readyz");
      return [status, body.checks["chain heads"]];
    };
    expect(await checksOf()).toEqual([200, undefined]);
    isOurs = true;
    await vi.waitFor(async () => expect(await checksOf()).toEqual([200, "failed"]), { timeout: 60_000 });
  });

  it("does not mind a newer migration, but a missing one", async () => {
    await using database = await createTestDatabase();
    await database.db.query("INSERT INTO public.schema_migrations (name, checksum) VALUES ('9999-newer.sql', 'x')");
    await using newer = await startProbeServer({ ...empty, db: database.db });
    expect((await newer.request(null, "GET", "/readyz")).status).toBe(200);
    await database.db.query("DELETE FROM public.schema_migrations WHERE name = '0002-deployment.sql'");
    await using missing = await startProbeServer({ ...empty, db: database.db });
    expect((await missing.request(null, "GET", "/readyz")).body).toEqual({
      status: "not ready",
      checks: { database: "ok", migrations: "failed" },
    });
  });

  it("is not ready while the database takes no writes, though it answers, and ready as soon as it does", async () => {
    await using database = await createTestDatabase();
    await using server = await startProbeServer({ ...empty, db: database.db });
    const status = async () => (await server.request(null, "GET", "/readyz")).status;
    const readOnly = (setting: "on" | "off") =>
      onServer(inject("testServerUrl"), async (client) => {
        const name = new URL(database.url).pathname.slice(1);
        await client.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${setting}`);
        await client.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = $1 AND backend_type = 'client backend'`,
          [name],
        );
      });
    expect(await status()).toBe(200);
    await readOnly("on");
    await vi.waitFor(async () => expect(await status()).toBe(503), { timeout: 60_000 });
    await readOnly("off");
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 60_000 });
  });

  it("asks the database once for all who ask at the same moment", async () => {
    await using database = await createTestDatabase();
    await using server = await startProbeServer({ ...empty, db: database.db });
    let runs = 0;
    const counted = { name: "counted", check: async () => void runs++ };
    await using other = await startProbeServer({ ...empty, db: database.db, readiness: [counted] });
    await Promise.all(Array.from({ length: 20 }, () => other.request(null, "GET", "/readyz")));
    expect(runs).toBe(1);
    expect((await server.request(null, "GET", "/readyz")).status).toBe(200);
  });

  it("is not ready when one fails, and says which without saying why", async () => {
    await using server = await startProbeServer({ ...empty, db: unreachable });
    const response = await server.request(null, "GET", "/readyz");
    expect([response.status, response.body]).toEqual([
      503,
      { status: "not ready", checks: { database: "failed", migrations: "failed" } },
    ]);
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
    for (const authorization of [
      "",
      "Bearer wrong",
      "Bearer ",
      "a-token-of-enough-length",
      "Basic a-token-of-enough-length",
    ]) {
      expect((await server.request(null, "GET", "/metrics", { headers: { authorization } })).status).toBe(401);
    }
    expect(
      (await server.request(null, "GET", "/metrics", { headers: { authorization: "Bearer a-token-of-enough-length" } }))
        .status,
    ).toBe(200);
  });

  it("is closed in production when no token was set", async () => {
    await using exposed = await startProbeServer({
      ...empty,
      config: { environment: "development", isExposedDevelopment: true },
    });
    expect((await exposed.request(null, "GET", "/metrics")).status).toBe(401);
    await using server = await startProbeServer({ ...empty, config: { environment: "production" } });
    expect((await server.request(null, "GET", "/metrics")).status).toBe(401);
  });
});
