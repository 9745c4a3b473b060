import type { Clock } from "@corridor/base/clock.ts";
import type { Log } from "@corridor/provider-kit/outbound.ts";
import { callbackStyle } from "./behaviour.ts";
import { type CallbackSender, eventIdOf } from "./callbacks.ts";
import type { Due, Notice, Operation, OperationStatus, Step } from "./operation.ts";
import type { OperationStore } from "./operation-store.ts";
import type { Scheduler } from "./scheduler.ts";

/**
 * The only way to change an operation: state and callbacks are journaled as one line, and only when that line is safe
 * are the callbacks sent and the caller answered.
 */
type Change = {
  status: OperationStatus;
  word: string;
  reason?: string | null;
  code?: string;
  received?: string;
  data?: Readonly<Record<string, unknown>>;
  due?: Due[];
};
export type Progress = ReturnType<typeof createProgress>;

export function createProgress(parts: {
  store: OperationStore;
  scheduler: Scheduler;
  callbacks: CallbackSender;
  clock: Clock;
  log: Log;
}) {
  const { store, scheduler, callbacks, log } = parts;
  const handlers = new Map<Step, (operation: Operation) => void>();
  const nowMs = (): number => parts.clock.now().getTime();

  function schedule(key: string, due: readonly Due[]): void {
    for (const { atMs, step } of due) scheduler.at(atMs, () => run(key, atMs, step));
  }

  function run(key: string, atMs: number, step: Step): void {
    const operation = store.find(key);
    // The step was canceled or replaced meanwhile, so it is no longer among the operation's due steps.
    if (operation === undefined || !operation.due.some((due) => due.atMs === atMs && due.step === step)) return;
    try {
      handlers.get(step)!(operation);
    } catch (error) {
      log.error({ err: error, operation: key, step }, "a step failed");
    }
  }

  function sendWhenDurable(operation: Operation): void {
    if (operation.notices.length === 0) return;
    store.durable().then(
      () => callbacks.send(operation),
      (error: unknown) => log.fatal({ err: error }, "the sandbox stops accepting"),
    );
  }

  return {
    nowMs,

    /** `step` must end in `change`, or it would run again after a restart. */
    on: (step: Step, handler: (operation: Operation) => void) => void handlers.set(step, handler),

    /** `told`: a callback reports it at once, for operations that are finished when they are accepted. */
    accept(operation: Operation, told = false): void {
      if (told) operation.notices = noticesOf(operation, operation);
      store.accept(operation);
      schedule(operation.key, operation.due);
      sendWhenDurable(operation);
    },

    /** Unless `silently` is set, callbacks report the change in the way that the number's ending asks for. */
    change(operation: Operation, change: Change, silently = false): void {
      const previous = { status: operation.status, word: operation.word };
      operation.version += 1;
      operation.updatedAtMs = nowMs();
      operation.status = change.status;
      operation.word = change.word;
      operation.reason = change.reason ?? null;
      operation.code = change.code ?? null;
      if (change.received !== undefined) operation.received = change.received;
      if (change.data !== undefined) operation.data = change.data;
      if (change.status !== "pending") operation.nextAction = null;
      const already = operation.due;
      operation.due = change.due ?? [];
      if (!silently) operation.notices = [...operation.notices, ...noticesOf(operation, previous)];
      store.update(operation);
      schedule(
        operation.key,
        operation.due.filter((due) => !already.includes(due)),
      );
      sendWhenDurable(operation);
    },

    /** An internal change that is not reported: a wrong code, a resent one, a refund against the payment. */
    note(operation: Operation, amend: () => void): void {
      amend();
      operation.version += 1;
      store.update(operation);
    },

    /** Continues the steps that were due when the previous process stopped. */
    resume(due: ReadonlyMap<string, readonly Due[]>, untold: readonly Operation[]): void {
      for (const [key, steps] of due) schedule(key, steps);
      for (const operation of untold) callbacks.send(operation);
    },
  };
}

function noticesOf(operation: Operation, previous: { status: OperationStatus; word: string }): Notice[] {
  const now: Notice = {
    number: operation.version * 3,
    eventId: eventIdOf(operation, operation.version),
    status: operation.status,
    word: operation.word,
    reason: operation.reason,
    code: operation.code ?? null,
    received: operation.received,
    atMs: operation.updatedAtMs,
  };
  const style = callbackStyle(operation.behaviour);
  if (style === "never") return [];
  if (style === "once") return [now];
  // The ending 0008 sends the newest state, then the previous one, then the newest again with a new event id.
  const stale: Notice = {
    ...now,
    number: now.number + 1,
    eventId: eventIdOf(operation, operation.version - 1),
    ...previous,
    reason: null,
    code: null,
    received: null,
    atMs: operation.acceptedAtMs,
  };
  return [now, stale, { ...now, number: now.number + 2 }];
}
