import { type AuditVerdict, verifyAudit } from "#src/record/audit/index.ts";
import {
  type EvidenceDeps,
  type HeadsVerdict,
  keepHeads,
  readStarts,
  type Starts,
} from "#src/record/evidence/index.ts";
import { describeLedger, type LedgerReport, verifyLedger } from "#src/record/ledger/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { withProgressBar } from "./progress-bar.ts";

export type BooksReport = { readonly sound: boolean; readonly ledger: LedgerReport; readonly audit: AuditVerdict };

/** Recomputes the ledger and the audit log from their rows, and says whether both are intact. */
export async function verifyBooks(db: Db, starts?: Starts): Promise<BooksReport> {
  return withProgressBar("Verifying the books", async (progress) => {
    const ledger = await verifyLedger(db, progress, starts?.ledger);
    const audit = await verifyAudit(db, progress, starts?.audit);
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
      heads: [...all.audit.heads, ...one.audit.heads],
      broken: all.audit.broken ?? one.audit.broken,
    },
  }));
}

type Verify = (starts?: Starts) => Promise<BooksReport>;

/** `verify` behind the signed heads in `place`. A sound night adds those that it reached, for the next one. */
export async function verifySince(deps: EvidenceDeps, place: string, night: Date | null, verify: Verify) {
  const { starts, ...verdict } = await readStarts(deps, place, night);
  const books = await verify(starts);
  const ledger = books.ledger.heads.map(({ length, ...head }) => ({ ...head, position: length }));
  const reached = { ledger, audit: books.audit.heads };
  if (night !== null && books.sound && verdict.broken === null) await keepHeads(deps, place, starts, reached, night);
  const begun = [...starts.ledger.values(), ...starts.audit.values()].flatMap((head) => head.whole_at ?? []);
  const oldest = begun.length === 0 ? null : begun.reduce((one, other) => (other < one ? other : one));
  const chains = [...ledger, ...books.audit.heads];
  const whole = chains.filter(({ since }) => since === 0).length;
  return { books, since: { ...verdict, chains: chains.length, whole, all_whole_since: oldest } };
}

export function describeHeads(place: string, { checked, broken }: HeadsVerdict): string {
  if (broken !== null) return `Heads: BROKEN at line ${broken.line} of ${place}: ${broken.reason}`;
  return `Heads: the chains match the ${checked} signed heads in ${place}.`;
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
