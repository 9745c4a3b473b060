import type { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";

/**
 * What a payment costs: fixed plus percent, kept within min and max, in the payment's own currency. The most specific
 * active schedule applies: the organization's own before a global one, then the one that names more of the corridor,
 * then the older.
 */
export type FeeSchedule = {
  feeId: string;
  orgId: string | null;
  name: string;
  country: string | null;
  paymentMethod: string | null;
  direction: string | null;
  currency: string;
  fixedAmount: Money;
  percent: Decimal;
  minFee: Money | null;
  maxFee: Money | null;
  isActive: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type FeeQuestion = { orgId: string; country: string; paymentMethod: string; direction: string; amount: Money };

export function chooseFee(schedules: readonly FeeSchedule[], question: FeeQuestion): FeeSchedule | undefined {
  return schedules.filter((schedule) => matches(schedule, question)).toSorted(byParticularity)[0];
}

export type FeePlace = Omit<FeeQuestion, "amount">;

/** The schedule that applies in each currency that has one. */
export function feesByCurrency(schedules: readonly FeeSchedule[], place: FeePlace): FeeSchedule[] {
  const currencies = [...new Set(schedules.map(({ currency }) => currency))].toSorted();
  return currencies.flatMap((currency) => chooseFee(schedules, { ...place, amount: Money.zero(currency) }) ?? []);
}

export function feeOf(schedule: FeeSchedule, amount: Money): Money {
  const fee = schedule.fixedAmount.plus(amount.percentage(schedule.percent));
  if (schedule.minFee !== null && fee.compare(schedule.minFee) < 0) return schedule.minFee;
  if (schedule.maxFee !== null && fee.compare(schedule.maxFee) > 0) return schedule.maxFee;
  return fee;
}

function matches(schedule: FeeSchedule, question: FeeQuestion): boolean {
  return (
    schedule.isActive &&
    schedule.currency === question.amount.currency &&
    (schedule.orgId === null || schedule.orgId === question.orgId) &&
    (schedule.country === null || schedule.country === question.country) &&
    (schedule.paymentMethod === null || schedule.paymentMethod === question.paymentMethod) &&
    (schedule.direction === null || schedule.direction === question.direction)
  );
}

function byParticularity(a: FeeSchedule, b: FeeSchedule): number {
  return (
    particularityOf(b) - particularityOf(a) ||
    a.createdAt.getTime() - b.createdAt.getTime() ||
    (a.feeId < b.feeId ? -1 : 1)
  );
}

function particularityOf(schedule: FeeSchedule): number {
  return (
    Number(schedule.orgId !== null) * 8 +
    Number(schedule.country !== null) +
    Number(schedule.paymentMethod !== null) +
    Number(schedule.direction !== null)
  );
}
