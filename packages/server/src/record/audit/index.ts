export { actorIn, actorOf, type Person, personIn } from "./actor-of.ts";
export { appendAudit, type AuditActor, type AuditEntry, auditWrites } from "./append-audit.ts";
export { auditHashesAt, auditHeads, type ChainHead, type ChainPlace } from "./chain-heads.ts";
export { type AuditVerdict, verifyAudit } from "./verify-audit.ts";
