import Type from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import { initiationResponseOf } from "#src/payments/wire/index.ts";
import { organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { type List, mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import { OneOf } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { existingEscrow } from "./change-escrow.ts";
import { cancelProject } from "./end-project.ts";
import { DISBURSEMENT_STATUSES, hasReleasedTo, PROJECT_STATUSES } from "./escrow.ts";
import { guardReleased, guardRetry } from "./guard-milestone.ts";
import {
  disbursementRecordOf,
  escrowRecordOf,
  fundingRecordOf,
  partyRecordOf,
  projectRecordOf,
} from "./escrow-records.ts";
import { fundByPayin, fundFromAccount } from "./fund-project.ts";
import { milestoneRoutes } from "./milestone-routes.ts";
import { listDisbursements, listFundings } from "./money-queries.ts";
import { addParty, changeParty, removeParty, requireParty } from "./plan-parties.ts";
import { activateProject, changeProject, createProject, removeProject } from "./plan-project.ts";
import { type EscrowRouteDeps, projectFor } from "./project-of-request.ts";
import { listProjects } from "./queries.ts";
import { redirectDisbursement, requireFailed, retryDisbursement, returnDisbursement } from "./resolve-disbursement.ts";
import * as schemas from "./schemas.ts";

const TAGS = ["Escrow"];
const PROJECT_LIST = { name: "escrow-projects", cursorName: "last_evaluated_key" } as const satisfies List;

export function escrowRoutes(deps: EscrowRouteDeps): (app: App) => void {
  const { db } = deps;

  return (app) => {
    milestoneRoutes(deps)(app);

    app.get(
      "/virtual-accounts/escrow",
      {
        schema: {
          operationId: "listEscrowProjects",
          summary: "List escrow projects",
          tags: TAGS,
          querystring: Type.Object({
            org_id: Type.Optional(Type.String({ description: "For the platform" })),
            status: Type.Optional(OneOf(PROJECT_STATUSES)),
            ...pageQuery(),
          }),
          response: { 200: ListOf(schemas.Project) },
        },
      },
      async (request) => {
        const { org_id: orgId, status } = request.query;
        if (orgId !== undefined && !isId(orgId)) throw notFound("Organization");
        const scope = scopeOf(request.caller, orgId?.toLowerCase());
        const page = readPage(request, PROJECT_LIST, scope);
        const rows = await listProjects(db, scope, status ?? null, page.after?.[0] ?? null, page.limit + 1);
        return listOf(
          "Escrow projects",
          mapPage(
            pageOf(rows, page, (row) => [row.escrowId]),
            projectRecordOf,
          ),
        );
      },
    );

    app.post(
      "/virtual-accounts/escrow",
      {
        schema: {
          operationId: "createEscrowProject",
          summary: "Create an escrow project, as a draft",
          tags: TAGS,
          body: schemas.ProjectInput,
          response: { 201: SuccessOf(schemas.ProjectWithParts) },
        },
      },
      async (request, reply) => {
        const { body, caller } = request;
        if (body.org_id !== undefined && !isId(body.org_id)) throw notFound("Organization");
        const who = {
          orgId: organizationOf(caller, body.org_id?.toLowerCase()),
          userId: caller.userId,
          actor: actorOf(caller),
          requestId: request.id,
        };
        const escrow = await createProject(deps, who, request.idempotencyId ?? newId(), {
          title: body.title,
          description: body.description ?? null,
          currency: body.currency,
          totalAmount: body.total_amount,
        });
        return reply.code(201).send(success("Escrow project created", escrowRecordOf(escrow)));
      },
    );

    app.get(
      "/virtual-accounts/escrow/:escrow_id",
      {
        schema: {
          operationId: "getEscrowProject",
          summary: "Read an escrow project with its parties and milestones",
          tags: TAGS,
          params: schemas.ProjectPath,
          response: { 200: SuccessOf(schemas.ProjectWithParts) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        return success("Escrow project", escrowRecordOf(await existingEscrow(db, key)));
      },
    );

    app.patch(
      "/virtual-accounts/escrow/:escrow_id",
      {
        schema: {
          operationId: "changeEscrowProject",
          "x-errors": { 409: "The project's status does not allow the change" },
          summary: "Change an escrow project",
          description: "`total_amount` can change only while the project is a draft.",
          tags: TAGS,
          params: schemas.ProjectPath,
          body: schemas.ProjectPatch,
          response: { 200: SuccessOf(schemas.ProjectWithParts) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { title, description, total_amount: totalAmount } = request.body;
        return success(
          "Escrow project changed",
          escrowRecordOf(await changeProject(deps, who, key.escrowId, { title, description, totalAmount })),
        );
      },
    );

    app.delete(
      "/virtual-accounts/escrow/:escrow_id",
      {
        schema: {
          operationId: "deleteEscrowProject",
          "x-errors": { 409: "The project is no longer a draft" },
          summary: "Delete a draft",
          tags: TAGS,
          params: schemas.ProjectPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        await removeProject(deps, who, key.escrowId);
        return reply.code(204).send(null);
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/activate",
      {
        schema: {
          operationId: "activateEscrowProject",
          summary: "Activate a draft: its amounts are fixed, and it accepts money",
          tags: TAGS,
          params: schemas.ProjectPath,
          response: { 200: SuccessOf(schemas.ProjectWithParts) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success("Escrow project activated", escrowRecordOf(await activateProject(deps, who, key)));
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/cancel",
      {
        schema: {
          operationId: "cancelEscrowProject",
          summary: "Cancel a project; money that was not released goes back to its funders",
          tags: TAGS,
          params: schemas.ProjectPath,
          body: schemas.ReasonInput,
          response: { 200: SuccessOf(schemas.ProjectWithParts) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return success(
          "Escrow project canceled",
          escrowRecordOf(await cancelProject(deps, who, key, request.body?.reason ?? null)),
        );
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/fund",
      {
        schema: {
          "x-errors": {
            422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
            502: "Every provider of the route refused the payment (ALL_PROVIDERS_FAILED)",
          },
          operationId: "fundEscrowProject",
          summary: "Put money into an active project",
          description:
            "The money comes from a virtual account (account_id) at once, or from a payin (payment), which counts " +
            "when it completes. It covers milestones in the order of their sequence.",
          tags: TAGS,
          params: schemas.ProjectPath,
          body: schemas.FundInput,
          response: { 201: SuccessOf(schemas.FundingAnswer) },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        const { amount, account_id: accountId, payment: payin } = request.body;
        if ((accountId == null) === (payin == null))
          throw invalidField("account_id", "send either account_id or payment: where the money comes from");
        const fundingId = request.idempotencyId ?? newId();
        if (accountId != null) {
          const { funding, escrow } = await fundFromAccount(deps, who, key, { fundingId, accountId, amount });
          return reply
            .code(201)
            .send(success("Escrow project funded", { ...fundingRecordOf(funding), escrow: escrowRecordOf(escrow) }));
        }
        const { funding, escrow, payment } = await fundByPayin(deps, who, key, { fundingId, amount, payment: payin! });
        const answer = {
          ...fundingRecordOf(funding),
          escrow: escrowRecordOf(escrow),
          payment: initiationResponseOf(payment, "The project is funded when this payment completes"),
        };
        return reply.code(201).send(success("Funding started", answer));
      },
    );

    app.get(
      "/virtual-accounts/escrow/:escrow_id/fundings",
      {
        schema: {
          operationId: "listEscrowFundings",
          summary: "List the fundings of a project",
          tags: TAGS,
          params: schemas.ProjectPath,
          querystring: Type.Object(pageQuery()),
          response: { 200: ListOf(schemas.Funding) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const page = readPage(
          request,
          { name: `escrow-fundings/${key.escrowId}`, cursorName: "last_evaluated_key" },
          key,
        );
        const rows = await listFundings(db, key, page.after?.[0] ?? null, page.limit + 1);
        return listOf(
          "Fundings",
          mapPage(
            pageOf(rows, page, (row) => [row.fundingId]),
            fundingRecordOf,
          ),
        );
      },
    );

    app.get(
      "/virtual-accounts/escrow/:escrow_id/disbursements",
      {
        schema: {
          operationId: "listEscrowDisbursements",
          summary: "List the disbursements of a project: shares and refunds",
          tags: TAGS,
          params: schemas.ProjectPath,
          querystring: Type.Object({
            milestone_id: Type.Optional(Type.String()),
            status: Type.Optional(OneOf(DISBURSEMENT_STATUSES)),
            ...pageQuery(),
          }),
          response: { 200: ListOf(schemas.Disbursement) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const { milestone_id: milestoneId, status } = request.query;
        if (milestoneId !== undefined && !isId(milestoneId)) throw invalidField("milestone_id", "must be an id");
        const page = readPage(
          request,
          { name: `escrow-disbursements/${key.escrowId}`, cursorName: "last_evaluated_key" },
          key,
        );
        const rows = await listDisbursements(
          db,
          key,
          { milestoneId: milestoneId ?? null, status: status ?? null },
          page.after?.[0] ?? null,
          page.limit + 1,
        );
        return listOf(
          "Disbursements",
          mapPage(
            pageOf(rows, page, (row) => [row.disbursementId]),
            disbursementRecordOf,
          ),
        );
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
      {
        schema: {
          operationId: "retryEscrowDisbursement",
          summary: "Retry a failed payout or refund",
          description:
            "The money goes to the party's current beneficiary or virtual account; a refund goes to its payer. 409: " +
            "the disbursement has not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a " +
            "release, the beneficiary's account was changed since then, and nobody else has approved this.",
          tags: TAGS,
          params: schemas.DisbursementPath,
          response: { 200: SuccessOf(schemas.Disbursement) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { disbursement_id } = request.params;
        await guardRetry(deps, request.caller, key, await requireFailed(db, key, disbursement_id));
        return success(
          "Disbursement started",
          disbursementRecordOf(await retryDisbursement(deps, who, key, disbursement_id)),
        );
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
      {
        schema: {
          operationId: "redirectEscrowDisbursement",
          summary: "Redirect a failed payout or refund",
          description:
            "The money goes to another beneficiary or virtual account of the organization: exactly one of the two, " +
            "in the project's currency. 409: the disbursement has not failed, or (`APPROVAL_REQUIRED`) the " +
            "organization separates the steps of a release and nobody else has approved this.",
          tags: TAGS,
          params: schemas.DisbursementPath,
          body: schemas.RedirectInput,
          response: { 200: SuccessOf(schemas.Disbursement) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const to = { beneficiaryId: request.body.beneficiary_id ?? null, accountId: request.body.account_id ?? null };
        const { disbursement_id } = request.params;
        await requireFailed(db, key, disbursement_id);
        await guardReleased(deps, request.caller, key.orgId, {
          escrow_id: key.escrowId,
          disbursement_id,
          beneficiary_id: to.beneficiaryId,
          account_id: to.accountId,
        });
        return success(
          "Disbursement started",
          disbursementRecordOf(await redirectDisbursement(deps, who, key, disbursement_id, to)),
        );
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund",
      {
        schema: {
          operationId: "refundEscrowDisbursement",
          summary: "Return an unpayable share to the project's funders",
          description:
            "Only for a failed payout, which becomes `returned`. The refunds go to the latest funding first. 409: " +
            "the payout has not failed, or it is itself a refund.",
          tags: TAGS,
          params: schemas.DisbursementPath,
          body: schemas.ReasonInput,
          response: { 200: SuccessOf(schemas.ReturnedDisbursement) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { disbursement, refunds } = await returnDisbursement(
          deps,
          who,
          key,
          request.params.disbursement_id,
          request.body?.reason ?? null,
        );
        return success("Share returned", {
          ...disbursementRecordOf(disbursement),
          refunds: refunds.map(disbursementRecordOf),
        });
      },
    );

    app.get(
      "/virtual-accounts/escrow/:escrow_id/parties",
      {
        schema: {
          operationId: "listEscrowParties",
          summary: "List the parties of a project",
          tags: TAGS,
          params: schemas.ProjectPath,
          response: { 200: SuccessOf(Type.Array(schemas.Party)) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        return success("Parties", (await existingEscrow(db, key)).parties.map(partyRecordOf));
      },
    );

    app.post(
      "/virtual-accounts/escrow/:escrow_id/parties",
      {
        schema: {
          operationId: "addEscrowParty",
          summary: "Add a party",
          description:
            "A party is paid to a beneficiary or to a virtual account: exactly one of the two, in the project's " +
            "currency.",
          tags: TAGS,
          params: schemas.ProjectPath,
          body: schemas.PartyInput,
          response: { 201: SuccessOf(schemas.Party) },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        const { name, role, email, beneficiary_id: beneficiaryId, account_id: accountId } = request.body;
        const party = await addParty(deps, who, key.escrowId, request.idempotencyId ?? newId(), {
          name,
          role,
          email: email ?? null,
          beneficiaryId: beneficiaryId ?? null,
          accountId: accountId ?? null,
        });
        return reply.code(201).send(success("Party added", partyRecordOf(party)));
      },
    );

    app.get(
      "/virtual-accounts/escrow/:escrow_id/parties/:party_id",
      {
        schema: {
          operationId: "getEscrowParty",
          summary: "Read a party",
          tags: TAGS,
          params: schemas.PartyPath,
          response: { 200: SuccessOf(schemas.Party) },
        },
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        return success("Party", partyRecordOf(requireParty(await existingEscrow(db, key), request.params.party_id)));
      },
    );

    app.patch(
      "/virtual-accounts/escrow/:escrow_id/parties/:party_id",
      {
        schema: {
          operationId: "changeEscrowParty",
          "x-errors": { 409: "The state of the project, a share or the virtual account does not allow the change" },
          summary: "Change a party, or where it is paid to",
          tags: TAGS,
          params: schemas.PartyPath,
          body: schemas.PartyPatch,
          response: { 200: SuccessOf(schemas.Party) },
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { beneficiary_id: beneficiaryId, account_id: accountId, ...words } = request.body;
        const change = {
          ...words,
          ...(beneficiaryId === undefined ? {} : { beneficiaryId }),
          ...(accountId === undefined ? {} : { accountId }),
        };
        const isReleased =
          (beneficiaryId ?? accountId) != null && hasReleasedTo(await existingEscrow(db, key), request.params.party_id);
        if (isReleased)
          await guardReleased(deps, request.caller, key.orgId, {
            escrow_id: key.escrowId,
            party_id: request.params.party_id,
            beneficiary_id: beneficiaryId ?? null,
            account_id: accountId ?? null,
          });
        return success(
          "Party changed",
          partyRecordOf(await changeParty(deps, who, key, request.params.party_id, change, isReleased)),
        );
      },
    );

    app.delete(
      "/virtual-accounts/escrow/:escrow_id/parties/:party_id",
      {
        schema: {
          operationId: "removeEscrowParty",
          "x-errors": { 409: "The party has a share of a milestone" },
          summary: "Remove a party that has no share of any milestone",
          tags: TAGS,
          params: schemas.PartyPath,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        const { who, key } = await projectFor(db, request);
        await removeParty(deps, who, key, request.params.party_id);
        return reply.code(204).send(null);
      },
    );
  };
}
