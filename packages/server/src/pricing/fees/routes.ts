import Type from "typebox";
import { actorIn } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { scopeOf } from "#src/kernel/http/caller.ts";
import { listOf, ListOf, success, SuccessOf } from "#src/kernel/http/envelopes.ts";
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
  payment_method: Type.Optional(Nullable(OneOf(PAYMENT_METHODS))),
  direction: Type.Optional(Nullable(OneOf(RECORD_DIRECTIONS))),
  currency: CurrencyCode,
  fixed_amount: Type.Optional(Type.Number({ minimum: 0 })),
  percent: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  min_fee: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  max_fee: Type.Optional(Nullable(Type.Number({ minimum: 0 }))),
  is_active: Type.Optional(Type.Boolean()),
};

export function feeRoutes(deps: { db: Db; clock: Clock }): (app: App) => void {
  return (app) => {
    app.get(
      "/fees",
      {
        schema: {
          operationId: "listFees",
          summary: "List fee schedules",
          tags: ["Fees"],
          querystring: Type.Object({ org_id: Type.Optional(Id), ...pageQuery() }),
          response: { 200: ListOf(Schedule) },
        },
      },
      async (request) => {
        const scope = scopeOf(request.caller, request.query.org_id);
        const page = readPage(request, FEES, scope);
        const rows = await listSchedules(deps.db, scope, page);
        return listOf(
          "Fee schedules",
          mapPage(
            pageOf(rows, page, (row) => [row.feeId]),
            wireOf,
          ),
        );
      },
    );
    app.post(
      "/fees",
      {
        schema: {
          operationId: "createFee",
          summary: "Create a fee schedule",
          tags: ["Fees"],
          body: Closed(Input),
          response: { 201: SuccessOf(Schedule) },
        },
      },
      async (request, reply) => {
        const schedule = await createSchedule(deps, request.body, actorIn(request), request.idempotencyId);
        return reply.code(201).send(success("Fee schedule created", wireOf(schedule)));
      },
    );
    app.patch(
      "/fees/:fee_id",
      {
        schema: {
          operationId: "changeFee",
          summary: "Change a fee schedule, or switch it off",
          tags: ["Fees"],
          params: Type.Object({ fee_id: Type.String() }),
          body: Type.Partial(Closed(Input), { additionalProperties: false }),
          response: { 200: SuccessOf(Schedule) },
        },
      },
      async (request) => {
        if (!isId(request.params.fee_id)) throw notFound("Fee schedule");
        return success(
          "Fee schedule changed",
          wireOf(await changeSchedule(deps, request.params.fee_id, request.body, actorIn(request))),
        );
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
