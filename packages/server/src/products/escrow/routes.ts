import Type from "typebox";
import { actorOf } from "#src/record/audit/index.ts";
import { initiationResponseOf } from "#src/payments/wire/index.ts";
import { organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { type List, mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import { created, nothing, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { existingEscrow } from "./change-escrow.ts";
import { cancelProject } from "./end-project.ts";
import { hasReleasedTo } from "./escrow.ts";
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
import { DisbursementStatusSchema, EscrowStatusSchema } from "./schemas.ts";

const TAG = "Escrow";
const PROJECT_LIST = { name: "escrow-projects", cursorName: "last_evaluated_key" } as const satisfies List;

export function escrowRoutes(deps: EscrowRouteDeps): (app: App) => void {
  const { db } = deps;

  return (app) => {
    const on = operations(app, TAG);
    milestoneRoutes(deps)(app);

    on(
      "GET /virtual-accounts/escrow",
      {
        id: "listEscrowProjects",
        summary: "List escrow projects",
        query: Type.Object({
          org_id: Type.Optional(Type.String({ description: "For the platform" })),
          status: Type.Optional(EscrowStatusSchema),
          ...pageQuery(),
        }),
        answer: pages("Escrow projects", schemas.Project),
      },
      async (request) => {
        const { org_id: orgId, status } = request.query;
        if (orgId !== undefined && !isId(orgId)) throw notFound("Organization");
        const scope = scopeOf(request.caller, orgId?.toLowerCase());
        const page = readPage(request, PROJECT_LIST, scope);
        const rows = await listProjects(db, scope, status ?? null, page.after?.[0] ?? null, page.limit + 1);
        return mapPage(
          pageOf(rows, page, (row) => [row.escrowId]),
          projectRecordOf,
        );
      },
    );

    on(
      "POST /virtual-accounts/escrow",
      {
        id: "createEscrowProject",
        summary: "Create an escrow project, as a draft",
        body: schemas.ProjectInput,
        answer: created("Escrow project created", schemas.ProjectWithParts),
      },
      async (request) => {
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
        return escrowRecordOf(escrow);
      },
    );

    on(
      "GET /virtual-accounts/escrow/:escrow_id",
      {
        id: "getEscrowProject",
        summary: "Read an escrow project with its parties and milestones",
        params: schemas.ProjectPath,
        answer: ok("Escrow project", schemas.ProjectWithParts),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        return escrowRecordOf(await existingEscrow(db, key));
      },
    );

    on(
      "PATCH /virtual-accounts/escrow/:escrow_id",
      {
        id: "changeEscrowProject",
        summary: "Change an escrow project",
        description: "`total_amount` can change only while the project is a draft.",
        params: schemas.ProjectPath,
        body: schemas.ProjectPatch,
        answer: ok("Escrow project changed", schemas.ProjectWithParts),
        errors: { 409: "The project's status does not allow the change" },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { title, description, total_amount: totalAmount } = request.body;
        return escrowRecordOf(await changeProject(deps, who, key.escrowId, { title, description, totalAmount }));
      },
    );

    on(
      "DELETE /virtual-accounts/escrow/:escrow_id",
      {
        id: "deleteEscrowProject",
        summary: "Delete a draft",
        params: schemas.ProjectPath,
        answer: nothing,
        errors: { 409: "The project is no longer a draft" },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        await removeProject(deps, who, key.escrowId);
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/activate",
      {
        id: "activateEscrowProject",
        summary: "Activate a draft: its amounts are fixed, and it accepts money",
        params: schemas.ProjectPath,
        answer: ok("Escrow project activated", schemas.ProjectWithParts),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return escrowRecordOf(await activateProject(deps, who, key));
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/cancel",
      {
        id: "cancelEscrowProject",
        summary: "Cancel a project; money that was not released goes back to its funders",
        params: schemas.ProjectPath,
        body: schemas.ReasonInput,
        answer: ok("Escrow project canceled", schemas.ProjectWithParts),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        return escrowRecordOf(await cancelProject(deps, who, key, request.body?.reason ?? null));
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/fund",
      {
        id: "fundEscrowProject",
        summary: "Put money into an active project",
        description:
          "The money comes from a virtual account (account_id) at once, or from a payin (payment), which counts " +
          "when it completes. It covers milestones in the order of their sequence.",
        params: schemas.ProjectPath,
        body: schemas.FundInput,
        answer: plain(SuccessOf(schemas.FundingAnswer), 201),
        errors: {
          422: "No provider serves this corridor (ROUTING_CONFIG_NOT_FOUND)",
          502: "Every provider of the route refused the payment (ALL_PROVIDERS_FAILED)",
        },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { amount, account_id: accountId, payment: payin } = request.body;
        if ((accountId == null) === (payin == null))
          throw invalidField("account_id", "send either account_id or payment: where the money comes from");
        const fundingId = request.idempotencyId ?? newId();
        if (accountId != null) {
          const { funding, escrow } = await fundFromAccount(deps, who, key, { fundingId, accountId, amount });
          return success("Escrow project funded", { ...fundingRecordOf(funding), escrow: escrowRecordOf(escrow) });
        }
        const { funding, escrow, payment } = await fundByPayin(deps, who, key, { fundingId, amount, payment: payin! });
        const answer = {
          ...fundingRecordOf(funding),
          escrow: escrowRecordOf(escrow),
          payment: initiationResponseOf(payment, "The project is funded when this payment completes"),
        };
        return success("Funding started", answer);
      },
    );

    on(
      "GET /virtual-accounts/escrow/:escrow_id/fundings",
      {
        id: "listEscrowFundings",
        summary: "List the fundings of a project",
        params: schemas.ProjectPath,
        query: Type.Object(pageQuery()),
        answer: pages("Fundings", schemas.Funding),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        const page = readPage(
          request,
          { name: `escrow-fundings/${key.escrowId}`, cursorName: "last_evaluated_key" },
          key,
        );
        const rows = await listFundings(db, key, page.after?.[0] ?? null, page.limit + 1);
        return mapPage(
          pageOf(rows, page, (row) => [row.fundingId]),
          fundingRecordOf,
        );
      },
    );

    on(
      "GET /virtual-accounts/escrow/:escrow_id/disbursements",
      {
        id: "listEscrowDisbursements",
        summary: "List the disbursements of a project: shares and refunds",
        params: schemas.ProjectPath,
        query: Type.Object({
          milestone_id: Type.Optional(Type.String()),
          status: Type.Optional(DisbursementStatusSchema),
          ...pageQuery(),
        }),
        answer: pages("Disbursements", schemas.Disbursement),
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
        return mapPage(
          pageOf(rows, page, (row) => [row.disbursementId]),
          disbursementRecordOf,
        );
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry",
      {
        id: "retryEscrowDisbursement",
        summary: "Retry a failed payout or refund",
        description:
          "The money goes to the party's current beneficiary or virtual account; a refund goes to its payer. 409: " +
          "the disbursement has not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a " +
          "release, the beneficiary's account was changed since then, and nobody else has approved this.",
        params: schemas.DisbursementPath,
        answer: ok("Disbursement started", schemas.Disbursement),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { disbursement_id } = request.params;
        await guardRetry(deps, request.caller, key, await requireFailed(db, key, disbursement_id));
        return disbursementRecordOf(await retryDisbursement(deps, who, key, disbursement_id));
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect",
      {
        id: "redirectEscrowDisbursement",
        summary: "Redirect a failed payout or refund",
        description:
          "The money goes to another beneficiary or virtual account of the organization: exactly one of the two, " +
          "in the project's currency. 409: the disbursement has not failed, or (`APPROVAL_REQUIRED`) the " +
          "organization separates the steps of a release and nobody else has approved this.",
        params: schemas.DisbursementPath,
        body: schemas.RedirectInput,
        answer: ok("Disbursement started", schemas.Disbursement),
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
        return disbursementRecordOf(await redirectDisbursement(deps, who, key, disbursement_id, to));
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund",
      {
        id: "refundEscrowDisbursement",
        summary: "Return an unpayable share to the project's funders",
        description:
          "Only for a failed payout, which becomes `returned`. The refunds go to the latest funding first. 409: " +
          "the payout has not failed, or it is itself a refund.",
        params: schemas.DisbursementPath,
        body: schemas.ReasonInput,
        answer: ok("Share returned", schemas.ReturnedDisbursement),
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
        return {
          ...disbursementRecordOf(disbursement),
          refunds: refunds.map(disbursementRecordOf),
        };
      },
    );

    on(
      "GET /virtual-accounts/escrow/:escrow_id/parties",
      {
        id: "listEscrowParties",
        summary: "List the parties of a project",
        params: schemas.ProjectPath,
        answer: ok("Parties", Type.Array(schemas.Party)),
      },
      async (request) => {
        const { key } = await projectFor(db, request);
        return (await existingEscrow(db, key)).parties.map(partyRecordOf);
      },
    );

    on(
      "POST /virtual-accounts/escrow/:escrow_id/parties",
      {
        id: "addEscrowParty",
        summary: "Add a party",
        description:
          "A party is paid to a beneficiary or to a virtual account: exactly one of the two, in the project's " +
          "currency.",
        params: schemas.ProjectPath,
        body: schemas.PartyInput,
        answer: created("Party added", schemas.Party),
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        const { name, role, email, beneficiary_id: beneficiaryId, account_id: accountId } = request.body;
        const party = await addParty(deps, who, key.escrowId, request.idempotencyId ?? newId(), {
          name,
          role,
          email: email ?? null,
          beneficiaryId: beneficiaryId ?? null,
          accountId: accountId ?? null,
        });
        return partyRecordOf(party);
      },
    );

    on(
      "GET /virtual-accounts/escrow/:escrow_id/parties/:party_id",
      { id: "getEscrowParty", summary: "Read a party", params: schemas.PartyPath, answer: ok("Party", schemas.Party) },
      async (request) => {
        const { key } = await projectFor(db, request);
        return partyRecordOf(requireParty(await existingEscrow(db, key), request.params.party_id));
      },
    );

    on(
      "PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id",
      {
        id: "changeEscrowParty",
        summary: "Change a party, or where it is paid to",
        params: schemas.PartyPath,
        body: schemas.PartyPatch,
        answer: ok("Party changed", schemas.Party),
        errors: { 409: "The state of the project, a share or the virtual account does not allow the change" },
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
        return partyRecordOf(await changeParty(deps, who, key, request.params.party_id, change, isReleased));
      },
    );

    on(
      "DELETE /virtual-accounts/escrow/:escrow_id/parties/:party_id",
      {
        id: "removeEscrowParty",
        summary: "Remove a party that has no share of any milestone",
        params: schemas.PartyPath,
        answer: nothing,
        errors: { 409: "The party has a share of a milestone" },
      },
      async (request) => {
        const { who, key } = await projectFor(db, request);
        await removeParty(deps, who, key, request.params.party_id);
      },
    );
  };
}
