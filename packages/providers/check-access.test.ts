import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import type { AccessAnswer } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { createThirdParty, THIRD_PARTY_FIXTURES } from "./third-parties.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";

let outbound: Outbound;
beforeAll(() => void (outbound = createOutbound()));
afterAll(() => outbound.close());

const NOWHERE = "http://127.0.0.1:1";
const WRONG_SECRET = "a-wrong-secret-0123456789";

test("every provider of another company can be tried", () => {
  expect(THIRD_PARTY_FIXTURES.map(({ name }) => name)).toEqual(THIRD_PARTIES.map(({ name }) => name));
});

describe.each(THIRD_PARTY_FIXTURES)("$name", ({ name, key, settings, start }) => {
  const tried = (given: Readonly<Record<string, unknown>>, clock = new SteppedClock()): Promise<AccessAnswer> =>
    createThirdParty(name, given, { outbound, clock }).checkAccess!(AbortSignal.timeout(5_000));

  test("works with the right keys; with a wrong one it says no and why, without repeating the key", async () => {
    const clock = new SteppedClock();
    const server = await start(clock);
    expect(await tried(settings(server.url), clock)).toEqual({ outcome: "works" });
    const refused = await tried({ ...settings(server.url), [key]: WRONG_SECRET }, clock);
    expect(refused).toEqual({ outcome: "refused", reason: expect.stringMatching(/4\d\d/) });
    expect(JSON.stringify(refused)).not.toContain(WRONG_SECRET);
    await server.close();
  });

  test("cannot be reached where nobody listens, and where only a gateway's error answers", async () => {
    expect(await tried(settings(NOWHERE))).toMatchObject({
      outcome: "unreachable",
      reason: expect.stringContaining("could not be made"),
    });
    const gateway = await scriptedServer(
      (response) => void response.writeHead(503).end("<html>Service Unavailable</html>"),
    );
    expect(await tried(settings(gateway.url))).toMatchObject({
      outcome: "unreachable",
      reason: expect.stringContaining("503"),
    });
    await gateway.close();
  });

  test("says no of an address where something else answers", async () => {
    const website = await scriptedServer(
      (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>"),
    );
    expect((await tried(settings(website.url))).outcome).not.toBe("works");
    await website.close();
  });
});

test("mpesa says no of a passkey that does not belong to the short code, in both of Daraja's ways", async () => {
  const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "mpesa")!;
  const server = await fixture.start(new SteppedClock());
  const wrong = { ...fixture.settings(server.url), passkey: WRONG_SECRET };
  expect(await createThirdParty("mpesa", wrong, { outbound }).checkAccess!(AbortSignal.timeout(5_000))).toMatchObject({
    outcome: "refused",
  });
  await server.close();
  const daraja = await scriptedServer((response, request) => {
    const token = JSON.stringify({ access_token: "token", expires_in: "3599" });
    const error = JSON.stringify({ requestId: "1", errorCode: "500.001.1001", errorMessage: "Wrong credentials" });
    if (request.url!.startsWith("/oauth")) response.writeHead(200).end(token);
    else response.writeHead(500).end(error);
  });
  const answer = await createThirdParty("mpesa", fixture.settings(daraja.url), { outbound }).checkAccess!(
    AbortSignal.timeout(5_000),
  );
  expect(answer).toEqual({ outcome: "refused", reason: "answered 500: Wrong credentials" });
  await daraja.close();
});
