import { type Answer, invalid, json, Refusal } from "./exchange.ts";
import { type Fields, oneOf } from "./fields.ts";
import { SANDBOX_PROVIDERS, type SandboxProvider } from "./behaviour.ts";

/**
 * Breaks a provider for a while. All faults live in memory only: a restart removes them.
 *
 *   refuse       says no; nothing is accepted
 *   error        answers 500 and does not say whether it accepted (it did not)
 *   timeout      never answers; nothing is accepted
 *   lost_answer  accepts, then closes the connection
 *   slow         accepts at once, answers late (after `delay_ms`): a poll after a timeout finds the truth
 *   dispute      affects no request: payers dispute this share of the payins that complete meanwhile
 *   late         closes the connection, and accepts only after `delay_ms`: until then the status says not found
 *
 * `refuse`, `lost_answer` and `late` affect requests that create or change something; `error`, `timeout` and `slow`
 * also queries. `late` is what gateways do when a caller has hung up: who believes "not found" too early pays twice.
 */
const MODES = ["refuse", "error", "timeout", "lost_answer", "slow", "late", "dispute"] as const;
type Mode = (typeof MODES)[number];
type RequestMode = Exclude<Mode, "dispute">;
const MODES_FOR_READS: readonly Mode[] = ["error", "timeout", "slow"];

const DEFAULT_SECONDS = 60;
const MAX_SECONDS = 86_400;
const DEFAULT_DELAY_MS = 2_000;
/** `slow` keeps a connection open for this long. */
const MAX_SLOW_MS = 30_000;
const MAX_LATE_MS = MAX_SECONDS * 1000;
const MAX_FAULTS = 100;

type Fault = { provider: SandboxProvider; mode: Mode; share: number; untilMs: number; delayMs: number; credit: number };

export class Faults {
  #faults: Fault[] = [];

  add(fields: Fields, nowMs: number): Answer {
    const provider = oneOf(fields, "provider", SANDBOX_PROVIDERS);
    const mode = oneOf(fields, "mode", MODES);
    const share = numberBetween(fields, "share", 0, 1, 1);
    const seconds = numberBetween(fields, "seconds", 0, MAX_SECONDS, DEFAULT_SECONDS);
    const delayMs = numberBetween(fields, "delay_ms", 0, mode === "late" ? MAX_LATE_MS : MAX_SLOW_MS, DEFAULT_DELAY_MS);
    this.#faults = this.#faults.filter((fault) => fault.untilMs > nowMs);
    if (this.#faults.length >= MAX_FAULTS)
      throw new Refusal(409, "too_many_faults", `at most ${MAX_FAULTS} faults at a time; DELETE /faults removes all`);
    const untilMs = nowMs + seconds * 1000;
    this.#faults.push({ provider, mode, share, untilMs, delayMs, credit: 0 });
    return json(201, { provider, mode, share, seconds, until: new Date(untilMs).toISOString() });
  }

  clear(): Answer {
    this.#faults = [];
    return { statusCode: 204 };
  }

  /** The share is exact, not random: with 0.25, twenty-five of every hundred requests are hit, so a test can count. */
  strike(provider: SandboxProvider, isRead: boolean, nowMs: number): { mode: RequestMode; delayMs: number } | null {
    return this.#take(
      provider,
      nowMs,
      (mode): mode is RequestMode => mode !== "dispute" && (!isRead || MODES_FOR_READS.includes(mode)),
    );
  }

  /** Whether the payer of a payin that completes now disputes it. */
  strikesCompletion(provider: SandboxProvider, nowMs: number): boolean {
    return this.#take(provider, nowMs, (mode): mode is "dispute" => mode === "dispute") !== null;
  }

  #take<M extends Mode>(
    provider: SandboxProvider,
    nowMs: number,
    concerns: (mode: Mode) => mode is M,
  ): { mode: M; delayMs: number } | null {
    for (const fault of this.#faults) {
      const { mode, delayMs } = fault;
      if (fault.provider !== provider || fault.untilMs <= nowMs || !concerns(mode)) continue;
      fault.credit += fault.share;
      // Slightly less than one, because ten times 0.1 is not quite 1.
      if (fault.credit < 1 - 1e-9) continue;
      fault.credit -= 1;
      return { mode, delayMs };
    }
    return null;
  }
}

function numberBetween(fields: Fields, name: string, least: number, most: number, otherwise: number): number {
  const value = fields[name] ?? otherwise;
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw invalid(name, `must be a number from ${least} to ${most}`);
  return value;
}
