import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "#src/platform/clock.ts";
import { createOutbound, type Outbound } from "#src/platform/outbound.ts";
import { scriptedServer } from "../stage.fixtures.ts";
import { createThirdParty, type Fixture, type FixtureServer, THIRD_PARTY_FIXTURES } from "../third-parties.fixtures.ts";
import { THIRD_PARTIES } from "../third-parties.ts";
import { certifyProvider, reportOf, type Step } from "./certify-provider.ts";
import { JOURNEYS } from "./journeys.ts";
import { type Exchange, recordingOutbound, replayingOutbound } from "./recording.ts";

let outbound: Outbound;
beforeAll(() => void (outbound = createOutbound()));
afterAll(() => outbound.close());

const PUBLIC_URL = "https://pay.example";

function secretsOf({ name, settings }: Fixture): string[] {
  const { properties } = THIRD_PARTIES.find((kind) => kind.name === name)!.settings as unknown as { properties: Record<string, { "x-secret"?: boolean }> };
  return Object.entries(settings("http://127.0.0.1:1"))
    .filter(([property]) => properties[property]?.["x-secret"] === true)
    .map(([, value]) => String(value));
}

async function certify(
  fixture: Fixture,
  url: string,
  clock: SteppedClock,
  speaking: Outbound,
  rest: { server?: FixtureServer; references?: string[] } = {},
): Promise<Step[]> {
  const settings = fixture.settings(url);
  const { server, references } = rest;
  return certifyProvider({
    provider: createThirdParty(fixture.name, settings, { outbound: speaking, clock }),
    journey: JOURNEYS[fixture.name]!(settings),
    clock,
    publicUrl: PUBLIC_URL,
    ...(references === undefined ? {} : { references }),
    ...(server === undefined ? {} : { waitForCallback: async ({ reference }) => server.complete(reference) }),
  });
}

describe.each(THIRD_PARTY_FIXTURES)("$name", (fixture) => {
  test("goes its whole journey; the recording holds no secret, and replayed offline it goes the same way", async () => {
    const clock = new SteppedClock();
    const server = await fixture.start(clock);
    const exchanges: Exchange[] = [];
    const secrets = secretsOf(fixture);
    const steps = await certify(fixture, server.url, clock, recordingOutbound(outbound, secrets, exchanges), { server });
    await server.close();
    expect(steps.filter(({ verdict }) => verdict === "differs")).toEqual([]);
    const tried = steps.filter(({ verdict }) => verdict === "as expected").map(({ step }) => step);
    expect(tried).toContain("access");
    expect(tried.filter((step) => step.endsWith("callback")).length).toBeGreaterThan(0);
    const recorded = JSON.stringify(exchanges);
    for (const secret of [...secrets, "4242424242424242", "4111111145551142"]) expect(recorded).not.toContain(secret);

    const differences: string[] = [];
    const references = ["payin", "refund", "payout"].map((name) => steps.find(({ step }) => step === name)?.reference ?? "");
    const replayed = await certify(fixture, server.url, new SteppedClock(), replayingOutbound(exchanges, secrets, differences), { references });
    const comparable = (all: readonly Step[]) => all.filter(({ step }) => !step.endsWith("callback")).map(({ step, verdict }) => [step, verdict]);
    expect(comparable(replayed)).toEqual(comparable(steps));
    expect(differences).toEqual([]);
  });
});

test("a provider that answers otherwise than documented is told of step by step, with what was expected and what came", async () => {
  const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "paystack")!;
  const clock = new SteppedClock();
  const server = await fixture.start(clock);
  // As if Paystack had renamed the word for a charge that waits for the phone, and the field of a recipient.
  const changed = await scriptedServer((response, request, body) => {
    void fetch(`${server.url}${request.url!}`, {
      method: request.method!,
      headers: request.headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    }).then(async (answer) => {
      const text = (await answer.text()).replaceAll('"pay_offline"', '"awaiting_customer"').replaceAll('"recipient_code"', '"recipient_id"');
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    });
  });
  const steps = await certify(fixture, changed.url, clock, outbound);
  const report = reportOf("Paystack", steps);
  expect(report.split("\n")).toEqual([
    "Paystack answers otherwise than its adapter expects in 2 of 3 steps.",
    "  access  as expected",
    expect.stringMatching(/^ {2}payin {3}differs: expected accepted, got unknown: .*malformed: status/),
    expect.stringMatching(/^ {2}payout {2}differs: expected accepted, got refused unreachable: .*malformed: recipient_code/),
  ]);
  await changed.close();
  await server.close();
});

test("every provider of another company has a journey", () => {
  expect(Object.keys(JOURNEYS).sort()).toEqual(THIRD_PARTIES.map(({ name }) => name).sort());
});
