import type { AuditActor } from "#src/record/audit/index.ts";

/** The audit log's actor for a customer on the hosted page: nobody of the organization, and nobody with a name. */
export const CHECKOUT_ACTOR: AuditActor = { type: "system", id: "checkout" };
