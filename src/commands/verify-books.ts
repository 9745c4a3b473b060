import { type AuditVerdict, verifyAudit } from "#src/modules/books/audit/verify-audit.ts";
import { describeLedger, type LedgerReport, verifyLedger } from "#src/modules/books/ledger/verify-ledger.ts";
import type { Db } from "#src/platform/db/client.ts";
import { withProgressBar } from "./progress-bar.ts";

export type BooksReport = { readonly sound: boolean; readonly ledger: LedgerReport; readonly audit: AuditVerdict };

/** Recomputes the ledger and the audit log from their rows, and says whether both are intact. */
export async function verifyBooks(db: Db): Promise<BooksReport> {
  return withProgressBar("Verifying the books", async (progress) => {
    const ledger = await verifyLedger(db, progress);
    const audit = await verifyAudit(db, progress);
    return { sound: ledger.broken === null && audit.broken === null, ledger, audit };
  });
}

export function describeBooks({ ledger, audit }: BooksReport): string[] {
  return [
    ...describeLedger(ledger),
    audit.broken === null
      ? `Audit log: ${audit.checked} entries hold, ${audit.unsealed} not yet sealed.`
      : `Audit log: BROKEN at position ${audit.broken.position} of ${audit.broken.orgId} (${audit.broken.auditId ?? "missing"}): ${audit.broken.reason}`,
  ];
}
