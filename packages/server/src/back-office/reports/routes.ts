import Type from "typebox";
import { type LiveRates, sumOfWorths, worthIn } from "#src/pricing/rates/index.ts";
import { readDateRange, scopeFor } from "#src/back-office/analytics/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import type { Caller, Scope } from "#src/kernel/http/caller.ts";
import { forbidden, invalidField, notFound } from "#src/kernel/http/errors.ts";
import {
  Amount,
  Closed,
  Currency,
  CurrencyCode,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  DateFrom,
  DateTo,
  Day,
} from "#src/kernel/http/schemas.ts";
import { ok, operations } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { type Asked, readBooked, readCosts, readVolume } from "./read-report.ts";
import {
  DIMENSIONS,
  INTERVALS,
  MAX_PERIODS,
  periodsIn,
  type Report,
  REPORTS,
  type ReportRow,
  type ReportTotal,
  totalsOf,
  ReportRowSchema,
} from "./report.ts";

const Count = Nullable(Type.Integer());

const ReportSchema = Named(["Report", "Volume, fees, conversions or settlement of a period"], {
  date_from: [Day, "First day or instant of the range"],
  date_to: [Day, "Last day or instant of the range"],
  base: [Type.String(), "The currency of the totals"],
  rows: [Type.Array(ReportRowSchema), "One row for each period, currency and key"],
  totals: [
    Type.Array(
      Named("ReportTotal", {
        currency: Currency,
        key: [Nullable(Type.String()), "Provider, method, direction or country; null in reports that group by none"],
        amount: Amount,
        fees: [Nullable(MoneyNumber), "The fees that we charged; null in reports without fees"],
        count: [Count, "How many there were; null in reports that count none"],
        in_base: [Nullable(MoneyNumber), "The amount in `base`, at today's rate; null without a rate"],
      }),
    ),
    "Totals by currency and key",
  ],
  total_in_base: [Nullable(MoneyNumber), "The total in `base`; null when a rate is missing"],
});

const DEFAULT_BASE = "USD";

export type ReportDeps = { db: Db; clock: Clock; liveRates: Pick<LiveRates, "between"> };

/** Financial reports over a period. They read stored sums and the ledger, never the payments of the period. */
export function reportRoutes({ db, clock, liveRates }: ReportDeps): (app: App) => void {
  async function rowsOf(report: Report, caller: Caller, scope: Scope, asked: Asked): Promise<ReportRow[]> {
    if (report === "volume") return readVolume(db, scope, asked);
    if (report === "costs") {
      if (caller.platformRole === null)
        throw forbidden("Provider charges are in the platform's books, which only platform people may read");
      return readCosts(db, asked);
    }
    if ("every" in scope) throw invalidField("org_id", "is required: the organization whose books to read");
    return readBooked(db, scope.orgId, report, asked);
  }

  async function valued(totals: readonly ReportTotal[], base: string) {
    const priced = await Promise.all(
      totals.map(async (total) => ({ ...total, in_base: await worthIn(liveRates, total.amount, base) })),
    );
    const worths = priced.map(({ in_base }) => in_base);
    return { totals: priced, total_in_base: sumOfWorths(worths, base) };
  }

  return (app) => {
    const on = operations(app, "Reports");
    on("GET /reports/:report", {
      id: "getReport",
      summary: "Read a report by day, week or month",
      description:
        `\`volume\`: completed payments and their fees, by day of creation. The other reports: what ` +
        `the ledger posted: fees, conversions (in \`base\`: the margin), what providers hold. ` +
        `\`costs\`, for the platform: what providers charged (\`amount\`) beside our \`fees\`. At ` +
        `most ${MAX_PERIODS} periods; \`base\` at today's rates.`,
      params: Type.Object({ report: Type.String({ description: REPORTS.join(", ") }) }),
      query: Closed({
        org_id: Type.Optional(Id),
        dateFrom: DateFrom,
        dateTo: DateTo,
        interval: Type.Optional(OneOf(INTERVALS, { default: "day" })),
        by: Type.Optional(
          OneOf(DIMENSIONS, { description: "For the report `volume`: what to group by", default: "direction" }),
        ),
        currency: Type.Optional(CurrencyCode),
        base: Type.Optional(CurrencyCode),
      }),
      answer: ok("Report", ReportSchema),
      handle: async (request) => {
        const report = REPORTS.find((name) => name === request.params.report);
        if (report === undefined) throw notFound("Report");
        const { org_id, interval = "day", by = "direction", currency = null, base = DEFAULT_BASE } = request.query;
        const scope = await scopeFor(db, request.caller, org_id);
        const range = readDateRange(request.query, clock.now());
        const periods = periodsIn(range, interval);
        const rows = await rowsOf(report, request.caller, scope, { range, periods, by, currency });
        return { date_from: range.from, date_to: range.to, base, rows, ...(await valued(totalsOf(rows), base)) };
      },
    });
  };
}
