import { expect, test } from "vitest";
import { systemClock } from "#src/platform/clock.ts";
import { startReceiver } from "#test/harness/receiver.ts";
import { startWebhookBench } from "#test/harness/webhooks.ts";

/** In real time, because the limit is a promise about real time. The rule itself is tested quickly in send-attempt.test.ts. */
test("an answer after 9.9 s is accepted, one after 10.1 s is retried", { timeout: 30_000 }, async () => {
  const bench = await startWebhookBench({ clock: systemClock as never });
  const inTime = await startReceiver();
  const late = await startReceiver();
  try {
    const accepted = await bench.endpoint(inTime.url);
    const retried = await bench.endpoint(late.url, { orgId: accepted.orgId });
    // Connections are made first, so that nothing but the answer is timed.
    await bench.events(accepted.orgId, 1, { at: new Date() });
    await bench.job.runOnce();
    inTime.answerWith(() => ({ delayMs: 9_900 }));
    late.answerWith(() => ({ delayMs: 10_100 }));
    await bench.events(accepted.orgId, 1, { at: new Date() });
    await bench.job.runOnce();
    expect((await bench.deliveries(accepted))[0]).toMatchObject({ status: "delivered", attempts: [{ status_code: 200 }] });
    const [delivery] = await bench.deliveries(retried);
    expect(delivery).toMatchObject({ status: "pending", attempts: [{ status_code: null, fault: "receiver", reason: "timeout" }] });
    expect(delivery!.next_attempt_at!.getTime()).toBeGreaterThan(Date.now());
  } finally {
    await bench.close();
    await inTime.close();
    await late.close();
  }
});
