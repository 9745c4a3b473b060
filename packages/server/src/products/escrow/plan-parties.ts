import { findBeneficiary } from "#src/parties/beneficiaries/index.ts";
import { findVirtualAccount } from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { auditEscrow, changeEscrow, type EscrowDeps, type Requester, requireStatus } from "./change-escrow.ts";
import { type Escrow, hasReleasedTo, isOpen, MAX_PARTIES, type Party } from "./escrow.ts";
import { writeReplanned } from "./guard-milestone.ts";
import { deleteParty, type ProjectKey, writeParty } from "./queries.ts";

/** Exactly one of `beneficiaryId` and `accountId` is set. */
export type PartyDestination = { beneficiaryId: string | null; accountId: string | null };
export type PartyInput = PartyDestination & { name: string; role: string; email: string | null };

export async function addParty(
  deps: EscrowDeps,
  who: Requester,
  escrowId: string,
  partyId: string,
  input: PartyInput,
): Promise<Party> {
  return changeEscrow(deps, { orgId: who.orgId, escrowId }, "plan", async (tx, escrow, at) => {
    const repeated = escrow.parties.find((one) => one.partyId === partyId);
    if (repeated !== undefined) return repeated; // The same request, repeated after a crash.
    requireStatus(escrow, ["draft", "active"], "joined by a party");
    if (escrow.parties.length >= MAX_PARTIES) throw conflict(`A project has at most ${MAX_PARTIES} parties`);
    const party: Party = {
      partyId,
      ...input,
      ...(await destinationOf(tx, escrow, input)),
      createdAt: at,
      updatedAt: at,
    };
    await writeParty(tx, escrow.project, party);
    await auditEscrow(tx, who, "party_added", escrow.project.escrowId, auditOf(party), at);
    return party;
  });
}

/**
 * Changes a party. This is allowed even after the last release: a payout that failed because of a wrong account is
 * retried to the corrected one. Open milestones will then pay the party at the new destination, which nobody has
 * approved yet.
 */
export async function changeParty(
  deps: EscrowDeps,
  who: Requester,
  key: ProjectKey,
  partyId: string,
  change: Partial<PartyInput>,
  /** Whether the caller knew that the party has a share of a released milestone, and got the required approval. */
  isReleased: boolean,
): Promise<Party> {
  return changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const before = requireParty(escrow, partyId);
    const moved = change.beneficiaryId !== undefined || change.accountId !== undefined;
    if (moved && !isReleased && hasReleasedTo(escrow, partyId))
      throw conflict("A share of the party was released meanwhile; try again");
    const merged = {
      ...before,
      ...change,
      ...(moved ? { beneficiaryId: change.beneficiaryId ?? null, accountId: change.accountId ?? null } : {}),
    };
    const party: Party = { ...merged, ...(moved ? await destinationOf(tx, escrow, merged) : {}), updatedAt: at };
    await writeParty(tx, escrow.project, party);
    if (party.beneficiaryId !== before.beneficiaryId || party.accountId !== before.accountId) {
      const paysIt = escrow.milestones.filter(
        (one) => isOpen(one) && one.splits.some((split) => split.partyId === party.partyId),
      );
      await writeReplanned(tx, escrow, who, paysIt, at);
    }
    await auditEscrow(tx, who, "party_changed", escrow.project.escrowId, auditOf(party), at);
    return party;
  });
}

export async function removeParty(deps: EscrowDeps, who: Requester, key: ProjectKey, partyId: string): Promise<void> {
  await changeEscrow(deps, key, "plan", async (tx, escrow, at) => {
    const party = requireParty(escrow, partyId);
    const user = escrow.milestones.find((milestone) =>
      milestone.splits.some((split) => split.partyId === party.partyId),
    );
    if (user !== undefined) throw conflict(`The party has a share of milestone ${user.sequence} (${user.label})`);
    await deleteParty(tx, escrow.project, party.partyId);
    await auditEscrow(tx, who, "party_removed", escrow.project.escrowId, auditOf(party), at);
  });
}

export function requireParty(escrow: Escrow, partyId: string): Party {
  const party = escrow.parties.find((one) => one.partyId === partyId.toLowerCase());
  if (party === undefined) throw notFound("Party");
  return party;
}

/**
 * Where project money may go: one destination, of this organization, in the project's currency. Read over `tx`, never
 * over the pool: callers that wait for the project's lock may hold all connections of the pool, and the lock's holder
 * would then wait for them.
 */
export async function destinationOf(tx: Tx, escrow: Escrow, input: PartyDestination): Promise<PartyDestination> {
  const {
    orgId,
    totalAmount: { currency },
  } = escrow.project;
  if ((input.beneficiaryId === null) === (input.accountId === null))
    throw invalidField("beneficiary_id", "send either beneficiary_id or account_id: where the money goes");
  if (input.beneficiaryId !== null) {
    const beneficiary = await findBeneficiary(tx, orgId, input.beneficiaryId);
    if (beneficiary === undefined) throw notFound("Beneficiary");
    if (beneficiary.currency !== currency)
      throw invalidField("beneficiary_id", `is paid in ${beneficiary.currency}, but the project is in ${currency}`);
    if (beneficiary.bankDetails === null && beneficiary.momoDetails === null)
      throw invalidField("beneficiary_id", "must have a bank or mobile money account");
    return { beneficiaryId: beneficiary.beneficiaryId, accountId: null };
  }
  const account = await findVirtualAccount(tx, orgId, input.accountId!);
  if (account === undefined) throw notFound("Virtual account");
  if (account.currency !== currency)
    throw invalidField("account_id", `is in ${account.currency}, but the project is in ${currency}`);
  if (account.status === "closed") throw conflict("The virtual account is closed");
  return { beneficiaryId: null, accountId: account.accountId };
}

function auditOf(party: Party): object {
  return {
    party_id: party.partyId,
    name: party.name,
    role: party.role,
    email: party.email,
    beneficiary_id: party.beneficiaryId,
    account_id: party.accountId,
  };
}
