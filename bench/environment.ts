import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSchedule } from "@corridor/server/pricing/fees/write-schedule.ts";
import { systemClock } from "@corridor/base/clock.ts";
import { connect, type Db } from "@corridor/server/kernel/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "@corridor/server/kernel/db/embedded.ts";
import { migrate } from "@corridor/server/kernel/db/migrate.ts";
import { newId } from "@corridor/base/ids.ts";
import { createLogger, type Logger } from "@corridor/server/kernel/log.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { newSigningSecret } from "@corridor/server/record/webhooks/signature.ts";
import { sealingPlace } from "@corridor/server/record/webhooks/endpoint.ts";
import { type DemoOrganization, seedDemo } from "@corridor/server/commands/seed.ts";
import { type Child, startChild, startCommand } from "./processes.ts";

/**
 * A deployment in a temporary folder, measured from outside: durable database, sandbox, API, and what the measured
 * paths need besides.
 */
export type Environment = {
  directory: string;
  database: EmbeddedServer;
  databaseUrl: string;
  db: Db;
  log: Logger;
  secret: string;
  organization: DemoOrganization;
  headers: Record<string, string>;
  /** A second organization, for what must not meet the first one's payments. */
  other: { organization: DemoOrganization; headers: Record<string, string> };
  freePort(): Promise<number>;
  /** A sandbox and an API process that use each other. */
  startPair(options: {
    name: string;
    delayMs: number;
    env?: Record<string, string>;
    nodeOptions?: readonly string[];
  }): Promise<{
    api: Child;
    sandbox: Child;
    url: string;
    sandboxUrl: string;
    env: Record<string, string>;
    stop(): Promise<void>;
  }>;
  startServer(name: "static" | "naive" | "receiver", args?: readonly string[]): Promise<Child & { url: string }>;
  close(): Promise<void>;
};

/** Nothing completes by itself while the initiation is measured; the rest of a payment's life is a path of its own. */
export const NEVER_MS = 3_600_000;

export async function openEnvironment(): Promise<Environment> {
  const directory = mkdtempSync(join(tmpdir(), "corridor-bench-"));
  chmodSync(directory, 0o711); // As root the database runs as another user, who must get in.
  const database = await startEmbedded({ directory: join(directory, "database"), durable: true });
  const log = createLogger({ level: "error", destination: process.stderr });
  const databaseUrl = database.url;
  await migrate({ url: databaseUrl });
  const db = connect({ url: databaseUrl, maxConnections: 4, applicationName: "bench", log });
  const secret = randomBytes(48).toString("base64url");
  const demo = await seedDemo({ db, clock: systemClock });
  const [other, organization] = demo.organizations as [DemoOrganization, DemoOrganization];
  await createSchedule(
    { db, clock: systemClock },
    { name: "Bench", currency: "GHS", fixed_amount: 0.5, percent: 1 },
    { type: "system", id: "bench" },
  );
  const children = new Set<Child>();
  const keep = <C extends Child>(child: C): C => {
    children.add(child);
    return child;
  };

  return {
    directory,
    database,
    databaseUrl,
    db,
    log,
    secret,
    organization,
    freePort,
    headers: headersOf(organization),
    other: { organization: other, headers: headersOf(other) },
    async startPair({ name, delayMs, env: extra, nodeOptions = [] }) {
      const [port, sandboxPort] = [await freePort(), await freePort()];
      const sandbox = keep(
        await startChild({
          name: `${name}-sandbox`,
          directory,
          script: join(import.meta.dirname, "servers/sandbox.ts"),
          args: [String(sandboxPort), join(directory, `${name}-sandbox`), sandboxKeyOf(secret), String(delayMs)],
        }),
      );
      const env = {
        DATABASE_URL: databaseUrl,
        CORRIDOR_SECRET: secret,
        PORT: String(port),
        SANDBOX_PORT: String(sandboxPort),
        DATA_DIR: directory,
        ALLOW_INSECURE_WEBHOOKS: "true",
        ...extra,
      };
      const url = `http://127.0.0.1:${port}`;
      const api = keep(await startCommand({ name: `${name}-api`, directory, command: "api", url, env, nodeOptions }));
      return {
        api,
        sandbox,
        url,
        sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
        env,
        stop: async () => void (await Promise.all([api.stop(), sandbox.stop()])),
      };
    },
    async startServer(name, args = []) {
      const port = await freePort();
      const child = keep(
        await startChild({
          name,
          directory,
          script: join(import.meta.dirname, `servers/${name}.ts`),
          args: name === "receiver" ? [String(port)] : [databaseUrl, String(port), secret, ...args],
        }),
      );
      return { ...child, url: `http://127.0.0.1:${port}` };
    },
    async close() {
      await Promise.all([...children].map((child) => child.stop()));
      await db.close();
      await database.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function headersOf(organization: DemoOrganization): Record<string, string> {
  return { authorization: "NONE", "x-api-key": organization.api_key, "content-type": "application/json" };
}

/** The sandbox key, derived in the same way as in the product, so that its API and our sandbox agree. */
export function sandboxKeyOf(secret: string): string {
  return createHmac("sha256", secret).update("corridor sandbox key").digest("hex");
}

/** An endpoint for all events of the organization, so that every event is also a delivery. */
export async function registerEndpoint(
  environment: Pick<Environment, "db" | "secret">,
  orgId: string,
  url: string,
): Promise<{ webhookId: string; secretKey: string }> {
  const webhookId = newId();
  const secretKey = newSigningSecret();
  const sealed = createSecretBox({ masterSecret: environment.secret }).seal(
    secretKey,
    sealingPlace({ org_id: orgId, webhook_id: webhookId }),
  );
  await environment.db.query(
    `INSERT INTO webhook_endpoints (org_id, webhook_id, endpoint_url, status, secret_sealed, created_at, updated_at)
      VALUES ($1, $2, $3, 'active', $4, $5, $5)`,
    [orgId, webhookId, url, sealed, new Date()],
  );
  return { webhookId, secretKey };
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
