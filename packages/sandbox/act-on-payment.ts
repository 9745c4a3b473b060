import { type Answer, json, notFound } from "./exchange.ts";
import { type Fields, text } from "./fields.ts";
import { AWAITING_APPROVAL, isFinal, type Operation, paymentKey } from "./operation.ts";
import { paymentView } from "./payment-view.ts";
import type { SandboxProvider } from "./behaviour.ts";
import type { Sandbox } from "./sandbox.ts";

/** POST /{provider}/payments/{reference}/otp | resend | cancel. The response tells the outcome, and no callback. */
const ONE_TIME_PASSWORD = "123456";
const MAX_WRONG_CODES = 3;
const MAX_CODES_SENT = 5;

type PaymentAction = "otp" | "resend" | "cancel";

export async function actOnPayment(
  sandbox: Sandbox,
  provider: SandboxProvider,
  reference: string,
  action: PaymentAction,
  fields: Fields,
): Promise<Answer> {
  const operation = sandbox.store.find(paymentKey(provider, reference));
  if (operation === undefined) throw notFound("payment");
  const answer = decide(sandbox, operation, action, fields);
  await sandbox.store.durable();
  return answer;
}

function decide(sandbox: Sandbox, operation: Operation, action: PaymentAction, fields: Fields): Answer {
  switch (action) {
    case "otp":
      return submitCode(sandbox, operation, text(fields, "otp"));
    case "resend":
      return resendCode(sandbox, operation);
    case "cancel":
      return cancel(sandbox, operation);
  }
}

function submitCode(sandbox: Sandbox, operation: Operation, code: string): Answer {
  if (!awaitsCode(operation)) return wrongMoment("the payment does not wait for a one-time password");
  if (code === ONE_TIME_PASSWORD) {
    const due = [{ atMs: sandbox.progress.nowMs() + sandbox.delayMs, step: "complete" as const }];
    sandbox.progress.change(operation, { status: "processing", word: "authorised", due }, true);
    return json(200, paymentView(sandbox, operation));
  }
  const attemptsLeft = MAX_WRONG_CODES - operation.wrongCodes - 1;
  sandbox.progress.note(operation, () => (operation.wrongCodes += 1));
  const failure = { reason: "too many wrong one-time passwords", code: "wrong_otp" };
  if (attemptsLeft === 0) sandbox.progress.change(operation, { status: "failed", word: "failed", ...failure });
  return json(422, { code: "wrong_otp", message: "the one-time password is wrong", attempts_left: attemptsLeft });
}

function resendCode(sandbox: Sandbox, operation: Operation): Answer {
  if (!awaitsCode(operation)) return wrongMoment("the payment does not wait for a one-time password");
  if (operation.codesSent >= MAX_CODES_SENT)
    return wrongMoment(`the one-time password was sent ${MAX_CODES_SENT} times already`);
  sandbox.progress.note(operation, () => (operation.codesSent += 1));
  return json(200, paymentView(sandbox, operation));
}

/** Possible while nothing is paid. A prompt on a phone cannot be withdrawn: it may be approved right now. */
function cancel(sandbox: Sandbox, operation: Operation): Answer {
  if (operation.status === "pending" && operation.word === AWAITING_APPROVAL)
    return wrongMoment("the customer may be approving the payment on the phone");
  const untouched = operation.status === "pending" && operation.received === null && operation.chain.length === 0;
  if (!untouched)
    return wrongMoment(
      isFinal(operation.status) ? `the payment is already ${operation.status}` : "funds are already moving",
    );
  const canceled = { reason: "canceled by the merchant", code: "canceled" };
  sandbox.progress.change(operation, { status: "failed", word: "canceled", ...canceled }, true);
  return json(200, paymentView(sandbox, operation));
}

function awaitsCode(operation: Operation): boolean {
  return operation.status === "pending" && operation.behaviour === "collect_otp";
}

function wrongMoment(message: string): Answer {
  return json(409, { code: "wrong_moment", message });
}
