import { expect, test } from "vitest";
import { systemClock } from "@corridor/base/clock.ts";
import { startReceiver } from "#test/harness/receiver.ts";
import { startWebhookBench } from "#test/harness/webhooks.ts";

/**
 * In real time, because the limit is a promise about real time. A slow machine takes up to half of it; the rule itself
 * is tested closely, with another limit, in send-attempt.test.ts.
 */
test("an answer after 5 s is accepted, and one that has not come after 10 s is not waited for", async () => {
  const bench = await startWebhookBench({ clock: systemClock as never });
  const inTime = await startReceiver();
  const late = await startReceiver();
  try {
    const accepted = await bench.endpoint(inTime.url);
    const retried = await bench.endpoint(late.url, { orgId: accepted.orgId });
    // Connections are made first, so that nothing but the answer is timed.
    await bench.events(accepted.orgId, 1, { at: new Date() });
    await bench.job.runOnce();
    inTime.answerWith(() => ({ delayMs: 5_000 }));
    late.answerWith(() => ({ delayMs: 60_000 }));
    await bench.events(accepted.orgId, 1, { at: new Date() });
    await bench.job.runOnce();
    expect((await bench.deliveries(accepted))[0]).toMatchObject({
      status: "delivered",
      attempts: [{ status_code: 200 }],
    });
    const [delivery] = await bench.deliveries(retried);
    expect(delivery).toMatchObject({
      status: "pending",
      attempts: [{ status_code: null, fault: "receiver", reason: "timeout" }],
    });
    expect(delivery!.attempts[0]!.latency_ms).toBeGreaterThanOrEqual(9_900);
    expect(delivery!.next_attempt_at!.getTime()).toBeGreaterThan(Date.now());
  } finally {
    await bench.close();
    await inTime.close();
    await late.close();
  }
});
