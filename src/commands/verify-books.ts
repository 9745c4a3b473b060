import { verifyAudit } from "#src/modules/books/audit/verify-audit.ts";
import { printLedgerVerification } from "#src/modules/books/ledger/verify-ledger.ts";
import type { Db } from "#src/platform/db/client.ts";

/** Recomputes the ledger and the audit log from their rows, and returns whether both are intact. */
export async function verifyBooks(db: Db, print: (line: string) => void): Promise<boolean> {
  const ledger = await printLedgerVerification(db, print);
  const audit = await verifyAudit(db);
  print(
    audit.broken === null
      ? `Audit log: ${audit.checked} entries hold, ${audit.unsealed} not yet sealed.`
      : `Audit log: BROKEN at position ${audit.broken.position} of ${audit.broken.orgId} (${audit.broken.auditId ?? "missing"}): ${audit.broken.reason}`,
  );
  return ledger && audit.broken === null;
}
