import { appendAudit, type AuditActor } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { invalidField, notFound } from "#src/kernel/http/errors.ts";
import { readDecimal } from "#src/kernel/http/schemas.ts";
import { isId, newId } from "@corridor/base/ids.ts";
import { InvalidMoney, Money } from "@corridor/base/money.ts";
import { FEES_TOPIC } from "./charge-fee.ts";
import type { FeeSchedule } from "./fee.ts";
import { lockSchedule, writeSchedule } from "./queries.ts";

/** Creates and changes fee schedules. A schedule is switched off, never deleted: payments refer to it in `fee_ids`. */
export type ScheduleInput = {
  name: string;
  org_id?: string | null;
  country?: string | null;
  payment_method?: string | null;
  direction?: string | null;
  currency: string;
  fixed_amount?: number;
  percent?: number;
  min_fee?: number | null;
  max_fee?: number | null;
  is_active?: boolean;
};

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
      before ?? store(tx, merged({ feeId: repeatableId ?? newId(), createdAt: now }, input, now), "fee.created", actor)
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
  if (schedule.orgId !== null && !(await organizationExists(tx, schedule.orgId))) throw notFound("Organization");
  await writeSchedule(tx, schedule);
  tx.notify(FEES_TOPIC, schedule.currency);
  await appendAudit(tx, [
    {
      orgId: schedule.orgId,
      actor,
      action,
      resourceType: "fee",
      resourceId: schedule.feeId,
      at: schedule.updatedAt,
      // The audit log gets the whole schedule, so that two consecutive entries show the change.
      changes: {
        name: schedule.name,
        country: schedule.country,
        payment_method: schedule.paymentMethod,
        direction: schedule.direction,
        currency: schedule.currency,
        fixed: schedule.fixedAmount.toDatabase(),
        percent: schedule.percent.toString(),
        min_fee: schedule.minFee?.toDatabase() ?? null,
        max_fee: schedule.maxFee?.toDatabase() ?? null,
        is_active: schedule.isActive,
      },
    },
  ]);
  return schedule;
}

function merged(
  base: { feeId: string; createdAt: Date } & Partial<FeeSchedule>,
  input: Partial<ScheduleInput>,
  now: Date,
): FeeSchedule {
  const currency = input.currency ?? base.currency!;
  const schedule: FeeSchedule = {
    feeId: base.feeId,
    orgId: input.org_id === undefined ? (base.orgId ?? null) : readOrgId(input.org_id),
    name: input.name ?? base.name!,
    country: input.country === undefined ? (base.country ?? null) : input.country,
    paymentMethod: input.payment_method === undefined ? (base.paymentMethod ?? null) : input.payment_method,
    direction: input.direction === undefined ? (base.direction ?? null) : input.direction,
    currency,
    fixedAmount: amountOf("fixed_amount", input.fixed_amount, currency) ?? base.fixedAmount ?? Money.zero(currency),
    percent:
      input.percent === undefined
        ? (base.percent ?? Decimal.ZERO)
        : readDecimal(input.percent, "percent", MAX_PERCENT_DECIMALS),
    minFee: input.min_fee === undefined ? (base.minFee ?? null) : amountOf("min_fee", input.min_fee, currency),
    maxFee: input.max_fee === undefined ? (base.maxFee ?? null) : amountOf("max_fee", input.max_fee, currency),
    isActive: input.is_active ?? base.isActive ?? true,
    createdAt: base.createdAt,
    updatedAt: now,
  };
  if (base.currency !== undefined && base.currency !== currency)
    throw invalidField("currency", "cannot be changed; create another schedule");
  if (schedule.minFee !== null && schedule.maxFee !== null && schedule.minFee.compare(schedule.maxFee) > 0)
    throw invalidField("min_fee", "must not be above max_fee");
  return schedule;
}

function readOrgId(orgId: string | null): string | null {
  if (orgId !== null && !isId(orgId)) throw notFound("Organization");
  return orgId?.toLowerCase() ?? null;
}

function amountOf(path: string, value: number | null | undefined, currency: string): Money | null {
  if (value === undefined || value === null) return null;
  try {
    return value === 0 ? Money.zero(currency) : Money.fromWire(value, currency);
  } catch (error) {
    if (error instanceof InvalidMoney) throw invalidField(path, error.message);
    throw error;
  }
}
