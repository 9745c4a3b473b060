import { isDeepStrictEqual } from "node:util";
import { Decimal } from "@corridor/base/decimal.ts";
import { conflict, invalidField } from "#src/kernel/http/errors.ts";
import { readDecimal, readMoney } from "#src/kernel/http/schemas.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Planned,
  type Requester,
  requireMilestone,
  requireParty,
} from "./change-escrow.ts";
import { type Escrow, isOpen, type Milestone, type Split } from "./escrow.ts";
import { writeReplanned } from "./guard-milestone.ts";
import { problemOfShares, type SplitType } from "./split-amount.ts";

/** The type may be omitted for a party that already has a share: it keeps its type. */
export type SplitInput = { party_id: string; split_type?: SplitType; split_value: number };

const MAX_PERCENT_DECIMALS = 6;

/** Changes the shares of several parties on a milestone, or none. An approval covers only the old shares. */
export async function changeSplits(
  deps: EscrowDeps,
  who: Requester,
  milestoneId: string,
  inputs: readonly SplitInput[],
): Promise<Planned> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const before = requireMilestone(escrow, milestoneId);
    if (!isOpen(before)) throw conflict(`The milestone is ${before.status}; its shares cannot change any more`);
    const splits = splitsAfter(escrow, before, inputs);
    const [from, to] = [auditOfSplits(before.splits), auditOfSplits(splits)];
    if (isDeepStrictEqual(from, to)) return { escrow, milestone: before };
    const after = await writeReplanned(tx, escrow, who, [{ ...before, splits }], at);
    await auditEscrow(tx, who, "splits_changed", { milestone_id: before.milestoneId, from, to }, at);
    return { escrow: after, milestone: requireMilestone(after, before.milestoneId) };
  });
}

/** The milestone's shares after the change, or the error for the caller. Pure. */
export function splitsAfter(escrow: Escrow, milestone: Milestone, inputs: readonly SplitInput[]): Split[] {
  const splits = new Map(milestone.splits.map((split) => [split.partyId, split]));
  const seen = new Set<string>();
  for (const [index, input] of inputs.entries()) {
    const path = `parties.${index}`;
    const { partyId } = requireParty(escrow, input.party_id);
    if (seen.has(partyId)) throw invalidField(`${path}.party_id`, "is named twice");
    seen.add(partyId);
    const type = input.split_type ?? splits.get(partyId)?.type;
    if (type === undefined)
      throw invalidField(`${path}.party_id`, "has no share of this milestone yet; send split_type to add one");
    const value = readValue(input.split_value, type, milestone.amount.currency, `${path}.split_value`);
    splits.set(partyId, { partyId, type, value });
  }
  const after = [...splits.values()];
  const problem = problemOfShares(milestone.amount, after);
  if (problem !== null) throw invalidField("parties", problem);
  return after;
}

function readValue(value: number, type: SplitType, currency: string, path: string): Decimal {
  if (!Number.isFinite(value) || value < 0) throw invalidField(path, "must be zero or more");
  if (type === "percentage") return readDecimal(value, path, MAX_PERCENT_DECIMALS);
  return value === 0 ? Decimal.ZERO : Decimal.parse(readMoney(value, currency, path).toDatabase());
}

export function auditOfSplits(splits: readonly Split[]): object[] {
  return splits.map(({ partyId, type, value }) => ({
    party_id: partyId,
    split_type: type,
    split_value: value.toString(),
  }));
}
