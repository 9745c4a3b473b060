/**
 * A deadline that also holds for a process that was suspended. The timer of an `AbortSignal` fires when the event loop
 * gets to it. A process that was stopped, or a machine that was suspended, first handles the data that arrived
 * meanwhile, and would send a request long after another process took over. So code that is about to send calls
 * `isPast`, which reads both clocks itself: the monotonic one may have stood still, and the other may have been set. If
 * either says that the time is over, nothing is sent, which only costs time.
 */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Ends the timer; a request that was answered needs none. */ clear(): void;
};

export type DeadlineClocks = { monotonicMs(): number; wallMs(): number };
const THIS_MACHINE: DeadlineClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

/**
 * The function is a field of the signal, and not an entry of a WeakMap: such entries outlive their signal by many
 * garbage collections.
 */
const hasEnded = Symbol("hasEnded");
type TimedSignal = AbortSignal & { [hasEnded]?: () => boolean };

export function startDeadline(ms: number, clocks: DeadlineClocks = THIS_MACHINE): Deadline {
  const monotonicEndMs = clocks.monotonicMs() + ms;
  const wallEndMs = clocks.wallMs() + ms;
  // AbortSignal.timeout is not used: its timer and signal stay in memory for the whole deadline, even after an answer
  // within milliseconds.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  const signal: TimedSignal = controller.signal;
  signal[hasEnded] = () => clocks.monotonicMs() >= monotonicEndMs || clocks.wallMs() >= wallEndMs;
  return { signal, clear: () => clearTimeout(timer) };
}

export function isPast(signal: TimedSignal): boolean {
  return signal.aborted || (signal[hasEnded]?.() ?? false);
}
