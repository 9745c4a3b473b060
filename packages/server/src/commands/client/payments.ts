import { styleText } from "node:util";
import { describeEvent } from "./describe-event.ts";
import { followEvents } from "./follow-events.ts";
import { print, printJson, untilInterrupted } from "./output.ts";
import { sandboxPayin, sandboxPayout } from "./sandbox-requests.ts";
import { findService, type Service, ServiceRefusal, type ServiceFlags } from "./service.ts";

/** `corridor payments create|get|watch` and `corridor logs`: one payment from a terminal. */
export type CreateFlags = ServiceFlags & {
  amount: number;
  currency: string;
  direction: "payin" | "payout";
  ending: string;
  reference?: string;
  watch: boolean;
};

type Payment = {
  payment_id: string;
  transaction_id: string;
  status: string;
  amount: number;
  currency: string;
  direction: string;
  payment_method: string;
  provider: string | null;
  next_action?: string | null;
  instructions?: string | null;
  failure_reason: string | null;
  attempts: {
    provider: string;
    outcome: string;
    reason: string | null;
    started_at: string;
    finished_at: string | null;
  }[];
  timeline: { at: string; from: string | null; to: string; source: string; note: string | null }[];
};

const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "refunded", "rejected", "canceled"]);
const HTTP_NOT_FOUND = 404;

export async function createPaymentCommand(flags: CreateFlags): Promise<void> {
  const service = findService(flags);
  const body = flags.direction === "payin" ? sandboxPayin(flags) : await sandboxPayout(service, flags);
  const { body: answer } = await service.call<{ response: { payment_id: string } }>("POST", "/payments-init/initiate", {
    ...body,
    ...(flags.reference === undefined ? {} : { client_reference: flags.reference }),
  });
  const payment = await readPayment(service, answer.response.payment_id);
  if (flags.json === true && !flags.watch) return printJson(payment);
  if (flags.json !== true) print(describePayment(payment));
  if (flags.watch) await watch(service, payment.payment_id, flags.json === true);
}

export async function getPaymentCommand(id: string, flags: ServiceFlags): Promise<void> {
  const payment = await readPayment(findService(flags), id);
  if (flags.json === true) printJson(payment);
  else print(describePayment(payment));
}

export async function watchPaymentCommand(id: string, flags: ServiceFlags): Promise<void> {
  const service = findService(flags);
  const payment = await readPayment(service, id);
  if (flags.json !== true) print(describePayment(payment));
  await watch(service, payment.payment_id, flags.json === true);
}

/**
 * Follows the payment until its status is final. The log position is read before the status, so that no change is
 * missed.
 */
async function watch(service: Service, paymentId: string, asJson: boolean): Promise<void> {
  const events = await followEvents(service, {
    types: "transaction.updated",
    resourceId: paymentId,
    signal: untilInterrupted(),
  });
  const { status } = await readPayment(service, paymentId);
  if (!FINAL.has(status)) {
    for await (const event of events) {
      if (!asJson) print(describeEvent(event));
      if (FINAL.has(String(event.data["status"]))) break;
    }
  }
  const ended = await readPayment(service, paymentId);
  if (asJson) printJson(ended);
  else print(`${styleText("bold", ended.status)}${ended.failure_reason === null ? "" : `: ${ended.failure_reason}`}`);
  process.exitCode = ended.status === "completed" || ended.status === "refunded" ? 0 : 1;
}

/** Everything known about one payment, in chronological order: status, provider calls, events, webhooks. */
export async function logsCommand(id: string, flags: ServiceFlags): Promise<void> {
  const service = findService(flags);
  const payment = await readPayment(service, id);
  const { body: events } = await service.call<{ data: { event_id: string; event_type: string; created_at: string }[] }>(
    "GET",
    `/events?resource_id=${payment.payment_id}&limit=100`,
  );
  const deliveries = await deliveriesOf(service, new Set(events.data.map((event) => event.event_id)));
  const lines: [at: string, kind: string, text: string][] = [
    ...payment.timeline.map((step): [string, string, string] => [
      step.at,
      "status",
      `${step.from === null ? "" : `${step.from} → `}${step.to} ` +
        `(${step.source})${step.note === null ? "" : `: ${step.note}`}`,
    ]),
    ...payment.attempts.map((attempt): [string, string, string] => [
      attempt.started_at,
      "provider",
      `${attempt.provider} ${attempt.outcome}${attempt.reason === null ? "" : `: ${attempt.reason}`}`,
    ]),
    ...events.data.map((event): [string, string, string] => [event.created_at, "event", event.event_type]),
    ...deliveries,
  ];
  const inOrder = lines.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  if (flags.json === true) return printJson(inOrder.map(([at, kind, text]) => ({ at, kind, text })));
  print(describePayment(payment));
  for (const [at, kind, text] of inOrder) print(`${styleText("gray", at)}  ${kind.padEnd(KIND_WIDTH)} ${text}`);
}
const KIND_WIDTH = 8;

type Delivery = {
  event_id: string;
  event_type: string;
  status: string;
  attempts: { attempted_at: string; status_code: number | null; detail: string | null }[];
};

async function deliveriesOf(service: Service, eventIds: ReadonlySet<string>): Promise<[string, string, string][]> {
  const { body: webhooks } = await service.call<{ data: { webhook_id: string; endpoint_url: string }[] }>(
    "GET",
    "/public/webhooks?limit=50",
  );
  const lists = await Promise.all(
    webhooks.data.map(async ({ webhook_id: id, endpoint_url: url }) => {
      const { body } = await service.call<{ data: Delivery[] }>("GET", `/public/webhooks/${id}/deliveries?limit=100`);
      return body.data
        .filter((delivery) => eventIds.has(delivery.event_id))
        .flatMap((delivery) =>
          delivery.attempts.map((attempt): [string, string, string] => [
            attempt.attempted_at,
            "webhook",
            `${delivery.event_type} to ${url}: ${attempt.status_code ?? attempt.detail ?? "no answer"}`,
          ]),
        );
    }),
  );
  return lists.flat();
}

/** Looks up the id as `payment_id`, and then as `transaction_id`. */
async function readPayment(service: Service, id: string): Promise<Payment> {
  const path = encodeURIComponent(id);
  try {
    return (await service.call<{ data: Payment }>("GET", `/payments/${path}`)).body.data;
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.status !== HTTP_NOT_FOUND) throw error;
    const { body } = await service.call<Payment & { data?: Payment }>("GET", `/payments/transaction/${path}`);
    return body.data ?? body;
  }
}

function describePayment(payment: Payment): string {
  const next =
    payment.next_action == null || FINAL.has(payment.status)
      ? ""
      : `\n  next: ${payment.next_action}${payment.instructions == null ? "" : `. ${payment.instructions}`}`;
  return [
    `${styleText("bold", payment.status)}  ${payment.currency} ${payment.amount}  ${payment.direction} by ` +
      `${payment.payment_method}  at ${payment.provider ?? "no provider yet"}`,
    `  payment ${payment.payment_id}  transaction ${payment.transaction_id}${next}`,
  ].join("\n");
}
