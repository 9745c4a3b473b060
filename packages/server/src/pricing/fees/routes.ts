import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { scopeOf } from "#src/kernel/http/caller.ts";
import { notFound } from "#src/kernel/http/errors.ts";
import { mapPage, pageOf, pageQuery, readPage } from "#src/kernel/http/pagination.ts";
import {
  Closed,
  CountryCode,
  CurrencyCode,
  Id,
  MoneyNumber,
  Named,
  Nullable,
  OneOf,
  Timestamp,
} from "#src/kernel/http/schemas.ts";
import { created, ok, operations, pages } from "#src/kernel/http/operation.ts";
import type { App } from "#src/kernel/http/typed-app.ts";
import { isId } from "@corridor/base/ids.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { PAYMENT_METHODS, RECORD_DIRECTIONS } from "@corridor/provider-kit/provider.ts";
import type { FeeSchedule } from "./fee.ts";
import { listSchedules } from "./queries.ts";
import { changeSchedule, createSchedule } from "./write-schedule.ts";

const FEES = { name: "fees", cursorName: "last_evaluated_key" } as const;

const Schedule = Named("FeeSchedule", {
  fee_id: Id,
  org_id: Nullable(Id),
  name: Type.String(),
  country: Nullable(Type.String()),
  payment_method: Nullable(Type.String()),
  direction: Nullable(Type.String()),
  currency: Type.String(),
  fixed_amount: MoneyNumber,
  percent: Type.Unsafe<Decimal>({ type: "number", "x-money": true }),
  min_fee: Nullable(MoneyNumber),
  max_fee: Nullable(MoneyNumber),
  is_active: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
});

const Input = {
  name: Type.String({ minLength: 1, maxLength: 200 }),
  org_id: Type.Optional(Nullable(Id)),
  country: Type.Optional(Nullable(CountryCode)),
  payment_method: Type.Optional(Nullable(OneOf(PAYMENT_METHODS, { title: "PaymentMethod" }))),
  direction: Type.Optional(Nullable(OneOf(RECORD_DIRECTIONS, { title: "PaymentDirection" }))),
  currency: CurrencyCode,
  fixed_amount: Type.Optional(Type.Number({ minimum: 0 })),
  percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  min_fee: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  max_fee: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  is_active: Type.Optional(Type.Boolean()),
};

export function feeRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    const on = operations(app, "Fees");
    on(
      "GET /fees",
      {
        id: "listFees",
        summary: "List fee schedules",
        query: Type.Object({ org_id: Type.Optional(Id), ...pageQuery() }),
        answer: pages("Fee schedules", Schedule),
      },
      async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, FEES, scope);
        const rows = await listSchedules(deps.db, scope, page);
        return mapPage(
          pageOf(rows, page, (row) => [row.feeId]),
          wireOf,
        );
      },
    );
    on(
      "POST /fees",
      {
        id: "createFee",
        summary: "Create a fee schedule",
        body: Closed(Input),
        answer: created("Fee schedule created", Schedule),
      },
      async (request) => {
        const schedule = await createSchedule(deps, request.body, actorIn(request), request.idempotencyId);
        return wireOf(schedule);
      },
    );
    on(
      "PATCH /fees/:fee_id",
      {
        id: "changeFee",
        summary: "Change a fee schedule, or switch it off",
        body: Type.Partial(Closed(Input), { additionalProperties: false }),
        answer: ok("Fee schedule changed", Schedule),
      },
      async (request) => {
        if (!isId(request.params.fee_id)) throw notFound("Fee schedule");
        return wireOf(await changeSchedule(deps, request.params.fee_id, request.body, actorIn(request)));
      },
    );
  };
}

function wireOf(schedule: FeeSchedule) {
  return {
    fee_id: schedule.feeId,
    org_id: schedule.orgId,
    name: schedule.name,
    country: schedule.country,
    payment_method: schedule.paymentMethod,
    direction: schedule.direction,
    currency: schedule.currency,
    fixed_amount: schedule.fixedAmount,
    percent: schedule.percent,
    min_fee: schedule.minFee,
    max_fee: schedule.maxFee,
    is_active: schedule.isActive,
    created_at: schedule.createdAt,
    updated_at: schedule.updatedAt,
  };
}
