import type {
  ControlledOperation,
  ApprovalDecisionOperation,
  ApprovalRequestOperation,
  LockGate,
  LockReleaseOperation,
  RandomLock,
} from "./random-controls.ts";

/**
 * A second, simple implementation of rate locks and approvals that shares no code with the product. Like the model of
 * the ledger it runs inside the database transaction, while the deciding rows are locked.
 */
type Lock = RandomLock & { usedBy: string | null; counted: bigint };
type ReferenceApproval = {
  excluded: readonly string[];
  needed: number;
  platformOnly: boolean;
  decidedBy: string[];
  status: string;
  createdMs: number;
};

/** US dollars are counted with this many decimals, more than any amount times any price has. */
const USD_SCALE = 24;
const GOOD_FOR_MS = 7 * 86_400_000;

export class ReferenceControls {
  readonly locks = new Map<string, Lock>();
  readonly exposures = new Map<string, bigint>();
  readonly approvals = new Map<string, ReferenceApproval>();
  readonly #maxHourly: bigint;

  constructor(locks: readonly RandomLock[], maxHourlyUsd: number) {
    for (const lock of locks) this.locks.set(lock.orgRateId, { ...lock, usedBy: null, counted: 0n });
    this.#maxHourly = BigInt(maxHourlyUsd) * 10n ** BigInt(USD_SCALE);
  }

  static usdOf(text: string): bigint {
    const [whole, fraction = ""] = text.split(".");
    return BigInt(whole! + fraction.padEnd(USD_SCALE, "0"));
  }

  /** Why each operation of a batch is refused, or null. The first use of a lock gets it, if its hour has room. */
  refusals(batch: readonly ControlledOperation[]): (string | null)[] {
    const taken = new Map<string, string>();
    const added = new Map<string, bigint>();
    const used = new Set<string>();
    return batch.map(({ lock: gate, approval }) => {
      if (approval !== undefined) {
        if (used.has(approval.approvalId) || !this.#isUsable(approval.approvalId, approval.at))
          return "approval refused";
        used.add(approval.approvalId);
      }
      if (gate === undefined) return null;
      const lock = this.locks.get(gate.orgRateId)!;
      const holder = lock.usedBy ?? taken.get(gate.orgRateId) ?? null;
      if (holder === gate.usedBy) return null;
      if (holder !== null) return "rate_used";
      const more = this.#moreThanCounted(gate, lock);
      const hour = hourOf(gate);
      const together = (this.exposures.get(hour) ?? 0n) + (added.get(hour) ?? 0n) + more;
      if (more > 0n && together > this.#maxHourly) return "rate_limit";
      added.set(hour, (added.get(hour) ?? 0n) + more);
      taken.set(gate.orgRateId, gate.usedBy);
      return null;
    });
  }

  /** Every operation that was allowed consumes an approval; only a posted operation consumes a lock. */
  apply({ lock: gate, approval }: ControlledOperation, isPosted: boolean): void {
    if (approval !== undefined) this.approvals.get(approval.approvalId)!.status = "used";
    if (gate === undefined || !isPosted) return;
    const lock = this.locks.get(gate.orgRateId)!;
    const more = this.#moreThanCounted(gate, lock);
    this.exposures.set(hourOf(gate), (this.exposures.get(hourOf(gate)) ?? 0n) + more);
    lock.counted += more;
    lock.usedBy = gate.usedBy;
  }

  release({ orgRateId, usedBy }: LockReleaseOperation): boolean {
    const lock = this.locks.get(orgRateId)!;
    if (lock.usedBy !== usedBy) return false;
    lock.usedBy = null;
    return true;
  }

  request(approvalId: string, { requestedBy, keyMadeBy, needed, platformOnly, at }: ApprovalRequestOperation): void {
    this.approvals.set(approvalId, {
      excluded: [requestedBy, keyMadeBy],
      needed,
      platformOnly,
      decidedBy: [],
      status: "pending",
      createdMs: at.getTime(),
    });
  }

  decide({ approvalId, userId, isPlatformAdmin, decision }: ApprovalDecisionOperation): string {
    const approval = this.approvals.get(approvalId)!;
    if (approval.status !== "pending") return "409";
    if (
      approval.excluded.includes(userId) ||
      approval.decidedBy.includes(userId) ||
      (approval.platformOnly && !isPlatformAdmin)
    )
      return "403";
    approval.decidedBy.push(userId);
    if (decision === "reject") approval.status = "rejected";
    else if (approval.decidedBy.length === approval.needed) approval.status = "approved";
    return approval.status;
  }

  #isUsable(approvalId: string, at: Date): boolean {
    const approval = this.approvals.get(approvalId);
    return approval?.status === "approved" && approval.createdMs > at.getTime() - GOOD_FOR_MS;
  }

  #moreThanCounted({ amount }: LockGate, { usdPerUnit, counted }: Lock): bigint {
    const [whole, fraction = ""] = usdPerUnit.split(".");
    const worth = amount.minor * BigInt(whole! + fraction) * 10n ** BigInt(USD_SCALE - amount.scale - fraction.length);
    return worth > counted ? worth - counted : 0n;
  }
}

function hourOf({ orgId, amount, toCurrency, at }: LockGate): string {
  return [orgId, amount.currency, toCurrency, Math.floor(at.getTime() / 3_600_000)].join("/");
}
