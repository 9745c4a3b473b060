import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { appendEvents } from "@corridor/server/record/webhooks/append-events.ts";
import { MAX_SIZE } from "@corridor/server/record/webhooks/endpoint-window.ts";
import { registerEndpoint } from "@corridor/server/record/webhooks/register-endpoint.ts";
import { createAddressGuard } from "@corridor/server/kernel/address-guard.ts";
import { newId } from "@corridor/base/ids.ts";
import { createSecretBox } from "@corridor/server/kernel/secrets.ts";
import { createTestDatabase } from "#test/harness/database.ts";
import { startReceiver, type Receiver } from "#test/harness/receiver.ts";

const EVENTS = 1_500;
const EVENTS_A_COMMIT = 500;
const WORKERS = 2;
const KILLS = 3;
const KILL_EVERY_MS = 1_000;
const SLOW_ANSWER_MS = 5_000;
/** Most of the time is spent waiting for the last killed worker's lease; a busy machine takes longer. */
const DEADLINE_MS = 240_000;
/** Enough attempts for the unreliable receiver, which accepts some events only at the tenth call. */
const RETRY_DELAYS_MS = [0, ...Array<number>(19).fill(1_000)];
const MASTER_SECRET = "a master secret for the workers that are killed";

test(
  "1,500 events reach every healthy endpoint while workers are killed with -9, and only an acknowledgement cut by a kill makes a duplicate",
  { timeout: 300_000 },
  async () => {
    const startedMs = Date.now();
    await using database = await createTestDatabase();
    const receivers = {
      first: await startReceiver({ tls: false }),
      second: await startReceiver({ tls: false }),
      flaky: await startReceiver({ tls: false }),
      slow: await startReceiver({ tls: false }),
      dead: await startReceiver({ tls: false }),
    };
    receivers.flaky.answerWith((_request, count) => ({ status: count % 3 === 0 ? 500 : 200 }));
    receivers.slow.answerWith(() => ({ delayMs: SLOW_ANSWER_MS }));
    receivers.dead.answerWith(() => new Promise(() => undefined));

    const orgId = newId();
    const secrets = createSecretBox({ masterSecret: MASTER_SECRET });
    const guard = createAddressGuard({ allowInsecure: true, connectTimeoutMs: 1_000 });
    const webhookIds = new Map<string, string>();
    for (const [name, receiver] of Object.entries(receivers)) {
      const { endpoint } = await registerEndpoint(
        { db: database.db, guard, secrets },
        {
          orgId,
          endpointUrl: receiver.url,
          events: null,
          actor: { type: "system", id: "test" },
          requestId: "test",
          at: new Date(),
        },
      );
      webhookIds.set(name, endpoint.webhook_id);
    }

    const logs: string[] = [];
    const startWorker = (): ChildProcess => {
      const worker = spawn(process.execPath, [new URL("./webhook-worker.ts", import.meta.url).pathname], {
        env: {
          ...process.env,
          TEST_DATABASE_URL: database.url,
          TEST_MASTER_SECRET: MASTER_SECRET,
          TEST_RETRY_DELAYS_MS: JSON.stringify(RETRY_DELAYS_MS),
        },
        stdio: ["ignore", "pipe", "pipe"],
      });
      for (const stream of [worker.stdout, worker.stderr])
        stream.on("data", (chunk: Buffer) => logs.push(chunk.toString()));
      return worker;
    };
    const workers = Array.from({ length: WORKERS }, startWorker);
    let kills = 0;

    try {
      const eventIds: string[] = [];
      for (let i = 0; i < EVENTS; i += EVENTS_A_COMMIT) {
        const events = Array.from({ length: EVENTS_A_COMMIT }, () => ({
          orgId,
          type: "payment.completed" as const,
          resourceType: "payment",
          resourceId: newId(),
          sequence: 1,
          data: { status: "completed" },
          at: new Date(),
        }));
        eventIds.push(...(await database.db.transaction((tx) => appendEvents(tx, events))));
      }

      const healthy = ["first", "second", "flaky"] as const;
      const waiting = async (): Promise<number> => {
        const [row] = await database.db.query<{ count: number }>(
          `SELECT count(*) AS count FROM webhook_deliveries
            WHERE org_id = $1 AND webhook_id = ANY ($2) AND status = 'pending'`,
          [orgId, healthy.map((name) => webhookIds.get(name))],
        );
        return row!.count;
      };
      let lastKillMs = Date.now();
      while ((await waiting()) > 0 || kills < KILLS) {
        expect(Date.now() - startedMs, `${await waiting()} deliveries still wait after ${kills} kills`).toBeLessThan(
          DEADLINE_MS,
        );
        if (kills < KILLS && Date.now() - lastKillMs >= KILL_EVERY_MS) {
          const victim = workers.shift()!;
          victim.kill("SIGKILL");
          await once(victim, "exit");
          workers.push(startWorker());
          kills += 1;
          lastKillMs = Date.now();
        }
        await pause(100);
      }

      for (const name of healthy) expect(new Set(idsOf(receivers[name])), name).toEqual(new Set(eventIds));

      // Deliveries beyond the recorded attempts were never recorded. Only a kill can cause that: no worker reported a
      // lost lease or a failed write.
      expect(logs.join("")).not.toMatch(/outlived its lease|could not be recorded|cannot be stored/);
      const recorded = await database.db.query<{
        webhook_id: string;
        status: string;
        deliveries: number;
        attempts: number;
      }>(
        `SELECT webhook_id, status, count(*) AS deliveries, sum(attempt_count)::int AS attempts FROM webhook_deliveries
          WHERE org_id = $1 GROUP BY 1, 2`,
        [orgId],
      );
      const of = (name: string, status: string) =>
        recorded.find((row) => row.webhook_id === webhookIds.get(name) && row.status === status);
      for (const name of ["first", "second"] as const) {
        expect(of(name, "delivered"), name).toMatchObject({ deliveries: EVENTS, attempts: EVENTS });
        expect(receivers[name].received.length - EVENTS, name).toBeLessThanOrEqual(KILLS * MAX_SIZE);
      }
      expect(of("flaky", "delivered")!.deliveries).toBe(EVENTS);

      // Meanwhile the slow receiver got its events, and the dead receiver was only tried.
      expect(of("slow", "delivered")!.deliveries).toBeGreaterThan(0);
      expect(of("dead", "delivered")).toBeUndefined();
      expect(receivers.dead.received.length).toBeGreaterThan(0);
      expect(receivers.dead.received.length).toBeLessThan(EVENTS);
    } finally {
      for (const worker of workers) {
        worker.kill("SIGKILL");
        if (worker.exitCode === null && worker.signalCode === null) await once(worker, "exit");
      }
      await Promise.all(Object.values(receivers).map((receiver) => receiver.close()));
    }
  },
);

function idsOf({ received }: Receiver): string[] {
  return received.map(({ headers }) => headers["webhook-id"]!);
}
