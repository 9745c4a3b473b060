import type { Needs, Part } from "#src/kernel/part.ts";
import type { Reader } from "#src/kernel/db/client.ts";
import { auditRoutes } from "./routes.ts";
import { sealAuditJob } from "./seal-audit.ts";

export { actorIn, actorOf, type Person, personIn } from "./actor-of.ts";
export { appendAudit, audit, type AuditActor, type AuditEntry, auditWrites, PLATFORM_CHAIN } from "./append-audit.ts";
export { auditHashesAt, auditHeads } from "./chain-heads.ts";
export type { ChainHead, ChainPlace, ChainStarts, VerifiedHead } from "./chain-heads.ts";
export { eachPower, markEntries, marksOf } from "./marks.ts";
export { findAuditRecords } from "./queries.ts";
export { type AuditVerdict, verifyAudit } from "./verify-audit.ts";

export function composeAudit(deps: Needs<typeof auditRoutes | typeof sealAuditJob> & { reads: Reader }): Part {
  return { routes: [auditRoutes({ ...deps, db: deps.reads })], jobs: [sealAuditJob(deps)] };
}
