import type { LedgerTransaction } from "@corridor/server/record/ledger/ledger.ts";
import type { LockUse } from "@corridor/server/pricing/rates/consume-locks.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import type { World } from "./random-operations.ts";

/**
 * Random controls before ledger operations: rate locks that are used once, released, or used by several operations;
 * hours without room; approvals by the wrong people, by two people, used twice or too late.
 */
export type LockGate = LockUse;
/** `at`: the time of use. */
export type ApprovalGate = { orgId: string; approvalId: string; at: Date };
export type ControlledOperation = {
  kind: "ledger";
  transaction: LedgerTransaction;
  lock?: LockGate;
  approval?: ApprovalGate;
};
export type LockReleaseOperation = { kind: "release"; orgId: string; orgRateId: string; usedBy: string };
export type ApprovalRequestOperation = {
  kind: "request";
  orgId: string;
  requestedBy: string;
  keyMadeBy: string;
  needed: number;
  platformOnly: boolean;
  at: Date;
};
export type ApprovalDecisionOperation = {
  kind: "decide";
  orgId: string;
  approvalId: string;
  userId: string;
  isPlatformAdmin: boolean;
  decision: "approve" | "reject";
};
export type ControlOperation = LockReleaseOperation | ApprovalRequestOperation | ApprovalDecisionOperation;
export type RandomLock = {
  orgId: string;
  orgRateId: string;
  fromCurrency: string;
  toCurrency: string;
  usdPerUnit: string;
};
export type ControlWorld = World & {
  locks: RandomLock[];
  uses: ControlledOperation[];
  people: string[];
  approvals: string[];
};

export const MAX_HOURLY_USD = 40;
const USD_PER_UNIT = { USD: "1", EUR: "1.25", JPY: "0.01", ETH: "2000" } as const;
const CURRENCIES = ["USD", "EUR", "JPY", "ETH"] as const;
const LOCKS_EACH = 60;
const PEOPLE_EACH = 5;
const REMEMBERED = 100;
const HOURS = 12;
const HOUR_MS = 3_600_000;
const START_MS = 1_767_603_600_000;
const MAX_AMOUNT = 5_000;

export function withControls(world: World): ControlWorld {
  const pairs = CURRENCIES.flatMap((from) => CURRENCIES.filter((to) => to !== from).map((to) => [from, to] as const));
  const locks = Array.from({ length: LOCKS_EACH }, (_, n): RandomLock => {
    const [fromCurrency, toCurrency] = pairs[n % pairs.length]!;
    return { orgId: world.orgId, orgRateId: newId(), fromCurrency, toCurrency, usdPerUnit: USD_PER_UNIT[fromCurrency] };
  });
  return { ...world, locks, uses: [], people: Array.from({ length: PEOPLE_EACH }, () => newId()), approvals: [] };
}

/** Null: the next operation needs no control. */
export function randomControl(
  random: () => number,
  worlds: readonly ControlWorld[],
): ControlledOperation | ControlOperation | null {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const dice = random() * 100;
  if (dice >= 9) return null;
  const world = pick(worlds);
  const { orgId } = world;
  if (dice < 4) return lockedConversion(random, world);
  if (dice < 6) {
    if (world.uses.length === 0) return null;
    const { lock } = pick(world.uses);
    // Sometimes for a payment that never held the lock.
    return { kind: "release", orgId, orgRateId: lock!.orgRateId, usedBy: random() < 0.9 ? lock!.usedBy : newId() };
  }
  if (dice < 7 || world.approvals.length === 0) {
    const [requestedBy, keyMadeBy] = [pick(world.people), pick(world.people)];
    return {
      kind: "request",
      orgId,
      requestedBy,
      keyMadeBy,
      needed: random() < 0.7 ? 1 : 2,
      platformOnly: random() < 0.3,
      at: new Date(START_MS),
    };
  }
  const approvalId = pick(world.approvals);
  if (dice < 8.2) {
    return {
      kind: "decide",
      orgId,
      approvalId,
      userId: pick(world.people),
      isPlatformAdmin: random() < 0.5,
      decision: random() < 0.85 ? "approve" : "reject",
    };
  }
  const currency = pick(CURRENCIES);
  const late = random() < 0.1 ? 8 * 86_400_000 : 0;
  const floor = Money.ofMinor(-BigInt(1 + Math.floor(random() * 40_000)), currency);
  const transaction = {
    ...transactionOf(orgId, newId()),
    floorChange: { account: { purpose: "settlement" as const }, floor },
  };
  return { kind: "ledger", transaction, approval: { orgId, approvalId, at: new Date(START_MS + HOUR_MS + late) } };
}

function lockedConversion(random: () => number, world: ControlWorld): ControlledOperation {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  // The same payment again, as after a crash.
  if (random() < 0.15 && world.uses.length > 0) return pick(world.uses);
  const { orgId, orgRateId, fromCurrency, toCurrency } = pick(world.locks);
  const usedBy = newId();
  const amount = Money.ofMinor(BigInt(1 + Math.floor(random() * MAX_AMOUNT)), fromCurrency);
  const target = Money.ofMinor(BigInt(1 + Math.floor(random() * MAX_AMOUNT)), toCurrency);
  const account = pick(world.accounts);
  const postings = [
    { account, amount: amount.negate() },
    { account: { purpose: "fx" as const }, amount },
    { account: { purpose: "fx" as const }, amount: target.negate() },
    { account, amount: target },
  ];
  const at = new Date(START_MS + Math.floor(random() * HOURS) * HOUR_MS);
  const operation: ControlledOperation = {
    kind: "ledger",
    transaction: { ...transactionOf(orgId, usedBy), postings },
    lock: { orgId, orgRateId, usedBy, amount, toCurrency, at },
  };
  if (world.uses.length < REMEMBERED) world.uses.push(operation);
  else world.uses[Math.floor(random() * REMEMBERED)] = operation;
  return operation;
}

function transactionOf(orgId: string, id: string): LedgerTransaction {
  return { orgId, cause: `${id}:controlled`, description: "random", at: new Date(START_MS), postings: [] };
}

/** Only the newest approvals are kept. */
export function rememberApproval(world: ControlWorld, approvalId: string, random: () => number): void {
  if (world.approvals.length < REMEMBERED) world.approvals.push(approvalId);
  else world.approvals[Math.floor(random() * REMEMBERED)] = approvalId;
}
