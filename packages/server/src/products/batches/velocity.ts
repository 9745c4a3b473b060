import type { Controls, LimitScope } from "#src/parties/organizations/index.ts";
import { type Counted, judgePayout, mostOf, type PayoutVerdict } from "#src/payments/rules/index.ts";
import type { Count } from "#src/payments/store/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import { Money } from "@corridor/base/money.ts";
import type { Batch, BatchControls } from "./payout-batch.ts";
import type { RowSum } from "./row-queries.ts";

/**
 * Checks rows against policies and limits as if they were sent one after another now, with a map, because a batch has a
 * hundred thousand rows. A forecast: each payment is judged again when it is created.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Window = { hour: Counted; day: Counted };
export type ScreenedRow = {
  amount: Money;
  /** See `payeeIdsOf`. */
  payeeIds: readonly string[];
  accountSince: Date;
  isNewBeneficiary: boolean;
  isElsewhere: boolean;
};

export function createForecast(
  controls: Controls,
  given: {
    credentialId: string;
    counts: readonly Count[];
    paidBefore: readonly RowSum[];
    allBefore: readonly Omit<RowSum, "beneficiary_id">[];
    now: Date;
  },
): (row: ScreenedRow) => PayoutVerdict {
  const { now, credentialId } = given;
  const windows = new Map<string, Window>();
  const windowOf = (scope: LimitScope, id: string, currency: string): Window => {
    const key = `${scope} ${id} ${currency}`;
    let window = windows.get(key);
    if (window === undefined) windows.set(key, (window = { hour: NOTHING, day: NOTHING }));
    return window;
  };
  const add = (scope: LimitScope, id: string, currency: string, count: number, amount: Decimal, isRecent = true) => {
    const window = windowOf(scope, id, currency);
    if (isRecent) window.hour = plus(window.hour, count, amount);
    window.day = plus(window.day, count, amount);
  };
  for (const { scope, scope_id, currency, count, amount, hour } of given.counts) {
    const endMs = hour.getTime() + HOUR_MS;
    if (endMs > now.getTime() - DAY_MS)
      add(scope, scope_id, currency, count, Decimal.parse(amount), endMs > now.getTime() - HOUR_MS);
  }
  for (const { beneficiary_id, currency, rows, amount } of given.paidBefore)
    add("beneficiary", beneficiary_id, currency, rows, Decimal.parse(amount));
  for (const { currency, rows, amount } of given.allBefore) {
    add("organization", "", currency, rows, Decimal.parse(amount));
    add("key", credentialId, currency, rows, Decimal.parse(amount));
  }

  return (row) => {
    const { currency } = row.amount;
    const ids: Readonly<Partial<Record<LimitScope, readonly string[]>>> = {
      organization: [""],
      key: [credentialId],
      beneficiary: row.payeeIds,
    };
    const verdict = judgePayout(controls, {
      amount: row.amount,
      before: (scope, window) => mostOf((ids[scope] ?? []).map((id) => windowOf(scope, id, currency)[window])),
      isNewBeneficiary: row.isNewBeneficiary,
      accountAgeHours: (now.getTime() - row.accountSince.getTime()) / HOUR_MS,
      isElsewhere: row.isElsewhere,
      isCard: false,
    });
    if (verdict.verdict !== "refuse") {
      const amount = Decimal.of(row.amount.minor, row.amount.scale);
      for (const [scope, names] of Object.entries(ids))
        for (const id of names) add(scope as LimitScope, id, currency, 1, amount);
    }
    return verdict;
  };
}

/**
 * A batch is one decision: a policy on the amount of a payout judges its sum too, so that a thousand payouts below the
 * amount do not pass it. Totals of a day need nothing here: its last row reaches them.
 */
export function withTotals(batch: Batch, controls: Controls | null): BatchControls | null {
  const gathered = gatherControls(batch.controls);
  const policies = controls?.policies.filter(({ when }) => when === "amount") ?? [];
  for (const [currency, totals] of Map.groupBy(batch.totals, (total) => total.currency)) {
    const sum = totals.reduce((all, one) => all.plus(Money.fromDatabase(one.amount, currency)), Money.zero(currency));
    const facts = { isNewBeneficiary: false, accountAgeHours: null, isElsewhere: false, isCard: false };
    const what = "payout batch";
    const verdict = judgePayout({ policies, limits: [] }, { what, amount: sum, before: () => null, ...facts });
    if (verdict.verdict === "hold") gathered.hold(verdict);
  }
  return gathered.gathered();
}

const MAX_REASONS = 10;

/** What all held rows require together: the largest number of people, the stricter role, and each reason once. */
export function gatherControls(before: BatchControls | null) {
  const reasons = new Set(before?.reasons);
  let { approvers, role } = before ?? { approvers: 0, role: null };
  return {
    hold(verdict: { reasons: readonly string[]; approvers: number; role: BatchControls["role"] }): void {
      for (const reason of verdict.reasons) if (reasons.size < MAX_REASONS) reasons.add(reason);
      approvers = Math.max(approvers, verdict.approvers);
      role ??= verdict.role;
    },
    gathered: (): BatchControls | null => (approvers === 0 ? null : { reasons: [...reasons], approvers, role }),
  };
}

const NOTHING: Counted = { count: 0, amount: Decimal.ZERO };

function plus({ count, amount }: Counted, more: number, added: Decimal): Counted {
  return { count: count + more, amount: amount.plus(added) };
}
