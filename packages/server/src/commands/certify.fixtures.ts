import { SteppedClock } from "@corridor/base/clock.ts";
import { certify } from "@corridor/provider-kit/certification/certify.ts";
import type { Recording } from "@corridor/provider-kit/certification/recording.ts";
import type { Fixture } from "@corridor/providers/third-parties.fixtures.ts";
import { THIRD_PARTIES } from "@corridor/providers/third-parties.ts";
import { freePort } from "@corridor/test/harness/free-port.ts";

/**
 * The whole `corridor provider certify` against a fixture server, whose callbacks come over HTTP, after some unrelated
 * ones.
 */
export async function certifyFixture(fixture: Fixture): Promise<Recording> {
  const clock = new SteppedClock(new Date("2026-01-05T09:00:00.000Z"));
  const server = await fixture.start(clock);
  const port = await freePort();
  const kind = THIRD_PARTIES.find(({ name }) => name === fixture.name)!;
  const send = (path: string, body: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
  try {
    const recording = await certify(kind, fixture.settings(server.url), {
      clock,
      callbacks: { publicUrl: "https://pay.example", port },
      onWaiting: async ({ reference }) => {
        await send("/v1/callbacks/elsewhere", "not a callback at all");
        const { path, rawBody, headers } = server.complete(reference);
        await send(path, rawBody.toString(), headers as Record<string, string>);
      },
    });
    return { ...recording, source: "fixture server" };
  } finally {
    await server.close();
  }
}
