import { notFound } from "#src/kernel/http/errors.ts";
import { created, list, nothing, ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { existingEscrow, type Planned, requesterOf, requireMilestone } from "./change-escrow.ts";
import { changeSplits } from "./change-splits.ts";
import { cancelMilestone } from "./end-project.ts";
import { contractRecordOf, milestoneRecordOf } from "./escrow-records.ts";
import { approveContract, submitContract } from "./handle-contract.ts";
import { addMilestone, changeMilestone, removeMilestone } from "./plan-milestones.ts";
import { createReleases, type ReleaseDeps } from "./release-milestone.ts";
import * as schemas from "./schemas.ts";

const PATH = "/virtual-accounts/escrow/:escrow_id/milestones";

export function milestoneRoutes(deps: ReleaseDeps): (app: App) => void {
  const { db } = deps;
  const release = createReleases(deps);
  const show = ({ escrow, milestone }: Planned) => milestoneRecordOf(escrow, milestone);

  return (app) => {
    const on = operations(app, "Escrow");
    on(`GET ${PATH}`, {
      id: "listEscrowMilestones",
      summary: "List the milestones of a project, in the order of their sequence",
      answer: list("Milestones", schemas.Milestone),
      handle: async (request) => {
        const escrow = await existingEscrow(db, await requesterOf(db, request));
        return escrow.milestones.map((milestone) => show({ escrow, milestone }));
      },
    });

    on(`POST ${PATH}`, {
      id: "addEscrowMilestone",
      summary: "Add a milestone to a draft",
      body: schemas.MilestoneInput,
      answer: created("Milestone added", schemas.Milestone),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return show(await addMilestone(deps, who, request.idempotencyId ?? newId(), request.body));
      },
    });

    on(`GET ${PATH}/:milestone_id`, {
      id: "getEscrowMilestone",
      summary: "Read a milestone",
      answer: ok("Milestone", schemas.Milestone),
      handle: async (request) => {
        const escrow = await existingEscrow(db, await requesterOf(db, request));
        return show({ escrow, milestone: requireMilestone(escrow, request.params.milestone_id) });
      },
    });

    on(`PATCH ${PATH}/:milestone_id`, {
      id: "changeEscrowMilestone",
      summary: "Change a milestone",
      description: "Amount and sequence can change only while the project is a draft.",
      body: schemas.MilestonePatch,
      answer: ok("Milestone changed", schemas.Milestone),
      errors: { 409: "The milestone's state does not allow the change, or another milestone has this sequence" },
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return show(await changeMilestone(deps, who, request.params.milestone_id, request.body));
      },
    });

    on(`DELETE ${PATH}/:milestone_id`, {
      id: "removeEscrowMilestone",
      summary: "Remove a milestone from a draft",
      answer: nothing,
      errors: { 409: "The project is no longer a draft" },
      handle: async (request) => {
        await removeMilestone(deps, await requesterOf(db, request), request.params.milestone_id);
      },
    });

    on(`PUT ${PATH}/:milestone_id/parties`, {
      id: "changeEscrowSplits",
      summary: "Change the shares of several parties at once",
      description:
        "A `parties` wrapper, a single update or a bare array. All shares change or none does. 400: shape, " +
        "unknown share, percentages over 100, fixed shares over the milestone. 404: project, milestone or party.",
      body: schemas.SplitsInput,
      answer: ok("Shares changed", schemas.Milestone),
      errors: { 409: "The milestone is released or canceled" },
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { body } = request;
        const inputs = Array.isArray(body) ? body : "parties" in body ? body.parties : [body];
        return show(await changeSplits(deps, who, request.params.milestone_id, inputs));
      },
    });

    on(`GET ${PATH}/:milestone_id/contract`, {
      id: "getEscrowContract",
      summary: "Read the contract of a milestone",
      answer: ok("Contract", schemas.Contract),
      handle: async (request) => {
        const escrow = await existingEscrow(db, await requesterOf(db, request));
        const milestone = requireMilestone(escrow, request.params.milestone_id);
        if (milestone.contract === null) throw notFound("Contract");
        return contractRecordOf(milestone);
      },
    });

    on(`POST ${PATH}/:milestone_id/contract`, {
      id: "submitEscrowContract",
      summary: "Submit the contract of a milestone, or replace it before it is approved",
      body: schemas.ContractInput,
      answer: created("Contract submitted", schemas.Milestone),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return show(await submitContract(deps, who, request.params.milestone_id, request.body));
      },
    });

    on(`POST ${PATH}/:milestone_id/contract/approve`, {
      id: "approveEscrowContract",
      summary: "Approve the contract of a milestone",
      answer: ok("Contract approved", schemas.Milestone),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return show(await approveContract(deps, who, request.params.milestone_id));
      },
    });

    on(`POST ${PATH}/:milestone_id/release`, {
      id: "releaseEscrowMilestone",
      summary: "Pay a milestone to its parties",
      description:
        "The milestone must be approved and fully funded, and its shares must cover all of it. Virtual accounts " +
        "are credited at once; beneficiaries get payouts, which are in the project's disbursements.",
      answer: ok("Milestone released", schemas.Milestone),
      handle: async (request) => show(await release(await requesterOf(db, request), request.params.milestone_id)),
    });

    on(`POST ${PATH}/:milestone_id/cancel`, {
      id: "cancelEscrowMilestone",
      summary: "Cancel a milestone",
      description: "Its money covers later milestones; what is left at the project's end goes back to its funders.",
      body: schemas.ReasonInput,
      answer: ok("Milestone canceled", schemas.Milestone),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return show(await cancelMilestone(deps, who, request.params.milestone_id, request.body?.reason ?? null));
      },
    });
  };
}
