import { Money } from "@corridor/base/money.ts";
import { sortedJson } from "#src/kernel/fields.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import type { RowIntent } from "./payout-batch.ts";
import type { BatchKey } from "./queries.ts";

/** What a row pays, and to which account, under a keyed digest, as of a payment that waits (payout-seal.ts). */
type Sealed = { row: number; beneficiary_id: string; amount: string; currency: string; intent: RowIntent };

export function rowSealsOf(secrets: SecretBox, { orgId, batchId }: BatchKey, row: Sealed): readonly string[] {
  const { seal: _, ...details } = row.intent.details;
  const amount = Money.fromDatabase(row.amount, row.currency).toString();
  const text = sortedJson([row.beneficiary_id, amount, { ...row.intent, details }]);
  const place = `payout_batch_rows.seal:${orgId}:${batchId}:${row.row}`;
  return secrets.fingerprints(text, place).map((seal) => seal.toString("base64url"));
}
