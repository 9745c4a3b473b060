import { appendAudit, type AuditActor } from "#src/modules/books/audit/append-audit.ts";
import type { Clock } from "#src/platform/clock.ts";
import type { Db, Tx } from "#src/platform/db/client.ts";
import { conflict, forbidden, invalidField, notFound } from "#src/platform/http/errors.ts";
import { isId } from "#src/platform/ids.ts";
import { Money } from "#src/platform/money.ts";
import { lockAccount } from "./account-queries.ts";
import { endLine, endMovement, findException, findOpenLine, findOpenMovement, type SettlementException, updateException } from "./exception-queries.ts";
import { type Difference, postSettlement } from "./post-settlement.ts";
import { plainReference, type Resolution } from "./settlement.ts";

type Deps = { db: Db; clock: Clock };
export type Person = { userId: string; actor: AuditActor };
export type ChosenResolution = Exclude<Resolution, "matched">;

/** Under the lock of its account, so that neither the job nor another person decides it meanwhile. */
async function lockException(tx: Tx, exceptionId: string): Promise<SettlementException> {
  const known = isId(exceptionId) ? await findException(tx, exceptionId.toLowerCase()) : undefined;
  if (known === undefined) throw notFound("Exception");
  await lockAccount(tx, known.account);
  return (await findException(tx, known.exceptionId))!;
}

export type CareChange = { owner?: string | null | undefined; comment?: string | null | undefined; dueOn?: string | null | undefined };

/** Whose it is, until when, and what is known so far. */
export async function changeException({ db, clock }: Deps, who: Person, exceptionId: string, change: CareChange): Promise<SettlementException> {
  return db.transaction(async (tx) => {
    const before = await lockException(tx, exceptionId);
    if (before.status !== "open") throw conflict("The exception is resolved already");
    const { owner = before.owner, comment = before.comment, dueOn = before.dueOn } = change;
    const after = { ...before, owner, comment, dueOn };
    await updateException(tx, after);
    await audit(tx, who.actor, "settlement_exception.changed", after, { owner, comment, due_on: dueOn }, clock.now());
    return after;
  });
}

/**
 * Ends an exception by a person's decision. Whatever it is, the ledger says afterwards what the statement says: the money is matched, stands in suspense, or is
 * written off. A write-off gives money up, so a second person repeats it.
 */
export async function resolveException(
  { db, clock }: Deps,
  who: Person,
  exceptionId: string,
  { resolution, reason, reference }: { resolution: ChosenResolution; reason: string; reference: string | null },
): Promise<SettlementException> {
  return db.transaction(async (tx) => {
    const before = await lockException(tx, exceptionId);
    if (before.status !== "open") throw conflict("The exception is resolved already");
    if (before.kind === "changed" && resolution === "by_hand")
      throw conflict("Its line is matched or open by itself; book the change to suspense, or write it off");
    const at = clock.now();
    if (resolution === "written_off" && before.askedBy === null) {
      const asked = { ...before, askedBy: who.userId, reason };
      await updateException(tx, asked);
      await audit(tx, who.actor, "settlement_exception.write_off_requested", asked, { reason }, at);
      return asked;
    }
    if (resolution === "written_off" && before.askedBy === who.userId)
      throw forbidden("Whoever asked for a write-off cannot approve it; another platform admin must");
    const after: SettlementException = { ...before, status: "resolved", resolution, reason, resolvedBy: who.userId, resolvedAt: at };
    const differences = resolution === "by_hand" ? await matchByHand(tx, before, reference) : await bookAway(tx, before, resolution);
    await updateException(tx, after);
    await audit(tx, who.actor, `settlement_exception.${resolution}`, after, { reason, reference }, at);
    await postSettlement(
      tx,
      [{ cause: `${before.exceptionId}:${resolution}`, description: `Settlement exception: ${reason}`, account: before.account, differences }],
      at,
    );
    return after;
  });
}

async function bookAway(tx: Tx, one: SettlementException, resolution: "suspense" | "written_off"): Promise<Difference[]> {
  if (one.kind !== "changed" && one.lineKey !== null) {
    if ((await findOpenLine(tx, one.lineKey)) === undefined) throw conflict("Its line was matched meanwhile");
    await endLine(tx, one.lineKey, resolution, null);
  }
  if (one.movementId !== null) await endMovement(tx, one.movementId, one.exceptionId);
  return [{ to: resolution === "suspense" ? "suspense" : "adjustments", amount: one.amount }];
}

/** A person says which movement a line is. What the amounts differ by is a cost of the provider, which the reason explains. */
async function matchByHand(tx: Tx, one: SettlementException, reference: string | null): Promise<Difference[]> {
  const line = one.lineKey === null ? undefined : await findOpenLine(tx, one.lineKey);
  if (line === undefined) throw conflict("Only a line of a statement can be matched by hand");
  if (reference === null && one.movementId === null) throw invalidField("reference", "is required: the provider's or our reference of the movement");
  const found = await findOpenMovement(tx, one.account, reference === null ? { movementId: one.movementId! } : { reference: plainReference(reference) });
  const [movement] = found;
  if (movement === undefined) throw invalidField("reference", "names no movement of this account that is still open");
  if (found.length > 1) throw conflict("The reference names more than one open movement");
  if (movement.currency !== line.currency) throw conflict(`The movement is in ${movement.currency} and the line in ${line.currency}; book it to suspense`);
  const difference = Money.fromDatabase(line.net, line.currency).minus(Money.fromDatabase(movement.amount, line.currency));
  await endLine(tx, one.lineKey!, "by_hand", movement.movement_id);
  return [{ to: "costs", amount: difference }];
}

async function audit(tx: Tx, actor: AuditActor, action: string, one: SettlementException, changes: object, at: Date): Promise<void> {
  const { account, kind, amount, exceptionId } = one;
  await appendAudit(tx, [
    {
      orgId: null,
      actor,
      action,
      resourceType: "settlement_exception",
      resourceId: exceptionId,
      changes: { account, kind, amount: amount.toDatabase(), currency: amount.currency, ...changes },
      at,
    },
  ]);
}
