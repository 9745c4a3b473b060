import { isSame } from "@corridor/provider-kit/genuine.ts";
import { actOnPayment } from "./act-on-payment.ts";
import { SANDBOX_PROVIDERS, type SandboxProvider } from "./behaviour.ts";
import { answerDispute, decideDispute, disputePayment, refundElsewhere } from "./disputes.ts";
import { dispatchPayment } from "./dispatch-payment.ts";
import { type Answer, invalid, json, methodNotAllowed, notFound, Refusal, type SandboxRequest } from "./exchange.ts";
import { bodyOf, type Fields } from "./fields.ts";
import { decideHostedPage, showFrontPage, showHostedPage } from "./hosted-pages.ts";
import { applyForVerification, showApplication } from "./kyb.ts";
import { listJournal } from "./list-journal.ts";
import { openVirtualAccount, resolveAccount } from "./open-virtual-account.ts";
import { paymentKey, refundKey } from "./operation.ts";
import { paymentView } from "./payment-view.ts";
import { receiveBankDeposit, receiveChainDeposit, showChainAddress } from "./receive-deposits.ts";
import { refundPayment, refundView } from "./refund-payment.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Providers, KYB and the clock require the shared key. The control paths (deposits, chain, journal, faults, floats,
 * disputes, refunds) and the hosted pages are open: they stand for the outside world, and no real money is here.
 */
export type Routes = (request: SandboxRequest) => Answer | Promise<Answer>;
type Context = { sandbox: Sandbox; request: SandboxRequest; moveClock(shiftMs: number): Promise<void> };
/** `*` in a path stands for any one segment; the handler gets these segments in their order. */
type Route<C> = [method: string, path: string, handle: (context: C, ...segments: string[]) => Answer | Promise<Answer>];

const CONTROL: readonly Route<Context>[] = [
  ["GET", "", ({ sandbox }) => showFrontPage(sandbox)],
  ["GET", "healthz", ({ sandbox }) => json(200, { status: "ok", accepted: sandbox.store.acceptedCount })],
  ["GET", "pay/*", ({ sandbox }, id) => showHostedPage(sandbox, id!)],
  ["POST", "pay/*", ({ sandbox, request }, id) => decideHostedPage(sandbox, id!, request)],
  ["POST", "deposits", ({ sandbox, request }) => receiveBankDeposit(sandbox, bodyOf(request))],
  ["POST", "chain/deposits", ({ sandbox, request }) => receiveChainDeposit(sandbox, bodyOf(request))],
  ["GET", "chain/addresses/*/*", ({ sandbox }, network, address) => showChainAddress(sandbox, network!, address!)],
  ["GET", "journal", ({ sandbox, request }) => listJournal(sandbox, request)],
  ["POST", "faults", ({ sandbox, request }) => sandbox.faults.add(bodyOf(request), sandbox.progress.nowMs())],
  ["DELETE", "faults", ({ sandbox }) => sandbox.faults.clear()],
  ["POST", "disputes", ({ sandbox, request }) => disputePayment(sandbox, bodyOf(request))],
  ["POST", "disputes/*", ({ sandbox, request }, id) => decideDispute(sandbox, id!, bodyOf(request))],
  ["POST", "refunds", ({ sandbox, request }) => refundElsewhere(sandbox, bodyOf(request))],
  ["POST", "floats", ({ sandbox, request }) => sandbox.floats.set(bodyOf(request))],
  ["POST", "clock", ({ moveClock, request }) => followClock(moveClock, bodyOf(request))],
  ["POST", "kyb/applications", ({ sandbox, request }) => applyForVerification(sandbox, bodyOf(request))],
  ["GET", "kyb/applications/*", ({ sandbox }, id) => showApplication(sandbox, id!)],
];
const NEEDS_KEY: readonly string[] = ["kyb", "clock"];

type ProviderContext = { sandbox: Sandbox; provider: SandboxProvider; request: SandboxRequest };

const PROVIDER: readonly Route<ProviderContext>[] = [
  [
    "POST",
    "payments",
    ({ sandbox, provider, request }) => dispatchPayment(sandbox, provider, bodyOf(request), request.origin),
  ],
  ["GET", "payments/*", (context, reference) => show(context, "payment", reference!)],
  ...(["otp", "resend", "cancel"] as const).map((action): Route<ProviderContext> => [
    "POST",
    `payments/*/${action}`,
    ({ sandbox, provider, request }, id) => actOnPayment(sandbox, provider, id!, action, bodyOf(request)),
  ]),
  ["POST", "refunds", ({ sandbox, provider, request }) => refundPayment(sandbox, provider, bodyOf(request))],
  ["GET", "refunds/*", (context, reference) => show(context, "refund", reference!)],
  ...(["evidence", "accept"] as const).map((answer): Route<ProviderContext> => [
    "POST",
    `disputes/*/${answer}`,
    ({ sandbox, provider, request }, id) => answerDispute(sandbox, provider, id!, answer, bodyOf(request)),
  ]),
  [
    "POST",
    "virtual-accounts",
    ({ sandbox, provider, request }) => openVirtualAccount(sandbox, provider, bodyOf(request)),
  ],
  ["GET", "balances", ({ sandbox, provider }) => sandbox.floats.show(provider)],
  ["POST", "accounts/resolve", ({ request }) => resolveAccount(bodyOf(request))],
];

/** Finds the handler of a path. A path that has none for this method says which it has. */
function createRouter<C extends { request: SandboxRequest }>(table: readonly Route<C>[]) {
  const routes = table.map(([method, path, handle]) => ({ method, parts: path.split("/"), handle }));
  return (context: C, path: readonly string[]): Answer | Promise<Answer> => {
    const matching = routes.filter(
      ({ parts }) => parts.length === path.length && parts.every((part, i) => part === "*" || part === path[i]),
    );
    const route = matching.find(({ method }) => method === context.request.method);
    if (route !== undefined) return route.handle(context, ...path.filter((_, i) => route.parts[i] === "*"));
    throw matching.length === 0 ? notFound("path") : methodNotAllowed(matching.map(({ method }) => method).join(", "));
  };
}

const controlRoutes = createRouter(CONTROL);
const providerRoutes = createRouter(PROVIDER);

export function createRoutes(sandbox: Sandbox, sharedKey: string, moveClock: Context["moveClock"]): Routes {
  return (request) => {
    const [first = "", ...rest] = request.path;
    const isProvider = (SANDBOX_PROVIDERS as readonly string[]).includes(first);
    const needsKey = isProvider || NEEDS_KEY.includes(first);
    if (needsKey && !isSame(request.headers.authorization ?? "", `Bearer ${sharedKey}`))
      throw new Refusal(401, "unauthorized", "the key is missing or wrong");
    if (!isProvider) return controlRoutes({ sandbox, request, moveClock }, request.path);
    return withFaults({ sandbox, provider: first as SandboxProvider, request }, rest);
  };
}

/** Responds when everything due was sent, so that a caller that moved the time finds all of it done. */
async function followClock(moveClock: Context["moveClock"], { shift_ms: shiftMs }: Fields): Promise<Answer> {
  if (typeof shiftMs !== "number" || !Number.isSafeInteger(shiftMs) || shiftMs < 0)
    throw invalid("shift_ms", "must be a number of milliseconds");
  await moveClock(shiftMs);
  return json(200, { shift_ms: shiftMs });
}

async function withFaults(context: ProviderContext, path: readonly string[]): Promise<Answer> {
  const { sandbox, provider, request } = context;
  const nowMs = sandbox.progress.nowMs();
  const fault = sandbox.faults.strike(provider, request.method === "GET", nowMs);
  if (fault === null) return providerRoutes(context, path);
  switch (fault.mode) {
    case "refuse":
      throw new Refusal(422, "provider_refused", `${provider} refuses everything for a while`);
    case "error":
      return json(500, { code: "internal_error", message: `${provider} is broken for a while` });
    case "timeout":
      return { statusCode: 504, delivery: "hang" };
    case "lost_answer":
      return { ...(await providerRoutes(context, path)), delivery: "lost" };
    case "late":
      sandbox.scheduler.at(nowMs + fault.delayMs, () => void takeEffect(context, path));
      return { statusCode: 504, delivery: "lost" };
    case "slow": {
      const answer = await providerRoutes(context, path);
      return answer.delivery === undefined ? { ...answer, delivery: { afterMs: fault.delayMs } } : answer;
    }
  }
}

/** Performs a request whose caller has disconnected: nobody receives the answer. */
async function takeEffect(context: ProviderContext, path: readonly string[]): Promise<void> {
  try {
    await providerRoutes(context, path);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

async function show({ sandbox, provider }: ProviderContext, what: "payment" | "refund", reference: string) {
  const found = sandbox.store.find((what === "payment" ? paymentKey : refundKey)(provider, reference));
  if (found === undefined)
    throw new Refusal(404, `${what}_not_found`, "nothing was accepted under this reference so far");
  await sandbox.store.durable();
  return json(200, what === "payment" ? paymentView(sandbox, found) : refundView(found));
}
