import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { chainNetwork, NETWORK_NAMES } from "./chain.ts";
import { type Answer, invalid, json, notFound } from "./exchange.ts";
import { amount, type Fields, optionalText, text } from "./fields.ts";
import { accountAlias, addressAlias, isFinal, newOperation, type Operation } from "./operation.ts";
import { chainView } from "./payment-view.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * POST /deposits to a bank account number, POST /chain/deposits to an address. Money may come in parts, be too much,
 * twice or late; each deposit reports the total so far. A payin is completed once the total covers it.
 */
export async function receiveBankDeposit(sandbox: Sandbox, fields: Fields): Promise<Answer> {
  const accountNumber = text(fields, "account_number");
  const currency = text(fields, "currency");
  const sent = amount(fields, "amount", currency);
  const sender = {
    sender_name: optionalText(fields, "sender_name") ?? "Sandbox Sender",
    narration: optionalText(fields, "narration") ?? "Sandbox transfer",
  };

  const target = sandbox.store.findByAlias(accountAlias(accountNumber));
  if (target === undefined) throw notFound(`account ${accountNumber}`);
  if (target.currency !== currency)
    throw invalid("currency", `must be ${target.currency}, the currency of the account`);
  const deposit =
    target.kind === "virtual_account"
      ? creditVirtualAccount(sandbox, target, accountNumber, sent, sender)
      : payPayin(sandbox, target, sent);
  await sandbox.store.durable();
  return json(201, { ...deposit, account_number: accountNumber, amount: sent, currency });
}

function payPayin(sandbox: Sandbox, payin: Operation, sent: Money): object {
  const total = addReceived(sandbox, payin, sent);
  return { deposit_id: newId(), payment_reference: payin.reference, received_amount: total, status: payin.status };
}

function creditVirtualAccount(
  sandbox: Sandbox,
  account: Operation,
  accountNumber: string,
  sent: Money,
  sender: object,
): object {
  const id = newId();
  const deposit = newOperation({
    key: `${account.provider}/deposits/${id}`,
    kind: "deposit",
    provider: account.provider,
    id,
    reference: id,
    method: "bank_transfer",
    amount: sent.toDatabase(),
    currency: sent.currency,
    behaviour: "complete",
    callbackUrl: account.callbackUrl,
    status: "completed",
    word: "received",
    atMs: sandbox.progress.nowMs(),
    data: { account_number: accountNumber, account_reference: account.reference, rail: "bank_transfer", ...sender },
  });
  sandbox.progress.accept(deposit, true);
  return { deposit_id: id, account_reference: account.reference, status: deposit.status };
}

/** Adds to the received total and settles the payin by it. */
function addReceived(
  sandbox: Sandbox,
  payin: Operation,
  sent: Money,
  data: Readonly<Record<string, unknown>> = payin.data,
): Money {
  const wanted = Money.parse(payin.amount!, sent.currency);
  const total = Money.parse(payin.received ?? "0", sent.currency).plus(sent);
  const covered = total.compare(wanted) >= 0;
  const unconfirmed = payin.chain.some((transaction) => !transaction.confirmed);
  const status = covered ? "completed" : payin.status === "failed" ? "failed" : unconfirmed ? "processing" : "pending";
  const word = !covered ? "partially_paid" : total.compare(wanted) > 0 ? "overpaid" : "paid";
  sandbox.progress.change(payin, {
    status,
    word,
    received: total.toDatabase(),
    data,
    reason: status === "failed" ? payin.reason : null,
    due: covered ? payin.due.filter(({ step }) => step === "confirm") : payin.due,
  });
  return total;
}

export async function receiveChainDeposit(sandbox: Sandbox, fields: Fields): Promise<Answer> {
  const network = chainNetwork(text(fields, "network"));
  if (network === null) throw invalid("network", `must be one of ${NETWORK_NAMES.join(", ")}`);
  const address = text(fields, "address");
  const asset = text(fields, "asset");
  const sent = amount(fields, "amount", asset);
  const payin = sandbox.store.findByAlias(addressAlias(network.name, address));
  if (payin === undefined) throw notFound(`address ${address} on ${network.name}`);
  if (payin.currency !== asset) throw invalid("asset", `must be ${payin.currency}, which this address waits for`);

  const seenAtMs = sandbox.progress.nowMs();
  const hash = network.newHash();
  const required = network.requiredConfirmations;
  const finalAtMs = seenAtMs + required * sandbox.delayMs;
  payin.chain = [...payin.chain, { hash, amount: sent.toDatabase(), seenAtMs, finalAtMs, confirmed: false }];
  const due = [...payin.due, { atMs: finalAtMs, step: "confirm" as const }];
  const data = { ...payin.data, tx_hash: hash, required_confirmations: required, confirmations: 0 };
  // Money that is already final stays final while new money is being confirmed.
  if (isFinal(payin.status))
    sandbox.progress.change(payin, { status: payin.status, word: payin.word, reason: payin.reason, due }, true);
  else sandbox.progress.change(payin, { status: "processing", word: "confirming", data, due });
  await sandbox.store.durable();
  return json(201, {
    tx_hash: hash,
    address,
    network: network.name,
    asset,
    amount: sent,
    confirmations: 0,
    required_confirmations: network.requiredConfirmations,
  });
}

/** The step "confirm": counts every deposit that has enough blocks on top of it. */
export function confirmChainDeposits(sandbox: Sandbox, payin: Operation): void {
  const required = chainNetwork(String(payin.data["network"]))!.requiredConfirmations;
  const nowMs = sandbox.progress.nowMs();
  const ripe = payin.chain.filter((transaction) => !transaction.confirmed && transaction.finalAtMs <= nowMs);
  payin.due = payin.due.filter(({ atMs, step }) => step !== "confirm" || atMs > nowMs);
  payin.chain = payin.chain.map((transaction) =>
    ripe.includes(transaction) ? { ...transaction, confirmed: true } : transaction,
  );
  for (const { hash, amount } of ripe) {
    const data = { ...payin.data, tx_hash: hash, required_confirmations: required, confirmations: required };
    addReceived(sandbox, payin, Money.parse(amount, payin.currency!), data);
  }
}

export function showChainAddress(sandbox: Sandbox, networkName: string, address: string): Answer {
  const network = chainNetwork(networkName);
  const payin = network === null ? undefined : sandbox.store.findByAlias(addressAlias(network.name, address));
  if (payin === undefined) throw notFound(`address ${address} on ${networkName}`);
  return json(200, {
    address,
    network: network!.name,
    asset: payin.currency,
    received_amount: payin.received,
    transactions: chainView(sandbox, payin),
  });
}
