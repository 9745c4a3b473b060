import Type, { type Static } from "typebox";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { notFound } from "#src/kernel/http/errors.ts";
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

const TAGS = ["Escrow"];
const PATH = "/virtual-accounts/escrow/:escrow_id/milestones";

export function milestoneRoutes(deps: EscrowRouteDeps): (app: App) => void {
  const { db } = deps;
  const release = createReleases(deps);
  const show = ({ escrow, milestone }: Planned) => milestoneRecordOf(escrow, milestone);

  return (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: "listEscrowMilestones",
          summary: "List the milestones of a project, in the order of their sequence",
          tags: TAGS,
          params: schemas.ProjectPath,
          response: { 200: SuccessOf(Type.Array(schemas.Milestone)) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const escrow = await existingEscrow(db, key);
        return success(
          "Milestones",
          escrow.milestones.map((milestone) => milestoneRecordOf(escrow, milestone)),
        );
      },
    );

    app.post(
      PATH,
      {
        schema: {
          operationId: "addEscrowMilestone",
          summary: "Add a milestone to a draft",
          tags: TAGS,
          params: schemas.ProjectPath,
          body: schemas.MilestoneInput,
          response: { 201: SuccessOf(schemas.Milestone) },
        },
      },
      async (request, reply) => {
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
        return reply.code(201).send(success("Milestone added", show(planned)));
      },
    );

    app.get(
      `${PATH}/:milestone_id`,
      {
        schema: {
          operationId: "getEscrowMilestone",
          summary: "Read a milestone",
          tags: TAGS,
          params: schemas.MilestonePath,
          response: { 200: SuccessOf(schemas.Milestone) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const escrow = await existingEscrow(db, key);
        return success("Milestone", milestoneRecordOf(escrow, requireMilestone(escrow, request.params.milestone_id)));
      },
    );

    app.patch(
      `${PATH}/:milestone_id`,
      {
        schema: {
          operationId: "changeEscrowMilestone",
          "x-errors": {
            409: "The milestone's state does not allow the change, or another milestone has this sequence",
          },
          summary: "Change a milestone",
          description: "Amount and sequence can change only while the project is a draft.",
          tags: TAGS,
          params: schemas.MilestonePath,
          body: schemas.MilestonePatch,
          response: { 200: SuccessOf(schemas.Milestone) },
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
        return success(
          "Milestone changed",
          show(
            await changeMilestone(deps, who, key, request.params.milestone_id, {
              label,
              description,
              expectedDisbursement,
              dueDate,
              sequence,
            }),
          ),
        );
      },
    );

    app.delete(
      `${PATH}/:milestone_id`,
      {
        schema: {
          operationId: "removeEscrowMilestone",
          "x-errors": { 409: "The project is no longer a draft" },
          summary: "Remove a milestone from a draft",
          tags: TAGS,
          params: schemas.MilestonePath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        await removeMilestone(deps, who, key, request.params.milestone_id);
        return reply.code(204).send(null);
      },
    );

    app.put(
      `${PATH}/:milestone_id/parties`,
      {
        schema: {
          operationId: "changeEscrowSplits",
          "x-errors": { 409: "The milestone is disbursed or canceled" },
          summary: "Change the shares of several parties at once",
          description:
            "A `parties` wrapper, a single update or a bare array. All shares change or none does. 400: shape, " +
            "unknown share, percentages over 100, fixed shares over the milestone. 404: project, milestone or " +
            "party. " +
            "409: the milestone is disbursed or canceled.",
          tags: TAGS,
          params: schemas.MilestonePath,
          body: schemas.SplitsInput,
          response: { 200: SuccessOf(schemas.Milestone) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success(
          "Shares changed",
          show(await changeSplits(deps, who, key, request.params.milestone_id, splitInputsOf(request.body))),
        );
      },
    );

    app.get(
      `${PATH}/:milestone_id/contract`,
      {
        schema: {
          operationId: "getEscrowContract",
          summary: "Read the contract of a milestone",
          tags: TAGS,
          params: schemas.MilestonePath,
          response: { 200: SuccessOf(schemas.Contract) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const milestone = requireMilestone(await existingEscrow(db, key), request.params.milestone_id);
        if (milestone.contract === null) throw notFound("Contract");
        return success("Contract", contractRecordOf(milestone));
      },
    );

    app.post(
      `${PATH}/:milestone_id/contract`,
      {
        schema: {
          operationId: "submitEscrowContract",
          summary: "Submit the contract of a milestone, or replace it before it is approved",
          tags: TAGS,
          params: schemas.MilestonePath,
          body: schemas.ContractInput,
          response: { 201: SuccessOf(schemas.Milestone) },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        const { title, terms, document_url: documentUrl } = request.body;
        const submitted = await submitContract(deps, who, key, request.params.milestone_id, {
          title: title ?? "Contract",
          terms: terms ?? null,
          documentUrl: documentUrl ?? null,
        });
        return reply.code(201).send(success("Contract submitted", show(submitted)));
      },
    );

    app.post(
      `${PATH}/:milestone_id/contract/approve`,
      {
        schema: {
          operationId: "approveEscrowContract",
          summary: "Approve the contract of a milestone",
          tags: TAGS,
          params: schemas.MilestonePath,
          response: { 200: SuccessOf(schemas.Milestone) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success("Contract approved", show(await approveContract(deps, who, key, request.params.milestone_id)));
      },
    );

    app.post(
      `${PATH}/:milestone_id/release`,
      {
        schema: {
          operationId: "releaseEscrowMilestone",
          summary: "Pay a milestone to its parties",
          description:
            "The milestone must be approved and fully funded, and its shares must cover all of it. Virtual accounts " +
            "are credited at once; beneficiaries get payouts, which are in the project's disbursements.",
          tags: TAGS,
          params: schemas.MilestonePath,
          response: { 200: SuccessOf(schemas.Milestone) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success("Milestone released", show(await release(who, key, request.params.milestone_id)));
      },
    );

    app.post(
      `${PATH}/:milestone_id/cancel`,
      {
        schema: {
          operationId: "cancelEscrowMilestone",
          summary: "Cancel a milestone",
          description:
            "The milestone's money covers later milestones; what is left when none is open goes back to its funders.",
          tags: TAGS,
          params: schemas.MilestonePath,
          body: schemas.ReasonInput,
          response: { 200: SuccessOf(schemas.Milestone) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success(
          "Milestone canceled",
          show(await cancelMilestone(deps, who, key, request.params.milestone_id, request.body?.reason ?? null)),
        );
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
