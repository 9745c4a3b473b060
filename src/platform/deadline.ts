/**
 * A deadline that holds for a process that was held up. The timer of an `AbortSignal` fires when the event loop comes to it: a process that was stopped, or a
 * machine that was suspended, handles what the network brought meanwhile first, and would send a request long after somebody else took over. So
 * whoever is about to send asks `isPast`, which reads the clocks itself. Both of them: the monotonic one may have stood still, and the other may have
 * been set. If either says that the time is over, nothing is sent, which only costs time.
 */
export type Deadline = { readonly signal: AbortSignal; /** Ends the timer; a request that was answered needs none. */ clear(): void };

export type DeadlineClocks = { monotonicMs(): number; wallMs(): number };
const THIS_MACHINE: DeadlineClocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

const endings = new WeakMap<AbortSignal, () => boolean>();

export function startDeadline(ms: number, clocks: DeadlineClocks = THIS_MACHINE): Deadline {
  const monotonicEndMs = clocks.monotonicMs() + ms;
  const wallEndMs = clocks.wallMs() + ms;
  // Not AbortSignal.timeout, whose timer and signal stay in memory for the whole deadline after an answer of a few milliseconds.
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  endings.set(controller.signal, () => clocks.monotonicMs() >= monotonicEndMs || clocks.wallMs() >= wallEndMs);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

export function isPast(signal: AbortSignal): boolean {
  return signal.aborted || (endings.get(signal)?.() ?? false);
}
