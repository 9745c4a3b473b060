import { contradictedAfterMs, type Failure, failureOf, type SandboxProvider } from "./behaviour.ts";
import { chainNetwork } from "./chain.ts";
import { decideApplication } from "./kyb.ts";
import { confirmChainDeposits } from "./receive-deposits.ts";
import { releaseRefund } from "./refund-payment.ts";
import { judgeDispute, moveDispute, openDispute } from "./disputes.ts";
import type { Due } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/** Fixed, because a refund has no number whose last digits could choose another reason. */
const DECLINED: Failure = failureOf("fail")!;

export function defineSteps(sandbox: Sandbox): void {
  const { progress } = sandbox;

  progress.on("complete", (operation) => {
    const network =
      operation.kind === "payout" && operation.method === "crypto"
        ? chainNetwork(String(operation.data["network"]))
        : null;
    const data =
      network === null
        ? operation.data
        : { ...operation.data, tx_hash: network.newHash(), confirmations: network.requiredConfirmations };
    const isDisputed =
      operation.kind === "payin" &&
      (operation.behaviour === "dispute" ||
        sandbox.faults.strikesCompletion(operation.provider as SandboxProvider, progress.nowMs()));
    const due: Due[] = isDisputed ? [{ atMs: progress.nowMs() + sandbox.delayMs, step: "dispute" }] : [];
    progress.change(operation, { status: "completed", word: "successful", data, due });
  });

  progress.on("dispute", (operation) => {
    progress.change(operation, { status: operation.status, word: operation.word }, true);
    openDispute(sandbox, operation);
  });
  progress.on("judge", (operation) => judgeDispute(sandbox, operation));
  progress.on("forfeit", (operation) => moveDispute(sandbox, operation, "lost"));

  progress.on("fail", (operation) => {
    if (operation.kind === "refund") releaseRefund(sandbox, operation);
    const { code, reason } = failureOf(operation.behaviour) ?? DECLINED;
    const contradictedMs = contradictedAfterMs(operation.behaviour, sandbox.delayMs);
    const due: Due[] = contradictedMs === null ? [] : [{ atMs: progress.nowMs() + contradictedMs, step: "complete" }];
    progress.change(operation, { status: "failed", word: "failed", reason, code, due });
  });

  progress.on("expire", (operation) => {
    const reason =
      operation.received === null
        ? "the payment expired before it was paid"
        : `the payment expired with only ${operation.received} ${operation.currency} received`;
    const due = operation.due.filter(({ step }) => step === "confirm");
    progress.change(operation, { status: "failed", word: "expired", reason, code: "expired", due });
  });

  progress.on("confirm", (operation) => confirmChainDeposits(sandbox, operation));
  progress.on("decide", (operation) => decideApplication(sandbox, operation));
}
