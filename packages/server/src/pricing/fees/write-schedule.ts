import Type, { type Static } from "typebox";
import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import {
  Closed,
  CountryCode,
  CurrencyCode,
  Nullable,
  OrgId,
  readDecimal,
  readMoney,
} from "#src/kernel/http/schemas.ts";
import { newId } from "@corridor/base/ids.ts";
import { Money } from "@corridor/base/money.ts";
import { PaymentDirectionSchema, PaymentMethodSchema } from "#src/pricing/provider-accounts/index.ts";
import { FEES_TOPIC } from "./charge-fee.ts";
import type { FeeSchedule } from "./fee.ts";
import { lockSchedule, writeSchedule } from "./queries.ts";

export const ScheduleBody = Closed({
  name: [Type.String({ minLength: 1, maxLength: 200 }), "A name for people"],
  org_id: Type.Optional(Nullable(OrgId)),
  country: Type.Optional(Nullable(CountryCode)),
  payment_method: [Type.Optional(Nullable(PaymentMethodSchema)), "The payment method; null: any"],
  direction: [Type.Optional(Nullable(PaymentDirectionSchema)), "The direction of the payment; null: any"],
  currency: CurrencyCode,
  fixed_amount: [Type.Optional(Type.Number({ minimum: 0 })), "Fixed fee for each payment, in `currency`"],
  percent: [
    Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    "Percentage of the payment's amount, in addition to `fixed_amount`",
  ],
  min_fee: [Type.Optional(Nullable(Type.Number({ minimum: 0 }))), "The lowest fee that is charged; null: no limit"],
  max_fee: [Type.Optional(Nullable(Type.Number({ minimum: 0 }))), "The highest fee that is charged; null: no limit"],
  is_active: [Type.Optional(Type.Boolean()), "Whether it is used; an inactive one is only stored"],
});

/** Creates and changes fee schedules. A schedule is switched off, never deleted: payments refer to it in `fee_ids`. */
export type ScheduleInput = Static<typeof ScheduleBody>;

const MAX_PERCENT_DECIMALS = 6;

type Deps = { db: Db; clock: Clock };

/** `repeatableId`: the id that an `Idempotency-Key` reserved; a schedule under it was created by the same request. */
export async function createSchedule(
  deps: Deps,
  input: ScheduleInput,
  actor: AuditActor,
  repeatableId?: string,
): Promise<FeeSchedule> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const before = repeatableId === undefined ? undefined : await lockSchedule(tx, repeatableId);
    return (
      before ??
      store(tx, merged({ fee_id: repeatableId ?? newId(), created_at: now }, input, now), "fee.created", actor)
    );
  });
}

export async function changeSchedule(
  deps: Deps,
  feeId: string,
  change: Partial<ScheduleInput>,
  actor: AuditActor,
): Promise<FeeSchedule> {
  return deps.db.transaction(async (tx) => {
    const before = await lockSchedule(tx, feeId);
    if (before === undefined) throw notFound("Fee schedule");
    return store(tx, merged(before, change, deps.clock.now()), "fee.changed", actor);
  });
}

async function store(tx: Tx, schedule: FeeSchedule, action: string, actor: AuditActor): Promise<FeeSchedule> {
  const { fee_id, org_id: orgId, updated_at: at, fixed_amount, percent, min_fee, max_fee } = schedule;
  if (orgId !== null && !(await organizationExists(tx, orgId))) throw notFound("Organization");
  await writeSchedule(tx, schedule);
  tx.notify(FEES_TOPIC, schedule.currency);
  const { name, country, payment_method, direction, currency, is_active } = schedule;
  const matched = { name, country, payment_method, direction, currency, is_active };
  // The audit log gets the whole schedule, so that two consecutive entries show the change.
  await audit(tx, { orgId, actor, at }, action, fee_id, {
    ...matched,
    fixed: fixed_amount.toDatabase(),
    percent: percent.toString(),
    min_fee: min_fee?.toDatabase() ?? null,
    max_fee: max_fee?.toDatabase() ?? null,
  });
  return schedule;
}

function merged(
  base: Pick<FeeSchedule, "fee_id" | "created_at"> & Partial<FeeSchedule>,
  input: Partial<ScheduleInput>,
  now: Date,
): FeeSchedule {
  const currency = input.currency ?? base.currency!;
  const { country = base.country ?? null, direction = base.direction ?? null } = input;
  const { payment_method = base.payment_method ?? null, name = base.name!, is_active = base.is_active ?? true } = input;
  const schedule: FeeSchedule = {
    fee_id: base.fee_id,
    org_id: input.org_id === undefined ? (base.org_id ?? null) : readOrgId(input.org_id),
    name,
    country,
    payment_method,
    direction,
    currency,
    fixed_amount: amountOf("fixed_amount", input.fixed_amount, currency) ?? base.fixed_amount ?? Money.zero(currency),
    percent:
      input.percent === undefined
        ? (base.percent ?? Decimal.ZERO)
        : readDecimal(input.percent, "percent", MAX_PERCENT_DECIMALS),
    min_fee: input.min_fee === undefined ? (base.min_fee ?? null) : amountOf("min_fee", input.min_fee, currency),
    max_fee: input.max_fee === undefined ? (base.max_fee ?? null) : amountOf("max_fee", input.max_fee, currency),
    is_active,
    created_at: base.created_at,
    updated_at: now,
  };
  if (base.currency !== undefined && base.currency !== currency)
    throw invalidField("currency", "cannot be changed; create another schedule");
  if (schedule.min_fee !== null && schedule.max_fee !== null && schedule.min_fee.compare(schedule.max_fee) > 0)
    throw invalidField("min_fee", "must not be above max_fee");
  return schedule;
}

function readOrgId(orgId: string | null): string | null {
  return orgId === null ? null : idOf(orgId, "Organization");
}

function amountOf(path: string, value: number | null | undefined, currency: string): Money | null {
  if (value === undefined || value === null) return null;
  return value === 0 ? Money.zero(currency) : readMoney(value, currency, path);
}
