import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { scriptedServer } from "@corridor/provider-kit/stage.fixtures.ts";
import { createThirdParty, THIRD_PARTY_FIXTURES } from "./third-parties.fixtures.ts";
import { THIRD_PARTIES } from "./third-parties.ts";
import { certifyProvider, reportOf } from "@corridor/provider-kit/certification/certify-provider.ts";
import { JOURNEYS } from "./journeys.ts";

let outbound: Outbound;
beforeAll(() => void (outbound = createOutbound()));
afterAll(() => outbound.close());

test("a provider that answers otherwise than documented is told of step by step, with what was expected and what came", async () => {
  const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "paystack")!;
  const clock = new SteppedClock();
  const server = await fixture.start(clock);
  // Simulates that Paystack renamed the status of a charge that waits for the phone, and a field of a recipient.
  const changed = await scriptedServer((response, request, body) => {
    void fetch(`${server.url}${request.url!}`, {
      method: request.method!,
      headers: request.headers as Record<string, string>,
      ...(body === "" ? {} : { body }),
    }).then(async (answer) => {
      const text = (await answer.text())
        .replaceAll('"pay_offline"', '"awaiting_customer"')
        .replaceAll('"recipient_code"', '"recipient_id"');
      response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
    });
  });
  const settings = fixture.settings(changed.url);
  const provider = createThirdParty(fixture.name, settings, { outbound, clock });
  const steps = await certifyProvider({
    provider,
    journey: JOURNEYS[fixture.name]!(settings),
    clock,
    publicUrl: "https://pay.example",
  });
  const report = reportOf("Paystack", steps);
  expect(report.split("\n")).toEqual([
    "Paystack gave answers that its adapter does not expect in 2 of 10 steps.",
    "  access           as expected",
    "  balance          as expected",
    "  settlement       as expected",
    "  look-up          as expected",
    "  payin unknown    as expected",
    "  payin declined   not tried: the provider documents no test account that it declines",
    expect.stringMatching(/^ {2}payin {12}differs: expected accepted, got unknown: .*malformed: status/),
    "  payout unknown   as expected",
    "  payout declined  not tried: the provider documents no test account that it declines",
    expect.stringMatching(
      /^ {2}payout {11}differs: expected accepted, got refused unreachable: .*malformed: recipient_code/,
    ),
  ]);
  await changed.close();
  await server.close();
});

test.each(THIRD_PARTY_FIXTURES)(
  "$name: a wrong key and a dead host are named as such, and nothing is paid",
  async (fixture) => {
    const clock = new SteppedClock();
    const server = await fixture.start(clock);
    const certifiedAt = async (url: string, change: object) => {
      const settings = { ...fixture.settings(url), ...change };
      const provider = createThirdParty(fixture.name, settings, { outbound, clock });
      const journey = JOURNEYS[fixture.name]!(settings);
      return certifyProvider({ provider, journey, clock, publicUrl: "https://pay.example" });
    };
    const wrongKey = { [fixture.key]: "b".repeat(String(fixture.settings(server.url)[fixture.key]).length) };
    expect(await certifiedAt(server.url, wrongKey)).toMatchObject([
      { step: "access", verdict: "differs", detail: expect.stringMatching(/^the keys or the account are wrong/) },
    ]);
    await server.close();
    expect(await certifiedAt(server.url, {})).toMatchObject([
      { step: "access", verdict: "differs", detail: expect.stringMatching(/^the host does not answer/) },
    ]);
  },
);

test("a provider that takes the same reference twice as two payments is found out", async () => {
  const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "pawapay")!;
  const clock = new SteppedClock();
  const server = await fixture.start(clock);
  const settings = fixture.settings(server.url);
  const provider = createThirdParty(fixture.name, settings, { outbound, clock });
  let count = 0;
  const forgetful: Provider = {
    ...provider,
    dispatch: async (request, signal) => {
      const result = await provider.dispatch(request, signal);
      return result.outcome === "accepted" ? { ...result, providerPaymentId: `P${(count += 1)}` } : result;
    },
  };
  const journey = JOURNEYS.pawapay!(settings);
  const steps = await certifyProvider({ provider: forgetful, journey, clock, publicUrl: "https://pay.example" });
  expect(steps.filter(({ step }) => step.endsWith("twice"))).toMatchObject([
    { step: "payin sent twice", verdict: "differs" },
    { step: "payout sent twice", verdict: "differs" },
  ]);
  await server.close();
});

test("every provider of another company has a journey", () => {
  expect(Object.keys(JOURNEYS).sort()).toEqual(THIRD_PARTIES.map(({ name }) => name).sort());
});

test("the guide says of each provider when its adapter was last certified", () => {
  const guide = readFileSync(new URL("../../docs/guides/providers.md", import.meta.url), "utf8");
  for (const { name, certified } of THIRD_PARTIES)
    expect(guide).toMatch(
      new RegExp(`^\\| \\[\`${name}\`\\].* \\| ${certified?.at.slice(0, 10) ?? "never"} \\|$`, "m"),
    );
});
