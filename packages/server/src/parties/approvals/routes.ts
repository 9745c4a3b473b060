import Type from "typebox";
import { findNames, namedPeople } from "#src/parties/users/index.ts";
import { type AccessTable, reachOf } from "#src/kernel/http/access-control.ts";
import { type Call, type Caller, idOf, scopeOf } from "#src/kernel/http/caller.ts";
import { success, SuccessOf } from "#src/kernel/http/envelopes.ts";
import { forbidden, notFound } from "#src/kernel/http/errors.ts";
import { readPage, shownPage } from "#src/kernel/http/pagination.ts";
import {
  CreatedAt,
  Id,
  Named,
  Nullable,
  OneOf,
  OpenObject,
  OrgId,
  Shape,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { ok, operations, pages, plain } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import type { createCallerAgain } from "#src/kernel/http/authenticate.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import {
  type Approval,
  APPROVAL_KINDS,
  APPROVAL_STATUSES,
  APPROVER_ROLES,
  objectionToDecider,
  objectionToDeciding,
  PLATFORM,
  showApproval,
} from "./approval.ts";
import { decideApproval, type GivenDecision } from "./decide-approval.ts";
import { type ApprovalOwners, findApproval, findApprovals, findDecisions } from "./queries.ts";
import type { ApprovalDeps } from "./request-approval.ts";
import { type createSecondPerson, outcomeOf } from "./second-person.ts";

const DECISIONS = ["approve", "reject"] as const;

const ApprovalStatusSchema = OneOf(APPROVAL_STATUSES, {
  title: "ApprovalStatus",
  description: "Status of an approval. used: the approved change was made",
});
const ApprovalItem = Named(["Approval", "A request that waits, or waited, for other people's approval"], {
  approval_id: [Id, "Id of the approval"],
  org_id: OrgId,
  kind: [
    OneOf(APPROVAL_KINDS),
    "What needs approval: a payment, a change of a control, a payout batch, a refund, or the acceptance of a dispute",
  ],
  payment_id: [Nullable(Id), "Id of the payment, also of a refund or dispute; null or absent while there is none"],
  batch_id: [Nullable(Id), "Id of the payout batch"],
  title: [Type.String(), "The change or payment to approve, in one line"],
  request: [OpenObject, "The requested change, as it will be made"],
  reasons: Type.Array(Type.String(), { description: "Why a second person is needed" }),
  unusual: Type.Array(Type.String(), {
    description:
      "Further facts for the approver: a new payee, another account, an amount far above the payee's earlier ones",
  }),
  approvers_needed: [Type.Integer(), "How many people must approve"],
  approver_role: Nullable(OneOf(APPROVER_ROLES, { description: "Null: anybody who may approve payouts" })),
  status: ApprovalStatusSchema,
  requested_by: [Id, "The person or API key that made the request"],
  requested_with: Nullable(Type.String({ description: "The API key of the request, if there was one" })),
  decisions: [
    Type.Array(
      Named("ApprovalDecision", {
        user_id: [Id, "The user who decided"],
        decision: [OneOf(DECISIONS), "What the person decided"],
        comment: [Nullable(Type.String()), "The person's comment; null: none"],
        decided_at: [Timestamp, "When the person decided"],
      }),
    ),
    "The decisions so far, each with its person",
  ],
  outcome: [
    Nullable(
      Named("ApprovalOutcome", {
        done: [Type.Boolean(), "Whether the change was made"],
        message: [Type.String(), "What the request was answered"],
        data: [Type.Unknown(), "The data of the answer, such as a new API key; only for the requester, for a week"],
      }),
    ),
    "What became of an approved change; null: it was not carried out, or long ago",
  ],
  created_at: CreatedAt,
  decided_at: [Nullable(Timestamp), "When it was approved or rejected; null before"],
  people: Type.Array(
    Named("PersonName", { user_id: [Id, "Id of the person"], name: [Type.String(), "The person's name"] }),
    {
      description: "The names of the requester and the deciders, as far as known",
    },
  ),
  actions: Type.Array(OneOf(DECISIONS), { description: "The actions that the caller may take now" }),
});

export type AfterCommit = () => Promise<unknown>;

/** `reviewPayment`: sends an approved payout and gives up a rejected one; the payments module provides it. */
export type ApprovalRouteDeps = ApprovalDeps & {
  access: AccessTable;
  secrets: SecretBox;
  secondPerson: Pick<ReturnType<typeof createSecondPerson>["secondPerson"], "carryOut">;
  callerAgain: ReturnType<typeof createCallerAgain>;
  /** Work of other modules in the transaction of a decision. Returns what must wait until that is committed. */
  followDecision(tx: Tx, approval: Approval): Promise<AfterCommit | undefined>;
  reviewPayment(
    request: Call,
    approval: Approval,
    decision: "approve" | "reject",
    comment: string | null,
  ): Promise<void>;
};

/** Platform people see what concerns no single organization, too. */
function ownersFor(caller: Caller, requested?: string): ApprovalOwners {
  const scope = scopeOf(caller, requested);
  if ("every" in scope) return null;
  return caller.platformRole === null ? [scope.orgId] : [scope.orgId, PLATFORM];
}

export function approvalRoutes(deps: ApprovalRouteDeps): (app: App) => void {
  const { db } = deps;
  return (app) => {
    const on = operations(app, "Approvals");
    on("GET /approvals", {
      id: "listApprovals",
      summary: "List requests that wait, or waited, for a second person",
      query: Type.Object({
        org_id: Type.Optional(Id),
        status: Type.Optional(ApprovalStatusSchema),
        kind: Type.Optional(OneOf(APPROVAL_KINDS)),
      }),
      answer: pages("Approvals", ApprovalItem),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "approvals", scope);
        const rows = await findApprovals(db, ownersFor(request.caller, request.query.org_id), request.query, page);
        return shownPage(rows, page, (row) => [row.approval_id], await viewFor(request.caller, rows));
      },
    });

    on("GET /approvals/:approval_id", {
      id: "getApproval",
      summary: "Read an approval",
      answer: ok("Approval", ApprovalItem),
      handle: async (request) => await shown(request.caller, request.params.approval_id),
    });

    for (const decision of DECISIONS)
      on(`POST /approvals/:approval_id/${decision}`, {
        id: `${decision}Approval`,
        summary: decision === "approve" ? "Approve" : "Reject",
        description: "Never by the requester, nor by the creator of the requesting key. Each person decides once.",
        params: Type.Object({ approval_id: Type.String() }),
        body: Type.Optional(
          Nullable(
            Shape({ comment: [Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))), "Kept with the decision"] }),
          ),
        ),
        answer: plain(SuccessOf(ApprovalItem)),
        handle: async (request) => {
          const approval = await visible(request.caller, request.params.approval_id);
          const comment = request.body?.comment ?? null;
          if (approval.kind === "payment") await deps.reviewPayment(request, approval, decision, comment);
          else await decide(app, request, approval, { decision, comment });
          return success(
            decision === "approve" ? "Approved" : "Rejected",
            await shown(request.caller, approval.approval_id),
          );
        },
      });
  };

  async function decide(app: App, request: Call, approval: Approval, given: GivenDecision) {
    const { org_id: orgId, approval_id: approvalId } = approval;
    // Approved before, but not carried out: the process died, or the database was away.
    const isLeft = approval.status === "approved" && approval.call !== null && given.decision === "approve";
    const objection = isLeft ? objectionToDecider(approval, request.caller) : null;
    if (objection !== null) throw forbidden(objection, "SECOND_PERSON_REQUIRED");
    const { decided, afterCommit } = isLeft
      ? { decided: approval }
      : await db.transaction(async (tx) => {
          const after = await decideApproval(tx, deps, request, { orgId, approvalId }, given);
          const then = after.status === "pending" ? undefined : await deps.followDecision(tx, after);
          return { decided: after, afterCommit: then };
        });
    await afterCommit?.();
    if (decided.status === "approved" && decided.call !== null)
      await deps.secondPerson.carryOut(app, decided, deps.callerAgain);
  }

  async function visible(caller: Caller, approvalId: string): Promise<Approval> {
    const approval = await findApproval(
      db,
      caller.platformRole === null ? ownersFor(caller) : null,
      idOf(approvalId, "Approval"),
    );
    if (approval === undefined) throw notFound("Approval");
    return approval;
  }

  async function shown(caller: Caller, approvalId: string) {
    const approval = await visible(caller, approvalId);
    return (await viewFor(caller, [approval]))(approval);
  }

  /** The approvals as this caller sees them: with names, and with what the caller may decide. */
  async function viewFor(caller: Caller, approvals: readonly Approval[]) {
    const decisions = await findDecisions(db, approvals);
    const peopleOf = (approval: Approval): string[] => [
      approval.requested_by,
      ...decisions.get(approval.approval_id)!.map(({ user_id }) => user_id),
    ];
    const names = await findNames(db, approvals.flatMap(peopleOf));
    const mayCall = reachOf(caller, deps.access["POST /approvals/:approval_id/approve"]!) !== null;
    return (approval: Approval) => {
      const made = decisions.get(approval.approval_id)!;
      return {
        ...showApproval(approval, made),
        outcome: outcomeOf(deps.secrets, approval, caller),
        people: namedPeople(names, peopleOf(approval)),
        actions: mayCall && objectionToDeciding(approval, made, caller) === null ? [...DECISIONS] : [],
      };
    };
  }
}
