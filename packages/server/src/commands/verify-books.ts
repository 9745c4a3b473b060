import { type AuditVerdict, verifyAudit } from "#src/record/audit/index.ts";
import { describeLedger, type LedgerReport, verifyLedger } from "#src/record/ledger/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
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

/** Of cells that were verified one by one: counts are summed, and the first broken row of any cell is kept. */
export function joinBooks(reports: readonly BooksReport[]): BooksReport {
  return reports.reduce((all, one) => ({
    sound: all.sound && one.sound,
    ledger: {
      organizations: all.ledger.organizations + one.ledger.organizations,
      transactions: all.ledger.transactions + one.ledger.transactions,
      postings: all.ledger.postings + one.ledger.postings,
      accounts: all.ledger.accounts + one.ledger.accounts,
      holds: all.ledger.holds + one.ledger.holds,
      heads: [...all.ledger.heads, ...one.ledger.heads],
      broken: all.ledger.broken ?? one.ledger.broken,
    },
    audit: {
      checked: all.audit.checked + one.audit.checked,
      unsealed: all.audit.unsealed + one.audit.unsealed,
      broken: all.audit.broken ?? one.audit.broken,
    },
  }));
}

export function describeBooks({ ledger, audit }: BooksReport): string[] {
  return [
    ...describeLedger(ledger),
    audit.broken === null
      ? `Audit log: ${audit.checked} entries intact, ${audit.unsealed} not yet sealed.`
      : `Audit log: BROKEN at position ${audit.broken.position} of ${audit.broken.orgId} ` +
        `(${audit.broken.auditId ?? "missing"}): ${audit.broken.reason}`,
  ];
}
