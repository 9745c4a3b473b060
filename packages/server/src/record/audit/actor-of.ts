import type { Call, Caller } from "#src/kernel/http/caller.ts";
import type { AuditActor } from "./append-audit.ts";

/** A key acts for the member who created it, so its audit entries name both. */
export function actorOf(caller: Caller): AuditActor {
  return caller.kind === "api-key"
    ? { type: "api-key", id: caller.credentialId, userId: caller.userId, firstKeyId: caller.firstKeyId }
    : { type: "user", id: caller.userId, userId: caller.userId };
}

/** The actor of a request, together with the id of the request. */
export function actorIn({ caller, id }: Call): AuditActor {
  return { ...actorOf(caller), requestId: id };
}

/** A person who requests or decides something that needs a second person. */
export type Person = { userId: string; actor: AuditActor };

export function personIn(request: Call): Person {
  return { userId: request.caller.userId, actor: actorIn(request) };
}
