import { actorIn, audit } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { type Call, idOf, scopeOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import {
  type ANSWERS,
  lockVerificationRequest,
  statusOf,
  updateVerificationRequest,
  type VerificationState,
} from "./verification-queries.ts";

/**
 * open --answer, by its organization's people--> answered --close, by the platform's--> closed   open --close--> closed
 * An answer says whether the number was given, never the number: the organization hands that over in its own way.
 */
type Deps = { db: Db; clock: Clock };

export async function answerVerification(
  deps: Deps,
  call: Call,
  verificationId: string,
  { outcome, note }: { outcome: (typeof ANSWERS)[number]; note: string | null },
): Promise<VerificationState> {
  if (note !== null && holdsIdentityNumber(note))
    throw invalidField("note", "must not contain the number itself; say only that it was given");
  return change(deps, call, verificationId, "verification.answered", (row, at) => {
    if (row.closed_at !== null) throw conflict("The request is closed");
    if (row.answered_at !== null) throw conflict("The request was already answered; the platform closes it");
    return { ...row, answer: outcome, answer_note: note, answered_by: call.caller.userId, answered_at: at };
  });
}

export async function closeVerification(
  deps: Deps,
  call: Call,
  verificationId: string,
  note: string | null,
): Promise<VerificationState> {
  if (note !== null && holdsIdentityNumber(note)) throw invalidField("note", "must not contain the number itself");
  return change(deps, call, verificationId, "verification.closed", (row, at) => {
    if (row.closed_at !== null) throw conflict("The request is closed");
    return { ...row, close_note: note, closed_by: call.caller.userId, closed_at: at };
  });
}

async function change(
  { db, clock }: Deps,
  call: Call,
  verificationId: string,
  action: string,
  after: (row: VerificationState, at: Date) => VerificationState,
): Promise<VerificationState> {
  const requestId = idOf(verificationId, "Verification request");
  return db.transaction(async (tx) => {
    const before = await lockVerificationRequest(tx, scopeOf(call.caller), requestId);
    if (before === undefined) throw notFound("Verification request");
    const at = clock.now();
    const changed = after(before, at);
    await updateVerificationRequest(tx, changed);
    const status = { before: statusOf(before), after: statusOf(changed) };
    const by = { orgId: changed.org_id, actor: actorIn(call), at, resourceType: "verification_request" };
    await audit(tx, by, action, changed.request_id, { status, answer: changed.answer });
    return changed;
  });
}

/** BVN and NIN have eleven digits, which people write with gaps. */
function holdsIdentityNumber(text: string): boolean {
  return /(?:\d[ .-]?){11}/.test(text);
}
