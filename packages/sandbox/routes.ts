import { timingSafeEqual } from "node:crypto";
import { actOnPayment, PAYMENT_ACTIONS, type PaymentAction } from "./act-on-payment.ts";
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
import { SANDBOX_PROVIDERS, type SandboxProvider } from "./sandbox-provider.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * All paths of the sandbox. Providers, KYB and the clock require the shared key. The control paths (deposits, chain,
 * journal, faults, floats, disputes, refunds) and the hosted pages are open, because they stand for the outside world:
 * the sandbox holds no real money and listens on the local machine.
 */
export type Routes = (request: SandboxRequest) => Answer | Promise<Answer>;

export function createRoutes(
  sandbox: Sandbox,
  sharedKey: string,
  moveClock: (shiftMs: number) => Promise<void>,
): Routes {
  const authorized = keyCheck(sharedKey);
  return (request) => {
    const [first = "", second, third] = request.path;
    if (isProvider(first)) {
      authorized(request);
      return withFaults(sandbox, first, request);
    }
    switch (first) {
      case "":
        return only(request, "GET", () => showFrontPage(sandbox));
      case "healthz":
        return only(request, "GET", () => json(200, { status: "ok", accepted: sandbox.store.acceptedCount }));
      case "pay":
        if (second === undefined || third !== undefined) break;
        if (request.method === "GET") return showHostedPage(sandbox, second);
        return only(request, "POST", () => decideHostedPage(sandbox, second, request), "GET, POST");
      case "deposits":
        if (second !== undefined) break;
        return only(request, "POST", () => receiveBankDeposit(sandbox, bodyOf(request)));
      case "chain":
        return chainRoutes(sandbox, request);
      case "journal":
        if (second !== undefined) break;
        return only(request, "GET", () => listJournal(sandbox, request));
      case "faults":
        if (second !== undefined) break;
        return faultRoutes(sandbox, request);
      case "disputes":
        if (third !== undefined) break;
        return only(request, "POST", () =>
          second === undefined
            ? disputePayment(sandbox, bodyOf(request))
            : decideDispute(sandbox, second, bodyOf(request)),
        );
      case "refunds":
        if (second !== undefined) break;
        return only(request, "POST", () => refundElsewhere(sandbox, bodyOf(request)));
      case "floats":
        if (second !== undefined) break;
        return only(request, "POST", () => sandbox.floats.set(bodyOf(request)));
      case "clock":
        if (second !== undefined) break;
        authorized(request);
        return only(request, "POST", () => followClock(moveClock, bodyOf(request)));
      case "kyb":
        authorized(request);
        return kybRoutes(sandbox, request);
    }
    throw notFound("path");
  };
}

function isProvider(name: string): name is SandboxProvider {
  return (SANDBOX_PROVIDERS as readonly string[]).includes(name);
}

/** Responds when everything due was sent, so that a caller that moved the time finds all of it done. */
async function followClock(
  moveClock: (shiftMs: number) => Promise<void>,
  { shift_ms: shiftMs }: Fields,
): Promise<Answer> {
  if (typeof shiftMs !== "number" || !Number.isSafeInteger(shiftMs) || shiftMs < 0)
    throw invalid("shift_ms", "must be a number of milliseconds");
  await moveClock(shiftMs);
  return json(200, { shift_ms: shiftMs });
}

function only(
  request: SandboxRequest,
  method: string,
  handle: () => Answer | Promise<Answer>,
  allowed = method,
): Answer | Promise<Answer> {
  if (request.method !== method) throw methodNotAllowed(allowed);
  return handle();
}

function keyCheck(sharedKey: string): (request: SandboxRequest) => void {
  const expected = Buffer.from(`Bearer ${sharedKey}`);
  return (request) => {
    const given = Buffer.from(request.headers.authorization ?? "");
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      throw new Refusal(401, "unauthorized", "the key is missing or wrong");
  };
}

/** See faults.ts for what each mode means. */
async function withFaults(sandbox: Sandbox, provider: SandboxProvider, request: SandboxRequest): Promise<Answer> {
  const fault = sandbox.faults.strike(provider, request.method === "GET", sandbox.progress.nowMs());
  if (fault === null) return providerRoutes(sandbox, provider, request);
  switch (fault.mode) {
    case "refuse":
      throw new Refusal(422, "provider_refused", `${provider} refuses everything for a while`);
    case "error":
      return json(500, { code: "internal_error", message: `${provider} is broken for a while` });
    case "timeout":
      return { statusCode: 504, delivery: "hang" };
    case "lost_answer":
      return { ...(await providerRoutes(sandbox, provider, request)), delivery: "lost" };
    case "late":
      sandbox.scheduler.at(sandbox.progress.nowMs() + fault.delayMs, () => void takeEffect(sandbox, provider, request));
      return { statusCode: 504, delivery: "lost" };
    case "slow": {
      const answer = await providerRoutes(sandbox, provider, request);
      return answer.delivery === undefined ? { ...answer, delivery: { afterMs: fault.delayMs } } : answer;
    }
  }
}

/** Performs a request whose caller has disconnected: nobody receives the answer. */
async function takeEffect(sandbox: Sandbox, provider: SandboxProvider, request: SandboxRequest): Promise<void> {
  try {
    await providerRoutes(sandbox, provider, request);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

function providerRoutes(
  sandbox: Sandbox,
  provider: SandboxProvider,
  request: SandboxRequest,
): Answer | Promise<Answer> {
  const [, resource, reference, action, extra] = request.path;
  if (resource === "payments" && reference === undefined)
    return only(request, "POST", () => dispatchPayment(sandbox, provider, bodyOf(request), request.origin));
  if (resource === "payments" && reference !== undefined && action === undefined)
    return only(request, "GET", () => showPayment(sandbox, provider, reference));
  if (resource === "payments" && reference !== undefined && isAction(action) && extra === undefined) {
    return only(request, "POST", () => actOnPayment(sandbox, provider, reference, action, bodyOf(request)));
  }
  if (resource === "refunds" && reference === undefined)
    return only(request, "POST", () => refundPayment(sandbox, provider, bodyOf(request)));
  if (resource === "refunds" && reference !== undefined && action === undefined)
    return only(request, "GET", () => showRefund(sandbox, provider, reference));
  if (
    resource === "disputes" &&
    reference !== undefined &&
    (action === "evidence" || action === "accept") &&
    extra === undefined
  )
    return only(request, "POST", () => answerDispute(sandbox, provider, reference, action, bodyOf(request)));
  if (resource === "virtual-accounts" && reference === undefined)
    return only(request, "POST", () => openVirtualAccount(sandbox, provider, bodyOf(request)));
  if (resource === "balances" && reference === undefined)
    return only(request, "GET", () => sandbox.floats.show(provider));
  if (resource === "accounts" && reference === "resolve" && action === undefined)
    return only(request, "POST", () => resolveAccount(bodyOf(request)));
  throw notFound("path");
}

function isAction(name: string | undefined): name is PaymentAction {
  return (PAYMENT_ACTIONS as readonly (string | undefined)[]).includes(name);
}

async function showPayment(sandbox: Sandbox, provider: SandboxProvider, reference: string): Promise<Answer> {
  const payment = sandbox.store.find(paymentKey(provider, reference));
  if (payment === undefined)
    throw new Refusal(404, "payment_not_found", "nothing was accepted under this reference so far");
  await sandbox.store.durable();
  return json(200, paymentView(sandbox, payment));
}

async function showRefund(sandbox: Sandbox, provider: SandboxProvider, reference: string): Promise<Answer> {
  const refund = sandbox.store.find(refundKey(provider, reference));
  if (refund === undefined)
    throw new Refusal(404, "refund_not_found", "nothing was accepted under this reference so far");
  await sandbox.store.durable();
  return json(200, refundView(refund));
}

function chainRoutes(sandbox: Sandbox, request: SandboxRequest): Answer | Promise<Answer> {
  const [, resource, network, address, extra] = request.path;
  if (resource === "deposits" && network === undefined)
    return only(request, "POST", () => receiveChainDeposit(sandbox, bodyOf(request)));
  if (resource === "addresses" && network !== undefined && address !== undefined && extra === undefined) {
    return only(request, "GET", () => showChainAddress(sandbox, network, address));
  }
  throw notFound("path");
}

function faultRoutes(sandbox: Sandbox, request: SandboxRequest): Answer | Promise<Answer> {
  if (request.method === "DELETE") {
    sandbox.faults.clear();
    return { statusCode: 204 };
  }
  return only(request, "POST", () => sandbox.faults.add(bodyOf(request), sandbox.progress.nowMs()), "POST, DELETE");
}

function kybRoutes(sandbox: Sandbox, request: SandboxRequest): Answer | Promise<Answer> {
  const [, resource, id, extra] = request.path;
  if (resource === "applications" && id === undefined)
    return only(request, "POST", () => applyForVerification(sandbox, bodyOf(request)));
  if (resource === "applications" && id !== undefined && extra === undefined)
    return only(request, "GET", () => showApplication(sandbox, id));
  throw notFound("path");
}
