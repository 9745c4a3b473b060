import { createHash, randomBytes } from "node:crypto";
import { actorOf, audit, type AuditActor } from "#src/record/audit/index.ts";
import { findPlatformAdminIds } from "#src/parties/users/index.ts";
import type { Queryable } from "#src/kernel/db/client.ts";
import type { createCallerAgain, Requester } from "#src/kernel/http/authenticate.ts";
import type { Caller } from "#src/kernel/http/caller.ts";
import { ApiError, conflict } from "#src/kernel/http/errors.ts";
import type { Carried, GuardedCall, GuardedChange, SecondPerson } from "#src/kernel/http/second-person.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { type Approval, PLATFORM } from "./approval.ts";
import { lockOpenChange, settleApproval } from "./queries.ts";
import { type ApprovalDeps, auditedIn, requestApprovals } from "./request-approval.ts";

type Deps = ApprovalDeps & {
  directory: Queryable;
  secrets: SecretBox;
  config: { platformSecondPerson: boolean };
};
type StoredCall = Pick<Requester, "orgId" | "key"> & {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  body: unknown;
};

const SCHEME = "Approval ";
const SECRET_BYTES = 32;
const APPROVALS: AuditActor = { type: "system", id: "approvals" };

const approvalRequired = ({ approval_id }: { approval_id: string }, message: string): ApiError =>
  new ApiError(409, "APPROVAL_REQUIRED", message, { facts: { approval_id } });

/** See kernel/http/second-person.ts. A request that an approval carries out is known by a secret of this process. */
export function createSecondPerson(deps: Deps): { secondPerson: Carrier; askSecondPerson: SecondPerson["ask"] } {
  const underWay = new Map<string, Carried>();

  const secondPerson: Carrier = {
    async ask(call, change) {
      const ofPlatform = change.approverRole === "platform-admin";
      if (ofPlatform && !deps.config.platformSecondPerson) return;
      const subject = digestOf(call, change);
      if (call.approval !== undefined) {
        if (call.approval.subject === subject) call.approval.isMatched = true;
        if (call.approval.isMatched === true) return;
        throw approvalRequired(call.approval, "What was approved has changed since; make the request again");
      }
      const eligible = ofPlatform ? await platformAdminsBeside(call.caller) : null;
      const { approval_id } = await request(call, change, subject, eligible);
      throw approvalRequired(
        { approval_id },
        `This needs a second person (${change.reasons.join("; ")}). Approval ${approval_id} was requested, and carries ` +
          "out the request once it is approved.",
      );
    },

    carried: (authorization) =>
      authorization?.startsWith(SCHEME) === true ? underWay.get(authorization.slice(SCHEME.length)) : undefined,

    /**
     * Under an Idempotency-Key of its own: a request that a crash interrupted is carried out by approving once more,
     * and never twice. An answer that says "later" leaves the approval as it is.
     */
    async carryOut(app, approval, callerAgain) {
      const { approval_id, requested_by: userId } = approval;
      const { method, url, body, ...requester } = JSON.parse(
        deps.secrets.open(approval.call!, placeOf(approval, "call")),
      ) as StoredCall;
      const secret = randomBytes(SECRET_BYTES).toString("base64url");
      try {
        underWay.set(secret, { caller: await callerAgain({ ...requester, userId }), approval: { ...approval } });
        const headers = {
          authorization: `${SCHEME}${secret}`,
          "x-request-id": approval_id,
          ...(method === "POST" && { "idempotency-key": approval_id }),
        };
        const answer = await app.inject({ method, url, headers, ...(body != null && { payload: body as object }) });
        if (answer.statusCode >= 500 || answer.headers["retry-after"] !== undefined) throw notNow(answer.statusCode);
        await settle(approval, answer.statusCode, answer.body);
      } catch (error) {
        if (!(error instanceof ApiError) || error.statusCode !== 403) throw error;
        await settle(approval, error.statusCode, JSON.stringify({ message: error.message }));
      } finally {
        underWay.delete(secret);
      }
    },
  };
  return { secondPerson, askSecondPerson: secondPerson.ask };

  async function request(
    { method, url, body, caller }: GuardedCall,
    { orgId, approverRole, title, request: shown, reasons }: GuardedChange,
    subject: string,
    eligible: string[] | null,
  ): Promise<Approval> {
    const { keyMadeBy, credentialId, orgId: ofCaller } = caller;
    const key = caller.kind === "api-key" ? { apiKeyId: credentialId, madeBy: keyMadeBy ?? caller.userId } : null;
    const call = JSON.stringify({ method, url, body, orgId: ofCaller, key });
    // What the platform decides is its own business until it is done: the organization does not see it.
    const owner = approverRole === "platform-admin" ? PLATFORM : orgId!;
    return deps.db.transaction(async (tx) => {
      const open = await lockOpenChange(tx, owner, subject);
      if (open !== undefined) return open;
      const asked = { kind: "change", subject, approvers_needed: 1, approver_role: approverRole } as const;
      const requester = { userId: caller.userId, actor: actorOf(caller), keyMadeBy };
      const seal = (approval: { approval_id: string }) => deps.secrets.seal(call, placeOf(approval, "call"));
      const shownAs = { org_id: owner, title, request: orgId === null ? shown : { org_id: orgId, ...shown }, reasons };
      const [requested] = await requestApprovals(tx, deps, [{ ...asked, ...shownAs, requester, eligible, seal }]);
      return requested!;
    });
  }

  /** Of this moment: nobody becomes the second person after the request. */
  async function platformAdminsBeside({ userId }: Caller): Promise<string[]> {
    const others = (await findPlatformAdminIds(deps.directory)).filter((id) => id !== userId);
    if (others.length > 0) return others;
    throw conflict(
      "This needs a second platform admin, and there is none. Create one on the server: " +
        "`corridor create-admin --email <address>`",
      "APPROVAL_REQUIRED",
    );
  }

  async function settle(approval: Approval, statusCode: number, body: string): Promise<void> {
    const { message, data = null } = JSON.parse(body === "" ? "{}" : body) as { message?: string; data?: unknown };
    const outcome: ApprovalOutcome = { done: statusCode < 400, message: message ?? "Done", data };
    const answer = deps.secrets.seal(JSON.stringify(outcome), placeOf(approval, "answer"));
    const by = { orgId: auditedIn(approval), actor: APPROVALS, at: deps.clock.now() };
    await deps.db.transaction(async (tx) => {
      if (await settleApproval(tx, approval, answer))
        await audit(tx, by, "approval.used", approval.approval_id, { title: approval.title, done: outcome.done });
    });
  }
}

type CallerAgain = ReturnType<typeof createCallerAgain>;
type Carrier = SecondPerson & { carryOut(app: App, approval: Approval, callerAgain: CallerAgain): Promise<void> };

export type ApprovalOutcome = { done: boolean; message: string; data: unknown };

/** What became of the request that the approval carried out. Only the requester sees the data: it may be a new key. */
export function outcomeOf(secrets: SecretBox, approval: Approval, caller: Caller): ApprovalOutcome | null {
  if (approval.answer === null) return null;
  const outcome = JSON.parse(secrets.open(approval.answer, placeOf(approval, "answer"))) as ApprovalOutcome;
  return { ...outcome, data: caller.kind === "jwt" && caller.userId === approval.requested_by ? outcome.data : null };
}

function placeOf({ approval_id }: Pick<Approval, "approval_id">, what: "call" | "answer"): string {
  return `approvals ${approval_id} ${what}`;
}

/** Equal for the same request, by the same person, for the same reasons. */
function digestOf({ method, url, body, caller }: GuardedCall, { title, request, reasons }: GuardedChange): string {
  const change = [caller.userId, method, url, body ?? null, title, request, reasons];
  return createHash("sha256").update(JSON.stringify(change)).digest("hex");
}

function notNow(statusCode: number): ApiError {
  const message = `The request was approved and could not be carried out now (${statusCode}); approve it once more`;
  return new ApiError(503, "UNAVAILABLE", message, { headers: { "retry-after": "5" } });
}
