import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASE_FAULTS, SIMULATED_FULL_DISK } from "./database-faults.ts";
import { type Answer, openStage, type Stage, until } from "./database-stage.ts";

/**
 * Clients pay while the database fails. In every case they get their payment or one of our errors that says to retry,
 * `/readyz` tells which, and when the database is back, so is the service, with every payment made once. `npm run
 * prove -- database` measures how long it takes.
 */
const TEST_TIMEOUT_MS = 180_000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ durable: false });
}, TEST_TIMEOUT_MS);
afterAll(() => stage.close());

const OUR_BODY = { error: "Service Unavailable", message: expect.any(String), code: "UNAVAILABLE" };

function expectOurs({ status, text, retryAfter }: Answer): void {
  if (status === 200) return;
  expect([status, JSON.parse(text), retryAfter]).toEqual([503, OUR_BODY, "1"]);
  expect(text).not.toMatch(/ECONN|57P|25006|terminat|read-only|relation|timeout|pg_|extend file/);
}

describe("a database that is", () => {
  test.each([...DATABASE_FAULTS, SIMULATED_FULL_DISK])(
    "$name",
    async (fault) => {
      const clients = stage.startClients();
      const countOf = (status: number) => clients.answers.filter((answer) => answer.status === status).length;
      await until("clients pay", () => countOf(200) >= 4);

      await fault.begin(stage, clients);
      try {
        if (fault.stopsPayments) await until("payments are put off", () => countOf(503) > 0);
        if (fault.readyz !== null)
          await until(`readiness says ${fault.readyz}`, async () => (await stage.readiness()) === fault.readyz);
      } finally {
        await fault.end(stage);
      }
      const endedMs = performance.now();
      await until(
        "clients pay again",
        () => clients.answers.filter(({ status, sentMs }) => status === 200 && sentMs > endedMs).length >= 4,
      );
      await until("it is ready again", async () => (await stage.readiness()) === 200);

      const payments = await clients.stop();
      clients.answers.forEach(expectOurs);
      expect(new Set(payments.values()).size).toBe(payments.size);
      const stored = await stage.asSuperuser(
        async (client) =>
          (
            await client.query<{ payment_id: string }>(
              "SELECT payment_id FROM payments WHERE client_reference = ANY ($1)",
              [[...payments.keys()]],
            )
          ).rows,
      );
      expect(new Set(stored.map((row) => row.payment_id))).toEqual(new Set(payments.values()));
      expect(stored).toHaveLength(payments.size); // Each payment exists once, however often it was sent.
    },
    TEST_TIMEOUT_MS,
  );
});
