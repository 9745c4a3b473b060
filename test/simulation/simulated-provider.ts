import { Type } from "typebox";
import {
  type DispatchRequest,
  type DispatchResult,
  type PaymentUpdate,
  type Provider,
  type ProviderName,
  UNREACHABLE,
} from "@corridor/provider-kit/provider.ts";
import { failureCauseIn } from "@corridor/provider-kit/failures.ts";
import type { CauseOf } from "@corridor/server/payments/core/with-cause.ts";
import type { Money } from "@corridor/base/money.ts";
import type { Random } from "#test/prover/random.ts";
import type { Defect } from "./defects.ts";
import type { Scheduler, SimulatedProcess } from "./scheduler.ts";

/**
 * Providers that keep their promises, over an unreliable network: requests and answers are lost, late and out of order,
 * a request may take effect long after its sender gave up, and callbacks come never, once or three times.
 */
export type Operation = {
  readonly provider: ProviderName;
  readonly reference: string;
  readonly paymentId: string;
  readonly direction: "inbound" | "outbound";
  /** The amount that moves at the provider. */
  readonly moves: Money;
  status: "pending" | "processing" | "completed" | "failed";
  readonly acceptedAtMs: number;
  changedAtMs: number;
  /** Of a failed one. */
  code?: string;
};

const CODES = { down: "provider_unavailable", no_such_account: "payee_account_unknown" } as const;
/** What the simulated providers document of their codes. */
export const documentedCause: CauseOf = (_provider, _flow, code) => failureCauseIn(CODES, code);

export type SimulatedProvider = {
  readonly name: ProviderName;
  readonly operations: Map<string, Operation>;
  /** When each request left its process, whatever became of it. */
  readonly dispatches: { readonly paymentId: string; readonly atMs: number }[];
  /** The provider as one process reaches it. */
  adapterOf(process: SimulatedProcess): Provider;
};

/** The declared time after sending within which a request may take effect. */
const SETTLES_WITHIN_MS = 60_000;
/** How long the adapter of a real provider waits for an answer. */
const ANSWER_WITHIN_MS = 10_000;
const CUSTOMER_PAYS_WITHIN_MS = 20 * 60_000;

type Options = {
  name: ProviderName;
  scheduler: Scheduler;
  random: Random;
  /** Whether the network and the provider misbehave at present. */
  misbehaves: () => boolean;
  takesActions: boolean;
  /**
   * A payin that cannot be canceled is no longer paid shortly before its deadline, because later money would need a
   * person.
   */
  isNearlyOver: (paymentId: string) => boolean;
  defect: Defect | undefined;
  callBack: (provider: ProviderName, update: PaymentUpdate) => void;
};

export function createProvider({
  name,
  scheduler,
  random,
  misbehaves,
  takesActions,
  isNearlyOver,
  defect,
  callBack,
}: Options): SimulatedProvider {
  const operations = new Map<string, Operation>();
  const dispatches: SimulatedProvider["dispatches"] = [];
  const chance = (share: number): boolean => random.next() < share;

  function updateOf({ reference, status, changedAtMs, code }: Operation): PaymentUpdate {
    return {
      kind: "payment",
      reference,
      providerPaymentId: `${name}-${reference}`,
      providerStatus: status,
      status,
      occurredAt: new Date(changedAtMs),
      ...(code === undefined ? {} : { code }),
    };
  }

  function tell(operation: Operation): void {
    const update = updateOf(operation);
    const copies = misbehaves() ? random.between(0, 3) : 1;
    for (let copy = 0; copy < copies; copy++)
      scheduler.after(random.between(1, misbehaves() ? 120_000 : 500), () => callBack(name, update));
  }

  function change(operation: Operation, status: Operation["status"]): void {
    if (operation.status === "completed" || operation.status === "failed") return;
    if (!takesActions && operation.status === "pending" && isNearlyOver(operation.paymentId)) return;
    Object.assign(operation, { status, changedAtMs: scheduler.nowMs() });
    tell(operation);
  }

  /** The same reference again is the same operation. */
  function takeUp(request: DispatchRequest, reference: string): Operation | null {
    const known = operations.get(reference);
    if (known !== undefined) return known;
    if (chance(0.1)) return null;
    const { paymentId, direction, amount, targetAmount } = request;
    const moves = direction === "inbound" ? amount : targetAmount;
    const operation: Operation = {
      provider: name,
      reference,
      paymentId,
      direction,
      moves,
      status: "pending",
      acceptedAtMs: scheduler.nowMs(),
      changedAtMs: scheduler.nowMs(),
    };
    operations.set(reference, operation);
    const fate = random.next();
    const waitsForCustomer = direction === "inbound" && fate < 0.15;
    if (fate > 0.9) operation.status = "completed";
    else if (!waitsForCustomer) {
      const endsAfterMs = random.between(10, CUSTOMER_PAYS_WITHIN_MS);
      if (chance(0.5)) scheduler.after(random.between(1, endsAfterMs), () => change(operation, "processing"));
      scheduler.after(endsAfterMs, () => {
        if (fate < 0.3) operation.code = fate < 0.2 ? "down" : fate < 0.25 ? "no_such_account" : "never_documented";
        change(operation, fate < 0.3 ? "failed" : "completed");
      });
    }
    return operation;
  }

  function answerOf(operation: Operation | null): DispatchResult {
    if (operation === null) return { outcome: "refused", code: "declined", reason: "declined" };
    const { reference, status } = operation;
    if (status === "failed") return { outcome: "unknown", reason: "it has failed since" };
    return { outcome: "accepted", providerPaymentId: `${name}-${reference}`, providerStatus: status, status };
  }

  /** A request and its answer. Either may be lost; `effect` happens when the request arrives. */
  function call<T>(
    process: SimulatedProcess,
    effect: () => T,
    unreachable: T,
    unanswered: T,
    latestMs: number,
  ): Promise<T> {
    return new Promise((resolve) => {
      const answer = (delayMs: number, value: T): void =>
        scheduler.after(
          delayMs,
          process.whileAlive(() => resolve(value)),
        );
      if (misbehaves() && chance(0.1)) return answer(random.between(1, 50), unreachable);
      const trouble = misbehaves() ? random.next() : 1;
      const isLate = trouble < 0.15;
      scheduler.after(random.between(1, isLate ? latestMs : 500), () => {
        const result = effect();
        if (trouble > 0.3) answer(random.between(1, 500), result);
      });
      // Whichever comes first counts: a promise settles once.
      return answer(ANSWER_WITHIN_MS, unanswered);
    });
  }

  function adapterOf(process: SimulatedProcess): Provider {
    const silent: DispatchResult =
      defect === "silence_is_refusal"
        ? { outcome: "refused", code: "timeout", reason: "no answer" }
        : { outcome: "unknown", reason: "no answer" };
    const refusal: DispatchResult = { outcome: "refused", code: UNREACHABLE, reason: "nobody answers" };
    let tries = 0;
    return {
      name,
      displayName: name,
      corridors: [],
      settings: Type.Object({}),
      codes: { inbound: CODES, outbound: CODES },
      settlesWithinMs: defect === "absence_believed_at_once" ? -1_000_000 : SETTLES_WITHIN_MS,
      verifyCallback: () => null,
      parseCallback: () => [],
      async dispatch(request) {
        dispatches.push({ paymentId: request.paymentId, atMs: scheduler.nowMs() });
        const reference = defect === "reference_changes" ? `${request.reference}-${(tries += 1)}` : request.reference;
        return call(process, () => answerOf(takeUp(request, reference)), refusal, silent, SETTLES_WITHIN_MS);
      },
      async fetchStatus({ reference }) {
        const unknown = { outcome: "unknown", reason: "no answer" } as const;
        const ask = (): Awaited<ReturnType<Provider["fetchStatus"]>> => {
          const found = operations.get(reference);
          return found === undefined ? { outcome: "not_found" } : { outcome: "found", update: updateOf(found) };
        };
        return call(process, ask, unknown, unknown, ANSWER_WITHIN_MS);
      },
      ...(takesActions
        ? {
            submitAction: async ({ reference }) =>
              call(process, () => cancel(reference), NOT_KNOWN, NOT_KNOWN, ANSWER_WITHIN_MS),
          }
        : {}),
    };
  }

  function cancel(reference: string): ActionAnswer {
    const operation = operations.get(reference);
    if (operation === undefined || operation.status === "processing")
      return { outcome: "refused", reason: "it is under way" };
    if (operation.status === "pending") Object.assign(operation, { status: "failed", changedAtMs: scheduler.nowMs() });
    return { outcome: "done", status: operation.status, providerStatus: operation.status };
  }
  return { name, operations, dispatches, adapterOf };
}

type ActionAnswer = Awaited<ReturnType<NonNullable<Provider["submitAction"]>>>;
const NOT_KNOWN: ActionAnswer = { outcome: "unknown", reason: "no answer" };
