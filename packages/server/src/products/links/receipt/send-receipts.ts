import { type MailQueueDeps, type NewEmail, queueEmails } from "#src/parties/notifications/index.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { PHRASES } from "@corridor/shared/languages/all.ts";
import { firstSpoken } from "@corridor/shared/languages/language.ts";
import { speechOf } from "@corridor/shared/languages/speech.ts";
import { receiptMail } from "@corridor/shared/receipt-text.ts";
import type { BrandOf } from "../brand/find-brand.ts";
import { dueReceipts, type ReceiptRow, takeDueReceipt } from "./queries.ts";
import { phoneOf, type ReceiptDeps } from "./send-text-receipts.ts";
import { type Receipt, receiptOf, receiptUrlOf } from "./receipt.ts";

export type SendReceiptsDeps = MailQueueDeps &
  ReceiptDeps & {
    brandOf: BrandOf;
    settings: { readonly receiptSmsUrl: string | undefined };
  };

const INTERVAL_MS = 2_000;
const BATCH = 50;
const TIME_ZONE = "UTC";

/** Writes receipts into the outbox. The same transaction clears their due time, so that each is sent once. */
export function sendReceiptsJob(deps: SendReceiptsDeps): Job {
  return {
    name: "send-receipts",
    intervalMs: INTERVAL_MS,
    runOnce: async () => {
      const due = await dueReceipts(deps.db, BATCH);
      for (const row of due) await send(deps, row);
      return due.length;
    },
  };
}

async function send(deps: SendReceiptsDeps, row: ReceiptRow): Promise<void> {
  const payment = await deps.findPayment(row);
  const to = payment?.details.payer_details?.email;
  const receipt = payment === undefined ? null : await receiptOf(deps.db, payment, row.code);
  const mail = receipt === null || to === undefined ? null : await mailOf(deps, row, receipt);
  const sendsText = deps.settings.receiptSmsUrl !== undefined && receipt !== null && to === undefined;
  const smsDueAt = sendsText && phoneOf(payment!) !== null ? deps.clock.now() : null;
  await deps.db.transaction(async (tx) => {
    if ((await takeDueReceipt(tx, row, smsDueAt)) && mail !== null)
      await queueEmails(tx, deps, [{ ...mail, orgId: row.orgId, to: to! }]);
  });
}

async function mailOf(
  deps: SendReceiptsDeps,
  row: ReceiptRow,
  receipt: Receipt,
): Promise<Pick<NewEmail, "subject" | "text" | "brand">> {
  const [{ name }, brand] = await Promise.all([deps.profileOf(row.orgId), deps.brandOf(row.orgId)]);
  const language = firstSpoken([row.language]) ?? "en";
  const { amount, receivedAmount, rate } = receipt;
  const { footer } = brand;
  const mail = receiptMail(
    speechOf(language, PHRASES[language], TIME_ZONE),
    {
      test: deps.environment === "development",
      organization: { name, support_email: brand.supportEmail, support_phone: brand.supportPhone, footer },
      amount: amount.toDatabase(),
      currency: amount.currency,
      received:
        receivedAmount === null
          ? null
          : { amount: receivedAmount.toDatabase(), currency: receivedAmount.currency, rate: rate!.toString() },
      description: receipt.description,
      paid_at: receipt.paidAt.toISOString(),
      payment_method: receipt.paymentMethod,
      method_detail: receipt.methodDetail,
      refunds: receipt.refunds.map((r) => ({ amount: r.amount.toDatabase(), refunded_at: r.updatedAt.toISOString() })),
      reference: receipt.reference,
      receipt_code: receipt.code,
    },
    receiptUrlOf(deps.publicBaseUrl, receipt.code),
  );
  return { ...mail, brand: { name, color: brand.color, logo_hash: brand.logoHash } };
}
