import type { Behaviour, SandboxProvider } from "./behaviour.ts";

/**
 * Everything that the sandbox accepted is an operation. One plain object, because it is written to the journal whole
 * after every change; the last one wins. Card data has no field here, so that it cannot be journaled.
 *
 *   accepted -> pending (waits for the customer or for funds) or processing (with the provider)
 *   pending -> processing, completed, failed      processing -> pending, completed, failed
 *   failed -> completed only for money that arrives after its instructions expired (late money is still money), and for
 *   a failure that was reported by mistake
 */
export type OperationKind = "payin" | "payout" | "refund" | "dispute" | "deposit" | "virtual_account" | "kyb";
export type OperationStatus = "pending" | "processing" | "completed" | "failed";
/** Who signs the callbacks of an operation. */
export type Sender = SandboxProvider | "kyb";

/** The step that happens by itself once its time has come. */
export type Step = "complete" | "fail" | "expire" | "confirm" | "decide" | "dispute" | "judge" | "forfeit";
export type Due = { atMs: number; step: Step };

/** The operation's state at that time, so that late and repeated callbacks report what real ones would. */
export type Notice = {
  number: number;
  eventId: string;
  status: OperationStatus;
  word: string;
  reason: string | null;
  code?: string | null;
  received: string | null;
  atMs: number;
};

/** Money seen on the simulated chain, not final yet. */
export type ChainTransaction = {
  hash: string;
  amount: string;
  seenAtMs: number;
  finalAtMs: number;
  confirmed: boolean;
};

/** The status text of a payin with a prompt on the customer's phone. */
export const AWAITING_APPROVAL = "awaiting_approval";

export type Operation = {
  readonly key: string;
  readonly kind: OperationKind;
  readonly provider: Sender;
  /** The provider's own id: random, so that it can be in the address of a hosted page. */
  readonly id: string;
  readonly reference: string;
  readonly paymentId: string | null;
  readonly method: string | null;
  /** Canonical decimal text at the currency's scale. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly behaviour: Behaviour;
  readonly acceptedAtMs: number;
  readonly callbackUrl: string;
  readonly returnUrl: string | null;
  /** Other names by which the operation is found: an account number, a chain address, a hosted page. */
  readonly aliases: readonly string[];
  status: OperationStatus;
  /** The provider's own status text. */
  word: string;
  reason: string | null;
  /** Of a failure. Absent in journals from before there were codes. */
  code?: string | null;
  nextAction: Readonly<Record<string, unknown>> | null;
  received: string | null;
  refunded: string | null;
  wrongCodes: number;
  codesSent: number;
  chain: ChainTransaction[];
  data: Readonly<Record<string, unknown>>;
  version: number;
  updatedAtMs: number;
  due: Due[];
  notices: Notice[];
};

type Required = "key" | "kind" | "provider" | "id" | "reference" | "behaviour" | "callbackUrl" | "status" | "word";
/** What begins the same for all operations. */
type Begun = "acceptedAtMs" | "notices" | "refunded" | "wrongCodes" | "codesSent" | "chain" | "version" | "updatedAtMs";
type Given = Pick<Operation, Required> & { atMs: number } & Partial<Omit<Operation, Begun>>;

/** The same fields in the same order: V8 keeps one shape, and a restart needs only the first five, up to `kind`. */
export function newOperation(given: Given): Operation {
  return {
    key: given.key,
    aliases: given.aliases ?? [],
    acceptedAtMs: given.atMs,
    due: given.due ?? [],
    notices: [],
    kind: given.kind,
    provider: given.provider,
    id: given.id,
    reference: given.reference,
    paymentId: given.paymentId ?? null,
    method: given.method ?? null,
    amount: given.amount ?? null,
    currency: given.currency ?? null,
    behaviour: given.behaviour,
    callbackUrl: given.callbackUrl,
    returnUrl: given.returnUrl ?? null,
    status: given.status,
    word: given.word,
    reason: given.reason ?? null,
    code: null,
    nextAction: given.nextAction ?? null,
    received: given.received ?? null,
    refunded: null,
    wrongCodes: 0,
    codesSent: 0,
    chain: [],
    data: given.data ?? {},
    version: 1,
    updatedAtMs: given.atMs,
  };
}

/** What an operation about a payment has from it. */
export function ofPayment({ provider, paymentId, method, currency }: Operation) {
  return { provider: provider as SandboxProvider, paymentId, method, currency };
}

export function isFinal(status: OperationStatus): boolean {
  return status === "completed" || status === "failed";
}

export const paymentKey = (provider: SandboxProvider, reference: string): string => `${provider}/payments/${reference}`;
export const refundKey = (provider: SandboxProvider, reference: string): string => `${provider}/refunds/${reference}`;
export const disputeKey = (provider: SandboxProvider, id: string): string => `${provider}/disputes/${id}`;
export const virtualAccountKey = (provider: SandboxProvider, reference: string): string =>
  `${provider}/virtual-accounts/${reference}`;
export const accountAlias = (accountNumber: string): string => `account:${accountNumber}`;
export const addressAlias = (network: string, address: string): string => `address:${network}:${address}`;
export const pageAlias = (id: string): string => `page:${id}`;
