import type { AuditActor } from "#src/modules/books/audit/append-audit.ts";

/** Who the audit log names for what a customer does on the hosted page: nobody of the organization, and nobody we could name. */
export const CHECKOUT_ACTOR: AuditActor = { type: "system", id: "checkout" };
