import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SteppedClock } from "@corridor/base/clock.ts";
import type { Accepted, DispatchRequest, Provider } from "@corridor/provider-kit/provider.ts";
import { dispatchRequest, scriptedServer, type WrittenAnswer } from "@corridor/provider-kit/stage.fixtures.ts";
import {
  createYellowCard,
  payinByMobileMoney,
  payinByTransfer,
  payoutToBank,
  startYellowCard,
  type TestYellowCard,
  written,
} from "./yellowcard.fixtures.ts";

const deadline = (): AbortSignal => AbortSignal.timeout(5_000);
const clock = new SteppedClock();
let yellowCard: TestYellowCard;
let adapter: ReturnType<typeof createYellowCard>;
beforeAll(async () => {
  yellowCard = await startYellowCard(clock);
  adapter = createYellowCard(yellowCard.url, clock);
});
afterAll(async () => {
  await yellowCard.close();
  await adapter.close();
});

type Payment = { request: DispatchRequest; outcome: Accepted };
async function accepted(fields: Partial<DispatchRequest>): Promise<Payment> {
  const request = dispatchRequest(fields);
  const outcome = await adapter.provider.dispatch(request, deadline());
  expect(outcome).toMatchObject({ outcome: "accepted" });
  return { request, outcome: outcome as Accepted };
}
const askedToCancel = (provider: Provider, reference: string, providerPaymentId: string) =>
  provider.submitAction!({ action: "cancel", reference, providerPaymentId }, deadline());
const cancel = ({ request, outcome }: Payment) =>
  askedToCancel(adapter.provider, request.reference, outcome.providerPaymentId);
const receive = (sequenceId: string, status: string) =>
  written(200, { id: "r-1", sequenceId, status, currency: "NGN", convertedAmount: 25_000 });

describe("calling off", () => {
  test("ends a bank transfer in Nigeria", async () => {
    const payment = await accepted(payinByTransfer("1111"));
    expect(await cancel(payment)).toEqual({ outcome: "done", status: "failed", providerStatus: "cancelled" });
    expect(yellowCard.booked(payment.request.reference)).toMatchObject({ status: "cancelled" });
  });

  test("is refused where there is none, where it is paid, and of a payout: it goes on until Yellow Card ends it", async () => {
    expect(await cancel(await accepted(payinByMobileMoney("1234")))).toMatchObject({
      outcome: "refused",
      reason: "cancels are not available there",
    });
    const paid = await accepted(payinByTransfer("1111"));
    yellowCard.move(paid.request.reference, "complete");
    expect(await cancel(paid)).toMatchObject({ outcome: "refused" });
    expect(await cancel(await accepted(payoutToBank("1234")))).toMatchObject({ outcome: "refused" });
  });

  test.each<[string, WrittenAnswer, string]>([
    ["an error of theirs", written(500, { code: "InternalServerError", message: "" }), "unknown"],
    ["a receive that is still open", receive("s", "processing"), "unknown"],
    ["another's receive", receive("another", "cancelled"), "unknown"],
    ["a receive that is complete", receive("s", "complete"), "refused"],
  ])("answered with %s", async (_, answer, outcome) => {
    const server = await scriptedServer((response) => void response.writeHead(answer.status).end(answer.body));
    const elsewhere = createYellowCard(`${server.url}/business`, clock);
    expect(await askedToCancel(elsewhere.provider, "s", "r-1")).toMatchObject({ outcome });
    await Promise.all([server.close(), elsewhere.close()]);
  });

  test("is all that can be done: there are no one-time passwords", async () => {
    const action = { action: "submit_otp", otp: "123456", reference: "s", providerPaymentId: "r-1" } as const;
    expect(await adapter.provider.submitAction!(action, deadline())).toMatchObject({ outcome: "refused" });
  });
});
