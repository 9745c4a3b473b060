import { expect, test } from "vitest";
import { SteppedClock } from "#src/platform/clock.ts";
import { newId } from "#src/platform/ids.ts";
import { createLogger } from "#src/platform/log.ts";
import type { Provider, StatusQuery } from "#src/providers/provider.ts";
import { type CallbackDeps, createCallbackReceiver } from "./receive-callback.ts";

/** What a provider is asked when a notice comes for a payment whose attempt was answered with this id. */
async function askedAfter(known: string | null, notice: { reference: string; providerPaymentId: string | null }): Promise<StatusQuery[]> {
  const asked: StatusQuery[] = [];
  const provider = {
    name: "mpesa",
    verifyCallback: () => ({ externalId: "1" }),
    parseCallback: () => [{ kind: "notice", direction: "inbound", ...notice }],
    fetchStatus: async (query: StatusQuery) => {
      asked.push(query);
      return { outcome: "not_found" };
    },
  } as unknown as Provider;
  const key = { orgId: newId(), paymentId: newId() };
  const attempts = [{ attempt_id: notice.reference, provider_payment_id: known }];
  const receiver = createCallbackReceiver({
    clock: new SteppedClock(),
    log: createLogger({ level: "silent" }),
    providers: new Map([["mpesa", provider]]),
    db: {
      query: async () => [{ reference: notice.reference, org_id: key.orgId, payment_id: key.paymentId }],
      transaction: async () => undefined,
    },
    store: { findPayment: async () => ({ ...key, progress: { attempts } }) },
  } as unknown as CallbackDeps);
  await receiver.receive("daraja", { headers: {}, rawBody: Buffer.from("{}"), path: "/" });
  return asked;
}

test("the id that we know of a payment comes before the one that a notice names", async () => {
  const reference = newId();
  expect(await askedAfter("ours", { reference, providerPaymentId: "another's" })).toMatchObject([{ reference, providerPaymentId: "ours" }]);
});

test("the id of a notice counts where the answer to our dispatch was lost", async () => {
  const reference = newId();
  expect(await askedAfter(null, { reference, providerPaymentId: "told" })).toMatchObject([{ reference, providerPaymentId: "told" }]);
  expect(await askedAfter(null, { reference: "no id of ours", providerPaymentId: "told" })).toMatchObject([{ providerPaymentId: "told" }]);
});
