import { createHash, timingSafeEqual } from "node:crypto";
import { audit, type Person } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Tx } from "#src/kernel/db/client.ts";
import { conflict, notFound } from "#src/kernel/http/errors.ts";
import type { SecretBox } from "#src/kernel/secrets.ts";
import { lockAccount, readAccountBalances } from "./account-queries.ts";
import {
  closeThrough,
  type Days,
  type Digest,
  digestsOfDay,
  findDay,
  findUnfinished,
  insertDay,
  reopenDay,
  totalsOfDay,
} from "./day-queries.ts";
import type { DayHead } from "./settlement.ts";

type Deps = { db: Db; clock: Clock; secrets: SecretBox };
const PLACE = "settlement day";
const DIGEST_STEP = 20_000;

function signatureOf(secrets: SecretBox, head: Omit<DayHead, "signature">): string {
  return secrets.fingerprints(textOf(head), PLACE)[0].toString("hex");
}

/** Whether this deployment signed the day, with its current secret or an earlier one. */
function isSigned(secrets: SecretBox, { signature, ...head }: DayHead): boolean {
  const given = Buffer.from(signature, "hex");
  return secrets
    .fingerprints(textOf(head), PLACE)
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

/** Written field by field, because the database does not keep the order of names in JSON. */
function textOf(head: Omit<DayHead, "signature">): string {
  const totals = head.totals.map(({ currency, lines, gross, fee, net }) => [currency, lines, gross, fee, net]);
  const unexplained = head.unexplained.map((one) => [one.currency, one.expected, one.stated, one.exceptions]);
  const { account, day, lines_digest, previous, closed_at, closed_by } = head;
  return JSON.stringify([account, day, totals, unexplained, lines_digest, previous, closed_at, closed_by]);
}

export async function closeDay({ db, clock, secrets }: Deps, who: Person, account: string, day: string) {
  return db.transaction(async (tx) => {
    const locked = await lockAccount(tx, account);
    if (locked === undefined) throw notFound("Account");
    const now = clock.now();
    if (day >= now.toISOString().slice(0, 10)) throw conflict("The day is not over yet (UTC); close it afterwards");
    if (locked.closedThrough !== null && day <= locked.closedThrough)
      throw conflict(`The account is already closed through ${locked.closedThrough}`);
    if (await findUnfinished(tx, account))
      throw conflict("An import of this account is not finished; close the day after it");
    const previous = locked.closedThrough === null ? undefined : await findDay(tx, account, locked.closedThrough);
    if (previous !== undefined && !isSigned(secrets, previous))
      throw conflict(
        `The signature of the closed day ${locked.closedThrough} does not match its lines; reopen that day, and find ` +
          "out who changed it",
      );
    const days = { account, after: locked.closedThrough, through: day };
    const unsigned = {
      account,
      day,
      totals: await totalsOfDay(tx, days),
      unexplained: (await readAccountBalances(tx))
        .filter((one) => one.account === account)
        .map(({ currency, expected, stated, exceptions }) => ({ currency, expected, stated, exceptions })),
      lines_digest: await digestOf(tx, days),
      previous: previous?.signature ?? null,
      closed_at: now.toISOString(),
      closed_by: who.userId,
    };
    const head: DayHead = { ...unsigned, signature: signatureOf(secrets, unsigned) };
    await insertDay(tx, head, now);
    await closeThrough(tx, account, day);
    await auditDay(tx, who, "settlement_day.closed", head, { signature: head.signature }, now);
    return head;
  });
}

/** A digest over every line of the closed days: recomputing it reveals any line changed, added or removed. */
async function digestOf(tx: Tx, days: Days): Promise<string> {
  const hash = createHash("sha256");
  let last: string | null = null;
  for (;;) {
    const page: Digest[] = await digestsOfDay(tx, days, last, DIGEST_STEP);
    for (const { text } of page) hash.update(text).update("\n");
    if (page.length < DIGEST_STEP) return hash.digest("hex");
    last = page.at(-1)!.line_key;
  }
}

/** Only the last closed day can be reopened, because later signatures build on it. */
export async function reopen({ db, clock }: Omit<Deps, "secrets">, who: Person, account: string, reason: string) {
  return db.transaction(async (tx): Promise<{ day: string }> => {
    const locked = await lockAccount(tx, account);
    if (locked === undefined) throw notFound("Settlement account");
    const day = locked.closedThrough;
    const closed = day == null ? undefined : await findDay(tx, account, day);
    if (day == null || closed === undefined) throw conflict("No day of this account is closed");
    await auditDay(tx, who, "settlement_day.reopened", { account, day }, { reason, head: closed }, clock.now());
    await reopenDay(tx, account, day);
    return { day };
  });
}

type Day = Pick<DayHead, "account" | "day">;

function auditDay(tx: Tx, { actor }: Person, action: string, { account, day }: Day, changes: object, at: Date) {
  return audit(tx, { orgId: null, actor, at }, action, `${account}/${day}`, { account, day, ...changes });
}
