import type { Clock } from "@corridor/base/clock.ts";
import type { Provider } from "@corridor/provider-kit/provider.ts";
import type { Db } from "#src/kernel/db/client.ts";
import { namesAgree } from "./check-row.ts";
import type { Batch, BatchProblem, RowProblem } from "./payout-batch.ts";
import { lockBatch, updateBatch } from "./queries.ts";
import { readUnnamed, type UnnamedRow, writeMisnamed } from "./row-queries.ts";

/**
 * Asks providers who holds the bank accounts, where the upload wants it: outside of any transaction, after the other
 * checks and before rates are locked. A row with another holder, or none, cannot be sent. An account that nobody can
 * look up stays as it is, and the preview says so.
 */
export const MAX_NAMED_ROWS = 1_000;
const ROWS_AT_A_TIME = 20;
const AT_ONCE = 4;
const ANSWER_WITHIN_MS = 10_000;
const NOT_ASKED: BatchProblem = {
  code: "ACCOUNT_NAMES_UNKNOWN",
  message: "Some accounts could not be looked up; the names of their holders are not checked",
};

export type NameDeps = {
  db: Db;
  clock: Clock;
  /** Throws when no provider can look the account up. */
  resolveAccount: NonNullable<Provider["resolveAccount"]>;
};

export async function checkNames(deps: NameDeps, batch: Batch): Promise<void> {
  const rows = await readUnnamed(deps.db, batch, batch.namedTo, ROWS_AT_A_TIME);
  const found = new Map<number, RowProblem>();
  let hasUnknown = false;
  const waiting = [...rows];
  const lookUp = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const problem = await problemOf(deps, row);
      if (problem === "unknown") hasUnknown = true;
      else if (problem !== null) found.set(row.row, problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookUp));
  await deps.db.transaction(async (tx) => {
    const current = await lockBatch(tx, batch);
    if (current?.status !== "checking" || current.checkedTo < current.rowCount || current.namedTo !== batch.namedTo)
      return; // Another worker has already checked these rows, or the preview was started again.
    const misnamed = [...found].map(([row, problem]) => ({ row, errors: [problem] }));
    await writeMisnamed(tx, batch, misnamed);
    const isNew = hasUnknown && !current.problems.some(({ code }) => code === NOT_ASKED.code);
    const namedTo = rows.length < ROWS_AT_A_TIME ? current.rowCount : rows.at(-1)!.row;
    const problems = isNew ? [...current.problems, NOT_ASKED] : current.problems;
    await updateBatch(tx, { ...current, namedTo, problems, updatedAt: deps.clock.now() });
  });
}

export async function problemOf(
  deps: Pick<NameDeps, "resolveAccount">,
  { intent }: Pick<UnnamedRow, "intent">,
): Promise<RowProblem | "unknown" | null> {
  const { bank_account: account, recipient_info: recipient } = intent.details;
  if (account === undefined || account.bank_code == null || recipient?.name == null) return "unknown";
  const { account_number, bank_code, account_name = recipient.name } = account;
  const asked = { account_number, bank_code, country: intent.country, account_name };
  const field = "account_number";
  try {
    const holder = await deps.resolveAccount(asked, AbortSignal.timeout(ANSWER_WITHIN_MS));
    if (holder === null) return { field, code: "VALIDATION_ERROR", message: "is not an account that the bank knows" };
    const code = "BENEFICIARY_MISMATCH";
    if ("verdict" in holder) {
      if (holder.verdict === "no_match") return { field, code, message: `is not held by ${account_name}` };
      return holder.verdict === "match" ? null : "unknown";
    }
    if ([recipient.name, account_name].some((name) => namesAgree(name, holder.account_name))) return null;
    return { field, code, message: `is held by ${holder.account_name}, but the beneficiary is ${recipient.name}` };
  } catch {
    return "unknown"; // A failed lookup is no error of the row: without the name check, the row would be sent as well.
  }
}
