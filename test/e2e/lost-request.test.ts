import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#test/harness/app.ts";
import { mobileMoneyPayout } from "#test/harness/payments.ts";

/** Requests that are proved to have reached nobody are sent again, also to the same provider. */
const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterEach(() => atSandbox("DELETE", "/faults"));
afterAll(() => app.close());

const atSandbox = async (method: string, path: string, body?: object): Promise<any> => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${app.sandbox.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status === 204 ? null : answer.json();
};
const loseAt = (provider: string) => atSandbox("POST", "/faults", { provider, mode: "error", seconds: 1 });

async function payOut(ending: string): Promise<string> {
  const request = mobileMoneyPayout(app.demo.organizations[0]!.beneficiary_id, ending);
  const { body } = await app.request(app.callers.apiKey, "POST", "/payments-init/initiate", request);
  return body.response.transaction_id;
}
type Record = {
  payment_id: string;
  status: string;
  attempts: { provider: string; outcome: string; attempt_id: string }[];
};
const read = async (id: string): Promise<Record> =>
  (await app.request(app.callers.apiKey, "GET", `/payments/transaction/${id}`)).body;
const triesOf = ({ attempts }: Record) => attempts.map(({ provider, outcome }) => `${provider} ${outcome}`);
const paidFor = async ({ payment_id }: Record): Promise<string[]> =>
  (await atSandbox("GET", "/journal")).operations
    .filter((operation: { payment_id: string }) => operation.payment_id === payment_id)
    .map(({ provider, status }: { provider: string; status: string }) => `${provider} ${status}`);

test("a request lost at the fallback gives each provider that was not reached its turn, and pays once", async () => {
  await loseAt("hybrid");
  const id = await payOut("0010");
  await app.wait(10 * MINUTE_MS);
  const paid = await read(id);
  expect(paid.status).toBe("completed");
  expect(triesOf(paid).slice(0, 2)).toEqual(["fiat unreachable", "hybrid unreachable"]);
  expect(triesOf(paid).at(-1)).toBe("hybrid accepted");
  expect(await paidFor(paid)).toEqual(["hybrid completed"]);
});

test("a request lost at a corridor's only provider is sent there again with a new reference, and pays once", async () => {
  const path = "/payments/provider-configs?country=GH&payment_method=mobile_money&direction=outbound&provider=hybrid";
  const { body } = await app.request(app.callers.admin, "GET", path);
  for (const { config_id } of body.data)
    await app.request(app.callers.admin, "PATCH", `/payments/provider-configs/hybrid/${config_id}`, {
      is_active: false,
    });
  await loseAt("fiat");
  const id = await payOut("4567");
  expect(triesOf(await read(id))).toEqual(["fiat unknown"]);
  await app.wait(10 * MINUTE_MS);
  const paid = await read(id);
  expect([paid.status, ...triesOf(paid)]).toEqual(["completed", "fiat unreachable", "fiat accepted"]);
  expect(new Set(paid.attempts.map(({ attempt_id }) => attempt_id)).size).toBe(2);
  expect(await paidFor(paid)).toEqual(["fiat completed"]);
});
