import Type from "typebox";
import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import { actorIn, audit } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf, orgIdIn, scopeOf } from "#src/kernel/http/caller.ts";
import { dateRange } from "#src/kernel/http/date-range.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import { Closed, DayOrMoment, Id, OpenObject } from "#src/kernel/http/schemas.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { findProgram, type Program, readProgram } from "#src/pricing/routing/index.ts";
import { type Backtest, BacktestItem, BacktestSchema } from "./backtest.ts";
import { findBacktest, insertBacktest, listBacktests, MAX_OPEN } from "./queries.ts";

const DAY_MS = 24 * 60 * 60_000;
const MAX_DAYS = 366;

export function backtestRoutes({ db, clock }: { db: Db; clock: Clock }): (app: App) => void {
  async function programOf(program: unknown, programId: string | undefined): Promise<Program> {
    if ((program === undefined) === (programId === undefined))
      throw invalidField("program", "or program_id is required, and not both");
    return programId === undefined ? readProgram(program) : findProgram(db, idOf(programId, "Routing program"));
  }

  return (app) => {
    const on = operations(app, "Provider configs");
    on("POST /payments/routing/backtest", {
      id: "createBacktest",
      summary: "Try a routing program on stored payments",
      description:
        "Replays payments with what was known when each was routed, in the background: read the backtest until " +
        "`status` is completed. The result says how many would go to another provider, the success and cost to " +
        `expect, with intervals, and what the history cannot know. Kept for 90 days; at most ${MAX_OPEN} unfinished.`,
      body: Closed({
        program: [Type.Optional(OpenObject), "A program, as `GET /payments/routing/programs` shows one"],
        program_id: [Type.Optional(Id), "Or a stored one"],
        org_id: [Type.Optional(Id), "The organization whose payments are replayed; absent: all"],
        from: DayOrMoment("The first day or moment"),
        to: DayOrMoment(`The last day, or the moment that ends it, at most ${MAX_DAYS} days later`),
      }),
      answer: created("Backtest requested", BacktestSchema),
      errors: { 409: "There are as many unfinished backtests as there may be (LIMIT_EXCEEDED)" },
      handle: async (request) => {
        const { program_id, org_id, from, to } = request.body;
        const range = dateRange(from, to);
        const [date_from, date_to] = [range.date_from!, range.date_to!];
        const lengthMs = date_to.getTime() - date_from.getTime();
        if (lengthMs <= 0 || lengthMs > MAX_DAYS * DAY_MS)
          throw invalidField("to", `must be after \`from\`, and at most ${MAX_DAYS} days after it`);
        const orgId = org_id === undefined ? null : idOf(org_id, "Organization");
        if (orgId !== null && !(await organizationExists(db, orgId))) throw notFound("Organization");
        const at = clock.now();
        const asked: Backtest = {
          backtest_id: request.idempotencyId ?? newId(),
          org_id: orgId,
          program: await programOf(request.body.program, program_id),
          program_id: program_id ?? null,
          date_from,
          date_to,
          status: "pending",
          progress: 0,
          payments: 0,
          result: null,
          requested_by: request.caller.userId,
          created_at: at,
          finished_at: null,
        };
        return db.transaction(async (tx) => {
          const repeated = await findBacktest(tx, asked.backtest_id);
          if (repeated !== undefined) return repeated;
          if (!(await insertBacktest(tx, asked)))
            throw conflict(`${MAX_OPEN} backtests are unfinished; wait until one has ended`, "LIMIT_EXCEEDED");
          const by = { orgId: null, actor: actorIn(request), at };
          await audit(tx, by, "backtest.requested", asked.backtest_id, { org_id: orgId, date_from, date_to });
          return asked;
        });
      },
    });
    on("GET /payments/routing/backtests", {
      id: "listBacktests",
      summary: "List backtests, newest first",
      query: Type.Object({ org_id: Type.Optional(Id) }),
      answer: pages("Backtests", BacktestItem),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "backtests", scope);
        return pageOf(await listBacktests(db, orgIdIn(scope), page), page, (row) => [row.backtest_id]);
      },
    });
    on("GET /payments/routing/backtests/:backtest_id", {
      id: "getBacktest",
      summary: "Read a backtest and its result",
      answer: ok("Backtest", BacktestSchema),
      handle: async (request) => {
        const found = await findBacktest(db, idOf(request.params.backtest_id, "Backtest"));
        if (found === undefined) throw notFound("Backtest");
        return found;
      },
    });
  };
}
