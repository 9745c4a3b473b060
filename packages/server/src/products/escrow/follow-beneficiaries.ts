import { actorOf } from "#src/record/audit/index.ts";
import { lockLedger } from "#src/record/ledger/index.ts";
import type { WriteDeps } from "#src/parties/beneficiaries/index.ts";
import { isOpen } from "./escrow.ts";
import { writeReplanned } from "./guard-milestone.ts";
import { findProjectsPaying, lockEscrows, lockProjects } from "./queries.ts";

/** Projects held in memory with all their parts. */
const PROJECTS_AT_ONCE = 20;

/**
 * A milestone's approval covers the account that the milestone pays. When a beneficiary gets another account, every
 * approval that would pay it is withdrawn, as if its party had got another destination, and the person who changed it
 * counts as a submitter.
 */
export const followAccount: WriteDeps["followAccount"] = async (
  tx,
  { orgId, beneficiaryId, accountSince: at },
  { caller, id: requestId },
) => {
  const who = { orgId, userId: caller.userId, actor: actorOf(caller), keyMadeBy: caller.keyMadeBy, requestId };
  // Under the lock of the ledger, like everybody who locks several projects.
  await lockLedger(tx, orgId);
  const keys = await findProjectsPaying(tx, orgId, beneficiaryId);
  await lockProjects(tx, keys);
  for (let from = 0; from < keys.length; from += PROJECTS_AT_ONCE) {
    for (const escrow of (await lockEscrows(tx, keys.slice(from, from + PROJECTS_AT_ONCE))).values()) {
      const parties = new Set(
        escrow.parties.filter((party) => party.beneficiaryId === beneficiaryId).map(({ partyId }) => partyId),
      );
      const paysIt = escrow.milestones.filter(
        (one) => isOpen(one) && one.contract !== null && one.splits.some(({ partyId }) => parties.has(partyId)),
      );
      if (paysIt.length > 0) await writeReplanned(tx, escrow, who, paysIt, at);
    }
  }
};
