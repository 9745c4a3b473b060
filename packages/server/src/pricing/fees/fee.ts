import type { InMoney } from "#src/kernel/db/money-rows.ts";
import type { Row } from "#src/kernel/db/statement.ts";
import type { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * Fixed plus percent, within min and max, in the payment's own currency. The most specific active schedule applies: the
 * organization's own before a global one, then the one that names more of the corridor, then the older.
 */
export type FeeSchedule = Omit<
  InMoney<Row<"fees.LOCK_SCHEDULE">, "fixed_amount" | "min_fee" | "max_fee">,
  "percent"
> & {
  readonly currency: string;
  readonly percent: Decimal;
};

export type FeeQuestion = { orgId: string; country: string; paymentMethod: string; direction: string; amount: Money };

export function chooseFee(schedules: readonly FeeSchedule[], question: FeeQuestion): FeeSchedule | undefined {
  return schedules.filter((schedule) => matches(schedule, question)).toSorted(byParticularity)[0];
}

export type FeePlace = Omit<FeeQuestion, "amount">;

export function feesByCurrency(schedules: readonly FeeSchedule[], place: FeePlace): FeeSchedule[] {
  const currencies = [...new Set(schedules.map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => chooseFee(schedules, { ...place, amount: Money.zero(currency) }) ?? []);
}

export function feeOf(schedule: FeeSchedule, amount: Money): Money {
  const fee = schedule.fixed_amount.plus(amount.percentage(schedule.percent));
  if (schedule.min_fee !== null && fee.compare(schedule.min_fee) < 0) return schedule.min_fee;
  if (schedule.max_fee !== null && fee.compare(schedule.max_fee) > 0) return schedule.max_fee;
  return fee;
}

function matches(schedule: FeeSchedule, question: FeeQuestion): boolean {
  return (
    schedule.is_active &&
    schedule.currency === question.amount.currency &&
    (schedule.org_id === null || schedule.org_id === question.orgId) &&
    (schedule.country === null || schedule.country === question.country) &&
    (schedule.payment_method === null || schedule.payment_method === question.paymentMethod) &&
    (schedule.direction === null || schedule.direction === question.direction)
  );
}

function byParticularity(a: FeeSchedule, b: FeeSchedule): number {
  return (
    particularityOf(b) - particularityOf(a) ||
    a.created_at.getTime() - b.created_at.getTime() ||
    (a.fee_id < b.fee_id ? -1 : 1)
  );
}

function particularityOf(schedule: FeeSchedule): number {
  return (
    Number(schedule.org_id !== null) * 8 +
    Number(schedule.country !== null) +
    Number(schedule.payment_method !== null) +
    Number(schedule.direction !== null)
  );
}
