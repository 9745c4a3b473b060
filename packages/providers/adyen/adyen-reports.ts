import type { Provider } from "@corridor/provider-kit/provider.ts";
import type { Speaker } from "@corridor/provider-kit/speak.ts";
import { MAX_STATEMENT_BYTES, readStatement } from "@corridor/provider-kit/statement-file.ts";

/** Adyen lists reports nowhere: they are fetched by number, from the first in the settings to one not there yet. */
const FIRST_COLUMN = /^\uFEFF?"?Company Account"?,/;
const NOT_THERE = 404;

export function createAdyenReports(
  { send }: Speaker,
  merchantAccount: string,
  firstBatch: number,
): NonNullable<Provider["fetchStatement"]> {
  return async ({ cursor, mark }, signal) => {
    const batch = Number(cursor ?? mark ?? firstBatch);
    const name = `settlement_detail_report_batch_${batch}.csv`;
    const path = `/MerchantAccount/${encodeURIComponent(merchantAccount)}/${name}`;
    const answer = await send({ method: "GET", path, signal, maxResponseBytes: MAX_STATEMENT_BYTES });
    if (answer.statusCode === NOT_THERE) return { outcome: "found", file: null, cursor: null, mark: String(batch) };
    const next = String(batch + 1);
    return { outcome: "found", file: { name, content: readStatement(answer, FIRST_COLUMN) }, cursor: next, mark: next };
  };
}
