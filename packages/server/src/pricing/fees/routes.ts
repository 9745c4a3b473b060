import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { idOf, scopeOf } from "#src/kernel/http/caller.ts";
import { pageOf, readPage } from "#src/kernel/http/pagination.ts";
import {
  Country,
  CreatedAt,
  Currency,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OrgId,
  UpdatedAt,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { listSchedules } from "./queries.ts";
import { changeSchedule, createSchedule, ScheduleBody } from "./write-schedule.ts";

const Schedule = Named(["FeeSchedule", "The fee for payments of a corridor"], {
  fee_id: [Id, "Id of the fee schedule"],
  org_id: Nullable(OrgId),
  name: [Type.String(), "A name for people"],
  country: Nullable(Country),
  payment_method: [Nullable(Type.String()), "The payment method; null: any"],
  direction: [Nullable(Type.String()), "The direction of the payment; null: any"],
  currency: Currency,
  fixed_amount: [MoneyNumber, "Fixed fee for each payment, in `currency`"],
  percent: [
    Type.Unsafe<Decimal>({ type: "number", "x-money": true }),
    "Percentage of the payment's amount, in addition to `fixed_amount`",
  ],
  min_fee: [Nullable(MoneyNumber), "The lowest fee that is charged; null: no limit"],
  max_fee: [Nullable(MoneyNumber), "The highest fee that is charged; null: no limit"],
  is_active: [Type.Boolean(), "Whether it is used; an inactive one is only stored"],
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export function feeRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Fees");
    on("GET /fees", {
      id: "listFees",
      summary: "List fee schedules",
      query: Type.Object({ org_id: Type.Optional(Id) }),
      answer: pages("Fee schedules", Schedule),
      handle: async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, "fees", scope);
        const rows = await listSchedules(deps.db, scope, page);
        return pageOf(rows, page, (row) => [row.fee_id]);
      },
    });
    on("POST /fees", {
      id: "createFee",
      summary: "Create a fee schedule",
      body: ScheduleBody,
      answer: created("Fee schedule created", Schedule),
      handle: async (request) => await createSchedule(deps, request.body, actorIn(request), request.idempotencyId),
    });
    on("PATCH /fees/:fee_id", {
      id: "changeFee",
      summary: "Change a fee schedule, or switch it off",
      body: Type.Partial(ScheduleBody, { additionalProperties: false }),
      answer: ok("Fee schedule changed", Schedule),
      handle: async (request) =>
        await changeSchedule(deps, idOf(request.params.fee_id, "Fee schedule"), request.body, actorIn(request)),
    });
  };
}
