import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import { certify } from "@corridor/provider-kit/certification/certify.ts";
import { certifyProvider, type Step } from "@corridor/provider-kit/certification/certify-provider.ts";
import { secretValuesOf } from "@corridor/provider-kit/entered-settings.ts";
import type { Recording } from "@corridor/provider-kit/certification/recording.ts";
import { replayingOutbound } from "@corridor/provider-kit/certification/replay.fixtures.ts";
import type { ProviderKind, RawCallback } from "@corridor/provider-kit/provider.ts";
import { createThirdParty, type Fixture, THIRD_PARTY_FIXTURES } from "@corridor/providers/third-parties.fixtures.ts";
import { certifyFixture } from "./certify.fixtures.ts";
import { freePort } from "@corridor/test/harness/free-port.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";

const RECORDINGS = new URL(import.meta.resolve("@corridor/providers/recordings/"));

const kindOf = ({ name }: Fixture): ProviderKind => THIRD_PARTIES.find((kind) => kind.name === name)!;

describe.each(THIRD_PARTY_FIXTURES)("$name", (fixture) => {
  test("the inbox takes the callbacks of a whole journey from among others, as they come over HTTP", async () => {
    const recording = await certifyFixture(fixture);
    const { steps } = recording;
    expect(steps.filter(({ verdict }) => verdict === "differs")).toEqual([]);
    const callbacks = steps.filter(({ step }) => step.endsWith("callback"));
    expect(callbacks.length).toBeGreaterThan(0);
    for (const callback of callbacks)
      expect(callback).toMatchObject({
        verdict: "as expected",
        callback: { path: expect.stringMatching(/^\/v1\/callbacks\//) },
      });
    for (const secret of [
      ...secretValuesOf(kindOf(fixture).settings, fixture.settings("")),
      "4242424242424242",
      "4111111145551142",
    ])
      expect(JSON.stringify(recording)).not.toContain(secret);
  });

  test("its recording goes the same way offline: the adapter asks what it asked then, and reads the answers and callbacks as it did", async () => {
    const recording = JSON.parse(readFileSync(new URL(`${fixture.name}.json`, RECORDINGS), "utf8")) as Recording;
    expect(recording).toMatchObject({ provider: fixture.name, source: "fixture server" });
    const settings = fixture.settings(String(recording.settings["base_url"]));
    const clock = new SteppedClock(new Date(recording.started_at));
    const differences: string[] = [];
    const outbound = replayingOutbound(recording.exchanges, [], differences);
    const callbacks = recording.steps.flatMap(({ callback }): RawCallback[] =>
      callback === undefined ? [] : [{ path: callback.path, headers: {}, rawBody: Buffer.from(callback.body) }],
    );
    const steps = await certifyProvider({
      provider: createThirdParty(fixture.name, settings, { outbound, clock, callbackUrl: "https://pay.example" }),
      journey: kindOf(fixture).journey!(settings),
      clock,
      publicUrl: "https://pay.example",
      references: Object.fromEntries(
        recording.steps.flatMap((one) => (one.reference ? [[one.step, one.reference]] : [])),
      ),
      waitForCallback: async () => callbacks.shift() ?? null,
      isReplay: true,
    });
    const verdicts = (all: readonly Step[]) => all.map(({ step, verdict }) => `${step}: ${verdict}`);
    expect([verdicts(steps), differences]).toEqual([verdicts(recording.steps), []]);
  });
});

test("every recording is of a provider that there is", () => {
  expect(readdirSync(RECORDINGS).sort()).toEqual(THIRD_PARTIES.map(({ name }) => `${name}.json`).sort());
});

test("an inbox to which nothing of the payment comes says so, and one with a forged callback that it does not hold", async () => {
  const fixture = THIRD_PARTY_FIXTURES.find(({ name }) => name === "paystack")!;
  const server = await fixture.start(new SteppedClock());
  const kind = THIRD_PARTIES.find(({ name }) => name === "paystack")!;
  const port = await freePort();
  const callbackStep = async (onWaiting: () => unknown) => {
    const { steps } = await certify(kind, fixture.settings(server.url), {
      callbacks: { publicUrl: "https://pay.example", port, waitMs: 50 },
      onWaiting,
    });
    return steps.find(({ step }) => step === "payin callback");
  };
  expect(await callbackStep(() => undefined)).toMatchObject({
    verdict: "not tried",
    detail: "no callback about this payment came in time; 0 were about other payments",
  });
  const forge = () => fetch(`http://127.0.0.1:${port}/v1/callbacks/paystack`, { method: "POST", body: "{}" });
  await expect
    .poll(() => callbackStep(forge))
    .toMatchObject({ verdict: "differs", detail: "the callback's signature or secret address is invalid" });
  await server.close();
});
