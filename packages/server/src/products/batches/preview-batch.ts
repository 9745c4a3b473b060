import { type Beneficiary, findBeneficiaries } from "#src/parties/beneficiaries/index.ts";
import type { OrganizationProfile } from "#src/parties/organizations/index.ts";
import { aboutOf } from "#src/payments/core/index.ts";
import { assertVerified } from "#src/payments/initiate/index.ts";
import { needsCounts } from "#src/payments/rules/index.ts";
import { paidBeneficiaries, payeeIdsOf, readCounts } from "#src/payments/store/index.ts";
import type { Tx } from "#src/kernel/db/client.ts";
import { ApiError } from "#src/kernel/http/errors.ts";
import type { Job } from "#src/kernel/jobs/loop.ts";
import { findPaidBefore, withTwins } from "./batch-listener.ts";
import { checkNames, type NameDeps } from "./check-names.ts";
import { checkRow, type ReadRow } from "./check-row.ts";
import { finishPreview, type PreviewDeps } from "./finish-preview.ts";
import type { Batch, RowProblem } from "./payout-batch.ts";
import { postpone, takeUnchecked, updateBatch } from "./queries.ts";
import {
  type CheckedRow,
  findFirstAlike,
  readUnchecked,
  sumAllBefore,
  sumBefore,
  type UncheckedRow,
  writeChecked,
} from "./row-queries.ts";
import { rowSealsOf } from "./row-seal.ts";
import { createForecast, gatherControls, type ScreenedRow } from "./velocity.ts";

/**
 * Checks every row before anything is sent, one chunk per transaction: facts are read for the whole chunk, the rules
 * are pure, and the verdicts are one statement. A crash repeats one chunk. finish-preview.ts prices and adds up.
 */
const INTERVAL_MS = 1_000;
const CHUNK_ROWS = 2_500;

export function previewBatchesJob(deps: PreviewDeps & NameDeps): Job {
  return {
    name: "payout-batch-previews",
    intervalMs: INTERVAL_MS,
    async runOnce() {
      let taken: Batch | undefined;
      try {
        const batch = await deps.db.transaction(async (tx) => {
          taken = await takeUnchecked(tx);
          return taken === undefined || taken.checkedTo >= taken.rowCount ? taken : checkChunk(tx, deps, taken);
        });
        if (batch === undefined) return 0;
        if (batch.checkedTo >= batch.rowCount)
          await (batch.checksNames && batch.namedTo < batch.rowCount
            ? checkNames(deps, batch)
            : finishPreview(deps, batch));
        return 1;
      } catch (error) {
        // The batch that was worked on longest ago is next. Without this update the same batch would always be next.
        if (taken !== undefined) await postpone(deps.db, taken, deps.clock.now());
        throw error;
      }
    },
  };
}

async function checkChunk(tx: Tx, deps: PreviewDeps, batch: Batch): Promise<Batch> {
  const now = deps.clock.now();
  const given = await readUnchecked(tx, batch, batch.checkedTo, CHUNK_ROWS);
  const profile = await deps.profileOf(batch.orgId);
  const { name, country } = profile;
  const payees = given.map(({ input }) => input.beneficiary_id);
  const beneficiaries = await findBeneficiaries(tx, batch.orgId, payees);
  const source = { account_name: name, account_number: batch.batchId, bank_name: "Balance", country };
  const checks = given.map((row) => {
    const beneficiary = beneficiaries.get(row.input.beneficiary_id.toLowerCase());
    return { row, ...checkRow(row.input, { beneficiary, rules: profile, source }) };
  });
  const duplicates = batch.duplicates === "allow" ? () => null : await findDuplicates(tx, batch, given, now);
  const currencies = [...new Set(checks.flatMap(({ read }) => (read === null ? [] : [read.amount.currency])))];
  const payeeIds = checks.flatMap(({ read }) => (read === null ? [] : payeesOf(read)));
  const chunk = { beneficiaries: [...beneficiaries.values()], payeeIds, currencies, firstRow: given[0]!.row, now };
  const forecast = await forecastOf(tx, batch, profile, chunk);
  const unverified = objectionOf(() => assertVerified(deps, profile, "Payouts"));
  const controls = gatherControls(batch.controls);
  const checked: CheckedRow[] = [];
  for (const { row, read, problems } of checks) {
    const errors: RowProblem[] = [...problems];
    const duplicate = duplicates(row);
    if (duplicate !== null) errors.push(duplicate);
    if (unverified !== null)
      errors.push({ field: "beneficiary_id", code: unverified.code, message: unverified.message });
    const plan = read === null ? null : await planRow(deps, batch.orgId, read, errors);
    if (read !== null && errors.length === 0 && forecast !== null) {
      const verdict = forecast(screenedOf(batch.orgId, read, forecast.known));
      if (verdict.verdict === "refuse")
        errors.push({ field: "amount", code: "LIMIT_EXCEEDED", message: verdict.reason });
      else if (verdict.verdict === "hold") controls.hold(verdict);
    }
    const isValid = errors.length === 0 && read !== null && plan !== null;
    checked.push(isValid ? validRow(deps, batch, row.row, read, plan) : { row: row.row, status: "invalid", errors });
  }
  await writeChecked(tx, batch, checked);
  const after: Batch = { ...batch, checkedTo: given.at(-1)!.row, controls: controls.gathered(), updatedAt: now };
  await updateBatch(tx, after);
  return after;
}

type RowPlan = { provider: string; fee: string };

async function planRow(
  deps: PreviewDeps,
  orgId: string,
  { amount, targetCurrency, beneficiary: { beneficiaryId }, intent }: ReadRow,
  errors: RowProblem[],
): Promise<RowPlan | null> {
  const corridor = { country: intent.country, paymentMethod: intent.method, direction: "outbound" } as const;
  const pays = targetCurrency === amount.currency ? amount : undefined;
  // Its id is known once the batch is sent: a split shows an example.
  const mayUseOwn = pays !== undefined;
  const about = { ...aboutOf({ paymentId: "", beneficiaryId, details: intent.details }), mayUseOwn };
  const { taken, waitsFor } = await deps.router.route(corridor, orgId, amount, pays, about);
  const provider = waitsFor ?? taken[0]?.provider;
  if (provider === undefined) {
    const message = `no provider is configured for ${intent.method} payouts in ${intent.country} at this amount`;
    errors.push({ field: "beneficiary_id", code: "ROUTING_CONFIG_NOT_FOUND", message });
    return null;
  }
  const fee = await deps.fees.charge({ orgId, ...corridor, amount });
  return { provider, fee: fee.total.toDatabase() };
}

/** A row between two currencies is ready once it has a price. */
function validRow({ secrets }: PreviewDeps, batch: Batch, row: number, read: ReadRow, plan: RowPlan): CheckedRow {
  const { targetCurrency, beneficiary } = read;
  const { currency } = read.amount;
  const amount = read.amount.toDatabase();
  const { beneficiaryId, updatedAt: beneficiaryAt } = beneficiary;
  const sealed = { row, beneficiary_id: beneficiaryId, amount, currency, intent: read.intent };
  const [seal] = rowSealsOf(secrets, batch, sealed);
  const intent = { ...read.intent, details: { ...read.intent.details, seal: seal! } };
  const known = { row, beneficiaryId, beneficiaryAt, amount, currency, targetCurrency, intent, ...plan };
  return currency === targetCurrency
    ? { ...known, status: "ready", targetAmount: amount }
    : { ...known, status: "unchecked" };
}

async function findDuplicates(
  tx: Tx,
  batch: Batch,
  rows: readonly UncheckedRow[],
  now: Date,
): Promise<(row: UncheckedRow) => RowProblem | null> {
  const payouts = [...new Set(rows.map(({ same_as }) => same_as))];
  const alike = await withTwins(tx, batch.orgId, payouts);
  const first = await findFirstAlike(tx, batch, [...alike.values()].flat());
  const paidBefore = await findPaidBefore(tx, batch.orgId, payouts, { now });
  return ({ row, input: { reference }, same_as }) => {
    const field = reference === undefined ? "amount" : "reference";
    const cure =
      reference === undefined ? "if this is intended, give the row its own reference" : "give it another reference";
    const earlier = Math.min(...alike.get(same_as)!.map((one) => first.get(one) ?? row));
    if (earlier >= row && !paidBefore.has(same_as)) return null;
    const found = earlier < row ? `is the same payout as row ${earlier}` : "the same payout was made within 90 days";
    return { field, code: "DUPLICATE", message: `${found}; ${cure}` };
  };
}

type Forecast = ReturnType<typeof createForecast> & { known: ReadonlySet<string> };

async function forecastOf(
  tx: Tx,
  batch: Batch,
  { controls }: OrganizationProfile,
  chunk: { beneficiaries: readonly Beneficiary[]; firstRow: number; now: Date } & Record<
    "payeeIds" | "currencies",
    readonly string[]
  >,
): Promise<Forecast | null> {
  if (controls === null) return null;
  const { beneficiaries, payeeIds, currencies, firstRow, now } = chunk;
  const { orgId } = batch;
  const ids = beneficiaries.map(({ beneficiaryId }) => beneficiaryId);
  const { id, firstKeyId: credentialId = id } = batch.requester.actor;
  const scopes = [
    { scope: "organization", scope_id: "" },
    { scope: "key", scope_id: credentialId },
    ...payeeIds.map((scope_id) => ({ scope: "beneficiary" as const, scope_id })),
  ] as const;
  const wanted = scopes.flatMap((scope) => currencies.map((currency) => ({ org_id: orgId, ...scope, currency })));
  const counting = needsCounts(controls);
  const minds = controls.policies.some(({ when }) => when === "new_beneficiary");
  const known = await paidBeneficiaries(tx, minds ? beneficiaries : []);
  const forecast = createForecast(controls, {
    credentialId,
    counts: counting ? await readCounts(tx, wanted, now) : [],
    paidBefore: counting ? await sumBefore(tx, batch, firstRow, ids) : [],
    allBefore: counting ? await sumAllBefore(tx, batch, firstRow) : [],
    now,
  });
  return Object.assign(forecast, { known });
}

function payeesOf({ beneficiary: { beneficiaryId }, intent: { country, details } }: ReadRow): string[] {
  return payeeIdsOf({ beneficiaryId, country, details });
}

function screenedOf(orgId: string, read: ReadRow, known: ReadonlySet<string>): ScreenedRow {
  const { amount, beneficiary, intent } = read;
  return {
    amount,
    payeeIds: payeesOf(read),
    accountSince: beneficiary.accountSince,
    isNewBeneficiary: !known.has([orgId, ...payeesOf(read)].join("/")),
    isElsewhere: intent.details.destination?.matches_beneficiary === false,
  };
}

function objectionOf(check: () => void): ApiError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
