import { createHash } from "node:crypto";
import { lockLedger } from "#src/record/ledger/index.ts";
import type { Controls, LimitScope } from "#src/parties/organizations/index.ts";
import { Decimal } from "@corridor/base/decimal.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { type Row, statement } from "#src/kernel/db/statement.ts";
import { conflict } from "#src/kernel/http/errors.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { toE164 } from "@corridor/base/phone.ts";
import { accountKeyOf } from "#src/payments/requests/index.ts";
import type { Payment } from "#src/payments/core/index.ts";
import {
  type Counted,
  judgePayout,
  type MoneyOut,
  mostOf,
  needsCounts,
  type PayoutVerdict,
} from "#src/payments/rules/index.ts";

/**
 * Checks payouts against their organization's controls, in the transaction that creates them and under the ledger's
 * lock: of concurrent payouts, each is judged with the earlier ones counted. Payins only against limits per customer.
 */
export type Screening = {
  controls: Controls;
  /** The requesting API key or person. */
  credentialId: string;
  /** Who created the requesting key, if any. */
  keyMadeBy?: string | undefined;
  /** When the account of the beneficiary was entered; null without a beneficiary. */
  accountSince: Date | null;
};

export type Screened = { payment: Payment; screening: Screening };
/** What limits count of money that leaves, by whatever it leaves. */
type Leaving = Pick<Payment, "orgId" | "amount"> & Pick<Screening, "controls"> & { scopes: [LimitScope, string][] };
export type Count = Row<"store.READ_COUNTS">;

const HOUR_MS = 3_600_000;
const HOURS_OF_DAY = 24;

export async function screenPayouts(tx: Tx, payouts: readonly Screened[], now: Date) {
  for (const orgId of [...new Set(payouts.map(({ payment }) => payment.orgId))].sort()) await lockLedger(tx, orgId);
  return judgePayouts(tx, payouts, now);
}

/** Without the lock: what would be decided now, for people who ask before they pay. */
export async function judgePayouts(tx: Queryable, payouts: readonly Screened[], now: Date) {
  const counts = await countsBefore(tx, payouts.map(leavingOf), now);
  const needsHistory = ({ screening }: Screened): boolean =>
    screening.controls.policies.some(({ when }) => when === "new_beneficiary");
  const known = await paidBeneficiaries(tx, payouts.filter(needsHistory).map(payeeOf));
  return new Map(
    payouts.map((payout): [string, PayoutVerdict] => {
      const { payment, screening } = payout;
      const verdict = judgePayout(screening.controls, {
        amount: payment.amount,
        before: (scope, window) => sum(counts, leavingOf(payout), scope, window, now),
        isNewBeneficiary: payment.beneficiaryId !== null && !known.has(trustOf(payment)),
        accountAgeHours:
          screening.accountSince === null ? null : (now.getTime() - screening.accountSince.getTime()) / HOUR_MS,
        isElsewhere: payment.details.destination?.matches_beneficiary === false,
        isCard: payment.paymentMethod === "card",
      });
      if (verdict.verdict !== "refuse") counts.push(...countsOf(leavingOf(payout), now));
      return [payment.paymentId, verdict];
    }),
  );
}

const NO_PAYEE = { isNewBeneficiary: false, accountAgeHours: null, isElsewhere: false, isCard: false };

/** Judges and counts money that goes back to its payer. Throws if a limit refuses it. */
export async function screenReturn(
  tx: Tx,
  what: MoneyOut,
  { credentialId, ...given }: Omit<Leaving, "scopes"> & { credentialId: string },
  now: Date,
) {
  await lockLedger(tx, given.orgId);
  const scopes: Leaving["scopes"] = [
    ["organization", ""],
    ["key", credentialId],
  ];
  const leaving = { ...given, scopes };
  const counts = await countsBefore(tx, [leaving], now);
  const before = (scope: LimitScope, window: "hour" | "day") => sum(counts, leaving, scope, window, now);
  const verdict = judgePayout(given.controls, { what, amount: given.amount, before, ...NO_PAYEE });
  if (verdict.verdict === "refuse") throw conflict(`The ${what} was refused: ${verdict.reason}`, "LIMIT_EXCEEDED");
  await countLeaving(tx, [leaving], now);
  return verdict;
}

/** Counts the payouts that were created. */
export function countPayouts(tx: Tx, payouts: readonly Screened[], now: Date): Promise<void> {
  return countLeaving(tx, payouts.map(leavingOf), now);
}

const COUNT_LEAVING = statement("store.COUNT_LEAVING")`
  INSERT INTO payout_counts (org_id, scope, scope_id, currency, hour, count, amount)
    SELECT org_id, scope, scope_id, currency, hour, sum(count), sum(amount)
    FROM json_to_recordset($1::json) AS r (org_id uuid, scope text, scope_id text, currency text, hour timestamptz,
      count int, amount numeric)
    GROUP BY org_id, scope, scope_id, currency, hour ORDER BY org_id, scope, scope_id, currency, hour
    ON CONFLICT (org_id, scope, scope_id, currency, hour) DO UPDATE
      SET count = payout_counts.count + excluded.count, amount = payout_counts.amount + excluded.amount`;

async function countLeaving(tx: Tx, all: readonly Leaving[], now: Date): Promise<void> {
  const rows = all.filter(({ controls }) => needsCounts(controls)).flatMap((one) => countsOf(one, now));
  if (rows.length === 0) return;
  await tx.query(COUNT_LEAVING, [JSON.stringify(rows)]);
}

const PURGE_ROWS = 5_000;
const DELETE_COUNTS = statement("store.DELETE_COUNTS")`DELETE FROM payout_counts WHERE ctid = ANY
  (ARRAY(SELECT ctid FROM payout_counts WHERE hour < $1 LIMIT $2)) RETURNING 1`;

/** Deletes counts that are older than every window. */
export function purgePayoutCountsJob({ db, clock }: { db: Db; clock: Clock }): Job {
  return {
    name: "payout-counts-purge",
    intervalMs: HOUR_MS,
    async runOnce() {
      const before = new Date(clock.now().getTime() - 2 * HOURS_OF_DAY * HOUR_MS);
      return (await db.query(DELETE_COUNTS, [before, PURGE_ROWS])).length;
    },
  };
}

function leavingOf(payout: Screened): Leaving {
  const { orgId, amount } = payout.payment;
  return { orgId, amount, controls: payout.screening.controls, scopes: scopesOf(payout) };
}

function scopesOf({ payment, screening }: Screened): [LimitScope, string][] {
  const customer = customerIdsOf(payment).map((id): [LimitScope, string] => ["customer", id]);
  if (payment.direction === "inbound") return customer;
  const scopes: [LimitScope, string][] = [["organization", ""], ["key", screening.credentialId], ...customer];
  return [...scopes, ...payeeIdsOf(payment).map((id): [LimitScope, string] => ["beneficiary", id])];
}

/** What payouts to one payee are counted by: the beneficiary, and the account, which others may be entered with too. */
export function payeeIdsOf({
  beneficiaryId,
  country,
  details,
}: Pick<Payment, "beneficiaryId" | "country" | "details">) {
  return [beneficiaryId, accountKeyOf(country, details)].filter((id) => id !== null);
}

/**
 * All identifiers of the customer, as digests: contact data stays in the payment. Counting by one alone would let a
 * customer who changes it start again. So each is counted, and the highest count decides.
 */
function customerIdsOf({ direction, country, details }: Payment): string[] {
  const { payer_details: payer, mobile_money_details: wallet } = details;
  const phones = [payer?.phone, direction === "inbound" ? wallet?.phone_number : null].flatMap(
    (phone) => phone?.trim() || [],
  );
  const emails = [payer?.email].flatMap((email) => email?.trim().toLowerCase() || []);
  const names = [...emails, ...phones.map((phone) => toE164(phone, country) ?? phone)];
  return [...new Set(names)].map((name) => createHash("sha256").update(name).digest("hex"));
}

function countsOf({ orgId, amount, scopes }: Leaving, now: Date): Count[] {
  const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const counted = { org_id: orgId, currency: amount.currency, hour, count: 1, amount: amount.toDatabase() };
  return scopes.map(([scope, scope_id]) => ({ ...counted, scope, scope_id }));
}

/** Whole clock hours: a window is at least as long as its name says, never too short. */
function sum(counts: readonly Count[], leaving: Leaving, scope: LimitScope, window: "hour" | "day", now: Date) {
  const { orgId: org_id, amount } = leaving;
  const since = now.getTime() - (window === "hour" ? 1 : HOURS_OF_DAY) * HOUR_MS;
  const sums = leaving.scopes.flatMap(([name, scope_id]) =>
    name === scope ? [sumOf(counts, { org_id, scope, scope_id, currency: amount.currency, since })] : [],
  );
  return mostOf(sums);
}

type Sums = Pick<Count, "org_id" | "scope" | "scope_id" | "currency"> & { since: number };
function sumOf(counts: readonly Count[], { org_id, scope, scope_id, currency, since }: Sums): Counted {
  const counted = counts.filter(
    (one) =>
      one.org_id === org_id &&
      one.scope === scope &&
      one.scope_id === scope_id &&
      one.currency === currency &&
      one.hour.getTime() + HOUR_MS > since,
  );
  return {
    count: counted.reduce((total, one) => total + one.count, 0),
    amount: counted.reduce((total, one) => total.plus(Decimal.parse(one.amount)), Decimal.parse("0")),
  };
}

async function countsBefore(tx: Queryable, all: readonly Leaving[], now: Date): Promise<Count[]> {
  const wanted = all.filter(({ controls }) => needsCounts(controls)).flatMap((one) => countsOf(one, now));
  return wanted.length === 0 ? [] : readCounts(tx, wanted, now);
}

const READ_COUNTS = statement("store.READ_COUNTS")`
  SELECT c.org_id, c.scope, c.scope_id, c.currency, c.hour, c.count, c.amount::text AS amount /* not null */
    FROM payout_counts c
    JOIN (SELECT DISTINCT org_id, scope, scope_id, currency
      FROM json_to_recordset($1::json) AS r (org_id uuid, scope text, scope_id text, currency text)) w
      ON c.org_id = w.org_id AND c.scope = w.scope AND c.scope_id = w.scope_id AND c.currency = w.currency
    WHERE c.hour >= $2`;

/** The counts within the longest window that a limit can have. */
export function readCounts(
  db: Queryable,
  wanted: readonly Pick<Count, "org_id" | "scope" | "scope_id" | "currency">[],
  now: Date,
): Promise<Count[]> {
  return db.query(READ_COUNTS, [JSON.stringify(wanted), new Date(now.getTime() - (HOURS_OF_DAY + 1) * HOUR_MS)]);
}

type Payee = Pick<Payment, "orgId" | "beneficiaryId"> & Pick<Screening, "accountSince">;

export function payeeOf({ payment: { orgId, beneficiaryId }, screening: { accountSince } }: Screened): Payee {
  return { orgId, beneficiaryId, accountSince };
}

/** What a completed payout proves, and nothing else does: this account is this beneficiary's. */
export function trustOf(payment: Pick<Payment, "orgId" | "beneficiaryId" | "country" | "details">): string {
  return [payment.orgId, ...payeeIdsOf(payment)].join("/");
}

/** Of the latest payouts alone: all since the account was entered go to it, but for one that was under way then. */
const PROOFS = 5;

const PAID_BENEFICIARIES = statement("store.PAID_BENEFICIARIES")`
  SELECT w.org_id AS "orgId" /* not null */, w.beneficiary_id AS "beneficiaryId", paid.country, paid.details
    FROM json_to_recordset($1::json) AS w (org_id uuid, beneficiary_id uuid, since timestamptz)
    CROSS JOIN LATERAL (SELECT p.country, p.details FROM payments p
      WHERE p.org_id = w.org_id AND p.beneficiary_id = w.beneficiary_id
        AND p.direction = 'outbound' AND p.status = 'completed' AND p.created_at >= w.since
        AND p.details -> 'destination' ->> 'matches_beneficiary' IS DISTINCT FROM 'false'
      ORDER BY p.payment_id DESC LIMIT ${PROOFS}) AS paid`;

/**
 * As `trustOf`. A payin or a ramp that names a beneficiary is no proof of its current account, nor is a payout to
 * another account: a trifling one of these would switch the control off.
 */
export async function paidBeneficiaries(tx: Queryable, payees: readonly Payee[]): Promise<Set<string>> {
  if (payees.length === 0) return new Set();
  const wanted = payees.flatMap(({ orgId, beneficiaryId, accountSince }) =>
    beneficiaryId === null ? [] : [{ org_id: orgId, beneficiary_id: beneficiaryId, since: accountSince }],
  );
  const rows = await tx.query(PAID_BENEFICIARIES, [JSON.stringify(wanted)]);
  return new Set(rows.map(trustOf));
}
