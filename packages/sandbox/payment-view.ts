import { chainNetwork, confirmationsOf } from "./chain.ts";
import type { Operation } from "./operation.ts";
import type { Sandbox } from "./sandbox.ts";

/** A payment as the provider API shows it; amounts are decimal texts. */
export function paymentView(sandbox: Sandbox, operation: Operation): object {
  return {
    id: operation.id,
    reference: operation.reference,
    direction: operation.kind,
    status: operation.status,
    provider_status: operation.word,
    amount: operation.amount,
    currency: operation.currency,
    received_amount: operation.received,
    reason: operation.reason,
    code: operation.code ?? null,
    next_action: operation.nextAction,
    accepted_at: new Date(operation.acceptedAtMs).toISOString(),
    updated_at: new Date(operation.updatedAtMs).toISOString(),
    data:
      operation.chain.length === 0
        ? operation.data
        : { ...operation.data, transactions: chainView(sandbox, operation) },
  };
}

export function chainView(sandbox: Sandbox, operation: Operation): object[] {
  const required = chainNetwork(String(operation.data["network"]))!.requiredConfirmations;
  return operation.chain.map((transaction) => ({
    tx_hash: transaction.hash,
    amount: transaction.amount,
    confirmations: confirmationsOf(transaction, sandbox.progress.nowMs(), required),
    required_confirmations: required,
  }));
}
