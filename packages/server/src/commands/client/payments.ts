import { styleText } from "node:util";
import type { Client } from "corridor-client/client.ts";
import type { Payment } from "@corridor/shared/openapi.ts";
import { isFinal, isGood } from "@corridor/shared/payment-status.ts";
import { describeEvent } from "./describe-event.ts";
import { followEvents } from "./follow-events.ts";
import { print, printJson, untilInterrupted } from "./output.ts";
import { sandboxPayin, sandboxPayout } from "./sandbox-requests.ts";
import { findService, ServiceFailure, type ServiceFlags } from "./service.ts";

/** `corridor payments create|get|watch` and `corridor logs`: one payment from a terminal. */
export type CreateFlags = ServiceFlags & {
  amount: number;
  currency: string;
  direction: "payin" | "payout";
  ending: string;
  reference?: string;
  watch: boolean;
};

const HTTP_NOT_FOUND = 404;

export async function createPaymentCommand(flags: CreateFlags): Promise<void> {
  const { api } = findService(flags);
  const request = flags.direction === "payin" ? sandboxPayin(flags) : await sandboxPayout(api, flags);
  const { payment_id } = await api.payments.initiate({ ...request, client_reference: flags.reference });
  const payment = await readPayment(api, payment_id);
  if (flags.json === true && !flags.watch) return printJson(payment);
  if (flags.json !== true) print(describePayment(payment));
  if (flags.watch) await watch(api, payment_id, flags.json === true);
}

export async function getPaymentCommand(id: string, flags: ServiceFlags): Promise<void> {
  const payment = await readPayment(findService(flags).api, id);
  if (flags.json === true) printJson(payment);
  else print(describePayment(payment));
}

export async function watchPaymentCommand(id: string, flags: ServiceFlags): Promise<void> {
  const { api } = findService(flags);
  const payment = await readPayment(api, id);
  if (flags.json !== true) print(describePayment(payment));
  await watch(api, payment.payment_id, flags.json === true);
}

/** Until its status is final. The log position is read before the status, so that no change is missed. */
async function watch(api: Client, paymentId: string, asJson: boolean): Promise<void> {
  const filter = { types: "transaction.updated", resourceId: paymentId };
  const events = await followEvents(api, { ...filter, signal: untilInterrupted() });
  if (!isFinal(await readPayment(api, paymentId))) {
    for await (const event of events) {
      if (!asJson) print(describeEvent(event));
      if (isFinal(event.data as Payment)) break;
    }
  }
  const ended = await readPayment(api, paymentId);
  if (asJson) printJson(ended);
  else print(`${styleText("bold", ended.status)}${ended.failure_reason === null ? "" : `: ${ended.failure_reason}`}`);
  process.exitCode = isGood(ended) ? 0 : 1;
}

/** Everything known about one payment, in chronological order: status, provider calls, events, webhooks. */
export async function logsCommand(id: string, flags: ServiceFlags): Promise<void> {
  const { api } = findService(flags);
  const payment = await readPayment(api, id);
  const { data: events } = await api.get("/events", { query: { resource_id: payment.payment_id, limit: 100 } });
  const deliveries = await deliveriesOf(api, new Set(events.map((event) => event.event_id)));
  const lines: LogLine[] = [
    ...payment.timeline.map(({ at, from, to, source, note }): LogLine => [
      at,
      "status",
      `${from === null ? "" : `${from} → `}${to} (${source})${note === null ? "" : `: ${note}`}`,
    ]),
    ...payment.attempts.map(({ started_at, provider, outcome, reason }): LogLine => [
      started_at,
      "provider",
      `${provider} ${outcome}${reason === null ? "" : `: ${reason}`}`,
    ]),
    ...events.map((event): LogLine => [event.created_at, "event", event.event_type]),
    ...deliveries,
  ];
  const inOrder = lines.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  if (flags.json === true) return printJson(inOrder.map(([at, kind, text]) => ({ at, kind, text })));
  print(describePayment(payment));
  for (const [at, kind, text] of inOrder) print(`${styleText("gray", at)}  ${kind.padEnd(KIND_WIDTH)} ${text}`);
}
const KIND_WIDTH = 8;
type LogLine = [at: string, kind: string, text: string];

async function deliveriesOf(api: Client, eventIds: ReadonlySet<string>): Promise<LogLine[]> {
  const { data: webhooks } = await api.get("/public/webhooks", { query: { limit: 50 } });
  const lists = await Promise.all(
    webhooks.map(async ({ webhook_id, endpoint_url: url }) => {
      const page = { path: { webhook_id }, query: { limit: 100 } };
      const { data } = await api.get("/public/webhooks/{webhook_id}/deliveries", page);
      const ours = data.filter((delivery) => eventIds.has(delivery.event_id));
      return ours.flatMap(({ event_type, attempts }) =>
        attempts.map(({ attempted_at, status_code, detail }): LogLine => [
          attempted_at,
          "webhook",
          `${event_type} to ${url}: ${status_code ?? detail ?? "no answer"}`,
        ]),
      );
    }),
  );
  return lists.flat();
}

/** Looks up the id as `payment_id`, and then as `transaction_id`. */
async function readPayment(api: Client, id: string): Promise<Payment> {
  try {
    return await api.payments.get(id);
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.status !== HTTP_NOT_FOUND) throw error;
    return api.payments.getByTransaction(id);
  }
}

function describePayment(payment: Payment): string {
  const next =
    payment.next_action == null || isFinal(payment)
      ? ""
      : `\n  next: ${payment.next_action}${payment.instructions == null ? "" : `. ${payment.instructions}`}`;
  return [
    `${styleText("bold", payment.status)}  ${payment.currency} ${payment.amount}  ${payment.direction} by ` +
      `${payment.payment_method}  at ${payment.provider ?? "no provider yet"}`,
    `  payment ${payment.payment_id}  transaction ${payment.transaction_id}${next}`,
  ].join("\n");
}
