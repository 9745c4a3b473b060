import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MTN_SETTINGS } from "@corridor/providers/mtn_momo/mtn-momo.fixtures.ts";
import { secretAddress } from "@corridor/provider-kit/secret-address.ts";
import { type ScriptedServer, scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { startTestApp, TEST_SECRET, type TestApp } from "#test/harness/app.ts";
import { freePort } from "#test/harness/free-port.ts";
import { mobileMoneyPayin } from "#test/harness/payments.ts";

/**
 * An API process is killed with -9 after it has answered a callback and before the provider has answered its poll:
 * another process takes the callback up.
 */
let app: TestApp;
let mtn: ScriptedServer;
let isAnswering = false;

beforeAll(async () => {
  app = await startTestApp();
  let externalId = "";
  mtn = await scriptedServer((response, { method, url }, body) => {
    if (url!.endsWith("/token/"))
      return void response.end('{"access_token":"a-token","token_type":"access_token","expires_in":3600}');
    if (method === "POST") {
      ({ externalId } = JSON.parse(body));
      return void response.writeHead(202).end();
    }
    if (isAnswering)
      response.end(
        JSON.stringify({
          externalId,
          amount: "1500",
          currency: "GHS",
          status: "SUCCESSFUL",
          financialTransactionId: "1",
        }),
      );
  });
  const { admin } = app.callers;
  expect(
    (await app.request(admin, "PUT", "/payments/providers/mtn_momo/settings", { ...MTN_SETTINGS, base_url: mtn.url }))
      .status,
  ).toBe(200);
  const config = {
    provider: "mtn_momo",
    country: "GH",
    payment_method: "mobile_money",
    direction: "inbound",
    priority: 0,
  };
  await app.request(admin, "POST", "/payments/provider-configs", config);
});
afterAll(async () => {
  await app.close();
  await mtn.close();
});

async function startApi(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["packages/server/src/main.js", "api"], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: app.databaseUrl,
      PORT: String(port),
      CORRIDOR_SECRET: TEST_SECRET,
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return child;
    if (child.exitCode !== null) throw new Error("the API did not start");
    await pause(50);
  }
}

test("a callback that was answered is followed, though the process that answered it is killed", async () => {
  const port = await freePort();
  const child = await startApi(port);
  const { response } = (await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", mobileMoneyPayin()))
    .body;
  const read = async () =>
    (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${response.transaction_id}`)).body;
  const reference = (await read()).attempts[0].attempt_id as string;
  const address = secretAddress("/callbacks/mtn_momo", `inbound:${MTN_SETTINGS.callback_secret}`, reference);

  expect((await fetch(`http://127.0.0.1:${port}/v1${address}`, { method: "POST", body: "{}" })).status).toBe(200);
  await expect.poll(() => mtn.requests.filter(({ method }) => method === "GET").length).toBe(1);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect((await read()).status).toBe("pending");

  isAnswering = true;
  const [lease] = await app.db.query<{ due_at: Date }>(
    "SELECT due_at FROM provider_callbacks WHERE applied_at IS NULL",
  );
  await app.advance(lease!.due_at.getTime() - app.clock.now().getTime());
  await app.run("callback-retries");
  expect((await read()).status).toBe("completed");
  expect(await app.db.query("SELECT 1 FROM provider_callbacks WHERE applied_at IS NULL")).toEqual([]);
});
