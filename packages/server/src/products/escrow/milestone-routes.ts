import Type, { type Static } from "typebox";
import { notFound } from "#src/kernel/http/errors.ts";
import { created, nothing, ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { newId } from "@corridor/base/ids.ts";
import { existingEscrow, requireMilestone } from "./change-escrow.ts";
import { changeSplits, type SplitInput } from "./change-splits.ts";
import { cancelMilestone } from "./end-project.ts";
import { contractRecordOf, milestoneRecordOf } from "./escrow-records.ts";
import { approveContract, submitContract } from "./handle-contract.ts";
import { addMilestone, changeMilestone, type Planned, removeMilestone } from "./plan-milestones.ts";
import { type EscrowRouteDeps, projectFor } from "./project-of-request.ts";
import { createReleases } from "./release-milestone.ts";
import * as schemas from "./schemas.ts";

const TAG = "Escrow";
const PATH = "/virtual-accounts/escrow/:escrow_id/milestones";

export function milestoneRoutes(deps: EscrowRouteDeps): (app: App) => void {
  const { db } = deps;
  const release = createReleases(deps);
  const show = ({ escrow, milestone }: Planned) => milestoneRecordOf(escrow, milestone);

  return (app) => {
    const on = operations(app, TAG);
    on(
      `GET ${PATH}`,
      {
        id: "listEscrowMilestones",
        summary: "List the milestones of a project, in the order of their sequence",
        params: schemas.ProjectPath,
        answer: ok("Milestones", Type.Array(schemas.Milestone)),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const escrow = await existingEscrow(db, key);
        return escrow.milestones.map((milestone) => milestoneRecordOf(escrow, milestone));
      },
    );

    on(
      `POST ${PATH}`,
      {
        id: "addEscrowMilestone",
        summary: "Add a milestone to a draft",
        params: schemas.ProjectPath,
        body: schemas.MilestoneInput,
        answer: created("Milestone added", schemas.Milestone),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const {
          label,
          description,
          expected_disbursement: expectedDisbursement,
          due_date: dueDate,
          sequence,
          parties,
        } = request.body;
        const planned = await addMilestone(deps, who, key.escrowId, request.idempotencyId ?? newId(), {
          label,
          description: description ?? null,
          expectedDisbursement,
          dueDate: dueDate ?? null,
          sequence: sequence ?? null,
          splits: (parties ?? []).map(splitInputOf),
        });
        return show(planned);
      },
    );

    on(
      `GET ${PATH}/:milestone_id`,
      {
        id: "getEscrowMilestone",
        summary: "Read a milestone",
        params: schemas.MilestonePath,
        answer: ok("Milestone", schemas.Milestone),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const escrow = await existingEscrow(db, key);
        return milestoneRecordOf(escrow, requireMilestone(escrow, request.params.milestone_id));
      },
    );

    on(
      `PATCH ${PATH}/:milestone_id`,
      {
        id: "changeEscrowMilestone",
        summary: "Change a milestone",
        description: "Amount and sequence can change only while the project is a draft.",
        params: schemas.MilestonePath,
        body: schemas.MilestonePatch,
        answer: ok("Milestone changed", schemas.Milestone),
        errors: {
          409: "The milestone's state does not allow the change, or another milestone has this sequence",
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const {
          label,
          description,
          expected_disbursement: expectedDisbursement,
          due_date: dueDate,
          sequence,
        } = request.body;
        return show(
          await changeMilestone(deps, who, key, request.params.milestone_id, {
            label,
            description,
            expectedDisbursement,
            dueDate,
            sequence,
          }),
        );
      },
    );

    on(
      `DELETE ${PATH}/:milestone_id`,
      {
        id: "removeEscrowMilestone",
        summary: "Remove a milestone from a draft",
        params: schemas.MilestonePath,
        answer: nothing,
        errors: { 409: "The project is no longer a draft" },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        await removeMilestone(deps, who, key, request.params.milestone_id);
      },
    );

    on(
      `PUT ${PATH}/:milestone_id/parties`,
      {
        id: "changeEscrowSplits",
        summary: "Change the shares of several parties at once",
        description:
          "A `parties` wrapper, a single update or a bare array. All shares change or none does. 400: shape, " +
          "unknown share, percentages over 100, fixed shares over the milestone. 404: project, milestone or " +
          "party. " +
          "409: the milestone is disbursed or canceled.",
        params: schemas.MilestonePath,
        body: schemas.SplitsInput,
        answer: ok("Shares changed", schemas.Milestone),
        errors: { 409: "The milestone is disbursed or canceled" },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return show(await changeSplits(deps, who, key, request.params.milestone_id, splitInputsOf(request.body)));
      },
    );

    on(
      `GET ${PATH}/:milestone_id/contract`,
      {
        id: "getEscrowContract",
        summary: "Read the contract of a milestone",
        params: schemas.MilestonePath,
        answer: ok("Contract", schemas.Contract),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const milestone = requireMilestone(await existingEscrow(db, key), request.params.milestone_id);
        if (milestone.contract === null) throw notFound("Contract");
        return contractRecordOf(milestone);
      },
    );

    on(
      `POST ${PATH}/:milestone_id/contract`,
      {
        id: "submitEscrowContract",
        summary: "Submit the contract of a milestone, or replace it before it is approved",
        params: schemas.MilestonePath,
        body: schemas.ContractInput,
        answer: created("Contract submitted", schemas.Milestone),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { title, terms, document_url: documentUrl } = request.body;
        const submitted = await submitContract(deps, who, key, request.params.milestone_id, {
          title: title ?? "Contract",
          terms: terms ?? null,
          documentUrl: documentUrl ?? null,
        });
        return show(submitted);
      },
    );

    on(
      `POST ${PATH}/:milestone_id/contract/approve`,
      {
        id: "approveEscrowContract",
        summary: "Approve the contract of a milestone",
        params: schemas.MilestonePath,
        answer: ok("Contract approved", schemas.Milestone),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return show(await approveContract(deps, who, key, request.params.milestone_id));
      },
    );

    on(
      `POST ${PATH}/:milestone_id/release`,
      {
        id: "releaseEscrowMilestone",
        summary: "Pay a milestone to its parties",
        description:
          "The milestone must be approved and fully funded, and its shares must cover all of it. Virtual accounts " +
          "are credited at once; beneficiaries get payouts, which are in the project's disbursements.",
        params: schemas.MilestonePath,
        answer: ok("Milestone released", schemas.Milestone),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return show(await release(who, key, request.params.milestone_id));
      },
    );

    on(
      `POST ${PATH}/:milestone_id/cancel`,
      {
        id: "cancelEscrowMilestone",
        summary: "Cancel a milestone",
        description:
          "The milestone's money covers later milestones; what is left when none is open goes back to its funders.",
        params: schemas.MilestonePath,
        body: schemas.ReasonInput,
        answer: ok("Milestone canceled", schemas.Milestone),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return show(await cancelMilestone(deps, who, key, request.params.milestone_id, request.body?.reason ?? null));
      },
    );
  };
}

function splitInputsOf(body: Static<typeof schemas.SplitsInput>): SplitInput[] {
  if (Array.isArray(body)) return body.map(splitInputOf);
  return "parties" in body ? body.parties.map(splitInputOf) : [splitInputOf(body)];
}

function splitInputOf(split: { party_id: string; split_type?: SplitInput["type"]; split_value: number }): SplitInput {
  return {
    partyId: split.party_id,
    value: split.split_value,
    ...(split.split_type === undefined ? {} : { type: split.split_type }),
  };
}
