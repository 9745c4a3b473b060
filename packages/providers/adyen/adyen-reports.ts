import type { OutboundResponse } from "@corridor/provider-kit/outbound.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import { asking } from "@corridor/provider-kit/speak.ts";
import { MAX_STATEMENT_BYTES, readStatement } from "@corridor/provider-kit/statement-file.ts";

/**
 * Settlement details reports. Adyen numbers them by payout batch and lists them nowhere, so they are fetched by their
 * numbers, from the first that the settings name to the one that is not there yet; the mark says which that is.
 */
const FIRST_COLUMN = /^\uFEFF?"?Company Account"?,/;
const NOT_THERE = 404;

export function createAdyenReports(
  config: { merchantAccount: string; firstBatch: number },
  get: (path: string, signal: AbortSignal, maxResponseBytes: number) => Promise<OutboundResponse>,
): NonNullable<Provider["fetchStatement"]> {
  return ({ cursor, mark }, signal) =>
    asking(async () => {
      const batch = Number(cursor ?? mark ?? config.firstBatch);
      const name = `settlement_detail_report_batch_${batch}.csv`;
      const response = await get(
        `/MerchantAccount/${encodeURIComponent(config.merchantAccount)}/${name}`,
        signal,
        MAX_STATEMENT_BYTES,
      );
      if (response.statusCode === NOT_THERE)
        return { outcome: "found" as const, file: null, cursor: null, mark: String(batch) };
      const next = String(batch + 1);
      return {
        outcome: "found" as const,
        file: { name, content: readStatement(response, FIRST_COLUMN) },
        cursor: next,
        mark: next,
      };
    });
}
