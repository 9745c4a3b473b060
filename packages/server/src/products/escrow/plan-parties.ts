import type { Static } from "typebox";
import { findBeneficiary } from "#src/parties/beneficiaries/index.ts";
import { findVirtualAccount } from "#src/products/virtual-accounts/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import {
  auditEscrow,
  changeEscrow,
  type EscrowDeps,
  type Requester,
  requireParty,
  requireStatus,
} from "./change-escrow.ts";
import { type Escrow, hasReleasedTo, isOpen, MAX_PARTIES, type Party } from "./escrow.ts";
import { partyRecordOf } from "./escrow-records.ts";
import { writeReplanned } from "./guard-milestone.ts";
import { deleteParty, writeParty } from "./queries.ts";
import type { PartyInput, PartyPatch } from "./schemas.ts";

export type PartyDestination = Pick<Party, "beneficiaryId" | "accountId">;

export function destinationIn(body: { beneficiary_id?: string | null; account_id?: string | null }): PartyDestination {
  return { beneficiaryId: body.beneficiary_id ?? null, accountId: body.account_id ?? null };
}

export async function addParty(
  deps: EscrowDeps,
  who: Requester,
  partyId: string,
  input: Static<typeof PartyInput>,
): Promise<Party> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const repeated = escrow.parties.find((one) => one.partyId === partyId);
    if (repeated !== undefined) return repeated; // The same request, repeated after a crash.
    requireStatus(escrow, ["draft", "active"], "joined by a party");
    if (escrow.parties.length >= MAX_PARTIES) throw conflict(`A project has at most ${MAX_PARTIES} parties`);
    const { orgId, escrowId } = escrow.project;
    const { name, role, email = null } = input;
    const destination = await destinationOf(tx, escrow, destinationIn(input));
    const party = { orgId, escrowId, partyId, name, role, email, ...destination, createdAt: at, updatedAt: at };
    await writeParty(tx, party);
    await auditEscrow(tx, who, "party_added", auditOf(party), at);
    return party;
  });
}

/**
 * Allowed even after the last release: a payout that failed by a wrong account is retried to the corrected one. Open
 * milestones will then pay the party at the new destination, which nobody has approved yet.
 */
export async function changeParty(
  deps: EscrowDeps,
  who: Requester,
  partyId: string,
  change: Static<typeof PartyPatch>,
  /** Whether the caller knew that the party has a share of a released milestone, and got the required approval. */
  isReleased: boolean,
): Promise<Party> {
  return changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const before = requireParty(escrow, partyId);
    const { beneficiary_id, account_id, ...words } = change;
    const moved = beneficiary_id !== undefined || account_id !== undefined;
    if (moved && !isReleased && hasReleasedTo(escrow, partyId))
      throw conflict("A share of the party was released meanwhile; try again");
    const destination = moved ? await destinationOf(tx, escrow, destinationIn(change)) : {};
    const party: Party = { ...before, ...words, ...destination, updatedAt: at };
    await writeParty(tx, party);
    if (party.beneficiaryId !== before.beneficiaryId || party.accountId !== before.accountId) {
      const paysIt = escrow.milestones.filter(
        (one) => isOpen(one) && one.splits.some((split) => split.partyId === party.partyId),
      );
      await writeReplanned(tx, escrow, who, paysIt, at);
    }
    await auditEscrow(tx, who, "party_changed", auditOf(party), at);
    return party;
  });
}

export async function removeParty(deps: EscrowDeps, who: Requester, partyId: string): Promise<void> {
  await changeEscrow(deps, who, "plan", async (tx, escrow, at) => {
    const party = requireParty(escrow, partyId);
    const user = escrow.milestones.find(({ splits }) => splits.some((split) => split.partyId === party.partyId));
    if (user !== undefined) throw conflict(`The party has a share of milestone ${user.sequence} (${user.label})`);
    await deleteParty(tx, party);
    await auditEscrow(tx, who, "party_removed", auditOf(party), at);
  });
}

/**
 * One destination, of this organization, in the project's currency. Read over `tx`, never over the pool: callers that
 * wait for the project's lock may hold all its connections, and the lock's holder would then wait for them.
 */
export async function destinationOf(tx: Tx, escrow: Escrow, input: PartyDestination): Promise<PartyDestination> {
  const { orgId } = escrow.project;
  const { currency } = escrow.project.totalAmount;
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
  const { created_at: _, updated_at: __, ...audited } = partyRecordOf(party);
  return audited;
}
