import { signatureHeaders, signingKey } from "#src/record/webhooks/index.ts";
import type { RunSettings } from "#src/run-settings.ts";
import type { Payment } from "#src/payments/core/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import type { Logger } from "#src/kernel/log.ts";
import { type Outbound, OutboundError } from "@corridor/provider-kit/outbound.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { firstSpoken } from "@corridor/shared/languages/language.ts";
import { speechOf } from "@corridor/shared/languages/speech.ts";
import { type ClaimedReceipt, claimTextReceipts, endTextReceipt, type ReceiptRow } from "./queries.ts";
import { receiptOf, receiptUrlOf } from "./receipt.ts";

/**
 * Hands receipts of payers without e-mail to the operator's own sender of text messages: one signed HTTP request each.
 *
 *   due --claimed, the next try planned--> sent (2xx) | due again, later each time --MAX_ATTEMPTS--> given up
 *
 * A claim plans the next try before it sends: a crash sends again and never forgets. `webhook-id` is the same at every
 * try, so a hook that remembers it sends one message. The phone number is only in the signed body, never in a log.
 */
export type ReceiptDeps = {
  db: Db;
  findPayment(key: { orgId: string; paymentId: string }): Promise<Payment | undefined>;
  profileOf(orgId: string): Promise<{ name: string }>;
  publicBaseUrl: string;
  environment: "development" | "production";
};
export type TextReceiptsDeps = ReceiptDeps & {
  clock: Clock;
  log: Logger;
  outbound: Pick<Outbound, "request">;
  settings: Pick<RunSettings, "receiptSmsUrl" | "receiptSmsSecret">;
};

type Message = { id: string } & Record<string, string>;
const INTERVAL_MS = 2_000;
const BATCH = 20;
const MAX_ATTEMPTS = 8;
const FIRST_RETRY_MS = 30_000;
const TIMEOUT_MS = 10_000;

export function sendTextReceiptsJob(deps: TextReceiptsDeps): Job {
  return {
    name: "send-text-receipts",
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      if (deps.settings.receiptSmsUrl === undefined) return 0;
      const now = deps.clock.now();
      const claimed = await claimTextReceipts(deps.db, now, FIRST_RETRY_MS, BATCH);
      await Promise.all(claimed.map((row) => handOver(deps, row)));
      return claimed.length;
    },
  };
}

export function phoneOf({ details }: Payment): string | null {
  return details.payer_details?.phone ?? details.mobile_money_details?.phone_number ?? null;
}

async function handOver(deps: TextReceiptsDeps, row: ClaimedReceipt): Promise<void> {
  const message = await messageOf(deps, row);
  const outcome = message === null ? "sent" : await post(deps, row, message);
  if (outcome !== "sent") {
    const { paymentId: payment_id, attempts } = row;
    if (attempts < MAX_ATTEMPTS) return;
    const about = { payment_id, outcome, attempts };
    deps.log.warn(about, "the SMS hook did not accept this receipt; no further attempt is made");
  }
  await endTextReceipt(deps.db, row);
}

/** Null when there is nothing to send any more: the payer's data were erased. */
async function messageOf(deps: TextReceiptsDeps, row: ReceiptRow): Promise<Message | null> {
  const payment = await deps.findPayment(row);
  const receipt = payment === undefined ? null : await receiptOf(deps.db, payment, row.code);
  const to = payment === undefined ? null : phoneOf(payment);
  if (receipt === null || to === null) return null;
  const { name } = await deps.profileOf(row.orgId);
  const language = firstSpoken([row.language]) ?? "en";
  const { say, money } = speechOf(language, PHRASES[language]);
  const receipt_url = receiptUrlOf(deps.publicBaseUrl, row.code);
  const count = receipt.refunds.length;
  const { amount } = receipt.refunds.at(-1) ?? receipt;
  const told = { name, amount: money(amount.toDatabase(), amount.currency) };
  const subject = say(count === 0 ? "receiptSubject" : "refundSubject", told);
  const text = [...(deps.environment === "development" ? [say("testMode")] : []), subject, receipt_url].join("\n");
  // Each refund is another message to a hook that remembers the ids.
  const { orgId: org_id, paymentId: payment_id } = row;
  const id = `receipt_${payment_id}${count === 0 ? "" : `_${count}`}`;
  return { id, type: "receipt.sms", org_id, payment_id, to, text, language, receipt_url };
}

async function post(deps: TextReceiptsDeps, row: ClaimedReceipt, message: Message): Promise<string> {
  const { receiptSmsUrl: url, receiptSmsSecret: secret } = deps.settings;
  if (url === undefined || secret === undefined) return "no address is set";
  const body = Buffer.from(JSON.stringify(message));
  const keys = { current: signingKey(secret), previous: null };
  const delivery = { eventId: message.id, body, sentAt: deps.clock.now(), tries: row.attempts - 1 };
  const headers = { "content-type": "application/json", ...signatureHeaders(keys, delivery) };
  try {
    const { statusCode } = await deps.outbound.request({ method: "POST", url, headers, body, timeoutMs: TIMEOUT_MS });
    return statusCode >= 200 && statusCode < 300 ? "sent" : `answered ${statusCode}`;
  } catch (error) {
    if (error instanceof OutboundError) return error.kind;
    throw error;
  }
}
