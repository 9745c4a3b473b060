import { audit, type Person } from "#src/record/audit/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { idOf } from "#src/kernel/http/caller.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import { Money } from "@corridor/base/money.ts";
import { lockAccount, markMatched, readMaxFeeBps } from "./account-queries.ts";
import {
  endLine,
  endMovement,
  findException,
  findOpenLine,
  findOpenMovement,
  type SettlementException,
  updateException,
} from "./exception-queries.ts";
import { resolveMatched } from "./match-queries.ts";
import { type Difference, postSettlement } from "./post-settlement.ts";
import { plainReference, type Resolution } from "./settlement.ts";

type Deps = { db: Db; clock: Clock };
type ChosenResolution = Exclude<Resolution, "matched">;

export async function readOpenException(db: Queryable, exceptionId: string): Promise<SettlementException> {
  const found = await findException(db, idOf(exceptionId, "Exception"));
  if (found === undefined) throw notFound("Exception");
  if (found.status !== "open") throw conflict("The exception has already been resolved");
  return found;
}

/** Under the lock of its account, so that neither the job nor another person decides it at the same time. */
async function lockException(tx: Tx, exceptionId: string): Promise<SettlementException> {
  await lockAccount(tx, (await readOpenException(tx, exceptionId)).account);
  return readOpenException(tx, exceptionId);
}

type CareChange = { [field in "owner" | "comment" | "dueOn"]?: string | null | undefined };

/** Changes the owner, the due date and the note of an exception. */
export async function changeException(
  { db, clock }: Deps,
  who: Person,
  exceptionId: string,
  change: CareChange,
): Promise<SettlementException> {
  return db.transaction(async (tx) => {
    const before = await lockException(tx, exceptionId);
    const { owner = before.owner, comment = before.comment, dueOn = before.dueOn } = change;
    const after = { ...before, owner, comment, dueOn };
    await updateException(tx, after);
    await auditException(tx, who, "changed", after, { owner, comment, due_on: dueOn }, clock.now());
    return after;
  });
}

/**
 * Ends an exception by a person's decision, after which the ledger agrees with the statement. Other exceptions that
 * this affects are judged again.
 */
export async function resolveException(
  { db, clock }: Deps,
  who: Person,
  exceptionId: string,
  { resolution, reason, reference }: { resolution: ChosenResolution; reason: string; reference: string | null },
): Promise<SettlementException> {
  return db.transaction(async (tx) => {
    const before = await lockException(tx, exceptionId);
    if (before.kind === "changed" && resolution === "by_hand")
      throw conflict("The line keeps its first content; resolve the change as suspense, which posts nothing");
    const at = clock.now();
    const resolved = { status: "resolved", resolution, reason, resolvedBy: who.userId, resolvedAt: at } as const;
    const after = { ...before, ...resolved };
    const differences =
      resolution === "by_hand" ? await matchByHand(tx, before, reference) : await bookAway(tx, before, resolution);
    await updateException(tx, after);
    await resolveMatched(tx, before.account, at);
    await markMatched(tx, before.account, false);
    await auditException(tx, who, resolution, after, { reason, reference }, at);
    const cause = `${before.exceptionId}:${resolution}`;
    const description = `Settlement exception: ${reason}`;
    await postSettlement(tx, [{ cause, description, account: before.account, differences }], at);
    return after;
  });
}

type BookedAway = Exclude<ChosenResolution, "by_hand">;

async function bookAway(tx: Tx, one: SettlementException, resolution: BookedAway): Promise<Difference[]> {
  // Sums use the stored line's first content. A person records which is true; nothing is posted.
  if (one.kind === "changed") return [];
  if (one.lineKey !== null) {
    if ((await findOpenLine(tx, one.lineKey)) === undefined)
      throw conflict("The line of this exception has been matched meanwhile");
    await endLine(tx, one.lineKey, resolution, null);
  }
  if (one.movementId !== null) {
    const open = await findOpenMovement(tx, one.account, { movementId: one.movementId });
    if (open.length === 0)
      throw conflict("The movement of this exception was matched meanwhile; look at the exception again shortly");
    await endMovement(tx, one.movementId, one.exceptionId);
  }
  return [{ to: resolution === "suspense" ? "suspense" : "adjustments", amount: one.amount }];
}

/**
 * A person says which movement a line belongs to. A difference is posted as a provider cost, of at most a fee:
 * otherwise one person could give up any amount by matching a small line with a large movement.
 */
async function matchByHand(tx: Tx, one: SettlementException, reference: string | null): Promise<Difference[]> {
  const line = one.lineKey === null ? undefined : await findOpenLine(tx, one.lineKey);
  if (line === undefined) throw conflict("Only a line of a statement can be matched by hand");
  if (reference === null && one.movementId === null)
    throw invalidField("reference", "is required: the provider's or our reference of the movement");
  const by = reference === null ? { movementId: one.movementId! } : { reference: plainReference(reference) };
  const found = await findOpenMovement(tx, one.account, by);
  const [movement] = found;
  if (movement === undefined) throw invalidField("reference", "matches no open movement of this account");
  if (found.length > 1) throw conflict("The reference names more than one open movement");
  if (movement.currency !== line.currency)
    throw conflict(
      `The movement is in ${movement.currency} and the line in ${line.currency}; book the line to suspense`,
    );
  const inCurrency = (text: string): Money => Money.fromDatabase(text, line.currency);
  const amount = inCurrency(movement.amount);
  const maxFeeBps = await readMaxFeeBps(tx, one.account);
  if (sizeOf(inCurrency(line.gross).minus(amount)) * BPS > sizeOf(amount) * BigInt(maxFeeBps))
    throw conflict(
      `The amounts differ by more than a fee of ${maxFeeBps} basis points; book the line to suspense, or write it ` +
        "off, which takes two people",
    );
  await endLine(tx, one.lineKey!, "by_hand", movement.movement_id);
  return [{ to: "costs", amount: inCurrency(line.net).minus(amount) }];
}

const BPS = 10_000n;
const sizeOf = ({ minor }: Money): bigint => (minor < 0n ? -minor : minor);

async function auditException(
  tx: Tx,
  { actor }: Person,
  done: string,
  { account, kind, amount, exceptionId }: SettlementException,
  changes: object,
  at: Date,
): Promise<void> {
  const about = { account, kind, amount: amount.toDatabase(), currency: amount.currency };
  await audit(tx, { orgId: null, actor, at }, `settlement_exception.${done}`, exceptionId, { ...about, ...changes });
}
