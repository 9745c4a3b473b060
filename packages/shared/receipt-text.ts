import type { Phrase } from "./languages/en.ts";
import type { Speech } from "./languages/speech.ts";

/** Amounts are numbers from the API, and exact decimals inside the service. */
type Figure = number | string;
export type ReceiptFacts = {
  /** Whether no real money moved. */
  test: boolean;
  organization: { name: string; support_email: string | null; support_phone: string | null; footer: string | null };
  amount: Figure;
  currency: string;
  received: { amount: Figure; currency: string; rate: Figure } | null;
  description: string | null;
  paid_at: string;
  payment_method: string;
  method_detail: string | null;
  /** Oldest first. */
  refunds: readonly { amount: Figure; refunded_at: string }[];
  reference: string;
  receipt_code: string;
};

const METHODS: Readonly<Record<string, Phrase>> = {
  card: "card",
  mobile_money: "mobile_money",
  bank_transfer: "bank_transfer",
};

/** The content of a receipt, line by line; the page, the e-mail and the PDF say the same. */
export function receiptLines(
  { say, money, price, time, list }: Speech,
  receipt: ReceiptFacts,
): [label: string, value: string][] {
  const { organization, received } = receipt;
  const method = METHODS[receipt.payment_method];
  const lines: ([string, string] | null)[] = [
    [say("paidTo"), organization.name],
    receipt.description === null ? null : [say("paidFor"), receipt.description],
    [say("paidOn"), time(receipt.paid_at)],
    [
      say("paidBy"),
      list(
        [method === undefined ? receipt.payment_method : say(method), receipt.method_detail].filter(
          (part) => part !== null,
        ),
      ),
    ],
    // The payer is charged the amount and nothing more: the organization pays the fee.
    [say("fees"), money(0, receipt.currency)],
    received === null
      ? null
      : [say("amountReceived", { name: organization.name }), money(received.amount, received.currency)],
    received === null ? null : [say("exchangeRate"), price(received.rate, receipt.currency, received.currency)],
    ...receipt.refunds.map(({ amount, refunded_at }): [string, string] => [
      say("refund"),
      list([money(amount, receipt.currency), time(refunded_at)]),
    ]),
    [say("reference"), receipt.reference],
    [say("receiptNumber"), receipt.receipt_code],
  ];
  return lines.filter((line) => line !== null);
}

export function receiptTitle({ say, money }: Speech, receipt: ReceiptFacts): string {
  return say("receiptSubject", { name: receipt.organization.name, amount: money(receipt.amount, receipt.currency) });
}

/** The e-mail's text, from which its HTML is made: of the payment, or of its latest refund. */
export function receiptMail(speech: Speech, receipt: ReceiptFacts, address: string): { subject: string; text: string } {
  const { say, money, list } = speech;
  const { name, support_email: email, support_phone: phone, footer } = receipt.organization;
  const contact = list([email, phone].filter((part) => part !== null));
  const refund = receipt.refunds.at(-1);
  // Above the lines stands the amount of the refund; that of the payment would be missing.
  const paid: [string, string][] =
    refund === undefined ? [] : [[say("amount"), money(receipt.amount, receipt.currency)]];
  const lines = [...paid, ...receiptLines(speech, receipt)].map(([label, value]) => `${label}: ${value}`);
  const amount = money((refund ?? receipt).amount, receipt.currency);
  const parts = [
    receipt.test ? say("testMode") : null,
    `${refund === undefined ? say("successText", { name }) : say("refundedText")}\n${amount}`,
    lines.join("\n"),
    say("receiptCheck", { address }),
    contact === "" ? null : `${say("help")} ${contact}`,
    footer,
  ];
  const subject = say(refund === undefined ? "receiptSubject" : "refundSubject", { name, amount });
  return { subject, text: parts.filter((part) => part !== null).join("\n\n") };
}
