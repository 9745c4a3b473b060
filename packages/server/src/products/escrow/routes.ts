import Type from "typebox";
import { initiatorOf, ROUTE_ERRORS } from "#src/payments/requests/index.ts";
import { initiationResponseOf } from "#src/payments/wire/index.ts";
import { organizationOf, scopeOf } from "#src/kernel/http/caller.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { invalidField } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import { created, list, nothing, ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { existingEscrow, requesterOf, requireParty } from "./change-escrow.ts";
import { cancelProject } from "./end-project.ts";
import { hasReleasedTo } from "./escrow.ts";
import type { AskSecondPerson } from "#src/kernel/http/second-person.ts";
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
import { addParty, changeParty, destinationIn, removeParty } from "./plan-parties.ts";
import { activateProject, changeProject, createProject, removeProject } from "./plan-project.ts";
import { listProjects } from "./queries.ts";
import type { ReleaseDeps } from "./release-milestone.ts";
import { redirectDisbursement, requireFailed, retryDisbursement, returnDisbursement } from "./resolve-disbursement.ts";
import * as schemas from "./schemas.ts";
import type { DisburserDeps } from "./settle-disbursements.ts";

type EscrowRouteDeps = ReleaseDeps & Pick<DisburserDeps, "payments"> & { askSecondPerson: AskSecondPerson };

export function escrowRoutes(deps: EscrowRouteDeps): (app: App) => void {
  const { db } = deps;

  return (app) => {
    const on = operations(app, "Escrow");
    milestoneRoutes(deps)(app);

    on("GET /virtual-accounts/escrow", {
      id: "listEscrowProjects",
      summary: "List escrow projects",
      query: Type.Object({
        org_id: Type.Optional(Type.String({ description: "For the platform" })),
        status: Type.Optional(schemas.EscrowStatusSchema),
      }),
      answer: pages("Escrow projects", schemas.Project),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "escrow-projects", scope);
        const rows = await listProjects(db, scope, page, request.query.status);
        return shownPage(rows, page, (row) => [row.escrowId], projectRecordOf);
      },
    });

    on("POST /virtual-accounts/escrow", {
      id: "createEscrowProject",
      summary: "Create an escrow project, as a draft",
      body: schemas.ProjectInput,
      answer: created("Escrow project created", schemas.ProjectWithParts),
      handle: async (request) => {
        const who = initiatorOf(request, organizationOf(request.caller, request.body.org_id));
        const escrowId = request.idempotencyId ?? newId();
        return escrowRecordOf(await createProject(deps, { ...who, escrowId }, request.body));
      },
    });

    on("GET /virtual-accounts/escrow/:escrow_id", {
      id: "getEscrowProject",
      summary: "Read an escrow project with its parties and milestones",
      answer: ok("Escrow project", schemas.ProjectWithParts),
      handle: async (request) => escrowRecordOf(await existingEscrow(db, await requesterOf(db, request))),
    });

    on("PATCH /virtual-accounts/escrow/:escrow_id", {
      id: "changeEscrowProject",
      summary: "Change an escrow project",
      description: "`total_amount` can change only while the project is a draft.",
      body: schemas.ProjectPatch,
      answer: ok("Escrow project changed", schemas.ProjectWithParts),
      errors: { 409: "The project's status does not allow the change" },
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return escrowRecordOf(await changeProject(deps, who, request.body));
      },
    });

    on("DELETE /virtual-accounts/escrow/:escrow_id", {
      id: "deleteEscrowProject",
      summary: "Delete a draft",
      answer: nothing,
      errors: { 409: "The project is no longer a draft" },
      handle: async (request) => removeProject(deps, await requesterOf(db, request)),
    });

    on("POST /virtual-accounts/escrow/:escrow_id/activate", {
      id: "activateEscrowProject",
      summary: "Activate a draft: its amounts are fixed, and it accepts money",
      answer: ok("Escrow project activated", schemas.ProjectWithParts),
      handle: async (request) => escrowRecordOf(await activateProject(deps, await requesterOf(db, request))),
    });

    on("POST /virtual-accounts/escrow/:escrow_id/cancel", {
      id: "cancelEscrowProject",
      summary: "Cancel a project; money that was not released goes back to its funders",
      body: schemas.ReasonInput,
      answer: ok("Escrow project canceled", schemas.ProjectWithParts),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return escrowRecordOf(await cancelProject(deps, who, request.body?.reason ?? null));
      },
    });

    on("POST /virtual-accounts/escrow/:escrow_id/fund", {
      id: "fundEscrowProject",
      summary: "Put money into an active project",
      description:
        "The money comes from a virtual account (account_id) at once, or from a payin (payment), which counts " +
        "when it completes. It covers milestones in the order of their sequence.",
      body: schemas.FundInput,
      answer: plain(SuccessOf(schemas.FundingAnswer), 201),
      errors: ROUTE_ERRORS,
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { amount, account_id: accountId, payment: payin } = request.body;
        if ((accountId == null) === (payin == null))
          throw invalidField("account_id", "send either account_id or payment: where the money comes from");
        const fundingId = request.idempotencyId ?? newId();
        if (accountId != null) {
          const { funding, escrow } = await fundFromAccount(deps, who, { fundingId, accountId, amount });
          return success("Escrow project funded", { ...fundingRecordOf(funding), escrow: escrowRecordOf(escrow) });
        }
        const { funding, escrow, payment } = await fundByPayin(deps, who, { fundingId, amount, payment: payin! });
        const answer = {
          ...fundingRecordOf(funding),
          escrow: escrowRecordOf(escrow),
          payment: initiationResponseOf(payment, "The project is funded when this payment completes"),
        };
        return success("Funding started", answer);
      },
    });

    on("GET /virtual-accounts/escrow/:escrow_id/fundings", {
      id: "listEscrowFundings",
      summary: "List the fundings of a project",
      answer: pages("Fundings", schemas.Funding),
      handle: async (request) => {
        const key = await requesterOf(db, request);
        const page = readPage(request, `escrow-fundings/${key.escrowId}`, key);
        const rows = await listFundings(db, key, page);
        return shownPage(rows, page, (row) => [row.fundingId], fundingRecordOf);
      },
    });

    on("GET /virtual-accounts/escrow/:escrow_id/disbursements", {
      id: "listEscrowDisbursements",
      summary: "List the disbursements of a project: shares and refunds",
      query: Type.Object({
        milestone_id: Type.Optional(Type.String()),
        status: Type.Optional(schemas.DisbursementStatusSchema),
      }),
      answer: pages("Disbursements", schemas.Disbursement),
      handle: async (request) => {
        const key = await requesterOf(db, request);
        const { milestone_id } = request.query;
        if (milestone_id !== undefined && !isId(milestone_id)) throw invalidField("milestone_id", "must be an id");
        const page = readPage(request, `escrow-disbursements/${key.escrowId}`, key);
        const rows = await listDisbursements(db, key, request.query, page);
        return shownPage(rows, page, (row) => [row.disbursementId], disbursementRecordOf);
      },
    });

    on("POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/retry", {
      id: "retryEscrowDisbursement",
      summary: "Retry a failed payout or refund",
      description:
        "The money goes to the party's current beneficiary or virtual account; a refund goes to its payer. 409: " +
        "the disbursement has not failed, or (`APPROVAL_REQUIRED`) the organization separates the steps of a " +
        "release, the beneficiary's account was changed since then, and nobody else has approved this.",
      answer: ok("Disbursement started", schemas.Disbursement),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { disbursement_id } = request.params;
        await guardRetry(deps, request, await requireFailed(db, who, disbursement_id));
        return disbursementRecordOf(await retryDisbursement(deps, who, disbursement_id));
      },
    });

    on("POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/redirect", {
      id: "redirectEscrowDisbursement",
      summary: "Redirect a failed payout or refund",
      description:
        "The money goes to another beneficiary or virtual account of the organization: exactly one of the two, " +
        "in the project's currency. 409: the disbursement has not failed, or (`APPROVAL_REQUIRED`) the " +
        "organization separates the steps of a release and nobody else has approved this.",
      body: schemas.RedirectInput,
      answer: ok("Disbursement started", schemas.Disbursement),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { beneficiary_id = null, account_id = null } = request.body;
        const { disbursement_id } = request.params;
        await requireFailed(db, who, disbursement_id);
        const asked = { escrow_id: who.escrowId, disbursement_id, beneficiary_id, account_id };
        await guardReleased(deps, request, who.orgId, asked);
        const to = destinationIn(request.body);
        return disbursementRecordOf(await redirectDisbursement(deps, who, disbursement_id, to));
      },
    });

    on("POST /virtual-accounts/escrow/:escrow_id/disbursements/:disbursement_id/refund", {
      id: "refundEscrowDisbursement",
      summary: "Return an unpayable share to the project's funders",
      description:
        "Only for a failed payout, which becomes `returned`. The refunds go to the latest funding first. 409: " +
        "the payout has not failed, or it is itself a refund.",
      body: schemas.ReasonInput,
      answer: ok("Share returned", schemas.ReturnedDisbursement),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { disbursement_id } = request.params;
        const reason = request.body?.reason ?? null;
        const { disbursement, refunds } = await returnDisbursement(deps, who, disbursement_id, reason);
        return { ...disbursementRecordOf(disbursement), refunds: refunds.map(disbursementRecordOf) };
      },
    });

    on("GET /virtual-accounts/escrow/:escrow_id/parties", {
      id: "listEscrowParties",
      summary: "List the parties of a project",
      answer: list("Parties", schemas.Party),
      handle: async (request) => {
        const { parties } = await existingEscrow(db, await requesterOf(db, request));
        return parties.map(partyRecordOf);
      },
    });

    on("POST /virtual-accounts/escrow/:escrow_id/parties", {
      id: "addEscrowParty",
      summary: "Add a party",
      description:
        "A party is paid to a beneficiary or to a virtual account: exactly one of the two, in the project's " +
        "currency.",
      body: schemas.PartyInput,
      answer: created("Party added", schemas.Party),
      handle: async (request) => {
        const who = await requesterOf(db, request);
        return partyRecordOf(await addParty(deps, who, request.idempotencyId ?? newId(), request.body));
      },
    });

    on("GET /virtual-accounts/escrow/:escrow_id/parties/:party_id", {
      id: "getEscrowParty",
      summary: "Read a party",
      answer: ok("Party", schemas.Party),
      handle: async (request) => {
        const escrow = await existingEscrow(db, await requesterOf(db, request));
        return partyRecordOf(requireParty(escrow, request.params.party_id));
      },
    });

    on("PATCH /virtual-accounts/escrow/:escrow_id/parties/:party_id", {
      id: "changeEscrowParty",
      summary: "Change a party, or where it is paid to",
      body: schemas.PartyPatch,
      answer: ok("Party changed", schemas.Party),
      errors: { 409: "The state of the project, a share or the virtual account does not allow the change" },
      handle: async (request) => {
        const who = await requesterOf(db, request);
        const { party_id } = request.params;
        const { beneficiary_id = null, account_id = null } = request.body;
        const isReleased =
          (beneficiary_id ?? account_id) !== null && hasReleasedTo(await existingEscrow(db, who), party_id);
        const asked = { escrow_id: who.escrowId, party_id, beneficiary_id, account_id };
        if (isReleased) await guardReleased(deps, request, who.orgId, asked);
        return partyRecordOf(await changeParty(deps, who, party_id, request.body, isReleased));
      },
    });

    on("DELETE /virtual-accounts/escrow/:escrow_id/parties/:party_id", {
      id: "removeEscrowParty",
      summary: "Remove a party that has no share of any milestone",
      answer: nothing,
      errors: { 409: "The party has a share of a milestone" },
      handle: async (request) => removeParty(deps, await requesterOf(db, request), request.params.party_id),
    });
  };
}
