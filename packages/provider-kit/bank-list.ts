import type { Clock } from "@corridor/base/clock.ts";
import { createLatestReading, type LatestReading } from "./kept-reading.ts";
import { Refusal } from "./speak.ts";
import { idOf, type Json, MalformedAnswer } from "./wire.ts";

/**
 * The provider's own list only removes banks and adds none: codes of two lists may mean different banks. No payout
 * waits for it; without a list from the last day, only our own table counts.
 */
export type BankList = LatestReading<ReadonlySet<string>>;

const REFRESH_AFTER_MS = 60 * 60_000;
const COUNTS_FOR_MS = 24 * 60 * 60_000;
const MAX_BANKS = 5_000;
const READ_WITHIN_MS = 30_000;

export function createBankList(read: (signal: AbortSignal) => Promise<readonly Json[]>, clock: Clock): BankList {
  const codes = async (): Promise<ReadonlySet<string>> => {
    const banks = await read(AbortSignal.timeout(READ_WITHIN_MS));
    if (banks.length === 0 || banks.length > MAX_BANKS) throw new MalformedAnswer("the list of banks");
    return new Set(banks.map((bank) => idOf(bank, "code")));
  };
  return createLatestReading(codes, clock, { refreshAfterMs: REFRESH_AFTER_MS, countsForMs: COUNTS_FOR_MS });
}

export function requireListed(banks: BankList, code: string, displayName: string): void {
  if (banks.latest()?.has(code) === false)
    throw new Refusal("bank_not_supported", `${displayName} does not list the bank ${code} at present`);
}
