/**
 * A deadline that also holds for a suspended process. An `AbortSignal`'s timer fires when the event loop gets to it: a
 * process that was stopped first handles what arrived meanwhile, and would send long after another process took over.
 * So whoever is about to send calls `isPast`, which reads both clocks: the monotonic one may have stood still, the
 * other may have been set. If either says that the time is over, nothing is sent, which only costs time.
 */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Ends the timer; a request that was answered needs none. */ clear(): void;
};

export type DeadlineClocks = { monotonicMs(): number; wallMs(): number };
const THIS_MACHINE: DeadlineClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/** A field of the signal: an entry of a WeakMap would outlive it by many garbage collections. */
const hasEnded = Symbol("hasEnded");
type TimedSignal = AbortSignal & { [hasEnded]?: () => boolean };

export function startDeadline(ms: number, clocks: DeadlineClocks = THIS_MACHINE): Deadline {
  const monotonicEndMs = clocks.monotonicMs() + ms;
  const wallEndMs = clocks.wallMs() + ms;
  // Not AbortSignal.timeout: it stays in memory for the whole deadline, even after an answer within milliseconds.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const signal: TimedSignal = controller.signal;
  signal[hasEnded] = () => clocks.monotonicMs() >= monotonicEndMs || clocks.wallMs() >= wallEndMs;
  return { signal, clear: () => clearTimeout(timer) };
}

export function isPast(signal: TimedSignal): boolean {
  return signal.aborted || (signal[hasEnded]?.() ?? false);
}
