import { afterAll, beforeAll, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { createOutbound, type Outbound } from "@corridor/provider-kit/outbound.ts";
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
    "Paystack gave answers that its adapter does not expect in 2 of 3 steps.",
    "  access  as expected",
    expect.stringMatching(/^ {2}payin {3}differs: expected accepted, got unknown: .*malformed: status/),
    expect.stringMatching(
      /^ {2}payout {2}differs: expected accepted, got refused unreachable: .*malformed: recipient_code/,
    ),
  ]);
  await changed.close();
  await server.close();
});

test("every provider of another company has a journey", () => {
  expect(Object.keys(JOURNEYS).sort()).toEqual(THIRD_PARTIES.map(({ name }) => name).sort());
});
