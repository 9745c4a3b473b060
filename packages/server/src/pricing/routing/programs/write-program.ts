import { createHash } from "node:crypto";
import { audit, type AuditActor } from "#src/record/audit/index.ts";
import { organizationExists } from "#src/parties/organizations/index.ts";
import type { Clock } from "@corridor/base/clock.ts";
import { newId } from "@corridor/base/ids.ts";
import type { ProviderName } from "@corridor/provider-kit/provider.ts";
import type { Db, Queryable, Tx } from "#src/kernel/db/client.ts";
import { conflict, invalidField, notFound } from "#src/kernel/http/errors.ts";
import type { AskSecondPerson, GuardedCall } from "#src/kernel/http/second-person.ts";
import { PROGRAMS_TOPIC, scopeKey } from "./follow-programs.ts";
import { type Program, readProgram } from "./program.ts";
import { findProgram, nextVersion, publishedPrograms, type StoredProgram, TAKE_TURN, writeProgram } from "./queries.ts";

/**
 *   draft --publish--> published --another is published, or archive--> archived
 *
 * A scope (the platform, or an organization) has at most one published program, and one that is compared with it. Only
 * a draft changes: a payment names its program and version, whose rules must stay what they were.
 */
export type WriteDeps = {
  db: Db;
  clock: Clock;
  askSecondPerson: AskSecondPerson;
  corridorsOf(provider: ProviderName): Promise<unknown>;
};
type DraftInput = { name: string; rules: Program["rules"] };

/** `programId`: of a new draft, or reserved by an `Idempotency-Key`; then the same request may have made it before. */
export async function createDraft(
  deps: WriteDeps,
  orgId: string | null,
  { name, rules }: DraftInput,
  actor: AuditActor,
  programId = newId(),
): Promise<StoredProgram> {
  await checkRules(deps, orgId, rules);
  return inTurn(deps, async (tx, now) => {
    const before = await findProgram(tx, programId);
    if (before !== undefined) return before;
    if (orgId !== null && !(await organizationExists(tx, orgId))) throw notFound("Organization");
    const version = await nextVersion(tx, orgId);
    const state = { status: "draft", share: null, createdAt: now, updatedAt: now, publishedAt: null } as const;
    return store(tx, { programId, orgId, version, name, rules, ...state }, "created", actor);
  });
}

export async function changeDraft(
  deps: WriteDeps,
  programId: string,
  change: Partial<DraftInput>,
  actor: AuditActor,
): Promise<StoredProgram> {
  const { orgId } = await mustFind(deps.db, programId);
  if (change.rules !== undefined) await checkRules(deps, orgId, change.rules);
  return inTurn(deps, async (tx, updatedAt) => {
    const draft = await mustFind(tx, programId);
    if (draft.status === "draft") return store(tx, { ...draft, ...change, updatedAt }, "changed", actor);
    throw conflict(`The program is ${draft.status}, and payments name its version; make a draft with its rules`);
  });
}

/** `share`: the percentage of payments that it gets beside the published program, to be compared with it. */
export async function publishProgram(
  deps: WriteDeps,
  call: GuardedCall,
  programId: string,
  share: number | null,
  actor: AuditActor,
): Promise<StoredProgram> {
  const draft = await mustFind(deps.db, programId);
  const { orgId, name, rules } = draft;
  requirePublishable(draft, share, await publishedPrograms(deps.db, orgId));
  await checkRules(deps, orgId, rules);
  // The rules are part of what is approved: a draft that changes afterwards needs another approval.
  await askSecond(deps, call, draft, "Publish", { program_id: programId, share, rules });
  return inTurn(deps, async (tx, now) => {
    const program = await mustFind(tx, programId);
    if (JSON.stringify([program.name, program.rules]) !== JSON.stringify([name, rules]))
      throw conflict("The draft has just been changed; read it again");
    const published = await publishedPrograms(tx, orgId);
    requirePublishable(program, share, published);
    // Alone, it takes the place of the published one and of one that was compared with it.
    const replaced = published.filter((one) => share === null && one.programId !== programId);
    for (const one of replaced) await store(tx, { ...one, status: "archived", updatedAt: now }, "archived", actor);
    const state = { status: "published", share, updatedAt: now, publishedAt: now } as const;
    return store(tx, { ...program, ...state }, "published", actor);
  });
}

export async function archiveProgram(
  deps: WriteDeps,
  call: GuardedCall,
  programId: string,
  actor: AuditActor,
): Promise<StoredProgram> {
  const before = await mustFind(deps.db, programId);
  const { orgId, status, share } = before;
  if (status === "published") await askSecond(deps, call, before, "Archive", { program_id: programId });
  return inTurn(deps, async (tx, updatedAt) => {
    const program = await mustFind(tx, programId);
    if (program.status !== status) throw conflict(`The program is ${program.status}; read it again`);
    if (status === "archived") return program;
    if (status === "published" && share === null && (await publishedPrograms(tx, orgId)).length > 1)
      throw conflict("Another program is compared with it; archive or publish that one first");
    return store(tx, { ...program, status: "archived", updatedAt }, "archived", actor);
  });
}

function askSecond(deps: WriteDeps, call: GuardedCall, program: StoredProgram, verb: string, request: object) {
  const { orgId, version, name } = program;
  const title = `${verb} version ${version} of the routing program, ${name}`;
  const reasons = ["it decides which provider gets a payment"];
  return deps.askSecondPerson(call, { orgId, title, request: { ...request }, reasons, approverRole: "platform-admin" });
}

function inTurn<T>({ db, clock }: WriteDeps, work: (tx: Tx, now: Date) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.query(TAKE_TURN);
    return work(tx, clock.now());
  });
}

function requirePublishable(program: StoredProgram, share: number | null, published: readonly StoredProgram[]): void {
  const isCompared = program.status === "published" && program.share !== null;
  if (program.status !== "draft" && !(isCompared && share === null))
    throw conflict(`The program is ${program.status}; make a draft with its rules`);
  if (share === null) return;
  if (!published.some((one) => one.share === null))
    throw invalidField("share", "must be left out: no program is published that this one could be compared with");
  if (published.some((one) => one.share !== null))
    throw conflict("Another program is being compared; archive or publish it first");
}

async function checkRules(deps: WriteDeps, orgId: string | null, rules: DraftInput["rules"]): Promise<void> {
  for (const [index, { when, then }] of readProgram({ rules }).rules.entries()) {
    const refuse = (path: string, message: string) =>
      invalidField(`rules.${index}.${path}`, `${message} (rule ${index + 1})`);
    if (orgId !== null && when.org_id !== undefined)
      throw refuse("when.org_id", "must be left out: the program is one organization's own");
    for (const provider of [...(then.providers ?? []), ...(then.shares ?? []).map((one) => one.provider)])
      if ((await deps.corridorsOf(provider)) === undefined)
        throw refuse("then", `${provider} does not exist in this deployment`);
  }
}

export async function mustFind(db: Queryable, programId: string): Promise<StoredProgram> {
  const program = await findProgram(db, programId);
  if (program === undefined) throw notFound("Routing program");
  return program;
}

async function store(tx: Tx, program: StoredProgram, verb: string, actor: AuditActor): Promise<StoredProgram> {
  const { programId, orgId, version, name, rules, status, share, updatedAt: at } = program;
  await writeProgram(tx, program);
  tx.notify(PROGRAMS_TOPIC, scopeKey(orgId));
  // The rules of a version stay in its row. The digest holds them to what was audited.
  const sha256 = createHash("sha256").update(JSON.stringify(rules)).digest("hex");
  const changes = { version, name, status, share, rules: rules.length, sha256 };
  await audit(tx, { orgId, actor, at }, `routing_program.${verb}`, programId, changes);
  return program;
}
